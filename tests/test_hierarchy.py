"""What a hierarchy is: ancestors, lengths, lowest common ancestors; and what makes none."""

import gc
import pickle
import weakref
from fractions import Fraction
from math import prod
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, Hierarchy, HierarchyError, evaluate
from hierview.model.checks import LONGEST_NAME, check_weight
from hierview.model.hierarchy import MOST_RESULTS, cached_by_hierarchy
from tests.each import each
from tests.samples import hierarchies

# 8b of the presets: 2.1 and 3.2.2 have two parents each.
_EDGES = "R 1,R 2,R 3,2 2.1,3 2.1,3 3.1,3 3.2,3 3.3,3 3.2.2,3.2 3.2.1,3.2 3.2.2"
DAG = Hierarchy.from_edges([edge.split() for edge in _EDGES.split(",")])
FOREST = Hierarchy.from_edges([("0", "A"), ("B", "C")], ["alone"])


def test_classes_and_edges_keep_the_order_in_which_they_are_given():
    h = Hierarchy.from_edges([("B", "C"), ("A", "C")], ["Z", "A", "M"])
    assert h.classes == ("B", "C", "A", "Z", "M")
    assert h.edges == (("B", "C"), ("A", "C"))
    assert len(h) == 5
    assert "M" in h
    assert "m" not in h


def test_parents_children_and_roots():
    assert DAG.parents("2.1") == ("2", "3")
    assert DAG.children("3.2") == ("3.2.1", "3.2.2")
    assert DAG.roots == ("R",)
    assert FOREST.roots == ("0", "B", "alone")
    assert not DAG.is_tree
    assert not FOREST.is_tree
    assert Hierarchy.from_edges([("A", "B"), ("A", "C")]).is_tree


def test_ancestors_and_descendants_are_without_the_class_and_closures_with_it():
    assert DAG.ancestors("3.2.2") == {"3.2", "3", "R"}
    assert DAG.ancestors("R") == frozenset()
    assert DAG.descendants("3.2") == {"3.2.1", "3.2.2"}
    assert DAG.descendants("1") == frozenset()
    assert DAG.closure(["2.1", "3.3"]) == {"2.1", "2", "3", "R", "3.3"}
    assert DAG.downward_closure(["2", "3.2"]) == {"2", "2.1", "3.2", "3.2.1", "3.2.2"}
    assert DAG.closure([]) == frozenset()


def test_a_path_goes_up_and_then_down():
    assert DAG.distance("3.2.2", "3.2.1") == 2
    assert DAG.distance("3.2.2", "3.1") == 2
    assert DAG.distance("3.2.2", "3.2.2") == 0
    assert DAG.distance("R", "3.2.1") == 3
    # 2 and 3 share the child 2.1: no path turns there.
    assert DAG.distance("2", "3") == 2
    assert DAG.lowest_common_ancestors("2", "3") == {"R"}


def test_there_may_be_several_lowest_common_ancestors():
    diamond = Hierarchy.from_edges([("A", "X"), ("A", "Y"), ("B", "X"), ("B", "Y")])
    assert diamond.lowest_common_ancestors("X", "Y") == {"A", "B"}
    assert DAG.lowest_common_ancestors("3.2.2", "3.2.1") == {"3.2"}
    assert DAG.lowest_common_ancestors("3.2", "3.2.1") == {"3.2"}
    assert DAG.lowest_common_ancestors("3.1", "3.1") == {"3.1"}


def test_lengths_are_exact():
    """As floats, 0.1 + 0.2 is not 0.3, and the tie would be missed."""
    h = Hierarchy.from_edges([("A", "B", "0.1"), ("B", "X", "0.2"), ("C", "X", "0.3"), ("A", "Y", 1), ("C", "Y", 1)])
    assert h.distance("A", "X") == Fraction(3, 10) == h.distance("C", "X")
    assert h.lowest_common_ancestors("X", "Y") == {"A", "C"}
    assert h.weighted
    assert not DAG.weighted


def test_the_lighter_climb_counts_however_many_edges_it_has():
    h = Hierarchy.from_edges([("A", "D", 5), ("A", "B"), ("B", "C"), ("C", "D")])
    assert h.distance("A", "D") == 3
    assert list(map(set, h.shortest_climbs("D", "A"))) == [{"A", "B", "C", "D"}]
    assert h.depth("D") == 1  # in edges


def test_shortest_climbs_are_all_of_them():
    h = Hierarchy.from_edges([("A", "B"), ("A", "C"), ("B", "D"), ("C", "D"), ("A", "E"), ("E", "F"), ("F", "D")])
    assert sorted(map(sorted, h.shortest_climbs("D", "A"))) == [["A", "B", "D"], ["A", "C", "D"]]
    assert list(h.shortest_climbs("D", "D")) == [("D",)]


