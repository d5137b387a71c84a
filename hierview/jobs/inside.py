"""First acts of a process that was started here: it takes its pipes to itself, and ends with its keeper."""

from __future__ import annotations

import contextlib
import os
import threading
import time


def own_pipes() -> tuple[int, int]:
    """The open files from which requests come and to which answers go.

    What else is read finds nothing, and what else is printed goes to the error stream, so that it is no answer.
    """
    requests, answers = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    return requests, answers


def end_with_keeper() -> None:
    """End as soon as the keeper is gone, even in the middle of what never ends."""
    threading.Thread(target=_until_alone, args=[os.getppid()], daemon=True).start()


def _until_alone(keeper: int) -> None:
    while os.getppid() == keeper:
        time.sleep(1)
    os._exit(1)


def limit_memory(megabytes: int) -> None:
    """Refuse this process more memory than that, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # not on every system

        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
