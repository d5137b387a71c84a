"""JSON: nested objects with children, objects of lists, nodes with links, rows, paths; and JSON lines of these."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from ...errors import CaseError, HierviewError, quoted
from ...model.checks import check_weight
from .asked import Asked, Taken
from .base import Shape
from .found import Found
from .json_kinds import plain
from .rows import EMPTY
from .source import Source
from .trails import Trails

_LARGEST = 100_000_000
_CHILDREN = ("children", "_children", "subcategories", "subclasses", "nodes", "items")
_NAMES = ("name", "label", "title", "text", "prefLabel", "id", "key")
_IDS = ("id", "_id", "key", "code")
_PARENTS = ("parent", "parent_id", "parentId", "parentid", "broader")
_LINKS = ("links", "edges")
_PATHS = ("doc_label", "labels", "label", "categories", "category", "path", "paths", "hierarchy")
_START = re.compile(r"[{\[]\s*([\"{\[}\]]|-?\d)")
_ACCEPTED = (
    "objects with name and children, an object of lists of children, nodes with links, rows with id and parent, or "
    "lists of paths are accepted"
)


def detects(source: Source) -> float:
    """Surely where a text begins as an object or a list does."""
    return 0.97 if _START.match(source.head) else 0.0


def read(source: Source, asked: Asked, found: Found) -> Taken:
    """Add the classes and edges of whatever the values are."""
    values = _values(source, found)
    shown = tuple((line[:100],) for line in source.sample[:5])
    if len(values) == 1:
        read_value(values[0], found, asked)
    else:
        read_value(values, found, asked)
    return Taken(rows=shown)


def _values(source: Source, found: Found) -> list[Any]:
    """The value of a text, or the values of its lines. Raises CaseError with the line."""
    if len(source.text) > _LARGEST:
        raise CaseError(f"{found.origin}: {len(source.text):,} characters are too many; {_LARGEST:,} are accepted")
    try:
        return [_loads(source.text)]
    except json.JSONDecodeError as error:
        if error.lineno < 2 and "Extra data" not in error.msg:
            raise _at(found.origin, error.lineno, f"this is not JSON ({error.msg})") from None
        whole = error
    except (RecursionError, ValueError):
        raise CaseError(f"{found.origin}: the values are nested too deeply, or a number is too long") from None
    values = []
    for i, line in enumerate(source.text.split("\n"), 1):
        if line.strip():
            try:
                values.append(_loads(line))
            except (RecursionError, ValueError):
                if i < 3:
                    raise _at(found.origin, whole.lineno, f"this is not JSON ({whole.msg})") from None
                raise _at(found.origin, i, "this is no line of JSON") from None
    return values


def _loads(text: str) -> Any:
    return json.loads(text, parse_float=_decimal)


def _decimal(text: str) -> Decimal | str:
    """A number as it is written; one with an exponent beyond all bounds as a text."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def _at(origin: str, line: int, trouble: str) -> CaseError:
    error = CaseError(f"{origin}: line {line}: {trouble}")
    error.line = line
    return error


def read_value(value: Any, found: Found, asked: Asked) -> None:
    """Add the classes and edges of a value. Raises HierviewError for what is none of the accepted kinds."""
    value = plain(value)
    if isinstance(value, Mapping):
        links = next((key for key in _LINKS if isinstance(value.get(key), list)), None)
        if links:
            return _linked(value, value[links], found, asked)
        if any(isinstance(value.get(key), list) for key in _CHILDREN) or "name" in value:
            return _nested([value], found)
        paths = next((value[key] for key in _PATHS if isinstance(value.get(key), list)), None)
        if paths is not None and len(value) < 20 and _is_paths(paths):
            return _paths(paths, found)
        return _object(value, found)
    if isinstance(value, list) and value:
        if all(isinstance(row, Mapping) and {"source", "target"} <= row.keys() for row in value):
            return _linked({}, value, found, asked)
        if all(isinstance(row, Mapping) for row in value):
            return _rows(value, found)
        if _is_paths(value):
            return _pairs_or_paths(value, found)
    raise HierviewError(f"{quoted(json.dumps(value, default=str)[:60])} is not accepted; {_ACCEPTED}")


