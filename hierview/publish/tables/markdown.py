"""The table for Markdown."""

from __future__ import annotations

import re

from ..base import ExportFormat
from .grid import GridEntry, blanks_like_number, heading_tail, numbered_notes, table_grid
from .html import html_comment
from .table import Table, one_line_text

_RAISED = str.maketrans("0123456789)", "⁰¹²³⁴⁵⁶⁷⁸⁹⁾")


def markdown(table: Table) -> str:
    """The table for Markdown with tables as GitHub and Pandoc read them, its columns even in the source, too."""
    cells = table_grid(
        table, _plain_markdown, lambda heading: _plain_markdown(heading.text + heading_tail(heading)), _entry_markdown
    )
    ends = [False, *(column.numbers for column in cells.columns)]
    rows = [cells.head, *cells.body]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [f"{cell:{'>' if right else '<'}{n}}" for cell, right, n in zip(r, ends, widths, strict=True)] for r in rows
    ]
    rule = ["-" * (n - 1) + ":" if right else ":" + "-" * (n - 1) for right, n in zip(ends, widths, strict=True)]
    parts = ["\n".join(f"| {' | '.join(row)} |" for row in (lines[0], rule, *lines[1:]))]
    parts += [_plain_markdown(sentence) for sentence in table.says]
    parts += [f"{_raised_mark(mark)} {_plain_markdown(text)}" for text, mark in numbered_notes(table).items()]
    if caption := one_line_text(table.options.caption):
        parts.append(f"Table: {_plain_markdown(caption)}")
    return "\n\n".join([*parts, html_comment(table)]) + "\n"


def _entry_markdown(entry: GridEntry) -> str:
    """The value between blanks, those in place of asterisks last, where they may be cut."""
    stripped_text = entry.text.lstrip()
    text = f"**{_plain_markdown(stripped_text)}**" if entry.best else _plain_markdown(stripped_text)
    text = (
        entry.text[: len(entry.text) - len(stripped_text)] + text
    )  # blanks within asterisks would make them asterisks
    mark = _raised_mark(entry.mark) if entry.mark else blanks_like_number("00") * entry.room
    return text + mark + blanks_like_number(entry.after) + "  " * entry.wide


def _raised_mark(mark: str) -> str:
    return f"{mark})".translate(_RAISED)


def _plain_markdown(text: str) -> str:
    """Text in which nothing is markup, and nothing becomes a link by itself."""
    text = re.sub(r"[\\`*_{}\[\]<>#!|~&$:@^=]", r"\\\g<0>", text)
    return re.sub(r"(?i)(www)\.", r"\1\\.", text)


MARKDOWN = ExportFormat(key="markdown", title="Markdown", endings=(".md",), mime="text/markdown", write=markdown)
