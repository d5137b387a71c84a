"""Choices: any number of them, exactly one, or all in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ...errors import LessonError, quoted
from ...languages import _
from ..expressions import equal_values
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
        return self.solution(question).answer ^ {text}  # type: ignore[operator]

    def is_mistake(self, question: CaseQuestion, text: str, answer: Answer) -> bool:
        return isinstance(answer, frozenset) and text in answer ^ self.solution(question).answer  # type: ignore[operator]

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


class Order(Kind):
    """A place for each choice by the value of an expression; equal ones share one."""

    name = "order"
    input = "places"

    def solution(self, question: CaseQuestion) -> Solution:
        ask = question.ask
        groups = self.mistake(question, ask.answer)
        names = (" = ".join(choice for choice in ask.choices if choice in group) for group in groups)
        return Solution(groups, (" > " if ask.largest_first else " < ").join(names))

    def mistake(self, question: CaseQuestion, text: str) -> tuple[frozenset[str], ...]:
        groups: list[tuple[float, set[str]]] = []
        for choice in question.ask.choices:
            value = question.number(text, choice)
            if value is None:
                raise LessonError(f"the value of {quoted(choice)} is undefined; it cannot be ordered")
            group = next((names for other, names in groups if equal_values(other, float(value))), None)
            if group is None:
                groups.append((float(value), {choice}))
            else:
                group.add(choice)
        groups.sort(key=lambda pair: pair[0], reverse=question.ask.largest_first)
        return tuple(frozenset(names) for _, names in groups)

    def faults(self, question: CaseQuestion, right: Solution) -> Iterator[LessonFault]:
        if isinstance(right.answer, tuple) and len(right.answer) == 1:
            text = "all choices stand in one place; there is nothing to order"
            yield LessonFault(question.ask.answer_line, text)
        yield from super().faults(question, right)
