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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist, inf, sqrt
from statistics import median

Point = tuple[float, float]
Edge = tuple[str, str]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Order = list[list[int]]  # the vertices of each layer, from left to right
Form = list[tuple[int, float]]  # a linear form: vertices and their coefficients

# What the coordinates weigh against centring, which weighs 1, and how long the solver runs. Chosen by eye.
CLOSE, STRAIGHT, SHARED = 0.03, 0.15, 0.1
MOMENTUM, ROUNDS = 0.8, 80


@dataclass(frozen=True)
class Layout:
    """The centre of each class's box in px (y grows downwards), and where each edge bends between its ends."""

    positions: Mapping[str, Point]
    routes: Mapping[Edge, tuple[Point, ...]]
    width: float
    height: float


def layered(
    classes: Sequence[str],
    edges: Sequence[Edge],
    sizes: Mapping[str, tuple[float, float]],
    *,
    pins: Mapping[str, Point] | None = None,
    gap: float = 40,
    layer_gap: float = 96,
) -> Layout:
    """The drawing of these classes and (parent, child) edges, its upper left corner at 0, 0.

    `gap` is the least free space between boxes of one layer, `layer_gap` the distance between the centres of
    two layers (more where boxes are too high for it). A line leaves a parent at the middle of its bottom and
    enters a child at the middle of its top. A pinned class stands exactly at its pin: pins keep their own
    coordinates. What hangs from a pinned class moves along; the rest stays where it stands without pins, or
    steps aside. Raises ValueError if the edges contain a cycle.

    >>> sizes = dict.fromkeys(["Arts", "Music", "Theater"], (60, 34))
    >>> layered(list(sizes), [("Arts", "Music"), ("Arts", "Theater")], sizes).positions
    {'Arts': (80.0, 17.0), 'Music': (30.0, 113.0), 'Theater': (130.0, 113.0)}
    """
    parts = [_Part(members, edges, sizes) for members in _components(classes, edges)]
    heights = [0.0] * max([len(part.layers) for part in parts], default=0)
    for part in parts:
        for v in range(part.n):
            heights[part.rank[v]] = max(heights[part.rank[v]], part.heights[v])
    rows = [height / 2 for height in heights[:1]]
    for above, below in zip(heights, heights[1:], strict=False):
        rows.append(rows[-1] + max(layer_gap, (above + below) / 2 + gap))

    positions: dict[str, Point] = dict.fromkeys(classes, (0.0, 0.0))
    routes: dict[Edge, tuple[Point, ...]] = {}
    start = 0.0
    for part in parts:
        order = _ordered(part)
        x = _placed(part, order, gap)
        bends = _routed(part, order, x, rows, heights, gap)
        left = min([x[v] - part.widths[v] / 2 for v in range(part.n)] + [p for b in bends.values() for p, _ in b])
        for v, name in enumerate(part.names):
            positions[name] = (round(x[v] - left + start, 2), rows[part.rank[v]])
        for (a, b), points in bends.items():
            routes[part.names[a], part.names[b]] = tuple((round(p - left + start, 2), q) for p, q in points)
        start = gap + _corner(part.names, positions, routes, sizes)[0]
    if pins:
        positions, routes = _pinned(positions, routes, pins, sizes, gap)
    return Layout(positions, {e: routes[e] for e in edges}, *_corner(classes, positions, routes, sizes))


def _components(classes: Sequence[str], edges: Sequence[Edge]) -> Iterator[list[str]]:
    """The connected parts, by their first class, each in input order."""
    near: dict[str, list[str]] = {c: [] for c in classes}
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    seen: set[str] = set()
    for start in classes:
        if start not in seen:
            part, stack = {start}, [start]
            while stack:
                new = [c for c in near[stack.pop()] if c not in part]
                part.update(new)
                stack += new
            seen |= part
            yield [c for c in classes if c in part]


def _corner(classes, positions, routes, sizes) -> Point:
    """The lower right corner of what these classes and all routes so far cover."""
    boxes = [_box(positions[c], sizes[c]) for c in classes]
    bends = [point for route in routes.values() for point in route]
    ends = [(b[2], b[3]) for b in boxes] + bends
    return max([x for x, _ in ends], default=0), max([y for _, y in ends], default=0)


