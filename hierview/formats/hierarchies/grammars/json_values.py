"""JSON: nested objects with children, objects of lists, nodes with links, rows, paths; and JSON lines of these."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Any

from ....errors import CaseError, HierviewError, quoted
from ...source import EMPTY
from ..asked import Guess
from ..builder import Builder, PathTree
from ..source import FileShape, Source
from ..tables.headings import head_words, names_parents, role_in_heading
from ..tables.prefixes import are_codes
from .json_keys import Object, objects_of_list, with_keys_by_roles
from .json_trees import (
    CHILDREN,
    IDS,
    NAMES,
    add_keys,
    add_links,
    add_trees,
    as_nodes_or_rows,
    children_key,
    first_or_empty,
    is_name_above,
    name_text,
)

_LARGEST = 100_000_000
_LARGEST_LITERAL = 2_000_000  # characters of lists and dicts as Python writes them
_START = re.compile(r"[{\[]\s*([\"'{\[(}\]]|-?\d|//|/\*)")
_LINKS = ("links", "edges")
_PATHS = ("doc_label", "labels", "label", "categories", "category", "path", "paths", "hierarchy")
_OF_ITSELF = {"name", "title", "version", "description", "license", "author", "date", "updated", "created", "source"}
_OTHERS = {"nbformat", "features", "dependencies", "devDependencies"}  # keys of what is no hierarchy
_INNER = ("_source", "node", "attributes", "properties", "fields", "data", "metadata", "spec")  # of a row, what it says
_JOINTS = ("--", " > ", ">", "/", "|", "::", "; ")  # between the names of a path that is one text
_ACCEPTED = (
    "objects with name and children, an object of lists of children, nodes with links, rows with id and parent, or "
    "lists of paths are accepted"
)


def detects(source: Source) -> float:
    """Surely where a text begins as an object or a list does."""
    return 0.97 if _START.match(source.first_characters) else 0.0


def read(source: Source, builder: Builder) -> Guess:
    """Add the classes and edges of whatever the values are; of rows the table that they make is left in the builder."""
    read_value(json_value(source, builder) if source.value is None else source.value, builder)
    return Guess()


def json_value(source: Source, builder: Builder) -> Any:
    """The value of a text, or the list of those of its lines, parsed once. Raises CaseError with the line."""
    if not source.parsed:
        values = _values(source, builder)
        source.parsed.append(values[0] if len(values) == 1 else values)
    return source.parsed[0]


def _values(source: Source, builder: Builder) -> list[Any]:
    """The value of a text, or the values of its lines. Raises CaseError with the line."""
    if len(source.text) > _LARGEST:
        raise CaseError(f"{builder.origin}: {len(source.text):,} characters are too many; {_LARGEST:,} are accepted")
    try:
        return [_parsed_json(source.text)]
    except json.JSONDecodeError as error:
        if len(source.text) < _LARGEST_LITERAL and re.match(r"[{\[][\s{\[(]*'", source.first_characters):
            with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
                return [as_json(ast.literal_eval(source.text.strip()))]
        if error.lineno < 2 and "Extra data" not in error.msg:
            raise CaseError.at_line(builder.origin, error.lineno, f"this is not JSON ({error.msg})") from None
        whole = error
    except (RecursionError, ValueError):
        raise CaseError(f"{builder.origin}: the values are nested too deeply, or a number is too long") from None
    values = []
    for i, line in enumerate(source.text.split("\n"), 1):
        if line.strip():
            try:
                values.append(_parsed_json(line))
            except (RecursionError, ValueError):
                if i < 3:
                    raise CaseError.at_line(builder.origin, whole.lineno, f"this is not JSON ({whole.msg})") from None
                raise CaseError.at_line(builder.origin, i, "this is no line of JSON") from None
    return values


def _parsed_json(text: str) -> Any:
    return json.loads(text, parse_float=_decimal)


def _decimal(text: str) -> Decimal | str:
    """A number as it is written; one with an exponent beyond all bounds as a text."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def as_json(data: Any) -> Any:
    """Data as JSON would hold them; other values, such as dates, are texts."""
    if isinstance(data, Mapping):
        return {str(key): as_json(value) for key, value in data.items()}
    if isinstance(data, set | frozenset):
        return [as_json(value) for value in sorted(data, key=str)]
    if isinstance(data, str | int) or data is None:
        return data
    if isinstance(data, Iterable):
        return [as_json(value) for value in data]
    return str(data)


