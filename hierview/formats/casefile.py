"""The case file: one readable JSON object.

The least that opens is {"hierview": 1, "edges": [["Arts", "Music"]], "true": ["Arts"], "predicted": ["Music"]}.
Reading is strict: an error names the file, the field and the value, and what would be accepted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from ..errors import CaseError, HierarchyError, HierviewError, quoted, suggestion
from ..model.case import Draft, Published
from ..model.extra import KINDS as EXTRA
from ..model.extra import Extra
from ..model.hierarchy import Hierarchy, check_name, check_weight
from .text import decoded

VERSION = 1
LARGEST_FILE = 2_000_000  # bytes
LONGEST_TEXT = 4_000
LONGEST_NUMBER = 40  # characters
DEEPEST = 12

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
    "artificial",
    "similarity",
    "neighbours",
)
DECIDING = ("probabilities", "scores", "neighbours")  # a rule predicts from each of these


OPENED = "can be opened here; the shell has no limit"


def one_too_many(name: str, most: int, can: str) -> str:
    """Refusal of the class that passes a limit of so many classes that `can` be typed, or the like."""
    return f"class {quoted(name)} is one too many; at most {most:,} classes {can}"


class _At(HierviewError):
    """A mistake at a field of the file; the reader puts the file's name in front."""


def _wrong(field: str, value: Any, accepted: str) -> _At:
    shown = value if isinstance(value, str) else _json(value)
    return _At(f"{field}: {quoted(shown)} is not accepted; {accepted}")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def read_case(data: bytes | str, origin: str = "case file", most: int | None = None) -> Draft:
    """The draft in a case file's text.

    Raises CaseError: `origin`, the field or line, what is accepted; at most so many classes, None is any number.
    """
    try:
        return _draft(_parse(data), most)
    except HierviewError as error:
        raise CaseError(f"{origin}: {error}") from None


def draft_from(content: Mapping[str, Any], origin: str = "case", most: int | None = None) -> Draft:
    """The draft in a case file's content, already a dict; `most` as in `read_case`."""
    try:
        if not isinstance(content, Mapping):
            raise _At("a case is a JSON object with the keys hierview, edges, true and predicted")
        return _draft(content, most)
    except HierviewError as error:
        raise CaseError(f"{origin}: {error}") from None


def _parse(data: bytes | str) -> Any:
    if len(data) > LARGEST_FILE:
        raise _At(f"{len(data):,} bytes are too many; a case file has at most {LARGEST_FILE:,}")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                raise _At(f"the key {quoted(key)} is given twice in one object; give it once")
            seen[key] = value
        return seen

    def numeral(text: str) -> Decimal:
        # Numbers are decimal texts: 0.1 is one tenth. What no weight or position needs is refused early.
        try:
            value = Decimal(text) if len(text) <= LONGEST_NUMBER else None
        except InvalidOperation:
            value = None
        if value is None or not -20 <= value.adjusted() <= 20:
            raise _At(f"the number {quoted(text)} is not accepted; ordinary decimal numbers are")
        return value

    def no_constant(text: str) -> Any:
        raise _At(f"{text} is not a number that a case file may hold; write a decimal number")

    try:
        return json.loads(
            decoded(data), object_pairs_hook=once, parse_float=numeral, parse_int=numeral, parse_constant=no_constant
        )
    except json.JSONDecodeError as error:
        raise _At(f"line {error.lineno}, column {error.colno}: this is not JSON ({error.msg})") from None
    except RecursionError:
        raise _At(f"the objects are nested too deeply; at most {DEEPEST} levels are accepted") from None


