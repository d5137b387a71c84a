"""The worker of somebody's own measures in a thread of this process, where a process of its own is not what is tested.

It is the worker's own loop that answers, over the same JSON; a start in a process takes longer than most tests.
"""

from __future__ import annotations

import os
import sys
from threading import Thread

import pytest

from hierview.own import foreign, worker


class Process:
    """What `hierview.jobs.Process` is for the worker, but for what is limited."""

    pid, excess = 0, None

    def __init__(self, module: str, *given: str, **more: object):
        assert module == worker.__name__
        (taken, requests), (answers, answering) = os.pipe(), os.pipe()
        self.requests, self.answers = os.fdopen(requests, "wb"), os.fdopen(answers, "rb")
        Thread(target=_serve, args=(taken, answering), daemon=True).start()

    def work(self, limits: object) -> bool:
        return True

    def rest(self) -> None:
        pass

    def end(self) -> None:
        self.requests.close()


def _serve(requests: int, answers: int) -> None:
    with os.fdopen(requests, encoding="utf-8") as lines, os.fdopen(answers, "w", encoding="utf-8") as out:
        worker.serve(lines, lambda line: print(line, file=out, flush=True))


def without_processes(patch: pytest.MonkeyPatch) -> None:
    """Until the patch is undone, measures of one's own are asked in this process; paths that they add are forgotten."""
    patch.setattr(foreign, "Process", Process)
    patch.setattr(sys, "path", list(sys.path))
