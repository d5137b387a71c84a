"""The width of a table for pdflatex: the size and the columns in lines that make it fit, or what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise, product

from ...draw.figures.figure import MM
from ...draw.texts.fonts import EXACT_TEX_FACES, line_width
from .grid import ColumnFormat, heading_tail, table_grid
from .table import Table

PAGE_MM, COLUMN_MM = 122.0, 84.0  # of LaTeX's own article, the narrowest of usual pages; of one of two columns
LONG = 32  # characters; a text that is longer is set in lines
BREAK = re.compile(r" |(?<=[_./-])(?=[^\W_])")  # where a line of a heading may end
_RAISED, _CLEAR = 0.75, 4.8  # the size of a note's number, and the least from it to the next column, in pt
_WRAPPED = 12  # characters of the shortest text that may be set in lines
_LEAST = 12.0  # mm of a column of lines


@dataclass(frozen=True)
class LetterSize:
    """A font size of LaTeX, with the space beside columns that goes with it."""

    pt: float
    """Size of the letters, in pt."""
    air: float
    """Air beside each column, in pt."""
    command: str
    """LaTeX's command for the size."""
    most: int
    """The most columns that it is for."""


Shared = tuple[str, int, int]  # a heading above columns, its first and its last one


@dataclass(frozen=True)
class _Columns:
    """Columns that have lines: those of long texts, and those of which the heading alone may stand on several.

    texts: those of each column, its heading first.  shared: headings above several, each with the columns below it.
    marks: the longest numbers of notes, which hang into the air after their columns.
    """

    texts: Sequence[Sequence[str]]
    lines: frozenset[int]
    heads: frozenset[int] = frozenset()
    shared: tuple[Shared, ...] = ()
    marks: Mapping[int, str] = field(default_factory=dict)


SIZES = (
    LetterSize(10, 6, "", 8),
    LetterSize(9, 4, r"\small\setlength{\tabcolsep}{4pt}", 10),
    LetterSize(8, 3, r"\footnotesize\setlength{\tabcolsep}{3pt}", 10_000),
)


TIGHT = (  # where nothing else fits
    LetterSize(8, 2, r"\footnotesize\setlength{\tabcolsep}{2pt}", 10_000),
    LetterSize(7, 2, r"\scriptsize\setlength{\tabcolsep}{2pt}", 10_000),
)


@dataclass(frozen=True)
class TableSetting:
    """How LaTeX sets a table: the size of its letters and the widths of its columns."""

    size: LetterSize
    """The size of letters and the air."""
    lines: dict[int, float]
    """Columns of lines, from 1 on, each with its width in mm."""
    wide: float
    """Width of the whole table, in mm."""
    room: float
    """Width that the table may have, in mm."""
    heads: dict[int, float] = field(default_factory=dict)
    """Columns of which the heading alone stands on several lines, each with its width in mm."""
    shared: tuple[Shared, ...] = ()
    """Headings above several columns, whose own headings are short then."""
    after: Mapping[int, float] = field(default_factory=dict)
    """Air that a column with notes has behind it beyond the usual, in pt."""

    @property
    def fits(self) -> bool:
        """Whether the table fits the width of the page."""
        return self.wide <= self.room

    @property
    def advice(self) -> str:
        """A sentence on what to do where it does not fit, or not in a column; "" where it does."""
        if not self.fits:
            return (
                f"About {self.wide:.0f} mm wide, more than {self.room:.0f} mm: turn it (measures as rows or columns), "
                "leave some of it out (intervals: --no-intervals), or set it as table* or in landscape."
            )
        if self.wide > COLUMN_MM:
            return f"About {self.wide:.0f} mm wide: where a page has two columns, make it for --width 84, or as table*."
        return ""


