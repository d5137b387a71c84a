"""Two systems against each other, as data for a page: differences, tests in words, parts of the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Literal

import numpy as np

from ...errors import StudyError
from ...explain import Estimate, EstimatesPicture, HistogramPicture
from ..scoring.ratios import Floats
from .pictures import paired_histogram
from .scores import PairedDifference, Scores
from .statistics import Interval
from .tables import intervals_sentence, limits, number_or_none, ordered_parts, standing_sentences

MOST_PARTS = 40  # that are told apart
OTHERS = "others"


@dataclass(frozen=True)
class TestInWords:
    """A test of paired differences, in words for a page."""

    name: str
    """Name of the test."""
    p: float | None
    """Its p; None where nothing could be tested."""
    says: str
    """Sentence on what it tests."""
    how: str
    """How p came about."""


@dataclass(frozen=True)
class Contrast:
    """The comparison of two systems under one measure."""

    measure: str
    """Text of the measure."""
    label: str
    """Name of the measure for people."""
    better: Literal["higher", "lower"]
    """Which way is better."""
    a: float | None
    """Mean of the first system over these instances."""
    b: float | None
    """Mean of the second system over these instances."""
    n: int
    """Number of instances where both systems have a value."""
    difference: ValueWithInterval
    """Mean of the first less that of the second; its ends are None until they are resampled."""
    pooled: ValueWithInterval | None
    """The difference of pooled values, None where the measure has none."""
    wins: int
    """Number of instances where the first system is better."""
    ties: int
    """Number of instances where both are the same."""
    losses: int
    """Number of instances where the first system is worse."""
    tests: tuple[TestInWords, ...]
    """Tests of the difference; the first is of the mean."""
    picture: HistogramPicture
    """Histogram of the differences."""


@dataclass(frozen=True)
class ValueWithInterval:
    """A value and the ends of its 95 % interval, None where there are none."""

    value: float | None
    """The value; None where undefined."""
    low: float | None = None
    """Lower end of its 95 % interval; None where there is none."""
    high: float | None = None
    """Upper end of its 95 % interval; None where there is none."""
    why: str = ""
    """Why there is no spread; "" where there is."""


@dataclass(frozen=True)
class PartDifference:
    """The difference of two systems in one part of the data."""

    name: str
    """Name of the part."""
    n: int
    """Number of its instances."""
    difference: ValueWithInterval
    """Mean difference with its interval."""
    p: float | None
    """The p of the mean difference; None where nothing was tested."""
    corrected: float | None
    """This p, corrected for all tests of the family; None where nothing was tested."""


@dataclass(frozen=True)
class PartDifferences:
    """The differences of two systems in each part of the data, under one measure."""

    column: str
    """Column that parts the data."""
    measure: str
    """Text of the measure."""
    label: str
    """Name of the measure for people."""
    better: Literal["higher", "lower"]
    """Which way is better."""
    rows: tuple[PartDifference, ...]
    """The parts."""
    family: int
    """Number of tests that were corrected together."""
    folded: int = 0
    """Number of small parts that stand together as the last one."""


@dataclass(frozen=True)
class Differences:
    """The comparisons of two systems under some measures."""

    a: str
    """Name of the first system."""
    b: str
    """Name of the second system."""
    contrasts: tuple[Contrast, ...]
    """The two under each measure."""
    says: tuple[str, ...]
    """On what all stands and how it was computed, in sentences."""


def differences_of_systems(
    scores: Scores, a: str, b: str, measures: Iterable[str] = (), *, resampled: bool = True
) -> Differences:
    """The comparisons of two systems under these measures, or under all.

    resampled: False leaves out intervals and tests, which take seconds on many instances. Raises StudyError for an
    unknown system or measure, and for a system against itself.
    """
    if a == b:
        raise StudyError(f"{a} does not differ from itself; two systems are compared")
    texts = tuple(measures) or scores.texts
    resampled_differences = scores.compare(a, b, texts) if resampled else [None] * len(texts)
    contrasts = tuple(_contrast(scores, (a, b), text, d) for text, d in zip(texts, resampled_differences, strict=True))
    says = (*standing_sentences(scores, texts), *((intervals_sentence(scores),) if resampled else ()))
    return Differences(a, b, contrasts, says)


def _contrast(scores: Scores, systems: tuple[str, str], text: str, d: PairedDifference | None) -> Contrast:
    first, second = (scores.column(text)[:, scores.systems.index(system)] for system in systems)
    both = ~np.isnan(first) & ~np.isnan(second)
    first, second = first[both], second[both]
    values = first - second
    better, label = scores.better(text), scores.measure(text).label()
    sign = 1 if better == "higher" else -1
    wins, losses = (int(np.count_nonzero(x)) for x in (sign * values > 0, sign * values < 0))
    ends = ValueWithInterval(_mean_or_none(values)) if d is None else _value_with_interval(d.interval)
    value, low, high = (np.nan if end is None else end for end in (ends.value, ends.low, ends.high))
    pooled = pooled_difference(scores, systems, text, resampled=d is not None)
    return Contrast(
        text,
        label,
        better,
        a=_mean_or_none(first),
        b=_mean_or_none(second),
        n=len(values),
        difference=ends,
        pooled=pooled,
        wins=wins,
        ties=len(values) - wins - losses,
        losses=losses,
        tests=() if d is None else _tests_in_words(d, scores.resamples),
        picture=paired_histogram(values, label, systems, better, Interval(value, low, high)),
    )


def bar_formulas(c: Contrast) -> tuple[str, ...]:
    """The query of each bar of a histogram: `by` and a formula that finds the bar's instances."""
    difference = f"A.{c.measure} - B.{c.measure}"
    picks = []
    for low, high in pairwise(c.picture.edges):
        a, b = (f"{Decimal(f'{edge:.10g}'):f}" for edge in (low, high))
        # What lies on an edge belongs to the bar nearer to 0.
        signs = (">", "<=") if low >= 0 else (">=", "<")
        picks.append(f"by {difference} {signs[0]} {a} and {difference} {signs[1]} {b}")
    return tuple(picks)


