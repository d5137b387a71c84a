"""Files that hierview itself writes: case files, outlines, and edges with marks; of all of them the hierarchy alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...errors import CaseError, HierviewError
from ...model.case import Draft
from ..casefile import LARGEST_FILE, read_case
from ..typed.edgelines import read_edge_lines
from ..typed.lines import LARGEST_TEXT
from ..typed.outline import read_outline
from .asked import Direction, Guess
from .builder import Builder
from .source import Shape, Source
from .tables.rows import is_comment


def _reader(
    read: Callable[[str, str, int | None], Draft], direction: Direction | None = None
) -> Callable[[Source, Builder], Guess]:
    """What adds all classes, edges, weights and labels of a draft."""

    def add(source: Source, builder: Builder) -> Guess:
        h = read(source.text, builder.origin, builder.asked.most).hierarchy
        for c in h.classes:
            if c != c.strip():
                raise HierviewError("blanks around names are no part of an id; rename the class")
            builder.number(c)
        for (parent, child), weight in h.weights.items():
            builder.link(builder.index[parent], builder.index[child])
            builder.weigh(weight)
        for language, labels in h.labels:
            for c, text in labels.items():
                builder.label(builder.index[c], text, language)
        return Guess(direction=direction)

    return add


def _is_case(source: Source) -> float:
    return float('"hierview"' in source.head[:100_000] and source.head[:1] == "{")


def _is_outline(source: Source) -> float:
    """Surely where lines below the first are indented."""
    lines = [line for line in source.sample if not is_comment(line)]
    if not lines or source.head[:1] in "{[<(" or "[Term]" in lines[:50]:
        return 0.0
    indented = sum(line[0] in " \t" for line in lines)
    table = "\t" in lines[0].strip()
    bullets = sum(line.lstrip().startswith("- ") for line in lines)
    if 0.5 * len(lines) < bullets < len(lines) - 1:  # what stands between is no class
        return 0.5
    return 0.94 if indented and not table and lines[0][0] not in " \t" and indented >= 0.3 * len(lines) else 0.0


def _without_comments(text: str) -> str:
    """An outline without lines that begin with #, which are headings where some begin with two, or below a rule."""
    if text.startswith("---") or re.search(r"^\s*##", text, re.MULTILINE):
        return text
    return re.sub(r"^[ \t]*#[ \t].*$", "", text, flags=re.MULTILINE)


def _has_marks(source: Source) -> float:
    """Surely where names stand in arrows and some carries a mark or a weight."""
    arrows = [line for line in source.sample if " > " in line]
    marked = [line for line in arrows if line.rstrip().endswith(("[t]", "[p]", "[tp]", "[pt]")) or " : " in line]
    if len(source.text) > LARGEST_TEXT or not marked or len(arrows) < 0.5 * len(source.sample):
        return 0.0
    try:
        read_edge_lines(source.text)
    except CaseError:
        return 0.0
    return 0.96


CASE = Shape("case", "a case file", _is_case, _reader(read_case), LARGEST_FILE, (".json",))
OUTLINE = Shape(
    "outline",
    "an outline",
    _is_outline,
    _reader(lambda text, origin, _: read_outline(_without_comments(text), origin)),
    LARGEST_TEXT,
)
EDGES = Shape(
    "edges",
    "edges with marks",
    _has_marks,
    _reader(lambda text, origin, _: read_edge_lines(text, origin), "parent first"),
    LARGEST_TEXT,
)
