"""Trees and graphs in JSON: objects with children, objects within objects, nodes with links, and what tools make."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import permutations
from typing import Any

from ....errors import HierviewError, quoted
from ....model.checks import check_weight
from ..builder import Builder, PathTree
from ..tables.headings import head_words, level_key, names_parents, role_in_heading
from .json_keys import Object, attributes_of, objects_of_list, with_other_keys

CHILDREN = ("children", "_children", "subcategories", "subclasses", "sub", "nodes", "items")
NAMES = ("name", "label", "title", "text", "prefLabel", "id", "key")
IDS = ("id", "_id", "key", "code", "uri", "iri")
_ENDS = (("source", "from", "parent"), ("target", "to", "child"))
_NO_NAME = {"rank", "type", "kind", "level", "icon", "url", "href", "email", "color", "colour", "status", "tag"}
_LINKED_DATA = {"@context", "@graph", "@id"}
_IS_A = ("is_a", "subClassOf", "rdfs:subClassOf", None)
_FORBIDDEN = "JSON-LD is not accepted, for its names stand elsewhere; SKOS as Turtle, N-Triples or RDF/XML is"


def children_key(rows: Sequence[Any]) -> str:
    """The key of the objects below those of a list; "" where none are."""
    many: dict[str, int] = {}
    for row in rows[:100]:
        for key, inner in row.items() if isinstance(row, Mapping) else ():
            if isinstance(inner, list) and inner and (key in CHILDREN or isinstance(inner[0], Mapping)):
                many[key] = many.get(key, 0) + len(inner) + 1_000 * (key in CHILDREN)
    fit = [
        key
        for key in many
        if not (names_parents(head_words(key)) or "ancestor" in key or re.search(r"(?:^|[_-])ids$|Ids$", key))
    ]
    return max(fit, key=lambda key: many[key], default="")


def name_text(value: Any) -> str:
    """A name, which may be a number."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return str(value)
    if value is None:
        return ""
    raise HierviewError(f"{quoted(json.dumps(value, default=str)[:60])} is no name of a class; a text is")


def first_or_empty(entry: Object, keys: Iterable[str], kinds: Any = (str, int)) -> Any:
    """Value at the first of some keys that holds a text or a number; "" where none does."""
    return next((entry[key] for key in keys if isinstance(entry.get(key), kinds)), "")


def add_links(value: Object, links: Iterable[Any], builder: Builder) -> None:
    """Add nodes with ids and links from source to target, which may be the places of nodes."""
    nodes = value.get("nodes", value.get("classes", []))
    ids: list[int] = []
    for node in nodes if isinstance(nodes, list) else []:
        entry = element_attributes(node) if isinstance(node, Mapping) else {"id": node}
        ids.append(builder.number_of(name_text(next((entry[key] for key in (*IDS, "name") if key in entry), None))))
        if "id" in entry or "key" in entry:
            builder.add_label(ids[-1], first_or_empty(entry, ("label", "name", "title", "text"), str))
    names = set(builder.index)

    def end(name: Any) -> int:
        place = isinstance(name, int) and str(name) not in names and 0 <= name < len(ids)
        return ids[name] if place else builder.number_of(name_text(name))

    for link in links:
        if isinstance(link, Mapping):
            entry = element_attributes(link)
            parent, child = (next((entry[key] for key in keys if key in entry), None) for keys in _ENDS)
            weight = entry.get("weight")
        elif isinstance(link, list) and len(link) in (2, 3):
            parent, child, weight = [*link, None][:3]
        else:
            raise HierviewError(f"the link {quoted(link)} is not accepted; one with source and target is")
        numbers = [end(parent), end(child)]
        builder.add_edge(*(numbers[::-1] if builder.asked.direction == "child first" else numbers))
        if weight is not None:
            builder.set_weight(check_weight(weight))
    if builder.asked.direction is None and builder.leads_to_parents():
        builder.tails, builder.heads, builder.turned = builder.heads, builder.tails, True
        builder.add_note(
            "Edges lead from classes to their parents, for the other way round most classes would be roots."
        )


