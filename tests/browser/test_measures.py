"""Measures in a real browser: cards, the index, the way into Explore and back, narrow pages, contrast."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from hierview import load_case
from hierview.answers.cards import card_index

from ..effort import in_turn, sampled
from .explorer import Explorer, drawn, until
from .test_looks import expect_contrast, expect_legible, sideways, text_sizes, turn_dark

NAMES = [entry.key for _, rows in card_index() for row in rows for entry in row]


class Cards(Explorer):
    """A page with Measures in it."""

    path, landmark = "/measures", ".example h2"

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
        return self.index.locator("li a:visible").all_text_contents()

    def asked(self) -> dict[str, str]:
        """The path and the parameters of the address."""
        parts = urlsplit(self.page.url)
        return {"page": parts.path, **{key: values[0] for key, values in parse_qs(parts.query).items()}}

    def expect_card(self, name: str, example: str = "") -> None:
        """The page shows the card of a measure, and its case."""
        expect(self.title).to_contain_text(name)
        expect(self.example_title).to_contain_text(example or "On case")
        expect(self.index.locator("[aria-current]")).to_have_text(name)
        self.settle()


def test_measures(page: Explorer):
    """One visit, from card to card."""
    cards = Cards.at_place_of(page)
    a_measure_that_is_not_here_gets_a_sentence(cards)
    the_index_leads_to_cards_by_mouse_and_keys_and_is_searched(cards)
    a_card_reads_folds_lights_and_is_copied(cards)
    no_width_scrolls_sideways(cards)


def a_measure_that_is_not_here_gets_a_sentence(cards: Cards) -> None:
    cards.turn_to(f"?m={quote('<img src=x onerror=alert(1)>')}")
    cards.expect_card(NAMES[0])
    expect(cards.notice).to_contain_text("The link asks for a measure that is not here")
    expect(cards.page.locator("img[src=x]")).to_have_count(0)


def a_card_reads_folds_lights_and_is_copied(cards: Cards) -> None:
    cards.turn_to("?m=MGIA")
    cards.expect_card("MGIA", "On case 12a")
    three_columns_stand_side_by_side(cards)
    grounds = cards.page.locator("a, button").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).backgroundColor)"
    )
    assert grounds.count("rgb(15, 110, 102)") == 1  # one button is filled
    fold = cards.card.locator("details")
    reason = fold.get_by_text(load_case("13a").published_values["MGIA"].because)
    expect(reason).to_be_hidden()
    fold.locator("summary").focus()
    cards.page.keyboard.press("Enter")
    expect(reason).to_be_visible()
    bibtex = cards.page.locator(".st-key-bibtex")
    expect(bibtex.locator("code")).to_be_hidden()
    bibtex.locator("summary").click()
    expect(bibtex.locator("code")).to_contain_text("@article{kosmopoulos2015")
    cards.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bibtex.get_by_role("button", name="Copy to clipboard").click()
    assert (
        cards.page.evaluate("navigator.clipboard.readText()").strip() == bibtex.locator("code").text_content().strip()
    )
    cards.page.locator(".example .num", has_text="3").hover()
    assert cards.lit(cards.page.locator(".example .frame svg:visible")) == {"Pop", "Rock", "Classical"}
    contrast_holds(cards)
    cards.turn_to("?m=hF")
    cards.expect_card("hF")
    tabs = cards.page.locator(".example").get_by_role("tab")
    expect(tabs).to_have_text(["Yaug, true · 3", "Yaug ∩ Ŷaug · 2", "Ŷaug, predicted · 3"])
    tabs.nth(2).click()
    expect(tabs.nth(2)).to_have_attribute("aria-selected", "true")
    expect(cards.page.locator(".example .frame svg:visible")).to_have_count(1)
    assert min(size for _, size in text_sizes(cards.page.locator(".example .frame svg"))) >= 13.95


def three_columns_stand_side_by_side(cards: Cards) -> None:
    boxes = [part.bounding_box() for part in (cards.search, cards.card, cards.page.locator(".example"))]
    assert [round(box["x"]) for box in boxes] == [32, 265, 906]
    assert round(boxes[0]["width"]) == 184
    assert 560 <= boxes[1]["width"] <= 600
    assert 330 <= boxes[2]["width"] <= 360
    assert sideways(cards) <= 1280


def contrast_holds(cards: Cards) -> None:
    """Of drawings and formulas; words are axe-core's."""
    expect_legible(cards, 0)
    for dark in in_turn((False, True), 1):
        turn_dark(cards, dark)
        words = {"color": [".definition mi", ".example .num"], "fill": [".example svg text"]}
        assert expect_contrast(cards, words, 4.5) > 5
        marks = [".range .scale path", ".example .class rect:not(.halo)", ".example .class ellipse"]
        assert expect_contrast(cards, {"stroke": marks, "borderTopColor": [".index input"]}, 3) > 4
    turn_dark(cards, False)


