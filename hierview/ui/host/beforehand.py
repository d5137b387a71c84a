"""First pages of a folder of static files, shown before Python is there, and its lessons on paper."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from itertools import product
from typing import Any

from ...formats import excerpt_names, preset_names
from ...languages import ENGLISH, LANGUAGES
from ...lessons.lesson import Lesson
from ...lessons.library import lessons
from ...lessons.sheet import sheet_tasks
from ...publish.lessons import talk_pdf
from ...publish.sheets import sheet_pdf
from ..explore.address import parameters
from ..explore.contents import keys_of
from ..explore.desk import Desk
from ..lessons.desk import Desk as LessonDesk
from ..shell.cases import NEW

LINKED = ("picture", "ideas", "steps", "landscape")  # views whose links show at once what they ask for


def first_pages() -> dict[str, bytes]:
    """First page of each case and each step of a lesson, shown before Python is there, in every language."""
    pages = {}
    for code in LANGUAGES:
        ending = "" if code == ENGLISH else f".{code}"
        for name in (*preset_names(), *excerpt_names(), NEW):
            desk = Desk({"c": name, "lang": code}, "first")
            pages[f"first/{name}{ending}.json"] = _as_json(desk.tell())
            if desk.state.answerable:
                pages[f"first/{name} why{ending}.bin"] = gzip.compress(_as_json(_whys(desk)), mtime=0)
        steps = [(name, stage) for name, lesson in lessons().items() for stage in range(1, len(lesson.stages) + 1)]
        for name, stage in steps:
            address = {"lesson": name, "stage": str(stage), "lang": code}
            pages[f"first/{name} {stage}{ending}.json"] = _as_json(LessonDesk(address).tell())
        pages[f"first/lesson 1{ending}.json"] = _as_json(LessonDesk({"lang": code}).tell())
    return pages


def _whys(desk: Desk) -> dict[str, Any]:
    """By measure and view, the parts of a link's page that are not those of the first page of its case."""
    page, asked = desk.tell(), parameters(desk.state) | {"lang": desk.language}
    whys = {}
    for row, view in product(dict.fromkeys(keys_of(desk.state)), LINKED):
        other = Desk(asked | {"m": row, "v": view}, "first").tell()
        whys[f"{row} {view}"] = {part: content for part, content in other.items() if content != page[part]}
    return whys


def _as_json(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()


def papers() -> dict[str, bytes]:
    """Slides, sheet and key of each lesson as PDF; of one that asks nothing, the slides."""
    return {f"papers/{name}": data for lesson in lessons().values() for name, data in _papers_of(lesson).items()}


def _papers_of(lesson: Lesson) -> dict[str, bytes]:
    made = {f"{lesson.name}-slides.pdf": talk_pdf(lesson)}
    if any(stage.ask is not None for stage in lesson.stages):
        tasks = sheet_tasks(lesson)
        made[f"{lesson.name}-sheet.pdf"] = sheet_pdf(lesson, tasks, False)
        made[f"{lesson.name}-key.pdf"] = sheet_pdf(lesson, tasks, True)
    return made
