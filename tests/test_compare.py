"""Compare without a page: the stored pairs, verdicts, settings, what is said of a prediction, and the drawing."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from hierview import Case, MeasureError, load_case, parse_measure
from hierview.answers.answers import FIRST, FOLDED, HEADLINE
from hierview.answers.compare import (
    answer_differences,
    compared_measures,
    parameter_changes,
    prediction_words,
    with_settings,
)
from hierview.draw.scenes.hierarchy import DrawingRoom, hierarchy_scene
from hierview.explain import HierarchyPicture, Name, plain
from hierview.formats import PresetPair, preset_pair, preset_pairs
from hierview.markup.answer_table import AnswerRow
from hierview.markup.pages import compare as draw
from hierview.ui.compare.pairs import short_table_pairs
from hierview.ui.compare.state import CompareState, SettingsOfB, address_parameters, state_of
from tests.app_test import PageAlone, words
from tests.draw.test_scene import within
from tests.each import each
from tests.samples import PRESETS, listed_measures


def measures(*texts: str):
    return tuple(parse_measure(text) for text in texts)


def rows(a: str, b: str, worse=None, texts=HEADLINE):
    found = measures(*texts)
    return answer_differences(load_case(a), load_case(b), found, found, worse)


# The stored pairs


def test_the_first_pair_is_the_one_that_the_page_opens_with():
    first = preset_pairs()[0]
    assert (first.a, first.b, first.worse) == ("13a", "13b", "b")


@each("pair", preset_pairs())
def test_a_stored_pair_names_presets_a_direction_and_a_reason(pair: PresetPair):
    assert {pair.a, pair.b} <= set(PRESETS)
    assert [{pair.a, pair.b} == {other.a, other.b} for other in preset_pairs()].count(True) == 1
    assert all(parse_measure(text) for text in pair.measures)
    assert pair.worse in ("a", "b", "neither")
    assert re.search(r"\(Kosmopoulos et al\. 2015, §\d[\d.]+( and §[\d.]+)?\)\.$", pair.because)
    # The two may be shown in either order, so the reason calls them by name.
    assert not re.search(r"\b[AB]\b", pair.because)
    assert pair.a in pair.because or pair.b in pair.because
    assert pair.because.count(". ") <= 2


@each("pair", preset_pairs())
def test_the_paper_s_own_measures_go_the_stored_way(pair: PresetPair):
    """K15 proposes MGIA and LCaF because they behave as they should on its cases; that LCaF, as every set-based one,
    does not see how 19c differs from 19b is what K15 says of them."""
    if (pair.a, pair.b) == ("19b", "19c"):
        found = rows(pair.a, pair.b, pair.worse, ("GIE", "MGIA", "hF", "SDL", "LCaF"))
        assert [r.verdict for r in found] == ["yes", "yes", "no", "no", "no"]
        return
    assert [r.verdict for r in rows(pair.a, pair.b, pair.worse, ("MGIA", "LCaF"))] == ["yes", "yes"]
    assert [r.verdict for r in rows(pair.b, pair.a, preset_pair(pair.b, pair.a).worse, ("MGIA", "LCaF"))] == ["yes"] * 2


def test_a_pair_is_found_in_either_order():
    there = preset_pair("13a", "13b")
    assert preset_pair("13b", "13a") == PresetPair("13b", "13a", "a", there.because, there.measures)
    assert preset_pair("17b", "17a").worse == "neither"
    assert preset_pair("13a", "15") is None
    assert preset_pair("13a", "13a") is None


@pytest.mark.parametrize("pair", [p for p in preset_pairs() if p.measures], ids=lambda p: f"{p.a}-{p.b}")
def test_a_pair_names_measures_that_tell_its_point(pair: PresetPair):
    """Compare shows them beside the headline ones, each once."""
    state = CompareState(pair.a, pair.b, load_case(pair.a), load_case(pair.b))
    (_, headline), *others = short_table_pairs(state)
    assert {heading for heading, _ in others} <= {"What else this pair shows"}
    further = [row for _, group in others for row in group]
    shown = [pair for row in headline for pair in (row, *row.folded)]
    keys = [row.a.key for row in (*shown, *further)]
    assert len(set(keys)) == len(keys)
    assert set(pair.measures) <= set(keys)
    assert [row.a.key for row in shown] == [str(m) for m in compared_measures(state.case_a, state.case_b)]
    for row in further:
        assert row.a.value != row.b.value or (pair.a, pair.b) == ("19b", "19c"), row.a.key


def test_what_17_and_19_are_about_is_shown():
    swapped = {str(r.a.measure): (r.a.result.value, r.b.result.value) for r in rows("17a", "17b", None, ("hP", "hR"))}
    assert swapped["hP"] == swapped["hR"][::-1]
    assert {"hP", "hR"} <= set(preset_pair("17a", "17b").measures)
    gie, sdl = rows("19a", "19b", "b", ("GIE", "SDL"))
    assert (gie.a.result.value, gie.b.result.value, sdl.a.result.value, sdl.b.result.value) == (7, 10, 5, 6)
    assert "SDL" in preset_pair("19a", "19b").measures

    def beside(a: str, b: str) -> set[tuple[str, str]]:
        return {(p.a, p.b) for p in CompareState(a, b, load_case(a), load_case(b)).other_pairs}

    assert ("17b", "17c") in beside("17a", "17b")
    assert ("19b", "19c") in beside("19a", "19b")
    assert beside("19b", "19c") == {("19a", "19b")}
    assert beside("2a", "2b") == set()


# Settings


def test_a_convention_goes_with_other_settings():
    """HEMKit pairs nothing that is as far as the default cost, whatever that is set to."""
    case = load_case("19b")
    changes = {}
    for farthest in (Fraction(5), Fraction(2), None):
        settings = SettingsOfB("HEMKit", Fraction(5), farthest)
        rows = short_table_pairs(CompareState("19b", "19b", case, case, same=True, settings=settings))[0][1]
        changes[farthest] = next(row.change for row in rows if row.a.name == "MGIA")
    assert changes == {
        Fraction(5): "Farthest pair allowed: 5 → 4",
        Fraction(2): "Farthest pair allowed: 5 → 2",
        None: "Farthest pair allowed: 5 → 4",
    }


# Verdicts


def test_13a_and_13b_as_the_paper_tells_them_apart():
    found = rows("13a", "13b", "b")
    assert [(r.a.result.value, r.b.result.value) for r in found][:2] == [(5, 5), (0.6, 0.4)]
    assert [r.difference for r in found] == pytest.approx([0, -0.2, 0, 2 / 3 - 0.8, 0])
    assert [r.verdict for r in found] == ["no", "yes", "no", "yes", "no"]
    assert [r.says for r in found][:2] == ["no, it cannot tell them apart", "yes, A is better"]
    assert [r.says for r in rows("13a", "13b", "a")][1] == "no, it says the reverse"
    assert [r.says for r in rows("13b", "13a", "a")][1] == "yes, B is better"


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [("12a", "13a", "undefined for both"), ("12a", "11a", "undefined for A"), ("11a", "12a", "undefined for B")],
)
def test_an_undefined_value_is_no_verdict(a: str, b: str, says: str):
    (row,) = rows(a, b, "b", ["TIE"])
    assert (row.difference, row.worse, row.verdict, row.says) == (None, None, "open", says)


def test_a_better_value_that_is_nearer_to_its_worst_is_said_to_be():
    """SDL counts classes: 4 of 8 are fewer than 5 of 13, but the greater share."""
    (row,) = rows("8b", "15", None, ["SDL"])
    assert (row.a.result.value, row.b.result.value, row.a.greatest_text, row.b.greatest_text) == (5, 4, "of 13", "of 8")
    assert row.a.goodness > row.b.goodness
    assert row.says == "B is better, though nearer to its worst"


def test_only_the_same_measures_are_compared():
    case = load_case("13a")
    for other in ("GIE", "MGIA"), ("MGIA", "GIE"), ("GIE",):
        with pytest.raises(MeasureError):
            answer_differences(case, case, measures("GIE", "GIE"), measures(*other))


MIRROR = {"a": "b", "b": "a", "neither": "neither", None: None}


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), [(p.a, p.b) for p in preset_pairs()] + list(combinations(PRESETS[::7], 2)))
def test_exchanging_the_two_exchanges_everything(a: str, b: str):
    case_a, case_b, every = load_case(a), load_case(b), listed_measures()
    for worse in ("a", "neither", None):
        there = answer_differences(case_a, case_b, every, every, worse)
        back = answer_differences(case_b, case_a, every, every, MIRROR[worse])
        for x, y in zip(there, back, strict=True):
            assert (x.worse, x.verdict) == (MIRROR[y.worse], y.verdict), x.a.measure
            assert x.difference == (None if y.difference is None else -y.difference)
    assert all(r.worse in ("neither", None) for r in answer_differences(case_a, case_a, every, every))


# Measures and settings


def test_measures_that_either_case_wants_shown():
    every = [measure for text in FIRST for measure in (text, *FOLDED.get(text, ()))]
    assert compared_measures(load_case("13a"), load_case("13b")) == measures(*every)
    own = load_case("7a").measures
    assert compared_measures(load_case("7a"), load_case("13a")) == measures(*own, *(t for t in FIRST if t not in own))


def test_settings_reach_the_measures_that_have_them():
    given = measures("GIE", "MGIA", "hF", "TIE", 'hF(augmentation="none")')
    changed = with_settings(given, default_cost=10, max_distance=None, root="omitted", nothing=3)
    assert list(map(str, changed)) == [
        "GIE(default_cost=10, max_distance=None)",
        "MGIA(default_cost=10, max_distance=None)",
        'hF(root="omitted")',
        "TIE",
        'hF(augmentation="none", root="omitted")',
    ]
    assert with_settings(given, default_cost=-1) == given, "what is not accepted changes nothing"


def test_changes_are_told():
    a, b = measures("MGIA", 'MGIA(default_cost=2.5, max_distance=None, pairing="nearest")')
    assert parameter_changes(a, b) == (
        "Dₘₐₓ: 5 → 2.5",
        "Farthest pair allowed: 5 → any distance",
        "Pairing: exact → nearest",
    )
    assert parameter_changes(*measures("hF", "hF(zero=None)")) == ("0/0 gives: 0 → undefined",)
    assert parameter_changes(a, a) == ()


def test_one_case_under_two_settings():
    case = load_case("13a")
    a = measures("GIE", "MGIA", "hF")
    gie, mgia, hf = answer_differences(case, case, a, with_settings(a, default_cost=Fraction(10)))
    assert (gie.a.result.value, gie.b.result.value, gie.a.greatest_text, gie.b.greatest_text) == (
        5,
        10,
        "of 15",
        "of 30",
    )
    assert (mgia.a.result.value, mgia.b.result.value) == (0.6, 0.8)
    assert gie.a.printed, "nothing was printed for other settings"
    assert not gie.b.printed, "nothing was printed for other settings"
    assert hf.worse == "neither"


# What is said of a prediction


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("13a", "Europop, which is right, and Beat Music, 2 edges off"),
        ("13b", "Europop, which is right, and Rock, 3 edges off"),
        ("12a", "Classical and Rock, each 2 edges off"),
        ("17a", "Pop, 1 edge off"),
        ("8b", "3.2.1, which is right, and 3.1 and 3.2.2, each 2 edges off"),
        ("16", "Beat Music, 6 edges off"),
    ],
)
def test_a_prediction_in_words(name: str, said: str):
    case = load_case(name)
    assert plain(prediction_words(case)) == said
    assert {str(w) for w in prediction_words(case) if isinstance(w, Name)} == case.predicted


RIGHT = "Pop, which is right"
EDGES = [("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")]


@pytest.mark.parametrize(
    ("edges", "true", "predicted", "said"),
    [
        (EDGES, ["Pop"], [], "no class"),
        (EDGES, [], ["Pop", "Rock"], "Pop and Rock"),
        (EDGES, ["Pop", "Rock"], ["Pop", "Rock"], "Pop and Rock, which are right"),
        (EDGES, ["Pop"], ["Pop", "Rock", "Theater"], f"{RIGHT}; Rock, 2 edges off; and Theater, 3 edges off"),
        ([("Arts", "Music", "0.75"), ("Arts", "Opera", "1.5")], ["Music"], ["Opera"], "Opera, 2.25 off"),
        ([("A", f"{i}") for i in range(9)], [], [f"{i}" for i in range(9)], "0, 1, 2, 3, 4 and 4 more"),
    ],
)
def test_any_prediction_in_words(edges, true, predicted, said: str):
    assert plain(prediction_words(Case.of(edges, true, predicted))) == said


# One place for both


@each("pair", [*((p.a, p.b) for p in preset_pairs() if p.b != "19c"), ("11a", "15")])
def test_shared_classes_stand_at_the_same_place(pair):
    a, b = map(load_case, pair)
    place = draw.merged_case(a, b)
    for stretch in ((1.0, 1.0), (1.6, 1.1)):
        scenes = [
            hierarchy_scene(case, HierarchyPicture(()), DrawingRoom(stretch=stretch, place=place)) for case in (a, b)
        ]
        assert len({(s.width, s.height) for s in scenes}) == 1, "one frame"
        for case, scene in zip((a, b), scenes, strict=True):
            assert set(scene.boxes) == set(case.hierarchy.classes), "no class of the other case"
            assert all(within((x, y, x + w, y + h), scene) for x, y, w, h in scene.boxes.values())
        middle = [{c: (x + w / 2, y + h / 2) for c, (x, y, w, h) in s.boxes.items()} for s in scenes]
        for c in set(a.hierarchy.classes) & set(b.hierarchy.classes):
            assert middle[0][c] == pytest.approx(middle[1][c]), c


def test_a_hierarchy_within_another_is_drawn_inside_it():
    small = Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"])
    large = Case.of([*EDGES, ("Theater", "Opera")], ["Pop"], ["Opera"])
    place = draw.merged_case(small, large)
    assert set(place.hierarchy.edges) == set(large.hierarchy.edges)
    pictures = draw.both_pictures_html(small, large, ((), ()), {})
    boxes = [set(re.findall(r'viewBox="[^"]+"', shown)) for shown in pictures]
    assert boxes[0] == boxes[1], "one frame on the page, too"


# Markup


def pair(**changed) -> draw.Pair:
    a = AnswerRow("GIE", "GIE", "One-to-one pairs", "5", "", "lower", 0.5)
    b = AnswerRow("GIE", "GIE", "One-to-one pairs", "3", "", "lower", 0.7)
    return draw.ComparedRow(**{"a": a, "b": b, "difference": "−2", "verdict": "open", "says": "B is better"} | changed)


def table(*pairs: draw.Pair) -> str:
    return draw.comparison_html([("", pairs)], {}, "which is better?")


@pytest.mark.parametrize(
    ("a", "b", "difference", "shown"),
    [
        (0.5, 0.7, "−2", ["A", "B"]),
        (0.5, 0.5, "0", ["A = B"]),
        (0.5, 0.5, "−2", ["A, B"]),
        (None, 0.5, "–", ["B"]),
        (0.5, None, "–", ["A"]),
        (None, None, "−2", []),
    ],
)
def test_dots_on_the_line_from_worst_to_best(a, b, difference, shown):
    row = pair().a
    text = table(pair(a=replace(row, place=a), b=replace(row, place=b), difference=difference))
    duel = re.search(r'<div class="duel.*?</div>', text)
    assert re.findall(r"<b [^>]*>(.*?)</b>", duel[0] if duel else "") == shown
    dots = re.findall(r'class="dot (\w)" style="left:([\d.]+)%"', text)
    assert dots == [(name, f"{100 * at:.1f}") for name, at in (("a", a), ("b", b)) if at is not None]


def test_printed_differences_are_numbered_once_for_each_reason():
    differs = replace(pair().a, printed="2", note="Because of A.")
    other = replace(pair().a, printed="3", note="Because of B.")
    text = table(pair(a=differs, b=other), pair(a=differs))
    assert re.findall(r"printed </span>(\d)<sup>(\d)</sup>", text) == [("2", "1"), ("3", "2"), ("2", "1")]
    assert re.findall(r"<p><sup>(\d)</sup> (.*?)</p>", text) == [("1", "Because of A."), ("2", "Because of B.")]


# An exercise


def test_an_exercise_asks_before_it_answers_and_holds_the_guess_against_what_is_known():
    assert [state_of(query).asking for query in ({}, {"c": "13a"}, {"should": "b"})] == [True, False, False]
    state = state_of({"c": "13a", "c2": "13b", "ask": "1"})
    assert state.asking
    assert state.worse is None
    assert address_parameters(state) == {"c": "13a", "c2": "13b", "ask": "1"}
    page = PageAlone("compare")
    shown = page.visit(**address_parameters(state))
    assert not shown.keys() & {"compared", "because"}
    page.at.segmented_control[0].select("a")
    shown = page.run()
    assert "Your guess: A." in shown["guesssaid"]
    page.at.button(key="shownumbers").click()
    shown = page.run()
    assert "Worse is B, you said A. Beside the hit" in shown["because"]
    assert "yes, A is better" in shown["compared"]  # held against the pair, not against the guess


def test_every_stored_pair_opens_from_its_address_in_either_order():
    for pair in preset_pairs():
        for a, b in ((pair.a, pair.b), (pair.b, pair.a)):
            state = state_of({"c": a, "c2": b})
            assert (state.trouble, state.worse) == ("", preset_pair(a, b).worse)
            assert state.pair.because == pair.because
    assert state_of({"c": "16", "c2": "15"}).worse is None
    page = PageAlone("compare")
    found = page.visit(c="13b", c2="13a", should="neither")
    assert "trouble" not in found
    assert page.control("button_group", "Worse is:").value == "neither"
    because = " ".join(preset_pair("13a", "13b").because.split())
    assert words(page.visit(c="13b", c2="13a")["because"]).startswith(because)


def test_a_useless_address_gives_a_sentence_and_the_start_pair():
    page = PageAlone("compare")
    start = page.visit(c="13a", c2="13b")
    for query in ({"c": "nix"}, {"c2": "../../etc/passwd"}, {"c": "mine-1"}, {"c": "A" * 8000}, {"c2": "pairs"}):
        found = page.visit(**query)
        assert "The link asks for a case that is not here: " in found["trouble"], query
        assert len(found["trouble"]) < 700, query
        assert {key: markup for key, markup in found.items() if key != "trouble"} == start, query
    for should in ("C", "<script>alert(1)</script>", "x" * 8000):
        found = page.visit(c="17a", c2="17b", should=should)
        assert page.control("button_group", "Worse is:").value == "neither"
        assert "should be worse; a, neither or b is accepted." in found["trouble"]
        assert "<script" not in found["trouble"]
        assert len(found["trouble"]) < 300


def test_the_same_case_under_other_settings_says_what_they_change():
    page = PageAlone("compare")
    page.visit(c="12a", c2="12b")

    def compared(kind: str, label: str, value: object) -> str:
        page.control(kind, label).set_value(value)
        return words(page.run()["compared"])

    said = compared("toggle", "Same case, other settings", True)
    assert "Dₘₐₓ: 5 → 10 The pairs cost 12 instead of 7, so 7 becomes 12. 7 of 15 12 of 30" in said
    compared("number_input", "Farthest pair allowed", 1)
    compared("number_input", "Farthest pair allowed", None)
    assert set(re.findall("Nothing changes here|becomes", compared("number_input", "Default cost, Dₘₐₓ", 5))) == {
        "Nothing changes here"
    }
    assert "Root: counted → omitted Arts leaves both sides, so " in compared("selectbox", "Convention", "hiclass")
