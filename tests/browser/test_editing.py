"""Drawing, typing, undoing and sharing in a real browser; what comes from outside is a case or a sentence."""

from __future__ import annotations

import base64
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import unescape
from math import dist
from statistics import median
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Locator, expect

from hierview import Case, Draft, Measure, load_case, parse_measure
from hierview.explain import number
from hierview.formats import FORMATS, preset, read_any
from hierview.formats.base import Format
from hierview.formats.hemkit import FILES, NAMES, read_triple
from hierview.formats.link import VERSION, pack_draft
from hierview.formats.outline import write_outline
from hierview.markup import html
from hierview.model.edits import apply
from hierview.ui.address import state_of
from hierview.ui.cases import LINKED, PACKED
from hierview.ui.contents import contents

from ..each import each
from .desk import Desk
from .editing import SLOWLY, Editor
from .explorer import Explorer, all_measures, as_read, expected_lines, narrowed, still, until
from .test_app import App
from .test_files import PLAIN, TYPED, expect_inert, text

CASE = preset("15")
BELOW = [("Arts", "Theater"), ("Arts", "Music"), ("Theater", "Drama"), ("Theater", "Opera"), ("Music", "Rock")]
# Six classes, each named as it is added; one more edge; one mark takes one press, the other two take two.
EDITS = 6 + 1 + 1 + 2 + 2
START = "11a"  # the case of the start page


def expect_drawn(page: Explorer, draft: Draft) -> None:
    """The editor shows this hierarchy with these marks, and Python has the same."""
    editor = Editor(page.page).caught_up()
    assert editor.classes() == {c: draft.mark(c) for c in draft.hierarchy.classes}
    assert editor.edges() == set(draft.hierarchy.weights)


def expect_case_15(page: Explorer) -> None:
    """What was drawn is case 15, and its answers are the preset's, with nothing printed beside."""
    expect_drawn(page, CASE)
    page.expect_question(CASE)
    page.settle()
    assert as_read(page.lines()) == expected_lines(CASE, edited=True)[0]
    assert len(page.lines()) == 7


def expect_all_answers(drawn: Case) -> None:
    """All answers to what was drawn are those to case 15."""
    found, wanted = (expected_lines(case, all_measures(), edited=True)[0] for case in (drawn, CASE))
    assert found == wanted


# Case 15 from an empty canvas. Names have to be typed; everything else is done by one kind of hand.


def draw_by(press: Callable[[Locator], None], page: Explorer) -> Editor:
    """Draw and mark case 15 by pressing tools, classes and buttons."""
    editor = Editor(page.page)
    page.new_drawing()
    tools = editor.root.get_by_role("toolbar", name="Drawing tools")
    press(editor.root.get_by_role("button", name="Add the first class"))
    editor.type_name("Arts")
    press(tools.get_by_role("button", name="Add class"))
    for parent, child in BELOW:
        press(editor.class_(parent))
        editor.type_name(child)
    press(tools.get_by_role("button", name="Link"))
    for name in ("Music", "Opera"):
        press(editor.class_(name))
    press(tools.get_by_role("button", name="Mark"))
    for name in ("Drama", "Opera", "Opera", "Rock", "Rock"):
        page.page.wait_for_timeout(SLOWLY)
        press(editor.class_(name))
    return editor


def test_case_15_is_drawn_with_the_mouse_undone_to_nothing_and_redone(desk: Desk):
    desk.open()
    editor = draw_by(Locator.click, desk)
    expect_case_15(desk)
    expect_all_answers(desk.state.case)
    editor.focus("Arts")
    editor.press(*["ControlOrMeta+z"] * (EDITS - 1)).caught_up()
    assert editor.classes() == {"Arts": "none"}
    editor.undo().caught_up()
    expect(editor.root.get_by_role("button", name="Add the first class")).to_be_visible()
    expect(desk.notice).to_have_text("Add a class, then mark it: the answers follow at once.")
    # One more leads back to what was open before the new drawing.
    desk.undo()
    desk.expect_question(preset(START))
    desk.redo()
    expect(editor.root.get_by_role("button", name="Add the first class")).to_be_visible()
    editor.canvas.focus()
    editor.press(*["ControlOrMeta+Shift+z"] * EDITS)
    expect_case_15(desk)
    assert desk.state.future == ()


def test_a_new_drawing_is_undone_and_redone_by_the_page():
    app = App()
    assert app.press("new").press("undo").state.draft == preset(START)
    assert app.press("redo").state.draft.hierarchy.classes == ()
    assert app.at.button(key="redo").disabled


def test_case_15_is_drawn_by_touch_on_a_phone(pocket: Desk):
    pocket.open()
    draw_by(Locator.tap, pocket)
    expect_case_15(pocket)


def tab_to(page: Explorer, wanted: Callable[[dict], bool], key: str = "Tab") -> None:
    for _ in range(60):
        page.page.keyboard.press(key)
        focused = page.focused()
        if focused and wanted(focused):
            return
    pytest.fail("Tab never reaches it")


def walk_to(page: Explorer, name: str) -> None:
    """With the arrow keys, from the class that has the focus."""
    editor = Editor(page.page).caught_up()
    for _ in range(12):
        here = page.focused()["label"].split(", ")[0]
        if here == name:
            return
        (x, y), (to_x, to_y) = editor.centre(here), editor.centre(name)
        across = "ArrowRight" if to_x > x else "ArrowLeft"
        editor.press("ArrowDown" if to_y > y + 20 else "ArrowUp" if to_y < y - 20 else across)
    pytest.fail(f"the arrow keys never reach {name}")


