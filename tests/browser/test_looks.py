"""How Explore looks: narrow and wide, light and dark, sizes, scales and contrast, measured in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Locator, expect

from hierview.formats import preset

from ..effort import in_turn, sampled
from .axe import violations
from .explorer import Explorer, narrowed, until
from .javascript import javascript

_TEXT_SIZES = javascript("text_sizes")

_WORD_SIZES = javascript("word_sizes")


_TURNED = javascript("turned_to_ink")


def text_sizes(drawings: Locator) -> list[tuple[str, float]]:
    return drawings.evaluate_all(_TEXT_SIZES)


def top(part: Locator) -> float:
    return part.bounding_box()["y"]


def sideways(page: Explorer) -> int:
    """How wide the page is, or the part of it that scrolls."""
    wide = "Math.max(...[document.scrollingElement, document.querySelector('.stMain')].map((e) => e.scrollWidth))"
    return page.page.evaluate(wide)


def turn_dark(page: Explorer, dark: bool) -> None:
    """Turn the page dark or light, as when the system changes its colours."""
    page.page.emulate_media(color_scheme="dark" if dark else "light")
    ground = "rgb(18, 22, 27)" if dark else "rgb(255, 255, 255)"
    expect(page.page.locator(".stApp")).to_have_css("background-color", ground)
    ink = "rgb(232, 236, 240)" if dark else "rgb(28, 35, 43)"
    assert until(page.page, lambda: page.page.evaluate(_TURNED, ink)), "a viewer keeps its colours"


@contextmanager
def in_dark(page: Explorer) -> Iterator[None]:
    """The page in dark, while this lasts."""
    try:
        turn_dark(page, True)
        yield
    finally:
        turn_dark(page, False)


def expect_legible(page: Explorer, turn: int, where: str = "") -> None:
    """All fits the window, and axe-core finds nothing: wide in light or narrow in dark, by turns, or in both."""
    for narrow in in_turn((False, True), turn):
        with ExitStack() as form:
            if narrow:
                form.enter_context(narrowed(page.page))
                form.enter_context(in_dark(page))
            width = page.page.viewport_size["width"]
            assert until(page.page, lambda width=width: sideways(page) == width), where  # it follows the window
            assert not violations(page.page), where


# 1280 px


def test_words_pictures_and_colours(page: Explorer):
    words_are_large_enough_and_pictures_side_by_side_have_one_scale(page)
    expect_legible(page, 0)
    contrast_in_light_and_dark(page)
    the_menu_at_the_bars_end_sets_the_colours(page)


def the_menu_at_the_bars_end_sets_the_colours(page: Explorer) -> None:
    scheme = "() => getComputedStyle(document.querySelector('.stApp')).colorScheme"
    try:
        page.page.get_by_role("button", name="Language, light and dark").click()
        for name in ("Dark", "Light"):
            page.page.get_by_role("button", name=name, exact=True).click()
            assert until(page.page, lambda name=name: page.page.evaluate(scheme) == name.lower())
    finally:
        page.page.evaluate("localStorage.clear()")


def words_are_large_enough_and_pictures_side_by_side_have_one_scale(page: Explorer) -> None:
    page.turn_to("?c=13a&m=MGIA&v=GIE+and+MGIA")
    sizes = page.page.locator(".hv").evaluate_all(_WORD_SIZES)
    assert len(sizes) > 50
    assert not [(text, size) for text, size in sizes if size < 14]
    for query in ("?c=13a&m=MGIA&v=GIE+and+MGIA", *sampled(("?c=12a&m=hF", "?c=15&m=LCaF"), 1)):
        page.at(query)
        expect_one_scale(page, query)


def expect_one_scale(page: Explorer, query: str) -> None:
    """One picture stands as high as the other, and the same class at the same height."""
    drawings = page.why.locator(".panel svg")
    tops = [round(top(d)) for d in drawings.all()]
    assert tops[0] == tops[1], query
    assert len(set(drawings.evaluate_all("(svgs) => svgs.map((s) => s.getScreenCTM().a.toFixed(3))"))) == 1, query
    heights: dict[str, set[int]] = {}
    for drawing in drawings.all()[:2]:
        for box in page.boxes(drawing):
            heights.setdefault(box.name, set()).add(round((box.top + box.bottom) / 2))
    assert all(len(h) == 1 for h in heights.values()), (query, heights)


def test_no_text_of_the_hierarchy_is_smaller_than_14_px(visits):
    for turn, name in enumerate(("8b", "18b", "16")):
        for desk in in_turn((visits.desk(), visits.desk("phone")), turn):
            desk.visit(f"?c={name}")
            sizes = text_sizes(desk.canvas)
            assert len(sizes) == len(preset(name).hierarchy)
            assert not [(text, size) for text, size in sizes if size < 13.99], name


# Colours

_CONTRAST = javascript("contrast")

# Bodies and lines of drawings, which axe-core does not look at, and words in them.
MARKS = {
    "stroke": [
        ".class rect:not(.halo, .hit)",
        ".class ellipse",
        ".edge polyline:not(.hit)",
        ".scale path",
        ".pair path",
        ".pair polyline",
    ],
    # A class's bars are rectangles without a line.
    "fill": [".scale circle", ".class polygon", ".class rect:not([stroke], .halo, .hit)"],
    "borderTopColor": [".mark.true", ".mark.predicted", ".mark.both", ".legend i.none"],
}
WORDS = {
    "fill": ["svg .class text", "svg .pair text", "svg .rejected text", "svg .default text"],
    "color": [".num", "output.result", ".formula mi", ".formula mtext", ".panel .title .count", ".better", ".note"],
}


POPOVER = "[data-testid=stPopoverBody]"


def expect_contrast(page: Explorer, wanted: dict[str, list[str]], least: float, scope: str = "") -> int:
    """How many elements were looked at."""
    seen = 0
    for paint, selectors in wanted.items():
        found = page.page.locator(", ".join(f"{scope} {selector}:visible".strip() for selector in selectors))
        values = found.evaluate_all(_CONTRAST, paint)
        assert not (low := [value for value in values if value[0] < least]), (paint, low)
        seen += len(values)
    return seen


def contrast_in_light_and_dark(page: Explorer) -> None:
    """Of drawings and formulas: words of the page are axe-core's, in test_accessible.py."""
    ring = "(e) => [getComputedStyle(e).outlineColor, getComputedStyle(e).outlineWidth]"
    queries = ("?c=15&m=LCaF", "?c=13a&m=MGIA&v=GIE+and+MGIA", "?c=12a&m=Flow")
    for turn, query in enumerate(sampled(queries, 2)):
        page.turn_to(query)
        page.row("GIE").focus()
        page.page.keyboard.press("ArrowDown")
        for dark in in_turn((False, True), turn):
            turn_dark(page, dark)
            assert expect_contrast(page, MARKS, 3) > 20
            assert expect_contrast(page, WORDS, 4.5) > 10
            focused = "rgb(92, 199, 188)" if dark else "rgb(15, 110, 102)"
            assert page.row("MGIA").evaluate(ring) == [focused, "2px"]
        turn_dark(page, False)


@pytest.mark.whole
def test_contrast_in_the_popovers(page: Explorer):
    page.turn_to("?c=15")
    body = page.open_popover("picker")
    texts = {"color": [".card span", ".card .number", ".group h3", "input"]}
    marks = {"stroke": [".card rect", ".card ellipse", ".card polyline"], "borderTopColor": ["input", ".card.selected"]}
    # The pictures come after the words.
    assert until(page.page, lambda: body.locator(".card rect:visible").count() > 60)
    with in_dark(page):
        # Dialogs and popovers hang outside of the part that Streamlit tells.
        expect(page.page.locator("html")).to_have_css("color-scheme", "dark")
        # The pictures of the light theme may still be there, and go when those of the dark one come.
        assert until(page.page, lambda: expect_contrast(page, texts, 4.5, POPOVER) > 60)
        assert until(page.page, lambda: expect_contrast(page, marks, 3, POPOVER) > 60)
