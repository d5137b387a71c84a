"""A number as it was printed: its digits, and the values that print so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import floor

from ...answers.counting import LOWER, OF_PAIRS, PRF, QUANTITIES
from ...errors import StudyError, quoted
from ...languages import N_

MOST_DIGITS = 15
ROUNDED, TRUNCATED, COMPLEMENT = "rounded", "truncated", "complement"
PRINTS = {
    ROUNDED: "",
    TRUNCATED: N_("the digits cut off, not rounded"),
    COMPLEMENT: N_("printed as an error, one minus the value"),
}
_NEAR = 1e-9  # of the last digit, for sums of floats
_NUMBER = re.compile(r"(\d{0,9})(?:[.,](\d{1,15}))?\s*(%?)")
_BY_WORD = (
    (r"f-?2|f2", ("F2",)),
    (r"f-?0[.,]5", ("F0.5",)),
    (r"jaccard", ("Jaccard",)),
    (r"hamming", ("Hamming",)),
    (r"sdl|symmetric", ("SDL",)),
    (r"distance|severity|edges|tie", ("edges", "LCA height")),
    (r"wup|wu", ("Wu-Palmer",)),
    (r"acc|exact|match", ("exact", "Jaccard", "P", "1 - LCA height")),
    (r"prec|p$|^e?bp$|^m[ai]p$", ("P",)),
    (r"rec|r$", ("R",)),
    (r"f", ("F", "penalised F")),
)


@dataclass(frozen=True)
class PrintedNumber:
    """A number as a paper or tool printed it, with its name if one stood before it."""

    text: str
    """The number as it was given."""
    units: int
    """Its digits as a whole number."""
    digits: int
    """Number of its decimals."""
    percent: bool = False
    """Whether it is said to be per cent."""
    name: str = ""
    """Name of the number; "" where nothing is said."""

    @property
    def number(self) -> float:
        """The value as it stands there."""
        return float(self.units / 10**self.digits / (100 if self.percent else 1))

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantities that its name may mean; none where it has no name."""
        if self.name in QUANTITIES:
            return (self.name,)
        name = re.sub(r"level \d+", "", self.name.lower()).strip()
        return next((found for pattern, found in _BY_WORD if name and re.search(pattern, name)), ())

    @property
    def level(self) -> int:
        """The level that its name says; 0 for none."""
        match = re.search(r"level (\d{1,3})", self.name.lower())
        return int(match[1]) if match else 0

    def printing_ways(self, value: float, quantity: str) -> Iterator[str]:
        """The ways of printing by which a value becomes this number, the most usual first."""
        share = quantity not in LOWER and quantity not in OF_PAIRS
        scales = [100.0] if self.percent else [1.0, 100.0] if self.units > 10**self.digits and share else [1.0]
        for scale in scales:
            scaled = value * scale * 10**self.digits
            if abs(scaled - self.units) <= 0.5 + _NEAR:
                yield ROUNDED
            if floor(scaled + _NEAR) == self.units:
                yield TRUNCATED
            if share and not self.name and abs((1 - value) * scale * 10**self.digits - self.units) <= 0.5 + _NEAR:
                yield COMPLEMENT


def parse_printed_number(text: str) -> PrintedNumber:
    """The number that a text gives, such as "0.615", ".615", "61.5 %" or "hF=0.615".

    Raises StudyError with what is accepted.

    >>> parse_printed_number("hF = 61.5 %").number, parse_printed_number("hF = 61.5 %").quantities
    (0.615, ('F', 'penalised F'))
    """
    name, sign, number = text.rpartition("=")
    match = _NUMBER.fullmatch(number.strip())
    if match is None or not (match[1] or match[2]) or len(text) > 100:
        raise StudyError(f"{quoted(text)} is no printed number; one such as 0.615, .615, 61.5 or 61.5 % is")
    whole, decimals = match[1], match[2] or ""
    found = PrintedNumber(number.strip(), int(f"{whole}{decimals}"), len(decimals), bool(match[3]), name.strip())
    if sign and not (found.quantities or found.level):
        known = ", ".join(("hP", "hR", "hF", "accuracy", "level 2", *QUANTITIES[len(PRF) :]))
        raise StudyError(f"{quoted(name.strip())} names no number that is known; {known} do")
    return found
