"""Behaviour sheet of a measure: a sign for each property, and the evidence behind it.

A sign is computed: + nothing tried went against the claim, and all that belongs to the row was tried; (+) nothing
did, but not all was tried; − a case does, and the smallest is kept; * cases do, but none once they were altered as
the property says, or (*) where not all was tried; ? nothing could be tried; stopped: the measure used up what it
may before the row was decided. No sign depends on a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..measures import Measure
from ..measures.foreign import Failure
from .properties import Property, Trial

Sign = Literal["+", "(+)", "−", "*", "(*)", "?", "stopped"]


@dataclass(frozen=True)
class Evidence:
    """A trial of the property `key` with what the measure says of each of its cases.

    explanation: what goes against the claim, in numbers.
    """

    key: str
    trial: Trial
    roles: tuple[str, ...]
    values: tuple[float | None, ...]
    explanation: str

    @property
    def classes(self) -> int:
        """The classes of its largest hierarchy."""
        return max(len(case.hierarchy) for case in self.trial)


@dataclass(frozen=True)
class PropertyRow:
    """One property of the sheet.

    whole: whether all that belongs to it was tried.  tried: how many trials were decided.  undefined: how many
    could not be, a value being undefined.  hierarchies: on how many hierarchies.  trees, dags: up to which size all
    were tried, 0: none.  beyond: how many of the trials were random, on larger hierarchies.
    """

    rule: Property
    sign: Sign
    whole: bool
    tried: int
    undefined: int
    hierarchies: int
    trees: int
    dags: int
    beyond: int
    evidence: Evidence | None = None
    repaired: int = 0  # how many trials held after the repair

    @property
    def per_side(self) -> str:
        """How many classes a side has in the cases of this row, in words."""
        return self.rule.bases.per_side

    @property
    def reach(self) -> str:
        """On which hierarchies it was tried without a gap: `trees ≤ 5, DAGs ≤ 4`."""
        word = "chains" if self.rule.bases.chains else "trees"
        told = [f"{word} ≤ {self.trees}"] * bool(self.trees) + [f"DAGs ≤ {self.dags}"] * bool(self.dags)
        return ", ".join(told) or "none exhaustively"

    @property
    def sentence(self) -> str:
        """Evidence behind the sign, in one or a few sentences."""
        tried = f"{self.tried:,} trial{'s' * (self.tried != 1)} on {self.hierarchies:,} hierarchies"
        far = f"{self.reach}, {self.per_side}"
        if self.sign == "?":
            return "Nothing could be tried: no hierarchy was large enough, or the measure gave no value."
        if self.sign == "stopped":
            return f"The measure was stopped before this was decided, after {tried} ({far})."
        if self.evidence is None:
            more = f", {self.beyond:,} of them random ones on larger hierarchies" if self.beyond else ""
            short = "" if self.whole else " More belongs to this row and was not tried."
            return f"Held in {tried} ({far}){more}.{short}"
        smallest = f"Fails on {self.evidence.classes} classes: {self.evidence.explanation}."
        if self.sign in ("*", "(*)"):
            smallest += f" After the step it held in {self.repaired:,} trials."
            smallest += "" if self.whole else " More belongs to this row and was not tried."
        return smallest


@dataclass(frozen=True)
class Sheet:
    """The properties of one measure: all of them once it is `finished`, before that those that are decided.

    failures: the cases on which the measure gave no usable value, the first few.  failed: how many there were.
    """

    measure: Measure
    rows: tuple[PropertyRow, ...]
    failures: tuple[Failure, ...] = ()
    failed: int = 0
    notes: tuple[str, ...] = ()
    finished: bool = True

    @property
    def complete(self) -> bool:
        """Whether nothing that belongs to a row was left out."""
        return self.finished and all(row.whole or row.sign == "−" for row in self.rows)

    def row(self, key: str) -> PropertyRow:
        """The row of a property that is decided; `find` also takes one that is not."""
        return next(row for row in self.rows if row.rule.key == key)

    def find(self, key: str) -> PropertyRow | None:
        """The row of a property, None while it is not decided."""
        return next((row for row in self.rows if row.rule.key == key), None)

    @property
    def signs(self) -> dict[str, Sign]:
        """{property: sign}."""
        return {row.rule.key: row.sign for row in self.rows}
