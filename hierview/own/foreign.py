"""Measures that somebody wrote in Python, each run in a process of its own that can be killed.

Only what was named on the local command line, or is installed as an entry point of `hierview.measures`,
comes here; never anything from a browser.
"""

from __future__ import annotations

import base64
import contextlib
import json
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

from ..errors import MeasureError, quoted
from ..explain import Formula, HierarchyPicture, Step, number
from ..jobs import Limits, Process
from ..measures import Measure, MeasureSpec, Result
from ..measures.base import Value, empty_side_notes
from ..model.case import Case
from ..model.hierarchy import Hierarchy

LONGEST_ANSWER = 1_000_000
# The order of sets of names is the same in each such process, and so is what a measure makes of it.
_FIXED = {"PYTHONHASHSEED": "0"}
_ALL = object()  # the group of all processes of foreign measures: they share their memory


@dataclass(frozen=True)
class MeasureLimits:
    """Limits on what a foreign measure may use."""

    call: float = 2.0
    """Seconds of processor time for one case, so that it is no matter how busy the machine is."""
    start: float = 20.0
    """Seconds of processor time for starting."""
    total: float = 1800.0
    """Seconds of processor time in all."""
    wait: float = 10.0
    """Seconds in which it may compute nothing; where the system does not tell the time of a process, seconds for one
    case.
    """
    megabytes: int = 4096
    """Megabytes of memory for all foreign measures of this process together."""


class NoAnswer(Exception):
    """The error that there is no answer; the text says why.

    blamed: whether the case did it.  final: whether the process was ended, or cannot be asked any more.
    """

    def __init__(self, why: str, blamed: bool = True, final: bool = True):
        super().__init__(why)
        self.blamed, self.final = blamed, final


class MeasureProcess:
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
        self._ended: tuple[str, bool] | None = None  # why it is asked no more, and whether a case did that

    @property
    def pid(self) -> int | None:
        """The number of the process below which all stands that came of it; None while there is none."""
        return None if self._process is None else self._process.pid

    def renew(self) -> None:
        """Give the process its whole time again, and another start if it was ended."""
        with self._lock:
            self.spent, self._ended = 0.0, None

    def measures(self) -> list[dict[str, Any]]:
        """Measures that the file or package offers, as plain data; raises Stopped where it cannot be loaded."""
        with self._lock:
            return self._start()

    def ask(self, what: str, name: str, case: Case) -> dict[str, Any]:
        """The answer about a case; Stopped where there is none."""
        with self._lock:
            if self._ended is not None:
                raise NoAnswer(*self._ended)
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
            reply = self._exchange(request, self._limits.call * (5 if what == "check" else 1))  # which asks many cases
        if "error" in reply:
            raise NoAnswer(f"it raised {reply['error']}" if reply["raised"] else reply["error"], final=False)
        return reply

    def _start(self) -> list[dict[str, Any]]:
        self._close()
        megabytes = self._limits.megabytes
        module = f"{__package__}.worker"
        try:
            self._process = Process(module, str(megabytes), megabytes=megabytes, group=_ALL, environment=_FIXED)
        except OSError as error:
            raise NoAnswer(f"no process could be started: {error.strerror}") from None
        self._seconds, before = 0.0, self.spent
        reply = self._exchange(self._load, self._limits.start)
        self.spent = before  # what a start takes is not the measure's
        if "error" in reply:
            self._close()
            raise NoAnswer(str(reply["error"]))
        offered: list[dict[str, Any]] = reply["measures"]
        return offered

    def _exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        self._number += 1
        limits = Limits(seconds, math.inf, self._limits.wait, self._limits.megabytes, LONGEST_ANSWER)
        line = self._answer_line(json.dumps(request | {"id": self._number}).encode() + b"\n", limits)
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

    def _answer_line(self, request: bytes, limits: Limits) -> bytes:
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
        self._ended = why, blamed
        raise NoAnswer(why, blamed)

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


Origin = Literal["file", "entry point"]
_Key = tuple[str, str, str, str, MeasureLimits]  # origin, place, content, name

_ANY = Case.of([], ["A"], [], ["A"])  # where a question is about no case


# Measures are values, and processes are not: the process of a measure is found by what the measure is.
_ASKERS: dict[_Key, MeasureProcess] = {}
_LOCK = threading.Lock()


@dataclass(frozen=True)
class Failure:
    """A case on which a measure gave no value that can be used, and what happened."""

    case: Case
    """The case."""
    sentence: str
    """Sentence on what happened."""
    final: bool = False
    """Whether it will not be asked again, since its process was ended or its time is used up."""
    blamed: bool = True
    """Whether the case did it, and was not merely the one at which the time for all was used up."""


