"""From the table to lines of text that only need markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...explain import Frac, Num
from .table import UNDEFINED, Cell, Heading, Table, TableOptions

_NUMBER = re.compile(r"(-?\d+)(?:\.(\d+))?")
_SIGNED = r"(−?)(\d+)(?:\.(\d+))?"
_INTERVAL = re.compile(rf"{_SIGNED} \[{_SIGNED}, {_SIGNED}\]")
DIGIT, POINT, SIGN = "\u2007", "\u2008", "\u2000"  # blanks as wide as a digit and a point, and about as a minus


@dataclass(frozen=True)
class GridEntry:
    """A value as it is to be marked up: in bold where it is the best, with the number of its note."""

    text: str
    """The value as text."""
    best: bool = False
    """Whether it is the best and stands in bold."""
    mark: str = ""
    """Number of its note; "" for none."""
    before: str = ""
    """What it lacks before the point beside the widest of its column, so that points stand below points."""
    after: str = ""
    """What it lacks after the point beside the widest of its column, as a point and zeros."""
    room: bool = False
    """Whether it leaves room for a note's number that others of its column have."""
    wide: bool = False
    """Whether others of its column are in bold, and it is not."""


@dataclass(frozen=True)
class ColumnFormat:
    """The column of a grid: whether it holds numbers, and its most characters before and after the point."""

    numbers: bool
    """Whether it holds numbers."""
    signed: bool
    """Whether one of its numbers is negative."""
    whole: int
    """The most characters before the point."""
    decimals: int
    """The most characters after the point."""
    intervals: bool = False
    """Whether it holds numbers with intervals."""
    mark: str = ""
    """The longest number of a note in it."""


@dataclass(frozen=True)
class Grid:
    """The cells of a table as texts with markup, and the format of each column."""

    head: list[str]
    """Headings, with their markup."""
    body: list[list[str]]
    """Rows of cells, with their markup."""
    columns: tuple[ColumnFormat, ...]
    """The columns but the first, which holds names."""


def numbered_notes(table: Table) -> dict[str, str]:
    """The notes at values that were printed otherwise, each with its number, in reading order."""
    rows = table.cells if table.options.measures_as == "columns" else tuple(zip(*table.cells, strict=True))
    texts = dict.fromkeys(printed_note_sentence(cell, table.options) for row in rows for cell in row)
    return {text: str(i) for i, text in enumerate(filter(None, texts), 1)}


def printed_note_sentence(cell: Cell, options: TableOptions) -> str:
    """The sentence at a value that was printed otherwise; "" where none is wanted."""
    if options.printed == "none" or cell.verdict in (None, "agrees"):
        return ""
    because = cell.because or "No reason for the difference is known."
    return because if options.printed == "all" else f"Printed {cell.printed}. {because}"


def _table_lines(table: Table) -> list[tuple[str, list[GridEntry]]]:
    """One line for each case, and one of what was printed."""
    notes, options = numbered_notes(table), table.options
    lines = []
    for case, row in zip(table.cases, table.cells, strict=True):
        marks = [notes.get(printed_note_sentence(cell, options), "") for cell in row]
        beside = options.printed == "all" and any(cell.printed is not None for cell in row)
        lines.append((case, [GridEntry(c.text, c.best, "" if beside else m) for c, m in zip(row, marks, strict=True)]))
        if beside:
            lines.append(("printed", [GridEntry(c.printed or "", False, m) for c, m in zip(row, marks, strict=True)]))
    return lines


def table_grid(
    table: Table,
    name: Callable[[str], str],
    heading: Callable[[Heading], str],
    entry: Callable[[GridEntry], str],
) -> Grid:
    """The header and the rows as strings with markup, decimals below decimals."""
    lines = _table_lines(table)
    across, down = [name(line) for line, _ in lines], [heading(h) for h in table.headings]
    columns = [entries for _, entries in lines]
    if table.options.measures_as == "columns":
        across, down = down, across
        columns = [list(column) for column in zip(*columns, strict=True)]
    columns = [_aligned_entries(column) for column in columns]
    shapes = tuple(map(_column_format, columns))
    marked = [[entry(one) for one in _padded_entries(*both)] for both in zip(columns, shapes, strict=True)]
    body = [[first, *row] for first, row in zip(down, zip(*marked, strict=True), strict=True)]
    return Grid([name(table.corner[table.options.measures_as == "rows"]), *across], body, shapes)


