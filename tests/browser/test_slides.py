"""Slides: the whole screen holds all of a step, terms and marks tell what they mean, Why comes into view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from hierview import load_case, parse_measure
from hierview.explain import plain
from hierview.glossary import term, term_pieces

from ..each import each
from ..effort import sampled
from .desk import Desk
from .explorer import LOOKS, Explorer, until
from .javascript import javascript

_SLIDE = javascript("seen_on_a_slide")

LARGE, MIDDLE, SMALL = (1920, 1080), (1366, 768), (1280, 720)
WALKS = [
    ("8b", "LCaF", LARGE),
    ("12a", "MGIA", LARGE),
    ("r4-c1", "HCM", LARGE),
    ("18b", "GIE", MIDDLE),
    ("8b", "hF", SMALL),
]


_WALK = javascript("walk_through_slides").replace("SEEN_ON_A_SLIDE", _SLIDE)


@pytest.fixture
def screen(visits) -> Iterator[Desk]:
    """The steps without the page around them, which a slide covers, in the page's letters."""
    desk = visits.desk()
    size = desk.page.viewport_size
    with desk.letters_of_the_page():
        yield desk
    desk.page.set_viewport_size(size)


def on_screen(page: Desk, name: str, measure: str, width: int, height: int) -> tuple[Desk, Locator, int]:
    """The steps on a screen of that size, at the first one."""
    page.page.set_viewport_size({"width": width, "height": height})
    slide = page.page.locator("dialog.projector")
    if slide.is_visible():  # that of the walk before
        page.page.keyboard.press("Escape")
        expect(slide).to_have_count(0)
    page.visit(f"?c={name}&m={measure}&v=steps")
    section = page.page.locator("section.steps")
    page.page.locator("[data-move=first]").focus()
    page.page.keyboard.press("f")
    expect(slide).to_be_visible()
    return page, slide, int(section.get_attribute("data-count") or 0)


@each("name, measure, size", sampled(WALKS, 1, 1))
def test_everything_of_every_step_is_on_the_screen(screen: Desk, name: str, measure: str, size: tuple[int, int]):
    _, slide, count = on_screen(screen, name, measure, *size)
    walk, facts = slide.evaluate(_WALK), 0
    assert len(walk) == count > 1
    for i, found in enumerate(walk, 1):
        assert f"step {i} of {count}" in found["header"]
        assert not found["unseen"], (i, found)
        assert found["formula"] == found["formulas"]
        # The facts of earlier steps fold: none is lost, and six at most are open.
        facts += found["known"]
        assert found["facts"] + found["folded"] == facts
        assert found["facts"] <= 6
        assert found["now"] == found["known"]
        if size == LARGE:
            assert found["least"] >= 28, (i, found)
            if found["drawings"] == 1:
                assert found["label"] >= 28, (i, found)
                assert not found["below"], (i, found)
                assert found["facts"] == min(6, facts)
                assert found["wide"] == pytest.approx(0.6, abs=0.03)


def told(page: Explorer) -> Locator:
    return page.page.get_by_role("tooltip")


def two_pictures_take_the_whole_width_where_they_would_be_small_beside_what_is_known(screen: Desk):
    page, slide, count = on_screen(screen, "8b", "LCaF", 1920, 1080)
    page.page.keyboard.press("End")
    expect(slide.locator("header")).to_contain_text(f"step {count} of {count}")
    found = slide.evaluate(_SLIDE)
    assert found["below"]
    assert found["label"] > 24
    assert found["wide"] == pytest.approx(1)


def folded_facts_unfold_and_keys_still_move_the_steps(screen: Desk):
    page, slide, count = on_screen(screen, "8b", "LCaF", 1920, 1080)
    page.page.keyboard.press("End")
    for _ in range(3):
        page.page.keyboard.press("ArrowLeft")
    expect(slide.locator("header")).to_contain_text(f"step {count - 3} of")
    first = slide.locator(".older dl > div").first
    expect(first).to_be_hidden()
    slide.locator(".older summary").click()
    expect(first).to_be_visible()
    page.page.keyboard.press("Space")
    expect(first).to_be_hidden()
    # What had the focus goes with its slide; the keys still move.
    for at in (count - 2, count - 1):
        page.page.keyboard.press("ArrowRight")
        expect(slide.locator("header")).to_contain_text(f"step {at} of")


