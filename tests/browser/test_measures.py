"""Measures in a real browser: every card, the index, the way into Explore and back, narrow pages, contrast."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from unicodedata import normalize
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from hierview import load_case, measures, parse_measure
from hierview.answers.cards import card, example, index, references
from hierview.explain import number, plain
from hierview.measures import Measure

from ..each import each
from .explorer import Explorer, drawn, for_people, until
from .test_looks import expect_contrast, text_sizes

SHOTS = Path(__file__).parent / "shots"
NAMES = [entry.key for _, rows in index() for row in rows for entry in row]
FIRST = NAMES[0]
SAMPLE = NAMES[::5]  # at 390 px, where cards differ in their length alone


class Cards(Explorer):
    """A page with Measures in it."""

    def open(self, query: str = "") -> Cards:
        """Visit the address anew and wait until everything is there."""
        self.page.goto(f"{self.server}/measures{query}")
        expect(self.title).to_be_visible(timeout=30_000)
        expect(self.example_title).to_be_visible()
        self.settle()
        self.fresh = True
        return self

    def turn_to(self, query: str) -> Cards:
        """Visit the address; a visit of this test goes on as with Back: to load it all again takes longest."""
        if not self.fresh:
            return self.open(query)
        super().turn_to(f"/measures{query}")
        return self

    @property
    def title(self) -> Locator:
        return self.page.locator(".measure-card h1")

    @property
    def card(self) -> Locator:
        return self.page.locator(".measure-card")

    @property
    def index(self) -> Locator:
        return self.page.get_by_role("navigation", name="Measures")

    @property
    def search(self) -> Locator:
        return self.index.get_by_role("searchbox", name="Find a measure")

    @property
    def example_title(self) -> Locator:
        return self.page.locator(".example h2")

    @property
    def first_link(self) -> Locator:
        return self.page.get_by_role("link", name="Open in Explore")

    def links(self) -> list[str]:
        """The names in the index that are not filtered out."""
        return [a.text_content() or "" for a in self.index.locator("a:visible").all()]

    def asked(self) -> dict[str, str]:
        """The path and the parameters of the address."""
        parts = urlsplit(self.page.url)
        return {"page": parts.path, **{key: values[0] for key, values in parse_qs(parts.query).items()}}

    def sections(self) -> dict[str, list[list[str]]]:
        """What stands under every heading of the card, row by row."""
        return self.card.evaluate(
            """(card) => Object.fromEntries([...card.querySelectorAll("h2")].map((h) => [h.textContent,
              [...h.nextElementSibling.querySelectorAll("tr")].map((tr) => [...tr.children].map(
                (td) => td.innerText.replace(/\\s+/g, " ").trim()))]))"""
        )

    def expect_card(self, measure: Measure) -> None:
        """The page shows the card of a measure and its case, with the numbers that Python has."""
        wanted = card(measure)
        # Small letters such as ₘ are set as subscripts.
        expect(self.title).to_have_text(f"{normalize('NFKC', wanted.name)} {wanted.subtitle}")
        self.settle()
        expect(self.card.locator(".asks")).to_have_text(wanted.question)
        # Subscripts stand without their line in the text.
        expect(self.card.locator(".how")).to_have_text(plain(wanted.how).replace("_", ""))
        expect(self.card.locator(".definition math")).to_be_visible()
        expect(self.card.locator(".range")).to_contain_text(f"{wanted.range.better} is better")
        expect(self.card.locator(".range .scale")).to_have_count(1 if wanted.range.worst and wanted.range.best else 0)
        found = self.sections()
        if wanted.settings:
            for row, setting in zip(found["Parameters"], wanted.settings, strict=True):
                assert row[0].startswith(setting.name)
                assert row[2].startswith(setting.text)
                assert row[1] == (f"{setting.given} instead of {setting.default}" if setting.given else setting.default)
        if wanted.elsewhere:
            assert [row[:2] for row in found["In other places"]] == [[e.place, e.what] for e in wanted.elsewhere]
        sources = found["Source" if len(wanted.sources) == 1 else "Sources"]
        for row, source in zip(sources, wanted.sources, strict=True):
            assert row[0] == source.label
            assert row[1].startswith(f"{source.authors}: {source.title}.")

        shown, others = example(measure)
        expect(self.example_title).to_have_text(shown.title)
        if shown.answer.result.value is not None:
            expect(self.result).to_have_text(number(shown.answer.result.value))
        drawing = self.page.locator(".example .frame svg:visible").first
        assert {box.name for box in self.boxes(drawing)} >= set(shown.case.hierarchy.classes)
        expect(self.page.locator(".st-key-onward-others a")).to_have_text(list(others))


def _harmless(problem: str) -> bool:
    """Streamlit asks below a deep link for its own addresses first, in vain, and the console repeats it."""
    return "/measures/_stcore/" in problem or "status of 404" in problem


@pytest.fixture
def visits(visits):
    """As for the other tests, but for what any deep link makes Streamlit do."""
    yield visits
    visits.problems[:] = [p for p in visits.problems if not _harmless(p)]


@pytest.fixture
def cards(visits) -> Cards:
    """Measures at 1280 x 800 in light."""
    return Cards(visits.page().page, visits.server)


@pytest.fixture
def narrow(visits) -> Cards:
    """Measures at 390 x 844 with touch."""
    return Cards(visits.page("phone").page, visits.server)


# Cards


@each("name", NAMES)
def test_every_measure_has_a_card_with_its_numbers(cards: Cards, name: str):
    cards.turn_to(f"?m={name}")
    cards.expect_card(measures()[name]())
    expect(cards.index.locator("[aria-current]")).to_have_text(name)


def test_a_card_of_a_measure_with_other_parameters(cards: Cards):
    measure = parse_measure('LCaF(variant="extended")')
    cards.open(f"?m={quote(str(measure))}")
    cards.expect_card(measure)
    expect(cards.card).to_contain_text("instead of minimal")
    expect(cards.index.locator("[aria-current]")).to_have_text("LCaF")


def test_without_an_address_the_first_card_is_shown(cards: Cards):
    cards.open()
    cards.expect_card(measures()[FIRST]())
    expect(cards.notice).to_have_count(0)


@each(
    "asked",
    ["MGAI", "", "<img src=x onerror=alert(1)>", "__import__('os')", "hF(beta=-1)", "x" * 9000, "![a](http://x)"],
)
def test_a_link_that_names_no_measure_says_so_and_shows_the_first_card(cards: Cards, asked: str):
    cards.turn_to(f"?m={quote(asked)}")
    expect(cards.notice).to_contain_text("The link asks for a measure that is not here")
    cards.expect_card(measures()[FIRST]())
    cards.index.get_by_role("link", name="SDL").click()
    cards.expect_card(parse_measure("SDL"))
    expect(cards.notice).to_have_count(0)


def test_extreme_parameters_are_shown(cards: Cards):
    for text in ("hF(beta=1000000000000000)", "MGIA(default_cost=1e-15)", "Flow(alpha_p=1000)", "hF(zero=None)"):
        measure = parse_measure(text)
        cards.turn_to(f"?m={quote(text)}")
        cards.expect_card(measure)


def test_why_printed_values_differ_is_unfolded(cards: Cards):
    cards.open("?m=MGIA")
    fold = cards.card.locator("details")
    reason = load_case("13a").published_values["MGIA"].because
    expect(fold.locator("summary")).to_have_text("14 of 17 printed values follow; 13a, 13b, 18a do not, with reasons.")
    expect(fold.get_by_text(reason)).to_be_hidden()
    fold.locator("summary").focus()
    cards.page.keyboard.press("Enter")
    expect(fold.get_by_text(reason)).to_be_visible()
    expect(fold.locator("dt")).to_have_text(["13a", "13b", "18a"])


@pytest.mark.parametrize("name", ["MGIA", "hF"])
def test_bibtex_stands_behind_a_fold_with_a_button_to_copy_it(cards: Cards, name: str):
    cards.open(f"?m={name}")
    fold = cards.page.locator(".st-key-bibtex")
    expect(fold.locator("code")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("code")).to_be_visible()
    assert fold.locator("code").text_content().strip() == references(parse_measure(name))
    cards.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fold.get_by_role("button", name="Copy to clipboard").click()
    assert cards.page.evaluate("navigator.clipboard.readText()").strip() == references(parse_measure(name))


def test_pointing_at_a_number_lights_its_classes_in_the_picture(cards: Cards):
    cards.open("?m=MGIA")
    cards.page.locator(".example .num", has_text="3").hover()
    assert cards.lit(cards.page.locator(".example .frame svg:visible")) == {"Pop", "Rock", "Classical"}


def test_the_pictures_of_the_case_are_tabs(cards: Cards):
    cards.open("?m=hF")
    tabs = cards.page.locator(".example").get_by_role("tab")
    expect(tabs).to_have_text(["Yaug, true · 3", "Yaug ∩ Ŷaug · 2", "Ŷaug, predicted · 3"])
    tabs.nth(2).click()
    expect(tabs.nth(2)).to_have_attribute("aria-selected", "true")
    expect(cards.page.locator(".example .frame svg:visible")).to_have_count(1)
    sizes = {round(size, 1) for _, size in text_sizes(cards.page.locator(".example .frame svg"))}
    assert min(sizes) >= 14


# The index


def test_the_index_leads_to_every_card(cards: Cards):
    cards.open()
    assert cards.links() == NAMES
    expect(cards.index.get_by_role("heading")).to_have_text([family for family, _ in index()])
    for name in ("LCaR", "hP", "AllPairs"):
        cards.index.get_by_role("link", name=name, exact=True).click()
        cards.expect_card(parse_measure(name))
        assert cards.asked() == {"page": "/measures", "m": name}
        expect(cards.index.locator("[aria-current]")).to_have_text(name)


def test_back_leads_to_the_card_before(cards: Cards):
    cards.open("?m=GIE")
    for name in ("SDL", "TIE"):
        cards.index.get_by_role("link", name=name, exact=True).click()
        cards.expect_card(parse_measure(name))
    for name in ("SDL", "GIE"):
        cards.page.go_back()
        cards.expect_card(parse_measure(name))
        assert cards.asked()["m"] == name
    cards.page.go_forward()
    cards.expect_card(parse_measure("SDL"))


def test_the_index_is_walked_with_the_keyboard(cards: Cards):
    cards.open()
    cards.search.focus()
    for _ in range(3):
        cards.page.keyboard.press("Tab")
    assert cards.focused()["text"] == NAMES[2]
    cards.page.keyboard.press("Enter")
    cards.expect_card(parse_measure(NAMES[2]))
    assert cards.focused()["text"] == NAMES[2], "the focus stays where it was"


def test_a_link_of_the_index_opens_in_another_tab(cards: Cards):
    cards.open("?m=GIE")
    with cards.page.context.expect_page() as opened:
        cards.index.get_by_role("link", name="hF", exact=True).click(modifiers=["Control"])
    other = Cards(opened.value, cards.server)
    expect(other.title).to_contain_text("hF", timeout=30_000)
    assert other.asked() == {"page": "/measures", "m": "hF"}
    other.page.close()
    cards.expect_card(parse_measure("GIE"))


@each(
    "sought, found",
    [
        ("mgia", ["MGIA"]),
        ("LCA", ["LCaP", "LCaR", "LCaF"]),
        ("Shared ANCESTORS", ["hP", "hR", "hF", "wP", "wR", "wF"]),
        ("Dekel", ["TIE"]),
        ("  ", NAMES),
        ("no such measure", []),
    ],
)
def test_the_index_is_searched(cards: Cards, sought: str, found: list[str]):
    cards.turn_to("")
    cards.search.fill(sought)
    assert cards.links() == found
    expect(cards.index.locator(".nothing")).to_be_visible(visible=not found)
    headings = cards.index.locator("h2:visible").count()
    assert headings == len({measures()[name].spec.family for name in found})


def test_what_was_sought_stays_when_a_card_is_chosen(cards: Cards):
    cards.open()
    cards.search.fill("lca")
    cards.index.get_by_role("link", name="LCaR").click()
    cards.expect_card(parse_measure("LCaR"))
    expect(cards.search).to_have_value("lca")
    assert cards.links() == ["LCaP", "LCaR", "LCaF"]
    cards.search.fill("")
    assert cards.links() == NAMES


# Into Explore and back


@each("name", ["MGIA", "hF", "LCaR", "TIE"])
def test_a_card_leads_into_explore(cards: Cards, name: str):
    measure = parse_measure(name)
    shown, others = example(measure)
    for case, link in ((shown.name, "Open in Explore"), *((other, other) for other in others)):
        cards.turn_to(f"?m={name}")
        cards.page.get_by_role("link", name=link, exact=True).click()
        explorer = Explorer(cards.page, cards.server)
        explorer.expect_question(load_case(case))
        explorer.expect_why(load_case(case), measure)
        assert cards.asked() == {"page": "/", "c": case, "m": name}


def test_other_parameters_travel_along(cards: Cards):
    measure = parse_measure('LCaF(variant="extended")')
    cards.open(f"?m={quote(str(measure))}")
    cards.first_link.click()
    explorer = Explorer(cards.page, cards.server)
    explorer.expect_why(load_case("15"), measure)
    cards.page.get_by_role("link", name="About LCaF (extended)").click()
    cards.expect_card(measure)
    cards.page.go_back()
    explorer.expect_why(load_case("15"), measure)


@pytest.mark.parametrize("query", ["?c=15&m=GIE", "?c=8b&m=hF(augmentation=%22none%22)", "?c=15&m=LCaF&v=steps"])
def test_explore_leads_to_the_card_of_the_measure_that_is_open(visits, query: str):
    page = visits.page()
    page.open(query)
    cards = Cards(page.page, visits.server)
    measure = parse_measure(parse_qs(query.lstrip("?"))["m"][0])
    page.page.get_by_role("link", name=f"About {measure.label()}", exact=True).click()
    cards.expect_card(measure)
    assert cards.asked() == {"page": "/measures", "m": str(measure)}
    # The bar leads back to the case that was open, and again to this card.
    bar = page.page.locator(".st-key-topbar")
    bar.get_by_role("link", name="Explore").click()
    page.expect_why(load_case(parse_qs(query.lstrip("?"))["c"][0]), measure) if "v=" not in query else page.settle()
    bar.get_by_role("link", name="Measures").click()
    cards.expect_card(measure)


def test_the_bar_names_the_page(cards: Cards):
    cards.open()
    bar = cards.page.locator(".st-key-topbar")
    expect(bar.get_by_role("link")).to_have_text(["Explore", "Compare", "Workbench", "Measures"])
    expect(bar.locator("[class*=st-key-nav-here]")).to_have_text("Measures")


# How it looks


def test_three_columns_side_by_side(cards: Cards):
    cards.open("?m=MGIA")
    boxes = [part.bounding_box() for part in (cards.search, cards.card, cards.page.locator(".example"))]
    assert [round(box["x"]) for box in boxes] == [32, 265, 906]
    assert round(boxes[0]["width"]) == 184
    assert 560 <= boxes[1]["width"] <= 600
    assert 330 <= boxes[2]["width"] <= 360
    assert sideways(cards) <= 1280


def test_no_width_scrolls_sideways(visits):
    cards = Cards(visits.another().page, visits.server)
    for name, width in product(("GIE", "hF", "Flow"), (390, 641, 768, 1061, 1280, 1600)):
        if width == 390:
            cards.turn_to(f"?m={name}")
        cards.page.set_viewport_size({"width": width, "height": 800})
        drawn(cards.page)
        until(cards.page, lambda width=width: sideways(cards) <= width, seconds=5)  # it follows the window
        assert sideways(cards) <= width, (name, width)
        for part in (cards.card, cards.page.locator(".example")):
            box = part.bounding_box()
            assert box["x"] >= 0, (name, width)
            assert box["x"] + box["width"] <= width, (name, width)


@each("name", SAMPLE)
def test_a_phone_shows_a_card_in_one_column(narrow: Cards, name: str):
    narrow.turn_to(f"?m={name}")
    narrow.expect_card(parse_measure(name))
    parts = [
        narrow.page.get_by_role("combobox", name="Measure"),
        narrow.title,
        narrow.card.locator(".asks"),
        narrow.card.locator(".definition"),
        narrow.card.locator(".range"),
        narrow.card.locator("table").last,
        narrow.page.locator(".st-key-bibtex"),
        narrow.example_title,
        narrow.result,
        narrow.first_link,
    ]
    tops = [part.bounding_box()["y"] for part in parts]
    assert tops == sorted(tops)
    assert all(b["x"] >= 0 and b["x"] + b["width"] <= 390 for b in (part.bounding_box() for part in parts))
    assert sideways(narrow) <= 390
    narrow.page.locator(".st-key-bibtex summary").tap()
    expect(narrow.page.locator(".st-key-bibtex code")).to_be_visible()
    assert sideways(narrow) <= 390
    narrow.page.locator(".st-key-bibtex summary").tap()
    expect(narrow.page.locator(".st-key-bibtex code")).to_be_hidden()


def test_on_a_phone_the_index_is_a_choice(narrow: Cards):
    narrow.open("?m=GIE")
    expect(narrow.index).to_be_hidden()
    choice = narrow.page.get_by_role("combobox", name="Measure")
    assert choice.locator("option").evaluate_all("(all) => all.map((o) => o.value)") == NAMES
    choice.select_option("LCaF")
    narrow.expect_card(parse_measure("LCaF"))
    expect(choice).to_have_value("LCaF")
    assert narrow.asked()["m"] == "LCaF"
    narrow.page.go_back()
    narrow.expect_card(parse_measure("GIE"))
    expect(choice).to_have_value("GIE")


def test_on_a_phone_targets_are_large_enough(narrow: Cards):
    narrow.open("?m=MGIA")
    for target in [
        narrow.page.get_by_role("combobox", name="Measure"),
        narrow.first_link,
        *narrow.page.locator(".st-key-onward-others a").all(),
        narrow.page.locator(".st-key-bibtex summary"),
        *narrow.page.get_by_role("tab").all(),
    ]:
        assert target.bounding_box()["height"] >= 44, target.text_content()


TEXTS = {
    "color": [
        ".measure-card h1",
        ".measure-card .subtitle",
        ".measure-card .asks",
        ".measure-card .how",
        ".definition mi",
        ".definition mtext",
        ".range span",
        ".range small",
        ".measure-card h2",
        ".facts th",
        ".facts td",
        ".facts .quiet",
        ".facts code",
        ".facts summary",
        ".index a",
        ".index h2",
        ".example h2",
        ".example .quiet",
        ".example output",
        ".example .num",
        ".example [role=tab]",
        ".st-key-onward p",
        ".st-key-onward [data-testid=stHtml]",
        ".st-key-bibtex summary p",
        ".st-key-bibtex code",
        ".chooser select",
        ".chooser span",
        ".st-key-topbar p",
    ],
    "fill": [".example svg text"],
}
MARKS = {
    "stroke": [".range .scale path", ".example .class rect:not(.halo)", ".example .class ellipse"],
    "borderTopColor": [".index input", ".chooser select"],
}


@pytest.mark.parametrize("look", ["wide", "wide dark", "phone", "phone dark"])
def test_contrast_in_light_and_dark(visits, look: str):
    page = visits.page(look)
    cards = Cards(page.page, visits.server)
    for name in ("MGIA", "hF", "LCaF"):
        cards.turn_to(f"?m={name}")
        if not cards.page.locator(".st-key-bibtex code").is_visible():
            cards.page.locator(".st-key-bibtex summary").click()
        expect(cards.page.locator(".st-key-bibtex code")).to_be_visible()
        assert expect_contrast(page, TEXTS, 4.5) > 50
        assert expect_contrast(page, MARKS, 3) > 4


def test_one_button_is_filled(cards: Cards):
    cards.open("?m=MGIA")
    buttons = cards.page.locator("a, button")
    grounds = buttons.evaluate_all("(all) => all.map((e) => getComputedStyle(e).backgroundColor)")
    assert grounds.count("rgb(15, 110, 102)") == 1


def sideways(page: Explorer) -> int:
    return page.page.evaluate("document.scrollingElement.scrollWidth")


# For people to look at


@for_people
def test_screenshots_for_people_to_look_at(visits):
    SHOTS.mkdir(exist_ok=True)
    for look in ("wide", "phone", "wide dark", "phone dark"):
        cards = Cards(visits.page(look).page, visits.server)
        size = cards.page.viewport_size
        for name in ("MGIA", "hF", "Flow"):
            cards.turn_to(f"?m={name}")
            height = cards.page.locator(".stMainBlockContainer").bounding_box()["height"]
            cards.page.set_viewport_size({"width": size["width"], "height": round(height) + 16})
            cards.page.screenshot(path=SHOTS / f"measures-{name}-{look.replace(' ', '-')}.png", animations="disabled")
            cards.page.set_viewport_size(size)
    assert len(list(SHOTS.glob("measures-*.png"))) >= 12