def test_several_roots_stand_under_an_artificial_one_with_a_free_name():
    assert FOREST.distance("A", "C") == 4
    assert FOREST.distance("alone", "0") == 2
    assert FOREST.lowest_common_ancestors("A", "C") == {"0'"}
    assert FOREST.rooted().artificial_root == "0'"
    assert DAG.rooted() is DAG
    assert FOREST.rooted().roots == ("0'",)
    assert FOREST.roots == ("0", "B", "alone")
    assert Hierarchy.from_edges([("0", "0'")], ["0''"]).free_name() == "0'''"


def test_a_common_denominator_has_at_most_64_bits():
    """Lengths are counted in its units."""
    primes = [p for p in range(2, 60) if all(p % q for q in range(2, p))]
    with pytest.raises(HierarchyError, match="weight '1/53' has no common denominator of at most 64 bits .* 15 places"):
        Hierarchy.from_edges([("A", f"c{p}", Fraction(1, p)) for p in primes])
    fine = Hierarchy.from_edges([("A", f"c{p}", Fraction(1, p)) for p in primes if p < 53])
    assert fine.scale == prod(p for p in primes if p < 53) < 2**64
    weights = ("0.123456789012345", "1/3", "2/7", "5e-9")
    fine = Hierarchy.from_edges([("A", f"c{i}", weight) for i, weight in enumerate(weights)])
    assert fine.scale.bit_length() <= 64


def test_weights_by_depth():
    """w0 to the depth of the parent: mistakes near the root cost more."""
    h = Hierarchy.from_edges([("A", "B"), ("B", "C"), ("A", "C"), ("C", "D")])
    assert dict(h.weighted_by_depth().weights) == {
        ("A", "B"): 1,
        ("B", "C"): Fraction(3, 4),
        ("A", "C"): 1,
        ("C", "D"): Fraction(3, 4),
    }
    assert h.weighted_by_depth("0.5").distance("D", "A") == Fraction(3, 2)
    assert h.weighted_by_depth(1).weights == h.weights
    for bad in ("2", 0, -1, "x", None):
        with pytest.raises(HierarchyError, match="weight .* is not accepted; a decimal"):
            h.weighted_by_depth(bad)


def test_restricted_keeps_the_edges_between_the_kept():
    h = DAG.restricted(["R", "3", "3.2.2", "3.2"])
    assert h.classes == ("R", "3", "3.2", "3.2.2")
    assert set(h.edges) == {("R", "3"), ("3", "3.2"), ("3", "3.2.2"), ("3.2", "3.2.2")}


def test_a_hierarchy_is_a_value():
    again = Hierarchy.from_edges(DAG.edges)
    assert again == DAG
    assert hash(again) == hash(DAG)
    assert again is not DAG
    assert Hierarchy.from_edges([("A", "B"), ("A", "C")]) != Hierarchy.from_edges([("A", "C"), ("A", "B")])
    assert Hierarchy.from_edges([("A", "B")]) != Hierarchy.from_edges([("A", "B", 2)])
    assert DAG != "DAG"


@given(hierarchies())
def test_lengths_are_a_distance_between_classes(h: Hierarchy):
    for a in h.classes:
        assert h.distance(a, a) == 0
        assert h.lowest_common_ancestors(a, a) == {a}
        assert h.closure([a]) == h.ancestors(a) | {a}
        assert a not in h.ancestors(a)
        for b in h.classes:
            assert h.distance(a, b) == h.distance(b, a)
            assert (h.distance(a, b) > 0) == (a != b)
            assert h.lowest_common_ancestors(a, b) == h.lowest_common_ancestors(b, a)
            if b in h.ancestors(a):
                assert h.climbs_from(a)[b] >= h.distance(a, b) * h.scale
                assert a in h.descendants(b)
            for top in h.lowest_common_ancestors(a, b):
                assert {a, b} <= h.rooted().downward_closure([top])


# What is not accepted


