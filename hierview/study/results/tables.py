"""Tables of a study, as data: what a publication, a report, a page and the shell show of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ...errors import StudyError
from ...languages import N_
from .scores import Average, PairedDifference, Scores
from .statistics import SMALL, Interval
from .system_columns import SystemNumbers

UNEVEN = N_("means over different instances, as some have no value: no one ranking; differences stand on common ones")
ColumnKind = Literal["value", "p", "text"]


@dataclass(frozen=True)
class TableEntry:
    """A number (None where undefined) with the ends of its interval, if any, or a text."""

    value: float | int | str | None
    """The number or text; None where undefined."""
    low: float | None = None
    """Lower end of its interval; None without one."""
    high: float | None = None
    """Upper end of its interval; None without one."""
    best: bool = False
    """Whether it is the best of its column."""


@dataclass(frozen=True)
class StudyColumn:
    """A column."""

    name: str
    """Name of the column."""
    kind: ColumnKind = "value"
    """What it holds: a value, a p (four decimals, never 0), or a text."""
    better: Literal["higher", "lower", ""] = ""
    """Which way is better; "" where neither is."""
    ends: bool = False
    """Whether its entries have intervals."""
    of: str = ""
    """The system that its name begins with, "" where it is of none."""


@dataclass(frozen=True)
class StudyTable:
    """A table as data: `rows[i][j]` is the entry of `names[i]` in `columns[j]`."""

    title: str
    """Title of the table."""
    corner: str
    """Name of what the rows are, for the corner."""
    columns: tuple[StudyColumn, ...]
    """The columns."""
    names: tuple[str, ...]
    """Names of the rows."""
    rows: tuple[tuple[TableEntry, ...], ...]
    """Entries of each row."""
    says: tuple[str, ...] = ()
    """How it was computed, in sentences."""


Columns = Iterable[StudyColumn | str]  # a column that is only named holds values
Entries = Iterable[TableEntry | float | str | None]  # of a row; a bare value has neither interval nor mark


def study_table(
    title: str, corner: str, columns: Columns, rows: Iterable[tuple[str, Entries]], says: Iterable[str] = ()
) -> StudyTable:
    """A table of named rows."""
    named_rows = [
        (name, tuple(e if isinstance(e, TableEntry) else TableEntry(e) for e in entries)) for name, entries in rows
    ]
    return StudyTable(
        title,
        corner,
        tuple(StudyColumn(column) if isinstance(column, str) else column for column in columns),
        tuple(name for name, _ in named_rows),
        tuple(entries for _, entries in named_rows),
        tuple(says),
    )


def number_or_none(value: float) -> float | None:
    """The value, None where it is NaN."""
    return None if np.isnan(value) else float(value)


def limits(interval: Interval) -> tuple[float | None, float | None, float | None]:
    """The value of an interval and its ends, None where NaN."""
    return number_or_none(interval.value), number_or_none(interval.low), number_or_none(interval.high)


def summary_table(scores: Scores, measures: Iterable[str] = (), average: Average = "mean") -> StudyTable:
    """Systems × measures: averages with their intervals; the best of each measure is marked."""
    texts = tuple(measures) or scores.texts
    columns, entries = [], []
    scores.draw((text, scores.kind(text, average)) for text in texts)
    for text in texts:
        kind, better = scores.kind(text, average), scores.better(text)
        name = f"{text}{scores.mark(text, kind)}{' (mean)' if kind != average else ''}"
        columns.append(StudyColumn(name, better=better, ends=True))
        entries.append(_entries_with_best(scores.intervals(text, kind), better))
    rows = ((system, [column[i] for column in entries]) for i, system in enumerate(scores.systems))
    says = (*standing_sentences(scores, texts), intervals_sentence(scores))
    return study_table(_averages_title("Averages", average), "system", columns, rows, says)


def _averages_title(title: str, average: Average) -> str:
    return title if average == "mean" else f"{title}, pooled"


def _entries_with_best(intervals: Sequence[Interval], better: str) -> list[TableEntry]:
    """An entry for each interval, the best marked where there is something to be better than."""
    defined = [interval.value for interval in intervals if not np.isnan(interval.value)]
    best = None
    if len(intervals) > 1 and defined:
        best = max(defined) if better == "higher" else min(defined)
    return [TableEntry(*limits(interval), best == interval.value) for interval in intervals]


def with_system_numbers(table: StudyTable, systems: Sequence[str], numbers: Iterable[SystemNumbers]) -> StudyTable:
    """The table with a further column for each of these numbers. systems: those that have them, in their order."""
    for own in numbers:
        value, column = dict(zip(systems, own.values, strict=True)), own.column
        table = replace(
            table,
            columns=(*table.columns, StudyColumn(column.title)),
            rows=tuple((*row, TableEntry(value[name])) for name, row in zip(table.names, table.rows, strict=True)),
            says=(*table.says, f"{column.title}: {column.says}"),
        )
    return table


def ranking_table(
    scores: Scores, measure: str, average: Average = "mean", numbers: Iterable[SystemNumbers] = ()
) -> StudyTable:
    """The systems, best first: value, place with its interval, tie group, K15's shared place; then numbers."""
    intervals = dict(zip(scores.systems, scores.intervals(measure, average), strict=True))
    rows = []
    for row in scores.ranks(measure, average):
        low, high = row["place low"], row["place high"]
        places = f"{low}–{high}" if low != high else str(low)
        value = TableEntry(*limits(intervals[row["system"]]))
        rows.append((row["system"], (value, row["place"], places, row["tie group"], row["shared place"])))
    columns: Columns = (
        StudyColumn(f"{measure}{scores.mark(measure, average)}", better=scores.better(measure), ends=True),
        "place",
        StudyColumn("95 % of resamples", "text"),
        "tie group",
        "shared place",
    )
    says = (*standing_sentences(scores, [measure]), intervals_sentence(scores), *_RANKED)
    table = study_table(_averages_title(f"Ranking by {measure}", average), "system", columns, rows, says)
    return with_system_numbers(table, scores.systems, numbers)


