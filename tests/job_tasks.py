"""Tasks for the child of tests/test_jobs.py: a child imports the file of its task, and this one is imported soon."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from hierview.jobs import Progress


def counts(tell, up_to: int) -> None:
    for i in range(up_to):
        tell(Progress(f"at {i}", i / up_to))
        print("what a task prints is no message")
        tell(i)


def reads(tell, *paths: str) -> None:
    for path in paths:
        try:
            tell(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            tell(error.strerror)


def tells_and_stays(tell) -> None:
    tell(os.getpid())
    while True:
        time.sleep(0.05)


def stays(tell, *given: object) -> None:
    tells_and_stays(tell)


def raises(tell) -> None:
    tell("before")
    raise ValueError("a reason")


def vanishes(tell) -> None:
    os._exit(3)


def holds(tell, megabytes: int) -> None:
    held = b"x" * megabytes * 2**20
    tell(len(held))
    tells_and_stays(tell)


def computes(tell) -> None:
    while True:
        pass


def leaves_children(tell) -> None:
    """One whose parent is gone, in a session of its own."""
    if os.fork() == 0:
        os.setsid()
        if (child := os.fork()) == 0:
            time.sleep(600)
        tell(child)
        os._exit(0)
    os.wait()
    tells_and_stays(tell)


def floods(tell) -> None:
    while True:
        tell("x" * 10_000)


def tells_what_cannot_travel(tell) -> None:
    tell(lambda: None)


def asks(tell, measure, asked: Path) -> None:
    from hierview import load_case

    threading.Thread(target=measure.evaluate, args=[load_case("11a")], daemon=True).start()
    while not asked.exists():  # until it is in the middle of its answer
        time.sleep(0.05)
    tell(measure.measure_process.pid)
    tells_and_stays(tell)
