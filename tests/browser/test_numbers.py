"""Decision rules in Explore: numbers on the drawing, what a rule makes of them, and all rules side by side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ..effort import drawn
from .editing import Editor
from .explorer import Explorer

T4 = "?c=t4&m=GIE&p=as=numbers"


def pill(page: Explorer, child: str, parent: str) -> Locator:
    return page.page.get_by_role("slider", name=f"probability of {child} under {parent}", exact=True)


def choose(page: Explorer, rule: str) -> None:
    page.page.get_by_role("radiogroup", name="Predicted by").locator("label").filter(has_text=rule).click()


def predicted(page: Explorer) -> Locator:
    return page.question.locator(".side").nth(1).locator(".mark")


@pytest.mark.whole
def test_the_cascade_goes_wrong_the_path_does_not_and_a_mark_by_hand_ends_a_rule(page: Explorer):
    page.turn_to(T4)
    expect(predicted(page)).to_have_text("Medicine")
    expect(page.page.locator(".st-key-decision")).to_contain_text("Root > Health > Medicine. Next would have been Arts")
    canvas = page.canvas
    expect(canvas.get_by_role("button", name=re.compile("Music, true.*blocked"))).to_be_visible()
    expect(canvas.get_by_role("button", name=re.compile("Arts.*judged by 0.2.*next"))).to_be_visible()
    expect(canvas.locator(".edge.followed")).to_have_count(2)
    rows = page.page.locator(".st-key-rules tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.first.locator("td").first).to_have_text("Medicine")
    choose(page, "The most probable path to a leaf")
    expect(predicted(page)).to_have_text("Music")
    expect(page.why_title).to_have_text("Why is GIE 0?")
    assert Editor(page.page).caught_up().classes()["Music"] == "both"
    a_threshold_is_set_and_a_mark_by_hand_ends_the_rule(page)
    a_case_without_numbers_says_how_to_give_some(page)


def a_threshold_is_set_and_a_mark_by_hand_ends_the_rule(page: Explorer) -> None:
    choose(page, "Everything above a threshold")
    expect(predicted(page)).to_have_count(0)
    field = page.page.get_by_label("Threshold, t", exact=True)
    field.fill("0.2")
    field.press("Enter")
    expect(predicted(page)).to_have_text(["Dance", "Medicine", "Music"])
    page.settle()  # the drawing comes after the question
    Editor(page.page).click_class("Fitness").click_class("Fitness").caught_up()
    expect(page.page.get_by_role("radio", name="as marked")).to_be_checked()
    expect(predicted(page)).to_have_text(["Dance", "Fitness", "Medicine", "Music"])


def a_case_without_numbers_says_how_to_give_some(page: Explorer) -> None:
    page.turn_to("?c=15&m=GIE&p=as=numbers")
    expect(page.page.locator(".st-key-rules")).to_contain_text("Give edges a probability")
    pill(page, "Music", "Arts").focus()
    page.page.keyboard.press("1")
    page.page.locator(".ed input.number").press("Enter")
    Editor(page.page).caught_up()
    expect(page.page.get_by_role("radio", name="The best child at each level")).to_be_checked()
    expect(predicted(page)).to_have_text("Opera")


@pytest.mark.parametrize("look", drawn(["wide", "phone"], 1))
def test_a_number_is_typed_dragged_moved_by_keys_and_refused_where_it_is_none(visits, look: str):
    page = visits.desk(look).open(T4)
    editor = Editor(page.page)
    arts = pill(page, "Arts", "Root")
    expect(arts).to_have_attribute("aria-valuenow", "0.2")
    arts.focus()
    editor.press("ArrowUp", "ArrowUp")
    expect(arts).to_have_attribute("aria-valuenow", "0.22")
    editor.caught_up()
    expect(predicted(page)).to_have_text("Music")
    page.page.keyboard.press("0")
    box = page.page.locator(".ed input.number")
    expect(box).to_be_focused()
    box.fill("0,05")
    box.press("Enter")
    editor.caught_up()
    expect(arts).to_have_attribute("aria-valuenow", "0.05")
    expect(predicted(page)).to_have_text("Medicine")
    at = arts.bounding_box()
    page.page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.page.mouse.down()
    page.page.mouse.move(at["x"] + at["width"] / 2 + 100, at["y"] + at["height"] / 2, steps=5)
    page.page.mouse.up()
    editor.caught_up()
    expect(arts).to_have_attribute("aria-valuenow", "0.55")
    expect(predicted(page)).to_have_text("Music")
    for _ in range(4):
        editor.undo().caught_up()
    expect(arts).to_have_attribute("aria-valuenow", "0.2")
    expect(predicted(page)).to_have_text("Medicine")
    music = pill(page, "Music", "Arts")
    music.focus()
    page.page.keyboard.press("9")
    page.page.locator(".ed input.number").press("Enter")
    expect(Editor(page.page).notice).to_contain_text("probability of Music under Arts: '9' is not accepted")
    expect(music).to_have_attribute("aria-valuenow", "0.9")
