"""Coordinates: how far right the vertices of an ordered part stand, and where long edges bend between them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import pairwise
from math import dist, inf
from statistics import fmean
from types import MappingProxyType

from ..scenes.scene import Point
from .ordering import Component, Order, places_in_layers

Form = list[tuple[int, float]]  # a linear form: vertices and their coefficients
Limits = Mapping[int, tuple[float, float]]  # between what a vertex may stand
NOWHERE: Limits = MappingProxyType({})

# What the coordinates weigh beside centring, which has 1: edges short, long edges straight, parents centred
# over children of which each has another parent too. Then, of the solver: momentum, most rounds, most sweeps.
CLOSE, STRAIGHT, SHARED = 0.05, 0.15, 0.1
MOMENTUM, ROUNDS, SWEEPS = 0.8, 60, 20
FIRM = 1000.0  # the weight of a vertex with limits beside one without


def x_positions(part: Component, order: Order, gap: float) -> list[float]:
    """The x of each vertex's centre."""
    packed = _packed_positions(part, order, gap)
    middle = [packed[layer[-1]] / 2 for layer in order]
    start = [p - middle[r] for p, r in zip(packed, part.rank, strict=True)]
    return _centre_parents(part, order, packed, _least_squares_x(part, order, packed, start))


def x_positions_near(
    part: Component, order: Order, gap: float, previous_x: Mapping[int, float], slack: Mapping[int, float]
) -> list[float]:
    """The x of each vertex's centre, some of which stood somewhere before.

    They step aside as little as the others need for their room; then all become as well placed as they can while none
    moves from there by more than its `slack`, which is 0 for most.
    """
    packed = _packed_positions(part, order, gap, previous_x.keys())
    start = [previous_x.get(v, 0.0) for v in range(len(part.rank))]
    for v in sorted((v for v in range(len(start)) if v not in previous_x), key=part.rank.__getitem__):
        near = [start[u] for u in part.up[v]] or [previous_x[w] for w in part.down[v] if w in previous_x]
        start[v] = fmean(near) if near else fmean(previous_x.values())
    x = _least_squares_x(part, order, packed, start, {v: (at, at) for v, at in previous_x.items()})
    if not slack:
        return x
    limits = {v: (x[v] - slack.get(v, 0.0), x[v] + slack.get(v, 0.0)) for v in previous_x}
    return _centre_parents(part, order, packed, _least_squares_x(part, order, packed, x, limits), limits)


def _centre_parents(
    part: Component, order: Order, packed: list[float], x: list[float], limits: Limits = NOWHERE
) -> list[float]:
    """Put parents exactly over the middle of their children where there is room.

    Parents move on the way up and, on the way down, children that have no other parent nearby (if most have none).
    """
    _, families = _least_squares_terms(part)
    firm = [1.0 if v in families else 0.01 for v in range(len(x))]
    even = [1.0] * len(x)
    own = {v: [c for c in family if _has_one_parent(part, c)] for v, family in families.items()}
    step = inf
    for _ in range(SWEEPS):
        before = list(x)
        for layer in reversed(order):
            for v in layer:
                if v in families:
                    x[v] = fmean([x[c] for c in families[v]])
            _keep_within(layer, packed, x, firm, limits)
        for layer in order:
            _keep_within(layer, packed, x, even, limits)
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
    for layer in order if limits else ():
        _keep_within(layer, packed, x, even, limits)
    return x


def _packed_positions(part: Component, order: Order, gap: float, stood: Container[int] = ()) -> list[float]:
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
            even = max(steps[i:j], default=0.0)
            for k in range(i, j):
                if layer[k] not in stood or layer[k + 1] not in stood:
                    steps[k] = min(even, 1.5 * steps[k])
            i = j + 1
        for (u, v), step in zip(pairwise(layer), steps, strict=True):
            x[v] = x[u] + step
    return x


def _least_squares_terms(part: Component) -> tuple[list[tuple[float, Form]], dict[int, list[int]]]:
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
            own = any(_has_one_parent(part, w) for w in children)
            terms.append((1.0 if own else SHARED, [(v, 1.0), *((w, -1 / len(children)) for w in children)]))
            if own:
                families[v] = children
        if len(parents) > 1:
            terms.append((1.0, [(v, 1.0), *((u, -1 / len(parents)) for u in parents)]))
    return terms, families


def _has_one_parent(part: Component, v: int) -> bool:
    """Whether this vertex has one parent only, long edges aside."""
    return sum(u < part.n for u in part.up[v]) == 1


def _least_squares_x(
    part: Component, order: Order, packed: list[float], x: list[float], limits: Limits = NOWHERE
) -> list[float]:
    """The x near which the wishes' squares sum up to least while neighbours keep their distance."""
    terms, _ = _least_squares_terms(part)
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
            _keep_within(layer, packed, new, stiffness, limits)
        moves = [b - a for a, b in zip(x, new, strict=True)]
        ahead = [p + MOMENTUM * move for p, move in zip(new, moves, strict=True)]
        x = new
        if max(moves) - min(moves) < 0.05:
            break
    return x


def _keep_within(layer: list[int], packed: list[float], x: list[float], weights: list[float], limits: Limits) -> None:
    """Move the vertices of a layer to their least distances, those with limits as little out of these as need be."""
    _keep_apart(layer, packed, x, weights)
    if limits:
        for v in layer:
            if v in limits:
                low, high = limits[v]
                x[v] = min(max(x[v], low), high)
        _keep_apart(layer, packed, x, [FIRM if v in limits else 1.0 for v in range(len(x))])


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


# Routes: the bends of long edges between the boxes of the layers that they pass

Gate = tuple[int, float, float, float]  # vertex, y, and between what an edge passes this level of its layer


def route_edges(
    part: Component, order: Order, x: list[float], rows: list[float], heights: list[float], gap: float
) -> dict[tuple[int, int], list[Point]]:
    """The bends of each edge: as few as keep it clear of all boxes and in its place among the other edges."""
    index = places_in_layers(order, len(x))
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
        if not _passes_gates(path, gates):
            upright = [(x[v], y) for v, y, _, _ in gates]
            in_gaps = [(at, y) for at, y in upright if y in rows]
            taut = [(min(max(_path_x_at(path, y), low), high), y) for _, y, low, high in gates]
            trials = [[start, *bends, end] for bends in (in_gaps, upright, taut)]
            path = min(
                (_without_needless_bends(trial, gates) for trial in trials if _passes_gates(trial, gates)), key=len
            )
        paths[a, b] = path
        passes |= {(v, y): _path_x_at(path, y) for v, y, _, _ in gates if v >= part.n}
    return {edge: path[1:-1] for edge, path in paths.items()}


def _without_needless_bends(path: list[Point], gates: list[Gate]) -> list[Point]:
    """The path without the bends that it does not need."""
    i = 1
    while i < len(path) - 1:
        chord = [path[i - 1], path[i + 1]]
        if _passes_gates(chord, [gate for gate in gates if chord[0][1] < gate[1] < chord[1][1]]):
            path = path[:i] + path[i + 1 :]
            i = max(1, i - 1)
        else:
            i += 1
    return path


def _passes_gates(path: list[Point], gates: list[Gate]) -> bool:
    return all(low - 1e-6 <= _path_x_at(path, y) <= high + 1e-6 for _, y, low, high in gates)


def _path_x_at(path: list[Point], y: float) -> float:
    """Where a path that runs downwards has this y."""
    i = 1
    while path[i][1] < y:
        i += 1
    (x0, y0), (x1, y1) = path[i - 1 : i + 1]
    return x0 + (x1 - x0) * (y - y0) / (y1 - y0)
