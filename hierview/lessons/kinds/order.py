"""An order of the choices."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import LessonError, quoted
from ..expressions import equal_values
from ..lesson import LessonFault
from .base import CaseQuestion, Kind, Solution


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
