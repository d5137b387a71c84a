"""The oracle against K15's tables, worked examples, and cases small enough to check by hand."""

import csv
import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.each import each

from . import brute
from .random_cases import random_case

pytestmark = pytest.mark.slow


def edges(text):
    """Edges from "A>B, B>C:0.5": the part after the colon is the weight."""
    found = []
    for item in text.split(", "):
        names, _, weight = item.partition(":")
        parent, child = names.split(">")
        found.append((parent, child, weight) if weight else (parent, child))
    return found


# K15 Tables 3 to 10: hierarchies as the presets rebuild them, and the values that follow from the definitions.

ROOT = Path(__file__).resolve().parents[2]
CELLS = list(csv.DictReader((ROOT / "tests" / "data" / "paper_tables.csv").open(encoding="utf-8")))


@cache
def case_of(name):
    """Edges, true and predicted classes of a preset."""
    preset = json.loads((ROOT / "cases" / f"{name}.json").read_text(encoding="utf-8"))
    return [tuple(edge) for edge in preset["edges"]], preset["true"], preset["predicted"]


@each("cell", CELLS)
def test_table_cell(cell):
    case, measure = case_of(cell["case"]), cell["measure"]
    max_distance = None if cell["setting"] else 5  # off in K15 Table 10
    value = {
        "GIE": lambda: brute.gie(*case, max_distance=max_distance),
        "MGIA": lambda: brute.mgia_exact(*case, max_distance=max_distance)[0],
        "MGIA_f_error": lambda: brute.mgia_exact(*case, max_distance=max_distance)[1],
        "SDL": lambda: brute.set_based(*case)["SDL"],
    }.get(measure, lambda: (brute.lca_based if measure.endswith("_LCA") else brute.set_based)(*case)[measure[0]])()
    assert float(value) == pytest.approx(float(cell["by_definition"]), abs=1e-6)


# K15 §2.4.2, Figures 8 to 10

_FIGURE_8B = edges("Root>1, Root>2, Root>3, 2>2.1, 3>2.1, 3>3.1, 3>3.2, 3>3.3, 3>3.2.2, 3.2>3.2.1, 3.2>3.2.2")
_TRUE_8B, _PREDICTED_8B = ["2.1", "3.2.1", "3.3"], ["3.1", "3.2.1", "3.2.2"]


@pytest.mark.parametrize(
    ("u", "v", "length", "turns"),
    [
        ("2.1", "3.1", 2, {"3"}),
        ("3.3", "3.1", 2, {"3"}),
        ("3.2.2", "3.2.1", 2, {"3.2"}),
        ("3.2.2", "2.1", 2, {"3"}),
        ("2.1", "3.2.1", 3, {"3"}),
        ("3.2.1", "3.2.1", 0, {"3.2.1"}),
    ],
)
def test_figure_8b_pairs(u, v, length, turns):
    assert brute.distance(_FIGURE_8B, u, v) == length
    assert brute.lca(_FIGURE_8B, u, v) == turns


def test_figure_8a_pair():
    tree = edges("Root>1, Root>2, Root>3, 2>2.1, 3>3.1, 3>3.2, 3>3.3, 3.2>3.2.1, 3.2>3.2.2")
    assert brute.lca(tree, "3.1", "3.2.2") == {"3"}


def test_figure_9_extended_graphs():
    case = _FIGURE_8B, _TRUE_8B, _PREDICTED_8B
    true_graph, predicted_graph, unique = brute.lca_graphs(*case, "extended")
    assert true_graph == {"3", "2.1", "3.2", "3.3", "3.2.1"}
    assert predicted_graph == {"3", "3.1", "3.2", "3.2.1", "3.2.2"}
    assert unique
    p_r_f = dict.fromkeys("PRF", Fraction(3, 5))
    assert brute.lca_based(*case, "extended") == p_r_f


def test_figure_10_minimal_graphs():
    case = _FIGURE_8B, _TRUE_8B, _PREDICTED_8B
    true_graph, predicted_graph, unique = brute.lca_graphs(*case, "minimal")
    assert true_graph == {"3", "2.1", "3.3", "3.2.1"}
    assert predicted_graph == {"3", "3.1", "3.2.1", "3.2.2"}
    assert unique
    assert brute.lca_based(*case) == dict.fromkeys("PRF", Fraction(1, 2))


def test_figure_8b_exact_and_nearest_pairing():
    case = _FIGURE_8B, _TRUE_8B, _PREDICTED_8B
    assert brute.mgia_exact(*case)[1] == 4
    assert brute.mgia_nearest(*case)[1] == 6


# Distances and lowest common ancestors


def test_a_common_descendant_is_no_turn():
    hierarchy = edges("R>A, R>B, A>c, B>c, R>D, D>e")
    assert brute.distance(hierarchy, "A", "B") == 2
    assert brute.lca(hierarchy, "A", "B") == {"R"}
    assert brute.distance(edges("A>c, B>c, A>d, R>A, R>S, S>B"), "A", "B") == 3


