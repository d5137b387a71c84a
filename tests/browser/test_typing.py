"""A hierarchy as text: levels by keys, the drawing beside it, and what is said while the text cannot be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hierview.formats import preset
from hierview.markup.html import LAST_READ

from ..effort import sampled
from ..listed import rows
from .desk import Desk
from .editing import Editor
from .explorer import Explorer
from .test_editing import expect_drawn

LOOKS = ("wide", "phone")
BROKEN = "Arts\n    Theater\n  Drama [t]\n"
GOOD = "Arts\n  Theater\n    Drama [t]\n  Opera [p]\n"


def outline(page: Explorer, query: str = "?c=15&p=as=outline") -> Editor:
    page.turn_to(query)
    editor = Editor(page.page)
    expect(editor.text).to_be_visible()
    editor.text.focus()
    return editor


def put(editor: Editor, text: str, start: int, end: int | None = None) -> None:
    """This text, with the caret or a selection in it."""
    editor.text.fill(text)
    editor.text.evaluate("(box, at) => box.setSelectionRange(...at)", [start, start if end is None else end])


def caret(editor: Editor) -> list[int]:
    return editor.text.evaluate("(box) => [box.selectionStart, box.selectionEnd]")


def last_read(page: Explorer):
    """The note at the answers, and the one of Why."""
    return page.page.locator(".st-key-lastread .last-read"), page.page.locator(".st-key-whytitle .last-read")


# Keys


@pytest.mark.parametrize("look", sampled(LOOKS, 1))
def test_an_outline_is_typed_with_tab_enter_and_backspace(visits, look: str):
    page = visits.desk(look)
    page.open()
    page.new_drawing()
    page.hierarchy_as("Outline")
    editor = Editor(page.page)
    editor.text.focus()
    keys = page.page.keyboard
    typed = "Animals Enter Tab Mammals Enter Tab Dog_[t] Enter Cat Enter Backspace Birds Enter Tab Eagle_[p] Enter"
    for word in (*typed.split(), "Shift+Tab", "Shift+Tab", "Plants"):
        (keys.press if word in ("Enter", "Tab", "Backspace", "Shift+Tab") else keys.type)(word.replace("_", " "))
    assert editor.text.input_value() == ("Animals\n  Mammals\n    Dog [t]\n    Cat\n  Birds\n    Eagle [p]\nPlants")
    expect(editor.text).to_be_focused()
    expect(editor.class_("Plants")).to_have_count(1)
    editor.caught_up()
    assert editor.edges() == {
        *(("Animals", c) for c in ("Mammals", "Birds")),
        *(("Mammals", c) for c in ("Dog", "Cat")),
        ("Birds", "Eagle"),
    }
    expect(page.why_title).to_be_visible()
    # The box's own undo knows what the keys did.
    keys.press("ControlOrMeta+z")
    assert not editor.text.input_value().endswith("Plants")


# text, selection, keys, the text and the selection after them; a bar stands at each end of a selection
def test_every_key_moves_lines_by_a_level(desk: Desk):
    editor = outline(desk)
    for kind, before, keys, after in rows("shifted_lines.tsv"):
        bars = [i for i, c in enumerate(before) if c == "|"]
        put(editor, before.replace("|", ""), bars[0], bars[-1] - (len(bars) - 1))
        editor.press(*keys.split())
        ends = [i for i, c in enumerate(after) if c == "|"]
        found = editor.text.input_value(), caret(editor)
        assert found == (after.replace("|", ""), [ends[0], ends[-1] - (len(ends) - 1)]), kind


@pytest.mark.parametrize("look", sampled(LOOKS, 1, 1))
def test_escape_gives_tab_back_to_the_page_and_says_so(visits, look: str):
    page = visits.desk(look)
    editor = outline(page)
    hint = editor.root.locator(".line")
    expect(hint).to_contain_text("Esc, then Tab leaves")
    # What is read aloud with the box is that line.
    described = "(box) => box.getRootNode().getElementById(box.getAttribute('aria-describedby')).className"
    assert "line" in editor.text.evaluate(described).split()
    text = editor.text.input_value()
    editor.press("Escape")
    expect(hint).to_contain_text("Tab now leaves the text")
    expect(editor.aloud).to_have_text("Tab now leaves the text, Shift+Tab goes back.")
    editor.press("Tab")
    expect(editor.text).not_to_be_focused()
    assert editor.text.input_value() == text
    expect(hint).not_to_contain_text("Tab now leaves")
    # Back in the box, and after any other key, Tab is a level again.
    for also in ((), ("Escape", "ArrowDown")):
        put(editor, "A\nB", 2)
        editor.press(*also, "Tab")
        assert editor.text.input_value() == "A\n  B"
    editor.press("Escape", "Shift+Tab")
    expect(editor.text).not_to_be_focused()
    # In Edges it leaves as ever.
    text = outline(page, "?c=15&p=as=edges").text.input_value()
    editor.press("Tab")
    expect(editor.text).not_to_be_focused()
    assert editor.text.input_value() == text


def test_a_phone_has_buttons_for_the_levels(pocket: Desk):
    editor = outline(pocket)
    put(editor, "A\nB", 3)
    editor.in_bar("⇥ Level down")
    assert (editor.text.input_value(), caret(editor)) == ("A\n  B", [5, 5])
    expect(editor.text).to_be_focused()
    editor.in_bar("⇤ Level up")
    assert editor.text.input_value() == "A\nB"


# The drawing beside it


def test_the_drawing_stands_beside_the_text_and_follows_it(desk: Desk):
    page, editor = desk, outline(desk)
    for view in ("Outline", "Edges"):
        page.hierarchy_as(view)
        text, canvas = editor.text.bounding_box(), editor.canvas.bounding_box()
        assert text["x"] + text["width"] <= canvas["x"] + 1
        assert abs(text["y"] - canvas["y"]) < 4
        assert min(text["width"], canvas["width"]) > 220
        shown = page.boxes(editor.canvas)
        assert len(shown) == 6
        assert all(box.within(canvas["x"], canvas["y"], canvas["width"], canvas["height"]) for box in shown)
    page.hierarchy_as("Outline")
    editor.text.fill(GOOD)
    expect(editor.class_("Rock")).to_have_count(0)
    editor.caught_up()
    assert editor.edges() == {("Arts", "Theater"), ("Theater", "Drama"), ("Arts", "Opera")}
    expect(editor.text).to_be_focused()


def test_what_is_done_in_the_drawing_is_written_into_the_text(desk: Desk):
    editor = outline(desk)
    editor.text.fill("Arts\n   Theater\n   Music [p]")
    expect(editor.class_("Opera")).to_have_count(0)
    editor.click_class("Theater")
    expect(editor.text).to_have_value("Arts\n  Theater [t]\n  Music [p]\n")
    editor.rename_to("Music", "Songs")
    expect(editor.text).to_have_value("Arts\n  Theater [t]\n  Songs [p]\n")
    editor.canvas.press("ControlOrMeta+z")
    expect(editor.text).to_have_value("Arts\n  Theater [t]\n  Music [p]\n")


def test_the_drawing_waits_while_the_text_cannot_be_read(desk: Desk):
    editor = outline(desk)
    editor.text.fill(BROKEN)
    expect(editor.notice).to_contain_text("line 3")
    expect(editor.text).to_have_attribute("aria-invalid", "true")
    before = editor.caught_up().classes()
    editor.click_class("Rock")
    expect(editor.notice).to_contain_text("the drawing can be changed once the text can be read")
    editor.caught_up()
    assert editor.text.input_value() == BROKEN
    assert editor.classes() == before
    expect(editor.root.locator(".gutter .bad")).to_have_text("3")
    desk.hierarchy_as("Draw")
    expect_drawn(desk, preset("15"))


# Answers of the last text that could be read


def test_answers_say_on_a_phone_that_they_are_older_than_the_text(pocket: Desk):
    page, editor = pocket, outline(pocket)
    answers, why = last_read(page)
    expect(answers).to_have_text("")
    expect(answers).to_have_attribute("aria-live", "polite")
    expect(why).to_have_count(0)
    values = page.values
    editor.text.fill(BROKEN)
    expect(answers).to_have_text(LAST_READ)
    expect(why).to_be_visible()
    page.settle()
    assert page.values == values
    # An edit elsewhere that leaves the text alone leaves the note, too.
    page.choose("hF")
    expect(answers).to_have_text(LAST_READ)
    editor.text.fill(GOOD)
    expect(answers).to_have_text("")
    expect(why).to_have_count(0)
    editor.text.fill(BROKEN)
    expect(answers).to_have_text(LAST_READ)
    page.hierarchy_as("Draw")
    expect(answers).to_have_count(0)
    expect(why).to_have_count(0)
