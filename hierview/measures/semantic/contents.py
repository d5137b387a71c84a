"""Similarities by what classes tell: Lin, Resnik, Jiang and Conrath."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...explain import Frac, Num, Row, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ..base import A_PREDICTED, A_TRUE, Ends, MeasureSpec, Value
from ..information.content import PARTS, Information, content_text, ic_param, information
from ..levels import unit_hierarchy
from ..registry import register
from .family import SemanticMeasure, average_param
from .matches import ClassPair, number_at

_MOST_TELLING = Symbol("a", says="the class above both, or one of them, that tells most")
_IC_ELSEWHERE = (
    (
        "Seco et al. 2004",
        "1 − log(h + 1) / log N for a class with h classes below it, of N: 0 for the root, 1 for a leaf.",
    ),
    (
        "Sánchez et al. 2011",
        "log((L + 1) / (l / s + 1)) with l leaves below a class, s classes above it and itself, L "
        "leaves in all; here as a share of the content of a leaf.",
    ),
    ("nxontology", "The same with Seco's content; with Sánchez's it counts a leaf as a leaf below itself."),
)
_IC_SOURCES = "IC: Seco et al. 2004; IC: Sánchez et al. 2011; sets: Pesquita et al. 2008"
_IC: Words = (
    "IC, the information content of a class, is 0 for the root and 1 for a leaf: the fewer classes "
    "lie below it, the more it tells. ",
)
_MATCHED = "Every class is matched with the class of the other side that it is most like, and both sides are averaged. "


class InformationMeasure(SemanticMeasure):
    """Base of the measures that compare what classes tell."""

    scale: ClassVar[str] = "information"
    ic: str = "Seco"

    def content_of(self, case: Case) -> Information:
        """Information content of every class of a case."""
        return information(case.hierarchy, self.ic)

    def likeness_clause(self) -> str:
        alike = "the more alike, the more" if self.better() == "higher" else "the nearer, the more"
        own = "" if self.spec.name == "Resnik" else ", compared with what they tell themselves"
        return f"two classes are {alike} the class tells where they meet, going up from both{own}"

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
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
        return ClassPair(predicted, true, meeting, self.worth(*contents))

    def class_value(self, case: Case, c: str) -> str:
        return content_text(self.content_of(case).content(c))

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        content = self.content_of(case)
        return (f" {'tell' if several else 'tells'} {content_text(content.content(c))}, {content.reason(c, several)}",)

    def counts_of(self, pair: ClassPair) -> frozenset[str]:
        return frozenset((pair.meeting, *pair.classes))

    def contents(self, case: Case, pair: ClassPair) -> tuple[Num, Num, Num]:
        """The contents of the ancestor and of both classes as numbers."""
        a, p, t = (number_at(c, self.class_value(case, c)) for c in (pair.meeting, pair.predicted, pair.true))
        return a, p, t


_IC_OF = Symbol("IC", says="the information content, what a class tells")


def _ic(symbol: str) -> Row:
    return (_IC_OF, "(", {"a": _MOST_TELLING, "ŷ": A_PREDICTED, "y": A_TRUE}[symbol], ")")


@register
@dataclass(frozen=True)
class Lin(InformationMeasure):
    """Lin similarity: what two classes share, against what they tell.

    Formula of a pair: 2·IC(a) / (IC(ŷ) + IC(y)), a the most informative ancestor of both, with intrinsic
    information content (`ic`). A class and itself: 1, also the root. In a tree, for one class on either
    side, this is wF. Sets: the `average` of best matches. Range: 0 to 1; higher is better; 0 with an empty
    side. Source: Lin 1998; Seco et al. 2004; Sánchez et al. 2011; sets: Pesquita et al. 2008.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "Lin").value
    0.5391545793821179
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Lin",
        N_("Shared information, as a share"),
        N_("Semantic similarity"),
        "higher",
        f"Lin 1998; {_IC_SOURCES}",
        question=N_("How much of what two classes tell do they share?"),
        how=(
            *_IC,
            _MATCHED,
            "Two classes have the similarity 2 IC(",
            Symbol("a"),
            ") / (IC(",
            Symbol("ŷ"),
            ") + IC(",
            Symbol("y"),
            ")), where ",
            Symbol("a"),
            " is the most informative ancestor of both.",
        ),
        see=("15", "13b", "8b", "11a"),
        elsewhere=_IC_ELSEWHERE,
    )

    average: str = average_param("BMA")
    ic: str = ic_param()

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(2 * a, predicted + true)

    def pair_symbols(self) -> Row:
        return (Frac(("2", "·", *_ic("a")), (*_ic("ŷ"), "+", *_ic("y"))),)

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        if pair.predicted == pair.true:
            return (number_at(pair.true, "1"),)
        a, p, t = self.contents(case, pair)
        return (Frac(("2", "·", a), (p, "+", t)),)