def test_the_distance_is_the_shortest_and_the_lcas_its_turns():
    hierarchy = edges("R>S, R>T, S>u, T>u, S>v, T>v")
    assert brute.distance(hierarchy, "u", "v") == 2
    assert brute.lca(hierarchy, "u", "v") == {"S", "T"}


def test_an_lca_need_not_be_the_lowest():
    hierarchy = edges("R>u, R>v, R>S, S>T, T>u, S>v")
    assert brute.lca(hierarchy, "u", "v") == {"R"}


def test_weights_are_exact():
    hierarchy = edges("R>m:0.1, m>u:0.2, S>u:0.3, R>v:0.1, S>v:0.1, Top>R, Top>S")
    assert brute.distance(hierarchy, "u", "v") == Fraction(2, 5)
    assert brute.lca(hierarchy, "u", "v") == {"R", "S"}


def test_several_roots_get_an_artificial_one():
    hierarchy = edges("A>u, B>v, C>w:3")
    assert brute.distance(hierarchy, "u", "v") == 4
    assert brute.distance(hierarchy, "u", "w") == 6
    assert brute.lca(hierarchy, "u", "v") == {"0"}


def test_one_root_gets_no_artificial_one():
    assert brute.lca_graphs(edges("0>A, 0>B"), ["A"], ["B"])[0] == {"0", "A"}
    assert brute.distance(edges("A>u, A>v"), "u", "v") == 2


def test_the_artificial_root_takes_a_free_name():
    assert brute.lca(edges("0>0', B>v"), "0'", "v") == {"0''"}


def test_classes_without_edges_are_roots():
    hierarchy = edges("A>u")
    assert brute.distance(hierarchy, "u", "alone", classes=["alone"]) == 3
    assert brute.lca(hierarchy, "u", "alone", classes=["alone"]) == {"0"}
    assert brute.lca(hierarchy, "A", "u", classes=["alone", "0"]) == {"A"}
    assert brute.lca(hierarchy, "alone", "u", classes=["alone", "0"]) == {"0'"}


# Pair-based measures


_STAR = edges("Root>A, Root>B, Root>C")
_CHAIN = edges("Root>a1, a1>a2, a2>a3, a3>a4, Root>b1, b1>b2, b2>b3")


def test_tree_induced_error():
    assert brute.tie(_CHAIN, ["a4"], ["b3"]) == 7
    assert brute.tie(_CHAIN, ["a4", "a3"], ["b3"]) is None
    assert brute.tie(_CHAIN, ["a4"], ["b3", "b2"]) is None
    assert brute.tie(_CHAIN, [], ["b3"]) is None


def test_all_pairs():
    assert brute.all_pairs(_CHAIN, ["a4", "b1"], ["b3", "b1"]) == 7 + 2 + 5 + 0
    assert brute.all_pairs(_CHAIN, ["a4"], []) is None
    assert brute.all_pairs(_CHAIN, [], ["a4"]) is None


def test_gie_takes_the_cheapest_matching():
    # a4 and b3 would take each other's partners if each chose by itself.
    assert brute.gie(_CHAIN, ["a4", "a1"], ["a2", "b1"]) == 2 + 2
    assert brute.gie(_CHAIN, ["a4"], ["a3", "a2"]) == 1 + 5
    assert brute.gie(_CHAIN, ["a3", "a2"], ["a4"]) == 1 + 5


def test_gie_default_cost_and_max_distance():
    assert brute.gie(_CHAIN, ["a2"], ["b3"]) == 5  # equal is allowed
    assert brute.gie(_CHAIN, ["a3"], ["b3"]) == 10
    assert brute.gie(_CHAIN, ["a3"], ["b3"], max_distance=None) == 6
    assert brute.gie(_CHAIN, ["a3"], ["b3"], default_cost="2.5") == 5
    assert brute.gie(_CHAIN, ["a1"], ["b1"], default_cost=Fraction(1, 2)) == 1


def test_gie_unmatched_rather_than_far():
    assert brute.gie(_CHAIN, ["a4"], ["b3"], default_cost=3, max_distance=None) == 6


@pytest.mark.parametrize(
    ("hierarchy", "true", "predicted", "exact", "nearest"),
    [
        ("Root>A, Root>B", ["Root", "A"], ["A", "B"], 1, 2),
        ("Root>A, Root>B, Root>C", ["Root", "A"], ["B", "C"], 3, 4),
        ("0>1, 0>2, 0>3", ["1", "2"], ["1", "3"], 2, 4),
    ],
)
def test_nearest_can_cost_more_than_exact(hierarchy, true, predicted, exact, nearest):
    assert brute.mgia_exact(edges(hierarchy), true, predicted)[1] == exact
    assert brute.mgia_nearest(edges(hierarchy), true, predicted)[1] == nearest


