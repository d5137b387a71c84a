"""Edges as arrays of integers: how they are numbered, grouped and ordered, whatever the number of classes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import HierarchyError, quoted
from .checks import check_name, check_weight, common_denominator

Ints = npt.NDArray[np.int32]
FEW = 1_000  # classes that are gone through one by one sooner than as arrays, level by level
MOST_LEVELS = 200  # that are worked through as arrays; a deeper hierarchy is narrow, and goes class by class

MOST_TOLD = 1_000_000  # classes of cycles that are told in full, all together


@dataclass(frozen=True)
class HierarchyArrays:
    """A hierarchy as integers, for code that runs over many instances: class i is `classes[i]`.

    The parents of class i are `parents[parent_starts[i]:parent_starts[i + 1]]`, its children likewise, both in
    the order of the edges. `order` holds all classes, parents before children; `depths` the fewest edges from a
    root. All are int32 and read-only; with n classes and m edges the starts have n + 1 entries, `parents` and
    `children` m, `order` and `depths` n.
    """

    parent_starts: Ints
    parents: Ints
    child_starts: Ints
    children: Ints
    order: Ints
    depths: Ints


def numbered(edges: Iterable[Sequence[Any]]) -> tuple[dict[str, int], Ints, Ints, dict[int, Fraction]]:
    """The number of each class as it is met, the two ends of every edge, and what weighs something else than 1.

    edges: each (parent, child) or (parent, child, weight). Raises HierarchyError naming the self-loop, the duplicate,
    the name or the weight.
    """
    index: dict[str, int] = {}
    tails, heads, heavy = array("i"), array("i"), dict[int, Fraction]()
    seen: set[int] = set()
    scale = 1
    for item in edges:
        if not isinstance(item, tuple | list) or len(item) not in (2, 3):
            raise HierarchyError(f"edge {quoted(item)} is not accepted; [parent, child] or [parent, child, weight] is")
        parent, child = _number(item[0], index), _number(item[1], index)
        edge = parent << 32 | child
        if parent == child or edge in seen:
            raise _edge_error(*item[:2])
        seen.add(edge)
        if len(item) == 3 and (weight := check_weight(item[2])) != 1:
            heavy[len(tails)] = weight
            try:
                scale = common_denominator(scale, weight)
            except HierarchyError as error:
                error.edge = (item[0], item[1])
                raise
        tails.append(parent)
        heads.append(child)
    return index, np.array(tails, np.int32), np.array(heads, np.int32), heavy


def _number(name: object, index: dict[str, int]) -> int:
    """The number of a class, a new one where it is met for the first time."""
    try:
        return index[name]  # type: ignore[index]
    except (KeyError, TypeError):
        return index.setdefault(check_name(name), len(index))


def _edge_error(parent: str, child: str) -> HierarchyError:
    error = HierarchyError(
        f"class {quoted(parent)} is its own parent; a self-loop is not accepted"
        if parent == child
        else f"the edge {quoted(parent)} > {quoted(child)} is given twice; give it once"
    )
    error.edge = (parent, child)
    return error


def grouped(keys: Ints, values: Ints, count: int) -> tuple[Ints, Ints]:
    """The values of each key from 0 to count - 1 one after the other, in their order, and where each key's begin."""
    starts = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(keys, minlength=count), out=starts[1:])
    # As one number each: that is sorted far faster than places by key.
    places = keys.astype(np.int64) << 32 | np.arange(len(keys))
    places.sort()
    return starts, values[places & 0xFFFFFFFF]


def parents_first(parent_starts: Ints, child_starts: Ints, children: Ints) -> Ints:
    """The numbers of all classes, each after its parents: first come the roots, then whoever is free first.

    Classes on a cycle and below one are left out.
    """
    few = len(parent_starts) <= FEW
    found = None if few else _level_by_level(parent_starts, child_starts, children)
    return _one_by_one(parent_starts, child_starts, children) if found is None else found


def below(level: Ints, child_starts: Ints, children: Ints) -> Ints:
    """The children of the classes of a level, one class after the other."""
    counts = child_starts[level + 1] - child_starts[level]
    ends = np.cumsum(counts)
    shifts = np.repeat(child_starts[level] - (ends - counts), counts)
    found: Ints = children[np.arange(ends[-1] if len(ends) else 0) + shifts]
    return found


def reached(start: int, starts: Ints, others: Ints) -> npt.NDArray[np.bool_]:
    """Whether each class is met on the way from a class, without it, along `others`: its parents or its children."""
    seen = np.zeros(len(starts) - 1, bool)
    level = np.array([start], np.int32)
    while len(level):
        level = np.unique(below(level, starts, others))
        level = level[~seen[level]]
        seen[level] = True
    return seen


