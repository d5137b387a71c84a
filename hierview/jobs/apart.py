"""Work on strangers' bytes, in a process from which no file of anybody else can be read."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from .task import Tell

# Landlock, which Linux has since 5.13: its calls, of one number on all machines, and its rights to read and to list.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/sys", "/dev/null", "/dev/urandom", "/proc/cpuinfo", "/proc/meminfo")


def run_confined(tell: Tell, folders: tuple[str, ...], task: Callable[..., None], *arguments: Any) -> None:
    """Do a task in a process that can read what is in these folders, the system's files and Python's, and no others.

    Libraries in C++ and Rust read strangers' files: whatever one is brought to do finds nobody else's study.
    """
    restrict_reading(folders)
    task(tell, *arguments)


def restrict_reading(folders: Iterable[str]) -> bool:
    """Read no other files for good than the system's, Python's and those in these folders; whether that can be."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None)
    rules = libc.syscall(_CREATE, struct.pack("Q", _READ_FILE | _READ_FOLDER), 8, 0)
    for path in dict.fromkeys((*_SYSTEM, sys.prefix, sys.base_prefix, *sys.path, *folders)):
        with suppress(OSError):  # there is no such folder here
            place = os.open(path or ".", os.O_PATH)
            rights = _READ_FILE | (_READ_FOLDER if os.path.isdir(place) else 0)
            libc.syscall(_ADD, rules, 1, struct.pack("=Qi", rights, place), 0)
            os.close(place)
    return bool(libc.prctl(38, 1, 0, 0, 0) == 0 == libc.syscall(_RESTRICT, rules, 0))
