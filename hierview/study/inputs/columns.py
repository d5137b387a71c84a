"""Hierarchy of a study as a file, facts of its instances in columns, and what three columns say of its classes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ...errors import CaseError, HierarchyError, StudyError, quoted, suggestion
from ...formats import read_file
from ...formats.hierarchies import Guess, OpenedHierarchy, open_file
from ...formats.hierarchies.asked import MOST_LISTED
from ...formats.hierarchies.source import LARGEST as LARGEST_HIERARCHY
from ...formats.source import EMPTY, first_line, first_mark_in, numbered_pairs, table_rows
from ...formats.typed.edgelist import TSV
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from .data import ClassSets
from .labels import decode_utf8, read_file_bytes
from .matching import Matcher, classes_by_old_id

_NUMBERS = b"0123456789 \r\n"
OWN_PARTS = ("depth", "top", "size")
LARGEST_COLUMNS = 500_000_000  # bytes
MOST_COLUMNS = 100
SEVERAL, AT_ROOT, NO_CLASS = "several", "the root", "none"


def read_hierarchy(path: str | os.PathLike[str], **options: Any) -> Hierarchy:
    """The hierarchy in a file of any shape, as `hierview open` reads it. Raises CaseError: the file, the line, why."""
    name = os.fspath(path)
    return open_hierarchy(read_file(name, LARGEST_HIERARCHY), name, **options).hierarchy


def open_hierarchy(data: bytes, name: str, **options: Any) -> OpenedHierarchy:
    """The hierarchy in a file's content, as `hierview open` reads it; lines of plain pairs at once."""
    # Of lines of two whole numbers, as HEMKit and LSHTC have them, the first is the parent.
    numbers = not data.translate(None, _NUMBERS)
    plain = not options and (numbers or name.lower().endswith(TSV.endings))
    if plain and (quick := read_plain_edges(data)):
        guess = Guess("pairs", "pair lines", "\t" if b"\t" in data[:1_000] else " ", False, "parent first")
        roots = quick.roots[:MOST_LISTED]
        whole = replace(guess, roots=roots, root_count=len(quick.roots), classes=len(quick), edges=quick.edge_count)
        return OpenedHierarchy(quick, whole)
    return open_file(data, name, **options)


def matcher_of(opened: OpenedHierarchy, data: bytes = b"") -> Matcher:
    """Matcher of labels to the classes of a hierarchy that was opened, of this content."""
    guess = opened.guess
    return Matcher(opened.hierarchy, classes_by_old_id(data), guess.separator or "" if guess.shape == "paths" else "")


