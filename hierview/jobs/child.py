"""The process of a job: `python -m hierview.jobs.child`. What to do comes in once, what it finds goes out.

The process of a measure of somebody's own begins as it does: it takes its pipes to itself, and ends with its keeper.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
import time
from typing import IO, Any

from .task import Progress, read_message, send_message

OFTEN = 0.2  # seconds between two tellings of how far it came


def own_pipes() -> tuple[int, int]:
    """Move requests and answers to file descriptors of their own, and return those two.

    What else is read finds nothing, and what else is printed goes to the error stream, so that it is no answer.
    """
    requests, answers = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    return requests, answers


def end_with_keeper() -> None:
    """End as soon as the keeper is gone, even in the middle of what never ends."""
    threading.Thread(target=_wait_for_keeper_end, args=[os.getppid()], daemon=True).start()


def _wait_for_keeper_end(keeper: int) -> None:
    while os.getppid() == keeper:
        time.sleep(1)
    os._exit(1)


def limit_memory(megabytes: int) -> None:
    """Limit the memory of this process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # not on every system

        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main() -> None:
    """Do the task, and tell how it ended."""
    with contextlib.suppress(OSError):
        os.nice(10)  # whoever clicks goes first
    requests, answers = own_pipes()
    end_with_keeper()
    with os.fdopen(requests, "rb") as source:
        data = read_message(source)
    # Before what the task needs is loaded: kernels for few bytes are not compiled.
    os.environ.setdefault("HIERVIEW_BYTES", str(len(data)))
    with os.fdopen(answers, "wb") as out:
        do_task(data, out)
        os._exit(0)  # whatever threads the task has left behind


def do_task(data: bytes, out: IO[bytes]) -> None:
    """Do the task that came as a pickle, and tell what it finds and how it ended."""
    task, arguments = pickle.loads(data)
    last = 0.0

    def tell(what: Any) -> None:
        nonlocal last
        if isinstance(what, Progress) and not what.whole:
            if time.monotonic() - last < OFTEN:
                return
            last = time.monotonic()
        send_message(out, ("told", what))

    try:
        task(tell, *arguments)
        end = ("done", "")
    except Exception as error:
        end = ("failed", f"{type(error).__name__}: {error}")
    with contextlib.suppress(OSError):
        send_message(out, end)


if __name__ == "__main__":
    main()
