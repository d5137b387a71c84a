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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import heappop, heappush
from itertools import pairwise
from math import dist, inf
from statistics import fmean, median

from .ordering import Edge, Order, Part, index_of, ordered

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Gate = tuple[int, float, float, float]  # vertex, y, and between what an edge passes this level of its layer
Form = list[tuple[int, float]]  # a linear form: vertices and their coefficients

# What the coordinates weigh beside centring, which has 1: edges short, long edges straight, parents centred
# over children of which each has another parent too. Then, of the solver: momentum, most rounds, most sweeps.
CLOSE, STRAIGHT, SHARED = 0.05, 0.15, 0.1
MOMENTUM, ROUNDS, SWEEPS = 0.8, 60, 20


@dataclass(frozen=True)
class Layout:
    """The centre of each class's box in px (y grows downwards), and where each edge bends between its ends."""

    positions: Mapping[str, Point]
    routes: Mapping[Edge, tuple[Point, ...]]
    width: float
    height: float
    flat: float = 0.0  # what is between its rows, where it has room for flat bodies only


def layered(
    classes: Sequence[str],
    edges: Sequence[Edge],
    sizes: Mapping[str, tuple[float, float]],
    *,
    pins: Mapping[str, Point] | None = None,
    gap: float = 40,
    layer_gap: float = 96,
    air: float = 0,
) -> Layout:
    """The drawing of these classes and (parent, child) edges, its upper left corner at 0, 0.

    `gap` is the least free space between the boxes of a layer, `layer_gap` the distance between the centres of
    two layers; more where boxes are so high that less than `gap` or `air` would be free between them. A line leaves
    a parent at the middle of its bottom and enters a child at the middle of its top. A pinned class stands exactly
    at its pin, in the pins' own coordinates. The others stay where they stand without pins, or step aside; once most
    classes are pinned, the others follow their parents. Raises ValueError if the edges contain a cycle.

    >>> sizes = dict.fromkeys(["Arts", "Music", "Theater"], (60, 34))
    >>> layered(list(sizes), [("Arts", "Music"), ("Arts", "Theater")], sizes).positions
    {'Arts': (80.0, 17.0), 'Music': (30.0, 113.0), 'Theater': (130.0, 113.0)}
    """
    gap = max(gap, 1.0)  # lines need some room
    parts = [Part(members, edges, sizes) for members in _components(classes, edges)]
    heights = [0.0] * max([len(part.layers) for part in parts], default=0)
    for part in parts:
        for r, height in zip(part.rank, part.heights, strict=True):
            heights[r] = max(heights[r], height)
    rows = [height / 2 for height in heights[:1]]
    for above, below in pairwise(heights):
        rows.append(rows[-1] + max(layer_gap, (above + below) / 2 + max(gap, air)))

    positions: dict[str, Point] = dict.fromkeys(classes, (0.0, 0.0))
    routes: dict[Edge, tuple[Point, ...]] = {}
    start = 0.0
    for part in parts:
        order = ordered(part)
        x = _placed(part, order, gap)
        bends = _routed(part, order, x, rows, heights, gap)
        leftmost = [x[v] - part.widths[v] / 2 for v in range(part.n)] + [at for b in bends.values() for at, _ in b]
        shift = start - min(leftmost)
        for v, name in enumerate(part.names):
            positions[name] = (round(x[v] + shift, 2), rows[part.rank[v]])
        for (a, b), points in bends.items():
            routes[part.names[a], part.names[b]] = tuple((round(at + shift, 2), y) for at, y in points)
        start = gap + _corner(part.names, positions, routes, sizes)[0]
    if pins:
        positions, routes = _pinned(positions, routes, pins, sizes, gap)
    return Layout(positions, {edge: routes[edge] for edge in edges}, *_corner(classes, positions, routes, sizes))


def levelled(
    classes: Sequence[str],
    edges: Sequence[Edge],
    sizes: Mapping[str, tuple[float, float]],
    *,
    pins: Mapping[str, Point] | None = None,
    gap: float,
    layer_gap: float,
    air: float,
) -> Layout:
    """The same for boxes of many heights: no line runs across a layer beside a higher box.

    Lines go straight down to the level of the highest box of their layer, and only then aside.
    """
    draw = partial(layered, classes, edges, gap=gap, layer_gap=layer_gap, air=air)
    at = draw(sizes).positions
    highest: dict[float, float] = {}
    for c in classes:
        highest[at[c][1]] = max(highest.get(at[c][1], 0.0), sizes[c][1])
    level = {c: highest[at[c][1]] for c in classes}
    drawing = draw({c: (sizes[c][0], level[c]) for c in classes}, pins=pins)
    if pins:
        return drawing
    routes = {}
    for (a, b), bends in drawing.routes.items():
        (ax, ay), (bx, by) = drawing.positions[a], drawing.positions[b]
        first = ((ax, ay + level[a] / 2),) if level[a] > sizes[a][1] else ()
        last = ((bx, by - level[b] / 2),) if level[b] > sizes[b][1] else ()
        routes[a, b] = (*first, *bends, *last)
    return replace(drawing, routes=routes)


