"""All small hierarchies and markings, against counts from elsewhere and against brute force."""

import random
from itertools import permutations, product
from math import factorial

import networkx as nx
import pytest

from hierview import Case
from hierview.workbench.sheets.enumerate import (
    SeenCases,
    case_size,
    forests,
    markings,
    random_case,
    random_cases,
    random_shape,
    rename_classes,
    rooted_dags,
    rooted_trees,
    small_cases,
)

TREES = [1, 1, 2, 4, 9, 20, 48]  # OEIS A000081
DAGS = [1, 1, 3, 16, 164]  # A350415, counted below by brute force
FORESTS = [0, 1, 2, 5, 11, 28]  # of several roots: the differences of the trees
NAMED_DAGS = [1, 2, 15, 316, 16885]  # A003025


def test_trees_are_as_many_as_are_known():
    assert [sum(1 for _ in rooted_trees(size)) for size in range(1, 8)] == TREES
    for size in range(1, 8):
        graphs = [nx.DiGraph(shape.edges) for shape in rooted_trees(size) if size > 1]
        assert all(nx.is_arborescence(graph) and len(graph) == size for graph in graphs)


def test_forests_are_trees_without_their_root():
    for size, expected in enumerate(FORESTS, 1):
        shapes = list(forests(size))
        assert len({shape.edges for shape in shapes}) == len(shapes) == expected
        assert all(len(shape.hierarchy.roots) > 1 for shape in shapes)
        named = (size + 1) ** (size - 1) - size ** (size - 1)
        assert sum(factorial(size) // (len(s.automorphisms) + 1) for s in shapes) == named


def test_every_named_tree_and_dag_has_its_shape():
    """Names can be given to a shape in n! / symmetries ways; all together that is every named one."""
    for size in range(1, 7):
        shapes = list(rooted_trees(size))
        assert sum(factorial(size) // (len(s.automorphisms) + 1) for s in shapes) == size ** (size - 1)
    for size, named in enumerate(NAMED_DAGS, 1):
        shapes = list(rooted_dags(size))
        assert len(shapes) == DAGS[size - 1]
        assert sum(factorial(size) // (len(s.automorphisms) + 1) for s in shapes) == named


@pytest.mark.parametrize("size", [2, 3, 4])
def test_dags_against_brute_force(size: int):
    """Every set of edges whatever, kept where it is acyclic with one root, up to isomorphism."""
    arrows = list(permutations(range(size), 2))
    found: list[nx.DiGraph] = []
    for chosen in product((0, 1), repeat=len(arrows)):
        graph = nx.DiGraph([arrow for arrow, taken in zip(arrows, chosen, strict=True) if taken])
        graph.add_nodes_from(range(size))
        if not nx.is_directed_acyclic_graph(graph) or sum(d == 0 for _, d in graph.in_degree()) != 1:
            continue
        if not any(nx.is_isomorphic(graph, other) for other in found if len(other.edges) == len(graph.edges)):
            found.append(graph)
    ours = [nx.DiGraph(shape.edges) for shape in rooted_dags(size)]
    assert len(ours) == len(found) == DAGS[size - 1]
    assert all(any(nx.is_isomorphic(a, b) for b in found) for a in ours)


def test_markings_are_all_up_to_symmetry():
    """By Burnside's lemma: on average over the symmetries, so many markings stay as they are."""
    for shape in [*rooted_trees(5), *rooted_dags(4)]:
        symmetries = [tuple(range(shape.size)), *shape.automorphisms]
        fixed = 0
        for marks in product(range(4), repeat=shape.size):
            if any(m & 1 for m in marks) and any(m & 2 for m in marks):
                fixed += sum(tuple(marks[i] for i in turned) == marks for turned in symmetries)
        assert len(markings(shape)) * len(symmetries) == fixed


def test_cases_come_smallest_first_and_none_twice():
    seen = SeenCases()
    for kind, size in (("trees", 4), ("forests", 4), ("DAGs", 3)):
        cases = list(small_cases(kind, size))
        sizes = [case_size(case) for case in cases]
        assert sizes == sorted(sizes)
        assert {classes for classes, _, _ in sizes} == {size}
        assert all(seen.add([case]) for case in cases)
        names = "ABCD"[:size]
        assert not seen.add([rename_classes(cases[-1], dict(zip(names, names[::-1], strict=True)))])
    assert [shape.is_tree for shape in rooted_dags(4)][:4] == [True] * 4


def test_what_is_isomorphic_is_seen_as_such():
    seen = SeenCases()
    case = Case.of([("A", "B"), ("A", "C")], ["B"], ["C"])
    assert seen.add([case])
    assert not seen.add([Case.of([("x", "y"), ("x", "z")], ["z"], ["y"])])
    assert seen.add([Case.of([("A", "B"), ("B", "C")], ["B"], ["C"])])
    assert seen.add([Case.of([("A", "B"), ("A", "C")], ["B"], ["A"])])


def test_random_cases_follow_from_their_seed():
    first, again, other = (list(random_cases(seed, 40)) for seed in (7, 7, 8))
    assert first == again != other
    for case in first:
        assert len(case.hierarchy.roots) == 1
        assert 4 <= len(case.hierarchy) <= 9
        assert 1 <= len(case.true) <= 3
        assert 1 <= len(case.predicted) <= 3
    rng = random.Random(1)
    assert all(random_shape(rng, "trees", 7).is_tree for _ in range(20))
    assert not any(random_shape(rng, "DAGs", 7).is_tree for _ in range(20))
    case = random_case(rng, "trees", 6, 1, 2, exactly=True)
    assert (len(case.true), len(case.predicted)) == (1, 2)
