"""The table of shapes, and those that hierview itself writes; any other is a file beside this and a line here."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...errors import CaseError, HierviewError, quoted, suggestion
from ...model.case import Draft
from ..casefile import LARGEST_FILE, read_case
from ..typed.edgelines import read_edge_lines
from ..typed.edgelist import AS_THEY_STAND, is_own_list, read_csv, read_edges
from ..typed.edgelist import LARGEST_FILE as LARGEST_LIST
from ..typed.lines import LARGEST_TEXT
from ..typed.outline import read_outline
from . import outlines
from .asked import Direction, Guess
from .builder import Builder
from .grammars import dot, graphml, json_values, newick, obo, skos
from .source import FileShape, Source
from .tables import codes, pair_lines, paths
from .tables.headings import case_heading
from .tables.rows import is_comment

# Files that hierview itself writes; of all of them the hierarchy alone


def _draft_reader(
    read: Callable[[str, str, int | None], Draft], direction: Direction | None = None
) -> Callable[[Source, Builder], Guess]:
    """What adds all classes, edges, weights and labels of a draft."""

    def add(source: Source, builder: Builder) -> Guess:
        h = read(source.text, builder.origin, builder.asked.most).hierarchy
        for c in h.classes:
            if c != c.strip():
                raise HierviewError("blanks around names are no part of an id; rename the class")
            builder.number_of(c)
        for (parent, child), weight in h.weights.items():
            builder.add_edge(builder.index[parent], builder.index[child])
            builder.set_weight(weight)
        for language, labels in h.labels:
            for c, text in labels.items():
                builder.add_label(builder.index[c], text, language)
        return Guess(direction=direction)

    return add


def _is_case(source: Source) -> float:
    return float('"hierview"' in source.first_characters[:100_000] and source.first_characters[:1] == "{")


def _is_outline(source: Source) -> float:
    """Surely where lines below the first are indented."""
    lines = [line for line in source.first_lines if not is_comment(line)]
    if not lines or source.first_characters[:1] in "{[<(" or "[Term]" in lines[:50]:
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
    arrows = [line for line in source.first_lines if " > " in line]
    marked = [line for line in arrows if line.rstrip().endswith(("[t]", "[p]", "[tp]", "[pt]")) or " : " in line]
    if len(source.text) > LARGEST_TEXT or not marked or len(arrows) < 0.5 * len(source.first_lines):
        return 0.0
    try:
        read_edge_lines(source.text)
    except CaseError:
        return 0.0
    return 0.96


def _edge_list(text: str, origin: str, most: int | None) -> Draft:
    """The edges in a list of hierview's own, which are all taken as they stand."""
    read = read_edges if text.lstrip("\ufeff").startswith(AS_THEY_STAND) else read_csv
    return Draft(read(text, origin, most))


CASE = FileShape("case", "a case file", _is_case, _draft_reader(read_case), LARGEST_FILE, (".json",))
OUTLINE = FileShape(
    "outline",
    "an outline",
    _is_outline,
    _draft_reader(lambda text, origin, _: read_outline(_without_comments(text), origin)),
    LARGEST_TEXT,
)
EDGES = FileShape(
    "edges",
    "edges with marks",
    _has_marks,
    _draft_reader(lambda text, origin, _: read_edge_lines(text, origin), "parent first"),
    LARGEST_TEXT,
)

EDGE_LIST = FileShape(
    "edge-list",
    "an edge list of hierview",
    lambda source: float(is_own_list(source.text)),
    _draft_reader(_edge_list, "parent first"),
    LARGEST_LIST,
)