def read_value(value: Any, builder: Builder) -> None:
    """Add the classes and edges of a value, or leave the table in the builder that its rows make.

    Raises HierviewError for what is none of the accepted kinds.
    """
    value = as_nodes_or_rows(with_keys_by_roles(value, builder.asked.roles()) if builder.asked.read_as else value)
    if isinstance(value, Mapping):
        if links := next((key for key in _LINKS if isinstance(value.get(key), list)), ""):
            return add_links(value, value[links], builder)
        if _is_tree(value):
            return add_trees([value], builder)
        paths = next((value[key] for key in _PATHS if isinstance(value.get(key), list)), None)
        if paths is not None and len(value) < 20 and _are_paths(paths):
            return _add_paths(paths, builder)
        if not {"nbformat", "features", "dependencies"} & {*value}:
            title = first_or_empty(value, NAMES[:3], str)
            value = _inner_rows(value) or _without_metadata(value)
            if title and isinstance(value, list):
                builder.add_note(f"{quoted(title, 60)}, which names the whole, is no class.")
    if isinstance(value, Mapping):
        return _add_object(value, builder)
    if isinstance(value, list) and value:
        if all(isinstance(row, Mapping) and {"source", "target"} <= row.keys() for row in value):
            return add_links({}, value, builder)
        names = [next(iter(one)) if is_name_above(one) else one for one in value]
        if names != value and all(isinstance(one, str) for one in names) and len({*names}) == len(names):
            return add_trees(value, builder)
        if all(isinstance(row, Mapping) for row in value):
            return _add_rows(value, builder)
        if _are_paths(value):
            builder.unnamed = _are_pairs(value)
            return add_links({}, value, builder) if builder.unnamed else _add_paths(value, builder)
    raise HierviewError(f"{quoted(json.dumps(value, default=str)[:60])} is not accepted; {_ACCEPTED}")


def _is_tree(value: Object) -> bool:
    """Whether an object is a node with those below it: by their key, or both have a key for their label."""
    if any(isinstance(value.get(key), list) for key in CHILDREN[:4]):
        return True
    if "name" in value and not any(isinstance(inner, Mapping) for inner in value.values()):
        return True
    below = children_key([value])
    rows: Any = value[below] if below else None
    if not rows or not isinstance(rows[0], Mapping):
        return False
    deep = any(row.get(below) for row in objects_of_list(rows)) and not any(map(_is_parent, rows[0]))
    return any(_is_label(key) or (deep and isinstance(value[key], str)) for key in {*value} & {*rows[0]})


def _is_label(key: str) -> bool:
    return role_in_heading(head_words(key)) == "label"


def _is_parent(key: str) -> bool:
    return names_parents(head_words(key))


def _without_metadata(value: Object) -> Any:
    """The object without keys such as version; where one value alone is left, that value."""
    inner = {key: below for key, below in value.items() if key.lower() not in _OF_ITSELF or isinstance(below, Mapping)}
    holders = {key: below for key, below in inner.items() if not isinstance(below, int | Decimal)}  # counts are none
    if holders and all(isinstance(below, Mapping | list) for below in holders.values()):
        return holders
    return inner if any(isinstance(below, Mapping | list) for below in inner.values()) else value


def _inner_rows(value: Object, levels: int = 3) -> list[Any]:
    """The rows or trees within an object that says more: of its lists of like objects the one that has a hierarchy."""
    lists: list[list[Any]] = []
    for inner in value.values():
        rows = inner
        if isinstance(inner, Mapping) and levels:
            tree = _is_tree(inner) and objects_of_list(inner.get(children_key([inner])))
            rows = [inner] if tree else _rows_by_id(inner) or _inner_rows(inner, levels - 1)
        if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows[:100]):
            continue
        if set.intersection(*({*row} for row in rows[:100])) and (len(rows) > 1 or children_key(rows)):
            lists.append(rows)
    return max(lists, key=lambda rows: (_is_hierarchy(rows), len(rows)), default=[])


