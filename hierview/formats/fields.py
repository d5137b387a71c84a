"""The fields of plain JSON, read strictly: an error names the field and the value, and what would be accepted."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from ..errors import HierviewError, quoted
from .source import decode_utf8

LONGEST_TEXT = 4_000
LONGEST_NUMBER = 40  # characters
DEEPEST = 12


class FieldError(HierviewError):
    """A mistake at a field of the file; the reader puts the file's name in front."""


def wrong_value(field: str, value: Any, accepted: str) -> FieldError:
    """The mistake that a value of a field is, with what would be accepted."""
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return FieldError(f"{field}: {quoted(value)} is not accepted; {accepted}")


def parse_json(data: bytes | str, largest: int) -> Any:
    """The JSON in a text: numbers as decimals, no key twice. A HierviewError says where it is something else."""
    if len(data) > largest:
        raise FieldError(f"{len(data):,} bytes are too many; a case file has at most {largest:,}")
    try:
        return json.loads(
            decode_utf8(data),
            object_pairs_hook=_reject_repeated_keys,
            parse_float=_parse_numeral,
            parse_int=_parse_numeral,
            parse_constant=_reject_constant,
        )
    except json.JSONDecodeError as error:
        raise FieldError(f"line {error.lineno}, column {error.colno}: this is not JSON ({error.msg})") from None
    except RecursionError:
        raise FieldError(f"the objects are nested too deeply; at most {DEEPEST} levels are accepted") from None


def _reject_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise FieldError(f"the key {quoted(key)} is given twice in one object; give it once")
        values[key] = value
    return values


def _parse_numeral(text: str) -> Decimal:
    # Numbers are decimal texts: 0.1 is one tenth. What no weight or position needs is refused early.
    try:
        value = Decimal(text) if len(text) <= LONGEST_NUMBER else None
    except InvalidOperation:
        value = None
    if value is None or not -20 <= value.adjusted() <= 20:
        raise FieldError(f"the number {quoted(text)} is not accepted; ordinary decimal numbers are")
    return value


def _reject_constant(text: str) -> Any:
    raise FieldError(f"{text} is not a number that a case file may hold; write a decimal number")


def nesting_depth(value: Any) -> int:
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


def as_parsed_json(value: Any) -> Any:
    """The content with the numbers of a dict from Python made like those of a file, so that both are read alike."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise FieldError(f"{value} is not a number that a case may hold; give a decimal number")
        return Decimal(repr(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise FieldError(f"the key {quoted(key)} is not accepted; a text is")
        return {k: as_parsed_json(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_parsed_json(v) for v in (sorted(value, key=str) if isinstance(value, set | frozenset) else value)]
    return value


def list_at(content: Mapping[str, Any], key: str, what: str) -> list[Any]:
    """The list at a key, empty where there is none."""
    value = content.get(key, [])
    if not isinstance(value, list):
        raise wrong_value(key, value, f"a list of {what} is")
    return value


def text_at(content: Mapping[str, Any], key: str, most: int = LONGEST_TEXT) -> str:
    """The text at a key, "" where there is none."""
    value = content.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise wrong_value(key, value, f"a text of at most {most} characters is")
    return check_visible(key, value)


def check_visible(field: str, text: str) -> str:
    """The text, unless it holds a character that a screen or a terminal would obey instead of show."""
    bad = next((c for c in text if not (c.isprintable() or c == "\n")), None)
    if bad is not None:
        raise FieldError(f"{field}: the control character U+{ord(bad):04X} is not accepted; plain text is")
    return text


def list_without_repeats(
    content: Mapping[str, Any], key: str, what: str, check: Callable[[str, Any], None], noun: str = ""
) -> list[Any]:
    """The list at a key, its values checked by their fields, none of them twice; noun: what each is, and a blank."""
    values = list_at(content, key, what)
    earlier: set[Any] = set()
    for i, value in enumerate(values):
        check(f"{key}[{i}]", value)
        if value in earlier:
            raise FieldError(f"{key}[{i}]: {noun}{quoted(value)} is named twice; name it once")
        earlier.add(value)
    return values


def check_measure_text(field: str, value: Any) -> None:
    """Check what should be the text of a measure."""
    if not isinstance(value, str) or not value.strip() or len(value) > 500:
        raise wrong_value(field, value, "the text of a measure, such as GIE, is")
    check_visible(field, value)
