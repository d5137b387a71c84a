"""The case file: one readable JSON object.

The least that opens is {"hierview": 1, "edges": [["Arts", "Music"]], "true": ["Arts"], "predicted": ["Music"]}.
Reading is strict: an error names the file, the field and the value, and what would be accepted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from typing import Any

from ..errors import CaseError, HierarchyError, HierviewError, quoted, suggestion
from ..model.case import Draft, Published
from ..model.checks import check_name, check_weight
from ..model.extra import KINDS as EXTRA
from ..model.extra import Extra
from ..model.hierarchy import Hierarchy
from ..model.labels import ANY, LONGEST_LANGUAGE, Labels, check_label
from .base import Format
from .fields import (
    DEEPEST,
    LONGEST_NUMBER,
    LONGEST_TEXT,
    FieldError,
    as_parsed_json,
    check_measure_text,
    check_visible,
    list_at,
    list_without_repeats,
    nesting_depth,
    parse_json,
    text_at,
    wrong_value,
)

VERSION = 1
LARGEST_FILE = 2_000_000  # bytes
FARTHEST = 100_000  # px that a class may stand from the corner

KEYS = (
    "hierview",
    "name",
    "source",
    "note",
    "edges",
    "classes",
    "true",
    "predicted",
    "paths",
    "probabilities",
    "scores",
    "measures",
    "published",
    "positions",
    "stood",
    "artificial",
    "similarity",
    "neighbours",
    "labels",
    "order",
    "levels",
    "rank_of",
    "ranking",
    "unknown",
)
_EXACT = Context(prec=LONGEST_NUMBER, traps=[Inexact])
DECIDING = ("probabilities", "scores", "neighbours")  # a rule predicts from each of these


OPENED = "can be opened here; the shell has no limit"


def too_many_sentence(name: str, most: int, can: str) -> str:
    """The sentence on the class that passes a limit of so many classes that `can` be typed, or the like."""
    return f"class {quoted(name)} is one too many; at most {most:,} classes {can}"


def read_case(data: bytes | str, origin: str = "case file", most: int | None = None) -> Draft:
    """The draft in a case file's text.

    most: the classes that are accepted; None is any number. Raises CaseError: `origin`, the field or line, what is
    accepted.
    """
    try:
        return _read_draft(parse_json(data, LARGEST_FILE), most)
    except HierviewError as error:
        raise CaseError(f"{origin}: {error}") from None


def draft_from(content: Mapping[str, Any], origin: str = "case", most: int | None = None) -> Draft:
    """The draft in a case file's content, already a dict; `most` as in `read_case`."""
    try:
        return _read_draft(content, most)
    except HierviewError as error:
        raise CaseError(f"{origin}: {error}") from None


def _read_draft(content: Any, most: int | None) -> Draft:
    if not isinstance(content, Mapping):
        raise FieldError("a case is a JSON object with the keys hierview, edges, true and predicted")
    if nesting_depth(content) > DEEPEST:
        raise FieldError(f"the objects are nested too deeply; at most {DEEPEST} levels are accepted")
    content = as_parsed_json(content)
    for key in content:
        if key not in KEYS:
            raise FieldError(
                f"the key {quoted(key)} is not known{suggestion(str(key), KEYS)}; known are {', '.join(KEYS)}"
            )
    if "hierview" not in content:
        raise FieldError('the key hierview is missing; a case file says "hierview": 1')
    if isinstance(content["hierview"], bool) or content["hierview"] != VERSION:
        raise wrong_value("hierview", content["hierview"], f"this version reads {VERSION}")
    answered = {*DECIDING, "levels", "ranking", "unknown", "predicted"} & content.keys()
    for key in ("edges", "true", *([] if answered else ["predicted"])):
        if key not in content:
            raise FieldError(f"the key {key} is missing; a case needs hierview, edges, true and predicted")
    hierarchy = _read_hierarchy(content, most)
    hierarchy = hierarchy.labelled(_read_labels(content, hierarchy))
    extra = Extra.of(hierarchy, **{key: content[key] for key in EXTRA if key in content})
    predicted = _read_classes(content, "predicted", hierarchy)
    if "predicted" not in content:  # the deepest answer that is told, or the first of the ranking
        predicted = list(filter(None, extra.levels))[-1:] or list(extra.ranking[:1])
    return Draft(
        hierarchy,
        frozenset(_read_classes(content, "true", hierarchy)),
        frozenset(predicted),
        name=text_at(content, "name", 200),
        source=text_at(content, "source"),
        note=text_at(content, "note"),
        measures=tuple(list_without_repeats(content, "measures", "texts", check_measure_text)),
        published=tuple(_read_published(content)),
        positions=tuple(_read_positions(content, hierarchy)),
        stood=tuple(_read_stood(content, hierarchy)),
        artificial=frozenset(_read_classes(content, "artificial", hierarchy)),
        extra=extra,
    )


