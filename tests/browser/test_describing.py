"""What a case is called and what is asked about it, and in which state another case is opened."""

from __future__ import annotations

from html import escape

import pytest
from playwright.sync_api import Locator, expect

from hierview.formats import preset, read_case
from hierview.markup import html
from hierview.ui.markdown import inert
from hierview.ui.view import case_title

from .desk import Desk
from .editing import Editor
from .explorer import Explorer
from .test_app import App
from .test_editing import expect_drawn, tab_to
from .test_files import describe, expect_inert, picker, text


def edited(page: Explorer) -> Locator:
    return page.page.locator(".st-key-edited")


# Name, question, source


def test_a_case_is_described_undone_and_linked():
    app = App(c="15")
    answers = app.shown["answers"]
    app.describe(name="My *own* name", note="Which is worse?\nAnd <b>why</b>?", source="Lecture 3")
    assert app.called == r"Case 15 **My \*own\* name**"
    assert app.shown["note"] == html.plain_text("Which is worse?\nAnd <b>why</b>?")
    # No number depends on it.
    assert not app.state.edited
    assert "Printed: Lecture 3." in app.shown["answers"]
    assert app.shown["answers"].replace("Lecture 3", escape(preset("15").source)) == answers
    draft = app.state.draft
    assert (draft.name, draft.source) == ("My *own* name", "Lecture 3")
    assert draft.note == "Which is worse?\nAnd <b>why</b>?"
    # It goes with a link, and is the question of an exercise, which a preset's own remark would give away.
    asked = app.link("share-ask")
    for _ in range(3):
        app.press("undo")
    assert app.called == "Case 15 **Pairing and alternative paths**"
    assert app.shown["note"] == html.plain_text(preset("15").note)
    assert app.at.button(key="undo").disabled
    elsewhere = App(**asked)
    assert elsewhere.state.answers.guessing
    assert elsewhere.called == r"Case 15 **My \*own\* name**"
    assert elsewhere.shown["note"] == html.plain_text("Which is worse?\nAnd <b>why</b>?")
    assert "note" not in App(c="15", ask="1").shown


def test_on_a_phone_a_case_is_described_and_saved_and_a_drawing_begun_by_touch(phone_onward: Explorer):
    phone = phone_onward.turn_to("?c=15")
    describe(phone, name="My *own* name", note="Which is worse?\nAnd <b>why</b>?")
    expect(picker(phone)).to_have_text("Case 15 My *own* name")
    expect(phone.page.locator(".note")).to_have_text("Which is worse?\nAnd <b>why</b>?", use_inner_text=True)
    saved = read_case(phone.saved())
    assert (saved.name, saved.note) == ("My *own* name", "Which is worse?\nAnd <b>why</b>?")
    expect_inert(phone)
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


def test_the_question_stays_while_the_case_is_changed():
    app = App(c="15").describe(note="Which is worse?")
    app.edit({"op": "mark", "name": "Music", "mark": "true"})
    assert app.shown["note"] == html.plain_text("Which is worse?")


def test_what_cannot_be_a_name_is_refused_with_a_sentence():
    app = App(c="15").describe(name="a\u202eb")
    assert app.shown["notice"] == html.notice(
        "describe: name: the control character U+202E is not accepted; plain text is"
    )
    assert app.called == "Case 15 **Pairing and alternative paths**"
    app.describe(name="n" * 200)
    assert "notice" not in app.shown
    assert app.called == f"Case 15 **{'n' * 60}**"


def test_a_half_typed_text_outlives_a_name(desk: Desk):
    desk.open("?c=15")
    desk.hierarchy_as("Outline")
    editor = Editor(desk.page)
    wrong = "Arts\n    Theater\n  Drama [t]\n"
    editor.text.fill(wrong)
    expect(editor.notice).to_contain_text("line 3")
    desk.describe(name="Named")
    assert case_title(desk.state) == ("Case 15", "Named")
    assert editor.text.input_value() == wrong
    expect(editor.notice).to_contain_text("line 3")


