"""The order of classes in the layers of a drawing: few crossings, and the author's where it serves."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import or_
from typing import TypeVar

T = TypeVar("T")
Edge = tuple[str, str]
Sizes = Mapping[str, tuple[float, float]]  # width and height of the box of each class
Order = list[list[int]]  # the vertices of each layer, from left to right
Links = list[list[int]]  # the neighbours of each vertex in the layer above or below


class Component:
    """A connected component of a hierarchy, its classes numbered.

    Its classes are 0 .. n-1 in input order; the vertices from n on are bends, one for each layer that a long edge
    passes.
    """

    def __init__(self, names: list[str], edges: Sequence[Edge], sizes: Sizes):
        self.names, self.n = names, len(names)
        index = {c: i for i, c in enumerate(names)}
        pairs = sorted({(index[a], index[b]) for a, b in edges if a in index})
        self.up: Links = [[] for _ in names]
        self.down: Links = [[] for _ in names]
        for a, b in pairs:
            self.up[b].append(a)
            self.down[a].append(b)
        self.hanging = hanging_classes(self.up, self.down)
        self.rank = _layer_numbers(self.up, self.down, self.hanging)
        self.chains = {}  # each edge with its bends
        for a, b in pairs:
            between = range(self.rank[a] + 1, self.rank[b])
            self.chains[a, b] = [a, *range(len(self.rank), len(self.rank) + len(between)), b]
            self.rank += between
        self.up = [[] for _ in self.rank]
        self.down = [[] for _ in self.rank]
        for chain in self.chains.values():
            for u, v in pairwise(chain):
                self.down[u].append(v)
                self.up[v].append(u)
        self.layers: Order = [[] for _ in range(max(self.rank) + 1)]
        for v, r in enumerate(self.rank):
            self.layers[r].append(v)
        bends = [0.0] * (len(self.rank) - self.n)
        self.widths = [sizes[c][0] for c in names] + bends
        self.heights = [sizes[c][1] for c in names] + bends


def hanging_classes(parents: Links, children: Links) -> set[int]:
    """The classes that have one parent and nothing but such classes below."""
    waiting = [len(c) for c in children]
    hanging: set[int] = set()
    stack = [v for v, c in enumerate(children) if not c and len(parents[v]) == 1]
    while stack:
        hanging.add(stack[-1])
        (parent,) = parents[stack.pop()]
        waiting[parent] -= 1
        if not waiting[parent] and len(parents[parent]) == 1:
            stack.append(parent)
    return hanging


def _layer_numbers(parents: Links, children: Links, hanging: set[int]) -> list[int]:
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
        below = [rank[c] for c in children[v] if c not in hanging]
        if len(below) > len(parents[v]):
            rank[v] = min(below) - 1
    for v in topological:
        if v in hanging:
            rank[v] = rank[parents[v][0]] + 1
    return rank


def order_layers(part: Component) -> Order:
    """The vertices of each layer from left to right.

    Classes that are listed from left to right stand so. Of any other list the order is kept, too, unless another saves
    at least two crossings, or draws without any.
    """
    if are_listed_across(range(part.n), part.chains):
        return _order_as_listed(part)
    target = {v: chain[-1] for chain in part.chains.values() for v in chain[1:]}
    visits: dict[int, int] = {}  # depth first from the roots, children in input order
    stack = [v for v in reversed(range(part.n)) if not part.up[v]]
    while stack:
        v = stack.pop()
        if v not in visits:
            visits[v] = len(visits)
            stack += sorted(part.down[v], key=target.__getitem__, reverse=True)
    order = [sorted((v for v in layer if v not in part.hanging), key=visits.__getitem__) for layer in part.layers]
    as_listed = _with_hanging_trees(part, order)
    core_down = [[w for w in below if w not in part.hanging] for below in part.down]
    shuffles = min(12, 240 // len(visits))
    order = _search_order(order, part.up, core_down, shuffles, lambda order: _sideways_length(order, core_down, part.n))
    if part.hanging:
        order = _search_order(_with_hanging_trees(part, order), part.up, part.down, shuffles // 2, lambda order: 0)
    before, after = (_count_crossings(o, part.down, places_in_layers(o, len(part.up))) for o in (as_listed, order))
    return as_listed if after and before - after < 2 else order


def are_listed_across(classes: Iterable[T], edges: Iterable[tuple[T, T]]) -> bool:
    """Whether classes are listed from left to right: most that have several children, in the midst of them.

    So no list reads that begins at the top; and the list of a drawing, class by class, reads so.
    """
    place = {c: i for i, c in enumerate(classes)}
    families: dict[T, list[int]] = {}
    for parent, child in edges:
        if parent in place:
            families.setdefault(parent, []).append(place[child])
    wide = [(place[c], below) for c, below in families.items() if len(below) > 1]
    return 2 * sum(min(below) < at < max(below) for at, below in wide) > len(wide)


def _order_as_listed(part: Component) -> Order:
    """The classes of each layer as they are listed; only the bends between them go where they cross least."""
    place: dict[int, float] = {v: v for v in range(part.n)}
    for a, *bends, b in part.chains.values():
        place |= {v: a + (b - a) * i / (len(bends) + 1) for i, v in enumerate(bends, 1)}
    order = [sorted(layer, key=lambda v: (place[v], v)) for layer in part.layers]
    pos = places_in_layers(order, len(place))
    fewest, best = _count_crossings(order, part.down, pos), order
    for sides in ((part.up,), (part.up, part.down), (part.down,), (part.up, part.down)) * 2:
        for layer in order if sides[0] is part.up else reversed(order):
            for v in [v for v in layer if v >= part.n]:
                _moved_to_best_slot(layer, v, pos, sides)
        crossings = _count_crossings(order, part.down, pos)
        if crossings < fewest:
            fewest, best = crossings, [list(layer) for layer in order]
    return best


def _moved_to_best_slot(layer: list[int], v: int, pos: list[int], sides: Sequence[Links]) -> None:
    """Move a vertex to the place in its layer, of the best the nearest, where it crosses least on these sides."""
    at = pos[v]
    layer.pop(at)
    costs = list(accumulate((sum(_saved_crossings(side[w], side[v], pos) for side in sides) for w in layer), initial=0))
    layer.insert(min(range(len(costs)), key=lambda i: (costs[i], abs(i - at))), v)
    for i, w in enumerate(layer):
        pos[w] = i


def _search_order(order: Order, up: Links, down: Links, shuffles: int, length: Callable[[Order], int]) -> Order:
    """The order, or where one is found an order with fewer crossings, or with as many but less length."""
    best, cost = order, (_count_crossings(order, down, places_in_layers(order, len(up))), length(order))
    chance = random.Random(0)
    for attempt in range(2 + shuffles):
        if cost <= (0, 0):
            break
        trial = [list(layer) for layer in best]
        for layer in trial if attempt > 1 else ():
            if chance.random() < 0.5:
                chance.shuffle(layer)
        other, crossings = _best_by_sweeping(trial, up, down, upwards=attempt % 2 == 1)
        other_cost = crossings, length(other)
        if other_cost < cost:
            best, cost = other, other_cost
    return best


def _best_by_sweeping(order: Order, up: Links, down: Links, upwards: bool) -> tuple[Order, int]:
    """The best order met while sweeping up and down from this one, and its crossings."""
    pos = places_in_layers(order, len(up))
    best, fewest, stale = order, -1, 0
    while stale < 2 and fewest:
        side = down if upwards else up
        for layer in order[-2::-1] if upwards else order[1:]:
            middle = {v: sum([pos[w] for w in side[v]]) / len(side[v]) if side[v] else pos[v] for v in layer}
            layer.sort(key=middle.__getitem__)
            for i, v in enumerate(layer):
                pos[v] = i
        _transpose(order, up, down, pos)
        crossings = _count_crossings(order, down, pos)
        stale += 1
        if fewest < 0 or crossings < fewest:
            best, fewest, stale = [list(layer) for layer in order], crossings, 0
        upwards = not upwards
    return best, fewest


def _transpose(order: Order, up: Links, down: Links, pos: list[int]) -> None:
    """Swap neighbours while that takes crossings away."""
    improved = True
    while improved:
        improved = False
        for layer in order:
            for i in range(len(layer) - 1):
                u, v = layer[i], layer[i + 1]
                if _saved_crossings(up[u], up[v], pos) + _saved_crossings(down[u], down[v], pos) > 0:
                    layer[i], layer[i + 1] = v, u
                    pos[u], pos[v] = i + 1, i
                    improved = True


def _saved_crossings(left_neighbours: list[int], right_neighbours: list[int], pos: list[int]) -> int:
    """How many crossings a swap of two vertices saves on one side, given their neighbours there."""
    gain = 0
    for a in left_neighbours:
        p = pos[a]
        for b in right_neighbours:
            q = pos[b]
            if p > q:
                gain += 1
            elif p < q:
                gain -= 1
    return gain


def _count_crossings(order: Order, down: Links, pos: list[int]) -> int:
    total = 0
    for layer in order:
        ends: list[int] = []
        for p in [p for v in layer for p in sorted([pos[w] for w in down[v]])]:
            i = bisect_right(ends, p)
            total += len(ends) - i
            ends.insert(i, p)
    return total


def _sideways_length(order: Order, down: Links, n: int) -> int:
    """How far the edges go sideways, places counted from the middle of each layer; long edges weigh more."""
    at = {v: 2 * i - len(layer) for layer in order for i, v in enumerate(layer)}
    return sum(abs(at[v] - at[w]) * (3 if max(v, w) >= n else 2) for v in at for w in down[v])


def places_in_layers(order: Order, size: int) -> list[int]:
    """The place of each vertex in its layer."""
    pos = [0] * size
    for layer in order:
        for i, v in enumerate(layer):
            pos[v] = i
    return pos


def _with_hanging_trees(part: Component, core: Order) -> Order:
    """The ordered core with the hanging trees in it, from the top, each class in the best slot of its layer."""
    order = [list(layer) for layer in core]
    below = [1 << v for v in range(len(part.up))]  # what can be reached, as bits
    for layer in reversed(part.layers):
        for v in layer:
            for w in part.down[v]:
                below[v] |= below[w]
    pos = places_in_layers(order, len(part.up))
    for layer, members in zip(order, part.layers, strict=True):
        hanging = [v for v in members if v in part.hanging]
        for v in sorted(hanging, key=lambda v: (pos[part.up[v][0]], v)):
            layer.insert(_best_slot(part, v, layer, pos, below), v)
        for i, v in enumerate(layer):
            pos[v] = i
    return order


def _best_slot(part: Component, v: int, layer: list[int], pos: list[int], below: list[int]) -> int:
    """Where this class crosses least; then where siblings keep the input order; then outside their loops.

    The loops of edges that siblings close further down would have to open wider to hold it.
    """
    (parent,) = part.up[v]
    at, family = pos[parent], set(part.down[parent])
    crossings = accumulate(
        (sum([(pos[u] > at) - (pos[u] < at) for u in part.up[w]]) for w in layer),
        initial=sum([pos[u] < at for w in layer for u in part.up[w]]),
    )
    ahead = [(w > v) - (w < v) if w in family and w < part.n else 0 for w in layer]
    unordered = accumulate(ahead, initial=ahead.count(-1))
    reached = [below[w] if w in family else 0 for w in layer]
    left = accumulate(reached, or_, initial=0)
    right = reversed(list(accumulate(reversed(reached), or_, initial=0)))
    costs = [(*cost, a & b != 0) for *cost, a, b in zip(crossings, unordered, left, right, strict=True)]
    return costs.index(min(costs))