# The choice


class Choosing(Explorer):
    """A page with the choice of a measure on it."""

    path, landmark = "/measures", ".choice h2 >> nth=0"


@pytest.mark.whole
def test_answers_leave_measures(page: Explorer):
    Choosing.at_place_of(page).turn_to("?q=dag-yes")
    remain = page.page.locator(".choice h2").first
    expect(remain).to_have_text("4 of 7 measures remain")
    group = page.page.get_by_role("radiogroup", name="Can one thing have several")
    group.get_by_text("Yes", exact=True).click()
    expect(remain).to_have_text("2 of 7 measures remain")
    assert parse_qs(urlsplit(page.page.url).query)["q"] == ["dag-yes.several-yes"]
    page.settle()
    expect_legible(page, 1)
    page.page.go_back()
    expect(remain).to_have_text("4 of 7 measures remain")


# The index

FOUND = [
    ("mgia", ["MGIA"]),
    ("LCA", ["LCaP", "LCaR", "LCaF"]),
    ("Shared ANCESTORS", ["hP", "hR", "hF", "wP", "wR", "wF"]),
    ("Dekel", ["TIE"]),
    ("  ", NAMES),
    ("no such measure", []),
]


def the_index_leads_to_cards_by_mouse_and_keys_and_is_searched(cards: Cards) -> None:
    for name in ("LCaR", "AllPairs"):
        cards.index.get_by_role("link", name=name, exact=True).click()
        cards.expect_card(name)
        assert cards.asked() == {"page": "/measures", "m": name}
    cards.page.go_back()
    cards.expect_card("LCaR")
    cards.search.focus()
    for _ in range(3):
        cards.page.keyboard.press("Tab")
    cards.page.keyboard.press("Enter")
    cards.expect_card(NAMES[2])
    assert cards.focused()["text"] == NAMES[2], "the focus stays where it was"
    for sought, found in sampled(FOUND, 3):
        cards.search.fill(sought)
        assert cards.links() == found
        expect(cards.index.locator(".nothing")).to_be_visible(visible=not found)
    cards.search.fill("lca")
    assert cards.index.locator("h2:visible").count() == 1
    cards.index.get_by_role("link", name="LCaR").click()
    cards.expect_card("LCaR")
    expect(cards.search).to_have_value("lca")
    assert cards.links() == ["LCaP", "LCaR", "LCaF"]


# Into Explore and back


@pytest.mark.whole
def test_a_card_leads_into_explore_and_back_with_its_parameters_or_into_a_tab_of_its_own(page: Explorer):
    cards = Cards.at_place_of(page)
    measure = 'LCaF(variant="extended")'
    cards.turn_to(f"?m={quote(measure)}")
    expect(cards.card).to_contain_text("instead of minimal")
    cards.first_link.click()
    explorer = Explorer.at_place_of(cards)
    explorer.expect_question(load_case("15"))
    explorer.expect_why("LCaF (extended)", "0.5")
    assert cards.asked() == {"page": "/", "c": "15", "m": measure}
    cards.page.get_by_role("link", name="About LCaF (extended)").click()
    cards.expect_card("LCaF")
    # The bar leads back to the case that was open, and again to this card.
    bar = cards.page.locator(".st-key-topbar")
    bar.get_by_role("link", name="Explore").click()
    explorer.expect_why("LCaF (extended)", "0.5")
    bar.get_by_role("link", name="Measures").click()
    cards.expect_card("LCaF")
    assert cards.asked() == {"page": "/measures", "m": measure}
    with cards.page.context.expect_page() as opened:
        cards.index.get_by_role("link", name="hF", exact=True).click(modifiers=["Control"])
    expect(opened.value.locator(".measure-card h1")).to_contain_text("hF")
    opened.value.close()


# How it looks


def no_width_scrolls_sideways(cards: Cards) -> None:
    size = cards.page.viewport_size
    try:
        for width in sampled((390, 641, 768, 1061, 1280, 1600), 3):
            cards.page.set_viewport_size({"width": width, "height": 800})
            drawn(cards.page)
            assert until(cards.page, lambda width=width: sideways(cards) <= width), width  # it follows the window
            for part in (cards.card, cards.page.locator(".example")):
                box = part.bounding_box()
                assert box["x"] >= 0, width
                assert box["x"] + box["width"] <= width, width
    finally:
        cards.page.set_viewport_size(size)