def add_trees(value: Sequence[Any], builder: Builder) -> None:
    """Add objects with children, by their ids, or else by their paths; one without a name is no class."""
    trails = PathTree(builder, " > ")
    todo: list[tuple[Any, int]] = [(entry, -1) for entry in reversed(value)]
    keys: dict[str, None] = {}  # of what stands below
    unsure, lost = False, ""  # whether some object has no key for its name; a key of further objects like it
    while todo:
        entry, above = todo.pop()
        if isinstance(entry, str | int):
            trails.entry_below(above, name_text(entry))
            continue
        if isinstance(entry, list):  # lists in lists are lists
            todo += [(child, above) for child in reversed(entry)]
            continue
        if not isinstance(entry, Mapping):
            raise HierviewError(f"{quoted(entry)} is not accepted among children; an object with a name is")
        if is_name_above(entry):
            ((name, below),) = entry.items()
            entry = {"name": name}
            children = [{key: inner} for key, inner in below.items()] if isinstance(below, Mapping) else below or []
        else:
            key = next((key for key in CHILDREN if isinstance(entry.get(key), list)), "") or children_key([entry])
            keys |= {key: None} if key and key not in CHILDREN else {}
            children = entry[key] if key else []
            beside = ((k, objects_of_list(inner)) for k, inner in entry.items() if k != key)
            lost = lost or next((k for k, others in beside if others and {*entry} & {*others[0]} - {k}), "")
        unsure |= not any(
            key in NAMES or level_key(words) or role_in_heading(words) == "label"
            for key, words in _labelled_names(entry)
        )
        name, own = _own_name(entry), name_text(first_or_empty(entry, IDS))
        if not name and not children:
            raise HierviewError(f"an object with the keys {', '.join(map(quoted, list(entry)[:5]))} has no name")
        here = trails.entry_below(above, name) if name else above
        if own and name and own != name:
            trails.ids[here] = own
        todo += [(child, here) for child in reversed(children)]
    below = max(trails.above, default=-1) >= 0
    builder.weak = _tree_doubt(below, lost, list(keys) if unsure else []) or builder.weak
    trails.finish()


def _tree_doubt(below: bool, lost: str, keys: list[str]) -> str:
    """What speaks against trees of objects. below: whether any class stands below another."""
    if not below:
        return "no class would stand below another"
    if lost:
        return f"what stands at {quoted(lost, 30)} would be left out"
    return f"what stands below would be told by {' and '.join(map(quoted, keys[:3]))}" if len(keys) > 1 else ""


def _labelled_names(entry: Object) -> list[tuple[str, tuple[str, ...]]]:
    return [(key, head_words(key)) for key, value in entry.items() if isinstance(value, str | int)]


def _own_name(entry: Object) -> str:
    """The name that an object gives itself; "" where it gives none."""
    if name := name_text(first_or_empty(entry, NAMES[:5])):
        return name
    words = dict(_labelled_names(entry))
    keys = [key for key in words if role_in_heading(words[key]) == "label"]
    keys += [key for key in words if key not in _NO_NAME and (level_key(words[key]) or words[key] == ("slug",))]
    keys += [key for key in NAMES[5:] if key in words]
    keys += [key for key in words if isinstance(entry[key], str) and key not in _NO_NAME]
    if keys:
        return name_text(entry[keys[0]])
    return next((_own_name(inner) for inner in entry.values() if isinstance(inner, Mapping)), "")


def is_name_above(value: Any) -> bool:
    """Whether an object is one name with what stands below it."""
    if not isinstance(value, Mapping) or len(value) != 1:
        return False
    ((name, below),) = value.items()
    return name not in CHILDREN and isinstance(below, list | Mapping | None)