def test_case_15_is_drawn_with_the_keyboard(desk: Desk):
    page = desk.open()
    editor = Editor(page.page)
    page.new_drawing()
    tab_to(page, lambda e: e["tag"] == "svg")
    editor.press("n").type_name("Arts")
    for parent, child in BELOW:
        walk_to(page, parent)
        editor.press("a").type_name(child)
    walk_to(page, "Music")
    editor.press("l")
    walk_to(page, "Opera")
    editor.press("Enter")
    # An empty canvas starts with the tool that adds; back from the tools, the focus is where it was.
    tab_to(page, lambda e: e["text"] in ("Mark", "Add class"))
    editor.press("Home", "Enter")
    expect(editor.root).to_have_attribute("data-tool", "mark")
    tab_to(page, lambda e: e["tag"] == "g", "Shift+Tab")
    for name, presses in (("Drama", 1), ("Opera", 2), ("Rock", 2)):
        walk_to(page, name)
        editor.press(*["Enter"] * presses)
    expect_case_15(page)


@pytest.mark.parametrize("view", ["Outline", "Edges"])
def test_case_15_is_typed(desk: Desk, view: str):
    page = desk.open()
    page.new_drawing()
    page.hierarchy_as(view)
    box = Editor(page.page).text
    box.focus()
    keys = page.page.keyboard
    if view == "Outline":  # a new line starts at the level of the one before; Backspace takes a level
        keys.type("Arts\n  Theater\n  Drama [t]\nOpera [p]\n")
        keys.press("Backspace")
        keys.type("Music\n")
        keys.press("Tab")
        keys.type("Opera\nRock [p]")
    else:
        keys.type("Arts > Theater > Drama [t]\nTheater > Opera [p]\nArts > Music > Opera\nMusic > Rock [p]")
    expect(page.question).to_contain_text("Rock")
    page.hierarchy_as("Edges" if view == "Outline" else "Outline")
    expect(box).to_have_value(re.compile("Music"))
    read = read_any(box.input_value().encode(), "a.txt")
    assert set(read.hierarchy.weights) == set(CASE.hierarchy.weights)
    assert (read.true, read.predicted) == (CASE.true, CASE.predicted)
    page.hierarchy_as("Draw")
    expect_case_15(page)


# Undo and redo


