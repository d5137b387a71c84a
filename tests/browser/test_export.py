"""The export dialog: what it previews is what comes out, at both widths and in both themes."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from unittest.mock import patch
from urllib.parse import quote

import streamlit
from playwright.sync_api import Locator, expect

import hierview
from hierview import Case, load_case, parse_measure
from hierview.draw.figure import FigureStyle
from hierview.draw.pages import page as page_of
from hierview.formats.link import pack_draft
from hierview.publish.figures.export import Export
from hierview.publish.figures.making import bibtex_of, export_of, python
from hierview.publish.files import opened
from hierview.ui.cases import PACKED

from ..app_test import AppTest
from ..each import each
from .explorer import Explorer
from .explorer import drawn as settled
from .test_app import App
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


# What is asked and what comes, without a browser.

_SCRIPT = """
from hierview.ui.panels.export import _dialog
state = state_of({asked!r})
_dialog(state, state.measure(state.why.row))
"""


class Dialog(App):
    """The dialog's own part of the page, at an address."""

    def __init__(self, **asked: str):
        self.files: dict[str, tuple[str, bytes]] = {}  # by the words of the button that hands them out
        self.at = AppTest.from_string(_SCRIPT.format(asked=asked))
        self.run()

    def run(self) -> Dialog:
        def handed(label: str, data: str | bytes, name: str, *_: object, **__: object) -> None:
            self.files[label] = name, data if isinstance(data, bytes) else data.encode()

        self.files.clear()
        with patch.object(streamlit, "download_button", handed):
            super().run()
        return self

    def choose(self, **chosen: object) -> Dialog:
        """Choose in the group of each name."""
        for name, value in chosen.items():
            group = next(group for group in self.at.get("button_group") if group.key == f"export-{name}")
            self.use(group, value)
        return self

    def tick(self, key: str) -> Dialog:
        box = self.at.checkbox(key=f"export-{key}")
        return self.use(box, not box.value)

    @property
    def told(self) -> dict[str, str]:
        """The markup of every viewer, by its key."""
        return {key.split("export-", 1)[-1]: markup for key, markup in self.components()}


def test_the_open_picture_comes_in_every_format():
    at = Dialog(c="15", m="LCaF")
    export = export_of("15", "lca", "LCaF")
    assert escape(export.figure.verdict) in at.told["verdict"]
    assert at.told["preview"] == page_of(export.figure, export.caption, 84)
    for title, kind in (("PDF", "pdf"), ("SVG", "svg"), ("PNG", "png"), ("DOT", "dot"), ("TikZ", "tikz")):
        name, data = at.choose(format=kind).files[f"Download {title}"]
        expected = hierview.figure("15", "graphs", "LCaF", kind)
        assert data == (expected if isinstance(expected, bytes) else expected.encode()), title
        assert opened(data, name).case() == load_case("15")


def test_controls_change_the_preview_and_texts_can_be_copied():
    at = Dialog(c="15", m="MGIA").choose(format="tikz", width="174 mm", colour="line").tick("legend")
    export = Export(
        load_case("15"), parse_measure("MGIA"), ("pairs",), "tikz", FigureStyle(174, colour="line", legend=True)
    )
    preview = page_of(export.figure, export.caption, 174)
    assert at.told["preview"] == preview
    for label, text in (
        ("Copy TikZ", hierview.figure("15", "pairs", "MGIA", "tikz", width_mm=174, colour="line", legend=True)),
        ("Copy as Python", python(export)),
        ("BibTeX", bibtex_of([export.measure])),
    ):
        at.press(f"export-show-{label}")
        assert at.at.code[0].value.strip() == str(text).strip(), label
        assert "preview" not in at.told
    at.press("export-back")
    assert at.told["preview"] == preview  # the fields kept what was chosen


def test_a_figure_stands_and_is_folded_as_the_page_shows_it():
    at = Dialog(c="15", m="LCaF", p="dir=right;fold=1")
    shown = export_of("15", "lca", "LCaF", direction="right", fold=True)
    assert at.told["preview"] == page_of(shown.figure, shown.caption, 84)
    at.choose(direction="auto").tick("fold")
    usual = export_of("15", "lca", "LCaF")
    assert at.told["preview"] == page_of(usual.figure, usual.caption, 84)


def test_a_figure_without_panels_is_a_sentence():
    at = Dialog(c="15", m="LCaF").tick("panel-LCaF-graphs")
    assert at.told["trouble"].count("A figure needs at least one panel") == 1


def test_a_table_has_its_options():
    at = Dialog(c="13a", m="LCaF").choose(tab="Table")
    assert "GIE" in at.told["preview"]
    at.choose(**{"table": "markdown", "as": "columns"})
    head = at.told["preview"].split("</thead>")[0]
    assert "LCaF" in head
    name, data = at.files["Download Markdown"]
    assert name == "table.md"
    assert "| case |" in data.decode()
    assert "/?c=13a" in data.decode()


# In a browser


def the_dialog_shows_the_open_picture_as_large_as_it_will_be(page: Explorer):
    nothing_is_drawn_while_it_is_closed(page)
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
    assert opened(data, name).case() == load_case("15")
    size = page.page.viewport_size
    page.page.set_viewport_size({"width": 390, "height": 844})
    try:
        settled(page.page)
        expect_legible(page, found, 390, dark=False)
    finally:
        page.page.set_viewport_size(size)
    choose(page, found, "174 mm")
    expect(found.locator(".ruler .end")).to_have_text("174 mm")
    box = drawn.bounding_box()
    assert box
    assert abs(box["width"] - 174 * 96 / 25.4) < 2
    found.get_by_role("button", name="BibTeX", exact=True).click()
    code = found.locator("[data-testid=stCode] code")
    expect(code).to_contain_text("@")
    assert code.text_content().split() == bibtex_of([parse_measure("LCaF")]).split()
    found.get_by_role("button", name="Back to the preview").click()
    expect(found.locator(".ruler .end")).to_have_text("174 mm")
    choose(page, found, "Table")
    expect(found.locator(".paper.tabled table")).to_be_visible()


def in_the_dark_it_is_legible_narrow_and_wide(page: Explorer):
    size = page.page.viewport_size
    page.page.set_viewport_size({"width": 390, "height": 844})
    try:
        with in_dark(page):  # an open dialog of Streamlit's keeps the colours that it was opened in
            found = dialog(page, "?c=15&m=LCaF&v=graphs", folded=True)
            expect_legible(page, found, 390, dark=True)
            page.page.set_viewport_size(size)
            settled(page.page)
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


def what_does_not_fit_is_made_to_fit_on_request(page: Explorer):
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
    assert opened(data, name).case() == case
    # With other letters it is offered again.
    size = found.get_by_role("spinbutton", name="pt")
    size.fill("36")
    size.press("Enter")
    page.settle()
    expect(fit).to_be_visible()


@each(
    "check",
    [
        the_dialog_shows_the_open_picture_as_large_as_it_will_be,
        in_the_dark_it_is_legible_narrow_and_wide,
        what_does_not_fit_is_made_to_fit_on_request,
    ],
)
def test_export(onward: Explorer, check: Callable[[Explorer], None]):
    check(onward)
