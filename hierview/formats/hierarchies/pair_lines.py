"""Pair lines: a parent and a child a line, in either order, with or without header, weight and label."""

from __future__ import annotations

import itertools
import re
from array import array
from collections.abc import Sequence
from dataclasses import replace

from ...errors import HierviewError, quoted
from ...model.checks import check_name, check_weight
from .asked import Asked, Direction, Taken
from .base import Shape
from .columns import NO_CLASS, Columns
from .found import Found, each_line
from .headings import EMPTY, head_words, is_number, roles_of
from .rows import (
    ARROWS,
    DUMP,
    OF_PATHS,
    OF_TABLES,
    Parting,
    comment,
    layout,
    numbered_rows,
    plain,
    shown,
    weighted,
)
from .source import Source

_SPOKEN = re.compile(r"parent:\s*(\S+)\s+child:\s*(\S+)(?:\s+child-description:\s*(.*))?\s*")
_DATA = re.compile(r"([^\s{\[]\S*) +(\S+) +\{('[^']*':.*)?\}\s*")
_DATA_WEIGHT = re.compile(r"'weight': *([^,}]+)")
TURNED = "Second cells look like parents."
_ACCEPTED = "a parent and a child, perhaps with a weight, are"


def detects(source: Source) -> float:
    """Surely where columns say so, else where first cells stand further back elsewhere, or two cells are all."""
    if _spoken(source) or _with_data(source):
        return 1.0
    return pairs_share(layout(source, Asked()))


def pairs_share(found: Parting) -> float:
    """How surely rows are pairs, from 0 to 1."""
    if found.columns.parent is not None:
        return 0.95
    if found.header is not None and (not _two(found) or (not found.connected and _only_names(found.header))):
        return 0.0
    if not found.rows or found.widest < 2 or (any(len(row) > 3 for row in found.rows) and not _chains(found)):
        return 0.0
    if found.widest == 2:
        edges = 0.8 if found.connected >= 0.5 else 0.3
        return edges if found.separator in (*ARROWS, "|") else 0.3 if found.separator in OF_PATHS else 0.8
    if found.separator in OF_TABLES and all(is_number(cell) for cell in found.column(2)):
        return 0.85
    return 0.8 if _chains(found) else 0.0


def _only_names(header: Sequence[str]) -> bool:
    """Whether headings speak of ids and their labels, and of no parents."""
    return {*roles_of([head_words(head) for head in header])} == {"id", "label"}


def _chains(found: Parting) -> bool:
    """Whether rows are chains of edges, such as A > B > C."""
    return found.separator in ARROWS and found.connected >= 0.5


def _spoken(source: Source) -> bool:
    return bool(source.sample) and all(_SPOKEN.fullmatch(line) for line in source.sample[:20])


def _with_data(source: Source) -> bool:
    """Whether lines are as networkx writes edges: two names, and a dict of what they carry."""
    lines = [line for line in source.sample if not comment(line)]
    return bool(lines) and all(map(_DATA.fullmatch, lines))


