"""Standings: the systems of a study under each measure, and how alike the measures order them.

From scores, with intervals of places, or from what a paper printed. What a page, a picture or a table shows of a
ranking comes from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

import numpy as np

from ...explain import TrianglePicture
from ...measures.registry import parse_measure
from ..printed import PublishedStudy
from .scores import Average, Scores
from .statistics import kendall_tau, places_with_limits
from .system_columns import SystemNumbers
from .tables import (
    StudyColumn,
    StudyTable,
    TableEntry,
    intervals_sentence,
    number_or_none,
    standing_sentences,
    study_table,
    triangle_table,
    with_system_numbers,
)

DIGITS = 3
ALIKE = 0.95  # τ from which on measures rank almost alike
_TAUS = "Kendall's τ-b between the orders of {} systems; errors are turned, so that 1 means the same order."


@dataclass(frozen=True)
class RankedMeasure:
    """A measure over a column."""

    text: str
    """Text of the measure."""
    label: str
    """Its name for people."""
    better: Literal["higher", "lower"]
    """Which way is better."""
    digits: int = DIGITS
    """Number of decimals of its values."""
    average: Average = "mean"
    """How its values were averaged."""
    counted: str = ""
    """How else its values were counted, in words; "" for as hierview does."""


@dataclass(frozen=True)
class Standing:
    """A system under one measure."""

    place: int | None
    """Its place; None where it has none."""
    value: float | None
    """The value; None where undefined."""
    shared: bool = False
    """Whether another system has the same place."""
    low: int | None = None
    """First of the places where its value alone puts it in 95 % of the resamples; None without instances."""
    high: int | None = None
    """Last of these places; None without instances."""
    because: str = ""
    """Why the printed place is not that of the value; "" where it is."""

    @property
    def elsewhere(self) -> str:
        """Where the value alone puts the system, as in "1–3"; "" where that is always its place."""
        ends = [*dict.fromkeys((self.low, self.high))]
        return "" if self.low is None or ends == [self.place] else "–".join(map(str, ends))


@dataclass(frozen=True)
class Tau:
    """Agreement of two measures."""

    value: float | None
    """Kendall's τ; None where undefined."""
    printed: str = ""
    """Another number that a paper has; None where it has none."""
    because: str = ""
    """Why the paper has another number; "" where it has none."""


