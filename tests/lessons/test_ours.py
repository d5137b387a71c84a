"""Our own lessons: nothing is wrong with any, and what they take to be right is what a person works out by hand."""

from pathlib import Path

import pytest

from hierview.lessons.answering import case_question, judge_answer, solution
from hierview.lessons.checking import check_lesson
from hierview.lessons.kinds.registry import KINDS
from hierview.lessons.reading import open_lesson
from tests.listed import rows
from tests.samples import ROOT

FILES = sorted((ROOT / "cases" / "lessons").glob("*.md"))

# Worked out by hand, lesson by lesson and step by step; None where nothing is graded.
RIGHT: dict[str, list[str | None]] = {}
for _name, _, _right in rows("lessons/right.tsv"):
    RIGHT.setdefault(_name, []).append(_right or None)


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
    shown = [solution(case_question(lesson, ask)).answer_text if KINDS[ask.kind].is_graded else None for ask in asks]
    assert shown == RIGHT[path.stem]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_right_is_judged_right_and_the_named_mistakes_wrong(path):
    lesson = lesson_of(path)
    for ask in (stage.ask for stage in lesson.stages):
        of = case_question(lesson, ask)
        right = solution(of).answer
        assert right is None or judge_answer(of, right).is_right, ask
        for wrong in ask.wrong_answers:
            verdict = judge_answer(of, KINDS[ask.kind].mistake(of, wrong.answer))
            assert verdict.is_right is False, (ask, wrong)
            assert verdict.idea, (ask, wrong)
