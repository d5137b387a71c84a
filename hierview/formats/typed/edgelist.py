"""The edge list: a hierarchy as lines of parent TAB child, optionally TAB weight, or as CSV; and marks as `A|B`.

Blanks around a cell do not count. Names are written as they are: one that begins like a formula would be another
class if it were changed; `losses` warns of it. A name that elsewhere stands for none, such as None, or begins a comment
marks the list as hierview's own, whose names are all taken as they stand: in CSV by quotation marks that it needs not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...errors import CaseError, HierviewError, quoted
from ...model.case import Case, Draft
from ...model.checks import check_name, check_weight
from ...model.hierarchy import Hierarchy
from ..base import Format
from ..casefile import OPENED
from ..losses import FORMULA, listed_names
from ..losses import losses as lost
from ..source import EMPTY, table_rows
from .lines import ONE, TypedGraph, edge_rows, text_lines, weight_text

LARGEST_FILE = 20_000_000  # bytes
HEADER = ("parent", "child", "weight")
AS_THEY_STAND = "# parent TAB child, names as they stand"  # above a list with names that others take for something else
_QUOTED = re.compile(r'(?:^|,)"([^",\n]+)"(?=,|$)', re.MULTILINE)  # needlessly


def read_edges(data: bytes | str, origin: str = "edge list", most: int | None = None) -> Hierarchy:
    """The hierarchy in an edge list. Raises CaseError: `origin`, the line, what is accepted.

    Empty lines at the end are ignored; a line with one name is a class without an edge.
    most: the classes that are accepted; None is any number. Reading stops at the line that passes it.
    """
    lines = _content_lines(data, origin)
    first = int(lines[:1] == [AS_THEY_STAND])
    cells = ((i, line, [cell.strip() for cell in line.split("\t")]) for i, line in enumerate(lines[first:], first + 1))
    return _hierarchy_of_records(cells, "parent TAB child or parent TAB child TAB weight", origin, most)


def read_csv(data: bytes | str, origin: str = "edge list", most: int | None = None) -> Hierarchy:
    """The hierarchy in an edge list as CSV, its cells parted by tabs, semicolons or commas, quoted where need be.

    The first line that holds one of the three outside quotation marks decides, in this order. The first line may be
    the header parent, child or parent, child, weight. Empty cells at the end of a line are ignored.
    most: as in `read_edges`.
    """
    lines = _content_lines(data, origin)
    return _hierarchy_of_records(_records_of_lines(lines, origin), "parent,child or parent,child,weight", origin, most)


def is_own_list(text: str) -> bool:
    """Whether an edge list in TSV or CSV is marked as one whose names are all to be taken as they stand."""
    first = text[:100].lstrip("\ufeff").partition("\n")[0].rstrip("\r")
    if first in (",".join(HEADER), ",".join(HEADER[:2])):
        return '"' in text and any(_is_ambiguous(name) for name in _QUOTED.findall(text))
    return first == AS_THEY_STAND


def _is_ambiguous(name: str) -> bool:
    """Whether a name may be taken for something else: for none, a comment, or a sign."""
    return name in EMPTY or name.startswith(("#", "//")) or not any(map(str.isalnum, name))


def _content_lines(data: bytes | str, origin: str) -> list[str]:
    """The lines down to the last that holds something."""
    lines = text_lines(data, origin, "an edge list", LARGEST_FILE)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def _records_of_lines(lines: list[str], origin: str) -> Iterator[tuple[int, str, list[str]]]:
    bare = (re.sub(r'"[^"]*"', "", line) for line in lines)
    delimiter = next((d for line in bare for d in "\t;," if d in line), ",")
    for i, record in table_rows((line + "\n" for line in lines), delimiter, origin, CaseError, skip_blanks=True):
        cells = [cell.strip() for cell in record]
        if i == 1 and tuple(map(str.lower, cells)) in (HEADER, HEADER[:2]):
            continue
        while len(cells) > 1 and not cells[-1]:
            cells.pop()
        yield i, lines[i - 1], cells or [""]


def _hierarchy_of_records(
    records: Iterable[tuple[int, str, list[str]]], accepted: str, origin: str, most: int | None
) -> Hierarchy:
    """The hierarchy of (line number, line, cells)."""
    gathered = TypedGraph(most, OPENED)
    for i, line, cells in records:
        try:
            if len(cells) > 3 or not all(cells):
                raise HierviewError(f"{quoted(line)} is not accepted; {accepted} is")
            if len(cells) == 1:
                gathered.add_class(check_name(cells[0]))
                continue
            parent, child = check_name(cells[0]), check_name(cells[1])
            if (parent, child) in gathered.weights:
                first = gathered.lines[parent, child]
                raise HierviewError(
                    f"the edge {quoted(parent)} > {quoted(child)} stands at line {first} already; give it once"
                )
            gathered.add_edge(parent, child, i, check_weight(cells[2]) if len(cells) == 3 else ONE)
        except HierviewError as error:
            raise CaseError.at_line(origin, i, error) from None
    if not gathered.classes:
        raise CaseError(f"{origin}: the list is empty; one edge a line is expected, parent TAB child")
    return gathered.hierarchy(origin)


def write_tsv(draft: Draft) -> str:
    """A draft's hierarchy as lines of parent TAB child, with TAB weight where any edge weighs something else than 1.

    Raises CaseError where blanks around names are all that tells two classes apart.
    """
    lines = ["\t".join(cells) for cells in _edge_cells(draft.hierarchy)]
    odd = any(_is_ambiguous(c) or not c[0].isalnum() for c in draft.hierarchy.classes)
    parted = sum(any(sign in line for sign in "/>|;") for line in lines)  # as paths are
    head = [AS_THEY_STAND] if odd or 2 * parted > len(lines) else []
    return "".join(f"{line}\n" for line in [*head, *lines])


def write_csv(draft: Draft) -> str:
    """A draft's hierarchy as CSV with a header. Raises CaseError as `write_tsv` does."""
    header = HEADER if draft.hierarchy.weighted else HEADER[:2]
    rows = (map(_cell, cells) for cells in _edge_cells(draft.hierarchy))
    return "".join(f"{line}\n" for line in map(",".join, [header, *rows]))


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _is_ambiguous(text) or any(sign in text for sign in ',"') else text


