"""Compare in a real browser: two predictions side by side, verdicts, settings, links, paper, 390 px."""

from __future__ import annotations

import itertools
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from hierview import load_case, write_case
from hierview.formats import preset, preset_pairs

from .explorer import Explorer, drawn, narrowed, until
from .javascript import javascript
from .paper import expect_nothing_cut, on_paper, printed
from .test_looks import sideways

_ROWS = javascript("rows_of_compare")


class Compare(Explorer):
    """A page with Compare in it."""

    path, landmark = "/compare", "table.compared"

    def ready(self) -> Compare:
        expect(self.table).to_be_visible()
        self.settle()
        return self

    @property
    def table(self) -> Locator:
        return self.page.locator("table.compared")

    @property
    def head(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    def side(self, side: str) -> Locator:
        """One column: its picker, its picture, what is said of it."""
        return self.page.locator("[data-testid=stColumn]").nth("ab".index(side))

    def picture(self, side: str) -> Locator:
        return self.side(side).locator(".frame svg:visible")

    def caption(self, side: str) -> Locator:
        return self.side(side).locator(".caption")

    @property
    def because(self) -> Locator:
        return self.page.locator(".st-key-because p")

    def should(self, name: str) -> Locator:
        return self.page.get_by_role("radiogroup", name="Worse is:").get_by_role("radio", name=name, exact=True)

    def switch(self) -> None:
        self.page.locator("[data-testid=stCheckbox]", has_text="Same case, other settings").locator("label").click()

    def rows(self) -> list[dict]:
        return self.table.evaluate(_ROWS)

    def expect_pair(self, a: str, b: str, worse: str | None) -> None:
        """The page shows these two: pickers, pictures, and which one should be worse."""
        for side, name in (("a", a), ("b", b)):
            expect(self.side(side).get_by_test_id("stPopoverButton")).to_contain_text(
                f"Case {name} {preset(name).name}"
            )
            classes = self.picture(side).locator("g.class")
            expect(classes).to_have_count(len(preset(name).hierarchy))
        checked = self.page.get_by_role("radio", checked=True).filter(has_text=re.compile("^(A|neither|B)$"))
        expect(checked).to_have_text([worse] if worse else [])
        expect(self.table.locator("thead")).to_contain_text("as it should be?" if worse else "which is better?")
        self.settle()


@pytest.fixture
def two(page: Explorer) -> Compare:
    """Compare at 1280 x 800 in light."""
    return Compare.at_place_of(page)


def test_13a_and_13b_side_by_side(two: Compare):
    """One visit, in which they are told apart, stand alike, light up, print whole, and are used with the keyboard."""
    it_opens_with_them_and_gives_nothing_away(two)
    they_are_told_apart(two)
    shared_classes_stand_at_the_same_place_in_frames_of_one_size(two)
    classes_light_up_in_both_pictures(two)
    both_predictions_and_the_whole_table_print(two)
    a_phone_shows_a_above_b_and_the_verdict_with_the_measure(two)
    everything_is_done_with_the_keyboard(two)


def it_opens_with_them_and_gives_nothing_away(two: Compare) -> None:
    two.page.goto(f"{two.server}/compare")
    expect(two.page.get_by_text("Say above which prediction is worse: A, neither or B.")).to_be_visible()
    expect(two.because).to_have_count(0)
    two.settle()
    two.visited = True


def they_are_told_apart(two: Compare) -> None:
    two.turn_to("?c=13a&c2=13b")
    two.expect_pair("13a", "13b", "B")
    expect(two.because).to_have_text(preset_pairs()[0].because)
    rows = two.rows()
    assert [r["verdict"] for r in rows].count("▲yes, A is better") == 2
    assert rows[5]["dots"] == [["dot a", 60], ["dot b", 40]]


def shared_classes_stand_at_the_same_place_in_frames_of_one_size(two: Compare) -> None:
    drawn(two.page)
    frames = [two.side(side).locator(".frame:visible").bounding_box() for side in "ab"]
    assert frames[0]["y"] == frames[1]["y"]
    assert (frames[0]["width"], frames[0]["height"]) == pytest.approx((frames[1]["width"], frames[1]["height"]))
    spots = []
    for side, frame in zip("ab", frames, strict=True):
        boxes = two.boxes(two.picture(side))
        assert all(box.within(**frame) for box in boxes)
        spots.append({x.name: ((x.left + x.right) / 2 - frame["x"], x.middle - frame["y"]) for x in boxes})
    shared = set(spots[0]) & set(spots[1])
    assert len(shared) > 2
    for c in shared:
        assert spots[0][c] == pytest.approx(spots[1][c], abs=0.6), c


def classes_light_up_in_both_pictures(two: Compare) -> None:
    for start, other in (("a", "b"), ("b", "a")):
        two.picture(start).locator(".class", has_text="Europop").hover()
        for side in (start, other):
            expect(two.picture(side).locator(".class.lit title")).to_have_text("Europop")
            expect(two.caption(side).locator(".name.lit")).to_have_text("Europop")
        two.page.mouse.move(2, 2)
        expect(two.page.locator(".lit")).to_have_count(0)
    two.caption("b").locator(".name", has_text="Rock").hover()
    expect(two.picture("b").locator(".class.lit title")).to_have_text("Rock")
    expect(two.picture("a").locator(".class.lit")).to_have_count(0)
    two.picture("a").locator(".class").first.focus()
    for key, name in (("ArrowDown", "Music"), ("ArrowUp", "Arts")):
        two.page.keyboard.press(key)
        for side in "ab":
            expect(two.picture(side).locator(".class.lit title")).to_have_text(name)
    two.page.keyboard.press("Escape")
    expect(two.page.locator(".lit")).to_have_count(0)


def both_predictions_and_the_whole_table_print(two: Compare) -> None:
    pages = printed(two.page)
    text = " ".join(pages)
    for c in {*preset("13a").hierarchy.classes, *preset("13b").hierarchy.classes}:
        assert c in pages[0]
    for row in two.rows():
        assert row["name"] in text
        assert row["verdict"][1:] in text
    assert "Worse is:" in text
    assert "neither" not in text
    assert "Open in Explore" not in text
    with on_paper(two.page):
        expect_nothing_cut(two.page, "svg:visible, table.compared")
        assert two.picture("a").bounding_box()["y"] == two.picture("b").bounding_box()["y"]


# Links


def asked(two: Explorer) -> dict[str, str]:
    return {key: value for key, (value, *_) in parse_qs(urlsplit(two.page.url).query).items()}


def bar(two: Explorer, name: str) -> None:
    two.page.locator(".st-key-topbar").get_by_role("link", name=name, exact=True).click()


@pytest.mark.whole
def test_one_visit_goes_from_page_to_page(page: Explorer):
    """The bar leads from page to page, each as it was left."""
    page.open("?c=12a&m=GIE")
    two = Compare.at_place_of(page)
    page.set_number("Default cost, Dₘₐₓ", "3")
    page.expect_why("GIE (Dₘₐₓ = 3)", "5")
    page.choose("LCaF")
    bar(two, "Compare")
    two.page.get_by_role("button", name="Show numbers").click()
    two.ready().expect_pair("13a", "13b", "B")
    bar(two, "Explore")
    page.expect_why("LCaF", "0.4")
    expect(page.row("GIE")).to_contain_text("Dₘₐₓ = 3")
    assert asked(two) == {"c": "12a", "m": "LCaF", "s": '[["GIE","GIE(default_cost=3)"]]'}


@pytest.mark.whole
def test_a_case_of_one_s_own_is_compared_and_opens_in_explore(page: Explorer):
    page.open("?c=12a&m=GIE")
    two = Compare.at_place_of(page)
    content = json.loads(write_case(load_case("11a"))) | {
        "name": "A case <b>of mine</b>",
        "predicted": ["Theater", "Pop"],
    }
    page.open_file(json.dumps({k: v for k, v in content.items() if k not in ("published", "source")}))
    expect(page.page.locator(".st-key-picker")).to_contain_text("Mine")
    bar(two, "Compare")
    two.page.get_by_role("button", name="Show numbers").click()
    two.ready().side("b").get_by_test_id("stPopoverButton").click()
    two.page.get_by_test_id("stPopoverBody").locator("[data-pick='mine-1']").click()
    expect(two.caption("b")).to_have_text("Predicted: Pop, which is right, and Theater, 3 edges off")
    expect(two.side("b").get_by_test_id("stPopoverButton")).to_contain_text("Mine A case <b>of mine</b>")
    two.settle()
    two.side("b").get_by_role("link", name="Open in Explore").click()
    expect(page.question).to_contain_text("Theater")
    expect(page.page.locator(".st-key-picker")).to_contain_text("Mine A case <b>of mine</b>")
    expect(page.notice).to_have_count(0)


# Keyboard


def tab_to(two: Compare, text: str) -> None:
    """To what begins so; a run that goes on may draw anew what has the focus."""
    two.settle()
    two.tab_to(lambda e: e["tag"] != "main" and (e["label"] or e["text"]).startswith(text))


def everything_is_done_with_the_keyboard(two: Compare) -> None:
    keyboard = two.page.keyboard
    two.page.mouse.click(2, 2)  # from the top
    tab_to(two, "A")
    keyboard.press("ArrowRight")
    keyboard.press("Space")
    two.expect_pair("13a", "13b", "neither")
    tab_to(two, "Case 13b")
    keyboard.press("Enter")
    body = two.page.get_by_test_id("stPopoverBody")
    expect(body.locator(".card").first).to_be_visible()
    tab_to(two, "11b A farther miss")
    keyboard.press("Enter")
    expect(body).to_be_hidden()
    two.expect_pair("13a", "11b", None)
    tab_to(two, "Same case, other settings")
    keyboard.press("Space")
    expect(two.head).to_have_text("What do other settings change?")
    two.settle()
    keyboard.press("Space")
    two.expect_pair("13a", "11b", None)


# 390 px


def expect_within(narrow: Compare, *parts: Locator) -> None:
    assert until(narrow.page, lambda: sideways(narrow) <= 390)
    for part in (narrow.table, *parts):
        box = part.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def a_phone_shows_a_above_b_and_the_verdict_with_the_measure(two: Compare) -> None:
    parts = [
        two.page.locator(".st-key-topbar"),
        two.head,
        two.page.get_by_role("radiogroup", name="Worse is:"),
        two.because,
        *(part(side) for side in "ab" for part in (two.picture, two.caption)),
        two.table,
        two.page.locator(".foot"),
    ]
    with narrowed(two.page):
        expect_within(two, *(two.side(side).locator(".canvas") for side in "ab"))
        tops = [part.bounding_box()["y"] for part in parts]
        assert tops == sorted(tops)
        expect(two.table.locator("td.verdict").first).to_be_hidden()
        expect(two.table.locator("td.difference").first).to_be_hidden()
        inline = two.table.locator("th .inline")
        assert inline.all_text_contents() == [r["verdict"] for r in two.rows()]
        expect(inline.first).to_be_visible()
        # Nothing stands upon anything else in a row.
        for row in two.table.locator("tr[data-compared]").all():
            boxes = [cell.bounding_box() for cell in row.locator("th, td:visible").all()]
            assert all(x["x"] + x["width"] <= y["x"] + 0.5 for x, y in itertools.pairwise(boxes))


@pytest.mark.whole
def test_a_phone_never_scrolls_sideways(phone: Explorer):
    narrow = Compare.at_place_of(phone).turn_to("?c=18a&c2=18b")
    expect_within(narrow, *(narrow.side(side).locator(".canvas") for side in "ab"))
    narrow.picture("a").locator(".class", has_text="Pop").first.tap()
    expect(narrow.picture("b").locator(".class.lit title")).to_have_text("Pop")
    narrow.page.get_by_role("radio", name=re.compile(r"^All \(")).click()
    expect(narrow.table.locator("tr.family").first).to_be_visible()
    expect_within(narrow)
    narrow.switch()
    expect(narrow.head).to_have_text("What do other settings change?")
    narrow.settle()
    expect_within(narrow)
