"""Formulas over columns of numbers that have any names, such as `A.hF - B.hF`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import MeasureError, quoted, suggestion
from .arrays import Floats, is_condition, values_of
from .expression import read_expression

_FIRST = 0x4E00  # of the letters that stand for names while a formula is read


@dataclass(frozen=True)
class Evaluated:
    """A formula's value in each row of some columns. values: N, NaN where undefined.  names: those that stand in it.

    condition: whether it is true (1) or false (0), and not a number.
    """

    values: Floats
    names: tuple[str, ...]
    condition: bool = False


def by_formula(text: str, columns: Mapping[str, Sequence[float] | Floats]) -> Evaluated:
    """The value of a formula in each row of the columns; undefined where any value that stands in it is.

    Raises MeasureError: the place, and what is accepted.

    >>> found = by_formula("A.hF - B.hF", {"A.hF": [1.0, 0.5], "B.hF": [0.25, float("nan")], "C.hF": [0, 0]})
    >>> found.values.tolist(), found.names
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
    used = {stand_in[name]: np.asarray(columns[name], np.float64) for name in names}
    rows = len(next(iter(columns.values())))
    defined = np.all([~np.isnan(column) for column in used.values()], axis=0) if used else np.ones(rows, bool)
    values = np.full(rows, np.nan)
    values[defined] = values_of(
        formula.tree, {name: column[defined] for name, column in used.items()}, int(defined.sum())
    )
    return Evaluated(values, names, is_condition(formula.tree))


def _some(names: Mapping[str, object]) -> str:
    listed = list(names)
    return ", ".join(listed[:12]) + (f" and {len(listed) - 12:,} more" if len(listed) > 12 else "")


def _named(told: str, stand_in: Mapping[str, str], columns: Mapping[str, object]) -> str:
    """A message with the names as they were typed, and not too many of them."""
    told = told.replace(", ".join(stand_in.values()), _some(columns))
    for name, letters in sorted(stand_in.items(), key=lambda pair: -len(pair[1])):
        told = told.replace(letters, name)
    return told
