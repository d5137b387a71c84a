"""Everything that is wrong with a lesson, by line: found by taking it as a learner would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from ..errors import HierviewError
from .answering import (
    Answer,
    CaseQuestion,
    case_question,
    choices_by_value,
    most_common_answer,
    shown_value,
    solution,
    variants,
    wrong_classes,
)
from .expressions import equal_values
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
    line = ask.lines.get("answer", ask.line)
    of = case_question(lesson, ask)
    for text in (ask.text, ask.hint, *(wrong.idea for wrong in ask.wrong_answers)):
        for value in expressions_in(text):
            yield from _faults_of_call(value.line, partial(shown_value, lesson.cases, ask.cases, value.expression))
    if ask.kind == "text" or not ask.answer:
        return
    if ask.variation is not None:
        yield from _variant_faults(lesson, ask)
        return
    try:
        right = solution(of)
    except HierviewError as error:
        yield LessonFault(line, str(error))
        return
    if ask.kind == "which" and right.answer == frozenset(ask.choices):
        yield LessonFault(line, "all choices are right; a question that everything answers asks nothing")
    if ask.kind == "order" and isinstance(right.answer, tuple) and len(right.answer) == 1:
        yield LessonFault(line, "all choices stand in one place; there is nothing to order")
    yield from _wrong_answer_faults(of)
    for wrong in ask.wrong_answers:
        if ask.kind in ("number", "click", "order") and _is_right_answer(of, wrong.answer, right.answer):
            yield LessonFault(
                wrong.line, f"the wrong answer {wrong.answer!r} is the right one here: {right.answer_text}"
            )


def _is_right_answer(question: CaseQuestion, text: str, right: Answer | None) -> bool:
    with suppress(HierviewError):
        match question.ask.kind:
            case "number":
                return equal_values(question.value(text), question.value(question.ask.answer))
            case "click":
                return wrong_classes(question, text) == right
            case _:
                return choices_by_value(question, text) == right
    return False


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


def _wrong_answer_faults(question: CaseQuestion) -> Iterator[LessonFault]:
    ask = question.ask
    for wrong in ask.wrong_answers:
        if ask.kind in ("which", "one"):
            if wrong.answer not in ask.choices:
                yield LessonFault(wrong.line, f"{wrong.answer!r} is none of the choices {', '.join(ask.choices)}")
        elif ask.kind == "order":
            yield from _faults_of_call(wrong.line, lambda w=wrong: [question.value(w.answer, c) for c in ask.choices])  # type: ignore[misc]
        elif ask.kind in ("click", "predict"):
            yield from _faults_of_call(wrong.line, partial(wrong_classes, question, wrong.answer))
        elif ask.kind == "number":
            yield from _faults_of_call(wrong.line, partial(question.value, wrong.answer))
