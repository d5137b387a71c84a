"""The interactive page in a browser, opened as a file: nothing goes out, names stay text, all can be reached."""

from __future__ import annotations

import io
from functools import cache

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from hierview import Case, Draft, load_case
from hierview.draw.backends.interactive import interactive_html
from hierview.draw.figures.figure import Meta
from hierview.draw.scenes.style import DARK, LIGHT
from hierview.formats.casefile import write_case
from tests.draw.test_interactive import NAMES, large
from tests.effort import sampled, times

from .explorer import LOOKS, PATIENCE, drawn
from .javascript import javascript


class Opened:
    """A page of a case, and how to get at what is painted in it."""

    def __init__(self, page: Page, case: Draft):
        self.page, self.case = page, case
        self.search = page.get_by_role("combobox", name="Find a class")
        self.found = page.get_by_role("option")
        self.card = page.get_by_role("region", name="The chosen class")
        self.drawing = page.locator("#drawing")

    def at(self, c: str) -> tuple[float, float]:
        """Where the middle of a class stands in the window."""
        return tuple(
            self.page.evaluate(
                javascript("middle_in_the_window"),
                c,
            )
        )

    def scale(self) -> float:
        return self.page.evaluate("hierview.network.getScale()")

    def choose(self, c: str) -> None:
        self.search.fill(c)
        self.found.first.click()

    def image(self) -> Image.Image:
        drawn(self.page)
        return Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")


@cache
def markup(case: Draft, **about: str) -> str:
    """The page of a case, made once."""
    return interactive_html(case, Meta(case=write_case(case), **about))


@pytest.fixture
def opened(chromium, tmp_path):
    """Opens the page of a case; the test fails where it asks for anything, shows a dialog, or errs."""
    problems: list[str] = []
    contexts = []

    def opens(case: Draft, look: str = "wide", **about: str) -> Opened:
        context = chromium.new_context(**LOOKS[look], reduced_motion="reduce")
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        file = tmp_path / "page.html"
        file.write_text(markup(case, **about), encoding="utf-8")
        page.on("request", lambda r: problems.append(f"request to {r.url}") if r.url != file.as_uri() else None)
        page.on("websocket", lambda w: problems.append(f"socket to {w.url}"))
        page.on("popup", lambda p: problems.append(f"window of {p.url}"))
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.on("console", lambda m: problems.append(f"console: {m.text}"))
        page.on("dialog", lambda d: (problems.append(f"dialog: {d.message}"), d.dismiss()))
        page.goto(file.as_uri())
        drawn(page)  # what is not painted yet cannot be pointed at
        return Opened(page, case)

    yield opens
    for context in contexts:
        context.close()
    assert not problems, problems


HOSTILE = Case.of([("Top", name) for name in NAMES], NAMES[::3], NAMES[1::3], name=NAMES[0])
TAGS = (
    "[...document.querySelectorAll('*')].filter((e) => !e.closest('#card, #found')).map((e) => e.localName).join(' ')"
)


_SAID = javascript("said_of_names")


def test_names_stay_text(opened):
    plain = opened(Case.of([("A", "B")], ["A"], ["B"])).page.evaluate(TAGS)
    page = opened(HOSTILE, title=NAMES[0], signature=NAMES[3], alt=NAMES[5]).page
    for name, said in zip(NAMES, page.evaluate(_SAID, NAMES), strict=True):
        assert name in said["found"]
        assert said["heading"] == name
        assert said["parents"] == ["Top"]
        # Only what the page itself makes.
        assert set(said["made"]) <= {"button", "dd", "dl", "dt", "h2", "p"}
        assert said["tip"].startswith(name)
        assert said["within"] == 0
    assert page.evaluate(TAGS) == plain
    assert page.locator("h1").text_content() == NAMES[0]
    assert page.title() == NAMES[0]
    assert page.evaluate("JSON.parse(document.getElementById('hierview-case').textContent).edges.length") == len(NAMES)


