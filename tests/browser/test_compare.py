"""Compare in a real browser: two predictions side by side, verdicts, settings, links, paper, 390 px."""

from __future__ import annotations

import itertools
import json
import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from hierview import load_case, write_case
from hierview.formats import preset, preset_pair, preset_pairs

from .explorer import Explorer, drawn, until
from .paper import expect_nothing_cut, on_paper, printed
from .test_looks import sideways

# What is read in every row of the table.
_ROWS = """(table) => [...table.querySelectorAll("tbody tr[data-compared]")].map((tr) => {
  const text = (s) => tr.querySelector(s)?.textContent.trim() ?? "";
  const values = [...tr.querySelectorAll("td.value")];
  return { name: text(".measure"), a: values[0].firstChild.textContent, b: values[1].firstChild.textContent,
    under: values.map((v) => [...v.querySelectorAll("small")].map((s) => s.textContent).join(" ")),
    arrow: text(".better"), difference: text("td.difference"), verdict: text("td.verdict"),
    dots: [...tr.querySelectorAll(".dot")].map((d) => [d.className, parseFloat(d.style.left)]),
    tags: [...tr.querySelectorAll(".duel b")].map((b) => b.textContent), change: text(".change") };
})"""


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

    def pick(self, side: str, name: str) -> None:
        self.side(side).get_by_test_id("stPopoverButton").click()
        body = self.page.get_by_test_id("stPopoverBody")
        body.locator(f"[data-pick='{name}']").click()
        expect(body).to_be_hidden()
        expect(self.side(side).get_by_test_id("stPopoverButton")).to_contain_text(preset(name).name)
        self.settle()

    def rows(self) -> list[dict]:
        return self.table.evaluate(_ROWS)

    def row(self, name: str) -> dict:
        return next(row for row in self.rows() if row["name"] == name)

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


def test_13a_and_13b_are_told_apart_stand_alike_and_print_whole(two: Compare):
    it_opens_with_them_and_gives_nothing_away(two)
    they_are_told_apart(two)
    shared_classes_stand_at_the_same_place_in_frames_of_one_size(two)
    both_predictions_and_the_whole_table_print(two)
    # A useless address gives a sentence and the start pair.
    two.turn_to(quote("?c=<img src=x onerror=alert(1)>", safe="?=&%"))
    two.expect_pair("13a", "13b", "B")
    expect(two.notice).to_contain_text("The link asks for a case that is not here: ")
    expect(two.page.locator("img[src=x]")).to_have_count(0)


def it_opens_with_them_and_gives_nothing_away(two: Compare) -> None:
    two.page.goto(f"{two.server}/compare")
    expect(two.page.get_by_text("Say above which prediction is worse: A, neither or B.")).to_be_visible()
    expect(two.because).to_have_count(0)
    two.settle()
    two.visited = True


def they_are_told_apart(two: Compare) -> None:
    two.turn_to("?c=13a&c2=13b")
    expect(two.head).to_have_text("Which prediction is worse?")
    two.expect_pair("13a", "13b", "B")
    expect(two.because).to_have_text(preset_pairs()[0].because)
    expect(two.caption("a")).to_have_text("Predicted: Europop, which is right, and Beat Music, 2 edges off")
    expect(two.caption("b")).to_have_text("Predicted: Europop, which is right, and Rock, 3 edges off")
    rows = two.rows()
    shown = "hF 0.89 0.89, hP 0.8 0.8, hR 1 1, LCaF 0.8 0.67, GIE 5 5, MGIA 0.6 0.4, flat F 0.67 0.67"
    assert ", ".join(f"{r['name']} {r['a']} {r['b']}" for r in rows) == shown
    same, better = ("–no, it cannot tell them apart", "0"), "▲yes, A is better"
    verdicts = [same, same, same, (better, "−0.13"), same, (better, "−0.2"), same]
    assert [(r["verdict"], r["difference"]) for r in rows] == verdicts
    assert [r["arrow"] for r in rows] == [*["↑"] * 4, "↓", "↑", "↑"]
    assert [r["under"] for r in rows[4:6]] == [["≠ printed 21", "≠ printed 32"], ["≠ printed 0.83", "≠ printed 0.74"]]
    assert [r["tags"] for r in rows] == [*[["A = B"]] * 3, ["A", "B"], ["A = B"], ["A", "B"], ["A = B"]]
    assert rows[5]["dots"] == [["dot a", 60], ["dot b", 40]]
    reasons = [preset(name).published_values[m].because for m in ("GIE", "MGIA") for name in ("13a", "13b")]
    assert two.footnotes() == {str(i): reason for i, reason in enumerate(reasons, 1)}
    expect(two.page.locator(".foot")).to_contain_text("Printed, A: Kosmopoulos et al. 2015, Table 5, row a")


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


