"""Explore in a real browser: what is on the page, where it stands, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from hierview import Case, Measure, load_case, parse_measure
from hierview.answers.answers import answers, everything, headline
from hierview.explain import number
from hierview.formats import preset, preset_groups
from hierview.markup import html

from ..each import each
from .explorer import PRESETS, Box, Explorer, all_measures, as_read, expected_lines, question_text, spoken


def expect_case(page: Explorer, name: str) -> None:
    """The page shows a preset: question, every class in its place, every answer, every footnote."""
    case = preset(name)
    page.expect_question(case)
    page.settle()

    boxes = page.boxes(page.canvas)
    assert sorted(box.name for box in boxes) == sorted(case.hierarchy.classes)
    assert {box.says for box in boxes} == {spoken(case, c) for c in case.hierarchy.classes}
    frame = page.canvas.bounding_box()
    assert all(box.within(**frame) for box in boxes), (frame, boxes)
    touching = [(a.name, b.name) for a, b in combinations(boxes, 2) if a.overlaps(b)]
    assert not touching

    expect_answers(page, case)
    page.expect_why(case, headline(case)[0])


def expect_answers(page: Explorer, case: Case) -> None:
    """Every row and every footnote of a case, as opened."""
    lines, notes = expected_lines(case)
    assert as_read(page.lines()) == lines
    assert page.footnotes() == notes


# The first screen


def test_a_newcomer_sees_case_11a_answered(page: Explorer):
    page.open()
    case = load_case("11a")
    expect(page.page).to_have_title("hierview")
    page.expect_question(case)
    assert question_text(case) == "True: Pop Predicted: Rock How wrong is that?"
    expect(page.page.locator(".st-key-picker")).to_have_text("Case 11a A near missexpand_more")
    assert {box.says for box in page.boxes(page.canvas)} == {"Arts", "Music", "Theater", "Pop, true", "Rock, predicted"}
    expect(page.page.locator(".ed .legend")).to_have_text(
        re.compile(r"^\s*Click a class:\s*true\s*→\s*predicted\s*→\s*both\s*→\s*none\s*$")
    )

    lines = page.lines()
    assert [(x.name, x.value, x.of, x.printed) for x in lines] == [
        ("GIE", "2", "of 10", "2"),
        ("MGIA", "0.8", "", "0.8"),
        ("hF", "0.67", "", "0.66"),
        ("LCaF", "0.5", "", "0.5"),
        ("flat F", "0", "", "–"),
    ]
    assert as_read(lines) == expected_lines(case)[0]
    assert [x.selected for x in lines] == [True, False, False, False, False]
    values = [a.result.value for a in answers(case)]
    assert len(set(values)) == 5, "the first case shows that measures disagree"
    expect(page.page.locator(".foot")).to_contain_text("Printed: Kosmopoulos et al. 2015, Table 3, row a")
    expect(page.page.locator(".note")).to_have_text(case.note)
    expect(page.why_title).to_have_text("Why is GIE 2?")
    page.expect_why(case, parse_measure("GIE"))


# All cases


@each("name", PRESETS)
def test_every_preset_opens_from_its_address(page: Explorer, name: str):
    page.turn_to(f"?c={name}&m={quote(str(headline(preset(name))[0]))}")
    expect_case(page, name)


@each("name", ["8b", "13a", "2d", "hemkit-2"])
def test_a_card_of_the_picker_opens_its_case(page: Explorer, name: str):
    page.turn_to("?c=11a")
    body = page.open_popover("picker")
    for group in preset_groups():
        expect(body.get_by_text(group, exact=True)).to_be_attached()
    expect(body.locator(".card")).to_have_count(len(PRESETS))
    card = body.locator(f"[data-pick='{name}']")
    expect(card).to_have_text(f"{name} {preset(name).name}")
    card.click()
    expect_case(page, name)
    expect(body).to_be_hidden()
    expect(page.page.locator(".st-key-picker")).to_contain_text(f"Case {name} {preset(name).name}")


def test_a_case_is_found_by_its_name_and_by_its_number(page: Explorer):
    page.open()
    body = page.open_popover("picker")
    search = body.get_by_role("searchbox", name="Find a case")
    search.fill("ALTERNATIVE")
    found = [name for name in PRESETS if "alternative" in preset(name).name.lower()]
    assert 0 < len(found) < 6
    cards = body.locator(".card:visible")
    expect(cards).to_have_count(len(found))
    assert [c.split(" ")[0] for c in cards.all_text_contents()] == found
    expect(body.locator(".group:visible")).to_have_count(
        sum(bool(set(names) & set(found)) for names in preset_groups().values())
    )
    search.fill("15")
    expect(body.locator(".card:visible")).to_have_text(["15 Pairing and alternative paths"])
    search.fill("no such case")
    expect(cards).to_have_count(0)
    search.fill("15")
    body.locator(".card:visible").click()
    expect_case(page, "15")


def test_the_chosen_measure_stays_open_when_the_case_changes(page: Explorer):
    page.open("?c=11a&m=LCaF")
    page.open_popover("picker").locator("[data-pick='15']").click()
    page.expect_question(preset("15"))
    page.expect_why(preset("15"), parse_measure("LCaF"))


# Answers


# That it is the same for every case is asked of what makes the markup, in test_app.py.


def test_every_row_opens_its_own_why(page: Explorer):
    case = preset("13a")
    page.open("?c=13a")
    for measure in reversed(headline(case)):
        page.choose(str(measure))
        page.expect_why(case, measure)
        assert [x.name for x in page.lines() if x.selected] == [measure.label()]


def test_every_view_shows_itself(page: Explorer):
    case = preset("15")
    page.open("?c=15")
    for measure in headline(case):
        page.choose(str(measure))
        for view in reversed(measure.views(case)):
            if len(measure.views(case)) > 1:
                page.set_choice("Show", view)
            page.expect_why(case, measure, view)


def test_all_measures_are_listed_by_family(page: Explorer):
    case = preset("13a")
    page.open("?c=13a")
    page.switch_table("All")
    rows = page.page.locator("tr[data-row]")
    expect(rows).to_have_count(len(all_measures()))
    expect(page.page.locator(".st-key-answershead")).to_contain_text(f"All ({len(all_measures())})")
    families = page.table.locator("tr.family").all_text_contents()
    assert families == list(dict.fromkeys(family for family, _, _ in everything()))
    # From top to bottom: a family, its measures, and what is folded under each of them.
    told = page.table.locator("tbody tr").evaluate_all(
        "(rows) => rows.map((r) => r.classList.contains('family') ? r.textContent.trim() : r.dataset.row)"
    )
    expected: list[str] = []
    for family, main, under in everything():
        expected += [family] if family not in expected else []
        expected += [str(main), *map(str, under)]
    assert told == expected
    folded = page.table.locator("tr.folded").evaluate_all("(rows) => rows.map((r) => r.dataset.row)")
    assert folded == [str(m) for _, _, under in everything() for m in under]

    lines, notes = expected_lines(case, all_measures())
    assert as_read(page.lines()) == lines
    assert page.footnotes() == notes
    page.choose("LCaP")
    page.expect_why(case, parse_measure("LCaP"))
    page.switch_table("Headline")
    expect(rows).to_have_count(5)
    assert as_read(page.lines()) == expected_lines(case)[0]


# Keyboard


def tab_to(page: Explorer, wanted: Callable[[dict], bool], most: int = 80) -> dict:
    """Press Tab until the focus is on what is wanted."""
    for _ in range(most):
        page.page.keyboard.press("Tab")
        focused = page.focused()
        if focused and wanted(focused):
            return focused
    pytest.fail("Tab never reaches it")


def test_the_answers_are_used_with_the_keyboard(page: Explorer):
    case = preset("13a")
    page.open("?c=13a")
    keyboard = page.page.keyboard
    assert tab_to(page, lambda e: e["pick"] is not None)["pick"] == "GIE"
    keyboard.press("ArrowUp")
    assert page.focused()["pick"] == "GIE", "there is nothing above the first row"
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    assert page.focused()["pick"] == "hF"
    expect(page.why_title).to_have_text("Why is GIE 5?")
    keyboard.press("Enter")
    page.expect_why(case, parse_measure("hF"))
    assert [x.name for x in page.lines() if x.selected] == ["hF"]
    assert page.focused()["pick"] == "hF", "the focus stays where it was"
    # The row that has the focus shows it.
    outline = page.row("hF").evaluate("(e) => getComputedStyle(e).outlineStyle + getComputedStyle(e).outlineWidth")
    assert outline == "solid2px"
    keyboard.press("End")
    assert page.focused()["pick"] == 'hF(augmentation="none")'
    keyboard.press("Space")
    page.expect_why(case, parse_measure('hF(augmentation="none")'))
    keyboard.press("Home")
    assert page.focused()["pick"] == "GIE"


def expect_step(boxes: dict[str, Box], key: str, before: str, after: str) -> None:
    """An arrow key goes one layer up or down, or to the next class of the same layer."""
    a, b = boxes[before], boxes[after]
    if key in ("ArrowUp", "ArrowDown"):
        assert (b.middle < a.middle) if key == "ArrowUp" else (b.middle > a.middle)
        between = sorted((a.middle, b.middle))
        assert not any(between[0] + 1 < other.middle < between[1] - 1 for other in boxes.values()), "a layer is skipped"
    else:
        assert (b.left < a.left) if key == "ArrowLeft" else (b.left > a.left)
        assert abs(a.middle - b.middle) < 1
        between = sorted((a.left, b.left))
        assert not any(between[0] < x.left < between[1] and abs(x.middle - a.middle) < 1 for x in boxes.values())


def test_arrow_keys_move_between_the_classes_of_a_drawing(page: Explorer):
    page.open("?c=15&m=LCaF")
    keyboard = page.page.keyboard
    boxes = {box.name: box for box in page.boxes(page.canvas)}
    names = {str(n): c for c, n in html.class_ids(preset("15")).items()}
    # One stop for the whole drawing, at its top.
    at = names[tab_to(page, lambda e: e["tag"] == "g")["n"]]
    assert at == "Arts"
    keyboard.press("ArrowUp")
    assert names[page.focused()["n"]] == at, "there is nothing above the root"
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowDown"):
        before = at
        keyboard.press(key)
        at = names[page.focused()["n"]]
        expect_step(boxes, key, before, at)
        expect(page.canvas.locator("g.class.lit title")).to_have_text(at)
        expect(page.why.locator(".frame svg").first.locator("g.class.lit title")).to_have_text(at)
    halo = page.canvas.locator("g.class.lit .halo")
    assert halo.evaluate("(e) => getComputedStyle(e).visibility") == "visible"
    keyboard.press("Escape")
    expect(page.page.locator(".lit")).to_have_count(0)
    keyboard.press("Tab")
    assert page.focused()["tag"] != "g"


def test_numbers_of_the_formula_are_reached_and_say_what_they_count(page: Explorer):
    page.open("?c=15&m=LCaF")
    focused = tab_to(page, lambda e: e["tag"] == "mn")
    assert focused["label"] == "2: Arts, Theater"
    assert page.lit(page.canvas) == {"Arts", "Theater"}
    page.page.keyboard.press("Escape")
    expect(page.page.locator(".lit")).to_have_count(0)


def test_letters_typed_at_a_class_are_not_hotkeys_of_streamlit(page: Explorer):
    page.open("?c=15")
    asked = page.exchange.asked
    keyboard = page.page.keyboard
    page.canvas.locator("g.class").first.focus()
    keyboard.press("c")
    keyboard.press("r")  # renames
    expect(page.page.locator(".ed input.name:not(.number)")).to_be_focused()
    keyboard.type("cr")
    keyboard.press("Escape")
    page.settle()
    assert page.exchange.asked == asked
    expect(page.page.get_by_role("dialog")).to_have_count(0)
    # The same letter on the page itself runs it again, so that the silence above means something.
    page.page.get_by_role("heading", name="Answers").click()
    assert page.focused()["tag"] == "main"
    keyboard.press("r")
    page.settle()
    assert page.exchange.asked == asked + 1


# Settings


def expect_settings(page: Explorer, case: Case, row: str, measure: Measure, view: str | None = None) -> None:
    """Value, name and place in the table, title, words, pictures and formula are those of the changed measure."""
    page.expect_why(case, measure, view)
    measures = tuple(measure if str(m) == row else m for m in headline(case))
    edited = str(measure) != row
    assert as_read(page.lines()) == expected_lines(case, measures, edited)[0]
    expect(page.table.locator("th.printed")).to_have_count(0 if edited or not case.published else 1)
    expect(page.page.locator(".st-key-edited")).to_have_count(1 if edited else 0)
    if edited:
        expect(page.page.locator(".st-key-edited")).to_have_text("edited ·reset")


CHANGES = [
    ("13a", "GIE", "default_cost", Fraction(3), lambda p: p.set_number("Default cost, Dₘₐₓ", "3")),
    ("15", "GIE", "max_distance", Fraction(1), lambda p: p.set_number("Farthest pair allowed", "1")),
    ("16", "GIE", "max_distance", None, lambda p: p.set_number("Farthest pair allowed", "")),
    ("12a", "MGIA", "default_cost", Fraction(5, 2), lambda p: p.set_number("Default cost, Dₘₐₓ", "2.5")),
    ("2e", "MGIA", "max_distance", None, lambda p: p.set_number("Farthest pair allowed", "")),
    ("2d", "MGIA", "pairing", "nearest", lambda p: p.set_choice("Pairing", "nearest")),
    ("2c", "LCaF", "variant", "extended", lambda p: p.set_choice("Graphs", "extended")),
    ("16", "LCaF", "variant", "algorithm1", lambda p: p.set_choice("Graphs", "algorithm1")),
    ("17a", "LCaF", "reduce", False, lambda p: p.set_switch("Drop ancestors within a set")),
    ("12a", "LCaF", "beta", Fraction(2), lambda p: p.set_number("Weight of recall, β", "2")),
    ("13b", "hF", "augmentation", "descendants", lambda p: p.set_choice("Classes added", "descendants")),
    ("13b", "hF", "root", "omitted", lambda p: p.set_choice("Root", "omitted")),
    ("11a", "hF", "root", "virtual", lambda p: p.set_choice("Root", "virtual")),
    ("12b", "hF", "beta", Fraction(1, 2), lambda p: p.set_number("Weight of recall, β", "0.5")),
    ("11a", 'hF(augmentation="none")', "zero", None, lambda p: p.set_choice("0/0 gives", "undefined")),
]


@each("name, row, parameter, value, act", CHANGES)
def test_a_setting_changes_everything_at_once_and_reset_brings_it_back(page, name, row, parameter, value, act):
    case = preset(name)
    page.turn_to(f"?c={name}&m={quote(row)}")
    expect_settings(page, case, row, parse_measure(row))
    act(page)
    expect_settings(page, case, row, replace(parse_measure(row), **{parameter: value}))
    page.page.get_by_role("button", name="reset").click()
    expect(page.page.locator(".st-key-edited")).to_have_count(0)
    expect_settings(page, case, row, parse_measure(row))
    assert page.footnotes() == expected_lines(case)[1]


def test_every_choice_says_what_it_would_give(page: Explorer):
    case, measure = preset("8b"), parse_measure("hF")
    page.open("?c=8b&m=hF")
    for parameter, declared in measure.params().items():
        if declared.kind != "choice":
            continue
        shown = page.settings().get_by_role("radiogroup", name=declared.label).locator("p").all_text_contents()
        values = [replace(measure, **{parameter: option}).evaluate(case).value for option in declared.choices]
        options = ["undefined" if option is None else str(option) for option in declared.choices]
        assert shown == [f"{option} {number(v)}" for option, v in zip(options, values, strict=True)]


def test_a_number_out_of_range_leaves_the_answer_and_says_so(page: Explorer):
    page.open("?c=11a&m=GIE")
    page.set_number("Default cost, Dₘₐₓ", "-3")
    page.settle()
    expect(page.why_title).to_have_text("Why is GIE 2?")
    assert page.settings().get_by_label("Default cost, Dₘₐₓ", exact=True).evaluate("(e) => !e.validity.valid")


def test_settings_of_two_rows_stand_together_and_belong_to_their_case(page: Explorer):
    case = preset("12a")
    page.open("?c=12a&m=GIE")
    page.set_number("Default cost, Dₘₐₓ", "3")
    page.expect_why(case, parse_measure("GIE(default_cost=3)"))
    page.choose("LCaF")
    page.set_choice("Graphs", "extended")
    page.expect_why(case, parse_measure('LCaF(variant="extended")'))
    changed = [parse_measure(m) for m in ("GIE(default_cost=3)", 'LCaF(variant="extended")')]
    rows = (changed[0], *headline(case)[1:3], changed[1], *headline(case)[4:])
    assert as_read(page.lines()) == expected_lines(case, rows, edited=True)[0]
    page.open_popover("picker").locator("[data-pick='12b']").click()
    page.expect_question(preset("12b"))
    expect(page.page.locator(".st-key-edited")).to_have_count(0)
    page.settle()
    expect_answers(page, preset("12b"))
    page.expect_why(preset("12b"), parse_measure("LCaF"))


def test_bounds_of_the_flow_take_words_and_say_what_they_accept(page: Explorer):
    case = preset("12a")
    page.open("?c=12a&m=Flow")
    page.expect_why(case, parse_measure("Flow"))
    field = page.settings().get_by_role("combobox", name="True, at most")
    field.fill("n")
    field.press("Enter")
    page.expect_why(case, parse_measure('Flow(beta_t="N")'))
    for junk in ("many", "-1", "<img src=x onerror=alert(1)>"):
        field.fill(junk)
        field.press("Enter")
        expect(page.notice).to_contain_text(f'beta_t="{junk}" is not accepted')
        page.expect_why(case, parse_measure('Flow(beta_t="N")'))


# Addresses


HOSTILE = [
    "?c=nix",
    "?m=__import__('os')",
    "?c=<img src=x onerror=alert(1)>",
    "?c=" + "A" * 8000,
    "?m=" + "GIE(" * 2000,
    "?c=../../etc/passwd",
    "?c=11a%00",
    "?m=![i](http://example.invalid/x)",
]


@each("query", HOSTILE)
def test_a_useless_address_gives_a_sentence_and_the_start_page(page: Explorer, query: str):
    page.turn_to(quote(query, safe="?="))
    page.expect_question(preset("11a"))
    expect(page.notice).to_have_count(1)
    kind = "case" if query.startswith("?c") else "measure"
    expect(page.notice).to_contain_text(f"The link asks for a {kind} that is not here: ")
    assert len(page.notice.text_content()) < 600
    expect(page.page.locator("img[src=x]")).to_have_count(0)
    for measure in ("LCaF", "GIE"):
        page.choose(measure)
        page.expect_why(preset("11a"), parse_measure(measure))


def test_two_mistakes_in_an_address_are_both_named(page: Explorer):
    page.open("?c=nix&m=XYZ")
    expect(page.notice).to_contain_text("asks for a case that is not here: 'nix'")
    expect(page.notice).to_contain_text("asks for a measure that is not here: measure 'XYZ'")


@each("view", ["nothing", "<script>alert(1)</script>", "x" * 8000])
def test_an_unknown_view_in_an_address_shows_the_first_one(page: Explorer, view: str):
    page.turn_to(f"?c=15&m=MGIA&v={quote(view)}")
    page.expect_why(preset("15"), parse_measure("MGIA"))


@each(
    "query, row, measure, view",
    [
        ("?c=15&m=MGIA&v=GIE+and+MGIA", "MGIA", "MGIA", "GIE and MGIA"),
        ("?c=13a&m=LCaF(variant=%22extended%22)", 'LCaF(variant="extended")', 'LCaF(variant="extended")', None),
        ("?c=13a&m=LCaP", "LCaP", "LCaP", None),
        ("?c=13a&m=Flow(beta_t=2)", "Flow", "Flow(beta_t=2)", None),
    ],
)
def test_an_address_opens_measure_view_and_settings(page: Explorer, query, row, measure, view):
    page.turn_to(query)
    case = preset(query[3:].split("&")[0])
    page.expect_question(case)
    page.expect_why(case, parse_measure(measure), view)
    assert [x.name for x in page.lines() if x.selected] == [parse_measure(measure).label()]
    expect(page.row(row)).to_have_attribute("aria-pressed", "true")
