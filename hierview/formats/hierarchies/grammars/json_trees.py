"""Trees and graphs in JSON: objects with children, objects within objects, nodes with links."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ....errors import HierviewError, quoted
from ....model.checks import check_weight
from ..asked import Asked
from ..builder import Builder
from ..tables.headings import head_words, level_key, role_of, says_parent
from ..tables.trails import Trails
from .json_kinds import Object, entry_of

CHILDREN = ("children", "_children", "subcategories", "subclasses", "sub", "nodes", "items")
NAMES = ("name", "label", "title", "text", "prefLabel", "id", "key")
IDS = ("id", "_id", "key", "code", "uri", "iri")
_ENDS = (("source", "from", "parent"), ("target", "to", "child"))
_NO_NAME = {"rank", "type", "kind", "level", "icon", "url", "href", "email", "color", "colour", "status", "tag"}


def children_of(rows: Sequence[Any]) -> str:
    """The key of the objects below those of a list; "" where none are."""
    many: dict[str, int] = {}
    for row in rows[:100]:
        for key, inner in row.items() if isinstance(row, Mapping) else ():
            if isinstance(inner, list) and inner and (key in CHILDREN or isinstance(inner[0], Mapping)):
                many[key] = many.get(key, 0) + len(inner) + 1_000 * (key in CHILDREN)
    fit = [key for key in many if not (says_parent(head_words(key)) or "ancestor" in key or key[-3:] in ("ids", "Ids"))]
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


def first_or_empty(entry: Object, keys: Iterable[str], kinds: Any = (str, int)) -> Any:
    """Value at the first of some keys that holds a text or a number; "" where none does."""
    return next((entry[key] for key in keys if isinstance(entry.get(key), kinds)), "")


def add_links(value: Object, links: Iterable[Any], builder: Builder, asked: Asked) -> str:
    """Add nodes with ids and links from source to target, which may be the places of nodes."""
    nodes = value.get("nodes", value.get("classes", []))
    ids: list[int] = []
    for node in nodes if isinstance(nodes, list) else []:
        entry = entry_of(node) if isinstance(node, Mapping) else {"id": node}
        ids.append(builder.number(name_of(next((entry[key] for key in (*IDS, "name") if key in entry), None))))
        if "id" in entry or "key" in entry:
            builder.label(ids[-1], first_or_empty(entry, ("label", "name", "title", "text"), str))
    names = set(builder.index)

    def end(name: Any) -> int:
        place = isinstance(name, int) and str(name) not in names and 0 <= name < len(ids)
        return ids[name] if place else builder.number(name_of(name))

    for link in links:
        if isinstance(link, Mapping):
            entry = entry_of(link)
            parent, child = (next((entry[key] for key in keys if key in entry), None) for keys in _ENDS)
            weight = entry.get("weight")
        elif isinstance(link, list) and len(link) in (2, 3):
            parent, child, weight = [*link, None][:3]
        else:
            raise HierviewError(f"the link {quoted(link)} is not accepted; one with source and target is")
        numbers = [end(parent), end(child)]
        builder.link(*(numbers[::-1] if asked.direction == "child first" else numbers))
        if weight is not None:
            builder.weigh(check_weight(weight))
    return ""


def add_trees(value: Sequence[Any], builder: Builder) -> str:
    """Add objects with children, by their ids, or else by their paths; one without a name is no class."""
    trails = Trails(builder, " > ")
    todo: list[tuple[Any, int]] = [(entry, -1) for entry in reversed(value)]
    keys: dict[str, None] = {}  # of what stands below
    unsure = False  # whether some object has no key for its name
    while todo:
        entry, above = todo.pop()
        if isinstance(entry, str | int):
            trails.below(above, name_of(entry))
            continue
        if not isinstance(entry, Mapping):
            raise HierviewError(f"{quoted(entry)} is not accepted among children; an object with a name is")
        if is_name_above(entry):
            ((name, below),) = entry.items()
            entry = {"name": name}
            children = [{key: inner} for key, inner in below.items()] if isinstance(below, Mapping) else below or []
        else:
            key = next((key for key in CHILDREN if isinstance(entry.get(key), list)), "") or children_of([entry])
            keys |= {key: None} if key and key not in CHILDREN else {}
            children = entry[key] if key else []
        unsure |= not any(
            key in NAMES or level_key(words) or role_of(words) == "label" for key, words in _worded(entry)
        )
        name, own = _name(entry), name_of(first_or_empty(entry, IDS))
        if not name and not children:
            raise HierviewError(f"an object with the keys {', '.join(map(quoted, list(entry)[:5]))} has no name")
        here = trails.below(above, name) if name else above
        if own and name and own != name:
            trails.ids[here] = own
        todo += [(child, here) for child in reversed(children)]
    if max(trails.above, default=-1) < 0:
        builder.weak = "no class would stand below another"
    elif len(keys) > 1 and unsure:
        builder.weak = f"what stands below would be told by {' and '.join(map(quoted, list(keys)[:3]))}"
    trails.finish()
    return ""


def _worded(entry: Object) -> list[tuple[str, tuple[str, ...]]]:
    return [(key, head_words(key)) for key, value in entry.items() if isinstance(value, str | int)]


def _name(entry: Object) -> str:
    """The name that an object gives itself; "" where it gives none."""
    if name := name_of(first_or_empty(entry, NAMES[:5])):
        return name
    words = dict(_worded(entry))
    keys = [key for key in words if role_of(words[key]) == "label"]
    keys += [key for key in words if key not in _NO_NAME and (level_key(words[key]) or words[key] == ("slug",))]
    keys += [key for key in NAMES[5:] if key in words]
    keys += [key for key in words if isinstance(entry[key], str) and key not in _NO_NAME]
    if keys:
        return name_of(entry[keys[0]])
    return next((_name(inner) for inner in entry.values() if isinstance(inner, Mapping)), "")


def is_name_above(value: Any) -> bool:
    """Whether an object is one name with what stands below it."""
    if not isinstance(value, Mapping) or len(value) != 1:
        return False
    ((name, below),) = value.items()
    return name not in CHILDREN and isinstance(below, list | Mapping | None)


def add_keys(value: Object, builder: Builder) -> str:
    """Add objects within objects: each key is a class below those that it stands in."""
    values = [key for key, inner in value.items() if isinstance(inner, str | int | Decimal) and inner != ""]
    if 2 * len(values) > len(value) > 2:
        raise HierviewError(f"keys with values, such as {quoted(values[0])}, make no hierarchy; objects in objects do")
    trails = Trails(builder, " > ")
    todo: list[tuple[Any, int]] = [(value, -1)]
    single = texts = 0
    while todo:
        below, above = todo.pop()
        if isinstance(below, Mapping):
            single += sum(isinstance(one, str | int | Decimal) and one != "" for one in below.values())
            texts += sum(isinstance(one, str | bool | list) for one in below.values())
            entries = [(trails.below(above, name), inner) for name, inner in below.items()]
            todo += [(inner, here) for here, inner in reversed(entries)]
        elif isinstance(below, list):
            todo += [(child, above) for child in reversed(below)]
        elif isinstance(below, str) and below.strip():
            trails.below(above, below.strip())
    trails.finish()
    if single > 0.1 * len(trails.last) and (texts or max(trails.levels, default=0) < 3):
        builder.weak = "keys with values would be classes"
    elif builder.alike > 0.2 * len(trails.last):
        builder.weak = "the same keys would stand below many"
    return ""
