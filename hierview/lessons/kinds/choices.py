"""Choices: any number of them, or exactly one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ...errors import LessonError
from ...languages import _
from ..lesson import LessonFault
from .base import Answer, CaseQuestion, Input, Kind, Solution


class Which(Kind):
    """Any number of the choices: those on which a condition holds."""

    name = "which"
    input: ClassVar[Input] = "choices"

    def solution(self, question: CaseQuestion) -> Solution:
        ask = question.ask
        right = [choice for choice in ask.choices if question.holds(ask.answer, choice)]
        return Solution(frozenset(right), ", ".join(right) or _("none of them"))

    def mistake(self, question: CaseQuestion, text: str) -> Answer:
        if text not in question.ask.choices:
            raise LessonError(f"{text!r} is none of the choices {', '.join(question.ask.choices)}")
        return self._right(question) ^ {text}

    def is_mistake(self, question: CaseQuestion, text: str, answer: Answer) -> bool:
        return isinstance(answer, frozenset) and text in answer ^ self._right(question)

    def _right(self, question: CaseQuestion) -> frozenset[str]:
        return frozenset(self.solution(question).answer)  # type: ignore[arg-type]

    def faults(self, question: CaseQuestion, right: Solution) -> Iterator[LessonFault]:
        if right.answer == frozenset(question.ask.choices):
            text = "all choices are right; a question that everything answers asks nothing"
            yield LessonFault(question.ask.answer_line, text)
        yield from super().faults(question, right)


class One(Which):
    """Exactly one of the choices."""

    name = "one"
    input = "choice"

    def solution(self, question: CaseQuestion) -> Solution:
        right = super().solution(question)
        count = len(right.answer)  # type: ignore[arg-type]
        if count != 1:
            many = f"{count} of the choices are right ({right.answer_text})" if count else "no choice is right"
            raise LessonError(f"{many}; `one` has exactly one, `which` any number")
        return right
