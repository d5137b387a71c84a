"""Averages of measures over a whole data set: means and pooled values, places, differences, agreement, slices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...errors import StudyError, quoted, suggestion
from ...measures import Measure
from ..frames import frame_of
from ..inputs.data import DataSet, checked_system_name
from ..scoring.engine import FAILED
from ..scoring.numbered import Longs
from ..scoring.plan import Values
from ..scoring.ratios import Floats, pooling_of, quotient
from ..storage.store import Store, digest
from . import statistics
from .statistics import Interval

if TYPE_CHECKING:
    import pandas as pd

Average = Literal["mean", "pooled"]


@dataclass(frozen=True)
class PairedDifference:
    """The difference of two systems under one measure, paired on the instances where both have a value: a − b."""

    measure: str
    """Text of the measure."""
    a: str
    """Name of the first system."""
    b: str
    """Name of the second system."""
    n: int
    """Number of instances where both have a value."""
    interval: Interval
    """Mean difference with its interval."""
    wins: int
    """Number of instances where the first is better by the measure."""
    ties: int
    """Number of instances where both are the same."""
    losses: int
    """Number of instances where the first is worse."""
    tests: Mapping[str, statistics.Test]
    """The p of each test by name, with what it tests."""
    holm: float
    """The randomization test's p within the family of `family` comparisons."""
    family: int
    """Number of comparisons that are corrected together."""
    average: Average = "mean"
    """How values are averaged: "pooled" where `interval` and the randomization are of pooled values, to which all
    instances count.
    """


