"""Tables of all that the views of a study show, which every format of tables takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...explain import number
from ..curves import Calibration, SystemCurves, distinct
from ..per_class.class_table import AVERAGES, COUNTS, ClassTable
from ..per_class.flows import Flows, counted_so
from .differences import Differences, Parts, WithInterval
from .instances import Instances, Marked
from .tables import Entry, StudyColumn, StudyTable

BETWEEN = " | "  # classes in a cell
POINTS = 21  # thresholds of a curve in a table
_SHARE = StudyColumn("answered below the root")
CALIBRATED = (
    "Pairs of a document and a class with a stored probability, in 15 bins of equal numbers. In brackets: where 95 % "
    "of 1,000 resamples of the documents lie, with the same bins."
)


def _entry(ends: WithInterval | None) -> Entry:
    return Entry(None) if ends is None else Entry(ends.value, ends.low, ends.high)


def contrast_table(found: Differences) -> StudyTable:
    """Two systems under each measure: means, differences, counts and tests."""
    pooled = any(c.pooled for c in found.contrasts)
    tests = [test.name for c in found.contrasts[:1] for test in c.tests]
    columns = (
        StudyColumn(found.a),
        StudyColumn(found.b),
        StudyColumn("difference", ends=True),
        *((StudyColumn("pooled", ends=True),) if pooled else ()),
        *(StudyColumn(name) for name in ("n", "wins", "ties", "losses")),
        *(StudyColumn(f"p, {name}", "p") for name in tests),
    )
    rows = tuple(
        (
            Entry(c.a),
            Entry(c.b),
            _entry(c.difference),
            *((_entry(c.pooled),) if pooled else ()),
            *(Entry(count) for count in (c.n, c.wins, c.ties, c.losses)),
            *(Entry(test.p) for test in c.tests),
        )
        for c in found.contrasts
    )
    says = [f"{test.name}: {test.says}; {test.how}." for c in found.contrasts[:1] for test in c.tests]
    names = tuple(c.measure for c in found.contrasts)
    return StudyTable(f"{found.a} − {found.b}", "measure", columns, names, rows, (*found.says, *says))


def parts_table(found: Parts, a: str, b: str, says: Sequence[str] = ()) -> StudyTable:
    """Two systems in each part of the data. says: on what they stand, in sentences."""
    columns = (
        StudyColumn("n"),
        StudyColumn("difference", ends=True),
        StudyColumn("p", "p"),
        StudyColumn("p, corrected", "p"),
    )
    rows = tuple((Entry(p.n), _entry(p.difference), Entry(p.p), Entry(p.corrected)) for p in found.rows)
    how = f"p: randomization of signs, two-sided; corrected over {found.family} parts (Benjamini–Hochberg)."
    title = f"{found.measure} by {found.column}: {a} − {b}"
    return StudyTable(title, found.column, columns, tuple(part.name for part in found.rows), rows, (*says, how))


def _listed(marks: tuple[Marked, ...], more: int) -> Entry:
    shown = BETWEEN.join(mark.name for mark in marks)
    return Entry(f"{shown}{BETWEEN}and {more:,} more" if more else shown)


def instances_table(found: Instances) -> StudyTable:
    """The instances of a page: their classes, and what the measures say of each system."""
    wish = found.wish
    systems = [system for system in (wish.a, wish.b) if system]
    by = (StudyColumn(found.by),) if found.rows and found.rows[0].by is not None else ()
    columns = [*((StudyColumn("instances"),) if wish.grouped else ()), *by, StudyColumn("true", "text")]
    for system in systems:
        columns.append(StudyColumn(f"{system}: predicted", "text", of=system))
        columns += [StudyColumn(f"{system}.{text}", better=better, of=system) for text, better in found.measures]
    rows = []
    for row in found.rows:
        entries = [Entry(row.alike + 1)] if wish.grouped else []
        entries += [Entry(row.by)] if by else []
        entries.append(_listed(row.true, row.more))
        for answer in row.answers:
            entries += [_listed(answer.predicted, answer.more), *(Entry(value) for value in answer.values)]
        rows.append(tuple(entries))
    first = (found.page - 1) * wish.rows
    of = f"{found.listed:,} rows, each for all with the same classes, of " if wish.grouped else ""
    says = f"{first + 1:,} to {first + len(rows):,} of {of}{found.count:,} instances, of {found.whole:,} in all."
    title = f"Instances by {found.by}" if found.by else "Instances"
    names = tuple(row.name for row in found.rows)
    return StudyTable(title, "instance", tuple(columns), names, tuple(rows), (says,) if rows else ())


def classes_table(found: ClassTable) -> StudyTable:
    """The classes of a page, and the averages over all of them below."""
    columns = tuple(StudyColumn(key) for key, _ in found.columns)
    rows = [
        tuple(
            Entry(int(value) if key in COUNTS and value is not None else value)
            for value, (key, _) in zip(row.values, found.columns, strict=True)
        )
        for row in found.rows
    ]
    for average in found.averages:
        shown = dict(zip(found.shares, average.values, strict=True))
        rows.append(tuple(Entry(shown[i]) if i in shown else Entry("") for i in range(len(columns))))
    names = (
        *(row.name for row in found.rows),
        *(AVERAGES.get(average.name, average.name) for average in found.averages),
    )
    says = f"Of {found.count:,} classes, over {found.instances:,} instances, by {found.order}."
    return StudyTable(f"Classes of {found.system}", "class", columns, names, tuple(rows), (says,))


def flows_table(found: Flows) -> StudyTable:
    """Every class that an instance comes to, parents before children: how many come, are lost, and come wrongly."""
    met = [i for i in range(len(found.names)) if found.came[i] or found.wrong[i]]
    columns = tuple(StudyColumn(name) for name in ("true here", "lost here", "lost above", "wrongly here"))
    counted = (found.came, found.here, found.gone, found.wrong)
    rows = tuple(tuple(Entry(int(column[i])) for column in counted) for i in met)
    return StudyTable(
        f"Where {found.system} loses instances",
        "class",
        columns,
        tuple(found.shown[i] for i in met),
        rows,
        counted_so(found),
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
