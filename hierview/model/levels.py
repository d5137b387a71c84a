"""Large hierarchies as arrays of numpy: what `arrays` does class by class, for all classes of a level at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Int32s: TypeAlias = npt.NDArray[np.int32]
Ints: TypeAlias = "array[int] | Int32s"
MOST_LEVELS = 200  # that are worked through as arrays; a deeper hierarchy is narrow, and goes class by class


@dataclass(frozen=True)
class HierarchyArrays:
    """A hierarchy as integers, for code that runs over many instances: class i is `classes[i]`.

    The parents of class i are `parents[parent_starts[i]:parent_starts[i + 1]]`, its children likewise, both in
    the order of the edges. `order` holds all classes, parents before children; `depths` the fewest edges from a
    root. All are int32 and read-only; with n classes and m edges the starts have n + 1 entries, `parents` and
    `children` m, `order` and `depths` n.
    """

    parent_starts: Int32s
    """Where the parents of each class begin in `parents`; n + 1 entries."""
    parents: Int32s
    """Parents of all classes, class after class, in the order of the edges."""
    child_starts: Int32s
    """Where the children of each class begin in `children`; n + 1 entries."""
    children: Int32s
    """Children of all classes, class after class, in the order of the edges."""
    order: Int32s
    """All classes, parents before children."""
    depths: Int32s
    """The fewest edges from a root to each class."""


def as_int32(values: Sequence[int] | Ints) -> Int32s:
    """Integers as an array of numpy; of an array it is a view."""
    return np.asarray(values, np.int32)


def group_by_key_at_once(keys: Ints, values: Ints, count: int) -> tuple[Int32s, Int32s]:
    """The values of each key from 0 to count - 1 one after the other, in their order, and where each key's begin."""
    keys, values = as_int32(keys), as_int32(values)
    starts = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(keys, minlength=count), out=starts[1:])
    # As one number each: that is sorted far faster than places by key.
    places = keys.astype(np.int64) << 32 | np.arange(len(keys))
    places.sort()
    return starts, values[places & 0xFFFFFFFF]


def parents_first_by_level(parent_starts: Ints, child_starts: Ints, children: Ints) -> Int32s | None:
    """The numbers of all classes, each after its parents; None where there are more than `MOST_LEVELS` levels."""
    waiting = np.diff(parent_starts)
    place = np.zeros(len(waiting), np.int64)
    levels = [np.flatnonzero(waiting == 0).astype(np.int32)]
    while len(levels[-1]):
        if len(levels) > MOST_LEVELS:
            return None
        children_met = _children_of_level(levels[-1], as_int32(child_starts), as_int32(children))
        np.subtract.at(waiting, children_met, 1)
        free = children_met[waiting[children_met] == 0]
        # A class is free when it is met for the last time.
        place[free] = np.arange(len(free))
        levels.append(free[place[free] == np.arange(len(free))])
    return np.concatenate(levels)


def _children_of_level(level: Int32s, child_starts: Int32s, children: Int32s) -> Int32s:
    """The children of the classes of a level, one class after the other."""
    counts = child_starts[level + 1] - child_starts[level]
    ends = np.cumsum(counts)
    shifts = np.repeat(child_starts[level] - (ends - counts), counts)
    return children[shifts + np.arange(len(shifts), dtype=np.int32)]


def count_reached(start: int, starts: Int32s, others: Int32s) -> int:
    """Number of classes on the ways from a class, without it, along `others`: its parents or its children."""
    met_before = np.zeros(len(starts) - 1, bool)
    level = np.array([start], np.int32)
    while len(level):
        level = np.unique(_children_of_level(level, starts, others))
        level = level[~met_before[level]]
        met_before[level] = True
    return int(met_before.sum())


def depths_by_level(parent_starts: Ints, child_starts: Ints, children: Ints) -> Int32s | None:
    """The fewest edges from a root to each class; None where there are more than `MOST_LEVELS` levels."""
    count = len(parent_starts) - 1
    depth_of = np.where(np.diff(parent_starts) == 0, 0, count).astype(np.int32)
    level = np.flatnonzero(depth_of == 0).astype(np.int32)
    for depth in range(1, MOST_LEVELS):
        children_met = _children_of_level(level, as_int32(child_starts), as_int32(children))
        level = np.unique(children_met[depth_of[children_met] == count])
        if not len(level):
            return depth_of
        depth_of[level] = depth
    return None


def count_repeated_at_once(tails: Ints, heads: Ints) -> int:
    """How many edges repeat an earlier one."""
    edges = as_int32(tails).astype(np.int64) << 32 | as_int32(heads)
    edges.sort()
    return int((edges[1:] == edges[:-1]).sum())


def edges_between(tails: Ints, heads: Ints, classes: Sequence[int], count: int) -> tuple[Int32s, Int32s, list[int]]:
    """The parents and children of the edges between some classes, numbered by their places there; and which edges."""
    place = np.full(count, -1, np.int32)
    place[classes] = np.arange(len(classes), dtype=np.int32)
    tails, heads = place[as_int32(tails)], place[as_int32(heads)]
    edges = np.flatnonzero((tails >= 0) & (heads >= 0))
    return tails[edges], heads[edges], edges.tolist()


def numbers_below(h: HierarchyArrays) -> tuple[list[int], list[int]]:
    """For every class, in their order, the numbers of all classes below it and of the leaves among them."""
    starts, parents = h.parent_starts.tolist(), h.parents
    above: list[Int32s] = [parents[:0]] * len(h.order)
    for i in h.order.tolist():
        own = parents[starts[i] : starts[i + 1]]
        if len(own) == 1:
            above[i] = np.append(above[own[0]], own)
        elif len(own):
            above[i] = np.unique(np.concatenate((own, *(above[p] for p in own.tolist()))))
    leaves = np.flatnonzero(np.diff(h.child_starts) == 0).tolist()
    every, some = (
        np.bincount(np.concatenate(lists), minlength=len(above)) for lists in (above, [above[i] for i in leaves])
    )
    return every.tolist(), some.tolist()