def turned(layout: Layout) -> Layout:
    """The drawing mirrored at its diagonal: what stood below stands to the right."""
    positions = {c: (y, x) for c, (x, y) in layout.positions.items()}
    routes = {edge: tuple((y, x) for x, y in bends) for edge, bends in layout.routes.items()}
    return Layout(positions, routes, layout.height, layout.width)


def _components(classes: Sequence[str], edges: Sequence[Edge]) -> list[list[str]]:
    """The connected parts, by their first class, each in input order."""
    part = {c: [c] for c in classes}
    for a, b in edges:
        if part[a] is not part[b]:
            both = part[a] + part[b]
            part.update(dict.fromkeys(both, both))
    place = {c: i for i, c in enumerate(classes)}
    return [sorted(members, key=place.__getitem__) for members in {id(p): p for p in part.values()}.values()]


def _corner(
    classes: Iterable[str],
    positions: Mapping[str, Point],
    routes: Mapping[Edge, Sequence[Point]],
    sizes: Mapping[str, tuple[float, float]],
) -> Point:
    """The lower right corner of these boxes and of all routes so far."""
    ends = [_box(positions[c], sizes[c])[2:] for c in classes] + [bend for route in routes.values() for bend in route]
    return max((x for x, _ in ends), default=0), max((y for _, y in ends), default=0)


def _box(centre: Point, size: tuple[float, float]) -> Box:
    (x, y), (w, h) = centre, size
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2


# Coordinates


def _placed(part: Part, order: Order, gap: float) -> list[float]:
    """The x of each vertex's centre."""
    packed = _packed(part, order, gap)
    terms, families = _wishes(part)
    middle = [packed[layer[-1]] / 2 for layer in order]
    x = _least_squares(order, packed, terms, [p - middle[r] for p, r in zip(packed, part.rank, strict=True)])
    # The last word: parents exactly over the middle of their children where there is room, by moving parents
    # on the way up and, on the way down, children that have no other parent nearby (if most have none).
    firm = [1.0 if v in families else 0.01 for v in range(len(x))]
    even = [1.0] * len(x)
    own = {v: [c for c in family if _own(part, c)] for v, family in families.items()}
    step = inf
    for _ in range(SWEEPS):
        before = list(x)
        for layer in reversed(order):
            for v in layer:
                if v in families:
                    x[v] = fmean([x[c] for c in families[v]])
            _keep_apart(layer, packed, x, firm)
        for layer in order:
            _keep_apart(layer, packed, x, even)
            for v in layer:
                if v in families and 2 * len(own[v]) >= len(families[v]):
                    shift = (x[v] - fmean([x[c] for c in families[v]])) * len(families[v]) / len(own[v])
                    for c in own[v]:
                        x[c] += shift
        last, step = step, dist(before, x)
        if step > 0.9 * last:  # families that push each other ever farther out
            return before
        if step < 0.1:
            break
    return x


def _packed(part: Part, order: Order, gap: float) -> list[float]:
    """The x of each vertex in a layer that is packed from 0: its differences are the least distances."""

    def related(u: int, v: int) -> bool:
        return max(u, v) < part.n and not {*part.up[u], *part.down[u]}.isdisjoint(part.up[v] + part.down[v])

    x = [0.0] * len(part.up)
    for layer in order:
        steps = []
        for u, v in pairwise(layer):
            space = gap if max(u, v) < part.n else 0.6 * gap if min(u, v) < part.n else 0.5 * gap
            steps.append((part.widths[u] + part.widths[v]) / 2 + space)
        # Siblings, and the parents of a class, stand at equal distances unless one is far wider than the others.
        i = 0
        while i < len(steps):
            j = i
            while j < len(steps) and related(layer[j], layer[j + 1]):
                j += 1
            steps[i:j] = [min(max(steps[i:j]), 1.5 * step) for step in steps[i:j]]
            i = j + 1
        for (u, v), step in zip(pairwise(layer), steps, strict=True):
            x[v] = x[u] + step
    return x


