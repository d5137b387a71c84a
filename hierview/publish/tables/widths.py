"""The width of a table for pdflatex: the size and the columns in lines that make it fit, or what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ...draw.figure import MM
from ...draw.fonts import EXACT_TEX_FACES, width
from .grid import Entry, grid, tail
from .table import Table

PAGE_MM, COLUMN_MM = 122.0, 84.0  # of LaTeX's own article, the narrowest of usual pages; of one of two columns
LONG = 32  # characters; a text that is longer is set in lines
_WRAPPED = 12  # characters of the shortest text that may be set in lines
_LEAST = 12.0  # mm of a column of lines


@dataclass(frozen=True)
class Size:
    """A size of letters and the air beside columns. most: columns that it is for."""

    pt: float
    air: float
    command: str
    most: int


SIZES = (
    Size(10, 6, "", 8),
    Size(9, 4, r"\small\setlength{\tabcolsep}{4pt}", 10),
    Size(8, 3, r"\footnotesize\setlength{\tabcolsep}{3pt}", 10_000),
)


@dataclass(frozen=True)
class Setting:
    """How a table is set. lines: columns of lines, from 1 on, each with its width in mm.  wide: all of it, in mm."""

    size: Size
    lines: dict[int, float]
    wide: float
    room: float

    @property
    def fits(self) -> bool:
        """Whether it has room."""
        return self.wide <= self.room

    @property
    def advice(self) -> str:
        """What to do where it does not fit, or not in a column; "" where it does."""
        if not self.fits:
            return (
                f"About {self.wide:.0f} mm wide, more than {self.room:.0f} mm: turn it (measures as rows or columns), "
                "leave some of it out, or set it as table* or in landscape."
            )
        if self.wide > COLUMN_MM:
            return f"About {self.wide:.0f} mm wide: where a page has two columns, make it for --width 84, or as table*."
        return ""


def setting_of(table: Table) -> Setting:
    """The largest size that fits, with few columns in lines; the smallest where none fits."""
    room = table.options.width_mm or PAGE_MM
    texts = _columns(table)
    sizes = [size for size in SIZES if len(texts) - 1 <= size.most]
    setting = None
    for lines, size in product(_in_lines(table, texts), sizes):
        setting = _set(texts, lines, size, room)
        if setting.fits:
            return setting
    assert setting is not None  # there are sizes, and no column in lines to begin with
    return setting


def _columns(table: Table) -> list[list[str]]:
    """The texts of each column, a heading first, with what they are padded by."""
    made = grid(table, str, lambda heading: heading.text + tail(heading), _shown)
    return [list(column) for column in zip(made.head, *made.body, strict=True)]


def _shown(entry: Entry) -> str:
    return entry.text + entry.after


def _in_lines(table: Table, texts: Sequence[Sequence[str]]) -> Iterator[frozenset[int]]:
    """Which columns are set in lines: those of long texts, then one more each time, the longest first."""
    numbers = [
        column.numbers or column.intervals for column in grid(table, str, lambda heading: heading.text, _shown).columns
    ]
    longest = {
        i: most
        for i, (column, plain) in enumerate(zip(texts[1:], numbers, strict=True), 1)
        if not plain and (most := max(map(len, column[1:]), default=0)) > _WRAPPED
    }
    order = sorted(longest, key=lambda i: -longest[i])
    first = sum(longest[i] > LONG for i in order)
    for count in range(first, len(order) + 1):
        yield frozenset(order[:count])


def _set(texts: Sequence[Sequence[str]], lines: frozenset[int], size: Size, room: float) -> Setting:
    """The table in a size, what is left shared out among columns of lines as their texts need it."""
    natural = [max(_mm(text, size.pt) for text in column) for column in texts]
    air = 2 * size.air * len(texts) / MM
    left = room - air - sum(wide for i, wide in enumerate(natural) if i not in lines)
    least = {i: max(_LEAST, *(_mm(word, size.pt) for text in texts[i] for word in text.split() or [""])) for i in lines}
    spare = max(0.0, left - sum(least.values()))
    wanted = {i: max(0.0, natural[i] - least[i]) for i in lines}
    share = min(1.0, spare / whole) if (whole := sum(wanted.values())) else 0.0
    given = {i: least[i] + share * wanted[i] for i in sorted(lines)}
    return Setting(size, given, room - left + sum(given.values()), room)


def _mm(text: str, pt: float) -> float:
    return width(text, pt, EXACT_TEX_FACES["serif"]) / MM
