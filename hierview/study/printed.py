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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..answers.answers import agrees_with_printed
from ..errors import StudyError, quoted, suggestion
from ..measures.confusion.paths import CELLS
from ..measures.confusion.reports import derived_number
from ..measures.contributions.contributions import ContributionCounts, blocking_factor
from ..model.extra import Extra
from ..model.hierarchy import Hierarchy
from ..resources import place
from .frames import frame_of
from .per_class.counts import MACRO, MICRO, PRINTED, By, PerClass
from .results.statistics import kendall_tau
from .scoring.ratios import Floats

if TYPE_CHECKING:
    import pandas as pd

NO_INSTANCES = (
    "The instances are not published, only the systems' values: differences have no intervals, and the sign test, by "
    "which systems share a place, cannot be done again."
)
RATES = ("ACC", "PPV", "TPR", "F1", "MCC")
BASES: tuple[tuple[By, str], ...] = (("flat", ""), ("similarity", "_CS"), ("distance", "_DB"))
WORDS = {"Pr": "precision", "Re": "recall"}
AVERAGES = ("micro", "macro")
MANY = 1_000_000  # instances; precision and recall do not depend on them

# What, system, row, column, printed, ours (NaN where nothing follows), why it does not follow as printed, or "".
Entry = tuple[str, str, str, str, str, float, str]


