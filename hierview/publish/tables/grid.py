"""From the table to lines of text that only need markup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...explain import Frac, Num
from .options import TableOptions
from .table import Cell, Heading, Table

_MARKS = "†‡§¶"


@dataclass(frozen=True)
class Entry:
    """A value as it is to be marked up: in bold where it is the best, with the mark of its note."""

    text: str
    best: bool = False
    mark: str = ""


def notes_of(table: Table) -> dict[str, str]:
    """The notes at values that were printed otherwise, each with its mark, in reading order."""
    rows = table.cells if table.options.measures_as == "columns" else tuple(zip(*table.cells, strict=True))
    texts = dict.fromkeys(note(cell, table.options) for row in rows for cell in row)
    return {text: _MARKS[i % len(_MARKS)] * (i // len(_MARKS) + 1) for i, text in enumerate(filter(None, texts))}


def note(cell: Cell, options: TableOptions) -> str:
    """The sentence at a value that was printed otherwise; "" where none is wanted."""
    if options.printed == "none" or cell.verdict in (None, "agrees"):
        return ""
    because = cell.because or "No reason for the difference is known."
    return because if options.printed == "all" else f"Printed {cell.printed}. {because}"


def _lines(table: Table) -> list[tuple[str, list[Entry]]]:
    """One line for each case, and one of what was printed."""
    notes, options = notes_of(table), table.options
    lines = []
    for case, row in zip(table.cases, table.cells, strict=True):
        marks = [notes.get(note(cell, options), "") for cell in row]
        beside = options.printed == "all" and any(cell.printed is not None for cell in row)
        lines.append((case, [Entry(c.text, c.best, "" if beside else m) for c, m in zip(row, marks, strict=True)]))
        if beside:
            lines.append(("printed", [Entry(c.printed or "", False, m) for c, m in zip(row, marks, strict=True)]))
    return lines


def grid(
    table: Table,
    name: Callable[[str], str],
    heading: Callable[[Heading], str],
    entry: Callable[[Entry], str],
) -> tuple[list[str], list[list[str]]]:
    """The header and the rows as strings with markup."""
    columns = table.options.measures_as == "columns"
    rows = [[name(table.corner[not columns]), *map(heading, table.headings)]]
    rows += [[name(line), *map(entry, entries)] for line, entries in _lines(table)]
    head, *body = rows if columns else map(list, zip(*rows, strict=True))
    return head, body


def tail(heading: Heading) -> str:
    """Unit and arrow after a heading's name."""
    return (f" ({heading.unit})" if heading.unit else "") + (f" {heading.arrow}" if heading.arrow else "")


def plain_term(term: object) -> str:
    """A term of a symbol that is no symbol, in plain text."""
    if isinstance(term, Frac):
        return f"{''.join(map(plain_term, term.top))}/{''.join(map(plain_term, term.bottom))}"
    return term.text if isinstance(term, Num) else str(term)
