"""Measures without code: a formula over named quantities, and a flow with bounds and costs of one's own."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Literal

from ..errors import MeasureError, quoted, suggestion
from ..explain import Formula as Shown
from ..explain import Frac, HierarchyPicture, Num, Row, Step, Symbol, number
from ..measures import Measure, MeasureSpec, Result, param, parse_measure
from ..measures.base import Param, Value, empty_side_notes
from ..measures.lca.graphs import lca_graphs
from ..measures.pairs.flow import Pairing, Problem
from ..measures.pairs.pairing import Flow, Gie, Mgia
from ..measures.sets.augmented import AUGMENTATIONS, augment
from ..model.case import Case
from .expression import Expression, Number, Undefined, read_expression

FAMILY = "Mine"


# Quantities


@dataclass(frozen=True)
class Quantity:
    """A number of a case that a formula may name. value: None where undefined.  classes: those counted in it."""

    name: str
    text: str
    value: Callable[[Case], Fraction | int | None]
    classes: Callable[[Case], frozenset[str]] = lambda case: frozenset()


def _counted(name: str, text: str, classes: Callable[[Case], frozenset[str]]) -> Quantity:
    return Quantity(name, text, lambda case: len(classes(case)), classes)


def _augmented(augmentation: str, side: str) -> Callable[[Case], frozenset[str]]:
    def classes(case: Case) -> frozenset[str]:
        return getattr(augment(case, augmentation), side)

    return classes


def _in_graph(side: str) -> Callable[[Case], frozenset[str]]:
    def classes(case: Case) -> frozenset[str]:
        graphs = lca_graphs(case, "minimal", True)
        return graphs.true & graphs.predicted if side == "common" else getattr(graphs, side)

    return classes


def _over_pairs(choose: Callable[[list[Fraction]], Fraction]) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        h = case.hierarchy
        found = [h.distance(p, t) for p in case.predicted for t in case.true]
        return choose(found) if found else None

    return value


def _to_nearest(own: str, other: str) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        h, others = case.hierarchy, getattr(case, other)
        if not others:
            return None
        return sum((min(h.distance(c, o) for o in others) for c in getattr(case, own)), Fraction(0))

    return value


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _depths(side: str, choose: Callable[[list[Fraction]], Fraction]) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        found = [Fraction(case.hierarchy.depth(c)) for c in getattr(case, side)]
        return choose(found) if found else None

    return value


def _f_error(measure: Gie | Mgia) -> Callable[[Case], Fraction | None]:
    def value(case: Case) -> Fraction | None:
        pairing = measure.solution(case)
        return None if pairing is None else pairing.total

    return value


_WORDS = {
    "ancestors": "with all their ancestors",
    "tolerant": "with the ancestors that the other side comes near to",
    "descendants": "with all their descendants",
}


def _quantities() -> tuple[Quantity, ...]:
    found = [
        _counted("P", "|P|, the predicted classes", lambda case: case.predicted),
        _counted("T", "|T|, the true classes", lambda case: case.true),
        _counted("both", "the classes that are true and predicted", lambda case: case.true & case.predicted),
    ]
    for augmentation in AUGMENTATIONS:
        if augmentation in _WORDS:
            words = _WORDS[augmentation]
            found += [
                _counted(f"P_{augmentation}", f"predicted, {words}", _augmented(augmentation, "predicted")),
                _counted(f"T_{augmentation}", f"true, {words}", _augmented(augmentation, "true")),
                _counted(f"both_{augmentation}", f"in both, {words}", _augmented(augmentation, "common")),
            ]
    return (
        *found,
        _counted("P_lca", "the minimal graph of the predicted side", _in_graph("predicted")),
        _counted("T_lca", "the minimal graph of the true side", _in_graph("true")),
        _counted("both_lca", "in both minimal graphs", _in_graph("common")),
        Quantity("f_error", "the cheapest pairing, as often as needed, farthest 5, default 5", _f_error(Mgia())),
        Quantity("f_error_once", "the cheapest pairing, each class once, farthest 5, default 5", _f_error(Gie())),
        Quantity("d_min", "the least distance of a predicted and a true class", _over_pairs(min)),
        Quantity("d_max", "the greatest such distance", _over_pairs(max)),
        Quantity("d_mean", "the mean of all such distances", _over_pairs(_mean)),
        Quantity("d_sum", "their sum", _over_pairs(lambda values: sum(values, Fraction(0)))),
        Quantity("d_P", "distance to the nearest true class, over the predicted", _to_nearest("predicted", "true")),
        Quantity("d_T", "distance to the nearest predicted class, over the true", _to_nearest("true", "predicted")),
        Quantity("depth_P", "the greatest depth of a predicted class", _depths("predicted", max)),
        Quantity("depth_T", "the greatest depth of a true class", _depths("true", max)),
        Quantity("mean_depth_P", "the mean depth of the predicted classes", _depths("predicted", _mean)),
        Quantity("mean_depth_T", "the mean depth of the true classes", _depths("true", _mean)),
        _counted("classes", "all classes of the hierarchy", lambda case: frozenset(case.hierarchy.classes)),
    )


QUANTITIES: dict[str, Quantity] = {q.name: q for q in _quantities()}
NAMES = tuple(QUANTITIES)


# Parameters that are texts


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

    def told(self, value: Any) -> str:
        return str(value)

    @property
    def accepted(self) -> str:
        if self.known:
            return f"a formula over {', '.join(self.known)} is"
        return "a name of letters, digits and _ is, at most 40"


def _text(default: str, text: str, label: str, known: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"param": TextParam("text", default, text, label, known=known)})  # type: ignore[arg-type]


def _number(default: int | None, text: str, label: str) -> Any:
    value = None if default is None else Fraction(default)
    return field(default=value, metadata={"param": Param("number", value, text, label, none="no bound")})


def _choice(default: str, text: str, label: str, choices: tuple[str, ...]) -> Any:
    return field(default=default, metadata={"param": Param("choice", default, text, label, choices=choices)})


def _whole_text(measure: Measure) -> str:
    """A measure's text with its formulas in full: other texts of measures are short, and are cut where they are not."""
    texts = {name: p.default for name, p in measure.params().items() if isinstance(p, TextParam)}
    changed = {name: getattr(measure, name) for name in texts if getattr(measure, name) != texts[name]}
    told = [f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in changed.items()]
    name, bracket, rest = Measure.__str__(replace(measure, **texts)).partition("(")  # type: ignore[type-var]
    told += [rest[:-1]] if bracket else []
    return f"{name}({', '.join(told)})" if told else name


