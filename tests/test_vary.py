"""Landscape, sensitivity, long distance: every number is what evaluating the varied case gives, one by one."""

import json
from dataclasses import replace
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import Case, HierviewError, Measure, MeasureError, evaluate, load_case, long_distance, write_case
from hierview import parse_measure as parse
from hierview.explain import number, plain
from hierview.measures.vary import (
    HOWS,
    Landscape,
    cut_sentences,
    landscape,
    landscape_picture,
    quantities,
    sensitivity,
    sensitivity_picture,
    short_number_text,
    with_chain_above,
    with_class_predicted,
)
from hierview.model.extra import Extra
from tests.each import each
from tests.effort import in_turn, times
from tests.samples import cases, drafts, listed_measures, random_measures, samples, shared_out

pytestmark = pytest.mark.slow

every_measure = each("measure", listed_measures())

EDGES = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")]
SMALL = Case.of(EDGES, ["Pop"], ["Rock", "Theater"])


# Landscape


def by_hand(case: Case, c: str, how: str, replaced: str) -> Case:
    """The case with class c predicted, written out."""
    predicted = {c}
    if how != "only":
        predicted |= {p for p in case.predicted if not (how == "replacing" and p == replaced)}
    return Case(case.hierarchy, case.true, frozenset(predicted), extra=case.extra)


@every_measure
@pytest.mark.whole
def test_a_landscape_is_every_class_evaluated(measure: Measure):
    for case in shared_out(measure).values():
        alone: dict[frozenset[str], float | None] = {}  # many a class makes the same prediction in two ways
        replacing = [("replacing", p) for p in sorted(case.predicted)[: times(1, 2)]]
        for how, replaced in [("only", ""), ("added", ""), *replacing]:
            found = landscape(case, measure, how, replaced)
            assert list(found.values) == list(case.hierarchy.classes)
            for c, value in found.values.items():
                varied = by_hand(case, c, how, replaced)
                if varied.predicted not in alone:
                    alone[varied.predicted] = measure.evaluate(varied).value
                assert value == alone[varied.predicted], (c, how)
            assert len(landscape_picture(found).looks) == len(case.hierarchy)
            expect_scale(found)


def expect_scale(found: Landscape) -> None:
    """The scale holds every value."""
    least, most = found.bounds
    for c, value in found.values.items():
        if value is not None:
            assert (-inf if least is None else least) <= value <= (inf if most is None else most)
        bad = found.badness(c)
        assert bad is None or 0 <= bad <= 1
        assert (bad is None) == (value is None or least is None or most is None or least == most)


def test_badness_goes_the_way_of_the_measure():
    values = {"MGIA": (0.0, 1.0), "GIE": (1.0, 0.0)}
    for text, (of_least, of_most) in values.items():
        found = landscape(load_case("18a"), parse(text))
        least, most = found.bounds
        assert found.bounds == {"MGIA": (0, 1), "GIE": (0, 10)}[text]
        ends = replace(found, values={"a": least, "b": most})
        assert (ends.badness("a"), ends.badness("b")) == (1 - of_least, 1 - of_most)


def test_adopting_gives_the_case_whose_value_was_shown():
    assert with_class_predicted(SMALL, "Rock").predicted == {"Rock"}
    assert with_class_predicted(SMALL, "Pop", "added").predicted == {"Pop", "Rock", "Theater"}
    assert with_class_predicted(SMALL, "Pop", "replacing", "Rock").predicted == {"Pop", "Theater"}
    assert with_class_predicted(SMALL, "Theater", "replacing", "Rock").predicted == {"Theater"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("Pop", "instead"), "a class is predicted 'instead'; only, added or replacing is accepted"),
        (("Pop", "replacing", "Pop"), "class 'Pop' is not predicted"),
        (("Pop", "replacing", "Rok"), "class 'Rok' is not predicted; did you mean 'Rock'?"),
        (("Popp",), "class 'Popp' is not in the hierarchy; did you mean 'Pop'?"),
    ],
)
def test_what_cannot_be_adopted(args: tuple[str, ...], said: str):
    with pytest.raises(HierviewError) as error:
        with_class_predicted(SMALL, *args)
    assert str(error.value) == said
    with pytest.raises(HierviewError):
        landscape(SMALL, parse("hF"), *args[1:], classes=[args[0]])


@given(random_measures(), cases(), st.sampled_from(HOWS))
def test_any_measure_has_a_landscape(measure: Measure, case: Case, how: str):
    if how == "replacing" and not case.predicted:
        return
    found = landscape(case, measure, how, min(case.predicted, default=""))
    picture = landscape_picture(found)
    for c, value in found.values.items():
        assert picture.looks[c].value == short_number_text(value)
        assert picture.looks[c].tint == found.badness(c)
        assert (
            len(short_number_text(value)) <= 5 or (value is not None and abs(value) >= 1000) or abs(value or 0) < 0.01
        )


