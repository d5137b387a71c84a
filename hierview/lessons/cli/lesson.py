"""`hierview lesson`: write a lesson and be told what is wrong with it, by line; hand it out, and collect answers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from ...answers.answers import text_table
from ...errors import HierviewError, quoted
from ...formats import read_file
from ...formats.losses import counted_text
from ...publish.files import write_file
from ..answer_sheets import LARGEST, AnswerSheet, collect_sheets, read_answer_sheets
from ..checking import check_lesson
from ..lesson import Lesson, LessonFault
from ..library import lessons
from ..publish.copies import collected_csv
from ..publish.lessons import lesson_panels
from ..publish.sheets import SHEETS, moodle_xml
from ..reading import MOST_VARIANTS, open_lesson
from ..sheet import Task, sheet_tasks
from ..template import TEMPLATE

EXAMPLES = (
    "lesson new first.md",
    "lesson check lessons/*.md",
    "lesson sheet first.md -o sheet.pdf --key key.pdf",
    "lesson sheet first.md -o sheet.html --seed 7 --variants 20",
    "lesson export first.md --moodle quiz.xml",
    "lesson collect answers/ -o answers.csv",
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
    _add_seed(sheet)
    export = parts.add_parser("export", help="the questions of a lesson for a learning platform")
    export.add_argument("file", type=Path, metavar="FILE", help="a lesson")
    export.add_argument("--moodle", type=Path, required=True, metavar="FILE", help="Moodle XML, pictures inside")
    _add_seed(export)
    collect = parts.add_parser("collect", help="the answers that learners handed in, as a table")
    collect.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="files with answers or their codes, or folders of such files",
    )
    collect.add_argument("--lesson", type=Path, metavar="FILE", help="the lesson, if it is not one of hierview's own")
    collect.add_argument("-o", "--output", type=Path, metavar="FILE", help="answers.csv (default: the screen)")


def _add_seed(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, help="other random cases than those of the lesson's own seed")
    parser.add_argument("--variants", type=int, help="so many cases for each question that varies")


def run(args: Namespace) -> int:
    """Check lessons, or write one to begin with; 1 if a lesson has a fault that is no warning."""
    match args.part:
        case "new":
            return _write_new_lesson(args.file)
        case "check":
            return max(map(_check_file, args.files))
        case "sheet":
            return _write_sheet(args)
        case "collect":
            return _print_collected(args)
    lesson, tasks = _lesson_and_tasks(args)
    write_file(args.moodle, moodle_xml(lesson, tasks))
    return 0


def _lesson_and_tasks(args: Namespace) -> tuple[Lesson, tuple[Task, ...]]:
    """The tasks of a lesson; a HierviewError with its first fault where it cannot be taken."""
    lesson, faults = _open_lesson(args.file)
    wrong = [fault for fault in faults if not fault.warning]
    if lesson is None or wrong:
        raise HierviewError(f"{args.file}: {wrong[0]}; hierview lesson check {args.file} tells all")
    if args.variants is not None and not 1 <= args.variants <= MOST_VARIANTS:
        raise HierviewError(f"--variants is a number from 1 to {MOST_VARIANTS}, not {args.variants}")
    return lesson, sheet_tasks(lesson, args.seed, args.variants)


def _write_sheet(args: Namespace) -> int:
    lesson, tasks = _lesson_and_tasks(args)
    for path, key in ((args.output, False), (args.key, True)):
        if path is not None:
            if path.suffix not in SHEETS:
                raise HierviewError(f"{path.name!r} names no format of a sheet; end it in {', '.join(SHEETS)}")
            write_file(path, SHEETS[path.suffix](lesson, tasks, key))
    return 0


def _print_collected(args: Namespace) -> int:
    """The answers as a table; files that cannot be read are named, and the others are counted."""
    papers: list[AnswerSheet] = []
    refused = 0
    for path in _answer_files(args.files):
        try:
            papers += read_answer_sheets(read_file(path, LARGEST).decode("utf-8", "replace"), str(path))
        except HierviewError as error:
            refused += 1
            print(error, file=sys.stderr)
    by_name = _lessons_by_name(args)
    names = list(dict.fromkeys(paper.lesson for paper in papers))
    for name in names:
        if name not in by_name:
            raise HierviewError(
                f"the answers are to a lesson {quoted(name)} that is not here; give its file with --lesson"
            )
    if not names:
        raise HierviewError("there are no answers in these files")
    if args.output is not None and (args.output.suffix != ".csv" or len(names) > 1):
        what = "answers to several lessons are" if len(names) > 1 else f"{quoted(args.output.name)} is"
        raise HierviewError(f"{what} no table of one lesson that ends in .csv")
    for name in names:
        marks = collect_sheets(papers, by_name[name])
        if args.output is not None:
            write_file(args.output, collected_csv(marks))
        else:
            print(f"{by_name[name].title}\n{text_table(marks.cells(), '<' * (len(marks.asked_stages) + 2))}\n")
    return 1 if refused else 0


def _answer_files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.iterdir() if p.suffix in (".json", ".txt") and p.is_file())
        else:
            yield path


def _lessons_by_name(args: Namespace) -> dict[str, Lesson]:
    if args.lesson is None:
        return lessons()
    lesson, _ = _open_lesson(args.lesson)
    return lessons() | ({lesson.name: lesson} if lesson is not None else {})


def _open_lesson(path: Path) -> tuple[Lesson | None, list[LessonFault]]:
    try:
        return open_lesson(path)
    except OSError as error:
        raise HierviewError(f"{path} cannot be read: {error.strerror}") from None


def _check_file(path: Path) -> int:
    lesson, faults = _open_lesson(path)
    if lesson is not None:
        faults = sorted({*faults, *check_lesson(lesson, lesson_panels)})
    for fault in faults:
        print(f"{path}: {fault}")
    if not faults and lesson is not None:
        questions = sum(stage.ask is not None for stage in lesson.stages)
        steps = counted_text(len(lesson.stages), "step", "steps")
        print(f"{path}: {steps}, {counted_text(questions, 'question', 'questions')}, nothing is wrong")
    return 0 if all(fault.warning for fault in faults) else 1


def _write_new_lesson(path: Path) -> int:
    if path.suffix != ".md":
        raise HierviewError(f"a lesson is a Markdown file; end {path.name!r} in .md")
    if path.exists():
        raise HierviewError(f"{path} is there already; give another name")
    title = " ".join(path.stem.replace("-", " ").replace("_", " ").split()).capitalize() or "A lesson"
    write_file(path, TEMPLATE.format(title=title.replace("{", "").replace("}", "")))
    print(f"{path} is written; hierview lesson check {path} tells what is wrong with it")
    return 0
