"""Rules for a measure that is a function of hierarchy, true and predicted classes."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import quoted
from ..model.case import Case
from .answered import error_text, value_faults


def taking(function: Callable[..., Any]) -> Iterator[str]:
    """Whether a function takes what a measure is given."""
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        yield f"{function.__name__} must take three arguments: the hierarchy, the true classes, the predicted classes"


def declaration(function: Callable[..., Any]) -> Iterator[str]:
    """Sentences on what is missing in what a function says of itself."""
    if not inspect.getdoc(function):
        yield f"{function.__name__} has no docstring; its first line becomes the title"
    yield from assumed(function)
    better = getattr(function, "better", "higher")
    if better not in ("higher", "lower"):
        yield f'{function.__name__}.better is {quoted(better)}; "higher" or "lower" is accepted'
    try:
        bounds(function)
    except (TypeError, ValueError):
        expected = "the least and the most are expected, each a number or None"
        yield f"{function.__name__}.bounds is {quoted(getattr(function, 'bounds', None))}; {expected}"


def assumed(function: Callable[..., Any]) -> Iterator[str]:
    """Sentences on the direction and the bounds that a function leaves to be assumed, and how it says its own."""
    name = function.__name__
    if not hasattr(function, "better"):
        yield f'{name}.better is not set, and higher is assumed to be better; write {name}.better = "lower" or "higher"'
    if not hasattr(function, "bounds"):
        yield f"{name}.bounds is not set, and 0 to 1 is assumed; write {name}.bounds = (0, 1), or None for an open end"


def bounds(function: Callable[..., Any]) -> tuple[float | None, float | None]:
    """The bounds that a function declares, else 0 to 1; TypeError or ValueError where they are none."""
    least, most = getattr(function, "bounds", (0.0, 1.0))
    if not all(bound is None or isinstance(bound, int | float) for bound in (least, most)):
        raise TypeError
    return least, most


def answer_faults(function: Callable[..., Any], case: Case) -> Iterator[str]:
    """Sentences on what is wrong with the value of a function on a case."""
    try:
        within = bounds(function)
    except (TypeError, ValueError):
        within = None, None
    try:
        first, second = (function(case.hierarchy, case.true, case.predicted) for _ in range(2))
    except Exception as error:
        yield f"it raises {error_text(error)}"
        return
    yield from value_faults(first, within)
    if first != second and not (isinstance(first, float) and math.isnan(first)):
        yield f"it says {quoted(first)}, then {quoted(second)}; it should not vary"
