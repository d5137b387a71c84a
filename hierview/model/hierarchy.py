"""The hierarchy: an immutable directed acyclic graph of classes, edges from parent to child.

Lengths are exact: an edge's weight is a `Fraction`, and inside, every length is an integer in units
of `1 / scale`, so that ties are ties (as floats, 0.1 + 0.2 is not 0.3).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, wraps
from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ..errors import HierarchyError, quoted, suggestion
from .arrays import (
    AdjacentClasses,
    Ints,
    cycle_closing_edges,
    depths_from_roots,
    edges_among,
    group_by_key,
    int_array,
    number_edges,
    parents_first,
)
from .checks import check_name, check_weight
from .labels import NO_LABELS, Labels

if TYPE_CHECKING:
    from .levels import HierarchyArrays, Int32s

MOST_EDITABLE = 5_000  # classes of a hierarchy that is drawn or typed
MOST_RESULTS = 1_000  # results of one function that a hierarchy remembers
MOST_CLIMBED = 2_000_000  # lengths of climbs that a hierarchy remembers, all classes together
ARTIFICIAL_ROOT = "0"

Edge = tuple[str, str]
_ONE = Fraction(1)
_UNWEIGHTED: Mapping[int, Fraction] = MappingProxyType({})


class Hierarchy:
    """A directed acyclic graph of classes with exact positive edge weights.

    Make one with `Hierarchy.from_edges`. Classes and edges keep the order in which they were given;
    drawings start from it, no number depends on it.

    The edges are held as two arrays of integers, so that a hierarchy of 300,000 classes is read in seconds;
    what small cases work with (tuples of names, fractions) is made where it is asked for.

    `labels` are what is shown in the place of names; no number depends on them.
    """

    classes: tuple[str, ...]
    artificial_root: str | None
    scale: int
    labels: Labels = NO_LABELS

    def __init__(self, classes: tuple[str, ...], weights: Mapping[Edge, Fraction], artificial_root: str | None = None):
        index = {c: i for i, c in enumerate(classes)}
        tails, heads = [index[parent] for parent, _ in weights], [index[child] for _, child in weights]
        heavy = {i: w for i, w in enumerate(weights.values()) if w is not _ONE and w != 1}
        self._fill(classes, tails, heads, heavy, artificial_root)._acyclic(index)

    def _fill(
        self,
        classes: tuple[str, ...],
        tails: Sequence[int] | Ints,
        heads: Sequence[int] | Ints,
        heavy: dict[int, Fraction],
        artificial_root: str | None = None,
    ) -> Hierarchy:
        """Fill a new hierarchy and return it: edge i from class `tails[i]` to `heads[i]` weighs `heavy.get(i, 1)`."""
        self.classes, self.artificial_root, self._heavy = classes, artificial_root, heavy
        self._tails, self._heads = int_array(tails, len(classes)), int_array(heads, len(classes))
        self.scale = lcm(*(w.denominator for w in heavy.values()))
        self._long = {self._edge(i): int(w * self.scale) for i, w in heavy.items()}
        above = group_by_key(self._heads, self._tails, len(classes))
        below = group_by_key(self._tails, self._heads, len(classes))
        self._top_down = parents_first(above[0], *below)
        if len(classes) <= MOST_EDITABLE:  # of a large one they take room, and kernels have rows of their own
            self._parent_numbers, self._child_numbers = above, below
        self._climbs: dict[str, dict[str, int]] = {}
        self._climbed = 0
        self._results: dict[Callable[..., Any], dict[tuple[Hashable, ...], Any]] = {}
        return self

    def _edge(self, i: int) -> Edge:
        return self.classes[self._tails[i]], self.classes[self._heads[i]]

    def _acyclic(self, index: dict[str, int]) -> Hierarchy:
        """The hierarchy itself, with the numbers of its classes. Raises HierarchyError naming a cycle."""
        if len(self._top_down) == len(self.classes):
            self._index = index
            return self
        _, numbers = cycle_closing_edges(self._tails, self._heads, len(self.classes))[0]
        # Start the sentence at the class that was given first: the same cycle, the same words.
        first = numbers.index(min(numbers))
        cycle = [self.classes[i] for i in numbers[first:] + numbers[:first]]
        circle = " > ".join(map(quoted, [*cycle[:12], *["…"] * (len(cycle) > 12), cycle[0]]))
        error = HierarchyError(f"the edges make a cycle: {circle}; no class may be its own ancestor")
        error.edge = (cycle[-1], cycle[0])
        raise error

    @classmethod
    def from_edges(cls, edges: Iterable[Sequence[Any]], classes: Iterable[str] = ()) -> Hierarchy:
        """The hierarchy of `edges`, each (parent, child) or (parent, child, weight), and further `classes`.

        Where `classes` names all classes, it gives their order; else that is the order of the edges.
        Raises HierarchyError naming the cycle, the self-loop, the duplicate, the name or the weight.

        >>> Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]).ancestors("Pop") == {"Arts", "Music"}
        True
        """
        index, tails, heads, heavy = number_edges(edges)
        listed: dict[str, int] = {}
        for name in classes:
            if check_name(name) in listed:
                raise HierarchyError(f"class {quoted(name)} is listed twice in classes; list it once")
            listed[name] = len(listed)
        if index.keys() <= listed.keys():
            places = [listed[c] for c in index]
            ends = [places[i] for i in tails], [places[i] for i in heads]
            return cls.__new__(cls)._fill(tuple(listed), *ends, heavy)._acyclic(listed)
        for name in listed:
            index.setdefault(name, len(index))
        return cls.__new__(cls)._fill(tuple(index), tails, heads, heavy)._acyclic(index)

    @classmethod
    def from_numbers(
        cls,
        classes: tuple[str, ...],
        tails: Sequence[int] | Ints,
        heads: Sequence[int] | Ints,
        heavy: Mapping[int, Fraction] = _UNWEIGHTED,
        labels: Labels = NO_LABELS,
        artificial_root: str | None = None,
    ) -> Hierarchy:
        """The hierarchy whose edge i leads from class `tails[i]` to class `heads[i]` and weighs `heavy.get(i, 1)`.

        classes: checked names, each once. No edge may stand twice or lead back to its class: for readers that saw to
        it. Raises HierarchyError where there is a cycle, without naming it: `cycle_closing_edges` tells all of them.
        """
        h = cls.__new__(cls)._fill(classes, tails, heads, dict(heavy), artificial_root)
        if len(h._top_down) < len(classes):
            raise HierarchyError("the edges make a cycle; no class may be its own ancestor")
        h.labels = labels
        return h

    def labelled(self, labels: Labels) -> Hierarchy:
        """The hierarchy with these labels, as far as they are of its classes."""
        own = labels.on(self._index)
        if own == self.labels:
            return self
        return Hierarchy.from_numbers(self.classes, self._tails, self._heads, self._heavy, own, self.artificial_root)

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = self._tails, self._heads, self._heavy
        return Hierarchy.from_numbers, (self.classes, *numbers, self.labels, self.artificial_root)

    # Identity: the same classes and edges in the same order, so that a case can be a cache key.

    @cached_property
    def _equality_key(self) -> tuple[Hashable, ...]:
        return (
            self.classes,
            self._tails.tobytes(),
            self._heads.tobytes(),
            tuple(self._heavy.items()),
            self.artificial_root,
            self.labels,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hierarchy) and self._equality_key == other._equality_key

    @cached_property
    def _hash(self) -> int:
        return hash(self._equality_key)

    def __hash__(self) -> int:
        return self._hash

    def __getattr__(self, name: str) -> NoReturn:
        """The name that is meant, where there is none of this one."""
        near = "; networkx.DiGraph(h.edges) makes a graph" if "networkx" in name else suggestion(name, dir(type(self)))
        raise AttributeError(f"a hierarchy has no {quoted(name)}{near}" if name[0] != "_" else name)

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

    @cached_property
    def _index(self) -> dict[str, int]:
        """The number of each class; of a large hierarchy it takes room, which not everyone needs."""
        return {c: i for i, c in enumerate(self.classes)}

    def number_of(self, c: str) -> int:
        """The place of `c` among the classes, which is its number in `arrays`."""
        return self._index[self.require(c)]

    @property
    def numbers_of_edges(self) -> tuple[Int32s, Int32s]:
        """The number of the parent of every edge, and that of the child."""
        from .levels import as_int32  # here, since loading numpy takes as long as all of hierview

        return as_int32(self._tails), as_int32(self._heads)

    # The graph

    @cached_property
    def _parent_numbers(self) -> tuple[Ints, Ints]:
        """The numbers of all parents, class by class, and before them where those of each class begin."""
        return group_by_key(self._heads, self._tails, len(self.classes))

    @cached_property
    def _child_numbers(self) -> tuple[Ints, Ints]:
        return group_by_key(self._tails, self._heads, len(self.classes))

    @cached_property
    def _parents(self) -> AdjacentClasses:
        return AdjacentClasses(self.classes, self._index, *self._parent_numbers)

    @cached_property
    def _children(self) -> AdjacentClasses:
        return AdjacentClasses(self.classes, self._index, *self._child_numbers)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All edges as (parent, child), in the order in which they were given."""
        names = self.classes
        return tuple((names[i], names[j]) for i, j in zip(self._tails.tolist(), self._heads.tolist(), strict=True))

    @property
    def edge_count(self) -> int:
        """The number of edges."""
        return len(self._tails)

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
        """The classes without a parent."""
        return tuple(self.classes[i] for i in self._without(self._heads))

    def _without(self, *ends: Ints) -> list[int]:
        """The numbers of the classes that are none of these ends of edges."""
        linked = set[int]().union(*(numbers.tolist() for numbers in ends))
        return [i for i in range(len(self)) if i not in linked]

    @cached_property
    def isolated(self) -> tuple[str, ...]:
        """The classes without an edge."""
        return tuple(self.classes[i] for i in self._without(self._heads, self._tails))

    @cached_property
    def top_down(self) -> tuple[str, ...]:
        """All classes, parents before their children."""
        return tuple(map(self.classes.__getitem__, self._top_down.tolist()))

    @cached_property
    def _top_down_places(self) -> dict[str, int]:
        return {c: i for i, c in enumerate(self.top_down)}

    @cached_property
    def is_tree(self) -> bool:
        """Whether there is one root and no class has several parents."""
        return len(self.roots) == 1 and len(self._tails) == len(self.classes) - 1

    @cached_property
    def arrays(self) -> HierarchyArrays:
        """The hierarchy as arrays of integers, with class i for `classes[i]`."""
        from .levels import HierarchyArrays, as_int32

        depth_of = depths_from_roots(self._parent_numbers[0], *self._child_numbers, self._top_down)
        arrays = HierarchyArrays(
            *map(as_int32, (*self._parent_numbers, *self._child_numbers, self._top_down, depth_of))
        )
        for values in vars(arrays).values():
            values.flags.writeable = False
        return arrays

    def parents(self, c: str) -> tuple[str, ...]:
        """The classes one edge above `c`, in the order of the edges."""
        return self._parents[self.require(c)]

    def children(self, c: str) -> tuple[str, ...]:
        """The classes one edge below `c`, in the order of the edges."""
        return self._children[self.require(c)]

    def _reachable(self, start: Iterable[str], step: Mapping[str, tuple[str, ...]]) -> set[str]:
        reached: set[str] = set()
        todo = list(start)
        while todo:
            c = todo.pop()
            for following in step[c]:
                if following not in reached:
                    reached.add(following)
                    todo.append(following)
        return reached

    def ancestors(self, c: str) -> frozenset[str]:
        """All classes above `c`, without `c`."""
        return frozenset(self._reachable([self.require(c)], self._parents))

    def descendants(self, c: str) -> frozenset[str]:
        """All classes below `c`, without `c`."""
        return frozenset(self._reachable([self.require(c)], self._children))

    def closure(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes and all their ancestors: the closure upwards (`downward_closure` is the other)."""
        own = [self.require(c) for c in classes]
        return frozenset(self._reachable(own, self._parents)) | frozenset(own)

    def downward_closure(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes and all their descendants."""
        own = [self.require(c) for c in classes]
        return frozenset(self._reachable(own, self._children)) | frozenset(own)

    def most_specific(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes of the set that have no descendant in it."""
        own = frozenset(classes)
        return own - self._reachable(own, self._parents)

    # Lengths

    def climbs_from(self, c: str) -> dict[str, int]:
        """up(c, a) for `c` and every ancestor a: the least weight of a climb, in units of 1 / scale."""
        if c in self._climbs:
            return self._climbs[c]
        self.require(c)
        lengths = {c: 0}
        long, unit = self._long, self.scale
        # Children come after parents in the order: going backwards, a class is final when reached.
        for here in sorted(
            {c} | self._reachable([c], self._parents), key=self._top_down_places.__getitem__, reverse=True
        ):
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
        """The length of the shortest paths up from `a` and down to `b`, and their turning classes.

        The length is in units of 1 / scale. Every pair must have a common ancestor: see `rooted`.
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

    lca = lowest_common_ancestors

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """The classes without children, in the order of `classes`."""
        return tuple(c for c in self.classes if not self.children(c))

    def climb_edges(self, c: str, a: str) -> list[Edge]:
        """The edges of all shortest climbs from `c` up to its ancestor-or-self `a`.

        Those into a class come before those out of it.
        """
        lengths, long, unit = self.climbs_from(c), self._long, self.scale
        edges: list[Edge] = []
        level, reached = [a], {a}
        for here in level:
            for child in self._children[here]:
                if child in lengths and lengths[child] + long.get((here, child), unit) == lengths[here]:
                    edges.append((here, child))
                    if child not in reached:
                        reached.add(child)
                        level.append(child)
        return sorted(edges, key=lambda edge: self._top_down_places[edge[0]])

    def shortest_climbs(self, c: str, a: str) -> Iterator[tuple[str, ...]]:
        """All shortest climbs from `c` up to its ancestor-or-self `a`, by the names on the way down."""
        below: dict[str, list[str]] = {}
        for parent, child in self.climb_edges(c, a):
            below.setdefault(parent, []).append(child)
        todo: list[tuple[str, ...]] = [(a,)]
        while todo:
            path = todo.pop()
            if path[0] == c:
                yield path[::-1]
            else:
                todo.extend([(child, *path) for child in sorted(below[path[0]], reverse=True)])

    def depth(self, c: str) -> int:
        """Fewest edges from a root down to `c`."""
        level, reached, depth = {self.require(c)}, set(), 0
        while not any(not self._parents[x] for x in level):
            reached |= level
            level = {p for x in level for p in self._parents[x]} - reached
            depth += 1
        return depth

    # Hierarchies made from this one

    def weighted_by_depth(self, w0: object = "0.75") -> Hierarchy:
        """The hierarchy with edges that weigh w0^depth(parent), so that mistakes near the root cost more.

        w0: above 0 and at most 1, else HierarchyError is raised; 1 weighs every edge 1.
        Source: Blockeel et al. 2002; Holden & Freitas 2006.

        >>> Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")]).weighted_by_depth("0.5").distance("Arts", "Pop")
        Fraction(3, 2)
        """
        base = check_weight(w0)
        if base > 1:
            raise HierarchyError(f"the weight {quoted(w0)} is not accepted; a decimal above 0 and at most 1 is")
        weights = {edge: base ** self.depth(edge[0]) for edge in self.weights}
        return Hierarchy(self.classes, weights, self.artificial_root).labelled(self.labels)

    def free_name(self, name: str = ARTIFICIAL_ROOT) -> str:
        """`name`, with as many primes as it takes to be no class's name."""
        while name in self._index:
            name += "'"
        return name

    @cached_property
    def _under_new_root(self) -> Hierarchy:
        root = self.free_name()
        below = [i + 1 for i in self._without(self._heads)]
        tails = [0] * len(below) + [i + 1 for i in self._tails.tolist()]
        heads = below + [i + 1 for i in self._heads.tolist()]
        heavy = {i + len(below): w for i, w in self._heavy.items()}
        return Hierarchy.from_numbers((root, *self.classes), tails, heads, heavy, self.labels, root)

    def under_new_root(self) -> Hierarchy:
        """The hierarchy with one artificial root above every root; the new edges weigh 1."""
        return self._under_new_root

    def rooted(self) -> Hierarchy:
        """The hierarchy itself if it has one root, else the same under an artificial root."""
        return self if len(self.roots) <= 1 else self._under_new_root

    def restricted(self, classes: Iterable[str]) -> Hierarchy:
        """The hierarchy of these classes and the edges between them, in this hierarchy's order."""
        numbers = sorted({self.number_of(c) for c in classes})
        tails, heads, edges = edges_among(self._tails, self._heads, numbers, len(self.classes))
        heavy = {i: self._heavy[e] for i, e in enumerate(edges) if e in self._heavy} if self._heavy else {}
        names = tuple(map(self.classes.__getitem__, numbers))
        return Hierarchy.from_numbers(names, tails, heads, heavy, self.labels.among(names), self.artificial_root)


Asked = TypeVar("Asked", bound=Callable[..., Any])


def cached_by_hierarchy(function: Asked) -> Asked:
    """`function`, whose first argument is a hierarchy, with its results remembered by that hierarchy.

    They go when the hierarchy goes. At most `MOST_RESULTS` are kept, then all are forgotten: that needs no lock.
    """

    @wraps(function)
    def remembering(h: Hierarchy, *rest: Hashable) -> Any:
        results = h._results.setdefault(function, {})
        try:
            return results[rest]
        except KeyError:
            if len(results) >= MOST_RESULTS:
                results.clear()
            result = results[rest] = function(h, *rest)
            return result

    return remembering  # type: ignore[return-value]
