"""Similarities of classes: by the depth where two meet, by what they tell."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from ...explain import Frac, Row, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ..base import A_PREDICTED, A_TRUE, Ends, MeasureSpec, Value, param, sentence
from ..information.content import IC, PARTS, Information, content_text, information_of
from ..levels import UnitHierarchy, unit_hierarchy
from ..registry import register
from ..telling import amount_number
from .family import MEETING, EdgeCountMeasure, SemanticMeasure, average_param, semantic_spec
from .matches import ClassPair, number_at

# By depth


@register
@dataclass(frozen=True)
class WuPalmer(EdgeCountMeasure):
    """Wu–Palmer similarity: how deep two classes meet, against how deep they lie.

    Formula of a pair: 2·depth(a) / (2·depth(a) + climbs), at the ancestor a of both where it is greatest;
    the root has depth 1, or 0 with `root="omitted"`. In a tree this is 2·depth(lca) / (depth(ŷ) + depth(y)),
    and for one class on either side hF. A class and itself: 1. In edges, whatever these weigh. Sets: the
    `average` of best matches. Range: 0 to 1; higher is better; 0 with an empty side.
    Source: Wu & Palmer 1994; sets: Pesquita et al. 2008.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "WP").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = semantic_spec(
        "WP",
        N_("Depth of the meeting point"),
        source="Wu & Palmer 1994; sets: Pesquita et al. 2008",
        question=N_("How deep do two classes meet, against how deep they lie?"),
        how=sentence(
            "Every class is matched with the class of the other side that it is most like, and the matches of "
            "either side are averaged, then both sides. Two classes that meet at an ancestor {} have the similarity "
            "2 depth({}) / (depth({}) + depth({})), the root being at depth 1. With one class on either side of a tree "
            "this is hF.",
            *map(Symbol, "aaŷy"),
        ),
        see=("11a", "11b", "15", "8b"),
        elsewhere=tuple(
            {
                "nltk": "Takes the depth of the meeting point by the longest way from the root, which differs where a "
                "class has several parents.",
                "GOSemSim": 'Its BMA averages all matches at once, as average="matches" does.',
            }.items()
        ),
    )
    scale: ClassVar[str] = "depths"
    scale_word: ClassVar[str] = "depth"

    average: str = average_param("BMA")
    root: str = param(
        "counted",
        N_("Whether the root has depth 1 or 0."),
        label=N_("Root"),
        choices=("counted", "omitted"),
        named=True,
    )

    def upward(self) -> bool:
        return True

    def likeness_clause(self) -> str:
        return "two classes are the more alike, the deeper they meet, going up from both"

    def _depth(self, rooted: UnitHierarchy, c: str) -> int:
        return rooted.depths[c] + (self.root == "counted")

    def pair_value(self, rooted: UnitHierarchy, a: str, climbs: int) -> Fraction:
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
            return (amount_number(1, pair.classes),)
        depth: Row = ("2", "·", amount_number(self._depth(rooted, pair.meeting), (pair.meeting,)))
        return (Frac(depth, (*depth, "+", amount_number(climbs, pair.classes))),)

    def class_value(self, case: Case, c: str) -> str:
        return str(self._depth(unit_hierarchy(case.hierarchy), c))

    def words_for_class_number(self, case: Case, c: str, several: bool) -> Words:
        first = int(self.root == "counted")
        depth = self._depth(unit_hierarchy(case.hierarchy), c)
        if depth == first:
            return (f" is the root, at depth {depth}",)
        return (f" {'lie' if several else 'lies'} at depth {depth}, the root being at {first}",)


# By what classes tell

