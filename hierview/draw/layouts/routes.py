"""Routes: where long edges bend between the boxes of the layers that they pass."""

from __future__ import annotations

from math import inf

from .ordering import Order, Part, index_of

Point = tuple[float, float]
Gate = tuple[int, float, float, float]  # vertex, y, and between what an edge passes this level of its layer


def routed(
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
            in_gaps = [(at, y) for at, y in upright if y in rows]
            taut = [(min(max(_x_at(path, y), low), high), y) for _, y, low, high in gates]
            trials = [[start, *bends, end] for bends in (in_gaps, upright, taut)]
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
