"""Why: steps by mouse and keys, the whole screen, landscape, sensitivity, long distance, conventions."""

import re

import pytest
from playwright.sync_api import expect

from hierview import evaluate, load_case, long_distance, parse_measure
from hierview.answers.answers import headline
from hierview.explain import number, plain
from hierview.markup import html
from hierview.measures.vary import landscape

from ..each import each
from . import given
from .explorer import drawn, until
from .test_app import App

VIEWS = ("Picture", "Steps", "Landscape", "Sensitivity", "Long distance", "Conventions")


@pytest.fixture
def page(visits):
    """The explorer at 1280 x 800 in light; where a test turns to an address, the visit of the one before goes on."""
    return visits.going_on()


def steps_of(name: str, text: str):
    case, measure = load_case(name), parse_measure(text)
    return measure.explain(case, measure.evaluate(case))


def shown_step(explorer):
    return explorer.page.locator("section.steps > article.step:visible")


def view(explorer, name: str):
    explorer.page.locator(".st-key-whyviews").get_by_role("radio", name=name, exact=True).click()
    explorer.settle()


WALKED = [("15", "LCaF"), ("12a", "MGIA"), ("8b", "LCaF"), ("7a", "hF")]


@each("name, text", WALKED)
def test_steps_by_keyboard(desk, name, text):
    explorer = desk.visit(f"?c={name}&m={text}&v=steps")
    page, steps = explorer.page, steps_of(name, text)
    counter = page.locator(".stepcount")
    page.locator("[data-move=first]").focus()
    walk = []
    for _ in steps:
        walk.append([counter.text_content(), *shown_step(explorer).locator(".why-text").all_text_contents()])
        page.keyboard.press("ArrowRight")
    told = [" ".join(plain(step.text).replace("_", "").split()) for step in steps]
    assert [at for at, _ in walk] == [f"step {i} of {len(steps)}" for i in range(1, len(steps) + 1)]
    assert [" ".join(text.split()) for _, text in walk] == told
    expect(counter).to_have_text(f"step {len(steps)} of {len(steps)}")
    value = number(evaluate(load_case(name), text).value)
    expect(shown_step(explorer).locator("output.result")).to_have_text(value)
    for key, at in (("Home", 1), ("End", len(steps)), ("ArrowLeft", len(steps) - 1)):
        page.keyboard.press(key)
        expect(counter).to_have_text(f"step {at} of {len(steps)}")


def by_mouse_and_play(explorer):
    explorer.turn_to("?c=15&m=MGIA&v=steps&step=3")
    page, count = explorer.page, len(steps_of("15", "MGIA"))
    counter = page.locator(".stepcount")
    expect(counter).to_have_text(f"step 3 of {count}")
    page.get_by_role("button", name="next step").click()
    expect(counter).to_have_text(f"step 4 of {count}")
    page.get_by_role("button", name="step 1", exact=True).click()
    expect(counter).to_have_text(f"step 1 of {count}")
    page.get_by_role("button", name="Play").click()
    expect(counter).not_to_have_text(f"step 1 of {count}")
    page.get_by_role("button", name="Pause").click()


def a_step_lights_its_classes(explorer):
    # Pointing at the name of the class that a step is about lights it everywhere.
    at = next(i for i, step in enumerate(steps_of("15", "LCaF"), 1) if plain(step.text).startswith("Go up from Rock"))
    explorer.turn_to(f"?c=15&m=LCaF&v=steps&step={at}")
    shown_step(explorer).locator(".why-text .name", has_text="Rock").hover()
    assert explorer.lit(explorer.canvas) == {"Rock"}
    outlined = shown_step(explorer).locator("g.class rect[rx='7']:not(.halo)")
    expect(outlined).to_have_count(1)
    explorer.page.mouse.move(2, 2)


