"""Copies for the learner and the teacher: one's own answers as Markdown and PDF, and the answers of a class as CSV."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from csv import writer
from html import escape
from io import StringIO

from ...languages import _
from ...publish.tables.csv import text_without_formula
from ..answer_sheets import CollectedAnswers, Mark, attempts_in_words, verdict_sign
from ..lesson import Lesson
from ..sheet import Task
from .sheets import pdf_pages, task_figures

_MARKED = re.compile(r"([\\`*_{}\[\]<>#+!|&~-])")


def collected_csv(collected: CollectedAnswers) -> str:
    """The answers of a class as CSV, in which no text can be a formula."""
    out = StringIO()
    writer(out).writerows([text_without_formula(cell) for cell in row] for row in collected.cells())
    return out.getvalue()


def _task_of_mark(number: int, mark: Mark) -> Task:
    return Task(number, mark.given.number, mark.question)


def _labelled_lines(mark: Mark) -> Iterator[tuple[str, str]]:
    """What was answered and what is right, each with what stands before it."""
    if mark.trouble:
        yield _("My answer: "), _("cannot be read: {trouble}", trouble=mark.trouble)
    else:
        yield (
            _("My answer: "),
            " ".join(filter(None, (mark.answer_text or _("none"), verdict_sign(mark)))) + attempts_in_words(mark),
        )
    if mark.right_text:
        yield _("Right: "), mark.right_text


def copy_markdown(lesson: Lesson, marks: Sequence[Mark]) -> str:
    """My copy as Markdown: every question that was answered, the answer, and what is right."""
    parts = [f"# {_escape_markdown(lesson.title)}"]
    for i, mark in enumerate(marks, 1):
        parts.append(f"## {i}. {_escape_markdown(_task_of_mark(i, mark).question_text)}")
        parts += [f"{name}{_escape_markdown(text)}" for name, text in _labelled_lines(mark)]
    return "\n\n".join(parts) + "\n"


def _escape_markdown(text: str) -> str:
    """Text in which Markdown finds nothing to obey."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))


def copy_pdf(lesson: Lesson, marks: Sequence[Mark]) -> bytes:
    """My copy as a PDF, with the cases."""
    tasks = [(_task_of_mark(i, mark), mark) for i, mark in enumerate(marks, 1)]
    parts = (
        (
            f"<b>{task.number}.</b> {escape(task.question_text)}",
            task_figures(task),
            [f"{name}<b>{escape(text)}</b>" for name, text in _labelled_lines(mark)],
        )
        for task, mark in tasks
    )
    return pdf_pages(lesson.title, parts)


Copy = Callable[[Lesson, Sequence[Mark]], str | bytes]
COPIES: dict[str, tuple[str, Copy]] = {
    "md": ("text/markdown", copy_markdown),
    "pdf": ("application/pdf", copy_pdf),
}
