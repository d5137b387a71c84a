"""The process of a job: `python -m hierview.jobs.child`. What to do comes in once, what is told goes out."""

from __future__ import annotations

import contextlib
import os
import pickle
import time
from typing import Any

from .inside import end_with_keeper, own_pipes
from .task import Progress, message, send

OFTEN = 0.2  # seconds between two tellings of how far it came


def main() -> None:
    """Do the task, and tell how it ended."""
    with contextlib.suppress(OSError):
        os.nice(10)  # whoever clicks goes first
    requests, answers = own_pipes()
    end_with_keeper()
    with os.fdopen(requests, "rb") as source:
        data = message(source)
    os.environ.setdefault(
        "HIERVIEW_BYTES", str(len(data))
    )  # before what the task needs is loaded: few are not compiled
    task, given = pickle.loads(data)
    last = 0.0
    with os.fdopen(answers, "wb") as out:

        def tell(what: Any) -> None:
            nonlocal last
            if isinstance(what, Progress) and not what.whole:
                if time.monotonic() - last < OFTEN:
                    return
                last = time.monotonic()
            send(out, ("told", what))

        try:
            task(tell, *given)
            end = ("done", "")
        except Exception as error:
            end = ("failed", f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            send(out, end)
        os._exit(0)  # whatever threads the task has left behind


if __name__ == "__main__":
    main()
