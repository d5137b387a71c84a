"""Sets of classes that hold ancestors of their own classes: found, reduced to the most specific, or closed."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from ...errors import StudyError, quoted
from ...model.hierarchy import Hierarchy
from ..scoring.numbered import Longs, row_starts
from .data import EMPTY_TRUTH, MISSING, UNKNOWN, ClassSets, DataSet

Sets = Literal["given", "specific", "closed"]
SETS: tuple[Sets, ...] = ("given", "specific", "closed")
COUNTED = "hold ancestors of their own classes; pairs, exact hits, GIE and MGIA count them."
TOLD = 0.01  # share of sets with their own ancestors, from which on it is told

_ACCEPTED = {"missing": MISSING, "unknown": UNKNOWN, "empty_truth": EMPTY_TRUTH, "sets": SETS}


def check_choices(**choices: str) -> None:
    """Raises StudyError for what becomes of missing instances, unknown classes, empty truths or sets, if it is none."""
    for what, value in choices.items():
        if value not in (accepted := _ACCEPTED[what]):
            raise StudyError(f"{what}={quoted(value)} is not accepted; {', '.join(accepted)} is")


class Closures:
    """The ancestors of the classes in sets of one hierarchy."""

    def __init__(self, h: Hierarchy):
        rooted = h.rooted()
        arrays, self.n, self.artificial = rooted.arrays, len(rooted), len(rooted) > len(h)
        place = np.empty(self.n, np.int64)
        place[arrays.order] = np.arange(self.n)
        many = np.diff(arrays.parent_starts)[arrays.order]
        self._starts = row_starts(many)
        first = np.repeat(arrays.parent_starts[arrays.order] - self._starts[:-1], many)
        self._parents = place[arrays.parents[first + np.arange(len(first))]]
        self._inner = np.zeros(self.n, bool)
        self._inner[self._parents] = True

    @property
    def edges(self) -> tuple[Longs, Longs]:
        """Parents and children, by numbers in which parents come first."""
        return self._parents, np.repeat(np.arange(self.n), np.diff(self._starts))

    @property
    def parents(self) -> tuple[Longs, Longs]:
        """Where the parents of each class begin among all, and these, by numbers in which parents come first."""
        return self._starts, self._parents

    def ancestors_of(self, rows: Longs, classes: Longs) -> Longs:
        """Every ancestor of these classes, as row · n + class, each once a row."""
        found: list[Longs] = [np.zeros(0, np.int64)]
        while len(classes):
            many = self._starts[classes + 1] - self._starts[classes]
            first = np.repeat(self._starts[classes] - np.cumsum(many) + many, many)
            keys = _distinct_numbers(np.repeat(rows, many) * self.n + self._parents[first + np.arange(len(first))])
            keys = keys[keys % self.n > 0] if self.artificial else keys
            found.append(keys)
            rows, classes = keys // self.n, keys % self.n
        return _distinct_numbers(np.concatenate(found))

    def own_ancestors(self, run: ClassSets) -> tuple[Longs, int]:
        """The places in the run of classes that are ancestors of another in their set, and the number of such sets."""
        sizes = np.diff(run.starts)
        rows = np.repeat(np.arange(len(sizes)), sizes)
        classes = run.classes.astype(np.int64)
        # A set with an ancestor has at least two classes, one of which has children.
        several = np.zeros(len(sizes), bool)
        several[rows[self._inner[classes]]] = True
        of_these = (several & (sizes > 1))[rows]
        if not of_these.any():
            return np.zeros(0, np.int64), 0
        climbed = self.ancestors_of(rows[of_these], classes[of_these])
        keys = rows * self.n + classes
        place = np.minimum(np.searchsorted(climbed, keys), max(0, len(climbed) - 1))
        own = np.flatnonzero(of_these & (climbed[place] == keys)) if len(climbed) else np.zeros(0, np.int64)
        return own, len(np.unique(rows[own]))

    def most_specific_sets(self, run: ClassSets) -> ClassSets:
        """The most specific classes of each set."""
        kept = np.ones(len(run.classes), bool)
        kept[self.own_ancestors(run)[0]] = False
        starts = np.concatenate([[0], np.cumsum(kept)])[run.starts]
        return ClassSets(starts, run.classes[kept])

    def with_ancestors(self, run: ClassSets) -> ClassSets:
        """Each set with all ancestors of its classes."""
        rows = np.repeat(np.arange(len(run.starts) - 1), np.diff(run.starts))
        classes = run.classes.astype(np.int64)
        keys = np.unique(np.concatenate([rows * self.n + classes, self.ancestors_of(rows, classes)]))
        counts = np.bincount(keys // self.n, minlength=len(run.starts) - 1)
        return ClassSets(row_starts(counts), (keys % self.n).astype(np.int32))

    def count_with_ancestors(self, data: DataSet) -> list[int]:
        """The number of sets that hold an ancestor of another of their classes: of the truth, and of each system."""
        return [self.own_ancestors(run)[1] for run in (data.truth, *data.runs.values())]

    def with_sets(self, data: DataSet, sets: Sets) -> DataSet:
        """The data with their sets as given, most specific or closed."""
        if sets == "given":
            return data
        take = self.most_specific_sets if sets == "specific" else self.with_ancestors
        runs = {name: take(run) for name, run in data.runs.items()}
        return replace(data, truth=take(data.truth), runs=runs, again={})


def _distinct_numbers(keys: Longs) -> Longs:
    """Different numbers in rising order; of many, sorting finds them several times faster than hashing."""
    ordered: Longs = np.sort(keys)
    first = np.ones(len(ordered), bool)
    first[1:] = ordered[1:] != ordered[:-1]
    distinct: Longs = ordered[first]
    return distinct


def data_with_sets(h: Hierarchy, data: DataSet, sets: Sets) -> DataSet:
    """The data with their sets as given, most specific or closed, and what is to be told of them."""
    if sets != "closed" and all((np.diff(run.starts) < 2).all() for run in (data.truth, *data.runs.values())):
        return data  # of single classes none is above another
    closures = Closures(h)
    if sets == "closed":
        note = "All sets are taken with all ancestors of their classes."
    else:
        true, *found = closures.count_with_ancestors(data)
        most = max(found)
        told = max(true, most) > 0 and (sets == "specific" or max(true, most) >= TOLD * len(data))
        if not told:
            return data
        many = f"{true:,} of {len(data):,} true sets and up to {most:,} of a system's"
        note = f"{many} {COUNTED}"
        if sets == "specific":
            note = f"Of each set the most specific classes are taken: {many} held ancestors of their own classes."
    return replace(closures.with_sets(data, sets), notes=(*data.notes, note))
