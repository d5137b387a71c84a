"""Parameters of one's own measures that are texts: formulas and names."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..errors import MeasureError, quoted
from ..measures import Measure
from ..measures.base import Param
from .expression import read_expression


@dataclass(frozen=True)
class TextParam(Param):
    """A parameter that is a formula (over `known` names) or a name (`known` empty)."""

    known: tuple[str, ...] = ()

    def check(self, owner: str, name: str, value: Any) -> Any:
        if self.known:
            return read_expression(value, self.known, self.label.lower()).text
        if isinstance(value, str) and value.isidentifier() and len(value) <= 40:
            return value
        raise MeasureError(f"{owner}: {name}={quoted(value)} is not accepted; {self.accepted}")

    def value_in_words(self, value: Any) -> str:
        return str(value)

    @property
    def accepted(self) -> str:
        if self.known:
            return f"a formula over {', '.join(self.known)} is"
        return "a name of letters, digits and _ is, at most 40"


def text_param(default: str, text: str, label: str, known: tuple[str, ...] = ()) -> Any:
    """Field of a measure that is a formula over known names, or a name where none are known."""
    # "text" is no kind of a registered measure's parameter; the controls leave it out, it has a field of its own.
    param = TextParam("text", default, text, label, known=known)  # type: ignore[arg-type]
    return field(default=default, metadata={"param": param})


def number_param(default: int | None, text: str, label: str) -> Any:
    """Field of a measure that is any number, or None for no bound."""
    value = None if default is None else Fraction(default)
    return field(default=value, metadata={"param": Param("number", value, text, label, none="no bound")})


def choice_param(default: str, text: str, label: str, choices: tuple[str, ...]) -> Any:
    """Field of a measure that is one of several words."""
    return field(default=default, metadata={"param": Param("choice", default, text, label, choices=choices)})


def whole_text(measure: Measure) -> str:
    """A measure's text with its formulas in full: other texts of measures are short, and are cut where they are not."""
    texts = {name: p.default for name, p in measure.params().items() if isinstance(p, TextParam)}
    changed = {name: getattr(measure, name) for name in texts if getattr(measure, name) != texts[name]}
    told = [f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in changed.items()]
    name, bracket, rest = Measure.__str__(replace(measure, **texts)).partition("(")  # type: ignore[type-var]  # each is a dataclass
    told += [rest[:-1]] if bracket else []
    return f"{name}({', '.join(told)})" if told else name