ERRORS = {
    "a cycle": (
        [("A", "B"), ("B", "C"), ("C", "A"), ("C", "D")],
        "the edges make a cycle: 'A' > 'B' > 'C' > 'A'; no class may be its own ancestor",
    ),
    "a self-loop": ([("A", "B"), ("B", "B")], "class 'B' is its own parent; a self-loop is not accepted"),
    "a duplicate": ([("A", "B"), ("A", "B", 2)], "the edge 'A' > 'B' is given twice; give it once"),
    "too short": ([("A",)], "edge \"('A',)\" is not accepted; [parent, child] or [parent, child, weight] is"),
    "too long": ([("A", "B", 1, 2)], "is not accepted; [parent, child] or [parent, child, weight] is"),
    "a text": (["AB"], "edge 'AB' is not accepted; [parent, child] or [parent, child, weight] is"),
    "no text": ([("A", 5)], "a class name must be text, not '5'"),
    "an empty name": ([("A", "  ")], "a class name is empty; give every class a visible name"),
}


@each("which", ERRORS)
def test_edges_that_make_no_hierarchy(which: str):
    edges, sentence = ERRORS[which]
    with pytest.raises(HierarchyError) as error:
        Hierarchy.from_edges(edges)
    assert sentence.replace('"', "'") in str(error.value).replace('"', "'")


def test_the_same_cycle_is_told_in_the_same_words_and_a_long_one_is_shortened():
    chain = [f"c{i}" for i in range(50)]
    edges = list(zip(chain, chain[1:] + chain[:1], strict=True))
    told = set()
    for start in (0, 20, 49):
        with pytest.raises(HierarchyError) as error:
            Hierarchy.from_edges(edges[start:] + edges[:start])
        told.add(str(error.value).replace(f"c{start}'", "first'"))
        assert "'…'" in str(error.value)
        assert len(str(error.value)) < 300
    assert all("'first' > " in text for text in told)


def test_an_unknown_class_is_named_with_the_nearest_known_one():
    h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop")])
    for ask in (h.parents, h.children, h.ancestors, h.descendants, h.depth, h.climbs_from):
        with pytest.raises(HierarchyError, match="class 'Popp' is not in the hierarchy; did you mean 'Pop'\\?"):
            ask("Popp")
    with pytest.raises(HierarchyError, match="class 'Zzz' is not in the hierarchy$"):
        h.distance("Pop", "Zzz")


BAD_NAMES = {
    "": "empty",
    "\t": "empty",
    "a\nb": "U+000A",
    "a\x00b": "U+0000",
    "a\x1b[31m": "U+001B",
    "a\u2028b": "U+2028",
    "ab\u202egnp": "U+202E",
    "\u2066ab": "U+2066",
    "a\ud800": "U+D800",
    "a\uffff": "U+FFFF",
    "\u200b": "no visible character",
    "\u200b\u200d\ufeff": "no visible character",
    "\u200b \u00a0": "no visible character",
    "x" * 10_000: f"has 10000 characters; at most {LONGEST_NAME} are accepted",
    "x" * (LONGEST_NAME + 1): f"at most {LONGEST_NAME} are accepted",
}


@each("name", BAD_NAMES)
def test_names_that_are_not_accepted(name: str):
    with pytest.raises(HierarchyError) as error:
        Hierarchy.from_edges([("A", name)])
    message = str(error.value)
    assert BAD_NAMES[name] in message
    assert "class name" in message
    assert message.isprintable()
    assert len(message) < 300


@pytest.mark.parametrize(
    ("given", "weight"),
    [("0.1", "1/10"), (0.1, "1/10"), (2, "2"), ("1/3", "1/3"), (Fraction(2, 7), "2/7"), ("1e-3", "1/1000")],
)
def test_weights_are_read_as_they_print(given, weight: str):
    assert check_weight(given) == Fraction(weight)


@each("weight", [0, -1, "-0.5", "x", None, True, float("nan"), "1e999", 10**400, "9" * 39, "٣", [1], "1" * 10_000])
def test_weights_that_are_not_accepted(weight, within):
    with within(2), pytest.raises(HierarchyError) as error:
        Hierarchy.from_edges([("A", "B", weight)])
    message = str(error.value)
    assert message.startswith("edge weight '")
    assert message.endswith("a decimal number above 0, such as 0.75, is")
    assert len(message) < 200


def test_a_big_hierarchy_is_no_trouble(within):
    """A hundred thousand classes, and a chain deeper than Python's own stack."""
    with within(10):
        wide = Hierarchy.from_edges([(f"c{i // 10}", f"c{i}") for i in range(1, 100_000)])
        assert wide.distance("c99999", "c0") == 5
        deep = Hierarchy.from_edges([(f"c{i}", f"c{i + 1}") for i in range(5_000)])
        assert deep.distance("c5000", "c0") == 5_000
        assert deep.depth("c5000") == 5_000
        assert len(list(deep.shortest_climbs("c5000", "c0"))) == 1


