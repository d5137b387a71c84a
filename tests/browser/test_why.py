"""Why: steps by mouse and keys, the whole screen, landscape, sensitivity, every view at every width."""

import re

from playwright.sync_api import expect

from ..effort import sampled
from .explorer import narrowed, until
from .test_pointing import WIDE

VIEWS = ("Picture", "Side by side", "Steps", "Landscape", "Sensitivity", "Long distance", "Conventions")


def shown_step(explorer):
    return explorer.page.locator("section.steps > article.step:visible")


def test_steps_by_keyboard_mouse_and_play(desk):
    page = desk.visit("?c=15&m=LCaF&v=steps").page
    counter, sentence = page.locator(".stepcount"), shown_step(desk).locator(".why-text")
    page.locator("[data-move=first]").focus()
    for i in range(1, 13):
        expect(counter).to_have_text(f"step {i} of 12")
        if i == 4:
            expect(sentence).to_contain_text("Go up from Rock, which is predicted: its nearest true class is Drama")
            # Pointing at the name of the class that a step is about lights it everywhere.
            sentence.locator(".name", has_text="Rock").hover()
            assert desk.lit(desk.canvas) == {"Rock"}
            expect(shown_step(desk).locator("g.class rect[rx='7']:not(.halo)")).to_have_count(1)
            page.mouse.move(2, 2)
        page.keyboard.press("ArrowRight")
    expect(counter).to_have_text("step 12 of 12")
    expect(shown_step(desk).locator("output.result")).to_have_text("0.5")
    for key, at in (("Home", 1), ("End", 12), ("ArrowLeft", 11)):
        page.keyboard.press(key)
        expect(counter).to_have_text(f"step {at} of 12")
    page.get_by_role("button", name="next step").click()
    expect(counter).to_have_text("step 12 of 12")
    page.get_by_role("button", name="step 1", exact=True).click()
    expect(counter).to_have_text("step 1 of 12")
    page.get_by_role("button", name="Play").click()
    expect(counter).not_to_have_text("step 1 of 12")
    page.get_by_role("button", name="Pause").click()


