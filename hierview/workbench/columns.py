"""Formulas over columns of numbers that have any names, such as `A.hF - B.hF`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isnan, nan

from ..errors import MeasureError, quoted, suggestion
from .expression import Number, Undefined, read_expression

_FIRST = 0x4E00  # of the letters that stand for names while a formula is read


def by_formula(text: str, columns: Mapping[str, Sequence[float]]) -> tuple[list[float], tuple[str, ...]]:
    """The value of a formula in each row of the columns, NaN where undefined, and the names that stand in it.

    Raises MeasureError: the place, and what is accepted.

    >>> by_formula("A.hF - B.hF", {"A.hF": [1.0, 0.5], "B.hF": [0.25, float("nan")], "C.hF": [0, 0]})
    ([0.75, nan], ('A.hF', 'B.hF'))
    """
    stand_in = {name: chr(_FIRST + i) + "_" * (len(name) - 1) for i, name in enumerate(columns)}
    longest = sorted(filter(None, columns), key=len, reverse=True)
    found = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    plain = found.sub(lambda match: stand_in[match[0]], text)
    if unknown := re.search(r"[^\W\d][\w-]*\.[^\W\d]\w*", plain):
        raise MeasureError(
            f"formula {quoted(text, 80)}, character {unknown.start() + 1}: {quoted(unknown[0])} is not known"
            f"{suggestion(unknown[0], columns)}; known are {_some(columns)}"
        )
    try:
        formula = read_expression(plain, tuple(stand_in.values()))
    except MeasureError as error:
        raise MeasureError(_named(str(error), stand_in, columns)) from None
    names = tuple(name for name in columns if stand_in[name] in formula.names)
    known: dict[tuple[float, ...], float] = {}

    def value(row: tuple[float, ...]) -> float:
        if any(map(isnan, row)):
            return nan
        given: dict[str, Number] = {stand_in[name]: float(x) for name, x in zip(names, row, strict=True)}
        try:
            return float(formula.value(given))
        except Undefined:
            return nan

    rows = zip(*(columns[name] for name in names), strict=True) if names else [()] * len(next(iter(columns.values())))
    values = []
    for row in rows:
        if row not in known:
            known[row] = value(row)
        values.append(known[row])
    return values, names


def _some(names: Mapping[str, object]) -> str:
    listed = list(names)
    return ", ".join(listed[:12]) + (f" and {len(listed) - 12:,} more" if len(listed) > 12 else "")


def _named(told: str, stand_in: Mapping[str, str], columns: Mapping[str, object]) -> str:
    """A message with the names as they were typed, and not too many of them."""
    told = told.replace(", ".join(stand_in.values()), _some(columns))
    for name, letters in sorted(stand_in.items(), key=lambda pair: -len(pair[1])):
        told = told.replace(letters, name)
    return told
