"""Why: steps by mouse and keys, the whole screen, landscape, sensitivity, long distance, conventions."""

import re

import pytest
from playwright.sync_api import expect

from hierview import evaluate, load_case, long_distance, parse_measure
from hierview.answers.answers import headline
from hierview.explain import number, plain
from hierview.measures.vary import landscape

VIEWS = ("Picture", "Steps", "Landscape", "Sensitivity", "Long distance", "Conventions")


def steps_of(name: str, text: str):
    case, measure = load_case(name), parse_measure(text)
    return measure.explain(case, measure.evaluate(case))


def shown_step(explorer):
    return explorer.page.locator("section.steps > article.step:visible")


def view(explorer, name: str):
    explorer.page.locator(".st-key-whyviews").get_by_role("radio", name=name, exact=True).click()
    explorer.settle()


@pytest.mark.parametrize(("name", "text"), [("15", "LCaF"), ("12a", "MGIA"), ("8b", "LCaF"), ("7a", "hF")])
def test_steps_by_keyboard(visits, name, text):
    explorer = visits.page().open(f"?c={name}&m={text}&v=steps")
    page, steps = explorer.page, steps_of(name, text)
    counter = page.locator(".stepcount")
    page.locator("[data-move=first]").focus()
    for i, step in enumerate(steps, 1):
        expect(counter).to_have_text(f"step {i} of {len(steps)}")
        expect(shown_step(explorer).locator(".why-text")).to_have_text(plain(step.text).replace("_", ""))
        page.keyboard.press("ArrowRight")
    expect(counter).to_have_text(f"step {len(steps)} of {len(steps)}")
    value = number(evaluate(load_case(name), text).value)
    expect(shown_step(explorer).locator("output.result")).to_have_text(value)
    for key, at in (("Home", 1), ("End", len(steps)), ("ArrowLeft", len(steps) - 1)):
        page.keyboard.press(key)
        expect(counter).to_have_text(f"step {at} of {len(steps)}")


def test_steps_by_mouse_and_play(visits):
    explorer = visits.page().open("?c=15&m=MGIA&v=steps&step=3")
    page, count = explorer.page, len(steps_of("15", "MGIA"))
    counter = page.locator(".stepcount")
    expect(counter).to_have_text(f"step 3 of {count}")
    page.get_by_role("button", name="next step").click()
    expect(counter).to_have_text(f"step 4 of {count}")
    page.get_by_role("button", name="step 1", exact=True).click()
    expect(counter).to_have_text(f"step 1 of {count}")
    page.get_by_role("button", name="Play").click()
    expect(counter).to_have_text(f"step 2 of {count}", timeout=6_000)
    page.get_by_role("button", name="Pause").click()


def test_a_step_lights_its_classes(visits):
    # Pointing at the name of the class that a step is about lights it everywhere.
    at = next(i for i, step in enumerate(steps_of("15", "LCaF"), 1) if plain(step.text).startswith("Go up from Rock"))
    explorer = visits.page().open(f"?c=15&m=LCaF&v=steps&step={at}")
    shown_step(explorer).locator(".why-text .name", has_text="Rock").hover()
    assert explorer.lit(explorer.canvas) == {"Rock"}
    outlined = shown_step(explorer).locator("g.class rect[rx='7']:not(.halo)")
    expect(outlined).to_have_count(1)


def test_whole_screen(visits):
    explorer = visits.page().open("?c=15&m=LCaF&v=steps")
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
    explorer = visits.page().open("?c=12a&m=MGIA&v=steps&step=4&big=1")
    projector = explorer.page.locator("dialog.projector")
    expect(projector).to_be_visible()
    expect(projector.locator("header")).to_contain_text(f"step 4 of {len(steps_of('12a', 'MGIA'))}")


def test_every_view_of_a_picture_can_fill_the_screen(visits):
    explorer = visits.page().open("?c=15&m=hF")
    explorer.why.get_by_role("button", name="whole screen").click()
    expect(explorer.page.locator("dialog.projector .frame svg")).to_have_count(3)
    explorer.page.keyboard.press("f")
    expect(explorer.page.locator("dialog.projector")).to_have_count(0)