def _digits_around_point(text: str) -> tuple[int, int] | None:
    """How many characters stand before and after the point; None in a text that is no number."""
    if text == UNDEFINED:
        return 1, 0
    match = _NUMBER.fullmatch(text)
    return (len(match[1]), len(match[2] or "")) if match else None


def _aligned_entries(entries: list[GridEntry]) -> list[GridEntry]:
    """The entries, those of a column of intervals with points below points."""
    matches = [_INTERVAL.fullmatch(entry.text) for entry in entries]
    others = [entry.text for entry, match in zip(entries, matches, strict=True) if not match]
    if not any(matches) or not {*others} <= {"", UNDEFINED}:
        return entries
    rows = [match.groups("") if match else () for match in matches]
    shape = [max(map(len, parts)) for parts in zip(*filter(None, rows), strict=True)]
    texts = (["".join(_padding(row[i : i + 3], shape[i : i + 3])) for i in (0, 3, 6)] if row else None for row in rows)
    return [
        replace(entry, text="{} [{}, {}]".format(*numbers)) if numbers else entry
        for entry, numbers in zip(entries, texts, strict=True)
    ]


def _padding(number: Sequence[str], shape: Sequence[int]) -> Iterator[str]:
    """A number between blanks: sign, whole part and decimals as long as the longest of its column."""
    sign, whole, decimals = number
    yield SIGN * (shape[0] - len(sign)) + DIGIT * (shape[1] - len(whole)) + sign + whole
    yield f".{decimals}" if decimals else POINT * bool(shape[2])
    yield DIGIT * (shape[2] - len(decimals))


def _column_format(entries: Sequence[GridEntry]) -> ColumnFormat:
    parts = [number for entry in entries if (number := _digits_around_point(entry.text)) is not None]
    numbers = [entry.text for entry in entries if _NUMBER.fullmatch(entry.text)]
    whole, decimals = (max((part[i] for part in parts), default=0) for i in (0, 1))
    intervals = any(" [" in entry.text and entry.text.endswith("]") for entry in entries)
    mark = max((entry.mark for entry in entries), key=len, default="")
    return ColumnFormat(bool(numbers), any(text[0] == "-" for text in numbers), whole, decimals, intervals, mark)


def _padded_entries(entries: Sequence[GridEntry], column_format: ColumnFormat) -> list[GridEntry]:
    marks, bold = any(entry.mark for entry in entries), any(entry.best for entry in entries)
    texts = []
    for entry in entries:
        if column_format.numbers and (parts := _digits_around_point(entry.text)):
            whole, decimals = parts
            point = "." if column_format.decimals and not decimals else ""
            entry = replace(
                entry,
                before="0" * (column_format.whole - whole),
                after=point + "0" * (column_format.decimals - decimals),
                room=marks and not entry.mark,
                wide=bold and not entry.best,
            )
        texts.append(entry)
    return texts


_BLANKS = str.maketrans("0.", DIGIT + POINT)


def blanks_like_number(shape: str) -> str:
    """Blanks as wide as zeros and points, which no program takes for blanks at an end that it may cut."""
    return shape.translate(_BLANKS)


def heading_tail(heading: Heading) -> str:
    """Unit and arrow after a heading's name."""
    return (f" ({heading.unit})" if heading.unit else "") + (f" {heading.arrow}" if heading.arrow else "")


def plain_symbol_text(term: object) -> str:
    """A term of a symbol that is no symbol, in plain text."""
    if isinstance(term, Frac):
        return f"{''.join(map(plain_symbol_text, term.top))}/{''.join(map(plain_symbol_text, term.bottom))}"
    return term.text if isinstance(term, Num) else str(term)
