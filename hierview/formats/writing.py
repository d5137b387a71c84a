"""Hierarchies as text in the shapes that others read: GraphML, OBO, SKOS, DOT, Newick, adjacency lines."""

from __future__ import annotations

from collections.abc import Callable, Collection
from urllib.parse import quote

from ..errors import CaseError
from ..model.case import Draft
from ..model.hierarchy import Hierarchy
from .base import Format
from .losses import listed_names, losses
from .typed.lines import weight_text


def _graphml_text(h: Hierarchy) -> str:
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
        lines.append(f"{ends}/>" if w == 1 else f'{ends}><data key="weight">{weight_text(w)}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


def _obo_text(h: Hierarchy) -> str:
    bad = [c for c in h.classes if len(c.split()) != 1 or any(sign in c for sign in "!{}\\")]
    if bad:
        raise CaseError(f"OBO holds no ids with blanks or one of !{{}}\\: {listed_names(bad)}")
    parts = ["format-version: 1.2\n"]
    for c in h.classes:
        text = h.labels.of(c)
        lines = ["[Term]", f"id: {c}"]
        if text is not None:
            lines.append("name: " + "".join(f"\\{sign}" if sign in '!{}\\"' else sign for sign in text))
        parts.append("\n".join([*lines, *(f"is_a: {p}" for p in h.parents(c))]) + "\n")
    return "\n".join(parts)


def _skos_text(h: Hierarchy) -> str:
    from .hierarchies.grammars.skos import OWN, SKOS, TYPE  # here, since it loads what reads all shapes

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


def _dot_text(h: Hierarchy) -> str:
    def text(name: str) -> str:
        return '"' + name.replace('"', '\\"') + '"'

    bad = [c for c in (*h.classes, *filter(None, map(h.labels.of, h.classes))) if "\\" in c]
    if bad:
        raise CaseError(f"DOT holds no names with a backslash: {listed_names(bad)}")
    lines = []
    for c in h.classes:
        label = h.labels.of(c)
        lines.append(f"  {text(c)};" if label is None else f"  {text(c)} [label={text(label)}];")
    for (a, b), w in h.weights.items():
        lines.append(f"  {text(a)} -> {text(b)}" + ("" if w == 1 else f' [weight="{weight_text(w)}"]') + ";")
    return "\n".join(["digraph {", *lines, "}", ""])


def _newick_text(h: Hierarchy) -> str:
    several = [c for c in h.classes if len(h.parents(c)) > 1]
    if several:
        raise CaseError(f"Newick holds trees; {listed_names(several)} has several parents")

    def node(c: str) -> str:
        plain = not any(sign in "()[]{}:;,'_" or sign.isspace() for sign in c)
        name = c if plain else "'" + c.replace("'", "''") + "'"
        above = h.parents(c)
        return name + (f":{weight_text(h.weights[above[0], c])}" if above and h.weighted else "")

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


def _adjacency_text(h: Hierarchy) -> str:
    return "".join("\t".join((c, *h.children(c))) + "\n" for c in h.classes if h.children(c) or not h.parents(c))


def _hierarchy_format(
    key: str, title: str, ending: str, write: Callable[[Hierarchy], str], holds: Collection[str] = ()
) -> Format:
    """A format of a hierarchy alone. holds: what it keeps beside the edges."""

    def lost(draft: Draft) -> tuple[str, ...]:
        others = "labels" in holds and "languages" not in holds and len(draft.hierarchy.labels.languages) > 1
        return (
            losses(draft, title, holds)
            + (f"{title} holds labels of one language; those of others are left out.",) * others
        )

    return Format(key, title, title, title, (ending,), "text/plain", lambda draft: write(draft.hierarchy), lost)


FORMATS = (
    _hierarchy_format("adjacency", "A list of adjacency lines", ".taxonomy", _adjacency_text),
    _hierarchy_format("graphml", "GraphML", ".graphml", _graphml_text, ("weights", "labels")),
    _hierarchy_format("obo", "OBO", ".obo", _obo_text, ("labels",)),
    _hierarchy_format("skos", "SKOS", ".nt", _skos_text, ("labels", "languages")),
    _hierarchy_format("dot", "DOT", ".dot", _dot_text, ("weights", "labels")),
    _hierarchy_format("newick", "Newick", ".nwk", _newick_text, ("weights",)),
)
