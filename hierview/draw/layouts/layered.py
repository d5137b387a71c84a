"""A layered drawing of a small DAG, as in a textbook: parents above children, boxes never overlap.

The method is Sugiyama's, with choices made for teaching pictures and for a drawing that does not jump:

1. **Layers.** Longest path from the roots, so that a class stands one layer under its lowest parent; a class
   with more children than parents (not counting what hangs from it, see 2) then sinks to just above them.
2. **Order.** Trees that hang from one class force no crossing among the others. They are set aside; the rest,
   the core, is ordered by barycentre sweeps and transposition, from the input order and from seeded shuffles
   of the best order so far; then the trees go in where they cross least. So a new leaf leaves the order of all
   other classes alone, unless a last search over all of them finds fewer crossings.
3. **Coordinates.** Least squares (parents centred over children, shared children under the middle of their
   parents, long edges straight, everything close) under the constraint that neighbours in a layer keep their
   distance: accelerated projected gradients, where the projection of a layer is isotonic regression. Sweeps
   up and down then make the centring exact where there is room, in a tree everywhere.
4. **Routes.** A long edge has a gap of its own between the boxes of each layer that it passes; bends that it
   does not need in order to stay within its gaps are taken out.
5. **Pins** come last, so that moving one class moves no other that is not in its way.

Ties go to the input order and chance comes from a fixed seed: the same input gives the same drawing in every
process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ..scenes.scene import Point, round_to_hundredths
from .coordinates import route_edges, x_positions, x_positions_near
from .ordering import Component, Edge, Sizes, order_layers
from .pins import box_of, with_pins

Bends = dict[tuple[int, int], list[Point]]  # of each edge of a part
Reach = list[tuple[float, float]]  # how far left and right a part goes in each layer


@dataclass(frozen=True)
class Spacing:
    """Free space in a drawing, in px."""

    gap: float = 40
    """Space between the boxes of a layer, in px."""
    layer_gap: float = 96
    """Distance between the centres of two layers, in px."""
    air: float = 0
    """The least space between the boxes of two layers, in px; `gap` if that is more."""


@dataclass(frozen=True)
class PreferredPlaces:
    """The places near which classes should stand."""

    pins: Mapping[str, Point] = field(default_factory=dict)
    """Where classes stand exactly, in the pins' own coordinates."""
    stood: Mapping[str, float] = field(default_factory=dict)
    """How far right classes stood before; all keep near to that."""
    slack: Mapping[str, float] = field(default_factory=dict)
    """How far each class may move from where it stood."""


ANYWHERE = PreferredPlaces()


@dataclass(frozen=True)
class Layout:
    """The centre of each class's box in px (y grows downwards), and where each edge bends between its ends."""

    positions: Mapping[str, Point]
    """Centre of each class's box, in px; y grows downwards."""
    routes: Mapping[Edge, tuple[Point, ...]]
    """Points where each edge bends between its ends."""
    width: float
    """Width of the layout, in px."""
    height: float
    """Height of the layout, in px."""
    flat: float = 0.0
    """Space between its rows, where there is room for flat bodies only."""
    wider: frozenset[str] = frozenset()
    """Classes above which more space is between rows then."""
    framed: frozenset[str] = frozenset()
    """Those of them below which there is more space, too."""
    closest: float = 1.0
    """How many times as far apart layers are drawn at least, where height is scarce."""


