"""Parameters of measures and rules: their names, the values that a control takes, and what these set."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from ...explain import number
from ...languages import _
from ...measures import Measure, Param
from ...measures.base import WithParameters
from ...model.case import Case

D = TypeVar("D", bound=WithParameters)


def label_of(parameter: Param) -> str:
    """The name of a parameter, and its symbol."""
    return _(parameter.label) + (f", {parameter.symbol}" if parameter.symbol else "")


def least_of(parameter: Param) -> float | None:
    """The least number that its control takes, where there is one."""
    if parameter.at_least is not None:
        return float(parameter.at_least)
    return float(parameter.above) + 0.0001 if parameter.above is not None else None


def value_of(value: Any, parameter: Param) -> Any:
    """The value of a parameter that a control's value stands for."""
    if parameter.kind == "number" and value is not None:
        return Fraction(str(value))
    if parameter.kind == "bound" and isinstance(value, str):
        text = value.strip()
        word = next((word for word in parameter.words if word.casefold() == text.casefold()), text)
        return int(text) if text.isdecimal() and len(text) < 7 else word
    return value


def with_value(measure: D, name: str, value: Any) -> D:
    """The measure or rule with another value of a parameter; a HierviewError for one that it does not take."""
    return replace(measure, **{name: value})  # type: ignore[type-var]


def option_word(value: Any) -> str:
    """An option as people read it."""
    return _("undefined") if value is None else str(value)


def settings_summary(case: Case, measure: Measure) -> str:
    """The settings in a few words, for a folded panel."""
    words = []
    offered = measure.offered(case)
    for name, parameter in measure.params().items():
        if name not in offered:
            continue
        value = getattr(measure, name)
        if parameter.kind == "choice":
            words.append(f"{_(parameter.label)} {option_word(value)}")
        elif parameter.kind != "switch":
            text = _(parameter.none) if value is None else value if isinstance(value, str) else number(value)
            words.append(f"{parameter.symbol or _(parameter.label)} = {text}")
    return ", ".join(words[:3])
