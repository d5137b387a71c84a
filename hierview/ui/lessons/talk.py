"""A lesson as a talk on the whole screen, and what else a teacher does with it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ...errors import HierviewError
from ...languages import _, spoken_language
from ...lessons import Lesson, Show, Stage, stage_cases
from ...lessons.talk import lesson_value, right_answer
from ...markup import html
from ...markup.pages import talk as drawn
from ...markup.pages.lesson import LessonHtml
from ...publish.lessons import by_case, talk_pdf
from ..export.linked import show_link
from ..shell.links import link
from ..shell.widgets import popover
from ..viewer import viewer
from .state import turn
from .steps import LessonState, parameters


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


def teachers_menu(lesson: Lesson | None, state: LessonState) -> None:
    """The menu of a teacher: present the open step, hand it on, collect what was answered."""
    address = link(parameters(state))

    def tools() -> None:
        st.button(_("Present"), key="present", type="tertiary", on_click=turn, kwargs={"big": True})
        if lesson is not None:
            st.download_button(
                _("Slides as PDF"),
                partial(talk_pdf, lesson),  # made when it is wanted: it takes seconds
                f"{lesson.name}.pdf",
                "application/pdf",
                type="tertiary",
                on_click="ignore",
            )
        st.button(_("Collect answers"), key="collect", type="tertiary", on_click=turn, kwargs={"collecting": True})
        show_link(address, "lesson")

    with st.container(key="lesson-tools", horizontal=True, horizontal_alignment="right"):
        if state.big or state.collecting:
            label = _("End the talk") if state.big else _("Back to the lesson")
            st.button(label, key="end", type="tertiary", on_click=turn, kwargs={"big": False, "collecting": False})
        else:
            popover(_("For teachers"), "lesson-teachers", tools, type="tertiary")