def test_classes_light_up_in_both_pictures_and_expectations_cases_and_settings_are_chosen(two: Compare):
    two.turn_to("?c=13a&c2=13b")
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
    # Another expectation gives other verdicts and has no reason.
    two.should("A").click()
    two.expect_pair("13a", "13b", "A")
    expect(two.because).to_have_count(0)
    assert two.row("MGIA")["verdict"] == "▼no, it says the reverse"
    two.should("neither").click()
    two.expect_pair("13a", "13b", "neither")
    assert two.row("MGIA")["verdict"] == "▼no, it says A is better"
    # What is chosen already, chosen again, leaves it to the pair.
    two.should("neither").click()
    two.expect_pair("13a", "13b", "B")
    two.pick("b", "11b")
    two.expect_pair("13a", "11b", None)
    expect(two.because).to_have_count(0)
    two.pick("a", "11a")
    two.expect_pair("11a", "11b", "B")
    expect(two.because).to_have_text(preset_pair("11a", "11b").because)
    two.page.get_by_role("radio", name=re.compile(r"^All \(")).click()
    expect(two.table.locator("tr.family").first).to_be_visible()
    assert two.row("SDL")["tags"]
    the_same_case_under_other_settings(two)


def the_same_case_under_other_settings(two: Compare) -> None:
    two.turn_to("?c=12a&c2=12b")
    two.switch()
    expect(two.head).to_have_text("What do other settings change?")
    expect(two.page.get_by_role("radiogroup", name="Worse is:")).to_have_count(0)
    verdict = two.table.locator("tr[data-compared=GIE] td.verdict")
    expect(verdict).to_have_text("The pairs cost 12 instead of 7, so 7 becomes 12.")
    assert two.row("GIE")["change"] == "Dₘₐₓ: 5 → 10"
    assert two.row("GIE")["under"] == ["of 15", "of 30"]
    assert (two.row("hF")["change"], two.row("hF")["verdict"]) == ("", "Nothing changes here.")
    for label, value in (("Default cost, Dₘₐₓ", "5"), ("Farthest pair allowed", "1"), ("Farthest pair allowed", "")):
        field = two.side("b").get_by_label(label, exact=True)
        field.fill(value)
        field.press("Enter")
        two.settle()
    expect(verdict).to_have_text("Nothing changes here.")
    two.side("b").locator("label").filter(has_text=re.compile("^hiclass$")).click()
    expect(two.table.locator("tr[data-compared=hF] .change")).to_have_text("Root: counted → omitted")
    # A class that settings bring in, or take away, is named.
    two.pick("a", "11a")
    verdict = two.table.locator("tr[data-compared=hF] td.verdict")
    expect(verdict).to_have_text("Arts leaves both sides, so 0.667 becomes 0.5.")
    verdict.locator(".name", has_text="Arts").hover()
    expect(two.picture("a").locator(".class.lit title")).to_have_text("Arts")
    two.switch()
    two.expect_pair("11a", "12b", None)


# Links


def asked(two: Explorer) -> dict[str, str]:
    return {key: value for key, (value, *_) in parse_qs(urlsplit(two.page.url).query).items()}


