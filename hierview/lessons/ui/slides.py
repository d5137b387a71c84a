"""A lesson as a talk on the whole screen: how a class opens it, then every step. Nothing here knows Streamlit."""

from __future__ import annotations

from functools import partial

from ...errors import HierviewError
from ...languages import N_
from ...markup import html
from ...publish.qr import qr_svg
from ...safe import Markup
from ..checking import stage_cases
from ..lesson import Lesson
from ..markup import talk as drawn
from ..markup.lesson import LessonHtml
from ..publish.lessons import talk_slides
from ..talk import lesson_value
from .steps import INVITING, PRESENTING, LessonState

# The ways to begin: with the open step, or with the address that a class opens.
TALKS = {PRESENTING: N_("Present"), INVITING: N_("QR slide")}


def talk_markup(lesson: Lesson, state: LessonState, address: str) -> Markup:
    """Markup of all steps as slides, after the address of the lesson; what cannot be shown is said in its place."""
    ids = html.class_ids(*lesson.cases.values())
    try:
        slides = [drawn.invitation(lesson, address, html.qr_figure_html(qr_svg(address)))]
    except HierviewError:  # an address that no phone could read
        slides = []
    first = 0
    for i, step in enumerate(lesson.stages):
        first = len(slides) if i == state.stage and state.big != INVITING else first
        value = partial(lesson_value, lesson, stage_cases(lesson, step))
        slides += drawn.slides_html(talk_slides(lesson, step), LessonHtml(lesson, value, ids))
    return drawn.talk_html(lesson.title, slides, first)
