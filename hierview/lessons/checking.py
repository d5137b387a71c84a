"""Everything that is wrong with a lesson, by line: found by taking it as a learner would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from ..errors import HierviewError
from .answering import case_question, most_common_answer, shown_value, variants
from .kinds.registry import KINDS
from .lesson import Ask, Lesson, LessonFault, Show, Stage
from .prose import expressions_in, prose_text

PicturesOf = Callable[[Lesson, Show], object]  # raises a HierviewError where a picture is none

_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\d)")


def check_lesson(lesson: Lesson, pictures: PicturesOf | None = None) -> list[LessonFault]:
    """The faults of a lesson that was read: of its pictures, expressions and questions, in order of lines.

    pictures: tries a block `show`; drawing is another room's matter.
    """
    faults: list[LessonFault] = []
    for stage in lesson.stages:
        faults += _stage_faults(lesson, stage, pictures)
    return sorted(set(faults))


def _stage_faults(lesson: Lesson, stage: Stage, pictures: PicturesOf | None) -> Iterator[LessonFault]:
    here = stage_cases(lesson, stage)
    computed: set[str] = set()
    for part in (*stage.look, *stage.why):
        if isinstance(part, Show):
            if pictures is not None:
                yield from _faults_of_call(part.line, partial(pictures, lesson, part))
            continue
        for value in expressions_in((part,)):
            try:
                computed.add(shown_value(lesson.cases, here, value.expression))
            except HierviewError as error:
                yield LessonFault(value.line, str(error))
    yield from _typed_number_faults(stage, computed)
    if stage.ask is not None:
        yield from _question_faults(lesson, stage.ask)


def stage_cases(lesson: Lesson, stage: Stage) -> tuple[str, ...]:
    """The cases of a step: those of its question, else of its last picture, else the lesson's first."""
    if stage.ask is not None and stage.ask.cases:
        return stage.ask.cases
    case_lists = [part.cases for part in (*stage.look, *stage.why) if isinstance(part, Show) and part.cases]
    return case_lists[-1] if case_lists else tuple(lesson.cases)[:1]


def _typed_number_faults(stage: Stage, computed_texts: set[str]) -> Iterator[LessonFault]:
    """Decimals in the words of a step that its expressions give, too: they would go stale."""
    for part in (*stage.look, *stage.why):
        if isinstance(part, Show):
            continue
        for number in _DECIMAL.findall(prose_text((part,), lambda value: "")):
            if number in computed_texts:
                line = next((value.line for value in expressions_in((part,))), stage.line)
                yield LessonFault(line, f"{number} is typed; an expression gives it, too", warning=True)


def _faults_of_call(line: int, call: Callable[[], object]) -> Iterator[LessonFault]:
    try:
        call()
    except HierviewError as error:
        yield LessonFault(line, str(error))


def _question_faults(lesson: Lesson, ask: Ask) -> Iterator[LessonFault]:
    kind, of = KINDS[ask.kind], case_question(lesson, ask)
    for text in (ask.text, ask.hint, *(wrong.idea for wrong in ask.wrong_answers)):
        for value in expressions_in(text):
            yield from _faults_of_call(value.line, partial(shown_value, lesson.cases, ask.cases, value.expression))
    if not kind.is_graded and ask.answer:
        yield LessonFault(ask.answer_line, f"{ask.kind} is not graded; its answer is not looked at", warning=True)
    if not kind.is_graded or not ask.answer:
        return
    if ask.variation is not None:
        yield from _variant_faults(lesson, ask)
        return
    try:
        right = kind.solution(of)
    except HierviewError as error:
        yield LessonFault(ask.answer_line, str(error))
        return
    yield from kind.faults(of, right)


def _variant_faults(lesson: Lesson, ask: Ask) -> Iterator[LessonFault]:
    line = ask.lines.get("vary", ask.line)
    try:
        all_variants = list(variants(lesson, ask))
        alike = most_common_answer(all_variants)
    except HierviewError as error:
        yield LessonFault(line, str(error))
        return
    if alike:
        yield LessonFault(
            line, f"the answer hardly varies: most of the {len(all_variants)} cases have {alike}", warning=True
        )
