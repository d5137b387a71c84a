"""An indented tree: a class a row, below its parent and one step in, as files stand in their folders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...model.hierarchy import Edge, Hierarchy
from ..scenes.scene import Box, Point
from .ordering import Sizes

STEP, TRUNK, BETWEEN = 26.0, 12.0, 8.0  # how far in children stand and lines go down, and what is between rows
FLAT_STEP, BARRED_STEP = 16.0, 20.0  # how far in where rows are low, and with bars at the sides of classes
OFF_TIP = 0.5 - 2**0.5 / 3 + 0.005  # of its width: how far from its tip an ellipse goes on at a third of its height
FIRST_LANE, LANE = 12.0, 7.0  # right of all classes, of edges from further parents
TIP = 6.0, 2.5  # length and half the width of the tip at a further child, where either end might be the parent


def indented_centres(h: Hierarchy, sizes: Sizes, between: float = BETWEEN, step: float = STEP) -> dict[str, Point]:
    """The point at the centre of each class's body in an indented drawing.

    sizes: of their bodies.  between: rows.  step: how far in a child stands.
    """
    below: dict[str, list[str]] = {c: [] for c in h.classes}
    for c in h.classes:
        if parents := h.parents(c):
            # The first that is named; not one above another, from which a line to both goes straight down.
            higher = frozenset().union(*(h.ancestors(p) for p in parents[1:])) if parents[1:] else ()
            below[next(p for p in parents if p not in higher)].append(c)
    centres: dict[str, Point] = {}
    y = 0.0
    waiting = [(c, 0) for c in reversed(h.roots)]
    while waiting:
        c, level = waiting.pop()
        w, high = sizes[c]
        centres[c] = (level * step + w / 2, y + high / 2)
        y += high + between
        waiting += [(child, level + 1) for child in reversed(below[c])]
    return centres


def edge_lines(
    edges: Sequence[Edge], boxes: Mapping[str, Box], step: float = STEP, rounds: Collection[str] = ()
) -> dict[Edge, tuple[Point, ...]]:
    """The line of each edge: down from its parent and into the child, or around at the right to a further child.

    rounds: the classes drawn as ellipses, which end above and beside where their boxes do: lines begin behind them.
    """
    right = max(x + w for x, _, w, _ in boxes.values())
    rows = sorted(boxes, key=lambda c: boxes[c][1])
    place = {c: i for i, c in enumerate(rows)}
    lines: dict[Edge, tuple[Point, ...]] = {}
    down = TRUNK * step / STEP
    around: list[Edge] = []
    for parent, child in edges:
        (ax, ay, _, ah), (bx, by, _, bh) = boxes[parent], boxes[child]
        between = rows[place[parent] + 1 : place[child] + 1]
        if between and all(boxes[c][0] > ax + down for c in between):
            trunk, level = ax + down, by + bh / 2
            lines[parent, child] = ((trunk, ay + ah / 2 if parent in rounds else ay + ah), (trunk, level), (bx, level))
        else:
            around.append((parent, child))
    around.sort(key=lambda edge: abs(place[edge[0]] - place[edge[1]]))
    for i, (parent, child) in enumerate(around):
        lane = right + FIRST_LANE + i * LANE
        (ax, ay, aw, ah), (bx, by, bw, bh) = boxes[parent], boxes[child]
        # Not in the middle of a side, where pairs begin.
        start, end = ay + ah / 3, by + bh / 3
        outs = [x + w - (OFF_TIP * w if c in rounds else 0.0) for c, x, w in ((parent, ax, aw), (child, bx, bw))]
        lines[parent, child] = ((outs[0], start), (lane, start), (lane, end), (outs[1], end))
    return lines
