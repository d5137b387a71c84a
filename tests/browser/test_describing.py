"""A double click, siblings by a key, and in which state another case is opened by a link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hierview.formats import preset

from ..effort import sampled
from .desk import Desk
from .editing import Editor
from .javascript import javascript
from .test_editing import expect_drawn


def test_a_double_click_leaves_nothing_to_redo(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.double_click("Rock")
    expect(editor.name_box).to_be_focused()
    editor.press("Escape").caught_up()
    expect_drawn(desk, preset("15"))
    assert (desk.state.past, desk.state.future) == ((), ())
    desk.page.wait_for_timeout(400)  # the next one is a double click of its own
    editor.double_click("Rock").type_name("Jazz").caught_up()
    assert editor.classes()["Jazz"] == "predicted"
    desk.undo()
    editor.caught_up()
    expect_drawn(desk, preset("15"))


def test_siblings_are_added_by_a_key(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.focus("Rock").press("Shift+Enter")
    expect(editor.name_box).to_be_focused()
    desk.page.keyboard.type("Jazz")
    editor.press("Shift+Enter")  # the next one at once
    editor.type_name("Punk").caught_up()
    editor.focus("Arts").press("Shift+Enter")
    editor.type_name("Sports").caught_up()
    assert editor.edges() == {*preset("15").hierarchy.weights, ("Music", "Jazz"), ("Music", "Punk")}
    assert "Sports" in editor.classes()
    assert editor.classes()["Rock"] == "predicted"
    editor.press_tool("Keys")
    expect(editor.root.get_by_role("dialog", name="Keys")).to_contain_text("add a sibling")


# Links to a view


# A window scrolls otherwise than a phone; a landscape is made late. Which links ask for it is asked of the address.
@pytest.mark.parametrize(("look", "asked"), sampled([("phone", "v=steps&step=3"), ("wide", "v=landscape")], 1))
def test_a_link_to_a_view_opens_at_it(visits, look: str, asked: str):
    page = visits.page(look)
    size = page.page.viewport_size
    page.page.set_viewport_size({"width": size["width"], "height": 700})
    page.open(f"?c=15&m=LCaF&{asked}")
    expect(page.why_title).to_be_in_viewport()
    # At the top, under the bar that stays there on a phone, or as far up as the page goes.
    page.page.wait_for_function(javascript("why_at_the_top"))
    # Who scrolls away stays there, whatever comes.
    page.page.mouse.move(200, 300)
    page.page.mouse.wheel(0, -5000)
    expect(page.question).to_be_in_viewport()
    page.choose("hF")
    expect(page.row("hF")).to_be_in_viewport()
    page.page.set_viewport_size(size)


def test_of_two_predictions_a_click_sets_or_takes_the_mark_that_is_chosen(desk: Desk):
    desk.open('?c=11a&p=a=["Rock"]')
    editor = Editor(desk.page)
    sides = editor.root.get_by_role("group", name="What a click marks")
    pressed = sides.locator('[aria-pressed="true"]')
    expect(pressed).to_have_text("B")
    editor.click_class("Theater").caught_up()
    assert (desk.state.work.first, desk.state.draft.predicted) == ({"Rock"}, {"Rock", "Theater"})
    # B's dashed outline lies around A's where both predict a class, and is the body where B alone does.
    dashed = {name: editor.class_(name).locator("rect[stroke-dasharray]") for name in ("Rock", "Theater")}
    expect(dashed["Theater"]).to_have_class("body")
    expect(dashed["Rock"]).to_have_class("second")
    sides.get_by_role("button", name="A", exact=True).click()
    editor.click_class("Rock").click_class("Theater").caught_up()
    assert (desk.state.work.first, desk.state.draft.predicted) == ({"Theater"}, {"Rock", "Theater"})
    editor.focus("Rock").press("t")
    expect(pressed).to_have_text("True")
    editor.press("m", "a", "Enter").caught_up()
    assert (desk.state.draft.true, desk.state.work.first) == ({"Pop", "Rock"}, {"Rock", "Theater"})
    editor.undo().caught_up()
    assert desk.state.work.first == {"Theater"}
    assert desk.state.draft.hierarchy == preset("11a").hierarchy  # the letter added no class


def test_one_prediction_has_no_choice_of_what_is_marked(desk: Desk):
    desk.open("?c=11a")
    expect(Editor(desk.page).root.locator(".sides")).to_be_hidden()
