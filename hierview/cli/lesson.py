"""`hierview lesson`: write a lesson and be told what is wrong with it, by line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..errors import HierviewError
from ..lessons import Fault, check_lesson, open_lesson
from ..lessons.template import TEMPLATE
from ..publish.files import write_file
from ..publish.lessons import pictures

EXAMPLES = ("lesson new first.md", "lesson check first.md", "lesson check lessons/*.md")


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parts = parser.add_subparsers(dest="part", required=True, metavar="what")
    check = parts.add_parser("check", help="everything that is wrong with lessons, by line")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="lessons, each a Markdown file")
    new = parts.add_parser("new", help="a small lesson to begin with")
    new.add_argument("file", type=Path, metavar="FILE", help="the file to write, such as first.md")


def run(args: Namespace) -> int:
    """Check lessons, or write one to begin with; 1 if a lesson has a fault that is no warning."""
    return _new(args.file) if args.part == "new" else max(map(_check, args.files))


def _check(path: Path) -> int:
    try:
        lesson, faults = open_lesson(path)
    except OSError as error:
        raise HierviewError(f"{path} cannot be read: {error.strerror}") from None
    if lesson is not None:
        faults = sorted({*faults, *check_lesson(lesson, pictures)})
    for fault in faults:
        print(f"{path}: {fault}")
    if not faults and lesson is not None:
        asked = sum(stage.ask is not None for stage in lesson.stages)
        print(f"{path}: {len(lesson.stages)} steps, {asked} questions, nothing is wrong")
    return 0 if _only_warnings(faults) else 1


def _only_warnings(faults: list[Fault]) -> bool:
    return all(fault.warning for fault in faults)


def _new(path: Path) -> int:
    if path.suffix != ".md":
        raise HierviewError(f"a lesson is a Markdown file; end {path.name!r} in .md")
    if path.exists():
        raise HierviewError(f"{path} is there already; give another name")
    title = " ".join(path.stem.replace("-", " ").replace("_", " ").split()).capitalize() or "A lesson"
    write_file(path, TEMPLATE.format(title=title.replace("{", "").replace("}", "")))
    print(f"{path} is written; hierview lesson check {path} tells what is wrong with it")
    return 0
