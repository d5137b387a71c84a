"""Lessons in a folder of static files, as a page beside Explore, and on paper."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import HierviewError
from ...languages import N_
from ...ui.host.beforehand import FurtherPage
from ..lesson import Lesson
from ..library import faults_of_lesson, folder_stamp, lessons
from ..publish.lessons import talk_pdf
from ..publish.sheets import sheet_pdf
from ..sheet import sheet_tasks
from .desk import Desk


def check_own_lessons() -> None:
    """Raise HierviewError where a lesson of one's own has a fault."""
    for path, *_stamp in folder_stamp():
        wrong = [fault for fault in (faults_of_lesson(path.stem) if path.suffix == ".md" else ()) if not fault.warning]
        if wrong:
            raise HierviewError(f"{path}: {wrong[0]}; hierview lesson check {path} tells all")


def own_lesson_files() -> dict[str, bytes]:
    """Lessons of one's own with the cases beside them, where the worker says that they are."""
    return {f"own/{path.name}": path.read_bytes() for path, *_stamp in folder_stamp()}


def first_pages(code: str) -> dict[str, Mapping[str, Any]]:
    """First page of each step of a lesson, in a language, by name."""
    steps = [(name, stage) for name, lesson in lessons().items() for stage in range(1, len(lesson.stages) + 1)]
    pages = {
        f"{name} {stage}": Desk({"lesson": name, "stage": str(stage), "lang": code}).tell() for name, stage in steps
    }
    return pages | {"lesson 1": Desk({"lang": code}).tell()}


def lesson_pdfs() -> dict[str, bytes]:
    """Slides, sheet and key of each lesson as PDF; of one that asks nothing, the slides."""
    return {name: data for lesson in lessons().values() for name, data in _pdfs_of_lesson(lesson).items()}


def _pdfs_of_lesson(lesson: Lesson) -> dict[str, bytes]:
    made = {f"{lesson.name}-slides.pdf": talk_pdf(lesson)}
    if any(stage.ask is not None for stage in lesson.stages):
        tasks = sheet_tasks(lesson)
        made[f"{lesson.name}-sheet.pdf"] = sheet_pdf(lesson, tasks, False)
        made[f"{lesson.name}-key.pdf"] = sheet_pdf(lesson, tasks, True)
    return made


def lessons_in_words() -> str:
    """The lessons in words: how many are one's own, and the address of the first."""
    own = [path.stem for path, *_ in folder_stamp() if path.suffix == ".md"]
    titles = ", ".join(lesson.title for name, lesson in lessons().items() if name in own)
    taught = f"{len(own)} of yours ({titles}) and hierview's" if own else "hierview's"
    return f"the lessons: {taught}" + (f"; the first is lessons.html?lesson={own[0]}" if own else "")


# Of others, pure Python: lessons are read with them, and their addresses drawn.
_PACKAGES = ("markdown-it-py", "mdurl", "simpleeval", "segno")
PAGE = FurtherPage(
    "lessons",
    N_("Lessons"),
    Path(__file__).with_name("host") / "lessons_page.js",
    f"{__package__}.desk",
    _PACKAGES,
    "lessons",
    check_own_lessons,
    own_lesson_files,
    first_pages,
    lesson_pdfs,
    lessons_in_words,
)
