"""The lessons that there are: hierview's own, and those of a folder that the server was told of."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from ..errors import LessonError, quoted, suggestion
from ..resources import place
from .checking import check_lesson
from .lesson import Lesson, LessonFault
from .reading import open_lesson

FOLDER = "HIERVIEW_LESSONS"  # the folder, as `hierview app --lessons` tells it
MOST_LESSONS = 100
WITH_PRINTED = ("12-printed-and-wrong",)  # lessons on the values that the paper prints
# The lessons of 90 minutes, and those beyond: nothing in the former asks what only the latter teach.
IN_90_MINUTES = (
    "01-flat",
    "03-ancestors",
    "05-who-belongs-to-whom",
    "06-alone",
    "07-where-climbs-meet",
    "11-which-measure",
)
BEYOND = (
    "02-near-and-far",
    "04-two-parents",
    "08-too-deep-too-high",
    "09-far-away",
    "10-rightly-left-out",
    "12-printed-and-wrong",
    "13-exercises",
    "14-level-by-level",
)


def _files_by_name() -> dict[str, Path]:
    """The lessons' files by name: those of the folder first, then those of 90 minutes, and others."""
    paths: dict[str, Path] = {}
    folders = [Path(folder)] if (folder := os.environ.get(FOLDER)) else []
    for path in (*folders, place("cases") / "lessons"):
        for file in sorted(path.glob("*.md"))[:MOST_LESSONS]:
            paths.setdefault(file.stem, file)
    return dict(sorted(paths.items(), key=lambda item: (item[0] in IN_90_MINUTES) + 2 * (item[0] in BEYOND)))


@lru_cache(maxsize=MOST_LESSONS)
def _read_lesson(path: Path, changed: int, size: int) -> tuple[Lesson | None, list[LessonFault]]:
    return open_lesson(path)


@lru_cache(maxsize=MOST_LESSONS)
def _faults_in(path: Path, changed: int, size: int) -> list[LessonFault]:
    lesson, faults = _read_lesson(path, changed, size)
    return [*faults, *(check_lesson(lesson) if lesson is not None else ())]


def _file_stamp(path: Path) -> tuple[Path, int, int]:
    """A file as it is now."""
    status = path.stat()
    return path, status.st_mtime_ns, status.st_size


def _newest_case(folder: Path) -> int:
    """When a case in a folder was changed last; 0 where there is none."""
    return max((_file_stamp(case)[1] for case in folder.glob("*.json")), default=0)


def _stamp_with_cases(path: Path, newest_case: int) -> tuple[Path, int, int]:
    """A lesson's file as it is now; one whose cases beside it have changed has changed, too."""
    _, changed, size = _file_stamp(path)
    return path, max(changed, newest_case), size


def folder_stamp() -> tuple[tuple[Path, int, int], ...]:
    """A stamp that changes with any lesson of the folder that the server was told of; empty without one."""
    folder = os.environ.get(FOLDER)
    stamps = []
    for file in sorted(Path(folder).iterdir())[: 4 * MOST_LESSONS] if folder and Path(folder).is_dir() else ():
        with suppress(OSError):
            if file.suffix in (".md", ".json"):  # a lesson, or a case beside it
                stamps.append(_file_stamp(file))
    return tuple(stamps)


def faults_of_lesson(name: str) -> list[LessonFault]:
    """Faults of the lesson of that name, found again once its file has changed; a LessonError lists the names."""
    files = _files_by_name()
    if name not in files:
        raise LessonError(f"there is no lesson {quoted(name)}{suggestion(name, files)}; there are {', '.join(files)}")
    try:
        return _faults_in(*_stamp_with_cases(files[name], _newest_case(files[name].parent)))
    except OSError as error:
        return [LessonFault(1, f"the file cannot be read: {error.strerror}")]


def lessons() -> dict[str, Lesson]:
    """All lessons that can be taken, by name; a file is read again once it has changed."""
    by_key, newest = {}, dict[Path, int]()
    for name, path in _files_by_name().items():
        with suppress(OSError):
            if path.parent not in newest:
                newest[path.parent] = _newest_case(path.parent)
            lesson, _ = _read_lesson(*_stamp_with_cases(path, newest[path.parent]))
            if lesson is not None and lesson.stages:
                by_key[name] = lesson
    return by_key
