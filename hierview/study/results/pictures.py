"""Pictures of a study, as data: ranking, differences, agreement of measures, and a histogram of differences."""

from __future__ import annotations

from math import ceil
from typing import Literal

import numpy as np

from ...errors import StudyError
from ...explain import Estimate, EstimatesPicture, HistogramPicture, TrianglePicture
from ..scoring.ratios import Floats
from .scores import Average, PairedDifference, Scores
from .statistics import Interval
from .tables import limits, number_or_none

BARS = 12  # on either side of 0, at most


def ranking_picture(scores: Scores, measure: str, average: Average = "mean") -> EstimatesPicture:
    """The systems from the best to the worst with their intervals; tie groups stand together."""
    intervals = dict(zip(scores.systems, scores.intervals(measure, average), strict=True))
    rows = []
    for row in scores.ranks(measure, average):
        one, low, high = intervals[row["system"]], row["place low"], row["place high"]
        place = f"{low}–{high}" if low != high else f"{low}"
        rows.append(Estimate(row["system"], *limits(one), place, row["tie group"]))
    better = "more is better" if scores.better(measure) == "higher" else "less is better"
    what = "pooled" if average == "pooled" else f"mean{scores.mark(measure)}"
    return EstimatesPicture(("Ranking by ", measure), f"{measure}, {what}; {better}", tuple(rows), "place")


def differences_picture(scores: Scores, a: str, b: str) -> EstimatesPicture:
    """A picture of the difference of two systems under each measure, in the measure's own unit."""
    rows = [_estimate(d, d.measure) for d in scores.compare(a, b)]
    return EstimatesPicture((f"{a} − {b}",), f"difference, {a} − {b}", tuple(rows), reference=0.0)


def pairs_picture(scores: Scores, measure: str) -> EstimatesPicture:
    """A picture of the difference of every two systems under one measure."""
    rows = [_estimate(d, f"{d.a} − {d.b}") for d in scores.compare_all(measure)]
    if not rows:
        raise StudyError("one system has no difference; two are needed")
    return EstimatesPicture(("Differences under ", measure), f"difference of {measure}", tuple(rows), reference=0.0)


def _estimate(d: PairedDifference, label: str) -> Estimate:
    """The row of one difference; in the second group where its interval holds 0."""
    apart = bool(d.interval.low > 0 or d.interval.high < 0)
    return Estimate(label, *limits(d.interval), "", 1 if apart else 3)


def kendall_picture(scores: Scores, over: Literal["systems", "instances"] = "systems") -> TrianglePicture:
    """A picture of Kendall's τ between every two measures."""
    values = scores.taus(over)
    rows = tuple(tuple(number_or_none(values[i, j]) for j in range(i)) for i in range(len(values)))
    return TrianglePicture((f"Kendall's τ over {over}",), scores.texts, rows)


def histogram_picture(scores: Scores, measure: str, a: str, b: str) -> HistogramPicture:
    """The paired differences of two systems under one measure; ties are told, not drawn."""
    (d,) = scores.compare(a, b, [measure])
    column = dict(zip(scores.systems, scores.column(measure).T, strict=True))
    values = column[a] - column[b]
    return paired_histogram(values[~np.isnan(values)], measure, (a, b), scores.better(measure), d.interval)


def paired_histogram(
    values: Floats, measure: str, systems: tuple[str, str], better: Literal["higher", "lower"], mean: Interval
) -> HistogramPicture:
    """A histogram of differences, all defined. systems: the two systems.  mean: its ends may be NaN."""
    a, b = systems
    n, values = len(values), values[values != 0]
    step = round_step(float(np.abs(values).max(initial=0.0)) or 1.0, BARS)
    reach = max(1, ceil(float(np.abs(values).max(initial=0.0)) / step - 1e-9))
    edges = np.arange(-reach, reach + 1) * step
    # What lies on an edge belongs to the bin farther from 0 on neither side: to the one nearer to it.
    places = np.sign(values) * np.ceil(np.abs(values) / step - 1e-9)
    counts = [int(np.count_nonzero(places == k)) for k in (*range(-reach, 0), *range(1, reach + 1))]
    below, above = (b, a) if better == "higher" else (a, b)
    return HistogramPicture(
        (f"{measure}, {a} − {b}",),
        f"{measure}, {a} − {b}",
        tuple(float(edge) for edge in edges),
        tuple(counts),
        f"{sum(counts[:reach]):,} better for “{below}”",
        f"{sum(counts[reach:]):,} better for “{above}”",
        f"{n - len(values):,} of {n:,} are equal, and not drawn",
        Estimate("mean", *limits(mean)),
        accent="right" if better == "higher" else "left",
    )


def round_step(largest: float, most: int) -> float:
    """A round width of at most so many bars up to the largest value: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(largest / most))
    return float(next(m * power for m in (1, 2, 5, 10) if largest / (m * power) <= most + 1e-9))
