"""Hierarchies: immutable directed acyclic graphs of classes, edges from parent to child.

Lengths are exact: an edge's weight is a `Fraction`, and inside, every length is an integer in units
of `1 / scale`, so that ties are ties (as floats, 0.1 + 0.2 is not 0.3).
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, wraps
from math import lcm
from typing import Any, TypeVar

import networkx as nx
import numpy as np

from ..errors import HierarchyError, quoted, suggestion

LONGEST_NAME = 200
MOST_EDITABLE = 5_000  # classes of a hierarchy that is drawn or typed
MOST_RESULTS = 1_000  # results of one function that a hierarchy remembers
MOST_CLIMBED = 2_000_000  # lengths of climbs that a hierarchy remembers, all classes together
ARTIFICIAL_ROOT = "0"
_MOST_SCALE = 2**64 - 1

Edge = tuple[str, str]
_ONE = Fraction(1)

# Bidirectional overrides make a name read as another one; the marks that scripts need stay allowed.
# U+FFFE and U+FFFF may stand in no XML, and so in no SVG.
_UNFIT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff")

# A decimal or a fraction. Exponents stay short: Fraction multiplies them out, and 1e99999999 takes minutes.
_NUMERAL = re.compile(r"-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?|-?\d+/\d+", re.ASCII | re.IGNORECASE)


def check_name(name: object) -> str:
    """`name` if it may name a class, else a HierarchyError that says what is accepted."""
    # Nearly all names: what is printable holds no control character, and what is not all space something visible.
    if isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_NAME and name.strip():
        return name
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


def _numbered(name: object, index: dict[str, int]) -> int:
    """The number of a class, a new one where it is met for the first time."""
    try:
        return index[name]  # type: ignore[index]
    except (KeyError, TypeError):
        return index.setdefault(check_name(name), len(index))


def _edge_error(parent: str, child: str) -> HierarchyError:
    error = HierarchyError(
        f"class {quoted(parent)} is its own parent; a self-loop is not accepted"
        if parent == child
        else f"the edge {quoted(parent)} > {quoted(child)} is given twice; give it once"
    )
    error.edge = (parent, child)
    return error


def _grouped(keys: np.ndarray, values: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The values of each key from 0 to count - 1 one after the other, in their order, and where each key's begin."""
    starts = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(keys, minlength=count), out=starts[1:])
    return starts, values[np.argsort(keys, kind="stable")]


class _Neighbours(dict[str, tuple[str, ...]]):
    """The classes one edge away from each class, in the order of the edges; made where first asked for."""

    def __init__(self, names: tuple[str, ...], index: Mapping[str, int], starts: np.ndarray, others: np.ndarray):
        super().__init__()
        self._names, self._index, self._starts, self._others = names, index, starts, others

    def __missing__(self, c: str) -> tuple[str, ...]:
        i = self._index[c]
        found = self[c] = tuple(self._names[j] for j in self._others[self._starts[i] : self._starts[i + 1]].tolist())
        return found


@dataclass(frozen=True)
class HierarchyArrays:
    """A hierarchy as integers, for code that runs over many instances: class i is `classes[i]`.

    The parents of class i are `parents[parent_starts[i]:parent_starts[i + 1]]`, its children likewise, both in
    the order of the edges. `order` holds all classes, parents before children; `depths` the fewest edges from a
    root. All are int32 and read-only; with n classes and m edges the starts have n + 1 entries, `parents` and
    `children` m, `order` and `depths` n.
    """

    parent_starts: np.ndarray
    parents: np.ndarray
    child_starts: np.ndarray
    children: np.ndarray
    order: np.ndarray
    depths: np.ndarray


def common_denominator(known: int, weight: Fraction) -> int:
    """The least common multiple of a known denominator and a weight's.

    A HierarchyError beyond 64 bits, for every length is counted in its units.
    """
    common = lcm(known, weight.denominator)
    if common > _MOST_SCALE:
        raise HierarchyError(
            f"edge weight {quoted(weight)} has no common denominator of at most 64 bits with the weights before it; "
            "decimals of at most 15 places are accepted, or fractions with few different denominators"
        )
    return common


