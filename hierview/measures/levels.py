"""Climbs, depths and heights of classes, counted in edges whatever these weigh."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..explain import Side
from ..model.case import Case
from ..model.hierarchy import Edge, Hierarchy, cached_by_hierarchy

MOST_SHOWN = 200  # classes of which pictures speak one by one


@dataclass(frozen=True)
class UnitHierarchy:
    """A hierarchy under one root with edges of length 1."""

    hierarchy: Hierarchy
    """The hierarchy, its edges of length 1."""
    root: str
    """The one root; an artificial one above several."""
    depths: dict[str, int]
    """Fewest edges from the root down to each class."""
    heights: dict[str, int]
    """Most edges from each class down to a leaf."""

    def climbs(self, c: str) -> dict[str, int]:
        """The fewest edges up from `c` to itself and to each of its ancestors."""
        return self.hierarchy.climbs_from(c)

    @property
    def artificial(self) -> str | None:
        """The root, where it stands above several."""
        return self.hierarchy.artificial_root


@cached_by_hierarchy
def unit_hierarchy(h: Hierarchy) -> UnitHierarchy:
    """The levels of a hierarchy; one artificial root stands above several.

    >>> music = unit_hierarchy(Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]))
    >>> music.climbs("Pop"), music.depths["Pop"], music.heights["Arts"]
    ({'Pop': 0, 'Music': 1, 'Arts': 2}, 2, 2)
    """
    h = h.rooted()
    if h.weighted:
        h = Hierarchy(h.classes, dict.fromkeys(h.edges, Fraction(1)), h.artificial_root)
    depths = dict.fromkeys(h.roots, 0)
    level = list(h.roots)
    while level:
        below = dict.fromkeys(c for p in level for c in h.children(p) if c not in depths)
        depths |= dict.fromkeys(below, depths[level[0]] + 1)
        level = list(below)
    heights = dict.fromkeys(h.classes, 0)
    open_ = {c: len(h.children(c)) for c in h.classes}
    done = [c for c in h.classes if not open_[c]]
    for c in done:  # grows: a class follows when all below it are done, so that heights never fall
        for p in h.parents(c):
            heights[p] = heights[c] + 1
            open_[p] -= 1
            if not open_[p]:
                done.append(p)
    return UnitHierarchy(h, h.roots[0], depths, heights)


def climbed_graph(
    rooted: UnitHierarchy, ways: Iterable[tuple[str, str, Side]]
) -> tuple[dict[str, Side], dict[Edge, Side]]:
    """The classes and edges on the shortest climbs (from, to, side), each with the side that climbs there."""
    classes: dict[str, Side] = {}
    edges: dict[Edge, Side] = {}
    for c, a, side in ways:
        way = rooted.hierarchy.climb_edges(c, a)
        for edge in way:
            edges[edge] = side if edges.get(edge, side) == side else "both"
        for x in {c, a, *(x for edge in way for x in edge)}:
            classes[x] = side if classes.get(x, side) == side else "both"
    return classes, edges


def pictured_classes(case: Case) -> tuple[str, ...]:
    """The classes of which pictures speak: all, or of many those that are drawn, the marked and their ancestors."""
    if len(case.hierarchy) <= MOST_SHOWN:
        return case.hierarchy.classes
    return tuple(sorted(case.hierarchy.closure(case.marked)))
