"""Process that asks somebody's own measure, started when it is first needed, and the limits on its use."""

from __future__ import annotations

import base64
import math
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, NoReturn

from ..jobs import Conversation, Ended, Limits
from ..jobs.conversation import NO_ANSWER
from ..model.case import Case
from ..model.hierarchy import Hierarchy

LONGEST_ANSWER = 1_000_000
MOST_HIERARCHIES = 2000
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

    A call that takes too long ends it for good: what never ends on one case costs its time once.
    """

    def __init__(self, origin: str, where: str, content: bytes, limits: MeasureLimits):
        self._load = {
            "ask": "load",
            "origin": origin,
            "where": where,
            "content": base64.b64encode(content).decode(),
        }
        self._limits = limits
        self._lock = threading.Lock()
        self._conversation: Conversation | None = None
        self._sent: OrderedDict[Hierarchy, int] = OrderedDict()
        self._next = 0
        self._seconds = 0.0  # of its process, when it last answered
        self.spent = 0.0
        self.ended, self._blamed = "", True

    @property
    def pid(self) -> int | None:
        """The number of the process below which all stands that came of it; None while there is none."""
        return None if self._conversation is None else self._conversation.pid

    def renew(self) -> None:
        """Give it its whole time again, and another start if it was ended."""
        with self._lock:
            self.spent, self.ended = 0.0, ""

    def measures(self) -> list[dict[str, Any]]:
        """Measures that the file or package offers, as plain data; raises Stopped where it cannot be loaded."""
        with self._lock:
            return self._start()[1]

    def ask(self, what: str, name: str, case: Case) -> dict[str, Any]:
        """The answer about a case; Stopped where there is none."""
        with self._lock:
            if self.ended:
                raise Stopped(self.ended, self._blamed)
            if self.spent > self._limits.total:
                self._end(f"it has used up its {self._limits.total:g} s of processor time", blamed=False)
            conversation = self._conversation
            if conversation is None or conversation.ended:
                conversation, _ = self._start()
            reply = self._exchange(conversation, self._request(what, name, case), self._limits.call)
            if len(self._sent) > MOST_HIERARCHIES:
                self._close()  # the next call starts a fresh one, which holds no hierarchies yet
            return reply

    def _request(self, what: str, name: str, case: Case) -> dict[str, Any]:
        request: dict[str, Any] = {
            "ask": what,
            "measure": name,
            "true": sorted(case.true),
            "predicted": sorted(case.predicted),
        }
        h = case.hierarchy
        if h not in self._sent:
            self._sent[h] = self._next
            self._next += 1
            request["classes"] = list(h.classes)
            request["edges"] = [[*edge, str(weight)] for edge, weight in h.weights.items()]
        return request | {"h": self._sent[h]}

    def _start(self) -> tuple[Conversation, list[dict[str, Any]]]:
        self._close()
        megabytes = self._limits.megabytes
        try:
            conversation = Conversation(f"{__package__}.worker", str(megabytes), megabytes=megabytes, group=_ALL)
        except OSError as error:
            raise Stopped(f"no process could be started: {error.strerror}") from None
        self._conversation = conversation
        self._seconds, before = 0.0, self.spent
        reply = self._exchange(conversation, self._load, self._limits.start)
        self.spent = before  # what a start takes is not the measure's
        if "error" in reply:
            self._close()
            raise Stopped(str(reply["error"]))
        offered = reply.get("measures")
        if not isinstance(offered, list):
            self._end(NO_ANSWER)
        return conversation, offered

    def _exchange(self, conversation: Conversation, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            reply = conversation.ask(request, self._limits.of(seconds))
            used = float(reply["seconds"])
            if not math.isfinite(used):
                raise ValueError
        except Ended as why:
            self._end(str(why))
        except (ValueError, TypeError, LookupError, OverflowError):
            self._end(NO_ANSWER)
        self.spent, self._seconds = self.spent + used - self._seconds, used
        return reply

    def _end(self, why: str, blamed: bool = True) -> NoReturn:
        self._close()
        self.ended, self._blamed = why, blamed
        raise Stopped(why, blamed)

    def close(self) -> None:
        """End the process and all that it started."""
        running = self._conversation
        if self._lock.acquire(blocking=False):
            try:
                self._close()
            finally:
                self._lock.release()
        elif running is not None:
            running.end()  # whoever waits for its answer sees that it is gone

    def _close(self) -> None:
        running, self._conversation = self._conversation, None
        self._sent.clear()
        if running is not None:
            running.close()
