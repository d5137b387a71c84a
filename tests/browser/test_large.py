"""A hierarchy as large as a gene ontology, in a real browser: opened, searched, marked, answered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from hierview import Case, evaluate, load_hierarchy
from hierview.answers.answers import headline_rows
from hierview.explain import number
from hierview.model.part import reach

from ..effort import times
from ..ontology import identifier, label, obo
from .explorer import Explorer

# More than can be edited: the page treats all such hierarchies alike, however large.
TERMS = times(6_000, 50_000)
ONE, OTHER = TERMS * 5 // 6, TERMS * 4 // 5  # terms far down


def found(page: Explorer, i: int) -> Locator:
    """The line of a class that a search found."""
    seek = page.page.locator(".st-key-seek")
    seek.get_by_role("textbox").fill(label(i))
    page.page.keyboard.press("Enter")
    line = seek.locator("li").filter(has_text=identifier(i))
    expect(line).to_be_visible()
    page.settle()
    return line


@pytest.mark.slow
def test_a_file_is_dropped_and_an_ontology_is_opened_searched_marked_and_answered(page: Explorer):
    text = obo(TERMS)
    h = load_hierarchy(text)
    page = page.turn_to("?c=15")
    a_file_dropped_anywhere_on_the_page_is_opened(page)
    page.open_file(text, "made.obo")
    told = page.page.locator(".st-key-readas[data-stale=false]")  # what a run replaces stands beside it for a while
    expect(told).to_contain_text(f"Read as OBO, UTF-8: {TERMS:,} classes")
    expect(told).to_contain_text(f"{TERMS // 40:,} obsolete terms are left out.")
    page.settle()
    # A term is found by its name and marked, another by its id; the answers are those on the whole.
    true, predicted = identifier(ONE), identifier(OTHER)
    found(page, ONE).get_by_role("button", name=f"{label(ONE)} true").click()
    expect(page.question).to_contain_text(label(ONE))
    page.settle()
    found(page, OTHER).get_by_role("button", name=f"{label(OTHER)} predicted").click()
    expect(page.question).to_contain_text(label(OTHER))
    page.settle()
    case = Case(h, frozenset({true}), frozenset({predicted}))
    assert {name: value for name, value, *_ in page.rows()} == {
        m.label(): number(evaluate(case, m).value) for main, under in headline_rows(case) for m in (main, *under)
    }
    # Up from there: the counts are those of the whole.
    line = found(page, ONE)
    line.get_by_role("button", name=re.compile(f"^{label(ONE)} {identifier(ONE)}")).click()
    around = page.page.locator(".st-key-seek .around")
    above, below = reach(h, true)
    expect(around).to_contain_text(f"{above:,} above, {below:,} below")


def a_file_dropped_anywhere_on_the_page_is_opened(page: Explorer) -> None:
    page.page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["Arts > Music > Pop\\nArts > Theater\\n"], "arts.txt"));
          const more = { bubbles: true, cancelable: true, composed: true, dataTransfer };
          document.querySelector("h2, h1, main, .stMain").dispatchEvent(new DragEvent("drop", more));
        }"""
    )
    expect(page.page.locator(".st-key-readas")).to_contain_text("Read as paths")
    page.settle()
    assert {box.name for box in page.boxes(page.canvas)} == {"Arts", "Music", "Pop", "Theater"}
    expect(page.page.locator("[data-testid=stPopoverBody]")).to_be_hidden()
