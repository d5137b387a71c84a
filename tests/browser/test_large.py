"""A hierarchy as large as a gene ontology, in a real browser: opened, searched, marked, answered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from hierview import Case, evaluate, load_hierarchy
from hierview.answers.answers import headline_rows
from hierview.explain import number
from hierview.model.part import classes_above_and_below

from ..ontology import identifier, label, obo
from .explorer import Explorer

TERMS = 50_000
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


@pytest.mark.whole
def test_an_ontology_is_opened_searched_marked_and_answered(page: Explorer):
    text = obo(TERMS)
    h = load_hierarchy(text)
    page = page.turn_to("?c=15")
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
    above, below = classes_above_and_below(h, true)
    expect(around).to_contain_text(f"{above:,} above, {below:,} below")
