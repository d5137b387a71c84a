"""Study in a real browser: the first screen, files, keys, narrow pages, contrast."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from .explorer import Explorer
from .test_accessible import violations
from .test_looks import sideways

SCORED = 240_000  # milliseconds until a study is scored, on a busy machine that compiles the measures first
FILES = {
    "hierarchy.tsv": "Arts\tMusic\nArts\tDrama\nMusic\tPop\nMusic\tRock\n",
    "gold.tsv": "1\tPop\n2\tRock\n3\tDrama\n",
    "near.tsv": "1\tPop\n2\tPop\n3\tDrama\n",
    "far.tsv": "1\tDrama\n2\tPop\n",
}


class Studying(Explorer):
    """A page with a study on it."""

    def open(self, query: str = "") -> Studying:
        """Visit an address anew and wait until its study stands there."""
        self.page.goto(f"{self.server}/study{query}")
        expect(self.page.locator(".st-key-studyhead h1")).to_be_visible(timeout=30_000)
        self.settle()
        return self

    @property
    def systems(self) -> Locator:
        return self.page.locator(".ranked tbody th")

    def press(self, label: str) -> Studying:
        self.page.get_by_role("button", name=label, exact=True).click()
        self.settle()
        return self


def _harmless(problem: str) -> bool:
    """Streamlit asks below a deep link for its own addresses first, in vain, and the console repeats it."""
    return "/study/_stcore/" in problem or "status of 404" in problem


@pytest.fixture
def studying(visits):
    """Give the page of a look, with a study on it."""
    yield lambda look="wide": Studying(visits.page(look).page, visits.server)
    visits.problems[:] = [problem for problem in visits.problems if not _harmless(problem)]


@pytest.mark.parametrize("look", ["wide", "phone", "wide dark", "phone dark"])
def test_the_first_screen_can_be_read_by_everybody(studying, look):
    page = studying(look).open()
    expect(page.systems.first).to_have_text("A")
    assert sideways(page) == page.page.viewport_size["width"]
    assert not violations(page)


def test_the_head_of_a_column_ranks_and_back_leads_back(studying):
    page = studying().open()
    page.page.get_by_role("button", name="GIE lower is better").focus()
    page.page.keyboard.press("Enter")
    expect(page.systems.first).to_have_text("B")
    assert "by=GIE" in page.page.url
    page.page.go_back()
    expect(page.systems.first).to_have_text("A")


def test_files_are_dropped_scored_found_again_and_exported(studying, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    page = studying().open("?study=new")
    assert not violations(page)
    page.page.locator("input[type=file]").set_input_files([tmp_path / name for name in FILES])
    expect(page.page.locator(".reads tbody th")).to_have_text(["truth", "near", "far"], timeout=SCORED)
    page.settle()
    assert not violations(page)
    page.page.get_by_role("button", name="Score", exact=True).click()
    expect(page.systems).to_have_text(["near", "far"], timeout=SCORED)
    page.settle()
    page.page.reload()
    expect(page.systems).to_have_text(["near", "far"], timeout=SCORED)
    page.settle()
    assert not violations(page)
    page.press("Export table")
    with page.page.expect_download() as saved:
        page.page.get_by_role("button", name="Download LaTeX").click()
    assert "near" in saved.value.path().read_text(encoding="utf-8")
    page.page.keyboard.press("Escape")
    page.page.get_by_text("Data", exact=True).click()
    page.press("Remove this study")
    expect(page.page.get_by_text("Drop the hierarchy")).to_be_visible()
