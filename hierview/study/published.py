"""Studies as papers printed them: values of systems without the instances, and what follows from them.

Kosmopoulos et al. 2015, Tables 15–30; Kosmopoulos 2015 (thesis), Tables 4.3–5.9; Riehl et al. 2023, Tables IV and V;
Sun, Lim & Ng 2003, Tables 2–11. A printed number is compared with what follows from the others, and where it does not
follow, that has its reason.

>>> found = published("k15/15")
>>> found.ranking("LCaF")["system"].tolist()[:3]
['B', 'A', 'C']
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..answers.answers import agrees
from ..errors import StudyError, quoted, suggestion
from ..measures.confusion.paths import CELLS
from ..measures.confusion.reports import derived
from ..resources import place
from .frames import frame_of
from .published_classes import class_cells
from .results.statistics import kendall
from .scoring.ratios import Floats

if TYPE_CHECKING:
    import pandas as pd

NO_INSTANCES = (
    "The instances are not published, only the systems' values: differences have no intervals, and the sign test, by "
    "which systems share a place, cannot be done again."
)
RATES = ("ACC", "PPV", "TPR", "F1", "MCC")
_COLUMNS = ["what", "system", "row", "column", "printed", "ours", "agrees", "because"]


@dataclass(frozen=True)
class PrintedCell:
    """A printed number beside what follows from other printed ones.

    what: its kind.  ours: NaN where nothing follows.  because: why it does not follow as printed, or "".
    """

    what: str
    system: str
    row: str
    column: str
    printed: str
    ours: float
    because: str = ""

    @property
    def agrees(self) -> bool:
        """Whether ours, rounded or cut to the digits that are printed, is what is printed."""
        return agrees(self.printed, self.ours)


@dataclass(frozen=True)
class PublishedStudy:
    """A study without instances: systems × measures, as a paper printed them.

    name: such as "k15/15".  title: the data.  source: the paper and its tables.  content: all that is stored.
    """

    name: str
    title: str
    source: str
    content: dict[str, Any]

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures; those of hierview are their texts."""
        return tuple(self.content["measures"])

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(self.content["systems"])

    @property
    def frame(self) -> pd.DataFrame:
        """The printed values: a row for each system, a column for each measure."""
        rows = [[float(value) for value in row] for row in self.content["systems"].values()]
        return frame_of(rows, index=list(self.systems), columns=list(self.measures))

    def higher(self, measure: str) -> bool:
        """Whether a higher value of a measure is better. Raises StudyError for one that is not printed."""
        if measure not in self.measures:
            near = suggestion(measure, self.measures)
            raise StudyError(f"{quoted(measure)} is not printed{near}; {', '.join(self.measures)} are")
        return str(self.content["measures"][measure]) == "higher"

    def ranking(self, measure: str) -> pd.DataFrame:
        """The systems from the best to the worst: value, place by the values, printed place (NaN: none), and a remark.

        The remark says why a printed place is not that of the value: the systems shared a place, as the sign test over
        instances found no difference, which cannot be done again; or the place stands against the values.
        """
        column = (1 if self.higher(measure) else -1) * self.frame[measure].to_numpy()
        printed = self.content.get("places", {}).get(measure, [None] * len(column))
        ranked = [i for i, p in enumerate(printed) if p is not None] or list(range(len(column)))
        stored = {r["places"]: r["because"] for r in self._reasons if "places" in r}
        rows = []
        for i in sorted(range(len(column)), key=lambda i: (-column[i], printed[i] or 0)):
            own = 1 + int(sum(column[j] > column[i] for j in ranked))
            remark = "" if printed[i] in (None, own) else self._remark(i, column, printed, ranked)
            rows.append(
                {
                    "system": self.systems[i],
                    "value": abs(float(column[i])) if column[i] else 0.0,
                    "place": own,
                    "printed place": np.nan if printed[i] is None else printed[i],
                    "because": stored.get(measure, remark) if remark else "",
                }
            )
        return frame_of(rows)

    def _remark(self, i: int, column: Floats, printed: Sequence[Any], ranked: Sequence[int]) -> str:
        """Why a printed place is not that of the value."""

        def names(others: Iterable[int]) -> str:
            return ", ".join(self.systems[j] for j in others)

        against = [j for j in ranked if (column[j] - column[i]) * (printed[i] - printed[j]) < 0]
        if against:
            return f"The printed place stands against the values of {names(against)}."
        if same_place := [j for j in ranked if j != i and printed[j] == printed[i]]:
            return f"Shared with {names(same_place)}: by the sign test, which needs the instances."
        if same := [j for j in ranked if j != i and column[j] == column[i]]:
            return f"As printed it is equal to {names(same)}; more digits than are printed part them."
        return "Places are counted on after a shared one."

    def kendall(self) -> pd.DataFrame:
        """Kendall's τ-b between every two measures, of the printed values, errors turned."""
        taus = [[kendall(a, b) for b in self._turned.values()] for a in self._turned.values()]
        return frame_of(taus, index=list(self.measures), columns=list(self.measures))

    @cached_property
    def _turned(self) -> dict[str, Floats]:
        """The printed values, higher better."""
        return {m: (1 if self.higher(m) else -1) * self.frame[m].to_numpy() for m in self.measures}

    @property
    def cells(self) -> pd.DataFrame:
        """Every printed number that others should give: printed, ours, whether they agree, and a reason.

        Between measures τ; of the thesis F of precision and recall; of R23 the rates of the counts; of S03 the
        shares of each class and their averages, the blocking factors, the average similarity and the numbers of test
        instances.
        """
        cells = [*self._kendall_cells(), *self._harmonic_cells(), *self._rate_cells()]
        if "counts" in self.content:
            cells += [PrintedCell(*entry) for entry in class_cells(self.content)]
        rows = [(c.what, c.system, c.row, c.column, c.printed, c.ours, c.agrees, c.because) for c in cells]
        return frame_of(rows, columns=_COLUMNS)

    @property
    def _reasons(self) -> list[dict[str, Any]]:
        return list(self.content.get("reasons", ()))

    def _kendall_cells(self) -> list[PrintedCell]:
        because = {frozenset(pair): r["because"] for r in self._reasons for pair in r.get("cells", ())}
        return [
            PrintedCell(
                "τ", "", a, b, printed, kendall(self._turned[a], self._turned[b]), because.get(frozenset((a, b)), "")
            )
            for a, b, printed in self.content.get("kendall", ())
        ]

    def _harmonic_cells(self) -> list[PrintedCell]:
        """The F that are harmonic means of printed precisions and recalls."""
        because = {tuple(cell): r["because"] for r in self._reasons for cell in r.get("harmonic", ())}
        cells = []
        for f, p, r in self.content.get("harmonic", ()):
            for system, values in self.content["systems"].items():
                row = dict(zip(self.measures, values, strict=True))
                ours = _harmonic(float(row[p]), float(row[r]))
                why = (
                    "" if agrees(row[f], ours) else because.get((system, f), "") or _by_rounding(row[f], row[p], row[r])
                )
                cells.append(PrintedCell("F", system, system, f, row[f], ours, why))
        return cells

    def _rate_cells(self) -> list[PrintedCell]:
        """The rates of R23, in percent, from the printed counts."""
        if not set(CELLS) <= set(self.measures):
            return []
        cells = []
        for system, values in self.content["systems"].items():
            row = dict(zip(self.measures, values, strict=True))
            counts = {cell: int(row[cell]) for cell in CELLS}
            for rate in RATES:
                value = derived(rate, counts)
                cells.append(
                    PrintedCell("rate", system, system, rate, row[rate], np.nan if value is None else 100 * value)
                )
        return cells