@given(hierarchies())
def test_arrays_say_the_same_as_the_names(h: Hierarchy):
    a, n = h.arrays, len(h)
    for i, c in enumerate(h.classes):
        assert [h.classes[j] for j in a.parents[a.parent_starts[i] : a.parent_starts[i + 1]]] == list(h.parents(c))
        assert [h.classes[j] for j in a.children[a.child_starts[i] : a.child_starts[i + 1]]] == list(h.children(c))
        assert a.depths[i] == h.depth(c)
    assert [h.classes[i] for i in a.order] == list(h.top_down)
    assert all(x.dtype == np.int32 and not x.flags.writeable for x in vars(a).values())
    assert (len(a.parent_starts), len(a.parents), len(a.order)) == (n + 1, len(h.edges), n)


@given(hierarchies())
def test_classes_are_ordered_as_networkx_orders_them(h: Hierarchy):
    graph = nx.DiGraph()
    graph.add_nodes_from(h.classes)
    graph.add_edges_from(h.edges)
    assert list(h.top_down) == list(nx.topological_sort(graph))


@given(hierarchies(), st.randoms(use_true_random=False))
def test_what_is_made_from_arrays_equals_what_is_made_from_names(h: Hierarchy, rng: Random):
    assert h == Hierarchy.from_edges([(*e, w) for e, w in h.weights.items()], h.classes)
    assert h == Hierarchy(h.classes, h.weights)
    assert hash(h) == hash(Hierarchy(h.classes, h.weights))
    kept = [c for c in h.classes if rng.random() < 0.7]
    inner = {e: w for e, w in h.weights.items() if set(e) <= set(kept)}
    assert h.restricted(kept) == Hierarchy(tuple(kept), inner)
    root = h.under_new_root().classes[0]
    above = {(root, c): Fraction(1) for c in h.roots} | dict(h.weights)
    assert h.under_new_root() == Hierarchy((root, *h.classes), above, root)
    again = pickle.loads(pickle.dumps(h))
    assert again == h
    assert list(again.weights.items()) == list(h.weights.items())
    other = dict(h.weights)
    if other:
        edge = rng.choice(list(other))
        other[edge] += 1
        assert Hierarchy(h.classes, other) != h


def test_what_a_hierarchy_remembers_goes_with_it():
    @cached_by_hierarchy
    def classes(h: Hierarchy, more: int) -> list[str]:
        return [*h.classes] * more

    h = Hierarchy.from_edges([("A", "B")])
    assert classes(h, 2) is classes(h, 2)
    assert classes(h, 1) == ["A", "B"]
    first = classes(h, 1)
    for i in range(2, MOST_RESULTS + 5):
        classes(h, i)
    assert classes(h, 1) is not first, "no more is remembered than has room"
    gone = weakref.ref(h)
    evaluate(Case(h, frozenset("A"), frozenset("B")), "LCaF")
    evaluate(Case(h, frozenset("A"), frozenset("B")), "CSF")
    del h
    gc.collect()
    assert gone() is None


def test_the_first_fault_in_the_order_of_edges_is_told():
    for edges, said in (
        ([("A", "B"), ("A", "B"), ("C", "")], "given twice"),
        ([("A", "B"), ("C", ""), ("A", "B")], "empty"),
        ([("A", "A"), ("A", "B", 0)], "its own parent"),
        ([("A", "B", 0), ("A", "A")], "edge weight"),
        ([("A", ["B"])], "must be text"),
    ):
        with pytest.raises(HierarchyError, match=said):
            Hierarchy.from_edges(edges)


def test_large_hierarchies_give_what_small_ones_do(monkeypatch):
    """Class by class in plain Python, and level by level as arrays of numpy."""
    rng = Random(3)
    for n, near in ((400, 1), (400, 3), (300, 300)):
        edges = sorted({(f"c{rng.randrange(max(0, i - near), i)}", f"c{i}") for i in range(9, n) for _ in range(2)})
        part = rng.sample([c for edge in edges for c in edge], n // 2)
        results = []
        for few in (10**6, 0):
            monkeypatch.setattr("hierview.model.arrays.FEW", few)
            h = Hierarchy.from_edges(edges, (f"c{i}" for i in range(n + 2)))
            some, rooted = h.restricted(part), h.under_new_root()
            found = [values.tolist() for each in (h, some, rooted) for values in vars(each.arrays).values()]
            results.append((h, some, rooted, h.roots, h.isolated, some.roots, found))
            child = edges[-1][1]
            with pytest.raises(HierarchyError, match="the edges make a cycle") as caught:
                Hierarchy.from_edges([*edges, (child, min(h.ancestors(child)))])
            results[-1] += (str(caught.value),)
        assert results[0] == results[1]