_RANKED = (
    "A place is 1 + the number of strictly better systems; beside it stands where it is in 95 % of the resamples.",
    "Neighbours are in one tie group while the randomization test of their means has p ≥ 0.05, corrected over all "
    "pairs (Holm).",
    "Shared places as in Kosmopoulos et al. (2015): a system shares the place of the first of its group unless the "
    "sign test of the two has p < 0.05.",
)


def difference_table(
    scores: Scores, a: str, b: str, measures: Iterable[str] = (), average: Average = "mean"
) -> StudyTable:
    """Two systems under each measure: difference, wins, ties and losses, and tests; pooled with the test of that."""
    differences = scores.compare(a, b, measures, average)
    tests = {"p": "randomization"}
    if average == "mean":
        tests |= {"p, signs": "sign", "p, Wilcoxon": "Wilcoxon"}
    rows = (
        (d.measure if d.average == average else f"{d.measure} (mean)", _difference_entries(d, tests.values()))
        for d in differences
    )
    columns = (*_DIFFERENCE, *(StudyColumn(name, "p") for name in tests))
    says = (
        *standing_sentences(scores, [d.measure for d in differences]),
        intervals_sentence(scores),
        *test_sentences(differences, 1),
    )
    return study_table(_averages_title(f"{a} − {b}", average), "measure", columns, rows, says)


def pairs_table(scores: Scores, measure: str, average: Average = "mean") -> StudyTable:
    """Every two systems under one measure, their tests corrected together."""
    differences = scores.compare_all(measure, average)
    columns = (*_DIFFERENCE, StudyColumn("p", "p"), StudyColumn("p, Holm", "p"))
    rows = (
        (f"{d.a} − {d.b}", (*_difference_entries(d, ["randomization"]), d.holm if d.n else None)) for d in differences
    )
    says = (
        *standing_sentences(scores, [measure]),
        intervals_sentence(scores),
        *test_sentences(differences, len(differences)),
    )
    return study_table(_averages_title(f"Differences under {measure}", average), "systems", columns, rows, says)


_DIFFERENCE: tuple[StudyColumn | str, ...] = (StudyColumn("difference", ends=True), "n", "wins", "ties", "losses")


def _difference_entries(d: PairedDifference, tests: Iterable[str]) -> tuple[TableEntry | float | None, ...]:
    """The difference, its counts, and the p of these tests; None where no instance has a value."""
    ps = (d.tests[name].p if d.n else None for name in tests)
    return (TableEntry(*limits(d.interval)), d.n, d.wins, d.ties, d.losses, *ps)


def kendall_table(scores: Scores, over: Literal["systems", "instances"] = "systems") -> StudyTable:
    """Kendall's τ-b between every two measures: the lower triangle."""
    if over == "systems" and len(scores.systems) < 2:
        raise StudyError("one system has no order; τ between measures over systems needs two, over instances one")
    rows = ([number_or_none(value) for value in row[: i + 1]] for i, row in enumerate(scores.taus(over)))
    what = f"{len(scores.systems)} systems" if over == "systems" else f"{len(scores.data):,} instances of each system"
    says = f"Kendall's τ-b over {what}; errors are turned, so that 1 means the same order."
    return triangle_table(f"Kendall's τ over {over}", scores.texts, rows, [says])