def test_the_policy_lets_nothing_out(chromium):
    """Even a script within the page could fetch nothing."""
    page = chromium.new_page()
    ends: list[str | None] = []
    page.on("requestfinished", lambda r: ends.append("finished"))
    page.on("requestfailed", lambda r: ends.append(r.failure))
    page.set_content(interactive_html(load_case("15")))
    stopped = page.evaluate(javascript("stopped_by_the_policy"))
    page.close()
    assert stopped == ["connect-src", "frame-src", "img-src", "script-src-elem"]
    assert set(ends) <= {"csp"}


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize(("look", "palette"), sampled([("wide", LIGHT), ("wide dark", DARK)], 1))
def test_marks_are_painted(opened, look: str, palette):
    case = Case.of([("Top", c) for c in ("Yes", "Guess", "Hit", "Else")], ["Yes", "Hit"], ["Guess", "Hit"])
    it = opened(case, look)
    for _ in range(2):
        it.page.get_by_role("button", name="Closer").click()
    image, scale = it.image(), it.scale()
    sizes = {n["label"]: (n["w"] * scale, n["h"] * scale) for n in it.page.evaluate("hierview.nodes")}

    def near(c: str, x: float, y: float, colour: str) -> bool:
        """Whether a class has the colour within 2 px of a point, given in halves of its body from its middle."""
        at, (w, h) = it.at(c), sizes[c]
        spot = round(at[0] + x * w / 2), round(at[1] + y * h / 2)
        found = {image.getpixel((spot[0] + a, spot[1] + b)) for a in range(-2, 3) for b in range(-2, 3)}
        return any(max(abs(a - b) for a, b in zip(p, rgb(palette[colour]), strict=True)) < 40 for p in found)

    corners = [(x, y) for x in (-1, 1) for y in (-1, 1)]
    sides = [(-1, 0), (1, 0), (0, 1)]
    for c, body, colour in (("Yes", False, "true"), ("Guess", True, "predicted"), ("Hit", True, "predicted")):
        assert all(near(c, x, y, colour) for x, y in sides), c
        assert all(near(c, x, y, colour) == body for x, y in corners), c
    inner = 1 - 12 * scale / sizes["Hit"][0]
    assert near("Hit", -inner, 0, "true")
    assert near("Hit", inner, 0, "true")
    assert not near("Guess", -inner, 0, "true")
    assert all(near("Else", x, y, "none") for x, y in sides)
    assert not any(near("Else", x, y, "predicted") for x, y in sides)
    assert image.getpixel((20, 300)) == rgb(palette["ground"])


def test_a_case_is_read_by_mouse_and_by_keys(opened):
    it = opened(load_case("15"))
    pointing_says_what_a_class_is(it)
    a_click_chooses(it)
    all_by_keyboard(it)


def pointing_says_what_a_class_is(it: Opened) -> None:
    tip = it.page.locator("#tip")
    for c, said in (
        ("Opera", "Opera\npredicted\n2 parents: Theater, Music\nno child"),
        ("Arts", "Arts\nno parent\n2 children"),
        ("Drama", "Drama\ntrue\n1 parent: Theater\nno child"),
    ):
        it.page.mouse.move(*it.at(c))
        expect(tip).to_be_visible()
        expect(tip).to_have_js_property("textContent", said)  # the hint of the class before stays until then
        inside = tip.bounding_box()
        assert 0 <= inside["x"] <= 1280 - inside["width"], c
    it.page.mouse.move(30, 200)
    expect(tip).to_be_hidden()


def a_click_chooses(it: Opened) -> None:
    before = it.at("Arts")
    it.page.mouse.click(*it.at("Opera"))
    expect(it.card.get_by_role("heading")).to_have_text("Opera")
    assert it.card.locator("dt").all_text_contents() == ["2 parents", "no child"]
    assert it.at("Arts") == before
    # The way up is lit.
    image, (x1, y1), (x2, y2) = it.image(), it.at("Theater"), it.at("Arts")
    middle = round((x1 + x2) / 2), round((y1 + y2) / 2)
    lit = [image.getpixel((middle[0] + d, middle[1])) for d in range(-6, 7)]
    assert any(max(abs(a - b) for a, b in zip(p, rgb(LIGHT["accent"]), strict=True)) < 40 for p in lit)
    it.card.get_by_role("button", name="Music").click()
    expect(it.card.get_by_role("heading")).to_have_text("Music")
    expect(it.card.get_by_role("heading")).to_be_focused()
    it.page.mouse.click(30, 200)
    expect(it.card).to_be_hidden()


