"""Numbers that are typed, as people type them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction

from ...answers.guesses import is_right, typed_number
from ...errors import LessonError
from ...explain import number
from ..expressions import equal_values
from ..lesson import LessonFault
from .base import Answer, CaseQuestion, Kind, Solution


class Typed(Kind):
    """A kind that a number answers; wrong answers of it are numbers, too."""

    input = "typed"

    @abstractmethod
    def target(self, question: CaseQuestion) -> tuple[Fraction | float | int | None, float]:
        """The number in the middle of those that are right, None for undefined, and how far one may be off."""

    def is_right(self, question: CaseQuestion, answer: Answer) -> bool:
        return is_right(typed_number(str(answer)), *self.target(question))

    def mistake(self, question: CaseQuestion, text: str) -> Answer:
        return number(question.number(text), 4)

    def is_mistake(self, question: CaseQuestion, text: str, answer: Answer) -> bool:
        # A wrong answer that is the right one here stands for nothing.
        if self.is_no_mistake(question, text):
            return False
        return is_right(typed_number(str(answer)), question.number(text))

    def faults(self, question: CaseQuestion, right: Solution) -> Iterator[LessonFault]:
        yield from super().faults(question, right)
        for word in right.answer_text.split():
            try:
                if not self.is_right(question, word):
                    text = f"the key says {word}, which is judged wrong; `within:` says how far a number may be off"
                    yield LessonFault(question.ask.answer_line, text, warning=True)
            except LessonError:  # a word between two numbers
                continue


class Number(Typed):
    """A number."""

    name = "number"

    def target(self, question: CaseQuestion) -> tuple[Fraction | float | int | None, float]:
        return question.number(question.ask.answer), question.ask.tolerance

    def solution(self, question: CaseQuestion) -> Solution:
        value = question.number(question.ask.answer)
        return Solution(number(value, 4), number(value))

    def is_no_mistake(self, question: CaseQuestion, text: str) -> bool:
        return equal_values(question.number(text), question.number(question.ask.answer))
