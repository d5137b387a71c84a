"""Jobs in a thread of the tests, for what is asked of pages and not of processes: what travels are pickles, as ever."""

from __future__ import annotations

import os
import threading
from typing import IO, Any

from hierview.jobs.child import do_task
from hierview.jobs.task import read_message


class Here:
    """What stands for the process of a job; it can be neither stopped nor limited."""

    excess = None

    def __init__(self, module: str, **limits: Any):
        assert module == "hierview.jobs.child"
        (requests, self._requests), (self._answers, answers) = os.pipe(), os.pipe()
        self.requests, self.answers = os.fdopen(self._requests, "wb"), os.fdopen(self._answers, "rb")
        given, out = os.fdopen(requests, "rb"), os.fdopen(answers, "wb")
        self._thread = threading.Thread(target=self._do, args=(given, out), daemon=True)
        self._thread.start()

    def _do(self, given: IO[bytes], out: IO[bytes]) -> None:
        with given, out:
            do_task(read_message(given), out)

    def work(self, *limits: Any, **before: Any) -> None:
        """Begin to count what it uses: nothing counts."""

    def end(self) -> None:
        """Wait until it has ended."""
        self._thread.join()