def test_table_10_as_printed_follows_from_nearest():
    value, f_error, pairs = brute.mgia_nearest(*case_of("18a"), max_distance=None)
    assert (value, f_error) == (Fraction(1, 5), 12)
    assert pairs == [("Comedy", "Beat Music"), ("Drama", "Beat Music")]


def test_nearest_takes_the_first_by_name_from_both_sides():
    star = edges("Root>9, Root>10, Root>2, Root>B, Root>a")
    _, f_error, pairs = brute.mgia_nearest(star, ["9", "10"], ["a", "B"])
    assert pairs == [("B", "10"), ("B", "9"), ("a", "10")]
    assert f_error == 6


def test_nearest_uses_the_default_only_beyond_max_distance():
    case = edges("Root>a1, a1>a2, a2>a3, Root>b1, b1>b2, b2>b3"), ["a3"], ["b3"]
    assert brute.mgia_nearest(*case) == (0, 10, [("b3", None), (None, "a3")])
    value, f_error, pairs = brute.mgia_nearest(*case, default_cost=2, max_distance=None)
    assert (value, f_error, pairs) == (Fraction(-1, 2), 6, [("b3", "a3")])
    assert brute.mgia_exact(*case, default_cost=2, max_distance=None) == (0, 4)


def test_nearest_keeps_a_class_that_is_far_from_everyone():
    _, f_error, pairs = brute.mgia_nearest(_CHAIN, ["a1", "a4"], ["b1", "b3"])
    assert pairs == [("b1", "a1"), ("b1", "a4"), ("b3", "a1")]
    assert f_error == 2 + 5 + 4


def test_mgia_is_normalised_by_the_symmetric_difference():
    assert brute.mgia_exact(_STAR, ["A", "B"], ["A", "C"]) == (1 - Fraction(2, 10), 2)
    value = brute.mgia_exact(_STAR, ["A"], ["B"], default_cost=4)[0]
    assert value == 1 - Fraction(2, 8)
    assert brute.mgia_exact(_STAR, ["A", "B"], ["B", "A"]) == (1, 0)
    assert brute.mgia_nearest(_STAR, ["A"], ["A"]) == (1, 0, [("A", "A")])


def test_mgia_may_use_every_pair():
    star = edges("Root>A, Root>B, A>x, A>y")
    assert brute.mgia_exact(star, ["A"], ["x", "y", "B"])[1] == 1 + 1 + 2


@pytest.mark.parametrize(("true", "predicted"), [(["A", "B"], []), ([], ["A", "B"])])
def test_pair_based_with_one_side_empty(true, predicted):
    case = _STAR, true, predicted
    assert brute.gie(*case) == 10
    assert brute.mgia_exact(*case) == (0, 10)
    value, f_error, pairs = brute.mgia_nearest(*case)
    assert (value, f_error) == (0, 10)
    assert pairs == [(p, None) for p in predicted] + [(None, t) for t in true]
    assert brute.flow(*case, 0, 1, 0, 1, None, 5) is None
    assert brute.flow(*case, 1, 1, 1, 1, 5, 5) == 10
    assert brute.flow(*case, 0, 1, 0, 1, 5, 5) == 0


def test_both_sides_empty_is_no_case():
    with pytest.raises(ValueError):  # noqa: PT011
        brute.gie(_STAR, [], [])


def test_pairing_prefers_the_first_names_and_the_default_last():
    assert brute.pairing("gie", _STAR, ["A"], ["C", "B"]) == (
        [("B", "A"), ("C", None)],
        False,
    )
    # 10 for the pair, 5 + 5 for the defaults
    far = edges("Root>A:5, Root>B:5")
    for measure in ("gie", "mgia"):
        pairs, unique = brute.pairing(measure, far, ["A"], ["B"], max_distance=None)
        assert (pairs, unique) == ([("B", "A")], False)


def test_pairing_is_sorted_and_says_when_it_is_the_only_one():
    pairs, unique = brute.pairing("gie", _CHAIN, ["a4"], ["a3", "a2"])
    assert (pairs, unique) == ([("a2", None), ("a3", "a4")], True)
    pairs, unique = brute.pairing("mgia", _CHAIN, ["a4"], ["a3", "a2"])
    assert (pairs, unique) == ([("a2", "a4"), ("a3", "a4")], True)
    pairs, unique = brute.pairing("gie", _CHAIN, ["a4"], ["b3"])
    assert (pairs, unique) == ([("b3", None), (None, "a4")], True)


def test_pairing_counts_a_free_pair_of_equal_classes():
    # (c, c) costs nothing, so that three sets of pairs cost 2.
    case = edges("c>x, c>z"), ["c", "x"], ["c", "z"]
    pairs, unique = brute.pairing("mgia", *case)
    assert (pairs, unique) == ([("c", "c"), ("c", "x"), ("z", "c")], False)


# The flow network with any bounds (K15 §2.3.1)