def exact(value: Number) -> float | int:
    """A number as it stands in a result's parts."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else float(value)


# A formula


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

    expression: str = _text("2 * both / (P + T)", "What is computed.", "Formula", NAMES)
    best: str = _choice("highest", "Which value is best.", "Best", ("highest", "lowest"))
    least: Fraction | None = _number(0, "The least value possible.", "At least")
    most: Fraction | None = _number(1, "The greatest value possible.", "At most")
    name: str = _text("my_F", "What it is called.", "Name")

    def __str__(self) -> str:
        return _whole_text(self)

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
        parts = {name: exact(value) for name, value in values.items()}
        if missing:
            notes.append(f"Undefined: {', '.join(missing)} is not defined here.")
            return Result(str(self), None, parts, None, tuple(notes))
        try:
            found = self.read.value(values)
        except Undefined as why:
            notes.append(f"Undefined: {why}.")
            return Result(str(self), None, parts, None, tuple(notes))
        return Result(str(self), float(found), parts, None, tuple(notes))

    def view(self, case: Case, result: Result, name: str) -> Step:
        filled: list[Any] = []
        for i, piece in enumerate(self.read.pieces):
            if i % 2 and piece in result.parts:
                filled.append(Num(number(result.parts[piece]), QUANTITIES[piece].classes(case)))
            elif piece:
                filled.append(piece)
        text: tuple[Any, ...] = (result.notes[-1],) if result.value is None else (self._told(result),)
        return Step(
            name,
            text,
            (HierarchyPicture(("The case",)),),
            Shown(self.symbol(), (self.symbols(), tuple(filled)), number(result.value)),
        )

    def _told(self, result: Result) -> str:
        told = [f"{name} = {number(value)}, {QUANTITIES[name].text}" for name, value in result.parts.items()]
        return "; ".join(told) + "." if told else "The formula names no quantity of the case."


# A flow


@lru_cache(maxsize=4096)
def cost_at(formula: str, distance: Fraction) -> Fraction:
    """Cost of a pair at this distance; Undefined where the formula gives none."""
    found = read_expression(formula, ("d",), "cost").value({"d": distance})
    if found < 0:
        raise Undefined(f"a pair at distance {number(distance)} would cost {number(found)}, less than 0")
    return Fraction(str(found)) if isinstance(found, float) else found


@dataclass(frozen=True)
class OwnFlow(Flow):
    """Problem 1 with bounds, default costs and a cost of a distance of one's own.

    Formula: f_error of Problem 1, where a pair at distance d costs `cost`, a formula in d such as d²; a
    predicted class without a partner pays `default_cost`, a true one `missing_cost`. `scaled` sets it
    against the cost of sending every class that one side marks alone to the default, as MGIA does:
    1 − f_error / worst, 1 where both sets are equal. Solved exactly. Range: 0 and up, lower is better;
    scaled at most 1, higher is better. Undefined where the bounds cannot be met or a cost is below 0.
    Source: K15 §2.3, Problem 1, with costs of one's own.

    >>> from hierview import Case
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> OwnFlow(cost="d²").evaluate(case).value
    4.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "OwnFlow",
        "Pairs within your own bounds, at your own costs",
        FAMILY,
        "lower",
        "K15 §2.3, Problem 1",
        question="What does pairing cost within bounds and at costs of your own?",
        how=Flow.spec.how,
    )
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "GIE, squared distances": {"cost": "d²"},
        "MGIA, squared distances": {"beta_p": "N", "beta_t": "M", "cost": "d²", "scaled": True},
    }

    cost: str = _text("d", "What a pair at distance d costs.", "Cost", ("d",))
    missing_cost: Fraction | None = param(
        None,
        "What a true class pays that is paired with nothing.",
        label="Default cost, true",
        none="the same as for predicted",
        at_least=0,
    )
    scaled: bool = param(False, "Whether it is set against the worst possible, as MGIA is.", label="As a share")
    name: str = _text("my_flow", "What it is called.", "Name")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scaled and (not self.default_cost or self.missing == 0):
            raise MeasureError(
                f"{self.spec.name}: scaled=True sets the cost against the default costs; give default costs above 0"
            )

    def __str__(self) -> str:
        return _whole_text(self)

    @property
    def missing(self) -> Fraction | None:
        """Cost of a true class without a partner."""
        return self.default_cost if self.missing_cost is None else self.missing_cost

    def label(self) -> str:
        return self.name

    def better(self) -> Literal["higher", "lower"]:
        return "higher" if self.scaled else "lower"

    def unit(self) -> str:
        return "" if self.scaled else "cost"

    def symbol(self) -> Row:
        return (self.name,)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        if not self.scaled:
            return (0.0, None)
        # At the defaults everyone pays once; a class in both sets must pair with itself for nothing.
        once = all(bound in (0, 1) for bound in (self.alpha_p, self.alpha_t))
        try:
            free = cost_at(self.cost, Fraction(0)) == 0
        except Undefined:
            free = False
        return (0.0 if once and free else None, 1.0)

    def problem(self, case: Case) -> Problem:
        """The problem of the same bounds with this one's costs; Undefined where the formula gives no cost."""
        plain = super().problem(case)
        costs = []
        for p, t, cost in plain.costs:
            if p is not None and t is not None:
                cost = cost_at(self.cost, cost)
            elif p is None and self.missing is not None:
                cost = self.missing
            costs.append((p, t, cost))
        return Problem(plain.predicted, plain.true, tuple(costs), plain.bounds)

    def evaluate(self, case: Case) -> Result:
        try:
            return super().evaluate(case)
        except Undefined as why:
            return Result(str(self), None, notes=(*empty_side_notes(case), f"Undefined: {why}."))

    def worst(self, case: Case) -> Fraction:
        """Cost of sending every class that one side marks alone to the default."""
        default, missing = self.default_cost or Fraction(0), self.missing or Fraction(0)
        return len(case.predicted - case.true) * default + len(case.true - case.predicted) * missing

    def score(self, case: Case, pairing: Pairing) -> Fraction:
        """The value of a pairing: its cost, or one less its share of the worst."""
        if not self.scaled:
            return pairing.total
        worst = self.worst(case)
        return 1 - pairing.total / worst if worst else Fraction(1)

    def formula(self, case: Case, result: Result) -> Shown:
        """The formula with this case's numbers."""
        plain = super().formula(case, result)
        worst = self.worst(case)
        if not self.scaled or not worst:
            return plain
        total = (Num(number(result.witness.total), counts=False),)
        bottom = (Num(number(worst), case.true ^ case.predicted, counts=False),)
        return Shown(plain.left, (self.symbols(), ("1", "−", Frac(total, bottom))), plain.value)

    def symbols(self) -> Row:
        error: Row = (Symbol("f", "error"),)
        return ("1", "−", Frac(error, ("worst",))) if self.scaled else error


