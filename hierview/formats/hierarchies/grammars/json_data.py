"""JSON: nested objects with children, objects of lists, nodes with links, rows, paths; and JSON lines of these."""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from ....errors import CaseError
from ...typed.lines import at_line
from ..asked import Asked, Taken
from ..builder import Builder
from ..source import Shape, Source
from .json_values import read_value

_LARGEST = 100_000_000
_START = re.compile(r"[{\[]\s*([\"{\[}\]]|-?\d|//|/\*)")


def detects(source: Source) -> float:
    """Surely where a text begins as an object or a list does."""
    return 0.97 if _START.match(source.head) else 0.0


def read(source: Source, asked: Asked, builder: Builder) -> Taken:
    """Add the classes and edges of whatever the values are; of rows the table that they make is handed on."""
    values = _values(source, builder)
    table = read_value(values[0] if len(values) == 1 else values, builder, asked)
    return Taken(table=table)


def _values(source: Source, builder: Builder) -> list[Any]:
    """The value of a text, or the values of its lines. Raises CaseError with the line."""
    if len(source.text) > _LARGEST:
        raise CaseError(f"{builder.origin}: {len(source.text):,} characters are too many; {_LARGEST:,} are accepted")
    try:
        return [_loads(source.text)]
    except json.JSONDecodeError as error:
        if error.lineno < 2 and "Extra data" not in error.msg:
            raise at_line(builder.origin, error.lineno, f"this is not JSON ({error.msg})") from None
        whole = error
    except (RecursionError, ValueError):
        raise CaseError(f"{builder.origin}: the values are nested too deeply, or a number is too long") from None
    values = []
    for i, line in enumerate(source.text.split("\n"), 1):
        if line.strip():
            try:
                values.append(_loads(line))
            except (RecursionError, ValueError):
                if i < 3:
                    raise at_line(builder.origin, whole.lineno, f"this is not JSON ({whole.msg})") from None
                raise at_line(builder.origin, i, "this is no line of JSON") from None
    return values


def _loads(text: str) -> Any:
    return json.loads(text, parse_float=_decimal)


def _decimal(text: str) -> Decimal | str:
    """A number as it is written; one with an exponent beyond all bounds as a text."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


SHAPE = Shape("json", "JSON", detects, read, _LARGEST, endings=(".json", ".jsonl", ".ndjson"))