def _wishes(part: Part) -> tuple[list[tuple[float, Form]], dict[int, list[int]]]:
    """Forms that should be near zero, with weights; and the children over which a parent must be centred."""
    terms: list[tuple[float, Form]] = []
    families: dict[int, list[int]] = {}
    for v, below in enumerate(part.down):
        terms += [(CLOSE, [(v, 1.0), (w, -1.0)]) for w in below]
    for chain in part.chains.values():
        for u, v, w in zip(chain, chain[1:], chain[2:], strict=False):
            terms.append((STRAIGHT, [(u, 1.0), (v, -2.0), (w, 1.0)]))
    for v in range(part.n):
        # Classes in the next layers count before the bends of long edges.
        children = [w for w in part.down[v] if w < part.n] or part.down[v]
        parents = [u for u in part.up[v] if u < part.n] or part.up[v]
        if children:
            own = any(_own(part, w) for w in children)
            terms.append((1.0 if own else SHARED, [(v, 1.0), *((w, -1 / len(children)) for w in children)]))
            if own:
                families[v] = children
        if len(parents) > 1:
            terms.append((1.0, [(v, 1.0), *((u, -1 / len(parents)) for u in parents)]))
    return terms, families


def _own(part: Part, v: int) -> bool:
    """Whether this vertex has one parent only, long edges aside."""
    return sum(u < part.n for u in part.up[v]) == 1


def _least_squares(order: Order, packed: list[float], terms: list[tuple[float, Form]], x: list[float]) -> list[float]:
    """The x near which the terms' squares sum up to least while neighbours keep their distance."""
    matrix: list[dict[int, float]] = [{} for _ in x]
    for weight, form in terms:
        for v, a in form:
            for u, b in form:
                matrix[v][u] = matrix[v].get(u, 0.0) + weight * a * b
    equations = [list(row.items()) for row in matrix]
    stiffness = [sum(map(abs, row.values())) + 1e-9 for row in matrix]
    ahead = x
    for _ in range(ROUNDS):
        slopes = [sum([a * ahead[u] for u, a in row]) for row in equations]
        new = [p - slope / k for p, slope, k in zip(ahead, slopes, stiffness, strict=True)]
        for layer in order:
            _keep_apart(layer, packed, new, stiffness)
        moves = [b - a for a, b in zip(x, new, strict=True)]
        ahead = [p + MOMENTUM * move for p, move in zip(new, moves, strict=True)]
        x = new
        if max(moves) - min(moves) < 0.05:
            break
    return x


def _keep_apart(layer: list[int], packed: list[float], x: list[float], weights: list[float]) -> None:
    """Move the vertices of a layer to their least distances, by the least weighted squares."""
    blocks: list[tuple[float, float, int]] = []  # mean, weight and size of what moves together
    for v in layer:
        mean, weight, size = x[v] - packed[v], weights[v], 1
        while blocks and blocks[-1][0] > mean:
            m, w, s = blocks.pop()
            mean, weight, size = (m * w + mean * weight) / (w + weight), w + weight, s + size
        blocks.append((mean, weight, size))
    i = 0
    for mean, _, size in blocks:
        for v in layer[i : i + size]:
            x[v] = mean + packed[v]
        i += size


# Routes


def _routed(
    part: Part, order: Order, x: list[float], rows: list[float], heights: list[float], gap: float
) -> dict[tuple[int, int], list[Point]]:
    """The bends of each edge: as few as keep it clear of all boxes and in its place among the other edges."""
    index = index_of(order, len(x))
    passes: dict[tuple[int, float], float] = {}  # where the edge of a bend passes the levels of its layer

    def limit(v: int, y: float, side: int) -> float:
        """How far the edge of a vertex may go to a side at this level of its layer."""
        layer, i = order[part.rank[v]], index[v] + side
        if not 0 <= i < len(layer):
            return side * inf
        return passes.get((layer[i], y), x[layer[i]]) - side * (part.widths[layer[i]] / 2 + gap / 8)

    paths: dict[tuple[int, int], list[Point]] = {}
    for (a, b), chain in 2 * list(part.chains.items()):  # twice: the first round makes room for the second
        start = (x[a], rows[part.rank[a]] + part.heights[a] / 2)
        end = (x[b], rows[part.rank[b]] - part.heights[b] / 2)
        gates: list[Gate] = []
        for v in chain:
            row, half = rows[part.rank[v]], heights[part.rank[v]] / 2
            levels = [y for y in (row - half, row, row + half) if start[1] < y < end[1]]
            gates += [(v, y, limit(v, y, -1), limit(v, y, 1)) for y in levels]
        # Straight if it can be; else one bend in the middle of each gap, or upright through the gaps, or as
        # straight as they allow.
        path = [start, end]
        if not _fits(path, gates):
            upright = [(x[v], y) for v, y, _, _ in gates]
            bent = [(at, y) for at, y in upright if y in rows]
            taut = [(min(max(_x_at(path, y), low), high), y) for _, y, low, high in gates]
            trials = [[start, *bends, end] for bends in (bent, upright, taut)]
            path = min((_smooth(trial, gates) for trial in trials if _fits(trial, gates)), key=len)
        paths[a, b] = path
        passes |= {(v, y): _x_at(path, y) for v, y, _, _ in gates if v >= part.n}
    return {edge: path[1:-1] for edge, path in paths.items()}


