"""The edge list: a hierarchy as lines of parent TAB child, optionally TAB weight, and marks as `A|B`."""

from __future__ import annotations

from ..case import Case
from ..errors import CaseError, HierarchyError, HierviewError, quoted
from ..hierarchy import Hierarchy, check_name, check_weight
from .text import decoded

LARGEST_FILE = 20_000_000  # bytes


def read_edges(data: bytes | str, origin: str = "edge list") -> Hierarchy:
    """The hierarchy in an edge list. Raises CaseError: `origin`, the line, what is accepted.

    Empty lines at the end are ignored; a line with one name is a class without an edge.
    """
    if len(data) > LARGEST_FILE:
        raise CaseError(f"{origin}: {len(data):,} bytes are too many; an edge list has at most {LARGEST_FILE:,}")
    try:
        text = decoded(data)
    except HierviewError as error:
        raise CaseError(f"{origin}: {error}") from None
    edges: list[tuple] = []
    alone: dict[str, int] = {}
    where: dict[tuple[str, str], int] = {}
    lines = text.replace("\r\n", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    for i, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in line.split("\t")]
        try:
            if len(cells) > 3 or not all(cells):
                raise HierviewError(
                    f"{quoted(line)} is not accepted; parent TAB child or parent TAB child TAB weight is"
                )
            if len(cells) == 1:
                if check_name(cells[0]) in alone:
                    raise HierviewError(f"class {quoted(cells[0])} stands at line {alone[cells[0]]} already")
                alone[cells[0]] = i
                continue
            parent, child = check_name(cells[0]), check_name(cells[1])
            if (parent, child) in where:
                raise HierviewError(
                    f"the edge {quoted(parent)} > {quoted(child)} stands at line {where[parent, child]} already; "
                    "give it once"
                )
            edges.append((parent, child, *([check_weight(cells[2])] if len(cells) == 3 else [])))
            where[parent, child] = i
        except HierviewError as error:
            raise CaseError(f"{origin}: line {i}: {error}") from None
    try:
        hierarchy = Hierarchy.from_edges(edges, alone)
    except HierarchyError as error:
        line_of = f"line {where[error.edge]}: " if error.edge in where else ""
        raise CaseError(f"{origin}: {line_of}{error}") from None
    if not len(hierarchy):
        raise CaseError(f"{origin}: the list is empty; one edge a line is expected, parent TAB child")
    return hierarchy


def case_from_edges(data: bytes | str, true: str, predicted: str, origin: str = "edge list", name: str = "") -> Case:
    """One instance of a data set as a case: an edge list and the marked classes, joined by `|`."""
    hierarchy = read_edges(data, origin)
    sides = []
    for side, text in (("true", true), ("predicted", predicted)):
        listed = [c.strip() for c in text.split("|")] if text.strip() else []
        for i, c in enumerate(listed):
            if not c:
                raise CaseError(f"{side}: {quoted(text)} names an empty class; join class names by |, as in A|B")
            if c in listed[:i]:
                raise CaseError(f"{side}: class {quoted(c)} is named twice; name it once")
        sides.append(listed)
    return Case(hierarchy, frozenset(sides[0]), frozenset(sides[1]), name=name)
