"""Ways of a study's classes up to the root, for all instances at once: closures, and which parents are held."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from ...model.hierarchy import Hierarchy
from ..scoring.numbered import Flags, Ints, Longs, Rows, entries_of, row_starts

MOST_KEPT = 3_000_000  # entries of closures that are remembered


class RootPaths:
    """The hierarchy's numbers, from each class to those above it."""

    def __init__(self, hierarchy: Hierarchy):
        rooted = hierarchy.rooted()
        arrays = rooted.arrays
        place = np.empty(len(arrays.order), np.int64)
        place[arrays.order] = np.arange(len(arrays.order))
        self.many = len(place)
        self.names: tuple[str, ...] = rooted.top_down
        self.artificial = rooted is not hierarchy
        self.starts: Longs = arrays.parent_starts[arrays.order].astype(np.int64)
        self.ends: Longs = arrays.parent_starts[arrays.order + 1].astype(np.int64)
        self.parents: Longs = place[arrays.parents]
        self._closures: dict[int, Ints] = {}
        self._kept = 0

    @cached_property
    def numbers_by_name(self) -> dict[str, int]:
        """The numbers of all classes by name."""
        return {c: i for i, c in enumerate(self.names)}

    @property
    def has_several_parents(self) -> bool:
        """Whether any class has several parents."""
        return bool((self.ends - self.starts > 1).any())

    def ancestors_or_self(self, c: int) -> Ints:
        """The class and all above it."""
        if c not in self._closures:
            if self._kept > MOST_KEPT:
                self._closures.clear()
                self._kept = 0
            classes, todo = {c}, [c]
            while todo:
                at = todo.pop()
                for parent in self.parents[self.starts[at] : self.ends[at]].tolist():
                    if parent not in classes:
                        classes.add(parent)
                        todo.append(parent)
            self._closures[c] = np.fromiter(classes, np.int32, len(classes))
            self._kept += len(classes)
        return self._closures[c]

    def closure_codes(self, starts: Longs, classes: Ints, stands_for: Callable[[int], Ints] | None = None) -> Longs:
        """Instance · M + class for all classes at or above those of each instance, in order.

        stands_for: the classes that one of them brings, where these are others than its closure.
        """
        closures = list(map(stands_for or self.ancestors_or_self, classes.tolist()))
        if not closures:
            return np.zeros(0, np.int64)
        owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        lengths = np.fromiter(map(len, closures), np.int64, len(closures))
        codes = np.sort(np.repeat(owners * self.many, lengths) + np.concatenate(closures))
        different: Longs = codes[np.diff(codes, prepend=-1) > 0]
        return different

    def has_parent_among(self, codes: Longs, others: Longs) -> Flags:
        """Whether a class directly above each is among the others of its instance; the root counts as such."""
        classes = codes % self.many
        counts = self.ends[classes] - self.starts[classes]
        first = np.cumsum(counts) - counts
        above = np.repeat(codes - classes, counts) + self.parents[entries_of(self.starts[classes], counts)]
        hit = np.concatenate([[0], np.cumsum(are_among(above, others))])
        reached: Flags = (hit[first + counts] > hit[first]) | (counts == 0)
        return reached

    def with_ancestors(self, rows: Rows) -> Rows:
        """The instances with all ancestors of their classes, without the root where it is artificial."""
        true = self._closed_side(rows.true_starts, rows.true)
        return Rows(*true, *self._closed_side(rows.predicted_starts, rows.predicted))

    def _closed_side(self, starts: Longs, classes: Ints) -> tuple[Longs, Ints]:
        codes = self.closure_codes(starts, classes)
        if self.artificial:
            codes = codes[codes % self.many > 0]
        counts = np.bincount(codes // self.many, minlength=len(starts) - 1)
        return row_starts(counts), (codes % self.many).astype(np.int32)

    def steps_to_held_parents(self, codes: Longs, others: Longs) -> tuple[Longs, Longs]:
        """The steps from each class up to a parent that its instance holds: places in `codes`, and in `parents`."""
        classes = codes % self.many
        counts = self.ends[classes] - self.starts[classes]
        places, entries = np.repeat(np.arange(len(codes)), counts), entries_of(self.starts[classes], counts)
        held = are_among(codes[places] - classes[places] + self.parents[entries], others)
        return places[held], entries[held]

    def drawn_parents(self, came: Longs) -> Longs:
        """The parent with most instances of each class, the first of several such; -1 for the root."""
        counts = self.ends - self.starts
        owners = np.repeat(np.arange(self.many), counts)
        parents = self.parents[entries_of(self.starts, counts)]
        order = np.lexsort((parents, -came[parents], owners))
        parent_of = np.full(self.many, -1, np.int64)
        firsts = np.flatnonzero(np.diff(owners[order], prepend=-1))
        parent_of[owners[order][firsts]] = parents[order][firsts]
        return parent_of


def are_among(codes: Longs, others: Longs) -> Flags:
    """Whether each code is among the other codes, which are sorted."""
    if not len(others):
        return np.zeros(len(codes), bool)
    members: Flags = others[np.minimum(np.searchsorted(others, codes), len(others) - 1)] == codes
    return members
