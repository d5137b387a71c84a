"""A lesson as a talk on the whole screen."""

from __future__ import annotations

from functools import partial

from ...errors import HierviewError
from ...languages import spoken_language
from ...lessons import Lesson, Show, Stage, stage_cases
from ...lessons.talk import lesson_value, right_answer
from ...markup import html
from ...markup.pages import talk as drawn
from ...markup.pages.lesson import LessonHtml
from ...publish.lessons import by_case
from ..viewer import viewer


def talk(lesson: Lesson, stage: int) -> None:
    """All steps of a lesson as slides, from a step on; what cannot be shown is said in its place."""
    ids = html.class_ids(*lesson.cases.values())
    slides: list[str] = []
    first = 0
    for i, step in enumerate(lesson.stages):
        first = len(slides) if i == stage else first
        slides += _slides(lesson, step, ids)
    viewer(drawn.talk_html(lesson.title, slides, first), "talk")


def _slides(lesson: Lesson, stage: Stage, ids: html.Ids) -> list[str]:
    def pictures(part: Show) -> drawn.Shown:
        try:
            return by_case(lesson, part)
        except HierviewError:
            return ()

    with spoken_language(lesson.language):
        right = right_answer(lesson, stage)
    value = partial(lesson_value, lesson, stage_cases(lesson, stage))
    return drawn.slides_html(stage, right, LessonHtml(lesson, value, ids), pictures)
