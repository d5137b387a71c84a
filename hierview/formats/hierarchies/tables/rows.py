"""Lines as rows of cells: what parts them, which line names the columns, and what these hold."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ....errors import CaseError, quoted
from ...source import EMPTY, table_rows
from ..asked import ROWS_SHOWN, Direction, Guess, ReaderChoices
from ..builder import Builder
from .columns import TableColumns, TableSample
from .headings import MOST_COLUMNS, OF_TEXTS, head_words, is_header, is_number, role_in_heading

# In the order in which they are believed: what stands between blanks or is no letter of names comes first.
DUMP = "\t|\t"  # of the taxonomies of NCBI and Open Tree
SEPARATORS = ("\t", " > ", " → ", " » ", " -> ", ";", "|", ",", " / ", "/", "::", "--", "->", "→", ">", "\\")
OF_TABLES = ("\t", ";", "|", ",")  # those whose cells may be quoted
ARROWS = (" > ", " → ", " » ", " -> ", "->", "→", ">")  # what may stand between the ends of an edge
IN_CELLS = (" > ", " » ", " → ", " -> ", " :: ", "::", " / ", "; ", ";", "/", "|", ">", "\\")  # of paths in a column
OF_PATHS = (" > ", " → ", " » ", " -> ", "|", " / ", "/", "::", "--", "->", "→", ">", "\\", ".")

# Between what is something and what it is.
_RELATION = re.compile(
    r"(?:\w+:)?(?:is[ _-]?an?|(?:sub[ _-]?(?:class|type|property)|kind|type|part|instance)[ _-]?of)", re.I
)
_BETWEEN = re.compile(r" [^\w\s,&]{1,3} ")  # names of a path
_WIDE = re.compile("  +")  # between columns that blanks part
_DRAWN = re.compile(r"[-+=|: ]{4,}|\(\d+ rows?\)")  # below the header of a printed table, or at its end
_MARKS = "#/%;-+=|("  # that comments and lines that hold nothing may begin with
_MOST_BEFORE = 4  # lines before the header that are no comments
_HEAD = 4_000  # characters at either end that tell what stands below a table
_TOTALS = {"total", "totals", "grand total", "sum", "summe", "gesamt", "insgesamt", "gesamtsumme", "totale", "totaal"}
_FIRST = 20  # lines that decide whether a pattern parts all


class LinePattern(NamedTuple):
    """A pattern whose groups are the cells of a line of a shape, what they hold, and how such a line is described."""

    shape: str
    regex: re.Pattern[str]
    columns: TableColumns
    accepted: str


PATTERNS = (
    LinePattern(
        "pairs",
        re.compile(r"parent:\s*(\S+)\s+child:\s*(\S+)(?:\s+child-description:\s*(.*))?\s*"),
        TableColumns(parent=0, id=1, label=2),
        "parent: A child: B is",
    ),
    LinePattern(
        "pairs",  # as networkx writes them
        re.compile(r"([^\s{\[]\S*) +(\S+) +\{(?=\}|'[^']*':)(?=.*?'weight': *([^,}]+)|).*\}\s*"),
        TableColumns(parent=0, id=1, weight=2),
        "two names and a dict such as {'weight': 2} are",
    ),
    LinePattern(
        "codes",
        re.compile(r"\d{5} ([A-Z][0-9A-Z]{2,6}) *([01]) (?:.{61}(?=.*\S))?(.*)", re.ASCII),
        TableColumns(code=0, label=2),
        "a line of ICD-10-CM with a code at 7 to 13 is",
    ),
)


@dataclass(frozen=True)
class RowLayout:
    """The first rows of a source, and how they are parted."""

    separator: str
    """Sign that parts the cells of a line; "" where every line is one cell."""
    header: tuple[str, ...] | None
    """The headings; None without them."""
    rows: tuple[tuple[str, ...], ...]
    """The first rows below the headings."""
    before: int = 0
    """Number of lines down to the last of the header, without comments and empty ones."""
    read_as: tuple[tuple[str, str], ...] = ()
    """Columns that were told, by what they hold."""
    pattern: LinePattern | None = None
    """Pattern that parts the cells in the place of a separator."""
    path_separator: str | None = None
    """Sign that parts the names of a path in a cell; None for what it looks like."""

    @cached_property
    def columns(self) -> TableColumns:
        """Columns by their roles, as far as headings or a known layout say."""
        if self.pattern is not None and not self.read_as:
            return self.pattern.columns
        if not self.read_as and len(self.rows) > 1 and all(len(r) > 2 and _RELATION.fullmatch(r[1]) for r in self.rows):
            return TableColumns(parent=2, id=0)
        if self.header is not None or self.read_as:
            return TableSample(self.header, self.rows).columns(dict(self.read_as))
        return TableColumns(parent=1, id=0) if self.separator == DUMP and self.most_cells > 2 else TableColumns()

    @cached_property
    def most_cells(self) -> int:
        """The most cells of a row, empty ones at its end left out."""
        return max((len(row) for row in self.rows), default=0)

    @cached_property
    def is_staircase(self) -> bool:
        """Whether each row has one cell that holds something, and some stand further right than the first."""
        places = [[i for i, cell in enumerate(row) if cell] for row in self.rows]
        return len(places) > 2 and all(len(at) == 1 for at in places) and places[0] == [0] != max(places)

    @cached_property
    def connected_share(self) -> float:
        """Share of the classes in the first column, from 0 to 1, that stand further back in some row."""
        first = {row[0] for row in self.rows if row}
        further = {cell for row in self.rows for cell in row[1:]}
        return len(first & further) / max(1, len(first))

    @cached_property
    def path_column(self) -> tuple[int, str] | None:
        """The column of a table that holds paths, and what parts them."""
        if self.separator not in OF_TABLES or self.columns.parent is not None:
            return None
        if self.columns.path is not None and self.path_separator:
            return self.columns.path, self.path_separator
        if len(self.columns.levels) > 1 and not self.columns.weak:
            return None
        for i in range(self.most_cells):
            if self.columns.path not in (None, i) or (self.header is None and self.most_cells > 6):
                continue
            if self.header and OF_TEXTS & {*head_words("".join(self.header[i : i + 1]))} and self.columns.path is None:
                continue  # keywords are parted, too
            cells = self.column(i)
            signs = Counter(sign for cell in cells for sign in {*_BETWEEN.findall(cell)}).most_common(1)
            named = (
                [*(sign for sign, _ in signs), "."] if self.columns.path == i else ["."] * are_closed_paths(cells, ".")
            )
            for separator in (*IN_CELLS, *named) if self.path_separator is None else (self.path_separator,):
                if separator != self.separator and len(cells) > 0.9 * len(self.rows) and hold_paths(cells, separator):
                    return i, separator
        return None

    def column(self, i: int) -> list[str]:
        """The cells of a column that there are."""
        return [row[i] for row in self.rows if len(row) > i]

    def as_guess(
        self, separator: str, direction: Direction | None = None, columns: tuple[tuple[str, str], ...] = ()
    ) -> Guess:
        """Guess that the layout is. separator: of what was read; "" is none."""
        header = None if self.pattern is not None else self.header is not None
        rows, heads = self.rows[:ROWS_SHOWN], self.header or ()
        return Guess("", "", separator or None, header, direction, rows=rows, columns=columns, heads=heads)


def hold_paths(cells: list[str], separator: str) -> bool:
    """Whether cells hold paths: two thirds of them are parted, and begin with names that others begin with too."""
    parted = [cell.split(separator) for cell in cells if separator in cell and "://" not in cell]
    return len(parted) > max(1, 0.6 * len(cells)) and len({path[0] for path in parted}) < 0.5 * len(parted) + 1


def are_closed_paths(cells: Sequence[str], separator: str) -> bool:
    """Whether cells are paths, each of which but the first ones goes on from another cell."""
    parted, whole = [cell for cell in cells if separator in cell], {*cells}
    named = not any(map(str.isdigit, "".join(parted)))
    return named and len(parted) > 2 and all(cell.rpartition(separator)[0] in whole for cell in parted)


def row_layout(sample: Sequence[str], asked: ReaderChoices) -> RowLayout:
    """Layout of the first lines of a source, with the separator and the header that were asked for, if any."""
    lines = [line for line in sample if not is_comment(line)]
    for pattern in PATTERNS:
        if asked.shape in (None, pattern.shape) and lines and all(map(pattern.regex.fullmatch, lines[:_FIRST])):
            return replace(pattern_layout(lines, pattern), read_as=asked.read_as)
    separator = asked.separator if asked.separator is not None else _likely_separator(lines)
    rows = [tuple(_trimmed_cells(cells)) for cells in _split_cells(lines, separator)]
    rows = [row for row in rows if any(row)] or rows
    by_heading = any(not head.isdecimal() for _, head in asked.read_as if head)
    tabular = separator not in (*OF_PATHS, *ARROWS) or separator in OF_TABLES
    before = tabular * _header_at(rows) or int(by_heading or asked.header is True)
    before = 0 if asked.header is False else before
    header = rows[before - 1] if 0 < before <= len(rows) else None
    before += header is not None and before < len(rows) and _repeats_header(header, rows[before])
    below = tuple(rows[before:])
    return RowLayout(separator, header, below, before, asked.read_as, path_separator=asked.path_separator)


def pattern_layout(lines: Sequence[str], pattern: LinePattern) -> RowLayout:
    """Layout of lines that a pattern parts."""
    rows = (match.groups("") for line in lines if (match := pattern.regex.fullmatch(line.strip())))
    return RowLayout("", None, tuple(rows), pattern=pattern)


def _header_at(rows: Sequence[tuple[str, ...]]) -> int:
    """How many rows there are down to the header; 0 where there is none."""
    header = 0
    for i in range(min(_MOST_BEFORE, len(rows) - 1 or 1) if rows else 0):
        fuller = i == 0 or len(set(filter(None, rows[i]))) > len(set(filter(None, rows[i - 1])))
        if fuller and (not header or "" in rows[i - 1]) and is_header(rows[i:]):
            header = i + 1
    return header


def _repeats_header(header: tuple[str, ...], row: tuple[str, ...]) -> bool:
    """Whether a row says what columns hold once more, as a second header line does."""
    roles, below = ([role_in_heading(head_words(cell)) for cell in cells[:MOST_COLUMNS]] for cells in (header, row))
    return sum(role is not None and role == other for role, other in zip(roles, below, strict=False)) > 1


def is_comment(line: str) -> bool:
    """Whether a line is a comment."""
    if line.startswith(("# ", "// ", "%% ", "; ")) or line.strip() == "#" or (line[:1] == "#" and "\t" not in line):
        return True
    return bool(line[:1] in _MARKS[3:] and _DRAWN.fullmatch(line.strip()))


def _likely_separator(lines: Sequence[str]) -> str:
    """What parts the cells: of a table with a header what gives it most columns, else what stands in most lines."""
    if not lines:
        return ""
    widths: dict[str, int] = {}
    for separator in (DUMP, *OF_TABLES):
        if any(separator in line for line in lines):
            rows = [tuple(_trimmed_cells(cells)) for cells in _split_cells(lines, separator)]
            if (before := _header_at(rows)) or separator == DUMP:
                widths[separator] = len(rows[before - 1]) if before else 1_000
    if widths:
        return max(widths, key=lambda separator: widths[separator])
    shares = {s: sum(s in line for line in lines) / len(lines) for s in SEPARATORS}
    for least in (0.9, 0.5):
        for separator, share in shares.items():
            if share >= least:
                return separator
    if all(len(_WIDE.split(line.strip())) == 2 for line in lines) and len(lines) > 2:
        return _WIDE.pattern
    words = [line.split() for line in lines]
    if all(len(row) < 3 for row in words) and any(len(row) == 2 for row in words):
        return " "
    if all(len(row) == 3 and is_number(row[2]) for row in words):
        return " "
    firsts, others = {row[0] for row in words if row}, {word for row in words for word in row[1:]}
    if len(firsts) == len(words) and others and 2 * len(others & firsts) > len(others):
        return " "  # each class with all below it, as networkx lists them
    return next((s for s, share in shares.items() if share), "")


def has_weights(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether some rows have a third cell, and each of these a number there."""
    weights = [row[2] for row in rows if len(row) > 2]
    return bool(weights) and all(len(row) < 4 for row in rows) and all(map(is_number, weights)) and "0" not in weights


