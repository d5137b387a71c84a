"""Lessons without a server: what is answered, what is said of it, and what the browser keeps."""

import json
import re

import pytest

from hierview.lessons.library import lessons
from hierview.lessons.ui.desk import Desk
from hierview.lessons.ui.steps import KEPT
from tests.each import each


def said(page: dict, at: str = "said") -> str:
    """The words of the parts of a page that stand somewhere."""
    return " ".join(
        re.sub("<[^>]*>", "", part["html"]) for part in page["parts"] if part["at"] == at and "html" in part
    )


def taken(lesson: str, stage: int, *messages: tuple[str, object]) -> tuple[Desk, dict]:
    """A step, after values of controls and buttons, which have none."""
    desk = Desk({"lesson": lesson, "stage": str(stage)})
    page = desk.tell()
    for name, value in messages:
        told = {"do": "press", "name": name} if value is None else {"do": "set", "name": name, "value": value}
        page = desk.tell(told)
    return desk, page


def controls(page: dict) -> dict[str, dict]:
    return {control["name"]: control for part in page["parts"] for control in part.get("controls", [])}


@each("value, verdict", [("1/2", "Right."), ("0,5", "Right."), ("0.9", "Not yet."), ("many", "is no number")])
def test_a_number_is_judged(value: str, verdict: str):
    _desk, page = taken("01-flat", 1, ("answer", value), ("check", None))
    assert verdict in said(page)
    assert controls(page)["answer"]["value"] == value
    assert bool(said(page, "why")) == (verdict == "Right.")


def test_the_right_answer_is_shown_on_request_and_a_hint_before():
    _desk, page = taken("05-who-belongs-to-whom", 3, ("check", None))
    assert "Not yet." in said(page)
    _desk, page = taken("05-who-belongs-to-whom", 3, ("show", None))
    assert "Right is: hP, hR." in said(page)
    assert said(page, "why")
    _desk, page = taken("06-alone", 2, ("hint", None))
    assert "Look for two pairs" in said(page, "ask")
    assert "hint" not in controls(page)


@pytest.mark.slow
def test_every_step_can_be_answered_passed_and_left():
    desk, seen = Desk({}), []
    page = desk.tell()
    for stage in (stage for lesson in lessons().values() for stage in lesson.stages):
        seen.append(page["place"])
        assert f"step {desk.state.stage + 1} of {len(lessons()[desk.state.name].stages)}" in said(page, "title")
        markup = "".join(part.get("html", "") for part in page["parts"])
        assert 'class="notice' not in markup, page["place"]
        assert "lesson-verdict" not in markup
        assert controls(page)["check"]["label"] == ("Done" if stage.ask.kind == "text" else "Check")
        page = desk.tell({"do": "press", "name": "check"})
        assert json.loads(json.dumps(page))["parts"]
        page = desk.tell({"do": "press", "name": "onward"} if "onward" in controls(page) else None)
    assert len(set(seen)) == len(seen)


def step_of(kind: str) -> tuple[str, int]:
    """A step that asks so."""
    every = ((name, i, stage.ask) for name, lesson in lessons().items() for i, stage in enumerate(lesson.stages))
    return next((name, i + 1) for name, i, ask in every if ask is not None and ask.kind == kind)


def test_an_order_needs_a_place_for_each():
    name, stage = step_of("order")
    _desk, page = taken(name, stage, ("answer0", "1"), ("check", None))
    assert "has no place yet" in said(page)
    places = [control for control in controls(page) if control.startswith("answer")]
    _desk, page = taken(name, stage, *((place, "1") for place in places), ("check", None))
    assert said(page).startswith(("Right.", "Not yet."))


def test_classes_are_chosen_on_the_drawing_and_by_name():
    name, stage = step_of("predict")
    desk, page = taken(name, stage)
    (drawing,) = (part["html"] for part in page["parts"] if part["at"] == "choose")
    number = re.findall(r'data-pick="(\d+)"', drawing)[0]
    page = desk.tell({"do": "pick", "key": "choose", "chosen": number})
    assert len(controls(page)["answer"]["value"]) == 1
    assert controls(desk.tell({"do": "pick", "key": "choose", "chosen": number}))["answer"]["value"] == []


def test_what_was_answered_outlasts_the_visit_and_a_variant_is_another_question():
    _desk, page = taken("01-flat", 1, ("answer", "0.5"), ("check", None))
    kept = re.search(r'data-content="([^"]*)"', page["index"])[1].replace("&quot;", '"')
    later = Desk({"lesson": "01-flat"}).tell()
    assert said(later) == ""
    again = Desk({"lesson": "01-flat"})
    page = again.tell({"do": "pick", "key": "lesson-index", "chosen": KEPT + kept})
    assert "Right." in said(page)
    page = again.tell({"do": "pick", "key": "lesson-index", "chosen": KEPT + "nonsense"})
    assert "Right." in said(page)
    if "another" in controls(page):
        assert said(again.tell({"do": "press", "name": "another"})) == ""


@each("message", [{"do": "press", "name": "all"}, {"do": "set"}, {}, {"do": "pick", "key": "choose", "chosen": "99"}])
def test_nonsense_changes_nothing(message: dict):
    desk = Desk({})
    before = desk.tell()
    assert desk.tell(message) | {"trouble": ""} == before
