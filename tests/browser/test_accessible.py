"""What axe-core finds in the editor and on the whole of Explore: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .editing import TOOLS, Editor
from .explorer import LOOKS, Explorer

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
_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
_AUDIT = """([context, options, colours]) => {
  const rules = matchMedia("(prefers-color-scheme: dark)").matches ? colours : options;
  return axe.run(context ?? document, { ...rules, resultTypes: ["violations"] }).then((found) => found.violations);
}"""


def violations(page: Explorer, context: Any = None) -> list[str]:
    """What axe-core finds, a line for each element, without what is left out."""
    if not page.page.evaluate("() => 'axe' in window"):
        page.page.evaluate(Axe().axe_script)
    lines = []
    for rule in page.page.evaluate(_AUDIT, [context, _RULES, _COLOURS]):
        for node in rule["nodes"]:
            place = f"{node['target']} {node['html'].split(' ')[0]}"
            if not any(rule["id"] == r and part in place for r, part, _ in LEFT_OUT):
                lines.append(f"{rule['id']}: {place}: {node['html'][:160]}: {node.get('failureSummary', '')[:300]}")
    return lines


def expect_accessible(page: Explorer, where: str) -> None:
    """The editor alone: fast enough for each of its states."""
    found = violations(page, {"include": [".st-key-editor"]})
    assert not found, (where, found)


def expect_page_accessible(page: Explorer, where: str) -> None:
    found = violations(page)
    assert not found, (where, found)


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_is_wrong_in_the_editor(visits, look: str):
    page = visits.page(look)
    page.open("?c=15&m=LCaF")
    editor = Editor(page.page)
    for tool in TOOLS:
        editor.tool(tool)
        expect_accessible(page, f"tool {tool}")
    editor.focus("Theater")
    expect_accessible(page, "asked what to delete") if editor.press("Enter") else None
    editor.press("Escape").tool("Mark")
    editor.focus("Rock")
    expect(editor.bar.get_by_role("button", name="Add child")).to_be_visible()
    expect_accessible(page, "a class is selected")
    editor.edge("Theater", "Opera").focus()
    expect_accessible(page, "an edge is selected")
    editor.focus("Rock").press("l")
    expect_accessible(page, "a link is started")
    editor.focus("Rock").press("Enter")
    expect(editor.notice).not_to_be_empty()
    expect_accessible(page, "an edit was refused")
    editor.press("Escape", "r")
    expect(editor.name_box).to_be_focused()
    expect_accessible(page, "a class is renamed")
    editor.press("Escape")
    editor.press_tool("Keys")
    expect_accessible(page, "the keys are shown")
    editor.press("Escape")
    editor.drag("Rock", 12, -20).acked()
    editor.press_tool("Whole screen")
    expect_accessible(page, "a class is pinned, on the whole screen")
    editor.press_tool("Whole screen")
    for view in ("Outline", "Edges"):
        page.hierarchy_as(view)
        expect_accessible(page, view)
    editor.text.fill("Arts > Music\nMusic > Arts")
    expect(editor.root.locator(".gutter .bad")).to_have_text("2")
    expect_accessible(page, "a text with a mistake")


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_is_wrong_on_the_page(visits, look: str):
    page = visits.page(look)
    page.open("?c=13a&m=LCaF")
    editor = Editor(page.page)
    expect_page_accessible(page, "as opened")
    editor.focus("Europop").press("Enter").acked()
    expect(page.page.locator(".st-key-edited")).to_be_visible()
    expect_page_accessible(page, "edited, with a class selected")
    page.hierarchy_as("Outline")
    expect_page_accessible(page, "outline")
    editor.text.fill("Arts\n    Music\n  Theater")
    expect(page.page.locator(".st-key-lastread .last-read")).to_be_visible()
    expect_page_accessible(page, "a text that cannot be read")
    for button in ("describe", "open", "save", "share"):
        page.open_popover(button)
        page.settle()
        expect_page_accessible(page, button)
        page.page.keyboard.press("Escape")
    page.turn_to("?c=new")
    page.hierarchy_as("Draw")
    expect_page_accessible(page, "a new drawing")
    page.turn_to("?c=15&ask=1")
    expect_page_accessible(page, "an exercise")
    page.turn_to("?c=nix")
    expect_page_accessible(page, "a sentence about a link")
    page.visit("?c=15&embed=true")
    expect_page_accessible(page, "embedded")
