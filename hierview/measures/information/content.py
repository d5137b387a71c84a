"""Information content of classes by their places in the hierarchy alone: the intrinsic one."""

from __future__ import annotations

from functools import cached_property
from math import log

from ...explain import number
from ...languages import N_
from ...model.hierarchy import Hierarchy, cached_by_hierarchy
from ...model.part import classes_and_leaves_below
from ..base import param
from ..levels import unit_hierarchy
from ..telling import count_words

# Logarithms are rounded once, to this many parts of what a leaf tells; all that follows is exact, so that
# equal stays equal and no sum depends on its order.
PARTS = 10**12

KINDS = ("Seco", "Sanchez")
_FEW = 1_000  # classes up to which each is counted where it is asked for


IC = param(
    "Seco",
    N_("How much a class tells: by the classes below it, or by the leaves below and the classes above it."),
    label=N_("Information content"),
    choices=KINDS,
)


class Information:
    """The information content of every class of a hierarchy, found as it is asked for.

    Seco: 1 − log(h + 1) / log N for a class with h descendants, of N classes. Sanchez:
    1 − log(l / s + 1) / log(L + 1) with l leaves below it, s ancestors and itself, L leaves in all, which
    is the content of Sánchez et al. as a share of a leaf's. So a root tells 0, a leaf 1, and a class more
    than any of its ancestors. Several roots stand under an artificial one, which counts as a class.
    """

    def __init__(self, h: Hierarchy, kind: str):
        self.hierarchy = h.rooted()
        self.kind = kind
        self._contents: dict[str, int] = {}

    def content(self, c: str) -> int:
        """The information content of `c`, in PARTS."""
        if c not in self._contents:
            self._contents[c] = content_from_counts(*self._counts_around(c), self._most)
        return self._contents[c]

    def gain(self, c: str) -> int:
        """Information accretion: what `c` tells beyond its most telling parent, in PARTS."""
        parents = self.hierarchy.parents(c)
        return self.content(c) - max(map(self.content, parents)) if parents else self.content(c)

    @cached_property
    def total(self) -> int:
        """The gains of all classes."""
        return sum(map(self.gain, self.hierarchy.classes))

    def reason_text(self, c: str, several: bool = False) -> str:
        """The clause on the counts behind the content of `c`, or of `several` with the same counts, as a clause."""
        above, below = self._counts_around(c)
        if not self.hierarchy.parents(c):
            return "as it is the root"
        if not below:
            return "as they are leaves" if several else "as it is a leaf"
        where = "each" if several else "it"
        stand = "stands" if below == 1 else "stand"
        if self.kind == "Seco":
            return f"as {below} of the {self._most - 1} other classes {stand} below {where}"
        leaves = f"{below} of the {self._most - 1} leaves" if self._most > 2 else "the only leaf"
        return f"as {leaves} {stand} below {where} and {count_words(above - 1)} above"

    @property
    def artificial_root(self) -> str | None:
        """The artificial root, if there is one."""
        return self.hierarchy.artificial_root

    def _counts_around(self, c: str) -> tuple[int, int]:
        """The numbers `above` and `below` in log((above + below) / above)."""
        if self._below is not None:
            classes, leaves = self._below[c]
        else:
            below = self.hierarchy.descendants(c)
            classes, leaves = len(below), sum(not self.hierarchy.children(d) for d in below)
        if self.kind == "Seco":
            return 1, classes
        return len(self.hierarchy.ancestors(c)) + 1, leaves

    @cached_property
    def _below(self) -> dict[str, tuple[int, int]] | None:
        """How many classes and leaves are below each class: of a tree, added up from child to parent.

        Of what is no tree, they are counted for all classes together where there are many.
        """
        if not self.hierarchy.is_tree:
            if len(self.hierarchy) <= _FEW:
                return None
            return dict(
                zip(self.hierarchy.classes, zip(*classes_and_leaves_below(self.hierarchy), strict=True), strict=True)
            )
        below = dict.fromkeys(self.hierarchy.classes, (0, 0))
        depths = unit_hierarchy(self.hierarchy).depths
        for c in sorted(depths, key=depths.__getitem__, reverse=True):
            classes, leaves = below[c]
            for p in self.hierarchy.parents(c):
                below[p] = (below[p][0] + classes + 1, below[p][1] + (leaves or 1))
        return below

    @cached_property
    def _most(self) -> int:
        """The number of `_counted` at the root, where the logarithm is greatest."""
        if self.kind == "Seco":
            return len(self.hierarchy)
        return 1 + sum(not self.hierarchy.children(c) for c in self.hierarchy.classes if self.hierarchy.parents(c))


def content_from_counts(above: int, below: int, most: int) -> int:
    """1 − log((above + below) / above) / log(most), in PARTS: the content of a class, by what is counted around it."""
    share = (log(above + below) - log(above)) / log(most) if most > 1 else 1.0
    return min(PARTS, max(0, round(PARTS * (1 - share))))


@cached_by_hierarchy
def information_of(h: Hierarchy, kind: str) -> Information:
    """The information content of a hierarchy's classes, "Seco" (2004) or "Sanchez" (2011).

    >>> tree = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
    >>> [content_text(information_of(tree, "Seco").content(c)) for c in ("Arts", "Music", "Pop")]
    ['0', '0.21', '1']
    """
    return Information(h, kind)


def content_text(parts: int) -> str:
    """An amount of information as it is shown."""
    return number(parts / PARTS)
