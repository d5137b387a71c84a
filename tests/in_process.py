"""The worker of somebody's own measures in a thread of this process, where a process of its own is not what is tested.

It is the worker's own loop that answers, over the same JSON; a start in a process takes longer than most tests.
"""

from __future__ import annotations

import json
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest

from hierview.jobs import Limits
from hierview.workbench import asking, worker


class Conversation:
    """What `hierview.jobs.Conversation` is for the worker, but for what is limited."""

    pid, ended = 0, False

    def __init__(self, module: str, *given: str, megabytes: int, group: object = None):
        assert module == worker.__name__
        self._number = 0
        self._requests: SimpleQueue[str | None] = SimpleQueue()
        self._answers: SimpleQueue[str] = SimpleQueue()
        Thread(target=worker.serve, args=(iter(self._requests.get, None), self._answers.put), daemon=True).start()

    def ask(self, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        self._number += 1
        self._requests.put(json.dumps(request | {"id": self._number}))
        reply = json.loads(self._answers.get(timeout=600))
        assert reply["id"] == self._number
        return reply

    def close(self) -> None:
        self._requests.put(None)

    end = close


def without_processes(patch: pytest.MonkeyPatch) -> None:
    """Until the patch is undone, measures of one's own are asked in this process; paths that they add are forgotten."""
    patch.setattr(asking, "Conversation", Conversation)
    patch.setattr(sys, "path", list(sys.path))
