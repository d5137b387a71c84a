"""Keys of JSON, YAML and TOML: which say something of classes, and values under other keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from decimal import Decimal
from typing import Any

from ....errors import HierviewError, quoted

Object = Mapping[str, Any]


def objects_of_list(value: Any) -> list[Object]:
    """The objects of a list; none where it is no list."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def objects_in(value: Any) -> Iterator[Object]:
    """All objects in a value."""
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            yield one
            todo += one.values()
        elif isinstance(one, list):
            todo += one


def _is_text(value: Any) -> bool:
    return isinstance(value, str | int | Decimal) and value != ""


def attributes_of(value: Object) -> tuple[set[str], str]:
    """The keys that say something of most classes, whose keys are their names, and the one that classes below stand at.

    The second is "" where these stand beside the attributes.
    """
    each = [one for one in objects_in(value) if one]
    often = Counter(key for one in each for key in one)
    texts = Counter(key for one in each for key, inner in one.items() if _is_text(inner))
    said = {key for key, n in texts.items() if n == often[key] > max(2, 0.45 * len(each))}
    rest = Counter(key for one in each if said & {*one} for key in one if key not in said)
    below = next((key for key, n in rest.items() if len(rest) == 1 and n == often[key] > 1), "")
    return said, below


def with_other_keys(value: Any, keys: Mapping[str, str | None]) -> Any:
    """A value with other keys: None leaves one out; what stands alone at one that is to be "" takes its object's place.

    Objects at "children" become a list with their keys as names, and several lists there are joined.
    """
    if isinstance(value, list):
        return [with_other_keys(one, keys) for one in value]
    if not isinstance(value, dict):  # as all parsers make them; another mapping is slower to tell
        return value
    found: dict[str, Any] = {"children": []} if "children" in keys.values() else {}
    for key, inner in value.items():
        if (new := keys.get(key, key)) is not None:
            inner = _class_list(inner) if new == "children" else inner
            found[new] = (
                [*found.get(new, []), *with_other_keys(inner, keys)]
                if new == "children"
                else with_other_keys(inner, keys)
            )
    return found[""] if [*found] == [""] and "" not in value else found


def _class_list(value: Any) -> list[Any]:
    """The classes of a list, or of an object whose keys are their names."""
    if isinstance(value, Mapping):
        return [{"name": name} | (dict(one) if isinstance(one, Mapping) else {}) for name, one in value.items()]
    return value if isinstance(value, list) else [] if value is None else [value]


def with_keys_by_roles(value: Any, roles: Mapping[str, str]) -> Any:
    """A value as somebody says that its keys are meant. Raises HierviewError for a key that there is not."""
    for key in roles["rows"].split(".") if "rows" in roles else ():
        value = value[key] if isinstance(value, Mapping) and key in value else _missing_key_error(value, key)
    present = {key for one in objects_in(value) for key in one}
    told = {role: _named_keys(head, present) for role, head in roles.items() if role in ("leave", "children", "edges")}
    value = with_other_keys(value, dict.fromkeys(told.get("leave", ())))
    if "children" in told:
        new = {"children": "children", "label": "name", "id": "id"}
        keys = {key: new[role] for role in new if role in roles for key in _named_keys(roles[role], present)}
        if isinstance(value, Mapping) and not {*keys} & {*value}:
            value = _class_list(value)
        return with_other_keys(value, dict.fromkeys({*keys.values()} & present) | keys)
    if "edges" in told:
        lists = {key: objects_of_list(one) for key, one in value.items()} if isinstance(value, Mapping) else {}
        links = lists.pop(told["edges"][0], [])
        new = {"parent": "source", "child": "target", "id": "id", "label": "label"}
        keys = {key: new[role] for role in new if role in roles for key in _named_keys(roles[role], present)}
        return {
            "nodes": with_other_keys(max(lists.values(), key=len, default=[]), keys),
            "links": with_other_keys(links, keys),
        }
    return value


def _named_keys(heads: str, present: Set[str]) -> list[str]:
    """The keys that are named, several parted by +. Raises HierviewError for one that there is not."""
    keys = [heads] if heads in present else heads.split("+")
    return [key if key in present else _missing_key_error(dict.fromkeys(sorted(present)), key) for key in keys]


def _missing_key_error(value: Any, key: str) -> Any:
    keys = list(value)[:20] if isinstance(value, Mapping) else []
    raise HierviewError(f"there is no key {quoted(key)}; the keys are {', '.join(map(quoted, keys)) or 'none'}")
