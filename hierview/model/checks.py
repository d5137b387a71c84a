"""Checks of what may name a class, and of what an edge may weigh."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from math import lcm

from ..errors import HierarchyError, quoted

LONGEST_NAME = 200
_MOST_SCALE = 2**64 - 1

# Bidirectional overrides make a name read as another one; the marks that scripts need stay allowed.
# U+FFFE and U+FFFF may stand in no XML, and so in no SVG.
_UNFIT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff")

# A decimal or a fraction. Exponents stay short: Fraction multiplies them out, and 1e99999999 takes minutes.
_NUMERAL = re.compile(r"-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?|-?\d+/\d+", re.ASCII | re.IGNORECASE)


def check_name(name: object) -> str:
    """`name` if it may name a class, else a HierarchyError that says what is accepted."""
    # Nearly all names: what is printable holds no control character, and what is not all space something visible.
    if isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_NAME and name.strip():
        return name
    if not isinstance(name, str):
        raise HierarchyError(f"a class name must be text, not {quoted(name)}")
    if not name.strip():
        raise HierarchyError("a class name is empty; give every class a visible name")
    if len(name) > LONGEST_NAME:
        raise HierarchyError(
            f"class name {quoted(name, 30)} has {len(name)} characters; at most {LONGEST_NAME} are accepted"
        )
    for character in name:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _UNFIT:
            raise HierarchyError(
                f"class name {quoted(name)} holds the control character U+{ord(character):04X}; "
                "names are plain text on one line"
            )
    if not any(character.isprintable() and not character.isspace() for character in name):
        raise HierarchyError(f"class name {quoted(name)} holds no visible character")
    return name


def check_weight(weight: object) -> Fraction:
    """An edge's weight as an exact fraction > 0; text is read as a decimal."""
    try:
        # A float is read as it prints: 0.1 is one tenth, not its binary neighbour.
        text = str(weight)
        value = Fraction(text) if len(text) <= 40 and _NUMERAL.fullmatch(text) else None
    except (ValueError, ZeroDivisionError):
        value = None
    if value is None or value <= 0 or value.numerator > 10**15 or value.denominator > 10**15:
        raise HierarchyError(
            f"edge weight {quoted(weight)} is not accepted; a decimal number above 0, such as 0.75, is"
        )
    return value


def common_denominator(known: int, weight: Fraction) -> int:
    """The least common multiple of a known denominator and a weight's.

    Every length is counted in its units, so beyond 64 bits it is a HierarchyError.
    """
    common = lcm(known, weight.denominator)
    if common > _MOST_SCALE:
        raise HierarchyError(
            f"edge weight {quoted(weight)} has no common denominator of at most 64 bits with the weights before it; "
            "decimals of at most 15 places are accepted, or fractions with few different denominators"
        )
    return common