def _checked_names(field: str, check: Callable[[Any], Any], value: Any) -> Any:
    """The value as `check` gives it back; its complaint with the field in front."""
    try:
        return check(value)
    except HierarchyError as error:
        raise FieldError(f"{field}: {error}") from None


def _add_names(field: str, known_names: set[str], names: Iterable[str], most: int | None) -> None:
    """Adds names to those that are known; a sentence says which is one too many."""
    for name in names:
        known_names.add(name)
        if most is not None and len(known_names) > most:
            raise FieldError(f"{field}: {too_many_sentence(name, most, OPENED)}")


def _read_hierarchy(content: Mapping[str, Any], most: int | None) -> Hierarchy:
    edges = list_at(content, "edges", "[parent, child] pairs")
    rows: list[tuple[str, str] | tuple[str, str, Fraction]] = []
    where: dict[tuple[str, str], int] = {}
    names: set[str] = set()
    for i, edge in enumerate(edges):
        field = f"edges[{i}]"
        if not isinstance(edge, list) or len(edge) not in (2, 3):
            raise wrong_value(field, edge, "[parent, child] or [parent, child, weight] is")
        parent, child = (_checked_names(field, check_name, name) for name in edge[:2])
        if (parent, child) in where:
            raise FieldError(
                f"{field}: the edge {quoted(parent)} > {quoted(child)} stands at edges[{where[parent, child]}]; "
                "give it once"
            )
        where[parent, child] = i
        _add_names(field, names, (parent, child), most)
        weight = (_checked_names(field, check_weight, edge[2]),) if len(edge) == 3 else ()
        rows.append((parent, child, *weight))

    def check(field: str, name: Any) -> None:
        _add_names(field, names, (_checked_names(field, check_name, name),), most)

    classes = list_without_repeats(content, "classes", "class names", check, "class ")
    try:
        return Hierarchy.from_edges(rows, classes)
    except HierarchyError as error:
        field = f"edges[{where[error.edge]}]" if error.edge in where else "edges"
        raise FieldError(f"{field}: {error}") from None


def _read_classes(content: Mapping[str, Any], key: str, hierarchy: Hierarchy) -> list[str]:
    def check(field: str, name: Any) -> None:
        if not isinstance(name, str):
            raise wrong_value(field, name, "the name of a class is")
        if name not in hierarchy:
            raise FieldError(
                f"{field}: class {quoted(name)} is not in the hierarchy{suggestion(name, hierarchy.classes)}"
            )

    return list_without_repeats(content, key, "class names", check, "class ")


def _read_labels(content: Mapping[str, Any], hierarchy: Hierarchy) -> Labels:
    """The labels of classes: texts, or objects of language and text; a text is of no stated language."""
    by_language: dict[str, dict[str, str]] = {}
    for name, field, label in _class_items(content, "labels", hierarchy, "texts"):
        texts = label if isinstance(label, Mapping) else {ANY: label}
        for language, text in texts.items():
            if not isinstance(text, str) or len(language) > LONGEST_LANGUAGE or not (language + "x").isprintable():
                raise wrong_value(field, text, 'a text is, or an object such as {"en": "music", "de": "Musik"}')
            by_language.setdefault(language, {})[name] = _checked_names(field, check_label, text)
    return Labels(by_language)


def _labels_text(labels: Labels, classes: Iterable[str]) -> Iterator[str]:
    """A row for each class with labels, those first that have one in the language that is shown."""
    rank = {language: i for i, language in enumerate(labels.languages)}
    rows = [(c, own) for c in classes if (own := labels.all_of(c))]
    for c, own in sorted(rows, key=lambda row: rank[next(iter(row[1]))]):
        value = own[ANY] if own.keys() == {ANY} else own
        yield f"{json.dumps(c, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"


def _read_published(content: Mapping[str, Any]) -> Iterator[tuple[str, Published]]:
    values = content.get("published", {})
    if not isinstance(values, Mapping):
        raise wrong_value("published", values, "an object of measure texts and printed values is")
    for measure, value in values.items():
        field = f"published.{quoted(measure)[1:-1]}"
        check_visible(field, measure)
        entry = value if isinstance(value, Mapping) else {"printed": value}
        for key in entry:
            if key not in ("printed", "because"):
                raise FieldError(f"{field}: the key {quoted(key)} is not known; known are printed, because")
        for key in ("printed", "because"):
            text = entry.get(key, "" if key == "because" else None)
            if not isinstance(text, str) or len(text) > LONGEST_TEXT or (not text and key == "printed"):
                raise wrong_value(f"{field}.{key}", text, 'a text, such as "0.66", is')
            check_visible(f"{field}.{key}", text)
        yield measure, Published(entry["printed"], entry.get("because", ""))


