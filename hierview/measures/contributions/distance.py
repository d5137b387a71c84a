"""Measures by category distance (Sun, Lim & Ng 2003): what is near counts in part."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

from ...explain import Formula, Frac, HierarchyPicture, Link, Num, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import Ends, MeasureSpec, param, text_of
from ..registry import register
from ..shares import BETA
from ..telling import part_number, several_roots_note
from .contributions import Contributions, Distances
from .family import ACCURACY, AVERAGE, FAMILY, ONE_INSTANCE, PRECISION, RECALL, RIGHT, S03, WRONG, ContributionMeasure
from .views import MOST_LINKS

_THETA = Symbol("Dis", "θ", "the acceptable distance, a setting", "acceptable_distance")


class DistanceMeasure(ContributionMeasure):
    """Contributions by distance, set against an acceptable one (Eq. 20)."""

    sub: ClassVar[str] = "CD"

    acceptable_distance: Fraction = Fraction(2)

    def nearness(self, case: Case) -> Distances:
        return Distances(case.hierarchy, self.acceptable_distance)

    def nearness_notes(self, case: Case, sums: Contributions) -> tuple[str, ...]:
        h = case.hierarchy.rooted()
        root = h.artificial_root
        if len(case.hierarchy.roots) < 2 or root is None:
            return ()
        pairs = [(one.name, term.other) for one in (*sums.wrong, *sums.missed) for term in one.terms]
        if not any(root in h.meeting(a, b)[1] for a, b in pairs):
            return ()
        return several_roots_note(root, "distances pass an artificial root, {}, above them")

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        return {"acceptable_distance": part_number(self.acceptable_distance)}

    def told_nearness(self) -> str:
        return "by distance"

    def told_rule(self) -> str:
        return f"Classes nearer than {number(self.acceptable_distance)} give something, farther ones take away."

    def told_near(self, case: Case, near: Fraction) -> Words:
        if case.hierarchy.weighted:
            return (f"at distance {number(near)}",)
        return (f"{number(near)} edge away" if near == 1 else f"{number(near)} edges away",)

    def near_symbol(self) -> Symbol:
        return Symbol("Dis", says="the distance of two classes")

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        limit = _THETA if case is None else self._limit()
        return ("1", "−", Frac((near,), (limit,)))

    def _limit(self) -> Num:
        """The acceptable distance as a number that points to its setting."""
        return Num(number(self.acceptable_distance), setting="acceptable_distance")

    def nearness_step(self, case: Case) -> Step:
        limit = number(self.acceptable_distance)
        text = text_of(
            f"A distance of {limit} is acceptable: a class that far away gives nothing, a nearer one gives something, "
            "a farther one takes away."
        )
        links = tuple(
            Link(p, t, number(case.hierarchy.distance(p, t)), chosen=False)
            for p, t in product(sorted(case.predicted), sorted(case.true))
            if p != t
        )
        picture = HierarchyPicture(("Distances of the marked classes",), links=links[:MOST_LINKS])
        formula = Formula((_THETA,), ((self._limit(),),), "")
        return Step("Acceptable", text, (picture,), formula, fact=(("acceptable",), (limit,)))


_ACCEPTABLE = param(
    2,
    N_("A class this far away contributes nothing; a nearer one adds, a farther one takes away."),
    label=N_("Acceptable distance"),
    symbol="θ",
    above=0,
)
_NEAR: Words = (
    "A class that is wrong gets something from every true class, a missed one from every predicted class: 1 less "
    "their distance over the acceptable one, ",
    Symbol("Dis", "θ"),
    ". The sum is kept within −1 and 1. ",
)
_ELSEWHERE_NEAR = ((S03, ONE_INSTANCE), (f"{S03}, experiments", "The acceptable distance is 2."))


@register
@dataclass(frozen=True)
class DistanceF(DistanceMeasure):
    """Category-distance F: the harmonic mean of CDP and CDR, in which near misses count in part.

    Formula: (1 + β²)PR / (β²P + R), P and R as in CDP and CDR. Range: 0 to 1; higher is better. Always
    defined; 0 with an empty side, and where P and R are 0. Source: Sun, Lim & Ng 2003, Eq. 7, 12 to 17
    and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDF").value
    0.6666666666666666
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDF",
        N_("Near misses count, by distance"),
        FAMILY,
        "higher",
        f"{S03}, Eq. 7, 12–17, 20",
        question=N_("How much is right, if what is near counts in part?"),
        how=(
            *_NEAR,
            "CDP sets hits and what is above 0 against what is predicted, CDR against what is true; CDF is "
            "their harmonic mean.",
        ),
        see=("13a", "17a", "8b"),
        elsewhere=_ELSEWHERE_NEAR,
    )
    which: ClassVar[str] = "F"

    acceptable_distance: Fraction = _ACCEPTABLE
    average: str = AVERAGE
    beta: Fraction = BETA