def all_by_keyboard(it: Opened) -> None:
    press = it.page.keyboard.press
    press("/")
    expect(it.search).to_be_focused()
    it.page.keyboard.type("o")
    assert it.found.all_text_contents() == ["Opera", "Rock"]
    press("ArrowDown")
    expect(it.found.nth(1)).to_have_attribute("aria-selected", "true")
    expect(it.search).to_have_attribute("aria-activedescendant", "found-1")
    press("Enter")
    expect(it.page.get_by_role("status")).to_have_text("Rock, predicted, 1 parent: Music, no child")
    expect(it.found).to_have_count(0)
    it.drawing.focus()
    for key, c in (("ArrowLeft", "Opera"), ("ArrowUp", "Theater"), ("ArrowRight", "Music"), ("ArrowDown", "Opera")):
        press(key)
        expect(it.card.get_by_role("heading")).to_have_text(c)
    scale = it.scale()
    press("+")
    assert it.scale() == pytest.approx(1.4 * scale)
    press("0")
    assert it.scale() == pytest.approx(scale)
    press("Escape")
    expect(it.card).to_be_hidden()
    expect(it.drawing).to_be_focused()


@cache
def thousands() -> Draft:
    return large(times(1250, 2500), 4)


# Where things stand, the theme has no part in; what is wider still is only more of the wide window.
@pytest.mark.parametrize("look", ["wide", "phone", "slides"][: times(1, 3)])
def test_thousands_of_classes(opened, look: str):
    draft = thousands()
    it = opened(draft, look)
    page, width = it.page, LOOKS[look]["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # All of it is in view at first, and from afar some names can be read: those of the marked classes above all.
    top, foot = (page.locator(place).bounding_box() for place in ("header", "footer"))
    for c in draft.hierarchy.classes[::50]:
        x, y = it.at(c)
        assert 0 <= x <= width
        assert top["height"] <= y <= foot["y"]
    page.wait_for_function("hierview.names().length > 4")
    names = page.evaluate("hierview.names().map((t) => [hierview.nodes[t.i].label, t.left, t.top, t.right, t.bottom])")
    for i, (_, *a) in enumerate(names):
        assert all(a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1] for _, *b in names[:i])
    assert names[0][0] in draft.marked
    # What is clicked is what is read there.
    for c, *box in (names[0], names[-1]):
        at = page.evaluate(
            "([x, y]) => hierview.network.canvasToDOM({ x, y })", [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
        )
        page.mouse.click(at["x"], at["y"] + top["height"])
        expect(it.card.get_by_role("heading")).to_have_text(c)
        it.card.get_by_role("button", name="Close").click()
    # To any class, at a size that can be read, with nothing in front of it.
    for c in (draft.hierarchy.classes[0], draft.hierarchy.classes[1100], draft.hierarchy.classes[-1]):
        it.choose(c)
        expect(it.card.get_by_role("heading")).to_have_text(c)
        x, y = it.at(c)
        assert it.scale() >= 0.9
        assert 0 < x < width
        assert top["height"] < y < foot["y"]
        card = it.card.bounding_box()
        assert not (card["x"] < x < card["x"] + card["width"] and card["y"] < y < card["y"] + card["height"])
        page.get_by_role("button", name="Whole").click()


def test_a_finger_finds_every_button(opened):
    it = opened(load_case("15"), "phone")
    it.choose("Opera")
    for button in it.page.get_by_role("button").all():
        box = button.bounding_box()
        assert min(box["height"], box["width"]) >= 44, button.text_content()
    card, header = it.card.bounding_box(), it.page.locator("header").bounding_box()
    assert header["height"] < it.at("Arts")[1]
    assert it.at("Opera")[1] < card["y"]
