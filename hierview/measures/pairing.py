"""Pair-based measures: one optimisation problem (K15 §2.3, Problem 1), solved exactly as a flow.

Every predicted class is paired with true classes, or with the default true class (DT); every true
class with predicted ones, or with the default predicted class (DP). What a measure is, is a matter
of how often a class may be paired. Costs reach the solver as Python integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, ClassVar

import networkx as nx

from ..case import Case
from ..explain import (
    Column,
    Formula,
    Frac,
    HierarchyPicture,
    Link,
    Name,
    Num,
    PairsPicture,
    Row,
    Step,
    Symbol,
    Words,
    number,
)
from ..hierarchy import Hierarchy
from .base import Measure, MeasureSpec, Result, Value, empty_side_notes, param, text_of
from .registry import register

# A pair of a predicted and a true class; None is the default class of that side.
Pair = tuple[str | None, str | None]

# Breaking ties by name needs numbers with a digit for each possible pair; beyond this many pairs the
# solver's own choice is shown.
MOST_ORDERED_PAIRS = 300


def _by_name(pair: Sequence[Any]) -> tuple:
    """The order of pairs: predicted class, then true class, the default last."""
    return (pair[0] is None, pair[0] or "", pair[1] is None, pair[1] or "")


@dataclass(frozen=True)
class Pairing:
    """A solution of Problem 1: the pairs by name, each with its exact cost, and the total."""

    pairs: tuple[tuple[Pair, Fraction], ...]
    total: Fraction
    unique: bool = True
    by_name: bool = True  # whether the first of all optimal solutions by name was found

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(Link(p, t, number(cost)) for (p, t), cost in self.pairs)


@dataclass(frozen=True)
class Problem:
    """Problem 1 on one case: who may pair with whom at what cost, and how often.

    costs: (predicted, true, cost) of every pair allowed, None the default class of that side.
    bounds: how often a predicted class is paired, at least and at most; then a true class.
    """

    predicted: tuple[str, ...]
    true: tuple[str, ...]
    costs: tuple[tuple[str | None, str | None, Fraction], ...]
    bounds: tuple[int, int, int, int]

    @classmethod
    def of(
        cls,
        case: Case,
        bounds: tuple[int, int, int, int],
        default_cost: Fraction | None,
        max_distance: Fraction | None,
    ) -> Problem:
        predicted, true = tuple(sorted(case.predicted)), tuple(sorted(case.true))
        costs: list[tuple[str | None, str | None, Fraction]] = [
            (p, t, d) for (p, t), d in distances(case.hierarchy, predicted, true).items()
            if max_distance is None or d <= max_distance
        ]  # fmt: skip
        if default_cost is not None:
            costs += [(p, None, default_cost) for p in predicted]
            costs += [(None, t, default_cost) for t in true]
        return cls(predicted, true, tuple(sorted(costs, key=_by_name)), bounds)


def distances(hierarchy: Hierarchy, predicted: Iterable[str], true: Iterable[str]) -> dict[tuple[str, str], Fraction]:
    """d(ŷ, y) of every predicted and true class (K15 Eq. 1)."""
    h = hierarchy.rooted()
    true = tuple(true)
    return {(p, t): Fraction(h.meeting(p, t)[0], h.scale) for p in predicted for t in true}


def _flow(problem: Problem, weights: list[int]) -> list[int] | None:
    """The cheapest flow on the network of K15 Figure 3, as one number per allowed pair; None if infeasible.

    Lower bounds become demands: what must flow is sent beforehand, the solver finds the rest.
    """
    alpha_p, beta_p, alpha_t, beta_t = problem.bounds
    m, n = len(problem.predicted), len(problem.true)
    source, sink, default_p, default_t = "source", "sink", "DP", "DT"
    arcs: list[tuple[Any, Any, int, int, int]] = []
    arcs += [(source, ("p", p), alpha_p, beta_p, 0) for p in problem.predicted]
    arcs += [(("t", t), sink, alpha_t, beta_t, 0) for t in problem.true]
    arcs.append((source, default_p, 0, beta_t * n, 0))
    arcs.append((default_t, sink, 0, beta_p * m, 0))
    arcs.append((sink, source, alpha_p * m, beta_t * n + beta_p * m, 0))
    for (p, t, _), weight in zip(problem.costs, weights, strict=True):
        tail = default_p if p is None else ("p", p)
        head = default_t if t is None else ("t", t)
        capacity = 1 if p is not None and t is not None else (beta_t if p is None else beta_p)
        arcs.append((tail, head, 0, capacity, weight))
    demand: Counter[Any] = Counter()
    graph: nx.DiGraph = nx.DiGraph()
    for tail, head, low, capacity, weight in arcs:
        if low > capacity:
            return None
        demand[tail] += low
        demand[head] -= low
        graph.add_edge(tail, head, capacity=capacity - low, weight=weight)
    for node in graph:
        graph.nodes[node]["demand"] = demand[node]
    try:
        _, flow = nx.network_simplex(graph)
    except nx.NetworkXUnfeasible:
        return None
    return [flow[tail][head] for tail, head, low, _, _ in arcs[-len(weights) :]] if weights else []


@lru_cache(maxsize=2048)
def solve(problem: Problem) -> Pairing | None:
    """The optimal pairing, or None where the bounds cannot be met.

    Among equally cheap ones the lexicographically smallest sorted list of (predicted, true), the
    default last. Every pair gets a digit in a number below one unit of cost, the first pair the
    highest; minimising cost minus that number takes early pairs first.
    """
    unit = lcm(*(cost.denominator for _, _, cost in problem.costs)) if problem.costs else 1
    whole = [int(cost * unit) for _, _, cost in problem.costs]
    count = len(whole)
    unique = by_name = True
    if count <= MOST_ORDERED_PAIRS:
        base = max(problem.bounds[1], problem.bounds[3], 1) + 1
        digits = [base ** (count - 1 - i) for i in range(count)]
        one = base**count
        flow = _flow(problem, [c * one - d for c, d in zip(whole, digits, strict=True)])
        if flow is None:
            return None
        last = _flow(problem, [c * one + d for c, d in zip(whole, digits, strict=True)])
        unique = flow == last
        flow = _without_idle_tail(problem, whole, flow)
    else:
        by_name = False
        flow = _flow(problem, whole)
        if flow is None:
            return None
    pairs = tuple(
        ((p, t), cost) for (p, t, cost), amount in zip(problem.costs, flow, strict=True) for _ in range(amount)
    )
    return Pairing(pairs, sum((cost for _, cost in pairs), Fraction(0)), unique, by_name)


def _without_idle_tail(problem: Problem, costs: list[int], flow: list[int]) -> list[int]:
    """The flow without the last pairs that cost nothing and serve nobody: a shorter list comes first."""
    flow = list(flow)
    served: Counter[Any] = Counter()
    for (p, t, _), amount in zip(problem.costs, flow, strict=True):
        served["p", p] += amount
        served["t", t] += amount
    for i in reversed(range(len(flow))):
        p, t, _ = problem.costs[i]
        while flow[i]:
            enough_p = p is None or served["p", p] > problem.bounds[0]
            enough_t = t is None or served["t", t] > problem.bounds[2]
            if costs[i] or not (enough_p and enough_t):
                return flow
            flow[i] -= 1
            served["p", p] -= 1
            served["t", t] -= 1
    return flow


def unserved(problem: Problem) -> tuple[str, ...]:
    """Fewest classes that would need a default class for the bounds to be met, by name."""
    free = [(p, t, Fraction(0)) for p, t, _ in problem.costs if p is not None and t is not None]
    emergency = [(p, None, Fraction(1)) for p in problem.predicted] + [(None, t, Fraction(1)) for t in problem.true]
    relaxed = Problem(
        problem.predicted, problem.true, tuple(sorted([*free, *emergency], key=_by_name)), problem.bounds
    )  # fmt: skip
    found = solve(relaxed)
    if found is None:
        return ()
    return tuple(sorted({str(p or t) for (p, t), _ in found.pairs if p is None or t is None}))


@lru_cache(maxsize=2048)
def nearest_pairs(problem: Problem) -> Pairing:
    """K15's shortcut for MGIA: each class takes the nearest class of the other set, the first by name
    among equally near ones, the default only where none is allowed; the pairs are united (K15 §2.3.3)."""
    chosen: dict[Pair, Fraction] = {}
    ties = False
    for side, own in ((0, problem.predicted), (1, problem.true)):
        for c in own:
            options = [
                (cost, _by_name((p, t)), (p, t))
                for p, t, cost in problem.costs
                if (p, t)[side] == c and (p, t)[1 - side] is not None
            ] or [(cost, (), (p, t)) for p, t, cost in problem.costs if (p, t)[side] == c]
            if options:
                cost, _, pair = min(options, key=lambda o: o[:2])
                ties = ties or sum(o[0] == cost for o in options) > 1
                chosen[pair] = cost
    pairs = tuple(sorted(chosen.items(), key=lambda item: _by_name(item[0])))
    return Pairing(pairs, sum(chosen.values(), Fraction(0)), unique=not ties)


def _exact(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else float(value)


def _unit(case: Case) -> str:
    return "units of weight" if case.hierarchy.weighted else "edges"


def _root_note(case: Case, pairing: Pairing) -> tuple[str, ...]:
    """Says that an artificial root was used, where the chosen pairs climb to it."""
    h = case.hierarchy.rooted()
    root = h.artificial_root
    if root is None or len(case.hierarchy.roots) < 2:
        return ()
    if any(p and t and root in h.meeting(p, t)[1] for (p, t), _ in pairing.pairs):
        return (f"The hierarchy has several roots; distances pass an artificial root, {root}, above them.",)
    return ()


class PairMeasure(Measure):
    """What the pair-based measures share: the problem, its solution as parts, pictures and words."""

    # Fields of the measures that have them.
    default_cost: Fraction | None = None
    max_distance: Fraction | None = None

    def rule(self) -> str:
        """How classes are paired, as the beginning of a sentence."""
        return ""

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        """α_p, β_p, α_t, β_t on this case."""
        return (1, 1, 1, 1)

    def problem(self, case: Case) -> Problem:
        return Problem.of(case, self.pair_bounds(case), self.default_cost, self.max_distance)

    def solution(self, case: Case) -> Pairing | None:
        return solve(self.problem(case))

    def parts(self, case: Case, pairing: Pairing) -> dict[str, float | int]:
        parts = {"f_error": _exact(pairing.total), "symmetric_difference": len(case.true ^ case.predicted)}
        if self.default_cost is not None:
            parts["default_cost"] = _exact(self.default_cost)
        return parts

    def score(self, case: Case, pairing: Pairing) -> Fraction:
        return pairing.total

    def evaluate(self, case: Case) -> Result:
        pairing = self.solution(case)
        if pairing is None:
            return Result(str(self), None, notes=self.infeasible(case))
        notes = [*empty_side_notes(case), *self.tie_notes(case, pairing), *_root_note(case, pairing)]
        return Result(
            str(self), float(self.score(case, pairing)), self.parts(case, pairing), pairing, tuple(notes)
        )  # fmt: skip

    def tie_notes(self, case: Case, pairing: Pairing) -> tuple[str, ...]:
        if not pairing.by_name:
            return ("Too many pairs are possible to choose the first cheapest pairing by name; one of them is shown.",)
        if not pairing.unique:
            return ("Several pairings cost the same; the first by name is shown.",)
        return ()

    def infeasible(self, case: Case) -> tuple[str, ...]:
        if not case.true or not case.predicted:
            missing = "predicted" if case.true else "true"
            return (f"Undefined: there is no {missing} class, and no default class to pair with.",)
        short = unserved(self.problem(case))
        who = " and ".join(short) if len(short) < 4 else f"{', '.join(short[:3])} and {len(short) - 3} more"
        return (
            "Undefined: the bounds cannot be met; "
            + (f"{who} cannot be paired as often as required." if who else "the least is above the most."),
        )

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, None)

    # What it looks like

    def formula(self, case: Case, result: Result) -> Formula:
        pairing: Pairing = result.witness
        return Formula(self.symbol(), (self.sum_symbol(), _sum(pairing)), number(result.value))

    def sum_symbol(self) -> Row:
        return (Symbol("f", "error"),)

    def words(self, case: Case, pairing: Pairing) -> Words:
        shown = pairing.pairs[:4]
        parts: list[Any] = [self.rule()]
        for i, ((p, t), cost) in enumerate(shown):
            if i:
                parts.append(" and " if i == len(pairing.pairs) - 1 else ", ")
            first, second = (p, t) if p is not None else (t, p)
            parts += [Name(str(first)), " with " if i else " is paired with "]
            parts.append("the default" if second is None else "itself" if first == second else Name(second))
            parts.append(f" ({number(cost)})")
        if len(pairing.pairs) > len(shown):
            parts.append(f" and {len(pairing.pairs) - len(shown)} more")
        if len(pairing.pairs) > 1:
            parts.append(f": {number(pairing.total)} in all")
        parts.append("." if pairing.pairs else "No pair is possible.")
        return tuple(parts)

    def columns(self, case: Case, pairing: Pairing, title: Words, short: Words = ()) -> PairsPicture:
        """The pairs as two columns with the default classes, the rejected candidates thin."""
        problem = self.problem(case)
        amounts = Counter(pair for pair, _ in pairing.pairs)
        rejected = [(p, t, c) for p, t, c in problem.costs if not amounts[p, t]] if len(problem.costs) <= 40 else []
        links = [*pairing.links, *(Link(p, t, number(cost), chosen=False) for p, t, cost in rejected)]
        defaults = (None,) if self.default_cost is not None else ()
        return PairsPicture(
            title,
            Column(("predicted",), "p", (*problem.predicted, *defaults)),
            Column(("true",), "t", (*problem.true, *defaults)),
            tuple(links),
            short,
        )

    def views(self, case: Case) -> tuple[str, ...]:
        return ("pairs",)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if result.value is None:
            return Step(name, (result.notes[-1],), (HierarchyPicture(("The case",)),))
        pairing: Pairing = result.witness
        pictures = (
            HierarchyPicture(
                ("Pairs on the hierarchy", f" · cost in {_unit(case)}"),
                links=pairing.links,
                short=("On the hierarchy",),
            ),
            self.columns(case, pairing, ("The same pairs as two columns",), ("As two columns",)),
        )
        return Step(name, self.words(case, pairing), pictures, self.formula(case, result))


def _sum(pairing: Pairing) -> Row:
    """The costs of the chosen pairs, each a number with its classes; a long sum as its total."""

    def classes(pair: Pair) -> frozenset[str]:
        return frozenset(c for c in pair if c is not None)

    if len(pairing.pairs) > 10:
        everyone = frozenset().union(*(classes(pair) for pair, _ in pairing.pairs))
        return (Num(number(pairing.total), everyone, counts=False),)
    row: list[Any] = []
    for pair, cost in pairing.pairs:
        row += ["+"] * bool(row) + [Num(number(cost), classes(pair), counts=False)]
    return tuple(row) or ("0",)


@register
@dataclass(frozen=True)
class Gie(PairMeasure):
    """Graph induced error: the cost of the cheapest one-to-one pairing of predicted and true classes.

    Formula: f_error of Problem 1 with every class paired exactly once, or sent to the default at
    `default_cost`; the cost of a pair is the distance of its classes. Range: 0 to (M + N) · default_cost
    for M predicted and N true classes; lower is better; in edges, or units of weight. Always defined;
    an empty side leaves every class at the default. Source: K15 §2.3.2 (the LSHTC2 challenge).

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "GIE").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "GIE", "One-to-one pairs", "Pair-based", "lower", "K15 §2.3.2, Figure 5", unit="edges"
    )
    default_cost: Fraction = param(
        5, "What a class pays that is paired with nothing.", label="Default cost", symbol="Dₘₐₓ", above=0
    )
    max_distance: Fraction | None = param(
        5, "Pairs farther apart are not allowed.", label="Farthest pair allowed", none="any distance", at_least=0
    )

    def rule(self) -> str:
        return "Every class is paired exactly once, or goes to the default: "

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, float((len(case.true) + len(case.predicted)) * self.default_cost))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("pairs", "GIE and MGIA")

    def view(self, case: Case, result: Result, name: str) -> Step:
        step = super().view(case, result, name)
        return step if name == "pairs" else _side_by_side(self, case, step)


