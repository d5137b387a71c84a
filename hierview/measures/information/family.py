"""Common ground of the measures over weighed sets.

Both sets are extended by all ancestors. A class weighs its information accretion: what it tells beyond its
most telling parent, by intrinsic information content. In a tree the weights of a class and its ancestors
add up to its content; the root weighs nothing.
"""

from __future__ import annotations

from fractions import Fraction

from ...explain import Formula, Row, Step, Words, number
from ...model.case import Case
from ..base import Result, begun, empty_side_notes
from ..shares import ShareOfSides, harmonic_note, ratio_of_sizes, taken_as
from ..telling import several_roots_note
from .content import PARTS, content_text
from .steps import PREDICTED_SIDE, SHARE_SYMBOLS, TRUE_SIDE, gains_view, sides_view, tells, weight_steps
from .weighed import Weighed, WeighingMeasure, weight_number

VIEW_GAINS = "information"


class WeightedMeasure(WeighingMeasure):
    """Base of the measures over weighed sets: the sets, their weights as parts, their pictures."""

    def evaluate(self, case: Case) -> Result:
        sets = self.weighed(case)
        value = self.score(sets)
        parts = {name: sets.weight(classes) / PARTS for name, classes in self.weighted_sets(sets).items()}
        notes = [*empty_side_notes(case), *self.zero_notes(sets), *several_roots_note(sets.root)]
        return Result(str(self), None if value is None else float(value), parts, sets, tuple(notes))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("sets", VIEW_GAINS)

    def view(self, case: Case, result: Result, name: str) -> Step:
        return (gains_view if name == VIEW_GAINS else sides_view)(self, case, result)

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        return (*begun(self.aim(case), weight_steps(self, case, result.witness)), *super().explain(case, result))

    def aim(self, case: Case) -> Words:
        more = "the fewer classes lie below it"
        if self.ic == "Sanchez":
            more = "the fewer leaves lie below it and the more classes above"
        return (
            f"The root tells nothing, a leaf 1, and any other class something between: the more, {more}. "
            f"{self.spec.name} asks: {self.spec.question[:1].lower()}{self.spec.question[1:]}",
        )

    def score(self, sets: Weighed) -> Fraction | float | None:
        """Value of two weighed sets; None where 0/0 leaves it undefined."""
        raise NotImplementedError

    def weighted_sets(self, sets: Weighed) -> dict[str, frozenset[str]]:
        """The sets whose weights stand in the formula, by name."""
        return {"ru": sets.missed, "mi": sets.extra}

    def zero_notes(self, sets: Weighed) -> tuple[str, ...]:
        """Notes on where 0/0 occurred and what it was taken as."""
        return ()

    def outside(self, case: Case) -> int:
        """Weight of all classes outside the true side, in PARTS: the most that can be wrong."""
        content = self.content_of(case)
        return content.total - sum(map(content.gain, case.hierarchy.closure(case.true)))

    def inside(self, case: Case) -> int:
        """Weight of the true side, in PARTS: the most that can be missed."""
        return sum(map(self.content_of(case).gain, case.hierarchy.closure(case.true)))


class WeightedShare(ShareOfSides, WeightedMeasure):
    """Precision, recall and F over weights."""

    def weighted_sets(self, sets: Weighed) -> dict[str, frozenset[str]]:
        return {"intersection": sets.common, "true": sets.true, "predicted": sets.predicted}

    def score(self, sets: Weighed) -> Fraction | None:
        return self.share(*(sets.weight(side) for side in (sets.common, sets.true, sets.predicted)))

    def zero_notes(self, sets: Weighed) -> tuple[str, ...]:
        for which, side, word, name in (
            ("P", sets.predicted, "predicted", "Precision"),
            ("R", sets.true, "true", "Recall"),
        ):
            if self.which in (which, "F") and not sets.weight(side):
                return (f"{name} is 0/0, as the {word} side tells nothing; that {taken_as(self.zero)}.",)
        if self.which == "F" and not sets.weight(sets.common):
            return harmonic_note(self.zero)
        return ()

    def divided(self) -> bool:
        return self.which == "F"

    def symbol(self) -> Row:
        return (self.with_beta(SHARE_SYMBOLS[self.which], "w"),)

    def symbols(self) -> Row:
        t, p = TRUE_SIDE, PREDICTED_SIDE
        return ratio_of_sizes(self.which, self.beta, tells(t, "∩", p), tells(t), tells(p))

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Weighed = result.witness
        common, t, p = (weight_number(sets, side) for side in (sets.common, sets.true, sets.predicted))
        row = ratio_of_sizes(self.which, self.beta, (common,), (t,), (p,))
        return Formula(self.symbol(), (self.symbols(), row), number(result.value))

    def aside(self, sets: Weighed) -> tuple[Words, ...]:
        """Precision and recall beside F, in words."""
        if self.which != "F":
            return ()
        common = sets.weight(sets.common)
        rows = (("precision", sets.weight(sets.predicted)), ("recall", sets.weight(sets.true)))
        return tuple(
            (f"{word} {content_text(common)} of {content_text(of)} = {number(common / of)}",) for word, of in rows if of
        )