def _level_by_level(parent_starts: Ints, child_starts: Ints, children: Ints) -> Ints | None:
    """The same order, for all classes at once that become free together; None where there are too many levels."""
    waiting = np.diff(parent_starts)
    place = np.zeros(len(waiting), np.int64)
    levels = [np.flatnonzero(waiting == 0).astype(np.int32)]
    while len(levels[-1]):
        if len(levels) > MOST_LEVELS:
            return None
        met = below(levels[-1], child_starts, children)
        np.subtract.at(waiting, met, 1)
        free = met[waiting[met] == 0]
        # A class is free when it is met for the last time.
        place[free] = np.arange(len(free))
        levels.append(free[place[free] == np.arange(len(free))])
    return np.concatenate(levels)


def _one_by_one(parent_starts: Ints, child_starts: Ints, children: Ints) -> Ints:
    starts, below = child_starts.tolist(), children.tolist()
    waiting = np.diff(parent_starts).tolist()
    order = [i for i, parents in enumerate(waiting) if not parents]
    for i in order:
        for child in below[starts[i] : starts[i + 1]]:
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    return np.array(order, np.int32)


def closing_edges(tails: Ints, heads: Ints, count: int) -> list[tuple[int, list[int]]]:
    """The edges that close cycles, each with its cycle: without them no cycle is left.

    tails, heads: the ends of each edge, classes from 0 to count - 1; an edge may lead back to its own class.
    A walk from class to class in the order of the numbers decides which edge closes a cycle; the cycle begins at the
    class that the walk reached first, and its last class leads back to that. Cycles are told in full until they hold
    `MOST_TOLD` classes together, further ones by their last class.
    """
    starts, edges = grouped(tails, np.arange(len(tails), dtype=np.int32), count)
    parent_starts, _ = grouped(heads, tails, count)
    order = parents_first(parent_starts, starts, heads[edges])
    if len(order) == count:
        return []
    begins, out, ends = starts.tolist(), edges.tolist(), heads.tolist()
    done = [False] * count
    for i in order.tolist():
        done[i] = True
    found: list[tuple[int, list[int]]] = []
    told = 0
    for start in range(count):
        if done[start]:
            continue
        path, place, turns = [start], {start: 0}, [begins[start]]
        while path:
            here, turn = path[-1], turns[-1]
            if turn == begins[here + 1]:
                done[here] = True
                del place[here]
                path.pop()
                turns.pop()
                continue
            turns[-1] += 1
            below = ends[out[turn]]
            if below in place:
                long = told + len(path) - place[below] > MOST_TOLD
                found.append((out[turn], path[-1:] if long else path[place[below] :]))
                told += len(found[-1][1])
            elif not done[below]:
                place[below] = len(path)
                path.append(below)
                turns.append(begins[below])
    return found


def depths(parent_starts: Ints, child_starts: Ints, children: Ints, order: Ints) -> Ints:
    """The fewest edges from a root to each class; `order` holds parents before children."""
    if len(order) <= FEW:
        return _depths_one_by_one(parent_starts, child_starts, children, order)
    found = np.where(np.diff(parent_starts) == 0, 0, len(order)).astype(np.int32)
    level = np.flatnonzero(found == 0).astype(np.int32)
    for depth in range(1, MOST_LEVELS):
        met = below(level, child_starts, children)
        level = np.unique(met[found[met] == len(order)])
        if not len(level):
            return found
        found[level] = depth
    return _depths_one_by_one(parent_starts, child_starts, children, order)


def _depths_one_by_one(parent_starts: Ints, child_starts: Ints, children: Ints, order: Ints) -> Ints:
    starts, below = child_starts.tolist(), children.tolist()
    found = [0 if root else len(order) for root in (np.diff(parent_starts) == 0).tolist()]
    for i in order.tolist():
        deeper = found[i] + 1
        for child in below[starts[i] : starts[i + 1]]:
            if deeper < found[child]:
                found[child] = deeper
    return np.array(found, np.int32)


class Neighbours(dict[str, tuple[str, ...]]):
    """The classes one edge away from each class, in the order of the edges; made where first asked for."""

    def __init__(self, names: tuple[str, ...], index: Mapping[str, int], starts: Ints, others: Ints):
        super().__init__()
        self._names, self._index, self._starts, self._others = names, index, starts, others

    def __missing__(self, c: str) -> tuple[str, ...]:
        i = self._index[c]
        found = self[c] = tuple(self._names[j] for j in self._others[self._starts[i] : self._starts[i + 1]].tolist())
        return found
