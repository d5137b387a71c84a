"""The table for HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...explain import Symbol
from ...safe import Markup, comment, escape, joined, safe
from ..base import ExportFormat
from .grid import GridEntry, blanks_like_number, heading_tail, numbered_notes, plain_symbol_text, table_grid
from .table import Heading, Table, one_line_text


def html_text(table: Table) -> Markup:
    """The table as an HTML fragment that stands alone."""
    notes = numbered_notes(table)
    markup = table_grid(table, escape, _heading_html, _entry_html)
    words = ["" if column.numbers else Markup(' class="words"') for column in markup.columns]
    cells = [safe("<td{}>", kind) for kind in words]
    heads = zip(["", *words], markup.head, strict=True)
    rows = [_row_html(safe('<th scope="col"{}>{}</th>', kind, cell) for kind, cell in heads)]
    for first, *values in markup.body:
        marked = (safe("{}{}</td>", cell, value) for cell, value in zip(cells, values, strict=True))
        rows.append(_row_html([safe('<th scope="row">{}</th>', first), *marked]))
    caption = one_line_text(table.options.caption)
    below = [safe("<sup>{})</sup> {}", mark, text) for text, mark in notes.items()]
    foot = joined([*table.says, *below], Markup("<br>\n"))
    parts = [
        html_comment(table),
        Markup("<table>"),
        safe("<caption>{}</caption>", caption) if caption else "",
        safe("<thead>\n{}\n</thead>", rows[0]),
        safe("<tbody>\n{}\n</tbody>", joined(rows[1:], "\n")),
        safe('<tfoot>\n<tr><td colspan="{}">{}</td></tr>\n</tfoot>', len(markup.head), foot) if foot else "",
        Markup("</table>"),
    ]
    return joined(filter(None, parts), "\n") + "\n"


def _row_html(cells: Iterable[str]) -> Markup:
    return safe("<tr>{}</tr>", joined(cells))


def _heading_html(heading: Heading) -> Markup:
    name = joined(map(_term_html, heading.symbol))
    return (name or escape(heading.text)) + escape(heading_tail(heading))


def _term_html(term: object) -> Markup:
    if not isinstance(term, Symbol):
        return escape(plain_symbol_text(term))
    return safe("<i>{}</i>", term.text) + (safe("<sub>{}</sub>", term.sub) if term.sub else "")


def _entry_html(entry: GridEntry) -> Markup:
    text = escape(re.sub(r"^-(?=\d)", "−", entry.text))
    text = safe("<strong>{}</strong>", text) if entry.best else text
    mark = (
        safe("<sup>{})</sup>", entry.mark)
        if entry.mark
        else safe("<sup>{}</sup>", blanks_like_number("00")) * entry.room
    )
    return blanks_like_number(entry.before) + text + mark + blanks_like_number(entry.after)


def html_comment(table: Table) -> Markup:
    """The table's origin as a comment of HTML, which nothing in it can end."""
    return comment(chr(10).join(table.origin))


HTML = ExportFormat[Table](
    key="html",
    title="HTML",
    endings=(".html",),
    mime="text/html",
    # A text like that of every format, which escapes nothing that is put to it.
    write=lambda table: str(html_text(table)),
)