def _box(centre: Point, size: tuple[float, float], margin: float = 0.0) -> Box:
    (x, y), (w, h) = centre, size
    return x - w / 2 - margin, y - h / 2 - margin, x + w / 2 + margin, y + h / 2 + margin


class _Part:
    """A connected part in integers: its classes are 0..n-1 in input order, the vertices from n on bend long
    edges, one in each layer that an edge passes."""

    def __init__(self, names: list[str], edges: Sequence[Edge], sizes: Mapping[str, tuple[float, float]]):
        self.names, self.n = names, len(names)
        index = {c: i for i, c in enumerate(names)}
        pairs = sorted({(index[a], index[b]) for a, b in edges if a in index})
        parents: list[list[int]] = [[] for _ in names]
        children: list[list[int]] = [[] for _ in names]
        for a, b in pairs:
            parents[b].append(a)
            children[a].append(b)
        self.hanging = _hanging(parents, children)
        self.rank = _ranks(parents, children, self.hanging)
        self.up: list[list[int]] = [[] for _ in names]
        self.down: list[list[int]] = [[] for _ in names]
        self.chains: dict[tuple[int, int], list[int]] = {}
        for a, b in pairs:
            passed = range(self.rank[a] + 1, self.rank[b])
            chain = [a, *range(len(self.rank), len(self.rank) + len(passed)), b]
            self.rank += passed
            self.up += [[] for _ in passed]
            self.down += [[] for _ in passed]
            for u, v in zip(chain, chain[1:], strict=False):
                self.down[u].append(v)
                self.up[v].append(u)
            self.chains[a, b] = chain
        self.layers: Order = [[] for _ in range(max(self.rank) + 1)]
        for v, r in enumerate(self.rank):
            self.layers[r].append(v)
        self.reach = [1 << v for v in range(len(self.rank))]  # what lies below, as bits
        for v in sorted(range(len(self.rank)), key=self.rank.__getitem__, reverse=True):
            for w in self.down[v]:
                self.reach[v] |= self.reach[w]
        bends = [0.0] * (len(self.rank) - self.n)
        self.widths = [sizes[c][0] for c in names] + bends
        self.heights = [sizes[c][1] for c in names] + bends


def _hanging(parents: list[list[int]], children: list[list[int]]) -> set[int]:
    """The classes that have one parent and nothing but such classes below."""
    left = [len(c) for c in children]
    hanging: set[int] = set()
    stack = [v for v, c in enumerate(children) if not c and len(parents[v]) == 1]
    while stack:
        hanging.add(stack[-1])
        (parent,) = parents[stack.pop()]
        left[parent] -= 1
        if not left[parent] and len(parents[parent]) == 1:
            stack.append(parent)
    return hanging


def _ranks(parents: list[list[int]], children: list[list[int]], hanging: set[int]) -> list[int]:
    """The layer of each class."""
    rank = [0] * len(parents)
    waiting = [len(p) for p in parents]
    topological = [v for v, p in enumerate(parents) if not p]
    for v in topological:
        for c in children[v]:
            rank[c] = max(rank[c], rank[v] + 1)
            waiting[c] -= 1
            if not waiting[c]:
                topological.append(c)
    if len(topological) < len(parents):
        raise ValueError("a layered drawing needs edges without a cycle")
    for v in reversed(topological):
        below = [rank[c] for c in children[v] if c not in hanging]  # what hangs moves along
        if len(below) > len(parents[v]):
            rank[v] = min(below) - 1
    for v in topological:
        if v in hanging:
            rank[v] = rank[parents[v][0]] + 1
    return rank


# Order


def _ordered(part: _Part) -> Order:
    """The vertices of each layer from left to right."""
    core_down = [[w for w in below if w not in part.hanging] for below in part.down]
    place = _depth_first(part)
    core = [sorted((v for v in layer if v not in part.hanging), key=place.__getitem__) for layer in part.layers]
    order = _search(core, part.up, core_down, short=True)
    if part.hanging:
        _hang(part, order)
        order = _search(order, part.up, part.down, short=False)
    return order


