"""Every picture there is, in the viewer alone: what pointing lights up, what is cut off, how small its text is."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import hierview
from hierview import Case, Measure, load_case, parse_measure
from hierview.answers.answers import headline_measures
from hierview.draw.scenes.style import screen_css_colours
from hierview.explain import HierarchyPicture, Step
from hierview.markup import html
from hierview.markup.pictures import panels_html
from hierview.markup.why import why_html as why_markup
from hierview.ui.scripts import join_modules

from ..effort import sampled, times
from ..samples import listed_measures
from .explorer import PRESETS
from .javascript import javascript

# How wide explanations are on the page at 1280 and at 390 px.
WIDE, NARROW = 880, 358
# Those whose pictures are the largest or stand apart, and every fourth case.
LARGEST = ("8b", "13a", "15", "16", "18b", "hemkit-4", "r4-dx")
FOURTH = tuple(n for i, n in enumerate(PRESETS) if i % 4 == 0 and n not in LARGEST)
MEASURED = LARGEST + FOURTH[: times(0, len(FOURTH))]
# What the viewer does with a number and a class is the same for all cases: here all measures and views.
POINTED = MEASURED if times(0, 1) else ("15",)
VIEWER = Path(hierview.__file__).parent / "ui" / "viewer"

_MOUNT = javascript("mount_viewer")

_POINT = javascript("point_at_everything")


def explanations(case: Case) -> list[tuple[Measure, str, Step]]:
    """Every way to look at every measure's answer."""
    return [
        (measure, view, measure.view(case, measure.evaluate(case), view))
        for measure in listed_measures()
        for view in measure.views(case)
    ]


_MEASURE = javascript("measure_pictures")

_SHOW = javascript("show_in_viewer")

# As text: Playwright takes a value apart by itself, which takes longer than all that is done with it.
_EACH = "(given) => JSON.stringify(JSON.parse(given).map(%s))"


def each_of(page: Page, script: str, given: list[Any]) -> list[dict[str, Any]]:
    """What a function in the page makes of each of these."""
    return json.loads(page.evaluate(_EACH % script, json.dumps(given)))


def why(case: Case, step: Step) -> str:
    return why_markup(case, "Why?", step, html.class_ids(case))


def steps(case: Case) -> list[tuple[Measure, str, Step]]:
    """Every step to every headline answer."""
    return [
        (measure, f"step {i}", step)
        for measure in headline_measures(case)
        for i, step in enumerate(measure.explain(case, measure.evaluate(case)), 1)
    ]


@cache
def shown(name: str) -> tuple[list[tuple[Measure, str, Step]], list[str]]:
    """All explanations and steps of a preset, and the markup of each."""
    case = load_case(name)
    found = explanations(case) + steps(case)
    return found, [why(case, step) for _, _, step in found]


@pytest.fixture(scope="module")
def mounted(chromium) -> Page:
    """A bare page with the viewer in it."""
    page = chromium.new_page(viewport={"width": 1000, "height": 900})
    css = screen_css_colours(".hv") + (VIEWER / "viewer.css").read_text(encoding="utf-8")
    page.goto("about:blank")
    page.evaluate(_MOUNT, [join_modules(VIEWER / "viewer.js"), css, WIDE])
    yield page
    page.close()


@pytest.mark.parametrize("name", POINTED)
def test_a_number_lights_exactly_the_classes_counted_in_it(mounted: Page, name: str):
    case = load_case(name)
    names = {n: c for c, n in html.class_ids(case).items()}
    explained, markup = shown(name)
    pages = each_of(mounted, _POINT, markup)
    pointed = 0
    for (measure, view, step), page in zip(explained, pages, strict=True):
        where = f"{name}, {measure}, {view}"
        assert not page["wrong"], f"{where}: pointing at a class lights something else"
        assert not page["left"], f"{where}: light stays on"
        drawn = [{names[n] for n in picture} for picture in page["drawn"]]
        hierarchies = [isinstance(picture, HierarchyPicture) for picture in step.pictures]
        if all(hierarchies) or len(drawn) == len(hierarchies):
            whole = [classes for classes, is_hierarchy in zip(drawn, hierarchies, strict=True) if is_hierarchy]
            assert all(classes >= set(case.hierarchy.classes) for classes in whole), f"{where}: a class is not drawn"
        numbers = step.formula.numbers if step.formula else ()
        assert [text for text, _ in page["numbers"]] == [n.text for n in numbers], where
        for number, (_, lit) in zip(numbers, page["numbers"], strict=True):
            assert [{names[n] for n in picture} for picture in lit] == [number.classes & d for d in drawn], where
            if number.counts:
                assert number.text == str(len(number.classes)), where
            pointed += 1
        for ns, lit in page["pairs"]:
            paired = {names[int(n)] for n in ns.split()}
            assert all({names[n] for n in p} == paired & d for p, d in zip(lit, drawn, strict=True)), where
    assert pointed > 30


