"""Adjacency lines: a parent and all its children a line, as in `Root TAB CCAT TAB ECAT`."""

from __future__ import annotations

import re

from .asked import Asked, Taken
from .base import Shape
from .found import Found, each_line
from .headings import EMPTY
from .pair_lines import pairs_share
from .rows import OF_TABLES, comment, layout, numbered_rows, shown
from .source import Source

_LISTED = re.compile(r"([^:\t]+)(?::[ \t]+|\t(?=.*;))(.+)")


def detects(source: Source) -> float:
    """Surely where a row has three cells and more, and first cells stand further back in other rows."""
    if _listed(source):
        return 0.94
    look = layout(source, Asked())
    if look.separator not in (*OF_TABLES, " ") or look.widest < 3 or look.header is not None:
        return 0.0
    first = look.column(0)
    once = len(set(first)) == len(first)
    if pairs_share(look) > 0.8 or not once:
        return 0.0
    return 0.9 if look.connected >= 0.5 else 0.65 if len(first) == 1 else 0.0


def _listed(source: Source) -> bool:
    """Whether lines are a class, a colon and its children, as in `Arts: Music, Theater`."""
    lines = [_LISTED.fullmatch(line.strip()) for line in source.sample if not comment(line)]
    parents = {match[1] for match in lines if match}
    below = {name.strip() for match in lines if match for name in re.split("[,;]", match[2])}
    most = len(lines) > 1 and sum(map(bool, lines)) > 0.6 * len(lines)
    return most and 2 * len(parents & below) + 1 >= len(parents) > 1


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the edges of all lines."""
    look = layout(source, asked)
    listed = asked.separator is None and _listed(source)
    widths = [len(row) for row in look.rows]
    if not listed and len(widths) > 4 and widths.count(max(widths)) > 0.8 * len(widths):
        found.weak = "lines have as many cells as those of a table"

    def one(i: int, cells: list[str]) -> None:
        if listed:
            parent, *below = re.split(r":|\t", cells[0], maxsplit=1)
            cells = [parent, *(name for names in below for name in re.split("[,;]", names))]
        numbers = [found.number(cell) for cell in cells if cell.strip() not in EMPTY]
        for child in numbers[1:]:
            found.link(numbers[0], child)

    each_line(found, numbered_rows(source, "" if listed else look.separator, look.before, found), one)
    return Taken(look.separator, look.header is not None, "parent first", shown(look))


SHAPE = Shape("adjacency", "adjacency lines", detects, read, endings=(".taxonomy",))
