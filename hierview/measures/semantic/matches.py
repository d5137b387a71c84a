"""Findings of a semantic measure: two classes compared, and the best matches of all classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...explain import Num, Row, number
from ..telling import MOST_TERMS, plus


@dataclass(frozen=True)
class ClassPair:
    """A predicted and a true class, and at which ancestor of both they are compared, with what result."""

    predicted: str
    true: str
    meeting: str
    value: Fraction

    @property
    def classes(self) -> frozenset[str]:
        """Both classes; one where a class is compared with itself."""
        return frozenset((self.predicted, self.true))


@dataclass(frozen=True)
class Matches:
    """The best match of every class that is asked for one, by side and name, and all pairs.

    root: the artificial root, where the hierarchy has several.  tied: whether another match is as good.
    """

    predicted: tuple[ClassPair, ...] = ()
    true: tuple[ClassPair, ...] = ()
    pairs: tuple[ClassPair, ...] = ()
    root: str | None = None
    tied: bool = False


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """The average; None where there is nothing to average."""
    return sum(values, Fraction(0)) / len(values) if values else None


def number_at(c: str, text: str) -> Num:
    """A number known of one class."""
    return Num(text, frozenset((c,)), counts=False)


def values_row(pairs: Sequence[ClassPair]) -> Row:
    """The values of pairs, each a number with its classes; a long sum as its total."""
    if len(pairs) > MOST_TERMS:
        everyone = frozenset[str]().union(*(pair.classes for pair in pairs))
        return (Num(number(sum(pair.value for pair in pairs)), everyone, counts=False),)
    return plus(Num(number(pair.value), pair.classes, counts=False) for pair in pairs)


def count_row(pairs: Sequence[ClassPair], of: str) -> Row:
    """Number of the classes of a side that are asked for their match."""
    classes = frozenset(getattr(pair, of) for pair in pairs)
    return (Num(str(len(classes)), classes),)
