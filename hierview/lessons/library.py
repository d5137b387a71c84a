"""The lessons that there are: hierview's own, and those of a folder that the server was told of."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from ..errors import LessonError, quoted, suggestion
from ..resources import place
from .checking import check_lesson
from .lesson import Fault, Lesson
from .reading import open_lesson

FOLDER = "HIERVIEW_LESSONS"  # the folder, as `hierview app --lessons` tells it
MOST_LESSONS = 100


def _files() -> dict[str, Path]:
    """The lessons' files by name: those of the folder first, in the order of their names."""
    found: dict[str, Path] = {}
    folders = [Path(folder)] if (folder := os.environ.get(FOLDER)) else []
    for path in (*folders, place("cases") / "lessons"):
        for file in sorted(path.glob("*.md"))[:MOST_LESSONS]:
            found.setdefault(file.stem, file)
    return found


@lru_cache(maxsize=MOST_LESSONS)
def _opened(path: Path, changed: int, size: int) -> tuple[Lesson | None, tuple[Fault, ...]]:
    lesson, faults = open_lesson(path)
    return lesson, (*faults, *(check_lesson(lesson) if lesson is not None else ()))


def opened(name: str) -> tuple[Lesson | None, tuple[Fault, ...]]:
    """The lesson of that name with its faults, read again once its file has changed; a LessonError lists the names."""
    files = _files()
    if name not in files:
        raise LessonError(f"there is no lesson {quoted(name)}{suggestion(name, files)}; there are {', '.join(files)}")
    try:
        told = files[name].stat()
        return _opened(files[name], told.st_mtime_ns, told.st_size)
    except OSError as error:
        return None, (Fault(1, f"the file cannot be read: {error.strerror}"),)


def lessons() -> dict[str, Lesson]:
    """All lessons that can be taken, by name."""
    found = ((name, opened(name)[0]) for name in _files())
    return {name: lesson for name, lesson in found if lesson is not None and lesson.stages}