def test_flow_lower_bounds_are_filled_up_with_the_default():
    case = _STAR, ["A"], ["B"]
    assert brute.flow(*case, 2, 2, 1, 1, 5, 5) == 2 + 5
    assert brute.flow(*case, 3, 3, 1, 1, 5, 5) == 2 + 5 + 5
    assert brute.flow(*case, 1, 1, 3, 3, 5, 5) == 2 + 5 + 5
    assert brute.flow(*case, 0, 1, 0, 1, 5, 5) == 0


def test_flow_upper_bounds():
    assert brute.flow(_STAR, ["A"], ["B", "C"], 1, 1, 1, 1, 5, 5) == 2 + 5
    assert brute.flow(_STAR, ["A"], ["B", "C"], 1, 1, 1, 2, 5, 5) == 2 + 2
    assert brute.flow(_STAR, ["A", "B"], ["C"], 1, 1, 1, 1, 5, 5) == 2 + 5
    assert brute.flow(_STAR, ["A", "B"], ["C"], 1, 2, 1, 1, 5, 5) == 2 + 2


def test_flow_can_be_infeasible():
    assert brute.flow(_STAR, ["A"], ["B", "C"], 1, 1, 1, 1, None, None) is None
    assert brute.flow(_STAR, ["A"], ["B"], 1, 1, 1, 1, None, 1) is None
    assert brute.flow(_STAR, ["A"], ["B"], 2, 2, 1, 1, None, None) is None
    assert brute.flow(_STAR, ["A"], ["B"], 2, 1, 1, 1, 5, 5) is None
    assert brute.flow_pairing(_STAR, ["A"], ["B"], 2, 1, 1, 1, 5, 5) is None


def test_flow_bounds_by_name():
    case = _STAR, ["A"], ["B", "C"]
    assert brute.flow(*case, "N", "N", "M", "M", None, None) == 4
    assert brute.flow(*case, "M", "M", 1, 2, 5, 5) == 2 + 5 + 2 + 5


def test_flow_pairing_repeats_the_default_per_unit():
    pairs, unique = brute.flow_pairing(_STAR, ["A"], ["B"], 3, 3, 1, 1, 5, 5)
    assert (pairs, unique) == ([("B", "A"), ("B", None), ("B", None)], True)
    pairs, unique = brute.flow_pairing(_STAR, ["A"], ["B"], 0, 1, 0, 1, 0, 0)
    assert (pairs, unique) == ([], False)


# Set-based measures


_FORK = edges("R>A, A>B, B>C, R>D, D>E")


@each(
    "augmentation, root, own, expected",
    [
        ("none", "counted", ["C"], {"C"}),
        ("none", "virtual", ["C"], {"C"}),
        ("none", "omitted", ["R", "C"], {"C"}),
        ("ancestors", "counted", ["C"], {"R", "A", "B", "C"}),
        ("ancestors", "virtual", ["C"], {"0", "R", "A", "B", "C"}),
        ("ancestors", "omitted", ["C"], {"A", "B", "C"}),
        ("ancestors", "counted", [], set()),
        ("ancestors", "virtual", [], set()),
        ("descendants", "counted", ["A", "E"], {"A", "B", "C", "E"}),
        ("descendants", "virtual", ["R"], {"R", "A", "B", "C", "D", "E"}),
        ("descendants", "omitted", ["R"], {"A", "B", "C", "D", "E"}),
    ],
)
def test_augmented(augmentation, root, own, expected):
    assert brute.augmented(_FORK, own, ["E"], augmentation, root) == expected


def test_augmented_with_several_roots():
    forest = edges("0>x, B>x, B>y")
    assert brute.augmented(forest, ["x"], [], "ancestors", "counted") == {"0", "B", "x"}
    assert brute.augmented(forest, ["x"], [], "ancestors", "omitted") == {"0", "B", "x"}
    virtual = {"0'", "0", "B", "x"}
    assert brute.augmented(forest, ["x"], [], "ancestors", "virtual") == virtual


def test_figure_7_tolerant():
    # K15 Eq. 4 and 5: one step too far down, or not far enough, costs once.
    chain = edges("A>B, B>C")
    assert brute.augmented(chain, ["C"], ["A"], "tolerant") == {"A", "B"}
    assert brute.augmented(chain, ["A"], ["C"], "tolerant") == {"A"}


def test_tolerant_compares_with_the_ancestors_of_the_other_side():
    assert brute.augmented(_FORK, ["C"], ["E"], "tolerant") == {"R", "A"}
    assert brute.augmented(_FORK, ["E"], ["C"], "tolerant") == {"R", "D"}
    assert brute.augmented(_FORK, ["C"], ["B"], "tolerant") == {"R", "A", "B", "C"}


def test_tolerant_one_parent_on_the_other_side_is_enough():
    dag = edges("R>A, R>B, B>D, D>x, A>x, A>y")
    expected = {"R", "A", "B", "x"}
    assert brute.augmented(dag, ["x"], ["y"], "tolerant") == expected


