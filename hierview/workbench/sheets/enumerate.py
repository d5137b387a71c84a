"""All small hierarchies and markings up to isomorphism, smallest first, and seeded random ones beyond.

Trees and directed acyclic graphs here have one root, forests several. Counted up to isomorphism there are
1, 1, 2, 4, 9, 20, 48 rooted trees (OEIS A000081), 0, 1, 2, 5, 11, 28 forests (their differences), and
1, 1, 3, 16, 164 directed acyclic graphs with one root (A350415); with names, 1, 2, 15, 316, 16885 (A003025).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, groupby, permutations, product
from typing import Any, Literal, TypeAlias

from ...errors import HierviewError
from ...model.case import Case
from ...model.hierarchy import Hierarchy

Kind = Literal["trees", "forests", "DAGs"]
Marks = tuple[int, ...]  # of every class: 0 none, 1 true, 2 predicted, 3 both

MOST_TREE_CLASSES = 9
MOST_DAG_CLASSES = 5


def class_name(i: int) -> str:
    """The name of the class with number `i`: A, B, … and after Z A1, B1 and so on."""
    return chr(ord("A") + i % 26) + (str(i // 26) if i >= 26 else "")


@dataclass(frozen=True)
class HierarchyShape:
    """A hierarchy without names: classes 0 to size − 1, the roots first, edges from the lower to the higher number."""

    size: int
    """Number of classes."""
    edges: tuple[tuple[int, int], ...]
    """Edges, from the lower to the higher number."""

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The hierarchy of this shape, its classes named by number."""
        edges = [(class_name(parent), class_name(child)) for parent, child in self.edges]
        return Hierarchy.from_edges(edges, [class_name(i) for i in range(self.size)])

    @property
    def is_tree(self) -> bool:
        """Whether every class but the root has one parent."""
        return len(self.edges) == self.size - 1

    @cached_property
    def automorphisms(self) -> tuple[tuple[int, ...], ...]:
        """All renumberings that leave the edges as they are, other than doing nothing."""
        edges, roots = set(self.edges), self.size - len({child for _, child in self.edges})
        fixed = (0,) if roots == 1 else ()
        others = tuple(range(len(fixed), self.size))
        renumberings = ((*fixed, *order) for order in permutations(others) if order != others)
        return tuple(new for new in renumberings if all((new[a], new[b]) in edges for a, b in self.edges))


Nested: TypeAlias = "tuple[Nested, ...]"  # a tree as the sorted tuple of the trees below its root


@cache
def _nested_trees(size: int) -> tuple[Nested, ...]:
    return tuple(_forests(size - 1, None))


def _forests(total: int, largest: tuple[int, Nested] | None) -> Iterator[Nested]:
    """All multisets of trees with `total` classes, the trees in descending order."""
    if total == 0:
        yield ()
        return
    for size in range(total, 0, -1):
        for tree in reversed(_nested_trees(size)):
            if largest is None or (size, tree) <= largest:
                for rest in _forests(total - size, (size, tree)):
                    yield (tree, *rest)


def _edges_by_level(tree: Nested) -> tuple[tuple[int, int], ...]:
    """The edges of a tree with its classes numbered level by level."""
    edges, level, count = [], [(0, tree)], 1
    while level:
        below = []
        for parent, subtree in level:
            for child in subtree:
                edges.append((parent, count))
                below.append((count, child))
                count += 1
        level = below
    return tuple(edges)


@cache
def _trees(size: int) -> tuple[HierarchyShape, ...]:
    shapes_of_size = (HierarchyShape(size, _edges_by_level(tree)) for tree in _nested_trees(size))
    return tuple(sorted(shapes_of_size, key=lambda shape: (_height(shape), shape.edges)))


def rooted_trees(size: int) -> Iterator[HierarchyShape]:
    """All rooted trees of `size` classes, each once, from the flattest to the chain."""
    if not 1 <= size <= MOST_TREE_CLASSES:
        raise HierviewError(f"trees of 1 to {MOST_TREE_CLASSES} classes can be listed, not of {size}")
    yield from _trees(size)


