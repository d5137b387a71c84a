"""Kinds of questions: each stands in the guide and refuses nonsense, in a lesson and handed in."""

import re

import pytest

from hierview.errors import HierviewError
from hierview.lessons.answer_sheets import answer_from_data
from hierview.lessons.checking import check_lesson
from hierview.lessons.kinds.registry import KINDS
from hierview.lessons.kinds.typed import Typed
from hierview.lessons.reading import read_lesson
from tests.each import each
from tests.samples import ROOT

TABLE = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8").partition("| question |")[2].partition("\n\n")[0]
EXAMPLES = dict(re.findall(r"^\| `((\w+):[^`]*)`", TABLE, re.MULTILINE))


def asked(question: str):
    """A lesson with a question about 13a and 13b, and its faults."""
    lesson, found = read_lesson(f"---\ntitle: A\ncases: 13a 13b\n---\n## Step\n```ask\n{question}\n```\n", "a")
    return lesson, [str(fault) for fault in (*found, *check_lesson(lesson))]


def test_the_guide_has_a_row_for_each_kind_and_what_is_typed_is_a_number_for_a_quiz_too():
    assert list(EXAMPLES.values()) == list(KINDS)
    assert all(isinstance(kind, Typed) == (kind.input == "typed") for kind in KINDS.values())


@each("example, name", EXAMPLES.items())
@each("answer", ["nonsense ((", "nonsense", "c", 'value("nonsense", c)'])
def test_no_answer_that_is_nonsense_is_taken(example, name, answer):
    _lesson, faults = asked(f"{example}\nanswer: {answer}")
    assert any(fault.startswith("line 8: ") for fault in faults), faults
    assert KINDS[name].is_graded or faults == [f"line 8: warning: {name} is not graded; its answer is not looked at"]


@each("example", EXAMPLES)
@each("data", [7, None, {"a": 1}, [[1]]])
def test_nothing_that_is_nonsense_is_an_answer_handed_in(example, data):
    lesson, _faults = asked(example)
    with pytest.raises(HierviewError, match="the answer is no"):
        answer_from_data(lesson.stages[0].ask, data)


@each(
    "question, fault",
    [
        ("number: hP\nanswer: 13a.hP\nwrong: true(c): Classes.", "line 9: a number is needed here"),
        ('order: 13a 13b\nanswer: value("MGIA", c)\nwrong: true(c): Classes.', "line 9: a number is needed here"),
        (
            'predict:\nanswer: value("hP", c, p) == 1\nwrong: true(c): So it is.',
            "line 9: the wrong answer 'true(c)' is",
        ),
        ("edit:\nanswer: len(true(e)) == 9\nwrong: Rock: No rock.", "line 9: edit has no lines `wrong:`"),
        ("number: x\nanswer: 1 / 3\nwithin: 0.001", "line 8: warning: the key says 0.33, which is judged wrong"),
    ],
)
def test_lines_that_never_serve_are_told(question, fault):
    assert asked(question)[1][0].startswith(fault), asked(question)[1]
    assert len(asked(question)[1]) == 1
