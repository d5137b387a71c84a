"""Decision rules in Explore: numbers on the drawing, and what a rule makes of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ..effort import sampled
from .editing import Editor
from .explorer import Explorer

T4 = "?c=t4&m=GIE&p=as=numbers"


def pill(page: Explorer, child: str, parent: str) -> Locator:
    return page.page.get_by_role("slider", name=f"probability of {child} under {parent}", exact=True)


def predicted(page: Explorer) -> Locator:
    return page.question.locator(".side").nth(1).locator(".mark")


@pytest.mark.parametrize("look", sampled(["wide", "phone"], 1))
def test_a_number_is_typed_dragged_moved_by_keys_and_refused_where_it_is_none(visits, look: str):
    page = visits.desk(look).open(T4)
    editor = Editor(page.page)
    expect(page.canvas.get_by_role("button", name=re.compile("Music, true.*blocked"))).to_be_visible()
    expect(page.canvas.get_by_role("button", name=re.compile("Arts.*judged by 0.2.*next"))).to_be_visible()
    expect(page.canvas.locator(".edge.followed")).to_have_count(2)
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
