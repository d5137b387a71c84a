"""Pins: a drawing in which some classes stand where somebody put them, and the others clear of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import dist
from statistics import fmean, median

from ..scenes.scene import Extent, Point, passes_through
from .ordering import Edge, Sizes


def with_pins(
    positions: dict[str, Point],
    routes: dict[Edge, tuple[Point, ...]],
    pins: Mapping[str, Point],
    sizes: Sizes,
    gap: float,
) -> tuple[dict[str, Point], dict[Edge, tuple[Point, ...]]]:
    """The places and lines of a drawing with the pinned classes at their pins and the others clear of them."""
    moved = {c: pins.get(c, point) for c, point in positions.items()}
    free = [c for c in positions if c not in pins]
    shifts = {c: (moved[c][0] - x, moved[c][1] - y) for c, (x, y) in positions.items() if c in pins}
    if len(shifts) > len(free):
        common = median(dx for dx, _ in shifts.values()), median(dy for _, dy in shifts.values())
        for c in sorted(free, key=lambda c: positions[c][1]):
            above = [shifts[a] for a, b in routes if b == c] or [common]
            shifts[c] = dx, dy = fmean(dx for dx, _ in above), fmean(dy for _, dy in above)
            (x, y), (w, h) = positions[c], sizes[c]
            moved[c] = max(x + dx, w / 2), max(y + dy, h / 2)
    boxes = {c: box_of(moved[c], sizes[c]) for c in positions if c in pins}
    # Who can stay chooses first, who must step aside last.
    for c in sorted(free, key=lambda c: _is_crowded(moved[c], sizes[c], boxes.values(), gap)):
        (x, y), half = moved[c], sizes[c][0] / 2
        beside = [at for box in boxes.values() for at in (box[0] - gap - half, box[2] + gap + half) if at >= half]
        tries = ((at, y) for at in [x, *sorted(beside, key=lambda at: abs(at - x))])
        moved[c] = next(at for at in tries if not _is_crowded(at, sizes[c], boxes.values(), gap))
        boxes[c] = box_of(moved[c], sizes[c])
    new_routes = {}
    for (a, b), route in routes.items():
        foreign = [box for c, box in boxes.items() if c not in (a, b)]
        start, end = (moved[a][0], boxes[a][3]), (moved[b][0], boxes[b][1])
        keeps = (
            moved[a] == positions[a] and moved[b] == positions[b] and not _boxes_on_path([start, *route, end], foreign)
        )
        new_routes[a, b] = route if keeps else _detour_bends(start, end, foreign, gap / 5)
    return moved, new_routes


def _is_crowded(centre: Point, size: tuple[float, float], boxes: Iterable[Extent], gap: float) -> bool:
    """Whether a box of this size here would be too near to one of the others."""
    w, h = size[0] / 2 + gap - 0.1, size[1] / 2 + gap / 4  # positions are rounded
    return any(passes_through(centre, centre, (x0 - w, y0 - h, x1 + w, y1 + h)) for x0, y0, x1, y1 in boxes)


def _detour_bends(start: Point, end: Point, boxes: list[Extent], margin: float) -> tuple[Point, ...]:
    """The bends of a shortest line around boxes; none where there is no such line."""
    path = [start, end]
    avoided: list[Extent] = []
    while new := [box for box in _boxes_on_path(path, boxes) if box not in avoided]:
        avoided += new
        corners = [
            (x, y)
            for left, top, right, bottom in avoided
            for x in (left - margin, right + margin)
            for y in (top - margin, bottom + margin)
        ]
        path, queue = [start, end], [(0.0, [start])]
        done: set[Point] = set()
        while queue:
            length, (*before, last) = heappop(queue)
            if last == end:
                path = [*before, last]
                break
            if last not in done:
                done.add(last)
                for point in (end, *corners):
                    if point not in done and not any(passes_through(last, point, box) for box in avoided):
                        heappush(queue, (length + dist(last, point), [*before, last, point]))
    return tuple(path[1:-1])


def _boxes_on_path(path: Sequence[Point], boxes: Iterable[Extent]) -> list[Extent]:
    return [box for box in boxes if any(passes_through(p, q, box) for p, q in pairwise(path))]


def box_of(centre: Point, size: tuple[float, float]) -> Extent:
    """The box of this size around a centre."""
    (x, y), (w, h) = centre, size
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2
