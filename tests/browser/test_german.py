"""Editor and viewers in German: their scripts get their texts from the page, whatever is done, and in English none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hierview.languages import script_catalogue

from ..effort import sampled, times
from .desk import Desk
from .explorer import Explorer, narrowed, until
from .javascript import javascript
from .test_looks import expect_legible, sideways

_WORDS = javascript("words_of_a_box")


def english(desk: Desk) -> set[str]:
    """What is said in English where there is German for it."""
    texts = script_catalogue("de", "editor")
    assert texts
    return {said for said in desk.page.locator(".ed").evaluate(_WORDS) if texts.get(said, said) != said}


def line(desk: Desk) -> str:
    return desk.page.locator(".ed .line").inner_text().replace("\n", " ")


def test_the_editor_speaks_german_in_every_state_and_then_english_again(desk: Desk):
    desk.visit("?c=13a").speak("de")
    assert desk.page.locator("html").get_attribute("lang") == "de"
    tools = desk.page.get_by_role("toolbar", name="Zeichenwerkzeuge")
    expect(tools.get_by_role("button", name="Klasse hinzufügen")).to_be_visible()
    assert line(desk).startswith("Jeder Klick: wahr → vorhergesagt → beides → nichts")
    desk.page.get_by_role("button", name="Europop, wahr und vorhergesagt").focus()
    assert line(desk).startswith("Europop Kind hinzufügen")
    assert not english(desk)
    desk.page.keyboard.press("l")
    assert line(desk).startswith("Das Kind von Europop anklicken.")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("r")
    desk.page.keyboard.type("Music")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".ed .notice")).to_have_text("„Music“ gibt es schon; einen anderen Namen wählen")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("?")
    expect(desk.page.get_by_role("dialog", name="Tasten")).to_contain_text("Umschalt+Entf")
    assert not english(desk)
    desk.page.keyboard.press("Escape")
    for view in ("Numbers", "Outline", "Edges", "Draw"):
        desk.hierarchy_as(view)
        assert not english(desk), view
    for tool in ("Klasse hinzufügen", "Verbinden", "Umbenennen", "Löschen", "Markieren"):
        tools.get_by_role("button", name=tool, exact=True).click()
        assert not english(desk), tool
    desk.speak("en")
    expect(desk.page.get_by_role("toolbar", name="Drawing tools")).to_contain_text("Add class")
    expect(desk.page.get_by_role("button", name="Europop, true and predicted")).to_be_visible()
    assert line(desk).startswith("Click a class: true → predicted → both → none")


def test_steps_play_in_german(desk: Desk):
    desk.visit("?c=12a&m=MGIA&v=steps&step=2").speak("de")
    steps = desk.page.locator("[data-count]")
    steps.focus()
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator(".stepcount")).to_contain_text("Schritt 3 von")
    desk.page.keyboard.press("f")
    expect(desk.page.locator("dialog.projector footer")).to_contain_text("Leertaste spielt ab")
    desk.page.keyboard.press("Escape")
    desk.speak("en")


PAGES = ("?c=13a&ask=1", "lessons?lesson=13-exercises&stage=2", "measures?q=dag-yes.farther-yes")


def test_german_words_fit_and_can_be_read(page: Explorer):
    for turn, address in enumerate(sampled(PAGES, 1, 2)):
        page.page.goto(f"{page.server}/{address}&lang=de")
        expect(page.page.locator("html[lang=de]")).to_have_count(1)
        expect(page.page.locator("h1").first).to_be_visible()
        page.settle()
        with narrowed(page.page):
            assert until(page.page, lambda: sideways(page) == 390), address  # it follows the window
        if times(0, 1):
            expect_legible(page, turn, address)


@pytest.mark.whole
def test_a_browser_keeps_language_and_theme_and_is_told_once_what_moved(visits):
    page = visits.another()
    page.open()
    moved = page.page.locator("#hv-moved")
    expect(moved).to_be_hidden()  # nothing moved for who is here for the first time
    page.page.evaluate("localStorage.clear(); localStorage.setItem('hierview-legend', 'short')")
    page.page.reload()
    expect(moved).to_contain_text("Sensitivity, Long distance and Conventions are under More.")
    page.page.keyboard.press("Escape")
    page.page.get_by_role("button", name="Language, light and dark").click()
    page.page.get_by_role("button", name="Dark", exact=True).click()
    scheme = "() => getComputedStyle(document.querySelector('.stApp')).colorScheme"
    assert until(page.page, lambda: page.page.evaluate(scheme) == "dark")
    page.page.get_by_role("link", name="Deutsch").click()
    expect(page.page.locator("html[lang=de]")).to_have_count(1)
    # Another visit, at another page.
    page.page.goto(f"{page.server}/measures")
    expect(page.page.locator("html[lang=de]")).to_have_count(1)
    assert until(page.page, lambda: page.page.evaluate(scheme) == "dark")
    expect(page.page.locator("h1").first).to_be_visible()
    page.settle()
    expect(moved).to_be_hidden()
