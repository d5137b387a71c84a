"""Measures that are the cost of a pairing itself: TIE, AllPairs, and Problem 1 with bounds of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from ...explain import Row, Step, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ..base import MeasureSpec, Result, param, sentence
from ..registry import register
from .family import MAX_DISTANCE, PAIR_COST, PRICE, PairMeasure
from .flow import Pairing, optimal_pairing


def _bound_param(text: str, label: str, symbol: str) -> Any:
    """A parameter that says how often a class is paired; N and M are the sizes of the sets."""
    return param(1, text, label=label, symbol=symbol, words=("N", "M"), at_least=0, at_most=1000)


_spec = partial(MeasureSpec, family=N_("Pair-based"), better="lower", unit=N_("edges"))
_PRESET = ("alpha_p", "beta_p", "alpha_t", "beta_t", "default_cost", "max_distance")  # what a preset of Flow sets


@register
@dataclass(frozen=True)
class TreeInducedError(PairMeasure):
    """Tree induced error: the distance between the one true and the one predicted class.

    Formula: d(ŷ, y). Range: 0 and up; lower is better; in edges, or units of weight. Undefined unless
    there is exactly one true and one predicted class; with a `price`, which may be "diameter", twice the
    greatest depth, no predicted class costs that much, and so does one answer outside the hierarchy.
    Source: Dekel et al. 2004; Holden & Freitas 2006; K15 §2.3.2, Figure 4.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "TIE").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "TIE",
        N_("Distance of the one pair"),
        source="Dekel et al. 2004; Holden & Freitas 2006; K15 §2.3.2, Figure 4",
        question=N_("How far apart are the true and the predicted class?"),
        how=sentence(
            "The length of the shortest way from {} to {}: up to an ancestor that they share, then down. It compares "
            "one class with one class; with more it is undefined.",
            Symbol("ŷ"),
            Symbol("y"),
        ),
        see=("11b", "14a", "16"),
        elsewhere=(
            ("FathomNet 2025", "No answer, or one outside the hierarchy, costs 12, the longest way between species."),
            ("hiereval", "No answer costs the depth of the true class; its macro average takes each true class alone."),
        ),
    )

    price: int | str | None = param(
        None,
        N_("The price of no answer; the diameter is twice the greatest depth."),
        label=N_("Price of no answer"),
        words=("diameter",),
        none=N_("undefined"),
        at_least=0,
        at_most=10**9,
    )
    pair_cost: str = PAIR_COST

    def offered(self, case: Case) -> tuple[str, ...]:
        hidden = {"price"} if case.predicted and self.price is None else set()
        return tuple(name for name in super().offered(case) if name not in hidden)

    def priced_alternative(self, case: Case) -> PricedAnswer | None:
        """The measure of a case without an answer, which costs its price; None for any other case."""
        if self.price is None or case.predicted or len(case.true) != 1 or len(case.extra.unknown) > 1:
            return None
        return PricedAnswer(self.price, self.pair_cost, price_of(self, case.hierarchy))

    def upward(self) -> bool:
        return self.price != "diameter"

    def evaluate(self, case: Case) -> Result:
        priced = self.priced_alternative(case)
        return priced.evaluate(case) if priced else super().evaluate(case)

    def view(self, case: Case, result: Result, name: str) -> Step:
        priced = self.priced_alternative(case)
        return priced.view(case, result, name) if priced else super().view(case, result, name)

    def leading_steps(self, case: Case, result: Result) -> tuple[Step, ...]:
        priced = self.priced_alternative(case)
        return priced.leading_steps(case, result) if priced else super().leading_steps(case, result)

    def aim(self, case: Case) -> Words:
        if self.by_similarity:
            return ("TIE asks how unlike the predicted class is the true one.",)
        return ("TIE asks how far the predicted class is from the true one.",)

    def solution(self, case: Case) -> Pairing | None:
        alone = len(case.true) == len(case.predicted) == 1 and not case.extra.unknown
        return super().solution(case) if alone else None

    def infeasible_notes(self, case: Case) -> tuple[str, ...]:
        return (
            f"Undefined: it compares one true with one predicted class, and here are {len(case.true)} true "
            f"and {len(case.predicted) + len(case.extra.unknown)} predicted.",
        )

    def sum_symbol(self) -> Row:
        return self.cost_symbol()


def price_of(measure: TreeInducedError, h: Hierarchy) -> Fraction:
    """The price of no answer as a number: of pairs by similarity, the diameter is 1, what nothing in common costs."""
    if measure.price != "diameter":
        return Fraction(measure.price or 0)
    rooted = h.rooted()
    root = rooted.roots[0]
    return Fraction(1) if measure.by_similarity else 2 * max(rooted.distance(root, c) for c in rooted.classes)