class Scores:
    """The values of measures for every instance and system of a data set.

    values: by system and by the measure's place.  resamples: 0 leaves intervals out.  store: of the study, which keeps
    what is drawn.  All intervals are 95 %, from 10,000 resamples with the seed 0, each measure's in one draw for all
    systems. A test over instances tells nothing of how much training varies.
    """

    seed = statistics.SEED

    def __init__(
        self,
        data: DataSet,
        measures: Sequence[Measure],
        values: Mapping[str, Sequence[Values]],
        clusters: Longs | None = None,
        store: Store | None = None,
        resamples: int = statistics.RESAMPLES,
    ):
        self.data, self.measures, self.values = data, tuple(measures), values
        self.clusters, self.store, self.resamples = clusters, store, resamples
        self._drawn: dict[tuple[str, Average], Floats] = {}
        self._compared: dict[tuple[str, Average], list[PairedDifference]] = {}
        self.systems = tuple(values)
        self.texts = tuple(map(str, measures))

    def _measure_number(self, measure: str) -> int:
        try:
            return self.texts.index(str(measure))
        except ValueError:
            near = suggestion(str(measure), self.texts)
            raise StudyError(f"{quoted(measure)} was not scored{near}; scored are {', '.join(self.texts)}") from None

    def measure(self, text: str) -> Measure:
        """The scored measure of that text. Raises StudyError for another one."""
        return self.measures[self._measure_number(text)]

    def column(self, measure: str) -> Floats:
        """The values of one measure: N instances × systems, NaN where undefined."""
        k = self._measure_number(measure)
        return np.stack([self.values[s][k].value for s in self.systems], axis=1)

    def failed(self, measure: str | Measure, system: str) -> list[str]:
        """The instances on which a foreign measure gave no value that can be used."""
        values = self.values[checked_system_name(system, self.systems)][self._measure_number(str(measure))]
        if FAILED not in values.parts:
            return []
        return [self.data.ids[i] for i in np.flatnonzero(values.parts[FAILED] == 1).tolist()]

    def better(self, measure: str) -> Literal["higher", "lower"]:
        """Which values of a measure are better."""
        return self.measure(measure).better()

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each instance and system, a column for each measure."""
        systems = [system for system in self.systems for _ in self.data.ids]
        columns = {text: self.column(text).ravel(order="F") for text in self.texts}
        return frame_of({"instance": self.data.ids * len(self.systems), "system": systems, **columns})

    # Averages

    def _summed_terms(self, measure: str, average: Average) -> tuple[Callable[[Values], Floats], Averaged]:
        """What an average of one measure sums of each instance, N × c, and the averages of rows of such sums."""
        if average == "mean":
            return _MEAN
        pooled = pooling_of(self.measure(measure))
        if pooled is None:
            raise StudyError(f"{measure} is no measure of sums, so it is not pooled; its mean is")
        parts, value = pooled
        return (lambda v: np.stack([v.parts[name] for name in parts], axis=1).astype(np.float64)), value

    def _summed_columns(self, measure: str, average: Average) -> tuple[Floats, Averaged]:
        """The columns that an average of one measure sums, N × (c · systems), and the averages of rows of such sums."""
        k, (terms, value) = self._measure_number(measure), self._summed_terms(measure, average)
        each = [terms(self.values[s][k]) for s in self.systems]
        return np.concatenate(each, axis=1), lambda sums: np.stack(
            [value(own) for own in np.split(sums, len(each), axis=1)], axis=1
        )

    def averages(self, measure: str, average: Average = "mean") -> Floats:
        """The average of one measure for each of the S systems, NaN where no instance has a value. Shape: (S,)."""
        columns, value = self._summed_columns(measure, average)
        averages: Floats = value(columns.sum(axis=0)[None, :])[0]
        return averages

    def resampled(self, measure: str, average: Average = "mean") -> Floats:
        """The averages over resampled instances: resamples × systems."""
        key: tuple[str, Average] = str(measure), average
        if key not in self._drawn:
            self._drawn[key] = self._resampled_values(" ".join(key), *self._summed_columns(*key))
        return self._drawn[key]

    def draw(self, averages: Iterable[tuple[str, Average]]) -> None:
        """Resample few instances once for several averages, each of which `resampled` then has at hand."""
        keys = [key for key in averages if key not in self._drawn]
        count = len(self.data) if self.clusters is None else int(self.clusters.max(initial=-1)) + 1
        if not keys or count > statistics.SMALL:
            return
        columns, values = zip(*(self._summed_columns(*key) for key in keys), strict=True)
        units = [own if self.clusters is None else _sums_of(own, self.clusters) for own in columns]
        drawn = statistics.sums_of_same_draws(units, self.resamples, self.seed)
        self._drawn |= {key: value(sums) for key, value, sums in zip(keys, values, drawn, strict=True)}

    def _resampled_values(self, name: str, columns: Floats, value: Averaged) -> Floats:
        """Values of resampled sums, one or more a resample; those that the study keeps under the name, if they fit."""
        units = columns if self.clusters is None else _sums_of(columns, self.clusters)
        return self._kept_or_drawn(
            name, units, lambda: value(statistics.resampled_sums(units, self.resamples, self.seed))
        )

    def _kept_or_drawn(self, name: str, units: Floats, draw: Callable[[], Floats]) -> Floats:
        """Resampled values of units, n × k; those that the study keeps under the name, if they fit."""
        if self.store is None or not self.resamples or len(units) <= statistics.SMALL:
            return draw()
        return self.store.kept_resampled(
            name, digest(f"{self.resamples} {self.seed} {units.shape}", units.tobytes()), draw
        )

    def kinds(self, measure: str) -> tuple[Average, ...]:
        """Averages that a measure has: its mean, and where its parts may be summed the pooled value."""
        return ("mean", "pooled") if pooling_of(self.measure(measure)) else ("mean",)

    def kind(self, measure: str, average: Average) -> Average:
        """The average that was asked for, or the mean where the measure has no pooled value."""
        return average if average in self.kinds(measure) else "mean"

    def mark(self, measure: str, average: Average = "mean") -> str:
        """Mark of means that stand on different instances, and so are no one ranking: "*"; "" where they do not."""
        undefined = np.isnan(self.column(measure))
        return "*" if average == "mean" and (undefined.any(axis=1) != undefined.all(axis=1)).any() else ""

    def _leave_one_out(self, columns: Floats, value: Averaged) -> Floats | None:
        """Values of the sums with each instance (or cluster) left out: N × k; None where these are too many."""
        if self.clusters is not None:
            columns = _sums_of(columns, self.clusters)
        return value(columns.sum(axis=0) - columns) if len(columns) <= statistics.SMALL else None

    def summary(self) -> pd.DataFrame:
        """A row for each system and measure: mean and pooled value with their intervals, n, and how many undefined."""
        rows = []
        for text in self.texts:
            kinds = self.kinds(text)
            undefined = np.isnan(self.column(text)).sum(axis=0)
            intervals = {kind: self.intervals(text, kind) for kind in kinds}
            for i, system in enumerate(self.systems):
                row: dict[str, Any] = {"system": system, "measure": text}
                for kind in kinds:
                    one = intervals[kind][i]
                    row |= {kind: one.value, f"{kind} low": one.low, f"{kind} high": one.high}
                rows.append(row | {"n": len(self.data) - int(undefined[i]), "undefined": int(undefined[i])})
        return frame_of(rows)

    def intervals(self, measure: str, average: Average = "mean") -> list[Interval]:
        """The average of one measure for each system with its interval."""
        values, resamples = self.averages(measure, average), self.resampled(measure, average)
        without = self._leave_one_out(*self._summed_columns(measure, average))
        return [
            statistics.interval_of_resamples(float(v), resamples[:, i], None if without is None else without[:, i])
            for i, v in enumerate(values)
        ]

    # Systems against each other

    def ranking(self, measure: str, average: Average = "mean") -> pd.DataFrame:
        """The systems from the best to the worst: value, place with its interval, tie group, K15's shared place, n."""
        return frame_of(self.ranks(measure, average))

    def ranks(self, measure: str, average: Average = "mean") -> list[dict[str, Any]]:
        """The systems from the best to the worst, as rows of values by the columns of `ranking`."""
        values = self.averages(measure, average)
        higher = self.measure(measure).better() == "higher"
        places, low, high = statistics.places_with_limits(values, self.resampled(measure, average), higher)
        worst = -np.inf if higher else np.inf
        ordered = np.argsort(np.where(np.isnan(values), worst, values) * (-1 if higher else 1), kind="stable").tolist()
        ps, apart = np.ones((2, len(values), len(values)))
        for d in self.compare_all(measure, average):
            i, j = self.systems.index(d.a), self.systems.index(d.b)
            ps[i, j] = ps[j, i] = d.holm
            apart[i, j] = apart[j, i] = d.tests["sign"].p
        group = {i: g for g, many in enumerate(statistics.tie_groups(ordered, ps), 1) for i in many}
        shared_places = statistics.shared_places(ordered, apart < 0.05)
        defined = np.count_nonzero(~np.isnan(self.column(measure)), axis=0).tolist()
        return [
            {
                "system": self.systems[i],
                "value": values[i],
                "place": places[i],
                "place low": low[i],
                "place high": high[i],
                "tie group": group[i],
                "shared place": shared_places[i],
                "n": defined[i],
            }
            for i in ordered
        ]

    def compare(
        self, a: str, b: str, measures: Iterable[str] = (), average: Average = "mean"
    ) -> list[PairedDifference]:
        """Two systems under each measure, or under those named; every comparison a family of its own.

        average: "pooled" compares pooled values, where a measure has one, else means.
        """
        pair = checked_system_name(a, self.systems), checked_system_name(b, self.systems)
        return [self._difference(text, *pair, self.kind(text, average)) for text in tuple(measures) or self.texts]

    def compare_all(self, measure: str, average: Average = "mean") -> list[PairedDifference]:
        """All pairs of systems under one measure, a family of tests corrected together."""
        key = measure, average
        if key not in self._compared:
            differences = [self._difference(measure, a, b, average) for a, b in combinations(self.systems, 2)]
            family = [d.tests["randomization"].p for d in differences if d.n]
            corrected = iter(statistics.holm_correction(family))
            self._compared[key] = [
                replace(d, holm=next(corrected), family=len(family)) if d.n else d for d in differences
            ]
        return self._compared[key]

    def _difference(self, measure: str, a: str, b: str, average: Average) -> PairedDifference:
        k, resamples = self._measure_number(measure), (self.resamples or statistics.RESAMPLES) - 1
        first, second = self.values[a][k], self.values[b][k]
        d = first.value - second.value
        sign = 1 if self.measures[k].better() == "higher" else -1
        n, wins, losses = (int(np.count_nonzero(x)) for x in (~np.isnan(d), sign * d > 0, sign * d < 0))
        terms, value = self._summed_terms(measure, average)
        if average == "mean":
            columns, apart, says = np.stack(statistics.mean_terms(d), axis=1), value, statistics.TURNED
            test = partial(statistics.randomization_test, d, resamples, self.seed)
        else:
            test = partial(statistics.exchange_test, terms(first), terms(second), value, resamples, self.seed)
            says, columns = statistics.EXCHANGED, np.concatenate([terms(first), terms(second)], axis=1)

            def apart(sums: Floats) -> Floats:
                of_a, of_b = np.split(sums, 2, axis=1)
                return value(of_a) - value(of_b)

        name = f"{measure} {average} {a} {b}"
        resampled = self._resampled_values(name, columns, apart)
        p = float(self._kept_or_drawn(f"p of {name}", columns, lambda: np.array([test().p])).min(initial=1.0))
        whole = float(apart(columns.sum(axis=0)[None, :])[0])
        interval = statistics.interval_of_resamples(whole, resampled, self._leave_one_out(columns, apart))
        tests = {
            "randomization": statistics.Test(p, says),
            "sign": statistics.sign_test(wins, losses),
            "Wilcoxon": statistics.wilcoxon_test(d),
        }
        return PairedDifference(measure, a, b, n, interval, wins, n - wins - losses, losses, tests, p, 1, average)

    # Measures against each other

    def kendall(self, over: Literal["systems", "instances"] = "systems", average: Average = "mean") -> pd.DataFrame:
        """Kendall's τ-b between every two measures, errors turned: over the systems' averages, or over all values."""
        return frame_of(self.taus(over, average), index=list(self.texts), columns=list(self.texts))

    def taus(self, over: Literal["systems", "instances"] = "systems", average: Average = "mean") -> Floats:
        """Kendall's τ-b between every two measures, measures × measures, as `kendall` has it."""
        columns = []
        for text, measure in zip(self.texts, self.measures, strict=True):
            sign = 1.0 if measure.better() == "higher" else -1.0
            values = self.averages(text, self.kind(text, average)) if over == "systems" else self.column(text).ravel()
            columns.append(statistics.value_levels(sign * values))
        taus = np.empty((len(columns), len(columns)))
        for i, j in combinations_with_replacement(range(len(columns)), 2):
            taus[i, j] = taus[j, i] = statistics.kendall_tau_of_levels(columns[i], columns[j])
        return taus

    # Parts of the data

    def slices(self, labels: Sequence[object], a: str, b: str, measures: Iterable[str] = ()) -> pd.DataFrame:
        """Two systems in each part of the data: n, difference, interval and p, corrected over all parts.

        labels: which part each of the N instances belongs to; another number of them raises StudyError.
        """
        slices = self.tested_slices(labels, a, b, measures)
        family = sum(d.n > 0 for _, d, _ in slices)
        return frame_of(
            {
                "part": part,
                "measure": d.measure,
                "n": d.n,
                "difference": d.interval.value,
                "low": d.interval.low,
                "high": d.interval.high,
                "p": d.tests["randomization"].p if d.n else np.nan,
                "corrected p": corrected,
                "family": family,
            }
            for part, d, corrected in slices
        )

    def tested_slices(
        self, labels: Sequence[object], a: str, b: str, measures: Iterable[str] = ()
    ) -> list[tuple[str, PairedDifference, float]]:
        """Two systems in each part of the data, with the p corrected over all parts, NaN where nothing was tested."""
        parts = np.array([str(label) for label in labels])
        if len(parts) != len(self.data):
            raise StudyError(
                f"{len(parts):,} labels of parts; one for each of the {len(self.data):,} instances is accepted"
            )
        slices: list[tuple[str, PairedDifference]] = []
        for part in dict.fromkeys(parts.tolist()):
            inside = self.restricted(np.flatnonzero(parts == part))
            slices += [(part, d) for d in inside.compare(a, b, measures)]
        tested = [d.tests["randomization"].p for _, d in slices if d.n]
        corrected = iter(statistics.benjamini_hochberg_correction(tested))
        return [(part, d, next(corrected) if d.n else np.nan) for part, d in slices]

    def restricted(self, which: Longs) -> Scores:
        """The scores of some instances."""
        values = {s: [v.take(which) for v in self.values[s]] for s in self.systems}
        clusters = None
        if self.clusters is not None:
            clusters = np.unique(self.clusters[which], return_inverse=True)[1]
        return Scores(self.data.restricted(which), self.measures, values, clusters, resamples=self.resamples)

    def restricted_to(self, *measures: str) -> Scores:
        """The scores by some of the measures."""
        places = [self._measure_number(measure) for measure in measures]
        values = {s: [self.values[s][k] for k in places] for s in self.systems}
        own = [self.measures[k] for k in places]
        return Scores(self.data, own, values, self.clusters, self.store, self.resamples)


Averaged = Callable[[Floats], Floats]


def _sums_of(columns: Floats, clusters: Longs) -> Floats:
    sums = np.zeros((int(clusters.max(initial=-1)) + 1, columns.shape[1]))
    np.add.at(sums, clusters, columns)
    return sums


_MEAN: tuple[Callable[[Values], Floats], Averaged] = (
    lambda v: np.stack(statistics.mean_terms(v.value), axis=1),
    lambda sums: quotient(sums[:, 0], sums[:, 1], None),
)