def bare_cell(cell: str) -> str:
    """A cell without blanks around it, and without what keeps a spreadsheet from taking it for a number."""
    cell = cell.strip()
    return cell[2:-1] if cell.startswith('="') and cell.endswith('"') else cell


def cell_at(cells: list[str], i: int | None, empty: Set[str] = EMPTY) -> str:
    """The bare cell of a column; "" where there is none, or it says that it is empty."""
    text = bare_cell(cells[i]) if i is not None and i < len(cells) else ""
    return "" if text in empty else text


def _trimmed_cells(cells: list[str]) -> list[str]:
    cells = [bare_cell(cell) for cell in cells]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    return cells


def table_foot(text: str) -> str:
    """The end of a text that is below its table: rows of totals, and lines of one cell after an empty line."""
    first = [line for line in text[:_HEAD].split("\n", _FIRST)[:_FIRST] if line.strip()][:3]
    separator = next((s for s in OF_TABLES if len(first) == 3 and all(s in line for line in first)), None)
    if separator is None:
        return ""
    lines = text[-_HEAD:].split("\n")[1:][-_FIRST:]
    start = len(lines)
    for i, line in reversed([*enumerate(lines)]):
        cells = [cell.strip(' "') for cell in line.split(separator) if cell.strip(' "')]
        if not cells or (cells[0].lower().rstrip(":") in _TOTALS and all(map(is_number, cells[1:]))):
            start = i
        elif len(cells) > 1:
            break
    end = "\n".join(lines[start:])
    return end if end.strip() and end.count('"') % 2 == 0 else ""