def test_a_changed_preset_is_called_so():
    app = App(c="11a")
    assert app.called == "Case 11a **A near miss**"
    app.edit({"op": "mark", "name": "Music", "mark": "both"})
    assert app.called == r"**Case 11a\, edited**"
    app.use(app.control("button_group", "Hierarchy"), "outline")
    app.edit({"op": "text", "format": "outline", "text": "Course\n  Week 1 [t]\n  Week 2 [p]\n"})
    assert app.called == "**Drawing after case 11a**"
    assert app.state.draft.name == "Drawing after case 11a"
    app.describe(name="My course")
    assert app.called == "After case 11a **My course**"
    app.press("reset")
    assert app.called == "Case 11a **A near miss**"
    assert app.state.draft == preset("11a")


def test_the_page_calls_a_changed_preset_so_and_a_drawing_is_begun_with_the_keyboard(onward: Explorer):
    page = onward.turn_to("?c=11a")
    editor = Editor(page.page)
    editor.click_class("Music").caught_up()
    expect(picker(page)).to_have_text("Case 11a, edited")
    edited(page).get_by_role("button", name="reset").click()
    expect(picker(page)).to_have_text("Case 11a A near miss")
    page.settle()
    expect_drawn(page, preset("11a"))
    page.page.mouse.click(2, 2)  # from the top
    tab_to(page, lambda e: e["text"] == "New drawing")
    editor.press("Enter")
    expect(page.question).to_have_text("Which classes are true, and which were predicted?")
    page.settle()
    tab_to(page, lambda e: e["tag"] == "svg")
    editor.press("n").type_name("Arts").caught_up()
    assert editor.classes() == {"Arts": "none"}


# Another case


def test_a_drawing_of_ones_own_has_nothing_to_reset_but_settings():
    app = App(c="15").press("new")
    app.use(app.control("button_group", "Hierarchy"), "outline")
    app.edit({"op": "text", "format": "outline", "text": "Arts\n  Music [t]\n  Theater [p]\n"})
    assert "whytitle" in app.shown
    assert not app.at.get("caption")
    app.edit({"op": "choose", "row": "GIE"})
    app.use(app.control("number_input", "Default cost"), 3)
    assert [caption.value for caption in app.at.get("caption")] == ["settings edited ·"]
    app.press("reset")
    assert not app.at.get("caption")
    assert not app.state.work.settings
    assert set(app.state.draft.hierarchy.classes) == {"Arts", "Music", "Theater"}


def test_the_tool_is_mark_wherever_another_case_starts(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    root = editor.root

    def armed() -> None:
        editor.tool("Delete")

    # Another preset that has most of its classes; what was brought along; a new drawing, typed or drawn.
    armed()
    desk.show_case("16", preset("16"))
    desk.expect_question(preset("16"))
    expect(root).to_have_attribute("data-tool", "mark")
    armed()
    desk.show_case("mine-1", read_case(text()))
    expect(desk.question).to_contain_text("Rock")
    expect(root).to_have_attribute("data-tool", "mark")
    armed()
    desk.new_drawing()
    expect(root).to_have_attribute("data-tool", "add")
    desk.hierarchy_as("Outline")
    editor.text.fill("Arts\n  Music\n")
    expect(editor.class_("Music")).to_have_count(1)
    desk.hierarchy_as("Draw")
    expect(root).to_have_attribute("data-tool", "mark")
    # Undo leaves the tool in the hand.
    armed()
    editor.click_class("Music").caught_up()
    desk.undo()
    expect(editor.class_("Music")).to_have_count(1)
    expect(root).to_have_attribute("data-tool", "delete")


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
@pytest.mark.parametrize(("look", "asked"), [("phone", "v=steps&step=3"), ("wide", "v=landscape")])
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


# Files


def test_a_file_without_a_name_gives_its_own():
    app = App()
    for name, content in {
        "My courses.tsv": "A\tB\nA\tC\n",
        "plan <b>2.md": "A\n  B [t]\n",
        "unnamed.json": text(name=""),
    }.items():
        app.open_file(content, name)
        assert app.called == f"Mine **{inert(name.rpartition('.')[0])}**"
    app.open_file(text(), "other.json")
    assert app.called == "Mine **Brought along**"
    app.open_edges("A\tB\nA\tC", "B", "C")
    assert app.called == "Mine **Unnamed case**"