def _rows_by_id(value: Object) -> list[Any]:
    """The rows of an object that has one for each id; [] where it is something else."""
    inner = list(value.values())
    if len(inner) < 2 or not all(isinstance(one, Mapping) for one in inner):
        return []
    keys = set.intersection(*({*one} for one in inner[:100]))
    if keys & {*value} or not any(_is_label(key) or _is_parent(key) for key in keys):
        return []
    return [{"id": own} | dict(row) for own, row in value.items()]


def _is_hierarchy(rows: Sequence[Object]) -> bool:
    keys = {key for row in rows[:100] for key in row}
    return bool(children_key(rows)) or any(_is_parent(key) or key == "supercategory" for key in keys)


def _are_paths(value: Any) -> bool:
    """Whether a value is one path or a list of paths."""
    return isinstance(value, list) and all(
        isinstance(path, str)
        or (isinstance(path, list) and all(isinstance(name, str | int | Decimal) for name in path))
        for path in value
    )


def _are_pairs(value: Sequence[Any]) -> bool:
    """Whether lists are edges: first names of two stand second elsewhere, or a third is always a number."""
    if not all(isinstance(row, list) for row in value):
        return False
    if all(len(row) == 3 and isinstance(row[2], int | Decimal) for row in value):
        return True
    first, second = ({str(row[i]) for row in value if len(row) > i} for i in (0, 1))
    return all(len(row) == 2 for row in value) and (bool(first & second) or len(first) == 1)


def _add_paths(value: Iterable[Any], builder: Builder) -> None:
    paths = list(value)
    trails = PathTree(builder, " > ")
    texts = [name for path in paths for name in (path if isinstance(path, list) else [path]) if isinstance(name, str)]
    joint = next((one for one in _JOINTS if texts and sum(one in text for text in texts) > 0.5 * len(texts)), "")
    if joint:
        paths = [text.split(joint) for text in texts]
    builder.unnamed = True
    if all(isinstance(name, str) for name in paths):
        builder.weak, paths = "a list of names would be one path", [paths]
    for path in paths:
        names = [path] if isinstance(path, str) else [name_text(name) for name in path]
        trails.add([name for name in names if name not in EMPTY])
    trails.finish()


def _add_rows(value: Sequence[Object], builder: Builder) -> None:
    """Make a table of rows; where they are trees beside each other, or have a path or their children each, add them."""
    if (below := children_key(value)) and not _are_child_ids(value, below):
        add_trees(value, builder)
        deep = any(children_key(objects_of_list(row.get(below))) for row in value[:100])
        builder.weak = builder.weak or ("" if deep else _long_text_doubt(value))
        return
    if not any(_is_parent(key) for row in value[:100] for key in row):
        key = next((key for key in _PATHS if all(_are_paths(row.get(key)) for row in value[:100])), None)
        if key is not None:
            _add_paths([[], *(path for row in value for path in _row_paths(row.get(key) or []))], builder)
            builder.weak = builder.weak or _long_text_doubt(value)
            return
    value = [_flattened_row(row) for row in value]
    keys = list(dict.fromkeys(key for row in value[:1000] for key in row))
    own = next((key for key in IDS if key in keys), None)
    if own is not None and not any(map(_is_parent, keys)) and (listing := _children_key(value, keys, own)) is not None:
        for row in value:
            if not isinstance(listed := row.get(listing) or [], list):
                raise HierviewError(f"{quoted(listed)} in {quoted(listing)} is not accepted; a list is")
            children = (name_text(_name_or_value(child)) for child in _flat_list(listed))
            _add_children(builder, name_text(row.get(own)), children, first_or_empty(row, NAMES, str))
        return
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(keys)
    signs = ["|" if _is_parent(key) else ", " for key in keys]  # between values
    writer.writerows([_cell_text(row.get(key), sign) for key, sign in zip(keys, signs, strict=True)] for row in value)
    builder.table = text.getvalue()


def _children_key(rows: Sequence[Object], keys: Sequence[str], own: str) -> str | None:
    """The key at which rows list the ids of others: by what it holds, else by its name. own: the key of ids."""
    ids = {name_text(row.get(own)) for row in rows}
    lists = {key: [one for row in rows for one in _flat_list(row.get(key))] for key in keys}
    by_ids = (key for key, ones in lists.items() if ones and all(str(_name_or_value(one)) in ids for one in ones))
    by_name = (key for key in keys if head_words(key)[:1] in (("child",), ("children",), ("narrower",)))
    return next(chain(by_ids, by_name), None)