@dataclass(frozen=True)
class PricedAnswer(TreeInducedError):
    """TIE where nothing is predicted: the true class stays alone, at the price."""

    default_cost: Fraction | None = Fraction(0)
    """What a class costs that is paired with the default class; None where that is not allowed."""

    def priced_alternative(self, case: Case) -> None:
        return None

    def solution(self, case: Case) -> Pairing | None:
        return optimal_pairing(self.problem(case))

    def parts(self, case: Case, pairing: Pairing) -> dict[str, float | int]:
        return {name: part for name, part in super().parts(case, pairing).items() if name != "default_cost"}


@register
@dataclass(frozen=True)
class AllPairs(PairMeasure):
    """All pairs: the sum of the distances between every predicted and every true class.

    Formula: Σ d(ŷ, y). Range: 0 and up; lower is better; in edges, or units of weight. Undefined with
    an empty side. `pair_cost="similarity"` is the other variant of the source: a pair then costs 1 − CS of its
    classes, for with CS itself, as K15 puts it, classes would be the cheaper the less alike they are.
    Source: Sun & Lim 2001, as K15 §2.3.2 models it: α_p = β_p = N, α_t = β_t = M.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "AllPairs").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "AllPairs",
        N_("Every pair counts"),
        source="Sun & Lim 2001; K15 §2.3.2",
        imperfect="The distances within a set of several classes count, too.",
        question=N_("How far is every predicted class from every true one?"),
        how=(
            "The distances of all pairs are added up. Where several classes are true, even a perfect prediction "
            "is charged, because its classes are also compared with one another.",
        ),
        see=("13a", "12a", "8b"),
    )

    pair_cost: str = PAIR_COST

    def sum_symbol(self) -> Row:
        return ("Σ", "(", *self.cost_symbol(), ")") if self.by_similarity else ("Σ", *self.cost_symbol())

    def aim(self, case: Case) -> Words:
        if self.by_similarity:
            return ("AllPairs adds up how unlike every predicted class is every true one.",)
        return ("AllPairs adds up how far every predicted class is from every true one.",)

    def pairing_rule(self) -> str:
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

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "Flow(default_cost=None)").notes[-1]
    'Undefined: the bounds cannot be met; Theater cannot be paired as often as required.'
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "Flow",
        N_("Pairs within your own bounds"),
        source="K15 §2.3, Problem 1, Figure 3",
        question=N_("What does pairing cost within bounds of your own?"),
        how=sentence(
            "A predicted class is paired {} to {} times, a true class {} to {} times. The cheapest pairing that keeps "
            "to this costs {}; the pairings of TIE, AllPairs, GIE and MGIA are special cases.",
            *(Symbol(sign, side) for side in "pt" for sign in "αβ"),
            Symbol("f", "error"),
        ),
        see=("12a", "2d", "15"),
    )
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        name: dict(zip(_PRESET, values, strict=True))
        for name, values in (
            ("tree-induced", (1, 1, 1, 1, None, None)),
            ("all pairs", ("N", "N", "M", "M", None, None)),
            ("GIE", (1, 1, 1, 1, 5, 5)),
            ("MGIA", (1, "N", 1, "M", 5, 5)),
        )
    }
    alpha_p: int | str = _bound_param("A predicted class is paired at least so often.", "Predicted, at least", "αₚ")
    beta_p: int | str = _bound_param("A predicted class is paired at most so often.", "Predicted, at most", "βₚ")
    alpha_t: int | str = _bound_param("A true class is paired at least so often.", "True, at least", "αₜ")
    beta_t: int | str = _bound_param("A true class is paired at most so often.", "True, at most", "βₜ")
    default_cost: Fraction | None = param(
        5, PRICE, label=N_("Default cost"), symbol="Dₘₐₓ", none=N_("no default classes"), at_least=0
    )
    max_distance: Fraction | None = MAX_DISTANCE
    pair_cost: str = PAIR_COST

    def aim(self, case: Case) -> Words:
        more, first = self.nearness_words(case)
        return (
            "Flow pairs the true with the predicted classes as cheaply as can be, each as often as is set: the "
            f"{more} two classes are, the more their pair costs.{first}",
        )

    def pairing_rule(self) -> str:
        return "Every class is paired as often as is set, at the least total cost: "

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        sizes = {"N": len(case.true), "M": len(case.predicted)}

        def times(bound: int | str, least: int) -> int:
            return max(least, sizes[bound]) if isinstance(bound, str) else bound

        return (times(self.alpha_p, 0), times(self.beta_p, 1), times(self.alpha_t, 0), times(self.beta_t, 1))

    def solution(self, case: Case) -> Pairing | None:
        if self.default_cost is None and not (case.true and case.predicted):
            return None
        return super().solution(case)
