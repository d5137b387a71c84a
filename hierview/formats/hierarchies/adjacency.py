"""Adjacency lines: a parent and all its children a line, as in `Root TAB CCAT TAB ECAT`."""

from __future__ import annotations

from .asked import Asked, Taken
from .base import Shape
from .found import Found, each_line
from .pair_lines import pairs_share
from .rows import EMPTY, OF_TABLES, layout, numbered_rows, shown
from .source import Source


def detects(source: Source) -> float:
    """Surely where a row has three cells and more, and first cells stand further back in other rows."""
    look = layout(source, Asked())
    if look.separator not in (*OF_TABLES, " ") or look.widest < 3 or look.header is not None:
        return 0.0
    first = look.column(0)
    once = len(set(first)) == len(first)
    if pairs_share(look) > 0.8 or not once:
        return 0.0
    return 0.9 if look.connected >= 0.5 else 0.65 if len(first) == 1 else 0.0


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the edges of all lines."""
    look = layout(source, asked)

    def one(i: int, cells: list[str]) -> None:
        numbers = [found.number(cell) for cell in cells if cell.strip() not in EMPTY]
        for child in numbers[1:]:
            found.link(numbers[0], child)

    each_line(found, numbered_rows(source, look.separator, look.header is not None, found), one)
    return Taken(look.separator, look.header is not None, "parent first", shown(look))


SHAPE = Shape("adjacency", "adjacency lines", detects, read, endings=(".taxonomy",))
