"""Lines as rows of cells: what parts them, what the first line is, and how first and later cells hang together."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import HierviewError
from .asked import ROWS_SHOWN, Asked
from .found import Found
from .source import Source

# In the order in which they are believed: what stands between blanks or is no letter of names comes first.
SEPARATORS = ("\t", " > ", " → ", " » ", " -> ", ";", "|", ",", " / ", "/", "::", ">", "\\")
OF_TABLES = ("\t", ";", "|", ",")  # those whose cells may be quoted
ARROWS = (" > ", " → ", " » ", " -> ", ">")  # what may stand between the ends of an edge
OF_PATHS = (" > ", " → ", " » ", " -> ", "|", " / ", "/", "::", ">", "\\", ".")

EMPTY = frozenset({"", "nan", "NaN", "None", "none", "null", "NULL", "<NA>"})  # what tables write for nothing

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?|\d+/\d+", re.IGNORECASE | re.ASCII)
_LEVEL = re.compile(
    r"(l|lvl|level|cat|category|tier|ebene)[ _-]?\d+|kingdom|phylum|class|order|family|genus|species|"
    r"(sub|super|infra)?(kingdom|phylum|class|order|family|genus|category|group)|domain|division|name",
    re.IGNORECASE,
)

# What columns are called, by what they hold.
ROLES = {
    "parent": {
        "parent",
        "parents",
        "parent_id",
        "parentid",
        "parent id",
        "parent_name",
        "from",
        "source",
        "broader",
        "hypernym",
        "superclass",
        "super",
        "head",
        "pid",
        "parent_code",
        "parentcode",
        "parent_taxon_id",
    },
    "child": {
        "child",
        "children",
        "child_id",
        "childid",
        "id",
        "class",
        "class_id",
        "node",
        "node_id",
        "nodeid",
        "to",
        "target",
        "narrower",
        "hyponym",
        "subclass",
        "sub",
        "code",
        "concept",
        "term",
        "key",
        "taxon_id",
    },
    "label": {"name", "label", "title", "preflabel", "pref_label", "description", "text", "child_name", "class_name"},
    "path": {"path", "full_path", "fullpath", "hierarchy", "category", "categories", "trail"},
    "weight": {"weight", "w", "distance", "length", "cost"},
}


def is_number(cell: str) -> bool:
    """Whether a cell may be a weight."""
    return bool(_NUMBER.fullmatch(cell.strip()))


def role_of(cell: str) -> str | None:
    """Role of a column with this heading; None where the heading says nothing."""
    word = cell.strip().lower().strip('"').lstrip("#").strip()
    return next((role for role, words in ROLES.items() if word in words), None)


def is_level(cell: str) -> bool:
    """Whether a heading is that of a level."""
    return bool(_LEVEL.fullmatch(cell.strip().strip('"')))


@dataclass(frozen=True)
class Parting:
    """First rows of a source, and how they are parted.

    separator: "" where every line is one cell.  header: the headings, or None.  rows: the first rows without them.
    widest: the most cells.  connected: the share of the first cells that stand further back in another row, which
    tells edges from paths.
    """

    separator: str
    header: tuple[str, ...] | None
    rows: tuple[tuple[str, ...], ...]

    @property
    def widest(self) -> int:
        """The most cells of a row, empty ones at its end left out."""
        return max((len(row) for row in self.rows), default=0)

    @property
    def connected(self) -> float:
        """Share of the classes in the first column, from 0 to 1, that stand further back in some row."""
        first = {row[0] for row in self.rows if row}
        further = {cell for row in self.rows for cell in row[1:]}
        return len(first & further) / max(1, len(first))

    def column(self, i: int) -> list[str]:
        """The cells of a column that there are."""
        return [row[i] for row in self.rows if len(row) > i]

    def roles(self) -> dict[str, int]:
        """The columns by what their headings say."""
        found: dict[str, int] = {}
        for i, cell in enumerate(self.header or ()):
            if (role := role_of(cell)) is not None:
                found.setdefault(role, i)
        return found


def layout(source: Source, asked: Asked) -> Parting:
    """Layout of the first rows of a source, with the separator and the header that were asked for, if any."""
    lines = [line for line in source.sample if not comment(line)]
    separator = asked.separator if asked.separator is not None else _separator(lines)
    rows = [tuple(_stripped(cells)) for cells in _cells(lines, separator)]
    header = None
    if rows and (asked.header if asked.header is not None else _is_header(rows)):
        header, rows = rows[0], rows[1:]
    return Parting(separator, header, tuple(rows))


def comment(line: str) -> bool:
    """Whether a line is a comment."""
    return line.startswith(("# ", "#\n")) or line.strip() == "#" or (line.startswith("#") and "\t" not in line)


def shown(found: Parting) -> tuple[tuple[str, ...], ...]:
    """The first rows as they are shown."""
    return found.rows[:ROWS_SHOWN]


def _separator(lines: Sequence[str]) -> str:
    """What parts the cells: the first that stands in nearly all lines, else in most; "" where nothing does."""
    if not lines:
        return ""
    shares = {s: sum(s in line for line in lines) / len(lines) for s in SEPARATORS}
    for least in (0.9, 0.5):
        for separator, share in shares.items():
            if share >= least:
                return separator
    words = [len(line.split()) for line in lines]
    if all(n in (1, 2) for n in words) and 2 in words:
        return " "
    if all(n == 3 and is_number(line.split()[2]) for n, line in zip(words, lines, strict=True)):
        return " "
    return next((s for s, share in shares.items() if share), "")


def _is_header(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row names columns: by what it says, or for it alone has no number where all others have."""
    first, rest = rows[0], rows[1:]
    roles = [role_of(cell) for cell in first]
    if len(first) > 1 and sum(role is not None for role in roles) > 1 and "child" in roles:
        return True
    if len(first) > 1 and "parent" in roles and "label" in roles:
        return True
    if len(first) > 2 and sum(map(is_level, first)) >= len(first) - 1:
        return True
    if len(first) == 2 and all(is_level(cell) and cell[-1:].isdigit() for cell in first):
        return True
    if len(first) == 3 and rest and not any(map(is_number, first)) and weighted(rest):
        return True
    return (
        len(rest) > 1
        and len(first) > 1
        and not any(map(is_number, first))
        and all(len(row) > 1 and all(cell.isdecimal() for cell in row[:2]) for row in rest)
    )