def _smooth(path: list[Point], gates: list[Gate]) -> list[Point]:
    """The path without the bends that it does not need."""
    i = 1
    while i < len(path) - 1:
        chord = [path[i - 1], path[i + 1]]
        if _fits(chord, [gate for gate in gates if chord[0][1] < gate[1] < chord[1][1]]):
            path = path[:i] + path[i + 1 :]
            i = max(1, i - 1)
        else:
            i += 1
    return path


def _fits(path: list[Point], gates: list[Gate]) -> bool:
    return all(low - 1e-6 <= _x_at(path, y) <= high + 1e-6 for _, y, low, high in gates)


def _x_at(path: list[Point], y: float) -> float:
    """Where a path that runs downwards has this y."""
    i = 1
    while path[i][1] < y:
        i += 1
    (x0, y0), (x1, y1) = path[i - 1 : i + 1]
    return x0 + (x1 - x0) * (y - y0) / (y1 - y0)


# Pins


def _pinned(
    positions: dict[str, Point],
    routes: dict[Edge, tuple[Point, ...]],
    pins: Mapping[str, Point],
    sizes: Mapping[str, tuple[float, float]],
    gap: float,
) -> tuple[dict[str, Point], dict[Edge, tuple[Point, ...]]]:
    """The drawing with the pinned classes at their pins and the others clear of them."""
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
    boxes = {c: _box(moved[c], sizes[c]) for c in positions if c in pins}
    # Who can stay chooses first, who must step aside last.
    for c in sorted(free, key=lambda c: _crowded(moved[c], sizes[c], boxes.values(), gap)):
        (x, y), half = moved[c], sizes[c][0] / 2
        beside = [at for box in boxes.values() for at in (box[0] - gap - half, box[2] + gap + half) if at >= half]
        tries = ((at, y) for at in [x, *sorted(beside, key=lambda at: abs(at - x))])
        moved[c] = next(at for at in tries if not _crowded(at, sizes[c], boxes.values(), gap))
        boxes[c] = _box(moved[c], sizes[c])
    bent = {}
    for (a, b), route in routes.items():
        foreign = [box for c, box in boxes.items() if c not in (a, b)]
        start, end = (moved[a][0], boxes[a][3]), (moved[b][0], boxes[b][1])
        keeps = moved[a] == positions[a] and moved[b] == positions[b] and not _met([start, *route, end], foreign)
        bent[a, b] = route if keeps else _detour(start, end, foreign, gap / 5)
    return moved, bent


def _crowded(centre: Point, size: tuple[float, float], boxes: Iterable[Box], gap: float) -> bool:
    """Whether a box of this size here would be too near to one of the others."""
    w, h = size[0] / 2 + gap - 0.1, size[1] / 2 + gap / 4  # positions are rounded
    return any(_hits(centre, centre, (x0 - w, y0 - h, x1 + w, y1 + h)) for x0, y0, x1, y1 in boxes)


def _detour(start: Point, end: Point, boxes: list[Box], margin: float) -> tuple[Point, ...]:
    """The bends of a shortest line around boxes; none where there is no such line."""
    path = [start, end]
    avoided: list[Box] = []
    while new := [box for box in _met(path, boxes) if box not in avoided]:
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
                    if point not in done and not _met((last, point), avoided):
                        heappush(queue, (length + dist(last, point), [*before, last, point]))
    return tuple(path[1:-1])


def _met(path: Sequence[Point], boxes: Iterable[Box]) -> list[Box]:
    """The boxes through the inside of which a path runs."""
    return [box for box in boxes if any(_hits(p, q, box) for p, q in pairwise(path))]


def _hits(start: Point, end: Point, box: Box) -> bool:
    enter, leave = 0.0, 1.0
    for p, q, low, high in zip(start, end, box[:2], box[2:], strict=True):
        if p == q:
            if not low < p < high:
                return False
        else:
            first, last = sorted(((low - p) / (q - p), (high - p) / (q - p)))
            enter, leave = max(enter, first), min(leave, last)
    return enter < leave - 1e-9
