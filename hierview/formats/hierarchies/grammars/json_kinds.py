"""JSON as certain tools write it, in terms of nodes with links and rows with id and parent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ....errors import HierviewError

LINKED_DATA = {"@context", "@graph", "@id"}
_IS_A = ("is_a", "subClassOf", "rdfs:subClassOf", None)
_FORBIDDEN = "JSON-LD is not accepted, for its names stand elsewhere; SKOS as Turtle, N-Triples or RDF/XML is"

Object = Mapping[str, Any]


def as_nodes_or_rows(value: Any) -> Any:
    """A value of one of these kinds as nodes with links or as rows; any other as it is.

    Raises HierviewError for linked data.

    >>> as_nodes_or_rows({"labels": ["Eve", "Cain"], "parents": ["", "Eve"]})
    [{'id': 'Eve', 'parent': '', 'label': 'Eve'}, {'id': 'Cain', 'parent': 'Eve', 'label': 'Cain'}]
    >>> as_nodes_or_rows({"Pop": "Music", "Rock": "Music"})
    [{'key': 'Pop', 'value': 'Music'}, {'key': 'Rock', 'value': 'Music'}]
    """
    entries = value if isinstance(value, list) else [value]
    if any(LINKED_DATA & {*entry} for entry in objects(entries[:100])):
        raise HierviewError(_FORBIDDEN)
    if not isinstance(value, Mapping):
        return value
    for key, kind, convert in _KINDS:
        if isinstance(value.get(key), kind) and (converted := convert(value)) is not None:
            return converted
    return [{"key": c, "value": above} for c, above in value.items()] if _are_parents(value) else value


def objects(value: Any) -> list[Object]:
    """The objects of a list; none where it is no list."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def entry_of(element: Object) -> Object:
    """Object in which a node or link speaks of itself: itself, or its `data` as in Cytoscape."""
    data = element.get("data")
    return data if isinstance(data, Mapping) else element


def _are_parents(value: Object) -> bool:
    """Whether an object gives the parent of each class: some parents stand twice, or are classes themselves."""
    above = [parent for parent in value.values() if parent is not None]
    if len(above) < 2 or "name" in value or not all(isinstance(parent, str) for parent in above):
        return False
    return len({*above}) < 0.7 * len(above) or len({*above} & {*value}) > 0.2 * len(above)


def _columns(value: Object) -> Any:
    """Columns of a sunburst or treemap of Plotly."""
    labels = value.get("labels", value.get("ids"))
    columns = value.get("ids", labels), value["parents"], labels
    if not all(isinstance(column, list) for column in columns) or len({*map(len, columns)}) > 1:
        return None
    return [dict(zip(("id", "parent", "label"), row, strict=True)) for row in zip(*columns, strict=True)]


def _elements(value: Object) -> Any:
    """Graph of Cytoscape: its elements in two lists, or in one."""
    if isinstance(value["elements"], Mapping):
        return value["elements"]
    elements = objects(value["elements"])
    links = [one for one in elements if "source" in entry_of(one)]
    return {"nodes": [one for one in elements if "source" not in entry_of(one)], "links": links}


def _split(value: Object) -> Any:
    """A frame of pandas: headings in one list, rows in another."""
    rows = value.get("data")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        return None
    return [dict(zip(map(str, value["columns"]), row, strict=False)) for row in rows]


def _chart(value: Object) -> Any:
    """Chart of Plotly: what it draws."""
    first = next(iter(value["data"]), None)
    return as_nodes_or_rows(first) if "layout" in value and isinstance(first, Mapping) else None


def _adjacency(value: Object) -> Any:
    """Graph of networkx: its nodes, and for each of them the nodes that edges lead to."""
    nodes, lists = value.get("nodes"), value["adjacency"]
    if not isinstance(nodes, list) or len(nodes) != len(lists):
        return None
    ids = [node.get("id") if isinstance(node, Mapping) else node for node in nodes]
    ends = ((above, below) for above, listed in zip(ids, lists, strict=True) for below in objects(listed))
    links = [{"source": above, "target": below.get("id"), "weight": below.get("weight")} for above, below in ends]
    return {"nodes": nodes, "links": links}


def _ontologies(value: Object) -> Any:
    """Graphs of OBO's JSON: an edge leads from what is something to what it is."""
    graphs = objects(value["graphs"])
    if len(graphs) < len(value["graphs"]) or not all(isinstance(graph.get("edges"), list) for graph in graphs):
        return None
    nodes = [node for graph in graphs for node in objects(graph.get("nodes"))]
    edges = [edge for graph in graphs for edge in objects(graph["edges"]) if edge.get("pred") in _IS_A]
    return {
        "nodes": [
            {"id": node.get("id"), "label": node.get("lbl")}
            for node in nodes
            if node.get("type", "CLASS") == "CLASS" and not _obsolete(node)
        ],
        "links": [{"source": edge.get("obj"), "target": edge.get("sub")} for edge in edges],
    }


def _obsolete(node: Object) -> bool:
    meta = node.get("meta")
    return isinstance(meta, Mapping) and meta.get("deprecated") is True


# A key, what stands there, and what is made of the whole; None where it is another kind after all.
_KINDS: Sequence[tuple[str, Any, Callable[[Object], Any]]] = (
    ("core", Mapping, lambda value: value["core"].get("data")),  # settings of jsTree
    ("parents", list, _columns),
    ("elements", (Mapping, list), _elements),
    ("adjacency", list, _adjacency),
    ("graphs", list, _ontologies),
    ("columns", list, _split),
    ("data", list, _chart),
)
