"""Explore in a real browser: what is drawn and where, how rows, classes, cards and controls are used."""

from __future__ import annotations

import re
from itertools import combinations
from urllib.parse import quote

from playwright.sync_api import expect

from hierview import Case
from hierview.formats import preset
from hierview.markup import html

from ..effort import sampled
from ..test_explore import ANSWERS
from .desk import Desk
from .editing import Editor
from .explorer import PRESETS, Explorer, spoken


def expect_drawn(page: Explorer, case: Case) -> None:
    """Every class of a case stands in its place, with its mark, and none on another."""
    boxes = page.boxes(page.canvas)
    assert {box.says for box in boxes} == {spoken(case, c) for c in case.hierarchy.classes}
    frame = page.canvas.bounding_box()
    assert all(box.within(**frame) for box in boxes), (frame, boxes)
    assert not [(a.name, b.name) for a, b in combinations(boxes, 2) if a.overlaps(b)]


def test_a_newcomer_goes_on_to_other_cases_and_measures(page: Explorer):
    page.open()
    assert page.page.get_by_test_id("stMain").evaluate("(main) => main.scrollTop") == 0
    case_11a_is_answered_without_scrolling_and_a_drawing_begun_with_the_keyboard(page)
    after_a_useless_address_a_case_is_found_in_the_picker_and_opens(page)
    rows_are_used_with_keys_and_clicks(page)


def case_11a_is_answered_without_scrolling_and_a_drawing_begun_with_the_keyboard(page: Explorer) -> None:
    expect(page.page).to_have_title("hierview")
    expect(page.question).to_have_text(re.compile(r"True:\s+Pop\s+Predicted:\s+Rock\s+How wrong is that\?"))
    assert {box.says for box in page.boxes(page.canvas)} == {"Arts", "Music", "Theater", "Pop, true", "Rock, predicted"}
    expect(page.page.locator(".ed .legend")).to_have_text(
        re.compile(r"^\s*Click a class:\s*true\s*→\s*predicted\s*→\s*both\s*→\s*none\s*$")
    )
    assert page.values == ANSWERS["11a"]
    assert page.chosen == ["hF"]
    page.expect_why("hF", "0.67")
    for part in (page.question, page.canvas, page.table):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 800, part
    # What the answer counts stands on the drawing itself, and why begins well above the fold.
    assert page.why_title.bounding_box()["y"] < 640
    counted, numbers = page.page.locator(".ed .counted"), page.page.locator(".ed .count.number")
    expect(counted).to_have_text("hF counts\n2 shared of 3 true\n2 shared of 3 predicted")
    expect(numbers).to_have_text(["1", "2"])
    page.choose("GIE")
    expect(counted).to_have_text("GIE counts\n1 + 1 = 2")
    expect(page.page.locator(".ed .edge .weight:not(:empty)")).to_have_text(["1", "1"])
    expect(numbers).to_have_count(0)
    editor = Editor(page.page)
    page.page.mouse.click(2, 2)  # from the top
    page.tab_to(lambda e: e["text"] == "New drawing")
    editor.press("Enter")
    expect(page.question).to_have_text("Which classes are true, and which were predicted?")
    page.settle()
    page.tab_to(lambda e: e["tag"] == "svg")
    editor.press("n").type_name("Arts").caught_up()
    assert editor.classes() == {"Arts": "none"}


def test_presets_are_drawn(desk: Desk):
    for name in sampled(PRESETS, 8):
        desk.visit(f"?c={name}")
        desk.expect_question(preset(name))
        expect_drawn(desk, preset(name))