def nesting(value: Any) -> int:
    """Depth to which lists and objects stand within each other."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [
            inner
            for outer in level
            for inner in (
                outer.values() if isinstance(outer, Mapping) else outer if isinstance(outer, list | tuple) else ()
            )
        ]
    return depth


def _plain(value: Any) -> Any:
    """Numbers of a dict from Python made like those of a file, so that both are read alike."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _At(f"{value} is not a number that a case may hold; give a decimal number")
        return Decimal(repr(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise _At(f"the key {quoted(key)} is not accepted; a text is")
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(v) for v in (sorted(value, key=str) if isinstance(value, set | frozenset) else value)]
    return value


def _draft(content: Any, most: int | None) -> Draft:
    if not isinstance(content, Mapping):
        raise _At("a case is a JSON object with the keys hierview, edges, true and predicted")
    if nesting(content) > DEEPEST:
        raise _At(f"the objects are nested too deeply; at most {DEEPEST} levels are accepted")
    content = _plain(content)
    for key in content:
        if key not in KEYS:
            raise _At(f"the key {quoted(key)} is not known{suggestion(str(key), KEYS)}; known are {', '.join(KEYS)}")
    if "hierview" not in content:
        raise _At('the key hierview is missing; a case file says "hierview": 1')
    if isinstance(content["hierview"], bool) or content["hierview"] != VERSION:
        raise _wrong("hierview", content["hierview"], f"this version reads {VERSION}")
    for key in ("edges", "true"):
        if key not in content:
            raise _At(f"the key {key} is missing; a case needs hierview, edges, true and predicted")
    if "predicted" not in content and not set(DECIDING) & set(content):
        raise _At("the key predicted is missing; a case needs hierview, edges, true and predicted")
    hierarchy = _hierarchy(content, most)
    return Draft(
        hierarchy,
        frozenset(_classes(content, "true", hierarchy)),
        frozenset(_classes(content, "predicted", hierarchy)),
        name=_text(content, "name", 200),
        source=_text(content, "source"),
        note=_text(content, "note"),
        measures=tuple(_texts(content, "measures")),
        published=tuple(_published(content)),
        positions=tuple(_positions(content, hierarchy)),
        artificial=frozenset(_classes(content, "artificial", hierarchy)),
        extra=Extra.of(hierarchy, **{key: content[key] for key in EXTRA if key in content}),
    )


def _list(content: Mapping, key: str, what: str) -> list:
    value = content.get(key, [])
    if not isinstance(value, list):
        raise _wrong(key, value, f"a list of {what} is")
    return value


def _text(content: Mapping, key: str, most: int = LONGEST_TEXT) -> str:
    value = content.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise _wrong(key, value, f"a text of at most {most} characters is")
    return _visible(key, value)


def _visible(field: str, text: str) -> str:
    """The text, unless it holds a character that a screen or a terminal would obey instead of show."""
    bad = next((c for c in text if not (c.isprintable() or c == "\n")), None)
    if bad is not None:
        raise _At(f"{field}: the control character U+{ord(bad):04X} is not accepted; plain text is")
    return text


def _texts(content: Mapping, key: str) -> list[str]:
    values = _list(content, key, "texts")
    seen: set[str] = set()
    for i, value in enumerate(values):
        if not isinstance(value, str) or not value.strip() or len(value) > 500:
            raise _wrong(f"{key}[{i}]", value, "the text of a measure, such as GIE, is")
        _visible(f"{key}[{i}]", value)
        if value in seen:
            raise _At(f"{key}[{i}]: {quoted(value)} is named twice; name it once")
        seen.add(value)
    return values


def _named(field: str, check: Callable[[Any], Any], value: Any) -> Any:
    """The value as `check` gives it back; its complaint with the field in front."""
    try:
        return check(value)
    except HierarchyError as error:
        raise _At(f"{field}: {error}") from None


def _count(field: str, known: set[str], names: Iterable[str], most: int | None) -> None:
    """Adds names to those that are known; a sentence says which is one too many."""
    for name in names:
        known.add(name)
        if most is not None and len(known) > most:
            raise _At(f"{field}: {one_too_many(name, most, OPENED)}")


def _hierarchy(content: Mapping, most: int | None) -> Hierarchy:
    edges = _list(content, "edges", "[parent, child] pairs")
    read: list[tuple] = []
    where: dict[tuple[str, str], int] = {}
    known: set[str] = set()
    for i, edge in enumerate(edges):
        field = f"edges[{i}]"
        if not isinstance(edge, list) or len(edge) not in (2, 3):
            raise _wrong(field, edge, "[parent, child] or [parent, child, weight] is")
        parent, child = (_named(field, check_name, name) for name in edge[:2])
        if (parent, child) in where:
            raise _At(
                f"{field}: the edge {quoted(parent)} > {quoted(child)} stands at edges[{where[parent, child]}]; "
                "give it once"
            )
        where[parent, child] = i
        _count(field, known, (parent, child), most)
        weight = (_named(field, check_weight, edge[2]),) if len(edge) == 3 else ()
        read.append((parent, child, *weight))
    classes = _list(content, "classes", "class names")
    seen: set[str] = set()
    for i, name in enumerate(classes):
        _named(f"classes[{i}]", check_name, name)
        if name in seen:
            raise _At(f"classes[{i}]: class {quoted(name)} is named twice; name it once")
        seen.add(name)
        _count(f"classes[{i}]", known, (name,), most)
    try:
        return Hierarchy.from_edges(read, classes)
    except HierarchyError as error:
        field = f"edges[{where[error.edge]}]" if error.edge in where else "edges"
        raise _At(f"{field}: {error}") from None


def _classes(content: Mapping, key: str, hierarchy: Hierarchy) -> list[str]:
    names = _list(content, key, "class names")
    seen: set[str] = set()
    for i, name in enumerate(names):
        if not isinstance(name, str):
            raise _wrong(f"{key}[{i}]", name, "the name of a class is")
        if name not in hierarchy:
            raise _At(f"{key}[{i}]: class {quoted(name)} is not in the hierarchy{suggestion(name, hierarchy.classes)}")
        if name in seen:
            raise _At(f"{key}[{i}]: class {quoted(name)} is named twice; name it once")
        seen.add(name)
    return names


def _published(content: Mapping):
    values = content.get("published", {})
    if not isinstance(values, Mapping):
        raise _wrong("published", values, "an object of measure texts and printed values is")
    for measure, value in values.items():
        field = f"published.{quoted(measure)[1:-1]}"
        _visible(field, measure)
        entry = value if isinstance(value, Mapping) else {"printed": value}
        for key in entry:
            if key not in ("printed", "because"):
                raise _At(f"{field}: the key {quoted(key)} is not known; known are printed, because")
        for key in ("printed", "because"):
            text = entry.get(key, "" if key == "because" else None)
            if not isinstance(text, str) or len(text) > LONGEST_TEXT or (not text and key == "printed"):
                raise _wrong(f"{field}.{key}", text, 'a text, such as "0.66", is')
            _visible(f"{field}.{key}", text)
        yield measure, Published(entry["printed"], entry.get("because", ""))


def _positions(content: Mapping, hierarchy: Hierarchy):
    values = content.get("positions", {})
    if not isinstance(values, Mapping):
        raise _wrong("positions", values, "an object of classes and [x, y] is")
    for name, point in values.items():
        if name not in hierarchy:
            raise _At(f"positions: class {quoted(name)} is not in the hierarchy{suggestion(name, hierarchy.classes)}")
        if (
            not isinstance(point, list)
            or len(point) != 2
            or not all(isinstance(x, Decimal) and abs(x) <= 100_000 for x in point)
        ):
            raise _wrong(f"positions.{quoted(name)[1:-1]}", point, "[x, y] with numbers from -100000 to 100000 is")
        yield name, float(point[0]), float(point[1])


def decimal_text(weight: Fraction) -> str:
    """An exact weight as JSON: a number where its decimal ends soon, else the text p/q."""
    rest = weight.denominator
    places = 0
    while rest % 10 == 0 or rest % 5 == 0 or rest % 2 == 0:
        rest //= 10 if rest % 10 == 0 else 5 if rest % 5 == 0 else 2
        places += 1
    if rest != 1:
        return json.dumps(str(weight))
    whole = weight * 10**places
    digits = str(int(whole)).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".") if places else digits
    return text if len(text) <= LONGEST_NUMBER else json.dumps(str(weight))


def _shortest(coordinate: float) -> str:
    """The shortest number that is read back as this one."""
    return repr(int(coordinate) if coordinate == int(coordinate) else coordinate)


def write_case(draft: Draft) -> str:
    """The case file of a draft, one edge a line; reading it gives the same draft back."""

    def text(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    h = draft.hierarchy
    fields: list[tuple[str, str]] = [("hierview", str(VERSION))]
    fields += [(key, text(getattr(draft, key))) for key in ("name", "source", "note") if getattr(draft, key)]
    rows = [
        f"[{text(parent)}, {text(child)}" + (f", {decimal_text(w)}]" if w != 1 else "]")
        for (parent, child), w in h.weights.items()
    ]
    fields.append(("edges", "[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else "[]"))
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
        fields.append(("published", "{\n    " + ",\n    ".join(rows) + "\n  }"))
    if draft.positions:
        rows = [f"{text(c)}: [{_shortest(x)}, {_shortest(y)}]" for c, x, y in draft.positions]
        fields.append(("positions", "{\n    " + ",\n    ".join(rows) + "\n  }"))
    fields += draft.extra.texts()
    return "{\n" + ",\n".join(f"  {text(key)}: {value}" for key, value in fields) + "\n}\n"
