"""Values of systems by their scores of classes, as a table and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...explain import number
from ..curves import BestValue
from ..results.tables import StudyColumn, StudyTable, TableEntry, study_table
from ..study import Study
from .accretion import Accretion
from .measures import AUPRC, HAURC, BestOverThresholds, Fmax, ScoreMeasure, Smin, WFmax
from .thresholds import Thresholds

CHOSEN = "Thresholds are chosen on these data; on others the same threshold gives less."

CHOSEN_ANEW = "In brackets: where {name} lies in 95 % of {n:,} resamples of the instances, its threshold chosen anew."


def usual_measures(root: str = "omitted", norm: str = "cafa", grid: str = "exact") -> list[ScoreMeasure]:
    """The measures of scores that papers print, under one convention."""
    counted, weighed = (Smin(root, norm, grid, by=by) for by in ("count", "IA"))
    areas = [AUPRC(), AUPRC("interpolated"), AUPRC("step", "mean"), HAURC()]
    return [Fmax(root, norm, grid), WFmax(root, norm, grid), weighed, counted, *areas]


def thresholds_text(best: BestValue, exact: bool) -> str:
    """The thresholds at which a value is reached, in signs."""
    low, high = number(best.low, 6), number(best.high, 6)
    return f"{low} < τ ≤ {high}" if exact else low if low == high else f"{low} ≤ τ ≤ {high}"


def scores_table(
    study: Study, measures: Sequence[ScoreMeasure], accretion: Accretion | None = None, resamples: int = 0
) -> StudyTable:
    """Systems × measures of scores; of the first at a threshold that, and the share of instances answered there.

    resamples: of the instances, for an interval of that first measure.
    """
    columns: list[StudyColumn] = []
    first = next((m for m in measures if isinstance(m, BestOverThresholds)), None)
    for measure in measures:
        columns.append(StudyColumn(str(measure), "value", measure.spec.better, measure is first and resamples > 0))
        if measure is first:
            columns += [StudyColumn("τ", "text"), StudyColumn("coverage")]
        if isinstance(measure, AUPRC) and measure.over != "pooled":
            columns.append(StudyColumn("classes"))
    systems = [(name, study.thresholds(name, accretion)) for name in study.data.scores]
    rows = [(name, list(_table_entries(thresholds, measures, first, resamples))) for name, thresholds in systems]
    title = "Scores at the best threshold" if first else "Areas below precision over recall"
    return study_table(title, "system", columns, rows, _sentences(study, measures, systems, resamples))


def _table_entries(
    thresholds: Thresholds, measures: Sequence[ScoreMeasure], first: BestOverThresholds | None, resamples: int
) -> Iterable[TableEntry]:
    for measure in measures:
        if isinstance(measure, BestOverThresholds) and measure is first:
            best = thresholds.best(measure)
            ends = thresholds.interval(measure, resamples) if resamples else None
            limits = (None, None) if ends is None or ends.why else (ends.low, ends.high)
            yield TableEntry(None if best is None else best.value, *limits)
            yield TableEntry("–" if best is None else thresholds_text(best, measure.grid == "exact"))
            yield TableEntry(None if best is None else best.coverage)
            continue
        yield TableEntry(thresholds.value(measure))
        if isinstance(measure, AUPRC) and measure.over != "pooled":
            yield TableEntry(len(thresholds.classes_with_positives))


def _sentences(
    study: Study, measures: Sequence[ScoreMeasure], systems: Sequence[tuple[str, Thresholds]], resamples: int
) -> list[str]:
    """The sentences on what the numbers of the table are computed from."""
    says = [study.data.standing_sentence()]
    bests = [m for m in measures if isinstance(m, BestOverThresholds)]
    if bests:
        shared = {(m.root, m.norm, m.grid) for m in bests}
        says += [f"Root {root}, norm {norm}, thresholds {grid}." for root, norm, grid in sorted(shared)] + [CHOSEN]
        says += [CHOSEN_ANEW.format(name=bests[0].spec.name, n=resamples)] * (resamples > 0)
    if any(m.by == "IA" for m in bests):
        says.append(f"IA of classes is from {systems[0][1].accretion.source}.")
    for name, thresholds in systems:
        found = [best for m in bests if (best := thresholds.best(m)) is not None and best.left_out]
        if found:
            few, many = min(best.left_out for best in found), max(best.left_out for best in found)
            left_out = f"{few:,}" if few == many else f"{few:,} to {many:,}, by measure,"
            says.append(f"{name}: {left_out} instances have no true class that counts, and are left out.")
        if not thresholds.scores.are_probabilities:
            says.append(f"{name} has {thresholds.scores.kind}, of which the order alone counts; τ is a place in it.")
    return says


def scores_data(study: Study, measures: Sequence[ScoreMeasure], accretion: Accretion | None = None) -> dict[str, Any]:
    """The value of each measure of each system, where it is reached and from what, as plain data."""
    found: dict[str, Any] = {}
    for name in study.data.scores:
        thresholds = study.thresholds(name, accretion)
        found[name] = {str(m): _measure_data(thresholds, m) for m in measures}
    return found


def _measure_data(thresholds: Thresholds, measure: ScoreMeasure) -> dict[str, Any]:
    if not isinstance(measure, BestOverThresholds):
        more = {} if getattr(measure, "over", "") == "pooled" else {"classes": len(thresholds.classes_with_positives)}
        return {"value": thresholds.value(measure), **more}
    best = thresholds.best(measure)
    if best is None:
        return {"value": None}
    counts = {"instances": best.answered, "left out": best.left_out}
    return {"value": best.value, "from": best.low, "to": best.high, **best.parts, "coverage": best.coverage, **counts}