def _class_items(
    content: Mapping[str, Any], key: str, hierarchy: Hierarchy, what: str
) -> Iterator[tuple[str, str, Any]]:
    """The classes in an object of classes and `what`, each with the name of its field and its value."""
    values = content.get(key, {})
    if not isinstance(values, Mapping):
        raise wrong_value(key, values, f"an object of classes and {what} is")
    for name, value in values.items():
        if name not in hierarchy:
            raise FieldError(
                f"{key}: class {quoted(name)} is not in the hierarchy{suggestion(name, hierarchy.classes)}"
            )
        yield name, f"{key}.{quoted(name)[1:-1]}", value


def _is_coordinate(value: Any) -> bool:
    return isinstance(value, Decimal) and abs(value) <= FARTHEST


def _read_positions(content: Mapping[str, Any], hierarchy: Hierarchy) -> Iterator[tuple[str, float, float]]:
    for name, field, point in _class_items(content, "positions", hierarchy, "[x, y]"):
        if not isinstance(point, list) or len(point) != 2 or not all(map(_is_coordinate, point)):
            raise wrong_value(field, point, f"[x, y] with numbers from -{FARTHEST} to {FARTHEST} is")
        yield name, float(point[0]), float(point[1])


def _read_stood(content: Mapping[str, Any], hierarchy: Hierarchy) -> Iterator[tuple[str, float]]:
    for name, field, x in _class_items(content, "stood", hierarchy, "numbers"):
        if not _is_coordinate(x):
            raise wrong_value(field, x, f"a number from -{FARTHEST} to {FARTHEST} is")
        yield name, float(x)


def weight_json(weight: Fraction) -> str:
    """An exact weight as JSON: a number where its decimal ends soon, else the text p/q."""
    try:
        text = f"{_EXACT.divide(Decimal(weight.numerator), Decimal(weight.denominator)):f}"
    except Inexact:
        return json.dumps(str(weight))
    return text if len(text) <= LONGEST_NUMBER else json.dumps(str(weight))


def _shortest_decimal(coordinate: float) -> str:
    """The shortest number that is read back as this one."""
    return repr(int(coordinate) if coordinate == int(coordinate) else coordinate)


def write_case(draft: Draft) -> str:
    """The case file of a draft, one edge a line; reading it gives the same draft back."""

    def text(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    def block(rows: Iterable[str], signs: str = "{}") -> str:
        return signs[0] + "\n    " + ",\n    ".join(rows) + "\n  " + signs[1]

    h = draft.hierarchy
    fields: list[tuple[str, str]] = [("hierview", str(VERSION))]
    fields += [(key, text(getattr(draft, key))) for key in ("name", "source", "note") if getattr(draft, key)]
    rows = [
        f"[{text(parent)}, {text(child)}" + (f", {weight_json(w)}]" if w != 1 else "]")
        for (parent, child), w in h.weights.items()
    ]
    fields.append(("edges", block(rows, "[]") if rows else "[]"))
    joined = dict.fromkeys(c for edge in h.edges for c in edge)
    alone = tuple(c for c in h.classes if c not in joined)
    lists = {
        "classes": list(alone if (*joined, *alone) == h.classes else h.classes),
        "true": sorted(draft.true),
        "predicted": sorted(draft.predicted),
        "artificial": sorted(draft.artificial),
        "measures": list(draft.measures),
    }
    fields += [(key, text(value)) for key, value in lists.items() if value or key in ("true", "predicted")]
    if draft.published:
        rows = [
            f"{text(measure)}: " + text({"printed": p.printed, "because": p.because} if p.because else p.printed)
            for measure, p in draft.published
        ]
        fields.append(("published", block(rows)))
    if draft.positions:
        places = (f"{text(c)}: [{_shortest_decimal(x)}, {_shortest_decimal(y)}]" for c, x, y in draft.positions)
        fields.append(("positions", block(places)))
    if draft.stood:
        fields.append(("stood", "{" + ", ".join(f"{text(c)}: {_shortest_decimal(x)}" for c, x in draft.stood) + "}"))
    fields += draft.extra.texts()
    if h.labels:
        fields.append(("labels", block(_labels_text(h.labels, h.classes))))
    return "{\n" + ",\n".join(f"  {text(key)}: {value}" for key, value in fields) + "\n}\n"


def losses(draft: Draft) -> tuple[str, ...]:
    """The losses of a case file: none, as it holds everything, but the sentence that it is read only up to a size."""
    size = len(write_case(draft).encode("utf-8"))
    return (f"It has more than the {LARGEST_FILE:,} bytes that can be opened here again.",) * (size > LARGEST_FILE)


FORMAT = Format(
    key="json",
    title="Case file",
    one="a case file",
    many="case files",
    endings=(".json",),
    mime="application/json",
    write=write_case,
    losses=losses,
    read=read_case,
    largest=LARGEST_FILE,
    marks=True,
)