def add_keys(value: Object, builder: Builder) -> None:
    """Add objects within objects: each key is a class below those that it stands in."""
    said, below = attributes_of(value)
    bare = with_other_keys(value, dict.fromkeys(said) | ({below: ""} if below else {})) if said else None
    inner = bare.values() if isinstance(bare, Mapping) else ()
    deeper = any(
        under for one in inner if isinstance(one, Mapping) for under in one.values()
    )  # else all may be settings
    if isinstance(bare, Mapping) and (below or deeper):
        value = bare
        builder.add_note(f"Left out, for each says something of a class: {', '.join(map(quoted, sorted(said)[:5]))}.")
    values = [key for key, inner in value.items() if isinstance(inner, str | int | Decimal) and inner != ""]
    if 2 * len(values) > len(value) > 2:
        raise HierviewError(f"keys with values, such as {quoted(values[0])}, make no hierarchy; objects in objects do")
    trails = PathTree(builder, " > ")
    todo: list[tuple[Any, int]] = [(value, -1)]
    single = texts = 0
    while todo:
        below, above = todo.pop()
        if isinstance(below, Mapping):
            single += sum(isinstance(one, str | int | Decimal) and one != "" for one in below.values())
            texts += sum(isinstance(one, str | bool | list) for one in below.values())
            entries = [(trails.entry_below(above, name), inner) for name, inner in below.items()]
            todo += [(inner, here) for here, inner in reversed(entries)]
        elif isinstance(below, list):
            todo += [(child, above) for child in reversed(below)]
        elif isinstance(below, str) and below.strip():
            trails.entry_below(above, below.strip())
    trails.finish()
    if single > 0.1 * len(trails.last) and (texts or max(trails.levels, default=0) < 3):
        builder.weak = "keys with values would be classes"
    elif builder.alike > 0.2 * len(trails.last):
        builder.weak = "the same keys would stand below many"


# What certain tools write, in terms of nodes with links and rows with id and parent


def _graph(value: Object) -> Any:
    """A graph under keys of its own: objects of one list are named at two keys by those of another."""
    lists = [(rows, rows[:1000]) for rows in map(objects_of_list, value.values()) if rows]
    for (all_nodes, nodes), (all_links, links) in permutations(lists, 2):
        own = next((key for key in nodes[0] if len({str(one.get(key)) for one in nodes}) == len(nodes) > 1), "")
        ids = {str(one.get(own)) for one in all_nodes} if own else set()
        ends = [key for key in links[0] if key != own and all(str(one.get(key)) in ids for one in links)]
        if own and len(ends) == 2:
            above, below = sorted(ends, key=lambda key: (not _is_above(key), len({str(one[key]) for one in links})))
            source, target = (above, below) if _is_above(above) or not _is_above(below) else (below, above)
            heads = [key for key in nodes[0] if key != own and role_in_heading(head_words(key)) == "label"]
            return {
                "nodes": [
                    {"id": name_text(one.get(own)), "label": first_or_empty(one, heads, str)} for one in all_nodes
                ],
                "links": [{"source": one.get(source), "target": one.get(target)} for one in all_links],
            }
    return None


def as_nodes_or_rows(value: Any) -> Any:
    """A value of one of these kinds as nodes with links or as rows; any other as it is.

    Raises HierviewError for linked data.

    >>> as_nodes_or_rows({"labels": ["Eve", "Cain"], "parents": ["", "Eve"]})
    [{'id': 'Eve', 'parent': '', 'label': 'Eve'}, {'id': 'Cain', 'parent': 'Eve', 'label': 'Cain'}]
    >>> as_nodes_or_rows({"Pop": "Music", "Rock": "Music"})
    [{'key': 'Pop', 'value': 'Music'}, {'key': 'Rock', 'value': 'Music'}]
    """
    entries = value if isinstance(value, list) else [value]
    if any(_LINKED_DATA & {*entry} for entry in objects_of_list(entries[:100])):
        raise HierviewError(_FORBIDDEN)
    if not isinstance(value, Mapping):
        return value
    for key, kind, convert in _KINDS:
        if isinstance(value.get(key), kind) and (converted := convert(value)) is not None:
            return converted
    if (graph := _graph(value)) is not None:
        return graph
    if rows := rows_of_frame(value):
        return rows
    return [{"key": c, "value": above} for c, above in value.items()] if _are_parents(value) else value


def _is_above(key: str) -> bool:
    return names_parents(head_words(key)) or key in _ENDS[0]


def element_attributes(element: Object) -> Object:
    """Object in which a node or link speaks of itself: itself, or its `data` as in Cytoscape."""
    data = element.get("data")
    return data if isinstance(data, Mapping) else element


def _are_parents(value: Object) -> bool:
    """Whether an object gives the parent of each class: some parents stand twice, or are classes themselves."""
    above = [parent for parent in value.values() if parent is not None]
    if len(above) < 2 or "name" in value or not all(isinstance(parent, str) for parent in above):
        return False
    return len({*above}) < 0.7 * len(above) or len({*above} & {*value}) > 0.2 * len(above)


