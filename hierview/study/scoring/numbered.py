"""A hierarchy and instances as kernels see them: classes numbered from the root down, a parent before its children."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...model.hierarchy import Hierarchy
from ...model.levels import group_by_key_at_once
from .compiled import COMPILED

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Lengths = npt.NDArray[Any]  # of climbs, in units of 1 / scale: narrow, for they are most of what a thread remembers
LENGTH = np.int32 if COMPILED else np.int64  # plain Python would add two of them up without more room for the sum
LONGEST_CLIMB = 2**31 - 1
FINE, UNDEFINED, LEFT = range(3)  # what becomes of an instance: a value; none; it is left to `evaluate`


class Edges(NamedTuple):
    """The edges between n classes, as arrays of numbers for kernels.

    parent_starts, parents: the parents of class i are `parents[parent_starts[i]:parent_starts[i + 1]]`.
    lengths: the weight of each entry of `parents` in units of 1 / scale, or empty where every edge weighs 1.
    """

    parent_starts: Ints
    parents: Ints
    lengths: Longs


class Children(NamedTuple):
    """The children of each class: those of class i are `classes[starts[i]:starts[i + 1]]`."""

    starts: Ints
    classes: Ints


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

    @property
    def are_unmarked(self) -> Flags:
        """Instances without any class, true or predicted: every measure is undefined there."""
        empty: Flags = (np.diff(self.true_starts) == 0) & (np.diff(self.predicted_starts) == 0)
        return empty

    def sides(self, i: int) -> tuple[Ints, Ints]:
        """The true and the predicted classes of instance i."""
        t, p = self.true_starts, self.predicted_starts
        return self.true[t[i] : t[i + 1]], self.predicted[p[i] : p[i + 1]]

    def slice(self, first: int, last: int) -> Rows:
        """The instances from `first` to before `last`, or to the end."""
        t, p = self.true_starts[first : last + 1], self.predicted_starts[first : last + 1]
        return Rows(t - t[0], self.true[t[0] : t[-1]], p - p[0], self.predicted[p[0] : p[-1]])

    def take(self, numbers: Longs) -> Rows:
        """The instances with these numbers, in this order."""
        true = take_rows(self.true_starts, self.true, numbers)
        return Rows(*true, *take_rows(self.predicted_starts, self.predicted, numbers))


def row_starts(counts: Sequence[int] | Longs) -> Longs:
    """Where rows of these lengths begin, one after the other, and where the last one ends."""
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def entries_of(begins: Longs, counts: Longs) -> Longs:
    """The places of the entries of stretches of this length that begin there, one stretch after the other."""
    entries: Longs = np.arange(counts.sum()) + np.repeat(begins - (np.cumsum(counts) - counts), counts)
    return entries


def take_rows(starts: Longs, classes: Ints, numbers: Longs) -> tuple[Longs, Ints]:
    """The rows with these numbers, in this order, of rows that begin at `starts`."""
    counts = np.diff(starts)[numbers]
    return row_starts(counts), classes[entries_of(starts[numbers], counts)]


@dataclass(frozen=True)
class NumberedClasses:
    """A hierarchy of n classes as integers; class number 0 is the root, an artificial one where there are several."""

    hierarchy: Hierarchy
    """The hierarchy with names, under one root."""
    edges: Edges
    """Its edges by number."""
    artificial: bool
    """Whether the root is artificial."""
    contents: dict[str, Longs] = field(default_factory=dict)
    """Information of the classes by kind, filled as it is asked for."""

    def __len__(self) -> int:
        return len(self.hierarchy)

    @property
    def scale(self) -> int:
        """Parts of 1 that lengths are counted in, so that a length is a whole number of them."""
        return self.hierarchy.scale if len(self.edges.lengths) else 1

    def above(self, classes: Iterable[int]) -> Hierarchy:
        """The hierarchy of these classes and all that are above them."""
        starts, parents = self.edges.parent_starts, self.edges.parents
        number_of = {c: i for i, c in enumerate(dict.fromkeys(classes))}
        rows = []
        for c in (todo := list(number_of)):  # grows
            for e in range(starts[c], starts[c + 1]):
                p = int(parents[e])
                if p not in number_of:
                    number_of[p] = len(number_of)
                    todo.append(p)
                rows.append((number_of[p], number_of[c], e))
        h = self.hierarchy
        names = tuple(h.classes[i] for i in h.arrays.order[todo].tolist())
        tails, heads, entries = np.array(rows, np.int32).reshape(-1, 3).T.copy()
        heavy = {}
        if len(self.edges.lengths):
            lengths = enumerate(self.edges.lengths[entries].tolist())
            heavy = {i: Fraction(length, self.scale) for i, length in lengths if length != self.scale}
        return Hierarchy.from_numbers(names, tails, heads, heavy, artificial_root=h.artificial_root)

    @cached_property
    def children(self) -> Children:
        """The children of each class, for what goes down."""
        children = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.edges.parent_starts))
        return Children(*group_by_key_at_once(self.edges.parents, children, len(self)))

    @cached_property
    def is_leaf(self) -> Flags:
        """Whether no class is below."""
        childless: Flags = np.bincount(self.edges.parents, minlength=len(self)) == 0
        return childless

    @cached_property
    def unweighted(self) -> NumberedClasses:
        """The hierarchy with edges that count 1 each."""
        return replace(self, edges=self.edges._replace(lengths=np.empty(0, np.int64)))

    @cached_property
    def by_name(self) -> Ints:
        """The place of each class in the order of names."""
        places = np.empty(len(self), np.int32)
        places[sorted(range(len(self)), key=self.hierarchy.top_down.__getitem__)] = np.arange(len(self), dtype=np.int32)
        return places


def number_hierarchy(hierarchy: Hierarchy) -> NumberedClasses | None:
    """The hierarchy, under an artificial root where it has several, as integers.

    None where a climb is longer than 31 bits hold in the common unit: its lengths are left to Python's integers.
    """
    h = hierarchy.rooted()
    order = h.arrays.order
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    tails, heads = (place[ends] for ends in h.numbers_of_edges)
    starts, entries = group_by_key_at_once(heads, np.arange(len(heads), dtype=np.int32), len(order))
    parents, lengths = tails[entries], np.empty(0, np.int64)
    if h.weighted:
        weighed = [int(w * h.scale) for w in h.weights.values()]
        if max(weighed) > LONGEST_CLIMB:
            return None
        lengths = np.array(weighed, np.int64)[entries]
        if _longest_climb(starts, parents, lengths) > LONGEST_CLIMB:
            return None
    return NumberedClasses(h, Edges(starts, parents, lengths), h is not hierarchy)


def _longest_climb(parent_starts: Ints, parents: Ints, lengths: Longs) -> int:
    """The length of the longest climb from any class to the root; parents have lower numbers."""
    longest = [0] * (len(parent_starts) - 1)
    starts, above, long = parent_starts.tolist(), parents.tolist(), lengths.tolist()
    for c, (begin, end) in enumerate(pairwise(starts)):
        longest[c] = max((longest[above[e]] + long[e] for e in range(begin, end)), default=0)
    return max(longest)
