"""A layered drawing of a small DAG, as in a textbook: parents above children, boxes never overlap.

The method is Sugiyama's, with choices made for teaching pictures and for a drawing that does not jump:

1. **Layers.** Longest path from the roots, so that a class stands one layer under its lowest parent; a class
   that ties together more classes below than above then sinks to just above them.
2. **Order.** Trees that hang from one class force no crossing among the others. They are set aside; the rest,
   the core, is ordered by barycentre sweeps and transposition, from the input order and from seeded shuffles
   of the best order so far; then the trees go in where they cross least. So a new leaf leaves the order of all
   other classes alone, unless a last search over all classes finds fewer crossings.
3. **Coordinates.** Least squares (parents centred over children, shared children under the middle of their
   parents, long edges straight, everything close) under the exact constraint that neighbours in a layer keep
   their distance: accelerated projected gradients (Beck and Teboulle 2009), where projecting a layer is
   isotonic regression.
4. **Routes.** A long edge gets a gap of its own between the boxes of every layer that it passes; bends that
   are not needed to stay within the gaps are left out.

Ties go to the input order and chance comes from a fixed seed: the same input gives the same drawing in every
process.
"""

from __future__ import annotations

import random
from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import dist, inf, sqrt
from statistics import median_low

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Order = list[list[int]]  # the vertices of each layer, from left to right

# What the coordinates weigh against centring, which weighs 1, and how long the solver runs. Chosen by eye.
CLOSE, STRAIGHT, LOOSE, ROUNDS = 0.05, 0.15, 0.1, 60


@dataclass(frozen=True)
class Layout:
    """The centre of each class's box in px (y grows downwards), and where each edge bends between its ends."""

    positions: Mapping[str, Point]
    routes: Mapping[tuple[str, str], tuple[Point, ...]]
    width: float
    height: float


def layered(
    classes: Sequence[str],
    edges: Sequence[tuple[str, str]],
    sizes: Mapping[str, tuple[float, float]],
    *,
    pins: Mapping[str, Point] | None = None,
    gap: float = 40,
    layer_gap: float = 96,
) -> Layout:
    """The drawing of these classes and (parent, child) edges, its upper left corner at 0, 0.

    `gap` is the least free space between boxes of one layer, `layer_gap` the distance between the centres of
    two layers (more where boxes are too high for it). A line leaves a parent at the middle of its bottom and
    enters a child at the middle of its top. A pinned class stands exactly at its pin, and pins keep their own
    coordinates; what hangs from it moves along, the rest stays where it stands without pins, or steps aside.
    Raises ValueError if the edges contain a cycle.

    >>> drawing = layered(["Arts", "Music", "Theater"], [("Arts", "Music"), ("Arts", "Theater")],
    ...                   dict.fromkeys(["Arts", "Music", "Theater"], (60, 34)))
    >>> dict(drawing.positions)
    {'Arts': (80.0, 17.0), 'Music': (30.0, 113.0), 'Theater': (130.0, 113.0)}
    """
    if not classes:
        return Layout({}, {}, 0, 0)
    parts = [_Part(members, edges) for members in _components(classes, edges)]
    heights: list[float] = []
    for part in parts:
        heights += [0.0] * (len(part.layers) - len(heights))
        for r, layer in enumerate(part.layers):
            heights[r] = max([heights[r]] + [sizes[part.names[v]][1] for v in layer if v < part.n])
    rows = [heights[0] / 2]
    for above, below in zip(heights, heights[1:]):
        rows.append(rows[-1] + max(layer_gap, (above + below) / 2 + gap))

    positions: dict[str, Point] = {}
    routes: dict[tuple[str, str], tuple[Point, ...]] = {}
    right = -gap
    for part in parts:
        order = _ordered(part)
        widths = [sizes[c][0] for c in part.names] + [0.0] * (len(part.up) - part.n)
        x = _placed(part, order, widths, gap)
        shift = right + gap - min(x[v] - widths[v] / 2 for v in range(len(x)))
        x = [round(a + shift, 2) for a in x]
        right = max(a + w / 2 for a, w in zip(x, widths))
        for r, layer in enumerate(part.layers):
            positions |= {part.names[v]: (x[v], rows[r]) for v in layer if v < part.n}
        routes |= _routed(part, order, x, rows, heights, sizes, gap)
    positions = {c: positions[c] for c in classes}
    if pins:
        positions, routes = _pinned(positions, routes, sizes, pins, gap)
    boxes = [_box(positions[c], sizes[c]) for c in classes]
    bends = [point for route in routes.values() for point in route]
    return Layout(
        positions,
        {e: routes[e] for e in edges},
        max([b[2] for b in boxes] + [x for x, _ in bends]),
        max([b[3] for b in boxes] + [y for _, y in bends]),
    )


def _components(classes: Sequence[str], edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The connected parts, by their first class, each in input order."""
    near: dict[str, list[str]] = {c: [] for c in classes}
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    part: dict[str, int] = {}
    for start in classes:
        stack = [start]
        number = len(set(part.values())) if start not in part else 0
        while stack:
            c = stack.pop()
            if c not in part:
                part[c] = number
                stack += near[c]
    found: list[list[str]] = [[] for _ in range(len(set(part.values())))]
    for c in classes:
        found[part[c]].append(c)
    return found