def test_tolerant_never_drops_a_root():
    forest = edges("A>u, B>v, A>w, B>w")
    assert brute.augmented(forest, ["u"], ["v"], "tolerant") == {"A"}
    assert brute.augmented(forest, ["u"], [], "tolerant") == {"A"}
    assert brute.augmented(forest, ["u"], ["v"], "tolerant", "virtual") == {"0", "A"}


def test_set_based_values():
    values = brute.set_based(edges("R>A, R>B, A>x, B>y, A>z"), ["x", "y"], ["z"])
    assert values == {
        "P": Fraction(2, 3),
        "R": Fraction(2, 5),
        "F": Fraction(1, 2),
        "SDL": 4,
        "Accuracy": Fraction(1, 3),
    }


def test_f_weighs_recall_by_beta():
    case = edges("R>A, R>B, A>x, B>y, A>z"), ["x", "y"], ["z"]
    p, r = Fraction(2, 3), Fraction(2, 5)
    assert brute.set_based(*case, beta=2)["F"] == 5 * p * r / (4 * p + r)
    assert brute.set_based(*case, beta="0.5")["F"] == 5 * p * r / (p + 4 * r)
    assert brute.set_based(*case, beta=0)["F"] == p


def test_zero_over_zero():
    star = edges("R>A, R>B")
    flat = {"augmentation": "none"}
    disjoint = brute.set_based(star, ["A"], ["B"], **flat)
    assert disjoint == {"P": 0, "R": 0, "F": 0, "SDL": 2, "Accuracy": 0}
    disjoint = brute.set_based(star, ["A"], ["B"], zero=None, **flat)
    assert (disjoint["P"], disjoint["R"], disjoint["F"]) == (0, 0, None)
    nothing = brute.set_based(star, ["A"], [])
    assert nothing == {"P": 0, "R": 0, "F": 0, "SDL": 2, "Accuracy": 0}
    nothing = brute.set_based(star, ["A"], [], zero=None)
    assert (nothing["P"], nothing["R"], nothing["F"]) == (None, 0, None)
    nothing = brute.set_based(star, ["R"], ["R"], root="omitted", zero=1)
    assert nothing == {"P": 1, "R": 1, "F": 1, "SDL": 0, "Accuracy": 1}


def test_the_root_as_other_tools_count_it():
    case = case_of("11a")
    for root, value in (("counted", "2/3"), ("virtual", "3/4"), ("omitted", "1/2")):
        values = brute.set_based(*case, root=root)
        assert {values["P"], values["R"], values["F"]} == {Fraction(value)}


def test_tolerant_measures_of_both_sides():
    values = brute.set_based(edges("A>B, B>C"), ["C"], ["A"], "tolerant")
    assert (values["P"], values["R"], values["SDL"]) == (1, Fraction(1, 2), 1)
    values = brute.set_based(edges("A>B, B>C"), ["A"], ["C"], "tolerant")
    assert (values["P"], values["R"], values["SDL"]) == (Fraction(1, 2), 1, 1)


# LCA-based measures


@pytest.mark.parametrize(
    ("hierarchy", "true", "predicted", "value"),
    [
        ("0>2, 0>3, 2>1", ["2"], ["1", "3"], Fraction(2, 3)),
        ("0>1, 1>2, 0>3, 2>3", ["1"], ["3"], Fraction(1, 2)),
        ("0>1, 1>2, 1>3, 0>4, 3>5, 5>6", ["2", "3"], ["4", "6"], Fraction(4, 9)),
    ],
)
def test_examples_that_greedy_tools_get_wrong(hierarchy, true, predicted, value):
    assert brute.f_lca(edges(hierarchy), true, predicted) == value


def graphs(text, true, predicted, *options, **settings):
    found = brute.lca_graphs(edges(text), true.split(), predicted.split(), *options, **settings)
    return " ".join(sorted(found[0])), " ".join(sorted(found[1])), found[2]


def test_ancestors_within_a_set_are_dropped_first():
    assert graphs("R>A, A>B", "A B", "B") == ("B", "B", True)
    assert graphs("R>A, A>B", "B", "R B") == ("B", "B", True)
    assert graphs("R>A, A>B", "A B", "B", reduce=False) == ("A B", "A B", True)
    assert graphs("R>A, A>B", "A", "B") == ("A", "A B", True)


@pytest.mark.parametrize("variant", ["extended", "minimal"])
def test_lca_graphs_with_one_side_empty(variant):
    assert graphs("R>A, A>B, A>C", "A B C", "", variant) == ("B C", "", True)
    assert graphs("R>A, A>B, A>C", "", "A B", variant) == ("", "B", True)
    assert graphs("R>A, A>B", "", "A B", variant, reduce=False) == ("", "A B", True)
    values = brute.lca_based(edges("R>A, A>B"), ["A"], [], variant)
    assert values == {"P": 0, "R": 0, "F": 0}


