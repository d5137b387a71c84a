"""A measure without code: a formula over named quantities of a case; parameters that are texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Literal

from ..errors import MeasureError, quoted
from ..explain import Formula as Shown
from ..explain import HierarchyPicture, Num, Row, Step, number
from ..measures import Measure, MeasureSpec, Result, param
from ..measures.base import Param, Value, empty_side_notes
from ..measures.lca.graphs import lca_graphs
from ..measures.pairs.graph_induced import Gie, Mgia
from ..measures.sets.augmented import augment
from ..model.case import Case
from . import FAMILY
from .expression import Expression, Undefined, read_expression


@dataclass(frozen=True)
class CaseQuantity:
    """A number of a case that a formula may name."""

    name: str
    """Name of the quantity."""
    text: str
    """The quantity in words."""
    value: Callable[[Case], Fraction | int | None]
    """Gives the number of a case; None where it is undefined."""
    classes: Callable[[Case], frozenset[str]] = lambda case: frozenset()
    """Gives the classes that are counted in it."""


def _count_of(name: str, text: str, classes: Callable[[Case], frozenset[str]]) -> CaseQuantity:
    return CaseQuantity(name, text, lambda case: len(classes(case)), classes)


def _augmented_classes(augmentation: str, side: str) -> Callable[[Case], frozenset[str]]:
    return lambda case: getattr(augment(case, augmentation), side)


def _graph_classes(side: str) -> Callable[[Case], frozenset[str]]:
    def classes(case: Case) -> frozenset[str]:
        graphs = lca_graphs(case, "minimal", True)
        return graphs.true & graphs.predicted if side == "common" else getattr(graphs, side)

    return classes


def _reduced_value(
    numbers: Callable[[Case], list[Fraction]], choose: Callable[[list[Fraction]], Fraction]
) -> Callable[[Case], Fraction | None]:
    """The value that is made of some numbers of a case; None where there are none."""
    return lambda case: choose(some) if (some := numbers(case)) else None


def _distances(case: Case) -> list[Fraction]:
    return [case.hierarchy.distance(p, t) for p in case.predicted for t in case.true]


def _depths(side: str) -> Callable[[Case], list[Fraction]]:
    return lambda case: [Fraction(case.hierarchy.depth(c)) for c in getattr(case, side)]


def _distance_to_nearest(own: str, other: str) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        h, others = case.hierarchy, getattr(case, other)
        if not others:
            return None
        return _sum(min(h.distance(c, o) for o in others) for c in getattr(case, own))

    return value


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _mean(values: list[Fraction]) -> Fraction:
    return _sum(values) / len(values)


def _f_error(measure: Gie | Mgia) -> Callable[[Case], Fraction | None]:
    return lambda case: None if (pairing := measure.solution(case)) is None else pairing.total


_WORDS = {
    "ancestors": "with all their ancestors",
    "tolerant": "with the ancestors that the other side comes near to",
    "descendants": "with all their descendants",
}


def _quantities() -> tuple[CaseQuantity, ...]:
    quantities = [
        _count_of("P", "|P|, the predicted classes", lambda case: case.predicted),
        _count_of("T", "|T|, the true classes", lambda case: case.true),
        _count_of("both", "the classes that are true and predicted", lambda case: case.true & case.predicted),
    ]
    for augmentation, words in _WORDS.items():
        quantities += [
            _count_of(f"P_{augmentation}", f"predicted, {words}", _augmented_classes(augmentation, "predicted")),
            _count_of(f"T_{augmentation}", f"true, {words}", _augmented_classes(augmentation, "true")),
            _count_of(f"both_{augmentation}", f"in both, {words}", _augmented_classes(augmentation, "common")),
        ]
    return (
        *quantities,
        _count_of("P_lca", "the minimal graph of the predicted side", _graph_classes("predicted")),
        _count_of("T_lca", "the minimal graph of the true side", _graph_classes("true")),
        _count_of("both_lca", "in both minimal graphs", _graph_classes("common")),
        CaseQuantity("f_error", "the cheapest pairing, as often as needed, farthest 5, default 5", _f_error(Mgia())),
        CaseQuantity("f_error_once", "the cheapest pairing, each class once, farthest 5, default 5", _f_error(Gie())),
        CaseQuantity("d_min", "the least distance of a predicted and a true class", _reduced_value(_distances, min)),
        CaseQuantity("d_max", "the greatest such distance", _reduced_value(_distances, max)),
        CaseQuantity("d_mean", "the mean of all such distances", _reduced_value(_distances, _mean)),
        CaseQuantity("d_sum", "their sum", _reduced_value(_distances, _sum)),
        CaseQuantity(
            "d_P", "distance to the nearest true class, over the predicted", _distance_to_nearest("predicted", "true")
        ),
        CaseQuantity(
            "d_T", "distance to the nearest predicted class, over the true", _distance_to_nearest("true", "predicted")
        ),
        CaseQuantity("depth_P", "the greatest depth of a predicted class", _reduced_value(_depths("predicted"), max)),
        CaseQuantity("depth_T", "the greatest depth of a true class", _reduced_value(_depths("true"), max)),
        CaseQuantity(
            "mean_depth_P", "the mean depth of the predicted classes", _reduced_value(_depths("predicted"), _mean)
        ),
        CaseQuantity("mean_depth_T", "the mean depth of the true classes", _reduced_value(_depths("true"), _mean)),
        _count_of("classes", "all classes of the hierarchy", lambda case: frozenset(case.hierarchy.classes)),
    )


QUANTITIES: dict[str, CaseQuantity] = {q.name: q for q in _quantities()}
NAMES = tuple(QUANTITIES)


@dataclass(frozen=True)
class TextParam(Param):
    """A parameter that is a formula (over `known` names) or a name (`known` empty)."""

    known: tuple[str, ...] = ()
    """Names that the formula may have; empty for a parameter that is a name."""

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
    parameter = TextParam("text", default, text, label, known=known)  # type: ignore[arg-type]
    return field(default=default, metadata={"param": parameter})


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
    best: str = param("highest", "Which value is best.", label="Best", choices=("highest", "lowest"))
    least: Fraction | None = param(0, "The least value possible.", label="At least", none="no bound")
    most: Fraction | None = param(1, "The greatest value possible.", label="At most", none="no bound")
    name: str = text_param("my_F", "What it is called.", "Name")

    def __str__(self) -> str:
        return full_text(self)

    @property
    def parsed_formula(self) -> Expression:
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
        quantities = {name: QUANTITIES[name].value(case) for name in self.parsed_formula.names}
        values = {name: Fraction(value) for name, value in quantities.items() if value is not None}
        parts = {name: int(value) if value.denominator == 1 else float(value) for name, value in values.items()}
        notes = empty_side_notes(case)
        try:
            if missing := [name for name in quantities if name not in values]:
                raise Undefined(f"{', '.join(missing)} is not defined here")
            return Result(str(self), float(self.parsed_formula.value(values)), parts, None, notes)
        except Undefined as why:
            return Result(str(self), None, parts, None, (*notes, f"Undefined: {why}."))

    def view(self, case: Case, result: Result, name: str) -> Step:
        filled: list[Any] = []
        for i, piece in enumerate(self.parsed_formula.pieces):
            if i % 2 and piece in result.parts:
                filled.append(Num(number(result.parts[piece]), QUANTITIES[piece].classes(case)))
            elif piece:
                filled.append(piece)
        text = result.notes[-1] if result.value is None else self._in_words(result)
        formula = Shown(self.symbol(), (self.symbols(), tuple(filled)), number(result.value))
        return Step(name, (text,), (HierarchyPicture(("The case",)),), formula)

    def _in_words(self, result: Result) -> str:
        sentences = [f"{name} = {number(value)}, {QUANTITIES[name].text}" for name, value in result.parts.items()]
        return "; ".join(sentences) + "." if sentences else "The formula names no quantity of the case."
