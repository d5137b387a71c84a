"""Files that hierview itself writes: case files, outlines, and edges with marks; of all of them the hierarchy alone."""

from __future__ import annotations

from ...errors import CaseError, HierviewError
from ...model.case import Draft
from ..casefile import LARGEST_FILE, read_case
from ..edgelines import read_edge_lines
from ..lines import LARGEST_TEXT
from ..outline import read_outline
from .asked import Asked, Taken
from .base import Shape
from .found import Found
from .rows import comment
from .source import Source


def _add(draft: Draft, found: Found) -> None:
    """Add all classes, edges, weights and labels of a hierarchy."""
    h = draft.hierarchy
    for c in h.classes:
        if c != c.strip():
            raise HierviewError("blanks around names are no part of an id; rename the class")
        found.number(c)
    for (parent, child), weight in h.weights.items():
        found.link(found.index[parent], found.index[child])
        found.weigh(weight)
    for language, labels in h.labels:
        for c, text in labels.items():
            found.label(found.index[c], text, language)


def _case(source: Source, asked: Asked, found: Found) -> Taken:
    _add(read_case(source.text, found.origin, asked.most), found)
    return Taken(rows=tuple((line[:100],) for line in source.sample[:5]))


def _outline(source: Source, asked: Asked, found: Found) -> Taken:
    _add(read_outline(source.text, found.origin), found)
    return Taken(rows=tuple((line,) for line in source.sample[:5]))


def _edges(source: Source, asked: Asked, found: Found) -> Taken:
    _add(read_edge_lines(source.text, found.origin), found)
    return Taken(direction="parent first", rows=tuple((line,) for line in source.sample[:5]))


def _is_outline(source: Source) -> float:
    """Surely where lines below the first are indented."""
    lines = [line for line in source.sample if not comment(line)]
    if not lines or source.head[:1] in "{[<(" or "[Term]" in lines[:50]:
        return 0.0
    indented = sum(line[0] in " \t" for line in lines)
    table = "\t" in lines[0].strip()
    bullets = sum(line.lstrip().startswith("- ") for line in lines)
    if 0.5 * len(lines) < bullets < len(lines) - 1:  # what stands between is no class
        return 0.5
    return 0.94 if indented and not table and lines[0][0] not in " \t" and indented >= 0.3 * len(lines) else 0.0


def _has_marks(source: Source) -> float:
    """Surely where names stand in arrows and some carries a mark or a weight."""
    lines = source.sample
    arrows = [line for line in lines if " > " in line]
    marked = [line for line in arrows if line.rstrip().endswith(("[t]", "[p]", "[tp]", "[pt]")) or " : " in line]
    if len(source.text) > LARGEST_TEXT or not marked or len(arrows) < 0.5 * len(lines):
        return 0.0
    try:
        read_edge_lines(source.text)
    except CaseError:
        return 0.0
    return 0.96


CASE = Shape(
    "case",
    "a case file",
    lambda source: float('"hierview"' in source.head[:100_000] and source.head[:1] == "{"),
    _case,
    LARGEST_FILE,
    (".json",),
)
OUTLINE = Shape("outline", "an outline", _is_outline, _outline, LARGEST_TEXT)
EDGES = Shape("edges", "edges with marks", _has_marks, _edges, LARGEST_TEXT)
