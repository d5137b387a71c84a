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
    hardly_varies,
    shown_value,
    solution,
    variants,
    wrong_classes,
)
from .expressions import same
from .lesson import Ask, Fault, Lesson, Show, Stage
from .prose import prose_text, values

PicturesOf = Callable[[Lesson, Show], object]  # raises a HierviewError where a picture is none

_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\d)")


def check_lesson(lesson: Lesson, pictures: PicturesOf | None = None) -> list[Fault]:
    """The faults of a lesson that was read: of its pictures, expressions and questions, in order of lines.

    pictures: tries a block `show`; drawing is another room's matter.
    """
    faults: list[Fault] = []
    for stage in lesson.stages:
        faults += _of_stage(lesson, stage, pictures)
    return sorted(set(faults))


def _of_stage(lesson: Lesson, stage: Stage, pictures: PicturesOf | None) -> Iterator[Fault]:
    here = stage_cases(lesson, stage)
    computed: set[str] = set()
    for part in (*stage.look, *stage.why):
        if isinstance(part, Show):
            if pictures is not None:
                yield from _tried(part.line, partial(pictures, lesson, part))
            continue
        for value in values((part,)):
            try:
                computed.add(shown_value(lesson.cases, here, value.expression))
            except HierviewError as error:
                yield Fault(value.line, str(error))
    yield from _typed_numbers(stage, computed)
    if stage.ask is not None:
        yield from _of_ask(lesson, stage.ask)


def stage_cases(lesson: Lesson, stage: Stage) -> tuple[str, ...]:
    """The cases of a step: those of its question, else of its last picture, else the lesson's first."""
    if stage.ask is not None and stage.ask.cases:
        return stage.ask.cases
    case_lists = [part.cases for part in (*stage.look, *stage.why) if isinstance(part, Show) and part.cases]
    return case_lists[-1] if case_lists else tuple(lesson.cases)[:1]


def _typed_numbers(stage: Stage, computed: set[str]) -> Iterator[Fault]:
    """Decimals in the words of a step that its expressions give, too: they would go stale."""
    for part in (*stage.look, *stage.why):
        if isinstance(part, Show):
            continue
        for number in _DECIMAL.findall(prose_text((part,), lambda value: "")):
            if number in computed:
                line = next((value.line for value in values((part,))), stage.line)
                yield Fault(line, f"{number} is typed; an expression gives it, too", warning=True)


def _tried(line: int, attempt: Callable[[], object]) -> Iterator[Fault]:
    try:
        attempt()
    except HierviewError as error:
        yield Fault(line, str(error))


def _of_ask(lesson: Lesson, ask: Ask) -> Iterator[Fault]:
    line = ask.lines.get("answer", ask.line)
    of = case_question(lesson, ask)
    for text in (ask.text, ask.hint, *(wrong.idea for wrong in ask.wrongs)):
        for value in values(text):
            yield from _tried(value.line, partial(shown_value, lesson.cases, ask.cases, value.expression))
    if ask.kind == "text" or not ask.answer:
        return
    if ask.vary is not None:
        yield from _of_variants(lesson, ask)
        return
    try:
        right = solution(of)
    except HierviewError as error:
        yield Fault(line, str(error))
        return
    if ask.kind == "which" and right.answer == frozenset(ask.choices):
        yield Fault(line, "all choices are right; a question that everything answers asks nothing")
    if ask.kind == "order" and isinstance(right.answer, tuple) and len(right.answer) == 1:
        yield Fault(line, "all choices stand in one place; there is nothing to order")
    yield from _of_wrongs(of)
    for wrong in ask.wrongs:
        if ask.kind in ("number", "click", "order") and _gives_the_right_answer(of, wrong.answer, right.answer):
            yield Fault(wrong.line, f"the wrong answer {wrong.answer!r} is the right one here: {right.shown}")


def _gives_the_right_answer(of: CaseQuestion, text: str, right: Answer | None) -> bool:
    with suppress(HierviewError):
        match of.ask.kind:
            case "number":
                return same(of.value(text), of.value(of.ask.answer))
            case "click":
                return wrong_classes(of, text) == right
            case _:
                return choices_by_value(of, text) == right
    return False


def _of_variants(lesson: Lesson, ask: Ask) -> Iterator[Fault]:
    line = ask.lines.get("vary", ask.line)
    try:
        all_variants = list(variants(lesson, ask))
        alike = hardly_varies(all_variants)
    except HierviewError as error:
        yield Fault(line, str(error))
        return
    if alike:
        yield Fault(line, f"the answer hardly varies: most of the {len(all_variants)} cases have {alike}", warning=True)


def _of_wrongs(of: CaseQuestion) -> Iterator[Fault]:
    ask = of.ask
    for wrong in ask.wrongs:
        if ask.kind in ("which", "one"):
            if wrong.answer not in ask.choices:
                yield Fault(wrong.line, f"{wrong.answer!r} is none of the choices {', '.join(ask.choices)}")
        elif ask.kind == "order":
            yield from _tried(wrong.line, lambda wrong=wrong: [of.value(wrong.answer, c) for c in ask.choices])  # type: ignore[misc]
        elif ask.kind in ("click", "predict"):
            yield from _tried(wrong.line, partial(wrong_classes, of, wrong.answer))
        elif ask.kind == "number":
            yield from _tried(wrong.line, partial(of.value, wrong.answer))
