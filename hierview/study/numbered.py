"""A hierarchy as the kernels see it: classes numbered from the root down, a parent before its children."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..model.hierarchy import Hierarchy

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
LONGEST_EDGE = 2**31 - 1  # what an edge may weigh in units of 1 / scale


class Edges(NamedTuple):
    """The edges between n classes as kernels take them.

    parent_starts, parents: the parents of class i are `parents[parent_starts[i]:parent_starts[i + 1]]`; children
    likewise.  lengths: the weight of each entry of `parents` in units of 1 / scale, or empty where every edge
    weighs 1.  All but `lengths` (int64) are int32.
    """

    parent_starts: Ints
    parents: Ints
    lengths: Longs
    child_starts: Ints
    children: Ints


@dataclass(frozen=True)
class Numbered:
    """A hierarchy of n classes as integers; class number 0 is the root, an artificial one where there are several.

    names: n texts, by number.  scale: what a length is counted in, 1 / scale.  contents: what the classes tell, by
    kind, filled as it is asked for.
    """

    names: tuple[str, ...]
    edges: Edges
    artificial: bool
    scale: int
    contents: dict[str, Longs] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def unweighted(self) -> Numbered:
        """The same with edges that count 1 each."""
        return replace(self, edges=self.edges._replace(lengths=np.empty(0, np.int64)), scale=1)

    @cached_property
    def by_name(self) -> Ints:
        """The place of each class in the order of names."""
        found = np.empty(len(self), np.int32)
        found[sorted(range(len(self)), key=self.names.__getitem__)] = np.arange(len(self), dtype=np.int32)
        return found


def numbered(hierarchy: Hierarchy) -> Numbered | None:
    """The hierarchy, under an artificial root where it has several, as integers.

    None where an edge weighs more than 31 bits hold in the common unit: its lengths are left to Python's integers.
    """
    h = hierarchy.rooted()
    known = h.arrays
    order = known.order
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    parent_starts, parents, entries = _renumbered(known.parent_starts, known.parents, order, place)
    child_starts, children, _ = _renumbered(known.child_starts, known.children, order, place)
    lengths = np.empty(0, np.int64)
    if h.weighted:
        rows = _edges(known.parent_starts, known.parents)
        weighed = [int(h.weights[h.classes[p], h.classes[c]] * h.scale) for c, p in rows]
        if max(weighed) > LONGEST_EDGE:
            return None
        lengths = np.array(weighed, np.int64)[entries]
    return Numbered(
        h.top_down,
        Edges(parent_starts, parents, lengths, child_starts, children),
        h is not hierarchy,
        h.scale,
    )


def _edges(starts: Ints, others: Ints) -> zip[tuple[int, int]]:
    owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return zip(owners.tolist(), others.tolist(), strict=True)


def _renumbered(starts: Ints, others: Ints, order: Ints, place: Ints) -> tuple[Ints, Ints, Longs]:
    """Rows in the new order with new numbers in them, and which old entry stands at each place."""
    counts = np.diff(starts)[order]
    fresh = np.zeros(len(order) + 1, np.int32)
    np.cumsum(counts, out=fresh[1:])
    entries = np.arange(len(others), dtype=np.int64) + np.repeat(starts[order].astype(np.int64) - fresh[:-1], counts)
    return fresh, place[others[entries]], entries
