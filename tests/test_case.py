"""What a problem is: marks on a hierarchy; and the long-distance step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, CaseError, Draft, Hierarchy, evaluate, load_case, long_distance
from hierview.measures import evaluate as evaluate_case
from tests.each import each
from tests.samples import cases

EDGES = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop")]
H = Hierarchy.from_edges(EDGES)


def test_what_is_no_case_is_a_sentence():
    with pytest.raises(CaseError, match="'15' is no case; a Case is accepted"):
        evaluate_case("15", "GIE")


def test_a_case_is_made_of_a_hierarchy_too():
    edges = [("Music", "Pop"), ("Music", "Rock")]
    assert Case.of(Hierarchy.from_edges(edges), ["Pop"], ["Rock"]) == Case.of(edges, ["Pop"], ["Rock"])


def test_a_case_is_a_value():
    one, two = Case.of(EDGES, ["Pop"], ["Arts"]), Case.of(EDGES, {"Pop"}, ("Arts",))
    assert one == two
    assert hash(one) == hash(two)
    assert one != Case.of(EDGES, ["Arts"], ["Pop"])


def test_a_draft_may_be_unfinished_and_a_case_may_not():
    assert Draft(Hierarchy.from_edges([])).true == frozenset()
    draft = Draft(H, frozenset({"Pop"}), name="kept")
    assert draft.case() == Case(H, frozenset({"Pop"}), name="kept")
    with pytest.raises(CaseError, match="no class is marked; mark at least one true or predicted class"):
        Draft(H).case()
    with pytest.raises(CaseError, match="no class is marked"):
        Case.of(EDGES, [], [])


@pytest.mark.parametrize("side", ["true", "predicted", "artificial"])
def test_a_mark_must_be_in_the_hierarchy(side: str):
    with pytest.raises(CaseError, match=f"{side} class 'Popp' is not in the hierarchy; did you mean 'Pop'\\?"):
        Draft(H, **{side: frozenset({"Popp"})})


def test_the_neighbourhood_holds_all_that_upward_measures_need():
    wide = [*EDGES, *(("Theater", f"play {i}") for i in range(50))]
    case = Case.of(wide, ["Pop"], ["play 7"], positions=(("Pop", 1.0, 2.0), ("play 8", 0.0, 0.0)))
    near = case.neighbourhood(10)
    assert set(near.hierarchy.classes) == {"Arts", "Music", "Theater", "Pop", "play 7"}
    assert near.positions == (("Pop", 1.0, 2.0),)
    for measure in ("GIE", "MGIA", "hF", "LCaF"):
        assert evaluate(near, measure) == evaluate(case, measure)
    assert case.neighbourhood(100) is case


# Long distance (specification §4; K15 §3.6)


def test_18a_becomes_18b():
    far, near = load_case("18a"), load_case("18b")
    cut = long_distance(far, 4)
    assert set(cut.hierarchy.edges) == set(near.hierarchy.edges)
    assert (cut.true, cut.predicted, cut.artificial) == (near.true, near.predicted, frozenset({"0"}))
    assert not cut.published
    assert not cut.positions
    for text, published in near.published:
        measure, _, _part = text.partition(".")
        ours, theirs = evaluate(cut, measure), evaluate(near, measure)
        assert ours.value == theirs.value, published
        assert ours.parts == theirs.parts, published


def test_nothing_changes_where_everyone_is_near_or_alone():
    case = load_case("11a")
    assert long_distance(case, 2) is case
    assert long_distance(case, 100) is case
    alone = Case.of([(f"c{i}", f"c{i + 1}") for i in range(9)], ["c9"], [])
    assert long_distance(alone, 2) is alone


def test_the_artificial_root_takes_a_free_name_and_weighs_1():
    chain = [("0", "0'", "0.5"), *((f"c{i}", f"c{i + 1}", "0.5") for i in range(9)), ("0'", "c0", "0.5"), ("0", "d")]
    cut = long_distance(Case.of(chain, ["c9"], ["d"]), 4)
    assert cut.hierarchy.roots == ("0''",)
    assert cut.artificial == {"0''"}
    assert dict(cut.hierarchy.weights) == {("0''", "c8"): 1, ("c8", "c9"): 0.5, ("0''", "0"): 1, ("0", "d"): 1}


@each("k", [0, 1, 3, -2, 2.0, "4", True, None])
def test_k_is_even_and_at_least_2(k):
    with pytest.raises(CaseError, match="the long-distance limit k must be an even number from 2 on, not "):
        long_distance(load_case("18a"), k)


@given(cases(), st.sampled_from([2, 4, 6]))
def test_after_the_step_nobody_is_far_from_anybody(case: Case, k: int):
    cut = long_distance(case, k)
    assert (cut.true, cut.predicted) == (case.true, case.predicted)
    if cut is case:
        return
    (root,) = cut.artificial - case.artificial
    assert cut.hierarchy.roots == (root,)
    assert root not in case.hierarchy
    for c in cut.marked:
        assert cut.hierarchy.depth(c) <= k // 2
    old = set(case.hierarchy.edges)
    assert all(edge in old or edge[0] == root for edge in cut.hierarchy.edges)


def test_a_case_and_a_result_show_themselves_in_a_line():
    case = load_case("17a")
    assert repr(case) == (
        "<Case 'One level too specific': Arts>Music, Music>Pop, Music>Rock; true Music; predicted Pop>"
    )
    assert repr(case.unfinished()).startswith("<Draft 'One level too specific': ")
    many = Case.of([("root", f"c{i}") for i in range(40)], [f"c{i}" for i in range(30)], ["root"])
    assert repr(many) == "<Case: 40 edges; true 30 classes; predicted root>"
    assert repr(Case.of([], ["A"], [], ["A"])) == "<Case: A; true A; predicted none>"
    assert repr(evaluate(case, "TIE")) == "<Result TIE = 1.0 (f_error 1, symmetric_difference 2)>"
    assert repr(evaluate(load_case("12a"), "TIE")) == "<Result TIE undefined>"
    assert repr(evaluate(load_case("12a"), "GIE(max_distance=None)")).startswith("<Result GIE(max_distance=None) = ")
