"""Pair-based measures: one optimisation problem (K15 §2.3, Problem 1), solved exactly as a flow.

What a measure is, is a matter of how often a class may be paired; `flow.py` solves them all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from ...explain import (
    Column,
    Formula,
    Frac,
    HierarchyPicture,
    Link,
    Look,
    Name,
    Num,
    PairsPicture,
    Row,
    Step,
    Symbol,
    Words,
    names,
    number,
    plain,
)
from ...model.case import Case
from ..base import (
    A_PREDICTED,
    A_TRUE,
    PREDICTED,
    TRUE,
    Ends,
    Measure,
    MeasureSpec,
    Result,
    Value,
    begun,
    empty_side_notes,
    param,
    text_of,
)
from ..registry import register
from .flow import Pair, Pairing, Problem, nearest_pairs, solve, unserved
from .network import D_MAX, VIEW, network_view
from .steps import walk


def _exact(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else float(value)


def _unit(case: Case) -> str:
    return "units of weight" if case.hierarchy.weighted else "edges"


_F_ERROR = Symbol("f", "error", "what all pairs, and the classes that stay alone, cost together")
_D = Symbol("d", says="the distance of two classes, by the shortest way up and down")
_WORST: Row = ("|", PREDICTED, "△", TRUE, "|", "·", D_MAX)
_PRICE = "The price of a class without a partner."


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
    """Base of the pair-based measures: the problem, its solution as parts, pictures and words."""

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
        """The pairing problem of a case, K15's Problem 1."""
        return Problem.of(case, self.pair_bounds(case), self.default_cost, self.max_distance)

    def solution(self, case: Case) -> Pairing | None:
        """The cheapest pairing of a case; None where there is none."""
        return solve(self.problem(case))

    def parts(self, case: Case, pairing: Pairing) -> dict[str, float | int]:
        """The numbers of the formula, by name."""
        parts = {"f_error": _exact(pairing.total), "symmetric_difference": len(case.true ^ case.predicted)}
        if self.default_cost is not None:
            parts["default_cost"] = _exact(self.default_cost)
        return parts

    def score(self, case: Case, pairing: Pairing) -> Fraction:
        """The value from the parts."""
        return pairing.total

    def evaluate(self, case: Case) -> Result:
        pairing = self.solution(case)
        if pairing is None:
            return Result(str(self), None, notes=self.infeasible(case))
        notes = [*empty_side_notes(case), *self.tie_notes(case, pairing), *_root_note(case, pairing)]
        return Result(str(self), float(self.score(case, pairing)), self.parts(case, pairing), pairing, tuple(notes))

    def tie_notes(self, case: Case, pairing: Pairing) -> tuple[str, ...]:
        """Notes on pairings that are equally good."""
        if not pairing.by_name:
            return ("Too many pairs are possible to choose the first cheapest pairing by name; one of them is shown.",)
        if not pairing.unique:
            return ("Several pairings cost the same; the first by name is shown.",)
        return ()

    def infeasible(self, case: Case) -> tuple[str, ...]:
        """The note that says why there is no pairing."""
        if not case.true or not case.predicted:
            missing = "predicted" if case.true else "true"
            return (f"Undefined: there is no {missing} class, and no default class to pair with.",)
        short = sorted({str(p if p is not None else t) for p, t in unserved(self.problem(case))})
        who = plain(names(short)) if len(short) < 4 else f"{', '.join(short[:3])} and {len(short) - 3} more"
        return (
            "Undefined: the bounds cannot be met; "
            + (f"{who} cannot be paired as often as required." if who else "the least is above the most."),
        )

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, None)

    # What it looks like

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with this case's numbers."""
        pairing: Pairing = result.witness
        return Formula(self.symbol(), (self.symbols(), _sum(pairing)), number(result.value))

    def symbols(self) -> Row:
        return self.sum_symbol()

    def sum_symbol(self) -> Row:
        """The sum of the costs in symbols."""
        return (_F_ERROR,)

    def words(self, case: Case, pairing: Pairing) -> Words:
        """The pairing in words."""
        return text_of(self.rule(), pairing.words)

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

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        if result.value is None:
            return super().explain(case, result)
        steps = (*walk(self, case, result.witness), *self.scaling(case))
        return (*begun(self.aim(case), steps), *super().explain(case, result))

    def scaling(self, case: Case) -> tuple[Step, ...]:
        """The step between the cost of the pairs and the value, if there is one."""
        return ()

    def views(self, case: Case) -> tuple[str, ...]:
        return ("pairs", VIEW)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if name == VIEW:
            return network_view(self, case, result)
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
        "GIE",
        "One-to-one pairs",
        "Pair-based",
        "lower",
        "K15 §2.3.2, Figure 5",
        unit="edges",
        ends=Ends("(M + N) · Dₘₐₓ", "0", where="M predicted and N true classes"),
        question="What does it cost to pair the classes one to one?",
        how=(
            "Every true and every predicted class is paired exactly once, or stays alone and pays ",
            Symbol("D", "max"),
            ". The cheapest way of doing so costs ",
            Symbol("f", "error"),
            ": the distances of the pairs and the price of those that stay alone, added up.",
        ),
        see=("12a", "13a", "15", "19b"),
        elsewhere=(("HEMKit", "Does not have it."),),
    )
    default_cost: Fraction = param(5, _PRICE, label="Default cost", symbol="Dₘₐₓ", above=0)
    max_distance: Fraction | None = param(
        5, "Pairs farther apart are not allowed.", label="Farthest pair allowed", none="any distance", at_least=0
    )

    def aim(self, case: Case) -> Words:
        return (
            "GIE gives every true and every predicted class one partner on the other side, as cheaply as can be: the "
            "farther apart partners are, the worse the prediction. First, how far?",
        )

    def rule(self) -> str:
        return "Every class has exactly one partner or stays alone: "

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, float((len(case.true) + len(case.predicted)) * self.default_cost))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("pairs", "GIE and MGIA", VIEW)

    def view(self, case: Case, result: Result, name: str) -> Step:
        step = super().view(case, result, name)
        return _side_by_side(self, case, step) if name == "GIE and MGIA" else step


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
        "MGIA",
        "Pairs, as many as needed",
        "Pair-based",
        "higher",
        "K15 §2.3.3, Figure 6",
        listed=('MGIA(pairing="nearest")',),
        question="How far is each class from its partners?",
        how=(
            "Every true and every predicted class is paired at least once, and more often where that is cheaper; "
            "a class without a partner pays ",
            Symbol("D", "max"),
            ". The cheapest way of doing so costs ",
            Symbol("f", "error"),
            ". It is set against leaving alone every class that is only true or only predicted. "
            "The value is 1 when both sets are equal.",
        ),
        see=("12a", "13a", "16", "19b"),
        elsewhere=(
            (
                "HEMKit",
                "Computes it without printing it: it pairs greedily, and a distance equal to the default cost "
                "already goes to the default.",
            ),
        ),
    )

    default_cost: Fraction = param(
        5, f"{_PRICE[:-1]}; it sets MGIA's scale, too.", label="Default cost", symbol="Dₘₐₓ", above=0
    )
    max_distance: Fraction | None = param(
        5, "Pairs farther apart are not allowed.", label="Farthest pair allowed", none="any distance", at_least=0
    )
    pairing: str = param(
        "exact", "The cheapest pairing, or each class with its nearest.", label="Pairing", choices=("exact", "nearest")
    )

    def aim(self, case: Case) -> Words:
        how = "its nearest partner" if self.pairing == "nearest" else "a near partner"
        return (
            f"MGIA gives every class {how} on the other side, and one class may serve several: the farther apart "
            "partners are, the worse the prediction. First, how far?",
        )

    def rule(self) -> str:
        if self.pairing == "exact":
            return "Every class has a partner, or several where that is cheaper, or stays alone: "
        return "Every class takes the nearest class of the other side, and all these pairs count: "

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

    def scaling(self, case: Case) -> tuple[Step, ...]:
        different = case.true ^ case.predicted
        worst = number(len(different) * self.default_cost)
        text: Words
        if not different:
            shown = names(case.true) if len(case.true) <= 8 else (f"{len(case.true)} classes",)
            verb = " is" if len(case.true) == 1 else " are"
            text = text_of(
                shown,
                f"{verb} both true and predicted, and 0 classes are only the one: none could have stayed alone, "
                "so nothing could have cost anything.",
            )
        else:
            are = " is" if len(different) == 1 else " are"
            shown = names(different) if len(different) <= 8 else (f"{len(different)} classes",)
            them = "it" if len(different) == 1 else "both" if len(different) == 2 else f"all {len(different)}"
            text = text_of(
                shown,
                are,
                f" true or predicted, but not both. If {them} stayed alone, ",
                _F_ERROR,
                f" would be {worst}, and MGIA 0.",
            )
        known = Formula(_WORST, ((Num(str(len(different)), different), "·", self._price()),), worst)
        looks = {c: Look(emphasis="about") for c in different}
        picture = HierarchyPicture(("In one set only", f" · {len(different)}"), looks)
        return (Step("Scale", text, (picture,), known, fact=(("if all stayed alone",), (worst,))),)

    def _price(self) -> Num:
        """D_max as a number that points to its setting."""
        return Num(number(self.default_cost), setting="default_cost")

    def formula(self, case: Case, result: Result) -> Formula:
        different = case.true ^ case.predicted
        if not different:
            # The share of nothing counts as no loss.
            paid = _sum(result.witness)
            paid = ("(", *paid, ")") if len(paid) > 1 else paid
            return Formula(self.symbol(), (self.symbols(), ("1", "−", *paid)), number(result.value))
        worst = (Num(str(len(different)), different), "·", self._price())
        counted = ("1", "−", Frac(_sum(result.witness), worst))
        return Formula(self.symbol(), (self.symbols(), counted), number(result.value))

    def symbols(self) -> Row:
        return ("1", "−", Frac(self.sum_symbol(), _WORST))

    def words(self, case: Case, pairing: Pairing) -> Words:
        different = case.true ^ case.predicted
        told = text_of(super().words(case, pairing), " ")
        if not different:
            return text_of(told, f"Both sets are equal: {number(pairing.total)} of 0 possible is no loss.")
        if pairing.total == (worst := len(different) * self.default_cost):
            return text_of(told, "Nothing could cost more here.")
        if len(different) == 1:
            who: Words = (" if ", Name(min(different)), " stayed alone.")
        else:
            count = "both" if len(different) == 2 else f"all {len(different)}"
            who = (f" if {count} classes that are only true or only predicted stayed alone.",)
        return text_of(told, _F_ERROR, f" would be {number(worst)}", who)

    def views(self, case: Case) -> tuple[str, ...]:
        return ("pairs", "GIE and MGIA", VIEW)

    def view(self, case: Case, result: Result, name: str) -> Step:
        step = super().view(case, result, name)
        return _side_by_side(self, case, step) if name == "GIE and MGIA" else step