@dataclass(frozen=True)
class Standings:
    """Systems × measures: `rows[i][j]` is system i under measure j."""

    systems: tuple[str, ...]
    """Names of the systems."""
    measures: tuple[RankedMeasure, ...]
    """The measures."""
    rows: tuple[tuple[Standing, ...], ...]
    """Standing of each system under each measure."""
    taus: tuple[tuple[Tau, ...], ...]
    """Agreement of measure i with each measure j < i."""
    shares: str = ""
    """When a place is shared, as a sentence; "" where none is."""
    source: str = ""
    """Source of printed values; "" where there are none."""
    says: tuple[str, ...] = ()
    """How it was computed, in sentences."""
    system_numbers: tuple[SystemNumbers, ...] = ()
    """Numbers of the systems beside their places; none where nothing but values is known."""

    def at(self, text: str) -> int:
        """Place of a measure among the columns; 0 for one that is not there."""
        return next((j for j, measure in enumerate(self.measures) if measure.text == text), 0)

    def order(self, j: int) -> list[int]:
        """The systems from the best to the worst under a measure, those with one place by value, without one last."""
        column, sign = [row[j] for row in self.rows], -1 if self.measures[j].better == "higher" else 1
        return sorted(
            range(len(column)), key=lambda i: (column[i].place or len(column) + 1, sign * (column[i].value or 0.0), i)
        )

    def away(self, i: int, j: int, measure_number: int) -> int:
        """By how many places a system stands away from where another measure has it; 0 where it has no place."""
        own, other = self.rows[i][j].place, self.rows[i][measure_number].place
        return 0 if own is None or other is None else abs(own - other)

    def restricted_to(self, texts: Sequence[str]) -> Standings:
        """The standings under some of the measures, in their own order; under all where none is named."""
        places = [j for j, measure in enumerate(self.measures) if measure.text in texts] or range(len(self.measures))
        return replace(
            self,
            measures=tuple(self.measures[j] for j in places),
            rows=tuple(tuple(row[j] for j in places) for row in self.rows),
            taus=tuple(tuple(self.tau(i, j) for j in places if j < i) for i in places),
        )

    def recounted(self, j: int, values: Sequence[float | None], how: str, says: str) -> Standings:
        """The standings with the values of one column counted otherwise; its places are those of the values."""
        measure = replace(self.measures[j], counted=how)
        sign = -1 if measure.better == "higher" else 1
        keys = _places_by_key([None if x is None else sign * x for x in values])
        column = [Standing(place, x, shared) for x, (place, shared) in zip(values, keys, strict=True)]
        columns = [*zip(*self.rows, strict=True)]
        columns[j] = tuple(column)
        better = [np.array([np.nan if one.value is None else one.value for one in rows]) for rows in columns]
        better = [x if m.better == "higher" else -x for x, m in zip(better, self.measures, strict=True)]

        def tau(a: int, b: int) -> Tau:
            return Tau(number_or_none(kendall_tau(better[a], better[b]))) if j in (a, b) else self.tau(a, b)

        taus = tuple(tuple(tau(a, b) for b in range(a)) for a in range(len(columns)))
        return replace(
            self,
            measures=(*self.measures[:j], measure, *self.measures[j + 1 :]),
            rows=tuple(zip(*columns, strict=True)),
            taus=taus,
            says=(*self.says, says),
        )

    def tau(self, i: int, j: int) -> Tau:
        """Agreement of two measures, by their places."""
        return self.taus[max(i, j)][min(i, j)]


def of_scores(
    scores: Scores, average: Average = "mean", *, tested: bool = True, numbers: tuple[SystemNumbers, ...] = ()
) -> Standings:
    """The standings of scored systems: shared places of those in one tie group, intervals over the resamples.

    tested: False gives at once what is known before anything is resampled: values, and the places that they have.
    """
    measures, columns = [], []
    for measure, text in zip(scores.measures, scores.texts, strict=True):
        kind = scores.kind(text, average)
        measures.append(RankedMeasure(text, measure.label() + scores.mark(text, kind), measure.better(), average=kind))
        columns.append(_standings_by_tests(scores, text, kind) if tested else _standings_by_value(scores, text, kind))
    values = scores.taus("systems", average)
    taus = tuple(tuple(Tau(number_or_none(values[i, j])) for j in range(i)) for i in range(len(measures)))
    shares = (
        "shared: from one to the next the averages do not differ significantly (randomization, p ≥ 0.05 after Holm). "
        "Ranks count systems: 1=, 1=, 3. Systems that share a rank all have that of their best, even where "
        "their value alone puts them behind."
    )
    how = (intervals_sentence(scores),) if tested else ()
    says = (*standing_sentences(scores, scores.texts), *how, _TAUS.format(len(scores.systems)))
    rows = tuple(zip(*columns, strict=True)) if columns else ()
    any_shared = tested and any(one.shared for column in columns for one in column)
    return Standings(scores.systems, tuple(measures), rows, taus, shares if any_shared else "", "", says, numbers)


def _places_by_key(keys: Sequence[float | None]) -> list[tuple[int | None, bool]]:
    """The place of each by its key, the least first, and whether another has the same; None without a key."""
    defined = [key for key in keys if key is not None]
    return [
        (None, False) if key is None else (1 + sum(other < key for other in defined), defined.count(key) > 1)
        for key in keys
    ]


def _standings_by_tests(scores: Scores, text: str, kind: Average) -> list[Standing]:
    ranks = {row["system"]: row for row in scores.ranks(text, kind)}
    rows = [ranks[system] for system in scores.systems]
    own = _places_by_key([row["tie group"] for row in rows])
    return [
        Standing(place, number_or_none(row["value"]), shared, row["place low"], row["place high"])
        for row, (place, shared) in zip(rows, own, strict=True)
    ]


