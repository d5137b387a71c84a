"""What a hierarchy is: an immutable directed acyclic graph of classes, edges from parent to child.

Lengths are exact: an edge's weight is a `Fraction`, and inside, every length is an integer in units
of `1 / scale`, so that ties are ties (as floats, 0.1 + 0.2 is not 0.3).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

import networkx as nx

from .errors import HierarchyError, quoted, suggestion

LONGEST_NAME = 200
MOST_EDITABLE = 5_000  # classes of a hierarchy that is drawn or typed
ARTIFICIAL_ROOT = "0"

Edge = tuple[str, str]

# Bidirectional overrides make a name read as another one; the marks that scripts need stay allowed.
# U+FFFE and U+FFFF may stand in no XML, and so in no SVG.
_UNFIT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff")

# A decimal or a fraction. Exponents stay short: Fraction multiplies them out, and 1e99999999 takes minutes.
_NUMERAL = re.compile(r"-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?|-?\d+/\d+", re.ASCII | re.IGNORECASE)


def check_name(name: object) -> str:
    """`name` if it may name a class, else a HierarchyError that says what is accepted."""
    if not isinstance(name, str):
        raise HierarchyError(f"a class name must be text, not {quoted(name)}")
    if not name.strip():
        raise HierarchyError("a class name is empty; give every class a visible name")
    if len(name) > LONGEST_NAME:
        raise HierarchyError(
            f"class name {quoted(name, 30)} has {len(name)} characters; at most {LONGEST_NAME} are accepted"
        )
    for character in name:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _UNFIT:
            raise HierarchyError(
                f"class name {quoted(name)} holds the control character U+{ord(character):04X}; "
                "names are plain text on one line"
            )
    if not any(character.isprintable() and not character.isspace() for character in name):
        raise HierarchyError(f"class name {quoted(name)} holds no visible character")
    return name


def check_weight(weight: object) -> Fraction:
    """An edge's weight as an exact fraction > 0; text is read as a decimal."""
    try:
        # A float is read as it prints: 0.1 is one tenth, not its binary neighbour.
        text = str(weight)
        value = Fraction(text) if len(text) <= 40 and _NUMERAL.fullmatch(text) else None
    except (ValueError, ZeroDivisionError):
        value = None
    if value is None or value <= 0 or value.numerator > 10**15 or value.denominator > 10**15:
        raise HierarchyError(
            f"edge weight {quoted(weight)} is not accepted; a decimal number above 0, such as 0.75, is"
        )
    return value