def test_the_artificial_root_counts_in_the_graphs():
    assert graphs("A>u, B>v", "u", "v") == ("0 A u", "0 B v", True)
    assert graphs("A>u", "u", "v", classes=["v"]) == ("0 A u", "0 v", True)


def test_precision_recall_and_beta_of_the_graphs():
    # a over-specialised by two steps
    case = edges("R>a, a>b, b>c"), ["a"], ["c"]
    assert brute.lca_based(*case) == {"P": Fraction(1, 3), "R": 1, "F": Fraction(1, 2)}
    assert brute.lca_based(*case, beta=2)["F"] == Fraction(5, 7)
    assert brute.f_lca(*case, beta=2) == Fraction(5, 7)
    assert brute.f_lca(_FIGURE_8B, _TRUE_8B, _PREDICTED_8B, "extended") == Fraction(3, 5)


def test_extended_takes_every_shortest_climb_of_linked_pairs():
    diamond = "R>v, R>A, R>B, A>u, B>u"
    assert graphs(diamond, "v", "u", "extended") == ("R v", "A B R u", True)
    # a longer way up does not count
    longer = "R>v, R>A, R>B, A>u, B>C, C>u"
    assert graphs(longer, "v", "u", "extended") == ("R v", "A R u", True)


def test_extended_takes_every_nearest_class():
    star = "R>t, R>A, R>B, A>p, B>q"
    assert graphs(star, "t", "p q", "extended") == ("R t", "A B R p q", True)
    assert graphs(star, "p q", "t", "extended") == ("A B R p q", "R t", True)


def test_extended_links_pairs_from_both_sides():
    # t is its own nearest class; p has nobody but t.
    hierarchy = "R>A, R>B, A>t, B>p"
    # R is not an LCA of the predicted t, so that A stays out of its graph.
    assert graphs(hierarchy, "t", "t p", "extended") == ("A R t", "B R p t", True)
    assert graphs(hierarchy, "t p", "t", "extended") == ("B R p t", "A R t", True)


def test_minimal_uses_as_few_lcas_as_possible():
    # x and y share S; x and p also share T.
    hierarchy = "R>S, R>T, S>x, S>y, S>p, T>x, T>p"
    assert graphs(hierarchy, "x y", "p") == ("S x y", "S p", True)
    assert graphs(hierarchy, "p", "x y") == ("S p", "S x y", True)


def test_minimal_ties_go_to_the_smaller_true_graph():
    # t - s - p and t - m - p are equally short, and both choices give F = 1/2.
    hierarchy = "s>t, s>p, p>m, m>t"
    assert brute.f_lca(edges(hierarchy), ["t"], ["p"]) == Fraction(1, 2)
    assert graphs(hierarchy, "t", "p") == ("s t", "p s", False)
    assert graphs(hierarchy, "p", "t") == ("p", "m p t", False)


def test_minimal_ties_go_to_the_first_names():
    diamond = "R>v, R>9, R>10, 9>u, 10>u"
    assert graphs(diamond, "v", "u") == ("R v", "10 R u", False)
    assert graphs(diamond, "u", "v") == ("10 R u", "R v", False)
    both = "R>9, R>10, 9>u, 10>u, R>B, R>a, a>v, B>v"
    assert graphs(both, "v", "u") == ("B R v", "10 R u", False)


def test_minimal_ties_go_to_the_smaller_predicted_graph():
    # p climbs by z (1 class, nothing new in common) or by p4 to p1 (5 classes, of
    # which x is in the other graph too): 3 of 6 and 6, or 4 of 6 and 10 classes.
    hierarchy = "a>y0, a>p0, a>x, x>y1:3, x>p1, p1>p2, p2>p3, p3>p4, p4>p, a>z, z>p:5, a>c1:9, a>c2:9"
    true, predicted = "y0 y1 c1 c2", "p0 p c1 c2"
    assert graphs(hierarchy, true, predicted) == (
        "a c1 c2 x y0 y1",
        "a c1 c2 p p0 z",
        False,
    )


def test_minimal_graphs_give_the_highest_f():
    # b and K meet at K and, by A, at the artificial root, after 2.5 either way: 2/3 against 2/5.
    assert graphs("A>b:0.5, K>b:2.5", "b", "K") == ("K b", "K", True)


def test_inclusion_minimal_is_not_fewest():
    # y1 and y2 climb to a together by m, or each alone by a class that the predicted
    # q1 and q2 pass: more classes, none of them redundant, and a higher F.
    hierarchy = "a>y0, a>q0, a>m, a>p1, a>p2, m>y1:3, m>y2:3, p1>y1:3, p2>y2:3, p1>q1:3, p2>q2:3"
    case = edges(hierarchy), ["y0", "y1", "y2"], ["q0", "q1", "q2"]
    assert brute.f_lca(*case) == Fraction(1, 2)
    assert graphs(hierarchy, "y0 y1 y2", "q0 q1 q2") == (
        "a p1 p2 y0 y1 y2",
        "a p1 p2 q0 q1 q2",
        True,
    )


