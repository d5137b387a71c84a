"""The table for HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from ...explain import Symbol
from ..base import ExportFormat
from .grid import GridEntry, blank_number, heading_tail, notes_of, plain_symbol_text, table_grid
from .table import Heading, Table, one_line_text


def html_text(table: Table) -> str:
    """The table as an HTML fragment that stands alone."""
    notes = notes_of(table)
    markup = table_grid(table, escape, _heading_html, _entry_html)
    words = ["" if column.numbers else ' class="words"' for column in markup.columns]
    cells = [f"<td{kind}>" for kind in words]
    rows = [
        _row_html([f'<th scope="col"{kind}>{cell}</th>' for kind, cell in zip(["", *words], markup.head, strict=True)])
    ]
    for first, *values in markup.body:
        marked = (f"{cell}{value}</td>" for cell, value in zip(cells, values, strict=True))
        rows.append(_row_html([f'<th scope="row">{first}</th>', *marked]))
    caption = one_line_text(table.options.caption)
    below = [f"<sup>{mark})</sup> {escape(text)}" for text, mark in notes.items()]
    foot = "<br>\n".join([*map(escape, table.says), *below])
    parts = [
        html_comment(table),
        "<table>",
        f"<caption>{escape(caption)}</caption>" if caption else "",
        f"<thead>\n{rows[0]}\n</thead>",
        "<tbody>\n" + "\n".join(rows[1:]) + "\n</tbody>",
        f'<tfoot>\n<tr><td colspan="{len(markup.head)}">{foot}</td></tr>\n</tfoot>' if foot else "",
        "</table>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _row_html(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _heading_html(heading: Heading) -> str:
    name = "".join(map(_term_html, heading.symbol))
    return (name or escape(heading.text)) + escape(heading_tail(heading))


def _term_html(term: object) -> str:
    if not isinstance(term, Symbol):
        return escape(plain_symbol_text(term))
    return f"<i>{escape(term.text)}</i>" + (f"<sub>{escape(term.sub)}</sub>" if term.sub else "")


def _entry_html(entry: GridEntry) -> str:
    text = re.sub(r"^-(?=\d)", "−", escape(entry.text))
    text = f"<strong>{text}</strong>" if entry.best else text
    mark = f"<sup>{entry.mark})</sup>" if entry.mark else f"<sup>{blank_number('00')}</sup>" * entry.room
    return blank_number(entry.before) + text + mark + blank_number(entry.after)


def html_comment(table: Table) -> str:
    """The table's origin as a comment of HTML, which nothing in it can end."""
    return f"<!-- {escape(chr(10).join(table.origin), quote=False)} -->"


HTML = ExportFormat(key="html", title="HTML", endings=(".html",), mime="text/html", write=html_text)
