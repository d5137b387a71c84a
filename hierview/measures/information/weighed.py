"""Both sides with all ancestors, what every class of them weighs, and what a measure makes of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...explain import Formula, Num, Row, Words
from ...model.case import Case
from ..base import Measure, Result
from ..telling import MOST_TERMS, plus
from .content import Information, content_text, information


@dataclass(frozen=True)
class Weighed:
    """The sets with all ancestors, and what each class of them weighs, in PARTS.

    root: the artificial root, where the hierarchy has several.
    """

    true: frozenset[str]
    predicted: frozenset[str]
    gains: Mapping[str, int]
    root: str | None = None

    @property
    def common(self) -> frozenset[str]:
        """The classes on both sides."""
        return self.true & self.predicted

    @property
    def missed(self) -> frozenset[str]:
        """The classes on the true side only."""
        return self.true - self.predicted

    @property
    def extra(self) -> frozenset[str]:
        """The classes on the predicted side only."""
        return self.predicted - self.true

    def weight(self, classes: Iterable[str]) -> int:
        """Weight of classes together, in PARTS."""
        return sum(self.gains[c] for c in classes)


def weight_number(sets: Weighed, classes: frozenset[str]) -> Num:
    """Weight of classes together, as a number that points at them."""
    return Num(content_text(sets.weight(classes)), classes, counts=False)


def weight_row(sets: Weighed, classes: frozenset[str]) -> Row:
    """Weights of classes as a sum, class by class; the weight of many as one number."""
    if len(classes) > MOST_TERMS:
        return (weight_number(sets, classes),)
    return plus(weight_number(sets, frozenset((c,))) for c in sorted(classes))


class WeighingMeasure(Measure):
    """Weighed sets of a measure, and the words and the formula of their weights."""

    ic: str = "Seco"

    def content_of(self, case: Case) -> Information:
        """Information content of every class of a case."""
        return information(case.hierarchy, self.ic)

    def weighed(self, case: Case) -> Weighed:
        """Both sides of a case with all their ancestors, and the weight of each class."""
        true, predicted = case.hierarchy.closure(case.true), case.hierarchy.closure(case.predicted)
        content = self.content_of(case)
        return Weighed(true, predicted, {c: content.gain(c) for c in sorted(true | predicted)}, content.root)

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with a case's numbers."""
        raise NotImplementedError

    def words(self, sets: Weighed) -> Words:
        """Sentence on how the parts make the value."""
        return ()

    def aside(self, sets: Weighed) -> tuple[Words, ...]:
        """Short lines beside the formula."""
        return ()

    def divided(self) -> bool:
        """Whether the value is made of precision and recall."""
        return False

    def about(self, sets: Weighed) -> tuple[tuple[str, frozenset[str]], ...]:
        """The pictures of the answer: a title, and the classes counted in it."""
        return (("True side", sets.true), ("Both sides", sets.common), ("Predicted side", sets.predicted))
