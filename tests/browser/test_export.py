"""The export dialog: what it previews is what comes out, at both widths and in both themes."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Locator, expect

import hierview
from hierview import Case, load_case
from hierview.formats.link import pack_draft
from hierview.publish.files import draft_in
from hierview.ui.shell.cases import PACKED

from .explorer import Explorer, narrowed
from .test_looks import in_dark

DIALOG = "section[role=dialog]"


def dialog(page: Explorer, query: str) -> Locator:
    """The dialog, opened from the case bar; the one that was open goes with its page."""
    page.at(query)
    expect(page.page.locator(DIALOG)).to_have_count(0)
    page.open_popover("open").get_by_role("button", name="Export", exact=True).click()
    found = page.page.locator(DIALOG)
    expect(found.locator(".paper")).to_be_visible()
    page.settle()
    return found


def choose(page: Explorer, found: Locator, *names: str) -> None:
    for name in names:
        found.get_by_role("radio", name=name, exact=True).or_(
            found.get_by_role("button", name=name, exact=True)
        ).first.click()
        page.settle()


def download(page: Explorer, found: Locator, name: str) -> tuple[str, bytes]:
    with page.page.expect_download() as waited:
        found.get_by_role("button", name=name, exact=True).click()
    path = waited.value.path()
    return waited.value.suggested_filename, path.read_bytes()


def test_the_dialog_shows_the_open_picture_as_large_as_it_will_be(page: Explorer):
    page.turn_to("?c=15&m=LCaF")
    expect(page.page.locator(".paper")).to_have_count(0)
    found = dialog(page, "?c=15&m=LCaF&v=graphs")
    expect(found.get_by_role("heading")).to_contain_text("LCaF, case 15")
    drawn = found.locator(".paper figure > svg")
    box = drawn.bounding_box()
    assert box
    assert abs(box["width"] - 84 * 96 / 25.4) < 1.5
    for name in ("Drama", "Opera", "Rock", "Arts"):
        expect(drawn).to_contain_text(name)
    expect(found.locator("figcaption")).to_contain_text("true Drama, predicted Opera and Rock")
    name, data = download(page, found, "Download PDF")
    assert data == hierview.figure("15", "graphs", "LCaF", "pdf")
    assert draft_in(data, name).case() == load_case("15")
    with narrowed(page.page):
        expect_legible(page, found, 390, dark=False)
    choose(page, found, "174 mm")
    expect(found.locator(".ruler .end")).to_have_text("174 mm")
    box = drawn.bounding_box()
    assert box
    assert abs(box["width"] - 174 * 96 / 25.4) < 2
    found.get_by_role("button", name="BibTeX", exact=True).click()
    code = found.locator("[data-testid=stCode] code")
    expect(code).to_contain_text("@article{kosmopoulos2015")
    found.get_by_role("button", name="Back to the preview").click()
    expect(found.locator(".ruler .end")).to_have_text("174 mm")
    choose(page, found, "Table")
    expect(found.locator(".paper.tabled table")).to_be_visible()


def test_in_the_dark_it_is_legible_narrow_and_wide(page: Explorer):
    page.turn_to("?c=15&m=LCaF&v=graphs")
    with in_dark(page):  # an open dialog of Streamlit's keeps the colours that it was opened in
        with narrowed(page.page):
            found = dialog(page, "?c=15&m=LCaF&v=graphs")
            expect_legible(page, found, 390, dark=True)
        expect_legible(page, found, 1280, dark=True)


def expect_legible(page: Explorer, found: Locator, wide: int, dark: bool) -> None:
    section, sheet, format_ = (
        found.bounding_box(),
        found.locator(".paper").bounding_box(),
        found.get_by_text("Format", exact=True).bounding_box(),
    )
    assert section
    assert sheet
    assert format_
    assert section["x"] >= 0
    assert section["x"] + section["width"] <= wide + 0.5
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= wide
    if wide == 390:
        assert format_["y"] > sheet["y"] + sheet["height"]  # controls stand under the preview
        assert sheet["x"] >= section["x"] - 0.5
        assert sheet["x"] + sheet["width"] <= section["x"] + section["width"] + 0.5
    ground = "rgb(26, 32, 39)" if dark else "rgb(246, 248, 250)"
    expect(found.locator(".st-key-exportpage")).to_have_css("background-color", ground)
    paper = found.locator(".paper").evaluate("e => getComputedStyle(e).backgroundColor")
    assert paper == "rgb(255, 255, 255)"  # paper is white in either theme
    expect(found.get_by_role("button", name="Download PDF")).to_be_attached()
    for e in found.get_by_role("button").all():
        box = e.bounding_box()
        assert box is None or (box["x"] >= -0.5 and box["x"] + box["width"] <= wide + 0.5)


def test_what_does_not_fit_is_made_to_fit_on_request(page: Explorer):
    edges = [("Root", f"Branch number {i}") for i in range(6)]
    edges += [(f"Branch number {i}", f"Leaf {i} of a long name {k}") for i in range(6) for k in range(10)]
    case = Case.of(edges, ["Leaf 0 of a long name 0"], ["Leaf 5 of a long name 7"])
    found = dialog(page, f"?c={quote(PACKED + pack_draft(case), safe='')}&m=hF&v=sets")
    fit, box = found.get_by_role("button", name="Make it fit"), found.get_by_role("checkbox", name="Fold")
    if box.is_checked():  # as the page proposes
        found.locator(".st-key-export-fold label").click()
        page.settle()
    expect(found.locator(".verdict.tight")).to_contain_text("Too high")
    fit.click()
    expect(found.locator(".verdict.fits")).to_contain_text("Fits")
    expect(fit).to_have_count(0)
    expect(box).to_be_checked()
    page.settle()
    name, data = download(page, found, "Download PDF")
    assert draft_in(data, name).case() == case
    # With other letters it is offered again.
    size = found.get_by_role("spinbutton", name="pt")
    size.fill("36")
    size.press("Enter")
    page.settle()
    expect(fit).to_be_visible()