def layered_layout(
    classes: Sequence[str],
    edges: Sequence[Edge],
    sizes: Sizes,
    spacing: Spacing = Spacing(),
    places: PreferredPlaces = ANYWHERE,
) -> Layout:
    """The layout of these classes and (parent, child) edges, its upper left corner at 0, 0.

    A line leaves a parent at the middle of its bottom and enters a child at the middle of its top. A pinned class
    stands exactly at its pin. The others stay where they stand without pins, or step aside; once most classes are
    pinned, the others follow their parents. Where classes stood before, all keep near to that, and parts step aside
    whole. Raises ValueError if the edges contain a cycle.

    >>> sizes = dict.fromkeys(["Arts", "Music", "Theater"], (60, 34))
    >>> layered_layout(list(sizes), [("Arts", "Music"), ("Arts", "Theater")], sizes).positions
    {'Arts': (80.0, 17.0), 'Music': (30.0, 113.0), 'Theater': (130.0, 113.0)}
    """
    gap = max(spacing.gap, 1.0)  # lines need some room
    parts, rows, heights = _components_and_layers(classes, edges, sizes, spacing)
    positions: dict[str, Point] = dict.fromkeys(classes, (0.0, 0.0))
    routes: dict[Edge, tuple[Point, ...]] = {}
    for part, x, bends in _side_by_side(parts, rows, heights, gap, places):
        for v, name in enumerate(part.names):
            positions[name] = (x[v], rows[part.rank[v]])
        for (a, b), points in bends.items():
            routes[part.names[a], part.names[b]] = tuple(points)
    if places.pins:
        positions, routes = with_pins(positions, routes, places.pins, sizes, gap)
    return Layout(
        positions, {edge: routes[edge] for edge in edges}, *_lower_right_corner(classes, positions, routes, sizes)
    )


def _components_and_layers(
    classes: Sequence[str], edges: Sequence[Edge], sizes: Sizes, spacing: Spacing
) -> tuple[list[Component], list[float], list[float]]:
    """The connected parts, and of each layer where its middle is and how high it is."""
    parts = [Component(members, edges, sizes) for members in _components(classes, edges)]
    heights = [0.0] * max([len(part.layers) for part in parts], default=0)
    for part in parts:
        for r, height in zip(part.rank, part.heights, strict=True):
            heights[r] = max(heights[r], height)
    rows = [height / 2 for height in heights[:1]]
    for above, below in pairwise(heights):
        rows.append(rows[-1] + max(spacing.layer_gap, (above + below) / 2 + max(spacing.gap, 1.0, spacing.air)))
    return parts, rows, heights


def least_layout_size(
    classes: Sequence[str], edges: Sequence[Edge], sizes: Sizes, spacing: Spacing
) -> tuple[float, float]:
    """How far apart, in px, the middles of a layer's outer classes and those of the outer layers stand at least.

    Without pins, and in whatever order the classes of a layer stand.
    """
    parts, rows, _ = _components_and_layers(classes, edges, sizes, spacing)
    layers = ([part.widths[v] for v in layer if v < part.n] for part in parts for layer in part.layers)
    return max(sum(w) - max(w, default=0.0) + spacing.gap * (len(w) - 1) for w in layers), rows[-1] - rows[0]


def _side_by_side(
    parts: Sequence[Component], rows: list[float], heights: list[float], gap: float, places: PreferredPlaces
) -> Iterator[tuple[Component, list[float], Bends]]:
    """Each part with the x of its vertices and the bends of its edges, the leftmost at 0.

    Parts follow each other, those that stood somewhere before as near to that as can be.
    """
    start, stood, slack = 0.0, places.stood, places.slack
    done: list[tuple[Component, list[float], Bends]] = []
    for part in sorted(parts, key=lambda part: -sum(c in stood for c in part.names)):
        order = order_layers(part)
        near = {v: stood[c] for v, c in enumerate(part.names) if c in stood}
        free = {v: slack[c] for v, c in enumerate(part.names) if c in slack}
        x = x_positions_near(part, order, gap, near, free) if near else x_positions(part, order, gap)
        bends = route_edges(part, order, x, rows, heights, gap)
        shift = (
            _least_shift(part, x, [(p, at) for p, at, _ in done], gap)
            if near
            else start - _extent_of_part(part, x, bends)[0]
        )
        done.append(_shifted_part(part, x, bends, shift))
        start = max(start, gap + _extent_of_part(*done[-1])[1])
    first = min((_extent_of_part(*drawing)[0] for drawing in done), default=0.0) if stood else 0.0
    for drawing in done:
        yield _shifted_part(*drawing, -first)


def _shifted_part(part: Component, x: list[float], bends: Bends, shift: float) -> tuple[Component, list[float], Bends]:
    moved = {edge: [(round_to_hundredths(at + shift), y) for at, y in points] for edge, points in bends.items()}
    return part, [round_to_hundredths(at + shift) for at in x], moved