_MOST_TELLING = Symbol("a", says="the class above both, or one of them, that tells most")
_IC_ELSEWHERE = tuple(
    {
        "Seco et al. 2004": "1 − log(h + 1) / log N for a class with h classes below it, of N: 0 for the root, 1 for a "
        "leaf.",
        "Sánchez et al. 2011": "log((L + 1) / (l / s + 1)) with l leaves below a class, s classes above it and itself, "
        "L leaves in all; here as a share of the content of a leaf.",
        "nxontology": "The same with Seco's content; with Sánchez's it counts a leaf as a leaf below itself.",
    }.items()
)
_IC_SOURCES = "IC: Seco et al. 2004; IC: Sánchez et al. 2011; sets: Pesquita et al. 2008"
_IC = (
    "IC, the information content of a class, is 0 for the root and 1 for a leaf: the fewer classes lie below it, the "
    "more it tells. Every class is matched with the class of the other side that it is most like, and both sides are "
    "averaged. "
)
_ic_spec = partial(semantic_spec, elsewhere=_IC_ELSEWHERE)


@dataclass(frozen=True)
class InformationMeasure(SemanticMeasure):
    """Base of the measures that compare what classes tell."""

    scale: ClassVar[str] = "information"

    average: str = average_param("BMA")
    ic: str = IC

    def content_of(self, case: Case) -> Information:
        """Information content of every class of a case."""
        return information_of(case.hierarchy, self.ic)

    def likeness_clause(self) -> str:
        alike = "the more alike, the more" if self.better() == "higher" else "the nearer, the more"
        own = "" if self.spec.name == "Resnik" else ", compared with what they tell themselves"
        return f"two classes are {alike} the class tells where they meet, going up from both{own}"

    def pair_value(self, a: int, predicted: int, true: int) -> Fraction:
        """The value of two classes from their contents and that of `a`."""
        raise NotImplementedError

    def compare(self, case: Case, predicted: str, true: str) -> ClassPair:
        content, rooted = self.content_of(case), unit_hierarchy(case.hierarchy)
        down = rooted.climbs(true)
        common = [a for a in rooted.climbs(predicted) if a in down]
        meeting = true if predicted == true else min(common, key=lambda a: (-content.content(a), a))
        if predicted == true and self.spec.name != "Resnik":
            # Also where the class tells nothing, so that 0/0 would have to be divided.
            return ClassPair(predicted, true, true, Fraction(self.better() == "higher"))
        contents = (content.content(c) for c in (meeting, predicted, true))
        return ClassPair(predicted, true, meeting, self.pair_value(*contents))

    def class_value(self, case: Case, c: str) -> str:
        return content_text(self.content_of(case).content(c))

    def words_for_class_number(self, case: Case, c: str, several: bool) -> Words:
        content = self.content_of(case)
        return (
            f" {'tell' if several else 'tells'} {content_text(content.content(c))}, {content.reason_text(c, several)}",
        )

    def deciding_classes(self, pair: ClassPair) -> frozenset[str]:
        return pair.classes | {pair.meeting}

    def row_of_contents(self, a: Row, predicted: Row, true: Row) -> Row:
        """The formula of a pair, from the contents of the ancestor and of both classes, in symbols or numbers."""
        raise NotImplementedError

    def pair_symbols(self) -> Row:
        content = Symbol("IC", says="the information content, what a class tells")
        a, p, t = ((content, "(", symbol, ")") for symbol in (_MOST_TELLING, A_PREDICTED, A_TRUE))
        return self.row_of_contents(a, p, t)

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        classes = (pair.meeting, pair.predicted, pair.true)
        a, p, t = ((number_at(c, self.class_value(case, c)),) for c in classes)
        return self.row_of_contents(a, p, t)


