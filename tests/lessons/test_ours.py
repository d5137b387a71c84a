"""Our own lessons: nothing is wrong with any, and what they take to be right is what a person works out by hand."""

from pathlib import Path

import pytest

from hierview.lessons.answering import case_question, choices_by_value, judged, shown_value, solution, wrong_classes
from hierview.lessons.checking import check_lesson
from hierview.lessons.reading import open_lesson
from tests.samples import ROOT

FILES = sorted((ROOT / "cases" / "lessons").glob("*.md"))

# Worked out by hand, lesson by lesson and step by step; None where nothing is graded.
RIGHT = {
    "01-flat": ("0.5", "none of them", "for example Theater"),
    "02-near-and-far": ("Music < Rock = Arts < Theater", "3", "12a"),
    "03-ancestors": ("Arts, Music, Pop", "0.5", "hP, hR, hF", "2"),
    "04-two-parents": ("Theater", "hP, hF", "0.25"),
    "05-who-belongs-to-whom": ("4", "2", "hP, hR"),
    "06-alone": ("7", "5", "7", "0.73", "GIE, MGIA"),
    "07-where-climbs-meet": ("3", "Theater", "0.4", "3.2"),
    "08-too-deep-too-high": ("hR, LCaR", "17a = 17b > 17c", "0.5"),
    "09-far-away": ("10", "11", "MGIA", "5"),
    "10-rightly-left-out": ("B, C, E, K", "r4-ax > r4-a1 > r4-a2", "A, B", "13a"),
    "11-which-measure": (
        "MGIA, LCaF",
        "3",
        "GIE, MGIA",
        "0.67",
        "Long distance problem, Multiple path count",
        "MGIA, LCaF",
        None,
    ),
    "12-printed-and-wrong": ("none of them", "0.6", "GIE", "0.5"),
    "13-exercises": ("3", "Arts, Music, Pop", "0.8", "hR", "Arts", "7", "0.73", "B, C, E, K"),
}


def lesson_of(path: Path):
    lesson, faults = open_lesson(path)
    assert not faults, [str(fault) for fault in faults]
    assert lesson is not None
    return lesson


def test_there_is_no_other():
    assert [path.stem for path in FILES] == list(RIGHT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_wrong_and_what_is_right_is_what_a_person_finds(path):
    lesson = lesson_of(path)
    assert not check_lesson(lesson), [str(fault) for fault in check_lesson(lesson)]
    asks = [stage.ask for stage in lesson.stages]
    assert all(asks)
    shown = tuple(None if ask.kind == "text" else solution(case_question(lesson, ask)).shown for ask in asks)
    assert shown == RIGHT[path.stem]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_right_is_judged_right_and_the_named_mistakes_wrong(path):
    lesson = lesson_of(path)
    for ask in (stage.ask for stage in lesson.stages if stage.ask.kind not in ("text", "edit")):
        of = case_question(lesson, ask)
        right = solution(of).answer
        assert judged(of, right).right, ask
        for wrong in ask.wrongs:
            given = mistake(of, wrong.answer)
            verdict = judged(of, given)
            assert verdict.right is False, (ask, wrong)
            assert verdict.idea, (ask, wrong)


def mistake(of, text: str):
    """The answer of somebody who makes a mistake that a lesson names."""
    match of.ask.kind:
        case "which" | "one":
            return solution(of).answer ^ {text}
        case "number":
            return shown_value(of.cases, of.here, text)
        case "order":
            return choices_by_value(of, text)
    return wrong_classes(of, text)
