"""The Workbench in a real browser: the table, sheets, searches and the scatter, and the ways from them into Explore."""

from __future__ import annotations

import io
import re
import zipfile
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from ..effort import sampled, times
from .explorer import Explorer, narrowed, until
from .test_looks import expect_legible, sideways

GOOD = b"A\n  B [t]\n  C [p]\n"
BETTER = b"A\n  B [t] [p]\n  C [p]\n"
PRECISION = 'Formula("both / P", name="precision")'


class Workbench(Explorer):
    """A page with the Workbench in it."""

    path, landmark = "/workbench", ".st-key-wbhead h1"

    @property
    def cells(self) -> Locator:
        return self.page.locator(".bench td button")

    @property
    def evidence(self) -> Locator:
        return self.page.locator(".evidence").first

    @property
    def formula(self) -> Locator:
        return self.page.get_by_role("textbox", name="Formula", exact=True)

    def own_cases(self) -> Workbench:
        """Choose one's own set of cases."""
        expect(self.cells.first).to_be_visible()
        self.settle()
        option = self.page.get_by_role("option", name="Own cases")
        for _ in range(8):  # a list that opens while the page still comes in closes again
            self.page.get_by_role("combobox", name="Cases").click()
            self.settle()
            if until(self.page, option.count, seconds=1):
                break
        option.click()
        expect(self.page.locator(".st-key-wb-zip")).to_be_visible()
        return self

    def bring(self, files: dict[str, bytes]) -> None:
        """Upload an archive of files."""
        upload = self.page.locator(".st-key-wb-zip input[type=file]")
        upload.set_input_files({"name": "set.zip", "mimeType": "application/zip", "buffer": archive(files)})

    def button(self, name: str) -> Locator:
        # In the page: while a run takes long, Streamlit shows a Stop of its own in the bar above, for the run alone.
        return self.page.get_by_test_id("stMain").get_by_role("button", name=name, exact=True)

    def explore(self, link: Locator) -> dict[str, str]:
        """What Explore is asked for by a link."""
        self.settle()  # a link comes after what it is a link of
        link.click()
        self.page.wait_for_url(lambda url: "/workbench" not in url)
        expect(self.page.locator(".question")).to_be_visible()
        expect(self.page.get_by_text("The link asks for")).to_have_count(0)
        return {key: values[0] for key, values in parse_qs(urlsplit(self.page.url).query).items()}


