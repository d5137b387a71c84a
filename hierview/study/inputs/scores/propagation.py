"""Scores along a hierarchy: the classes that a file names with all above them, and how scores climb or descend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ....errors import StudyError, quoted
from ....model.hierarchy import Hierarchy
from ...scoring.compiled import COMPILED, compiled
from ...scoring.numbered import Ints, Longs, row_starts
from ...scoring.ratios import Floats
from ..closures import Closures
from ..data import ClassSets, numbers_under_one_root
from ..labels import InstanceLabels
from .class_scores import Propagate

Bools = npt.NDArray[np.bool_]
CELLS = 4_000_000  # classes × instances that are held at once
SUM_DIGITS = 9  # of sums, so that .1 + .2 reaches .3

Edges = tuple[
    Longs, Longs, Longs
]  # the classes at one end, one after the other; where each group begins; its other end


@compiled
def _raise_to_children(own: Floats, below: Floats, tails: Longs, heads: Longs) -> None:
    """Raise each class's largest value below it to that of its children and of the classes below these."""
    for e in range(len(heads)):
        parent, child = tails[e], heads[e]
        for i in range(own.shape[1]):
            value = max(own[child, i], below[child, i])
            if value > below[parent, i]:
                below[parent, i] = value


class ScoredClasses:
    """The m classes that some scores name, with all above them; parents come first and 0 is the only root.

    names: of the m.  numbers: theirs among all classes, parents first.  artificial: whether the root is none of the
    hierarchy's.  stored: the number of each class that was given.  leaves: those without children in the hierarchy.
    by_name: the m in the order of their names.
    """

    def __init__(self, h: Hierarchy, classes: Sequence[str]):
        self.hierarchy, rooted = h, h.rooted()
        self.artificial = len(rooted) > len(h)
        self._closures = Closures(h)
        stored = numbers_under_one_root(h, classes).astype(np.int64)
        above = self._closures.ancestors_of(np.zeros(len(stored), np.int64), stored)
        self.numbers = np.unique(np.concatenate([[0], stored, above]))
        self.stored = self._numbers_of(stored)
        self.names = tuple(rooted.classes[i] for i in rooted.arrays.order[self.numbers].tolist())
        parents, children = self._closures.edges
        among = np.isin(children, self.numbers) & np.isin(parents, self.numbers)
        self._tails, self._heads = self._numbers_of(parents[among]), self._numbers_of(children[among])
        self.leaves = ~np.isin(self.numbers, parents)
        self.by_name = np.array(sorted(range(len(self)), key=self.names.__getitem__), np.int64)
        self.level = self._levels()

    def __len__(self) -> int:
        return len(self.numbers)

    def _numbers_of(self, classes: Longs | Ints) -> Longs:
        return np.searchsorted(self.numbers, classes)

    @property
    def edges(self) -> tuple[Longs, Longs]:
        """Parents and children by number."""
        return self._tails, self._heads

    def _levels(self) -> Longs:
        """The most edges from the root to each class."""
        level = [0] * len(self)
        for parent, child in zip(self._tails.tolist(), self._heads.tolist(), strict=True):  # parents come first
            level[child] = max(level[child], level[parent] + 1)
        return np.array(level, np.int64)

    def edges_by_level(self, descending: bool) -> Iterator[Edges]:
        """The edges to each level of classes, the deepest first and by parent, or the highest first and by child."""
        near, far = (self._tails, self._heads) if descending else (self._heads, self._tails)
        order = np.lexsort((near, self.level[self._heads]))
        levels = self.level[self._heads][order]
        bounds = np.searchsorted(levels, np.arange(1, int(levels[-1]) + 2 if len(levels) else 1))
        parts = list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
        for begin, end in reversed(parts) if descending else parts:
            which = order[begin:end]
            ends, begins = np.unique(near[which], return_index=True)
            yield far[which], begins, ends

    def most_specific(self, scores: InstanceLabels, least_score: float) -> tuple[Longs, Longs]:
        """Instances and the most specific of their classes with a score of so much and above 0, without the root."""
        rows = np.repeat(np.arange(len(scores)), np.diff(scores.starts))
        enough = (scores.scores >= least_score) & (scores.scores > 0)
        classes = self.numbers[self.stored[scores.codes[enough]]].astype(np.int32)
        starts = row_starts(np.bincount(rows[enough], minlength=len(scores)))
        found = self._closures.most_specific_sets(ClassSets(starts, classes))
        rows, codes = np.repeat(np.arange(len(scores)), np.diff(found.starts)), self._numbers_of(found.classes)
        return rows[codes > 0], codes[codes > 0]

    # What follows takes and gives arrays of classes × instances.

    def largest_below(self, own: Floats) -> Floats:
        """The largest value of all classes below each class; 0 below leaves."""
        below = np.zeros_like(own)
        if COMPILED:
            order = np.argsort(-self._heads, kind="stable")  # children first, as parents have lower numbers
            _raise_to_children(own, below, self._tails[order], self._heads[order])
            return below
        for children, begins, parents in self.edges_by_level(descending=True):
            largest = np.maximum.reduceat(np.maximum(own[children], below[children]), begins, axis=0)
            below[parents] = np.maximum(below[parents], largest)
        return below

    def children_by_class(self) -> dict[int, Longs]:
        """The children of each class that has any, in the order of their names."""
        place = np.argsort(self.by_name)
        order = np.lexsort((place[self._heads], self._tails))
        parents, begins = np.unique(self._tails[order], return_index=True)
        return dict(zip(parents.tolist(), np.split(self._heads[order], begins[1:]), strict=True))

    def propagate(self, own: Floats, propagate: Propagate) -> Floats:
        """The scores after propagation."""
        if propagate == "max":
            return np.maximum(own, self.largest_below(own))
        if propagate == "fill":
            return self._raise_to_parents(own)
        if propagate == "sum":
            leaves = np.flatnonzero(self.leaves)
            return np.round(np.asarray(self._leaf_closure @ own[leaves]), SUM_DIGITS)
        if propagate in ("min", "product"):
            return self._join_to_children(own, np.minimum if propagate == "min" else np.multiply)
        return own

    def _raise_to_parents(self, own: Floats) -> Floats:
        used = own.copy()
        for children, begins, parents in self.edges_by_level(descending=True):
            largest = np.maximum.reduceat(used[children], begins, axis=0)
            used[parents] = np.where(own[parents] > 0, own[parents], np.maximum(used[parents], largest))
        return used

    def _join_to_children(self, own: Floats, join: np.ufunc) -> Floats:
        used = own.copy()
        used[0][~own[0].astype(bool)] = 1  # a root without a score stops nothing
        for parents, begins, children in self.edges_by_level(descending=False):
            largest = np.maximum.reduceat(used[parents], begins, axis=0)
            used[children] = join(used[children], largest)
        return used

    @cached_property
    def _leaf_closure(self) -> Any:
        """Which leaves stand at or below each class: classes × leaves, each leaf once however many paths lead to it."""
        from scipy import sparse  # needed here alone

        leaves = np.flatnonzero(self.leaves)
        keys = self._closures.ancestors_of(np.arange(len(leaves)), self.numbers[leaves])
        which, above = keys // self._closures.n, self._numbers_of(keys % self._closures.n)
        rows, columns = np.concatenate([leaves, above]), np.concatenate([np.arange(len(leaves)), which])
        return sparse.csr_array((np.ones(len(rows)), (rows, columns)), (len(self), len(leaves)))

    def check_leaves_alone(self, origin: str) -> None:
        """Raises StudyError where a scored class has children, which a sum over leaves would leave out."""
        inner = self.stored[~self.leaves[self.stored]]
        if len(inner):
            raise StudyError(
                f"{origin}: {quoted(self.names[inner[0]])} has children, and sum is over leaves; scores of leaves "
                'alone are accepted, or another way, such as propagate="max"'
            )


def score_blocks(starts: Longs, codes: Ints, values: Floats, classes: ScoredClasses) -> Iterator[tuple[int, Floats]]:
    """The scores of some instances at a time, as classes × instances, each with the number of its first instance."""
    n, stored = len(starts) - 1, classes.stored
    many = max(1, CELLS // len(classes))
    for first in range(0, n, many):
        end = min(first + many, n)
        begin, last = int(starts[first]), int(starts[end])
        columns = np.repeat(np.arange(end - first), np.diff(starts[first : end + 1]))
        own = np.zeros((len(classes), end - first))
        own[stored[codes[begin:last]], columns] = values[begin:last]
        yield first, own
