"""The right answer to a question, and the worth of one that was given: both computed from its expressions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from ..errors import HierviewError, LessonError
from ..explain import number
from ..model.case import Case
from ..workbench.sheets.enumerate import random_case
from .kinds.base import Answer, CaseQuestion, Solution
from .kinds.registry import KINDS
from .lesson import Ask, Lesson, Show, Stage
from .prose import Text


@dataclass(frozen=True)
class Verdict:
    """The worth of an answer."""

    is_right: bool | None
    """Whether the answer is right; None where nothing is graded."""
    idea: Text = ()
    """The idea behind a wrong answer, if it is known."""


def case_question(lesson: Lesson, ask: Ask) -> CaseQuestion:
    """The question on the lesson's own cases."""
    return CaseQuestion(ask, lesson.cases, ask.cases)


def solution(question: CaseQuestion) -> Solution:
    """The right answer to a question; a LessonError says why nothing is."""
    return KINDS[question.ask.kind].solution(question)


# Answers


def judge_answer(question: CaseQuestion, answer: Answer) -> Verdict:
    """The worth of an answer; a LessonError says what would be accepted as one."""
    kind = KINDS[question.ask.kind]
    if not kind.is_graded:
        return Verdict(None)
    right = kind.is_right(question, answer)
    return Verdict(right, () if right else _idea_behind(question, answer))


def _idea_behind(question: CaseQuestion, answer: Answer) -> Text:
    """The idea behind the first wrong answer of the question that is the given one."""
    for wrong in question.ask.wrong_answers:
        try:
            if KINDS[question.ask.kind].is_mistake(question, wrong.answer, answer):
                return wrong.idea
        except HierviewError:  # on another case than the lesson's it may have no meaning
            continue
    return ()


_NO_ASK = Ask("text", (), ())


def shown_value(cases: Mapping[str, Case], case_names: Sequence[str], expression: str) -> str:
    """The value of an expression in a text, as numbers, classes and printed cells are shown."""
    of = CaseQuestion(_NO_ASK, cases, tuple(case_names))
    value = of.value(expression)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    if isinstance(value, Case):
        raise LessonError("a case cannot be shown within a text; use a block `show`")
    return value if isinstance(value, str) else number(value)


# Random cases for a question: the same for everyone with the same seed, and each as its condition wants it


MOST_DRAWS = 500  # for one case
ALIKE = 0.7  # the share of variants with one answer from which on the answer hardly varies


VARIED = "this case"  # no lesson can name a case so


def draw_variant(lesson: Lesson, ask: Ask, seed: int, number: int) -> CaseQuestion:
    """The question on a random case, which is `c`; the same arguments give the same case everywhere.

    number: from 1.  The lesson's own cases can still be named. A LessonError says that no case was found, or that the
    question has no answer on it.
    """
    vary = ask.variation
    if vary is None:
        raise LessonError("the question does not vary; it has no line `vary: 20 seed 7 trees 6-8 true 2 predicted 2`")
    rng = Random(f"{seed} {number}")
    for _draw in range(MOST_DRAWS):
        case = random_case(
            rng, vary.kind, rng.randint(*vary.classes), vary.true_marks, vary.predicted_marks, exactly=True
        )
        if len(case.hierarchy) > 2 and all(len(case.hierarchy.children(c)) < 2 for c in case.hierarchy.classes):
            continue  # a chain shows nothing of a hierarchy
        of = CaseQuestion(ask, {**lesson.cases, VARIED: case}, (VARIED,))
        if not vary.condition or of.value(vary.condition) is True:
            return of
    raise LessonError(f"none of {MOST_DRAWS} random cases is as `where` wants it")


def stage_on_variant(stage: Stage) -> Stage:
    """The step about a case that was drawn: its words tell of another one, its pictures are of this one."""
    own = stage.ask.cases[:1] if stage.ask is not None else ()
    shows = (part for part in stage.why if isinstance(part, Show) and own and own[0] in part.cases)
    drawing = Show((VARIED,), "hierarchy", "", stage.line)
    return replace(stage, look=(drawing,), why=tuple(replace(show, cases=(VARIED,)) for show in shows))


def variants(lesson: Lesson, ask: Ask, seed: int | None = None) -> Iterator[CaseQuestion]:
    """All variants of a question that varies."""
    if ask.variation is not None:
        for number in range(1, ask.variation.count + 1):
            yield draw_variant(lesson, ask, ask.variation.seed if seed is None else seed, number)


def most_common_answer(variants: list[CaseQuestion]) -> str:
    """The answer that most of the variants share, if one does and there are four or more; else nothing."""
    answers = Counter(solution(of).answer_text for of in variants)
    answer, times = answers.most_common(1)[0] if answers else ("", 0)
    return answer if len(variants) >= 4 and times >= ALIKE * len(variants) else ""