@register
@dataclass(frozen=True)
class Lin(InformationMeasure):
    """Lin similarity: what two classes share, against what they tell.

    Formula of a pair: 2·IC(a) / (IC(ŷ) + IC(y)), a the most informative ancestor of both, with intrinsic
    information content (`ic`). A class and itself: 1, also the root. In a tree, for one class on either
    side, this is wF. Sets: the `average` of best matches. Range: 0 to 1; higher is better; 0 with an empty
    side. Source: Lin 1998; Seco et al. 2004; Sánchez et al. 2011; sets: Pesquita et al. 2008.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "Lin").value
    0.5391545793821179
    """

    spec: ClassVar[MeasureSpec] = _ic_spec(
        "Lin",
        N_("Shared information, as a share"),
        source=f"Lin 1998; {_IC_SOURCES}",
        question=N_("How much of what two classes tell do they share?"),
        how=sentence(
            _IC + "Two classes have the similarity 2 IC({}) / (IC({}) + IC({})), where {} is the most informative "
            "ancestor of both.",
            *map(Symbol, "aŷya"),
        ),
        see=("15", "13b", "8b", "11a"),
    )

    def pair_value(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(2 * a, predicted + true)

    def row_of_contents(self, a: Row, predicted: Row, true: Row) -> Row:
        return (Frac(("2", "·", *a), (*predicted, "+", *true)),)

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        return (number_at(pair.true, "1"),) if pair.predicted == pair.true else super().pair_row(case, pair)


@register
@dataclass(frozen=True)
class Resnik(InformationMeasure):
    """Resnik similarity: what two classes share.

    Formula of a pair: IC(a), a the most informative ancestor of both, with intrinsic information content
    (`ic`). A class and itself: its own content, so that equal sets have the average content of their
    classes. Sets: the `average` of best matches. Range: 0 to the greatest IC of a true class; higher is
    better; 0 with an empty side. Source: Resnik 1995; Seco et al. 2004; Sánchez et al. 2011; sets:
    Pesquita et al. 2008.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "Resnik").value
    0.369070246429
    """

    spec: ClassVar[MeasureSpec] = _ic_spec(
        "Resnik",
        N_("Shared information"),
        source=f"Resnik 1995; {_IC_SOURCES}",
        ends=Ends("0", "the greatest IC of a true class"),
        imperfect="A class shares with itself what it tells, and several are averaged.",
        unit=N_("contents of a leaf"),
        question=N_("How much do two classes share?"),
        how=sentence(
            _IC + "The similarity of two classes is IC({}), where {} is the most informative ancestor of both. How far "
            "below it they lie does not count.",
            *map(Symbol, "aa"),
        ),
        see=("11a", "13b", "15", "8b"),
    )

    def pair_value(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(a, PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, max((self.content_of(case).content(c) / PARTS for c in case.true), default=0.0))

    def deciding_classes(self, pair: ClassPair) -> frozenset[str]:
        return frozenset((pair.meeting,))

    def row_of_contents(self, a: Row, predicted: Row, true: Row) -> Row:
        return a


@register
@dataclass(frozen=True)
class JiangConrath(InformationMeasure):
    """Jiang–Conrath distance: what two classes tell beyond what they share.

    Formula of a pair: IC(ŷ) + IC(y) − 2·IC(a), a the most informative ancestor of both, with intrinsic
    information content (`ic`); a distance, not turned into a similarity. A class and itself: 0. Sets: the
    `average` of best matches, which are the nearest ones. Range: 0 to 2; lower is better; undefined with an
    empty side. Source: Jiang & Conrath 1997; Seco et al. 2004; Sánchez et al. 2011; sets: Pesquita et
    al. 2008.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "JC").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = _ic_spec(
        "JC",
        N_("Information not shared"),
        better="lower",
        source=f"Jiang & Conrath 1997; {_IC_SOURCES}",
        unit=N_("contents of a leaf"),
        question=N_("How much do two classes tell that they do not share?"),
        how=sentence(
            _IC + "The distance of two classes is IC({}) + IC({}) − 2 IC({}), where {} is the most informative "
            "ancestor of both.",
            *map(Symbol, "ŷyaa"),
        ),
        see=("11a", "11b", "15", "16"),
        elsewhere=tuple(
            {
                "Seco et al. 2004": "Turns it into a similarity, 1 minus half the distance.",
                "nltk": "Turns it into a similarity, 1 divided by the distance.",
            }.items()
        ),
    )
    letter: ClassVar[str] = "d"
    says: ClassVar[str] = "the distance of two classes"
    undefined: ClassVar[bool] = True

    def pair_value(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(predicted + true - 2 * a, PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 2.0)

    def row_of_contents(self, a: Row, predicted: Row, true: Row) -> Row:
        return (*predicted, "+", *true, "−", "2", "·", *a)