def _plotly_columns(value: Object) -> Any:
    """Columns of a sunburst or treemap of Plotly."""
    labels = value.get("labels", value.get("ids"))
    columns = value.get("ids", labels), value["parents"], labels
    if not all(isinstance(column, list) for column in columns) or len({*map(len, columns)}) > 1:
        return None
    return [dict(zip(("id", "parent", "label"), row, strict=True)) for row in zip(*columns, strict=True)]


def _cytoscape_graph(value: Object) -> Any:
    """Graph of Cytoscape: its elements in two lists, or in one."""
    if isinstance(value["elements"], Mapping):
        return value["elements"]
    elements = objects_of_list(value["elements"])
    links = [one for one in elements if "source" in element_attributes(one)]
    return {"nodes": [one for one in elements if "source" not in element_attributes(one)], "links": links}


def rows_of_frame(value: Object) -> list[Object]:
    """The rows of a frame of pandas in JSON; none where it is no frame.

    Headings stand in one list and rows in another, or cells below headings and row numbers.

    >>> rows_of_frame({"id": {"0": "k1", "1": "k2"}, "label": {"0": "Pop", "1": "Rock"}})
    [{'id': 'k1', 'label': 'Pop'}, {'id': 'k2', 'label': 'Rock'}]
    """
    heads, rows, columns = value.get("columns"), value.get("data"), [*value.values()]
    if isinstance(heads, list) and isinstance(rows, list):
        lists = [row for row in rows if isinstance(row, list)]
        return [dict(zip(map(str, heads), row, strict=False)) for row in lists] if len(lists) == len(rows) else []
    if len(columns) < 2 or not all(isinstance(column, Mapping) and len(column) > 1 for column in columns):
        return []
    numbers = [*map(str, range(len(columns[0])))]
    if any([*column] != numbers for column in columns):
        return []
    return [{head: column[row] for head, column in value.items()} for row in numbers]


def _plotly_data(value: Object) -> Any:
    """Chart of Plotly: what it draws."""
    first = next(iter(value["data"]), None)
    return as_nodes_or_rows(first) if "layout" in value and isinstance(first, Mapping) else None


def _adjacency_graph(value: Object) -> Any:
    """Graph of networkx: its nodes, and for each of them the nodes that edges lead to."""
    nodes, lists = value.get("nodes"), value["adjacency"]
    if not isinstance(nodes, list) or len(nodes) != len(lists):
        return None
    ids = [node.get("id") if isinstance(node, Mapping) else node for node in nodes]
    ends = ((above, below) for above, listed in zip(ids, lists, strict=True) for below in objects_of_list(listed))
    links = [{"source": above, "target": below.get("id"), "weight": below.get("weight")} for above, below in ends]
    return {"nodes": nodes, "links": links}


def _obo_graphs(value: Object) -> Any:
    """Graphs of OBO's JSON: an edge leads from what is something to what it is."""
    graphs = objects_of_list(value["graphs"])
    if len(graphs) < len(value["graphs"]) or not all(isinstance(graph.get("edges"), list) for graph in graphs):
        return None
    nodes = [node for graph in graphs for node in objects_of_list(graph.get("nodes"))]
    edges = [edge for graph in graphs for edge in objects_of_list(graph["edges"]) if edge.get("pred") in _IS_A]
    return {
        "nodes": [
            {"id": node.get("id"), "label": node.get("lbl")}
            for node in nodes
            if node.get("type", "CLASS") == "CLASS" and not _is_obsolete(node)
        ],
        "links": [{"source": edge.get("obj"), "target": edge.get("sub")} for edge in edges],
    }


def _is_obsolete(node: Object) -> bool:
    meta = node.get("meta")
    return isinstance(meta, Mapping) and meta.get("deprecated") is True


# A key, what stands there, and what is made of the whole; None where it is another kind after all.
_KINDS: Sequence[tuple[str, Any, Callable[[Object], Any]]] = (
    ("core", Mapping, lambda value: value["core"].get("data")),  # settings of jsTree
    ("parents", list, _plotly_columns),
    ("elements", (Mapping, list), _cytoscape_graph),
    ("adjacency", list, _adjacency_graph),
    ("graphs", list, _obo_graphs),
    ("columns", list, lambda value: rows_of_frame(value) or None),
    ("data", list, _plotly_data),
    ("results", Mapping, lambda value: value["results"].get("bindings")),  # of SPARQL
)
