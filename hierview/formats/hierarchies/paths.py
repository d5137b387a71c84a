"""Paths and levels: `Top/News/Sports`, `3237 - Animals > Live Animals`, columns for levels, lists in JSON lines."""

from __future__ import annotations

import re

from ...errors import HierviewError, quoted
from .asked import Asked, Taken
from .base import Shape
from .found import Found, each_line
from .pair_lines import pairs_share
from .rows import EMPTY, OF_PATHS, OF_TABLES, Parting, is_level, layout, numbered_rows, role_of, shown
from .source import Source
from .trails import Trails

_ID_BEFORE = re.compile(r"\s*(\d+)\s+-\s+(.*)", re.DOTALL)
_DEEPEST = 10_000  # levels of a path
_DEEP = " > "  # between the names of a tail, where columns part them


def detects(source: Source) -> float:
    """Surely where a column holds paths, or columns are levels; less where first cells never stand further back."""
    look = layout(source, Asked())
    if not look.rows:
        return 0.0
    if _path_column(look) is not None:
        return 0.9
    if look.header is not None and look.widest > 1 and any(map(is_level, look.header)):
        return 0.9 if role_of(look.header[0]) != "parent" else 0.2
    if look.separator in OF_PATHS:
        return 0.7 if pairs_share(look) < 0.7 else 0.5
    if look.separator in OF_TABLES and look.widest > 2:
        return 0.6 if look.connected < 0.5 else 0.3
    return 0.3 if look.widest == 1 else 0.0


def _path_column(look: Parting) -> tuple[int, str] | None:
    """The column of a table that holds paths, and what parts them."""
    if look.separator not in OF_TABLES or look.widest > 4:
        return None
    for i in range(look.widest):
        cells = look.column(i)
        for separator in (" > ", "; ", ";", "/", "|", " » "):
            if separator != look.separator and len(cells) > 0.9 * len(look.rows) and _parted(cells, separator):
                return i, separator
    return None


def _parted(cells: list[str], separator: str) -> bool:
    """Whether cells hold paths: two thirds of them are parted, and begin with names that others begin with too."""
    parted = [cell.split(separator) for cell in cells if separator in cell]
    return len(parted) > max(1, 0.6 * len(cells)) and len({path[0] for path in parted}) < 0.5 * len(parted) + 1


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the classes of all paths."""
    look = layout(source, asked)
    separator, at = look.separator, None
    if (column := _path_column(look)) is not None and asked.separator is None:
        at, separator = column
    if not separator and any("." in row[0] for row in look.rows):
        separator = "."
    trails = Trails(found, separator if separator in OF_PATHS else _DEEP)
    header = look.header is not None
    if at is not None:
        rows = numbered_rows(source, look.separator, header, found)
        each_line(found, rows, lambda i, cells: _with_id(trails, cells, at, separator))
    elif separator in OF_TABLES and separator not in OF_PATHS:
        first = _levels_from(look)
        rows = numbered_rows(source, separator, header, found)
        each_line(found, rows, lambda i, cells: _levels(trails, cells, first))
    else:
        _lines(source, header, trails, separator)
    trails.finish()
    return Taken(separator or None, header, None, shown(look))


def _levels_from(look: Parting) -> int:
    """The first column that is a level; one before holds ids: its heading says so, or it has more values."""
    if look.header is None or is_level(look.header[0]):
        return 0
    first = next((i for i, cell in enumerate(look.header) if is_level(cell)), 0)
    ids = [i for i in range(first) if role_of(look.header[i]) == "child" or _values(look, i) > _values(look, i + 1)]
    return max(ids, default=-1) + 1


def _values(look: Parting, i: int) -> int:
    """How many different cells a column has in the first rows."""
    return len(set(look.column(i)))


def _levels(trails: Trails, cells: list[str], first: int) -> None:
    """A row of levels; empty cells at its end, or between, are levels that it has not."""
    names = [name for cell in cells[first:] if (name := cell.strip()) not in EMPTY]
    if names:
        trails.add(names)


def _with_id(trails: Trails, cells: list[str], at: int, separator: str) -> None:
    if at >= len(cells):
        raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a cell with a path is")
    end = trails.add(_names(cells[at], separator))
    others = [cell.strip() for i, cell in enumerate(cells) if i != at and cell.strip() not in EMPTY]
    if others and end >= 0:
        _give(trails, end, others[0])


def _give(trails: Trails, entry: int, text: str) -> None:
    if trails.ids.setdefault(entry, text) != text:
        raise HierviewError(f"the path has the id {quoted(trails.ids[entry])} already, not {quoted(text)}")


def _names(path: str, separator: str) -> list[str]:
    """The names of a path; a separator at either end is no level."""
    if path.count(separator) > _DEEPEST:
        raise HierviewError(f"{quoted(path)} is not accepted; a path with at most {_DEEPEST:,} levels is")
    names = [name.strip() for name in path.strip().split(separator)]
    while names and not names[0]:
        names.pop(0)
    while names and not names[-1]:
        names.pop()
    if not all(names):
        raise HierviewError(f"{quoted(path)} is not accepted; a path without empty levels is")
    return names


def _lines(source: Source, header: bool, trails: Trails, separator: str) -> None:
    """Paths, a line each; most lines go on below a path that has been met."""
    met: dict[str, int] = {}
    numbered = _numbered(source)

    def one(i: int, cells: list[str]) -> None:
        line = cells[0].strip()
        own = None
        if numbered and (match := _ID_BEFORE.fullmatch(line)):
            own, line = match.groups()
        above, between, last = line.rpartition(separator) if separator else ("", "", line)
        known = met.get(above) if between else None
        if known is not None and last.strip() == last and last:
            end = trails.below(known, last)
        else:
            end = trails.add(_names(line, separator) if separator else [line])
        met[line] = end
        if own is not None:
            _give(trails, end, own)

    each_line(trails.found, numbered_rows(source, "", header, trails.found), one)
    if len(set(trails.ids.values())) < len(trails.ids):
        trails.found.note("An id stands at several paths, which are one class.")


def _numbered(source: Source) -> bool:
    """Whether lines begin with an id, as in `3237 - Animals`."""
    lines = [line for line in source.sample if not line.startswith("#")]
    return bool(lines) and all(_ID_BEFORE.fullmatch(line) for line in lines)


SHAPE = Shape("paths", "paths or levels", detects, read)
