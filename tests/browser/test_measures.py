"""Measures in a real browser: every card, the index, the way into Explore and back, narrow pages, contrast."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from unicodedata import normalize
from urllib.parse import parse_qs, parse_qsl, quote, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from hierview import load_case, measures, parse_measure
from hierview.answers.cards import card, example, index, references
from hierview.explain import number, plain
from hierview.markup import card as draw
from hierview.markup import html
from hierview.measures import Measure
from hierview.ui.address import state_of
from hierview.ui.markdown import inert

from ..each import each
from . import given
from .alone import Alone
from .explorer import Explorer, drawn, for_people, narrowed, until
from .test_accessible import violations
from .test_looks import expect_contrast, in_dark, text_sizes

SHOTS = Path(__file__).parent / "shots"
NAMES = [entry.key for _, rows in index() for row in rows for entry in row]
FIRST = NAMES[0]
SAMPLE = NAMES[::5]  # at 390 px, where cards differ in their length alone


# What is read of a card: its parts, and what stands under every heading, row by row.
_READ = """(page) => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? [e, ...all(e.shadowRoot)] : [e]);
  const elements = all(page), text = (e) => e.textContent.replace(/\\s+/g, " ").trim();
  const find = (s) => elements.filter((e) => e.matches(s)), texts = (s) => find(s).map(text);
  const seen = (e) => e.getClientRects().length > 0;
  const drawing = find(".example .frame svg").find(seen);
  return {
    title: texts(".measure-card h1"), asks: texts(".measure-card .asks"), how: texts(".measure-card .how"),
    formula: find(".measure-card .definition math").filter(seen).length,
    range: texts(".measure-card .range").join(), scales: find(".measure-card .range .scale").length,
    sections: Object.fromEntries(find(".measure-card h2").map((h) => [text(h),
      [...h.nextElementSibling.querySelectorAll("tr")].map((tr) => [...tr.children].map(
        (td) => td.innerText.replace(/\\s+/g, " ").trim()))])),
    example: texts(".example h2"), result: texts(".example .formula output.result"),
    drawn: [...drawing.querySelectorAll("g.class > title")].map(text),
    here: texts(".index [aria-current]"),
  };
}"""


class Cards(Explorer):
    """A page with Measures in it."""

    def __init__(self, explorer: Explorer):
        self.page, self.server, self.exchange = explorer.page, explorer.server, explorer.exchange
        self.fresh, self.goes_on = False, explorer.goes_on

    def open(self, query: str = "") -> Cards:
        """Visit the address anew and wait until everything is there."""
        self.page.goto(f"{self.server}/measures{query}")
        expect(self.title).to_be_visible()
        expect(self.example_title).to_be_visible()
        self.settle()
        self.fresh = True
        return self

    def turn_to(self, query: str) -> Cards:
        """Visit the address; a visit of this test goes on as with Back: to load it all again takes longest."""
        if not self.fresh and not self.goes_on:
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
        return self.index.locator("li a:visible").all_text_contents()

    def asked(self) -> dict[str, str]:
        """The path and the parameters of the address."""
        parts = urlsplit(self.page.url)
        return {"page": parts.path, **{key: values[0] for key, values in parse_qs(parts.query).items()}}

    def show(self, measure: Measure) -> None:
        """Show the card of a measure and its case in the page as it stands."""
        given.show(self, {"card": draw.card(card(measure)), "case": case_of(measure)})

    def expect_card(self, measure: Measure) -> None:
        """The page shows the card of a measure and its case, with the numbers that Python has."""
        # Small letters such as ₘ are set as subscripts.
        expect(self.title).to_have_text(f"{normalize('NFKC', card(measure).name)} {card(measure).subtitle}")
        expect(self.example_title).to_have_text(example(measure)[0].title)
        self.settle()
        self.expect_read(measure)
        expect(self.page.locator(".st-key-onward-others a")).to_have_text(list(example(measure)[1]))

    def expect_read(self, measure: Measure) -> None:
        """Card and case read as Python has them."""
        wanted = card(measure)
        found = self.page.evaluate(f"({_READ})(document)")
        assert found["title"] == [f"{normalize('NFKC', wanted.name)} {wanted.subtitle}"]
        assert found["asks"] == [wanted.question]
        # Subscripts stand without their line in the text.
        assert found["how"] == [" ".join(plain(wanted.how).replace("_", "").split())]
        assert found["formula"] == 1
        assert f"{wanted.range.better} is better" in found["range"]
        assert found["scales"] == (1 if wanted.range.worst and wanted.range.best else 0)
        sections = found["sections"]
        if wanted.settings:
            for row, setting in zip(sections["Parameters"], wanted.settings, strict=True):
                assert row[0].startswith(setting.name)
                assert row[2].startswith(setting.text)
                assert row[1] == (f"{setting.given} instead of {setting.default}" if setting.given else setting.default)
        if wanted.elsewhere:
            assert [row[:2] for row in sections["In other places"]] == [[e.place, e.what] for e in wanted.elsewhere]
        sources = sections["Source" if len(wanted.sources) == 1 else "Sources"]
        for row, source in zip(sources, wanted.sources, strict=True):
            assert row[0] == source.label
            assert row[1].startswith(f"{source.authors}: {source.title}.")
        shown, _ = example(measure)
        assert found["example"] == [shown.title]
        if shown.answer.result.value is not None:
            assert found["result"] == [number(shown.answer.result.value)]
        assert set(found["drawn"]) >= set(shown.case.hierarchy.classes)


def case_of(measure: Measure) -> str:
    """What stands beside a card."""
    shown, _ = example(measure)
    return draw.example(shown.case, shown.title, shown.step, html.class_ids(shown.case))


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
    return Cards(visits.going_on())


@pytest.fixture
def narrow(visits) -> Cards:
    """Measures at 390 x 844 with touch."""
    return Cards(visits.going_on("phone"))


# Cards


EXTREME = ("hF(beta=1000000000000000)", "MGIA(default_cost=1e-15)", "Flow(alpha_p=1000)", "hF(zero=None)")


def test_every_measure_has_a_card_with_its_numbers(cards: Cards):
    """The page shows all of a card at its address, without a browser; in a browser it reads as Python has it."""
    cards.turn_to(f"?m={NAMES[-1]}")
    cards.expect_card(measures()[NAMES[-1]]())
    page = Alone("measures")
    for name in NAMES:
        measure = measures()[name]()
        shown, others = example(measure)
        found = page.asked(m=name)
        assert found["card"] == draw.card(card(measure)), name
        assert found["case"] == case_of(measure), name
        assert found["index"] == draw.index(index(), name), name
        assert [code.value for code in page.at.code] == [text for text in [references(measure)] if text], name
        links = [(link.proto.label, dict(parse_qsl(link.proto.query_string))) for link in page.at.get("page_link")]
        cases = {"Open in Explore": shown.name} | {inert(other): other for other in others}
        assert links == [(label, {"c": case, "m": name}) for label, case in cases.items()], name
        given.show(cards, {key: found[key] for key in ("card", "case")})
        cards.expect_read(measure)
    for text in EXTREME:
        measure, found = parse_measure(text), page.asked(m=text)
        assert "trouble" not in found, text
        given.show(cards, {key: found[key] for key in ("card", "case")})
        cards.expect_read(measure)


def test_a_card_of_a_measure_with_other_parameters(cards: Cards):
    measure = parse_measure('LCaF(variant="extended")')
    cards.turn_to(f"?m={quote(str(measure))}")
    cards.expect_card(measure)
    expect(cards.card).to_contain_text("instead of minimal")
    expect(cards.index.locator("[aria-current]")).to_have_text("LCaF")


def test_without_an_address_the_first_card_is_shown(cards: Cards):
    cards.open()
    cards.expect_card(measures()[FIRST]())
    expect(cards.notice).to_have_count(0)
    # The bar names the page.
    bar = cards.page.locator(".st-key-topbar")
    pages = ["Explore", "Compare", "Lessons", "Workbench", "Study", "Measures"]
    expect(bar.get_by_role("link")).to_have_text([*pages, "Deutsch"])
    expect(bar.locator("[class*=st-key-nav-here]")).to_have_text("Measures")


NO_MEASURES = [
    "<img src=x onerror=alert(1)>",
    "MGAI",
    "",
    "__import__('os')",
    "hF(beta=-1)",
    "x" * 9000,
    "![a](http://x)",
]


def test_a_link_that_names_no_measure_says_so_and_shows_the_first_card(cards: Cards):
    page = Alone("measures")
    for asked in NO_MEASURES:
        found = page.asked(m=asked)
        assert "The link asks for a measure that is not here" in found["trouble"], asked
        assert "<img" not in found["trouble"], asked
        assert found["card"] == draw.card(card(measures()[FIRST]())), asked
    assert "trouble" not in page.asked(m="SDL")
    cards.turn_to(f"?m={quote(NO_MEASURES[0])}")
    expect(cards.notice).to_contain_text("The link asks for a measure that is not here")
    cards.expect_card(measures()[FIRST]())
    cards.index.get_by_role("link", name="SDL").click()
    cards.expect_card(parse_measure("SDL"))
    expect(cards.notice).to_have_count(0)


def why_printed_values_differ_is_unfolded(cards: Cards):
    fold = cards.card.locator("details")
    reason = load_case("13a").published_values["MGIA"].because
    expect(fold.locator("summary")).to_have_text("14 of 17 printed values follow; 13a, 13b, 18a do not, with reasons.")
    expect(fold.get_by_text(reason)).to_be_hidden()
    fold.locator("summary").focus()
    cards.page.keyboard.press("Enter")
    expect(fold.get_by_text(reason)).to_be_visible()
    expect(fold.locator("dt")).to_have_text(["13a", "13b", "18a"])


def bibtex_stands_behind_a_fold_with_a_button_to_copy_it(cards: Cards):
    name = cards.asked()["m"]
    fold = cards.page.locator(".st-key-bibtex")
    if fold.locator("code").is_visible():  # an earlier test left it open
        fold.locator("summary").click()
    expect(fold.locator("code")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("code")).to_be_visible()
    assert fold.locator("code").text_content().strip() == references(parse_measure(name))
    cards.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fold.get_by_role("button", name="Copy to clipboard").click()
    assert cards.page.evaluate("navigator.clipboard.readText()").strip() == references(parse_measure(name))


def pointing_at_a_number_lights_its_classes_in_the_picture(cards: Cards):
    cards.page.locator(".example .num", has_text="3").hover()
    assert cards.lit(cards.page.locator(".example .frame svg:visible")) == {"Pop", "Rock", "Classical"}


def the_pictures_of_the_case_are_tabs(cards: Cards):
    tabs = cards.page.locator(".example").get_by_role("tab")
    expect(tabs).to_have_text(["Yaug, true · 3", "Yaug ∩ Ŷaug · 2", "Ŷaug, predicted · 3"])
    tabs.nth(2).click()
    expect(tabs.nth(2)).to_have_attribute("aria-selected", "true")
    expect(cards.page.locator(".example .frame svg:visible")).to_have_count(1)
    sizes = {round(size, 1) for _, size in text_sizes(cards.page.locator(".example .frame svg"))}
    assert min(sizes) >= 14


# The choice


def test_answers_leave_measures_and_each_other_one_has_a_case_that_opens(visits):
    page = visits.going_on()
    if page.goes_on:
        page.turn_to("/measures?q=dag-yes")
    else:
        page.page.goto(f"{page.server}/measures?q=dag-yes")
    remain = page.page.locator(".choice h2").first
    expect(remain).to_have_text("4 of 7 measures remain")
    group = page.page.get_by_role("radiogroup", name="Can one thing have several")
    group.get_by_text("Yes", exact=True).click()
    expect(remain).to_have_text("2 of 7 measures remain")
    assert parse_qs(urlsplit(page.page.url).query)["q"] == ["dag-yes.several-yes"]
    page.settle()
    assert not violations(page)
    assert sideways(page) == page.page.viewport_size["width"]
    with narrowed(page.page), in_dark(page):
        assert until(page.page, lambda: sideways(page) == page.page.viewport_size["width"])  # it follows the window
        assert not violations(page)
    case = page.page.locator(".choice .fallen", has_text="GIE").locator("a.card").first.get_attribute("href")
    asked = parse_qs(urlsplit(case).query)
    assert state_of({key: value for key, (value,) in asked.items()}).visit.trouble == ""
    page.page.go_back()
    expect(remain).to_have_text("4 of 7 measures remain")


# The index


def test_the_index_leads_to_every_card(cards: Cards):
    cards.turn_to(f"?m={FIRST}")
    assert cards.links() == NAMES
    expect(cards.index.get_by_role("heading")).to_have_text([family for family, _ in index()])
    for name in ("LCaR", "hP", "AllPairs"):
        cards.index.get_by_role("link", name=name, exact=True).click()
        cards.expect_card(parse_measure(name))
        assert cards.asked() == {"page": "/measures", "m": name}
        expect(cards.index.locator("[aria-current]")).to_have_text(name)


def test_back_leads_to_the_card_before(cards: Cards):
    cards.turn_to("?m=GIE")
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
    cards.turn_to(f"?m={FIRST}")
    cards.search.focus()
    for _ in range(3):
        cards.page.keyboard.press("Tab")
    assert cards.focused()["text"] == NAMES[2]
    cards.page.keyboard.press("Enter")
    cards.expect_card(parse_measure(NAMES[2]))
    assert cards.focused()["text"] == NAMES[2], "the focus stays where it was"


def test_a_link_of_the_index_opens_in_another_tab(cards: Cards):
    cards.turn_to("?m=GIE")
    with cards.page.context.expect_page() as opened:
        cards.index.get_by_role("link", name="hF", exact=True).click(modifiers=["Control"])
    other = Cards(Explorer(opened.value, cards.server))
    expect(other.title).to_contain_text("hF")
    assert other.asked() == {"page": "/measures", "m": "hF"}
    other.page.close()
    cards.expect_card(parse_measure("GIE"))


FOUND = [
    ("mgia", ["MGIA"]),
    ("LCA", ["LCaP", "LCaR", "LCaF"]),
    ("Shared ANCESTORS", ["hP", "hR", "hF", "wP", "wR", "wF"]),
    ("Dekel", ["TIE"]),
    ("  ", NAMES),
    ("no such measure", []),
]


def test_the_index_is_searched_and_what_was_sought_stays_when_a_card_is_chosen(cards: Cards):
    cards.turn_to("")
    for sought, found in FOUND:
        cards.search.fill(sought)
        assert cards.links() == found
        expect(cards.index.locator(".nothing")).to_be_visible(visible=not found)
        headings = cards.index.locator("h2:visible").count()
        assert headings == len({measures()[name].spec.family for name in found})
    cards.search.fill("lca")
    cards.index.get_by_role("link", name="LCaR").click()
    cards.expect_card(parse_measure("LCaR"))
    expect(cards.search).to_have_value("lca")
    assert cards.links() == ["LCaP", "LCaR", "LCaF"]
    cards.search.fill("")
    assert cards.links() == NAMES


# Into Explore and back


def test_a_card_leads_into_explore(cards: Cards):
    """Where every link leads is asked without a browser, with every card; here one of the others is followed."""
    measure = parse_measure("hF")
    case = example(measure)[1][0]
    cards.turn_to("?m=hF")
    cards.page.get_by_role("link", name=case, exact=True).click()
    explorer = Explorer(cards.page, cards.server)
    explorer.expect_question(load_case(case))
    explorer.expect_why(load_case(case), measure)
    assert cards.asked() == {"page": "/", "c": case, "m": "hF"}


def test_other_parameters_travel_along(cards: Cards):
    measure = parse_measure('LCaF(variant="extended")')
    cards.turn_to(f"?m={quote(str(measure))}")
    cards.first_link.click()
    explorer = Explorer(cards.page, cards.server)
    explorer.expect_question(load_case("15"))
    explorer.expect_why(load_case("15"), measure)
    assert cards.asked() == {"page": "/", "c": "15", "m": str(measure)}
    cards.page.get_by_role("link", name="About LCaF (extended)").click()
    cards.expect_card(measure)
    cards.page.go_back()
    explorer.expect_why(load_case("15"), measure)


@each("query", ["?c=15&m=LCaF&v=steps", "?c=8b&m=hF(augmentation=%22none%22)"])
def test_explore_leads_to_the_card_of_the_measure_that_is_open(visits, query: str):
    page = visits.going_on().turn_to(f"/{query}")
    cards = Cards(page)
    measure = parse_measure(parse_qs(query.lstrip("?"))["m"][0])
    page.page.get_by_role("link", name=f"About {measure.label()}", exact=True).click()
    cards.expect_card(measure)
    assert cards.asked() == {"page": "/measures", "m": str(measure)}
    if "v=" not in query:
        return
    # The bar leads back to the case that was open, and again to this card.
    bar = page.page.locator(".st-key-topbar")
    bar.get_by_role("link", name="Explore").click()
    expect(page.why_title).to_contain_text(f"Why is {measure.label()} ")
    page.settle()
    bar.get_by_role("link", name="Measures").click()
    cards.expect_card(measure)


# How it looks


def three_columns_stand_side_by_side(cards: Cards):
    boxes = [part.bounding_box() for part in (cards.search, cards.card, cards.page.locator(".example"))]
    assert [round(box["x"]) for box in boxes] == [32, 265, 906]
    assert round(boxes[0]["width"]) == 184
    assert 560 <= boxes[1]["width"] <= 600
    assert 330 <= boxes[2]["width"] <= 360
    assert sideways(cards) <= 1280


def one_button_is_filled(cards: Cards):
    buttons = cards.page.locator("a, button")
    grounds = buttons.evaluate_all("(all) => all.map((e) => getComputedStyle(e).backgroundColor)")
    assert grounds.count("rgb(15, 110, 102)") == 1


@each(
    "name, checks",
    [
        (
            "MGIA",
            [
                three_columns_stand_side_by_side,
                one_button_is_filled,
                why_printed_values_differ_is_unfolded,
                bibtex_stands_behind_a_fold_with_a_button_to_copy_it,
                pointing_at_a_number_lights_its_classes_in_the_picture,
            ],
        ),
        ("hF", [bibtex_stands_behind_a_fold_with_a_button_to_copy_it, the_pictures_of_the_case_are_tabs]),
    ],
)
def test_a_card(cards: Cards, name: str, checks: list[Callable[[Cards], None]]):
    """What is asked of one card, one after the other: to turn to it takes longest."""
    cards.turn_to(f"?m={name}")
    cards.expect_card(parse_measure(name))
    for check in checks:
        check(cards)


@each("width", [390, 641, 768, 1061, 1280, 1600])
def test_no_width_scrolls_sideways(cards: Cards, width: int):
    if not cards.fresh:
        cards.turn_to(f"?m={FIRST}")
    size = cards.page.viewport_size
    cards.page.set_viewport_size({"width": width, "height": 800})
    try:
        for name in ("GIE", "hF", "Flow"):
            cards.show(parse_measure(name))
            drawn(cards.page)
            assert until(cards.page, lambda: sideways(cards) <= width), name  # it follows the window
            for part in (cards.card, cards.page.locator(".example")):
                box = part.bounding_box()
                assert box["x"] >= 0, name
                assert box["x"] + box["width"] <= width, name
    finally:
        cards.page.set_viewport_size(size)


@each("name", SAMPLE)
def test_a_phone_shows_a_card_in_one_column(narrow: Cards, name: str):
    measure = parse_measure(name)
    if name == SAMPLE[0]:
        narrow.turn_to(f"?m={name}")
        narrow.expect_card(measure)
    else:
        narrow.show(measure)
        drawn(narrow.page)
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
    if name != SAMPLE[0]:
        return
    narrow.page.locator(".st-key-bibtex summary").tap()
    expect(narrow.page.locator(".st-key-bibtex code")).to_be_visible()
    assert sideways(narrow) <= 390
    narrow.page.locator(".st-key-bibtex summary").tap()
    expect(narrow.page.locator(".st-key-bibtex code")).to_be_hidden()


def test_on_a_phone_the_index_is_a_choice(narrow: Cards):
    narrow.turn_to("?m=GIE")
    expect(narrow.index).to_be_hidden()
    choice = narrow.page.get_by_role("combobox", name="Measure")
    assert choice.locator("option").evaluate_all("(all) => all.map((o) => o.value)") == [draw.CHOOSE, *NAMES]
    choice.select_option("LCaF")
    narrow.expect_card(parse_measure("LCaF"))
    expect(choice).to_have_value("LCaF")
    assert narrow.asked()["m"] == "LCaF"
    narrow.page.go_back()
    narrow.expect_card(parse_measure("GIE"))
    expect(choice).to_have_value("GIE")


def test_on_a_phone_targets_are_large_enough(narrow: Cards):
    narrow.turn_to("?m=MGIA")
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


@each("look, names", [("wide", ["MGIA", "hF", "LCaF"]), ("phone", ["MGIA"])])
def test_contrast_in_light_and_dark(visits, look: str, names: list[str]):
    cards = Cards(visits.going_on(look))
    cards.turn_to("?m=MGIA")
    if not cards.page.locator(".st-key-bibtex code").is_visible():
        cards.page.locator(".st-key-bibtex summary").click()
    expect(cards.page.locator(".st-key-bibtex code")).to_be_visible()
    for colours in (nullcontext(), in_dark(cards)):
        with colours:
            for name in names:
                cards.show(parse_measure(name))
                expect_contrast_of_all(cards)


def expect_contrast_of_all(cards: Cards) -> None:
    assert expect_contrast(cards, TEXTS, 4.5) > 50
    assert expect_contrast(cards, MARKS, 3) > 4


def sideways(page: Explorer) -> int:
    return page.page.evaluate("document.scrollingElement.scrollWidth")


# For people to look at


@for_people
def test_screenshots_for_people_to_look_at(visits):
    SHOTS.mkdir(exist_ok=True)
    for look in ("wide", "phone", "wide dark", "phone dark"):
        cards = Cards(visits.page(look))
        size = cards.page.viewport_size
        for name in ("MGIA", "hF", "Flow"):
            cards.turn_to(f"?m={name}")
            height = cards.page.locator(".stMainBlockContainer").bounding_box()["height"]
            cards.page.set_viewport_size({"width": size["width"], "height": round(height) + 16})
            cards.page.screenshot(path=SHOTS / f"measures-{name}-{look.replace(' ', '-')}.png", animations="disabled")
            cards.page.set_viewport_size(size)
    assert len(list(SHOTS.glob("measures-*.png"))) >= 12