@dataclass(frozen=True)
class PublishedStudy:
    """A study without instances: systems × measures, as a paper printed them."""

    name: str
    """Name of the study, such as "k15/15"."""
    title: str
    """Title of the data."""
    source: str
    """The paper and its tables."""
    content: dict[str, Any]
    """All that is stored."""

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
        taus = [[kendall_tau(a, b) for b in self.oriented_values.values()] for a in self.oriented_values.values()]
        return frame_of(taus, index=list(self.measures), columns=list(self.measures))

    @cached_property
    def oriented_values(self) -> dict[str, Floats]:
        """The printed values by measure, errors turned so that higher is better."""
        return {m: (1 if self.higher(m) else -1) * self.frame[m].to_numpy() for m in self.measures}

    @property
    def cells(self) -> pd.DataFrame:
        """Every printed number that others should give: printed, ours, whether they agree, and a reason.

        They agree where ours, rounded or cut to the digits that are printed, is what is printed.
        Between measures τ; of the thesis F of precision and recall; of R23 the rates of the counts; of S03 the
        shares of each class and their averages, the blocking factors, the average similarity and the numbers of test
        instances.
        """
        of_classes = class_cells(self.content) if "counts" in self.content else ()
        cells = (*self._kendall_cells(), *self._harmonic_cells(), *self._rate_cells(), *of_classes)
        rows = [
            (*names, printed, ours, agrees_with_printed(printed, ours), why) for *names, printed, ours, why in cells
        ]
        columns = ["what", "system", "row", "column", "printed", "ours", "agrees", "because"]
        return frame_of(rows, columns=columns)

    @property
    def _reasons(self) -> list[dict[str, Any]]:
        return list(self.content.get("reasons", ()))

    def _kendall_cells(self) -> Iterator[Entry]:
        because = {frozenset(pair): r["because"] for r in self._reasons for pair in r.get("cells", ())}
        for a, b, printed in self.content.get("kendall", ()):
            tau = kendall_tau(self.oriented_values[a], self.oriented_values[b])
            yield "τ", "", a, b, printed, tau, because.get(frozenset((a, b)), "")

    @property
    def _rows(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Each system with its printed values by measure."""
        for system, values in self.content["systems"].items():
            yield system, dict(zip(self.measures, values, strict=True))

    def _harmonic_cells(self) -> Iterator[Entry]:
        """The F that are harmonic means of printed precisions and recalls."""
        because = {tuple(cell): r["because"] for r in self._reasons for cell in r.get("harmonic", ())}
        for f, p, r in self.content.get("harmonic", ()):
            for system, row in self._rows:
                ours, why = _harmonic_mean(float(row[p]), float(row[r])), ""
                if not agrees_with_printed(row[f], ours):
                    why = because.get((system, f), "") or _rounding_remark(row[f], row[p], row[r])
                yield "F", system, system, f, row[f], ours, why

    def _rate_cells(self) -> Iterator[Entry]:
        """The rates of R23, in percent, from the printed counts."""
        if not set(CELLS) <= set(self.measures):
            return
        for system, row in self._rows:
            counts = {cell: int(row[cell]) for cell in CELLS}
            for rate in RATES:
                value = derived_number(rate, counts)
                yield "rate", system, system, rate, row[rate], np.nan if value is None else 100 * value, ""


def _harmonic_mean(p: float, r: float) -> float:
    return 2 * p * r / (p + r) if p + r else 0.0


def _rounding_remark(f: str, p: str, r: str) -> str:
    """The remark that a printed F is that of numbers that are rounded to the printed ones; "" where it is not."""
    half = 0.5 / 10 ** len(p.partition(".")[2])
    low, high = (_harmonic_mean(float(p) + sign * half, float(r) + sign * half) for sign in (-1, 1))
    if low > float(f) + half or float(f) - half > high:
        return ""
    return f"It follows within rounding: precision and recall as printed stand for {low:.4g} to {high:.4g}."


def _studies_by_name() -> dict[str, PublishedStudy]:
    """All published studies by name, in order."""
    paths = (place("cases") / "studies").glob("*.json")
    contents = {content["study"]: content for content in (json.loads(p.read_text(encoding="utf-8")) for p in paths)}
    return {name: PublishedStudy(name, c["title"], c["source"], c) for name, c in sorted(contents.items())}


def published_studies() -> dict[str, str]:
    """The names of the published studies, each with its data and source."""
    return {name: f"{study.title} ({study.source})" for name, study in _studies_by_name().items()}


def published(name: str) -> PublishedStudy:
    """A published study by its name, such as "k15/15", "r23/IV" or "s03/a". Raises StudyError for another one."""
    studies = _studies_by_name()
    for study in studies.values():
        if study.name.lower() == name.lower():
            return study
    near = suggestion(name, studies)
    raise StudyError(f"{quoted(name)} is no published study{near}; there are {', '.join(studies)}")


# The tables of Sun, Lim & Ng (2003) from their own counts


def class_cells(content: Mapping[str, Any]) -> Iterator[Entry]:
    """The printed numbers of a tree of S03 that follow from others: each beside what follows, with a reason."""
    reasons = {
        (reason["system"], row, column): reason["because"]
        for reason in content.get("reasons", ())
        for row in reason["rows"]
        for column in reason["columns"]
    }
    h = Hierarchy.from_edges(content["edges"])
    extra = Extra.of(h, similarity=[[a, b, float(value)] for a, b, value in content["similarity"]])
    yield "similarity", "", "", "average", content["average similarity"], float(extra.average_similarity), ""
    for system in content["systems"]:
        rows = _corrected_counts(content, system)
        printed = {**content["results"][system], **_averages_by_row(content, system)}
        values = _shares_by_row(rows)
        for row, cells in printed.items():
            for column, text in zip(content["columns"], cells, strict=True):
                why = reasons.get((system, row, column), "")
                yield "share", system, row, column, text, float(values[row, column]), why
        for name, text in content["blocking"][system].items():
            factor = _blocking_factor(rows, h, name.partition(":")[0])
            yield "blocking", system, name, "BF", text, factor, reasons.get((system, name, "BF"), "")
        for c, text in content["tested"].items():
            yield "tested", system, c, "instances", text, float(int(rows[c]["TP"]) + int(rows[c]["FN"])), ""


def _corrected_counts(content: Mapping[str, Any], system: str) -> dict[str, dict[str, str]]:
    """The printed counts of each class by column, with the few that cannot be right put right."""
    rows = {c: dict(zip(content["counted"], row, strict=True)) for c, row in content["counts"][system].items()}
    if "exchanged" in content:
        a, b = content["exchanged"]
        rows[a], rows[b] = rows[b], rows[a]
    for of, c, column, value in content.get("corrections", ()):
        if of == system:
            rows[c][column] = value
    return rows


def _averages_by_row(content: Mapping[str, Any], system: str) -> dict[str, list[str]]:
    row = dict(zip(content["measures"], content["systems"][system], strict=True))
    return {kind: [row[f"{column} {kind}"] for column in content["columns"]] for kind in AVERAGES}


def _shares_by_row(rows: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], float]:
    """Precision and recall of each class and of the averages, by row and column."""
    values: dict[tuple[str, str], float] = {}
    for by, basis in BASES:
        counts = {c: _counts_in_row(row, basis) for c, row in rows.items()}
        per_class = PerClass(MANY, by, {"": counts}, frozenset(counts))
        table = per_class.frame.set_index("class")
        averages = per_class.averages("all").set_index("average")
        for letters, word in WORDS.items():
            column = letters + basis
            values |= {(c, column): table.loc[c, word] for c in counts}
            values[MICRO, column] = averages.loc[PRINTED if basis else MICRO, word]
            values[MACRO, column] = averages.loc[MACRO, word]
    return values


def _counts_in_row(row: Mapping[str, str], suffix: str) -> ContributionCounts:
    wrong, missed = (Fraction(row[f"{kind}Con{suffix}"]) if suffix else Fraction(0) for kind in ("Fp", "Fn"))
    return ContributionCounts(int(row["TP"]), int(row["FP"]), int(row["FN"]), wrong, missed)


def _blocking_factor(rows: Mapping[str, Mapping[str, str]], h: Hierarchy, inner: str) -> float:
    """The blocking factor of an inner class: the root's classifier blocks in column II, another's in column I."""
    column = "Block_II" if inner in h.roots else "Block_I"
    labelled = {c: int(row["TP"]) + int(row["FN"]) for c, row in rows.items()}
    factor = blocking_factor(h, inner, labelled, {c: int(row[column]) for c, row in rows.items()})
    return float(factor) if factor is not None else float("nan")
