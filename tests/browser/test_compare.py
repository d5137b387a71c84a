"""Compare in a real browser: two predictions side by side, verdicts, settings, links, addresses, 390 px."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, quote, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from hierview import load_case, parse_measure, write_case
from hierview.answers.answers import everything
from hierview.answers.compare import compared, differences, prediction, with_settings
from hierview.answers.conventions import parameters
from hierview.explain import number, plain
from hierview.formats import preset, preset_pair, preset_pairs
from hierview.markup import html
from hierview.ui.pairs import signed

from ..each import each
from . import given
from .alone import Alone
from .explorer import Explorer, drawn, for_people, same, until
from .paper import expect_nothing_cut, on_paper, printed

SHOTS = Path(__file__).parent / "shots"
SIGNS = {"yes": "▲", "no": "–", "reverse": "▼", "open": ""}

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


class Compared(Explorer):
    """A page with Compare in it."""

    def __init__(self, explorer: Explorer):
        self.page, self.server, self.exchange = explorer.page, explorer.server, explorer.exchange
        self.fresh, self.goes_on = False, explorer.goes_on

    def open(self, query: str = "") -> Compared:
        """Visit the address anew and wait until everything is there."""
        self.page.goto(f"{self.server}/compare{query}")
        self.fresh = True
        return self.ready()

    def turn_to(self, query: str) -> Compared:
        """Visit the address; a visit of this test goes on as with Back: to load it all again takes longest."""
        if not self.fresh and not self.goes_on:
            return self.open(query)
        super().turn_to(f"/compare{query}")
        return self.ready()

    def at(self, query: str) -> Compared:
        """Stay where the page is if it asks for just this, as the step before left it; else turn there."""
        return self if self.fresh and same(f"/compare{query}", self.page.url) else self.turn_to(query)

    def ready(self) -> Compared:
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

    def should_be(self) -> list[str]:
        return (
            self.page.get_by_role("radio", checked=True)
            .filter(has_text=re.compile("^(A|neither|B)$"))
            .all_text_contents()
        )

    def switch(self) -> None:
        self.page.locator("[data-testid=stCheckbox]", has_text="Same case, other settings").locator("label").click()

    def all_measures(self) -> None:
        self.page.get_by_role("radio", name=re.compile(r"^All \(")).click()

    def pick(self, side: str, name: str) -> None:
        self.side(side).get_by_test_id("stPopoverButton").click()
        body = self.page.get_by_test_id("stPopoverBody")
        body.locator(f"[data-pick='{name}']").click()
        expect(body).to_be_hidden()
        expect(self.side(side).get_by_test_id("stPopoverButton")).to_contain_text(preset(name).name)
        self.settle()

    def rows(self) -> list[dict]:
        return self.table.evaluate(_ROWS)

    def expect_rows(self, wanted: list[tuple]) -> None:
        """Wait for (name, A, B, difference, verdict) of every row."""
        columns = ("name", "a", "b", "difference", "verdict")
        until(self.page, lambda: self.columns(*columns) == wanted)
        assert self.columns(*columns) == wanted

    def columns(self, *names: str) -> list[tuple]:
        """Some columns of the table, row by row."""
        return [tuple(row[name] for name in names) for row in self.rows()]

    def show(self, found: dict[str, str]) -> None:
        """Show what the page hands to its viewers, in the page as it stands."""
        given.show(self, {key: found[key] for key in ("picture-a", "picture-b", "compared")})

    def expect_read(self, a: str, b: str, worse: str | None) -> None:
        """Pictures, captions and table are those of these two."""
        for side, name in (("a", a), ("b", b)):
            case = preset(name)
            expect(self.caption(side)).to_have_text(f"Predicted: {plain(prediction(case))}")
            classes = self.picture(side).locator("g.class")
            expect(classes).to_have_count(len(case.hierarchy))
            assert set(classes.locator("title").all_text_contents()) == set(case.hierarchy.classes)
        self.expect_rows(lines(a, b, worse))
        expect(self.table.locator("thead")).to_contain_text("as it should be?" if worse else "which is better?")

    def expect_pair(self, a: str, b: str, worse: str | None) -> None:
        """The page shows these two: pictures, captions, verdicts."""
        for side, name in (("a", a), ("b", b)):
            said = f"Case {name} {preset(name).name}"
            expect(self.side(side).get_by_test_id("stPopoverButton")).to_contain_text(said)
        self.expect_read(a, b, worse)
        assert self.should_be() == ([{"a": "A", "b": "B", "neither": "neither"}[worse]] if worse else [])


def lines(a: str, b: str, worse: str | None) -> list[tuple]:
    """What the short table should say."""
    measures = compared(preset(a), preset(b))
    pair = preset_pair(a, b)
    telling = [parse_measure(text) for text in pair.measures] if pair else []
    measures += tuple(m for m in telling if m not in measures)
    return [
        (
            r.a.measure.label(),
            number(r.a.result.value),
            number(r.b.result.value),
            signed(r.difference),
            SIGNS[r.verdict] + r.says,
        )
        for r in differences(preset(a), preset(b), measures, measures, worse)  # type: ignore[arg-type]
    ]


def _harmless(problem: str) -> bool:
    """Streamlit asks below a deep link for its own addresses first, in vain, and the console repeats it."""
    return "/compare/_stcore/" in problem or "status of 404" in problem


@pytest.fixture
def visits(visits):
    """As for the other tests, but for what any deep link makes Streamlit do."""
    yield visits
    visits.problems[:] = [p for p in visits.problems if not _harmless(p)]


@pytest.fixture
def two(visits) -> Compared:
    """Compare at 1280 x 800 in light."""
    return Compared(visits.going_on())


@pytest.fixture
def narrow(visits) -> Compared:
    """Compare at 390 x 844 with touch."""
    return Compared(visits.going_on("phone"))


# What is on the page


def test_it_opens_with_13a_and_13b(two: Compared):
    two.open()
    expect(two.head).to_have_text("Which prediction is worse?")
    two.expect_pair("13a", "13b", "b")
    expect(two.because).to_have_text(preset_pairs()[0].because)
    expect(two.caption("a")).to_have_text("Predicted: Europop, which is right, and Beat Music, 2 edges off")
    expect(two.caption("b")).to_have_text("Predicted: Europop, which is right, and Rock, 3 edges off")
    rows = two.rows()
    assert [r["verdict"] for r in rows] == [
        "–no, it cannot tell them apart",
        "▲yes, A is better",
        *["–no, it cannot tell them apart"] * 3,
        "▲yes, A is better",
        "–no, it cannot tell them apart",
    ]
    assert [r["difference"] for r in rows] == ["0", "−0.2", "0", "0", "0", "−0.13", "0"]
    assert [r["arrow"] for r in rows] == ["↓", *["↑"] * 6]
    assert [r["under"] for r in rows[:2]] == [["≠ printed 21", "≠ printed 32"], ["≠ printed 0.83", "≠ printed 0.74"]]
    assert [r["tags"] for r in rows] == [["A = B"], ["A", "B"], *[["A = B"]] * 3, ["A", "B"], ["A = B"]]
    assert rows[1]["dots"] == [["dot a", 60], ["dot b", 40]]
    reasons = [preset(name).published_values[m].because for m in ("GIE", "MGIA") for name in ("13a", "13b")]
    assert two.footnotes() == {str(i): reason for i, reason in enumerate(reasons, 1)}
    expect(two.page.locator(".foot")).to_contain_text("Printed, A: Kosmopoulos et al. 2015, Table 5, row a")


def control(page: Alone, kind: str, label: str) -> Any:
    return next(c for c in page.at.get(kind) if c.label == label)


def expect_asked(two: Compared, page: Alone, found: dict[str, str], a: str, b: str, worse: str | None) -> None:
    """The page shows these two, asked without a browser; in a browser pictures and table read so."""
    assert control(page, "button_group", "Worse is:").value == worse
    labels = [f"Case {name} {preset(name).name}" for name in (a, b)]
    shown = [popover.proto.popover.label for popover in page.at.get("popover")]
    assert [label for label in labels if not any(label in plain_text(text) for text in shown)] == []
    two.show(found)
    two.expect_read(a, b, worse)


def plain_text(label: str) -> str:
    """A label without its marks of Markdown."""
    return re.sub(r"\\(.)", r"\1", label.replace("*", ""))


def test_every_stored_pair_opens_from_its_address_in_either_order(two: Compared):
    two.turn_to("?c=13a&c2=13b")
    page = Alone("compare")
    for pair in preset_pairs():
        for a, b in ((pair.a, pair.b), (pair.b, pair.a)):
            found = page.asked(c=a, c2=b)
            assert found["because"] == html.plain_text(pair.because)
            assert "trouble" not in found
            expect_asked(two, page, found, a, b, preset_pair(a, b).worse)


@each("a, b", [("13a", "13b"), ("14a", "14b"), ("19a", "19b"), ("11a", "15")])
def test_shared_classes_stand_at_the_same_place_in_frames_of_one_size(two: Compared, a: str, b: str):
    if not two.fresh:
        two.turn_to("?c=13a&c2=13b")
    page = Alone("compare")
    two.show(page.asked(c=a, c2=b))
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
    # Hierarchies with places of their own stand in frames of one height, too.
    two.show(page.asked(c="18a", c2="18b"))
    drawn(two.page)
    canvases = [two.side(side).locator(".canvas").bounding_box() for side in "ab"]
    assert canvases[0]["y"] == canvases[1]["y"]
    assert canvases[0]["height"] == pytest.approx(canvases[1]["height"])


def all_measures_stand_by_family(two: Compared):
    two.turn_to("?c=8b&c2=15")
    two.all_measures()
    expect(two.table.locator("tr[data-compared]")).to_have_count(sum(1 + len(under) for _, _, under in everything()))
    flat = [m for _, main, under in everything() for m in (main, *under)]
    found = differences(preset("8b"), preset("15"), flat, flat)
    two.expect_rows(
        [
            (r.a.measure.label(), number(r.a.result.value), number(r.b.result.value), signed(r.difference), r.says)
            for r in found
        ]
    )
    families = two.table.locator("tr.family").all_text_contents()
    assert families == list(dict.fromkeys(family for family, _, _ in everything()))
    by_name = {r["name"]: r for r in two.rows()}
    assert by_name["SDL"]["verdict"] == "B is better, though nearer to its worst"
    assert by_name["SDL"]["under"] == ["of 13", "of 8"]
    assert by_name["TIE"]["tags"] == []
    assert by_name["TIE"]["verdict"] == "undefined for both"
    two.page.get_by_role("radio", name="Headline").click()
    two.settle()


def only_the_signs_stand_before_the_verdicts(two: Compared):
    two.at("?c=13a&c2=13b")
    cells = two.table.locator(".verdict")
    assert cells.count() == 8  # the heading's, and seven measures'
    assert set(cells.evaluate_all("(all) => all.map((e) => getComputedStyle(e, '::before').content)")) == {"none"}
    expect(two.table.locator("thead .verdict")).to_have_text("as it should be?")


def what_is_worse_reads_as_a_question_with_three_answers(two: Compared):
    two.turn_to("?c=13a&c2=13b&should=neither")
    group = two.page.get_by_role("radiogroup", name="Worse is:")
    assert group.get_by_role("radio").all_text_contents() == ["A", "neither", "B"]
    assert two.should_be() == ["neither"]
    said = group.locator("xpath=..").inner_text().split()
    assert said == ["Worse", "is:", "A", "neither", "B"]


# Pointing


def a_class_lights_up_in_both_pictures_and_what_is_said_of_them(two: Compared):
    two.at("?c=13a&c2=13b")
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


def arrow_keys_in_one_picture_light_the_other(two: Compared):
    two.turn_to("?c=14a&c2=14b")
    two.picture("a").locator(".class").first.focus()
    for key, name in (("ArrowDown", "Music"), ("ArrowRight", "Theater"), ("ArrowUp", "Arts")):
        two.page.keyboard.press(key)
        for side in "ab":
            expect(two.picture(side).locator(".class.lit title")).to_have_text(name)
    two.page.keyboard.press("Escape")
    expect(two.page.locator(".lit")).to_have_count(0)


# What should be


def another_expectation_gives_other_verdicts_and_has_no_reason(two: Compared):
    two.at("?c=13a&c2=13b")
    two.should("A").click()
    two.expect_pair("13a", "13b", "a")
    expect(two.because).to_have_count(0)
    assert two.rows()[1]["verdict"] == "▼no, it says the reverse"
    two.should("neither").click()
    two.expect_pair("13a", "13b", "neither")
    assert two.rows()[1]["verdict"] == "▼no, it says A is better"
    # What is chosen already, chosen again, leaves it to the pair.
    two.should("neither").click()
    two.expect_pair("13a", "13b", "b")
    expect(two.because).to_have_text(preset_pairs()[0].because)


def each_side_has_its_own_picker(two: Compared):
    two.turn_to("?c=13a&c2=13b&should=a")
    two.pick("b", "11b")
    two.expect_pair("13a", "11b", None)
    expect(two.because).to_have_count(0)
    two.pick("a", "11a")
    two.expect_pair("11a", "11b", "b")
    expect(two.because).to_have_text(preset_pair("11a", "11b").because)


# Settings


def other_lines(name: str, convention: str = "paper", **settings) -> list[tuple]:
    case = preset(name)
    tool = {} if convention == "paper" else parameters(case, convention)
    given = compared(case, case)
    return [
        (r.a.measure.label(), number(r.a.result.value), number(r.b.result.value), signed(r.difference))
        for r in differences(case, case, given, with_settings(given, **tool, **settings))
    ]


def the_same_case_under_other_settings(two: Compared):
    two.turn_to("?c=12a&c2=12b")
    two.switch()
    expect(two.head).to_have_text("What do other settings change?")
    expect(two.page.get_by_role("radiogroup", name="Worse is:")).to_have_count(0)

    def expect_settings(**settings) -> None:
        wanted = other_lines("12a", **settings)
        columns = ("name", "a", "b", "difference")
        until(two.page, lambda: two.columns(*columns) == wanted)
        assert two.columns(*columns) == wanted

    expect_settings(default_cost=10, max_distance=5)
    rows = {r["name"]: r for r in two.rows()}
    assert rows["GIE"]["change"] == "Dₘₐₓ: 5 → 10"
    assert rows["GIE"]["under"] == ["of 15", "of 30"]
    assert rows["GIE"]["verdict"] == "The pairs cost 12 instead of 7, so 7 becomes 12."
    assert rows["hF"]["change"] == ""
    assert rows["hF"]["verdict"] == "Nothing changes here."

    def fill(label: str, value: str) -> None:
        field = two.side("b").get_by_label(label, exact=True)
        field.fill(value)
        field.press("Enter")

    fill("Default cost, Dₘₐₓ", "5")
    fill("Farthest pair allowed", "1")
    expect_settings(default_cost=5, max_distance=1)
    fill("Farthest pair allowed", "")
    expect_settings(default_cost=5, max_distance=None)
    two.side("b").locator("label").filter(has_text=re.compile("^hiclass$")).click()
    expect_settings(default_cost=5, max_distance=None, convention="hiclass")
    assert {r["name"]: r["change"] for r in two.rows()}["hF"] == "Root: counted → omitted"
    two.pick("a", "8b")
    assert two.rows()[2]["name"] == "hF"
    two.switch()
    two.expect_pair("8b", "12b", None)


def a_class_that_settings_bring_in_is_named(two: Compared):
    two.turn_to("?c=11a&c2=11b")
    two.switch()
    two.side("b").locator("label").filter(has_text=re.compile("^hiclass$")).click()
    verdict = two.table.locator("tr[data-compared='hF'] td.verdict")
    expect(verdict).to_have_text("Arts leaves both sides, so 0.667 becomes 0.5.")
    verdict.locator(".name", has_text="Arts").hover()
    expect(two.picture("a").locator(".class.lit title")).to_have_text("Arts")
    two.switch()
    two.settle()


# Links


def asked(two: Compared) -> dict[str, str]:
    return {key: value for key, (value, *_) in parse_qs(urlsplit(two.page.url).query).items()}


def bar(two: Compared, name: str) -> None:
    two.page.locator(".st-key-topbar").get_by_role("link", name=name, exact=True).click()


def test_either_case_opens_in_explore_and_the_pair_is_kept(two: Compared):
    two.turn_to("?c=11a&c2=15")
    two.should("A").click()
    two.expect_pair("11a", "15", "a")
    two.side("b").get_by_role("link", name="Open in Explore").click()
    two.expect_question(preset("15"))
    assert urlsplit(two.page.url).path == "/"
    assert asked(two)["c"] == "15"
    bar(two, "Compare")
    two.ready().expect_pair("11a", "15", "a")
    assert asked(two) == {"c": "11a", "c2": "15", "should": "a"}
    two.side("a").get_by_role("link", name="Open in Explore").click()
    two.expect_question(preset("11a"))
    two.page.go_back()
    two.ready().expect_pair("11a", "15", "a")


def test_one_visit_goes_from_page_to_page(visits):
    page = visits.page().open("?c=12a&m=GIE")
    two = Compared(page)
    explore_keeps_its_case_and_settings_while_another_page_is_visited(page, two)
    a_case_of_one_s_own_is_compared_and_opens_in_explore(page, two)


def explore_keeps_its_case_and_settings_while_another_page_is_visited(page: Explorer, two: Compared) -> None:
    page.set_number("Default cost, Dₘₐₓ", "3")
    page.expect_why(preset("12a"), parse_measure("GIE(default_cost=3)"))
    page.choose("LCaF")
    bar(two, "Compare")
    two.ready().expect_pair("13a", "13b", "b")
    bar(two, "Explore")
    page.expect_why(preset("12a"), parse_measure("LCaF"))
    expect(page.row("GIE")).to_contain_text("Dₘₐₓ = 3")
    assert asked(two) == {"c": "12a", "m": "LCaF", "s": '[["GIE","GIE(default_cost=3)"]]'}
    # Another case was looked at in between: the link asks for this one again.
    page.open_popover("picker").locator("[data-pick='8b']").click()
    page.expect_question(preset("8b"))
    expect(two.page.get_by_test_id("stPopoverBody")).to_be_hidden()
    bar(two, "Compare")
    two.ready().side("a").get_by_role("link", name="Open in Explore").click()
    page.expect_question(preset("13a"))
    page.settle()


def a_case_of_one_s_own_is_compared_and_opens_in_explore(page: Explorer, two: Compared) -> None:
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
    two.side("a").get_by_role("link", name="Open in Explore").click()
    page.expect_question(preset("13a"))
    bar(two, "Compare")
    two.ready().side("b").get_by_role("link", name="Open in Explore").click()
    expect(page.question).to_contain_text("Theater")
    expect(page.page.locator(".st-key-picker")).to_contain_text("Mine A case <b>of mine</b>")
    expect(page.notice).to_have_count(0)


# Addresses


ADDRESSES = [
    ({"c": "13a", "c2": "13b", "should": "neither"}, "13a", "13b", "neither"),
    ({"c": "16", "c2": "15", "should": "a"}, "16", "15", "a"),
    ({"c": "16", "c2": "15"}, "16", "15", None),
    ({"c": "17b"}, "17b", "17a", "neither"),
    ({"c": "15"}, "15", "16", None),
    ({"c2": "11b"}, "11a", "11b", "b"),
]


def test_an_address_opens_its_pair(two: Compared):
    two.turn_to("?c=15")
    two.expect_pair("15", "16", None)
    expect(two.notice).to_have_count(0)
    page = Alone("compare")
    for asked, a, b, worse in ADDRESSES:
        found = page.asked(**asked)
        assert "trouble" not in found
        expect_asked(two, page, found, a, b, worse)


HOSTILE = [
    "?c=nix",
    "?c2=nix",
    "?c=11a&c2=nix",
    "?c=",
    "?c=<img src=x onerror=alert(1)>",
    "?c2=../../etc/passwd",
    "?c=mine-1",
    "?c=groups",
    "?c2=pairs",
    "?c=" + "A" * 8000,
    "?c=11a%00",
    "?c2=![i](http://example.invalid/x)",
]


SHOULD = ["", "C", "both", "A", "<script>alert(1)</script>", "x" * 8000]


def test_a_useless_address_gives_a_sentence_and_the_start_pair(two: Compared):
    page = Alone("compare")
    start = page.asked(c="13a", c2="13b")
    for query in HOSTILE:
        found = page.asked(**dict(parse_qsl(query.lstrip("?"), keep_blank_values=True)))
        assert "The link asks for a case that is not here: " in found["trouble"], query
        assert len(found["trouble"]) < 700, query
        assert "<img" not in found["trouble"], query
        assert {key: markup for key, markup in found.items() if key != "trouble"} == start, query
    two.turn_to(quote(HOSTILE[4], safe="?=&%"))
    two.expect_pair("13a", "13b", "b")
    expect(two.notice).to_have_count(1)
    expect(two.notice).to_contain_text("The link asks for a case that is not here: ")
    assert len(two.notice.text_content()) < 600
    expect(two.page.locator("img[src=x]")).to_have_count(0)
    two.should("A").click()
    two.expect_pair("13a", "13b", "a")


def test_an_unknown_expectation_is_named_and_left_to_the_pair():
    page = Alone("compare")
    for should in SHOULD:
        expect_named(page, should)


def expect_named(page: Alone, should: str) -> None:
    found = page.asked(c="17a", c2="17b", should=should)
    assert control(page, "button_group", "Worse is:").value == "neither"
    assert "should be worse; a, neither or b is accepted." in found["trouble"]
    assert "<script" not in found["trouble"]
    assert len(found["trouble"]) < 300


# Keyboard


def tab_to(two: Compared, text: str, most: int = 60) -> None:
    """Press Tab until the focus is on what begins so; a run that goes on may draw anew what has it."""
    two.settle()
    for _ in range(most):
        two.page.keyboard.press("Tab")
        focused = two.focused()
        if focused and focused["tag"] != "main" and (focused["label"] or focused["text"]).startswith(text):
            return
    pytest.fail(f"Tab never reaches {text}")


def test_everything_is_done_with_the_keyboard(two: Compared):
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


# On paper


def both_predictions_and_the_whole_table_print(two: Compared):
    two.at("?c=13a&c2=13b")
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


@each(
    "check",
    [
        all_measures_stand_by_family,
        arrow_keys_in_one_picture_light_the_other,
        only_the_signs_stand_before_the_verdicts,
        a_class_lights_up_in_both_pictures_and_what_is_said_of_them,
        both_predictions_and_the_whole_table_print,
        another_expectation_gives_other_verdicts_and_has_no_reason,
        what_is_worse_reads_as_a_question_with_three_answers,
        each_side_has_its_own_picker,
        a_class_that_settings_bring_in_is_named,
        the_same_case_under_other_settings,
    ],
)
def test_on_a_wide_screen(two: Compared, check: Callable[[Compared], None]):
    check(two)


# 390 px, light and dark


def sideways(two: Compared) -> int:
    return two.page.evaluate("document.scrollingElement.scrollWidth")


PAIRS = [("8b", "15"), ("18a", "18b"), ("19a", "19b")]


def expect_within(narrow: Compared, *parts: Locator) -> None:
    assert sideways(narrow) <= 390
    for part in (narrow.table, *parts):
        box = part.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def a_phone_never_scrolls_sideways(narrow: Compared):
    narrow.at("?c=13a&c2=13b")
    canvases = [narrow.side(side).locator(".canvas") for side in "ab"]
    expect_within(narrow, *canvases)
    narrow.all_measures()
    expect(narrow.table.locator("tr.family").first).to_be_visible()
    expect_within(narrow)
    narrow.switch()
    expect(narrow.head).to_have_text("What do other settings change?")
    narrow.settle()
    expect_within(narrow)
    narrow.switch()
    expect(narrow.picture("b")).to_be_visible()
    narrow.settle()
    for a, b in PAIRS:
        page = Alone("compare")
        narrow.show(page.asked(c=a, c2=b))
        drawn(narrow.page)
        expect_within(narrow, *canvases)
        control(page, "button_group", "Answers").set_value("all")
        narrow.show(page.run())
        expect(narrow.table.locator("tr.family").first).to_be_visible()
        expect_within(narrow)
        control(page, "toggle", "Same case, other settings").set_value(True)
        given.show(narrow, {key: page.run()[key] for key in ("picture-a", "compared")})
        expect_within(narrow)


def a_phone_shows_a_above_b_and_the_verdict_with_the_measure(narrow: Compared):
    narrow.turn_to("?c=13a&c2=13b")
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
    for i in range(5):
        expect(inline.nth(i)).to_be_visible()
        expect(narrow.table.locator(".duel").nth(i)).to_be_visible()
    # Nothing stands upon anything else in a row.
    for row in narrow.table.locator("tr[data-compared]").all():
        boxes = [cell.bounding_box() for cell in row.locator("th, td:visible").all()]
        assert all(x["x"] + x["width"] <= y["x"] + 0.5 for x, y in itertools.pairwise(boxes))


def a_tap_lights_both(narrow: Compared):
    narrow.picture("a").locator(".class", has_text="Pop").first.tap()
    expect(narrow.picture("b").locator(".class.lit title")).to_have_text("Pop")


@each(
    "check",
    [
        a_phone_shows_a_above_b_and_the_verdict_with_the_measure,
        a_tap_lights_both,
        a_phone_never_scrolls_sideways,
    ],
)
def test_on_a_phone(narrow: Compared, check: Callable[[Compared], None]):
    check(narrow)


@for_people
@pytest.mark.parametrize("look", ["wide", "phone", "wide dark", "phone dark"])
def test_screenshots_for_people_to_look_at(visits, look: str):
    SHOTS.mkdir(exist_ok=True)
    two = Compared(visits.page(look))
    size = two.page.viewport_size
    for name, query in {"13": "", "17": "?c=17b&c2=17c", "14": "?c=14a&c2=14b", "settings": "?c=8b"}.items():
        two.turn_to(query)
        if name == "settings":
            two.switch()
            expect(two.head).to_have_text("What do other settings change?")
            two.settle()
        height = two.page.locator(".stMainBlockContainer").bounding_box()["height"]
        two.page.set_viewport_size({"width": size["width"], "height": round(height) + 16})
        path = SHOTS / f"compare-{name}-{look.replace(' ', '-')}.png"
        two.page.screenshot(path=path, animations="disabled")
        two.page.set_viewport_size(size)
        assert path.stat().st_size > 10_000
