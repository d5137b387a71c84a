"""Paths and levels: `Top/News/Sports`, `3237 - Animals > Live Animals`, columns for levels."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ....errors import HierviewError, quoted
from ...source import EMPTY
from ..asked import Guess
from ..builder import Builder, PathTree, read_rows
from ..source import FileShape, Source
from .cells import NO_LEVEL
from .columns import LevelColumns, TableColumns, TableSample
from .headings import head_words, is_series, level_key
from .pair_lines import pairs_share
from .rows import OF_PATHS, OF_TABLES, LinePattern, RowLayout, cell_at, is_comment, pattern_layout

# Lines that may begin with an id, as in `3237 - Animals`, `gid://x/ap-1 : Animals`.
_NUMBERED = LinePattern(
    "paths", re.compile(r"(?:(?=\S*\d)(\S+)\s+[-–:]\s+)?(.*)"), TableColumns(id=0, path=1), "a path is"
)
_NO_RANK = re.compile(r"(?:^|[;|,])\s*[a-z]__(?=\s*(?:[;|,]|$))")  # of QIIME and Greengenes, without its name
_DECIMAL = re.compile(r"[\s:]-?\d*\.\d+(?:\s|$)")
_DEEPEST = 10_000  # levels of a path
_DEEP = " > "  # between the names of a tail, where columns part them

ReadRow = Callable[[int, list[str]], None]


def _paths_share(source: Source) -> float:
    """Surely where a column holds paths, or columns are levels; less where first cells never stand further back."""
    look = source.guessed_layout
    if not look.rows or look.pattern:
        return 0.0
    if look.path_column is not None:
        return 0.9
    if len(look.columns.levels) > 1 or (look.separator in OF_TABLES and look.is_staircase):
        return 0.93
    if look.header is not None:
        return 0.0
    if look.separator in OF_PATHS:
        return 0.7 if pairs_share(look) < 0.7 else 0.5
    if look.separator in OF_TABLES and look.most_cells > 2:
        return 0.6 if look.connected_share < 0.5 else 0.3
    return 0.3 if look.most_cells == 1 else 0.0


def read(source: Source, builder: Builder) -> Guess:
    """Add the classes and edges of all paths to the builder; gives the separator and columns that were found."""
    look = source.row_layout(builder.asked)
    asked = builder.asked
    inner = asked.path_separator
    by_column = look.path_column if asked.separator is None or inner or look.columns.path is not None else None
    separator = by_column[1] if by_column else inner if inner and asked.separator is None else look.separator
    if not separator and any("." in row[0] for row in look.rows) and not _holds_features(look):
        separator = "."
    trails = PathTree(builder, separator if separator in OF_PATHS else _DEEP)
    lines, own = look, None
    if by_column:
        at = by_column[0]
        own = look.columns.id if look.header else next((i for i in range(look.most_cells) if i != at), None)
        own = own if own is not None and _has_path_ids(look, own, at) else None
        one = _path_row_reader(trails, at, own, separator)
    elif len(look.columns.levels) > 1 or separator in set(OF_TABLES) - set(OF_PATHS):
        one = _level_row_reader(trails, look)
    else:
        with_ids = pattern_layout([line for line in source.first_lines if not is_comment(line)], _NUMBERED)
        pattern = _NUMBERED if with_ids.rows and all(with_ids.column(0)) else None
        lines = replace(look, separator="", pattern=pattern)
        inner = inner if inner != separator else None  # both part names
        one = (
            _path_row_reader(trails, 1, 0, separator, inner)
            if pattern
            else _path_row_reader(trails, 0, None, separator, inner)
        )
    read_rows(builder, source.rows(lines, builder), one)
    if len(set(trails.ids.values())) < len(trails.ids):
        builder.add_note("An id stands at several paths, which are one class.")
    trails.finish()
    return look.as_guess(separator, None, look.columns.headings_by_role(look.header))


def _holds_features(layout: RowLayout) -> bool:
    """Whether points stand in numbers between blanks, as those of features do."""
    return sum(bool(_DECIMAL.search(row[0])) for row in layout.rows) > 0.5 * len(layout.rows)


def _has_path_ids(layout: RowLayout, own: int, at: int) -> bool:
    """Whether each path has an id of its own in another column."""
    pairs = {(_NO_RANK.sub("", row[at]), row[own]) for row in layout.rows if len(row) > max(at, own)}
    return len(pairs) == len({path for path, _ in pairs}) == len({i for _, i in pairs})


def _path_row_reader(trails: PathTree, at: int, own: int | None, separator: str, inner: str | None = None) -> ReadRow:
    """What reads a row with a path in one cell, and perhaps its id in another; most go on below one that was met."""
    entries: dict[str, int] = {}

    def one(i: int, cells: list[str]) -> None:
        if at >= len(cells):
            raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a cell with a path is")
        line = cells[at].strip()
        if inner:
            line = line.replace(inner, separator)
        if "__" in line:
            line = _NO_RANK.sub("", line)
        above, between, last = line.rpartition(separator) if separator else ("", "", line)
        entry = entries.get(above) if between else None
        if entry is not None and last and last.strip() == last:
            end = trails.entry_below(entry, last)
        else:
            end = trails.add(_path_names(line, separator) if separator else [line])
        entries[line] = end
        if own is not None and end >= 0 and own < len(cells) and (text := cells[own].strip()) not in EMPTY:
            _label_entry(trails, end, text)

    return one


def _path_names(path: str, separator: str) -> list[str]:
    """The names of a path; a separator at either end is no level, and one behind a backslash is part of a name."""
    escaped = f"\\{separator}" if separator != "\\" else "\0"
    if path.count(separator) > _DEEPEST:
        raise HierviewError(f"{quoted(path)} is not accepted; a path with at most {_DEEPEST:,} levels is")
    names = [name.strip().replace("\0", separator) for name in path.replace(escaped, "\0").split(separator)]
    filled = [k for k, name in enumerate(names) if name]
    names = names[filled[0] : filled[-1] + 1] if filled else []
    if not all(names):
        raise HierviewError(f"{quoted(path)} is not accepted; a path without empty levels is")
    return names


def _label_entry(trails: PathTree, entry: int, text: str) -> None:
    if trails.ids.setdefault(entry, text) != text:
        raise HierviewError(f"the path has the id {quoted(trails.ids[entry])} already, not {quoted(text)}")


def _level_row_reader(trails: PathTree, layout: RowLayout) -> ReadRow:
    """What reads a row of levels: all its cells, or known columns with names and perhaps codes.

    Where a cell is empty and one to its right is not, the level may go on from the row above.
    """
    columns = (
        replace(layout.columns, levels=tuple(map(LevelColumns, range(layout.most_cells))))
        if layout.is_staircase
        else layout.columns
    )
    trails.builder.weak = columns.weak
    heads = [layout.header[level.name] for level in columns.levels if layout.header and level.name < len(layout.header)]
    trails.builder.by_heading = len(heads) > 1 and (
        is_series(heads) or all("".join(level_key(head_words(head))).isdecimal() for head in heads)
    )
    if len(heads) > 2 and all(level_key(head_words(head)) for head in heads):  # ranks, by which rows are in order
        trails.builder.by_heading |= TableSample(layout.header, layout.rows).is_grouped(
            [level.name for level in columns.levels]
        )
    levels = columns.levels if len(columns.levels) > 1 else ()
    places, codes = [level.name for level in levels], [level.code for level in levels]
    goes_on = layout.is_staircase or (bool(levels) and _has_carried_cells(layout, columns))
    if layout.header is None and not layout.is_staircase and _may_be_heading(layout.column(0)):
        trails.builder.weak = f"the first line, {quoted(layout.rows[0][0])}, …, may name columns"
    last: list[str] = []

    def one(i: int, cells: list[str]) -> None:
        names = [cell_at(cells, place, NO_LEVEL) for place in places or range(len(cells))]
        if goes_on:
            filled = [k for k, name in enumerate(names) if name]
            first, end = (filled[0], filled[-1]) if filled else (0, -1)
            last[:] = names = [*last[:first], *names[first : end + 1]]
        here = -1
        for k, name in enumerate(names):
            code = cell_at(cells, codes[k], NO_LEVEL) if codes else ""
            if name and (here < 0 or name != trails.last[here] or not code):
                here = trails.entry_below(here, name)
                if code:
                    _label_entry(trails, here, code)
        if here >= 0 and levels:
            if own := cell_at(cells, columns.id, NO_LEVEL):
                _label_entry(trails, here, own)
            trails.texts[here] = cell_at(cells, columns.label, NO_LEVEL)

    return one


def _may_be_heading(tops: Sequence[str]) -> bool:
    """Whether the first of the top classes may be a heading: it stands once, and others stand often."""
    return bool(tops) and tops.count(tops[0]) == 1 and len({*tops}) <= 0.6 * len(tops)


def _has_carried_cells(layout: RowLayout, columns: TableColumns) -> bool:
    """Whether empty cells stand left of filled ones, beginning with the first level, in rows that are not the first.

    Where a row repeats the first level of the row above, an empty cell says that there is none.
    """
    first = columns.levels[0].name

    def begins_late(row: tuple[str, ...]) -> bool:
        return row[first : first + 1] in ((), ("",)) and any(row[i.name : i.name + 1] for i in columns.levels)

    tops = layout.column(first)
    late = sum(map(begins_late, layout.rows))
    return bool(late) and not begins_late(layout.rows[0]) and not any(a == b != "" for a, b in pairwise(tops))


SHAPE = FileShape("paths", "paths or levels", _paths_share, read)
