"""A hierarchy as a tree: each class hangs below one of its lowest parents, and how many hang below it is known.

For overviews, where a class has one place. Made of arrays, so that 300,000 classes take a moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .hierarchy import Hierarchy

if TYPE_CHECKING:
    from .levels import Int32s


@dataclass(frozen=True)
class HangingTree:
    """The tree that a hierarchy becomes where each class hangs from one parent.

    Number n, one beyond the classes, stands above all roots.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Drama"), ("Music", "Opera"), ("Drama", "Opera")])
    >>> HangingTree.of(h).sizes.tolist()
    [4, 1, 2, 1, 4]
    """

    parents: Int32s
    """The class below which each class hangs, n for roots."""
    sizes: Int32s
    """Number of classes that hang below each of n + 1, with itself."""
    starts: Int32s
    """Where the children of each of n + 1 begin in `children`."""
    children: Int32s
    """Children of each of n + 1, the largest first, then in the order of the classes."""

    @classmethod
    def of(cls, h: Hierarchy) -> HangingTree:
        """Where the classes of a hierarchy hang."""
        import numpy as np  # here, since loading it takes as long as all of hierview

        from .levels import group_by_key_at_once

        n, arrays = len(h), h.arrays
        rank = np.empty(n, np.int32)
        rank[arrays.order] = np.arange(n, dtype=np.int32)
        parents = np.full(n, n, np.int32)
        own = np.flatnonzero(np.diff(arrays.parent_starts))
        if len(own):
            # The order is by the longest way from a root: of the parents, the last in it is a lowest.
            last = np.maximum.reduceat(rank[arrays.parents], arrays.parent_starts[own])
            parents[own] = arrays.order[last]
        sizes = [1] * (n + 1)
        sizes[n] = 0
        above = parents.tolist()
        for i in reversed(arrays.order.tolist()):
            sizes[above[i]] += sizes[i]
        size_of = np.array(sizes, np.int32)
        largest_first = np.argsort(-size_of[:n], kind="stable").astype(np.int32)
        starts, children = group_by_key_at_once(parents[largest_first], largest_first, n + 1)
        return cls(parents, size_of, starts, children)

    def children_of(self, i: int) -> Int32s:
        """Children that hang from a class, the largest first."""
        return self.children[self.starts[i] : self.starts[i + 1]]

    def path_from_root(self, i: int) -> list[int]:
        """The classes above a class, from its root down; without it."""
        above: list[int] = []
        while i < len(self.parents) and (i := int(self.parents[i])) < len(self.parents):
            above.append(i)
        return above[::-1]