def _text(value: Any) -> str:
    """A name, which may be a number."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return str(value)
    if value is None:
        return ""
    raise HierviewError(f"{quoted(json.dumps(value, default=str)[:60])} is no name of a class; a text is")


def _is_paths(value: Any) -> bool:
    """Whether a value is one path or a list of paths."""
    return isinstance(value, list) and all(isinstance(path, str) or _is_path(path) for path in value)


def _is_path(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str | int | Decimal) for name in value)


def _pairs_or_paths(value: Sequence[Any], found: Found) -> None:
    """Lists of two are edges where first names stand second elsewhere; a third that is a number is a weight."""
    rows = [row for row in value if isinstance(row, list)]
    weighted = all(len(row) == 3 and isinstance(row[2], int | Decimal) for row in rows)
    first, second = ({str(row[i]) for row in rows if len(row) > i} for i in (0, 1))
    if (
        rows
        and len(rows) == len(value)
        and (weighted or (all(len(r) == 2 for r in rows) and (first & second or len(first) == 1)))
    ):
        for row in rows:
            found.link(found.number(_text(row[0])), found.number(_text(row[1])))
            if weighted:
                found.weigh(check_weight(row[2]))
        return
    _paths(value, found)


def _paths(value: Iterable[Any], found: Found) -> None:
    listed = list(value)
    trails = Trails(found, " > ")
    for path in [listed] if all(isinstance(name, str) for name in listed) else listed:
        names = [path] if isinstance(path, str) else [_text(name) for name in path]
        trails.add([name for name in names if name not in EMPTY])
    trails.finish()


def _rows(value: Sequence[Mapping[str, Any]], found: Found) -> None:
    """Rows with an id and a parent, or with a path each, or trees beside each other."""
    if any(isinstance(row.get(key), list) and key in _CHILDREN for row in value[:100] for key in row):
        return _nested(value, found)
    parent = next((key for key in _PARENTS if any(key in row for row in value[:100])), None)
    if parent is None:
        key = next((key for key in _PATHS if all(_is_paths(row.get(key)) for row in value[:100])), None)
        if key is None:
            raise HierviewError(f"rows with {', '.join(map(quoted, list(value[0])[:5]))} are not accepted; {_ACCEPTED}")
        lists = [path for row in value for path in _paths_of(row.get(key) or [])]
        return _paths([[], *lists], found)
    own = next((key for key in (*_IDS, "child", "name") if key in value[0]), None)
    if own is None:
        raise HierviewError(f"rows with {quoted(parent)} but without id are not accepted; {_ACCEPTED}")
    for row in value:
        number = found.number(_text(row.get(own)))
        if own != "name":
            found.label(number, _label(row))
        above = row.get(parent)
        for one in above if isinstance(above, list) else [above]:
            if _text(one) not in EMPTY:
                found.link(found.number(_text(one)), number)
    return None


def _paths_of(value: Any) -> Iterator[list[Any]]:
    if not isinstance(value, list):
        yield [value]
    elif value and all(isinstance(name, str) for name in value):
        yield value
    else:
        yield from (path if isinstance(path, list) else [path] for path in value)


def _label(entry: Mapping[str, Any]) -> str:
    return next((str(entry[key]) for key in ("label", "name", "title", "text") if isinstance(entry.get(key), str)), "")


def _linked(value: Mapping[str, Any], links: Sequence[Any], found: Found, asked: Asked) -> None:
    """Nodes with ids and links from source to target, which may be the places of nodes."""
    nodes = value.get("nodes", value.get("classes", []))
    ids: list[int] = []
    for node in nodes if isinstance(nodes, list) else []:
        entry = _entry(node) if isinstance(node, Mapping) else {"id": node}
        own = next((entry[key] for key in (*_IDS, "name") if key in entry), None)
        ids.append(found.number(_text(own)))
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
            else found.number(_text(end))
            for end in ends
        ]
        found.link(*(numbers[::-1] if asked.direction == "child first" else numbers))
        if weight is not None:
            found.weigh(check_weight(weight))


def _entry(element: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a node or link says of itself: itself, or its `data` as in Cytoscape."""
    data = element.get("data")
    return data if isinstance(data, Mapping) else element


def _nested(value: Sequence[Mapping[str, Any]], found: Found) -> None:
    """Objects with children: an id is the identity where there is one, else the path."""
    trails = Trails(found, " > ")
    todo: list[tuple[Any, int]] = [(entry, -1) for entry in reversed(value)]
    while todo:
        entry, above = todo.pop()
        if isinstance(entry, str | int):
            trails.below(above, _text(entry))
            continue
        if not isinstance(entry, Mapping):
            raise HierviewError(f"{quoted(entry)} is not accepted among children; an object with a name is")
        name = next((_text(entry[key]) for key in _NAMES if isinstance(entry.get(key), str | int)), "")
        if not name:
            raise HierviewError(f"an object with the keys {', '.join(map(quoted, list(entry)[:5]))} has no name")
        here = trails.below(above, name)
        own = next((_text(entry[key]) for key in _IDS if isinstance(entry.get(key), str | int)), None)
        if own and own != name:
            trails.ids[here] = own
        children: list[Any] = next((entry[key] for key in _CHILDREN if isinstance(entry.get(key), list)), [])
        todo += [(child, here) for child in reversed(children)]
    trails.finish()


def _object(value: Mapping[str, Any], found: Found) -> None:
    """Children by parent, as lists; or objects within objects, whose identity is the path."""
    if all(isinstance(below, list) and all(isinstance(c, str | int) for c in below) for below in value.values()):
        for parent, below in value.items():
            above = found.number(parent)
            for child in below:
                found.link(above, found.number(_text(child)))
        return
    trails = Trails(found, " > ")
    todo: list[tuple[Any, int]] = [(value, -1)]
    while todo:
        below, above = todo.pop()
        if isinstance(below, Mapping):
            entries = [(trails.below(above, name), inner) for name, inner in below.items()]
            todo += [(inner, here) for here, inner in reversed(entries)]
        elif isinstance(below, list):
            todo += [(child, above) for child in reversed(below)]
        elif below is not None and _text(below):
            trails.below(above, _text(below))
    trails.finish()


SHAPE = Shape("json", "JSON", detects, read, _LARGEST, endings=(".json", ".jsonl", ".ndjson"))
