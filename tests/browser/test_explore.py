"""Explore in a real browser: what is on the page, where it stands, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any
from urllib.parse import parse_qsl, quote

import pytest
from playwright.sync_api import expect

from hierview import Case, Measure, load_case, parse_measure
from hierview.answers.answers import answers, everything, headline
from hierview.explain import number
from hierview.formats import excerpt, excerpt_names, preset, preset_groups
from hierview.markup import html, why
from hierview.ui.markdown import inert

from ..each import each
from . import given
from .desk import Desk
from .explorer import (
    PRESETS,
    Box,
    Explorer,
    all_measures,
    as_read,
    expected_lines,
    question_text,
    short_measures,
    spoken,
)
from .test_app import App


@pytest.fixture
def page(visits) -> Explorer:
    """The explorer at 1280 x 800 in light; where a test turns to an address, the visit of the one before goes on."""
    return visits.going_on()


def expect_case(page: Explorer, name: str, measure: Measure) -> None:
    """The page shows a preset: question, every class in its place, every answer, every footnote, the open Why."""
    page.expect_question(preset(name))
    page.settle()
    expect_drawn(page, preset(name))
    expect_answers(page, preset(name))
    page.expect_why(preset(name), measure)


def expect_drawn(page: Explorer, case: Case) -> None:
    """Every class of a case stands in its place, with its mark, and none on another."""
    boxes = page.boxes(page.canvas)
    assert sorted(box.name for box in boxes) == sorted(case.hierarchy.classes)
    assert {box.says for box in boxes} == {spoken(case, c) for c in case.hierarchy.classes}
    frame = page.canvas.bounding_box()
    assert all(box.within(**frame) for box in boxes), (frame, boxes)
    touching = [(a.name, b.name) for a, b in combinations(boxes, 2) if a.overlaps(b)]
    assert not touching


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
        ("hP", "0.67", "", "0.66"),
        ("hR", "0.67", "", "0.66"),
        ("LCaF", "0.5", "", "0.5"),
        ("flat F", "0", "", "–"),
    ]
    assert as_read(lines) == expected_lines(case)[0]
    assert [x.selected for x in lines] == [True, *[False] * 6]
    values = [a.result.value for a in answers(case)]
    assert len(set(values)) == 5, "the first case shows that measures disagree"
    expect(page.page.locator(".foot")).to_contain_text("Printed: Kosmopoulos et al. 2015, Table 3, row a")
    expect(page.page.locator(".note")).to_have_text(case.note)
    expect(page.why_title).to_have_text("Why is GIE 2?")
    page.expect_why(case, parse_measure("GIE"))


# All cases


# That the page shows what is given here is asked in test_app.py, and every Why there, too.


@each("name", PRESETS)
def test_every_preset_is_drawn_and_answered(page: Explorer, name: str):
    if not page.fresh:
        page.turn_to("?c=15")
    markup = given.markup(c=name)
    given.show(page, {key: markup[key] for key in ("question", "answers")})
    given.draw(page, c=name)
    page.expect_question(preset(name))
    expect_drawn(page, preset(name))
    expect_answers(page, preset(name))


def test_a_case_is_found_in_the_picker_and_opens_with_the_measure_that_is_open(page: Explorer):
    page.turn_to("?c=11a&m=LCaF")
    body = page.open_popover("picker")
    for group in preset_groups():
        expect(body.get_by_text(group, exact=True)).to_be_attached()
    called = [f"{name} {preset(name).name}" for name in PRESETS]
    called += [excerpt(name).name for name in excerpt_names()]
    expect(body.locator(".card")).to_have_text(called)
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
    expect_case(page, "15", parse_measure("LCaF"))
    expect(body).to_be_hidden()
    page.open_popover("picker").locator("[data-pick='8b']").click()
    expect_case(page, "8b", parse_measure("LCaF"))
    expect(page.page.locator(".st-key-picker")).to_contain_text(f"Case 8b {preset('8b').name}")


# Answers


# That it is the same for every case is asked of what makes the markup, in test_app.py.


def a_row_opens_its_own_why(page: Explorer):
    case = preset("13a")
    for measure in headline(case)[3:0:-2]:
        page.choose(str(measure))
        page.expect_why(case, measure)
        assert [x.name for x in page.lines() if x.selected] == [measure.label()]
    page.page.locator("th", has_text="measure").first.click()  # the head of the table is no row
    assert [x.name for x in page.lines() if x.selected] == [measure.label()]
    page.set_choice("Show", "GIE and MGIA")
    page.expect_why(case, parse_measure("MGIA"), "GIE and MGIA")


@each("measure", headline(preset("15")))
def test_every_view_shows_itself(measure: Measure):
    case = preset("15")
    views = measure.views(case)
    app = App(c="15", m=str(measure))
    for view in reversed(views) if len(views) > 1 else ():
        app.use(app.control("radio", "Show"), view)
        assert app.state.shown_display == view
        expect_why_in(app, case, measure, view)


def all_measures_are_listed_by_family(page: Explorer):
    case = preset("13a")
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
    expect(rows).to_have_count(7)
    assert as_read(page.lines()) == expected_lines(case)[0]


@each("check", [a_row_opens_its_own_why, all_measures_are_listed_by_family])
def test_the_answers(page: Explorer, check: Callable[[Explorer], None]):
    page.turn_to("?c=13a")
    check(page)


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
    page.turn_to("?c=13a&m=GIE")
    keyboard = page.page.keyboard
    rows = {str(measure) for measure in short_measures(case)}
    assert tab_to(page, lambda e: e["pick"] in rows)["pick"] == "GIE"
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


def test_numbers_of_the_formula_are_reached_and_say_what_they_count(desk: Desk):
    desk.visit("?c=15&m=LCaF")
    focused = tab_to(desk, lambda e: e["tag"] == "mn")
    assert focused["label"] == "2: Arts, Theater"
    assert desk.lit(desk.canvas) == {"Arts", "Theater"}
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator(".lit")).to_have_count(0)


def test_letters_typed_at_a_class_are_not_hotkeys_of_streamlit(page: Explorer):
    page.turn_to("?c=15")
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
    edited = str(measure) != row
    expect_rows(page, case, row, measure)
    expect(page.page.locator(".st-key-edited")).to_have_count(1 if edited else 0)
    if edited:
        expect(page.page.locator(".st-key-edited")).to_have_text("edited ·reset")


def expect_rows(page: Explorer, case: Case, row: str, measure: Measure) -> None:
    """The table has the changed measure in the place of its row."""
    edited = str(measure) != row
    measures = tuple(measure if str(m) == row else m for m in short_measures(case))
    assert as_read(page.lines()) == expected_lines(case, measures, edited)[0]
    expect(page.table.locator("th.printed")).to_have_count(0 if edited or not case.published else 1)


def expect_why_in(app: App, case: Case, measure: Measure, view: str | None = None) -> None:
    """The app shows the explanation of a measure."""
    result = measure.evaluate(case)
    title = f"Why is {measure.label()} {'undefined' if result.value is None else number(result.value)}?"
    step = measure.view(case, result, view or measure.views(case)[0])
    assert app.shown["whytitle"] == html.why_title(title)
    assert app.shown["picture"] == why.why(case, title, step, html.class_ids(case))


CHANGES: list[tuple[str, str, str, Any, str]] = [
    ("13a", "GIE", "default_cost", 3, "Default cost, Dₘₐₓ"),
    ("15", "GIE", "max_distance", 1, "Farthest pair allowed"),
    ("16", "GIE", "max_distance", None, "Farthest pair allowed"),
    ("12a", "MGIA", "default_cost", 2.5, "Default cost, Dₘₐₓ"),
    ("2e", "MGIA", "max_distance", None, "Farthest pair allowed"),
    ("2d", "MGIA", "pairing", "nearest", "Pairing"),
    ("2c", "LCaF", "variant", "extended", "Graphs"),
    ("16", "LCaF", "variant", "algorithm1", "Graphs"),
    ("17a", "LCaF", "reduce", False, "Drop ancestors within a set"),
    ("12a", "LCaF", "beta", 2, "Weight of recall, β"),
    ("13b", "hF", "augmentation", "descendants", "Classes added"),
    ("13b", "hF", "root", "omitted", "Root"),
    ("11a", "hF", "root", "virtual", "Root"),
    ("12b", "hF", "beta", 0.5, "Weight of recall, β"),
]
CONTROLS = {"choice": "radio", "switch": "toggle", "number": "number_input"}


def with_change(row: str, parameter: str, value: Any) -> Measure:
    exact = Fraction(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value
    return replace(parse_measure(row), **{parameter: exact})


@each("name, row, parameter, value, label", CHANGES)
def test_a_setting_changes_everything_at_once_and_reset_brings_it_back(page, name, row, parameter, value, label):
    """All of it without a browser, which reads the table alone."""
    case, measure = preset(name), with_change(row, parameter, value)
    app = App(c=name, m=row)
    before = app.shown
    assert not app.state.edited
    expect_why_in(app, case, parse_measure(row))
    app.use(app.control(CONTROLS[measure.params()[parameter].kind], label), value)
    assert app.state.edited
    expect_why_in(app, case, measure)
    given.ready(page)
    given.show(page, {"answers": before["answers"]})
    expect_rows(page, case, row, parse_measure(row))
    assert page.footnotes() == expected_lines(case)[1]
    given.show(page, {"answers": app.shown["answers"]})
    expect_rows(page, case, row, measure)
    app.at.button(key="reset").click()
    app.run()
    assert app.shown == before
    assert not app.state.edited


def test_every_kind_of_control_sets_and_reset_sets_them_back(page: Explorer):
    """What each setting changes is asked above."""
    case, row, measure = preset("12a"), "LCaF", "LCaF"
    page.turn_to("?c=12a&m=LCaF")
    for parameter, value, act in (
        ("beta", 2, lambda: page.set_number("Weight of recall, β", "2")),
        ("variant", "extended", lambda: page.set_choice("Graphs", "extended")),
        ("zero", None, lambda: page.set_choice("0/0 gives", "undefined")),
        ("reduce", False, lambda: page.set_switch("Drop ancestors within a set")),
    ):
        act()
        measure = str(with_change(measure, parameter, value))
        page.expect_why(case, parse_measure(measure))
    expect_settings(page, case, row, parse_measure(measure))
    page.page.get_by_role("button", name="reset").click()
    expect(page.page.locator(".st-key-edited")).to_have_count(0)
    expect_settings(page, case, row, parse_measure(row))
    assert page.footnotes() == expected_lines(case)[1]
    # A number is emptied, too.
    page.choose("GIE")
    page.set_number("Farthest pair allowed", "")
    expect_settings(page, case, "GIE", with_change("GIE", "max_distance", None))


def test_every_choice_says_what_it_would_give():
    case, measure = preset("8b"), parse_measure("hF")
    app = App(c="8b", m="hF")
    for parameter, declared in measure.params().items():
        if declared.kind != "choice":
            continue
        shown = app.control("radio", declared.label).options
        values = [replace(measure, **{parameter: option}).evaluate(case).value for option in declared.choices]
        options = ["undefined" if option is None else str(option) for option in declared.choices]
        assert shown == [f"{option} :gray[{inert(number(v))}]" for option, v in zip(options, values, strict=True)]


def a_number_out_of_range_leaves_the_answer_and_says_so(page: Explorer):
    page.turn_to("?c=11a&m=GIE")
    page.set_number("Default cost, Dₘₐₓ", "-3")
    page.settle()
    expect(page.why_title).to_have_text("Why is GIE 2?")
    assert page.settings().get_by_label("Default cost, Dₘₐₓ", exact=True).evaluate("(e) => !e.validity.valid")


def bounds_of_the_flow_take_words_and_say_what_they_accept(page: Explorer):
    case = preset("12a")
    page.turn_to("?c=12a&m=Flow")
    field = page.settings().get_by_role("combobox", name="True, at most")
    for typed in ("n", "-1", "<img src=x onerror=alert(1)>"):
        field.fill(typed)
        field.press("Enter")
        if typed != "n":
            expect(page.notice).to_contain_text(f'beta_t="{typed}" is not accepted')
        page.expect_why(case, parse_measure('Flow(beta_t="N")'))


@each(
    "check",
    [
        a_number_out_of_range_leaves_the_answer_and_says_so,
        bounds_of_the_flow_take_words_and_say_what_they_accept,
    ],
)
def test_settings(page: Explorer, check: Callable[[Explorer], None]):
    check(page)


def test_settings_of_two_rows_stand_together_and_belong_to_their_case(page: Explorer):
    case, app, log = preset("12a"), App(c="12a", m="GIE"), []

    def edit(**made: str) -> None:
        log.append({"number": len(log) + 1, "drawingVersion": app.state.visit.drawing_version, **made})
        app.at.session_state["editor"] = {"edits": {"log": log}}
        app.run()

    app.use(app.control("number_input", "Default cost"), 3)
    expect_why_in(app, case, parse_measure("GIE(default_cost=3)"))
    edit(op="choose", row="LCaF")
    app.use(app.control("radio", "Graphs"), "extended")
    expect_why_in(app, case, parse_measure('LCaF(variant="extended")'))
    changed = {"GIE": "GIE(default_cost=3)", "LCaF": 'LCaF(variant="extended")'}
    rows = tuple(parse_measure(changed.get(str(m), str(m))) for m in short_measures(case))
    given.ready(page)
    given.show(page, {"answers": app.shown["answers"]})
    assert as_read(page.lines()) == expected_lines(case, rows, edited=True)[0]
    edit(op="open", row="12b")
    assert not app.state.edited
    given.show(page, {"answers": app.shown["answers"]})
    expect_answers(page, preset("12b"))
    expect_why_in(app, preset("12b"), parse_measure("LCaF"))


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


def visited(query: str) -> App:
    """The app at an address, without a browser."""
    return App(**dict(parse_qsl(query.lstrip("?"), keep_blank_values=True)))


@each("query", HOSTILE)
def test_a_useless_address_gives_a_sentence_and_the_start_page(query: str):
    app = visited(quote(query, safe="?="))
    kind = "case" if query.startswith("?c") else "measure"
    assert app.state.visit.trouble.startswith(f"The link asks for a {kind} that is not here: ")
    assert len(app.state.visit.trouble) < 600
    assert app.shown["trouble"] == html.notice(app.state.visit.trouble)
    assert "<img src" not in app.shown["trouble"]
    assert {key: markup for key, markup in app.shown.items() if key in given.markup()} == given.markup()


def test_a_useless_address_is_shown_as_text_and_the_page_goes_on(page: Explorer):
    page.turn_to(quote(HOSTILE[2], safe="?="))
    page.expect_question(preset("11a"))
    for query, kind in ((HOSTILE[2], "case"), (HOSTILE[7], "measure")):
        if kind == "measure":
            given.show(page, {"trouble": visited(quote(query, safe="?=")).shown["trouble"]})
        expect(page.notice).to_have_count(1)
        expect(page.notice).to_contain_text(f"asks for a {kind} that is not here: ")
        expect(page.page.locator("img[src=x], img[src*=example]")).to_have_count(0)
    page.choose("LCaF")
    page.expect_why(preset("11a"), parse_measure("LCaF"))


def test_two_mistakes_in_an_address_are_both_named():
    told = visited("?c=nix&m=XYZ").shown["trouble"]
    assert "asks for a case that is not here: &#x27;nix&#x27;" in told
    assert "asks for a measure that is not here: measure &#x27;XYZ&#x27;" in told


@each("view", ["nothing", "<script>alert(1)</script>", "x" * 8000])
def test_an_unknown_view_in_an_address_shows_the_first_one(view: str):
    app = visited(f"?c=15&m=MGIA&v={quote(view)}")
    expect_why_in(app, preset("15"), parse_measure("MGIA"))


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
    app = visited(query)
    case = preset(query[3:].split("&")[0])
    assert app.shown["question"] == html.question(case, html.class_ids(case))
    expect_why_in(app, case, parse_measure(measure), view)
    if page.fresh:
        given.show(page, {"answers": app.shown["answers"]})
    else:
        page.turn_to(query)
        page.expect_question(case)
        page.expect_why(case, parse_measure(measure), view)
    assert [x.name for x in page.lines() if x.selected] == [parse_measure(measure).label()]
    expect(page.row(row)).to_have_attribute("aria-pressed", "true")