def weighted(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether some rows have a third cell, and each of these a number there."""
    weights = [row[2] for row in rows if len(row) > 2]
    return bool(weights) and all(len(row) < 4 for row in rows) and all(map(is_number, weights))


def _stripped(cells: list[str]) -> list[str]:
    cells = [cell.strip() for cell in cells]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    return cells


def _cells(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    """The cells of lines of a sample; what is no CSV is split as it stands."""
    if not separator:
        yield from ([line] for line in lines)
    elif separator == " ":
        yield from (line.split() for line in lines)
    elif separator in OF_TABLES and any('"' in line for line in lines):
        try:
            yield from list(csv.reader(lines, delimiter=separator, skipinitialspace=True))
        except csv.Error:
            yield from (line.split(separator) for line in lines)
    else:
        yield from (line.split(separator) for line in lines)


def numbered_rows(source: Source, separator: str, header: bool, found: Found) -> Iterator[tuple[int, list[str]]]:
    """Every row that holds something, with the number of its line; cells are as they stand, blanks and all.

    A line that is no CSV is refused, and so is what comes after it.
    """
    text = source.text
    lines = iter(enumerate(text.split("\n"), 1))
    rows: Iterator[tuple[int, list[str]]]
    if separator in OF_TABLES and '"' in text:
        rows = _csv_rows(text, separator, found)
    elif not separator:
        rows = ((i, [line]) for i, line in lines if line and not (line[0] == "#" and comment(line)))
    elif separator == " ":
        rows = ((i, line.split()) for i, line in lines if line and not (line[0] == "#" and comment(line)))
    else:
        rows = ((i, line.split(separator)) for i, line in lines if line and not (line[0] == "#" and comment(line)))
    for i, cells in rows:
        if len(cells) < 2 and not "".join(cells).strip():
            continue
        if header:
            header = False
            continue
        yield i, cells


def _csv_rows(text: str, separator: str, found: Found) -> Iterator[tuple[int, list[str]]]:
    # Comments are left out beforehand: a quotation mark in one would open a cell.
    lines = ("\n" if comment(line) else line + "\n" for line in text.split("\n"))
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            trouble = str(error).replace("\t", "TAB")
            found.refuse(reader.line_num, HierviewError(f"this is not CSV ({trouble})"))
            return
        yield reader.line_num, row
