"""Rules for a measure that is a function of hierarchy, true and predicted classes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..measures import Result
from ..measures.functions import FunctionMeasure
from ..model.case import Case


@dataclass(frozen=True)
class UncheckedFunctionMeasure(FunctionMeasure):
    """A function as a measure whose value is what the function gives, whatever that is."""

    def evaluate(self, case: Case) -> Result:
        value = self.function(case.hierarchy, case.true, case.predicted)
        return Result(str(self), value, notes=(f"{self} gave {value}.",))


def argument_faults(function: Callable[..., Any]) -> Iterator[str]:
    """The sentence that a function does not take what a measure is given, if so."""
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        yield f"{function.__name__} must take three arguments: the hierarchy, the true classes, the predicted classes"


def function_declaration_faults(function: Callable[..., Any]) -> Iterator[str]:
    """Sentences on what is missing in what a function says of itself."""
    if not inspect.getdoc(function):
        yield f"{function.__name__} has no docstring; its first line becomes the title"
    yield from assumption_notes(function)


def assumption_notes(function: Callable[..., Any]) -> Iterator[str]:
    """Sentences on the direction and the bounds that a function leaves to be assumed, and how it says its own."""
    name = function.__name__
    if not hasattr(function, "better"):
        yield f'{name}.better is not set, and higher is assumed to be better; write {name}.better = "lower" or "higher"'
    if not hasattr(function, "bounds"):
        yield f"{name}.bounds is not set, and 0 to 1 is assumed; write {name}.bounds = (0, 1), or None for an open end"
