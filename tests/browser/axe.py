"""What axe-core finds on a page: nothing, in every test that asks."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .javascript import javascript

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

_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Of the style sheets as they were sent, which take long to be read and are the same in every state.
SHEETS = ("css-orientation-lock",)
# What a part cannot tell, as it is asked of the whole page: order and names of what is around it.
WHOLE = (
    "duplicate-id-aria",
    "heading-order",
    "landmark-one-main",
    "landmark-unique",
    "page-has-heading-one",
    "region",
)

_READ_COLOURS_ONCE = javascript("read_colours_once")
_AUDIT = """([context, rules]) => axe.run(context ?? document, { ...rules, resultTypes: ["violations"] })
  .then((found) => found.violations)"""


def only(rules: tuple[str, ...]) -> dict[str, Any]:
    """These rules alone, for `violations`."""
    return {"runOnly": {"type": "rule", "values": list(rules)}, "preload": any(rule in SHEETS for rule in rules)}


def without(rules: tuple[str, ...]) -> dict[str, Any]:
    """All rules but these, for `violations`."""
    return {"runOnly": _TAGS, "preload": rules != SHEETS, "rules": {rule: {"enabled": False} for rule in rules}}


def violations(page: Page, *parts: str, rules: dict[str, Any] | None = None) -> list[str]:
    """What axe-core finds, a line for each element, without what is left out.

    parts: the selectors of what is looked at, the whole page where there are none.  rules: all but those of style
    sheets, unless given.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
        page.evaluate(_READ_COLOURS_ONCE)
    lines = []
    for rule in page.evaluate(_AUDIT, [{"include": parts} if parts else None, rules or without(SHEETS)]):
        for node in rule["nodes"]:
            place = f"{node['target']} {node['html'].split(' ')[0]}"
            if not any(rule["id"] == r and part in place for r, part, _ in LEFT_OUT):
                lines.append(f"{rule['id']}: {place}: {node['html'][:160]}: {node.get('failureSummary', '')[:300]}")
    return lines
