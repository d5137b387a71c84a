"""Lines of edges: a parent and a child, in either order, with header, weight or label; chains; all children of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from ....errors import HierviewError, quoted
from ....model.checks import check_weight
from ...losses import counted_text
from ...source import EMPTY, numbered_pairs
from ..asked import Direction, Guess
from ..builder import Builder, read_rows
from ..source import FileShape, Source
from .cells import NO_CLASS
from .columns import TableColumns
from .headings import first_row_stands_apart, head_words, is_number, names_parents, roles_in_headings
from .rows import ARROWS, DUMP, OF_PATHS, OF_TABLES, RowLayout, cell_at, has_weights, is_comment

_NO_PARENT = NO_CLASS - {"0"}  # where two columns hold nothing else, 0 is a class
_Rows = Iterator[tuple[int, list[str]]]
TURNED = "Second cells look like parents."
_CHILDREN = re.compile(r"([^:\t]+)(?::[ \t]+|\t(?=.*;))(.+)")  # `Arts: Music, Theater`


def pairs_share(layout: RowLayout) -> float:
    """How surely rows are pairs, from 0 to 1: columns say so, or first cells stand further back elsewhere."""
    if layout.columns.parent is not None:
        return 1.0 if layout.pattern else 0.95
    if layout.pattern or (layout.header is not None and (not _has_two_columns(layout) or _holds_only_labels(layout))):
        return 0.0
    if not layout.rows or layout.most_cells < 2 or (layout.most_cells > 3 and not _holds_chains(layout)):
        return 0.0
    if layout.most_cells == 2:
        edges = 0.8 if layout.connected_share >= 0.5 else 0.3
        return edges if layout.separator in (*ARROWS, "|") else 0.3 if layout.separator in OF_PATHS else 0.8
    if layout.separator in OF_TABLES and all(map(is_number, layout.column(2))) and "0" not in layout.column(2):
        return 0.85
    return 0.8 if _holds_chains(layout) else 0.0


def _holds_chains(layout: RowLayout) -> bool:
    """Whether rows are chains of edges, such as A > B > C."""
    return layout.separator in ARROWS and layout.connected_share >= 0.5


def _has_two_columns(layout: RowLayout) -> bool:
    """Whether a table with a header that says nothing has two columns, or a weight as its third."""
    return layout.most_cells == 2 or (layout.most_cells == 3 and has_weights(layout.rows))


def _holds_only_labels(layout: RowLayout) -> bool:
    """Whether headings speak of ids and their labels, and of no parents."""
    return not layout.connected_share and {*roles_in_headings([*map(head_words, layout.header or ())])} == {
        "id",
        "label",
    }


def read(source: Source, builder: Builder) -> Guess:
    """Add the edges of all lines."""
    choices = builder.asked
    look = source.row_layout(choices)
    columns = look.columns
    direction: Direction
    if columns.parent is not None and columns.id is not None:
        builder.by_heading = look.header is not None
        direction = "parent first" if columns.parent < columns.id else "child first"
        if choices.direction not in (None, direction):
            direction, columns = choices.direction, replace(columns, parent=columns.id, id=columns.parent)
        by_itself = look.pattern is not None and not look.read_as
        table = not by_itself and (look.separator == DUMP or look.most_cells > 2 or bool(columns.joined))
    else:
        builder.by_heading = any(names_parents(head_words(head)) for head in look.header or ())
        builder.unnamed = not builder.by_heading
        looks: Direction = "child first" if _has_parents_second(look) else "parent first"
        direction = choices.direction or ("parent first" if source.parents_first and look.header is None else looks)
        if direction != looks and choices.direction is None:
            builder.add_note(TURNED)
        if look.header is None and first_row_stands_apart(look.rows):
            builder.weak = f"the first line, {quoted(look.rows[0][0])}, …, may name columns"
        third = look.most_cells == 3 and not _holds_chains(look) and (look.header is None or has_weights(look.rows))
        parent = int(direction == "child first")
        columns, table = TableColumns(parent=parent, id=1 - parent, weight=2 if third else None), False
    rows = source.rows(look, builder)
    if not table and look.header is None and look.most_cells > 2 and _holds_chains(look):
        turn = -1 if direction == "child first" else 1
        read_rows(
            builder, rows, lambda i, cells: _add_pairs(builder, pairwise([*map(builder.number_of, cells)][::turn]))
        )
    elif table or look.pattern or not _add_plain_lines(source.table_text, look, columns, builder):
        _add_rows(rows, look, columns, table, builder)
    return look.as_guess(look.separator, direction, columns.headings_by_role(look.header) if table else ())


def _has_parents_second(layout: RowLayout) -> bool:
    """Whether the second column looks like that of parents: it has fewer classes, for a class has few parents."""
    first, second = ({*layout.column(i)} - EMPTY for i in (0, 1))
    return len(first) > len(second)


def _add_pairs(builder: Builder, edges: Iterator[tuple[int, int]]) -> None:
    for above, below in edges:
        builder.add_edge(above, below)


_PAIR = "a parent and a child, perhaps with a weight, are"


def _add_rows(rows: _Rows, layout: RowLayout, columns: TableColumns, table: bool, builder: Builder) -> None:
    """Add the edges of rows. table: each row is a class, and so is a parent without one, but for names of none."""
    own: set[int] = set()
    selves: list[int] = []  # classes in rows that name them as their own parents: roots, or all in a closure
    builder.weak = builder.weak or columns.weak
    parent, child = columns.parent or 0, columns.id or 0
    width = len(layout.header or ()) if table else 1 + max(parent, child, columns.weight or 0, columns.label or 0)
    what = f"a row with {width} cells, as its header, is" if table else _PAIR
    number_of, lost = builder.index.get, list[str]()  # what stands in the place of a child, and is taken for nothing

    def one(i: int, cells: list[str]) -> None:
        if len(cells) == width == 2 and not table:  # nearly all lines of large files
            from_, to = number_of(cells[parent]), number_of(cells[child])
            if from_ is not None and to is not None:
                builder.add_edge(from_, to)
                return
        if width and any(map(str.strip, cells[width:])):
            raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; {what}")
        name, above = cell_at(cells, child), cell_at(cells, parent)
        if table and not name and (above or cell_at(cells, columns.label)):
            raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a row with the id of its class is")
        if not name and above:
            lost.extend(filter(None, map(str.strip, cells[child : child + 1])))
            name, above = above, ""
        if not name:
            return
        parents = [part for part in _parents_in_cell(above, columns) if not (table and part == name)]
        if parents and (parent < child or not table):
            builder.number_of(parents[0])  # of a table classes are met in the order in which they stand
        number = builder.number_of(name)
        own.add(number)
        selves.extend([number] * (table and above == name))
        builder.add_label(number, cell_at(cells, columns.label))
        weight = cell_at(cells, columns.weight)
        for part in parents:
            builder.add_edge(builder.number_of(part), number)
            if weight:
                builder.set_weight(check_weight(weight.replace(",", ".") if layout.separator == ";" else weight))

    read_rows(builder, rows, one)
    if lost:
        builder.add_note(f"{counted_text(len(lost), 'cell', 'cells')} such as {quoted(lost[0])} left out, as if empty.")
    _clean_edges(builder, own, selves, NO_CLASS if table else _NO_PARENT if layout.header else frozenset())


def _parents_in_cell(above: str, columns: TableColumns) -> list[str]:
    """The parents in a cell: all of several, or the last of a path."""
    above = above.strip(columns.ends).rpartition(columns.ends)[2] if columns.ends else above
    parts = map(str.strip, above.split(columns.joined) if columns.joined else (above,))
    return [part for part in parts if part not in EMPTY]


def _clean_edges(builder: Builder, own: set[int], selves: list[int], none: frozenset[str]) -> None:
    """Join classes with themselves where nearly all are, as in a closure; leave out names for no parent.

    own: classes with rows.  selves: those that are their own parents.
    """
    if len(selves) >= 0.9 * len(builder.index):
        _add_pairs(builder, zip(selves, selves, strict=True))
    builder.leave_out({builder.index[name] for name in none if builder.index.get(name, -1) not in own | {-1}})


def _add_plain_lines(text: str, layout: RowLayout, columns: TableColumns, builder: Builder) -> bool:
    """Add the edges where every line is two plain cells; nothing is added where one is something else."""
    separator, lines = layout.separator, text.removesuffix("\n").split("\n")[layout.before :]
    if '"' in text or "#" in text or separator in ("", DUMP) or (layout.header and columns.parent):
        return False
    pairs = numbered_pairs(lines, separator)
    if pairs is None or not (EMPTY | _NO_PARENT).isdisjoint(pairs[0]) or len(pairs[0]) > builder.most:
        return False
    builder.index, numbers = pairs
    builder.tails, builder.heads = numbers[columns.parent :: 2], numbers[columns.id :: 2]
    return True


# A parent and all its children a line


def _detects_adjacency(source: Source) -> float:
    """Surely where a row has three cells and more, and first cells stand further back in other rows."""
    look = source.guessed_layout
    if _lists_children(source):
        return 0.94
    if look.separator not in (*OF_TABLES, " ") or look.most_cells < 3 or look.header is not None:
        return 0.0
    first = look.column(0)
    if pairs_share(look) > 0.8 or len(set(first)) < len(first):
        return 0.0
    return 0.9 if look.connected_share >= 0.5 else 0.65 if len(first) == 1 else 0.0


def _lists_children(source: Source) -> bool:
    """Whether lines are a class, a colon and its children, as in `Arts: Music, Theater`."""
    lines = [_CHILDREN.fullmatch(line.strip()) for line in source.first_lines if not is_comment(line)]
    parents = {match[1] for match in lines if match}
    below = {name.strip() for match in lines if match for name in re.split("[,;]", match[2])}
    most = len(lines) > 1 and sum(map(bool, lines)) > 0.6 * len(lines)
    flat = all(match and ":" in match[0][: match.start(2)] and re.search("[,;]", match[2]) for match in lines)
    flat = flat and len(parents) == len(lines) < len(below)
    return most and (flat or 2 * len(parents & below) + 1 >= len(parents) > 1)


def _read_adjacency(source: Source, builder: Builder) -> Guess:
    """Add the edges from the first class of each line to all others."""
    look = source.row_layout(builder.asked)
    listed = builder.asked.separator is None and _lists_children(source)
    widths = [len(row) for row in look.rows]
    if not listed and len(widths) > (4 if look.most_cells < 7 else 2) and widths.count(max(widths)) > 0.8 * len(widths):
        builder.weak = "lines have as many cells as those of a table"

    def one(i: int, cells: list[str]) -> None:
        if listed:
            first, *below = re.split(r":|\t", cells[0], maxsplit=1)
            cells = [first, *(name for names in below for name in re.split("[,;]", names))]
        numbers = [builder.number_of(cell) for cell in cells if cell.strip() not in EMPTY]
        _add_pairs(builder, ((numbers[0], child) for child in numbers[1:]))

    rows = source.rows(replace(look, separator="") if listed else look, builder)
    read_rows(builder, rows, one)
    builder.unnamed = listed
    builder.weak = builder.weak or "a line of children would be headings" * (listed and look.header is not None)
    return look.as_guess(look.separator, "parent first")


PAIRS = FileShape(
    "pairs",
    "pair lines",
    lambda source: pairs_share(source.guessed_layout),
    read,
    endings=(".tsv", ".csv", ".txt", ".cat", ".hier"),
)
ADJACENCY = FileShape("adjacency", "adjacency lines", _detects_adjacency, _read_adjacency, endings=(".taxonomy",))