# Sensitivity


def at(case: Case, measure: Measure, name: str, x: Fraction) -> float | None:
    """One value of a curve, by other means than the curve's."""
    if name == "k" and "k" not in {*measure.params()}.intersection(measure.offered(case)):
        return evaluate(long_distance(case, int(x)), str(measure)).value
    if name == "above":
        edges = [(*edge, w) for edge, w in case.hierarchy.weights.items()]
        tops = list(case.hierarchy.roots)
        for i in range(int(x)):
            edges += [(f"new {i}", top) for top in tops]
            tops = [f"new {i}"]
        return measure.evaluate(Case.of(edges, case.true, case.predicted)).value
    texts = {n: getattr(measure, n) for n in measure.params()} | {name: x}
    return type(measure)(**texts).evaluate(case).value


@every_measure
def test_a_curve_is_every_value_computed_by_itself(measure: Measure):
    names = ("12a", "15", "18a", "8b", "hemkit-3")
    for name in in_turn(names, listed_measures().index(measure)):
        case = load_case(name)
        for quantity in quantities(case, measure):
            found = sensitivity(case, measure, quantity.name)
            xs = [x for x, _ in found.points]
            assert xs == sorted(set(xs))
            assert len(xs) > 2
            for x, y in found.points:
                assert y == at(case, measure, quantity.name, x), (name, quantity.name, x)


@every_measure
def test_the_present_value_lies_on_the_curve(measure: Measure):
    for case in shared_out(measure).values():
        value = measure.evaluate(case).value
        for quantity in quantities(case, measure):
            found = sensitivity(case, measure, quantity.name)
            if found.present is None:
                assert getattr(measure, quantity.name) == "predicted"  # no number of ranks
            else:
                assert value == (found.empty if found.present == "empty" else dict(found.points)[found.present])
            assert sensitivity_picture(found).series[0].points == found.points


def test_what_a_measure_can_be_plotted_against():
    def names(name: str, text: str) -> list[str]:
        return [q.name for q in quantities(load_case(name), parse(text))]

    assert names("15", "TIE") == ["k", "above"]
    assert names("8b", "TIE") == ["above"]  # nobody is farther than 2 from the nearest: no limit cuts anything
    assert names("15", "MGIA") == ["default_cost", "max_distance", "k", "above"]
    assert names("15", "hF") == ["beta", "k", "above"]
    bounds = ["alpha_p", "beta_p", "alpha_t", "beta_t"]
    assert names("15", "Flow") == [*bounds, "default_cost", "max_distance", "k", "above"]
    empty = replace(SMALL, predicted=frozenset())
    assert [q.name for q in quantities(empty, parse("hF"))] == ["beta", "above"]


def test_ranges_are_chosen_from_the_case():
    case = load_case("18a")  # all are 6 apart
    (*_, last) = sensitivity(case, parse("MGIA"), "max_distance").points
    assert last[0] == 7
    assert [int(x) for x, _ in sensitivity(case, parse("MGIA"), "k").points] == [2, 4, 6, 8]
    assert [int(x) for x, _ in sensitivity(case, parse("MGIA"), "above").points] == list(range(9))
    costs = [x for x, _ in sensitivity(case, parse("MGIA"), "default_cost").points]
    assert costs[0] == Fraction(1, 2)
    assert costs[-1] == 10
    assert Fraction(5) in costs
    assert [x for x, _ in sensitivity(case, parse("MGIA(default_cost=40)"), "default_cost").points][-1] == 80
    assert [int(x) for x, _ in sensitivity(case, parse("Flow"), "beta_p").points] == [0, 1, 2, 3]
    odd = sensitivity(case, parse("hF(beta=0.37)"), "beta")
    assert odd.present == Fraction(37, 100)
    assert odd.present in dict(odd.points)


def test_distances_at_which_a_pair_becomes_allowed_are_on_the_curve():
    case = Case.of([("R", "A", "1/3"), ("R", "B", "0.7")], ["A"], ["B"])
    found = sensitivity(case, parse("GIE"), "max_distance")
    apart = Fraction(1, 3) + Fraction(7, 10)
    assert dict(found.points)[apart] == float(apart)
    assert found.drawn == "steps"
    assert all(y == 10 for x, y in found.points if x < apart)


def test_undefined_values_are_gaps():
    found = sensitivity(load_case("15"), parse("Flow"), "alpha_p")
    assert [y for _, y in found.points] == [2, 7, None, None]
    assert found.present == 1
    assert [y for _, y in sensitivity(load_case("15"), parse("TIE"), "above").points] == [None] * 9