def _side_by_side(measure: Gie | Mgia, case: Case, step: Step) -> Step:
    """GIE and MGIA with the same costs: on the hierarchy, and below as two columns."""
    gie = Gie(default_cost=measure.default_cost, max_distance=measure.max_distance)
    mgia = (
        measure
        if isinstance(measure, Mgia)
        else Mgia(default_cost=measure.default_cost, max_distance=measure.max_distance)
    )
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
        "TIE",
        "Distance of the one pair",
        "Pair-based",
        "lower",
        "Dekel et al. 2004; Holden & Freitas 2006; K15 §2.3.2, Figure 4",
        unit="edges",
        question="How far apart are the true and the predicted class?",
        how=(
            "The length of the shortest way from ",
            Symbol("ŷ"),
            " to ",
            Symbol("y"),
            ": up to an ancestor that they "
            "share, then down. It compares one class with one class; with more it is undefined.",
        ),
        see=("11b", "14a", "16"),
    )

    def aim(self, case: Case) -> Words:
        return ("TIE asks how far the predicted class is from the true one.",)

    def solution(self, case: Case) -> Pairing | None:
        return super().solution(case) if len(case.true) == len(case.predicted) == 1 else None

    def infeasible(self, case: Case) -> tuple[str, ...]:
        return (
            f"Undefined: it compares one true with one predicted class, and here are {len(case.true)} true "
            f"and {len(case.predicted)} predicted.",
        )

    def sum_symbol(self) -> Row:
        return (_D, "(", A_PREDICTED, ",", A_TRUE, ")")


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
        "AllPairs",
        "Every pair counts",
        "Pair-based",
        "lower",
        "Sun & Lim 2001; K15 §2.3.2",
        unit="edges",
        imperfect="The distances within a set of several classes count, too.",
        question="How far is every predicted class from every true one?",
        how=(
            "The distances of all pairs are added up. Where several classes are true, even a perfect prediction "
            "is charged, because its classes are also compared with one another.",
        ),
        see=("13a", "12a", "8b"),
    )

    def sum_symbol(self) -> Row:
        return ("Σ", _D, "(", A_PREDICTED, ",", A_TRUE, ")")

    def aim(self, case: Case) -> Words:
        return ("AllPairs adds up how far every predicted class is from every true one.",)

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
    class. "N" stands for the number of true classes, "M" for that of predicted ones; as an upper bound for
    at least 1, so that a class can go to the default where the other side is empty. `presets` are the
    bounds of the other pair-based measures. Range: 0 and up; lower is better; in edges, or units of weight.
    Undefined where the bounds cannot be met; the note names a class that cannot be served.
    Source: K15 §2.3, Problem 1 and Figure 3.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "Flow(default_cost=None)").notes[-1]
    'Undefined: the bounds cannot be met; Theater cannot be paired as often as required.'
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Flow",
        "Pairs within your own bounds",
        "Pair-based",
        "lower",
        "K15 §2.3, Problem 1, Figure 3",
        unit="edges",
        question="What does pairing cost within bounds of your own?",
        how=(
            "A predicted class is paired ",
            Symbol("α", "p"),
            " to ",
            Symbol("β", "p"),
            " times, a true class ",
            Symbol("α", "t"),
            " to ",
            Symbol("β", "t"),
            " times. The cheapest pairing that keeps to this costs ",
            Symbol("f", "error"),
            "; the pairings of TIE, AllPairs, GIE and MGIA are special cases.",
        ),
        see=("12a", "2d", "15"),
    )
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "tree-induced": {
            "alpha_p": 1,
            "beta_p": 1,
            "alpha_t": 1,
            "beta_t": 1,
            "default_cost": None,
            "max_distance": None,
        },
        "all pairs": {
            "alpha_p": "N",
            "beta_p": "N",
            "alpha_t": "M",
            "beta_t": "M",
            "default_cost": None,
            "max_distance": None,
        },
        "GIE": {"alpha_p": 1, "beta_p": 1, "alpha_t": 1, "beta_t": 1, "default_cost": 5, "max_distance": 5},
        "MGIA": {"alpha_p": 1, "beta_p": "N", "alpha_t": 1, "beta_t": "M", "default_cost": 5, "max_distance": 5},
    }
    alpha_p: int | str = param(
        1,
        "A predicted class is paired at least so often.",
        label="Predicted, at least",
        symbol="αₚ",
        words=("N", "M"),
        at_least=0,
        at_most=1000,
    )
    beta_p: int | str = param(
        1,
        "A predicted class is paired at most so often.",
        label="Predicted, at most",
        symbol="βₚ",
        words=("N", "M"),
        at_least=0,
        at_most=1000,
    )
    alpha_t: int | str = param(
        1,
        "A true class is paired at least so often.",
        label="True, at least",
        symbol="αₜ",
        words=("N", "M"),
        at_least=0,
        at_most=1000,
    )
    beta_t: int | str = param(
        1,
        "A true class is paired at most so often.",
        label="True, at most",
        symbol="βₜ",
        words=("N", "M"),
        at_least=0,
        at_most=1000,
    )
    default_cost: Fraction | None = param(
        5,
        _PRICE,
        label="Default cost",
        symbol="Dₘₐₓ",
        none="no default classes",
        at_least=0,
    )
    max_distance: Fraction | None = param(
        5, "Pairs farther apart are not allowed.", label="Farthest pair allowed", none="any distance", at_least=0
    )

    def aim(self, case: Case) -> Words:
        return (
            "Flow pairs the true with the predicted classes as cheaply as can be, each as often as is set: the farther "
            "apart two classes are, the more their pair costs. First, how far?",
        )

    def rule(self) -> str:
        return "Every class is paired as often as is set, at the least total cost: "

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        sizes = {"N": len(case.true), "M": len(case.predicted)}

        def least(bound: int | str) -> int:
            return sizes[bound] if isinstance(bound, str) else bound

        def greatest(bound: int | str) -> int:
            return max(1, sizes[bound]) if isinstance(bound, str) else bound

        return (least(self.alpha_p), greatest(self.beta_p), least(self.alpha_t), greatest(self.beta_t))

    def solution(self, case: Case) -> Pairing | None:
        if self.default_cost is None and not (case.true and case.predicted):
            return None
        return super().solution(case)