def table_setting_of(table: Table) -> TableSetting:
    """The largest size that fits, with few columns in lines; else with headings in lines; the smallest if none fits."""
    room = table.options.width_mm or PAGE_MM
    cells = table_grid(
        table, str, lambda heading: heading.text + heading_tail(heading), lambda entry: entry.text + entry.after
    )
    texts = [list(column) for column in zip(cells.head, *cells.body, strict=True)]
    sizes = [size for size in SIZES if len(texts) - 1 <= size.most]
    besides = enumerate(pairwise(cells.columns), 1)
    marks = {i: column.mark for i, (column, right) in besides if column.mark and right.numbers}
    plain = [_Columns(texts, lines, marks=marks) for lines in _columns_in_lines(cells.columns, texts)]
    below = []
    if spans := _shared_heading_spans(table):
        headings = (heading.without_span.text + heading_tail(heading) for heading in table.headings)
        short = [texts[0], *([head, *column[1:]] for head, column in zip(headings, texts[1:], strict=True))]
        below = [replace(one, texts=short, shared=spans) for one in plain]
    heads = [replace(one, heads=frozenset(range(1, len(texts))) - one.lines) for one in below or plain]
    setting = None
    for one, size in (*product((*plain, *below), sizes), *product(heads, (*sizes, *TIGHT))):
        setting = _table_in_size(one, size, room)
        if setting.fits:
            return setting
    assert setting is not None  # there are sizes, and no column in lines to begin with
    return setting


def _shared_heading_spans(table: Table) -> tuple[Shared, ...]:
    """What the headings of columns beside each other begin with, and from which column to which."""
    if table.options.measures_as == "rows":
        return ()
    spans, i = [], 1
    for name, those in groupby(table.headings, lambda heading: heading.of):
        count = len(list(those))
        spans += [(name, i, i + count - 1)] if name and count > 1 else []
        i += count
    return tuple(spans)


def _columns_in_lines(columns: Sequence[ColumnFormat], texts: Sequence[Sequence[str]]) -> Iterator[frozenset[int]]:
    """Which columns are set in lines: those of long texts, then one more each time, the longest first."""
    numbers = [column.numbers or column.intervals for column in columns]
    longest = {
        i: most
        for i, (column, plain) in enumerate(zip(texts[1:], numbers, strict=True), 1)
        if not plain and (most := max(map(len, column[1:]), default=0)) > _WRAPPED
    }
    order = sorted(longest, key=lambda i: -longest[i])
    first = sum(longest[i] > LONG for i in order)
    for count in range(first, len(order) + 1):
        yield frozenset(order[:count])


def _table_in_size(columns: _Columns, size: LetterSize, room: float) -> TableSetting:
    """The table in a size, what is left shared out among columns and headings of lines as their texts need it."""
    texts = columns.texts
    natural = [max(_text_width_mm(text, size.pt) for text in column) for column in texts]
    least = {
        i: max(_LEAST, *(_text_width_mm(word, size.pt) for text in texts[i] for word in text.split()))
        for i in columns.lines
    }
    for i in columns.heads:
        narrow = max(_text_width_mm(text, size.pt) for text in (*texts[i][1:], *BREAK.split(texts[i][0])))
        least |= {i: narrow} if narrow < natural[i] else {}
    after = {i: more for i, mark in columns.marks.items() if (more := _note_mark_air(texts[i + 1], mark, size)) > 0}
    air = (2 * size.air * len(texts) + sum(after.values())) / MM
    remaining = room - air - sum(wide for i, wide in enumerate(natural) if i not in least)
    spare = max(0.0, remaining - sum(least.values()))
    missing = {i: max(0.0, natural[i] - least[i]) for i in least}
    share = min(1.0, spare / whole) if (whole := sum(missing.values())) else 0.0
    widths = {i: least[i] + share * missing[i] for i in sorted(least)}
    lines, heads = ({i: wide for i, wide in widths.items() if i in of} for of in (columns.lines, columns.heads))
    wide = room - remaining + sum(widths.values())
    for name, first, last in columns.shared:  # which may be wider than what stands below it
        below = sum(widths.get(i, natural[i]) for i in range(first, last + 1)) + 2 * size.air * (last - first) / MM
        wide += max(0.0, _text_width_mm(name, size.pt) - below)
    return TableSetting(size, lines, wide, room, heads, columns.shared, after)


def _note_mark_air(right: Sequence[str], mark: str, size: LetterSize) -> float:
    """Air that a note's number lacks to stand clear of the numbers of the column at its right, in pt."""
    head, *body = (_text_width_mm(text, size.pt) * MM for text in right)
    return (
        _RAISED * _text_width_mm(f"{mark})", size.pt) * MM
        + _CLEAR
        - 2 * size.air
        - max(0.0, head - max(body, default=0.0))
    )


def _text_width_mm(text: str, pt: float) -> float:
    return line_width(text, pt, EXACT_TEX_FACES["serif"]) / MM
