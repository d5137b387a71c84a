"""Tables of all that the views of a study show, which every format of tables takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...explain import number
from ..curves import Calibration, SystemCurves, systems_by_distinct_scores
from ..per_class.class_table import AVERAGES, COUNTS, ClassTable
from ..per_class.flows import FlowCounts, count_sentences
from .differences import Differences, PartDifferences, ValueWithInterval
from .instances import InstancesPage, MarkedClass
from .tables import Columns, StudyColumn, StudyTable, TableEntry, study_table

BETWEEN = " | "  # classes in a cell
POINTS = 21  # thresholds of a curve in a table
_SHARE = "answered below the root"
CALIBRATED = (
    "Pairs of a document and a class with a stored probability, in 15 bins of equal numbers. In brackets: where 95 % "
    "of 1,000 resamples of the documents lie, with the same bins."
)
_DIFFERENCE = StudyColumn("difference", ends=True)


def _interval_entry(interval: ValueWithInterval | None) -> TableEntry:
    return TableEntry(None) if interval is None else TableEntry(interval.value, interval.low, interval.high)


def contrast_table(differences: Differences) -> StudyTable:
    """The table of two systems under each measure: means, differences, counts and tests."""
    a, b, contrasts = differences.a, differences.b, differences.contrasts
    pooled = any(c.pooled for c in contrasts)
    tests = contrasts[0].tests if contrasts else ()
    columns = (
        *(a, b, _DIFFERENCE),
        *((StudyColumn("pooled", ends=True),) if pooled else ()),
        *("n", "wins", "ties", "losses"),
        *(StudyColumn(f"p, {test.name}", "p") for test in tests),
    )
    rows = []
    for c in contrasts:
        means = (c.a, c.b, _interval_entry(c.difference), *((_interval_entry(c.pooled),) if pooled else ()))
        rows.append((c.measure, (*means, c.n, c.wins, c.ties, c.losses, *(test.p for test in c.tests))))
    says = (*differences.says, *(f"{test.name}: {test.says}; {test.how}." for test in tests))
    return study_table(f"{a} − {b}", "measure", columns, rows, says)


def parts_table(parts: PartDifferences, a: str, b: str, says: Sequence[str] = ()) -> StudyTable:
    """The table of two systems in each part of the data. says: on what they stand, in sentences."""
    columns = ("n", _DIFFERENCE, StudyColumn("p", "p"), StudyColumn("p, corrected", "p"))
    rows = ((part.name, (part.n, _interval_entry(part.difference), part.p, part.corrected)) for part in parts.rows)
    how = f"p: randomization of signs, two-sided; corrected over {parts.family} parts (Benjamini–Hochberg)."
    return study_table(f"{parts.measure} by {parts.column}: {a} − {b}", parts.column, columns, rows, (*says, how))


def _class_list(marks: tuple[MarkedClass, ...], more: int) -> str:
    names = BETWEEN.join(mark.name for mark in marks)
    return f"{names}{BETWEEN}and {more:,} more" if more else names


def instances_table(page: InstancesPage) -> StudyTable:
    """The instances of a page: their classes, and what the measures say of each system."""
    wish = page.query
    by = bool(page.rows) and page.rows[0].by is not None
    columns = [*(("instances",) if wish.grouped else ()), *((page.by,) if by else ()), StudyColumn("true", "text")]
    for system in filter(None, (wish.a, wish.b)):
        columns.append(StudyColumn(f"{system}: predicted", "text", of=system))
        columns += [StudyColumn(f"{system}.{text}", better=better, of=system) for text, better in page.measures]
    rows = []
    for row in page.rows:
        entries = [*((row.alike + 1,) if wish.grouped else ()), *((row.by,) if by else ())]
        entries.append(_class_list(row.true, row.more))
        for answer in row.answers:
            entries += [_class_list(answer.predicted, answer.more), *answer.values]
        rows.append((row.name, entries))
    first = (page.page - 1) * wish.rows
    of = f"{page.listed:,} rows, each for all with the same classes, of " if wish.grouped else ""
    says = f"{first + 1:,} to {first + len(rows):,} of {of}{page.count:,} instances, of {page.whole:,} in all."
    title = f"Instances by {page.by}" if page.by else "Instances"
    return study_table(title, "instance", columns, rows, (says,) if rows else ())


def classes_table(table: ClassTable) -> StudyTable:
    """The classes of a page, and the averages over all of them below."""
    keys = [key for key, _ in table.columns]
    rows: list[tuple[str, list[float | str | None]]] = []
    for row in table.rows:
        pairs = zip(keys, row.values, strict=True)
        rows.append(
            (row.name, [int(v) if key.partition(" ")[0] in COUNTS and v is not None else v for key, v in pairs])
        )
    for average in table.averages:
        shares = dict(zip(table.shares, average.values, strict=True))
        rows.append((AVERAGES.get(average.name, average.name), [shares.get(i, "") for i in range(len(keys))]))
    says = f"Of {table.count:,} classes, over {table.instances:,} instances, by {table.order}."
    return study_table(f"Classes of {table.system}", "class", keys, rows, [says])


def flows_table(tree: FlowCounts) -> StudyTable:
    """The table of each class that instances come to, parents first: how many come, are lost, and come wrongly."""
    columns = ("true here", "lost here", "lost above", "wrongly here")
    counts = (tree.arrived, tree.lost_here, tree.lost_above, tree.sent_wrongly)
    rows = (
        (tree.shown[i], [int(column[i]) for column in counts])
        for i in range(len(tree.names))
        if tree.arrived[i] or tree.sent_wrongly[i]
    )
    return study_table(f"Where {tree.system} loses instances", "class", columns, rows, count_sentences(tree))


def threshold_table(systems: Sequence[SystemCurves], chosen: float) -> StudyTable:
    """The mean of each measure, and the share that is answered, at one threshold."""
    columns: Columns = (*(StudyColumn(m.measure, better=m.better) for m in systems[0].measures), _SHARE)
    rows = (
        (name, [*(m.curve.value_at(chosen) for m in one.measures), one.answered.value_at(chosen)])
        for name, one in systems_by_distinct_scores(systems)
    )
    return study_table(f"At threshold {number(chosen, 4)}", "system", columns, rows)


def curve_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """The mean of each measure, and the share that is answered, at thresholds from 0 to 1."""
    apart = systems_by_distinct_scores(systems)
    columns: list[StudyColumn | str] = []
    curves = []
    for name, one in apart:
        before = f"{name}: " if len(apart) > 1 else ""
        columns += [StudyColumn(f"{before}{m.measure}", better=m.better) for m in one.measures]
        columns.append(f"{before}{_SHARE}")
        curves += [*(m.curve for m in one.measures), one.answered]
    rows = ((f"{t:.2f}", [curve.value_at(t) for curve in curves]) for t in np.linspace(0, 1, POINTS).tolist())
    return study_table("By threshold", "threshold", columns, rows)


def best_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """The best threshold of each measure, and of F over sets, with what is answered there."""
    rows = []
    for name, one in systems_by_distinct_scores(systems):
        for m in one.measures:
            at, value = m.best
            rows.append((f"{name}: {m.measure}", (value, at, one.answered.value_at(at))))
        if one.sets is not None:
            for text, best in (("Fmax", one.sets.fmax), ("Smin", one.sets.smin)):
                rows.append((f"{name}: {text}", (best.value, best.high, best.coverage)))
    says = "Fmax and Smin answer with every class whose score, or that of one below it, reaches the threshold."
    return study_table("Best thresholds", "measure", ("best", "threshold", _SHARE), rows, [says])


def risk_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """The area under each system's risk, how much more it is than in the best order, and the risk of all answers."""
    columns = ("AURC", "more than in the best order", "risk of all")
    rows = ((one.system, (one.risk.area, one.risk.excess, float(one.risk.risk[-1]))) for one in systems)
    return study_table("Risk and coverage", "system", columns, rows)


