"""Measures that somebody wrote in Python, each run in a process of its own that can be killed.

Only what was named on the local command line, or is installed as an entry point of `hierview.measures`,
comes here; never anything from a browser.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from ...errors import MeasureError, quoted
from ...explain import Formula, HierarchyPicture, Step, number
from ...measures import Measure, MeasureSpec, Result
from ...measures.base import Value, empty_side_notes
from ...model.case import Case
from .asking import Asker, MeasureLimits, Stopped

Origin = Literal["file", "entry point"]
_Key = tuple[str, str, str, str, MeasureLimits]  # origin, place, content, name

_ANY = Case.of([], ["A"], [], ["A"])  # where a question is about no case


# Measures are values, and processes are not: the process of a measure is found by what the measure is.
_ASKERS: dict[_Key, Asker] = {}
_LOCK = threading.Lock()


@dataclass(frozen=True)
class Failure:
    """A case on which a measure gave no value that can be used, and what happened.

    final: whether it will not be asked again, since its process was ended or its time is used up.
    blamed: whether it is the case that did it, and not merely the one at which the time for all was used up.
    """

    case: Case
    sentence: str
    final: bool = False
    blamed: bool = True


@dataclass(frozen=True)
class ForeignMeasure(Measure):
    """A measure in a file or an installed package, asked in a process of its own.

    Where it fails, its result has no value, and a `Failure` as its witness.
    name: what it is called there.  stamp: which content of the file it is of, so that a file that was
    saved again gives another measure.  content: that content, which stays what runs whatever is saved.
    assumed: sentences on the direction and the bounds that it leaves to be assumed.
    """

    name: str
    spec: MeasureSpec  # type: ignore[misc]  # of this one, not of its class
    origin: Origin
    where: str
    stamp: str = ""
    least_most: tuple[Value, Value] | None = (0.0, 1.0)  # None: it says so itself, case by case
    assumed: str = ""
    limits: MeasureLimits = field(default=MeasureLimits(), repr=False)
    content: bytes = field(default=b"", repr=False, compare=False)

    def __str__(self) -> str:
        return self.name

    @property
    def text(self) -> str:
        """The words by which a command finds it again."""
        return f"{self.where}:{self.name}" if self.origin == "file" else self.where

    @property
    def content_key(self) -> str:
        """Key that changes with its code."""
        return f"{self.origin} {self.name} {self.stamp}"

    @property
    def asker(self) -> Asker:
        """The process that asks it; equal measures share one."""
        key = (self.origin, self.where, self.stamp, self.name, self.limits)
        with _LOCK:
            if key not in _ASKERS:
                _ASKERS[key] = Asker(self.origin, self.where, self.content, self.limits)
            return _ASKERS[key]

    def renew(self) -> None:
        """Give it its whole time again, as a new piece of work begins."""
        self.asker.renew()

    def close(self) -> None:
        """End its process; it is started again when it is next asked."""
        self.asker.close()

    def bounds(self, case: Case) -> tuple[Value, Value]:
        try:
            return self.bounds_told(case)
        except MeasureError:
            return (None, None)

    def bounds_told(self, case: Case) -> tuple[Value, Value]:
        """The bounds of a case; a MeasureError says why they cannot be used."""
        if self.least_most is not None:
            return self.least_most
        try:
            reply = self.asker.ask("bounds", self.name, case)
        except Stopped as why:
            raise MeasureError(str(why)) from None
        if "error" in reply:
            raise MeasureError(_why(reply))
        least, most = reply["bounds"]
        return least, most

    def evaluate(self, case: Case) -> Result:
        try:
            reply = self.asker.ask("evaluate", self.name, case)
        except Stopped as why:
            return self._failed(case, str(why), final=True, blamed=why.blamed)
        if "error" in reply:
            return self._failed(case, _why(reply))
        value, parts, notes = (reply[key] for key in ("value", "parts", "notes"))
        if value is not None and not math.isfinite(value):
            return self._failed(case, f"the value is {value}; where a measure is undefined it gives None")
        if not all(part is None or math.isfinite(part) for part in parts.values()):
            return self._failed(case, "a part of its value is no number that can be used")
        all_notes = (*empty_side_notes(case), *(on_one_line(note) for note in notes))
        if value is None and not notes:
            all_notes = (*all_notes, f"Undefined: {self.name} gave None.")
        return Result(str(self), None if value is None else float(value), parts, None, all_notes)

    def _failed(self, case: Case, why: str, final: bool = False, blamed: bool = True) -> Result:
        failure = Failure(case, why, final, blamed)
        return Result(str(self), None, {}, failure, (f"{self.name} failed on this case: {why}.",))

    def lacking(self) -> tuple[str, ...]:
        """Sentences of `check_measure` about it, in its own process."""
        try:
            reply = self.asker.ask("check", self.name, _ANY)
        except Stopped as why:
            return (f"{why}",)
        return tuple(reply.get("lacking", ())) if "error" not in reply else (reply["error"],)

    def view(self, case: Case, result: Result, name: str) -> Step:
        text = result.notes[-1] if result.value is None else f"{self.spec.title}. Computed in {self.where}."
        formula = Formula(self.symbol(), (), number(result.value))
        return Step(name, (text,), (HierarchyPicture(("The case",)),), formula)


def on_one_line(text: Any, limit: int = 500) -> str:
    """Text that a process wrote, on one line and cut to `limit` characters, so that it fits in a sentence."""
    return quoted(text, limit)[1:-1]


def _why(reply: dict[str, Any]) -> str:
    """Reason for a failure, as the process told it."""
    text = on_one_line(reply["error"], 2000)
    return f"it raised {text}" if reply["raised"] else text


def close_where(chosen: Callable[[_Key], bool]) -> None:
    """End the processes of those measures whose origin, place, content, name and limits are chosen."""
    with _LOCK:
        askers = [_ASKERS.pop(key) for key in list(_ASKERS) if chosen(key)]
    for asker in askers:
        asker.close()


def close_all() -> None:
    """End the processes of all foreign measures."""
    close_where(lambda key: True)
