"""Base of the semantic measures: two classes compared, the best matches of all classes, their averages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...explain import Formula, Frac, Kind, Look, Num, Row, Symbol, Words, number
from ...model.case import Case
from ..base import A_PREDICTED, A_TRUE, PREDICTED, TRUE, Measure, Result
from ..levels import unit_hierarchy
from ..shares import size_row
from ..telling import class_count, sum_row


@dataclass(frozen=True)
class ClassPair:
    """A predicted and a true class, and at which ancestor of both they are compared, with what result."""

    predicted: str
    """The predicted class."""
    true: str
    """The true class."""
    meeting: str
    """The ancestor of both at which they are compared."""
    value: Fraction
    """Result of the comparison."""

    @property
    def classes(self) -> frozenset[str]:
        """The set of both classes; a set of one where a class is compared with itself."""
        return frozenset((self.predicted, self.true))


@dataclass(frozen=True)
class Matches:
    """The best match of every class that is asked for one, by side and name, and all pairs."""

    predicted: tuple[ClassPair, ...] = ()
    """Best match of each predicted class, by name."""
    true: tuple[ClassPair, ...] = ()
    """Best match of each true class, by name."""
    pairs: tuple[ClassPair, ...] = ()
    """All pairs of a predicted and a true class."""
    root: str | None = None
    """The artificial root, where the hierarchy has several roots; else None."""
    tied: bool = False
    """Whether another match is as good."""

    @property
    def sides(self) -> tuple[tuple[str, tuple[ClassPair, ...]], ...]:
        """The best matches of either side, after its word."""
        return (("predicted", self.predicted), ("true", self.true))


def mean_of(pairs: Sequence[ClassPair]) -> Fraction | None:
    """The average of the values of pairs; None where there is nothing to average."""
    return sum((pair.value for pair in pairs), Fraction(0)) / len(pairs) if pairs else None


def number_at(c: str, text: str) -> Num:
    """A number known of one class."""
    return Num(text, frozenset((c,)), counts=False)


def values_row(pairs: Sequence[ClassPair]) -> Row:
    """The values of pairs, each a number with its classes; a long sum as its total."""
    return sum_row((pair.value, pair.classes) for pair in pairs)


class MatchingMeasure(Measure):
    """Pairs of classes under a semantic measure, their best matches, averages, and the formula of these.

    letter: what the value of a pair is called.  undefined: whether an empty side leaves the value
    undefined; else it is 0.  scale: what the view of the classes' own values is called.  mistakes: whether
    only wrong and missed classes are asked for their best match.
    """

    letter: ClassVar[str] = "s"
    undefined: ClassVar[bool] = False
    says: ClassVar[str] = "the similarity of two classes"  # what the letter stands for
    scale: ClassVar[str] = ""
    scale_word: ClassVar[str] = "content"  # before the own value of a class
    mistakes: ClassVar[bool] = False
    average: str = "BMA"

    def compare(self, case: Case, predicted: str, true: str) -> ClassPair:
        """The pair at the ancestor that brings it nearest."""
        raise NotImplementedError

    def pair_row(self, case: Case, pair: ClassPair) -> Row:
        """Computation of a pair's value, with a case's numbers."""
        raise NotImplementedError

    def pair_symbols(self) -> Row:
        """Computation of a pair's value in symbols; a is the ancestor of both."""
        raise NotImplementedError

    def class_value(self, case: Case, c: str) -> str:
        """The number that a class has of its own, as it is shown: its information content, depth or height."""
        raise NotImplementedError

    def words_for_class_number(self, case: Case, c: str, several: bool) -> Words:
        """Words for the number of a class after its name, or of `several` with the same number."""
        raise NotImplementedError

    def deciding_classes(self, pair: ClassPair) -> frozenset[str]:
        """The classes whose own values the value of a pair is made of."""
        return frozenset((pair.meeting,))

    def matched_classes(self, case: Case) -> tuple[frozenset[str], frozenset[str]]:
        """The predicted and the true classes that are asked for their best match."""
        if self.mistakes:
            return case.predicted - case.true, case.true - case.predicted
        return case.predicted, case.true

    def matches(self, case: Case) -> Matches:
        """Every predicted class compared with every true one, and the best matches of the classes asked."""
        pairs = tuple(self.compare(case, p, t) for p in sorted(case.predicted) for t in sorted(case.true))
        sides: list[tuple[ClassPair, ...]] = []
        tied = False
        for classes, of in zip(self.matched_classes(case), ("predicted", "true"), strict=True):
            best: tuple[ClassPair, ...] = ()
            for c in sorted(classes) if self.average in ("BMA", "matches", of) else ():
                mine = [pair for pair in pairs if getattr(pair, of) == c]
                best += self.best(mine)
                tied = tied or sum(pair.value == best[-1].value for pair in mine) > 1
            sides.append(best)
        return Matches(sides[0], sides[1], pairs, unit_hierarchy(case.hierarchy).artificial, tied)

    def averaged_pairs(self, matches: Matches) -> tuple[ClassPair, ...]:
        """The pairs whose values are averaged."""
        if self.average == "best":
            return self.best(matches.pairs)
        return matches.pairs if self.average == "pairs" else matches.predicted + matches.true

    def best(self, pairs: Sequence[ClassPair]) -> tuple[ClassPair, ...]:
        """The best of some pairs, the first by name; none where there is no pair."""
        nearest = max if self.better() == "higher" else min
        return (nearest(pairs, key=lambda pair: pair.value),) if pairs else ()

    def score(self, matches: Matches) -> Fraction | None:
        """The average, or None where there is nothing to average."""
        if self.average != "BMA":
            return mean_of(self.averaged_pairs(matches))
        means = [m for _, side in matches.sides if (m := mean_of(side)) is not None]
        return sum(means, Fraction(0)) / len(means) if means else None

    def likest_words(self) -> str:
        """Words for the best match of a class: `most like` or `nearest to`."""
        return "most like" if self.better() == "higher" else "nearest to"

    def pair_symbol(self) -> Symbol:
        """The letter of a pair's value."""
        return Symbol(self.letter, says=self.says)

    def symbols(self) -> Row:
        p, t = size_row(PREDICTED), size_row(TRUE)
        if self.mistakes:
            p, t = size_row(PREDICTED, "∖", TRUE), size_row(TRUE, "∖", PREDICTED)
        of_best = Symbol(self.letter, says=f"{self.says}; of a class and a set, that of its best match")
        sum_p: Row = ("Σ", of_best, "(", A_PREDICTED, ",", TRUE, ")")
        sum_t: Row = ("Σ", of_best, "(", PREDICTED, ",", A_TRUE, ")")
        return self.average_row(sum_p, p, sum_t, t, (self.pair_symbol(), "(", A_PREDICTED, ",", A_TRUE, ")"))

    def average_row(self, sum_p: Row, p: Row, sum_t: Row, t: Row, one: Row) -> Row:
        """The average of sums over the numbers `p` and `t` of the classes asked, or of the pair `one`."""
        return {
            "BMA": (Frac(("1",), ("2",)), "·", "(", Frac(sum_p, p), "+", Frac(sum_t, t), ")"),
            "matches": (Frac((*sum_p, "+", *sum_t), (*p, "+", *t)),),
            "predicted": (Frac(sum_p, p),),
            "true": (Frac(sum_t, t),),
            "pairs": (Frac(("Σ", *one), (*size_row(PREDICTED), "·", *size_row(TRUE))),),
            "best": ("max\u00a0" if self.better() == "higher" else "min\u00a0", *one),
        }[self.average]

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with a case's numbers."""
        matches: Matches = result.witness
        pairs = self.averaged_pairs(matches)
        sides: tuple[Row, ...] = (self.symbols(),)
        row = self.pair_row(case, pairs[0]) if len(set(pairs)) == 1 else ()
        if len(row) > 1 or (row and isinstance(row[0], Frac)):
            # One pair is its own average.
            sides += (row,)
        elif pairs and self.average == "pairs":
            sides += ((Frac(values_row(pairs), (str(len(pairs)),)),),)
        elif self.average == "best":
            sides += (values_row(pairs),) if pairs else ()
        elif pairs:
            p = (values_row(matches.predicted), (class_count({pair.predicted for pair in matches.predicted}),))
            t = (values_row(matches.true), (class_count({pair.true for pair in matches.true}),))
            if not (matches.predicted and matches.true):
                sides += ((Frac(*(p if matches.predicted else t)),),)
            else:
                sides += (self.average_row(*p, *t, ()),)
        return Formula(self.symbol(), sides, number(result.value))

    def aside_lines(self, matches: Matches) -> tuple[Words, ...]:
        """The mean of either side in words."""
        if self.average not in ("BMA", "matches"):
            return ()
        return tuple((f"{word} side {number(mean_of(side))}",) for word, side in matches.sides if side)

    def class_look(self, case: Case, c: str) -> Look:
        """The look of a class with what is known of it."""
        kind: Kind = "class" if c in case.hierarchy else "artificial"
        return Look(kind=kind, value=self.class_value(case, c))

    def match_clause(self) -> str:
        """Clause on which class is compared with which."""
        wrong, missed, either = ("wrong ", "missed ", "wrong or missed ") if self.mistakes else ("", "", "")
        return {
            "pairs": "Every predicted class is compared with every true one",
            "best": "The best pair counts alone",
            "predicted": f"Every {wrong}predicted class is matched with the true one that it is {self.likest_words()}",
            "true": f"Every {missed}true class is matched with the predicted one that it is {self.likest_words()}",
        }.get(
            self.average,
            f"Every {either}class is matched with the one of the other side that it is {self.likest_words()}",
        )