def test_constraint_iv_wants_an_own_lca():
    # z is nearest to K; that C is nearest to z makes C linked to z, not its own.
    hierarchy = "C>z:1, C>m:1, K>m:0.3, m>z:0.2, K>x:1"
    assert graphs(hierarchy, "x z", "C K") == ("C K m x z", "C K", True)


def test_constraint_iv_wants_a_chosen_lca():
    # x meets a at a or at the root; only the root is chosen, since a needs it.
    hierarchy = "K>c:0.3, a>x:2.5, B>x:0.5"
    assert graphs(hierarchy, "x c", "c a") == ("0 B c x", "0 a c", True)


def test_constraint_v_wants_a_linked_class():
    # The root joins L and y; x is below the root too, by L, but not linked to it.
    hierarchy = "L>x:2.5, K>y:0.1"
    assert graphs(hierarchy, "x y", "L y") == ("0 K L x y", "0 L y", True)


def test_constraint_v_accepts_any_linked_class():
    # The root is an own LCA of x, but b, which a is nearest to, reaches it too.
    hierarchy = "S>m:0.5, P>m:2.5, S>b:0.2, Q>a:1, m>x:2.5, P>b:0.1"
    assert graphs(hierarchy, "x b", "a P") == ("0 P b m x", "0 P Q a", True)


# Long distance (K15 §3.6)


def cut(text, true, predicted, k, **settings):
    new_edges, classes, *marked = brute.long_distance(edges(text), true.split(), predicted.split(), k, **settings)
    assert marked == [sorted(true.split()), sorted(predicted.split())]
    return set(new_edges), tuple(classes)


def test_figure_18a_becomes_18b():
    new_edges, classes, *marked = brute.long_distance(*case_of("18a"), 4)
    assert set(new_edges) == set(case_of("18b")[0])
    assert len(new_edges) == 5
    assert classes == ()
    assert marked == [["Beat Music"], ["Comedy", "Drama"]]


def test_nothing_happens_within_k():
    hierarchy, true, predicted = case_of("18b")
    assert brute.long_distance(hierarchy, true, predicted, 4) == (hierarchy, (), sorted(true), sorted(predicted))
    hierarchy, true, predicted = case_of("18a")
    unchanged = hierarchy, ("alone",), sorted(true), sorted(predicted)
    found = brute.long_distance(hierarchy, true, predicted, 8, classes=["alone"])
    assert found == unchanged


def test_one_far_class_on_either_side_is_enough():
    chain = "R>A, A>B, B>C, C>D"
    expected = set(edges("0>A, 0>D"))
    assert cut(chain, "A", "A D", 2)[0] == expected
    assert cut(chain, "A D", "A", 2)[0] == expected


def test_the_near_class_of_a_far_case_is_cut_too():
    tree = "R>A, A>x, A>y, R>B, B>C, C>z"
    assert cut(tree, "x", "y z", 4)[0] == set(edges("0>A, A>x, A>y, 0>C, C>z"))


def test_the_root_stands_above_a_class_at_the_limit_even_below_a_kept_one():
    # A is one step above x; B, kept for w, is the parent of A.
    tree = "R>B, B>A, A>x, B>w, R>C, C>D, D>E, E>z"
    expected = "B>A, A>x, B>w, 0>A, 0>B, E>z, 0>E"
    assert cut(tree, "x w", "z", 4)[0] == set(edges(expected))


def test_the_root_stands_above_a_kept_root():
    tree = "R>A, A>B, B>C, C>D, D>E, E>F, F>G"
    expected = "0>R, E>F, F>G, 0>E"
    assert cut(tree, "R", "G", 6)[0] == set(edges(expected))


def test_the_shortest_of_several_climbs_counts():
    dag = "R>A, A>B, B>v, A>v, R>S, S>T, T>U, U>w"
    expected = "A>v, B>v, A>B, 0>A, 0>B, U>w, 0>U"
    assert cut(dag, "v", "w", 4)[0] == set(edges(expected))


def test_unmarked_classes_disappear():
    tree = "R>A, A>x, R>B, B>y, R>C"
    assert cut(tree, "x", "y", 2, classes=["alone"]) == (set(edges("0>x, 0>y")), ())


def test_the_new_root_takes_a_name_that_was_free_before():
    assert cut("0>A, A>x, 0>B, B>y", "x", "y", 2)[0] == {("0'", "x"), ("0'", "y")}


def test_weights_stay_and_climbs_are_counted_in_edges():
    tree = "R>A:0.5, A>x:9, R>B:0.5, B>y:9"
    expected = "A>x:9, B>y:9, 0>A, 0>B"
    assert cut(tree, "x", "y", 4)[0] == set(edges(expected))
    light = "R>A:0.1, A>x:0.1, R>B:0.1, B>y:0.1"
    assert cut(light, "x", "y", 2)[0] == set(edges(light))


