"""Written answers: the case as an outline, or words that nobody grades."""

from __future__ import annotations

from ...errors import LessonError
from .base import Answer, CaseQuestion, Kind, Solution


class Edit(Kind):
    """Another hierarchy or other marks, on which a condition holds, as `e`."""

    name = "edit"
    input = "outline"

    def solution(self, question: CaseQuestion) -> Solution:
        if self.is_right(question, question.case):
            raise LessonError("the condition holds before anything is changed")
        return Solution(None, "")

    def is_right(self, question: CaseQuestion, answer: Answer) -> bool:
        return question.holds(question.ask.answer, e=answer)  # type: ignore[arg-type]


class Words(Kind):
    """Words that nobody grades."""

    name = "text"
    input = "words"
    is_graded = False

    def solution(self, question: CaseQuestion) -> Solution:
        return Solution(None, "")
