"""Hierarchies as text in the shapes that others read: GraphML, OBO, SKOS, DOT, Newick, adjacency lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from ...errors import CaseError, quoted, suggestion
from ...model.case import Draft
from ...model.hierarchy import Hierarchy
from ..casefile import write_case
from ..losses import count, named
from ..typed.edgelist import names_lost, write_csv, write_tsv
from ..typed.lines import decimal
from ..typed.outline import write_outline
from .grammars.skos import OWN, SKOS, TYPE


@dataclass(frozen=True)
class Writer:
    """A way to write a hierarchy. title: in lists.  ending: of its files.  holds: what it keeps beside the edges."""

    title: str
    ending: str
    write: Callable[[Hierarchy], str]
    holds: frozenset[str] = frozenset()

    def losses(self, h: Hierarchy) -> tuple[str, ...]:
        """The losses, in sentences."""
        sentences = []
        if h.weighted and "weights" not in self.holds:
            sentences.append(f"{self.title} holds no weights.")
        if h.labels and "labels" not in self.holds:
            sentences.append(f"{self.title} holds no labels: {count(len(h.labels), 'class has', 'classes have')} one.")
        elif len(h.labels.languages) > 1 and "languages" not in self.holds:
            sentences.append(f"{self.title} holds labels of one language; those of others are left out.")
        return (*sentences, *names_lost(h)) if self.ending in (".tsv", ".csv") else tuple(sentences)


def write_hierarchy(h: Hierarchy, key: str) -> str:
    r"""A hierarchy as text. key: of `WRITERS`. Raises CaseError where the format cannot hold it.

    >>> write_hierarchy(Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Play")]), "newick")
    '(Music,Play)Arts;\n'
    """
    if key not in WRITERS:
        raise CaseError(f"there is no format {quoted(key)}{suggestion(key, WRITERS)}; there are {', '.join(WRITERS)}")
    return WRITERS[key].write(h)


def _graphml(h: Hierarchy) -> str:
    from xml.sax.saxutils import quoteattr  # here, since it loads all of urllib

    label, weight = h.labels.of, h.weights
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '<key id="label" for="node" attr.name="label" attr.type="string"/>',
        '<key id="weight" for="edge" attr.name="weight" attr.type="string"/>',
        '<graph edgedefault="directed">',
    ]
    for c in h.classes:
        text = label(c)
        data = "" if text is None else f'<data key="label">{quoteattr(text)[1:-1].replace("&quot;", chr(34))}</data>'
        lines.append(f"<node id={quoteattr(c)}>{data}</node>" if data else f"<node id={quoteattr(c)}/>")
    for (a, b), w in weight.items():
        ends = f"<edge source={quoteattr(a)} target={quoteattr(b)}"
        lines.append(f"{ends}/>" if w == 1 else f'{ends}><data key="weight">{decimal(w)}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


def _obo(h: Hierarchy) -> str:
    bad = [c for c in h.classes if len(c.split()) != 1 or any(sign in c for sign in "!{}\\")]
    if bad:
        raise CaseError(f"OBO holds no ids with blanks or one of !{{}}\\: {named(bad)}")
    parts = ["format-version: 1.2\n"]
    for c in h.classes:
        text = h.labels.of(c)
        lines = ["[Term]", f"id: {c}"]
        if text is not None:
            lines.append("name: " + "".join(f"\\{sign}" if sign in '!{}\\"' else sign for sign in text))
        parts.append("\n".join([*lines, *(f"is_a: {p}" for p in h.parents(c))]) + "\n")
    return "\n".join(parts)


def _skos(h: Hierarchy) -> str:
    def iri(c: str) -> str:
        plain = c.startswith(("http://", "https://")) and not any(sign in c or sign <= " " for sign in '<>"{}|^`\\ ')
        return f"<{c if plain else OWN + quote(c, safe='')}>"

    lines = [f"{iri(c)} <{TYPE}> <{SKOS}Concept> ." for c in h.classes]
    for language, labels in h.labels:
        mark = f"@{language}" if language else ""
        for c, text in labels.items():
            escaped = text.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'{iri(c)} <{SKOS}prefLabel> "{escaped}"{mark} .')
    lines += [f"{iri(b)} <{SKOS}broader> {iri(a)} ." for a, b in h.edges]
    return "\n".join([*lines, ""])


def _dot(h: Hierarchy) -> str:
    def text(name: str) -> str:
        return '"' + name.replace('"', '\\"') + '"'

    bad = [c for c in (*h.classes, *filter(None, map(h.labels.of, h.classes))) if "\\" in c]
    if bad:
        raise CaseError(f"DOT holds no names with a backslash: {named(bad)}")
    lines = []
    for c in h.classes:
        label = h.labels.of(c)
        lines.append(f"  {text(c)};" if label is None else f"  {text(c)} [label={text(label)}];")
    for (a, b), w in h.weights.items():
        lines.append(f"  {text(a)} -> {text(b)}" + ("" if w == 1 else f' [weight="{decimal(w)}"]') + ";")
    return "\n".join(["digraph {", *lines, "}", ""])


def _newick(h: Hierarchy) -> str:
    several = [c for c in h.classes if len(h.parents(c)) > 1]
    if several:
        raise CaseError(f"Newick holds trees; {named(several)} has several parents")

    def node(c: str) -> str:
        plain = not any(sign in "()[]{}:;,'_" or sign.isspace() for sign in c)
        name = c if plain else "'" + c.replace("'", "''") + "'"
        above = h.parents(c)
        return name + (f":{decimal(h.weights[above[0], c])}" if above and h.weighted else "")

    parts: list[str] = []
    todo = [(c, False, True) for c in reversed(h.roots)]
    while todo:
        c, is_end, first = todo.pop()
        below = h.children(c)
        if is_end or not below:
            parts.append((")" if is_end else "" if first else ",") + node(c) + ("" if h.parents(c) else ";\n"))
            continue
        parts.append("(" if first else ",(")
        todo.append((c, True, False))
        todo += [(child, False, child == below[0]) for child in reversed(below)]
    return "".join(parts)


def _adjacency(h: Hierarchy) -> str:
    return "".join("\t".join((c, *h.children(c))) + "\n" for c in h.classes if h.children(c) or not h.parents(c))


def _draft(write: Callable[[Draft], str]) -> Callable[[Hierarchy], str]:
    return lambda h: write(Draft(h))


_ALL = frozenset({"weights", "labels"})
WRITERS: Mapping[str, Writer] = {
    "tsv": Writer("An edge list", ".tsv", _draft(write_tsv), frozenset({"weights"})),
    "csv": Writer("An edge list", ".csv", _draft(write_csv), frozenset({"weights"})),
    "json": Writer("A case file", ".json", _draft(write_case), _ALL | {"languages"}),
    "outline": Writer("An outline", ".txt", _draft(write_outline)),
    "adjacency": Writer("A list of adjacency lines", ".taxonomy", _adjacency),
    "graphml": Writer("GraphML", ".graphml", _graphml, _ALL),
    "obo": Writer("OBO", ".obo", _obo, frozenset({"labels"})),
    "skos": Writer("SKOS", ".nt", _skos, frozenset({"labels", "languages"})),
    "dot": Writer("DOT", ".dot", _dot, _ALL),
    "newick": Writer("Newick", ".nwk", _newick, frozenset({"weights"})),
}
BY_ENDING = {writer.ending: key for key, writer in WRITERS.items()}