def _edge_cells(h: Hierarchy) -> Iterator[tuple[str, ...]]:
    bare: dict[str, str] = {}
    for c in h.classes:
        if c.strip() in bare:
            raise CaseError(
                f"an edge list cannot tell {quoted(bare[c.strip()])} from {quoted(c)}; rename one, or save a case file"
            )
        bare[c.strip()] = c
    weighted = h.weighted
    for row, weight in edge_rows(h):
        yield (*row, weight_text(weight)) if weight is not None and weighted else row


def losses(draft: Draft) -> tuple[str, ...]:
    """The losses of an edge list, in sentences, and which names a spreadsheet would take for formulas."""
    sentences = list(lost(draft, "An edge list", ("weights",)))
    if padded := [c for c in draft.hierarchy.classes if c != c.strip()]:
        sentences.append(f"An edge list drops blanks around names: {listed_names(padded)}.")
    if formulas := [c for c in draft.hierarchy.classes if c.strip().startswith(FORMULA)]:
        what = "A spreadsheet may take names for formulas, so import them as text"
        sentences.append(f"{what}: {listed_names(formulas)}.")
    return tuple(sentences)


TSV = Format(
    key="tsv",
    title="Edge list, TSV",
    one="an edge list",
    many="edge lists",
    endings=(".tsv",),
    mime="text/tab-separated-values",
    write=write_tsv,
    losses=losses,
    read=lambda data, origin, most: Draft(read_edges(data, origin, most)),
    largest=LARGEST_FILE,
)
CSV = replace(
    TSV,
    key="csv",
    title="Edge list, CSV",
    endings=(".csv",),
    mime="text/csv",
    write=write_csv,
    read=lambda data, origin, most: Draft(read_csv(data, origin, most)),
)


def case_from_edges(
    data: bytes | str, true: str, predicted: str, origin: str = "edge list", name: str = "", most: int | None = None
) -> Case:
    """One instance of a data set as a case: an edge list and the marked classes, joined by `|`.

    The list is CSV where `origin` ends in .csv; `most` as in `read_edges`.
    """
    reader = read_csv if origin.lower().endswith(CSV.endings) else read_edges
    return case_of_hierarchy(reader(data, origin, most), true, predicted, name)


def case_of_hierarchy(hierarchy: Hierarchy, true: str, predicted: str, name: str = "") -> Case:
    """A hierarchy with the marked classes, joined by `|`; a label may stand for its class where no other has it."""
    sides = []
    for side, text in (("true", true), ("predicted", predicted)):
        listed = [c.strip() for c in text.split("|")] if text.strip() else []
        earlier: set[str] = set()
        for c in listed:
            if not c:
                raise CaseError(f"{side}: {quoted(text)} names an empty class; join class names by |, as in A|B")
            if c in earlier:
                raise CaseError(f"{side}: class {quoted(c)} is named twice; name it once")
            earlier.add(c)
        sides.append([_class_meant(hierarchy, side, c) for c in listed])
    return Case(hierarchy, frozenset(sides[0]), frozenset(sides[1]), name=name)


def _class_meant(h: Hierarchy, side: str, c: str) -> str:
    """The class that a name or a label means."""
    named_so = () if c in h else h.labels.classes_labelled(c)
    if len(named_so) > 1:
        raise CaseError(
            f"{side}: {len(named_so):,} classes have the label {quoted(c)}: {listed_names(list(named_so))}; name one"
        )
    return named_so[0] if named_so else c