@register
@dataclass(frozen=True)
class Resnik(InformationMeasure):
    """Resnik similarity: what two classes share.

    Formula of a pair: IC(a), a the most informative ancestor of both, with intrinsic information content
    (`ic`). A class and itself: its own content, so that equal sets have the average content of their
    classes. Sets: the `average` of best matches. Range: 0 to the greatest IC of a true class; higher is
    better; 0 with an empty side. Source: Resnik 1995; Seco et al. 2004; Sánchez et al. 2011; sets:
    Pesquita et al. 2008.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "Resnik").value
    0.369070246429
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Resnik",
        N_("Shared information"),
        N_("Semantic similarity"),
        "higher",
        f"Resnik 1995; {_IC_SOURCES}",
        ends=Ends("0", "the greatest IC of a true class"),
        imperfect="A class shares with itself what it tells, and several are averaged.",
        unit=N_("contents of a leaf"),
        question=N_("How much do two classes share?"),
        how=(
            *_IC,
            _MATCHED,
            "The similarity of two classes is IC(",
            Symbol("a"),
            "), where ",
            Symbol("a"),
            " is the most informative ancestor of both. How far below it they lie does not count.",
        ),
        see=("11a", "13b", "15", "8b"),
        elsewhere=_IC_ELSEWHERE,
    )

    average: str = average_param("BMA")
    ic: str = ic_param()

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(a, PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, max((self.content_of(case).content(c) / PARTS for c in case.true), default=0.0))

    def counts_of(self, pair: ClassPair) -> frozenset[str]:
        return frozenset((pair.meeting,))

    def pair_symbols(self) -> Row:
        return _ic("a")

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        return (self.contents(case, pair)[0],)


@register
@dataclass(frozen=True)
class JiangConrath(InformationMeasure):
    """Jiang–Conrath distance: what two classes tell beyond what they share.

    Formula of a pair: IC(ŷ) + IC(y) − 2·IC(a), a the most informative ancestor of both, with intrinsic
    information content (`ic`); a distance, not turned into a similarity. A class and itself: 0. Sets: the
    `average` of best matches, which are the nearest ones. Range: 0 to 2; lower is better; undefined with an
    empty side. Source: Jiang & Conrath 1997; Seco et al. 2004; Sánchez et al. 2011; sets: Pesquita et
    al. 2008.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "JC").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "JC",
        N_("Information not shared"),
        N_("Semantic similarity"),
        "lower",
        f"Jiang & Conrath 1997; {_IC_SOURCES}",
        unit=N_("contents of a leaf"),
        question=N_("How much do two classes tell that they do not share?"),
        how=(
            *_IC,
            _MATCHED,
            "The distance of two classes is IC(",
            Symbol("ŷ"),
            ") + IC(",
            Symbol("y"),
            ") − 2 IC(",
            Symbol("a"),
            "), where ",
            Symbol("a"),
            " is the most informative ancestor of both.",
        ),
        see=("11a", "11b", "15", "16"),
        elsewhere=(
            ("Seco et al. 2004", "Turns it into a similarity, 1 minus half the distance."),
            ("nltk", "Turns it into a similarity, 1 divided by the distance."),
        ),
    )
    letter: ClassVar[str] = "d"
    says: ClassVar[str] = "the distance of two classes"
    undefined: ClassVar[bool] = True

    average: str = average_param("BMA")
    ic: str = ic_param()

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(predicted + true - 2 * a, PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 2.0)

    def pair_symbols(self) -> Row:
        return (*_ic("ŷ"), "+", *_ic("y"), "−", "2", "·", *_ic("a"))

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        a, p, t = self.contents(case, pair)
        return (p, "+", t, "−", "2", "·", a)