@register
@dataclass(frozen=True)
class Mgia(PairMeasure):
    """Multi-label graph induced accuracy: how cheaply all classes can be paired, as a share of the worst.

    Formula: 1 − f_error / (|Ŷ △ Y| · default_cost), with f_error of Problem 1 where every class is
    paired at least once and as often as needed; 1 when Ŷ = Y. Range: 0 to 1; higher is better.
    Always defined; 0 with an empty side. `pairing="exact"` solves the flow; `"nearest"` is K15's
    shortcut, each class with its nearest on its own: it never costs less than the optimum, depends on
    how ties are broken, and can fall below 0 where pairs may cost more than the default.
    Source: K15 §2.3.3.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Root", "A"), ("Root", "B")], ["Root", "A"], ["A", "B"])
    >>> evaluate(case, "MGIA").parts["f_error"], evaluate(case, 'MGIA(pairing="nearest")').parts["f_error"]
    (1, 2)
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "MGIA", "Pairs, as many as needed", "Pair-based", "higher", "K15 §2.3.3, Figure 6",
        listed=('MGIA(pairing="nearest")',),
    )  # fmt: skip

    default_cost: Fraction = param(
        5, "What a class pays that is paired with nothing.", label="Default cost", symbol="Dₘₐₓ", above=0
    )
    max_distance: Fraction | None = param(
        5, "Pairs farther apart are not allowed.", label="Farthest pair allowed", none="any distance", at_least=0
    )
    pairing: str = param(
        "exact", "The cheapest pairing, or each class with its nearest.", label="Pairing", choices=("exact", "nearest")
    )

    def rule(self) -> str:
        if self.pairing == "exact":
            return "Every class is paired at least once, and more often where that is cheaper: "
        return "Every class takes the nearest class of the other side, and the pairs are united: "

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        return (1, max(1, len(case.true)), 1, max(1, len(case.predicted)))

    def solution(self, case: Case) -> Pairing | None:
        return nearest_pairs(self.problem(case)) if self.pairing == "nearest" else super().solution(case)

    def score(self, case: Case, pairing: Pairing) -> Fraction:
        worst = len(case.true ^ case.predicted) * self.default_cost
        return 1 - pairing.total / worst if worst else Fraction(1)

    def tie_notes(self, case: Case, pairing: Pairing) -> tuple[str, ...]:
        notes: list[str] = []
        if self.pairing == "exact":
            notes += super().tie_notes(case, pairing)
        elif not pairing.unique:
            notes.append(
                "Some class has several nearest ones; the first by name was taken, and the value depends on it."
            )
        other = replace(self, pairing="nearest" if self.pairing == "exact" else "exact")
        theirs = other.solution(case)
        if theirs is not None and theirs.total != pairing.total:
            what = "Pairing each class with its nearest" if self.pairing == "exact" else "The cheapest pairing"
            notes.append(
                f"{what} costs {number(theirs.total)} instead of {number(pairing.total)} "
                f"and gives {number(other.score(case, theirs))}."
            )
        return tuple(notes)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        near = self.pairing == "exact" or (self.max_distance is not None and self.max_distance <= self.default_cost)
        return (0.0 if near else None, 1.0)

    def formula(self, case: Case, result: Result) -> Formula:
        different = case.true ^ case.predicted
        if not different:
            return Formula(self.symbol(), (), number(result.value))
        cost = number(self.default_cost)
        symbolic = ("|", Symbol("Ŷ"), "△", Symbol("Y"), "|", "·", Symbol("D", "max"))
        sides = (
            ("1", "−", Frac(self.sum_symbol(), symbolic)),
            ("1", "−", Frac(_sum(result.witness), (Num(str(len(different)), different), "·", cost))),
        )
        return Formula(self.symbol(), sides, number(result.value))

    def words(self, case: Case, pairing: Pairing) -> Words:
        different = case.true ^ case.predicted
        if not different:
            return ("Both sets are equal, so nothing is wrong: the value is 1 by definition.",)
        worst = number(len(different) * self.default_cost)
        if len(different) == 1:
            who: Words = (Name(min(different)),)
        else:
            count = "both" if len(different) == 2 else f"all {len(different)}"
            who = (f"{count} classes that only one side marks",)
        return text_of(super().words(case, pairing), f" It would be {worst} if ", who, " went to a default.")

    def views(self, case: Case) -> tuple[str, ...]:
        return ("pairs", "GIE and MGIA")

    def view(self, case: Case, result: Result, name: str) -> Step:
        step = super().view(case, result, name)
        return step if name == "pairs" else _side_by_side(self, case, step)


def _side_by_side(measure: Gie | Mgia, case: Case, step: Step) -> Step:
    """GIE and MGIA with the same costs: on the hierarchy, and below as two columns."""
    gie = Gie(default_cost=measure.default_cost, max_distance=measure.max_distance)
    mgia = measure if isinstance(measure, Mgia) else Mgia(
        default_cost=measure.default_cost, max_distance=measure.max_distance
    )  # fmt: skip
    once, often = gie.solution(case), mgia.solution(case)
    if once is None or often is None:
        return step
    heads = (
        (gie, once, "each class once"),
        (mgia, often, "as often as needed" if mgia.pairing == "exact" else "each with its nearest"),
    )
    pictures = [
        HierarchyPicture((f"{m.spec.name}, {rule}", f" · total {number(p.total)}"), links=p.links)
        for m, p, rule in heads
    ]
    columns = [m.columns(case, p, (f"{m.spec.name} as two columns",)) for m, p, _ in heads]
    cost = number(measure.default_cost)
    if once.total == often.total:
        difference = f"Here pairing a class more than once saves nothing: both cost {number(once.total)}."
    else:
        difference = (
            f"Pairing each class once costs {number(once.total)}; where a class may serve several times, "
            f"{number(often.total)}."
        )
    return Step(
        step.title,
        (difference, f" A class that is paired with nothing pays {cost}."),
        (*pictures, *columns),
        step.formula,
    )


@register
@dataclass(frozen=True)
class TreeInducedError(PairMeasure):
    """Tree induced error: the distance between the one true and the one predicted class.

    Formula: d(ŷ, y). Range: 0 and up; lower is better; in edges, or units of weight. Undefined unless
    there is exactly one true and one predicted class. Source: Dekel et al. 2004; Holden & Freitas 2006;
    K15 §2.3.2, Figure 4.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "TIE").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "TIE", "Distance of the one pair", "Pair-based", "lower",
        "Dekel et al. 2004; Holden & Freitas 2006; K15 §2.3.2, Figure 4", unit="edges",
    )  # fmt: skip

    def solution(self, case: Case) -> Pairing | None:
        return super().solution(case) if len(case.true) == len(case.predicted) == 1 else None

    def infeasible(self, case: Case) -> tuple[str, ...]:
        return (
            f"Undefined: it compares one true with one predicted class, and here are {len(case.true)} true "
            f"and {len(case.predicted)} predicted.",
        )

    def sum_symbol(self) -> Row:
        return (Symbol("d"), "(", Symbol("ŷ"), ",", Symbol("y"), ")")


