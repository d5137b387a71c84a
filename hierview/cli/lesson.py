"""`hierview lesson`: write a lesson and be told what is wrong with it, by line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..errors import HierviewError
from ..lessons import Fault, Lesson, check_lesson, open_lesson
from ..lessons.reading import MOST_VARIANTS
from ..lessons.sheet import Task, sheet
from ..lessons.template import TEMPLATE
from ..publish.files import write_file
from ..publish.lessons import pictures
from ..publish.sheets import SHEETS, moodle

EXAMPLES = (
    "lesson new first.md",
    "lesson check lessons/*.md",
    "lesson sheet first.md -o sheet.pdf --key key.pdf",
    "lesson sheet first.md -o sheet.html --seed 7 --variants 20",
    "lesson export first.md --moodle quiz.xml",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parts = parser.add_subparsers(dest="part", required=True, metavar="what")
    check = parts.add_parser("check", help="everything that is wrong with lessons, by line")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="lessons, each a Markdown file")
    new = parts.add_parser("new", help="a small lesson to begin with")
    new.add_argument("file", type=Path, metavar="FILE", help="the file to write, such as first.md")
    sheet = parts.add_parser("sheet", help="the questions of a lesson to hand out, and their key")
    sheet.add_argument("file", type=Path, metavar="FILE", help="a lesson")
    sheet.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="sheet.pdf, .tex or .html")
    sheet.add_argument("--key", type=Path, metavar="FILE", help="the key, as .pdf, .tex or .html")
    _seeded(sheet)
    export = parts.add_parser("export", help="the questions of a lesson for a learning platform")
    export.add_argument("file", type=Path, metavar="FILE", help="a lesson")
    export.add_argument("--moodle", type=Path, required=True, metavar="FILE", help="Moodle XML, pictures inside")
    _seeded(export)


def _seeded(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, help="other random cases than those of the lesson's own seed")
    parser.add_argument("--variants", type=int, help="so many cases for each question that varies")


def run(args: Namespace) -> int:
    """Check lessons, or write one to begin with; 1 if a lesson has a fault that is no warning."""
    match args.part:
        case "new":
            return _new(args.file)
        case "check":
            return max(map(_check, args.files))
        case "sheet":
            return _sheet(args)
    return _moodle(args)


def _tasks(args: Namespace) -> tuple[Lesson, tuple[Task, ...]]:
    """The tasks of a lesson; a HierviewError with its first fault where it cannot be taken."""
    lesson, faults = _opened(args.file)
    wrong = [fault for fault in faults if not fault.warning]
    if lesson is None or wrong:
        raise HierviewError(f"{args.file}: {wrong[0]}; hierview lesson check {args.file} tells all")
    if args.variants is not None and not 1 <= args.variants <= MOST_VARIANTS:
        raise HierviewError(f"--variants is a number from 1 to {MOST_VARIANTS}, not {args.variants}")
    return lesson, sheet(lesson, args.seed, args.variants)


def _sheet(args: Namespace) -> int:
    lesson, tasks = _tasks(args)
    for path, key in ((args.output, False), (args.key, True)):
        if path is not None:
            if path.suffix not in SHEETS:
                raise HierviewError(f"{path.name!r} names no format of a sheet; end it in {', '.join(SHEETS)}")
            write_file(path, SHEETS[path.suffix](lesson, tasks, key))
    return 0


def _moodle(args: Namespace) -> int:
    lesson, tasks = _tasks(args)
    write_file(args.moodle, moodle(lesson, tasks))
    return 0


def _opened(path: Path) -> tuple[Lesson | None, list[Fault]]:
    try:
        return open_lesson(path)
    except OSError as error:
        raise HierviewError(f"{path} cannot be read: {error.strerror}") from None


def _check(path: Path) -> int:
    lesson, faults = _opened(path)
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
