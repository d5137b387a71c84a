"""Edge lines: `Arts > Music` a line, with a weight as in `Arts > Music : 0.5` and marks as in `Arts > Music [t]`.

A class without an edge stands alone on its line. A name that would be misread is written as a JSON string.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import CaseError, HierviewError, quoted
from ...model.case import Draft
from ...model.checks import check_weight
from ...model.hierarchy import Edge
from ..base import Format
from ..losses import losses as lost
from .lines import (
    LARGEST_TEXT,
    ONE,
    SEPARATOR,
    TypedGraph,
    edge_rows,
    marks_suffix,
    name_and_marks,
    quoted_name,
    reread_obstacles,
    text_lines,
    typed_name,
    weight_text,
)


def write_edge_lines(draft: Draft) -> str:
    r"""The edge lines of a draft's hierarchy and marks; reading them gives both back.

    >>> print(write_edge_lines(read_edge_lines("Arts > Music [t] > Pop : 0.5 \nArts > Play [p]")), end="")
    Arts > Music [t]
    Music > Pop : 0.5
    Arts > Play [p]
    """
    earlier: set[str] = set()
    lines = []
    for row, weight in edge_rows(draft.hierarchy):
        names = []
        for c in row:
            names.append(typed_name(c) + (marks_suffix(draft, c) if c not in earlier else ""))
            earlier.add(c)
        lines.append(" > ".join(names) + (f" : {weight_text(weight)}" if weight not in (None, 1) else "") + "\n")
    return "".join(lines)


def read_edge_lines(data: bytes | str, origin: str = "edges") -> Draft:
    """The draft in edge lines. Raises CaseError, with `line`: `origin`, the line, what is accepted.

    `A > B > C` stands for two edges; a weight belongs to the edge into the name before it. An edge may stand on
    several lines with one weight. Empty lines are ignored; without any line the draft is empty.

    >>> dict(read_edge_lines("Arts > Music > Pop : 0.5").hierarchy.weights)
    {('Arts', 'Music'): Fraction(1, 1), ('Music', 'Pop'): Fraction(1, 2)}
    """
    gathered = TypedGraph()
    weighed: dict[Edge, int] = {}
    for i, line in enumerate(text_lines(data, origin, "a list of edges"), 1):
        try:
            _read_line(line.strip(" \t"), i, gathered, weighed)
        except HierviewError as error:
            raise CaseError.at_line(origin, i, error) from None
    return gathered.draft(origin)


def _read_line(text: str, i: int, gathered: TypedGraph, weighed: dict[Edge, int]) -> None:
    above, edge = "", None
    for sign, part in _signed_parts(text):
        if sign == ":":
            if edge is None:
                raise HierviewError(
                    f"the weight {quoted(part)} stands after no edge; parent > child : 0.75 is accepted, and a name "
                    "that holds a colon between blanks in quotation marks"
                )
            weight = check_weight(part)
            if gathered.weights[edge] != weight and edge in weighed:
                raise HierviewError(
                    f"the edge {quoted(edge[0])} > {quoted(edge[1])} has another weight at line {weighed[edge]}; "
                    "give it one"
                )
            weighed.setdefault(edge, i)
            gathered.set_weight(edge, weight)
            edge = None
            continue
        name, marks = name_and_marks(part)
        gathered.add_class(name, marks)
        if above:
            edge = (above, name)
            gathered.add_edge(above, name, i, gathered.weights.get(edge, ONE))
        above = name


def _signed_parts(text: str) -> Iterator[tuple[str, str]]:
    """Each name or weight of a line, with the sign before it."""
    sign, start = "", 0
    while text:
        while text[start : start + 1] in (" ", "\t"):
            start += 1
        end = quoted_name(text, start)[1] if text.startswith('"', start) else start
        next_sign = SEPARATOR.search(text, end)
        part = text[start : next_sign.start() if next_sign else None].rstrip(" \t")
        if not part:
            what = "the weight after" if sign == ":" else "a class after" if sign else "the class before"
            raise HierviewError(
                f"{what} {sign or next_sign[0]} is missing; parent > child or parent > child : 0.75 is accepted"  # type: ignore[index]
            )
        yield sign, part
        if not next_sign:
            return
        sign, start = next_sign[0], next_sign.end()


def losses(draft: Draft) -> tuple[str, ...]:
    """The losses of edge lines, in sentences."""
    return lost(draft, "A list of edges", ("marks", "weights")) + reread_obstacles(draft, write_edge_lines(draft))


def detects(text: str) -> float:
    """Surely where no line is indented and some line has a ` > `; else it is an outline."""
    lines = text.split("\n")
    flat = not any(line[:1] in (" ", "\t") and line.strip() for line in lines)
    return float(flat and any(sign[0] == ">" for line in lines for sign in SEPARATOR.finditer(line)))


FORMAT = Format(
    key="edges",
    title="Edges with marks",
    one="edges as text",
    many="edges as text",
    endings=(".txt", ".md"),
    mime="text/plain",
    write=write_edge_lines,
    losses=losses,
    read=lambda data, origin, _: read_edge_lines(data, origin),  # what is typed has a limit of its own
    largest=LARGEST_TEXT,
    marks=True,
    detects=detects,
)