def _standings_by_value(scores: Scores, text: str, kind: Average) -> list[Standing]:
    values = scores.averages(text, kind)
    own, _, _ = places_with_limits(values, np.empty((0, len(values))), scores.better(text) == "higher")
    ranked = _places_by_key(own)
    return [Standing(p, number_or_none(v), shared) for (p, shared), v in zip(ranked, values.tolist(), strict=True)]


def of_published(study: PublishedStudy) -> Standings:
    """The standings that a paper printed: its places where it printed any, those of the values else."""
    measures, columns, counted_on = [], [], ""
    for j, text in enumerate(study.measures):
        printed = [values[j] for values in study.content["systems"].values()]
        digits = max(len(value.partition(".")[2]) for value in printed)
        label = _measure_label(text)
        measures.append(RankedMeasure(text, label, "higher" if study.higher(text) else "lower", digits))
        places = study.content.get("places", {}).get(text)
        columns.append(_published_column(study, text, [float(value) for value in printed], places))
        counted_on = counted_on or _counting_note([place for place in places or () if place is not None], label)
    otherwise, higher_is_better = _taus_printed_otherwise(study), study.oriented_values
    taus = []
    for i, a in enumerate(study.measures):
        pairs = ((frozenset((a, b)), kendall_tau(higher_is_better[a], higher_is_better[b])) for b in study.measures[:i])
        taus.append(tuple(otherwise.get(pair) or Tau(number_or_none(tau)) for pair, tau in pairs))
    any_shared = any(one.shared for column in columns for one in column)
    test = "shared: no significant difference (K15, Eq. 6)." if counted_on else "shared: equal as printed."
    return Standings(
        study.systems,
        tuple(measures),
        tuple(zip(*columns, strict=True)),
        tuple(taus),
        f"{test}{counted_on}" if any_shared else "",
        study.source,
        (f"Printed values: {study.source}.", _TAUS.format(len(study.systems))),
    )


def _counting_note(printed: Sequence[int], label: str) -> str:
    """How shared places are printed where the next one does not count those who share it; "" where it does."""
    first = sorted(printed)
    at = next((i for i in range(1, len(first)) if first[i - 1] != i and first[i] != first[i - 1]), 0)
    if not at or first[at] == at + 1:
        return ""
    group = [place for place in first if place == first[at - 1]]
    ours = ", ".join([f"{group[0]}="] * len(group))
    theirs = ", ".join(map(str, [*group, first[at]]))
    return f" Ranks count systems, {ours}, {group[0] + len(group)}; printed is {theirs} under {label}."


def _measure_label(text: str) -> str:
    """A measure's name for people: papers have measures of their own."""
    try:
        return parse_measure(text).label()
    except ValueError:
        return text


def _published_column(
    study: PublishedStudy, text: str, values: Sequence[float], places: Sequence[int | None] | None
) -> list[Standing]:
    """The column of one measure. Printed places may go on at once after a shared one; here ranks count systems."""
    if places is None:
        keys: list[float | None] = [-value if study.higher(text) else value for value in values]
        because: Mapping[str, str] = {}
    else:
        keys = list(places)
        because = {row["system"]: row["because"] for row in study.ranking(text).to_dict("records")}
    column = []
    for system, value, (place, shared) in zip(study.systems, values, _places_by_key(keys), strict=True):
        remark = because.get(system, "")
        # Of shared places the table says itself what they are; what stands against the values is marked.
        if remark.startswith(("Shared with", "Places are counted", "As printed")):
            remark = ""
        column.append(Standing(place, value, shared, because=remark))
    return column


def _taus_printed_otherwise(study: PublishedStudy) -> dict[frozenset[str], Tau]:
    """Agreements that are printed otherwise than the printed values give."""
    cells = study.cells
    return {
        frozenset((row["row"], row["column"])): Tau(number_or_none(row["ours"]), row["printed"], row["because"])
        for row in cells[cells["what"] == "τ"].to_dict("records")
        if not row["agrees"]
    }


