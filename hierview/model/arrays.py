"""Edges as integers: how they are numbered, grouped and ordered, whatever the number of classes.

A hierarchy of at most `FEW` classes needs no numpy; a larger one is worked through by `levels`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import HierarchyError, quoted
from .checks import check_name, check_weight, common_denominator

if TYPE_CHECKING:
    from .levels import Int32s

Ints: TypeAlias = "array[int] | Int32s"  # of a small hierarchy, of a large one
FEW = 1_000  # classes that plain Python goes through sooner than numpy
MOST_TOLD = 1_000_000  # classes of cycles that are told in full, all together


def int_array(values: Sequence[int] | Ints, count: int) -> Ints:
    """Integers as an array of the kind that suits a hierarchy of `count` classes."""
    if count > FEW:
        from .levels import as_int32  # here, since loading numpy takes as long as all of hierview

        return as_int32(values)
    return values if isinstance(values, array) else array("i", values)


def number_edges(edges: Iterable[Sequence[Any]]) -> tuple[dict[str, int], array[int], array[int], dict[int, Fraction]]:
    """Number of each class as it is met, parent and child of every edge, and the weights other than 1 by edge.

    edges: each (parent, child) or (parent, child, weight). Raises HierarchyError naming the self-loop, the duplicate,
    the name or the weight.
    """
    index: dict[str, int] = {}
    tails, heads, heavy = array("i"), array("i"), dict[int, Fraction]()
    edges_met: set[int] = set()
    scale = 1
    for item in edges:
        if not isinstance(item, tuple | list) or len(item) not in (2, 3):
            raise HierarchyError(f"edge {quoted(item)} is not accepted; [parent, child] or [parent, child, weight] is")
        parent, child = _number_of(item[0], index), _number_of(item[1], index)
        edge = parent << 32 | child
        if parent == child or edge in edges_met:
            raise _edge_error(*item[:2])
        edges_met.add(edge)
        if len(item) == 3 and (weight := check_weight(item[2])) != 1:
            heavy[len(tails)] = weight
            try:
                scale = common_denominator(scale, weight)
            except HierarchyError as error:
                error.edge = (item[0], item[1])
                raise
        tails.append(parent)
        heads.append(child)
    return index, tails, heads, heavy


def _number_of(name: object, index: dict[str, int]) -> int:
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


def group_by_key(keys: Ints, values: Ints, count: int) -> tuple[Ints, Ints]:
    """The values of each key from 0 to count - 1 one after the other, in their order, and where each key's begin."""
    if count > FEW:
        from . import levels

        return levels.group_by_key_at_once(keys, values, count)
    rows: list[list[int]] = [[] for _ in range(count)]
    for key, value in zip(keys, values, strict=True):
        rows[key].append(value)
    return array("i", accumulate(map(len, rows), initial=0)), array("i", chain.from_iterable(rows))


def parents_first(parent_starts: Ints, child_starts: Ints, children: Ints) -> Ints:
    """The numbers of all classes, each after its parents: first the roots, then whichever class is free first.

    Classes on a cycle and below one are left out.
    """
    count = len(parent_starts) - 1
    if count > FEW:
        from . import levels

        if (by_level := levels.parents_first_by_level(parent_starts, child_starts, children)) is not None:
            return by_level
    starts, below = child_starts.tolist(), children.tolist()
    waiting = [end - start for start, end in pairwise(parent_starts.tolist())]
    order = [i for i, parents in enumerate(waiting) if not parents]
    for i in order:
        for child in below[starts[i] : starts[i + 1]]:
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    return int_array(order, count)


def cycle_closing_edges(tails: Ints, heads: Ints, count: int) -> list[tuple[int, list[int]]]:
    """The edges that close cycles, each with its cycle: without them no cycle is left.

    tails, heads: the ends of each edge, classes from 0 to count - 1; an edge may lead back to its own class.
    A walk from class to class in the order of the numbers decides which edge closes a cycle; the cycle begins at the
    class that the walk reached first, and its last class leads back to that. Cycles are told in full until they hold
    `MOST_TOLD` classes together, further ones by their last class.
    """
    tails, heads = int_array(tails, count), int_array(heads, count)
    starts, edges = group_by_key(tails, int_array(range(len(tails)), count), count)
    begins, out, ends = starts.tolist(), edges.tolist(), heads.tolist()
    order = parents_first(group_by_key(heads, tails, count)[0], starts, int_array([ends[e] for e in out], count))
    if len(order) == count:
        return []
    done = [False] * count
    for i in order.tolist():
        done[i] = True
    cycles: list[tuple[int, list[int]]] = []
    listed = 0
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
                long = listed + len(path) - place[below] > MOST_TOLD
                cycles.append((out[turn], path[-1:] if long else path[place[below] :]))
                listed += len(cycles[-1][1])
            elif not done[below]:
                place[below] = len(path)
                path.append(below)
                turns.append(begins[below])
    return cycles


def depths_from_roots(parent_starts: Ints, child_starts: Ints, children: Ints, order: Ints) -> Ints:
    """The fewest edges from a root to each class; `order` holds parents before children."""
    count = len(order)
    if count > FEW:
        from . import levels

        if (by_level := levels.depths_by_level(parent_starts, child_starts, children)) is not None:
            return by_level
    starts, below = child_starts.tolist(), children.tolist()
    depth_of = [count if end > start else 0 for start, end in pairwise(parent_starts.tolist())]
    for i in order.tolist():
        deeper = depth_of[i] + 1
        for child in below[starts[i] : starts[i + 1]]:
            if deeper < depth_of[child]:
                depth_of[child] = deeper
    return int_array(depth_of, count)


def count_repeated_edges(tails: Ints, heads: Ints) -> int:
    """How many edges repeat an earlier one."""
    if len(tails) > FEW:
        from . import levels

        return levels.count_repeated_at_once(tails, heads)
    return len(tails) - len(set(zip(tails, heads, strict=True)))


def edges_among(
    tails: Ints, heads: Ints, classes: Sequence[int], count: int
) -> tuple[Ints | list[int], Ints | list[int], Iterable[int]]:
    """The parents and children of the edges between some classes, numbered by their places there; and which edges.

    classes: some of the numbers from 0 to count - 1, in rising order.
    """
    if count > FEW:
        from . import levels

        return levels.edges_between(tails, heads, classes, count)
    place = {c: i for i, c in enumerate(classes)}
    edges = [e for e in range(len(tails)) if tails[e] in place and heads[e] in place]
    return [place[tails[e]] for e in edges], [place[heads[e]] for e in edges], edges


class AdjacentClasses(dict[str, tuple[str, ...]]):
    """The classes one edge away from each class, in the order of the edges; made where first asked for."""

    def __init__(self, names: tuple[str, ...], index: Mapping[str, int], starts: Ints, others: Ints):
        super().__init__()
        self._names, self._index, self._starts, self._others = names, index, starts, others

    def __missing__(self, c: str) -> tuple[str, ...]:
        i = self._index[c]
        names = self[c] = tuple(self._names[j] for j in self._others[self._starts[i] : self._starts[i + 1]].tolist())
        return names