def a_slide_follows_the_size_of_its_window(screen: Desk):
    page, slide, _ = on_screen(screen, "15", "LCaF", 1920, 1080)
    page.page.set_viewport_size({"width": 1280, "height": 720})
    assert until(page.page, lambda: not slide.evaluate(_SLIDE)["unseen"])
    # The page below is drawn for a narrow window once the slide, which that would take away, is closed.
    page.page.set_viewport_size(LOOKS["phone"]["viewport"])
    page.settle()
    expect(slide).to_be_visible()
    assert not page.state.canvas.narrow_screen
    page.page.keyboard.press("Escape")
    assert until(page.page, lambda: page.state.canvas.narrow_screen)


def titles_beside_each_other_leave_their_pictures_on_one_line(screen: Desk):
    page, slide, count = on_screen(screen, "17a", "hF", 1366, 768)
    page.page.keyboard.press("End")
    expect(slide.locator("header")).to_contain_text(f"step {count} of {count}")
    expect(slide.locator(".panel .title").last).to_be_visible()
    tops = slide.locator(".panel .frame").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().top)")
    assert len(tops) == 3
    assert max(tops) - min(tops) < 1
    titles = slide.locator(".panel .title").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().height)")
    assert min(titles) > 0


def terms_on_a_slide(screen: Desk):
    page, slide, _ = on_screen(screen, "15", "LCaF", 1920, 1080)
    slide.locator(".marks .term", has_text="lowest common ancestor").hover()
    expect(told(page)).to_have_text(term("lowest common ancestor").says)
    assert told(page).evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") > 20
    page.page.mouse.move(2, 2)
    slide.locator(".marks .term").first.focus()
    page.page.keyboard.press("Escape")
    expect(told(page)).to_have_count(0)
    expect(slide).to_be_visible()
    page.page.keyboard.press("Escape")
    expect(slide).to_have_count(0)


def test_a_slide(screen: Desk):
    two_pictures_take_the_whole_width_where_they_would_be_small_beside_what_is_known(screen)
    folded_facts_unfold_and_keys_still_move_the_steps(screen)
    a_slide_follows_the_size_of_its_window(screen)
    titles_beside_each_other_leave_their_pictures_on_one_line(screen)
    terms_on_a_slide(screen)


# Terms and marks


def test_a_term_in_a_sentence_tells_what_it_means(desk: Desk):
    case, measure = load_case("15"), parse_measure("LCaF")
    steps = measure.explain(case, measure.evaluate(case))
    at, meant = next(
        (i, meant)
        for i, step in enumerate(steps, 1)
        for word in step.text
        if isinstance(word, str)
        for _, meant in term_pieces(word)
        if meant
    )
    desk.visit(f"?c=15&m=LCaF&v=steps&step={at}")
    sentence = desk.page.locator("section.steps > .step:visible .why-text")
    expect(sentence).to_have_text(plain(steps[at - 1].text))
    word = sentence.locator(".term").first
    style = word.evaluate("(e) => [getComputedStyle(e).textDecorationLine, getComputedStyle(e).textDecorationStyle]")
    assert style == ["underline", "dotted"]
    expect(word).to_have_accessible_description(meant.says)
    word.hover()
    expect(told(desk)).to_have_text(meant.says)
    # It can be pointed at itself, and read there.
    told(desk).hover()
    expect(told(desk)).to_be_visible()
    desk.page.mouse.move(2, 2)
    expect(told(desk)).to_have_count(0)
    word.focus()
    expect(told(desk)).to_have_text(meant.says)
    desk.page.keyboard.press("Escape")
    expect(told(desk)).to_have_count(0)
    # It goes with its word, also where that is hidden and not yet gone.
    word.hover()
    expect(told(desk)).to_be_visible()
    sentence.evaluate("(e) => { e.hidden = true; window.dispatchEvent(new Event('scroll')); }")
    expect(told(desk)).to_have_count(0)


@pytest.mark.whole
def test_an_embedded_case_opens_in_hierview(page: Explorer):
    page.visit("?c=12a&m=MGIA&v=steps&embed=true")
    link = page.page.get_by_role("link", name="Open in hierview")
    assert link.get_attribute("target") == "_blank"
    assert "noopener" in (link.get_attribute("rel") or "")
    leads = link.get_attribute("href") or ""
    page.turn_to("?c=12a&ask=1&embed=true")
    assert "ask=1" in (link.get_attribute("href") or "")
    page.page.goto(leads)
    expect(page.why_title).to_have_text("Why is MGIA 0.73?")
    expect(page.page.locator(".st-key-topbar")).to_be_visible()