def forests(size: int) -> Iterator[HierarchyShape]:
    """All hierarchies of `size` classes with several roots, each a tree, each once: trees without their root."""
    for tree in rooted_trees(size + 1):
        edges = tuple((a - 1, b - 1) for a, b in tree.edges if a)
        if len(edges) < size - 1:
            yield HierarchyShape(size, edges)


def _height(shape: HierarchyShape) -> int:
    depth = [0] * shape.size
    for parent, child in shape.edges:
        depth[child] = max(depth[child], depth[parent] + 1)
    return max(depth)


@cache
def _dags(size: int) -> tuple[HierarchyShape, ...]:
    """All DAGs of a size: every class but the root takes some of those before it as parents.

    Of all numberings that keep parents first, the least list of edges stands for the shape.
    """
    least_edges: set[tuple[tuple[int, int], ...]] = set()
    for parents in product(*(range(1, 2**child) for child in range(1, size))):
        edges = [(p, child) for child, bits in enumerate(parents, 1) for p in range(child) if bits >> p & 1]
        numberings = ((0, *order) for order in permutations(range(1, size)))
        least_edges.add(
            min(tuple(sorted((n[a], n[b]) for a, b in edges)) for n in numberings if all(n[a] < n[b] for a, b in edges))
        )
    return tuple(HierarchyShape(size, edges) for edges in sorted(least_edges, key=lambda edges: (len(edges), edges)))


def rooted_dags(size: int) -> Iterator[HierarchyShape]:
    """All directed acyclic graphs of `size` classes with one root, each once, those with few edges first.

    Trees are among them.
    """
    if not 1 <= size <= MOST_DAG_CLASSES:
        raise HierviewError(f"DAGs of 1 to {MOST_DAG_CLASSES} classes can be listed, not of {size}")
    yield from _dags(size)


def how_many_marks(marks: Marks) -> int:
    """How many marks a marking has; a class that is true and predicted has two."""
    return sum(mark.bit_count() for mark in marks)


@lru_cache(maxsize=4096)
def markings(
    shape: HierarchyShape, most_true: int | None = None, most_predicted: int | None = None
) -> tuple[Marks, ...]:
    """All markings of a shape up to its symmetries, those with few marks first.

    most_true, most_predicted: how many classes a side may have.
    """

    def sides(most: int | None) -> list[frozenset[int]]:
        sizes = range(1, min(shape.size, shape.size if most is None else most) + 1)
        return [frozenset(classes) for size in sizes for classes in combinations(range(shape.size), size)]

    representatives = []
    for true, predicted in product(sides(most_true), sides(most_predicted)):
        marks = tuple((i in true) + 2 * (i in predicted) for i in range(shape.size))
        # Of all markings that a symmetry carries into one another, the greatest stands for them.
        if all(tuple(marks[i] for i in symmetry) <= marks for symmetry in shape.automorphisms):
            representatives.append(marks)
    return tuple(sorted(representatives, key=lambda marks: (how_many_marks(marks), [-mark for mark in marks])))


def marked_case(shape: HierarchyShape, marks: Marks) -> Case:
    """The case of a shape and a marking."""
    return Case(
        shape.hierarchy,
        frozenset(class_name(i) for i, mark in enumerate(marks) if mark & 1),
        frozenset(class_name(i) for i, mark in enumerate(marks) if mark & 2),
    )


def shapes(kind: Kind, size: int) -> Iterator[HierarchyShape]:
    """The trees or forests of a size, or the DAGs of that size that are no trees, those with few edges first."""
    if kind == "DAGs":
        yield from (shape for shape in rooted_dags(size) if not shape.is_tree)
    else:
        yield from rooted_trees(size) if kind == "trees" else forests(size)


def size_in_words(kind: str, size: int) -> str:
    """The hierarchies of a kind and size in words: `trees of 5 classes`."""
    return f"{kind} of 1 class" if size == 1 else f"{kind} of {size} classes"