@dataclass(frozen=True)
class ForeignMeasure(Measure):
    """A measure in a file or an installed package, asked in a process of its own.

    Where it fails, its result has no value, and a `Failure` as its witness.
    """

    name: str
    """Name of the measure there."""
    spec: MeasureSpec  # type: ignore[misc]  # of this one, not of its class
    """Description of the measure, as it gives it."""
    origin: Origin
    """Whether it is from a file or an installed package."""
    where: str
    """The file or package."""
    stamp: str = ""
    """Mark of the file's content, so that a file that was saved again gives another measure."""
    least_most: tuple[Value, Value] | None = (0.0, 1.0)
    """The least and the greatest value possible; None where it says so itself, case by case."""
    assumed: str = ""
    """Sentences on the direction and the bounds that it leaves to be assumed."""
    limits: MeasureLimits = field(default=MeasureLimits(), repr=False)
    """Limits on what it may use."""
    content: bytes = field(default=b"", repr=False, compare=False)
    """The content of the file, which stays what runs whatever is saved."""

    def __str__(self) -> str:
        return self.name

    @property
    def command_text(self) -> str:
        """The words by which a command finds it again."""
        return f"{self.where}:{self.name}" if self.origin == "file" else self.where

    @property
    def content_key(self) -> str:
        """Key that changes with its code."""
        return f"{self.origin} {self.name} {self.stamp}"

    @property
    def measure_process(self) -> MeasureProcess:
        """The process that asks it; equal measures share one."""
        key = (self.origin, self.where, self.stamp, self.name, self.limits)
        with _LOCK:
            if key not in _ASKERS:
                _ASKERS[key] = MeasureProcess(self.origin, self.where, self.content, self.limits)
            return _ASKERS[key]

    def renew(self) -> None:
        """Give the measure its whole time again, as a new piece of work begins."""
        self.measure_process.renew()

    def close(self) -> None:
        """End its process; it is started again when it is next asked."""
        self.measure_process.close()

    def bounds(self, case: Case) -> tuple[Value, Value]:
        try:
            return self.checked_bounds(case)
        except MeasureError:
            return (None, None)

    def checked_bounds(self, case: Case) -> tuple[Value, Value]:
        """The range that the foreign measure states for a case. Raises MeasureError where it cannot be used."""
        if self.least_most is not None:
            return self.least_most
        try:
            reply = self.measure_process.ask("bounds", self.name, case)
        except NoAnswer as why:
            raise MeasureError(on_one_line(why, 2000)) from None
        least, most = reply["bounds"]
        return least, most

    def evaluate(self, case: Case) -> Result:
        try:
            reply = self.measure_process.ask("evaluate", self.name, case)
        except NoAnswer as why:
            return self._failed_result(case, on_one_line(why, 2000), why.final, why.blamed)
        value, parts, notes = (reply[key] for key in ("value", "parts", "notes"))
        if value is not None and not math.isfinite(value):
            return self._failed_result(case, f"the value is {value}; where a measure is undefined it gives None")
        if not all(part is None or math.isfinite(part) for part in parts.values()):
            return self._failed_result(case, "a part of its value is no number that can be used")
        all_notes = (*empty_side_notes(case), *(on_one_line(note) for note in notes))
        if value is None and not notes:
            all_notes = (*all_notes, f"Undefined: {self.name} gave None.")
        return Result(str(self), None if value is None else float(value), parts, None, all_notes)

    def _failed_result(self, case: Case, why: str, final: bool = False, blamed: bool = True) -> Result:
        failure = Failure(case, why, final, blamed)
        return Result(str(self), None, {}, failure, (f"{self.name} failed on this case: {why}.",))

    def check_sentences(self) -> tuple[str, ...]:
        """Sentences of `check_measure` about it, in its own process."""
        try:
            return tuple(self.measure_process.ask("check", self.name, _ANY)["lacking"])
        except NoAnswer as why:
            return (on_one_line(why, 2000),)

    def view(self, case: Case, result: Result, name: str) -> Step:
        text = result.notes[-1] if result.value is None else f"{self.spec.title}. Computed in {self.where}."
        formula = Formula(self.symbol(), (), number(result.value))
        return Step(name, (text,), (HierarchyPicture(("The case",)),), formula)


def on_one_line(text: Any, limit: int = 500) -> str:
    """Text that a process wrote, on one line and cut to `limit` characters, so that it fits in a sentence."""
    return quoted(text, limit)[1:-1]


def close_measures_where(chosen: Callable[[_Key], bool]) -> None:
    """End the processes of those measures whose origin, place, content, name and limits are chosen."""
    with _LOCK:
        askers = [_ASKERS.pop(key) for key in list(_ASKERS) if chosen(key)]
    for asker in askers:
        asker.close()


def close_all() -> None:
    """End the processes of all foreign measures."""
    close_measures_where(lambda key: True)
