"""Common ground of the semantic measures: similarities of classes, and of sets by their best matches.

Two classes are compared at an ancestor of both, a class being its own ancestor here. Where several could
serve, the one that brings the two nearest counts: the most informative, the lowest, the one of the
greatest similarity.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from ...explain import Formula, Frac, Kind, Look, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import A_PREDICTED, A_TRUE, PREDICTED, TRUE, Measure, Result, begun, empty_side_notes, param
from ..levels import UnitHierarchy, unit_hierarchy
from ..shares import size
from ..telling import several_roots_note
from .matches import ClassPair, Matches, count_row, mean, values_row
from .steps import matches_view, pairs_view, semantic_steps, values_view

MEETING = Symbol("a", says="the class where both meet, going up")
_AVERAGED = (
    "What is averaged: best matches over either side, then both sides (BMA), all matches at once, one side's only{}."
)
AVERAGES = ("BMA", "matches", "predicted", "true", "pairs", "best")


def average_param(default: str, choices: tuple[str, ...] = AVERAGES) -> Any:
    """The parameter that says what is averaged."""
    more = ", all pairs, or the best pair alone" if "pairs" in choices else ""
    return param(default, _AVERAGED.format(more), label=N_("Average"), choices=choices, named=True)


class SemanticMeasure(Measure):
    """Base of the semantic measures: pairs, best matches, averages, pictures.

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

    def class_words(self, case: Case, c: str, several: bool) -> Words:
        """Words for the number of a class after its name, or of `several` with the same number."""
        raise NotImplementedError

    def counts_of(self, pair: ClassPair) -> frozenset[str]:
        """The classes whose own values the value of a pair is made of."""
        return frozenset((pair.meeting,))

    def matched_classes(self, case: Case) -> tuple[frozenset[str], frozenset[str]]:
        """The predicted and the true classes that are asked for their best match."""
        if self.mistakes:
            return case.predicted - case.true, case.true - case.predicted
        return case.predicted, case.true

    def matches(self, case: Case) -> Matches:
        """Every predicted class compared with every true one, and the best matches of the classes asked."""
        nearest = max if self.better() == "higher" else min
        pairs = tuple(self.compare(case, p, t) for p in sorted(case.predicted) for t in sorted(case.true))
        sides: list[tuple[ClassPair, ...]] = []
        tied = False
        for classes, of in zip(self.matched_classes(case), ("predicted", "true"), strict=True):
            best = []
            for c in sorted(classes):
                mine = [pair for pair in pairs if getattr(pair, of) == c]
                if mine:
                    best.append(nearest(mine, key=lambda pair: pair.value))
                    tied = tied or sum(pair.value == best[-1].value for pair in mine) > 1
            sides.append(tuple(best))
        return Matches(sides[0], sides[1], pairs, unit_hierarchy(case.hierarchy).artificial, tied)

    def averaged_pairs(self, matches: Matches) -> tuple[ClassPair, ...]:
        """The pairs whose values are averaged."""
        if self.average == "best":
            return self.best(matches)
        if self.average == "pairs":
            return matches.pairs
        sides = {"predicted": matches.predicted, "true": matches.true}
        return sides.get(self.average, matches.predicted + matches.true)

    def best(self, matches: Matches) -> tuple[ClassPair, ...]:
        """The best pair, the first by name; none where there is no pair."""
        nearest = max if self.better() == "higher" else min
        return (nearest(matches.pairs, key=lambda pair: pair.value),) if matches.pairs else ()

    def score(self, matches: Matches) -> Fraction | None:
        """The average, or None where there is nothing to average."""
        values = [pair.value for pair in self.averaged_pairs(matches)]
        if not values:
            return None
        if self.average == "BMA":
            means = (mean([pair.value for pair in side]) for side in (matches.predicted, matches.true))
            return mean([m for m in means if m is not None])
        return mean(values)

    def likest(self) -> str:
        """Words for the best match of a class: `most like` or `nearest to`."""
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
        notes += several_roots_note(matches.root)
        if value is None:
            return Result(str(self), None, notes=(*notes, self.nothing(case)))
        return Result(str(self), float(value), self.parts(matches), matches, tuple(notes))

    def parts(self, matches: Matches) -> dict[str, float | int]:
        """Sums and numbers of the matches of either side, or of all pairs."""

        def summed(pairs: Iterable[ClassPair]) -> float:
            return float(sum(pair.value for pair in pairs))

        if self.average in ("pairs", "best"):
            return {"sum": summed(self.averaged_pairs(matches)), "pairs": len(self.averaged_pairs(matches))}
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
        """The letter of a pair's value, of a class and a set: the value of the class's best match in it."""
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
        """The formula with a case's numbers."""
        matches: Matches = result.witness
        pairs = self.averaged_pairs(matches)
        sides: tuple[Row, ...] = (self.symbols(),)
        row = self.pair_row(case, pairs[0]) if len(set(pairs)) == 1 else ()
        if len(row) > 1 or (row and isinstance(row[0], Frac)):
            # One pair is its own average.
            sides += (row,)
        elif self.average == "pairs":
            sides += ((Frac(values_row(pairs), (str(len(pairs)),)),),)
        elif self.average == "best":
            sides += (values_row(pairs),) if pairs else ()
        elif pairs:
            p, t = (
                (values_row(side), count_row(side, of))
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
        kind: Kind = "class" if c in case.hierarchy else "artificial"
        return Look(kind=kind, value=self.class_value(case, c))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("matches", "columns", self.scale) if case.true and case.predicted else ("matches", self.scale)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if name == self.scale:
            return values_view(self, case, result)
        return pairs_view(self, case, result) if name == "columns" else matches_view(self, case, result)

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        return (*begun(self.aim(case), semantic_steps(self, case, result)), *super().explain(case, result))

    def likeness_clause(self) -> str:
        """Clause on when two classes are more alike, or farther apart."""
        raise NotImplementedError

    def match_clause(self) -> str:
        """Clause on which class is compared with which."""
        wrong, missed = ("wrong ", "missed ") if self.mistakes else ("", "")
        return {
            "pairs": "Every predicted class is compared with every true one",
            "best": "The best pair counts alone",
            "predicted": f"Every {wrong}predicted class is matched with the true one that it is {self.likest()}",
            "true": f"Every {missed}true class is matched with the predicted one that it is {self.likest()}",
        }.get(self.average, f"Every class is matched with the one of the other side that it is {self.likest()}")

    def aim(self, case: Case) -> Words:
        return (f"{self.match_clause()}, and {self.likeness_clause()}.",)


class LevelMeasure(SemanticMeasure):
    """Base of the measures that count edges."""

    def worth(self, rooted: UnitHierarchy, a: str, climbs: int) -> Fraction:
        """The value of a pair that is compared at `a`, which is so many climbs away from both together."""
        raise NotImplementedError

    def compare(self, case: Case, predicted: str, true: str) -> ClassPair:
        rooted = unit_hierarchy(case.hierarchy)
        up, down = rooted.climbs(predicted), rooted.climbs(true)
        values = {a: self.worth(rooted, a, climb + down[a]) for a, climb in up.items() if a in down}
        if predicted == true:
            return ClassPair(predicted, true, true, values[true])
        sign = -1 if self.better() == "higher" else 1
        return ClassPair(predicted, true, *min(values.items(), key=lambda item: (sign * item[1], item[0])))
