"""What a phone shows, 390 px wide and with touch: one visit, which goes on from address to address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from hierview.glossary import term

from .editing import Editor
from .explorer import Explorer
from .test_looks import sideways, text_sizes
from .test_measures import NAMES, Cards
from .test_pointing import NARROW
from .test_slides import told


def test_on_a_phone(phone: Explorer):
    phone.turn_to("?c=15&m=LCaF")
    the_sections_stand_in_their_order(phone)
    pictures_side_by_side_are_tabs(phone)
    a_mark_in_the_legend_tells_what_it_means(phone)
    the_menu_covers_no_text(phone)
    settings_are_folded_under_a_summary(phone)
    a_tap_keeps_the_light_on_until_the_next(phone)
    a_drawing_is_begun_by_touch(phone)
    what_is_tapped_is_large_and_printed_values_stand_under_the_meaning(phone)


def top(part: Locator) -> float:
    return part.bounding_box()["y"]


def the_sections_stand_in_their_order(phone: Explorer) -> None:
    parts = [
        phone.page.locator(".st-key-topbar"),
        phone.page.locator(".st-key-picker"),
        phone.question,
        phone.page.get_by_role("heading", name="Hierarchy"),
        phone.canvas,
        phone.page.get_by_role("heading", name="Answers"),
        phone.table,
        phone.why_title,
        phone.page.get_by_role("tablist"),
        phone.why.locator(".frame svg:visible"),
        phone.result,
        phone.page.locator("[data-fold=settings]"),
    ]
    tops = [top(part) for part in parts]
    assert tops == sorted(tops)
    for part in parts[2:]:
        box = part.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    frame = phone.canvas.bounding_box()
    assert all(box.within(**frame) for box in phone.boxes(phone.canvas))


def pictures_side_by_side_are_tabs(phone: Explorer) -> None:
    tabs = phone.page.get_by_role("tab")
    expect(tabs).to_have_text(["Gt, true side · 3", "Gp, predicted side · 5"])
    drawings = phone.why.locator(".frame svg")
    sizes = []
    for i in range(2):
        tabs.nth(i).tap()
        expect(tabs.nth(i)).to_have_attribute("aria-selected", "true")
        expect(drawings.nth(i)).to_be_visible()
        expect(drawings.nth(1 - i)).to_be_hidden()
        sizes.append({round(size, 1) for _, size in text_sizes(drawings)})
    assert sizes[0] == sizes[1], "equal scale"
    tabs.nth(1).focus()
    phone.page.keyboard.press("ArrowLeft")
    expect(drawings.nth(0)).to_be_visible()


def settings_are_folded_under_a_summary(phone: Explorer) -> None:
    fold = phone.page.locator("[data-fold=settings]")
    expect(fold).to_contain_text("minimal")
    expect(fold).to_contain_text("β = 1")
    expect(phone.settings()).to_be_hidden()
    fold.tap()
    expect(fold).to_have_attribute("aria-expanded", "true")
    phone.set_choice("Graphs", "extended")
    phone.expect_why("LCaF (extended)", "0.5")
    expect(phone.settings()).to_be_visible()
    assert sideways(phone) <= 390
    fold.tap()
    expect(phone.settings()).to_be_hidden()


def what_is_tapped_is_large_and_printed_values_stand_under_the_meaning(phone: Explorer) -> None:
    phone.turn_to("?c=13a&m=MGIA&v=GIE+and+MGIA&printed=1")
    assert sideways(phone) <= 390
    for target in [
        *phone.page.get_by_role("tab").all(),
        phone.page.locator("[data-fold=settings]"),
        *phone.page.locator("tr[data-row]").all(),
    ]:
        assert target.bounding_box()["height"] >= 44, target.text_content()
    expect(phone.table.locator("td.printed").first).to_be_hidden()
    expect(phone.table.locator(".inline")).to_have_text(
        ["printed 0.89", "printed 0.8", "printed 1", "printed 0.8", "≠ printed 21", "≠ printed 0.82"]
    )
    assert phone.question.bounding_box()["height"] <= 132


def a_mark_in_the_legend_tells_what_it_means(phone: Explorer) -> None:
    for name in ("lowest common ancestor", "path of the predicted side"):
        mark = phone.why.locator(".marks .term").filter(has_text=name)
        mark.tap()
        mark.focus()
        expect(told(phone)).to_have_text(term(name).says)
        box, width = told(phone).bounding_box(), 390
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
    assert phone.page.evaluate("document.scrollingElement.scrollWidth") <= 390


def the_menu_covers_no_text(phone: Explorer) -> None:
    main = phone.page.get_by_test_id("stMain")
    for at in (0, 300, 700, 1100):
        main.evaluate("(e, at) => e.scrollTo(0, at)", at)
        menu = phone.page.get_by_role("button", name="Language, light and dark").bounding_box()
        bar = phone.page.locator("[data-testid=stLayoutWrapper]:has(> .st-key-topbar)").bounding_box()
        assert bar["y"] <= menu["y"]
        assert menu["y"] + menu["height"] <= bar["y"] + bar["height"] + 1
        assert bar["x"] <= 0
        assert bar["x"] + bar["width"] >= 390
        # Behind the menu is the bar, and no text of the page.
        behind = phone.page.evaluate(
            "([x, y]) => document.elementsFromPoint(x, y).filter((e) => e.closest('.stMain'))"
            ".filter((e) => !e.closest('.st-key-pagemenu') && !e.matches(':has(> .st-key-pagemenu)')).slice(0, 1)"
            ".map((e) => e.closest('.st-key-topbar') || e.matches(':has(> .st-key-topbar)') ? 'bar' : e.className)",
            [menu["x"] + menu["width"] / 2, menu["y"] + menu["height"] / 2],
        )
        assert behind == ["bar"], (at, behind)


def a_tap_keeps_the_light_on_until_the_next(phone: Explorer) -> None:
    assert abs(phone.why.bounding_box()["width"] - NARROW) < 2
    phone.canvas.locator(".class", has_text="Opera").tap()
    # The answer to the edit is there: both true and predicted.
    expect(phone.question.locator(".mark.both")).to_have_text(["Opera", "Opera"])
    expect(phone.question.locator(".mark.lit")).to_have_text(["Opera", "Opera"])
    phone.canvas.locator(".class", has_text="Rock").tap()
    expect(phone.question.locator(".mark.both.lit")).to_have_text(["Rock", "Rock"])
    phone.canvas.tap(position={"x": 8, "y": 8})  # the ground
    expect(phone.page.locator(".lit")).to_have_count(0)


def a_drawing_is_begun_by_touch(phone: Explorer) -> None:
    new = phone.page.get_by_role("button", name="New drawing")
    if not new.is_visible():
        phone.page.get_by_role("button", name="More actions").tap()
    new.tap()
    expect(phone.question).to_have_text("Which classes are true, and which were predicted?")
    phone.settle()
    editor = Editor(phone.page)
    editor.root.get_by_role("button", name="Add the first class").tap()
    editor.type_name("Arts").caught_up()
    assert editor.classes() == {"Arts": "none"}


@pytest.mark.whole
def test_a_card_has_one_column_and_the_index_is_a_choice(phone: Explorer):
    narrow = Cards.at_place_of(phone).turn_to("?m=MGIA")
    choice = narrow.page.get_by_role("combobox", name="Measure")
    parts = [
        choice,
        narrow.title,
        narrow.card.locator(".asks"),
        narrow.card.locator(".definition"),
        narrow.card.locator(".range"),
        narrow.card.locator("table").last,
        narrow.page.locator(".st-key-bibtex"),
        narrow.example_title,
        narrow.result,
        narrow.first_link,
    ]
    tops = [part.bounding_box()["y"] for part in parts]
    assert tops == sorted(tops)
    assert all(b["x"] >= 0 and b["x"] + b["width"] <= 390 for b in (part.bounding_box() for part in parts))
    narrow.page.locator(".st-key-bibtex summary").tap()
    expect(narrow.page.locator(".st-key-bibtex code")).to_be_visible()
    assert sideways(narrow) <= 390
    for target in [
        choice,
        narrow.first_link,
        *narrow.page.locator(".st-key-onward-others a").all(),
        narrow.page.locator(".st-key-bibtex summary"),
        *narrow.page.get_by_role("tab").all(),
    ]:
        assert target.bounding_box()["height"] >= 44, target.text_content()
    expect(narrow.index).to_be_hidden()
    assert choice.locator("option").last.get_attribute("value") == NAMES[-1]
    choice.select_option("LCaF")
    expect(narrow.title).to_contain_text("LCaF")
    assert narrow.asked()["m"] == "LCaF"
    narrow.page.go_back()
    expect(narrow.title).to_contain_text("MGIA")
    expect(choice).to_have_value("MGIA")
