"""Layout of a map: levels as rows, each class under the one that it hangs from, as wide as what hangs below it.

However large the hierarchy is, there are few cells: what would be too narrow is folded into one cell beside the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from ...model.hanging import HangingTree

ROWS = 5
LEAST, LEAST_NARROW = 2.0, 9.0  # per cent of the width, of a cell; where a finger hits it on a page of 360 px and more
FOLD = 6.0  # of a cell that folds others, at most
MOST_BESIDE = 40  # classes of one parent


@dataclass(frozen=True)
class MapCell:
    """Cell of a map."""

    number: int
    """Number of its class, or of the parent of the classes that it folds."""
    row: int
    """Row of the map, from 0 at the top."""
    left: float
    """Left end, in per cent of the map's width."""
    width: float
    """Width, in per cent of the map's."""
    folded: int = 0
    """Number of classes that it folds; 0 for a class."""
    skipped: int = 0
    """Number of the parent's children that come before those."""


def icicle_cells(
    tree: HangingTree, top: int, skipped: int = 0, kept: Iterable[int] = (), least: float = LEAST
) -> list[MapCell]:
    """The cells of an icicle map under a class, row by row from the left, with the class itself first.

    top: its number; that above all roots for everything.  skipped: how many of its children are passed over.
    kept: classes that stand there if there is room, however small they are.  least: width of a cell in per cent.
    """
    by_row: dict[int, list[int]] = {}
    for i in sorted(kept):
        by_row.setdefault(int(tree.parents[i]), []).append(i)
    cells = row = [MapCell(top, 0, 0.0, 100.0)]
    for _ in range(1, ROWS):
        row = [cell for above in row if not above.folded for cell in _cells_below(tree, above, skipped, by_row, least)]
        cells = [*cells, *row]
        skipped = 0
    return cells


def _cells_below(
    tree: HangingTree, above: MapCell, skipped: int, wishes: Mapping[int, Sequence[int]], least: float
) -> list[MapCell]:
    """The cells under one cell, which fill it."""
    listed = tree.children_of(above.number)[skipped:]
    if not len(listed) or above.width < least:
        return []
    largest = listed[:MOST_BESIDE].tolist()
    first = _count_with_room([int(tree.sizes[i]) for i in largest], len(listed), above.width, least)
    more = [i for i in wishes.get(above.number, ()) if i in listed[first:]]
    first, more = _count_shown(first, more, int(above.width / least))
    children = [*largest[:first], *more]
    out = len(listed) - len(children)
    room = above.width - (_fold_width(above.width, least) if out and children else 0)
    lefts = list(accumulate(_cell_widths([int(tree.sizes[i]) for i in children], room, least), initial=above.left))
    row = above.row + 1
    cells = [MapCell(i, row, left, right - left) for i, (left, right) in zip(children, pairwise(lefts), strict=True)]
    if out:
        right = above.left + above.width
        cells.append(MapCell(above.number, row, lefts[-1], right - lefts[-1], out, skipped + first))
    return cells


def _cell_widths(sizes: Sequence[int], room: float, least: float) -> list[float]:
    """Widths that fill a room by sizes; what stands there although it is small is out of scale."""
    if len(sizes) * least >= room:
        return [room / len(sizes) for _ in sizes]
    small: set[int] = set()
    while True:
        rest = sum(size for i, size in enumerate(sizes) if i not in small)
        left = room - least * len(small)
        more = {i for i, size in enumerate(sizes) if i not in small and size * left < least * rest}
        if not more:
            return [least if i in small else size * left / rest for i, size in enumerate(sizes)]
        small |= more


def _fold_width(width: float, least: float) -> float:
    """Width of the cell that folds what has no room under one of that width."""
    return max(least, min(FOLD, width / 4))


def _count_with_room(sizes: Sequence[int], count: int, width: float, least: float) -> int:
    """How many of the largest of so many classes have room side by side."""
    for k in range(min(len(sizes), int(width / least)), 0, -1):
        room = width - (_fold_width(width, least) if k < count else 0)
        if sizes[k - 1] / sum(sizes[:k]) * room >= least:
            return k
    return 0


def _count_shown(first: int, more: list[int], room: int) -> tuple[int, list[int]]:
    """How many of the largest stand there, and which of the others in the place of the last of them."""
    if not more:
        return first, more
    room = max(first, min(room - 1, MOST_BESIDE))
    more = more[: max(0, room)]
    return max(0, min(first, room - len(more))), more
