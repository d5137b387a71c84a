"""Classes of the drawing: those that an expression gives, or a prediction that fulfils a condition."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, islice
from typing import ClassVar

from ...errors import LessonError
from ...languages import _
from ...own.expression import Undefined
from ..functions import classes_of
from .base import Answer, CaseQuestion, Input, Kind, Solution

MOST_TRIED = 400  # predictions of one class and of two, in search for one that is right


class Click(Kind):
    """A set of classes."""

    name = "click"
    input: ClassVar[Input] = "classes"

    def solution(self, question: CaseQuestion) -> Solution:
        classes = _classes(question, question.ask.answer)
        return Solution(classes, ", ".join(sorted(classes)) or _("no class"))

    def mistake(self, question: CaseQuestion, text: str) -> Answer:
        """The classes of a wrong answer: a class by its bare name, or what an expression gives."""
        return frozenset([text]) if text in question.case.hierarchy else _classes(question, text)


class Predict(Click):
    """A prediction on which a condition holds, as `p`."""

    name = "predict"
    input = "prediction"

    def solution(self, question: CaseQuestion) -> Solution:
        classes = question.case.hierarchy.classes
        candidates = map(frozenset, chain(combinations(classes, 1), combinations(classes, 2)))
        prediction = next((p for p in islice(candidates, MOST_TRIED) if self.is_right(question, p)), None)
        if prediction is None:
            raise LessonError("no prediction of one or two classes is right here")
        return Solution(prediction, _("for example {classes}", classes=", ".join(sorted(prediction))))

    def is_right(self, question: CaseQuestion, answer: Answer) -> bool:
        return question.holds(question.ask.answer, p=answer)  # type: ignore[arg-type]


def _classes(question: CaseQuestion, text: str) -> frozenset[str]:
    """The classes that an expression gives, all of them in the case in question."""
    value = question.value(text)
    if isinstance(value, bool | int | float | Fraction):
        raise LessonError("a set of classes is needed here, not a number or a condition")
    try:
        classes = classes_of(value)
    except Undefined:
        raise LessonError("a set of classes is needed here; the value is undefined") from None
    for c in sorted(classes):
        question.case.hierarchy.require(c)
    return classes