@pytest.mark.parametrize(
    ("name", "width"), sampled([(name, width) for width in (WIDE, NARROW) for name in MEASURED], 2, 2)
)
def test_no_text_of_a_picture_is_smaller_than_14_px_and_none_is_cut_off(mounted: Page, name: str, width: int):
    explained, markup = shown(name)
    # Many explanations have the same pictures, which one of them shows for all.
    case = load_case(name)
    drawn = [panels_html(case, step, html.class_ids(case)) for _, _, step in explained]
    first = dict(zip(reversed(drawn), reversed(markup), strict=True))
    told = dict(zip(first, each_of(mounted, _MEASURE, [[page, width] for page in first.values()]), strict=True))
    pages = [told[pictures] for pictures in drawn]
    assert sum(page["drawings"] for page in pages) > 50
    for (measure, view, _), page in zip(explained, pages, strict=True):
        where = f"{name}, {measure}, {view}"
        assert not page["small"], where
        assert len(page["scales"]) <= 1, f"{where}: pictures side by side have one scale"
        if width == WIDE:
            assert not page["cut"], where


def test_a_real_mouse_lights_the_classes_of_a_number(mounted: Page):
    case = load_case("15")
    measure = parse_measure("LCaF")
    step = measure.view(case, measure.evaluate(case), measure.views(case)[0])
    mounted.evaluate(_SHOW, why(case, step))
    assert [(n.text, set(n.classes)) for n in step.formula.numbers] == [
        ("2", {"Arts", "Theater"}),
        ("3", {"Arts", "Theater", "Drama"}),
        ("5", {"Arts", "Theater", "Music", "Opera", "Rock"}),
    ]
    left, right = mounted.locator(".panel svg").all()
    for number, num in zip(step.formula.numbers, mounted.locator(".num").all(), strict=True):
        num.hover()
        for picture in (left, right):
            expect(picture.locator(".class.lit")).to_have_count(len(number.classes))
            shown = picture.locator(".class .halo").evaluate_all(
                "(halos) => halos.filter((h) => getComputedStyle(h).visibility === 'visible')"
                ".map((h) => h.parentElement.querySelector('title').textContent)"
            )
            assert set(shown) == number.classes
    mounted.mouse.move(2, 2)
    expect(mounted.locator(".lit, .has")).to_have_count(0)

    left.locator(".class", has_text="Opera").hover()
    expect(right.locator(".class.lit title")).to_have_text("Opera")
    expect(mounted.locator(".why-text .name.lit")).to_have_text("Opera")
    # The one number that Opera is counted in says so.
    expect(mounted.locator(".num.has")).to_have_text("5")


def test_a_pair_of_two_columns_lights_both_ends_and_itself_elsewhere(mounted: Page):
    case = load_case("15")
    measure = parse_measure("MGIA")
    step = measure.view(case, measure.evaluate(case), "pairs")
    mounted.evaluate(_SHOW, why(case, step))
    hierarchy, columns = mounted.locator(".panel svg").all()
    columns.locator(".pair text", has_text="4").hover()
    for picture in (hierarchy, columns):
        expect(picture.locator(".class.lit")).to_have_count(2)
        assert set(picture.locator(".class.lit title").all_text_contents()) == {"Drama", "Rock"}
    # The same pair stands in the other picture, too.
    expect(hierarchy.locator(".pair.lit text")).to_have_text("4")