# Texts


OWN: Mapping[str, type[Measure]] = {"Formula": FormulaMeasure, "OwnFlow": OwnFlow}
LONGEST_TEXT = 1500


def read_measure(text: str, mine: Iterable[Measure] = ()) -> Measure:
    """The measure that a text names: one of `mine`, a formula, an own flow, or a registered measure.

    `read_measure(str(measure)) == measure`. Read as syntax, never run.

    >>> read_measure('Formula("both / P", name="precision")').label()
    'precision'
    """
    for measure in mine:
        if str(measure) == text:
            return measure
    head = text.strip().partition("(")[0].strip() if isinstance(text, str) else ""
    cls = OWN.get(head)
    if cls is None:
        return parse_measure(text)
    if len(text) > LONGEST_TEXT:
        raise MeasureError(f"{head}: the text has {len(text):,} characters; at most {LONGEST_TEXT:,} are accepted")
    known = list(cls.params())
    given: dict[str, Any] = {}
    try:
        call = ast.parse(text.strip(), mode="eval").body
        if isinstance(call, ast.Call):
            named = [(first, node) for first, node in zip(known, call.args, strict=False)]
            for name, node in [*named, *((str(keyword.arg), keyword.value) for keyword in call.keywords)]:
                if name in given:
                    raise MeasureError(f"{head}: {name} is given twice; give it once")
                given[name] = _literal(node)
    except MeasureError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise MeasureError(f"measure {quoted(text)} cannot be read; write it as in {head}({known[0]}=…)") from None
    for name in given:
        if name not in known:
            raise MeasureError(
                f"{head} has no parameter {quoted(name)}{suggestion(name, known)}; it has {', '.join(known)}"
            )
    return cls(**given)


def _literal(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant):
        value = node.value
        return Fraction(repr(value)) if isinstance(value, float) else value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_literal(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        top, bottom = _literal(node.left), _literal(node.right)
        if isinstance(top, int | Fraction) and isinstance(bottom, int | Fraction) and bottom:
            return Fraction(top) / Fraction(bottom)
    raise ValueError("not a plain value")