# Where several are equally sure that a source is theirs, the first reads it.
SHAPES: tuple[FileShape, ...] = (
    EDGE_LIST,
    pair_lines.PAIRS,
    paths.SHAPE,
    pair_lines.ADJACENCY,
    codes.SHAPE,
    obo.SHAPE,
    skos.SHAPE,
    graphml.SHAPE,
    dot.SHAPE,
    newick.SHAPE,
    CASE,
    json_values.SHAPE,
    outlines.SHAPE,
    OUTLINE,
    EDGES,
)
# What would pass for lines of something, and is something else, by how it begins.
_FOREIGN = {
    "a page of HTML": r"<!doctype html|<html",
    "GEXF": r"(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?<gexf\b",
    "a graph of Mermaid": r"(?:%%[^\n]*\n\s*)*(?:graph|flowchart)[ \t]+(?:T[DB]|LR|RL|BT)\b",
    "OWL in functional syntax (save it as RDF/XML or Turtle)": r"(?:Prefix\([^\n]*\n\s*)+Ontology\(",
    "a list of sequences": r">\S+[^\n]*\n[A-Z*\-]{10,}\n",
    "SQL (export the table as CSV)": r"(?:--[^\n]*\n\s*)*(?:CREATE TABLE|INSERT INTO|DROP TABLE)\b",
    "a list of predictions with scores": r"AUTHOR [^\n]*\s+MODEL ",
    "a hierarchy of KEGG as text": r"\+[A-Z]\t[^\n]*\n",
    "NEXUS": r"#nexus\b",
    "a network of Pajek": r"\*(?:vertices|network)\b",
    "GML": r"(?:(?:creator|version)[^\n]*\s*){0,2}graph\s*\[",
}
_BEGINNING = re.compile(rf"\s*(?:({')|('.join(_FOREIGN.values())}))", re.IGNORECASE | re.DOTALL)
_ACCEPTED = "GraphML, DOT, Newick, OBO, SKOS, JSON and lines of edges, paths or codes are"
BY_KEY = {shape.key: shape for shape in SHAPES}


def has_keys(source: Source) -> bool:
    """Whether a source is JSON, YAML or TOML, whose keys have roles as columns of tables do."""
    return json_values.detects(source) > 0 or outlines.has_keys(source)


def shape_of(source: Source, asked: str | None) -> FileShape:
    """The shape that was asked for, else the one that a source looks most like. Raises CaseError where it is none."""
    if asked is not None:
        if asked not in BY_KEY:
            near = suggestion(asked, BY_KEY)
            raise CaseError(f"{source.origin}: there is no shape {quoted(asked)}{near}; there are {', '.join(BY_KEY)}")
        return BY_KEY[asked]
    if foreign := _BEGINNING.match(source.first_characters[:4_000]):
        what = list(_FOREIGN)[(foreign.lastindex or 1) - 1]
        raise CaseError(f"{source.origin}: this is {what}, which is not accepted; {_ACCEPTED}")
    sure = {shape.key: shape.detects(source) for shape in SHAPES}
    best = max(SHAPES, key=lambda shape: (sure[shape.key], source.origin.lower().endswith(shape.endings or ("\0",))))
    if (
        source.first_characters[:1] == "<"
        and not (best.key == "list" and outlines.nested_tag(source.first_characters))
        and (best.key in ("pairs", "paths", "adjacency", "codes", "outline", "list") or not sure[best.key])
    ):
        tag = re.search(r"<([A-Za-z][\w:.-]*)", source.first_characters)
        raise CaseError(
            f"{source.origin}: this is XML of a kind that is not known{f' ({quoted(tag[1], 40)})' if tag else ''}; "
            f"{_ACCEPTED}"
        )
    if best.key in ("pairs", "paths") and (head := case_heading(source.guessed_layout.header or ())):
        raise CaseError(
            f"{source.origin}: this looks like labels or scores of cases, for its heading is {quoted(head)}; a study "
            f"reads them. A hierarchy of such lines may be asked for ({best.key!r})"
        )
    if not sure[best.key]:
        raise CaseError(
            f"{source.origin}: this looks like no hierarchy; pair lines such as parent TAB child are accepted, paths, "
            f"adjacency lines, codes, OBO, SKOS, GraphML, DOT, Newick, JSON and what hierview writes"
        )
    return best
