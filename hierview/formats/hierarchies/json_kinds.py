"""JSON as certain tools write it, in terms of nodes with links and rows with id and parent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...errors import HierviewError

LINKED_DATA = ("@context", "@graph", "@id")
_IS_A = ("is_a", "subClassOf", "rdfs:subClassOf", None)
_FORBIDDEN = "JSON-LD is not accepted, for its names stand elsewhere; SKOS as Turtle, N-Triples or RDF/XML is"


def plain(value: Any) -> Any:
    """The same hierarchy as values that `read_value` knows; what is none of these kinds as it is.

    Raises HierviewError for linked data.

    >>> plain({"labels": ["Eve", "Cain"], "parents": ["", "Eve"]})
    [{'id': 'Eve', 'parent': '', 'label': 'Eve'}, {'id': 'Cain', 'parent': 'Eve', 'label': 'Cain'}]
    >>> plain({"Pop": "Music", "Rock": "Music"})
    [{'id': 'Pop', 'parent': 'Music'}, {'id': 'Rock', 'parent': 'Music'}]
    """
    entries = value if isinstance(value, list) else [value]
    if any(isinstance(entry, Mapping) and any(key in entry for key in LINKED_DATA) for entry in entries[:100]):
        raise HierviewError(_FORBIDDEN)
    if isinstance(value, Mapping):
        for key, kind, made in _KINDS:
            if isinstance(value.get(key), kind):
                return made(value)
        if _are_parents(value):
            return [{"id": c, "parent": above} for c, above in value.items()]
    return value


def _are_parents(value: Mapping[str, Any]) -> bool:
    """Whether an object gives the parent of each class: some parents stand twice, or are classes themselves."""
    above = list(value.values())
    if len(value) < 2 or "name" in value or not all(isinstance(parent, str) for parent in above):
        return False
    return len({*above}) < 0.7 * len(above) or len({*above} & {*value}) > 0.2 * len(above)


def _widget(value: Mapping[str, Any]) -> Any:
    """Settings of jsTree."""
    return value["core"].get("data", value)


def _columns(value: Mapping[str, Any]) -> Any:
    """Columns of a sunburst or treemap of Plotly."""
    labels = value.get("labels", value.get("ids"))
    ids = value.get("ids", labels)
    if (
        not isinstance(labels, list)
        or not isinstance(ids, list)
        or len({*map(len, (labels, ids, value["parents"]))}) > 1
    ):
        return value
    rows = zip(ids, value["parents"], labels, strict=True)
    return [{"id": own, "parent": above, "label": label} for own, above, label in rows]


def _elements(value: Mapping[str, Any]) -> Any:
    """Graph of Cytoscape: its elements in two lists, or in one."""
    found = value["elements"]
    if isinstance(found, Mapping):
        return found
    edges = [one for one in found if isinstance(one, Mapping) and "source" in _data(one)]
    return {"nodes": [one for one in found if isinstance(one, Mapping) and "source" not in _data(one)], "links": edges}


def _split(value: Mapping[str, Any]) -> Any:
    """A frame of pandas: headings in one list, rows in another."""
    rows = value.get("data")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        return value
    return [dict(zip(map(str, value["columns"]), row, strict=False)) for row in rows]


def _data(one: Mapping[str, Any]) -> Mapping[str, Any]:
    found = one.get("data")
    return found if isinstance(found, Mapping) else {}


def _adjacency(value: Mapping[str, Any]) -> Any:
    """Graph of networkx: its nodes, and for each of them the nodes that edges lead to."""
    nodes, lists = value.get("nodes"), value["adjacency"]
    if not isinstance(nodes, list) or len(nodes) != len(lists):
        return value
    ids = [node.get("id") if isinstance(node, Mapping) else node for node in nodes]
    links = [
        {"source": above, "target": below.get("id"), "weight": below.get("weight")}
        for above, listed in zip(ids, lists, strict=True)
        for below in (listed if isinstance(listed, list) else ())
        if isinstance(below, Mapping)
    ]
    return {"nodes": nodes, "links": links}


def _ontologies(value: Mapping[str, Any]) -> Any:
    """Graphs of OBO's JSON: an edge leads from what is something to what it is."""
    nodes: list[Any] = []
    links: list[Any] = []
    for graph in value["graphs"]:
        if not isinstance(graph, Mapping) or not isinstance(graph.get("edges"), list):
            return value
        named = graph.get("nodes")
        nodes += [
            {"id": node.get("id"), "label": node.get("lbl")}
            for node in (named if isinstance(named, list) else ())
            if isinstance(node, Mapping) and node.get("type", "CLASS") == "CLASS" and not _obsolete(node)
        ]
        links += [
            {"source": edge.get("obj"), "target": edge.get("sub")}
            for edge in graph["edges"]
            if isinstance(edge, Mapping) and edge.get("pred") in _IS_A
        ]
    return {"nodes": nodes, "links": links}


def _obsolete(node: Mapping[str, Any]) -> bool:
    meta = node.get("meta")
    return isinstance(meta, Mapping) and meta.get("deprecated") is True


def _chart(value: Mapping[str, Any]) -> Any:
    """Chart of Plotly: what it draws."""
    first = next(iter(value["data"]), None)
    return plain(first) if "layout" in value and isinstance(first, Mapping) else value


# A key, what stands there, and what is made of the whole.
_KINDS: Sequence[tuple[str, Any, Callable[[Mapping[str, Any]], Any]]] = (
    ("core", Mapping, _widget),
    ("parents", list, _columns),
    ("elements", (Mapping, list), _elements),
    ("adjacency", list, _adjacency),
    ("graphs", list, _ontologies),
    ("columns", list, _split),
    ("data", list, _chart),
)
