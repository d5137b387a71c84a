"""The table for Markdown."""

from __future__ import annotations

import re

from ..base import ExportFormat
from .grid import grid, notes_of, tail
from .html import comment
from .table import Table, line


def markdown(table: Table) -> str:
    """The table for Markdown with tables as GitHub and Pandoc read them."""
    head, body = grid(
        table,
        _text,
        lambda heading: _text(heading.text + tail(heading)),
        lambda entry: (f"**{_text(entry.text)}**" if entry.best else _text(entry.text)) + entry.mark,
    )
    rows = [head, [":--", *["--:"] * (len(head) - 1)], *body]
    parts = ["\n".join(f"| {' | '.join(row)} |" for row in rows)]
    parts += [f"{mark} {_text(text)}" for text, mark in notes_of(table).items()]
    if caption := line(table.options.caption):
        parts.append(f"Table: {_text(caption)}")
    return "\n\n".join([*parts, comment(table)]) + "\n"


def _text(text: str) -> str:
    """Text in which nothing is markup, and nothing becomes a link by itself."""
    text = re.sub(r"[\\`*_{}\[\]<>#!|~&$:@^=]", r"\\\g<0>", text)
    return re.sub(r"(?i)(www)\.", r"\1\\.", text)


MARKDOWN = ExportFormat(key="markdown", title="Markdown", endings=(".md",), mime="text/markdown", write=markdown)