@pytest.mark.parametrize("text", ["LCaF", "GIE", "hF"])
def test_landscape_carries_every_score_and_is_adopted(visits, text):
    case, measure = load_case("15"), parse_measure(text)
    explorer = visits.page().open(f"?c=15&m={text}&v=landscape")
    values = landscape(case, measure).values
    for c, value in values.items():
        group = explorer.why.locator(f"g.class[data-pick]:has(title:text-is('{c}'))")
        expect(group).to_contain_text(number(value))
    explorer.why.locator("g.class[data-pick]:has(title:text-is('Theater'))").click()
    expect(explorer.question).to_contain_text("Predicted: Theater")
    expect(explorer.why_title).to_have_text(f"Why is {text} {number(values['Theater'])}?")
    expect(explorer.page.locator(".st-key-edited")).to_contain_text("edited")
    assert all(line.printed is None for line in explorer.lines())
    explorer.page.get_by_role("button", name="reset").click()
    expect(explorer.question).to_contain_text("Opera")


def test_landscape_by_keyboard_and_other_ways(visits):
    explorer = visits.page().open("?c=15&m=LCaF&v=landscape")
    drawing = explorer.why.locator(".frame svg").first
    before = drawing.text_content()
    explorer.page.locator(".st-key-variant").get_by_text("is predicted, too").click()
    # A key means what is on screen: the scores of the other question have to be there first.
    expect(drawing).not_to_have_text(before)
    explorer.settle()
    explorer.why.locator("g.class[data-pick]:has(title:text-is('Music'))").focus()
    explorer.page.keyboard.press("Enter")
    expect(explorer.question).to_contain_text("Music Opera Rock")


def test_sensitivity_sets_the_parameter(visits):
    explorer = visits.page().open("?c=15&m=MGIA&v=sensitivity")
    expect(explorer.why.locator(".frame svg")).to_contain_text("0.6 at 5")
    explorer.why.locator(".point[data-pick='10'] rect").click(force=True)
    wanted = number(evaluate(load_case("15"), "MGIA(default_cost=10)").value)
    expect(explorer.why_title).to_have_text(re.compile(rf"Why is MGIA .* {re.escape(wanted)}\?"))


def test_long_distance_beside_the_original(visits):
    explorer = visits.page().open("?c=18a&v=distance")
    case = load_case("18a")
    after = long_distance(case, 4)
    figures = explorer.page.locator(".panels .panel")
    expect(figures).to_have_count(2)
    drawn = [{box.name for box in explorer.boxes(figures.nth(i))} for i in range(2)]
    assert drawn == [set(case.hierarchy.classes), set(after.hierarchy.classes)]
    for measure in headline(case):
        row = explorer.page.locator("table.plain tr").filter(has_text=measure.label()).first
        expect(row).to_contain_text(number(measure.evaluate(after).value))
    explorer.page.get_by_role("button", name="Open the result").click()
    expect(explorer.why_title).to_have_text("Why is GIE (any distance) 9?")


def test_conventions_tell_what_changed(visits):
    explorer = visits.page().open("?c=11a&v=conventions")
    row = explorer.page.locator("table.plain tr").filter(has_text="hF").first
    # HEMKit counts a virtual root: 0.75 instead of 0.667.
    expect(row).to_contain_text("0.75")
    explorer.page.locator(".st-key-variant").get_by_text("hiclass").click()
    expect(row).to_contain_text("0.5")
    explorer.open("?c=hemkit-1&v=conventions")
    told = explorer.page.locator("table.plain").last
    for text in ("definition", "algorithm1", "0.67", "0.5", "HEMKit"):
        expect(told).to_contain_text(text)


@pytest.mark.parametrize("look", ["wide", "phone", "wide dark", "phone dark"])
def test_every_view_at_every_width(visits, look):
    explorer = visits.page(look).open("?c=15&m=MGIA")
    for name in VIEWS:
        view(explorer, name)
        expect(explorer.why_title).to_have_text("Why is MGIA 0.6?")
        sideways = explorer.page.evaluate(
            "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
        )
        assert sideways <= 0, name