def _line_splitter(separator: str) -> Callable[[str], list[str]]:
    """What splits a line that holds no quotation marks."""
    if not separator:
        return lambda line: [line]
    if separator == " ":
        return str.split
    if separator == _WIDE.pattern:
        return lambda line: _WIDE.split(line.strip())
    if separator == DUMP:
        return lambda line: line.removesuffix("\t|").split(DUMP)
    return lambda line: line.split(separator)


def _split_cells(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    """The cells of lines of a sample; what is no CSV is split as it stands."""
    if separator in OF_TABLES and _is_quoted("\n".join(lines), separator):
        try:
            return iter(list(csv.reader(lines, delimiter=separator, skipinitialspace=True)))
        except csv.Error:
            pass
    return map(_line_splitter(separator), lines)


def _is_quoted(text: str, separator: str) -> bool:
    """Whether cells stand in quotation marks; between tabs these are letters where they are no pairs."""
    return '"' in text and (separator != "\t" or text.count('"') % 2 == 0)


def numbered_rows(text: str, layout: RowLayout, builder: Builder) -> Iterator[tuple[int, list[str]]]:
    """Every row that holds something, with the number of its line; cells are as they stand, blanks and all.

    A line that the pattern does not part is refused. Raises CaseError where a line is no CSV.
    """
    before, separator = layout.before, layout.separator
    if separator in OF_TABLES and _is_quoted(text, separator):
        lines = _without_comments(text)
        rows = table_rows(lines, separator, builder.origin, CaseError, skip_blanks=True)
    else:
        split = _line_splitter(separator)
        numbered = enumerate(text.split("\n"), 1)
        rows = ((i, split(line)) for i, line in numbered if line and not (line[0] in _MARKS and is_comment(line)))
        if layout.pattern is not None:
            rows = _rows_by_pattern(rows, layout.pattern, builder)
    for i, cells in rows:
        if not cells or (not cells[0] and not "".join(cells).strip()):
            continue
        if before:
            before -= 1
            continue
        yield i, cells


def _without_comments(text: str) -> Iterator[str]:
    """Lines, with their ends, without comments, in which a quotation mark would open a cell; in a cell none is one."""
    in_cell = False
    for line in text.split("\n"):
        if not in_cell and is_comment(line):
            yield "\n"
            continue
        in_cell ^= line.count('"') % 2 == 1
        yield line + "\n"


def _rows_by_pattern(
    rows: Iterator[tuple[int, list[str]]], pattern: LinePattern, builder: Builder
) -> Iterator[tuple[int, list[str]]]:
    for i, (line,) in rows:
        if match := pattern.regex.fullmatch(line.strip()):
            yield i, list(match.groups(""))
        elif line.strip():
            builder.refuse_line(i, f"{quoted(line)} is not accepted; {pattern.accepted}")