def _direction(found: Parting, parent: int, child: int) -> Direction:
    """Which of two columns holds the parents: the one with fewer classes, for a class has few parents."""
    left, right = set(found.column(parent)) - EMPTY, set(found.column(child)) - EMPTY
    return "child first" if len(left) > len(right) else "parent first"


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the edges of all lines."""
    if _spoken(source):
        return _read_spoken(source, found)
    if _with_data(source):
        return _read_with_data(source, asked, found)
    look = layout(source, asked)
    columns = look.columns
    if columns.parent is not None and columns.id is not None:
        direction: Direction = "parent first" if columns.parent < columns.id else "child first"
        if asked.direction not in (None, direction):
            direction, columns = asked.direction, replace(columns, parent=columns.id, id=columns.parent)
        if look.separator == DUMP or look.widest > 2 or columns.joined:
            _read_table(source, look, columns, found)
            heads = columns.named(look.header)
            return Taken(look.separator, look.header is not None, direction, shown(look), heads, look.header or ())
        parent: int = 0 if direction == "parent first" else 1
    else:
        looks = _direction(look, 0, 1)
        direction = asked.direction or ("parent first" if source.parents_first else looks)
        if direction != looks and asked.direction is None:
            found.note(TURNED)
        parent = 0 if direction == "parent first" else 1
    child, header = 1 - parent, look.header is not None
    third = look.widest == 3 and not _chains(look) and (not header or weighted(look.rows))
    weight, label = 2 if third else None, None
    if weight is None and label is None and not header and _plain(source, look, parent, found):
        return Taken(look.separator, header, direction, shown(look), (), look.header or ())
    rows = numbered_rows(source, look.separator, look.before, found)
    if (look.widest > 3 and _chains(look)) or (look.widest == 3 and weight is None and not header):
        each_line(found, rows, lambda i, cells: _chain(found, cells, direction))
    else:
        if look.separator == ";" and weight is not None:  # where commas stand in decimals
            rows = ((i, _with_points(cells, weight)) for i, cells in rows)
        _pairs(found, rows, parent, child, weight, label)
    return Taken(look.separator, header, direction, shown(look), (), look.header or ())


def _two(look: Parting) -> bool:
    """Whether a table with a header that says nothing has two columns, or a weight as its third."""
    return look.widest == 2 or (look.widest == 3 and weighted(look.rows))


def _read_table(source: Source, look: Parting, columns: Columns, found: Found) -> None:
    """Add the rows of a table, a class each. A parent that is no class of a row is one, unless its name says no."""
    own: set[int] = set()
    found.weak = columns.weak
    parents_first = (columns.parent or 0) < (columns.id or 0)

    def cell(cells: list[str], i: int | None) -> str:
        text = plain(cells[i]) if i is not None and i < len(cells) else ""
        return "" if text in EMPTY else text

    def one(i: int, cells: list[str]) -> None:
        if look.header and any(map(str.strip, cells[len(look.header) :])):
            raise HierviewError(
                f"{quoted(' | '.join(cells))} is not accepted; a row with {len(look.header)} cells, as its header, is"
            )
        name, above = cell(cells, columns.id), cell(cells, columns.parent)
        if not name:
            if any(cell(cells, k) for k in (columns.label, columns.parent)):
                raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; a row with the id of its class is")
            return
        parts = map(str.strip, above.split(columns.joined) if columns.joined else (above,))
        parents = [part for part in parts if part not in EMPTY and part != name]
        if parents_first and parents:
            found.number(parents[0])  # classes are met in the order in which they stand
        number = found.number(name)
        own.add(number)
        found.label(number, cell(cells, columns.label))
        for parent in map(found.number, parents):
            found.link(parent, number)
            if weight := cell(cells, columns.weight):
                found.weigh(check_weight(weight.replace(",", ".") if look.separator == ";" else weight))

    each_line(found, numbered_rows(source, look.separator, look.before, found), one)
    found.leave_out({found.index[name] for name in NO_CLASS if found.index.get(name, -1) not in own | {-1}})


def _plain(source: Source, look: Parting, parent: int, found: Found) -> bool:
    """Add the edges where every line is two plain cells, all at once; nothing is added where one is something else.

    Large files are so, and a loop over their lines would take twice as long.
    """
    lines = source.text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if '"' in source.text or "#" in source.text or len(look.separator.split()) > 1 or not lines:
        return False
    if look.separator == " ":
        cells = source.text.split()
        even = all(len(line.split()) == 2 for line in lines)
    else:
        even = all(line.count(look.separator) == 1 for line in lines)
        cells = "\n".join(lines).replace(look.separator, "\n").split("\n")
    names = dict.fromkeys(cells)
    if not even or len(names) > found.most or any(name != name.strip() or name in EMPTY for name in names):
        return False
    try:
        found.index = {check_name(name): i for i, name in enumerate(names)}
    except HierviewError:
        found.index = {}
        return False
    numbers = array("i", map(found.index.__getitem__, cells))
    found.tails, found.heads = numbers[parent::2], numbers[1 - parent :: 2]
    return True


def _chain(found: Found, cells: list[str], direction: Direction) -> None:
    """A > B > C stands for two edges."""
    numbers = [found.number(cell) for cell in (cells if direction == "parent first" else reversed(cells))]
    for above, below in itertools.pairwise(numbers):
        found.link(above, below)


def _pairs(found: Found, rows: object, parent: int, child: int, weight: int | None, label: int | None) -> None:
    """The loop over nearly all lines of large files: two cells, both classes that are known by now."""
    known, tails, heads = found.index.get, found.tails.append, found.heads.append

    def one(i: int, cells: list[str]) -> None:
        if len(cells) == 2 and weight is None and label is None and parent + child == 1:
            above, below = known(cells[parent]), known(cells[child])
            if above is not None and below is not None:
                tails(above)
                heads(below)
                return
        _pair(found, cells, parent, child, weight, label)

    each_line(found, rows, one)  # type: ignore[arg-type]


def _pair(found: Found, cells: list[str], parent: int, child: int, weight: int | None, label: int | None) -> None:
    while len(cells) > 1 and not cells[-1].strip():
        cells.pop()
    allowed = 1 + max(i for i in (parent, child, weight, label) if i is not None)
    if len(cells) > allowed and label is None and weight is None:
        raise HierviewError(f"{quoted(' | '.join(cells))} is not accepted; {_ACCEPTED}")
    above, below = (cells[i].strip() if i < len(cells) else "" for i in (parent, child))
    if len(cells) == 1 and not below:
        above, below = "", above
    heavy = check_weight(cells[weight].strip()) if weight is not None and _there(cells, weight) else None
    if below in EMPTY:
        if above not in EMPTY:
            found.number(above)
        return
    top = None if above in EMPTY else found.number(above)
    number = found.number(below)
    if label is not None and _there(cells, label):
        found.label(number, cells[label])
    if top is None:
        return
    found.link(top, number)
    if heavy is not None:
        found.weigh(heavy)


def _with_points(cells: list[str], weight: int) -> list[str]:
    return [cell.replace(",", ".") if i == weight else cell for i, cell in enumerate(cells)]


def _there(cells: list[str], i: int) -> bool:
    return i < len(cells) and cells[i].strip() not in EMPTY


def _read_spoken(source: Source, found: Found) -> Taken:
    """Lines such as `parent: CCAT child: C15 child-description: PERFORMANCE`; the parent of the root is None."""

    def one(i: int, cells: list[str]) -> None:
        match = _SPOKEN.fullmatch(cells[0].strip())
        if match is None:
            raise HierviewError(f"{quoted(cells[0])} is not accepted; parent: A child: B is")
        parent, child, description = match.groups()
        number = found.number(child)
        if parent not in EMPTY:
            found.link(found.number(parent), number)
        found.label(number, description or "")

    each_line(found, numbered_rows(source, "", 0, found), one)
    return Taken(direction="parent first", rows=tuple((line,) for line in source.sample[:5]))


def _read_with_data(source: Source, asked: Asked, found: Found) -> Taken:
    """Lines such as `Arts Music {'weight': 2.5}`."""
    turned = asked.direction == "child first"

    def one(i: int, cells: list[str]) -> None:
        match = _DATA.fullmatch(cells[0])
        if match is None:
            raise HierviewError(f"{quoted(cells[0])} is not accepted; two names and a dict such as {{'weight': 2}} are")
        ends = [found.number(name) for name in match.groups()[:2]]
        found.link(*(reversed(ends) if turned else ends))
        if weight := _DATA_WEIGHT.search(match[3] or ""):
            found.weigh(check_weight(weight[1].strip()))

    each_line(found, numbered_rows(source, "", 0, found), one)
    rows = tuple((line,) for line in source.sample[:5])
    return Taken(direction="child first" if turned else "parent first", rows=rows)


SHAPE = Shape("pairs", "pair lines", detects, read, endings=(".tsv", ".csv", ".txt", ".cat", ".hier"))