def after_a_useless_address_a_case_is_found_in_the_picker_and_opens(
    page: Explorer,
) -> None:
    page.turn_to(quote("?c=<img src=x onerror=alert(1)>&m=![i](http://example.invalid/x)", safe="?=&"))
    page.expect_question(preset("11a"))
    expect(page.notice).to_contain_text("asks for a case that is not here: ")
    expect(page.notice).to_contain_text("asks for a measure that is not here: ")
    expect(page.page.locator("img[src=x], img[src*=example]")).to_have_count(0)
    body = page.open_popover("picker")
    expect(body.locator(".card").nth(len(PRESETS))).to_be_attached()  # excerpts come last
    search = body.get_by_role("searchbox", name="Find a case")
    cards = body.locator(".card:visible")
    search.fill("ALTERNATIVE")
    expect(cards).to_have_text([f"{n} {preset(n).name}" for n in PRESETS if "alternative" in preset(n).name.lower()])
    search.fill("15")
    expect(cards).to_have_text(["15 Pairing and alternative paths"])
    cards.click()
    page.expect_question(preset("15"))
    expect(body).to_be_hidden()
    assert page.values == ANSWERS["15"]
    expect_drawn(page, preset("15"))
    expect(page.page.locator(".st-key-picker")).to_contain_text("Case 15 Pairing and alternative paths")
    letters_typed_at_a_class_are_not_hotkeys_of_streamlit(page)


def letters_typed_at_a_class_are_not_hotkeys_of_streamlit(page: Explorer) -> None:
    page.settle()
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


# Answers


def rows_are_used_with_keys_and_clicks(page: Explorer) -> None:
    page.turn_to("?c=13a&m=GIE&printed=1")
    the_answers_are_used_with_the_keyboard(page)
    page.page.locator("th", has_text="measure").first.click()  # the head of the table is no row
    assert page.chosen == ["flat F"]


def the_answers_are_used_with_the_keyboard(page: Explorer) -> None:
    keyboard = page.page.keyboard
    assert page.tab_to(lambda e: e["pick"] in ("GIE", "MGIA", "hF"))["pick"] == "hF"
    keyboard.press("ArrowUp")
    assert page.focused()["pick"] == "hF", "there is nothing above the first row"
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    assert page.focused()["pick"] == "hR"
    expect(page.why_title).to_have_text("Why is GIE 5?")
    keyboard.press("Enter")
    page.expect_why("hR", "1")
    assert page.focused()["pick"] == "hR", "the focus stays where it was"
    # The row that has the focus shows it.
    outline = page.row("hR").evaluate("(e) => getComputedStyle(e).outlineStyle + getComputedStyle(e).outlineWidth")
    assert outline == "solid2px"
    keyboard.press("End")
    keyboard.press("Space")
    page.expect_why("flat F", "0.67")
    keyboard.press("Home")
    assert page.focused()["pick"] == "hF"


# Keyboard


def test_arrow_keys_move_between_the_classes_of_a_drawing(desk: Desk):
    desk.visit("?c=15&m=LCaF")
    keyboard = desk.page.keyboard
    names = {str(n): c for c, n in html.class_ids(preset("15")).items()}
    # One stop for the whole drawing, at its top.
    assert names[desk.tab_to(lambda e: e["tag"] == "g")["n"]] == "Arts"
    down_and_across = [("Down", "Theater"), ("Down", "Drama"), ("Right", "Opera"), ("Left", "Drama")]
    for key, at in [("Up", "Arts"), *down_and_across, ("Up", "Theater"), ("Up", "Arts"), ("Down", "Theater")]:
        keyboard.press(f"Arrow{key}")
        assert names[desk.focused()["n"]] == at
        expect(desk.canvas.locator("g.class.lit title")).to_have_text(at)
        expect(desk.why.locator(".frame svg").first.locator("g.class.lit title")).to_have_text(at)
    halo = desk.canvas.locator("g.class.lit .halo")
    assert halo.evaluate("(e) => getComputedStyle(e).visibility") == "visible"
    keyboard.press("Escape")
    expect(desk.page.locator(".lit")).to_have_count(0)
    # Numbers of the formula are reached and say what they count.
    assert desk.tab_to(lambda e: e["tag"] == "mn")["label"] == "2: Arts, Theater"
    assert desk.lit(desk.canvas) == {"Arts", "Theater"}
