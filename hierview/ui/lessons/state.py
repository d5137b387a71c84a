"""Lessons over reruns, and what becomes of them by a control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...lessons import Answer, CaseQuestion
from ...lessons.library import lessons
from ..shell.page_state import PageState, asked_for, show_address
from .steps import KEPT, checked, noted, parameters, state_of, with_kept

LESSONS = PageState("lessons", state_of, parameters, always=True)


def open_lesson(name: str) -> None:
    """Show another lesson, one step of Back away; or take what the browser kept, which comes by the same way."""
    if name.startswith(KEPT):
        LESSONS.keep(with_kept(LESSONS.current(), name.removeprefix(KEPT)))
    elif name in lessons():
        go(name, 0)


def go(name: str, stage: int) -> None:
    """Show a step."""
    _show({"lesson": name, "stage": str(stage + 1)})


def turn(**changes: object) -> None:
    """Show the open step otherwise: another variant of it, as a talk, or answers that are collected in its place."""
    _show(parameters(replace(LESSONS.current(), **changes)))  # type: ignore[arg-type]


def _show(query: Mapping[str, str]) -> None:
    own = ("lesson", "stage", "seed", "variant", "collect", "big")
    show_address({key: value for key, value in asked_for().items() if key not in own} | dict(query))


def note_step(**changes: object) -> None:
    """Note what was done of the open step."""
    LESSONS.keep(noted(LESSONS.current(), **changes))


def check_answer(of: CaseQuestion, answer: Answer) -> None:
    """Judge an answer; a right one opens the why."""
    LESSONS.keep(checked(LESSONS.current(), of, answer))
