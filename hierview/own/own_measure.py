"""Measures without code: a flow with bounds and costs of one's own; this and a formula by their texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Literal

from ..errors import MeasureError
from ..explain import Formula as Shown
from ..explain import Frac, Num, Row, Symbol, number
from ..measures import Measure, MeasureSpec, Result, param, parse_measure
from ..measures.base import Value, empty_side_notes
from ..measures.pairs.flow import Pairing, Problem
from ..measures.pairs.sums import Flow
from ..measures.registry import parse_named
from ..model.case import Case
from . import FAMILY
from .expression import Undefined, read_expression
from .foreign import ForeignMeasure
from .formula import FormulaMeasure, full_text, text_param


@lru_cache(maxsize=4096)
def pair_cost_at(formula: str, distance: Fraction) -> Fraction:
    """Cost of a pair at this distance; raises Undefined where the formula gives none, or one below 0."""
    cost = read_expression(formula, ("d",), "cost").value({"d": distance})
    if cost < 0:
        raise Undefined(f"a pair at distance {number(distance)} would cost {number(cost)}, less than 0")
    return Fraction(str(cost)) if isinstance(cost, float) else cost


@dataclass(frozen=True)
class OwnFlow(Flow):
    """Problem 1 with bounds, default costs and a cost of a distance of one's own.

    Formula: f_error of Problem 1, where a pair at distance d costs `cost`, a formula in d such as d²; a
    predicted class without a partner pays `default_cost`, a true one `missing_cost`. `scaled` sets it
    against the cost of sending every class that one side marks alone to the default, as MGIA does:
    1 − f_error / worst, 1 where both sets are equal. Solved exactly. Range: 0 and up, lower is better;
    scaled at most 1, higher is better. Undefined where the bounds cannot be met or a cost is below 0.
    Source: K15 §2.3, Problem 1, with costs of one's own.

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

    cost: str = text_param("d", "What a pair at distance d costs.", "Cost", ("d",))
    missing_cost: Fraction | None = param(
        None,
        "What a true class pays that is paired with nothing.",
        label="Default cost, true",
        none="the same as for predicted",
        at_least=0,
    )
    scaled: bool = param(False, "Whether it is set against the worst possible, as MGIA is.", label="As a share")
    name: str = text_param("my_flow", "What it is called.", "Name")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scaled and (not self.default_cost or self.missing == 0):
            raise MeasureError(
                f"{self.spec.name}: scaled=True sets the cost against the default costs; give default costs above 0"
            )

    def __str__(self) -> str:
        return full_text(self)

    @property
    def missing(self) -> Fraction | None:
        """Cost of a true class without a partner; None where none may stay alone."""
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
            free = pair_cost_at(self.cost, Fraction(0)) == 0
        except Undefined:
            free = False
        return (0.0 if once and free else None, 1.0)

    def problem(self, case: Case) -> Problem:
        """The problem of the same bounds with this one's costs; Undefined where the formula gives no cost."""
        plain = super().problem(case)
        costs = []
        for p, t, cost in plain.costs:
            if p is not None and t is not None:
                cost = pair_cost_at(self.cost, cost)
            elif p is None and self.missing is not None:
                cost = self.missing
            costs.append((p, t, cost))
        return Problem(plain.predicted, plain.true, tuple(costs), plain.bounds)

    def evaluate(self, case: Case) -> Result:
        try:
            return super().evaluate(case)
        except Undefined as why:
            return Result(str(self), None, notes=(*empty_side_notes(case), f"Undefined: {why}."))

    def worst_cost(self, case: Case) -> Fraction:
        """Cost of sending every class that one side marks alone to the default."""
        default, missing = self.default_cost or Fraction(0), self.missing or Fraction(0)
        return len(case.predicted - case.true) * default + len(case.true - case.predicted) * missing

    def score(self, case: Case, pairing: Pairing) -> Fraction:
        """Cost of a pairing; if `scaled`, one less its share of the worst, and 1 where both sets are equal."""
        if not self.scaled:
            return pairing.total
        worst = self.worst_cost(case)
        return 1 - pairing.total / worst if worst else Fraction(1)

    def formula(self, case: Case, result: Result) -> Shown:
        """The formula with this case's numbers."""
        plain = super().formula(case, result)
        worst = self.worst_cost(case)
        if not self.scaled or not worst:
            return plain
        total = (Num(number(result.witness.total), counts=False),)
        bottom = (Num(number(worst), case.true ^ case.predicted, counts=False),)
        return Shown(plain.left, (self.symbols(), ("1", "−", Frac(total, bottom))), plain.value)

    def symbols(self) -> Row:
        error: Row = (Symbol("f", "error"),)
        return ("1", "−", Frac(error, ("worst",))) if self.scaled else error


OWN: Mapping[str, type[Measure]] = {"Formula": FormulaMeasure, "OwnFlow": OwnFlow}
LONGEST_TEXT = 1500


def read_measure(text: str, own_measures: Iterable[Measure] = ()) -> Measure:
    """The measure that a text names: one of `own_measures`, a formula, an own flow, or a registered measure.

    `read_measure(str(measure)) == measure`. Read as syntax, never run.

    >>> read_measure('Formula("both / P", name="precision")').label()
    'precision'
    """
    for measure in own_measures:
        if str(measure) == text:
            return measure
    head = text.strip().partition("(")[0].strip() if isinstance(text, str) else ""
    if head not in OWN:
        return parse_measure(text)
    first = next(iter(OWN[head].params()))
    return parse_named(text, OWN, "measure", f"{head}({first}=…)", LONGEST_TEXT, unnamed=True)


def is_own(measure: Measure) -> bool:
    """Whether no other page knows the measure."""
    return isinstance(measure, FormulaMeasure | OwnFlow | ForeignMeasure)
