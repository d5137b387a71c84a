"""The fields of plain JSON, read strictly: an error names the field and the value, and what would be accepted."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from ..errors import HierviewError, quoted
from .source import decoded

LONGEST_TEXT = 4_000
LONGEST_NUMBER = 40  # characters
DEEPEST = 12


class At(HierviewError):
    """A mistake at a field of the file; the reader puts the file's name in front."""


def wrong(field: str, value: Any, accepted: str) -> At:
    """The mistake that a value of a field is, with what would be accepted."""
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return At(f"{field}: {quoted(value)} is not accepted; {accepted}")


def parsed(data: bytes | str, largest: int) -> Any:
    """The JSON in a text: numbers as decimals, no key twice. A HierviewError says where it is something else."""
    if len(data) > largest:
        raise At(f"{len(data):,} bytes are too many; a case file has at most {largest:,}")
    try:
        return json.loads(
            decoded(data),
            object_pairs_hook=_each_once,
            parse_float=_numeral,
            parse_int=_numeral,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        raise At(f"line {error.lineno}, column {error.colno}: this is not JSON ({error.msg})") from None
    except RecursionError:
        raise At(f"the objects are nested too deeply; at most {DEEPEST} levels are accepted") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise At(f"the key {quoted(key)} is given twice in one object; give it once")
        values[key] = value
    return values


def _numeral(text: str) -> Decimal:
    # Numbers are decimal texts: 0.1 is one tenth. What no weight or position needs is refused early.
    try:
        value = Decimal(text) if len(text) <= LONGEST_NUMBER else None
    except InvalidOperation:
        value = None
    if value is None or not -20 <= value.adjusted() <= 20:
        raise At(f"the number {quoted(text)} is not accepted; ordinary decimal numbers are")
    return value


def _no_constant(text: str) -> Any:
    raise At(f"{text} is not a number that a case file may hold; write a decimal number")


def nesting(value: Any) -> int:
    """Number of levels of objects and lists within each other, counted up to one more than are accepted."""
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


def as_from_file(value: Any) -> Any:
    """Numbers of a dict from Python made like those of a file, so that both are read alike."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise At(f"{value} is not a number that a case may hold; give a decimal number")
        return Decimal(repr(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise At(f"the key {quoted(key)} is not accepted; a text is")
        return {k: as_from_file(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_from_file(v) for v in (sorted(value, key=str) if isinstance(value, set | frozenset) else value)]
    return value


def list_of(content: Mapping[str, Any], key: str, what: str) -> list[Any]:
    """The list at a key, empty where there is none."""
    value = content.get(key, [])
    if not isinstance(value, list):
        raise wrong(key, value, f"a list of {what} is")
    return value


def text_at(content: Mapping[str, Any], key: str, most: int = LONGEST_TEXT) -> str:
    """The text at a key, "" where there is none."""
    value = content.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise wrong(key, value, f"a text of at most {most} characters is")
    return visible(key, value)


def visible(field: str, text: str) -> str:
    """The text, unless it holds a character that a screen or a terminal would obey instead of show."""
    bad = next((c for c in text if not (c.isprintable() or c == "\n")), None)
    if bad is not None:
        raise At(f"{field}: the control character U+{ord(bad):04X} is not accepted; plain text is")
    return text


def each_once(
    content: Mapping[str, Any], key: str, what: str, check: Callable[[str, Any], None], noun: str = ""
) -> list[Any]:
    """The list at a key, its values checked by their fields, none of them twice; noun: what each is, and a blank."""
    values = list_of(content, key, what)
    earlier: set[Any] = set()
    for i, value in enumerate(values):
        check(f"{key}[{i}]", value)
        if value in earlier:
            raise At(f"{key}[{i}]: {noun}{quoted(value)} is named twice; name it once")
        earlier.add(value)
    return values


def measure_text(field: str, value: Any) -> None:
    """Check what should be the text of a measure."""
    if not isinstance(value, str) or not value.strip() or len(value) > 500:
        raise wrong(field, value, "the text of a measure, such as GIE, is")
    visible(field, value)
