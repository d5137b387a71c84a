"""Functions of a hierarchy, the true and the predicted classes, as measures."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal

from ..errors import MeasureError, quoted
from ..model.case import Case
from .base import Measure, MeasureSpec, Result, Value, empty_side_notes


@dataclass(frozen=True)
class FunctionMeasure(Measure):
    """A measure that asks a function `f(hierarchy, true, predicted)` for a number, or None where it is undefined.

    Its title is the first line of the docstring; `f.better` ("higher" or "lower") and `f.bounds` say more of it.
    """

    function: Callable[..., Any]
    """The function `f(hierarchy, true, predicted)`."""
    spec: MeasureSpec  # type: ignore[misc]  # of this one, not of its class
    """Description of the measure, as it is made from the function."""

    @classmethod
    def of(cls, function: Callable[..., Any]) -> FunctionMeasure:
        """The measure of a function. Raises MeasureError unless `better` is a direction and `bounds` are two ends."""
        name = str(getattr(function, "__name__", type(function).__name__))
        title = (inspect.getdoc(function) or name).partition("\n")[0].rstrip(".")
        better: Literal["higher", "lower"] = getattr(function, "better", "higher")
        if better not in ("higher", "lower"):
            raise MeasureError(f'{name}.better is {quoted(better)}; "higher" or "lower" is accepted')
        ends = getattr(function, "bounds", (None, None))
        if not isinstance(ends, tuple | list) or [isinstance(end, Real | None) for end in ends] != [True, True]:
            expected = "the least and the most are expected, each a number or None"
            raise MeasureError(f"{name}.bounds is {quoted(ends)}; {expected}")
        return cls(function, MeasureSpec(name, title, "Mine", better, name))

    def bounds(self, case: Case) -> tuple[Value, Value]:
        least, most = getattr(self.function, "bounds", (0.0, 1.0))
        return least, most

    def evaluate(self, case: Case) -> Result:
        """The function's number on a case; what it raises is passed on. Raises MeasureError where it gives none."""
        answer = self.function(case.hierarchy, case.true, case.predicted)
        try:
            value = None if answer is None else float(answer)
        except (TypeError, ValueError):
            value = math.nan
        if value is not None and not math.isfinite(value):
            raise MeasureError(
                f"{self} gave {quoted(answer)}; a finite number is accepted, and None where it is undefined"
            )
        return Result(str(self), value, {}, None, empty_side_notes(case))
