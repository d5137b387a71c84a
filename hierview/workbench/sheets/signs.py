"""Behaviour sheet of a measure: a sign for each property, and the evidence behind it.

A sign is computed: + nothing tried went against the claim, and all that belongs to the row was tried; (+) nothing
did, but not all was tried, or the measure failed on some; − a case does, and the smallest is kept; * cases do, but
none once they were altered as the property says, or (*) with the same reservation; ? nothing could be tried; stopped:
the measure used up what it may before the row was decided. No sign depends on a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...measures import Measure
from ...measures.telling import count_words
from ...own.foreign import Failure
from .properties import Property, Trial, bounds_in_words

Sign = Literal["+", "(+)", "−", "*", "(*)", "?", "stopped"]
SIGNS: dict[Sign, str] = {
    "+": "+ holds wherever it was tried.",
    "(+)": "(+) holds as far as it was tried; more belongs to that row, or the measure failed on part of it.",
    "−": "− fails; the number is of classes of the smallest counterexample.",
    "*": "* fails as it is, holds after the long-distance step.",
    "(*)": "(*) the same, as far as it was tried.",
    "?": "? could not be tried.",
    "stopped": "stopped: the measure was ended before that row was decided.",
}


@dataclass(frozen=True)
class Evidence:
    """A trial of the property `key` with what the measure says of each of its cases."""

    key: str
    """Key of the property."""
    trial: Trial
    """The cases of the trial."""
    roles: tuple[str, ...]
    """Role of each of these cases."""
    values: tuple[float | None, ...]
    """Value of the measure on each case; None where undefined."""
    explanation: str
    """Numbers that go against the claim, in words."""

    @property
    def class_count(self) -> int:
        """The classes of its largest hierarchy."""
        return max(len(case.hierarchy) for case in self.trial)


@dataclass(frozen=True)
class PropertyRow:
    """One row of a behaviour sheet: a property, its sign, and the evidence for it."""

    rule: Property
    """The property."""
    sign: Sign
    """The sign."""
    whole: bool
    """Whether all that belongs to the row was tried, and gave a value."""
    tried: int
    """Number of trials that were decided."""
    undefined: int
    """Number of trials that could not be decided, a value being undefined."""
    failed: int
    """Number of these, or after the repair, in which the measure failed."""
    hierarchies: int
    """Number of hierarchies that were tried."""
    reached: tuple[tuple[str, int], ...]
    """Each kind of hierarchy, with the size up to which all were tried."""
    beyond: int
    """Number of random trials, on larger hierarchies with one root."""
    evidence: Evidence | None = None
    """The smallest trial against it; None where there is none."""
    repaired: int = 0
    """Number of trials that held after the repair."""

    @property
    def reach_text(self) -> str:
        """On which hierarchies all was tried, and in how many trials the measure failed: `trees ≤ 5; failed in 3`."""
        sizes_in_words = ", ".join(f"{kind} ≤ {size}" for kind, size in self.reached) or "none exhaustively"
        return sizes_in_words + (f"; failed in {self.failed:,}" if self.failed else "")

    @property
    def sentence(self) -> str:
        """The evidence behind the sign, in one or a few sentences."""
        on = count_words(self.hierarchies, "hierarchy", "hierarchies")
        tried = f"{self.tried:,} trial{'s' * (self.tried != 1)} on {on}"
        far = f"{self.reach_text}, {self.rule.bases.per_side}"
        short = "" if self.whole or self.failed else " More belongs to this row and was not tried."
        if self.sign == "?":
            return "Nothing could be tried: no hierarchy was large enough, or the measure gave no value."
        if self.sign == "stopped":
            return f"The measure was stopped before this was decided, after {tried} ({far})."
        if self.evidence is None:
            more = f", {self.beyond:,} of them random ones on larger hierarchies" if self.beyond else ""
            return f"Held in {tried} ({far}){more}.{short}"
        smallest = f"Fails on {count_words(self.evidence.class_count)}: {self.evidence.explanation}."
        if self.sign in ("*", "(*)"):
            smallest += f" With the long-distance step it holds in all {self.repaired:,} trials.{short}"
        return smallest


@dataclass(frozen=True)
class Sheet:
    """The properties of one measure: all of them once it is `finished`, before that those that are decided."""

    measure: Measure
    """The measure."""
    rows: tuple[PropertyRow, ...]
    """The properties that are decided."""
    failures: tuple[Failure, ...] = ()
    """The cases on which the measure gave no usable value, the first few."""
    failed: int = 0
    """Number of cases on which the measure gave no usable value."""
    notes: tuple[str, ...] = ()
    """Sentences on what its author left to be assumed, and why not all was tried."""
    finished: bool = True
    """Whether all properties are decided."""
    seed: int = 1
    """Seed of the random hierarchies."""

    @property
    def direction_text(self) -> str:
        """Which way is better, and the bounds of a function: `lower is better, bounds 0 to ∞`."""
        bounds = getattr(self.measure, "least_most", None)
        return f"{self.measure.better()} is better" + (f", bounds {bounds_in_words(*bounds)}" if bounds else "")

    @property
    def complete(self) -> bool:
        """Whether nothing that belongs to a row was left out."""
        return self.finished and all(row.whole or row.sign == "−" for row in self.rows)

    def find(self, key: str) -> PropertyRow | None:
        """The row of a property, None while it is not decided."""
        return next((row for row in self.rows if row.rule.key == key), None)

    @property
    def signs(self) -> dict[str, Sign]:
        """{property: sign}."""
        return {row.rule.key: row.sign for row in self.rows}
