"""Instances as kernels take them: the true and the predicted classes of each, by number."""

from __future__ import annotations

from typing import NamedTuple

from .numbered import Ints, Longs

FINE, UNDEFINED, LEFT = range(3)  # what becomes of an instance: a value; none; it is left to `evaluate`


class Rows(NamedTuple):
    """N instances: instance i has the true classes `true[true_starts[i]:true_starts[i + 1]]`, predicted likewise.

    No class stands twice in one set; the order is the one given.
    """

    true_starts: Longs
    true: Ints
    predicted_starts: Longs
    predicted: Ints

    @property
    def instances(self) -> int:
        """How many instances there are."""
        return len(self.true_starts) - 1

    def sides(self, i: int) -> tuple[Ints, Ints]:
        """The true and the predicted classes of instance i."""
        t, p = self.true_starts, self.predicted_starts
        return self.true[t[i] : t[i + 1]], self.predicted[p[i] : p[i + 1]]
