"""Lessons in a real browser: choosing on the drawing, keys, the list, narrow pages, contrast."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
import segno
from PIL import Image
from playwright.sync_api import Locator, expect

from hierview.lessons.template import TEMPLATE

from ..effort import times
from .axe import violations
from .explorer import LOOKS, Explorer, until
from .test_looks import expect_legible, in_dark


class Taking(Explorer):
    """A page with a lesson on it."""

    path, landmark = "/lessons", ".lesson-head h1"

    @property
    def heading(self) -> Locator:
        return self.page.locator(".lesson-head h1")

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".lesson-verdict strong")

    def drawn(self, name: str) -> Locator:
        return self.page.locator(f".choosing g.class:has(title:text-is('{name}'))")

    def press(self, label: str) -> Taking:
        self.page.get_by_role("button", name=label, exact=True).click()
        self.settle()
        return self


@pytest.fixture
def taking(visits):
    """Give the page of a look, with a lesson on it."""
    return lambda look="wide": Taking.at_place_of(visits.page(look))


def test_lessons_are_taken_and_written(taking, lessons_folder: Path):
    page = taking()
    a_lesson_is_taken_with_the_keyboard_and_kept(page)
    classes_are_chosen_on_the_drawing_and_everything_can_be_read(page)
    a_talk_goes_through_all_steps_by_keys_and_shows_the_next_number_alone(page)
    a_lesson_that_is_saved_is_shown_again_by_itself(page, lessons_folder)


def classes_are_chosen_on_the_drawing_and_everything_can_be_read(page: Taking) -> None:
    page.turn_to("?lesson=03-ancestors&stage=1")
    page.drawn("Arts").click()
    page.settle()
    chosen = page.page.locator("[data-testid=stButtonGroup] button[data-selected]")
    expect(chosen).to_have_text(["Arts"])
    page.page.get_by_role("button", name="Pop", exact=True).click()
    page.settle()
    page.drawn("Music").click()
    page.settle()
    expect(chosen).to_have_text(["Arts", "Music", "Pop"])
    page.press("Check")
    expect(page.verdict).to_have_text("Right.")
    expect(page.page.locator(".lesson-words").last).to_contain_text("The predicted side becomes Arts, Theater")
    expect_legible(page, 1)


def a_lesson_is_taken_with_the_keyboard_and_kept(page: Taking) -> None:
    page.turn_to("?lesson=01-flat&stage=1")
    page.page.get_by_label("flat precision").fill("0,5")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    expect(page.verdict).to_have_text("Right.")
    page.press("Next →")
    expect(page.heading).to_have_text("A near miss and a far one")
    assert "stage=2" in page.page.url
    page.page.go_back()
    expect(page.heading).to_have_text("A hit, and one class too many")
    expect(page.page.locator(".index .entry.here")).to_contain_text("1 of 3")
    # The browser keeps what was answered, for another visit.
    assert until(page.page, lambda: "0,5" in page.page.evaluate("JSON.stringify(localStorage)"))


@pytest.mark.whole
def test_another_lesson_is_chosen_from_the_list_and_on_a_phone_from_a_choice(taking):
    page = taking().turn_to("?lesson=01-flat")
    page.page.get_by_role("navigation", name="Lessons").get_by_text("Alone").click()
    expect(page.heading).to_have_text("Each class once")
    page = taking("phone").turn_to("?lesson=01-flat")
    page.page.get_by_role("combobox", name="Lesson").select_option("06-alone")
    expect(page.heading).to_have_text("Each class once")


@pytest.mark.whole
def test_a_case_of_the_lessons_own_opens_in_explore(taking):
    page = taking().turn_to("?lesson=11-which-measure&stage=3")
    page.page.get_by_role("link", name="Open 19b-moved in Explore").click()
    expect(page.page.locator("h1.question")).to_contain_text("Europop")


def a_talk_goes_through_all_steps_by_keys_and_shows_the_next_number_alone(page: Taking) -> None:
    page.page.set_viewport_size(LOOKS["slides"]["viewport"])
    try:
        a_talk_goes_through_all_steps(page)
    finally:
        page.page.set_viewport_size(LOOKS["wide"]["viewport"])


def a_talk_goes_through_all_steps(page: Taking) -> None:
    page.turn_to("?lesson=06-alone&stage=1&big=1")
    slide = page.page.locator("dialog.projector")
    expect(slide.locator(".talk-head")).to_have_text("Each class once")
    page.page.keyboard.press("PageDown")
    expect(slide.locator(".why-text b")).to_have_text("What is GIE here?")
    page.page.keyboard.press("Space")
    expect(slide.locator("[data-waits]")).to_have_count(4)
    page.page.keyboard.press("n")
    expect(slide.locator("[data-waits]")).to_have_count(3)
    sizes = slide.evaluate(
        "(d) => [...d.querySelectorAll('p, li, header span')].map((e) => getComputedStyle(e).fontSize)"
    )
    assert min(float(size.removesuffix("px")) for size in sizes) >= 28
    page.page.keyboard.press("End")
    expect(slide.locator("header")).to_contain_text("16 of 16")
    if times(0, 1):
        assert not violations(page.page)
    page.page.keyboard.press("Escape")
    expect(slide).to_have_count(0)
    expect(page.heading).to_have_text("Each class once")
    expect(page.page.locator(".talk .step:visible")).to_have_count(0)


def a_lesson_that_is_saved_is_shown_again_by_itself(page: Taking, lessons_folder: Path) -> None:
    file, lesson = lessons_folder / "live.md", TEMPLATE.format(title="Live")
    file.write_text(lesson, encoding="utf-8")
    try:
        page.turn_to("?lesson=live&stage=1")
        expect(page.heading).to_have_text("What one sees first")
        assert page.page.locator(".st-key-lesson .notice").count() == 0
        file.write_text(lesson.replace("What one sees first", "Written anew"), encoding="utf-8")
        expect(page.heading).to_have_text("Written anew")
        file.write_text(lesson.replace("answer:", "answers:"), encoding="utf-8")
        expect(page.page.locator(".st-key-lesson .notice").first).to_contain_text("live.md, line")
    finally:
        file.unlink()


@pytest.mark.whole
def test_the_code_of_a_link_is_the_link_to_a_camera(taking):
    """Also in the dark."""
    page = taking().turn_to("?lesson=03-ancestors&stage=2")
    with in_dark(page):
        expect_code(page)


def expect_code(page: Taking) -> None:
    page.page.get_by_role("button", name="For teachers").click()
    page.page.get_by_text("QR code", exact=True).click()
    link = page.page.get_by_test_id("stPopoverBody").locator("code").first.inner_text()
    assert link == f"{page.server}/lessons?lesson=03-ancestors&stage=2"
    dots = [[bool(dot) for dot in row] for row in segno.make(link, error="m", micro=False).matrix_iter(border=4)]
    # While the popover unfolds, the code is on its way.
    assert until(page.page, lambda: seen_by_a_camera(page, len(dots)) == dots)


def seen_by_a_camera(page: Taking, across: int) -> list[list[bool]]:
    """Whether each dot of the code on screen is dark."""
    seen = Image.open(BytesIO(page.page.locator("svg.qr").screenshot())).convert("L")
    size = seen.width / across
    assert size >= 3, "a phone tells its dots apart"
    middles = [int((i + 0.5) * size) for i in range(across)]
    return [[seen.getpixel((x, min(y, seen.height - 1))) < 128 for x in middles] for y in middles]
