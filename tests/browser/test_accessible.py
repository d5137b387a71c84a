"""What axe-core finds in the editor and on the whole of Explore: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from ..effort import in_turn, times
from .axe import SHEETS, WHOLE, only, violations
from .desk import Desk
from .editing import TOOLS, Editor
from .explorer import LOOKS, Explorer, drawn
from .test_looks import turn_dark

EDITOR = ".st-key-editor"
POPOVER = "[data-testid=stPopoverBody]"


# Windows and colours, dark or light. The same elements have the same colours in every window.
FORMS = (("wide", False), ("phone", True))
WHOLE_PAGE = (*FORMS, ("phone", False), ("wide", True), ("slides", False))


class Audit:
    """Looks at a page in every second of its states, at all that is new in it, in one form or the other, or in all."""

    def __init__(self, page: Explorer):
        self.page, self.dark, self.states = page, False, 0

    def __enter__(self) -> Audit:
        return self

    def __exit__(self, *_: object) -> None:
        self.turn(False)

    def opened(self, where: str) -> None:
        """Nothing is wrong on the whole page."""
        self._look(where, WHOLE_PAGE)

    def changed(self, where: str, *parts: str) -> None:
        """Nothing is wrong in the parts that are new in this state, nor in the order of the page around them."""
        self._look(where, FORMS, *parts)
        self._expect(where, only(WHOLE))

    def part(self, where: str, *parts: str) -> None:
        """Nothing is wrong in parts of the page."""
        self._look(where, FORMS, *parts)

    def _look(self, where: str, forms: tuple[tuple[str, bool], ...], *parts: str) -> None:
        self.states += 1
        if self.states % 2 or times(0, 1):
            for look, dark in in_turn(forms, self.states // 2):
                self.resize(look)
                self.turn(dark)
                self._expect(f"{where}, {look}", None, *parts)
            self.resize("wide")

    def _expect(self, where: str, rules: dict[str, Any] | None, *parts: str) -> None:
        for part in parts:
            expect(self.page.page.locator(part), where).to_be_visible()
        found = violations(self.page.page, *parts, rules=rules)
        assert not found, (where, "dark" if self.dark else "light", found)

    def turn(self, dark: bool) -> None:
        """Into the other colours, as when the system changes them."""
        if dark != self.dark:
            self.dark = dark
            turn_dark(self.page, dark)

    def resize(self, look: str) -> None:
        """To the window of a look."""
        if self.page.page.viewport_size != LOOKS[look]["viewport"]:
            self.page.page.set_viewport_size(LOOKS[look]["viewport"])
            drawn(self.page.page)


def in_the_editor(page: Desk, audit: Audit) -> None:
    editor = Editor(page.page)
    for tool in TOOLS:
        editor.tool(tool)
        audit.part(f"tool {tool}", EDITOR)
    editor.focus("Theater").press("Enter")
    audit.part("asked what to delete", EDITOR)
    editor.press("Escape").tool("Mark")
    editor.focus("Rock")
    expect(editor.bar.get_by_role("button", name="Add child")).to_be_visible()
    audit.part("a class is selected", EDITOR)
    editor.edge("Theater", "Opera").focus()
    audit.part("an edge is selected", EDITOR)
    editor.focus("Rock").press("l")
    audit.part("a link is started", EDITOR)
    editor.focus("Rock").press("Enter")
    expect(editor.notice).not_to_be_empty()
    audit.part("an edit was refused", EDITOR)
    expect(editor.notice).not_to_be_empty()  # at every width
    editor.press("Escape", "r")
    expect(editor.name_box).to_be_focused()
    audit.part("a class is renamed", EDITOR)
    editor.press("Escape")
    editor.press_tool("Keys")
    audit.part("the keys are shown", EDITOR)
    editor.press("Escape")
    editor.drag("Rock", 12, -20).caught_up()
    editor.press_tool("Whole screen")
    audit.part("a class is pinned, on the whole screen", EDITOR)
    editor.press_tool("Whole screen")
    for view in ("Outline", "Edges"):
        page.hierarchy_as(view)
        audit.part(view, EDITOR)
    editor.text.fill("Arts > Music\nMusic > Arts")
    expect(editor.root.locator(".gutter .bad")).to_have_text("2")
    audit.part("a text with a mistake", EDITOR)


def on_the_page(page: Explorer, audit: Audit) -> None:
    page.turn_to("?c=13a&m=LCaF")
    editor = Editor(page.page)
    audit.opened("as opened")
    assert not violations(page.page, rules=only(SHEETS))
    editor.focus("Europop").press("Enter").caught_up()
    edited = page.page.locator(".st-key-edited")
    expect(edited).to_be_visible()
    audit.changed("edited, with a class selected", EDITOR, ".st-key-edited", ".st-key-history", ".st-key-answers")
    # In the editor, Outline was looked at; the page around it is, with what cannot be read.
    page.hierarchy_as("Outline")
    editor.text.fill("Arts\n    Music\n  Theater")
    expect(page.page.locator(".st-key-lastread .last-read")).to_be_visible()
    audit.changed("a text that cannot be read", EDITOR, ".st-key-hierarchyhead", ".st-key-lastread")
    for button in ("describe", "open", "save", "share"):
        page.open_popover(button)
        page.settle()
        (audit.changed if button == "open" else audit.part)(button, POPOVER)
        page.page.keyboard.press("Escape")
    page.turn_to("?c=new")
    page.hierarchy_as("Draw")
    audit.changed("a new drawing", EDITOR, ".st-key-question", ".st-key-answers")
    page.turn_to("?c=nix&ask=1")
    parts = (".st-key-trouble", ".st-key-answershead", ".st-key-answers", ".st-key-guess")
    audit.changed("an exercise, below a sentence about a link", *parts)
    page.visit("?c=15&embed=true")
    audit.opened("embedded")


def test_nothing_is_wrong_in_the_editor(desk: Desk):
    desk.turn_to("?c=15&m=LCaF")
    # The page's own letters decide what has room.
    with desk.letters_of_the_page(), desk.editor_alone(), Audit(desk) as audit:
        in_the_editor(desk, audit)


@pytest.mark.whole
def test_nothing_is_wrong_on_the_page(page: Explorer):
    """As it is opened, it is looked at in test_looks.py."""
    with Audit(page) as audit:
        on_the_page(page, audit)
