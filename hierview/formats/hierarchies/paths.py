"""Paths and levels: `Top/News/Sports`, `3237 - Animals > Live Animals`, columns for levels, lists in JSON lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...errors import HierviewError, quoted
from .asked import Asked, Taken
from .base import Shape
from .columns import NO_LEVEL, Columns
from .found import Found, each_line
from .headings import EMPTY
from .pair_lines import pairs_share
from .rows import OF_PATHS, OF_TABLES, Parting, layout, numbered_rows, plain, shown
from .source import Source
from .trails import Trails

_ID_BEFORE = re.compile(r"\s*(\d+)\s+-\s+(.*)", re.DOTALL)
_DECIMAL = re.compile(r"[\s:]-?\d*\.\d+(?:\s|$)")
_DEEPEST = 10_000  # levels of a path
_DEEP = " > "  # between the names of a tail, where columns part them


def detects(source: Source) -> float:
    """Surely where a column holds paths, or columns are levels; less where first cells never stand further back."""
    look = layout(source, Asked())
    if not look.rows:
        return 0.0
    if look.path is not None:
        return 0.9
    if len(look.columns.levels) > 1:
        return 0.93
    if look.header is not None:
        return 0.0
    if look.separator in OF_PATHS:
        return 0.7 if pairs_share(look) < 0.7 else 0.5
    if look.separator in OF_TABLES and look.widest > 2:
        return 0.6 if look.connected < 0.5 else 0.3
    return 0.3 if look.widest == 1 else 0.0


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the classes of all paths."""
    look = layout(source, asked)
    separator, at = look.separator, None
    if (column := look.path) is not None and asked.separator is None:
        at, separator = column
    if not separator and any("." in row[0] for row in look.rows) and not _measured(look):
        separator = "."
    trails = Trails(found, separator if separator in OF_PATHS else _DEEP)
    header = look.header is not None
    rows = numbered_rows(source, look.separator, look.before, found)
    if at is not None:
        own = look.columns.id if header else next((i for i in range(look.widest) if i != at), None)
        if own is not None and not _are_ids(look, own, at):
            own = None
        each_line(found, rows, lambda i, cells: _with_id(trails, cells, at, own, separator))
    elif len(look.columns.levels) > 1:
        each_line(found, rows, _leveled(trails, look))
    elif separator in OF_TABLES and separator not in OF_PATHS:
        each_line(found, rows, lambda i, cells: _levels(trails, cells))
    else:
        _lines(source, look.before, trails, separator)
    trails.finish()
    return Taken(separator or None, header, None, shown(look), look.columns.named(look.header), look.header or ())


def _measured(look: Parting) -> bool:
    """Whether points stand in numbers between blanks, as those of features do."""
    return sum(bool(_DECIMAL.search(row[0])) for row in look.rows) > 0.5 * len(look.rows)


def _are_ids(look: Parting, own: int, at: int) -> bool:
    """Whether each path has an id of its own in another column."""
    pairs = {(row[at], row[own]) for row in look.rows if len(row) > max(at, own)}
    return len(pairs) == len({path for path, _ in pairs}) == len({i for _, i in pairs})


def _leveled(trails: Trails, look: Parting) -> Callable[[int, list[str]], None]:
    """What reads a row whose levels stand in known columns, by name and perhaps by code.

    Where a cell is empty and one to its right is not, the level may go on from the row above.
    """
    columns = look.columns
    trails.found.weak = columns.weak
    carried = _carried(look, columns)
    last: list[str] = []

    def cell(cells: list[str], i: int | None) -> str:
        text = plain(cells[i]) if i is not None and i < len(cells) else ""
        return "" if text in NO_LEVEL else text

    def one(i: int, cells: list[str]) -> None:
        names = [cell(cells, level.name) for level in columns.levels]
        if carried:
            filled = [k for k, name in enumerate(names) if name]
            first, end = (filled[0], filled[-1]) if filled else (0, -1)
            names = [*last[:first], *names[first : end + 1]]
            last[:] = names
        here, codes = -1, (cell(cells, level.code) for level in columns.levels)
        for name, code in zip(names, codes, strict=False):
            if name and (here < 0 or name != trails.last[here] or not code):
                here = trails.below(here, name)
                if code:
                    _give(trails, here, code)
        if here >= 0:
            if own := cell(cells, columns.id):
                _give(trails, here, own)
            trails.texts[here] = cell(cells, columns.label)

    return one


def _carried(look: Parting, columns: Columns) -> bool:
    """Whether empty cells stand left of filled ones, beginning with the first level, in rows that are not the first."""
    first = columns.levels[0].name

    def begins_late(row: tuple[str, ...]) -> bool:
        return row[first : first + 1] in ((), ("",)) and any(row[i.name : i.name + 1] for i in columns.levels)

    late = sum(map(begins_late, look.rows))
    return bool(late) and not begins_late(look.rows[0])


def _levels(trails: Trails, cells: list[str]) -> None:
    """A row of levels; empty cells at its end, or between, are levels that it has not."""
    names = [name for cell in cells if (name := cell.strip()) not in EMPTY]
    if names:
        trails.add(names)


def _with_id(trails: Trails, cells: list[str], at: int, own: int | None, separator: str) -> None:
    if at >= len(cells):
        raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a cell with a path is")
    end = trails.add(_names(cells[at], separator))
    if own is not None and own < len(cells) and cells[own].strip() not in EMPTY and end >= 0:
        _give(trails, end, cells[own].strip())


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


def _lines(source: Source, before: int, trails: Trails, separator: str) -> None:
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

    each_line(trails.found, numbered_rows(source, "", before, trails.found), one)
    if len(set(trails.ids.values())) < len(trails.ids):
        trails.found.note("An id stands at several paths, which are one class.")


def _numbered(source: Source) -> bool:
    """Whether lines begin with an id, as in `3237 - Animals`."""
    lines = [line for line in source.sample if not line.startswith("#")]
    return bool(lines) and all(_ID_BEFORE.fullmatch(line) for line in lines)


SHAPE = Shape("paths", "paths or levels", detects, read)
