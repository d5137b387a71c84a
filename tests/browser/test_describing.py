"""What a case is called and what is asked about it, and in which state another case is opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from hierview.formats import preset, read_case
from hierview.ui.view import case_title

from .desk import Desk
from .editing import Editor
from .explorer import Explorer, as_read, expected_lines
from .test_app import App
from .test_editing import expect_drawn, link_of, open_link
from .test_files import HOSTILE_NAMES, expect_inert, text

LOOKS = ("wide", "phone")


def picker(page: Explorer) -> Locator:
    return page.page.locator(".st-key-picker [data-testid=stPopoverButton] p")


def describe(page: Explorer, **texts: str) -> None:
    """Write into the fields of Describe, and close it."""
    body = page.open_popover("describe")
    for label, written in texts.items():
        field = body.get_by_label({"note": "Question or remark"}.get(label, label.capitalize()), exact=True)
        field.fill(written)
        field.press("Tab")
        page.settle()
    page.page.keyboard.press("Escape")
    expect(body).to_be_hidden()
    page.settle()


def edited(page: Explorer) -> Locator:
    return page.page.locator(".st-key-edited")


# Name, question, source


@pytest.mark.parametrize("look", LOOKS)
def test_a_case_is_described_undone_linked_and_saved(visits, look: str):
    page = visits.page(look)
    page.open("?c=15")
    describe(page, name="My *own* name", note="Which is worse?\nAnd <b>why</b>?", source="Lecture 3")
    expect(picker(page)).to_have_text("Case 15 My *own* name")
    note = page.page.locator(".note")
    expect(note).to_have_text("Which is worse?\nAnd <b>why</b>?", use_inner_text=True)
    expect(page.page.locator(".foot")).to_contain_text("Printed: Lecture 3.")
    # No number depends on it.
    expect(edited(page)).to_have_count(0)
    assert as_read(page.lines()) == expected_lines(preset("15"))[0]
    saved = read_case(page.saved())
    assert (saved.name, saved.source) == ("My *own* name", "Lecture 3")
    assert saved.note == "Which is worse?\nAnd <b>why</b>?"
    # It goes with a link, and is the question of an exercise, which a preset's own remark would give away.
    link = link_of(page, "An exercise")
    undo = page.page.get_by_role("button", name="Undo")
    for _ in range(3):
        undo.click()
        page.settle()
    expect(picker(page)).to_have_text("Case 15 Pairing and alternative paths")
    expect(note).to_have_text(preset("15").note)
    expect(undo).to_be_disabled()
    open_link(page, link)
    expect(picker(page)).to_have_text("Case 15 My *own* name")
    expect(note).to_contain_text("Which is worse?")
    expect_inert(page)


def test_the_question_stays_while_the_case_is_changed(page: Explorer):
    page.open("?c=15")
    describe(page, note="Which is worse?")
    Editor(page.page).click_class("Music").acked()
    expect(page.page.locator(".note")).to_have_text("Which is worse?")


def test_what_is_said_of_a_case_is_nothing_but_text(page: Explorer):
    page.open("?c=15")
    body = page.open_popover("describe")
    for name in HOSTILE_NAMES:
        for label in ("Name", "Question or remark", "Source"):
            field = body.get_by_label(label, exact=True)
            field.fill(name)
            field.press("Tab")
        shown = re.escape(" ".join(name.split())).replace(":", ":\u2060?").replace("@", "@\u2060?")
        expect(picker(page)).to_have_text(re.compile(f"^Case 15 {shown}$"))
        expect(page.page.locator(".note")).to_have_text(name)
        page.settle()
        expect(page.page.locator(".foot")).to_contain_text(name)
        expect(picker(page).locator("img, a, .katex, span[style], [data-testid=stIconMaterial]")).to_have_count(0)
        expect_inert(page)


def test_what_cannot_be_a_name_is_refused_with_a_sentence(page: Explorer):
    page.open("?c=15")
    body = page.open_popover("describe")
    field = body.get_by_label("Name", exact=True)
    field.fill("a\u202eb")
    field.press("Enter")
    expect(body.locator(".notice")).to_have_text(
        "describe: name: the control character U+202E is not accepted; plain text is"
    )
    expect(picker(page)).to_have_text("Case 15 Pairing and alternative paths")
    field.fill("n" * 200)
    field.press("Enter")
    expect(body.locator(".notice")).to_have_count(0)
    expect(picker(page)).to_have_text("Case 15 " + "n" * 60)


def test_a_half_typed_text_outlives_a_name(page: Explorer):
    page.visit("?c=15&p=as=outline")
    editor = Editor(page.page)
    wrong = "Arts\n    Theater\n  Drama [t]\n"
    editor.text.fill(wrong)
    expect(editor.notice).to_contain_text("line 3")
    describe(page, name="Named")
    expect(picker(page)).to_have_text("Case 15 Named")
    assert editor.text.input_value() == wrong
    expect(editor.notice).to_contain_text("line 3")


@pytest.mark.parametrize("look", LOOKS)
def test_a_changed_preset_is_called_so(visits, look: str):
    page = visits.page(look)
    page.open("?c=11a")
    expect(picker(page)).to_have_text("Case 11a A near miss")
    editor = Editor(page.page)
    editor.click_class("Music").acked()
    expect(picker(page)).to_have_text("Case 11a, edited")
    page.hierarchy_as("Outline")
    editor.text.fill("Course\n  Week 1 [t]\n  Week 2 [p]\n")
    expect(picker(page)).to_have_text("Drawing after case 11a")
    assert read_case(page.saved()).name == "Drawing after case 11a"
    describe(page, name="My course")
    expect(picker(page)).to_have_text("After case 11a My course")
    edited(page).get_by_role("button", name="reset").click()
    expect(picker(page)).to_have_text("Case 11a A near miss")
    page.hierarchy_as("Draw")
    expect_drawn(page, preset("11a"))


# Another case


def test_a_drawing_of_ones_own_has_nothing_to_reset_but_settings(page: Explorer):
    page.open("?c=15")
    page.new_drawing()
    page.hierarchy_as("Outline")
    Editor(page.page).text.fill("Arts\n  Music [t]\n  Theater [p]\n")
    expect(page.why_title).to_be_visible()
    page.settle()
    expect(edited(page)).to_have_count(0)
    page.choose("GIE")
    page.set_number("Default cost, Dₘₐₓ", "3")
    expect(edited(page)).to_have_text("settings edited ·reset")
    edited(page).get_by_role("button", name="reset").click()
    expect(edited(page)).to_have_count(0)
    page.settle()
    assert set(Editor(page.page).acked().classes()) == {"Arts", "Music", "Theater"}


def test_the_tool_is_mark_wherever_another_case_starts(page: Explorer):
    page.open("?c=15")
    editor = Editor(page.page)
    root = editor.root

    def armed() -> None:
        editor.tool("Delete")

    # Another preset that has most of its classes; a file; a new drawing, typed or drawn.
    armed()
    page.open_popover("picker").locator("[data-pick='16']").click()
    page.expect_question(preset("16"))
    expect(root).to_have_attribute("data-tool", "mark")
    armed()
    page.open_file(text())
    expect(page.question).to_contain_text("Rock")
    expect(root).to_have_attribute("data-tool", "mark")
    armed()
    page.new_drawing()
    expect(root).to_have_attribute("data-tool", "add")
    page.hierarchy_as("Outline")
    editor.text.fill("Arts\n  Music\n")
    expect(editor.class_("Music")).to_have_count(1)
    page.hierarchy_as("Draw")
    expect(root).to_have_attribute("data-tool", "mark")
    # Undo leaves the tool in the hand.
    armed()
    editor.click_class("Music").acked()
    page.page.get_by_role("button", name="Undo").click()
    expect(editor.class_("Music")).to_have_count(1)
    expect(root).to_have_attribute("data-tool", "delete")


def test_a_double_click_leaves_nothing_to_redo(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.double_click("Rock")
    expect(editor.name_box).to_be_focused()
    editor.press("Escape").acked()
    expect_drawn(desk, preset("15"))
    assert (desk.state.past, desk.state.future) == ((), ())
    desk.page.wait_for_timeout(400)  # the next one is a double click of its own
    editor.double_click("Rock").type_name("Jazz").acked()
    assert editor.classes()["Jazz"] == "predicted"
    desk.undo()
    editor.acked()
    expect_drawn(desk, preset("15"))


def test_siblings_are_added_by_a_key(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.focus("Rock").press("Shift+Enter")
    expect(editor.name_box).to_be_focused()
    desk.page.keyboard.type("Jazz")
    editor.press("Shift+Enter")  # the next one at once
    editor.type_name("Punk").acked()
    editor.focus("Arts").press("Shift+Enter")
    editor.type_name("Sports").acked()
    assert editor.edges() == {*preset("15").hierarchy.weights, ("Music", "Jazz"), ("Music", "Punk")}
    assert "Sports" in editor.classes()
    assert editor.classes()["Rock"] == "predicted"
    editor.press_tool("Keys")
    expect(editor.root.get_by_role("dialog", name="Keys")).to_contain_text("add a sibling")


# Links to a view


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("asked", ["v=steps&step=3", "v=landscape", "v=picture"])
def test_a_link_to_a_view_opens_at_it(visits, look: str, asked: str):
    page = visits.page(look)
    size = page.page.viewport_size
    page.page.set_viewport_size({"width": size["width"], "height": 700})
    page.open(f"?c=15&m=LCaF&{asked}")
    expect(page.why_title).to_be_in_viewport()
    # At the top, under the bar that stays there on a phone, or as far up as the page goes.
    page.page.wait_for_function("""() => {
      const main = document.querySelector("[data-testid=stMain]");
      const { top } = document.querySelector(".st-key-why").getBoundingClientRect();
      return main.scrollTop > 100 && (top < 80 || main.scrollHeight - main.clientHeight - main.scrollTop < 2);
    }""")
    # Who scrolls away stays there, and the next case starts where the page is.
    page.page.wait_for_timeout(2500)
    page.page.mouse.move(200, 300)
    page.page.mouse.wheel(0, -5000)
    expect(page.question).to_be_in_viewport()
    page.choose("hF")
    expect(page.row("hF")).to_be_in_viewport()
    page.page.set_viewport_size(size)


def test_a_link_without_a_view_opens_at_the_top(page: Explorer):
    page.open("?c=15&m=LCaF")
    page.page.wait_for_timeout(1000)
    expect(page.question).to_be_in_viewport()


# Files


def test_a_file_without_a_name_gives_its_own():
    app = App()
    for name, content in {
        "My courses.tsv": "A\tB\nA\tC\n",
        "plan <b>2.md": "A\n  B [t]\n",
        "unnamed.json": text(name=""),
    }.items():
        app.open_file(content, name)
        assert case_title(app.state) == ("Mine", name.rpartition(".")[0])
    app.open_file(text(), "other.json")
    assert case_title(app.state) == ("Mine", "Brought along")


def test_the_name_of_a_file_is_shown(page: Explorer):
    page.open()
    page.open_file("A\n  B [t]\n", "plan <b>2.md")
    expect(page.page.locator("[data-testid=stPopoverBody]")).to_be_hidden()
    expect(picker(page)).to_have_text("Mine plan <b>2")
    page.open_edges("A\tB\nA\tC", "B", "C")
    expect(picker(page)).to_have_text("Mine Unnamed case")
    expect_inert(page)