@pytest.mark.parametrize(
    ("text", "name", "values", "said"),
    [
        ("hF", "betta", None, "hF cannot be plotted against 'betta'; did you mean 'beta'?; beta, k, above can"),
        ("hF", "root", None, "hF cannot be plotted against 'root'; beta, k, above can be chosen"),
        ("hF", "beta", [-1], "hF: beta=-1 is not accepted; a number from 0 on is"),
        ("hF", "k", [3], "the long-distance limit k must be an even number from 2 on, not '3'"),
        ("hF", "k", [2.5], "the long-distance limit k must be an even number from 2 on, not '5/2'"),
        ("hF", "above", [-1], "'-1' classes above the root are not accepted; a whole number from 0 to 1000 is"),
        ("hF", "above", [0.5], "'1/2' classes above the root are not accepted; a whole number from 0 to 1000 is"),
    ],
)
def test_what_cannot_be_plotted(text: str, name: str, values, said: str):
    with pytest.raises(HierviewError) as error:
        sensitivity(load_case("15"), parse(text), name, values)
    assert str(error.value).startswith(said)


def test_a_point_that_was_picked_is_the_measure():
    found = sensitivity(load_case("15"), parse("MGIA(max_distance=None)"), "default_cost")
    assert str(found.measure_at("2")) == "MGIA(default_cost=2, max_distance=None)"
    assert found.measure_at("5") == found.measure
    assert found.measure_at("1/3").default_cost == Fraction(1, 3)
    distance = sensitivity(load_case("15"), parse("MGIA"), "max_distance")
    assert distance.measure_at("None") == parse("MGIA(max_distance=None)")
    for text in ("None", "0", "1e999999999", "x", "1/0"):
        with pytest.raises(MeasureError):
            found.measure_at(text)
    with pytest.raises(MeasureError, match="k is not a parameter of hF"):
        sensitivity(load_case("15"), parse("hF"), "k").measure_at("4")


def test_a_curve_in_words():
    def told(name: str, text: str, quantity: str) -> str:
        return plain(sensitivity(load_case(name), parse(text), quantity).sentence())

    assert told("15", "hF", "above") == "hF is 0.5 now (at 0). It moves from 0.5 (at 0) to 0.83 (at 8)."
    assert told("15", "GIE", "above") == "GIE is 7 now (at 0). It stays 7 throughout."
    assert told("15", "TIE", "above") == "TIE is undefined now (at 0). It is undefined throughout."
    gaps = "Flow is 7 now (at 1). It moves from 2 (at 0) to 7 (at 1) where it is defined."
    assert told("15", "Flow", "alpha_p") == gaps
    assert told("18a", "MGIA", "k") == "MGIA is 0 now (not cut). It moves from 0 (at 6) to 0.73 (at 2)."


@given(random_measures(), cases(), st.data())
def test_any_measure_can_be_plotted(measure: Measure, case: Case, data):
    quantity = data.draw(st.sampled_from(quantities(case, measure)))
    found = sensitivity(case, measure, quantity.name)
    assert 1 < len(found.points) < 80
    for x, y in data.draw(st.lists(st.sampled_from(found.points), max_size=2)):
        if quantity.name in measure.params():
            assert found.measure_at(str(x)).evaluate(case).value == y
    assert plain(found.sentence())
    assert sensitivity_picture(found).y


# Classes above the root


def test_a_chain_above_the_root():
    case = load_case("15")
    long = with_chain_above(case, 3)
    h = long.hierarchy
    assert h.roots == ("above 3",)
    assert h.ancestors("Arts") == {"above 1", "above 2", "above 3"}
    assert len(h) == len(case.hierarchy) + 3
    assert with_chain_above(case, 0) is case
    assert h.restricted(case.hierarchy.classes) == case.hierarchy
    assert not long.published


# Long distance


def test_18a_cut_at_4_is_18b_for_every_measure():
    far, near = load_case("18a"), load_case("18b")
    cut = long_distance(far, 4)
    assert set(cut.hierarchy.edges) == set(near.hierarchy.edges)
    assert set(cut.hierarchy.classes) == set(near.hierarchy.classes)
    assert (cut.true, cut.predicted, cut.artificial) == (near.true, near.predicted, near.artificial)
    for measure in listed_measures():
        if "k" in {*measure.params()}.intersection(measure.offered(far)):
            continue  # its own, how many ranks count
        found = sensitivity(far, measure, "k")
        assert dict(found.points)[Fraction(4)] == measure.evaluate(near).value
        assert found.empty == measure.evaluate(far).value