def _harmonic(p: float, r: float) -> float:
    return 2 * p * r / (p + r) if p + r else 0.0


def _by_rounding(f: str, p: str, r: str) -> str:
    """The remark that a printed F is that of numbers that are rounded to the printed ones; "" where it is not."""
    half = 0.5 / 10 ** len(p.partition(".")[2])
    low, high = (_harmonic(float(p) + sign * half, float(r) + sign * half) for sign in (-1, 1))
    fits = low <= float(f) + half and float(f) - half <= high
    return (
        f"It follows within rounding: precision and recall as printed stand for {low:.4g} to {high:.4g}."
        if fits
        else ""
    )


def _folder() -> Path:
    return place("cases") / "studies"


def published_studies() -> dict[str, str]:
    """The names of the published studies, each with its data and source."""
    studies = {name: published(name) for name in _names()}
    return {name: f"{study.title} ({study.source})" for name, study in studies.items()}


def _names() -> list[str]:
    return sorted(json.loads(path.read_text(encoding="utf-8"))["study"] for path in _folder().glob("*.json"))


def published(name: str) -> PublishedStudy:
    """A published study by its name, such as "k15/15", "r23/IV" or "s03/a". Raises StudyError for another one."""
    for path in sorted(_folder().glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["study"].lower() == name.lower():
            return PublishedStudy(content["study"], content["title"], content["source"], content)
    names = _names()
    raise StudyError(f"{quoted(name)} is no published study{suggestion(name, names)}; there are {', '.join(names)}")