# What is read off them


def alike_sentences(standings: Standings) -> tuple[str, ...]:
    """Which measures rank alike, and which differ most, in sentences; none with less than two that can be told."""
    names = [measure.label for measure in standings.measures]
    pairs = {
        (j, i): tau
        for i, j in combinations(reversed(range(len(names))), 2)
        if (tau := standings.tau(i, j).value) is not None
    }
    if not pairs:
        return ()
    if len(pairs) == 1:
        ((a, b), tau) = next(iter(pairs.items()))
        return (f"{names[a]} and {names[b]}: {tau:.3f}.",)
    least, most = min(pairs, key=lambda p: (pairs[p], p)), max(pairs, key=lambda p: (pairs[p], [-x for x in p]))
    if pairs[least] >= 1:
        return ("All measures rank alike.",)
    group = _group_of_alike(pairs, most) if pairs[most] >= ALIKE else most
    inside = sorted({f"{pairs[p]:.3f}" for p in combinations(group, 2)})
    names_alike = " and ".join(filter(None, (", ".join(names[k] for k in group[:-1]), names[group[-1]])))
    how = "alike" if inside == ["1.000"] else "almost alike" if pairs[most] >= ALIKE else "most alike"
    span = inside[0] if len(inside) == 1 else f"{inside[0]} to {inside[-1]}"
    return (
        f"{names_alike} rank {how} ({span}).".replace("-", "−"),
        f"{names[least[0]]} and {names[least[1]]} differ most: {pairs[least]:.3f}.".replace("-", "−"),
    )


def _group_of_alike(pairs: Mapping[tuple[int, int], float], start: tuple[int, int]) -> tuple[int, ...]:
    """The measures that go with the most alike two: each added is almost alike to all that are there."""
    group = set(start)
    for k in sorted({k for pair in pairs for k in pair} - group):
        if all(pairs.get((min(k, g), max(k, g)), -1.0) >= ALIKE for g in group):
            group.add(k)
    return tuple(sorted(group))


def tau_picture(standings: Standings) -> TrianglePicture:
    """Agreement of the measures, as a figure."""
    values = tuple(tuple(tau.value for tau in row) for row in standings.taus)
    return TrianglePicture(("Kendall's τ over systems",), tuple(m.label for m in standings.measures), values)


def standings_table(standings: Standings, measure_number: int) -> StudyTable:
    """Places and values as a table for a file, in the order of one measure."""
    columns: list[StudyColumn] = []
    for measure in standings.measures:
        columns += [StudyColumn(measure.label, better=measure.better), StudyColumn(f"{measure.label} place", "text")]
    last = len(standings.rows)
    bests = [min((one.place or last for one in column), default=0) for column in zip(*standings.rows, strict=True)]
    rows = []
    for i in standings.order(measure_number):
        entries: list[TableEntry | str] = []
        for one, best in zip(standings.rows[i], bests, strict=True):
            entries += [TableEntry(one.value, best=one.place == best), place_text(one)]
        rows.append((standings.systems[i], entries))
    says = (*standings.says, *((f"1=: {standings.shares}",) if standings.shares else ()))
    table = study_table(f"Ranking by {standings.measures[measure_number].label}", "system", columns, rows, says)
    return with_system_numbers(table, standings.systems, standings.system_numbers)


def taus_table(standings: Standings) -> StudyTable:
    """Agreement of the measures as a table for a file: the lower triangle."""
    rows = ([*(tau.value for tau in row), 1.0] for row in standings.taus)
    labels = [measure.label for measure in standings.measures]
    return triangle_table("Kendall's τ over systems", labels, rows, standings.says)


def place_text(standing: Standing) -> str:
    """A place with its interval, as in "2= (1–3)"; – where there is none."""
    if standing.place is None:
        return "–"
    own = f"{standing.place}{'=' if standing.shared else ''}"
    return f"{own} ({standing.elsewhere})" if standing.elsewhere else own
