"""The exercises of a lesson as a sheet: every question once, and one that varies on so many cases of its own."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import LessonError
from ..model.case import Case
from .answering import VARIED, case_question, draw_variant, shown_value, solution
from .kinds.base import CaseQuestion
from .lesson import Ask, Lesson, Show, Stage
from .prose import InlineExpression, Prose, Text, prose_text

_NO_STAGE = Stage((), (), None, (), 0)


def _caption(name: str, case: Case) -> str:
    """The name of a case in words, with its title where it has one."""
    words = "" if name == VARIED else name.replace("-", " ")
    return f"{words}: {case.name}" if words and case.name not in ("", name) else words


@dataclass(frozen=True)
class Task:
    """A question on its cases."""

    number: int
    """Its number on the sheet, from 1."""
    variant: int
    """Number of the variant, from 1; 0 where the question does not vary."""
    question: CaseQuestion
    """The question on its cases."""
    stage: Stage = _NO_STAGE
    """The step that asks it."""

    @property
    def ask(self) -> Ask:
        """The question."""
        return self.question.ask

    @property
    def cases(self) -> tuple[tuple[str, Case], ...]:
        """The cases that are shown, by caption; one that was drawn has none."""
        return tuple(
            (_caption(name, self.question.cases[name]), self.question.cases[name]) for name in self.question.case_names
        )

    @property
    def question_text(self) -> str:
        """The question in plain words."""
        return self.plain_words(self.ask.text) or (f"{self.ask.label}?" if self.ask.label else "")

    @property
    def right_text(self) -> str:
        """The right answer in words; "" where nothing is graded or a condition decides."""
        return solution(self.question).answer_text

    @property
    def introduction(self) -> str:
        """The step's text before the question, in plain words."""
        return self.plain_words(tuple(part for part in self.stage.look if not isinstance(part, Show)))

    @property
    def reason(self) -> str:
        """Why what is right is right, in plain words; "" of a case at random, of which the lesson does not speak."""
        return (
            ""
            if self.variant
            else self.plain_words(tuple(part for part in self.stage.why if not isinstance(part, Show)))
        )

    def plain_words(self, text: Text | Prose) -> str:
        """Words of the question with their values, plain."""

        def value_text(value: InlineExpression) -> str:
            return shown_value(self.question.cases, self.question.case_names, value.expression)

        return " ".join(prose_text(text, value_text).split())


def sheet_tasks(lesson: Lesson, seed: int | None = None, variants: int | None = None) -> tuple[Task, ...]:
    """The tasks of a lesson; the same arguments give the same sheet everywhere.

    seed: in place of the lesson's own.  variants: of a question that varies, in place of as many as it says.
    Raises LessonError where a question has no answer, or the lesson asks nothing.
    """
    tasks: list[Task] = []
    for stage, ask in ((stage, stage.ask) for stage in lesson.stages if stage.ask is not None):
        if ask.variation is None:
            tasks.append(Task(len(tasks) + 1, 0, case_question(lesson, ask), stage))
            continue
        for number in range(1, (ask.variation.count if variants is None else variants) + 1):
            of = draw_variant(lesson, ask, ask.variation.seed if seed is None else seed, number)
            tasks.append(Task(len(tasks) + 1, number, of, stage))
    if not tasks:
        raise LessonError("the lesson asks nothing, so there is no sheet of it")
    for task in tasks:
        solution(task.question)
    return tuple(tasks)
