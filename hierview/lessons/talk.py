"""A lesson as a talk: what stands on each slide, of the whole screen and of the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import HierviewError
from ..languages import _, spoken_language
from .answering import case_question, shown_value, solution
from .kinds.registry import KINDS
from .lesson import Ask, Lesson, Show, Stage
from .prose import Block, InlineExpression, Paragraph, Text


@dataclass(frozen=True)
class LessonSlide:
    """A slide of a step."""

    title: Text
    """Title of the step."""
    words: tuple[Block, ...]
    """Text of the slide."""
    picture_blocks: tuple[Show, ...]
    """Its pictures."""
    ask: Ask | None = None
    """The question that it asks or answers; None for none."""
    right_text: str = ""
    """The right answer, above the words; empty for none."""

    @property
    def is_why(self) -> bool:
        """Whether it says what is right, or why: its values wait."""
        return self.ask is not None and bool(self.right_text or self.words)

    @property
    def right_label(self) -> str:
        """The words before what is right."""
        ask = self.ask
        return f"{ask.label} = " if ask is not None and KINDS[ask.kind].input == "typed" and ask.label else _("Right: ")


def slides_of(lesson: Lesson, stage: Stage) -> Iterator[LessonSlide]:
    """The slides of a step of a lesson: the look, the question, what is right and why, and what the why shows.

    A picture stands with the words before it; one of the why stands alone with its caption, so that it gives nothing
    away that is still waited for.
    """
    with spoken_language(lesson.language):
        right = right_answer(lesson, stage)
    looked = tuple(part for part in stage.look if isinstance(part, Show))
    for words, shows in _groups(stage.look):
        if words:
            yield LessonSlide(stage.title, words, shows or looked[-1:])
    if stage.ask is not None:
        yield LessonSlide(stage.title, (), looked, stage.ask)
    reasons: list[Block] = []
    pictures: list[LessonSlide] = []
    for words, shows in _groups(stage.why):
        end = len(words) - (bool(shows) and _is_caption(words))
        reasons += words[:end]
        pictures += [LessonSlide(stage.title, words[end:], shows)] if shows else []
    if reasons or (right and stage.ask is not None):
        yield LessonSlide(stage.title, tuple(reasons), looked, stage.ask, right)
    yield from pictures


def _groups(parts: Sequence[Block | Show]) -> Iterator[tuple[tuple[Block, ...], tuple[Show, ...]]]:
    """Words, each with the pictures that follow them."""
    words: list[Block] = []
    shows: list[Show] = []
    for part in parts:
        if isinstance(part, Show):
            shows.append(part)
            continue
        if shows:
            yield tuple(words), tuple(shows)
            words, shows = [], []
        words.append(part)
    if words or shows:
        yield tuple(words), tuple(shows)


def _is_caption(words: Sequence[Block]) -> bool:
    """Whether the last words before a picture announce it."""
    last = words[-1].words[-1:] if words and isinstance(words[-1], Paragraph) else ()
    return bool(last) and isinstance(last[0], str) and last[0].rstrip().endswith(":")


def lesson_value(lesson: Lesson, cases: tuple[str, ...], value: InlineExpression) -> str:
    """The value of an expression in a step with these cases; "?" where it has none, which whoever writes it is told."""
    try:
        return shown_value(lesson.cases, cases, value.expression)
    except HierviewError:
        return "?"


def right_answer(lesson: Lesson, stage: Stage) -> str:
    """The right answer to a step's question in words; "" where nothing is graded, or the question is at fault."""
    if stage.ask is None:
        return ""
    try:
        return solution(case_question(lesson, stage.ask)).answer_text
    except HierviewError:
        return ""