def _add_children(builder: Builder, parent: str, children: Iterable[str], label: str = "") -> None:
    number = builder.number_of(parent)
    builder.add_label(number, label)
    for child in children:
        builder.add_edge(number, builder.number_of(child))


def _are_child_ids(rows: Sequence[Object], below: str) -> bool:
    """Whether the lists of children in rows hold ids of other rows."""
    ids = {str(row[key]) for row in rows for key in IDS if isinstance(row.get(key), str | int)}
    children = [child for row in rows for child in _flat_list(row.get(below))]
    names = [_name_or_value(child) for child in children]
    return sum(isinstance(name, str | int) and str(name) in ids for name in names) > 0.5 * len(names)


def _flat_list(value: Any) -> list[Any]:
    """The members of a list, those of lists in it among them; none where it is no list."""
    if not isinstance(value, list):
        return []
    return [inner for one in value for inner in (one if isinstance(one, list) else [one])]


def _flattened_row(row: Object) -> Object:
    """A row with what it says of itself in an object of its own."""
    inner = [key for key in _INNER if isinstance(row.get(key), Mapping)]
    return {k: v for k, v in row.items() if k not in inner} | {k: v for key in inner for k, v in row[key].items()}


def _long_text_doubt(rows: Sequence[Object]) -> str:
    """The doubt about rows that hold whole texts: what they are labelled with may be no path."""
    for key in {key for row in rows[:100] for key in row}:
        texts = [row[key] for row in rows[:100] if isinstance(row.get(key), str)]
        if sum(text.count(" ") > 6 for text in texts) > 0.5 * len(rows[:100]):
            return f"rows with texts, as in {quoted(key, 30)}, are documents"
    return ""


def _cell_text(value: Any, sign: str = ", ") -> str:
    """A value as the cell of a table: of a list its values, parted by a sign."""
    if isinstance(value, list):
        return sign.join(map(_cell_text, value[:100]))
    value = _name_or_value(value)
    return "" if isinstance(value, Mapping | bool) or value is None else " ".join(str(value).split())


def _name_or_value(value: Any) -> Any:
    """The id or name of an object that stands for a class; any other value as it is."""
    if not isinstance(value, Mapping):
        return value
    if len(value) == 1:
        return _name_or_value(next(iter(value.values())))
    return first_or_empty(value, (*IDS, *NAMES, "value"))


def _row_paths(value: Any) -> list[list[Any]]:
    """The paths of a row: one text, one list of texts, or several lists."""
    if not isinstance(value, list):
        return [[value]]
    if value and all(isinstance(name, str) for name in value):
        return [value]
    return [path if isinstance(path, list) else [path] for path in value]


def _add_object(value: Object, builder: Builder) -> None:
    """Children by parent; rows by id; names by code; or objects within objects, whose identity is the path."""
    inner = list(value.values())
    if all(isinstance(below, list) and all(isinstance(c, str | int) for c in below) for below in inner):
        for parent, below in value.items():
            _add_children(builder, parent, map(name_text, below))
        if all(map(str.isdecimal, value)) and len(builder.index) > len(builder.tails):
            builder.weak = "each number would stand above its names"
        builder.unnamed = len({*builder.heads}) < len(builder.heads)
        return None
    if len(inner) > 1 and all(isinstance(one, Mapping) for one in inner):
        if rows := _rows_by_id(value):
            return _add_rows(rows, builder)
        if all(isinstance(weight, int | Decimal) for below in inner for weight in below.values()):
            for parent, below in value.items():
                _add_children(builder, parent, below)
            builder.unnamed = True
            return None
    if _OTHERS & {*value}:
        raise HierviewError(f"an object with {', '.join(map(quoted, list(value)[:5]))} is no hierarchy; {_ACCEPTED}")
    if len(value) > 1 and all(isinstance(one, str) for one in inner):
        if not are_codes(list(value), len(value)):
            raise HierviewError(
                f"an object of texts, such as {quoted(next(iter(value)))}, only gives names; {_ACCEPTED}"
            )
        return _add_rows([{"code": code, "name": text} for code, text in value.items()], builder)
    return add_keys(value, builder)


SHAPE = FileShape("json", "JSON", detects, read, _LARGEST, endings=(".json", ".jsonl", ".ndjson"))
