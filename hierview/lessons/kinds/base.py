"""A kind of question: how it is answered, what is right, which mistakes are known, what may be wrong with one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_lowercase
from typing import ClassVar, Literal

from ...errors import HierviewError, LessonError
from ...model.case import Case
from ..expressions import read_calculation
from ..functions import Cases, ExpressionValue, result_of
from ..lesson import Ask, LessonFault

# An answer: the chosen choices, the classes clicked or marked as predicted; a number as it was typed; the choices in
# groups from the first to the last; an edited case.
Answer = frozenset[str] | str | tuple[frozenset[str], ...] | Case

# How a question is answered: any of its choices, one of them, or a place for each; a number that is typed; classes
# chosen on the drawing, or marked there as predicted; the case as an outline; words.
Input = Literal["choices", "choice", "places", "typed", "classes", "prediction", "outline", "words"]
CHOSEN: tuple[Input, ...] = ("choices", "choice", "places")  # its key is followed by choices
DRAWN: tuple[Input, ...] = ("classes", "prediction")  # answered on the drawing

# The letters of measures' values: c, d, e, m and p have a meaning of their own.
_LETTERS = [letter for letter in ascii_lowercase if letter not in "cdemp"]


@dataclass(frozen=True)
class CaseQuestion:
    """A question on its cases."""

    ask: Ask
    """The question."""
    cases: Cases
    """The cases of the lesson, by name."""
    case_names: tuple[str, ...]
    """Names of the cases in question; the first of them is `c`."""

    @property
    def case(self) -> Case:
        """The case in question."""
        if not self.case_names:
            raise LessonError("the question has no case; name one in the front matter or by `cases:`")
        return self.cases[self.case_names[0]]

    def value(self, text: str, choice: str = "", **more: ExpressionValue) -> ExpressionValue:
        """The value of an expression, tried on a choice or with further names."""
        names = self._named_values(choice) | more
        # Names of letters that this question has no case for are known, so that a refusal can say so.
        return read_calculation(text, tuple(names), tuple(self.cases)).value(names, self.cases)

    def holds(self, text: str, choice: str = "", **more: ExpressionValue) -> bool:
        """Whether a condition holds, tried on a choice or with further names; one that is undefined does not."""
        value = self.value(text, choice, **more)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise LessonError("a condition is needed here, such as a != b or 13a.hF > 0.5")

    def number(self, text: str, choice: str = "") -> Fraction | float | int | None:
        """The number that an expression gives, tried on a choice; None where it is undefined."""
        value = self.value(text, choice)
        if value is None or (isinstance(value, int | float | Fraction) and not isinstance(value, bool)):
            return value
        raise LessonError("a number is needed here, not a condition, a text or a set of classes")

    def _named_values(self, choice: str) -> dict[str, ExpressionValue]:
        ask, names = self.ask, dict[str, ExpressionValue]()
        if self.case_names:
            names["c"] = self.cases[self.case_names[0]]
        if ask.choice_kind == "cases" and choice:
            names["c"] = self.cases[choice]
        if ask.choices:
            names["choice"] = choice
        measure = choice if ask.choice_kind == "measures" else ask.measure
        if measure or (ask.choice_kind == "measures" and ask.choices):
            names["m"] = measure
            of = (
                [self.cases[choice]]
                if ask.choice_kind == "cases" and choice
                else [self.cases[n] for n in self.case_names]
            )
            for letter, case in zip(_LETTERS, of, strict=False):
                names[letter] = result_of(measure, case).value if measure else None
        return names


@dataclass(frozen=True)
class Solution:
    """The right answer."""

    answer: Answer | None
    """The answer in the form of the kind, one of several that are right; None where none is known beforehand."""
    answer_text: str
    """The answer as it is shown, in the key, too."""


class Kind(ABC):
    """A kind of question. The page, the sheet, what is handed in and the quiz follow from its `input`."""

    name: ClassVar[str]
    """The key that asks so in a lesson's file."""
    input: ClassVar[Input]
    """How it is answered."""
    is_graded: ClassVar[bool] = True
    """Whether an answer is right or wrong; such a question has a line `answer:`."""

    @abstractmethod
    def solution(self, question: CaseQuestion) -> Solution:
        """The right answer to a question; a LessonError says why there is none."""

    def mistake(self, question: CaseQuestion, text: str) -> Answer:
        """The answer that a line `wrong:` means; a LessonError says why it means none."""
        raise LessonError(f"{self.name} has no lines `wrong:`; leave them away")

    def is_right(self, question: CaseQuestion, answer: Answer) -> bool:
        """Whether an answer is right; a LessonError says what would be accepted as one."""
        return self.solution(question).answer == answer

    def is_mistake(self, question: CaseQuestion, text: str, answer: Answer) -> bool:
        """Whether an answer that is not right is the one that a line `wrong:` means."""
        return self.mistake(question, text) == answer

    def is_no_mistake(self, question: CaseQuestion, text: str) -> bool:
        """Whether the answer that a line `wrong:` means is right on these cases."""
        return self.is_right(question, self.mistake(question, text))

    def faults(self, question: CaseQuestion, right: Solution) -> Iterator[LessonFault]:
        """The faults of a question that has a right answer: of its wrong answers."""
        for wrong in question.ask.wrong_answers:
            try:
                if self.is_no_mistake(question, wrong.answer):
                    raise LessonError(f"the wrong answer {wrong.answer!r} is the right one here: {right.answer_text}")
            except HierviewError as error:
                yield LessonFault(wrong.line, str(error))