def test_30_quick_edits_are_30_undos(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.focus("Arts")
    # Faster than Python answers: a class of its own each, its name left as it is.
    editor.press(*["n", "Enter"] * 30)
    editor.caught_up()
    assert len(editor.classes()) == 36
    for undos, left in ((10, 26), (19, 7), (1, 6)):
        editor.press(*["ControlOrMeta+z"] * undos).caught_up()
        assert len(editor.classes()) == left
    expect_drawn(desk, CASE)
    assert desk.state.past == ()
    assert as_read(desk.lines()) == expected_lines(CASE)[0]


def test_the_drawing_keeps_still_on_the_stage_and_undo_brings_it_back(desk: Desk):
    with still(desk.page):
        the_drawing_keeps_still_and_undo_brings_it_back(desk)


def the_drawing_keeps_still_and_undo_brings_it_back(desk: Desk) -> None:
    desk.open("?c=13a")
    editor = Editor(desk.page)
    editor.focus("Pop").caught_up()
    history = [editor.spots()]
    for name, *keys in (("Pop", "a", "Enter"), ("Europop", "a", "Enter"), ("Beat Music", "Delete")):
        editor.focus(name).press(*keys).caught_up()
        history.append(editor.spots())
    *_, before, now = history
    for i in (0, 1):
        assert abs(median(now[c][i] - before[c][i] for c in now)) < 0.1
    for before in reversed(history[:-1]):
        now = editor.press("ControlOrMeta+z").caught_up().spots()
        assert now.keys() == before.keys()
        assert max(dist(now[c], before[c]) for c in before) < 0.1


def test_presets_files_parameters_and_pins_are_undone_too():
    app = App(c="15")
    asked = parse_measure("GIE(default_cost=3)")

    def expect_why(case: Case, measure: Measure) -> None:
        title = f"Why is {measure.label()} {number(measure.evaluate(case).value)}?"
        assert app.shown["whytitle"] == html.why_title(title)

    app.use(app.control("number_input", "Default cost"), 3)
    expect_why(CASE, asked)
    app.edit({"op": "pin", "name": "Rock", "x": 30, "y": 40})
    app.edit({"op": "open", "row": "12a"})
    assert app.state.draft == preset("12a")
    app.open_file(text())
    assert app.state.draft == load_case(PLAIN)
    assert app.press("undo").state.draft == preset("12a")
    app.press("undo")
    assert app.shown["question"] == html.question(CASE, html.class_ids(CASE))
    assert [c["name"] for c in app.drawn["classes"] if c["pinned"]] == ["Rock"]
    assert not any(c["pinned"] for c in app.press("undo").drawn["classes"])
    expect_why(CASE, asked)
    app.press("undo")
    expect_why(CASE, parse_measure("GIE"))
    assert app.at.button(key="undo").disabled


# Answers follow edits


def test_the_printed_column_goes_with_the_first_edit_and_reset_brings_it_back():
    app = App(c="13a")
    before = app.shown
    assert "with-printed" in before["answers"]
    assert "note" in before
    # Where classes stand changes no number.
    app.edit({"op": "pin", "name": "Europop", "x": 12, "y": 8})
    assert app.shown["answers"] == before["answers"]
    app.edit({"op": "mark", "name": "Beat Music", "mark": "true"})
    assert "printed" not in app.shown["answers"].lower()
    assert "note" not in app.shown
    assert [caption.value for caption in app.at.get("caption")] == ["edited ·"]
    app.press("reset")
    assert app.shown == before
    assert app.state.draft == preset("13a")


def test_a_cycle_a_self_loop_and_what_is_there_already_are_refused_by_name(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    refusals = {
        ("Drama", "Arts"): "'Drama' > 'Arts' would make a cycle: 'Arts' > 'Theater' > 'Drama' > 'Arts'; "
        "no class may be its own ancestor",
        ("Music", "Music"): "'Music' > 'Music' would be a self-loop; connect two different classes",
        ("Music", "Rock"): "'Music' > 'Rock' is there already; two classes are connected once",
    }
    for (parent, child), sentence in refusals.items():
        editor.tool("Link").click_class(parent).click_class(child)
        expect(editor.notice).to_have_text(sentence)
        editor.press("Escape")
    editor.tool("Rename").click_class("Rock")
    editor.name_box.fill("Opera")
    editor.name_box.press("Enter")
    expect(editor.notice).to_have_text("'Opera' is there already; choose another name")
    editor.press("Escape")
    expect_drawn(desk, CASE)
    assert desk.state.past == ()


@each(
    "view, wrong, line",
    [
        ("Outline", "Arts\n  Music\n    Rock\n      Arts", 4),
        ("Outline", "Arts\n    Music\n  Rock", 3),
        ("Edges", "Arts > Music\nMusic > Arts", 2),
    ],
)
def test_a_text_with_a_mistake_names_the_line_and_the_drawing_stays(desk: Desk, view: str, wrong: str, line: int):
    desk.open("?c=15")
    desk.hierarchy_as(view)
    editor = Editor(desk.page)
    editor.text.fill(wrong)
    expect(editor.notice).to_contain_text(f"line {line}")
    expect(editor.root.locator(".gutter .bad")).to_have_text(str(line))
    expect(editor.text).to_have_attribute("aria-invalid", "true")
    editor.caught_up()
    assert editor.text.input_value() == wrong
    desk.expect_question(CASE)
    assert as_read(desk.lines()) == expected_lines(CASE)[0]
    desk.hierarchy_as("Draw")
    expect_drawn(desk, CASE)


def test_text_and_drawing_are_in_step(desk: Desk):
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.rename_to("Rock", "Jazz").caught_up()
    desk.hierarchy_as("Outline")
    expect(editor.text).to_have_value(re.compile(r"^    Jazz  ?\[p\]$", re.M))
    editor.text.fill(editor.text.input_value().replace("Drama", "Ballet"))
    expect(desk.question).to_contain_text("Ballet")
    desk.hierarchy_as("Draw")
    editor.caught_up()
    assert editor.classes()["Ballet"] == "true"
    assert editor.classes()["Jazz"] == "predicted"


# A slow server


# What Python says when it is asked so waits until it is let go: the page's words, answers at once.
PAGE, AT_ONCE = "hierviewTold", "fetch"
_HOLD = """(names) => {
  const before = names.map((name) => [name, window[name]]), held = [];
  let holds = true;
  const letGo = (most) => { for (const go of held.splice(0, most)) go(); };
  const stop = () => { holds = false; Object.assign(window, Object.fromEntries(before)); letGo(Infinity); };
  window.holding = { held, letGo, stop };
  for (const [name, ask] of before)
    window[name] = async (...asked) => {
      const told = await ask(...asked);
      if (holds) await new Promise((go) => held.push(go));  // what was asked before it stopped may come after
      return told;
    };
}"""


def test_edits_during_a_slow_answer_are_not_lost(desk: Desk):
    """Everything that the page says is held back while edits are made, and let go in two lots."""
    desk.open("?c=15")
    editor = Editor(desk.page)
    desk.page.evaluate(_HOLD, [PAGE])
    try:
        _edit_while_all_is_held(desk, editor)
    finally:
        desk.page.evaluate("holding.stop()")


def _edit_while_all_is_held(desk: Desk, editor: Editor) -> None:
    editor.focus("Music")
    editor.press("Enter", "a").type_name("Jazz")
    desk.page.wait_for_function("holding.held.length > 0")  # an answer to the first of them
    early = desk.page.evaluate("holding.held.length")
    assert editor.classes()["Jazz"] == "none"
    editor.press("Enter", "Enter")
    editor.focus("Drama").press("Enter")
    editor.focus("Rock").press("a").type_name("Punk")
    editor.rename_to("Opera", "Ballet")
    desk.page.evaluate("(early) => holding.letGo(early)", early)  # late answers to early edits take nothing back
    expect(editor.root).not_to_have_attribute("data-acked", "0")
    found = editor.classes()
    assert {c: found[c] for c in ("Jazz", "Drama", "Punk", "Ballet")} == {
        "Jazz": "predicted",
        "Drama": "predicted",
        "Punk": "none",
        "Ballet": "predicted",
    }
    editor.focus("Theater").press("Enter")
    desk.page.evaluate("holding.stop()")
    editor.caught_up()
    assert editor.classes() == {
        "Arts": "none",
        "Theater": "true",
        "Music": "true",
        "Drama": "predicted",
        "Ballet": "predicted",
        "Rock": "predicted",
        "Jazz": "predicted",
        "Punk": "none",
    }
    assert editor.edges() >= {("Music", "Jazz"), ("Rock", "Punk"), ("Theater", "Ballet"), ("Music", "Ballet")}
    # Python has the same.
    expect_drawn(desk, desk.state.draft)
    assert (desk.state.case.true, desk.state.case.predicted) == (
        {"Theater", "Music"},
        {"Drama", "Ballet", "Rock", "Jazz"},
    )


def test_what_is_dragged_stays_at_the_pointer_while_the_drawing_is_laid_out_anew(desk: Desk):
    """A class where it was taken, the drawing wherever it is held; a drag that is given up leaves it as it was."""
    editor, mouse = Editor(desk.page), desk.page.mouse
    for taken, given_up in (("Theater", False), ("Theater", True), (None, False)):
        desk.open("?c=15")
        desk.show_case(LINKED, load_case(PLAIN))
        desk.page.evaluate(_HOLD, [PAGE, AT_ONCE])
        try:
            editor.focus("Music").press("a").type_name("Jazz")
            desk.page.wait_for_function("holding.held.length > 0")
            editor.class_("Theater").hover()  # once it stands still
            before, (x, y) = editor.spots(), editor.centre("Theater")
            y -= 0 if taken else 50
            mouse.move(x, y)
            mouse.down()
            mouse.move(x + 15, y + 12, steps=3)
            held = editor.spots()
        finally:
            desk.page.evaluate("holding.stop()")
        editor.caught_up()
        now = editor.spots()
        assert dist(now["Jazz"], held["Jazz"]) > 20  # it was laid out anew
        assert not taken or dist(now[taken], held[taken]) < 0.5
        mouse.move(x + 30, y + 24)
        moved = editor.spots()
        if taken:
            assert moved[taken] == pytest.approx([before[taken][0] + 30, before[taken][1] + 24], abs=0.5)
        else:
            for c, (left, top) in now.items():
                assert moved[c] == pytest.approx([left + 15, top + 12], abs=0.2)
        if given_up:
            editor.press("Escape")
        mouse.up()
        editor.caught_up()
        assert editor.pinned() == ({taken} if taken and not given_up else set())


def test_a_press_that_ends_outside_the_drawing_drags_nothing(desk: Desk):
    """One quick movement out of it: the drawing hears neither of that nor of the button that is let go there."""
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.canvas.scroll_into_view_if_needed()
    box, before = editor.canvas.bounding_box(), editor.spots()
    x, y = box["x"] + 2, box["y"] + box["height"] / 4
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(box["x"] - 12, y)
    desk.page.mouse.up()
    desk.page.mouse.move(x + 60, y)
    desk.page.mouse.move(x + 90, y, steps=3)
    assert editor.spots() == before
    desk.page.mouse.down()
    desk.page.mouse.move(x + 110, y, steps=3)
    desk.page.mouse.up()
    assert editor.spots()["Arts"][0] == pytest.approx(before["Arts"][0] + 20, abs=0.2)


# Two people


def test_two_people_draw_at_once_and_do_not_see_each_others_work():
    """Nor the files that they open. In one process, as on the server; another tab is looked at where work is kept."""
    apps = {who: App().open_file(text(name=f"Secret of {who}")).turn_to(c=START) for who in ("one", "two")}
    for who, app in apps.items():
        app.at.session_state["picker"] = True
        assert set(re.findall(r"Secret of \w+", app.run().shown["gallery"])) == {f"Secret of {who}"}
    before = set(preset(START).hierarchy.classes)
    for i in range(3):
        for who, app in apps.items():
            app.edit({"op": "add", "name": f"{who} {i}", "parent": "Music"})
    for who, app in apps.items():
        assert {c["name"] for c in app.drawn["classes"]} == before | {f"{who} {i}" for i in range(3)}
    for _ in range(3):
        apps["one"].press("undo")
    assert {c["name"] for c in apps["one"].drawn["classes"]} == before
    two = apps["two"]
    two.use(two.control("button_group", "Hierarchy"), "outline")
    assert {"two 0", "two 1", "two 2"} <= set(read_any(two.drawn["text"].encode(), "a.txt").hierarchy.classes)
    assert "one" not in two.drawn["text"]


# Reloading and leaving

_ASKS = """() => { const e = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(e); return e.defaultPrevented; }"""


def test_work_outlives_a_reload_in_its_own_tab_alone(visits):
    page = visits.tab()
    page.open()
    page.open_file(text(name="Secret of one"))
    page.expect_question(load_case(PLAIN))
    page.settle()
    editor = Editor(page.page)
    editor.focus("Music").press("a").type_name("Jazz")
    editor.drag("Jazz", 20, 30).caught_up()
    editor.tool("Mark").click_class("Jazz").caught_up()
    drawn, lines = editor.classes(), as_read(page.lines())
    assert drawn["Jazz"] == "true"
    asked: list[str] = []
    page.page.on("dialog", lambda shown: asked.append(shown.type))
    page.page.reload()
    expect(page.question).to_contain_text("Jazz")
    page.settle()  # the address brings the case, and the browser then what it kept of the work
    editor.caught_up()
    assert asked == ["beforeunload"]
    assert until(page.page, lambda: editor.pinned() == {"Jazz"})
    assert editor.classes() == drawn
    assert as_read(page.lines()) == lines
    # Nobody starts with it: neither another tab, nor the start page in this one.
    other = visits.tab()
    other.open("?c=15")
    expect_drawn(other, CASE)
    gallery = other.open_popover("picker")
    expect(gallery.locator(".card").first).to_be_visible()
    expect(gallery.get_by_text("Secret of one")).to_have_count(0)
    page.page.goto(f"{page.server}/")
    page.expect_question(preset(START))


def test_only_unsaved_work_asks_before_it_is_lost(desk: Desk):
    """That the browser then asks is looked at where work outlives a reload."""
    desk.open("?c=15")
    editor = Editor(desk.page)

    def asks() -> bool:
        return desk.page.evaluate(_ASKS)

    assert not asks()
    editor.focus("Rock").press("Enter")
    editor.caught_up()
    assert asks()
    editor.undo().caught_up()
    assert not asks()
    editor.redo().caught_up()
    assert asks()
    desk.reset()
    assert not asks()
    editor.focus("Rock").press("Enter")
    editor.caught_up()
    assert asks()


def test_a_link_that_was_only_looked_at_is_left_without_a_question(onward: Explorer):
    onward.turn_to(f"?c={quote(WHOLE, safe='')}")
    editor = Editor(onward.page)
    assert not onward.page.evaluate(_ASKS)
    editor.focus("Rock").press("Enter")
    editor.caught_up()
    assert onward.page.evaluate(_ASKS)


# Sharing


def test_a_link_opens_elsewhere_exactly_what_its_sender_sees():
    app = App(c="15", m="LCaF", v="steps", step="3")
    app.use(app.control("number_input", "Weight of recall"), 2)
    app.edit(
        {"op": "add", "name": "Jazz — <b>ü</b> 日本", "parent": "Music"},
        {"op": "mark", "name": "Theater", "mark": "true"},
        {"op": "pin", "name": "Opera", "x": 80, "y": 120},
    )
    app.use(app.control("button_group", "Answers"), "all")
    asked = app.link()
    assert sum(map(len, asked.values())) < 1900
    other = App(**asked)
    assert other.shown.keys() == app.shown.keys()
    for key, markup in app.shown.items():
        assert other.shown[key] == markup, key
    assert other.shown["answers"].count("data-row") == len(all_measures())
    assert "trouble" not in other.shown
    # Everything that the editor draws from: classes and their places, marks, pins, edges.
    of_a_visit = {"drawingVersion", "lastEdit", "session", "page", "opening", "store"}
    assert {k: v for k, v in other.drawn.items() if k not in of_a_visit} == {
        k: v for k, v in app.drawn.items() if k not in of_a_visit
    }
    assert [c["name"] for c in other.drawn["classes"] if c["pinned"]] == ["Opera"]
    assert other.control("number_input", "Weight of recall").value == 2
    for kind in ("number_input", "radio", "toggle", "button_group"):
        assert [(c.label, c.value) for c in other.at.get(kind)] == [(c.label, c.value) for c in app.at.get(kind)]
    assert [caption.value for caption in other.at.get("caption")] == ["edited ·"]
    assert other.press("reset").state.draft == CASE


def test_an_embedded_page_is_picture_and_answers_alone(page: Explorer):
    app = App(c="15", m="LCaF").edit({"op": "mark", "name": "Music", "mark": "true"})
    asked = app.link("share-embed")
    assert asked["embed"] == "true"
    page.visit(f"?{urlencode(asked)}")
    for part in (".st-key-topbar", ".st-key-casebar", ".st-key-why", ".st-key-edited", ".ed"):
        expect(page.page.locator(part)).to_have_count(0)
    boxes = page.boxes(page.page.locator(".canvas .frame:visible"))
    assert {b.name for b in boxes} == set(CASE.hierarchy.classes)
    assert "Music, true" in {b.says for b in boxes}
    assert as_read(page.lines()) == expected_lines(app.state.case, edited=True)[0]
    for name in ("Open", "Save", "Share", "New drawing", "Undo", "reset"):
        expect(page.page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def test_an_exercise_hides_the_numbers_until_they_are_asked_for():
    app = App(c="15", m="LCaF")
    asked = app.link("share-ask")
    assert asked["ask"] == "1"
    other = App(**asked)
    table, foot = other.shown["answers"].split("</table>")
    words = unescape(re.sub("<[^>]*>", " ", table))
    assert words.count("?") == 5
    assert not re.search(r"\d", words), words
    assert "0." not in foot
    assert not other.shown.keys() & {"whytitle", "picture", "note"}
    other.press("shownumbers")
    assert other.shown["whytitle"] == html.why_title("Why is LCaF 0.5?")
    assert other.shown == App(c="15", m="LCaF").shown
    assert "shownumbers" not in {button.key for button in other.at.button}


def _raw(content: bytes) -> str:
    deflate = zlib.compressobj(9, wbits=-15)
    return "~" + VERSION + base64.urlsafe_b64encode(deflate.compress(content) + deflate.flush()).decode().rstrip("=")


WHOLE = PACKED + pack_draft(CASE)
DAMAGED = {
    "empty": "~",
    "junk": "~Axxxx",
    "cut": WHOLE[: len(WHOLE) // 2],
    "one letter more": WHOLE + "A",
    "another version": "~Z" + WHOLE[2:],
    "huge": "~A" + "x" * 50_000,
    "bomb": _raw(b"[" + b"0," * 3_000_000 + b"0]"),
    "deep": _raw(b'{"a":' * 5000 + b"1" + b"}" * 5000),
    "no case": _raw(b'{"edges":7}'),
    "markup": "<img src=x onerror=alert(1)>",
    "packed markup": "~<img src=x onerror=alert(1)>",
    "hostile key": _raw(b'{"<img src=x onerror=alert(1)>":1}'),
}


@each("kind", DAMAGED)
def test_a_damaged_link_gives_a_sentence_and_the_start_page(kind: str):
    state = state_of({"c": DAMAGED[kind]})
    assert state.visit.trouble.startswith("The link asks for a case that is not here: ")
    assert len(state.visit.trouble) < 600
    assert state.draft == preset(START)
    assert contents(state).markup == contents(state_of({})).markup


@each("kind", ["cut", "huge", "markup"])
def test_the_page_says_what_is_wrong_with_a_link(kind: str):
    app = App(c=DAMAGED[kind])
    assert app.shown["trouble"] == html.notice(state_of({"c": DAMAGED[kind]}).visit.trouble)
    assert app.state.draft == preset(START)
    assert app.shown["question"] == html.question(preset(START), html.class_ids(preset(START)))
    assert app.shown["answers"] == contents(state_of({})).markup["answers"]


@each("kind", ["bomb", "markup", "packed markup", "hostile key"])
def test_what_a_damaged_link_holds_is_nothing_but_text(desk: Desk, kind: str):
    desk.open(f"?c={quote(DAMAGED[kind], safe='')}")
    expect(desk.notice).to_have_count(1)
    expect(desk.notice).to_contain_text("The link asks for a case that is not here: ")
    desk.expect_question(preset(START))
    expect_drawn(desk, preset(START))
    assert as_read(desk.lines()) == expected_lines(preset(START))[0]
    expect_inert(desk)


# Open and save

TRIPLE = {
    "cat_hier.txt": "1 2\n1 3\n2 4\n2 5\n3 6\n",
    "true.txt": "4\n5 6\n6\n",
    "predicted.txt": "5\n4 6\n2\n",
}


def test_outlines_and_edge_lists_open(desk: Desk):
    app = App()
    outline = write_outline(CASE)
    app.open_file(outline, "drawn.txt")
    assert app.state.draft == replace(read_any(outline.encode(), "drawn.txt").case(), name="drawn")
    for name, lines in {
        "list.tsv": "A\tB\nA\tC\t0.5\n",
        "list.csv": 'parent,child,weight\n"A, too",B,1\n"A, too",C,2.5\n',
    }.items():
        app.open_file(lines, name)
        draft = read_any(lines.encode(), name)
        assert app.state.draft == replace(draft, name="list")
        desk.open()
        desk.show_case("mine-1", app.state.draft)
        expect(desk.question).to_have_text("Which classes are true, and which were predicted?")
        expect_drawn(desk, draft)
        expect(Editor(desk.page).canvas.locator(".weight").last).to_have_text("0.5" if "tsv" in name else "2.5")
    # Marked by hand, it is answered.
    Editor(desk.page).tool("Mark").click_class("B")
    expect(desk.why_title).to_be_visible()


def triple_of(contents: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Three files as Open asks for them: for what, name, content."""
    return [(key, *file) for key, file in zip(("hierarchy", "true", "predicted"), contents.items(), strict=True)]


def open_instance(app: App, triple: Mapping[str, str], instance: int = 1) -> Case:
    """Open one instance of three files; the case that the page then shows."""
    app.bring(*triple_of(triple))
    if instance > 1:
        app.use(app.control("number_input", "Instance"), instance)
    app.press("triple-open")
    wanted = read_triple(*(c.encode() for c in triple.values()), tuple(triple)).case(instance - 1).case()
    assert replace(app.state.case, name=wanted.name) == wanted
    assert app.shown["question"] == html.question(wanted, html.class_ids(wanted))
    return wanted


def test_one_instance_of_a_hemkit_triple_is_chosen():
    app = App().bring(*triple_of({name: content.replace("5 6", "5 99") for name, content in TRIPLE.items()}))
    assert "true.txt: line 2" in app.shown["notice"]
    assert "99" in app.shown["notice"]
    assert not [button for button in app.at.button if button.key == "triple-open"]
    app.bring(("true", "true.txt", TRIPLE["true.txt"]))
    assert "notice" not in app.shown
    wanted = open_instance(app, TRIPLE, 2)
    assert (wanted.true, wanted.predicted) == ({"5", "6"}, {"4", "6"})


def save_as(app: App, form: Format) -> bytes:
    """What Save hands to the browser in a format; it says what that cannot hold."""
    name, data = app.saved(form.key)
    assert name == f"15.{form.extension}"
    kinds = [] if form.key == "json" else ["places", "printed values", "name and no source"]
    kinds += ["marks"] * (form.key in ("tsv", "csv")) + ["names.tsv"] * (form.key == "hemkit")
    said = [markup for key, markup in app.components() if key.startswith("save-lost-")]
    assert len(said) == len(kinds)
    for kind in kinds:
        assert sum(kind in markup for markup in said) == 1, kind
    return data


def test_every_format_is_saved_and_opens_again_as_far_as_it_promises():
    app = App(c="15").edit({"op": "pin", "name": "Rock", "x": 10, "y": 20})
    saved = {form.key: (form, save_as(app, form)) for form in FORMATS}
    with_marks = [key for key in saved if key not in ("tsv", "csv", "hemkit")]
    assert {*saved} == {*with_marks, "tsv", "csv", "hemkit"}
    # What is opened is always another case than the one before.
    for key in with_marks:
        app.open_file(saved["csv"][1], "15.csv")
        expect_without_marks(app)
        form, data = saved[key]
        app.open_file(data, f"15.{form.extension}")
        case = app.state.case
        assert set(case.hierarchy.weights) == set(CASE.hierarchy.weights)
        assert (case.true, case.predicted) == (CASE.true, CASE.predicted)
        assert [c["name"] for c in app.drawn["classes"] if c["pinned"]] == (["Rock"] if key == "json" else [])
        assert ("with-printed" in app.shown["answers"]) == (key == "json")
    app.open_file(saved["tsv"][1], "15.tsv")
    expect_without_marks(app)
    archive = zipfile.ZipFile(io.BytesIO(saved["hemkit"][1]))
    names = dict(line.split("\t") for line in archive.read(NAMES).decode().splitlines())
    triple = {name: archive.read(name).decode() for name in FILES}
    wanted = open_instance(app, triple)
    assert {(names[p], names[c]) for p, c in wanted.hierarchy.weights} == set(CASE.hierarchy.weights)
    assert ({names[c] for c in wanted.true}, {names[c] for c in wanted.predicted}) == (CASE.true, CASE.predicted)


def expect_without_marks(app: App) -> None:
    """The page shows case 15 as an edge list has it."""
    assert set(app.state.draft.hierarchy.weights) == set(CASE.hierarchy.weights)
    assert not app.state.draft.marked
    assert app.shown["question"] == html.question(app.state.draft, {})


# Hostile names


def test_hostile_names_typed_in_the_editor_are_nothing_but_text(desk: Desk):
    """The page around it is looked at with hostile names from a file."""
    typed = [*TYPED[:4], *TYPED[-3:]]
    drawn = CASE
    for name in TYPED:  # the others are there
        drawn = drawn if name in typed else apply(drawn, {"op": "add", "name": name, "parent": "Music"}).case()
    desk.open(f"?c={quote(PACKED + pack_draft(drawn), safe='')}")
    editor = Editor(desk.page)
    editor.focus("Music")
    for name in typed:
        editor.focus("Music").press("a").type_name(name)
    editor.caught_up().unfold()
    names = {*CASE.hierarchy.classes, *TYPED}
    assert set(editor.classes()) == names
    for mark, chosen in (("true", TYPED[::3]), ("predicted", TYPED[1::3])):
        for name in chosen:
            editor.class_(name).focus()
            editor.press("Enter", *["Enter"] * (mark == "predicted"))
    editor.caught_up()
    expect(desk.question.locator("bdi")).not_to_have_count(3)
    expect_inert(desk)
    # Selected, asked whether to delete, refused: the names stand in sentences and labels.
    editor.tool("Delete")
    for name, there in zip(TYPED[1:4], (TYPED[0], TYPED[0], TYPED[2]), strict=True):
        editor.class_(name).focus()
        expect(editor.bar).to_contain_text(name[:10])
        editor.press("r")
        editor.name_box.fill(there)
        editor.name_box.press("Enter")
        expect(editor.notice).to_contain_text("is there already")
        editor.press("Escape")
    expect_inert(desk)
    for view in ("Outline", "Edges"):
        desk.hierarchy_as(view)
        assert set(read_any(editor.text.input_value().encode(), "a.txt").hierarchy.classes) == names
        expect_inert(desk)


@each("name", ["\u202eabc", "a\u0000b", "\u200b\u200d", "w" * 201])
def test_a_name_that_cannot_be_read_is_refused_with_a_sentence(desk: Desk, name: str):
    desk.open("?c=15")
    editor = Editor(desk.page)
    editor.focus("Rock").press("r")
    editor.name_box.evaluate("(box, name) => { box.value = name; }", name)
    editor.name_box.press("Enter")
    expect(editor.notice).to_contain_text("class name")
    expect(editor.name_box).to_have_attribute("aria-invalid", "true")
    editor.press("Escape")
    expect_drawn(desk, CASE)


WIDE = Case.of(
    [("Library", f"Shelf {i}") for i in range(5)]
    + [(f"Shelf {i}", f"Book {k} of the shelf with number {i}") for i in range(5) for k in range(6)],
    ["Book 0 of the shelf with number 0"],
    ["Book 3 of the shelf with number 4"],
)


def test_a_wide_case_opens_on_what_is_marked_folded_from_left_to_right_and_is_edited_so(desk: Desk):
    desk.open("?c=15").show_case(LINKED, WIDE)
    editor, stage = Editor(desk.page), desk.page.locator(".ed .stage")
    assert len(editor.classes()) < 15
    assert sum(name.startswith("Book") for name in editor.classes()) == 2
    frame = stage.bounding_box()
    for marked in desk.page.locator(".ed g.class[aria-label*=', ']").all()[:2]:
        box = marked.bounding_box()
        for start, length in (("x", "width"), ("y", "height")):
            assert frame[start] <= box[start] <= frame[start] + frame[length] - box[length]
    # A click shows what is folded; no number changes, and there is nothing to undo.
    answers = desk.page.locator(".st-key-answers").inner_text()
    desk.page.get_by_role("button", name="5 more, folded: show them").first.click()
    editor.caught_up()
    assert sum(name.startswith("Book") for name in editor.classes()) == 7
    assert desk.page.locator(".st-key-answers").inner_text() == answers
    assert len(desk.state.past) == 1  # another case was opened
    # What is sought is shown and selected, folded or not.
    sought = "Book 2 of the shelf with number 2"
    desk.page.locator("input.find").fill(sought.lower())
    desk.page.keyboard.press("Enter")
    editor.caught_up()
    expect(desk.page.locator(".ed g.class.selected")).to_have_attribute(
        "aria-label", "Book 2 of the shelf with number 2"
    )
    # Where children stand right, a class that is dropped on another one hangs under it.
    assert desk.state.canvas_look.direction == "down"
    desk.page.locator(".ed [data-do=look]").click()
    desk.page.locator(".ed [data-do='turn right']").click()
    editor.caught_up()
    desk.page.keyboard.press("Escape")
    desk.page.locator(".ed [data-do=fit]").click()
    editor.class_("Shelf 2").hover()
    target = editor.class_("Shelf 0").bounding_box()
    desk.page.mouse.down()
    desk.page.mouse.move(target["x"] + 8, target["y"] + target["height"] / 2, steps=4)
    desk.page.mouse.up()
    editor.caught_up()
    assert desk.state.draft.hierarchy.parents("Shelf 2") == ("Shelf 0",)
    assert desk.state.draft.positions == ()
    # Indented, the arrows lead to parents and children.
    desk.page.locator(".ed [data-do=look]").click()
    desk.page.locator(".ed [data-do='turn indented']").click()
    editor.caught_up()
    editor.focus("Shelf 2").press("ArrowLeft")
    expect(desk.page.locator(".ed g.class.selected")).to_have_attribute("aria-label", "Shelf 0")
    # All of it, however small; then the map is of no use.
    desk.page.locator(".ed [data-do=fit]").click()
    expect(desk.page.locator(".ed svg.overview")).to_be_hidden()


def test_a_high_drawing_has_a_frame_that_goes_on_below_the_window_and_what_is_at_hand_stays(desk: Desk):
    """Of other cases it is as high as it was; letters of marked classes are no smaller than 8 px."""
    editor, root = Editor(desk.page), desk.page.locator(".st-key-editor .ed")
    frame, stage, tools = (root.locator(f".{name}") for name in ("editor", "stage", "tools"))
    desk.open("?c=15")
    low = frame.bounding_box()["height"]
    above = [(f"Level {i} of the shelves", f"Level {i + 1} of the shelves") for i in range(7)]
    edges = above + [(above[i][0], f"Book {k} on level {i} of them") for i in range(7) for k in range(3)]
    desk.show_case(LINKED, Case.of(edges, ["Book 0 on level 0 of them"], [above[-1][1], "Book 2 on level 5 of them"]))
    room, high = stage.bounding_box(), frame.bounding_box()["height"]
    assert high > low
    assert root.evaluate("(e) => e.getRootNode().hierviewEditor.camera.place.scale") >= 8 / 16
    marked = [box for box in desk.boxes(desk.canvas) if re.search("true|predicted", box.says)]
    assert len(marked) == 3
    assert all(box.within(room["x"], room["y"], room["width"], room["height"]) for box in marked)
    # With its upper half in the window, what the tools show and say is there, too.
    frame.evaluate("(e) => scrollTo(0, scrollY + e.getBoundingClientRect().top - innerHeight + 480)")
    assert frame.bounding_box()["y"] + high > desk.page.viewport_size["height"] + 100
    expect(tools).to_be_in_viewport(ratio=1)
    tools.locator("[data-do=look]").click()
    expect(root.locator(".sheet")).to_be_in_viewport(ratio=1)
    editor.press("Escape")
    tools.locator("[data-do='tool link']").click()
    editor.class_("Book 2 on level 5 of them, predicted").click()
    editor.class_("Level 5 of the shelves").click()
    expect(root.locator(".notice")).to_contain_text("would make a cycle")
    expect(root.locator(".notice")).to_be_in_viewport(ratio=1)
    # It stays as high while the drawing is edited, and is as low as ever for the next case.
    for name in ("Level 7 of the shelves, predicted", "Level 6 of the shelves", "Level 5 of the shelves"):
        editor.focus(name).press("Shift+Delete")
        editor.caught_up()
    assert frame.bounding_box()["height"] == high
    desk.turn_to("?c=15")
    assert frame.bounding_box()["height"] == low


def test_a_phone_shows_what_can_be_read_and_turning_it_keeps_what_was_chosen(desk: Desk):
    """Python is told of the room once, and not again until it changes; a page with much room says nothing."""
    editor, root = Editor(desk.page), desk.page.locator(".st-key-editor .ed")
    scale = "(e) => e.getRootNode().hierviewEditor.camera.place.scale"
    beyond = root.locator("button.beyond")
    desk.open("?c=15")
    before = desk.state.visit.last_edit
    with narrowed(desk.page):
        editor.caught_up()
        assert desk.state.visit.last_edit == before + 1
        desk.show_case(LINKED, WIDE)
        editor.caught_up()
        assert (desk.state.visit.last_edit, desk.state.canvas_look.direction) == (before + 1, "indented")
        assert root.evaluate(scale) >= 10 / 16
        expect(beyond).to_be_hidden()
        # What is marked and out of view is counted, and a press brings it into view.
        book = "Book 2 of the shelf with number 2"
        for do in ("more", "look", "fold"):
            root.locator(f"[data-do={do}]:visible").click()
        editor.press("Escape")
        editor.caught_up()
        assert root.evaluate(scale) >= 10 / 16
        expect(beyond).to_have_text("1 marked ↓")
        beyond.click()
        expect(editor.class_("Book 3 of the shelf with number 4, predicted")).to_be_in_viewport()
        expect(beyond).to_have_text("1 marked ↑")
        for do in ("more", "look", "'turn right'"):
            root.locator(f"[data-do={do}]:visible").click()
        editor.caught_up()
    editor.caught_up()
    # With much room again: the direction and the branches that were chosen are what is drawn.
    assert (desk.state.visit.last_edit, desk.state.canvas.narrow_screen) == (before + 4, False)
    assert (desk.state.canvas_look.direction, desk.state.canvas.hidden) == ("right", frozenset())
    assert book in editor.classes()


def test_a_refusal_stays_when_a_phone_is_turned_until_it_is_dismissed(desk: Desk):
    """Whether Python says it or the editor itself; and what was dismissed does not come back."""
    editor, root = Editor(desk.page), desk.page.locator(".st-key-editor .ed")
    # As a page says that knows less than Python does.
    cycle = "(e) => e.getRootNode().hierviewEditor.messages.push({ op: 'link', parent: 'Pop', child: 'Arts' })"
    desk.open("?c=12a")
    root.evaluate(cycle)
    said = "'Pop' > 'Arts' would make a cycle"
    expect(editor.notice).to_contain_text(said)
    with narrowed(desk.page):
        assert desk.state.canvas.narrow_screen
        expect(editor.notice).to_contain_text(said)
    editor.caught_up()
    assert not desk.state.canvas.narrow_screen
    expect(editor.notice).to_contain_text(said)
    assert said in desk.state.canvas.refusal
    editor.focus("Pop").press("Escape")
    expect(editor.notice).to_be_empty()
    with narrowed(desk.page):
        expect(editor.notice).to_be_empty()
    editor.caught_up()
    # A later one of the editor's own, which no room takes away either.
    editor.focus("Pop").press("r", *"Arts", "Enter")
    own = "'Arts' is there already; choose another name"
    expect(editor.notice).to_contain_text(own)
    with narrowed(desk.page):
        assert desk.state.canvas.narrow_screen
        expect(editor.notice).to_contain_text(own)
    editor.press("Escape").focus("Pop").press("Enter")
    editor.caught_up()
    expect(editor.notice).to_be_empty()
    assert not desk.state.canvas.refusal


def test_on_a_phone_show_all_lies_over_nothing_that_it_shows(desk: Desk):
    editor = Editor(desk.page)
    desk.open("?c=15")
    with narrowed(desk.page):
        editor.press_tool("Show all")
        expect(desk.page.locator(".ed .sheet")).to_be_hidden()
        assert editor.press_tool("Zoom in")  # which is rarely pressed once alone
        expect(desk.page.get_by_role("dialog", name="More")).to_be_visible()
        editor.press("Escape")
