"""Pictures on the page: their direction, chosen by itself or by hand, and branches that are folded and opened."""

import re
from dataclasses import replace

import pytest

from hierview import load_case, parse_measure
from hierview.draw.scenes.hierarchy import hierarchy_scene
from hierview.explain import HierarchyPicture, Step
from hierview.markup.html import class_ids
from hierview.markup.pages.compare import both_pictures_html
from hierview.markup.pictures import UNFOLD, DrawingOptions, case_frame_scene, panels_html
from hierview.markup.why import chips_html
from hierview.ui.explore.address import address_parameters, state_of
from hierview.ui.explore.page_token import decode, encode
from hierview.ui.shell.fields import change_fields
from tests.draw.test_direction import real

PLAIN = Step("", (), (HierarchyPicture(()),))


def drawn(case, **how) -> tuple[str, float, float]:
    """The markup of the plain hierarchy, and its width and height."""
    markup = panels_html(case, PLAIN, class_ids(case), DrawingOptions(**how))
    width, height = re.search(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"', markup).groups()
    return markup, float(width), float(height)


def test_what_is_too_wide_turns_by_itself():
    small, large = load_case("15"), real(40)
    assert drawn(small) == drawn(small, direction="down")
    assert drawn(small, direction="right") != drawn(small)
    assert drawn(large, direction="down")[1] > 1_300 >= drawn(large)[1]
    assert drawn(large)[0] in (drawn(large, direction=way)[0] for way in ("right", "indented"))


def test_a_narrow_page_turns_what_is_too_wide_for_it():
    case = real(25)
    assert drawn(load_case("15"), narrow=True) == drawn(load_case("15"))
    assert drawn(case, narrow=True) == drawn(case, direction="indented")


def test_two_predictions_that_are_too_wide_are_turned_and_folded_alike():
    """What either of them marks stays in both; textbook cases stand from the top as ever."""
    a = real(40)
    b = replace(a, predicted=frozenset(a.hierarchy.classes[5:7]))
    scenes = [case_frame_scene(case, a, (*a.marked, *b.marked)) for case in (a, b)]
    assert scenes[0].boxes.keys() == scenes[1].boxes.keys() >= {*a.marked, *b.marked}
    assert len(scenes[0].boxes) < len(a.hierarchy)
    assert case_frame_scene(load_case("15"), load_case("15")) == hierarchy_scene(load_case("15"), HierarchyPicture(()))
    picture = both_pictures_html(a, b, ((), ()), class_ids(a, b))[0]
    assert " more" in picture


def test_folded_classes_are_one_to_be_opened():
    case = real(40)
    markup, _, high = drawn(case, fold=True)
    whole, _, higher = drawn(case)
    assert high < higher
    more = re.findall(rf'data-pick="{UNFOLD}"[^>]*aria-label="(\d+) more', markup)
    shown = len(re.findall('<g class="class"', markup)) - len(more)
    assert shown + sum(map(int, more)) == len(case.hierarchy)
    assert f'data-pick="{UNFOLD}"' not in whole


@pytest.mark.parametrize(("direction", "fold"), [("right", False), ("indented", True), ("auto", True), ("auto", False)])
def test_a_link_and_the_browser_keep_them(direction: str, fold: bool):
    state = change_fields(state_of({"c": "15"}), direction=direction, fold=fold)
    again = state_of(address_parameters(state))
    assert not again.visit.trouble
    assert (again.picture_look, again.canvas.direction, again.canvas.fold) == (
        DrawingOptions(direction, fold),
        direction,
        fold,
    )
    assert decode(encode(state)).picture_look == state.picture_look
    assert state_of({"c": "15", "p": "dir=up"}).picture_look == DrawingOptions()


def test_the_classes_of_either_side_stand_before_the_pictures():
    case, measure = load_case("15"), parse_measure("hF")
    step = measure.view(case, measure.evaluate(case), "sets")
    rows = chips_html(step, class_ids(case)).split("</p>")[:2]
    sides = [re.findall(r'class="chip side-(\w+)".*?<bdi>(.*?)</bdi>', row) for row in rows]
    assert {c for _, c in sides[0]} == case.hierarchy.closure(case.true)
    assert {c for _, c in sides[1]} == case.hierarchy.closure(case.predicted)
    assert {c for side, c in sides[0] if side == "both"} == {"Arts", "Theater"}
    assert chips_html(PLAIN, class_ids(case)) == ""
