"""Similarity by the depth where two classes meet: Wu and Palmer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...explain import Frac, Num, Row, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ..base import MeasureSpec, param
from ..levels import UnitHierarchy, unit_hierarchy
from ..registry import register
from .family import MEETING, LevelMeasure, average_param
from .matches import ClassPair, number_at

_ROOT = param(
    "counted", N_("Whether the root has depth 1 or 0."), label=N_("Root"), choices=("counted", "omitted"), named=True
)


@register
@dataclass(frozen=True)
class WuPalmer(LevelMeasure):
    """Wu–Palmer similarity: how deep two classes meet, against how deep they lie.

    Formula of a pair: 2·depth(a) / (2·depth(a) + climbs), at the ancestor a of both where it is greatest;
    the root has depth 1, or 0 with `root="omitted"`. In a tree this is 2·depth(lca) / (depth(ŷ) + depth(y)),
    and for one class on either side hF. A class and itself: 1. In edges, whatever these weigh. Sets: the
    `average` of best matches. Range: 0 to 1; higher is better; 0 with an empty side.
    Source: Wu & Palmer 1994; sets: Pesquita et al. 2008.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "WP").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "WP",
        N_("Depth of the meeting point"),
        N_("Semantic similarity"),
        "higher",
        "Wu & Palmer 1994; sets: Pesquita et al. 2008",
        question=N_("How deep do two classes meet, against how deep they lie?"),
        how=(
            "Every class is matched with the class of the other side that it is most like, and the matches of "
            "either side are averaged, then both sides. Two classes that meet at an ancestor ",
            Symbol("a"),
            " have the similarity 2 depth(",
            Symbol("a"),
            ") / (depth(",
            Symbol("ŷ"),
            ") + depth(",
            Symbol("y"),
            ")), the root being at depth 1. With one class on either side of a tree this is hF.",
        ),
        see=("11a", "11b", "15", "8b"),
        elsewhere=(
            (
                "nltk",
                "Takes the depth of the meeting point by the longest way from the root, which differs where a "
                "class has several parents.",
            ),
            ("GOSemSim", 'Its BMA averages all matches at once, as average="matches" does.'),
        ),
    )
    scale: ClassVar[str] = "depths"
    scale_word: ClassVar[str] = "depth"

    average: str = average_param("BMA")
    root: str = _ROOT

    def upward(self) -> bool:
        return True

    def likeness_clause(self) -> str:
        return "two classes are the more alike, the deeper they meet, going up from both"

    def _depth(self, rooted: UnitHierarchy, c: str) -> int:
        return rooted.depths[c] + (self.root == "counted")

    def worth(self, rooted: UnitHierarchy, a: str, climbs: int) -> Fraction:
        depth = self._depth(rooted, a)
        return Fraction(2 * depth, 2 * depth + climbs) if climbs else Fraction(1)

    def pair_symbols(self) -> Row:
        depth: Row = ("2", "·", Symbol("depth", says="the edges down from the root"), "(", MEETING, ")")
        climbs = Symbol("climbs", says="the edges up from both classes to where they meet")
        return (Frac(depth, (*depth, "+", climbs)),)

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        rooted = unit_hierarchy(case.hierarchy)
        climbs = rooted.climbs(pair.predicted)[pair.meeting] + rooted.climbs(pair.true)[pair.meeting]
        if not climbs:
            return (Num("1", pair.classes, counts=False),)
        depth: Row = ("2", "·", number_at(pair.meeting, str(self._depth(rooted, pair.meeting))))
        return (Frac(depth, (*depth, "+", Num(str(climbs), pair.classes, counts=False))),)

    def class_value(self, case: Case, c: str) -> str:
        return str(self._depth(unit_hierarchy(case.hierarchy), c))

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        first = int(self.root == "counted")
        depth = self._depth(unit_hierarchy(case.hierarchy), c)
        if depth == first:
            return (f" is the root, at depth {depth}",)
        return (f" {'lie' if several else 'lies'} at depth {depth}, the root being at {first}",)