@register
@dataclass(frozen=True)
class DistancePrecision(DistanceMeasure):
    """Category-distance precision: the share of what is predicted that is right or near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FP| + Con⁺FN), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no predicted class.
    Source: Sun, Lim & Ng 2003, Eq. 12, 14, 16 and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts", "Music"]), "CDP").value
    0.75
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDP",
        N_("Predicted part that is right or near"),
        FAMILY,
        "higher",
        f"{S03}, Eq. 12, 14, 16, 20",
        under="CDF",
        question=N_("How much of what is predicted is right or near?"),
        how=(*_NEAR, PRECISION),
        see=("13a", "17a", "8b"),
        elsewhere=_ELSEWHERE_NEAR,
    )
    which: ClassVar[str] = "P"

    acceptable_distance: Fraction = _ACCEPTABLE
    average: str = AVERAGE


@register
@dataclass(frozen=True)
class DistanceRecall(DistanceMeasure):
    """Category-distance recall: the share of what is true that was found, or something near to it.

    Formula: (|TP| + Con⁺FP + Con⁺FN) / (|TP| + |FN| + Con⁺FP), with Con⁺ the contributions above 0.
    Range: 0 to 1; higher is better. 0 where the denominator is not above 0, as with no true class.
    Source: Sun, Lim & Ng 2003, Eq. 13, 15, 17 and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Arts", "Music"], ["Music"]), "CDR").value
    0.75
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDR",
        N_("True part that was found, or something near"),
        FAMILY,
        "higher",
        f"{S03}, Eq. 13, 15, 17, 20",
        under="CDF",
        question=N_("How much of what is true is found, or something near?"),
        how=(*_NEAR, RECALL),
        see=("13a", "17a", "8b"),
        elsewhere=_ELSEWHERE_NEAR,
    )
    which: ClassVar[str] = "R"

    acceptable_distance: Fraction = _ACCEPTABLE
    average: str = AVERAGE


@register
@dataclass(frozen=True)
class DistanceAccuracy(DistanceMeasure):
    """Category-distance accuracy: how many of all classes are judged rightly, near misses in part.

    Formula: (|TP| + |TN| + Con_FP + Con_FN) / n over the n classes. Range: −1 to 1; higher is better.
    Contributions below 0 count, too, so that it can fall below 0. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 18 and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDA").value
    0.6666666666666666
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDA",
        N_("Classes judged rightly, by distance"),
        FAMILY,
        "higher",
        f"{S03}, Eq. 18, 20",
        ends=Ends("−1", "1"),
        question=N_("How many classes are judged rightly, if what is near counts in part?"),
        how=(*_NEAR, RIGHT),
        see=("17a", "8b", "hemkit-3"),
        elsewhere=ACCURACY,
    )
    which: ClassVar[str] = "A"

    acceptable_distance: Fraction = _ACCEPTABLE


@register
@dataclass(frozen=True)
class DistanceError(DistanceMeasure):
    """Category-distance error: how many of all classes are judged wrongly, near misses only in part.

    Formula: (|FP| + |FN| − Con_FP − Con_FN) / n over the n classes, 1 less CDA. Range: 0 to 2; lower is
    better. What is farther off than acceptable counts more than 1. With an empty side nothing contributes.
    Source: Sun, Lim & Ng 2003, Eq. 19, its denominator mended, and 20.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Arts"]), "CDE").value
    0.3333333333333333
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "CDE",
        N_("Classes judged wrongly, by distance"),
        FAMILY,
        "lower",
        f"{S03}, Eq. 19, 20",
        under="CDA",
        question=N_("How many classes are judged wrongly, if what is near counts in part?"),
        how=(*_NEAR, WRONG),
        see=("17a", "8b", "hemkit-3"),
        elsewhere=ACCURACY,
    )
    which: ClassVar[str] = "E"

    acceptable_distance: Fraction = _ACCEPTABLE
