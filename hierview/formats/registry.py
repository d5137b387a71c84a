"""The table of formats. One file declares each; a new one is a file beside these and a line in the table."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ..errors import CaseError, quoted, suggestion
from ..model.case import Draft
from ..model.hierarchy import Hierarchy
from . import casefile, hemkit, writing
from .base import Format
from .typed import edgelines, edgelist, outline
from .typed.lines import whole_text

# In the order of lists; where several are equally sure that a text is theirs, the first reads it.
FORMATS: tuple[Format, ...] = (
    casefile.FORMAT,
    outline.FORMAT,
    edgelines.FORMAT,
    edgelist.TSV,
    edgelist.CSV,
    hemkit.FORMAT,
    *writing.FORMATS,
)
# Those of a hierarchy of any size, whatever is marked.
WHOLE = {f.key: f for f in (edgelist.TSV, edgelist.CSV, casefile.FORMAT, outline.FORMAT, *writing.FORMATS)}

OPENED = tuple(f for f in FORMATS if f.read is not None)
ENDINGS = tuple(dict.fromkeys(ending for f in OPENED for ending in f.endings))  # of files that open
CASE_ENDINGS = tuple(dict.fromkeys(ending for f in OPENED if f.marks for ending in f.endings))
LARGEST = max(f.largest for f in OPENED)  # bytes that any of them reads


def read_any(data: bytes | str, filename: str, most: int | None = None) -> Draft:
    """The draft in a file, read as the ending of its name says, and what it looks like where formats share an ending.

    most: the classes that are accepted; None is any number. Raises CaseError: the file, the place, what is accepted.
    """
    origin = quoted(filename, 100)[1:-1]
    ending = os.path.splitext(filename)[1].lower()
    sharing = [f for f in OPENED if ending in f.endings]
    if len(sharing) > 1:
        text = whole_text(data, origin, "a text", max(f.largest for f in sharing))
        sharing.sort(key=lambda f: -f.detects(text))
    for candidate in sharing:
        if candidate.read is not None:
            return candidate.read(data, origin, most)
    *others, last = (f"{' and '.join(many)} ({', '.join(ends)})" for _, many, ends in file_kinds())
    raise CaseError(f"{origin}: files that can be opened are {', '.join(others)} and {last}")


def write_hierarchy(h: Hierarchy, key: str) -> str:
    r"""A hierarchy as text. key: of `WHOLE`. Raises CaseError where the format cannot hold it.

    >>> write_hierarchy(Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Play")]), "newick")
    '(Music,Play)Arts;\n'
    """
    if key not in WHOLE:
        raise CaseError(f"there is no format {quoted(key)}{suggestion(key, WHOLE)}; there are {', '.join(WHOLE)}")
    return WHOLE[key].file_content(Draft(h)).decode()


def file_kinds() -> Iterator[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
    """The files that open, for lists of them: one of each, many of each, and the endings that they share."""
    endings: dict[tuple[str, str], tuple[str, ...]] = {}
    for f in OPENED:
        endings[f.one, f.many] = tuple(dict.fromkeys((*endings.get((f.one, f.many), ()), *f.endings)))
    for group in dict.fromkeys(endings.values()):
        ones, many = zip(*(names for names, own in endings.items() if own == group), strict=True)
        yield ones, many, group