def on_the_whole_screen(explorer):
    explorer.turn_to("?c=15&m=LCaF&v=steps&step=1")
    page, steps = explorer.page, steps_of("15", "LCaF")
    page.locator("[data-move=first]").focus()
    page.keyboard.press("f")
    projector = page.locator("dialog.projector")
    expect(projector).to_be_visible()
    expect(projector.locator(".why-text")).to_have_text(plain(steps[0].text))
    page.keyboard.press("ArrowRight")
    expect(projector.locator(".why-text")).to_have_text(plain(steps[1].text))
    expect(projector.locator(".ledger .now")).to_contain_text("Opera")
    sizes = projector.evaluate(
        "(d) => [...d.querySelectorAll('.why-text, .ledger, header, footer .keys')]"
        ".map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 28
    text = projector.locator("svg text").first
    assert text.evaluate("t => t.getBoundingClientRect().height") >= 28
    page.keyboard.press("Escape")
    expect(projector).to_have_count(0)
    expect(page.locator(".stepcount")).to_have_text(f"step 2 of {len(steps)}")


def test_whole_screen_works_as_a_link(visits):
    explorer = visits.going_on().turn_to("?c=12a&m=MGIA&v=steps&step=4&big=1")
    projector = explorer.page.locator("dialog.projector")
    expect(projector).to_be_visible()
    expect(projector.locator("header")).to_contain_text(f"step 4 of {len(steps_of('12a', 'MGIA'))}")


def every_view_of_a_picture_can_fill_the_screen(explorer):
    explorer.turn_to("?c=15&m=hF&v=picture")
    explorer.why.get_by_role("button", name="whole screen").click()
    expect(explorer.page.locator("dialog.projector .frame svg")).to_have_count(3)
    explorer.page.keyboard.press("f")
    expect(explorer.page.locator("dialog.projector")).to_have_count(0)


@each(
    "check",
    [
        by_mouse_and_play,
        a_step_lights_its_classes,
        on_the_whole_screen,
        every_view_of_a_picture_can_fill_the_screen,
    ],
)
def test_steps(visits, check):
    with visits.desk().letters_of_the_page():
        check(visits.desk())


def landscape_carries_every_score_and_is_adopted(explorer):
    case = load_case("15")
    for text in ("GIE", "hF", "LCaF"):
        given.show(explorer, {"landscape": App(c="15", m=text, v="landscape").shown["landscape"]})
        values = landscape(case, parse_measure(text)).values
        read = explorer.why.locator("g.class[data-pick]").evaluate_all(
            "(all) => all.map((g) => [g.querySelector('title').textContent, g.textContent])"
        )
        assert {c for c, _ in read} == set(values)
        assert [c for c, told in read if number(values[c]) not in told] == []
    explorer.why.locator("g.class[data-pick]:has(title:text-is('Theater'))").click()
    expect(explorer.question).to_contain_text("Predicted: Theater")
    expect(explorer.why_title).to_have_text(f"Why is LCaF {number(values['Theater'])}?")
    expect(explorer.page.locator(".st-key-edited")).to_contain_text("edited")
    assert all(line.printed is None for line in explorer.lines())
    explorer.page.get_by_role("button", name="reset").click()
    expect(explorer.question).to_contain_text("Opera")


def landscape_by_keyboard_and_other_ways(explorer):
    explorer.turn_to("?c=15&m=LCaF&v=landscape")
    drawing = explorer.why.locator(".frame svg").first
    before = drawing.text_content()
    explorer.page.locator(".st-key-variant").get_by_text("is predicted, too").click()
    # A key means what is on screen: the scores of the other question have to be there first.
    expect(drawing).not_to_have_text(before)
    explorer.settle()
    explorer.why.locator("g.class[data-pick]:has(title:text-is('Music'))").focus()
    explorer.page.keyboard.press("Enter")
    expect(explorer.question).to_contain_text("Music Opera Rock")


def sensitivity_sets_the_parameter(explorer):
    explorer.turn_to("?c=15&m=MGIA&v=sensitivity")
    expect(explorer.why.locator(".frame svg")).to_contain_text("0.6 at 5")
    explorer.why.locator(".point[data-pick='10'] rect").click(force=True)
    wanted = number(evaluate(load_case("15"), "MGIA(default_cost=10)").value)
    expect(explorer.why_title).to_have_text(re.compile(rf"Why is MGIA .* {re.escape(wanted)}\?"))


def long_distance_beside_the_original(explorer):
    explorer.turn_to("?c=15&m=LCaF&v=landscape")
    case = load_case("18a")
    after, app = long_distance(case, 4), App(c="18a", v="distance")
    given.show(explorer, {"landscape": app.shown["distance"] + app.shown["distancetable"]})
    figures = explorer.page.locator(".panels .panel")
    expect(figures).to_have_count(2)
    drawn = [{box.name for box in explorer.boxes(figures.nth(i))} for i in range(2)]
    assert drawn == [set(case.hierarchy.classes), set(after.hierarchy.classes)]
    for measure in headline(case):
        row = explorer.page.locator("table.plain tr").filter(has_text=measure.label()).first
        expect(row).to_contain_text(number(measure.evaluate(after).value))
    assert app.press("adopt-distance").shown["whytitle"] == html.why_title("Why is GIE (any distance) 9?")


def conventions_tell_what_changed(explorer):
    app = App(c="11a", v="conventions")
    assert app.control("radio", "As in").value == "HEMKit"
    row = explorer.page.locator("table.plain tr").filter(has_text="hF").first
    # HEMKit counts a virtual root: 0.75 instead of 0.667.
    for tool, value in (("HEMKit", "0.75"), ("hiclass", "0.5")):
        given.show(explorer, {"landscape": app.use(app.control("radio", "As in"), tool).shown["conventions"]})
        expect(row).to_contain_text(value)
    given.show(explorer, {"landscape": App(c="hemkit-1", v="conventions").shown["hemkit"]})
    told = explorer.page.locator("table.plain").last
    for text in ("definition", "algorithm1", "0.67", "0.5", "HEMKit"):
        expect(told).to_contain_text(text)


@each(
    "check",
    [
        # In the viewer of a landscape, which comes after them; what is around them is asked without a browser.
        long_distance_beside_the_original,
        conventions_tell_what_changed,
        landscape_carries_every_score_and_is_adopted,
        landscape_by_keyboard_and_other_ways,
        sensitivity_sets_the_parameter,
    ],
)
def test_other_views(page, check):
    check(page)


def test_every_view_at_every_width(page):
    """Light and dark are laid out alike."""
    size = page.page.viewport_size
    page.turn_to("?c=15&m=MGIA")
    try:
        for name in VIEWS:
            view(page, name)
            expect(page.why_title).to_have_text("Why is MGIA 0.6?")
            for width in (390, 1280):
                page.page.set_viewport_size({"width": width, "height": 800})
                drawn(page.page)
                assert until(page.page, lambda: sideways(page) <= 0), (name, width)  # it follows the window
    finally:
        page.page.set_viewport_size(size)


def sideways(page) -> int:
    return page.page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")