@dataclass(frozen=True)
class InstanceFacts:
    """Columns of facts about instances, by id."""

    ids: tuple[str, ...]
    """Ids of the instances, M texts."""
    values: Mapping[str, Sequence[str]]
    """M texts of each column, by its name."""
    origin: str = "columns"
    """Name of the table in errors."""

    def of(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The columns for these instances, in their order. Raises StudyError where one is missing."""
        places = {instance: i for i, instance in enumerate(self.ids)}
        missing = [instance for instance in ids if instance not in places]
        if missing:
            raise StudyError(
                f"{self.origin}: {len(missing):,} instances of the study have no row, first {quoted(missing[0])}; "
                "a row for each is accepted"
            )
        rows = [places[instance] for instance in ids]
        return {name: tuple(column[i] for i in rows) for name, column in self.values.items()}


def read_columns(path: str | os.PathLike[str]) -> InstanceFacts:
    """The columns of a TSV or CSV file with a line of names; the first column is the id.

    Raises StudyError: the file, the line, what is accepted.
    """
    name = os.fspath(path)
    return parse_columns(read_file_bytes(path, name, LARGEST_COLUMNS), name)


def parse_columns(data: bytes, name: str) -> InstanceFacts:
    """The columns in the content of a TSV or CSV file, as `read_columns` takes it."""
    rows = _rows_with_lines(data, name, "\t;,")
    _, names = next(rows, (1, []))
    _check_names(names, name)
    content: dict[str, list[str]] = {}  # what stands behind each id
    for line, cells in rows:
        if not any(cells):
            continue
        if len(cells) != len(names):
            raise StudyError.at_line(name, line, f"{len(cells)} cells, and there are {len(names)} columns")
        if not cells[0] or cells[0] in content:
            what = f"the id {quoted(cells[0])} stands there twice" if cells[0] else "the id is empty"
            raise StudyError.at_line(name, line, f"{what}; each instance has one row")
        content[cells[0]] = cells[1:]
    columns = {one: [cells[k] for cells in content.values()] for k, one in enumerate(names[1:])}
    return InstanceFacts(tuple(content), columns, name)


def _rows_with_lines(data: bytes, origin: str, delimiters: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table with the numbers of their lines; the first line tells what parts the cells."""
    text = decode_utf8(data, origin)
    for line, row in table_rows(text, first_mark_in(first_line(text), delimiters), origin, StudyError):
        yield line, [cell.strip() for cell in row]


def _check_names(names: Sequence[str], origin: str) -> None:
    """Raises StudyError unless the first line names an id and at least one column, each once."""
    if len(names) < 2 or len(names) > MOST_COLUMNS or not all(names):
        accepted = f"the id and up to {MOST_COLUMNS - 1} columns are accepted, such as id TAB language"
        raise StudyError.at_line(origin, 1, f"{len(names)} names; {accepted}")
    for one in names[1:]:
        if names.count(one) > 1 or one in OWN_PARTS:
            why = "twice" if one not in OWN_PARTS else "and hierview makes a column of that name itself"
            raise StudyError.at_line(origin, 1, f"the column {quoted(one)} stands there {why}; give it another name")


def part_names(h: Hierarchy, truth: ClassSets, names: Sequence[str], column: str) -> list[str]:
    """The part of each instance by its most specific true classes: their depth, the top class above, or their number.

    depth: the greatest fewest-edges depth.  top: a child of the (artificial) root, or "several".
    """
    starts, classes = truth.starts.tolist(), truth.classes.tolist()
    part = _OWN[column](h)
    part_of: dict[tuple[int, ...], str] = {(): NO_CLASS}
    parts = []
    for a, b in pairwise(starts):
        key = tuple(classes[a:b])
        if key not in part_of:
            marked = frozenset(names[c] for c in key)
            # Of one class, or of leaves, it is known at once which are the most specific.
            lowest = len(key) < 2 or not any(map(h.children, marked))
            part_of[key] = part(marked if lowest else h.most_specific(marked))
        parts.append(part_of[key])
    return parts


def _depth_part_finder(h: Hierarchy) -> Callable[[frozenset[str]], str]:
    depths = dict(zip(h.classes, h.arrays.depths.tolist(), strict=True))
    return lambda classes: str(max(depths[c] for c in classes))


def _top_part_finder(h: Hierarchy) -> Callable[[frozenset[str]], str]:
    rooted = h.rooted()
    (root,) = rooted.roots
    above: dict[str, frozenset[str]] = {root: frozenset()}
    for c in rooted.top_down[1:]:
        parents = rooted.parents(c)
        own = frozenset([c]) if root in parents else frozenset()
        above[c] = above[parents[0]] if len(parents) == 1 and not own else own.union(*(above[p] for p in parents))

    def part(classes: frozenset[str]) -> str:
        tops = sorted(frozenset().union(*(above[c] for c in classes)))
        return tops[0] if len(tops) == 1 else SEVERAL if tops else AT_ROOT

    return part


_OWN: Mapping[str, Callable[[Hierarchy], Callable[[frozenset[str]], str]]] = {
    "depth": _depth_part_finder,
    "top": _top_part_finder,
    "size": lambda h: lambda classes: str(len(classes)),
}


def read_plain_edges(data: bytes) -> Hierarchy | None:
    """The hierarchy of lines of parent TAB child, or of two whole numbers parted by a blank.

    None where anything is unusual (a weight, a heading, a name that is not ASCII, an edge that comes twice, a cycle):
    the formats then read it with care and say what is wrong, in which line.
    """
    tabs = b"\t" in data[:1_000]
    if not data.isascii() or not (tabs or not data.translate(None, _NUMBERS)):
        return None
    text = data.decode("ascii").replace("\r\n", "\n").removesuffix("\n")
    pairs = numbered_pairs((text if tabs else text.replace(" ", "\t")).split("\n"), "\t")
    if pairs is None or not EMPTY.isdisjoint(pairs[0]):
        return None
    index, (tails, heads) = pairs[0], np.array(pairs[1], np.int32).reshape(-1, 2).T
    if (tails == heads).any() or len(np.unique(tails.astype(np.int64) << 32 | heads)) < len(tails):
        return None
    # A first line that stands apart may be a header, and names that are mostly roots may be written child first.
    apart = len(tails) > 1 and not (np.isin(tails[1:], (0, 1)).any() or np.isin(heads[1:], (0, 1)).any())
    if (tabs and apart) or 2 * (len(index) - np.count_nonzero(np.bincount(heads, minlength=len(index)))) > len(index):
        return None
    try:
        return Hierarchy.from_numbers(tuple(index), tails, heads)
    except HierarchyError:
        return None


# Three columns beside labels: similarities (class, class, value), rejections (id, class, class)

Triple = tuple[str, str, str]
Triples = str | os.PathLike[str] | Iterable[Sequence[object]]  # a file, or its rows
LARGEST_TRIPLES = 200_000_000  # bytes of a file


def read_triples(source: Triples, kind: str, heading: Sequence[str]) -> tuple[str, list[tuple[int, Triple]]]:
    """Name of the source, and its rows with their numbers from 1 on.

    kind: what it is called where it is no file.  heading: names of the columns, one of which begins a first line that
    is no row.  Columns are parted by tabs, or else by commas or semicolons. Raises StudyError: the line, what is
    accepted.
    """
    if not isinstance(source, str | os.PathLike):
        return kind, [(i, _check_triple(kind, i, [str(x) for x in row], heading)) for i, row in enumerate(source, 1)]
    origin = os.fspath(source)
    rows = []
    for line, cells in _rows_with_lines(read_file_bytes(source, origin, LARGEST_TRIPLES), origin, "\t,;\t"):
        is_heading = line == 1 and [cell.lower() for cell in cells] == list(heading)
        if any(cells) and not is_heading:
            rows.append((line, _check_triple(origin, line, cells, heading)))
    return origin, rows


def _check_triple(origin: str, line: int, cells: Sequence[str], heading: Sequence[str]) -> Triple:
    if len(cells) != 3:
        accepted = ", ".join(heading)
        raise StudyError.at_line(origin, line, f"{len(cells)} columns; three are accepted: {accepted}")
    return cells[0], cells[1], cells[2]


def read_similarities(source: Triples, hierarchy: Hierarchy) -> Extra:
    """The similarities of classes, from -1 to 1; every two of the classes in it need one.

    Raises StudyError: the file, and what is accepted.
    """
    origin, rows = read_triples(source, "similarity", ("class", "class", "value"))
    triples = []
    for line, (a, b, value) in rows:
        try:
            triples.append((a, b, float(value)))
        except ValueError:
            raise StudyError.at_line(origin, line, f"the similarity {quoted(value)} is no number") from None
    try:
        return Extra.of(hierarchy, similarity=triples)
    except CaseError as error:
        raise StudyError(f"{origin}: {error}") from None


def check_column(name: str, columns: Iterable[str], more: Sequence[str] = ()) -> None:
    """Raises StudyError where no column has that name."""
    names = (*more, *columns)
    if name not in names:
        there = f"there are {', '.join(names)}" if names else "there is none; a file of columns brings some"
        raise StudyError(f"{quoted(name)} is no column of this study{suggestion(name, names)}; {there}")
