"""How Explore looks: narrow and wide, light and dark, sizes, scales and contrast, measured in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Locator, expect

from hierview import parse_measure
from hierview.formats import preset

from ..each import each
from . import given
from .explorer import Explorer, all_measures, drawn, for_people, until

SHOTS = Path(__file__).parent / "shots"

# Every text of a drawing that is shown: its size on screen, in pixels.
_TEXT_SIZES = """(svgs) => svgs.filter((s) => s.clientWidth).flatMap((svg) => {
  const scale = svg.getScreenCTM().a, size = (t) => parseFloat(getComputedStyle(t).fontSize) * scale;
  return [...svg.querySelectorAll("text")].filter((t) => t.textContent).map((t) => [t.textContent, size(t)]);
})"""

# Every word outside the drawings: its size. Formulas and sub- and superscripts have their own.
_WORD_SIZES = """(boxes) => boxes.flatMap((box) => [...box.querySelectorAll("*")])
  .filter((e) => !e.matches("sup, sub") && !e.closest("svg, math, template, .hidden"))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
  .map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize)])"""


# Whether every viewer has the page's ink: a component is told of its colours after the page has its own.
_TURNED = """(ink) => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? [e, ...all(e.shadowRoot)] : [e]);
  const probe = document.createElement("i");
  document.body.append(probe);
  const seen = all(document).filter((e) => e.matches(".hv, .ed")).every((e) => {
    probe.style.color = getComputedStyle(e).getPropertyValue("--hv-ink");
    return getComputedStyle(probe).color === ink;
  });
  probe.remove();
  return seen;
}"""


@pytest.fixture
def page(visits) -> Explorer:
    """The explorer at 1280 x 800 in light; where a test turns to an address, the visit of the one before goes on."""
    return visits.going_on()


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


def markup_at(query: str) -> dict[str, str]:
    return given.markup(**dict(parse_qsl(query.lstrip("?"))))


# 390 px


@each("query", ["?c=11a", "?c=8b&m=hF", "?c=13a&m=MGIA&v=GIE+and+MGIA", "?c=18b&m=LCaF"])
def test_a_phone_never_scrolls_sideways(phone: Explorer, query: str):
    phone.turn_to(query)
    assert sideways(phone) <= 390
    fold = phone.page.locator("[data-fold=settings]")
    if fold.get_attribute("aria-expanded") == "false":
        fold.tap()
    expect(phone.settings()).to_be_visible()
    assert sideways(phone) <= 390
    if query == "?c=8b&m=hF":  # beside the same settings
        given.show(phone, {"picture": markup_at(f"{query}&v=lists")["picture"]})
        drawn(phone.page)
        assert sideways(phone) <= 390
    if query == "?c=11a":
        phone.switch_table("All")
        phone.settle()
    given.show(phone, {"answers": markup_at(f"{query}&p=table%3Dall")["answers"]})
    expect(phone.page.locator("tr[data-row]")).to_have_count(len(all_measures()))
    drawn(phone.page)
    assert sideways(phone) <= 390


def a_phone_shows_the_sections_in_their_order(phone: Explorer):
    phone.at("?c=15&m=LCaF")
    parts = [
        phone.page.locator(".st-key-topbar"),
        phone.page.locator(".st-key-picker"),
        phone.question,
        phone.page.get_by_role("heading", name="Hierarchy"),
        phone.canvas,
        phone.page.get_by_role("heading", name="Answers"),
        phone.table,
        phone.why_title,
        phone.page.get_by_role("tablist"),
        phone.why.locator(".frame svg:visible"),
        phone.result,
        phone.page.locator("[data-fold=settings]"),
    ]
    tops = [top(part) for part in parts]
    assert tops == sorted(tops)
    for part in parts[2:]:
        box = part.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    frame = phone.canvas.bounding_box()
    assert all(box.within(**frame) for box in phone.boxes(phone.canvas))


def pictures_side_by_side_are_tabs(phone: Explorer):
    phone.at("?c=15&m=LCaF")
    tabs = phone.page.get_by_role("tab")
    expect(tabs).to_have_text(["Gt, true side · 3", "Gp, predicted side · 5"])
    drawings = phone.why.locator(".frame svg")
    sizes = []
    for i in range(2):
        tabs.nth(i).tap()
        expect(tabs.nth(i)).to_have_attribute("aria-selected", "true")
        expect(tabs.nth(1 - i)).to_have_attribute("aria-selected", "false")
        expect(drawings.nth(i)).to_be_visible()
        expect(drawings.nth(1 - i)).to_be_hidden()
        sizes.append({round(size, 1) for _, size in text_sizes(drawings)})
    assert sizes[0] == sizes[1], "equal scale"
    tabs.nth(1).focus()
    phone.page.keyboard.press("ArrowLeft")
    expect(tabs.nth(0)).to_have_attribute("aria-selected", "true")
    expect(drawings.nth(0)).to_be_visible()


def settings_are_folded_under_a_summary(phone: Explorer):
    phone.at("?c=15&m=LCaF")
    fold = phone.page.locator("[data-fold=settings]")
    expect(fold).to_contain_text("Settings")
    expect(fold).to_contain_text("minimal")
    expect(fold).to_contain_text("β = 1")
    expect(phone.settings()).to_be_hidden()
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.tap()
    expect(fold).to_have_attribute("aria-expanded", "true")
    phone.set_choice("Graphs", "extended")
    phone.expect_why(preset("15"), parse_measure('LCaF(variant="extended")'))
    expect(phone.settings()).to_be_visible()
    expect(phone.page.locator("[data-fold=settings]")).to_have_attribute("aria-expanded", "true")
    phone.page.locator("[data-fold=settings]").tap()
    expect(phone.settings()).to_be_hidden()


def targets_are_large_enough(phone: Explorer):
    phone.turn_to("?c=13a&m=MGIA&v=GIE+and+MGIA")
    for target in [
        *phone.page.get_by_role("tab").all(),
        phone.page.locator("[data-fold=settings]"),
        *phone.page.locator("tr[data-row]").all(),
    ]:
        assert target.bounding_box()["height"] >= 44, target.text_content()


def the_printed_value_stands_under_the_meaning(phone: Explorer):
    given.show(phone, {"answers": markup_at("?c=13a")["answers"]})
    expect(phone.table.locator("td.printed").first).to_be_hidden()
    expect(phone.table.locator(".inline")).to_have_text(
        ["≠ printed 21", "≠ printed 0.82", "printed 0.89", "printed 0.8", "printed 1", "printed 0.8"]
    )
    assert len(phone.footnotes()) == 2


def the_question_takes_three_lines(phone: Explorer):
    for name in ("13a", "8b", "hemkit-4"):
        given.show(phone, {"question": markup_at(f"?c={name}")["question"]})
        phone.expect_question(preset(name))
        assert phone.question.bounding_box()["height"] <= 132, name


@each(
    "check",
    [
        a_phone_shows_the_sections_in_their_order,
        pictures_side_by_side_are_tabs,
        settings_are_folded_under_a_summary,
        targets_are_large_enough,
        the_printed_value_stands_under_the_meaning,
        the_question_takes_three_lines,
    ],
)
def test_on_a_phone(phone: Explorer, check: Callable[[Explorer], None]):
    check(phone)


# 1280 px


def a_newcomer_needs_no_scrolling_to_see_question_drawing_and_answers(page: Explorer):
    page.open()
    page.expect_question(preset("11a"))
    for part in (page.question, page.canvas, page.table):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 800, part


def all_words_outside_the_drawings_are_at_least_14_px(page: Explorer):
    shown = markup_at("?c=13a&m=MGIA")
    given.show(page, {key: shown[key] for key in ("question", "note", "answers", "whytitle", "picture")})
    sizes = page.page.locator(".hv").evaluate_all(_WORD_SIZES)
    assert len(sizes) > 50
    assert not [(text, size) for text, size in sizes if size < 14]


def what_has_the_focus_shows_it_in_both_schemes(page: Explorer):
    page.turn_to("?c=15")
    page.row("GIE").focus()
    page.page.keyboard.press("ArrowDown")
    ring = "(e) => [getComputedStyle(e).outlineColor, getComputedStyle(e).outlineWidth]"
    assert page.row("MGIA").evaluate(ring) == ["rgb(15, 110, 102)", "2px"]
    with in_dark(page):
        assert page.row("MGIA").evaluate(ring) == ["rgb(92, 199, 188)", "2px"]


def pictures_stand_side_by_side_at_one_scale(page: Explorer):
    for query in ("?c=15&m=LCaF", "?c=15&m=MGIA", "?c=12a&m=hF", "?c=13a&m=MGIA&v=GIE+and+MGIA"):
        given.show(page, {"picture": markup_at(query)["picture"]})
        drawn(page.page)
        expect_one_scale(page, query)


def expect_one_scale(page: Explorer, query: str) -> None:
    drawings = page.why.locator(".panel svg")
    tops = [round(top(d)) for d in drawings.all()]
    assert tops[0] == tops[1], query
    scales = drawings.evaluate_all("(svgs) => svgs.map((s) => s.getScreenCTM().a.toFixed(3))")
    assert len(set(scales)) == 1, query
    names = {round(size, 1) for text, size in text_sizes(drawings) if text in preset(query[3:6].strip("&")).hierarchy}
    assert len(names) == 1, query
    # Side by side, one picture stands as high as the other: the same class at the same height.
    heights: dict[str, set[int]] = {}
    for drawing in drawings.all()[:2] if "MGIA" not in query or "GIE+" in query else []:
        for box in page.boxes(drawing):
            heights.setdefault(box.name, set()).add(round((box.top + box.bottom) / 2))
    assert all(len(h) == 1 for h in heights.values()), (query, heights)


def no_text_of_the_hierarchy_is_smaller_than_14_px(page: Explorer):
    size = page.page.viewport_size
    try:
        for width in (1280, 390):
            page.page.set_viewport_size({"width": width, "height": 800})
            drawn(page.page)
            for name in ("8b", "18b", "16"):
                given.draw(page, c=name)
                sizes = text_sizes(page.canvas)
                assert len(sizes) == len(preset(name).hierarchy)
                assert not [(text, size) for text, size in sizes if size < 13.99], (name, width)
    finally:
        page.page.set_viewport_size(size)


@each(
    "check",
    [
        a_newcomer_needs_no_scrolling_to_see_question_drawing_and_answers,
        all_words_outside_the_drawings_are_at_least_14_px,
        what_has_the_focus_shows_it_in_both_schemes,
        pictures_stand_side_by_side_at_one_scale,
        no_text_of_the_hierarchy_is_smaller_than_14_px,
    ],
)
def test_on_a_wide_screen(page: Explorer, check: Callable[[Explorer], None]):
    check(page)


# Colours

# Contrast of an element's text (or of a mark's stroke or fill) with what lies behind it, through shadow roots.
_CONTRAST = """(all, property) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const up = (e) => e.parentElement || (e.parentNode instanceof ShadowRoot ? e.parentNode.host : null);
  const behind = (e) => {
    const layers = [];
    // In a drawing, the body of the class lies behind its label.
    const body = e.localName === "text" && e.parentNode.querySelector(":scope > :is(rect, ellipse):not(.halo)");
    if (body && getComputedStyle(body).fill !== "none") layers.push(rgba(getComputedStyle(body).fill));
    for (let x = e; x; x = up(x)) if (!(x instanceof SVGElement)) layers.push(rgba(getComputedStyle(x).backgroundColor));
    const base = document.documentElement.matches("[style*=dark]") ? [0, 0, 0, 1] : [255, 255, 255, 1];
    return layers.reverse().reduce((under, layer) => over(layer, under), base);
  };
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  return all.filter((e) => e.getClientRects().length && getComputedStyle(e)[property] !== "none").map((e) => {
    const style = getComputedStyle(e);
    const ground = behind(e);
    const ink = over(rgba(style[property]), ground);
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), (e.textContent || e.outerHTML).trim().slice(0, 40)];
  });
}"""  # noqa: E501

TEXTS = {
    "color": [
        ".question .word",
        ".question bdi",
        ".ask",
        ".legend span",
        ".note",
        "table.answers th",
        ".measure",
        ".meaning",
        ".value span",
        ".value small",
        ".better",
        ".printed",
        ".foot p",
        ".why-title",
        ".why-text",
        ".panel .title",
        ".panel .title .count",
        ".num",
        "output.result",
        ".aside span",
        ".formula mi",
        ".formula mtext",
        ".st-key-topbar p",
        ".hv-brand",
        ".st-key-answershead p",
        ".st-key-hierarchyhead h2",
        "h3",
        ".st-key-settings p",
        ".st-key-picker p",
        ".st-key-open p",
        ".st-key-settings input",
    ],
    "fill": ["svg .class text", "svg .pair text", "svg .rejected text", "svg .default text"],
}
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


# Streamlit's own, wherever they stand.
ON_ACCENT = {"color": ['button[kind^="primary"] p', '[data-testid="stCaptionContainer"] p']}


def expect_contrast(page: Explorer, wanted: dict[str, list[str]], least: float, scope: str = "") -> int:
    """How many elements were looked at."""
    seen = 0
    for paint, selectors in wanted.items():
        found = page.page.locator(", ".join(f"{scope} {selector}:visible".strip() for selector in selectors))
        values = found.evaluate_all(_CONTRAST, paint)
        assert not (low := [value for value in values if value[0] < least]), (paint, low)
        seen += len(values)
    return seen


def expect_contrast_of_all(page: Explorer) -> None:
    assert expect_contrast(page, TEXTS, 4.5) > 80
    assert expect_contrast(page, MARKS, 3) > 20


def test_contrast_in_light_and_dark(page: Explorer):
    page.turn_to("?c=15&m=LCaF")
    pictures = [
        {key: markup[key] for key in ("question", "answers", "whytitle", "picture")}
        for query in ("?c=15&m=LCaF", "?c=13a&m=MGIA&v=GIE+and+MGIA", "?c=8b&m=hF", "?c=12a&m=Flow")
        if (markup := markup_at(query))
    ]
    for shown in pictures:
        given.show(page, shown)
        expect_contrast_of_all(page)
    assert expect_contrast(page, ON_ACCENT, 4.5)
    with in_dark(page):
        assert expect_contrast(page, ON_ACCENT, 4.5)
        for shown in pictures:
            given.show(page, shown)
            expect_contrast_of_all(page)


def expect_contrast_of_cards(page: Explorer) -> None:
    texts = {"color": [".card span", ".card .number", ".group h3", "input"]}
    popover = "[data-testid=stPopoverBody]"
    assert until(page.page, lambda: expect_contrast(page, texts, 4.5, popover) > 60)  # cards come after the words
    marks = {"stroke": [".card rect", ".card ellipse", ".card polyline"], "borderTopColor": ["input", ".card.selected"]}
    assert until(page.page, lambda: expect_contrast(page, marks, 3, popover) > 60)


def expect_contrast_of_a_notice(page: Explorer) -> None:
    texts = {"color": [".notice p", "label p", "[data-testid=stTab] p"]}
    assert expect_contrast(page, texts, 4.5, "[data-testid=stPopoverBody]") >= 4


def test_contrast_in_the_popovers(page: Explorer):
    page.turn_to("?c=15")
    body = page.open_popover("picker")
    # Pictures come after the words.
    assert until(page.page, lambda: body.locator(".card rect:visible").count() > 60)
    expect_contrast_of_cards(page)
    with in_dark(page):
        # Dialogs and popovers hang outside of the part that Streamlit tells.
        expect(page.page.locator("html")).to_have_css("color-scheme", "dark")
        assert expect_contrast(page, {"color": ['button[kind^="primary"] p']}, 4.5)
        expect_contrast_of_cards(page)
        page.page.keyboard.press("Escape")
        page.open_file('{"hierview": 9}')
        expect(page.notice).to_be_visible()
        expect_contrast_of_a_notice(page)
    expect_contrast_of_a_notice(page)


# For people to look at

SCREENS = {
    "11a": "?c=11a",
    "15-LCaF": "?c=15&m=LCaF",
    "13a-GIE-and-MGIA": "?c=13a&m=MGIA&v=GIE+and+MGIA",
    "8b-hF-lists": "?c=8b&m=hF&v=lists",
}


@for_people
def test_screenshots_for_people_to_look_at(visits):
    SHOTS.mkdir(exist_ok=True)
    for look in ("wide", "phone", "wide dark", "phone dark"):
        page = visits.page(look)
        size = page.page.viewport_size
        for name, query in SCREENS.items():
            page.open(query)
            # The page scrolls in itself: a window as high as the page shows all of it.
            height = page.page.locator(".stMainBlockContainer").bounding_box()["height"]
            page.page.set_viewport_size({"width": size["width"], "height": round(height) + 16})
            page.page.screenshot(path=SHOTS / f"{name}-{look.replace(' ', '-')}.png", animations="disabled")
            page.page.set_viewport_size(size)
    assert len(list(SHOTS.glob("*.png"))) >= 16
