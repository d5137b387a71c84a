"""Branches: the classes of a panel that hang together as trees, so that one shift moves all of a branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...layouts.ordering import hanging
from ...scenes.scene import Item, Point

MOST_NESTED = 12  # scopes in each other; TeX has 255 levels of groups for all that is open


@dataclass(frozen=True)
class Branch:
    """A class, the name of its node, and the branches below it."""

    name: str
    item: Item
    below: tuple[Branch, ...] = ()

    @property
    def place(self) -> Point:
        """The point that the class is put at: its middle, or its left end where it has a row."""
        x, y, w, h = self.item.box
        return (x if self.item.row else x + w / 2), y + h / 2


def branches(nodes: Sequence[tuple[str, Item]], items: Sequence[Item]) -> list[Branch]:
    """The classes that hang in no branch, and the branches that hang from one of them, in the order of the nodes.

    A class hangs from its one parent where all below it do so from theirs.
    """
    number = {item.classes[0]: i for i, (_, item) in enumerate(nodes) if item.role == "class"}
    up: list[list[int]] = [[] for _ in nodes]
    down: list[list[int]] = [[] for _ in nodes]
    for item in items:
        if item.role == "edge":
            a, b = (number[c] for c in item.classes)
            up[b].append(a)
            down[a].append(b)
    hung = hanging(up, down)

    def branch(v: int, level: int = 1) -> Branch:
        if v not in hung:
            return Branch(*nodes[v])
        if level == MOST_NESTED:
            return Branch(*nodes[v], tuple(Branch(*nodes[w]) for w in everything_below(v)))
        return Branch(*nodes[v], tuple(branch(w, level + 1) for w in down[v]))

    def everything_below(v: int) -> list[int]:
        below = list(down[v])
        for w in below:
            below += down[w]
        return below

    return [branch(v) for v in range(len(nodes)) if v not in hung or up[v][0] not in hung]