class Hierarchy:
    """A directed acyclic graph of classes with exact positive edge weights.

    Make one with `Hierarchy.from_edges`. Classes and edges keep the order in which they were given;
    drawings start from it, no number depends on it.

    The edges are held as two arrays of integers, so that a hierarchy of 300,000 classes is read in seconds;
    what small cases work with (tuples of names, fractions) is made where it is asked for.
    """

    classes: tuple[str, ...]
    artificial_root: str | None
    scale: int

    def __init__(self, classes: tuple[str, ...], weights: Mapping[Edge, Fraction], artificial_root: str | None = None):
        index = {c: i for i, c in enumerate(classes)}
        tails = np.fromiter((index[parent] for parent, _ in weights), np.int32, len(weights))
        heads = np.fromiter((index[child] for _, child in weights), np.int32, len(weights))
        heavy = {i: w for i, w in enumerate(weights.values()) if w is not _ONE and w != 1}
        self._fill(classes, index, tails, heads, heavy, artificial_root)

    def _fill(
        self,
        classes: tuple[str, ...],
        index: dict[str, int],
        tails: np.ndarray,
        heads: np.ndarray,
        heavy: dict[int, Fraction],
        artificial_root: str | None = None,
    ) -> Hierarchy:
        """Edge i leads from class `tails[i]` to class `heads[i]` and weighs `heavy.get(i, 1)`."""
        self.classes, self._index, self.artificial_root = classes, index, artificial_root
        self._tails, self._heads, self._heavy = tails, heads, heavy
        self.scale = lcm(*(w.denominator for w in heavy.values()))
        self._long = {self._edge(i): int(w * self.scale) for i, w in heavy.items()}
        self._parent_starts, self._parent_list = _grouped(heads, tails, len(classes))
        self._child_starts, self._child_list = _grouped(tails, heads, len(classes))
        self._parents = _Neighbours(classes, index, self._parent_starts, self._parent_list)
        self._children = _Neighbours(classes, index, self._child_starts, self._child_list)
        self._top_down = self._sorted()
        self._climbs: dict[str, dict[str, int]] = {}
        self._climbed = 0
        self._results: dict[Callable, dict[tuple, Any]] = {}
        return self

    def _edge(self, i: int) -> Edge:
        return self.classes[self._tails[i]], self.classes[self._heads[i]]

    def _sorted(self) -> np.ndarray:
        """The numbers of all classes, each after its parents: first come the roots, then whoever is free first."""
        starts, children = self._child_starts.tolist(), self._child_list.tolist()
        waiting = np.diff(self._parent_starts).tolist()
        order = [i for i, parents in enumerate(waiting) if not parents]
        for i in order:
            for child in children[starts[i] : starts[i + 1]]:
                waiting[child] -= 1
                if not waiting[child]:
                    order.append(child)
        if len(order) < len(self.classes):
            raise self._cycle()
        return np.array(order, np.int32)

    def _cycle(self) -> HierarchyError:
        graph: nx.DiGraph = nx.DiGraph()
        graph.add_nodes_from(self.classes)
        graph.add_edges_from(self.weights)
        cycle = [edge[0] for edge in nx.find_cycle(graph)]
        # Start the sentence at the class that was given first: the same cycle, the same words.
        first = min(range(len(cycle)), key=lambda i: self._index[cycle[i]])
        cycle = cycle[first:] + cycle[:first]
        error = HierarchyError(
            "the edges make a cycle: "
            + " > ".join(quoted(c) for c in [*cycle[:12], *(["…"] if len(cycle) > 12 else []), cycle[0]])
            + "; no class may be its own ancestor"
        )
        error.edge = (cycle[-1], cycle[0])
        return error

    @classmethod
    def from_edges(cls, edges: Iterable[Sequence], classes: Iterable[str] = ()) -> Hierarchy:
        """The hierarchy of `edges`, each (parent, child) or (parent, child, weight), and further `classes`.

        Where `classes` names all classes, it gives their order; else that is the order of the edges.
        Raises HierarchyError naming the cycle, the self-loop, the duplicate, the name or the weight.

        >>> Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]).ancestors("Pop") == {"Arts", "Music"}
        True
        """
        index: dict[str, int] = {}
        tails, heads, heavy = array("i"), array("i"), dict[int, Fraction]()
        seen: set[int] = set()
        scale = 1
        for item in edges:
            if not isinstance(item, tuple | list) or len(item) not in (2, 3):
                raise HierarchyError(
                    f"edge {quoted(item)} is not accepted; [parent, child] or [parent, child, weight] is"
                )
            parent, child = _numbered(item[0], index), _numbered(item[1], index)
            edge = parent << 32 | child
            if parent == child or edge in seen:
                raise _edge_error(*item[:2])
            seen.add(edge)
            if len(item) == 3 and (weight := check_weight(item[2])) != 1:
                heavy[len(tails)] = weight
                try:
                    scale = common_denominator(scale, weight)
                except HierarchyError as error:
                    error.edge = (item[0], item[1])
                    raise
            tails.append(parent)
            heads.append(child)
        listed: dict[str, int] = {}
        for name in classes:
            if check_name(name) in listed:
                raise HierarchyError(f"class {quoted(name)} is listed twice in classes; list it once")
            listed[name] = len(listed)
        found, into = np.array(tails, np.int32), np.array(heads, np.int32)
        if index.keys() <= listed.keys():
            places = np.fromiter((listed[c] for c in index), np.int32, len(index))
            index, found, into = listed, places[found], places[into]
        else:
            for name in listed:
                index.setdefault(name, len(index))
        return cls.__new__(cls)._fill(tuple(index), index, found, into, heavy)

    def __reduce__(self) -> tuple:
        return _restored, (self.classes, self._tails, self._heads, self._heavy, self.artificial_root)

    # Identity: the same classes and edges in the same order, so that a case can be a cache key.

    @cached_property
    def _key(self) -> tuple:
        return (
            self.classes,
            self._tails.tobytes(),
            self._heads.tobytes(),
            tuple(self._heavy.items()),
            self.artificial_root,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hierarchy) and self._key == other._key

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Hierarchy({len(self.classes)} classes, {len(self._tails)} edges)"

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __len__(self) -> int:
        return len(self.classes)

    def require(self, name: str) -> str:
        """`name` if it is a class of this hierarchy, else a HierarchyError with the nearest name."""
        if name not in self._index:
            raise HierarchyError(f"class {quoted(name)} is not in the hierarchy{suggestion(str(name), self.classes)}")
        return name

    # The graph

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All edges as (parent, child), in the order in which they were given."""
        names = self.classes
        return tuple((names[i], names[j]) for i, j in zip(self._tails.tolist(), self._heads.tolist(), strict=True))

    @cached_property
    def weights(self) -> Mapping[Edge, Fraction]:
        """Every edge's weight, in the order of `edges`."""
        return {edge: self._heavy.get(i, _ONE) for i, edge in enumerate(self.edges)}

    @property
    def weighted(self) -> bool:
        """Whether any edge weighs something else than 1."""
        return bool(self._heavy)

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The classes without a parent, in order."""
        return tuple(self.classes[i] for i in np.flatnonzero(np.diff(self._parent_starts) == 0).tolist())

    @cached_property
    def top_down(self) -> tuple[str, ...]:
        """All classes, parents before their children."""
        return tuple(self.classes[i] for i in self._top_down.tolist())

    @cached_property
    def _order(self) -> dict[str, int]:
        return {c: i for i, c in enumerate(self.top_down)}

    @cached_property
    def is_tree(self) -> bool:
        """Whether there is one root and no class has several parents."""
        return len(self.roots) == 1 and len(self._tails) == len(self.classes) - 1

    @cached_property
    def arrays(self) -> HierarchyArrays:
        """The same as integers, with class i for `classes[i]`."""
        starts, children = self._child_starts.tolist(), self._child_list.tolist()
        depths = [0 if root else len(self.classes) for root in (np.diff(self._parent_starts) == 0).tolist()]
        for i in self._top_down.tolist():
            below = depths[i] + 1
            for child in children[starts[i] : starts[i + 1]]:
                if below < depths[child]:
                    depths[child] = below
        found = HierarchyArrays(
            self._parent_starts,
            self._parent_list,
            self._child_starts,
            self._child_list,
            self._top_down,
            np.array(depths, np.int32),
        )
        for values in vars(found).values():
            values.flags.writeable = False
        return found

    def parents(self, c: str) -> tuple[str, ...]:
        """The parents of a class, in order."""
        return self._parents[self.require(c)]

    def children(self, c: str) -> tuple[str, ...]:
        """The children of a class, in order."""
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
        if c in self._climbs:
            return self._climbs[c]
        self.require(c)
        lengths = {c: 0}
        long, unit = self._long, self.scale
        # Children come after parents in the order: going backwards, a class is final when reached.
        for here in sorted({c} | self._reach([c], self._parents), key=self._order.__getitem__, reverse=True):
            for parent in self._parents[here]:
                length = lengths[here] + (long.get((parent, here), unit) if long else unit)
                if length < lengths.get(parent, length + 1):
                    lengths[parent] = length
        self._climbed += len(lengths)
        if self._climbed > MOST_CLIMBED:
            self._climbs.clear()
            self._climbed = len(lengths)
        self._climbs[c] = lengths
        return lengths

    def meeting(self, a: str, b: str) -> tuple[int, frozenset[str]]:
        """Length of the shortest paths up from `a` and down to `b`, in units of 1 / scale, and where they turn.

        Every pair must have a common ancestor: see `rooted`.
        """
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
        """The edges of all shortest climbs from `c` up to its ancestor-or-self `a`.

        Those into a class come before those out of it.
        """
        lengths, long, unit = self.climbs_from(c), self._long, self.scale
        edges: list[Edge] = []
        level, seen = [a], {a}
        for here in level:
            for child in self._children[here]:
                if child in lengths and lengths[child] + long.get((here, child), unit) == lengths[here]:
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
        while wanted in self._index:
            wanted += "'"
        return wanted

    @cached_property
    def _under_new_root(self) -> Hierarchy:
        root = self.free_name()
        below = np.flatnonzero(np.diff(self._parent_starts) == 0).astype(np.int32) + 1
        tails = np.concatenate((np.zeros(len(below), np.int32), self._tails + 1))
        heads = np.concatenate((below, self._heads + 1))
        heavy = {i + len(below): w for i, w in self._heavy.items()}
        return _restored((root, *self.classes), tails, heads, heavy, root)

    def under_new_root(self) -> Hierarchy:
        """This hierarchy with one artificial root above every root; the new edges weigh 1."""
        return self._under_new_root

    def rooted(self) -> Hierarchy:
        """This hierarchy if it has one root, else the same under an artificial root."""
        return self if len(self.roots) <= 1 else self._under_new_root

    def restricted(self, classes: Iterable[str]) -> Hierarchy:
        """The hierarchy of these classes and the edges between them, in this hierarchy's order."""
        kept = np.zeros(len(self.classes), bool)
        kept[[self._index[self.require(c)] for c in classes]] = True
        place = np.cumsum(kept, dtype=np.int32) - 1
        edges = np.flatnonzero(kept[self._tails] & kept[self._heads])
        heavy = {i: self._heavy[e] for i, e in enumerate(edges.tolist()) if e in self._heavy} if self._heavy else {}
        names = tuple(self.classes[i] for i in np.flatnonzero(kept).tolist())
        return _restored(names, place[self._tails[edges]], place[self._heads[edges]], heavy, self.artificial_root)


def _restored(
    classes: tuple[str, ...], tails: np.ndarray, heads: np.ndarray, heavy: dict[int, Fraction], root: str | None
) -> Hierarchy:
    index = {c: i for i, c in enumerate(classes)}
    return Hierarchy.__new__(Hierarchy)._fill(classes, index, tails, heads, heavy, root)


Asked = TypeVar("Asked", bound=Callable)


def kept_by_hierarchy(function: Asked) -> Asked:
    """`function`, whose first argument is a hierarchy, with its results remembered by that hierarchy.

    They go when the hierarchy goes. At most `MOST_RESULTS` are kept, then all are forgotten: that needs no lock.
    """

    @wraps(function)
    def kept(h: Hierarchy, *rest: Hashable) -> Any:
        results = h._results.setdefault(function, {})
        try:
            return results[rest]
        except KeyError:
            if len(results) >= MOST_RESULTS:
                results.clear()
            found = results[rest] = function(h, *rest)
            return found

    return kept  # type: ignore[return-value]
