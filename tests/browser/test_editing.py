"""Drawing, typing, undoing and sharing in a real browser; what comes from outside is a case or a sentence."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from math import dist
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from hierview import Case, Draft, load_case
from hierview.formats import preset, read_any
from hierview.formats.link import VERSION, pack_draft
from hierview.model.edits import apply_edit
from hierview.ui.shell.cases import LINKED, PACKED

from ..effort import sampled, times
from ..test_explore import ANSWERS, PLAIN
from .desk import Desk
from .editing import SLOWLY, Editor
from .explorer import Explorer, narrowed, until
from .javascript import javascript
from .test_files import TYPED, expect_inert

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
    assert page.values == ANSWERS["15"]
    assert {printed for *_, printed, _ in page.rows()} == {""}


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


@pytest.mark.whole
def test_case_15_is_drawn_with_the_mouse_undone_to_nothing_and_redone(desk: Desk):
    desk.open()
    editor = draw_by(Locator.click, desk)
    expect_case_15(desk)
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
    expect(editor.root).to_have_attribute("data-tool", "mark")  # what is armed where nothing is drawn, is so no more


@pytest.mark.whole
def test_case_15_is_drawn_by_touch_on_a_phone(pocket: Desk):
    pocket.open()
    draw_by(Locator.tap, pocket)
    expect_case_15(pocket)


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
    page.tab_to(lambda e: e["tag"] == "svg")
    editor.press("n").type_name("Arts")
    for parent, child in BELOW:
        walk_to(page, parent)
        editor.press("a").type_name(child)
    walk_to(page, "Music")
    editor.press("l")
    walk_to(page, "Opera")
    editor.press("Enter")
    walk_to(page, "Drama")
    editor.press("m")  # whatever the tool is
    # An empty canvas starts with the tool that adds; back from the tools, the focus is where it was.
    page.tab_to(lambda e: e["text"] in ("Mark", "Add class"))
    editor.press("Home", "Enter")
    expect(editor.root).to_have_attribute("data-tool", "mark")
    page.tab_to(lambda e: e["tag"] == "g", "Shift+Tab")
    for name, presses in (("Opera", 2), ("Rock", 2)):
        walk_to(page, name)
        editor.press(*["Enter"] * presses)
    expect_case_15(page)


# Undo and redo


def test_quick_edits_are_as_many_undos(desk: Desk):
    desk.open("?c=15")
    editor, many = Editor(desk.page), times(8, 30)
    editor.focus("Arts")
    # Faster than Python answers: a class of its own each, its name left as it is.
    editor.press(*["n", "Enter"] * many)
    editor.caught_up()
    assert len(editor.classes()) == 6 + many
    for undos, left in ((4, 2 + many), (many - 5, 7), (1, 6)):
        editor.press(*["ControlOrMeta+z"] * undos).caught_up()
        assert len(editor.classes()) == left
    expect_drawn(desk, CASE)
    assert desk.state.past == ()
    assert desk.values == ANSWERS["15"]


# A slow server


# What Python says when it is asked so waits until it is let go: the page's words, answers at once.
PAGE, AT_ONCE = "hierviewTold", "fetch"
_HOLD = javascript("hold_answers")


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
    expect(editor.root).not_to_have_attribute("data-last-edit", "0")
    found = editor.classes()
    assert [found[c] for c in ("Jazz", "Drama", "Ballet", "Punk")] == ["predicted", "predicted", "predicted", "none"]
    editor.focus("Theater").press("Enter")
    desk.page.evaluate("holding.stop()")
    editor.caught_up()
    assert editor.edges() >= {("Music", "Jazz"), ("Rock", "Punk"), ("Theater", "Ballet"), ("Music", "Ballet")}
    # Python has the same.
    expect_drawn(desk, desk.state.draft)
    assert set(editor.classes()) == {"Arts", "Theater", "Music", "Drama", "Ballet", "Rock", "Jazz", "Punk"}
    assert desk.state.case.true == {"Theater", "Music"}
    assert desk.state.case.predicted == {"Drama", "Ballet", "Rock", "Jazz"}


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


# Reloading and leaving

_ASKS = """() => { const e = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(e); return e.defaultPrevented; }"""


def test_work_outlives_a_reload_in_its_own_tab_alone(visits):
    page = visits.tab().open()
    editor = Editor(page.page)
    editor.focus("Music").press("a").type_name("Jazz")
    editor.drag("Jazz", 20, 30).caught_up()
    drawn, values = editor.classes(), page.values
    asked: list[str] = []
    page.page.on("dialog", lambda shown: asked.append(shown.type))
    page.page.reload()
    expect(editor.class_("Jazz")).to_have_count(1)
    page.settle()  # the address brings the case, and the browser then what it kept of the work
    editor.caught_up()
    assert asked == ["beforeunload"]
    assert until(page.page, lambda: editor.pinned() == {"Jazz"})
    assert editor.classes() == drawn
    assert page.values == values
    # Nobody starts with it in another tab.
    assert "Jazz" not in page.page.evaluate("JSON.stringify(localStorage)")


def test_only_unsaved_work_asks_before_it_is_lost(desk: Desk):
    """That the browser then asks is looked at where work outlives a reload."""
    desk.open("?c=15")
    editor = Editor(desk.page)

    def mark() -> None:
        editor.focus("Rock").press("Enter")

    steps = [(lambda: None, False), (mark, True), (editor.undo, False), (editor.redo, True)]
    for step, asks in [*steps, (desk.reset, False), (mark, True)]:
        step()
        editor.caught_up()
        assert desk.page.evaluate(_ASKS) == asks, step


# Sharing


def test_an_embedded_page_is_picture_and_answers_alone(page: Explorer):
    marked = apply_edit(CASE, {"op": "mark", "name": "Music", "mark": "true"})
    page.visit(f"?c={quote(PACKED + pack_draft(marked), safe='')}&m=LCaF&embed=true")
    for part in (".st-key-topbar", ".st-key-casebar", ".st-key-why", ".st-key-edited", ".ed"):
        expect(page.page.locator(part)).to_have_count(0)
    boxes = page.boxes(page.page.locator(".canvas .frame:visible"))
    assert {b.name for b in boxes} == set(CASE.hierarchy.classes)
    assert "Music, true" in {b.says for b in boxes}
    assert page.values == "hF 0.67, hP 0.6, hR 0.75, LCaF 0.57, GIE 3, MGIA 0.85, flat F 0"
    for name in ("File", "Share", "New drawing", "Undo", "reset"):
        expect(page.page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def _raw(content: bytes) -> str:
    deflate = zlib.compressobj(9, wbits=-15)
    return "~" + VERSION + base64.urlsafe_b64encode(deflate.compress(content) + deflate.flush()).decode().rstrip("=")


def test_what_a_damaged_link_holds_is_nothing_but_text(desk: Desk):
    bomb = _raw(b"[" + b"0," * 3_000_000 + b"0]")
    for link in (bomb, "~<img src=x onerror=alert(1)>", _raw(b'{"<img src=x onerror=alert(1)>":1}')):
        desk.open(f"?c={quote(link, safe='')}")
        expect(desk.notice).to_contain_text("The link asks for a case that is not here: ")
        desk.expect_question(preset(START))
        assert desk.values == ANSWERS[START]
        expect_inert(desk)


# Hostile names


def test_hostile_names_typed_in_the_editor_are_nothing_but_text(desk: Desk):
    """The page around it is looked at with hostile names from a file."""
    typed = [TYPED[0], *sampled(TYPED[1:], 1)]
    drawn = CASE
    for name in TYPED:  # the others are there
        drawn = drawn if name in typed else apply_edit(drawn, {"op": "add", "name": name, "parent": "Music"}).case()
    desk.open(f"?c={quote(PACKED + pack_draft(drawn), safe='')}")
    editor = Editor(desk.page)
    editor.focus("Music")
    for name in typed:
        editor.focus("Music").press("a").type_name(name)
    editor.caught_up().unfold()
    names = {*CASE.hierarchy.classes, *TYPED}
    assert set(editor.classes()) == names
    for mark, chosen in (("true", sampled(TYPED[::3], 2)), ("predicted", sampled(TYPED[1::3], 2))):
        for name in chosen:
            editor.class_(name).focus()
            editor.press("Enter", *["Enter"] * (mark == "predicted"))
    editor.caught_up()
    expect(desk.question.locator("bdi")).not_to_have_count(3)
    expect_inert(desk)
    # Selected, asked whether to delete, refused: the names stand in sentences and labels.
    editor.tool("Delete")
    for name, there in sampled(zip(TYPED[1:4], (TYPED[0], TYPED[0], TYPED[2]), strict=True), 1):
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
    selected = editor.canvas.locator("g.class.selected")

    def books() -> int:
        return sum(name.startswith("Book") for name in editor.classes())

    def look(do: str) -> None:
        for pressed in ("look", do):
            editor.root.locator(f"[data-do='{pressed}']").click()
        editor.caught_up()

    assert books() == 2
    frame = stage.bounding_box()
    for marked in desk.page.locator(".ed g.class[aria-label*=', ']").all()[:2]:
        box = marked.bounding_box()
        for start, length in (("x", "width"), ("y", "height")):
            assert frame[start] <= box[start] <= frame[start] + frame[length] - box[length]
    # A click shows what is folded; no number changes, and there is nothing to undo.
    answers = desk.page.locator(".st-key-answers").inner_text()
    desk.page.get_by_role("button", name="5 more, folded: show them").first.click()
    editor.caught_up()
    assert books() == 7
    assert desk.page.locator(".st-key-answers").inner_text() == answers
    assert len(desk.state.past) == 1  # another case was opened
    # What is sought is shown and selected, folded or not.
    sought = "Book 2 of the shelf with number 2"
    desk.page.locator("input.find").fill(sought.lower())
    desk.page.keyboard.press("Enter")
    editor.caught_up()
    expect(selected).to_have_attribute("aria-label", sought)
    # Where children stand right, a class that is dropped on another one hangs under it.
    assert desk.state.canvas_look.direction == "down"
    levels = desk.page.locator(".ed .levels text")
    expect(levels).to_have_count(0)
    look("levels")
    expect(levels).to_have_text(["1", "2"])
    desk.page.locator(".ed [data-do=levels]").click()
    expect(levels).to_have_count(0)
    desk.page.keyboard.press("Escape")
    look("turn right")
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
    look("turn indented")
    editor.focus("Shelf 2").press("ArrowLeft")
    expect(selected).to_have_attribute("aria-label", "Shelf 0")
    # All of it, however small; then the map is of no use.
    desk.page.locator(".ed [data-do=fit]").click()
    expect(desk.page.locator(".ed svg.overview")).to_be_hidden()


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
