"""Tables of a study, as data: what a publication, a report, a page and the shell show of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...errors import StudyError
from .scores import Average, Difference, Scores

Kind = Literal["value", "p", "text"]


@dataclass(frozen=True)
class Entry:
    """A number (None where undefined) with the ends of its interval, if any, or a text. best: of its column."""

    value: float | int | str | None
    low: float | None = None
    high: float | None = None
    best: bool = False


@dataclass(frozen=True)
class StudyColumn:
    """A column. kind: a value, a p (four decimals, never 0), or a text.  better: which way, "" where neither is.

    ends: whether its entries have intervals.  of: the system that its name begins with, "" where it is of none.
    """

    name: str
    kind: Kind = "value"
    better: Literal["higher", "lower", ""] = ""
    ends: bool = False
    of: str = ""


@dataclass(frozen=True)
class StudyTable:
    """A table as data: `rows[i][j]` is the entry of `names[i]` in `columns[j]`.

    corner: what the names are.  says: how it was computed, in sentences.
    """

    title: str
    corner: str
    columns: tuple[StudyColumn, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    says: tuple[str, ...] = ()


def number_or_none(value: float) -> float | None:
    """The value, None where it is NaN."""
    return None if np.isnan(value) else float(value)


def summary_table(scores: Scores, measures: Iterable[str] = (), average: Average = "mean") -> StudyTable:
    """Systems × measures: averages with their intervals; the best of each measure is marked."""
    texts = tuple(measures) or scores.texts
    columns, entries = [], []
    for text in texts:
        kind = scores.kind(text, average)
        better = scores.better(text)
        found = scores.intervals(text, kind)
        best = _best([one.value for one in found], better)
        name = f"{text} (mean)" if kind != average else text
        columns.append(StudyColumn(name, better=better, ends=True))
        entries.append(
            [
                Entry(number_or_none(one.value), number_or_none(one.low), number_or_none(one.high), best == one.value)
                for one in found
            ]
        )
    rows = tuple(zip(*entries, strict=True)) if entries else ()
    says = (*standing(scores, texts), intervals_said(scores))
    return StudyTable(_titled("Averages", average), "system", tuple(columns), scores.systems, rows, says)


def _titled(title: str, average: Average) -> str:
    return title if average == "mean" else f"{title}, pooled"


def _best(values: Sequence[float], better: str) -> float | None:
    """The best of several values, None where there is nothing to be better than."""
    defined = [value for value in values if not np.isnan(value)]
    if len(values) < 2 or not defined:
        return None
    return max(defined) if better == "higher" else min(defined)


def ranking_table(scores: Scores, measure: str, average: Average = "mean") -> StudyTable:
    """The systems from the best to the worst: value, place with its interval, tie group, K15's shared place."""
    known = dict(zip(scores.systems, scores.intervals(measure, average), strict=True))
    ranks, rows = scores.ranks(measure, average), []
    for row in ranks:
        one = known[row["system"]]
        place = f"{row['place low']}–{row['place high']}"
        rows.append(
            (
                Entry(number_or_none(one.value), number_or_none(one.low), number_or_none(one.high)),
                Entry(int(row["place"])),
                Entry(place if row["place low"] != row["place high"] else str(row["place low"]), *_NO_ENDS),
                Entry(int(row["tie group"])),
                Entry(int(row["shared place"])),
            )
        )
    columns = (
        StudyColumn(measure, better=scores.better(measure), ends=True),
        StudyColumn("place"),
        StudyColumn("95 % of resamples", "text"),
        StudyColumn("tie group"),
        StudyColumn("shared place"),
    )
    says = (*standing(scores, [measure]), intervals_said(scores), *_RANKED)
    return StudyTable(
        _titled(f"Ranking by {measure}", average),
        "system",
        columns,
        tuple(row["system"] for row in ranks),
        tuple(rows),
        says,
    )


_NO_ENDS = (None, None)
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
    found = scores.compare(a, b, measures, average)
    columns = [StudyColumn("difference", ends=True), *_COUNTS, StudyColumn("p", "p")]
    rows = [(*_counted(d), Entry(_ps(d)[0])) for d in found]
    if average == "mean":
        columns += [StudyColumn("p, signs", "p"), StudyColumn("p, Wilcoxon", "p")]
        rows = [(*row, *(Entry(p) for p in _ps(d)[1:])) for row, d in zip(rows, found, strict=True)]
    return StudyTable(
        _titled(f"{a} − {b}", average),
        "measure",
        tuple(columns),
        tuple(d.measure if d.average == average else f"{d.measure} (mean)" for d in found),
        tuple(rows),
        (*standing(scores, [d.measure for d in found]), intervals_said(scores), *tested(found, 1)),
    )


def pairs_table(scores: Scores, measure: str, average: Average = "mean") -> StudyTable:
    """Every two systems under one measure, their tests corrected together."""
    found = scores.compare_all(measure, average)
    columns = (StudyColumn("difference", ends=True), *_COUNTS, StudyColumn("p", "p"), StudyColumn("p, Holm", "p"))
    rows = tuple((*_counted(d), Entry(_ps(d)[0]), Entry(d.holm if d.n else None)) for d in found)
    names = tuple(f"{d.a} − {d.b}" for d in found)
    says = (*standing(scores, [measure]), intervals_said(scores), *tested(found, len(found)))
    return StudyTable(_titled(f"Differences under {measure}", average), "systems", columns, names, rows, says)