def lines(case: Case, k: int) -> list[str]:
    return [plain(words) for words in cut_sentences(case, long_distance(case, k), k)]


def test_what_a_cut_changed_in_words():
    assert lines(load_case("18a"), 4) == [
        "Comedy and Beat Music come nearer: 6 before, 4 now.",
        "Drama and Beat Music come nearer: 6 before, 4 now.",
        "Media, Root and Stage are no longer there.",
        "A new root, 0, stands above Pop and Theater.",
        "With all ancestors the predicted side has 4 instead of 6 classes.",
    ]
    assert lines(load_case("18a"), 6) == [
        "No marked class is farther than 6 from the nearest one of the other side, so nothing is cut."
    ]
    assert lines(replace(SMALL, true=frozenset()), 2) == ["One side is empty, so there is no distance to cut."]
    assert lines(Case.of([("R", "A", 3), ("R", "B", 3)], ["A"], ["B"]), 2)[1:] == [
        "R is no longer there.",
        "A new root, 0, stands above A and B.",
    ]


def test_a_distance_within_k_that_rises_is_told():
    """A is 3 above B: with two classes kept of each climb, the class between is lost."""
    edges = [("R", "A"), ("A", "x"), ("x", "y"), ("y", "B"), ("R", "S"), ("S", "T"), ("T", "U")]
    case = Case.of(edges, ["A", "U"], ["B"])
    assert lines(case, 4) == [
        "B and U come nearer: 7 before, 4 now.",
        "B and A move apart, as near classes are cut, too: 3 before, 4 now.",
        "S and x are no longer there.",
        "A new root, 0, stands above R, T and y.",
        "With all ancestors the predicted side has 3 instead of 5 classes.",
    ]


def test_the_words_hold_in_random_cases():
    seen = 0
    for sample in samples(80, seed=9):
        for k in (2, 4):
            after = long_distance(sample.case, k)
            told = lines(sample.case, k)
            assert all(line[0].isprintable() and line.endswith(".") for line in told)
            seen += after is not sample.case
    assert seen > 10


# Numbers


@each(
    "value, text",
    [
        (None, "–"),
        (0.0, "0"),
        (2 / 3, "0.67"),
        (-0.5, "-0.5"),
        (12.345, "12.35"),
        (123.456, "123.5"),
        (99999.9, "100000"),
        (-12.345, "-12.3"),
        (1e-9, "1e-09"),
        (1.0, "1"),
    ],
)
def test_short_numbers(value: float | None, text: str):
    assert short_number_text(value) == text
    assert value is None or abs(float(text) - value) <= abs(value) * 0.06 + 0.005 or number(value) == text


# What a case carries, while its hierarchy varies

TALL = [("r", "a"), ("r", "b"), ("a", "c"), ("c", "d"), ("d", "t"), ("b", "e"), ("e", "p"), ("b", "t")]
CARRYING = {
    "hierview": 1,
    "edges": TALL,
    "true": ["t"],
    "predicted": ["p"],
    "similarity": [["t", "p", 0.9], ["t", "r", 0.1], ["p", "r", 0.1]],
    "paths": {"t": [["r", "a", "c", "d", "t"]]},
    "probabilities": [["r", "a", 0.5], ["r", "b", 0.5], ["b", "e", 1]],
    "scores": {"t": 2, "a": 1},
    "neighbours": [["t"], ["a"], ["a", "p"]],
}


def test_given_similarities_last_over_the_long_distance_step():
    case = load_case(CARRYING)
    after = long_distance(case, 2)
    assert after is not case
    assert {"r", "a"}.isdisjoint(after.hierarchy.classes)
    assert after.extra.similarity == ((("p", "t"), Fraction(9, 10)),)
    assert "The similarities are those that came with the case." in evaluate(after, "CSF").notes
    # Two classes are left, and still as alike on average as all three were.
    assert evaluate(after, "CSF").value == pytest.approx(evaluate(case, "CSF").value, abs=1e-12)
    assert after.extra.average
    found = sensitivity(case, parse("CSF"), "k", [2, 4, 6, 8])
    assert all(y == pytest.approx(evaluate(case, "CSF").value, abs=1e-12) for _, y in found.points)
    assert long_distance(long_distance(case, 4), 2).extra.average == after.extra.average
    assert load_case(json.loads(write_case(after))) == after


@given(drafts(), st.integers(2, 4))
def test_what_is_carried_fits_every_variant(draft, k: int):
    if draft.marked:
        case = draft.case()
        for variant in (long_distance(case, 2 * k), with_chain_above(case, k), case.neighbourhood(2)):
            content = {key: json.loads(text) for key, text in variant.extra.texts()}
            assert Extra.of(variant.hierarchy, **content) == variant.extra