def archive(files: dict[str, bytes]) -> bytes:
    """A ZIP archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return packed.getvalue()


@pytest.fixture
def bench(visits) -> Workbench:
    """The Workbench at 1280 x 800 in light."""
    return Workbench.at_place_of(visits.page())


SIGNS = {
    "benchmark": ".bench",
    "scatter": ".scatter .dot",
    "disagreements": ".st-key-found .find",
    "behaviour": ".sheet .sign",
}


def every_view_opens_and_the_page_never_scrolls_sideways(bench):
    """Light and dark are laid out alike."""
    for turn, (view, sign) in enumerate(sampled(SIGNS.items(), 1)):
        bench.turn_to(f"?v={view}")
        expect(bench.page.locator(sign).first, view).to_be_visible()
        bench.settle()
        if turn == 0 or times(0, 1):
            expect_legible(bench, turn, view)
        with narrowed(bench.page):
            assert until(bench.page, lambda: sideways(bench) <= 390), view  # it follows the window
            expect(bench.page.locator(sign).first, view).to_be_visible()


def back_leads_to_the_view_before(bench):
    bench.page.get_by_role("radio", name="Scatter").click()
    expect(bench.page.locator(".scatter")).to_be_visible()
    assert "v=scatter" in bench.page.url
    bench.page.go_back()
    expect(bench.cells.first).to_be_visible()


def a_hostile_formula_gets_a_sentence(bench):
    bench.formula.fill("<img src=x onerror=alert(1)>")
    bench.formula.press("Enter")
    expect(bench.page.get_by_role("alert").first).to_contain_text("<img src=x onerror=alert(1)>")


def the_table_is_one_stop_of_tab_and_arrows_lead_from_cell_to_cell(bench):
    bench.page.get_by_role("button", name="GIE of 13a: 5").click()
    stop = bench.page.locator(".bench [tabindex='0']")
    expect(stop).to_have_accessible_name("GIE of 13a: 5")  # and there is no other one
    stop.focus()
    for key, name in (("Right", "MGIA of 13a: 0.60"), ("Down", "MGIA of 13b: 0.40"), ("Left", "GIE of 13b: 5")):
        bench.page.keyboard.press(f"Arrow{key}")
        expect(stop).to_have_accessible_name(name)
        expect(stop).to_be_focused()
    bench.page.keyboard.press("Enter")
    expect(bench.evidence.locator("h2")).to_have_text("13b under GIE")
    expect(stop).to_be_focused()
    bench.page.keyboard.press("Tab")
    expect(bench.page.locator(".bench :focus")).to_have_count(0)


def a_cell_opens_its_case(bench):
    assert bench.explore(bench.page.get_by_role("link", name="Open in Explore")) == {"c": "13b", "m": "GIE"}


def test_views_and_table(bench):
    every_view_opens_and_the_page_never_scrolls_sideways(bench)
    back_leads_to_the_view_before(bench.turn_to("?v=benchmark"))
    a_hostile_formula_gets_a_sentence(bench)
    the_table_is_one_stop_of_tab_and_arrows_lead_from_cell_to_cell(bench)
    a_cell_opens_its_case(bench)


@pytest.mark.whole
def test_a_dot_opens_its_case(bench):
    bench.open("?v=scatter&measures=hF;MGIA;LCaF")
    bench.page.locator('.dot[aria-label*="16"]').first.click()
    expect(bench.evidence.locator("h2")).to_contain_text("16: hF 0.22, MGIA 0")
    expect(bench.page.locator(".tau tbody tr")).to_have_count(2)
    assert bench.explore(bench.page.get_by_role("link", name="Open in Explore"))["c"] == "16"


@pytest.mark.whole
def test_a_formula_gets_a_sheet_and_its_counterexample_opens(bench):
    bench.turn_to(f"?v=behaviour&measures={quote(PRECISION)}")
    sign = bench.page.get_by_role("button", name="Of two wrong classes: fails 3")
    expect(sign).to_be_visible()
    expect(bench.page.get_by_role("button", name="Renaming: holds")).to_be_visible()
    expect(bench.button("Stop")).to_have_count(0)  # until then the table is drawn anew every moment
    bench.settle()
    sign.click()
    expect(bench.evidence.locator("h2")).to_have_text("Of two wrong classes: precision fails")
    expect(bench.evidence.locator(".against")).to_have_text("0 = 0")
    asked = bench.explore(bench.page.get_by_role("link", name="Open in Explore"))
    assert asked["c"].startswith("~")
    assert "m" not in asked


def stop(bench):
    """End the search, once the run that began it is over: it draws the button anew."""
    expect(bench.button("Stop")).to_be_visible()
    bench.settle()
    bench.button("Stop").click()
    expect(bench.page.get_by_text("Stopped.")).to_be_visible()


def stop_ends_a_search(bench):
    bench.turn_to("?v=disagreements&measures=hF;LCaR&seed=3")
    bench.button("Start").click()
    stop(bench)
    bench.button("Try again").click()
    expect(bench.button("Start")).to_be_visible()


def a_search_finds_the_star_with_three_leaves_and_stopped_keeps_it(bench):
    pair = quote('MGIA;MGIA(pairing="nearest")')
    bench.turn_to(f"?v=disagreements&measures={pair}")
    bench.page.get_by_text("they give one prediction different values").click()
    bench.settle()  # the run that follows draws the button anew
    bench.button("Start").click()
    first = bench.page.locator(".find").first
    expect(first).to_contain_text("4 classes")
    expect(first).to_contain_text("0.85")
    expect(first).to_contain_text("0.80")
    # By now, perhaps, those of 4 are done, too.
    expect(bench.page.get_by_text(re.compile("1 to [34] classes are done"))).to_be_visible()
    stop(bench)  # it would go on for minutes, beside all tests that come
    expect(first).to_contain_text("0.85")
    asked = bench.explore(bench.page.get_by_role("link", name="Open in Explore"))
    assert asked["c"].startswith("~")
    assert asked["m"] == "MGIA"
    expect(bench.page.locator("svg .class").first).to_be_visible()


@pytest.mark.whole
def test_searches(bench):
    stop_ends_a_search(bench)
    a_search_finds_the_star_with_three_leaves_and_stopped_keeps_it(bench)


@pytest.mark.whole
def test_a_folder_of_cases_becomes_the_table(bench, tmp_path):
    bench.turn_to("?v=benchmark").own_cases()
    for name, content in {"a.txt": GOOD, "b.txt": BETTER, "c.txt": b"A\n  B\n"}.items():
        (tmp_path / name).write_bytes(content)
    bench.page.locator(".st-key-wb-folder input[type=file]").set_input_files(tmp_path)
    expect(bench.page.locator(".bench tbody tr")).to_have_count(2)
    expect(bench.page.get_by_role("alert").filter(has_text="c.txt: no class is marked")).to_be_visible()


@pytest.mark.whole
def test_an_archive_of_cases_becomes_the_table(bench):
    bench.turn_to("?v=benchmark").own_cases()
    bench.bring({"good.txt": GOOD, "/etc/odd <b>.txt": GOOD, "../../out.txt": GOOD, "notes.pdf": b"%PDF"})
    expect(bench.page.locator(".bench tbody th b")).to_have_text(["/etc/odd <b>", "good"])
    expect(bench.page.get_by_role("button", name="hF of good: 0.50")).to_be_visible()
