"""Both sides with all ancestors, and what every class of them weighs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...explain import Num, Row
from ..telling import MOST_TERMS, plus
from .content import content_text


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
