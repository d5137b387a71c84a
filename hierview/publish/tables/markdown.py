"""The table for Markdown."""

from __future__ import annotations

import re

from ..base import ExportFormat
from .grid import Entry, blank, grid, notes_of, tail
from .html import html_comment
from .table import Table, line

_RAISED = str.maketrans("0123456789)", "⁰¹²³⁴⁵⁶⁷⁸⁹⁾")


def markdown(table: Table) -> str:
    """The table for Markdown with tables as GitHub and Pandoc read them, its columns even in the source, too."""
    cells = grid(table, _text, lambda heading: _text(heading.text + tail(heading)), _entry)
    ends = [False, *(column.numbers for column in cells.columns)]
    rows = [cells.head, *cells.body]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [f"{cell:{'>' if right else '<'}{n}}" for cell, right, n in zip(r, ends, widths, strict=True)] for r in rows
    ]
    rule = ["-" * (n - 1) + ":" if right else ":" + "-" * (n - 1) for right, n in zip(ends, widths, strict=True)]
    parts = ["\n".join(f"| {' | '.join(row)} |" for row in (lines[0], rule, *lines[1:]))]
    parts += [_text(sentence) for sentence in table.says]
    parts += [f"{_raised(mark)} {_text(text)}" for text, mark in notes_of(table).items()]
    if caption := line(table.options.caption):
        parts.append(f"Table: {_text(caption)}")
    return "\n\n".join([*parts, html_comment(table)]) + "\n"


def _entry(entry: Entry) -> str:
    """The value between blanks, those in place of asterisks last, where they may be cut."""
    stripped_text = entry.text.lstrip()
    text = f"**{_text(stripped_text)}**" if entry.best else _text(stripped_text)
    text = (
        entry.text[: len(entry.text) - len(stripped_text)] + text
    )  # blanks within asterisks would make them asterisks
    mark = _raised(entry.mark) if entry.mark else blank("00") * entry.room
    return text + mark + blank(entry.after) + "  " * entry.wide


def _raised(mark: str) -> str:
    return f"{mark})".translate(_RAISED)


def _text(text: str) -> str:
    """Text in which nothing is markup, and nothing becomes a link by itself."""
    text = re.sub(r"[\\`*_{}\[\]<>#!|~&$:@^=]", r"\\\g<0>", text)
    return re.sub(r"(?i)(www)\.", r"\1\\.", text)


MARKDOWN = ExportFormat(key="markdown", title="Markdown", endings=(".md",), mime="text/markdown", write=markdown)
