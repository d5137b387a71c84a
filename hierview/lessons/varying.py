"""Random cases for a question: the same for everyone with the same seed, and each as its condition wants it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ..errors import LessonError
from ..workbench.sheets.enumerate import random_case
from .answering import CaseQuestion, solution
from .lesson import Ask, Lesson, Show, Stage

MOST_DRAWS = 500  # for one case
ALIKE = 0.7  # the share of variants with one answer from which on the answer hardly varies


VARIED = "this case"  # no lesson can name a case so


def variant(lesson: Lesson, ask: Ask, seed: int, number: int) -> CaseQuestion:
    """The question on a random case, which is `c`; the same arguments give the same case everywhere.

    number: from 1.  The lesson's own cases can still be named. A LessonError says that no case was found, or that the
    question has no answer on it.
    """
    vary = ask.vary
    if vary is None:
        raise LessonError("the question does not vary; it has no line `vary: 20 seed 7 trees 6-8 true 2 predicted 2`")
    rng = Random(f"{seed} {number}")
    for _draw in range(MOST_DRAWS):
        case = random_case(rng, vary.kind, rng.randint(*vary.classes), vary.true, vary.predicted, exactly=True)
        if len(case.hierarchy) > 2 and all(len(case.hierarchy.children(c)) < 2 for c in case.hierarchy.classes):
            continue  # a chain shows nothing of a hierarchy
        of = CaseQuestion(ask, {**lesson.cases, VARIED: case}, (VARIED,))
        if not vary.where or of.value(vary.where) is True:
            return of
    raise LessonError(f"none of {MOST_DRAWS} random cases is as `where` wants it")


def on_variant(stage: Stage) -> Stage:
    """The step about a case that was drawn: its words tell of another one, its pictures are of this one."""
    own = stage.ask.cases[:1] if stage.ask is not None else ()
    shows = (part for part in stage.why if isinstance(part, Show) and own and own[0] in part.cases)
    drawing = Show((VARIED,), "hierarchy", "", stage.line)
    return replace(stage, look=(drawing,), why=tuple(replace(show, cases=(VARIED,)) for show in shows))


def variants(lesson: Lesson, ask: Ask, seed: int | None = None) -> Iterator[CaseQuestion]:
    """All variants of a question that varies."""
    if ask.vary is not None:
        for number in range(1, ask.vary.count + 1):
            yield variant(lesson, ask, ask.vary.seed if seed is None else seed, number)


def hardly_varies(variants: list[CaseQuestion]) -> str:
    """The answer that most of the variants share, if one does and there are four or more; else nothing."""
    answers = Counter(solution(of).shown for of in variants)
    answer, times = answers.most_common(1)[0] if answers else ("", 0)
    return answer if len(variants) >= 4 and times >= ALIKE * len(variants) else ""