_COUNTS = tuple(StudyColumn(name) for name in ("n", "wins", "ties", "losses"))


def _counted(d: Difference) -> tuple[Entry, ...]:
    i = d.interval
    ends = number_or_none(i.value), number_or_none(i.low), number_or_none(i.high)
    return (Entry(*ends), *(Entry(count) for count in (d.n, d.wins, d.ties, d.losses)))


def _ps(d: Difference) -> tuple[float | None, ...]:
    """The p of the three tests; None where no instance has a value."""
    return tuple(d.tests[name].p if d.n else None for name in ("randomization", "sign", "Wilcoxon"))


def kendall_table(scores: Scores, over: Literal["systems", "instances"] = "systems") -> StudyTable:
    """Kendall's τ-b between every two measures: the lower triangle."""
    if over == "systems" and len(scores.systems) < 2:
        raise StudyError("one system has no order; τ between measures over systems needs two, over instances one")
    values = scores.taus(over)
    rows = tuple(
        tuple(Entry(number_or_none(values[i, j])) if j <= i else Entry("") for j in range(len(scores.texts)))
        for i in range(len(scores.texts))
    )
    what = f"{len(scores.systems)} systems" if over == "systems" else f"{len(scores.data):,} instances of each system"
    says = (f"Kendall's τ-b over {what}; errors are turned, so that 1 means the same order.",)
    columns = tuple(StudyColumn(text) for text in scores.texts)
    return StudyTable(f"Kendall's τ over {over}", "measure", columns, scores.texts, rows, says)


def slice_table(scores: Scores, parts: Sequence[str], column: str, measure: str) -> StudyTable:
    """The mean of one measure for each system in each part of the data."""
    names = in_order(parts)
    labels, rows = np.array(parts), []
    better = scores.better(measure)
    for name in names:
        inside = scores.restricted(np.flatnonzero(labels == name))
        found = inside.restricted_to(measure).intervals(measure)
        best = _best([one.value for one in found], better)
        means = (
            Entry(number_or_none(one.value), number_or_none(one.low), number_or_none(one.high), best == one.value)
            for one in found
        )
        rows.append((Entry(len(inside.data)), *means))
    columns = (StudyColumn("n"), *(StudyColumn(system, better=better, ends=True) for system in scores.systems))
    says = (*standing(scores, [measure]), intervals_said(scores))
    return StudyTable(f"{measure} by {column}", column, columns, names, tuple(rows), says)


def in_order(parts: Sequence[str]) -> tuple[str, ...]:
    """Parts each once: whole numbers by size, then names."""
    return tuple(sorted(set(parts), key=lambda name: (0, int(name), "") if name.isdecimal() else (1, 0, name)))


def instance_table(
    scores: Scores, which: Sequence[int], by: Sequence[float], told: str, shown: Iterable[tuple[str, str]] = ()
) -> StudyTable:
    """Some instances: what they were ordered by, and values. shown: systems and measures whose values stand there."""
    columns, found = [StudyColumn(told)], [np.asarray(by, np.float64)]
    for system, text in shown:
        columns.append(StudyColumn(f"{system}.{text}", better=scores.better(text), of=system))
        found.append(scores.column(text)[:, scores.systems.index(system)])
    rows = tuple(tuple(Entry(number_or_none(column[i])) for column in found) for i in which)
    names = tuple(scores.data.ids[i] for i in which)
    says = (f"{len(which):,} of {len(scores.data):,} instances, by {told}.",)
    return StudyTable(f"Instances by {told}", "instance", tuple(columns), names, rows, says)


# What stands below


def standing(scores: Scores, measures: Iterable[str]) -> tuple[str, ...]:
    """On how many instances numbers stand, in sentences: which are left out, and how many values are undefined."""
    told = [scores.data.standing()]
    for text in measures:
        undefined = np.isnan(scores.column(text)).sum(axis=0)
        if undefined.any():
            most = int(undefined.max())
            told.append(f"{text} is undefined on up to {most:,} instances of a system, which its means leave out.")
    return tuple(told)


def intervals_said(scores: Scores) -> str:
    """How the intervals were made."""
    if not scores.resamples:
        return "Nothing was resampled for intervals."
    units = len(scores.data) if scores.clusters is None else int(scores.clusters.max(initial=-1)) + 1
    what = "instances" if scores.clusters is None else "whole clusters"
    how = "BCa" if units <= 1_000 else "percentile"
    return (
        f"In brackets: 95 % bootstrap intervals ({how}, {scores.resamples:,} resamples of {what}, paired, seed "
        f"{scores.seed}). They tell nothing of how much training varies."
    )


def tested(found: Sequence[Difference], family: int) -> tuple[str, ...]:
    """Meaning of the tests of differences, in sentences."""
    if not found:
        return ()
    says = dict.fromkeys(d.tests["randomization"].says for d in found)
    told = [f"p: randomization, two-sided: {'; '.join(says)}."]
    if family > 1:
        return (*told, f"Corrected over {found[0].family} pairs (Holm).")
    if found[0].average == "mean":
        told += [f"{name}: {found[0].tests[key].says}." for name, key in (("Signs", "sign"), ("Wilcoxon", "Wilcoxon"))]
    return tuple(told)