def _value_with_interval(i: Interval) -> ValueWithInterval:
    return ValueWithInterval(*limits(i), i.why)


def _mean_or_none(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


def pooled_difference(
    scores: Scores, systems: tuple[str, str], measure: str, *, resampled: bool = True
) -> ValueWithInterval | None:
    """The difference of two pooled values with its interval, None where the measure is not pooled."""
    if "pooled" not in scores.kinds(measure):
        return None
    if resampled:
        return _value_with_interval(scores.compare(*systems, [measure], "pooled")[0].interval)
    first, second = (scores.averages(measure, "pooled")[scores.systems.index(system)] for system in systems)
    return ValueWithInterval(number_or_none(float(first - second)))


def _tests_in_words(d: PairedDifference, resamples: int) -> tuple[TestInWords, ...]:
    """The tests of one difference, each with what it tests and how its p came."""
    differing = d.wins + d.losses
    turns = f"all {2**differing:,} turns of signs" if 2**differing <= resamples else f"{resamples - 1:,} turns of signs"
    signs = "by the normal approximation" if differing > 12 else "exact"
    rows = (
        ("randomization", "Randomization", f"two-sided, {turns}"),
        ("sign", "Sign test", f"two-sided, {signs}, ties left out"),
        ("Wilcoxon", "Wilcoxon", "two-sided, zeros ranked and left out (Pratt)"),
    )
    return tuple(
        TestInWords(name, d.tests[key].p if d.n else None, d.tests[key].says, f"{how}; one comparison, not corrected")
        for key, name, how in rows
    )


def conclusion_sentence(c: Contrast, a: str, b: str) -> str:
    """A sentence on which system is better under a measure, by how much and how surely."""
    if c.difference.value is None:
        return f"On no instance {c.label} says something of both."
    if c.difference.why:
        return f"The same difference on every instance: {_value_text(c.difference.value)}."
    if c.difference.value == 0:
        return "The means are equal."
    ahead = f"“{a if (c.difference.value > 0) == (c.better == 'higher') else b}”"
    if c.difference.low is None or c.difference.high is None:
        return f"On average {ahead} is better by {_value_text(abs(c.difference.value))}."
    low, high = sorted((abs(c.difference.low), abs(c.difference.high)))
    if c.difference.low <= 0 <= c.difference.high:
        interval = f"{_value_text(c.difference.low)} to {_value_text(c.difference.high)}"
        return f"{ahead} is ahead by {_value_text(abs(c.difference.value))}, and the interval, {interval}, holds 0."
    return f"{ahead} is better by {_value_text(abs(c.difference.value))} ({_value_text(low)} to {_value_text(high)})."


def _value_text(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


# Parts of the data


def largest_parts(labels: Sequence[str], most: int = MOST_PARTS) -> tuple[list[str], int]:
    """The part of each instance, small parts under one name, and the number of parts that name stands for."""
    counts = Counter(labels)
    if len(counts) <= most:
        return list(labels), 0
    largest = set(sorted(counts, key=lambda name: (-counts[name], name))[: most - 1])
    others = OTHERS
    while others in counts:
        others += "…"
    return [label if label in largest else others for label in labels], len(counts) - len(largest)


def part_differences(
    scores: Scores, labels: Sequence[str], column: str, systems: tuple[str, str], measure: str, most: int = MOST_PARTS
) -> PartDifferences:
    """Two systems in each part of the data under one measure, corrected over the parts (Benjamini–Hochberg).

    labels: which part each instance belongs to.  systems: the two systems.  most: parts that are told apart; the
    smallest others stand together.
    """
    together, folded_parts = largest_parts(labels, most)
    slices = scores.restricted_to(measure).tested_slices(together, *systems)
    rows = {
        name: PartDifference(
            name,
            d.n,
            ValueWithInterval(*limits(d.interval)),
            d.tests["randomization"].p if d.n else None,
            number_or_none(corrected),
        )
        for name, d, corrected in slices
    }
    order = ordered_parts(together)
    if folded_parts:
        last = next(name for name in order if name not in set(labels))
        order = (*(name for name in order if name != last), last)
    family = sum(d.n > 0 for _, d, _ in slices)
    better, label = scores.better(measure), scores.measure(measure).label()
    return PartDifferences(column, measure, label, better, tuple(rows[name] for name in order), family, folded_parts)


def parts_picture(parts: PartDifferences, a: str, b: str) -> EstimatesPicture:
    """The difference in each part with its interval, below each other."""
    rows = tuple(
        Estimate(part.name, part.difference.value, part.difference.low, part.difference.high, f"{part.n:,}", 1)
        for part in parts.rows
    )
    what = f"difference of {parts.label}, {a} − {b}"
    return EstimatesPicture((f"{parts.label} by {parts.column}: {a} − {b}",), what, rows, "n", 0.0)
