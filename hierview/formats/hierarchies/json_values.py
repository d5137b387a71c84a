"""Values of JSON as hierarchies: which kind they are, rows, paths, and what stands around them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ...errors import HierviewError, quoted
from ...model.checks import check_weight
from .asked import Asked
from .found import Found
from .headings import EMPTY, head_words, role_of, says_parent
from .json_kinds import plain
from .json_trees import CHILDREN, IDS, NAMES, children_of, is_name_above, linked, name_of, nested, within
from .prefixes import are_codes
from .trails import Trails

_LINKS = ("links", "edges")
_PATHS = ("doc_label", "labels", "label", "categories", "category", "path", "paths", "hierarchy")
_OF_ITSELF = {"name", "title", "version", "description", "license", "author", "date", "updated", "created", "source"}
_INNER = ("_source", "node", "attributes", "properties", "fields", "data", "metadata", "spec")  # of a row, what it says
_JOINTS = ("--", " > ", "/", "|", "::", "; ")  # between the names of a path that is one text
_ACCEPTED = (
    "objects with name and children, an object of lists of children, nodes with links, rows with id and parent, or "
    "lists of paths are accepted"
)


def read_value(value: Any, found: Found, asked: Asked) -> str:
    """Add the classes and edges of a value; "", or the table with a header and tabs that rows make.

    Raises HierviewError for what is none of the accepted kinds.
    """
    value = plain(value)
    if isinstance(value, Mapping):
        links = next((key for key in _LINKS if isinstance(value.get(key), list)), None)
        if links:
            return linked(value, value[links], found, asked)
        if any(isinstance(value.get(key), list) for key in CHILDREN[:4]) or _is_node(value):
            return nested([value], found)
        paths = next((value[key] for key in _PATHS if isinstance(value.get(key), list)), None)
        if paths is not None and len(value) < 20 and _is_paths(paths):
            return _paths(paths, found)
        rows = value.get(children_of([value]))
        if (
            rows
            and isinstance(rows[0], Mapping)
            and any(role_of(head_words(k)) == "label" for k in {*value} & {*rows[0]})
        ):
            return nested([value], found)
        if not {"nbformat", "features", "dependencies"} & {*value}:
            value = _wrapped(value) or _bare(value)
    if isinstance(value, Mapping):
        return _object(value, found)
    if isinstance(value, list) and value:
        if all(isinstance(row, Mapping) and {"source", "target"} <= row.keys() for row in value):
            return linked({}, value, found, asked)
        if all(map(is_name_above, value)) and len({next(iter(row)) for row in value}) == len(value):
            return nested(value, found)
        if all(isinstance(row, Mapping) for row in value):
            return _rows(value, found)
        if _is_paths(value):
            return _pairs_or_paths(value, found)
    raise HierviewError(f"{quoted(json.dumps(value, default=str)[:60])} is not accepted; {_ACCEPTED}")


def _is_node(value: Mapping[str, Any]) -> bool:
    return "name" in value and not any(isinstance(inner, Mapping) for inner in value.values())


def _bare(value: Mapping[str, Any]) -> Any:
    """An object without what it says of itself, such as its version; what is left alone in its place."""
    inner = {key: below for key, below in value.items() if key.lower() not in _OF_ITSELF or isinstance(below, Mapping)}
    if len(inner) == len(value) or not any(isinstance(below, Mapping | list) for below in inner.values()):
        return value
    return inner


def _wrapped(value: Mapping[str, Any], levels: int = 3) -> list[Any]:
    """The rows or trees within an object that says more: of its lists of like objects the one that has a hierarchy."""
    lists: list[list[Any]] = []
    for inner in value.values():
        rows = (_by_id(inner) or _wrapped(inner, levels - 1)) if isinstance(inner, Mapping) and levels else inner
        if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows[:100]):
            continue
        if set.intersection(*({*row} for row in rows[:100])) and (len(rows) > 1 or children_of(rows)):
            lists.append(rows)
    return max(lists, key=lambda rows: (_is_hierarchy(rows), len(rows)), default=[])


def _by_id(value: Mapping[str, Any]) -> list[Any]:
    """The rows of an object that has one for each id; [] where it is something else."""
    inner = list(value.values())
    if len(inner) < 2 or not all(isinstance(one, Mapping) for one in inner):
        return []
    keys = set.intersection(*({*one} for one in inner[:100]))
    if keys & {*value} or not any(role_of(head_words(key)) in ("parent", "label") for key in keys):
        return []
    return [{"id": own} | dict(row) for own, row in value.items()]


def _is_hierarchy(rows: Sequence[Mapping[str, Any]]) -> bool:
    keys = {key for row in rows[:100] for key in row}
    return bool(children_of(rows)) or any(says_parent(head_words(key)) or key == "supercategory" for key in keys)


def _is_paths(value: Any) -> bool:
    """Whether a value is one path or a list of paths."""
    return isinstance(value, list) and all(isinstance(path, str) or _is_path(path) for path in value)


def _is_path(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str | int | Decimal) for name in value)


def _pairs_or_paths(value: Sequence[Any], found: Found) -> str:
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
            found.link(found.number(name_of(row[0])), found.number(name_of(row[1])))
            if weighted:
                found.weigh(check_weight(row[2]))
        return ""
    return _paths(value, found)


def _paths(value: Iterable[Any], found: Found) -> str:
    listed = list(value)
    trails = Trails(found, " > ")
    texts = [name for path in listed for name in (path if isinstance(path, list) else [path]) if isinstance(name, str)]
    joint = next((one for one in _JOINTS if texts and sum(one in text for text in texts) > 0.5 * len(texts)), "")
    if joint:
        listed = [text.split(joint) for text in texts]
    for path in [listed] if all(isinstance(name, str) for name in listed) else listed:
        names = [path] if isinstance(path, str) else [name_of(name) for name in path]
        trails.add([name for name in names if name not in EMPTY])
    trails.finish()
    return ""


def _rows(value: Sequence[Mapping[str, Any]], found: Found) -> str:
    """The table that rows make; "" where they were trees beside each other, or had a path each."""
    if (below := children_of(value)) and not _are_ids(value, below):
        return nested(value, found)
    if not any(says_parent(head_words(key)) for row in value[:100] for key in row):
        key = next((key for key in _PATHS if all(_is_paths(row.get(key)) for row in value[:100])), None)
        if key is not None:
            return _paths([[], *(path for row in value for path in _paths_of(row.get(key) or []))], found)
    value = [_flat(row) for row in value]
    keys = list(dict.fromkeys(key for row in value[:1000] for key in row))
    listing = next((key for key in keys if head_words(key)[:1] in (("child",), ("children",), ("narrower",))), None)
    own = next((key for key in (*IDS, "uri") if key in keys), None)
    if listing is not None and own is not None and not any(says_parent(head_words(key)) for key in keys):
        for row in value:
            number = found.number(name_of(row.get(own)))
            found.label(number, next((str(row[key]) for key in NAMES if isinstance(row.get(key), str)), ""))
            for child in row.get(listing) or ():
                found.link(number, found.number(name_of(_said(child))))
        return ""
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(keys)
    writer.writerows([_cell(row.get(key)) for key in keys] for row in value)
    return text.getvalue()


def _are_ids(rows: Sequence[Mapping[str, Any]], below: str) -> bool:
    """Whether what stands below rows are the ids of other rows."""
    ids = {row[key] for row in rows for key in IDS if isinstance(row.get(key), str | int)}
    listed = [child for row in rows if isinstance(row.get(below), list) for child in row[below]]
    return bool(listed) and sum(isinstance(child, str | int) and child in ids for child in listed) > 0.5 * len(listed)


def _flat(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row with what it says of itself in an object of its own."""
    inner = [key for key in _INNER if isinstance(row.get(key), Mapping)]
    return {k: v for k, v in row.items() if k not in inner} | {k: v for key in inner for k, v in row[key].items()}