def _depth_first(part: _Part) -> list[int]:
    """When each vertex is met on the way down from the roots, children in input order."""
    target = {v: chain[-1] for chain in part.chains.values() for v in chain[1:]}
    met: dict[int, int] = {}
    stack = [v for v in reversed(range(part.n)) if not part.up[v]]
    while stack:
        v = stack.pop()
        if v not in met:
            met[v] = len(met)
            stack += sorted(part.down[v], key=target.__getitem__, reverse=True)
    return [met[v] for v in range(len(part.up))]


def _search(order: Order, up: list[list[int]], down: list[list[int]], short: bool) -> Order:
    """This order, or where one is found an order with fewer crossings, or (if wanted) as many and shorter."""
    best = order
    fewest, least = _crossings(order, down, _index(order, len(up))), _length(order, down)
    chance = random.Random(0)
    for attempt in range(2 + min(12, 300 // len(up))):
        if not fewest and not short:
            break
        trial = [list(layer) for layer in best]
        if attempt > 1:
            for layer in trial:
                if chance.random() < 0.5:
                    chance.shuffle(layer)
        found, crossings = _descend(trial, up, down, upwards=attempt % 2 == 1)
        if crossings < fewest or short and crossings == fewest and _length(found, down) < least:
            best, fewest, least = found, crossings, _length(found, down)
    return best


def _length(order: Order, down: list[list[int]]) -> float:
    """How far the edges go sideways, in places counted from the middle of each layer."""
    at = {v: 2 * i - len(layer) for layer in order for i, v in enumerate(layer)}
    return sum(abs(at[v] - at[w]) for v in at for w in down[v])


def _descend(order: Order, up: list[list[int]], down: list[list[int]], upwards: bool) -> tuple[Order, int]:
    """The best order met while sweeping up and down from this one, and its crossings."""
    pos = _index(order, len(up))
    best, fewest, stale = order, -1, 0
    while stale < 2 and fewest:
        side = down if upwards else up
        for layer in order[-2::-1] if upwards else order[1:]:
            middle = {v: sum([pos[w] for w in side[v]]) / len(side[v]) if side[v] else pos[v] for v in layer}
            layer.sort(key=middle.__getitem__)
            for i, v in enumerate(layer):
                pos[v] = i
        _transpose(order, up, down, pos)
        crossings = _crossings(order, down, pos)
        stale += 1
        if fewest < 0 or crossings < fewest:
            best, fewest, stale = [list(layer) for layer in order], crossings, 0
        upwards = not upwards
    return best, fewest


def _transpose(order: Order, up: list[list[int]], down: list[list[int]], pos: list[int]) -> None:
    """Swap neighbours while that takes crossings away."""
    improved = True
    while improved:
        improved = False
        for layer in order:
            for i in range(len(layer) - 1):
                u, v = layer[i], layer[i + 1]
                if _gain(up[u], up[v], pos) + _gain(down[u], down[v], pos) > 0:
                    layer[i], layer[i + 1] = v, u
                    pos[u], pos[v] = i + 1, i
                    improved = True


def _gain(left: list[int], right: list[int], pos: list[int]) -> int:
    """How many crossings a swap of two vertices saves on one side, given their neighbours there."""
    gain = 0
    for a in left:
        p = pos[a]
        for b in right:
            q = pos[b]
            if p > q:
                gain += 1
            elif p < q:
                gain -= 1
    return gain


def _crossings(order: Order, down: list[list[int]], pos: list[int]) -> int:
    total = 0
    for layer in order:
        ends: list[int] = []
        for v in layer:
            new = [pos[w] for w in down[v]]
            for p in new:
                total += len(ends) - bisect_right(ends, p)
            for p in new:
                insort(ends, p)
    return total


def _index(order: Order, size: int) -> list[int]:
    """The place of each vertex in its layer."""
    pos = [0] * size
    for layer in order:
        for i, v in enumerate(layer):
            pos[v] = i
    return pos


def _hang(part: _Part, order: Order) -> None:
    """Put the hanging trees into the ordered core, from the top, each class into the best slot of its layer."""
    pos = _index(order, len(part.up))
    for layer, members in zip(order, part.layers, strict=True):
        hanging = [v for v in members if v in part.hanging]
        for v in sorted(hanging, key=lambda v: (pos[part.up[v][0]], v)):
            layer.insert(_slot(part, v, layer, pos), v)
        for i, v in enumerate(layer):
            pos[v] = i


def _slot(part: _Part, v: int, layer: list[int], pos: list[int]) -> int:
    """Where this class crosses least; then where siblings keep the input order; then outside the loops of
    edges that its siblings close further down, for a loop drawn around it would be wider than need be."""
    (parent,) = part.up[v]
    siblings = [u in part.down[parent] for u in layer]
    crossings = sum(pos[u] < pos[parent] for w in layer for u in part.up[w])
    unordered = sum(w < v for w, sibling in zip(layer, siblings, strict=True) if sibling)
    costs = []
    for i in range(len(layer) + 1):
        reached = [0, 0]
        for k, sibling in enumerate(siblings):
            if sibling:
                reached[k < i] |= part.reach[layer[k]]
        costs.append((crossings, unordered, reached[0] & reached[1] > 0))
        if i < len(layer):
            crossings += sum((pos[u] > pos[parent]) - (pos[u] < pos[parent]) for u in part.up[layer[i]])
            if siblings[i] and layer[i] < part.n:
                unordered += 1 if layer[i] > v else -1
    return costs.index(min(costs))


# Coordinates


def _placed(part: _Part, order: Order, gap: float) -> list[float]:
    """The x of each vertex's centre."""
    packed = _packed(part, order, gap)
    x = list(packed)
    for layer in order:
        for v in layer:
            x[v] -= packed[layer[-1]] / 2
    terms, families = _wishes(part)
    x = _least_squares(order, packed, terms, x)
    # The last word: parents stand exactly over the middle of their children where there is room. Upwards the
    # parents move; downwards the children that they share with nobody.
    weights = [1.0 if v in families else 0.01 for v in range(len(x))]
    even = [1.0] * len(x)
    for _ in range(3):
        for layer in reversed(order):
            for v in layer:
                if v in families:
                    x[v] = sum([x[c] for c in families[v]]) / len(families[v])
            _keep_apart(layer, packed, x, weights)
        for layer in order:
            _keep_apart(layer, packed, x, even)
            for v in layer:
                children = families.get(v, [])
                if all(len(part.up[c]) == 1 for c in children):
                    shift = x[v] - sum([x[c] for c in children]) / max(1, len(children))
                    for c in children:
                        x[c] += shift
    return x


def _packed(part: _Part, order: Order, gap: float) -> list[float]:
    """The x of each vertex in a layer that starts at 0 and is packed: differences are the least distances."""
    x = [0.0] * len(part.up)
    for layer in order:
        steps = []
        for u, v in zip(layer, layer[1:], strict=False):
            space = gap if u < part.n and v < part.n else gap / 2
            steps.append((part.widths[u] + part.widths[v]) / 2 + space)
        # Siblings stand at equal distances, unless one is far wider than the others.
        i = 0
        while i < len(steps):
            j = i
            while j < len(steps) and not set(part.up[layer[j]]).isdisjoint(part.up[layer[j + 1]]):
                j += 1
            steps[i:j] = [min(max(steps[i:j]), 1.5 * step) for step in steps[i:j]]
            i = j + 1
        for u, v, step in zip(layer, layer[1:], steps, strict=False):
            x[v] = x[u] + step
    return x


def _wishes(part: _Part) -> tuple[list[tuple[float, Form]], dict[int, list[int]]]:
    """What should be near zero, with weights; and the parents that must be centred, with their children."""
    terms: list[tuple[float, Form]] = []
    families: dict[int, list[int]] = {}
    for v, below in enumerate(part.down):
        terms += [(CLOSE, [(v, 1.0), (w, -1.0)]) for w in below]
    for v in range(part.n):
        # Neighbours in the next layers count before the bends of long edges.
        children = [w for w in part.down[v] if w < part.n] or part.down[v]
        parents = [u for u in part.up[v] if u < part.n] or part.up[v]
        if children:
            own = any(sum(u < part.n for u in part.up[w]) == 1 for w in children)
            terms.append((1.0 if own else SHARED, [(v, 1.0), *((w, -1 / len(children)) for w in children)]))
            if own:
                families[v] = children
        if len(parents) > 1:
            terms.append((1.0, [(v, 1.0), *((u, -1 / len(parents)) for u in parents)]))
    for chain in part.chains.values():
        for t, u, v in zip(chain, chain[1:], chain[2:], strict=False):
            terms.append((STRAIGHT, [(t, 1.0), (u, -2.0), (v, 1.0)]))
    return terms, families


def _least_squares(order: Order, packed: list[float], terms: list[tuple[float, Form]], x: list[float]) -> list[float]:
    """The x near which the terms' squares sum up to least while neighbours keep their distance."""
    matrix: list[dict[int, float]] = [{} for _ in x]
    for weight, form in terms:
        for v, a in form:
            for u, b in form:
                matrix[v][u] = matrix[v].get(u, 0.0) + weight * a * b
    rows = [list(row.items()) for row in matrix]
    stiffness = [sum(abs(a) for _, a in row) + 1e-9 for row in rows]
    ahead = x
    for _ in range(ROUNDS):
        new = [p - sum([a * ahead[u] for u, a in r]) / k for p, r, k in zip(ahead, rows, stiffness, strict=True)]
        for layer in order:
            _keep_apart(layer, packed, new, stiffness)
        moves = [b - a for a, b in zip(x, new, strict=True)]
        ahead = [b + MOMENTUM * d for b, d in zip(new, moves, strict=True)]
        x = new
        if max(moves) - min(moves) < 0.1:
            break
    return x


def _keep_apart(layer: list[int], packed: list[float], x: list[float], weights: list[float]) -> None:
    """Move the vertices of a layer to their least distances, by the least weighted squares."""
    blocks: list[tuple[float, float, int]] = []  # (mean, weight, size) of what moved together
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
    part: _Part, order: Order, x: list[float], rows: list[float], heights: list[float], gap: float
) -> dict[tuple[int, int], list[Point]]:
    """The bends of each edge: as few as keep it clear of all boxes and to its side of all other edges."""
    margin = gap / 5
    pos = _index(order, len(x))
    at: dict[tuple[int, float], float] = {}  # where the edge of a bend vertex passes the borders of its layer

    def window(v: int, y: float) -> tuple[int, float, float, float]:
        """Between what the edge may pass a border of its vertex's layer."""
        layer, i = order[part.rank[v]], pos[v]
        low, high = -inf, inf
        if i > 0:
            u = layer[i - 1]
            low = at.get((u, y), x[u]) + part.widths[u] / 2 + margin
        if i + 1 < len(layer):
            u = layer[i + 1]
            high = at.get((u, y), x[u]) - part.widths[u] / 2 - margin
        return v, y, low, high

    routes: dict[tuple[int, int], list[Point]] = {}
    for (a, b), chain in part.chains.items():
        start = (x[a], rows[part.rank[a]] + part.heights[a] / 2)
        end = (x[b], rows[part.rank[b]] - part.heights[b] / 2)
        windows = []
        for v in chain:
            row, half = rows[part.rank[v]], heights[part.rank[v]] / 2
            windows += [window(v, y) for y in (row - half, row + half) if start[1] < y < end[1]]
        upright: set[int] = set()  # where the line must stand upright while it passes the layer
        while True:
            path = [start]
            for v in chain:
                if v in upright:
                    path += [(x[v], y) for u, y, _, _ in windows if u == v]
                elif v >= part.n:
                    path.append((x[v], rows[part.rank[v]]))
            path.append(end)
            missed = {v for v, y, low, high in windows if not low <= _x_at(path, y) <= high} - upright
            if not missed:
                break
            upright |= missed
        shorter = True
        while shorter:
            shorter = False
            # The flattest bends go first.
            for i in sorted(range(1, len(path) - 1), key=lambda i: abs(_x_at([path[i - 1], path[i + 1]], path[i][1]) - path[i][0])):
                trial = path[:i] + path[i + 1 :]
                if all(low <= _x_at(trial, y) <= high for _, y, low, high in windows):
                    path, shorter = trial, True
                    break
        at |= {(v, y): _x_at(path, y) for v, y, _, _ in windows if v >= part.n}
        routes[a, b] = path[1:-1]
    return routes


def _x_at(path: list[Point], y: float) -> float:
    """Where a path that runs downwards has this y."""
    for (x0, y0), (x1, y1) in zip(path, path[1:], strict=False):
        if y <= y1:
            return x0 + (x1 - x0) * (y - y0) / (y1 - y0)
    return path[-1][0]


# Pins


def _pinned(positions, routes, pins, sizes, gap):
    """The drawing with the pinned classes at their pins and the others clear of them."""
    pins = {c: pins[c] for c in positions if c in pins}
    shifts = {c: (px - positions[c][0], py - positions[c][1]) for c, (px, py) in pins.items()}
    # Once most classes are pinned, the pins are the drawing and the others follow; until then the others stay.
    most = 2 * len(pins) > len(positions)
    common = (median(dx for dx, _ in shifts.values()), median(dy for _, dy in shifts.values())) if most else (0, 0)
    for c in sorted(positions, key=lambda c: positions[c][1]):
        above = [shifts[a] for a, b in routes if b == c] or [common]
        shifts.setdefault(c, (sum(dx for dx, _ in above) / len(above), sum(dy for _, dy in above) / len(above)))
    placed = {c: _box(pin, sizes[c]) for c, pin in pins.items()}
    moved = {}
    for c, (x, y) in positions.items():
        w, h = sizes[c]
        moved[c] = pins.get(c) or (max(x + shifts[c][0], w / 2), max(y + shifts[c][1], h / 2))
    # Those who stay choose first, those who have to step aside last.
    crowded = {c for c in moved if _crowded(_box(moved[c], sizes[c]), placed.values(), gap)}
    for c in sorted(moved.keys() - pins, key=lambda c: (c in crowded, shifts[c] != (0, 0), positions[c])):
        (x, y), half = moved[c], sizes[c][0] / 2
        beside = [at for box in placed.values() for at in (box[0] - gap - half, box[2] + gap + half) if at >= half]
        for at in [x, *sorted(beside, key=lambda at: abs(at - x))]:
            moved[c], placed[c] = (at, y), _box((at, y), sizes[c])
            if not _crowded(placed[c], [box for other, box in placed.items() if other != c], gap):
                break
    bent = {}
    for (a, b), route in routes.items():
        kept = route if moved[a] == positions[a] and moved[b] == positions[b] else ()
        path = [(moved[a][0], placed[a][3]), *kept, (moved[b][0], placed[b][1])]
        foreign = [box for c, box in placed.items() if c not in (a, b)]
        points = [path[0]]
        for p, q in zip(path, path[1:], strict=False):
            points += [*_detour(p, q, foreign, gap / 5), q]
        bent[a, b] = tuple(points[1:-1])
    return moved, bent


def _crowded(box: Box, others: Iterable[Box], gap: float) -> bool:
    left, top, right, bottom = box
    side, air = gap - 0.1, gap / 4
    return any(
        left < r + side and l < right + side and top < b + air and t < bottom + air for l, t, r, b in others
    )


def _detour(start: Point, end: Point, boxes: Sequence[Box], margin: float, depth: int = 4) -> list[Point]:
    """Bends that lead a line around boxes by their corners."""
    hit = [box for box in boxes if _hits(start, end, box)]
    if not hit or not depth:
        return []
    left, top, right, bottom = first = min(hit, key=lambda b: dist(start, ((b[0] + b[2]) / 2, (b[1] + b[3]) / 2)))
    corners = [(x, y) for x in (left - margin, right + margin) for y in (top - margin, bottom + margin)]
    seen = [c for c in corners if c != start and not _hits(start, c, first)]
    if not seen:
        return []

    def cost(c: Point) -> tuple[int, float]:
        hits = sum(_hits(start, c, box) + _hits(c, end, box) for box in boxes)
        return hits, dist(start, c) + dist(c, end)

    corner = min(seen, key=cost)
    return [
        *_detour(start, corner, boxes, margin, depth - 1),
        corner,
        *_detour(corner, end, boxes, margin, depth - 1),
    ]


def _hits(start: Point, end: Point, box: Box) -> bool:
    """Does the line run through the inside of the box?"""
    enter, leave = 0.0, 1.0
    for p, q, low, high in zip(start, end, box[:2], box[2:], strict=True):
        if p == q:
            if not low < p < high:
                return False
        else:
            first, last = sorted(((low - p) / (q - p), (high - p) / (q - p)))
            enter, leave = max(enter, first), min(leave, last)
    return enter < leave - 1e-9
