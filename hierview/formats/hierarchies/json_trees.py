"""Trees and graphs in JSON: objects with children, objects within objects, nodes with links."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from ...errors import HierviewError, quoted
from ...model.checks import check_weight
from .asked import Asked
from .found import Found
from .headings import head_words, level_key, role_of, says_parent
from .trails import Trails

CHILDREN = ("children", "_children", "subcategories", "subclasses", "sub", "nodes", "items")
NAMES = ("name", "label", "title", "text", "prefLabel", "id", "key")
IDS = ("id", "_id", "key", "code")
_NO_NAME = {"rank", "type", "kind", "level", "icon", "url", "href", "email", "color", "colour", "status"}


def children_of(rows: Sequence[Any]) -> str:
    """The key of the objects below those of a list; "" where none are."""
    many: dict[str, int] = {}
    for row in rows[:100]:
        for key, inner in row.items() if isinstance(row, Mapping) else ():
            if isinstance(inner, list) and inner and (key in CHILDREN or isinstance(inner[0], Mapping)):
                many[key] = many.get(key, 0) + len(inner) + 1_000 * (key in CHILDREN)
    fit = [
        key
        for key in many
        if not says_parent(head_words(key)) and "ancestor" not in key and not key.endswith(("ids", "Ids"))
    ]
    return max(fit, key=lambda key: many[key], default="")


def name_of(value: Any) -> str:
    """A name, which may be a number."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return str(value)
    if value is None:
        return ""
    raise HierviewError(f"{quoted(json.dumps(value, default=str)[:60])} is no name of a class; a text is")


def _label(entry: Mapping[str, Any]) -> str:
    return next((str(entry[key]) for key in ("label", "name", "title", "text") if isinstance(entry.get(key), str)), "")


def linked(value: Mapping[str, Any], links: Sequence[Any], found: Found, asked: Asked) -> str:
    """Nodes with ids and links from source to target, which may be the places of nodes."""
    nodes = value.get("nodes", value.get("classes", []))
    ids: list[int] = []
    for node in nodes if isinstance(nodes, list) else []:
        entry = _entry(node) if isinstance(node, Mapping) else {"id": node}
        own = next((entry[key] for key in (*IDS, "name") if key in entry), None)
        ids.append(found.number(name_of(own)))
        if "id" in entry or "key" in entry:
            found.label(ids[-1], _label(entry))
    named = set(found.index)
    for link in links:
        entry = _entry(link) if isinstance(link, Mapping) else link
        if isinstance(entry, Mapping):
            ends = [
                next((entry[k] for k in keys if k in entry), None)
                for keys in (("source", "from", "parent"), ("target", "to", "child"))
            ]
            weight = entry.get("weight")
        elif isinstance(entry, list) and len(entry) in (2, 3):
            ends, weight = entry[:2], entry[2] if len(entry) == 3 else None
        else:
            raise HierviewError(f"the link {quoted(entry)} is not accepted; one with source and target is")
        numbers = [
            ids[end]
            if isinstance(end, int) and str(end) not in named and 0 <= end < len(ids)
            else found.number(name_of(end))
            for end in ends
        ]
        found.link(*(numbers[::-1] if asked.direction == "child first" else numbers))
        if weight is not None:
            found.weigh(check_weight(weight))
    return ""


def _entry(element: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a node or link says of itself: itself, or its `data` as in Cytoscape."""
    data = element.get("data")
    return data if isinstance(data, Mapping) else element


def nested(value: Sequence[Mapping[str, Any]], found: Found) -> str:
    """Objects with children: an id is the identity where there is one, else the path. What has no name is no class."""
    trails = Trails(found, " > ")
    todo: list[tuple[Any, int]] = [(entry, -1) for entry in reversed(value)]
    keys: dict[str, None] = {}  # of what stands below
    while todo:
        entry, above = todo.pop()
        if isinstance(entry, str | int):
            trails.below(above, name_of(entry))
            continue
        if not isinstance(entry, Mapping):
            raise HierviewError(f"{quoted(entry)} is not accepted among children; an object with a name is")
        if is_name_above(entry):
            (name, below), *_ = entry.items()
            entry = {"name": name, "children": _listed(below)}
        inner = next((entry[key] for key in CHILDREN if isinstance(entry.get(key), list)), None)
        below_key = children_of([entry]) if inner is None else ""
        keys |= {below_key: None} if below_key else {}
        children: list[Any] = entry.get(below_key) or [] if inner is None else inner
        name = _name(entry)
        if not name and not children:
            raise HierviewError(f"an object with the keys {', '.join(map(quoted, list(entry)[:5]))} has no name")
        here = trails.below(above, name) if name else above
        own = next((name_of(entry[key]) for key in IDS if isinstance(entry.get(key), str | int)), None)
        if own and name and own != name:
            trails.ids[here] = own
        todo += [(child, here) for child in reversed(children)]
    if len(keys) > 1:
        found.weak = f"what stands below would be told by {' and '.join(map(quoted, list(keys)[:3]))}"
    trails.finish()
    return ""


def _name(entry: Mapping[str, Any]) -> str:
    """The name that an object gives itself; "" where it gives none."""
    known = next((name_of(entry[key]) for key in NAMES[:5] if isinstance(entry.get(key), str | int)), "")
    if known:
        return known
    words = {key: head_words(key) for key, value in entry.items() if isinstance(value, str | int)}
    said = [key for key, of_key in words.items() if role_of(of_key) == "label"]
    said += [key for key, of_key in words.items() if level_key(of_key) or of_key == ("slug",)]
    said += [key for key in NAMES[5:] if key in words]
    said += [key for key in words if isinstance(entry[key], str) and key not in _NO_NAME]
    if said:
        return name_of(entry[said[0]])
    return next((_name(inner) for inner in entry.values() if isinstance(inner, Mapping)), "")


def is_name_above(value: Any) -> bool:
    """Whether an object is one name with what stands below it."""
    if not isinstance(value, Mapping) or len(value) != 1:
        return False
    ((name, below),) = value.items()
    return name not in CHILDREN and isinstance(below, list | Mapping | None)


def _listed(below: Any) -> list[Any]:
    """What stands below a name: the objects of a list, or the names of an object with what is below them."""
    return [{key: inner} for key, inner in below.items()] if isinstance(below, Mapping) else below or []


def within(value: Mapping[str, Any], found: Found) -> str:
    """Objects within objects: each key is a class below those that it stands in."""
    values = [key for key, inner in value.items() if isinstance(inner, str | int | Decimal) and inner != ""]
    if 2 * len(values) > len(value) > 2:
        raise HierviewError(f"keys with values, such as {quoted(values[0])}, make no hierarchy; objects in objects do")
    trails = Trails(found, " > ")
    todo: list[tuple[Any, int]] = [(value, -1)]
    single = 0
    while todo:
        below, above = todo.pop()
        if isinstance(below, Mapping):
            single += sum(isinstance(one, str | int | Decimal) and one != "" for one in below.values())
            entries = [(trails.below(above, name), inner) for name, inner in below.items()]
            todo += [(inner, here) for here, inner in reversed(entries)]
        elif isinstance(below, list):
            todo += [(child, above) for child in reversed(below)]
        elif isinstance(below, str) and below.strip():
            trails.below(above, below.strip())
    if single > 0.1 * len(trails.last):
        found.weak = "keys with values would be classes"
    trails.finish()
    return ""