def test_on_the_whole_screen(visits):
    desk = visits.desk()
    with desk.letters_of_the_page():
        page = desk.visit("?c=15&m=LCaF&v=steps&step=1").page
        page.locator("[data-move=first]").focus()
        page.keyboard.press("f")
        projector = page.locator("dialog.projector")
        expect(projector.locator(".why-text")).to_contain_text("Every class climbs, from parent to parent")
        page.keyboard.press("ArrowRight")
        expect(projector.locator(".why-text")).to_contain_text("Go up from Drama, which is true")
        expect(projector.locator(".ledger .now")).to_contain_text("Drama")
        sizes = projector.evaluate(
            "(d) => [...d.querySelectorAll('.why-text, .ledger, header, footer .keys')]"
            ".map((e) => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert min(sizes) >= 28
        text = projector.locator("svg text").first
        assert text.evaluate("t => t.getBoundingClientRect().height") >= 28
        page.keyboard.press("Escape")
        expect(projector).to_have_count(0)
        expect(page.locator(".stepcount")).to_have_text("step 2 of 12")
        # It works as a link, and any picture can fill the screen.
        desk.visit("?c=12a&m=MGIA&v=steps&step=4&big=1")
        expect(projector.locator("header")).to_contain_text("step 4 of")
        page.keyboard.press("Escape")
        desk.visit("?c=15&m=hF&v=picture")
        desk.why.get_by_role("button", name="whole screen").click()
        expect(projector.locator(".frame svg")).to_have_count(3)
        page.keyboard.press("f")
        expect(projector).to_have_count(0)


def steps_that_no_key_leads_to_yet_are_drawn_when_one_does(page):
    """By an answer at once, or by the page where none comes; the whole screen stays, and so does the place."""
    for status in sampled((200, 204), 1, seed=1):
        page.visit("?c=15&m=LCaF&v=steps")
        if status != 200:
            page.page.route("**/answer", lambda route: route.fulfill(status=204))
        steps, later = page.page.locator("section.steps > article"), page.page.locator("section.steps > [data-later]")
        expect(later).to_have_count(9)
        page.page.locator("[data-move=first]").focus()
        page.page.keyboard.press("f")
        screen = page.page.locator("dialog.projector")
        for key, at, drawn_there in (("ArrowRight", 2, (1, 2, 3)), ("End", 12, (11, 12)), ("ArrowLeft", 11, (10,))):
            page.page.keyboard.press(key)
            expect(screen.locator("header")).to_contain_text(f"step {at} of 12")
            expect(screen.locator(".frame svg, .lists").first).to_be_visible()
            for i in drawn_there:
                expect(steps.nth(i - 1)).not_to_have_attribute("data-later", "")
        expect(later).to_have_count(6)
        expect(page.page.locator("section.steps .marks .term").first).to_have_attribute(
            "aria-describedby", re.compile(".")
        )
        page.page.keyboard.press("Escape")
        expect(page.page.locator(".stepcount")).to_have_text("step 11 of 12")
    page.page.unroute("**/answer")


def pick(explorer, name: str):
    return explorer.why.locator(f"g.class[data-pick]:has(title:text-is('{name}'))")


def test_views(page):
    """One visit for all that a view asks of the page around it."""
    steps_that_no_key_leads_to_yet_are_drawn_when_one_does(page)
    page.turn_to("?c=15&m=LCaF&v=picture")
    light_in_why_is_light_in_hierarchy_and_question_and_back(page)
    every_view_on_a_phone(page)
    ideas_side_by_side_light_and_tell_each_class_and_open_by_a_click(page)
    a_score_of_the_landscape_and_a_point_of_the_sensitivity_are_adopted(page)
    a_click_on_a_measure_scrolls_nothing(page)


def a_score_of_the_landscape_and_a_point_of_the_sensitivity_are_adopted(page):
    page.turn_to("?c=15&m=LCaF&v=landscape")
    # Theater, all that is predicted, would share Theater of {Theater, Drama} and of {Theater}.
    expect(pick(page, "Theater")).to_contain_text("0.67")
    expect(pick(page, "Drama")).to_contain_text("1")
    pick(page, "Theater").click()
    expect(page.question).to_contain_text("Predicted: Theater")
    page.expect_why("LCaF", "0.67")
    page.turn_to("?c=15&m=MGIA&v=sensitivity")
    expect(page.why.locator(".frame svg")).to_contain_text("0.6 at 5")
    page.why.locator(".point[data-pick='10'] rect").click(force=True)
    page.expect_why("MGIA (Dₘₐₓ = 10)", "0.8")


def every_view_on_a_phone(page):
    """Light and dark are laid out alike."""
    page.turn_to("?c=15&m=MGIA")
    sideways = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
    views = page.page.locator(".st-key-whyviews").get_by_role("radio")
    expect(views).to_have_text([*VIEWS[:4], "More"])
    views.last.click()
    expect(views).to_have_text(list(VIEWS))
    with narrowed(page.page):
        for name in sampled(VIEWS, 3):
            page.page.locator(".st-key-whyviews").get_by_role("radio", name=name, exact=True).click()
            expect(page.why_title).to_have_text("Why do they differ?" if name == "Side by side" else "Why is MGIA 0.6?")
            page.settle()
            assert until(page.page, lambda: page.page.evaluate(sideways) <= 0), name  # it follows the window


def ideas_side_by_side_light_and_tell_each_class_and_open_by_a_click(page):
    page.turn_to("?c=15&m=GIE&v=ideas")
    panels = page.page.locator(".idea")
    expect(panels.locator(".result")).to_have_text(["0", "7", "0.6", "0.5", "0.5"])
    expect(page.page.locator(".idea.open .title")).to_contain_text("Pairs")
    panels.nth(2).locator("g.class", has_text="Music").hover()
    expect(page.page.locator(".idea g.class.lit")).to_have_count(4)
    line = "Music: not asked · in no pair · predicted side alone · on G_p’s climb"
    expect(page.page.locator(".pointed")).to_have_text(line)
    expect(panels.nth(3).locator("g.class", has_text="Music")).to_have_attribute("aria-label", line)
    # The pairs of the measure that is pointed at.
    expect(panels.nth(1).get_by_text("default 5").locator("visible=true")).to_have_count(1)
    panels.nth(1).locator(".idea-count.other").hover()
    expect(panels.nth(1).get_by_text("default 5").locator("visible=true")).to_have_count(0)
    panels.nth(3).locator(".title").click()
    expect(page.page.locator(".idea.open .title")).to_contain_text("Climbs to the LCA")
    expect(page.page.locator(".answers tr.selected")).to_contain_text("LCaF")


def light_in_why_is_light_in_hierarchy_and_question_and_back(page):
    assert abs(page.why.bounding_box()["width"] - WIDE) < 2  # as it was measured above
    for part in (
        page.canvas.locator(".class", has_text="Opera"),
        page.question.locator(".mark", has_text="Opera"),
        page.page.locator(".why-text .name", has_text="Opera").first,
        page.why.locator(".frame svg").nth(1).locator(".class", has_text="Opera"),
    ):
        part.hover()
        for other in (page.canvas, page.question, page.page.locator(".why-text"), page.why.locator(".frame svg").first):
            expect(other.locator("[data-n].lit").first).to_be_visible()
            assert page.lit(other) == {"Opera"}
        page.page.mouse.move(2, 2)
        expect(page.page.locator(".lit")).to_have_count(0)
    page.why.locator(".num").nth(1).hover()  # 3 classes of the true side
    assert page.lit(page.canvas) == {"Arts", "Theater", "Drama"}
    assert page.lit(page.question) == {"Drama"}


def a_click_on_a_measure_scrolls_nothing(page):
    """Whoever looks at the drawing goes on looking at it, also where why begins below the window."""
    size = page.page.viewport_size
    page.turn_to("?c=15&m=GIE")
    try:
        page.page.set_viewport_size({"width": 1280, "height": 600})
        page.page.get_by_test_id("stMain").evaluate("(e) => e.scrollTo(0, 0)")
        before = page.row("GIE").bounding_box()["y"]
        page.choose("LCaF")
        assert page.row("GIE").bounding_box()["y"] == before
    finally:
        page.page.set_viewport_size(size)