def _extent_of_part(part: Component, x: list[float], bends: Bends) -> tuple[float, float]:
    """The x at which a part begins, and the x at which it ends."""
    bend_places = [at for points in bends.values() for at, _ in points]
    lefts, rights = zip(*((x[v] - part.widths[v] / 2, x[v] + part.widths[v] / 2) for v in range(part.n)), strict=True)
    return min([*lefts, *bend_places]), max([*rights, *bend_places])


def _least_shift(part: Component, x: list[float], others: Sequence[tuple[Component, list[float]]], gap: float) -> float:
    """How far a part must move, at least, to stand beside each of the others in all layers that both have."""
    rooms: list[tuple[float, float]] = []
    for other, at in others:
        both = list(zip(_extent_by_layer(part, x), _extent_by_layer(other, at), strict=False))
        left, right = min(b[0] - a[1] for a, b in both) - gap, max(b[1] - a[0] for a, b in both) + gap
        rooms.append((left, right))
    shifts = [0.0, *(shift for room in rooms for shift in room)]
    return min((s for s in shifts if not any(left < s < right for left, right in rooms)), key=abs)


def _extent_by_layer(part: Component, x: list[float]) -> Reach:
    return [
        (min(x[v] - part.widths[v] / 2 for v in layer), max(x[v] + part.widths[v] / 2 for v in layer))
        for layer in part.layers
    ]


def level_layout(
    classes: Sequence[str], edges: Sequence[Edge], sizes: Sizes, spacing: Spacing, places: PreferredPlaces = ANYWHERE
) -> Layout:
    """The drawing as `layered_layout` makes it for boxes of many heights: no line crosses a layer beside a higher box.

    Lines go straight down to the level of the highest box of their layer, and only then aside.
    """
    at = layered_layout(classes, edges, sizes, spacing).positions
    highest: dict[float, float] = {}
    for c in classes:
        highest[at[c][1]] = max(highest.get(at[c][1], 0.0), sizes[c][1])
    level = {c: highest[at[c][1]] for c in classes}
    drawing = layered_layout(classes, edges, {c: (sizes[c][0], level[c]) for c in classes}, spacing, places)
    if places.pins:
        return drawing
    routes = {}
    for (a, b), bends in drawing.routes.items():
        (ax, ay), (bx, by) = drawing.positions[a], drawing.positions[b]
        first = ((ax, ay + level[a] / 2),) if level[a] > sizes[a][1] else ()
        last = ((bx, by - level[b] / 2),) if level[b] > sizes[b][1] else ()
        routes[a, b] = (*first, *bends, *last)
    return replace(drawing, routes=routes)


def transposed_layout(layout: Layout) -> Layout:
    """The layout mirrored at its diagonal: what stood below stands to the right."""
    positions = {c: (y, x) for c, (x, y) in layout.positions.items()}
    routes = {edge: tuple((y, x) for x, y in bends) for edge, bends in layout.routes.items()}
    return Layout(positions, routes, layout.height, layout.width)


def _components(classes: Sequence[str], edges: Sequence[Edge]) -> list[list[str]]:
    """The connected components of these classes, by their first class, each in input order."""
    part = {c: [c] for c in classes}
    for a, b in edges:
        if part[a] is not part[b]:
            both = part[a] + part[b]
            part.update(dict.fromkeys(both, both))
    place = {c: i for i, c in enumerate(classes)}
    return [sorted(members, key=place.__getitem__) for members in {id(p): p for p in part.values()}.values()]


def _lower_right_corner(
    classes: Iterable[str], positions: Mapping[str, Point], routes: Mapping[Edge, Sequence[Point]], sizes: Sizes
) -> Point:
    """The lower right corner of these boxes and of all routes so far."""
    ends = [box_of(positions[c], sizes[c])[2:] for c in classes] + [bend for route in routes.values() for bend in route]
    return max((x for x, _ in ends), default=0), max((y for _, y in ends), default=0)
