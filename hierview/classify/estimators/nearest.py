"""The nearest documents of others, with their classes: what votes, and what an opened document shows of its voters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from ...model.case import Draft
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from .layout import Ints, Layout


@dataclass(frozen=True)
class Nearest:
    """The K nearest learnt documents of each of N.

    found: N × K, their numbers, the nearest first; −1 for a document that is 0 everywhere.  labelled: the classes of
    the learnt documents, documents × classes.
    """

    layout: Layout
    found: Ints
    labelled: Any

    def __len__(self) -> int:
        return len(self.found)

    def voters(self, i: int) -> list[frozenset[str]]:
        """The classes of each neighbour of document i, the nearest first."""
        return self.layout.sets(self.labelled[self.found[i][self.found[i] >= 0]])

    def case(self, i: int, true: Collection[str] = (), predicted: Collection[str] = (), name: str = "") -> Draft:
        """Document i as a case that carries its neighbours' classes alone."""
        voters, h = self.voters(i), self.layout.hierarchy
        near = h.restricted(h.closure({self.layout.nodes[0], *true, *predicted, *reached_classes(h, voters)}))
        extra = Extra.of(near, **neighbour_lists(voters))
        return Draft(near, frozenset(true), frozenset(predicted), name, extra=extra)


def reached_classes(hierarchy: Hierarchy, voters: Sequence[frozenset[str]]) -> set[str]:
    """The classes of neighbours and their children: votes go as far down as these."""
    own = set[str]().union(*voters)
    return own | {child for c in own for child in hierarchy.children(c)}


def neighbour_lists(voters: Sequence[frozenset[str]]) -> dict[str, list[list[str]]]:
    """Neighbours as a case file has them; nothing where there are none."""
    return {"neighbours": [sorted(voter) for voter in voters]} if voters else {}