def bar(two: Explorer, name: str) -> None:
    two.page.locator(".st-key-topbar").get_by_role("link", name=name, exact=True).click()


def test_one_visit_goes_from_page_to_page(page: Explorer):
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
    # Another case was looked at in between: the link asks for this one again.
    page.open_popover("picker").locator("[data-pick='8b']").click()
    page.expect_question(preset("8b"))
    expect(two.page.get_by_test_id("stPopoverBody")).to_be_hidden()
    bar(two, "Compare")
    two.ready().should("A").click()
    two.expect_pair("13a", "13b", "A")
    two.side("a").get_by_role("link", name="Open in Explore").click()
    page.expect_question(preset("13a"))
    bar(two, "Compare")
    two.ready().expect_pair("13a", "13b", "A")
    assert asked(two) == {"c": "13a", "c2": "13b", "should": "a"}
    bar(two, "Explore")
    page.expect_question(preset("13a"))
    page.settle()
    a_case_of_one_s_own_is_compared_and_opens_in_explore(page, two)


def a_case_of_one_s_own_is_compared_and_opens_in_explore(page: Explorer, two: Compare) -> None:
    content = json.loads(write_case(load_case("11a"))) | {
        "name": "A case <b>of mine</b>",
        "predicted": ["Theater", "Pop"],
    }
    page.open_file(json.dumps({k: v for k, v in content.items() if k not in ("published", "source")}))
    expect(page.page.locator(".st-key-picker")).to_contain_text("Mine")
    bar(two, "Compare")
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


def test_everything_is_done_with_the_keyboard(two: Compare):
    two.turn_to("?c=13a&c2=13b")
    keyboard = two.page.keyboard
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
    tab_to(two, "Open in Explore")
    keyboard.press("Enter")
    two.expect_question(preset("13a"))


# 390 px


def expect_within(narrow: Compare, *parts: Locator) -> None:
    assert until(narrow.page, lambda: sideways(narrow) <= 390)
    for part in (narrow.table, *parts):
        box = part.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_a_phone_shows_a_above_b_and_the_verdict_with_the_measure_and_never_scrolls_sideways(phone: Explorer):
    narrow = Compare.at_place_of(phone).turn_to("?c=13a&c2=13b")
    parts = [
        narrow.page.locator(".st-key-topbar"),
        narrow.head,
        narrow.page.get_by_role("radiogroup", name="Worse is:"),
        narrow.because,
        *(part(side) for side in "ab" for part in (narrow.picture, narrow.caption)),
        narrow.table,
        narrow.page.locator(".foot"),
    ]
    tops = [part.bounding_box()["y"] for part in parts]
    assert tops == sorted(tops)
    expect(narrow.table.locator("td.verdict").first).to_be_hidden()
    expect(narrow.table.locator("td.difference").first).to_be_hidden()
    inline = narrow.table.locator("th .inline")
    assert inline.all_text_contents() == [r["verdict"] for r in narrow.rows()]
    expect(inline.first).to_be_visible()
    # Nothing stands upon anything else in a row.
    for row in narrow.table.locator("tr[data-compared]").all():
        boxes = [cell.bounding_box() for cell in row.locator("th, td:visible").all()]
        assert all(x["x"] + x["width"] <= y["x"] + 0.5 for x, y in itertools.pairwise(boxes))
    narrow.picture("a").locator(".class", has_text="Pop").first.tap()
    expect(narrow.picture("b").locator(".class.lit title")).to_have_text("Pop")
    canvases = [narrow.side(side).locator(".canvas") for side in "ab"]
    expect_within(narrow, *canvases)
    narrow.turn_to("?c=18a&c2=18b")
    expect_within(narrow, *canvases)
    narrow.page.get_by_role("radio", name=re.compile(r"^All \(")).click()
    expect(narrow.table.locator("tr.family").first).to_be_visible()
    expect_within(narrow)
    narrow.switch()
    expect(narrow.head).to_have_text("What do other settings change?")
    narrow.settle()
    expect_within(narrow)
