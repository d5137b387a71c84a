"""Lessons: what a lesson is, how its file is read, and what an answer is worth.

A lesson is a Markdown file (`cases/lessons/` has ours): steps that show a case, ask, and say why. Answers are
expressions over the cases, computed when the lesson is taken, so that a lesson cannot contradict the numbers.
"""

from .answering import (
    Answer,
    CaseQuestion,
    Verdict,
    case_question,
    judged,
    shown_value,
    solution,
    typed_number,
    variant,
    variants,
)
from .checking import check_lesson, stage_cases
from .lesson import Ask, Fault, Lesson, Show, Stage
from .reading import open_lesson, read_lesson

__all__ = [
    "Answer",
    "Ask",
    "CaseQuestion",
    "Fault",
    "Lesson",
    "Show",
    "Stage",
    "Verdict",
    "case_question",
    "check_lesson",
    "judged",
    "open_lesson",
    "read_lesson",
    "shown_value",
    "solution",
    "stage_cases",
    "typed_number",
    "variant",
    "variants",
]