def calibration_table(systems: Sequence[SystemCurves]) -> StudyTable:
    """Calibration of each system by depth, by branch, and of its answers."""
    bins_of: dict[str, Calibration] = {}
    for name, one in systems_by_distinct_scores(systems):
        bins_of |= {f"{name}, depth {depth}": bins for depth, bins in one.calibration}
        bins_of |= {f"{name}, branch {branch}": bins for branch, bins in one.branches}
    bins_of |= {f"{one.system}, answers": one.answers for one in systems if one.answers is not None}
    columns: Columns = ("pairs", *(StudyColumn(name, ends=True) for name in ("ECE", "Brier", "log loss")))
    rows = ((name, _calibration_entries(bins)) for name, bins in bins_of.items())
    return study_table("Calibration", "probabilities of", columns, rows, [CALIBRATED])


def _calibration_entries(bins: Calibration) -> tuple[TableEntry | int, ...]:
    ends = [(one.low, one.high) if not one.why else (None, None) for one in bins.limits] or [(None, None)] * 3
    values = zip((bins.error, bins.brier, bins.log_loss), ends, strict=True)
    return (int(bins.pair_counts.sum()), *(TableEntry(value, *limits) for value, limits in values))


def blocking_table(name: str, curves: SystemCurves) -> StudyTable:
    """The blocking factors of a system's inner classes."""
    columns = ("at or below", "rejected here first", "blocking factor")
    rows = ((c, (many, lost, lost / many)) for c, many, lost in curves.blocked)
    says = "A document counts once for each of its true classes (Sun, Lim and Ng 2003, Eq. 21); rejected below ½."
    return study_table(f"Blocking, {name}", "class", columns, rows, [says])
