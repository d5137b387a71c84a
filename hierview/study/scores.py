"""Averages of measures over a whole data set: means and pooled values, places, differences, agreement, slices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..errors import StudyError, quoted, suggestion
from ..measures import Measure
from . import statistics
from .data import Data
from .engine import FAILED
from .frames import framed, stacked
from .numbered import Longs
from .plan import Values
from .pooled import pool
from .ratios import Floats, divided
from .statistics import Interval

if TYPE_CHECKING:
    import pandas as pd

Average = Literal["mean", "pooled"]


@dataclass(frozen=True)
class Difference:
    """Two systems under one measure, paired on the instances where both have a value: a − b.

    n: how many these are.  wins, ties, losses: of the first, by what the measure calls better.  tests: p by name, with
    what each tests.  holm: the randomization test's p within the family of `family` comparisons.
    """

    measure: str
    a: str
    b: str
    n: int
    interval: Interval
    wins: int
    ties: int
    losses: int
    tests: Mapping[str, statistics.Test]
    holm: float
    family: int


class Scores:
    """The values of measures for every instance and system of a data set.

    values: by system and by the measure's place.  All intervals are 95 %, from 10,000 resamples with the seed 0, one
    draw for all systems and measures. A test over instances tells nothing of how much training varies.
    """

    def __init__(
        self,
        data: Data,
        measures: Sequence[Measure],
        values: Mapping[str, Sequence[Values]],
        clusters: Longs | None = None,
        resamples: int = statistics.RESAMPLES,
        seed: int = statistics.SEED,
    ):
        self.data, self.measures, self.values = data, tuple(measures), values
        self.clusters, self.resamples, self.seed = clusters, resamples, seed
        self._drawn: dict[tuple[str, Average], Floats] = {}
        self._compared: dict[str, list[Difference]] = {}
        self.systems = tuple(values)
        self.texts = tuple(map(str, measures))

    def _place(self, measure: str) -> int:
        try:
            return self.texts.index(str(measure))
        except ValueError:
            near = suggestion(str(measure), self.texts)
            raise StudyError(f"{quoted(measure)} was not scored{near}; scored are {', '.join(self.texts)}") from None

    def _system(self, name: str) -> str:
        if name not in self.values:
            near = suggestion(name, self.systems)
            raise StudyError(f"{quoted(name)} is no system of this study{near}; they are {', '.join(self.systems)}")
        return name

    def column(self, measure: str) -> Floats:
        """The values of one measure: N instances × systems, NaN where undefined."""
        k = self._place(measure)
        return np.stack([self.values[s][k].value for s in self.systems], axis=1)

    def failed(self, measure: str | Measure, system: str) -> list[str]:
        """The instances on which a foreign measure gave no value that can be used."""
        values = self.values[self._system(system)][self._place(str(measure))]
        if FAILED not in values.parts:
            return []
        return [self.data.ids[i] for i in np.flatnonzero(values.parts[FAILED] == 1).tolist()]

    def better(self, measure: str) -> Literal["higher", "lower"]:
        """Which values of a measure are better."""
        return self.measures[self._place(measure)].better()

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each instance and system, a column for each measure."""
        parts = [
            framed(
                {"instance": self.data.ids, "system": system}
                | {text: self.values[system][k].value for k, text in enumerate(self.texts)}
            )
            for system in self.systems
        ]
        return stacked(parts)

    # Averages

    def _sums(self, measure: str, average: Average) -> tuple[Floats, Averaged]:
        """The columns that an average of one measure sums, N × (c · systems), and the averages of rows of such sums."""
        k = self._place(measure)
        columns, value = _MEAN
        if average == "pooled":
            found = pool(self.measures[k])
            if found is None:
                raise StudyError(f"{measure} is no measure of sums, so it is not pooled; its mean is")
            columns, value = (lambda v: np.stack([v.parts[name] for name in found.parts], axis=1)), found.value
        each = [columns(self.values[s][k]) for s in self.systems]
        width = each[0].shape[1]

        def averages(sums: Floats) -> Floats:
            return np.stack([value(sums[:, i * width : (i + 1) * width]) for i in range(len(each))], axis=1)

        return np.concatenate(each, axis=1).astype(np.float64), averages

    def averages(self, measure: str, average: Average = "mean") -> Floats:
        """The average of one measure for each of the S systems, NaN where no instance has a value. Shape: (S,)."""
        columns, value = self._sums(measure, average)
        averages: Floats = value(columns.sum(axis=0)[None, :])[0]
        return averages

    def resampled(self, measure: str, average: Average = "mean") -> Floats:
        """The averages over resampled instances: resamples × systems."""
        key = str(measure), average
        if key not in self._drawn:
            kinds = [(text, kind) for text in self.texts for kind in self.kinds(text)]
            self._drawn |= self._draw(kinds if key in kinds else [key])
        return self._drawn[key]

    def _draw(self, kinds: Sequence[tuple[str, Average]]) -> dict[tuple[str, Average], Floats]:
        """Averages over resampled instances, of all kinds in one draw."""
        sums = [self._sums(*kind) for kind in kinds]
        columns = np.concatenate([columns for columns, _ in sums], axis=1)
        drawn = statistics.resampled_sums(columns, self.resamples, self.seed, self.clusters)
        ends = np.cumsum([columns.shape[1] for columns, _ in sums])[:-1]
        return {
            kind: value(part) for kind, (_, value), part in zip(kinds, sums, np.split(drawn, ends, axis=1), strict=True)
        }

    def kinds(self, measure: str) -> tuple[Average, ...]:
        """Averages that a measure has: its mean, and where its parts may be summed the pooled value."""
        return ("mean", "pooled") if pool(self.measures[self._place(measure)]) else ("mean",)

    def without_each(self, measure: str, average: Average = "mean") -> Floats | None:
        """The averages with each instance (or cluster) left out: N × systems; None where these are too many."""
        columns, value = self._sums(measure, average)
        if self.clusters is not None:
            sums = np.zeros((int(self.clusters.max(initial=-1)) + 1, columns.shape[1]))
            np.add.at(sums, self.clusters, columns)
            columns = sums
        return value(columns.sum(axis=0) - columns) if len(columns) <= statistics.SMALL else None

    def summary(self) -> pd.DataFrame:
        """A row for each system and measure: mean and pooled value with their intervals, n, and how many undefined."""
        rows = []
        for text in self.texts:
            kinds = self.kinds(text)
            undefined = np.isnan(self.column(text)).sum(axis=0)
            known = {kind: self.intervals(text, kind) for kind in kinds}
            for i, system in enumerate(self.systems):
                row: dict[str, Any] = {"system": system, "measure": text}
                for kind in kinds:
                    row |= {
                        kind: known[kind][i].value,
                        f"{kind} low": known[kind][i].low,
                        f"{kind} high": known[kind][i].high,
                    }
                rows.append(row | {"n": len(self.data) - int(undefined[i]), "undefined": int(undefined[i])})
        return framed(rows)

    def intervals(self, measure: str, average: Average = "mean") -> list[Interval]:
        """The average of one measure for each system with its interval."""
        values, drawn = self.averages(measure, average), self.resampled(measure, average)
        without = self.without_each(measure, average)
        return [
            statistics.interval(float(v), drawn[:, i], None if without is None else without[:, i])
            for i, v in enumerate(values)
        ]

    # Systems against each other

    def ranking(self, measure: str, average: Average = "mean") -> pd.DataFrame:
        """The systems from the best to the worst: value, place with its interval, tie group, K15's shared place."""
        values = self.averages(measure, average)
        higher = self.measures[self._place(measure)].better() == "higher"
        found = statistics.places(values, self.resampled(measure, average), higher)
        worst = -np.inf if higher else np.inf
        ordered = np.argsort(np.where(np.isnan(values), worst, values) * (-1 if higher else 1), kind="stable").tolist()
        pairs = self.compare_all(measure)
        ps, apart = np.ones((2, len(values), len(values)))
        for d in pairs:
            i, j = self.systems.index(d.a), self.systems.index(d.b)
            ps[i, j] = ps[j, i] = d.holm
            apart[i, j] = apart[j, i] = d.tests["sign"].p
        group = {i: g for g, many in enumerate(statistics.tie_groups(ordered, ps), 1) for i in many}
        shared = statistics.shared_places(ordered, apart < 0.05)
        return framed(
            {
                "system": self.systems[i],
                "value": values[i],
                "place": found[i].place,
                "place low": found[i].low,
                "place high": found[i].high,
                "tie group": group[i],
                "shared place": shared[i],
            }
            for i in ordered
        )

    def compare(self, a: str, b: str, measures: Iterable[str] = ()) -> list[Difference]:
        """Two systems under each measure, or under those named; every comparison a family of its own."""
        pair = self._system(a), self._system(b)
        return self._differences([(text, *pair) for text in tuple(measures) or self.texts])

    def compare_all(self, measure: str) -> list[Difference]:
        """All pairs of systems under one measure, a family of tests corrected together."""
        if measure not in self._compared:
            self._compared[measure] = _corrected(self._differences(self._pairs([measure])))
        return self._compared[measure]

    def compare_every(self) -> None:
        """Compare all pairs under all measures in one draw, as many measures are ranked sooner then."""
        rest = [text for text in self.texts if text not in self._compared]
        found = self._differences(self._pairs(rest))
        for text in rest:
            self._compared[text] = _corrected([d for d in found if d.measure == text])

    def _pairs(self, measures: Iterable[str]) -> list[tuple[str, str, str]]:
        return [(measure, *pair) for measure in measures for pair in combinations(self.systems, 2)]

    def _differences(self, asked: Sequence[tuple[str, str, str]]) -> list[Difference]:
        """Each measure and pair of systems, all in one draw, each a family of its own."""
        if not asked:
            return []
        places = [self._place(measure) for measure, _, _ in asked]
        pairs = [(self.values[a][k].value, self.values[b][k].value) for k, (_, a, b) in zip(places, asked, strict=True)]
        differences = np.array([a - b for a, b in pairs]).reshape(len(pairs), len(self.data)).T
        turned = statistics.randomizations(differences, self.resamples - 1, self.seed)
        found = []
        intervals = self._paired(differences)
        for k, (_, a, b), d, interval, test in zip(places, asked, differences.T, intervals, turned, strict=True):
            sign = 1 if self.measures[k].better() == "higher" else -1
            n, wins, losses = (int(np.count_nonzero(x)) for x in (~np.isnan(d), sign * d > 0, sign * d < 0))
            tests = {
                "randomization": test,
                "sign": statistics.sign_test(wins, losses),
                "Wilcoxon": statistics.wilcoxon(d),
            }
            p = tests["randomization"].p
            found.append(Difference(self.texts[k], a, b, n, interval, wins, n - wins - losses, losses, tests, p, 1))
        return found

    def _paired(self, differences: Floats) -> list[Interval]:
        """The mean of each column (N × pairs) with its interval, over the instances where both have a value."""
        columns = np.stack(statistics.summands(differences), axis=2)
        n, pairs, _ = columns.shape
        drawn = statistics.resampled_sums(columns.reshape(n, -1), self.resamples, self.seed, self.clusters)
        drawn = drawn.reshape(-1, pairs, 2)
        few = self.clusters is None and n <= statistics.SMALL
        found = []
        for i in range(pairs):
            whole = columns[:, i].sum(axis=0)
            without = _mean(whole - columns[:, i]) if few else None
            found.append(statistics.interval(float(_mean(whole[None, :])[0]), _mean(drawn[:, i]), without))
        return found

    # Measures against each other

    def kendall(self, over: Literal["systems", "instances"] = "systems", average: Average = "mean") -> pd.DataFrame:
        """Kendall's τ-b between every two measures, errors turned: over the systems' averages, or over all values."""
        columns = []
        for text, measure in zip(self.texts, self.measures, strict=True):
            sign = 1.0 if measure.better() == "higher" else -1.0
            kind: Average = average if pool(measure) else "mean"
            columns.append(sign * (self.averages(text, kind) if over == "systems" else self.column(text).ravel()))
        found = [[statistics.kendall(a, b) for b in columns] for a in columns]
        return framed(found, index=list(self.texts), columns=list(self.texts))

    # Parts of the data

    def slices(self, labels: Sequence[object], a: str, b: str, measures: Iterable[str] = ()) -> pd.DataFrame:
        """Two systems in each part of the data: n, difference, interval and p, corrected over all parts.

        labels: which part each of the N instances belongs to; another number of them raises StudyError.
        """
        parts = np.array([str(label) for label in labels])
        if len(parts) != len(self.data):
            raise StudyError(
                f"{len(parts):,} labels of parts; one for each of the {len(self.data):,} instances is accepted"
            )
        rows = []
        for part in dict.fromkeys(parts.tolist()):
            inside = self.restricted(np.flatnonzero(parts == part))
            rows += [(part, d) for d in inside.compare(a, b, measures)]
        tested = [d for _, d in rows if d.n]
        corrected = iter(statistics.benjamini_hochberg([d.tests["randomization"].p for d in tested]))
        return framed(
            {
                "part": part,
                "measure": d.measure,
                "n": d.n,
                "difference": d.interval.value,
                "low": d.interval.low,
                "high": d.interval.high,
                "p": d.tests["randomization"].p if d.n else np.nan,
                "corrected p": next(corrected) if d.n else np.nan,
                "family": len(tested),
            }
            for part, d in rows
        )

    def restricted(self, which: Longs) -> Scores:
        """The same on some instances."""
        values = {s: [v.picked(which) for v in self.values[s]] for s in self.systems}
        clusters = None
        if self.clusters is not None:
            clusters = np.unique(self.clusters[which], return_inverse=True)[1]
        return Scores(self.data.restricted(which), self.measures, values, clusters, self.resamples, self.seed)

    def restricted_to(self, *measures: str) -> Scores:
        """The same with some of the measures."""
        places = [self._place(measure) for measure in measures]
        values = {s: [self.values[s][k] for k in places] for s in self.systems}
        kept = [self.measures[k] for k in places]
        return Scores(self.data, kept, values, self.clusters, self.resamples, self.seed)


def _corrected(found: list[Difference]) -> list[Difference]:
    """The differences of one measure as a family of tests corrected together."""
    tested = [d for d in found if d.n]
    corrected = iter(statistics.holm([d.tests["randomization"].p for d in tested]))
    return [replace(d, holm=next(corrected), family=len(tested)) if d.n else d for d in found]


Averaged = Callable[[Floats], Floats]


def _mean(sums: Floats) -> Floats:
    """Means from rows of (sum of values, how many are defined)."""
    return divided(sums[:, 0], sums[:, 1], None)


_MEAN: tuple[Callable[[Values], Floats], Averaged] = (
    lambda v: np.stack(statistics.summands(v.value), axis=1),
    _mean,
)