def _cell(value: Any) -> str:
    """A value as the cell of a table: of a list its values, parted by bars."""
    if isinstance(value, list):
        return "|".join(map(_cell, value[:100]))
    value = _said(value)
    return "" if isinstance(value, Mapping | bool) or value is None else " ".join(str(value).split())


def _said(value: Any) -> Any:
    """The id or name of an object that stands for a class; any other value as it is."""
    if not isinstance(value, Mapping):
        return value
    if len(value) == 1:
        return _said(next(iter(value.values())))
    return next((value[key] for key in (*IDS, "uri", *NAMES, "value") if isinstance(value.get(key), str | int)), None)


def _paths_of(value: Any) -> Iterator[list[Any]]:
    if not isinstance(value, list):
        yield [value]
    elif value and all(isinstance(name, str) for name in value):
        yield value
    else:
        yield from (path if isinstance(path, list) else [path] for path in value)


def _object(value: Mapping[str, Any], found: Found) -> str:
    """Children by parent; rows by id; names by code; or objects within objects, whose identity is the path."""
    if all(isinstance(below, list) and all(isinstance(c, str | int) for c in below) for below in value.values()):
        for parent, below in value.items():
            above = found.number(parent)
            for child in below:
                found.link(above, found.number(name_of(child)))
        if all(map(str.isdecimal, value)) and len(found.index) > len(found.tails):
            found.weak = "each number would stand above its names"
        return ""
    inner = list(value.values())
    if len(inner) > 1 and all(isinstance(one, Mapping) for one in inner):
        if rows := _by_id(value):
            return _rows(rows, found)
        if all(isinstance(one, Mapping) and all(map(_is_number, one.values())) for one in inner):
            for parent, below in value.items():
                for child in below:
                    found.link(found.number(parent), found.number(child))
            return ""
    if any(key in value for key in ("nbformat", "features", "devDependencies", "dependencies")):
        raise HierviewError(f"an object with {', '.join(map(quoted, list(value)[:5]))} is no hierarchy; {_ACCEPTED}")
    if len(value) > 1 and all(isinstance(one, str) for one in inner):
        if not are_codes(list(value), len(value)):
            raise HierviewError(
                f"an object of texts, such as {quoted(next(iter(value)))}, only gives names; {_ACCEPTED}"
            )
        return _rows([{"code": code, "name": text} for code, text in value.items()], found)
    return within(value, found)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Decimal)
