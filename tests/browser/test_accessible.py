"""What axe-core finds in the editor and on the whole of Explore: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .editing import TOOLS, Editor
from .explorer import LOOKS, Explorer, drawn
from .test_looks import turn_dark

# What is left out: rule, part of the element's place, why.
LEFT_OUT = [
    (
        "presentation-role-conflict",
        "<section",
        "Streamlit's own box for dropping files has a name beside its role of none; the button in it does the same",
    ),
    (
        "nested-interactive",
        "<math",
        "axe takes what is inside a formula for decoration; browsers show it to screen readers, and the numbers that "
        "can be pointed at are reached and named (test_explore.py)",
    ),
]

_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# Light and dark are the same elements in the same places: once these were looked at, colours are what is left.
_COLOURS = ("color-contrast", "link-in-text-block")
# A larger window shows the same elements in the same colours: what is left is what the places decide, and the editor
# has the same tools in it as in a wide one.
_PLACES = ("target-size", "scrollable-region-focusable")
# Of the style sheets as they were sent, which take long to be read and are the same in every state.
_SHEETS = ("css-orientation-lock",)
_AUDIT = """([context, rules]) => axe.run(context ?? document, { ...rules, resultTypes: ["violations"] })
  .then((found) => found.violations)"""
EDITOR = ".st-key-editor"
POPOVER = "[data-testid=stPopoverBody]"


def _only(rules: tuple[str, ...]) -> dict[str, Any]:
    return {"runOnly": {"type": "rule", "values": list(rules)}, "preload": any(rule in _SHEETS for rule in rules)}


def violations(page: Explorer, part: str = "", rules: dict[str, Any] | None = None) -> list[str]:
    """What axe-core finds, a line for each element, without what is left out.

    part: the selector of what is looked at, the whole page where it is empty.  rules: all but those of style sheets,
    unless given.
    """
    if not page.page.evaluate("() => 'axe' in window"):
        page.page.evaluate(Axe().axe_script)
    rules = rules or _RULES | {"preload": False, "rules": {rule: {"enabled": False} for rule in _SHEETS}}
    lines = []
    for rule in page.page.evaluate(_AUDIT, [{"include": [part]} if part else None, rules]):
        for node in rule["nodes"]:
            place = f"{node['target']} {node['html'].split(' ')[0]}"
            if not any(rule["id"] == r and part in place for r, part, _ in LEFT_OUT):
                lines.append(f"{rule['id']}: {place}: {node['html'][:160]}: {node.get('failureSummary', '')[:300]}")
    return lines


class Audit:
    """Looks at a page in each of its states: all of it in light, its colours in dark; and on slides its places.

    The editor of a phone has the elements of a wide window but for a few: it is looked at in light and dark in turn.
    """

    def __init__(self, page: Explorer):
        self.page, self.dark = page, False

    def expect(self, where: str, part: str = "") -> None:
        """Nothing is wrong, in the part alone where one is named: around it is what was looked at before."""
        size = self.page.page.viewport_size
        if part == EDITOR and size == LOOKS["phone"]["viewport"]:
            # What a phone alone has in the editor is there in every state: of two, one is looked at in dark.
            self._expect(where, part, None)
            return self.turn(not self.dark)
        # The next state is looked at first in the colours that are left from this one.
        self._expect(where, part, _only(_COLOURS) if self.dark else None)
        self.turn(not self.dark)
        self._expect(where, part, _only(_COLOURS) if self.dark else None)
        if not part and size == LOOKS["wide"]["viewport"]:
            self.page.page.set_viewport_size(LOOKS["slides"]["viewport"])
            drawn(self.page.page)
            self._expect(f"{where}, on slides", part, _only(_PLACES))
            self.page.page.set_viewport_size(size)
            drawn(self.page.page)
        return None

    def _expect(self, where: str, part: str, rules: dict[str, Any] | None) -> None:
        found = violations(self.page, part, rules)
        assert not found, (where, "dark" if self.dark else "light", found)

    def turn(self, dark: bool) -> None:
        """Into the other colours, as when the system changes them."""
        self.dark = dark
        turn_dark(self.page, dark)


def in_the_editor(page: Explorer, audit: Audit) -> None:
    page.turn_to("?c=15&m=LCaF")
    editor = Editor(page.page)
    for tool in TOOLS:
        editor.tool(tool)
        audit.expect(f"tool {tool}", EDITOR)
    editor.focus("Theater").press("Enter")
    audit.expect("asked what to delete", EDITOR)
    editor.press("Escape").tool("Mark")
    editor.focus("Rock")
    expect(editor.bar.get_by_role("button", name="Add child")).to_be_visible()
    audit.expect("a class is selected", EDITOR)
    editor.edge("Theater", "Opera").focus()
    audit.expect("an edge is selected", EDITOR)
    editor.focus("Rock").press("l")
    audit.expect("a link is started", EDITOR)
    editor.focus("Rock").press("Enter")
    expect(editor.notice).not_to_be_empty()
    audit.expect("an edit was refused", EDITOR)
    editor.press("Escape", "r")
    expect(editor.name_box).to_be_focused()
    audit.expect("a class is renamed", EDITOR)
    editor.press("Escape")
    editor.press_tool("Keys")
    audit.expect("the keys are shown", EDITOR)
    editor.press("Escape")
    editor.drag("Rock", 12, -20).acked()
    editor.press_tool("Whole screen")
    audit.expect("a class is pinned, on the whole screen", EDITOR)
    editor.press_tool("Whole screen")
    for view in ("Outline", "Edges"):
        page.hierarchy_as(view)
        audit.expect(view, EDITOR)
    editor.text.fill("Arts > Music\nMusic > Arts")
    expect(editor.root.locator(".gutter .bad")).to_have_text("2")
    audit.expect("a text with a mistake", EDITOR)


def on_the_page(page: Explorer, audit: Audit) -> None:
    page.turn_to("?c=13a&m=LCaF")
    page.hierarchy_as("Draw")
    editor = Editor(page.page)
    found = violations(page, rules=_only(_SHEETS))
    assert not found, found
    audit.expect("as opened")
    editor.focus("Europop").press("Enter").acked()
    expect(page.page.locator(".st-key-edited")).to_be_visible()
    audit.expect("edited, with a class selected")
    # In the editor, Outline was looked at; the page around it is, with what cannot be read.
    page.hierarchy_as("Outline")
    editor.text.fill("Arts\n    Music\n  Theater")
    expect(page.page.locator(".st-key-lastread .last-read")).to_be_visible()
    audit.expect("a text that cannot be read")
    for button in ("describe", "open", "save", "share"):
        page.open_popover(button)
        page.settle()
        audit.expect(button, "" if button == "open" else POPOVER)
        page.page.keyboard.press("Escape")
    page.turn_to("?c=new")
    page.hierarchy_as("Draw")
    audit.expect("a new drawing")
    page.turn_to("?c=15&ask=1")
    audit.expect("an exercise")
    page.turn_to("?c=nix")
    audit.expect("a sentence about a link")
    page.visit("?c=15&embed=true")
    audit.expect("embedded")


@pytest.mark.parametrize("look", ["wide", "phone"])
def test_nothing_is_wrong(visits, look: str):
    page = visits.page(look)
    audit = Audit(page)
    try:
        in_the_editor(page, audit)
        on_the_page(page, audit)
    finally:
        audit.turn(False)
