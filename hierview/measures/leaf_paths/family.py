"""Base of measures that are precision, recall or F1 of counts: their value, notes, formula, and the last step."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

from ...explain import Formula, HierarchyPicture, Num, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import Measure, MeasureSpec, Result, empty_side_notes, param
from ..levels import pictured_classes
from ..shares import f_beta, ratio, ratio_of_sizes, zero_notes
from ..telling import looks_of, sides_of

Classes = frozenset[str]
counts_spec = partial(MeasureSpec, family=N_("Set-based"), better="higher")
NOTHING: Classes = frozenset()
ANSWERS = param(
    "ancestors",
    N_("Which classes are predicted: those that are, with all above them, or those alone."),
    label=N_("Predicted classes"),
    choices=("ancestors", "given"),
    named=True,
)


def share_param() -> Any:
    """The parameter that says which share is taken."""
    return param("F1", N_("Which share is taken."), label=N_("Share"), choices=("F1", "P", "R"))


class ClassCount(NamedTuple):
    """A number of things, and the classes behind it."""

    number: int
    classes: Classes


@dataclass(frozen=True)
class Sides:
    """Counts of both sides, of the true and of the predicted one."""

    common: ClassCount
    """Counts of both sides together."""
    true: ClassCount
    """Counts of the true side."""
    predicted: ClassCount
    """Counts of the predicted side."""
    told: Any
    """What the measure makes of a case."""

    @property
    def sizes(self) -> tuple[int, int, int]:
        """The three numbers."""
        return self.common.number, self.true.number, self.predicted.number


class CountedShare(Measure):
    """Base of precision, recall and F1 of counts. things: what is counted, one and many; of: which share."""

    things: ClassVar[tuple[str, str]] = ("path", "paths")
    of: str = "F1"

    def sides(self, case: Case) -> Sides | str:
        """Counts of a case, or why there are none, as the end of a sentence."""
        raise NotImplementedError

    def factor(self, sides: Sides) -> float:
        """Number by which the share is multiplied."""
        return 1.0

    def evaluate(self, case: Case) -> Result:
        sides = self.sides(case)
        if isinstance(sides, str):
            return Result(str(self), None, notes=(f"Undefined: {sides}.",))
        common, true, predicted = sides.sizes
        p, r = ratio(common, predicted, 0), ratio(common, true, 0)
        value = {"P": p, "R": r, "F1": f_beta(p, r, Fraction(1), 0)}[self.of]
        assert value is not None  # 0/0 is 0
        parts = dict(zip(("intersection", "true", "predicted"), sides.sizes, strict=True))
        nothing = f"there is no {{}} {self.things[0]} to count"
        notes = (*empty_side_notes(case), *zero_notes(self.of[0], nothing, 0, sides.sizes))
        factor = self.factor(sides)
        return Result(str(self), float(value) if factor == 1 else float(value) * factor, parts, sides, notes)

    def symbols(self) -> Row:
        r, t, p = (Symbol(letter, says=says) for letter, says in zip("rtp", self.letter_meanings(), strict=True))
        return ratio_of_sizes(self.of[0], Fraction(1), (r,), (t,), (p,))

    def letter_meanings(self) -> tuple[str, str, str]:
        """Meanings of the letters of the formula: on both sides, true, predicted."""
        many = self.things[1]
        return f"the {many} on both sides", f"the true {many}", f"the predicted {many}"

    def numbers_row(self, sides: Sides) -> Row:
        """The formula with a case's numbers."""
        common, true, predicted = (
            (Num(str(one.number), one.classes, counts=False),) for one in (sides.common, sides.true, sides.predicted)
        )
        return ratio_of_sizes(self.of[0], Fraction(1), common, true, predicted)

    def words(self, sides: Sides) -> Words:
        """The answer in words."""
        common, true, predicted = sides.sizes
        many = self.things[1]
        verb = "is" if common == 1 else "are"
        return (f"Of {true} true and {predicted} predicted {many}, {common} {verb} on both sides.",)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if result.value is None:
            return Step(name, (result.notes[-1],), (HierarchyPicture(("The case",)),))
        sides: Sides = result.witness
        formula = Formula(self.symbol(), (self.symbols(), self.numbers_row(sides)), number(result.value))
        return Step(name, self.words(sides), (self.answer_picture(case, sides),), formula)

    def answer_picture(self, case: Case, sides: Sides) -> HierarchyPicture:
        """Picture of the answer: the counted classes on either side."""
        title = "Both sides"
        return sides_picture(case, title, sides.true.classes, sides.predicted.classes, sides.common.classes)


def sides_picture(
    case: Case,
    title: str,
    true: Classes,
    predicted: Classes,
    about: Classes = NOTHING,
    values: dict[str, str] | None = None,
) -> HierarchyPicture:
    """Classes on their sides, those spoken of outlined, all others quiet."""
    sides, h = sides_of(sorted(true), sorted(predicted)), case.hierarchy
    everyone = dict.fromkeys((*pictured_classes(case), *sorted(sides)))
    looks = looks_of(everyone, sides, about, values=values, others="quiet")
    edges = ([(p, c) for c in sorted(side) for p in h.parents(c) if p in side] for side in (true, predicted))
    return HierarchyPicture((title,), looks, sides_of(*edges))
