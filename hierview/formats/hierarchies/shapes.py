"""The table of shapes: one file declares each; a new one is a file beside these and a line here."""

from __future__ import annotations

import re

from ...errors import CaseError, quoted, suggestion
from . import outlines, typed
from .grammars import dot, graphml, json_values, newick, obo, skos
from .source import Shape, Source
from .tables import codes, pair_lines, paths
from .tables.headings import of_cases, say_which

# Where several are equally sure that a source is theirs, the first reads it.
SHAPES: tuple[Shape, ...] = (
    pair_lines.PAIRS,
    paths.SHAPE,
    pair_lines.ADJACENCY,
    codes.SHAPE,
    obo.SHAPE,
    skos.SHAPE,
    graphml.SHAPE,
    dot.SHAPE,
    newick.SHAPE,
    typed.CASE,
    json_values.SHAPE,
    outlines.SHAPE,
    typed.OUTLINE,
    typed.EDGES,
)
# What would pass for lines of something, and is something else.
_FOREIGN = re.compile(
    r"\s*(?:(?P<html><!doctype html|<html)|(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?(?P<gexf><gexf\b)"
    r"|(?P<mermaid>(?:%%[^\n]*\n\s*)*(?:graph|flowchart)[ \t]+(?:T[DB]|LR|RL|BT)\b)"
    r"|(?P<functional>(?:Prefix\([^\n]*\n\s*)+Ontology\()"
    r"|(?P<fasta>>\S+[^\n]*\n[A-Z*\-]{10,}\n)|(?P<sql>(?:--[^\n]*\n\s*)*(?:CREATE TABLE|INSERT INTO|DROP TABLE)\b)"
    r"|(?P<cafa>AUTHOR [^\n]*\s+MODEL )|(?P<keg>\+[A-Z]\t[^\n]*\n)"
    r"|(?P<nexus>#nexus\b)|(?P<pajek>\*(?:vertices|network)\b)"
    r"|(?P<gml>(?:(?:creator|version)[^\n]*\s*){0,2}graph\s*\[))",
    re.IGNORECASE | re.DOTALL,
)
_TOLD = {
    "html": "a page of HTML",
    "gexf": "GEXF",
    "nexus": "NEXUS",
    "mermaid": "a graph of Mermaid",
    "functional": "OWL in functional syntax (save it as RDF/XML or Turtle)",
    "fasta": "a list of sequences",
    "sql": "SQL (export the table as CSV)",
    "cafa": "a list of predictions with scores",
    "keg": "a hierarchy of KEGG as text",
    "pajek": "a network of Pajek",
    "gml": "GML",
}
_ACCEPTED = "GraphML, DOT, Newick, OBO, SKOS, JSON and lines of edges, paths or codes are"
BY_KEY = {shape.key: shape for shape in SHAPES}


def shape_of(source: Source, asked: str | None) -> Shape:
    """The shape that was asked for, else the one that a source looks most like. Raises CaseError where it is none."""
    if asked is not None:
        if asked not in BY_KEY:
            near = suggestion(asked, BY_KEY)
            raise CaseError(f"{source.origin}: there is no shape {quoted(asked)}{near}; there are {', '.join(BY_KEY)}")
        return BY_KEY[asked]
    if (foreign := _FOREIGN.match(source.head[:4_000])) is not None:
        raise CaseError(
            f"{source.origin}: this is {_TOLD[foreign.lastgroup or '']}, which is not accepted; {_ACCEPTED}"
        )
    sure = {shape.key: shape.detects(source) for shape in SHAPES}
    best = max(SHAPES, key=lambda shape: (sure[shape.key], source.origin.lower().endswith(shape.endings or ("\0",))))
    if (
        source.head[:1] == "<"
        and "<opml" not in source.head[:1000]
        and (best.key in ("pairs", "paths", "adjacency", "codes", "outline", "list") or not sure[best.key])
    ):
        tag = re.search(r"<([A-Za-z][\w:.-]*)", source.head)
        raise CaseError(
            f"{source.origin}: this is XML of a kind that is not known{f' ({quoted(tag[1], 40)})' if tag else ''}; "
            f"{_ACCEPTED}"
        )
    if best.key in ("pairs", "paths") and (head := of_cases(source.look.header or ())):
        raise CaseError(
            f"{source.origin}: this looks like labels or scores of cases, for its heading is {quoted(head)}; a study "
            f"reads them. A hierarchy of such lines may be asked for ({best.key!r})"
        )
    if not sure[best.key]:
        hint = say_which(source.look.header or ())
        raise CaseError(
            f"{source.origin}: this looks like no hierarchy; pair lines such as parent TAB child are accepted, paths, "
            f"adjacency lines, codes, OBO, SKOS, GraphML, DOT, Newick, JSON and what hierview writes{hint}"
        )
    return best
