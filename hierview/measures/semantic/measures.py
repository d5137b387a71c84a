"""Similarities of classes, and of sets by their best matches.

Two classes are compared at an ancestor of both, a class being its own ancestor here. Where several could
serve, the one that brings the two nearest counts: the most informative, the lowest, the one of the
greatest similarity.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ...explain import Formula, Frac, Look, Num, Row, Step, Symbol, Words, number
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
)
from ..information import PARTS, Information, ic_param, information, told
from ..levels import Levels, levels
from ..registry import register
from ..sets.augmented import size
from .steps import matches_view, pairs_view, values_view, walk

MOST_TERMS = 10  # of a sum that is written out


@dataclass(frozen=True)
class Pair:
    """A predicted and a true class, and at which ancestor of both they are compared, with what result."""

    predicted: str
    true: str
    meeting: str
    value: Fraction

    @property
    def classes(self) -> frozenset[str]:
        """The two classes."""
        return frozenset((self.predicted, self.true))


@dataclass(frozen=True)
class Matches:
    """The best match of every class that is asked for one, by side and name, and all pairs.

    root: the artificial root, where the hierarchy has several.  tied: whether another match is as good.
    """

    predicted: tuple[Pair, ...] = ()
    true: tuple[Pair, ...] = ()
    pairs: tuple[Pair, ...] = ()
    root: str | None = None
    tied: bool = False


_AVERAGED = (
    "What is averaged: best matches over either side, then both sides (BMA), all matches at once, one side's only{}."
)
AVERAGES = ("BMA", "matches", "predicted", "true", "pairs", "best")


_A = Symbol("a", says="the class where both meet, going up")
_A_MOST = Symbol("a", says="the class above both, or one of them, that tells most")


def _average(default: str, choices: tuple[str, ...] = AVERAGES) -> Any:
    more = ", all pairs, or the best pair alone" if "pairs" in choices else ""
    return param(default, _AVERAGED.format(more), label="Average", choices=choices, named=True)


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """The mean; None of nothing."""
    return sum(values, Fraction(0)) / len(values) if values else None


class SemanticMeasure(Measure):
    """Base of these measures: pairs, best matches, averages, pictures.

    letter: what the value of a pair is called.  undefined: whether an empty side leaves the value
    undefined; else it is 0.  scale: what the view of the classes' own values is called.  mistakes: whether
    only wrong and missed classes are asked for their best match.
    """

    letter: ClassVar[str] = "s"
    undefined: ClassVar[bool] = False
    says: ClassVar[str] = "the similarity of two classes"  # what the letter stands for
    scale: ClassVar[str] = ""
    scale_word: ClassVar[str] = "tells"  # before the own value of a class
    mistakes: ClassVar[bool] = False
    average: str = "BMA"

    def compare(self, case: Case, predicted: str, true: str) -> Pair:
        """The pair at the ancestor that brings it nearest."""
        raise NotImplementedError

    def pair_row(self, case: Case, pair: Pair) -> Row:
        """Computation of the value of a pair, with this case's numbers."""
        raise NotImplementedError

    def pair_symbols(self) -> Row:
        """The same in symbols; a is the ancestor of both."""
        raise NotImplementedError

    def class_value(self, case: Case, c: str) -> str:
        """Number of a single class, as it is shown."""
        raise NotImplementedError

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        """The same in words, after the name of the class, or of `several` of which the same is known."""
        raise NotImplementedError

    def counts_of(self, pair: Pair) -> frozenset[str]:
        """The classes whose own values the value of a pair is made of."""
        return frozenset((pair.meeting,))

    def asked(self, case: Case) -> tuple[frozenset[str], frozenset[str]]:
        """The predicted and the true classes that are asked for their best match."""
        if self.mistakes:
            return case.predicted - case.true, case.true - case.predicted
        return case.predicted, case.true

    def matches(self, case: Case) -> Matches:
        """The pairs and the best matches of a case."""
        nearest = max if self.better() == "higher" else min
        pairs = tuple(self.compare(case, p, t) for p in sorted(case.predicted) for t in sorted(case.true))
        sides: list[tuple[Pair, ...]] = []
        tied = False
        for asked, of in zip(self.asked(case), ("predicted", "true"), strict=True):
            best = []
            for c in sorted(asked):
                mine = [pair for pair in pairs if getattr(pair, of) == c]
                if mine:
                    best.append(nearest(mine, key=lambda pair: pair.value))
                    tied = tied or sum(pair.value == best[-1].value for pair in mine) > 1
            sides.append(tuple(best))
        return Matches(sides[0], sides[1], pairs, levels(case.hierarchy).artificial, tied)

    def counted(self, matches: Matches) -> tuple[Pair, ...]:
        """The pairs whose values are averaged."""
        if self.average == "best":
            return self.best(matches)
        if self.average == "pairs":
            return matches.pairs
        sides = {"predicted": matches.predicted, "true": matches.true}
        return sides.get(self.average, matches.predicted + matches.true)

    def best(self, matches: Matches) -> tuple[Pair, ...]:
        """The best pair, the first by name; none where there is no pair."""
        nearest = max if self.better() == "higher" else min
        return (nearest(matches.pairs, key=lambda pair: pair.value),) if matches.pairs else ()

    def score(self, matches: Matches) -> Fraction | None:
        """The average, or None where there is nothing to average."""
        values = [pair.value for pair in self.counted(matches)]
        if not values:
            return None
        if self.average == "BMA":
            means = (mean([pair.value for pair in side]) for side in (matches.predicted, matches.true))
            return mean([m for m in means if m is not None])
        return mean(values)

    def likest(self) -> str:
        """Relation of the best match of a class to it, in words."""
        return "most like" if self.better() == "higher" else "nearest to"

    def nothing(self, case: Case) -> str:
        """Why the value is undefined."""
        missing = "predicted" if case.true else "true"
        return f"Undefined: there is no {missing} class to compare with."

    def evaluate(self, case: Case) -> Result:
        matches = self.matches(case)
        value = self.score(matches)
        notes = list(empty_side_notes(case))
        if value is None and not self.undefined:
            value = Fraction(0)
        if matches.tied and self.average not in ("pairs", "best"):
            notes.append("Several matches of a class are equally good; the first by name is shown.")
        if matches.root is not None:
            notes.append(f"The hierarchy has several roots; an artificial root, {matches.root}, stands above them.")
        if value is None:
            return Result(str(self), None, notes=(*notes, self.nothing(case)))
        return Result(str(self), float(value), self.parts(matches), matches, tuple(notes))

    def parts(self, matches: Matches) -> dict[str, float | int]:
        """Sums and numbers of the matches of either side, or of all pairs."""

        def summed(pairs: Iterable[Pair]) -> float:
            return float(sum(pair.value for pair in pairs))

        if self.average in ("pairs", "best"):
            return {"sum": summed(self.counted(matches)), "pairs": len(self.counted(matches))}
        parts: dict[str, float | int] = {}
        for side, pairs in (("predicted", matches.predicted), ("true", matches.true)):
            if self.average in ("BMA", "matches", side):
                parts |= {f"sum_{side}": summed(pairs), side: len(pairs)}
        return parts

    # What it looks like

    def set_symbols(self) -> tuple[Row, Row]:
        """The sets of those that are asked: the predicted side, the true side."""
        p, t = PREDICTED, TRUE
        return ((p, "∖", t), (t, "∖", p)) if self.mistakes else ((p,), (t,))

    def of_pair(self) -> Symbol:
        """The letter of a pair's value."""
        return Symbol(self.letter, says=self.says)

    def of_best(self) -> Symbol:
        """The same letter, of a class and a set: the value of the class's best match in it."""
        return Symbol(self.letter, says=f"{self.says}; of a class and a set, that of its best match")

    def symbols(self) -> Row:
        p, t = self.set_symbols()
        s, of_p, of_t = self.of_pair(), A_PREDICTED, A_TRUE
        sum_p: Row = ("Σ", self.of_best(), "(", of_p, ",", TRUE, ")")
        sum_t: Row = ("Σ", self.of_best(), "(", PREDICTED, ",", of_t, ")")
        one: Row = (s, "(", of_p, ",", of_t, ")")
        return self.averaged(sum_p, size(*p), sum_t, size(*t), one)

    def averaged(self, sum_p: Row, p: Row, sum_t: Row, t: Row, one: Row) -> Row:
        """The average of sums over the numbers `p` and `t` of the classes asked, or of the pair `one`."""
        return {
            "BMA": (Frac(("1",), ("2",)), "·", "(", Frac(sum_p, p), "+", Frac(sum_t, t), ")"),
            "matches": (Frac((*sum_p, "+", *sum_t), (*p, "+", *t)),),
            "predicted": (Frac(sum_p, p),),
            "true": (Frac(sum_t, t),),
            "pairs": (Frac(("Σ", *one), (*size(PREDICTED), "·", *size(TRUE))),),
            "best": ("max\u00a0" if self.better() == "higher" else "min\u00a0", *one),
        }[self.average]

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with this case's numbers."""
        matches: Matches = result.witness
        counted = self.counted(matches)
        sides: tuple[Row, ...] = (self.symbols(),)
        row = self.pair_row(case, counted[0]) if len(set(counted)) == 1 else ()
        if len(row) > 1 or (row and isinstance(row[0], Frac)):
            # One pair is its own average.
            sides += (row,)
        elif self.average == "pairs":
            sides += ((Frac(_sum(counted), (str(len(counted)),)),),)
        elif self.average == "best":
            sides += (_sum(counted),) if counted else ()
        elif counted:
            p, t = (
                (_sum(side), _count(side, of))
                for side, of in ((matches.predicted, "predicted"), (matches.true, "true"))
            )
            if self.average == "BMA" and not (matches.predicted and matches.true):
                sides += ((Frac(*(p if matches.predicted else t)),),)
            else:
                sides += (self.averaged(*p, *t, ()),)
        return Formula(self.symbol(), sides, number(result.value))

    def aside(self, matches: Matches) -> tuple[Words, ...]:
        """The mean of either side in words."""
        if self.average not in ("BMA", "matches"):
            return ()
        sides = (("predicted", matches.predicted), ("true", matches.true))
        return tuple((f"{word} side {number(mean([pair.value for pair in side]))}",) for word, side in sides if side)

    def look(self, case: Case, c: str) -> Look:
        """A class with what is known of it."""
        kind: Any = "class" if c in case.hierarchy else "artificial"
        return Look(kind=kind, value=self.class_value(case, c))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("matches", "columns", self.scale) if case.true and case.predicted else ("matches", self.scale)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if name == self.scale:
            return values_view(self, case, result)
        return pairs_view(self, case, result) if name == "columns" else matches_view(self, case, result)

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        return (*begun(self.aim(case), walk(self, case, result)), *super().explain(case, result))

    def measured(self) -> str:
        """Reason why two classes are alike or far apart, as a clause."""
        raise NotImplementedError

    def matched(self) -> str:
        """Which class is compared with which, as a clause."""
        wrong, missed = ("wrong ", "missed ") if self.mistakes else ("", "")
        return {
            "pairs": "Every predicted class is compared with every true one",
            "best": "The best pair counts alone",
            "predicted": f"Every {wrong}predicted class is matched with the true one that it is {self.likest()}",
            "true": f"Every {missed}true class is matched with the predicted one that it is {self.likest()}",
        }.get(self.average, f"Every class is matched with the one of the other side that it is {self.likest()}")

    def aim(self, case: Case) -> Words:
        return (f"{self.matched()}, and {self.measured()}.",)


