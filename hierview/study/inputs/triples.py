"""Files of three columns beside labels: similarities (class, class, value), rejections (id, class, class)."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence

from ...errors import CaseError, StudyError, quoted
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from .labels import content_of, text_of

Triple = tuple[str, str, str]
Triples = str | os.PathLike[str] | Iterable[Sequence[object]]  # a file, or its rows

LARGEST = 200_000_000  # bytes of a file


def read_triples(source: Triples, what: str, heading: Sequence[str]) -> tuple[str, list[tuple[int, Triple]]]:
    """Name of the source, and its rows with their numbers from 1 on.

    what: what it is called where it is no file.  heading: names of the columns, one of which begins a first line that
    is no row.  Columns are parted by tabs, or else by commas or semicolons. Raises StudyError: the line, what is
    accepted.
    """
    if not isinstance(source, str | os.PathLike):
        return what, [(i, _three(what, i, [str(x) for x in row], heading)) for i, row in enumerate(source, 1)]
    origin = os.fspath(source)
    text = text_of(content_of(source, origin, LARGEST), origin)
    first = text.partition("\n")[0]
    between = next((mark for mark in "\t,;" if mark in first), "\t")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    rows = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            is_heading = reader.line_num == 1 and [cell.lower() for cell in cells] == list(heading)
            if any(cells) and not is_heading:
                rows.append((reader.line_num, _three(origin, reader.line_num, cells, heading)))
    except csv.Error as error:
        raise StudyError(f"{origin}: line {reader.line_num:,}: this is no table ({error})") from None
    return origin, rows


def _three(origin: str, line: int, cells: Sequence[str], heading: Sequence[str]) -> Triple:
    if len(cells) != 3:
        accepted = ", ".join(heading)
        raise StudyError(f"{origin}: line {line:,}: {len(cells)} columns; three are accepted: {accepted}")
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
            raise StudyError(f"{origin}: line {line:,}: the similarity {quoted(value)} is no number") from None
    try:
        return Extra.of(hierarchy, similarity=triples)
    except CaseError as error:
        raise StudyError(f"{origin}: {error}") from None
