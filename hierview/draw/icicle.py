"""Layout of a map: levels as rows, each class under the one that it hangs from, as wide as what hangs below it.

However large the hierarchy is, there are few cells: what would be too narrow is folded into one cell beside the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from ..model.hanging import Hanging

ROWS = 5
LEAST = 2.0  # per cent of the width, of a cell
FOLD = 6.0  # of a cell that folds others, at most
MOST_BESIDE = 40  # classes of one parent


@dataclass(frozen=True)
class MapCell:
    """Cell of a map. number: its class, or the parent of the classes that it folds.  left, width: in per cent.

    folded: how many classes it folds, 0 for a class.  skipped: how many of the parent's children come before those.
    """

    number: int
    row: int
    left: float
    width: float
    folded: int = 0
    skipped: int = 0


def icicle(tree: Hanging, top: int, skipped: int = 0, kept: Iterable[int] = ()) -> list[MapCell]:
    """Cells of the map under a class, row by row from the left, with the class itself first.

    top: its number; that above all roots for everything.  skipped: how many of its children are passed over.
    kept: classes that stand there if there is room, however small they are.
    """
    wanted: dict[int, list[int]] = {}
    for i in sorted(kept):
        wanted.setdefault(int(tree.parents[i]), []).append(i)
    cells = row = [MapCell(top, 0, 0.0, 100.0)]
    for _ in range(1, ROWS):
        row = [cell for above in row if not above.folded for cell in _below(tree, above, skipped, wanted)]
        cells = [*cells, *row]
        skipped = 0
    return cells


def _below(tree: Hanging, above: MapCell, skipped: int, wanted: Mapping[int, Sequence[int]]) -> list[MapCell]:
    """The cells under one cell, which fill it."""
    listed = tree.below(above.number)[skipped:]
    if not len(listed) or above.width < LEAST:
        return []
    largest = listed[:MOST_BESIDE].tolist()
    first = _with_room([int(tree.sizes[i]) for i in largest], len(listed), above.width)
    more = [i for i in wanted.get(above.number, ()) if i in listed[first:]]
    first, more = _beside(first, more, int(above.width / LEAST))
    chosen = [*largest[:first], *more]
    out = len(listed) - len(chosen)
    room = above.width - (_fold(above.width) if out and chosen else 0)
    sizes = [int(tree.sizes[i]) for i in chosen]
    # What stands there although it is small is out of scale.
    widths = [max(LEAST, size / sum(sizes) * room) for size in sizes]
    lefts = list(accumulate((width * room / sum(widths) for width in widths), initial=above.left))
    row = above.row + 1
    cells = [MapCell(i, row, left, right - left) for i, (left, right) in zip(chosen, pairwise(lefts), strict=True)]
    if out:
        right = above.left + above.width
        cells.append(MapCell(above.number, row, lefts[-1], right - lefts[-1], out, skipped + first))
    return cells


def _fold(width: float) -> float:
    """Width of the cell that folds what has no room under one of that width."""
    return max(LEAST, min(FOLD, width / 4))


def _with_room(sizes: Sequence[int], count: int, width: float) -> int:
    """How many of the largest of so many classes have room side by side."""
    for k in range(min(len(sizes), int(width / LEAST)), 0, -1):
        room = width - (_fold(width) if k < count else 0)
        if sizes[k - 1] / sum(sizes[:k]) * room >= LEAST:
            return k
    return 0


def _beside(first: int, more: list[int], room: int) -> tuple[int, list[int]]:
    """How many of the largest stand there, and which of the others in the place of the last of them."""
    if not more:
        return first, more
    room = max(first, min(room - 1, MOST_BESIDE))
    more = more[: max(0, room)]
    return max(0, min(first, room - len(more))), more
