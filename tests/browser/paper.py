"""What a page looks like on paper: its pages as text, and whether anything in it is cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2
from playwright.sync_api import Page

from .explorer import drawn
from .javascript import javascript

A4 = 703  # CSS pixels between the margins of an upright A4 page

_CUT = javascript("cut_off_on_paper")


def printed(page: Page, landscape: bool = False) -> list[str]:
    """The text of every A4 page that the page prints on."""
    document = pypdfium2.PdfDocument(page.pdf(format="A4", landscape=landscape))
    return [" ".join(sheet.get_textpage().get_text_range().split()) for sheet in document]


@contextmanager
def on_paper(page: Page, wide: int = A4) -> Iterator[None]:
    """The page as it is laid out for paper, while this lasts."""
    size = page.viewport_size
    assert size is not None
    page.emulate_media(media="print")
    page.set_viewport_size({"width": wide, "height": 1000})
    try:
        yield
    finally:
        page.emulate_media(media="null")
        page.set_viewport_size(size)


def expect_nothing_cut(page: Page, selector: str, wide: int = A4) -> None:
    """Everything that is selected stands on the paper, and nothing around it hides a part of it."""
    drawn(page)  # the drawings find their size after the page has found its own
    found = page.locator(selector)
    assert found.count() > 0, selector
    cut = found.evaluate_all(_CUT, wide)
    assert not cut, cut