def _sum(pairs: Sequence[Pair]) -> Row:
    """The values of pairs, each a number with its classes; a long sum as its total."""
    if len(pairs) > MOST_TERMS:
        everyone = frozenset().union(*(pair.classes for pair in pairs))
        return (Num(number(sum(pair.value for pair in pairs)), everyone, counts=False),)
    row: list[Any] = []
    for pair in pairs:
        row += ["+"] * bool(row) + [Num(number(pair.value), pair.classes, counts=False)]
    return tuple(row)


def _count(pairs: Sequence[Pair], of: str) -> Row:
    asked = frozenset(getattr(pair, of) for pair in pairs)
    return (Num(str(len(asked)), asked),)


# By depth and height


_PATHS = "Depths and climbs are counted in edges, whatever these weigh. "
_WP_LEAST = param(
    "counted", "Whether the root has depth 1 or 0.", label="Root", choices=("counted", "omitted"), named=True
)


class LevelMeasure(SemanticMeasure):
    """Those that count edges."""

    def worth(self, found: Levels, a: str, climbs: int) -> Fraction:
        """The value of a pair that is compared at `a`, which is so many climbs away from both together."""
        raise NotImplementedError

    def compare(self, case: Case, predicted: str, true: str) -> Pair:
        found = levels(case.hierarchy)
        up, down = found.climbs(predicted), found.climbs(true)
        values = {a: self.worth(found, a, climb + down[a]) for a, climb in up.items() if a in down}
        if predicted == true:
            return Pair(predicted, true, true, values[true])
        sign = -1 if self.better() == "higher" else 1
        return Pair(predicted, true, *min(values.items(), key=lambda item: (sign * item[1], item[0])))


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
        "Depth of the meeting point",
        "Semantic similarity",
        "higher",
        "Wu & Palmer 1994; sets: Pesquita et al. 2008",
        question="How deep do two classes meet, against how deep they lie?",
        how=(
            "Every class is matched with the class of the other side that it is most like, and the matches of either "
            "side are averaged, then both sides. Two classes that meet at an ancestor ",
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

    average: str = _average("BMA")
    root: str = _WP_LEAST

    def measured(self) -> str:
        return "two classes are the more alike, the deeper they meet, going up from both"

    def _depth(self, found: Levels, c: str) -> int:
        return found.depths[c] + (self.root == "counted")

    def worth(self, found: Levels, a: str, climbs: int) -> Fraction:
        depth = self._depth(found, a)
        return Fraction(2 * depth, 2 * depth + climbs) if climbs else Fraction(1)

    def pair_symbols(self) -> Row:
        depth: Row = ("2", "·", Symbol("depth", says="the edges down from the root"), "(", _A, ")")
        climbs = Symbol("climbs", says="the edges up from both classes to where they meet")
        return (Frac(depth, (*depth, "+", climbs)),)

    def pair_row(self, case: Case, pair: Pair) -> Row:
        found = levels(case.hierarchy)
        climbs = found.climbs(pair.predicted)[pair.meeting] + found.climbs(pair.true)[pair.meeting]
        if not climbs:
            return (Num("1", pair.classes, counts=False),)
        depth: Row = ("2", "·", _at(pair.meeting, str(self._depth(found, pair.meeting))))
        return (Frac(depth, (*depth, "+", Num(str(climbs), pair.classes, counts=False))),)

    def class_value(self, case: Case, c: str) -> str:
        return str(self._depth(levels(case.hierarchy), c))

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        first = int(self.root == "counted")
        depth = self._depth(levels(case.hierarchy), c)
        if depth == first:
            return (f" is the root, at depth {depth}",)
        return (f" {'lie' if several else 'lies'} at depth {depth}, the root being at {first}",)


def _at(c: str, text: str) -> Num:
    """A number known of one class."""
    return Num(text, frozenset((c,)), counts=False)


# By information content


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
    """Those that compare what classes tell."""

    scale: ClassVar[str] = "information"
    ic: str = "Seco"

    def known(self, case: Case) -> Information:
        """The information content of every class of a case."""
        return information(case.hierarchy, self.ic)

    def measured(self) -> str:
        alike = "the more alike, the more" if self.better() == "higher" else "the nearer, the more"
        own = "" if self.spec.name == "Resnik" else ", compared with what they tell themselves"
        return f"two classes are {alike} the class tells where they meet, going up from both{own}"

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
        """The value of two classes from their contents and that of `a`."""
        raise NotImplementedError

    def compare(self, case: Case, predicted: str, true: str) -> Pair:
        known, found = self.known(case), levels(case.hierarchy)
        down = found.climbs(true)
        common = [a for a in found.climbs(predicted) if a in down]
        meeting = true if predicted == true else min(common, key=lambda a: (-known.content(a), a))
        if predicted == true and self.spec.name != "Resnik":
            # Also where the class tells nothing, so that 0/0 would have to be divided.
            return Pair(predicted, true, true, Fraction(self.better() == "higher"))
        contents = (known.content(c) for c in (meeting, predicted, true))
        return Pair(predicted, true, meeting, self.worth(*contents))

    def class_value(self, case: Case, c: str) -> str:
        return told(self.known(case).content(c))

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        known = self.known(case)
        return (f" {'tell' if several else 'tells'} {told(known.content(c))}, {known.reason(c, several)}",)

    def counts_of(self, pair: Pair) -> frozenset[str]:
        return frozenset((pair.meeting, *pair.classes))

    def contents(self, case: Case, pair: Pair) -> tuple[Num, Num, Num]:
        """The contents of the ancestor and of both classes as numbers."""
        a, p, t = (_at(c, self.class_value(case, c)) for c in (pair.meeting, pair.predicted, pair.true))
        return a, p, t


_IC_OF = Symbol("IC", says="the information content, what a class tells")


def _ic(symbol: str) -> Row:
    return (_IC_OF, "(", {"a": _A_MOST, "ŷ": A_PREDICTED, "y": A_TRUE}[symbol], ")")


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
        "Shared information, as a share",
        "Semantic similarity",
        "higher",
        f"Lin 1998; {_IC_SOURCES}",
        question="How much of what two classes tell do they share?",
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

    average: str = _average("BMA")
    ic: str = ic_param()

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(2 * a, predicted + true)

    def pair_symbols(self) -> Row:
        return (Frac(("2", "·", *_ic("a")), (*_ic("ŷ"), "+", *_ic("y"))),)

    def pair_row(self, case: Case, pair: Pair) -> Row:
        if pair.predicted == pair.true:
            return (_at(pair.true, "1"),)
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
        "Shared information",
        "Semantic similarity",
        "higher",
        f"Resnik 1995; {_IC_SOURCES}",
        unit="contents of a leaf",
        ends=Ends("0", "the greatest IC of a true class"),
        imperfect="A class shares with itself what it tells, and several are averaged.",
        question="How much do two classes share?",
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

    average: str = _average("BMA")
    ic: str = ic_param()

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(a, PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, max((self.known(case).content(c) / PARTS for c in case.true), default=0.0))

    def counts_of(self, pair: Pair) -> frozenset[str]:
        return frozenset((pair.meeting,))

    def pair_symbols(self) -> Row:
        return _ic("a")

    def pair_row(self, case: Case, pair: Pair) -> Row:
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
        "Information not shared",
        "Semantic similarity",
        "lower",
        f"Jiang & Conrath 1997; {_IC_SOURCES}",
        unit="contents of a leaf",
        question="How much do two classes tell that they do not share?",
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

    average: str = _average("BMA")
    ic: str = ic_param()

    def worth(self, a: int, predicted: int, true: int) -> Fraction:
        return Fraction(predicted + true - 2 * a, PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 2.0)

    def pair_symbols(self) -> Row:
        return (*_ic("ŷ"), "+", *_ic("y"), "−", "2", "·", *_ic("a"))

    def pair_row(self, case: Case, pair: Pair) -> Row:
        a, p, t = self.contents(case, pair)
        return (p, "+", t, "−", "2", "·", a)


# By the height of the lowest common ancestor


class HeightMeasure(LevelMeasure):
    """The height of the lowest ancestor of both: most edges from it down to a leaf; 0 for a class and itself."""

    letter: ClassVar[str] = "h"
    says: ClassVar[str] = "how high two classes meet"
    undefined: ClassVar[bool] = True
    scale: ClassVar[str] = "heights"
    scale_word: ClassVar[str] = "height"

    def measured(self) -> str:
        return "two classes are the farther apart, the higher they meet, going up from both"

    def worth(self, found: Levels, a: str, climbs: int) -> Fraction:
        return Fraction(found.heights[a] if climbs else 0)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        found = levels(case.hierarchy)
        return (0.0, float(found.heights[found.root]))

    def pair_symbols(self) -> Row:
        return (Symbol("height", says="the most edges down to a leaf"), "(", _A, ")")

    def pair_row(self, case: Case, pair: Pair) -> Row:
        if pair.predicted == pair.true:
            return (_at(pair.true, "0"),)
        return (_at(pair.meeting, self.class_value(case, pair.meeting)),)

    def class_value(self, case: Case, c: str) -> str:
        return str(levels(case.hierarchy).heights[c])

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        height = levels(case.hierarchy).heights[c]
        edges = f"{height} edge{'s' * (height > 1)} down to the farthest leaf below {'each' if several else 'it'}"
        return (f" {'have' if several else 'has'} height {height}: {edges}",)

    def counts_of(self, pair: Pair) -> frozenset[str]:
        return frozenset() if pair.predicted == pair.true else super().counts_of(pair)


_HEIGHT: Words = (
    "Each predicted class is matched with the true class that it meets lowest, and the height of the class where they "
    "meet is taken: the most edges from there down to a leaf. ",
)
_HEIGHT_ELSEWHERE = (
    (
        "Bertinetto et al. 2020",
        "Averages over the instances of a data set, with one true class each and leaves predicted.",
    ),
)


@register
@dataclass(frozen=True)
class HierarchicalDistance(HeightMeasure):
    """Average hierarchical distance: how high predicted and true classes meet.

    Formula: the average of height(a) over the predicted classes, a the lowest class that is an ancestor of
    the predicted one and of a true one, or one of them; its height is the most edges down to a leaf. 0 for
    a predicted class that is true. With one true class and the k likeliest ones predicted this is the
    distance@k of an instance. Range: 0 to the height of the root; lower is better; in edges, whatever these
    weigh; undefined with an empty side. Source: Bertinetto et al. 2020.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "AHD").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "AHD",
        "Height of the meeting point",
        "Semantic similarity",
        "lower",
        "Bertinetto et al. 2020",
        unit="edges",
        ends=Ends("the height of the root", "0"),
        question="How high up do predicted and true classes meet?",
        how=(*_HEIGHT, "The heights are averaged over the predicted classes, of which the right ones count 0."),
        see=("13a", "13b", "11b", "8b"),
        elsewhere=_HEIGHT_ELSEWHERE,
    )

    average: str = _average("predicted")


@register
@dataclass(frozen=True)
class MistakeSeverity(HeightMeasure):
    """Mistake severity: how high the wrong predicted classes meet true ones.

    Formula: the average of height(a) over the predicted classes that are not true, a the lowest class that
    is an ancestor of the predicted one and of a true one, or one of them. Sides of the `average` are the
    wrong predicted and the missed true classes; where one side has none, the other counts alone. Range: 0
    to the height of the root; lower is better; in edges, whatever these weigh; undefined with an empty side
    and where there is no mistake. Source: Bertinetto et al. 2020.

    >>> from hierview import Case, evaluate
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"])
    >>> evaluate(case, "Severity").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Severity",
        "The same over wrong classes only",
        "Semantic similarity",
        "lower",
        "Bertinetto et al. 2020",
        unit="edges",
        under="AHD",
        ends=Ends("the height of the root", "0"),
        question="How bad are the mistakes that are made?",
        how=(*_HEIGHT, "Only wrong predicted classes count, so that fewer mistakes of the same kind do not lower it."),
        see=("13a", "13b", "12a"),
        elsewhere=_HEIGHT_ELSEWHERE,
    )

    mistakes: ClassVar[bool] = True

    average: str = _average("predicted", ("predicted", "true", "BMA", "matches"))

    def nothing(self, case: Case) -> str:
        if not case.true or not case.predicted:
            return super().nothing(case)
        what = {"predicted": "no predicted class is wrong", "true": "no true class is missed"}
        return f"Undefined: {what.get(self.average, 'both sets are equal')}, and severity says how bad mistakes are."
