"""The graphs G_t and G_p of the LCA-based measures (K15 §2.4.2): extended, minimal, and Algorithm 1.

Classes are numbered and sets of classes are integers, a bit for each class: the exact search of
Problem 2 tries thousands of small sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import and_, or_

from ...model.case import Case
from ...model.hierarchy import Hierarchy, cached_by_hierarchy

MOST_PARTIAL_GRAPHS = 20_000
MOST_COMPARED = 400_000
MOST_THINNED = 2_048  # climbs of a need, up to which those that hold another are looked for


@dataclass(frozen=True)
class Graphs:
    """The graphs G_t and G_p as sets of classes, with what made them."""

    true: frozenset[str]
    """The classes of G_t, the graph of the true side."""
    predicted: frozenset[str]
    """The classes of G_p, the graph of the predicted side."""
    lcas: frozenset[str]
    """The chosen LCAs."""
    meets: tuple[tuple[str, str, tuple[tuple[str, frozenset[str]], ...]], ...]
    """Nearest classes of the other set with their LCAs, for each marked class, as (side "t" or "p", class)."""
    edges_t: frozenset[tuple[str, str]]
    """Edges of the climbs in G_t."""
    edges_p: frozenset[tuple[str, str]]
    """Edges of the climbs in G_p."""
    dropped: tuple[str, ...]
    """Marked classes left out as ancestors within their own set."""
    root: str | None
    """The artificial root where classes meet there, whether it counts or not."""
    unique: bool = True
    """Whether no other graphs were equally good."""
    made_by: str = ""
    """The variant that made them, other than the one asked for where the exact search gave up."""


class _TooMany(Exception):
    """The exact search would try more partial graphs than it may."""


class LcaProblem:
    """Data that all variants start from: reduced sets, nearest classes, own and linked LCAs, climbs."""

    def __init__(self, h: Hierarchy, true: frozenset[str], predicted: frozenset[str], reduce_sets: bool):
        self.h = h = h.rooted()
        self.sides = (h.most_specific(true), h.most_specific(predicted)) if reduce_sets else (true, predicted)
        self.dropped = tuple(sorted((true - self.sides[0]) | (predicted - self.sides[1])))
        relevant = sorted(h.closure(true | predicted))
        self.bit = {c: 1 << i for i, c in enumerate(relevant)}
        self.names = relevant
        # best[side][v]: the nearest classes u of the other side with LCA(v, u), by name (K15 Def. 4).
        self.best: tuple[dict[str, dict[str, frozenset[str]]], ...] = ({}, {})
        for side in (0, 1):
            for v in sorted(self.sides[side]):
                lcas_with = {u: h.meeting(v, u) for u in sorted(self.sides[1 - side])}
                if lcas_with:
                    nearest = min(length for length, _ in lcas_with.values())
                    self.best[side][v] = {u: lcas for u, (length, lcas) in lcas_with.items() if length == nearest}
        # own[side][v] = LCA(v, S); linked[side][v] adds the LCAs through which another class reaches v.
        self.own = tuple({v: frozenset().union(*us.values()) for v, us in best.items()} for best in self.best)
        self.linked: tuple[dict[str, set[str]], ...] = tuple(
            {v: set(lcas) for v, lcas in own.items()} for own in self.own
        )
        for side in (0, 1):
            for us in self.best[side].values():
                for u, lcas in us.items():
                    self.linked[1 - side][u] |= lcas
        self.lcas = sorted(frozenset().union(*self.own[0].values(), *self.own[1].values()))
        self._climbs: dict[tuple[str, str], tuple[int, ...]] = {}

    def climbs(self, v: str, a: str) -> tuple[int, ...]:
        """All shortest climbs v → a as sets of classes, in order of the names on them."""
        if (v, a) not in self._climbs:
            paths = sorted(islice(self.h.shortest_climbs(v, a), MOST_PARTIAL_GRAPHS + 1))
            if len(paths) > MOST_PARTIAL_GRAPHS:
                raise _TooMany
            self._climbs[v, a] = tuple(dict.fromkeys(self.bits_of(path) for path in paths))
        return self._climbs[v, a]

    def bits_of(self, classes: Iterable[str]) -> int:
        """The bits of these classes."""
        bits = 0
        for c in classes:
            bits |= self.bit[c]
        return bits

    def classes_of(self, bits: int) -> frozenset[str]:
        """The classes of these bits."""
        return frozenset(self.name_key(bits))

    def name_key(self, bits: int) -> list[str]:
        """Key that orders sets of bits by the names of their classes."""
        return [name for name in self.names if self.bit[name] & bits]

    def union_of_climbs(self, v: str, a: str) -> int:
        """All classes on shortest climbs v → a."""
        return self.bits_of({v, a}.union(*self.h.climb_edges(v, a)))

    def best_climb(self, v: str, a: str, graph: int) -> int:
        """The shortest climb v → a that shares most classes with `graph`, the first by name among equals."""
        best: dict[str, tuple[int, tuple[str, ...]]] = {a: (-(self.bit[a] & graph > 0), (a,))}
        # Parents come first: when a class is reached, all that is above it is final.
        for parent, child in self.h.climb_edges(v, a):
            overlap, path = best[parent]
            candidate = (overlap - (self.bit[child] & graph > 0), (child, *path))
            best[child] = min(best.get(child, candidate), candidate)
        return self.bits_of(best[v][1])


def _extended_graphs(g: LcaProblem) -> tuple[int, int]:
    """G_t^ex and G_p^ex: for every class and every nearest class all shortest climbs of both (K15 Def. 6)."""
    graphs = [0, 0]
    for side in (0, 1):
        for v, us in g.best[side].items():
            for u, lcas in us.items():
                for a in lcas:
                    graphs[side] |= g.union_of_climbs(v, a)
                    graphs[1 - side] |= g.union_of_climbs(u, a)
    return graphs[0], graphs[1]


def _smallest_choices(g: LcaProblem) -> list[frozenset[str]]:
    """All sets of as few LCAs as possible such that every class keeps an LCA of its own (Problem 2, ii and iii)."""
    groups = sorted({lcas for own in g.own for lcas in own.values()}, key=lambda s: (len(s), sorted(s)))
    level = {frozenset[str]()}
    while len(level) <= MOST_PARTIAL_GRAPHS:
        complete = [choice for choice in level if not any(map(choice.isdisjoint, groups))]
        if complete:
            return sorted(complete, key=sorted)
        # All of one size, each completed in the first set that it does not meet.
        extensions = ((choice, next(filter(choice.isdisjoint, groups))) for choice in level)
        level = {choice | {a} for choice, lcas in extensions for a in lcas}
    raise _TooMany


def _climb_needs(g: LcaProblem, side: int, lcas_chosen: frozenset[str]) -> list[list[int]]:
    """The climbs of one side of which one each is needed for the chosen LCAs (Problem 2, iv and v), each need once.

    Every class needs a shortest climb to a chosen LCA of its own, every chosen LCA one from a class linked to it: which
    it has where a class has no other in the choice.
    """
    needs: list[list[int]] = []
    sure: set[str] = set()
    for v, own in g.own[side].items():
        needs.append([climb for a in sorted(own & lcas_chosen) for climb in g.climbs(v, a)])
        sure |= own & lcas_chosen if len(own & lcas_chosen) == 1 else frozenset()
    for a in sorted(lcas_chosen - sure):
        needs.append([climb for v, lcas in sorted(g.linked[side].items()) if a in lcas for climb in g.climbs(v, a)])
    return [list(need) for need in dict.fromkeys(map(tuple, needs))]


def _split_needs(needs: list[list[int]]) -> tuple[int, list[list[int]]]:
    """The classes that are in every graph, and the needs that these do not meet, without them.

    A class on all climbs of a need is in every graph, and a climb that holds another one of its need is never better.
    """
    base, before = 0, -1
    while base != before:
        before, open_classes = base, []
        for need in needs:
            bare = sorted({climb & ~base for climb in need}, key=int.bit_count)
            if len(bare) <= MOST_THINNED:
                bare = [c for i, c in enumerate(bare) if not any(other & c == other for other in bare[:i])]
            base |= reduce(and_, bare)
            if len(bare) > 1:
                open_classes.append(bare)
        needs = open_classes
    return base, sorted(needs, key=len)


def _minimal_side(g: LcaProblem, side: int, lcas: frozenset[str], budget: list[int]) -> list[int]:
    """All inclusion-minimal graphs of one side for the chosen LCAs.

    A minimal graph is a union of one climb for each need; where a union meets a need already, nothing is added, for
    that would only make it larger.
    """
    base, needs = _split_needs(_climb_needs(g, side, lcas))
    partial = {0}
    for need in needs:
        grown: set[int] = set()
        for class_bits in partial:
            if any(climb & class_bits == climb for climb in need):
                grown.add(class_bits)
            else:
                grown.update(class_bits | climb for climb in need)
            if len(grown) > budget[side]:
                raise _TooMany
        budget[side] -= len(grown)
        if budget[side] < 0:
            raise _TooMany
        partial = grown

    # A graph that is not minimal holds a smaller one of these, so the smallest are minimal. Of a larger
    # one, a class can be spared unless some need is met only by climbs through it.
    least = min(class_bits.bit_count() for class_bits in partial)

    def minimal(graph: int) -> bool:
        needed = 0
        for need in needs:
            common = -1
            for climb in need:
                if climb & graph == climb:
                    common &= climb
            needed |= common
        return needed == graph

    larger = sum(class_bits.bit_count() > least for class_bits in partial)
    if larger * sum(map(len, needs)) > MOST_COMPARED:
        raise _TooMany
    return [class_bits | base for class_bits in partial if class_bits.bit_count() == least or minimal(class_bits)]


@dataclass
class _Group:
    """Graphs of one side that share the same classes with the other side: only the smallest can be best."""

    size: int
    graph: int
    count: int


def _graph_groups(g: LcaProblem, graphs: list[int], common: int) -> dict[int, _Group]:
    groups: dict[int, _Group] = {}
    for graph in graphs:
        size, best = graph.bit_count(), groups.get(graph & common)
        if best is None or size < best.size:
            groups[graph & common] = _Group(size, graph, 1)
        elif size == best.size:
            best.count += 1
            if g.name_key(graph) < g.name_key(best.graph):
                best.graph = graph
    return groups


def _best_minimal_graphs(g: LcaProblem) -> tuple[int, int, frozenset[str], bool]:
    """The minimal graphs (Problem 2) with the highest F, the chosen LCAs, and whether no other graphs have that F.

    Ties go to the fewest classes in G_t, then in G_p, then by name.
    """
    budget = [MOST_PARTIAL_GRAPHS, MOST_PARTIAL_GRAPHS]
    compared = 0
    best: tuple[Fraction, tuple[tuple[int, int], list[str], list[str]], int, int, frozenset[str]] | None = None
    ways: set[tuple[int, int]] = set()
    for lcas in _smallest_choices(g):
        sides = [_minimal_side(g, side, lcas, budget) for side in (0, 1)]
        both = reduce(or_, sides[0]) & reduce(or_, sides[1])
        t_groups, p_groups = (_graph_groups(g, graphs, both) for graphs in sides)
        compared += len(t_groups) * len(p_groups)
        if compared > MOST_COMPARED:
            raise _TooMany
        for t_shared, t in t_groups.items():
            for p_shared, p in p_groups.items():
                common, sizes = (t_shared & p_shared).bit_count(), (t.size, p.size)
                # F is 2 common / (sum of sizes); whole numbers compare it exactly and fast.
                worse = best is not None and common * best[0].denominator < best[0].numerator * sum(sizes)
                if worse:
                    continue
                f = Fraction(common, sum(sizes))
                if best is None or f > best[0]:
                    ways = set()
                    best = None
                several = [(t.graph, p.graph)] + [(-1, -1)] * (t.count * p.count > 1)
                ways.update(several)
                key = (sizes, g.name_key(t.graph), g.name_key(p.graph))
                if best is None or key < best[1]:
                    best = (f, key, t.graph, p.graph, lcas)
    assert best is not None  # some choice of LCAs always works: all of them
    return best[2], best[3], best[4], len(ways) == 1


def _greedy_graphs(g: LcaProblem) -> tuple[int, int, frozenset[str]]:
    """K15's greedy Algorithm 1, classes in order of name.

    What its text leaves open is settled so that every table of K15 comes out: see `LcaF`.
    """
    owners = {a: sum(a in lcas for own in g.own for lcas in own.values()) for a in g.lcas}
    ordered = sorted(g.lcas, key=lambda a: (-owners[a], a))

    def satisfied(chosen: Sequence[str]) -> bool:
        return all(not lcas.isdisjoint(chosen) for own in g.own for lcas in own.values())

    kept_lcas: list[str] = []
    for a in ordered:
        kept_lcas.append(a)
        if satisfied(kept_lcas):
            break
    for direction in (1, -1):
        for a in kept_lcas[::direction]:
            without = [b for b in kept_lcas if b != a]
            if satisfied(without):
                kept_lcas = without
    graphs = [0, 0]
    for a in kept_lcas:
        for side in (0, 1):
            for v in sorted(g.own[side]):
                if a in g.own[side][v]:
                    union = graphs[0] | graphs[1]
                    graphs[side] |= g.best_climb(v, a, union)
    for a in kept_lcas:
        for side in (0, 1):
            if not graphs[side] & g.bit[a]:
                v = min(v for v, lcas in g.linked[side].items() if a in lcas)
                graphs[side] |= g.best_climb(v, a, 0)
    return graphs[0], graphs[1], frozenset(kept_lcas)


def _climb_edges(g: LcaProblem, side: int, graph: int, lcas: frozenset[str]) -> frozenset[tuple[str, str]]:
    """The edges of the shortest climbs inside a graph from its classes to the LCAs linked to them."""
    inside = g.classes_of(graph)
    edges: set[tuple[str, str]] = set()
    for v, linked in g.linked[side].items():
        for a in linked & lcas & inside:
            climb = [edge for edge in g.h.climb_edges(v, a) if inside.issuperset(edge)]
            # Upwards from v: what was reached from above but never leads to v stays out.
            reached = {v}
            for parent, child in reversed(climb):
                if child in reached:
                    reached.add(parent)
            down = {a}
            for parent, child in climb:
                if parent in down and child in reached:
                    down.add(child)
                    edges.add((parent, child))
    return frozenset(edges)


@cached_by_hierarchy
def _graphs(h: Hierarchy, true: frozenset[str], predicted: frozenset[str], variant: str, reduce_sets: bool) -> Graphs:
    g = LcaProblem(h, true, predicted, reduce_sets)
    unique, made_by = True, variant
    if not true or not predicted:
        t, p, lcas = g.bits_of(g.sides[0]), g.bits_of(g.sides[1]), frozenset[str]()
    elif variant == "extended":
        (t, p), lcas = _extended_graphs(g), frozenset(g.lcas)
    else:
        try:
            if variant == "minimal":
                t, p, lcas, unique = _best_minimal_graphs(g)
            else:
                t, p, lcas = _greedy_graphs(g)
        except _TooMany:
            return _graphs(h, true, predicted, "algorithm1", reduce_sets)
    meets = tuple(("tp"[side], v, tuple(us.items())) for side in (0, 1) for v, us in g.best[side].items())
    met = frozenset().union(*(lcas for _, _, us in meets for _, lcas in us))
    return Graphs(
        g.classes_of(t),
        g.classes_of(p),
        lcas,
        meets,
        _climb_edges(g, 0, t, lcas),
        _climb_edges(g, 1, p, lcas),
        g.dropped,
        g.h.artificial_root if g.h.artificial_root in met else None,
        unique,
        made_by,
    )


def lca_graphs(case: Case, variant: str = "minimal", reduce: bool = True) -> Graphs:
    """The graphs G_t and G_p of a case.

    variant: "minimal" (Problem 2, exactly; beyond 20,000 partial graphs per side `algorithm1`, and
    `made_by` says so), "extended" (Definition 6) or "algorithm1" (K15's greedy procedure).
    reduce: first drop from each set the classes that have a descendant in it.
    Several roots stand under an artificial one. Source: K15 §2.4.2.
    """
    return _graphs(case.hierarchy, case.true, case.predicted, variant, reduce)
