"""Tables of all that curves over the threshold show, which every format of tables takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..explain import number
from .curves import Calibration, SystemCurves, distinct
from .tables import Entry, StudyColumn, StudyTable

POINTS = 21  # thresholds of a curve in a table
_SHARE = StudyColumn("answered below the root")
CALIBRATED = (
    "Pairs of a document and a class with a stored probability, in 15 bins of equal numbers. In brackets: where 95 % "
    "of 1,000 resamples of the documents lie, with the same bins."
)


def threshold_table(systems: Sequence[SystemCurves], chosen: float) -> StudyTable:
    """The mean of each measure, and the share that is answered, at one threshold."""
    columns = (*(StudyColumn(m.measure, better=m.better) for m in systems[0].measures), _SHARE)
    apart = distinct(systems)
    rows = tuple(
        (*(Entry(m.curve.at(chosen)) for m in one.measures), Entry(one.answered.at(chosen))) for _, one in apart
    )
    return StudyTable(f"At threshold {number(chosen, 4)}", "system", columns, tuple(name for name, _ in apart), rows)


def curve_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """The same at thresholds from 0 to 1."""
    apart = distinct(systems)
    columns, curves = [], []
    for name, one in apart:
        before = f"{name}: " if len(apart) > 1 else ""
        columns += [StudyColumn(f"{before}{m.measure}", better=m.better) for m in one.measures]
        columns.append(StudyColumn(f"{before}{_SHARE.name}"))
        curves += [*(m.curve for m in one.measures), one.answered]
    at = np.linspace(0, 1, POINTS).tolist()
    rows = tuple(tuple(Entry(curve.at(t)) for curve in curves) for t in at)
    return StudyTable("By threshold", "threshold", tuple(columns), tuple(f"{t:.2f}" for t in at), rows)


def best_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """The best threshold of each measure, and of F over sets, with what is answered there."""
    names, rows = [], []
    for name, one in distinct(systems):
        for m in one.measures:
            at, value = m.best
            names.append(f"{name}: {m.measure}")
            rows.append((Entry(value), Entry(at), Entry(one.answered.at(at))))
        if one.fmax is not None:
            names.append(f"{name}: Fmax")
            rows.append((Entry(one.fmax.value), Entry(one.fmax.threshold), Entry(one.fmax.coverage)))
    columns = (StudyColumn("best"), StudyColumn("threshold"), _SHARE)
    says = ("Fmax answers with every class whose score, or that of one below it, reaches the threshold.",)
    return StudyTable("Best thresholds", "measure", columns, tuple(names), tuple(rows), says)


def risk_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """The area under each system's risk, how much more it is than in the best order, and the risk of all answers."""
    columns = (StudyColumn("AURC"), StudyColumn("more than in the best order"), StudyColumn("risk of all"))
    rows = tuple((Entry(one.risk.area), Entry(one.risk.excess), Entry(float(one.risk.risk[-1]))) for one in systems)
    return StudyTable("Risk and coverage", "system", columns, tuple(one.system for one in systems), rows)


def calibration_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """Calibration of each system by depth, by branch, and of its answers."""
    names, rows = [], []
    for name, one in distinct(systems):
        parts = [(f"depth {depth}", bins) for depth, bins in one.calibration]
        parts += [(f"branch {branch}", bins) for branch, bins in one.branches]
        names += [f"{name}, {part}" for part, _ in parts]
        rows += [_calibrated(bins) for _, bins in parts]
    for one in systems:
        if one.answers is not None:
            names.append(f"{one.system}, answers")
            rows.append(_calibrated(one.answers))
    columns = (StudyColumn("pairs"), *(StudyColumn(name, ends=True) for name in ("ECE", "Brier", "log loss")))
    return StudyTable("Calibration", "probabilities of", columns, tuple(names), tuple(rows), (CALIBRATED,))


def _calibrated(bins: Calibration) -> tuple[Entry, ...]:
    ends = [(one.low, one.high) if not one.why else (None, None) for one in bins.ends] or [(None, None)] * 3
    values = zip((bins.error, bins.brier, bins.log_loss), ends, strict=True)
    return (Entry(int(bins.many.sum())), *(Entry(value, *limits) for value, limits in values))


def blocking_table(name: str, one: SystemCurves) -> StudyTable:
    """The blocking factors of a system's inner classes."""
    columns = (StudyColumn("at or below"), StudyColumn("rejected here first"), StudyColumn("blocking factor"))
    rows = tuple((Entry(many), Entry(lost), Entry(lost / many)) for _, many, lost in one.blocked)
    says = ("A document counts once for each of its true classes (Sun, Lim and Ng 2003, Eq. 21); rejected below ½.",)
    return StudyTable(f"Blocking, {name}", "class", columns, tuple(c for c, _, _ in one.blocked), rows, says)
