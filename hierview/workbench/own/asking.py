"""Process that asks somebody's own measure, started when it is first needed, and the limits on its use."""

from __future__ import annotations

import base64
import contextlib
import json
import math
import threading
from dataclasses import dataclass
from typing import Any, NoReturn

from ...jobs import Limits, Process
from ...model.case import Case
from ...model.hierarchy import Hierarchy

LONGEST_ANSWER = 1_000_000
# The order of sets of names is the same in each such process, and so is what a measure makes of it.
_FIXED = {"PYTHONHASHSEED": "0"}
_ALL = object()  # the group of all processes of foreign measures: they share their memory


@dataclass(frozen=True)
class MeasureLimits:
    """Limits on what a foreign measure may use.

    call, start, total: seconds of processor time for one case, for starting, and in all, so that it is no matter
    how busy the machine is.  wait: seconds in which it computes nothing; where the system does not tell the time of
    a process, seconds for one case.  megabytes: memory, for all foreign measures of this process together.
    """

    call: float = 2.0
    start: float = 20.0
    total: float = 1800.0
    wait: float = 10.0
    megabytes: int = 4096

    def of(self, seconds: float) -> Limits:
        """The limits of one question that may take so many seconds."""
        return Limits(seconds, math.inf, self.wait, self.megabytes, LONGEST_ANSWER)


class Stopped(Exception):
    """The process was ended, or cannot be asked any more; the text says why. blamed: whether the case did it."""

    def __init__(self, why: str, blamed: bool = True):
        super().__init__(why)
        self.blamed = blamed


class Asker:
    """One foreign measure, or the file of several, in a process that is started when it is first asked.

    Questions and answers are JSON objects, a line each. A call that takes too long ends the process for good: what
    never ends on one case costs its time once.
    """

    def __init__(self, origin: str, where: str, content: bytes, limits: MeasureLimits):
        self._load = {"ask": "load", "origin": origin, "where": where, "content": base64.b64encode(content).decode()}
        self._limits = limits
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._hierarchy: Hierarchy | None = None  # the last that its process was sent
        self._number = 0  # of the last question
        self._seconds = 0.0  # of its process, when it last answered
        self.spent = 0.0
        self.ended, self._blamed = "", True

    @property
    def pid(self) -> int | None:
        """The number of the process below which all stands that came of it; None while there is none."""
        return None if self._process is None else self._process.pid

    def renew(self) -> None:
        """Give it its whole time again, and another start if it was ended."""
        with self._lock:
            self.spent, self.ended = 0.0, ""

    def measures(self) -> list[dict[str, Any]]:
        """Measures that the file or package offers, as plain data; raises Stopped where it cannot be loaded."""
        with self._lock:
            return self._start()

    def ask(self, what: str, name: str, case: Case) -> dict[str, Any]:
        """The answer about a case; Stopped where there is none."""
        with self._lock:
            if self.ended:
                raise Stopped(self.ended, self._blamed)
            if self.spent > self._limits.total:
                self._end(f"it has used up its {self._limits.total:g} s of processor time", blamed=False)
            if self._process is None or self._process.excess is not None:
                self._start()
            true, predicted = sorted(case.true), sorted(case.predicted)
            request: dict[str, Any] = {"ask": what, "measure": name, "true": true, "predicted": predicted}
            h = case.hierarchy
            if h is not self._hierarchy:
                self._hierarchy = h
                edges = [[*edge, str(weight)] for edge, weight in h.weights.items()]
                request["hierarchy"] = json.dumps({"edges": edges, "classes": h.classes})
            return self._exchange(request, self._limits.call)

    def _start(self) -> list[dict[str, Any]]:
        self._close()
        megabytes = self._limits.megabytes
        module = f"{__package__}.worker"
        try:
            self._process = Process(module, str(megabytes), megabytes=megabytes, group=_ALL, environment=_FIXED)
        except OSError as error:
            raise Stopped(f"no process could be started: {error.strerror}") from None
        self._seconds, before = 0.0, self.spent
        reply = self._exchange(self._load, self._limits.start)
        self.spent = before  # what a start takes is not the measure's
        if "error" in reply:
            self._close()
            raise Stopped(str(reply["error"]))
        offered: list[dict[str, Any]] = reply["measures"]
        return offered

    def _exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        self._number += 1
        line = self._line(json.dumps(request | {"id": self._number}).encode() + b"\n", self._limits.of(seconds))
        try:
            reply: dict[str, Any] = json.loads(line)
            # The number tells the answer from whatever else is written where answers go.
            if reply["id"] != self._number:
                raise ValueError
            used = float(reply["seconds"])
        except (ValueError, TypeError, LookupError, RecursionError):
            self._end("its process wrote something that is no answer")
        self.spent, self._seconds = self.spent + used - self._seconds, used
        return reply

    def _line(self, request: bytes, limits: Limits) -> bytes:
        """The line that answers a request."""
        process = self._process
        assert process is not None
        line = b""
        if process.work(limits):
            with contextlib.suppress(OSError):  # it is gone
                process.requests.write(request)
                process.requests.flush()
                line = process.answers.readline(limits.output)
            process.rest()
        if line.endswith(b"\n"):
            return line
        if len(line) == limits.output:
            self._end(f"it answered with more than {limits.output:,} bytes")
        if process.excess is not None:
            self._end(f"{process.excess.sentence} and was stopped")
        code = process.status(5)  # it may be on its way out
        self._end(f"its process ended{'' if code is None else f' (exit status {code})'}")

    def _end(self, why: str, blamed: bool = True) -> NoReturn:
        self._close()
        self.ended, self._blamed = why, blamed
        raise Stopped(why, blamed)

    def close(self) -> None:
        """End the process and all that it started."""
        running = self._process
        if self._lock.acquire(blocking=False):
            try:
                self._close()
            finally:
                self._lock.release()
        elif running is not None:
            running.end()  # whoever waits for its answer sees that it is gone

    def _close(self) -> None:
        running, self._process, self._hierarchy = self._process, None, None
        if running is not None:
            with contextlib.suppress(OSError), running.requests, running.answers:
                running.end()