def triangle_table(
    title: str, measures: Sequence[str], rows: Iterable[Sequence[float | None]], says: Iterable[str]
) -> StudyTable:
    """A number for every two measures: the lower triangle with its diagonal, the rest empty."""
    padded = ([*row, *[""] * (len(measures) - len(row))] for row in rows)
    return study_table(title, "measure", measures, zip(measures, padded, strict=True), says)


def slice_table(scores: Scores, parts: Sequence[str], column: str, measure: str) -> StudyTable:
    """The mean of one measure for each system in each part of the data."""
    labels, better = np.array(parts), scores.better(measure)
    rows: list[tuple[str, Entries]] = []
    for name in ordered_parts(parts):
        inside = scores.restricted(np.flatnonzero(labels == name))
        means = _entries_with_best(inside.restricted_to(measure).intervals(measure), better)
        rows.append((name, (len(inside.data), *means)))
    columns: Columns = ("n", *(StudyColumn(system, better=better, ends=True) for system in scores.systems))
    says = (*standing_sentences(scores, [measure]), intervals_sentence(scores))
    return study_table(f"{measure}{scores.mark(measure)} by {column}", column, columns, rows, says)


def ordered_parts(parts: Sequence[str]) -> tuple[str, ...]:
    """Parts each once: whole numbers by size, then names."""
    return tuple(sorted(set(parts), key=lambda name: (0, int(name), "") if name.isdecimal() else (1, 0, name)))


def instance_table(
    scores: Scores,
    instances: Sequence[int],
    formula_values: Sequence[float],
    formula: str,
    value_columns: Iterable[tuple[str, str]] = (),
) -> StudyTable:
    """Some instances: the value of the formula that orders them, and beside it values of systems under measures."""
    columns: list[StudyColumn | str] = [formula]
    values = [np.asarray(formula_values, np.float64)]
    for system, text in value_columns:
        columns.append(StudyColumn(f"{system}.{text}", better=scores.better(text), of=system))
        values.append(scores.column(text)[:, scores.systems.index(system)])
    rows = ((scores.data.ids[i], [number_or_none(column[i]) for column in values]) for i in instances)
    says = f"{len(instances):,} of {len(scores.data):,} instances, by {formula}."
    return study_table(f"Instances by {formula}", "instance", columns, rows, [says])


# What stands below


def standing_sentences(scores: Scores, measures: Iterable[str]) -> tuple[str, ...]:
    """On how many instances numbers stand, in sentences: which are left out, and how many values are undefined."""
    sentences = [scores.data.standing_sentence()]
    for text in measures:
        undefined = np.isnan(scores.column(text)).sum(axis=0)
        if undefined.any():
            most = int(undefined.max())
            sentences.append(f"{text} is undefined on up to {most:,} instances of a system, which its means leave out.")
        if scores.mark(text):
            sentences.append(f"{text}*: {UNEVEN}.")
    return tuple(sentences)


def intervals_sentence(scores: Scores) -> str:
    """How the intervals were made."""
    if not scores.resamples:
        return "Nothing was resampled for intervals."
    units = len(scores.data) if scores.clusters is None else int(scores.clusters.max(initial=-1)) + 1
    what = "instances" if scores.clusters is None else "whole clusters"
    how = "BCa" if units <= SMALL else "percentile"
    together = " All systems are drawn together: another one moves an end by hundredths of a standard error."
    return (
        f"In brackets: 95 % bootstrap intervals ({how}, {scores.resamples:,} resamples of {what}, paired, seed "
        f"{scores.seed}).{together if units > SMALL else ''} They tell nothing of how much training varies."
    )


def test_sentences(differences: Sequence[PairedDifference], family: int) -> tuple[str, ...]:
    """Meaning of the tests of differences, in sentences."""
    if not differences:
        return ()
    first = differences[0]
    says = dict.fromkeys(d.tests["randomization"].says for d in differences)
    sentences = [f"p: randomization, two-sided: {'; '.join(says)}."]
    if family > 1:
        sentences.append(f"Corrected over {first.family} pairs (Holm).")
    elif first.average == "mean":
        sentences += [
            f"{name}: {first.tests[key].says}." for name, key in (("Signs", "sign"), ("Wilcoxon", "Wilcoxon"))
        ]
    return tuple(sentences)