@register
@dataclass(frozen=True)
class AllPairs(PairMeasure):
    """All pairs: the sum of the distances between every predicted and every true class.

    Formula: Σ d(ŷ, y). Range: 0 and up; lower is better; in edges, or units of weight. Undefined with
    an empty side. Source: Sun & Lim 2001, as K15 §2.3.2 models it: α_p = β_p = N, α_t = β_t = M.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "AllPairs").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "AllPairs", "Every pair counts", "Pair-based", "lower", "Sun & Lim 2001; K15 §2.3.2", unit="edges"
    )

    def rule(self) -> str:
        return "Every predicted class is paired with every true class: "

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        n, m = len(case.true), len(case.predicted)
        return (n, n, m, m)

    def solution(self, case: Case) -> Pairing | None:
        return super().solution(case) if case.true and case.predicted else None


@register
@dataclass(frozen=True)
class Flow(PairMeasure):
    """Problem 1 with bounds of one's own: the cost of the cheapest pairing that keeps them.

    alpha_p, beta_p: how often a predicted class is paired, at least and at most; alpha_t, beta_t: a true
    class. "N" stands for the number of true classes, "M" for that of predicted ones. Range: 0 and up;
    lower is better; in edges, or units of weight. Undefined where the bounds cannot be met; the note
    names a class that cannot be served. Source: K15 §2.3, Problem 1 and Figure 3.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "Flow(default_cost=None)").notes[-1]
    'Undefined: the bounds cannot be met; Theater cannot be paired as often as required.'
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Flow", "Pairs within your own bounds", "Pair-based", "lower", "K15 §2.3, Problem 1, Figure 3", unit="edges"
    )
    alpha_p: int | str = param(
        1, "A predicted class is paired at least so often.", label="Predicted, at least", symbol="αₚ",
        words=("N", "M"), at_least=0,
    )  # fmt: skip
    beta_p: int | str = param(
        1, "A predicted class is paired at most so often.", label="Predicted, at most", symbol="βₚ",
        words=("N", "M"), at_least=0,
    )  # fmt: skip
    alpha_t: int | str = param(
        1, "A true class is paired at least so often.", label="True, at least", symbol="αₜ",
        words=("N", "M"), at_least=0,
    )  # fmt: skip
    beta_t: int | str = param(
        1, "A true class is paired at most so often.", label="True, at most", symbol="βₜ",
        words=("N", "M"), at_least=0,
    )  # fmt: skip
    default_cost: Fraction | None = param(
        5, "What a class pays that is paired with nothing.", label="Default cost", symbol="Dₘₐₓ",
        none="no default classes", at_least=0,
    )  # fmt: skip
    max_distance: Fraction | None = param(
        5, "Pairs farther apart are not allowed.", label="Farthest pair allowed", none="any distance", at_least=0
    )

    def rule(self) -> str:
        return "Every class is paired as often as the bounds say, at the least total cost: "

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        sizes = {"N": len(case.true), "M": len(case.predicted)}
        given = (self.alpha_p, self.beta_p, self.alpha_t, self.beta_t)
        # No class can be paired more often than this; a larger number only slows the solver down.
        most = max(1, *sizes.values()) * 1000
        return tuple(sizes[b] if isinstance(b, str) else min(b, most) for b in given)  # type: ignore[return-value]

    def solution(self, case: Case) -> Pairing | None:
        if self.default_cost is None and not (case.true and case.predicted):
            return None
        return super().solution(case)
