"""A measure without code: a formula over named quantities of a case; parameters that are texts."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Literal

from ...errors import MeasureError, quoted
from ...explain import Formula as Shown
from ...explain import HierarchyPicture, Num, Row, Step, number
from ...measures import Measure, MeasureSpec, Result
from ...measures.base import Param, Value, empty_side_notes
from ...model.case import Case
from .. import FAMILY
from ..expression import Expression, Number, Undefined, read_expression
from .quantities import NAMES, QUANTITIES


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


def full_text(measure: Measure) -> str:
    """A measure's text with its formulas in full: other texts of measures are short, and are cut where they are not."""
    texts = {name: p.default for name, p in measure.params().items() if isinstance(p, TextParam)}
    changed = {name: getattr(measure, name) for name in texts if getattr(measure, name) != texts[name]}
    arguments = [f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in changed.items()]
    name, bracket, rest = Measure.__str__(replace(measure, **texts)).partition("(")  # type: ignore[type-var]  # each is a dataclass
    arguments += [rest[:-1]] if bracket else []
    return f"{name}({', '.join(arguments)})" if arguments else name


@dataclass(frozen=True)
class FormulaMeasure(Measure):
    """A measure given by a formula over the quantities of a case, such as 2 * both / (P + T).

    Formula: `expression`. Range: `least` to `most`; higher is better unless `best` says "lowest". Undefined,
    with a note, where it divides by 0 or names something that the case does not have. Source: whoever typed it.

    >>> from hierview import Case
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> FormulaMeasure("2 * both_ancestors / (P_ancestors + T_ancestors)").evaluate(case).value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Formula",
        "A formula of one's own",
        FAMILY,
        "higher",
        "typed here",
        question="What does the formula give?",
        how=("Quantities of the case are put into a formula.",),
    )

    expression: str = text_param("2 * both / (P + T)", "What is computed.", "Formula", NAMES)
    best: str = choice_param("highest", "Which value is best.", "Best", ("highest", "lowest"))
    least: Fraction | None = number_param(0, "The least value possible.", "At least")
    most: Fraction | None = number_param(1, "The greatest value possible.", "At most")
    name: str = text_param("my_F", "What it is called.", "Name")

    def __str__(self) -> str:
        return full_text(self)

    @property
    def read(self) -> Expression:
        """The formula, parsed."""
        return read_expression(self.expression, NAMES)

    def label(self) -> str:
        return self.name

    def title(self) -> str:
        return self.expression

    def better(self) -> Literal["higher", "lower"]:
        return "higher" if self.best == "highest" else "lower"

    def symbol(self) -> Row:
        return (self.name,)

    def symbols(self) -> Row:
        return (self.expression,)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        least, most = (None if bound is None else float(bound) for bound in (self.least, self.most))
        return (least, most)

    def evaluate(self, case: Case) -> Result:
        notes = list(empty_side_notes(case))
        values: dict[str, Number] = {}
        missing = []
        for name in self.read.names:
            value = QUANTITIES[name].value(case)
            if value is None:
                missing.append(name)
            else:
                values[name] = Fraction(value)
        parts = {name: as_part(value) for name, value in values.items()}
        if missing:
            notes.append(f"Undefined: {', '.join(missing)} is not defined here.")
            return Result(str(self), None, parts, None, tuple(notes))
        try:
            exact = self.read.value(values)
        except Undefined as why:
            notes.append(f"Undefined: {why}.")
            return Result(str(self), None, parts, None, tuple(notes))
        return Result(str(self), float(exact), parts, None, tuple(notes))

    def view(self, case: Case, result: Result, name: str) -> Step:
        filled: list[Any] = []
        for i, piece in enumerate(self.read.pieces):
            if i % 2 and piece in result.parts:
                filled.append(Num(number(result.parts[piece]), QUANTITIES[piece].classes(case)))
            elif piece:
                filled.append(piece)
        text: tuple[Any, ...] = (result.notes[-1],) if result.value is None else (self._in_words(result),)
        return Step(
            name,
            text,
            (HierarchyPicture(("The case",)),),
            Shown(self.symbol(), (self.symbols(), tuple(filled)), number(result.value)),
        )

    def _in_words(self, result: Result) -> str:
        sentences = [f"{name} = {number(value)}, {QUANTITIES[name].text}" for name, value in result.parts.items()]
        return "; ".join(sentences) + "." if sentences else "The formula names no quantity of the case."


def as_part(value: Number) -> float | int:
    """A number as it stands in a result's parts."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else float(value)