def test_long_distance_with_several_roots():
    assert cut("A>x, B>y", "x", "y", 2)[0] == set(edges("0>x, 0>y"))
    assert cut("A>x, B>y", "x", "y", 4)[0] == set(edges("A>x, B>y"))


def test_long_distance_with_one_side_empty_does_nothing():
    tree = "R>A, A>x"
    assert cut(tree, "x", "", 2)[0] == set(edges(tree))
    assert cut(tree, "", "x", 2)[0] == set(edges(tree))


@pytest.mark.parametrize("k", [-2, 0, 1, 3])
def test_k_is_even_and_at_least_2(k):
    with pytest.raises(ValueError):  # noqa: PT011
        brute.long_distance(edges("R>A, R>B"), ["A"], ["B"], k)


# Random cases: what must hold between the functions


def _random_cases(count, **settings):
    for seed in range(count):
        yield random_case(random.Random(seed), **settings)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_named_measures_are_flows(weighted):
    for case in _random_cases(60, max_classes=6, weighted=weighted):
        _, true, predicted = case
        n, m = len(true), len(predicted)
        assert brute.gie(*case) == brute.flow(*case, 1, 1, 1, 1, 5, 5)
        bounds = (1, 1, 1, 1, 2, 3)
        shown = brute.pairing("gie", *case, 2, 3)
        assert shown == brute.flow_pairing(*case, *bounds)
        assert brute.mgia_exact(*case)[1] == brute.flow(*case, 1, n, 1, m, 5, 5)
        shown = brute.pairing("mgia", *case, 2, 3)
        assert shown == brute.flow_pairing(*case, 1, n, 1, m, 2, 3)
        everyone = brute.flow(*case, "N", "N", "M", "M", None, None)
        assert brute.all_pairs(*case) == everyone
        if n == m == 1:
            assert brute.tie(*case) == brute.flow(*case, 1, 1, 1, 1, None, None)


@pytest.mark.parametrize("weighted", [False, True])
def test_random_cases_keep_the_bounds(weighted):
    for case in _random_cases(60, weighted=weighted):
        hierarchy, true, predicted = case
        value, f_error = brute.mgia_exact(*case)
        assert 0 <= value <= 1
        assert f_error <= brute.mgia_nearest(*case)[1]
        assert f_error <= brute.gie(*case) <= 5 * (len(true) + len(predicted))
        extended = brute.lca_graphs(*case, "extended")
        minimal = brute.lca_graphs(*case, "minimal")
        assert minimal[0] <= extended[0]
        assert minimal[1] <= extended[1]
        assert 0 < brute.f_lca(*case) <= 1
        assert brute.f_lca(hierarchy, true, true) == 1


@pytest.mark.parametrize("weighted", [False, True])
def test_random_cases_are_symmetric(weighted):
    for hierarchy, true, predicted in _random_cases(60, weighted=weighted):
        case, mirror = (hierarchy, true, predicted), (hierarchy, predicted, true)
        assert brute.gie(*case) == brute.gie(*mirror)
        assert brute.mgia_exact(*case) == brute.mgia_exact(*mirror)
        assert brute.f_lca(*case) == brute.f_lca(*mirror)
        one, other = brute.set_based(*case), brute.set_based(*mirror)
        assert (one["P"], one["R"], one["SDL"]) == (other["R"], other["P"], one["SDL"])


def test_random_cases_cover_what_they_should():
    seen = Counter()
    for hierarchy, true, predicted in _random_cases(300):
        parents = {e[0] for e in hierarchy}
        children = [e[1] for e in hierarchy]
        names = parents | set(children)
        assert len(set(hierarchy)) == len(hierarchy)
        assert len(names) <= 8
        assert 1 <= len(set(true)) == len(true) <= 3
        assert set(true) <= names
        assert 1 <= len(set(predicted)) == len(predicted) <= 3
        assert set(predicted) <= names
        marked = set(true) | set(predicted)
        facts = {
            "several roots": len(parents - set(children)) > 1,
            "one root": len(parents - set(children)) == 1,
            "several parents": len(set(children)) < len(children),
            "inner class marked": bool(marked & parents),
            "overlap": bool(set(true) & set(predicted)),
            "name of the root taken": "0" in names,
        }
        seen.update(fact for fact, holds in facts.items() if holds)
    assert all(seen[fact] >= 60 for fact in facts), seen


def test_random_trees_and_weights():
    for hierarchy, _, _ in _random_cases(50, dag=False):
        children = [e[1] for e in hierarchy]
        assert len(set(children)) == len(children)
    weighted = [e for case in _random_cases(50, weighted=True) for e in case[0]]
    assert {len(e) for e in weighted} == {2, 3}
    assert random_case(random.Random(7)) == random_case(random.Random(7))
