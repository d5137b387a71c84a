"""The export dialog: what it previews is what comes out, at both widths and in both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import hierview

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


def the_dialog_shows_the_open_picture_as_large_as_it_will_be(page: Explorer) -> None:
    found = dialog(page, "?c=15&m=LCaF&v=graphs")
    expect(found.get_by_role("heading")).to_contain_text("LCaF, case 15")
    drawn = found.locator(".paper figure > svg")
    box = drawn.bounding_box()
    assert box
    assert abs(box["width"] - 84 * 96 / 25.4) < 1.5
    with page.page.expect_download() as waited:
        found.get_by_role("button", name="Download PDF", exact=True).click()
    assert waited.value.path().read_bytes() == hierview.figure("15", "graphs", "LCaF", "pdf")
    with narrowed(page.page):
        expect_legible(page, found, 390, dark=False)
    found.get_by_role("radio", name="174 mm", exact=True).click()
    page.settle()
    expect(found.locator(".ruler .end")).to_have_text("174 mm")
    box = drawn.bounding_box()
    assert box
    assert abs(box["width"] - 174 * 96 / 25.4) < 2


@pytest.mark.whole
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
