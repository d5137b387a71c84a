"""Common ground of the semantic measures: similarities of classes, and of sets by their best matches.

Two classes are compared at an ancestor of both, a class being its own ancestor here. Where several could
serve, the one that brings the two nearest counts: the most informative, the lowest, the one of the
greatest similarity.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from ...explain import Step, Symbol, Words
from ...languages import N_
from ...model.case import Case
from ..base import MeasureSpec, Result, empty_side_notes, param
from ..levels import UnitHierarchy, unit_hierarchy
from ..telling import several_roots_note
from .matches import ClassPair, Matches, MatchingMeasure
from .steps import matches_view, pairs_view, semantic_steps, values_view

MEETING = Symbol("a", says="the class where both meet, going up")
_AVERAGED = (
    "What is averaged: best matches over either side, then both sides (BMA), all matches at once, one side's only{}."
)
semantic_spec = partial(MeasureSpec, family=N_("Semantic similarity"), better="higher")
AVERAGES = ("BMA", "matches", "predicted", "true", "pairs", "best")


def average_param(default: str, choices: tuple[str, ...] = AVERAGES) -> Any:
    """The parameter that says what is averaged."""
    more = ", all pairs, or the best pair alone" if "pairs" in choices else ""
    return param(default, _AVERAGED.format(more), label=N_("Average"), choices=choices, named=True)


class SemanticMeasure(MatchingMeasure):
    """Base of the semantic measures: the value with its notes, the views and the steps."""

    def undefined_reason(self, case: Case) -> str:
        """Why the value is undefined."""
        missing = "predicted" if case.true else "true"
        return f"Undefined: there is no {missing} class to compare with."

    def evaluate(self, case: Case) -> Result:
        matches = self.matches(case)
        value = self.score(matches)
        notes = list(empty_side_notes(case))
        if matches.tied:
            notes.append("Several matches of a class are equally good; the first by name is shown.")
        notes += several_roots_note(matches.root)
        if value is None and self.undefined:
            return Result(str(self), None, notes=(*notes, self.undefined_reason(case)))
        return Result(str(self), float(value or 0), self.parts(matches), matches, tuple(notes))

    def parts(self, matches: Matches) -> dict[str, float | int]:
        """Sums and numbers of the matches of either side, or of all pairs."""
        sides = [("sum", "pairs", self.averaged_pairs(matches))]
        if self.average not in ("pairs", "best"):
            used = [side for side in matches.sides if self.average in ("BMA", "matches", side[0])]
            sides = [(f"sum_{word}", word, pairs) for word, pairs in used]
        parts: dict[str, float | int] = {}
        for total, name, pairs in sides:
            parts |= {total: float(sum(pair.value for pair in pairs)), name: len(pairs)}
        return parts

    def views(self, case: Case) -> tuple[str, ...]:
        return ("matches", "columns", self.scale) if case.true and case.predicted else ("matches", self.scale)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if name == self.scale:
            return values_view(self, case, result)
        return pairs_view(self, case, result) if name == "columns" else matches_view(self, case, result)

    def leading_steps(self, case: Case, result: Result) -> tuple[Step, ...]:
        return semantic_steps(self, case, result)

    def aim(self, case: Case) -> Words:
        return (f"{self.match_clause()}, and {self.likeness_clause()}.",)

    def likeness_clause(self) -> str:
        """Clause on when two classes are more alike, or farther apart."""
        raise NotImplementedError


class EdgeCountMeasure(SemanticMeasure):
    """Base of the measures that count edges."""

    def pair_value(self, rooted: UnitHierarchy, a: str, climbs: int) -> Fraction:
        """The value of a pair that is compared at `a`, which is so many climbs away from both together."""
        raise NotImplementedError

    def compare(self, case: Case, predicted: str, true: str) -> ClassPair:
        rooted = unit_hierarchy(case.hierarchy)
        up, down = rooted.climbs(predicted), rooted.climbs(true)
        values = {a: self.pair_value(rooted, a, climb + down[a]) for a, climb in up.items() if a in down}
        if predicted == true:
            return ClassPair(predicted, true, true, values[true])
        sign = -1 if self.better() == "higher" else 1
        return ClassPair(predicted, true, *min(values.items(), key=lambda item: (sign * item[1], item[0])))
