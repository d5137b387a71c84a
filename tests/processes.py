"""Processes as the system lists them, for tests of what ends with what; and how long tests wait at most."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

from hierview.jobs.job import running_jobs

PATIENCE = 900  # seconds after which a test gives up that would wait for ever; no other outcome hangs on them


def until(true: Callable[[], object]) -> bool:
    """Whether it becomes true; looked at again and again, since nobody tells."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def below(pid: int, program: bytes = b"") -> list[int]:
    """All that came of a process, where its command line names a program."""
    parents, found = {}, [pid]
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError):  # it ended meanwhile
            parents[int(entry)] = int(Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
    for parent in found:
        found += [child for child, of in parents.items() if of == parent]
    named = []
    for child in found[1:]:
        with contextlib.suppress(OSError):
            named += [child] if program in Path(f"/proc/{child}/cmdline").read_bytes() else []
    return named


def stop_all() -> None:
    """End all jobs of this process."""
    for job in list(running_jobs):
        job.stop()
        job.wait(PATIENCE)
