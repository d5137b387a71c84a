"""The export dialog: what it previews is what comes out, at both widths and in both themes."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

import hierview
from hierview import load_case, parse_measure
from hierview.draw.figure import FigureStyle
from hierview.publish.figures.export import Export
from hierview.publish.figures.making import bibtex_of, export_of, python
from hierview.publish.files import opened

from ..each import each
from .explorer import Explorer, drawn
from .test_looks import in_dark

DIALOG = "section[role=dialog]"


def dialog(page: Explorer, query: str, folded: bool = False) -> Locator:
    """The dialog, opened from the case bar; the one that was open goes with its page."""
    page.turn_to(query)
    expect(page.page.locator(DIALOG)).to_have_count(0)
    if folded and not page.page.get_by_role("button", name="Export", exact=True).is_visible():
        page.page.get_by_role("button", name="More actions").click()
    page.page.get_by_role("button", name="Export", exact=True).click()
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


def the_dialog_shows_the_open_picture_and_gives_it_in_every_format(page: Explorer):
    found = dialog(page, "?c=15&m=LCaF")
    expect(found.get_by_role("heading")).to_contain_text("LCaF, case 15")
    box = found.locator(".paper figure > svg").bounding_box()
    assert box
    assert abs(box["width"] - 84 * 96 / 25.4) < 1.5
    drawn = found.locator(".paper figure > svg")
    for name in ("Drama", "Opera", "Rock", "Arts"):
        expect(drawn).to_contain_text(name)
    export = export_of("15", "lca", "LCaF")
    expect(found.locator(".verdict")).to_contain_text(export.figure.verdict)
    expect(found.locator("figcaption")).to_contain_text("true Drama, predicted Opera and Rock")
    for label, kind in (("PDF", "pdf"), ("SVG", "svg"), ("PNG", "png"), ("DOT", "dot"), ("TikZ", "tikz")):
        choose(page, found, label)
        name, data = download(page, found, f"Download {label}")
        expected = hierview.figure("15", "graphs", "LCaF", kind)
        assert data == (expected if isinstance(expected, bytes) else expected.encode()), label
        assert opened(data, name).case() == load_case("15")


def controls_change_the_preview_and_texts_can_be_copied(page: Explorer):
    found = dialog(page, "?c=15&m=MGIA")
    choose(page, found, "TikZ", "174 mm", "Line art")
    found.locator("label").filter(has_text=re.compile("^Legend$")).click()
    page.settle()
    expect(found.locator(".ruler .end")).to_have_text("174 mm")
    box = found.locator(".paper figure > svg").bounding_box()
    assert box
    assert abs(box["width"] - 174 * 96 / 25.4) < 2
    export = Export(
        load_case("15"),
        parse_measure("MGIA"),
        ("pairs",),
        "tikz",
        FigureStyle(174, colour="line", legend=True),
    )
    for label, text in (
        ("Copy TikZ", hierview.figure("15", "pairs", "MGIA", "tikz", width_mm=174, colour="line", legend=True)),
        ("Copy as Python", python(export)),
        ("BibTeX", bibtex_of([export.measure])),
    ):
        found.get_by_role("button", name=label, exact=True).click()
        code = found.locator("[data-testid=stCode] code")
        expect(code).to_contain_text(str(text).splitlines()[0])
        assert code.text_content().split() == str(text).split()
    found.get_by_role("button", name="Back to the preview").click()
    expect(found.locator(".paper")).to_be_visible()
    # The fields kept what was chosen.
    expect(found.locator(".ruler .end")).to_have_text("174 mm")


def a_figure_without_panels_is_a_sentence(page: Explorer):
    found = dialog(page, "?c=15&m=LCaF")
    found.locator("label").filter(has_text=re.compile("^Graphs$")).click()
    expect(found.locator(".notice").first).to_contain_text("A figure needs at least one panel")
    assert not page.error_boxes()


def a_table_has_its_options(page: Explorer):
    found = dialog(page, "?c=13a&m=LCaF")
    choose(page, found, "Table")
    table = found.locator(".paper.tabled table")
    expect(table).to_be_visible()
    expect(table).to_contain_text("GIE")
    choose(page, found, "Markdown", "cases")
    expect(table.locator("thead")).to_contain_text("LCaF")
    name, data = download(page, found, "Download Markdown")
    assert name == "table.md"
    assert "| case |" in data.decode()
    assert "/?c=13a" in data.decode()


def it_is_legible_everywhere(page: Explorer):
    size = page.page.viewport_size
    page.page.set_viewport_size({"width": 390, "height": 844})
    try:
        found = dialog(page, "?c=15&m=LCaF", folded=True)
        expect_legible(page, found, 390, dark=False)
        with in_dark(page):  # an open dialog of Streamlit's keeps the colours that it was opened in
            found = dialog(page, "?c=15&m=LCaF", folded=True)
            expect_legible(page, found, 390, dark=True)
            page.page.set_viewport_size(size)
            drawn(page.page)
            expect_legible(page, found, 1280, dark=True)
    finally:
        page.page.set_viewport_size(size)


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


def nothing_is_drawn_while_it_is_closed(page: Explorer):
    page.turn_to("?c=15&m=LCaF")
    expect(page.page.locator(".paper")).to_have_count(0)
    buttons = page.page.locator(".st-key-caseactions button").all_text_contents()
    order = [next(i for i, text in enumerate(buttons) if word in text) for word in ("Save", "Export", "Share")]
    assert order == sorted(order)


@each(
    "check",
    [
        nothing_is_drawn_while_it_is_closed,
        the_dialog_shows_the_open_picture_and_gives_it_in_every_format,
        controls_change_the_preview_and_texts_can_be_copied,
        a_figure_without_panels_is_a_sentence,
        a_table_has_its_options,
        it_is_legible_everywhere,
    ],
)
def test_export(page: Explorer, check: Callable[[Explorer], None]):
    check(page)