class Hierarchy:
    """A directed acyclic graph of classes with exact positive edge weights.

    Make one with `Hierarchy.from_edges`. Classes and edges keep the order in which they were given;
    drawings start from it, no number depends on it.
    """

    def __init__(self, classes: tuple[str, ...], weights: Mapping[Edge, Fraction], artificial_root: str | None = None):
        self.classes = classes
        self.weights = weights
        self.artificial_root = artificial_root
        parents: dict[str, list[str]] = {c: [] for c in classes}
        children: dict[str, list[str]] = {c: [] for c in classes}
        for parent, child in weights:
            children[parent].append(child)
            parents[child].append(parent)
        self._parents = {c: tuple(found) for c, found in parents.items()}
        self._children = {c: tuple(found) for c, found in children.items()}
        self.scale = lcm(*(w.denominator for w in weights.values())) if weights else 1
        self._steps = {edge: int(w * self.scale) for edge, w in weights.items()}
        graph: nx.DiGraph = nx.DiGraph()
        graph.add_nodes_from(classes)
        graph.add_edges_from(weights)
        try:
            self._order = {c: i for i, c in enumerate(nx.topological_sort(graph))}
        except nx.NetworkXUnfeasible:
            cycle = [edge[0] for edge in nx.find_cycle(graph)]
            # Start the sentence at the class that was given first: the same cycle, the same words.
            place = {c: i for i, c in enumerate(classes)}
            first = min(range(len(cycle)), key=lambda i: place[cycle[i]])
            cycle = cycle[first:] + cycle[:first]
            error = HierarchyError(
                "the edges make a cycle: "
                + " > ".join(quoted(c) for c in [*cycle[:12], *(["…"] if len(cycle) > 12 else []), cycle[0]])
                + "; no class may be its own ancestor"
            )
            error.edge = (cycle[-1], cycle[0])
            raise error from None
        self._climbs: dict[str, dict[str, int]] = {}

    @classmethod
    def from_edges(cls, edges: Iterable[Sequence], classes: Iterable[str] = ()) -> Hierarchy:
        """The hierarchy of `edges`, each (parent, child) or (parent, child, weight), and further `classes`.

        Where `classes` names all classes, it gives their order; else that is the order of the edges.
        Raises HierarchyError naming the cycle, the self-loop, the duplicate, the name or the weight.

        >>> Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]).ancestors("Pop") == {"Arts", "Music"}
        True
        """
        weights: dict[Edge, Fraction] = {}
        found: dict[str, None] = {}
        for item in edges:
            if not isinstance(item, tuple | list) or len(item) not in (2, 3):
                raise HierarchyError(
                    f"edge {quoted(item)} is not accepted; [parent, child] or [parent, child, weight] is"
                )
            parent, child = check_name(item[0]), check_name(item[1])
            problem = None
            if parent == child:
                problem = f"class {quoted(parent)} is its own parent; a self-loop is not accepted"
            elif (parent, child) in weights:
                problem = f"the edge {quoted(parent)} > {quoted(child)} is given twice; give it once"
            if problem:
                error = HierarchyError(problem)
                error.edge = (parent, child)
                raise error
            weights[parent, child] = check_weight(item[2]) if len(item) == 3 else Fraction(1)
            found[parent] = found[child] = None
        listed: dict[str, None] = {}
        for name in classes:
            if check_name(name) in listed:
                raise HierarchyError(f"class {quoted(name)} is listed twice in classes; list it once")
            listed[name] = None
        return cls(tuple(listed if found.keys() <= listed.keys() else found | listed), weights)

    # Identity: the same classes and edges in the same order, so that a case can be a cache key.

    @cached_property
    def _key(self) -> tuple:
        return (self.classes, tuple(self.weights.items()), self.artificial_root)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hierarchy) and self._key == other._key

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Hierarchy({len(self.classes)} classes, {len(self.weights)} edges)"

    def __contains__(self, name: object) -> bool:
        return name in self._parents

    def __len__(self) -> int:
        return len(self.classes)

    def require(self, name: str) -> str:
        """`name` if it is a class of this hierarchy, else a HierarchyError with the nearest name."""
        if name not in self._parents:
            raise HierarchyError(f"class {quoted(name)} is not in the hierarchy{suggestion(str(name), self.classes)}")
        return name

    # The graph

    @property
    def edges(self) -> tuple[Edge, ...]:
        return tuple(self.weights)

    @property
    def weighted(self) -> bool:
        """Whether any edge weighs something else than 1."""
        return any(w != 1 for w in self.weights.values())

    @cached_property
    def roots(self) -> tuple[str, ...]:
        return tuple(c for c in self.classes if not self._parents[c])

    @cached_property
    def top_down(self) -> tuple[str, ...]:
        """All classes, parents before their children."""
        return tuple(self._order)

    @cached_property
    def is_tree(self) -> bool:
        """Whether there is one root and no class has several parents."""
        return len(self.roots) == 1 and all(len(p) <= 1 for p in self._parents.values())

    def parents(self, c: str) -> tuple[str, ...]:
        return self._parents[self.require(c)]

    def children(self, c: str) -> tuple[str, ...]:
        return self._children[self.require(c)]

    def _reach(self, start: Iterable[str], step: Mapping[str, tuple[str, ...]]) -> set[str]:
        seen: set[str] = set()
        todo = list(start)
        while todo:
            c = todo.pop()
            for following in step[c]:
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
        return seen

    def ancestors(self, c: str) -> frozenset[str]:
        """All classes above `c`, without `c`."""
        return frozenset(self._reach([self.require(c)], self._parents))

    def descendants(self, c: str) -> frozenset[str]:
        """All classes below `c`, without `c`."""
        return frozenset(self._reach([self.require(c)], self._children))

    def closure(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes and all their ancestors: the closure upwards (`downward_closure` is the other)."""
        own = [self.require(c) for c in classes]
        return frozenset(self._reach(own, self._parents)) | frozenset(own)

    def downward_closure(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes and all their descendants."""
        own = [self.require(c) for c in classes]
        return frozenset(self._reach(own, self._children)) | frozenset(own)

    def most_specific(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes of the set that have no descendant in it."""
        own = frozenset(classes)
        return own - self._reach(own, self._parents)

    # Lengths

    def climbs_from(self, c: str) -> dict[str, int]:
        """up(c, a) for `c` and every ancestor a: the least weight of a climb, in units of 1 / scale."""
        if c not in self._climbs:
            self.require(c)
            lengths = {c: 0}
            # Children come after parents in the order: going backwards, a class is final when reached.
            for here in sorted({c} | self._reach([c], self._parents), key=self._order.__getitem__, reverse=True):
                for parent in self._parents[here]:
                    length = lengths[here] + self._steps[parent, here]
                    if length < lengths.get(parent, length + 1):
                        lengths[parent] = length
            self._climbs[c] = lengths
        return self._climbs[c]

    def meeting(self, a: str, b: str) -> tuple[int, frozenset[str]]:
        """The length of the shortest paths up from `a` and down to `b`, in units of 1 / scale, and
        their turning classes. Every pair must have a common ancestor: see `rooted`."""
        up, down = self.climbs_from(a), self.climbs_from(b)
        if len(down) < len(up):
            up, down = down, up
        best, turning = -1, []
        for c, length in up.items():
            if c in down:
                length += down[c]
                if best < 0 or length < best:
                    best, turning = length, [c]
                elif length == best:
                    turning.append(c)
        return best, frozenset(turning)

    def distance(self, a: str, b: str) -> Fraction:
        """The least weight of a path from `a` up to a common ancestor and down to `b`.

        Unweighted: a number of edges. Several roots count as children of one artificial root.
        Source: K15 Eq. 1, restricted to paths that turn once, downwards (Def. 2).
        """
        h = self.rooted()
        return Fraction(h.meeting(a, b)[0], h.scale)

    def lowest_common_ancestors(self, a: str, b: str) -> frozenset[str]:
        """All turning classes of the shortest paths from `a` up and down to `b` (K15 Def. 1, 3).

        In a DAG there may be several; that of a class with itself is the class. With several roots
        it may be the artificial root.
        """
        return self.rooted().meeting(a, b)[1]

    def climb_edges(self, c: str, a: str) -> list[Edge]:
        """The edges of all shortest climbs from `c` up to its ancestor-or-self `a`; those into a class
        come before those out of it."""
        lengths = self.climbs_from(c)
        edges: list[Edge] = []
        level, seen = [a], {a}
        for here in level:
            for child in self._children[here]:
                if child in lengths and lengths[child] + self._steps[here, child] == lengths[here]:
                    edges.append((here, child))
                    if child not in seen:
                        seen.add(child)
                        level.append(child)
        return sorted(edges, key=lambda edge: self._order[edge[0]])

    def shortest_climbs(self, c: str, a: str) -> Iterator[tuple[str, ...]]:
        """All shortest climbs from `c` up to its ancestor-or-self `a`, each as the classes on it."""
        below: dict[str, list[str]] = {}
        for parent, child in self.climb_edges(c, a):
            below.setdefault(parent, []).append(child)
        todo: list[tuple[str, ...]] = [(a,)]
        while todo:
            path = todo.pop()
            if path[0] == c:
                yield path[::-1]
            else:
                todo.extend((child, *path) for child in below[path[0]])

    def depth(self, c: str) -> int:
        """Fewest edges from a root down to `c`."""
        level, seen, depth = {self.require(c)}, set(), 0
        while not any(not self._parents[x] for x in level):
            seen |= level
            level = {p for x in level for p in self._parents[x]} - seen
            depth += 1
        return depth

    # Hierarchies made from this one

    def weighted_by_depth(self, w0: object = "0.75") -> Hierarchy:
        """This hierarchy with edges that weigh w0^depth(parent), so that mistakes near the root cost more.

        w0: above 0 and at most 1; 1 weighs every edge 1. Source: Blockeel et al. 2002; Holden & Freitas 2006.

        >>> Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]).weighted_by_depth("0.5").distance("Arts", "Pop")
        Fraction(3, 2)
        """
        base = check_weight(w0)
        if base > 1:
            raise HierarchyError(f"the weight {quoted(w0)} is not accepted; a decimal above 0 and at most 1 is")
        weights = {edge: base ** self.depth(edge[0]) for edge in self.weights}
        return Hierarchy(self.classes, weights, self.artificial_root)

    def free_name(self, wanted: str = ARTIFICIAL_ROOT) -> str:
        """`wanted`, with as many primes as it takes to be no class's name."""
        while wanted in self._parents:
            wanted += "'"
        return wanted

    @cached_property
    def _under_new_root(self) -> Hierarchy:
        root = self.free_name()
        weights = {(root, c): Fraction(1) for c in self.roots} | dict(self.weights)
        return Hierarchy((root, *self.classes), weights, root)

    def under_new_root(self) -> Hierarchy:
        """This hierarchy with one artificial root above every root; the new edges weigh 1."""
        return self._under_new_root

    def rooted(self) -> Hierarchy:
        """This hierarchy if it has one root, else the same under an artificial root."""
        return self if len(self.roots) <= 1 else self._under_new_root

    def restricted(self, classes: Iterable[str]) -> Hierarchy:
        """The hierarchy of these classes and the edges between them, in this hierarchy's order."""
        kept = {self.require(c) for c in classes}
        weights = {edge: w for edge, w in self.weights.items() if edge[0] in kept and edge[1] in kept}
        return Hierarchy(tuple(c for c in self.classes if c in kept), weights, self.artificial_root)
