"""Guesses at a number: how one is read as somebody types it, and whether it is right."""

from __future__ import annotations

import re
from fractions import Fraction

from ..errors import LessonError, quoted
from ..languages import _

AS_SHOWN = 0.005  # how far a number may be off that is given to two digits


def typed_number(text: str) -> Fraction | None:
    """A number as somebody types it: 0.6, 0,6, 3/5, 60 %; None where it says that the value is undefined.

    >>> typed_number("0,6") == typed_number("3/5") == typed_number("60 %")
    True
    """
    plain = text.strip().replace(",", ".").replace("−", "-").replace(" ", "")
    if plain.casefold() in ("-", "–", "undefined", "none"):
        return None
    if len(plain) <= 30 and (match := re.fullmatch(r"(-?\d+(?:\.\d*)?|-?\.\d+)(?:/(\d+(?:\.\d+)?))?(%?)", plain)):
        top, bottom, percent = match.groups()
        if Fraction(bottom or 1):
            return Fraction(top) / Fraction(bottom or 1) / (100 if percent else 1)
    raise LessonError(
        _("{given} is no number; write one such as 0.67 or 2/3, or – where it is undefined", given=quoted(text))
    )


def is_right(number: Fraction | None, value: Fraction | float | int | None, within: float = AS_SHOWN) -> bool:
    """Whether a number that was given is the value, as far as values are shown; None is an undefined one."""
    if number is None or value is None:
        return number is value
    return abs(float(number) - float(value)) <= within + 1e-9