def small_cases(
    kind: Kind, size: int, most_true: int | None = None, most_predicted: int | None = None
) -> Iterator[Case]:
    """All cases of one size up to isomorphism, by the number of edges, then of marks.

    Of "DAGs" those that are no trees.
    """
    for _, group in groupby(shapes(kind, size), key=lambda shape: len(shape.edges)):
        of_marks: dict[int, list[tuple[HierarchyShape, Marks]]] = {}
        for shape in group:
            for marks in markings(shape, most_true, most_predicted):
                of_marks.setdefault(how_many_marks(marks), []).append((shape, marks))
        for _, alike in sorted(of_marks.items()):
            yield from (marked_case(shape, marks) for shape, marks in alike)


def case_size(case: Case) -> tuple[int, int, int]:
    """Size of a case: its classes, then its edges, then its marks."""
    return len(case.hierarchy), len(case.hierarchy.edges), len(case.true) + len(case.predicted)


# Random cases


def random_shape(rng: random.Random, kind: Kind, size: int) -> HierarchyShape:
    """A random hierarchy of `size` classes: bushy or deep, and for "DAGs" with one further edge or more."""
    reach = rng.choice((1, 2, 3, size))  # how far back a class looks for its parent: 1 makes chains
    edges = {(rng.randrange(max(0, child - reach), child), child) for child in range(1, size)}
    if kind == "DAGs" and size > 2:
        free = [(a, b) for b in range(2, size) for a in range(b) if (a, b) not in edges]
        edges |= set(rng.sample(free, min(len(free), rng.choice((1, 1, 2, 3)))))
    return HierarchyShape(size, tuple(sorted(edges)))


def random_case(
    rng: random.Random,
    kind: Kind,
    size: int,
    most_true: int | None = None,
    most_predicted: int | None = None,
    exactly: bool = False,
) -> Case:
    """A random case of `size` classes with 1 to `most_…` marked a side (3 where it is None).

    exactly: as many as `most_…` say.
    """
    h = random_shape(rng, kind, size).hierarchy

    def side(most: int | None) -> frozenset[str]:
        most = min(size, most or 3)
        return frozenset(rng.sample(h.classes, most if exactly else rng.randint(1, most)))

    return Case(h, side(most_true), side(most_predicted))


def random_cases(seed: int, how_many: int, kind: Kind = "DAGs") -> Iterator[Case]:
    """Seeded random cases of 4 to 9 classes, 1 to 3 a side; the same seed gives the same cases everywhere."""
    rng = random.Random(seed)
    for _ in range(how_many):
        yield random_case(rng, kind, rng.randint(4, 9))


# The same case under other names


@lru_cache(maxsize=4096)
def _rename_hierarchy(h: Hierarchy, names: tuple[str, ...]) -> Hierarchy:
    new = dict(zip(h.classes, names, strict=True))
    return Hierarchy(names, {(new[a], new[b]): weight for (a, b), weight in h.weights.items()})


def rename_classes(case: Case, names: Mapping[str, str]) -> Case:
    """The case with every class renamed; the order of classes and edges stays."""
    return Case(
        _rename_hierarchy(case.hierarchy, tuple(names[c] for c in case.hierarchy.classes)),
        frozenset(names[c] for c in case.true),
        frozenset(names[c] for c in case.predicted),
    )


class SeenCases:
    """Memory of what was met, up to isomorphism: cases on one hierarchy, taken together."""

    def __init__(self) -> None:
        self._graphs: dict[tuple[Any, ...], list[Any]] = {}

    def add(self, cases: Sequence[Case]) -> bool:
        """Whether these were new."""
        import networkx as nx  # here, since loading it takes as long as all of hierview

        # One is isomorphic to another exactly where one renaming carries all the cases over.
        graph: nx.DiGraph = nx.DiGraph(cases[0].hierarchy.edges)
        for c in cases[0].hierarchy.classes:
            graph.add_node(c, mark=" ".join(case.mark(c) for case in cases))
        # What is isomorphic has the same of these; few others have.
        looks = sorted((mark, graph.in_degree(c), graph.out_degree(c)) for c, mark in graph.nodes(data="mark"))
        alike = self._graphs.setdefault(tuple(looks), [])
        if any(nx.is_isomorphic(graph, other, node_match=lambda a, b: a["mark"] == b["mark"]) for other in alike):
            return False
        alike.append(graph)
        return True
