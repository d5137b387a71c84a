"""Lessons over reruns, and what becomes of them by a control."""

from __future__ import annotations

from dataclasses import replace

from ...ui.shell.page_state import PageState, asked_parameters, show_address
from ..library import lessons
from .steps import KEPT, LessonState, parameters, state_of, with_browser_text

LESSONS = PageState("lessons", state_of, parameters, always=True)


def open_lesson(name: str) -> None:
    """Show another lesson, one step of Back away; or take what the browser kept, which comes by the same way."""
    if name.startswith(KEPT):
        LESSONS.keep(with_browser_text(LESSONS.current(), name.removeprefix(KEPT)))
    elif name in lessons():
        go_to(LessonState(name, 0))


def go_to(state: LessonState) -> None:
    """Show a step, one step of Back away."""
    own = ("lesson", "stage", "seed", "variant", "collect", "big")
    show_address({key: value for key, value in asked_parameters().items() if key not in own} | parameters(state))


def show_otherwise(**changes: object) -> None:
    """Show the open step otherwise: another variant of it, as a talk, or answers that are collected in its place."""
    go_to(replace(LESSONS.current(), **changes))  # type: ignore[arg-type]
