"""Statistics over the same instances: resampled means, tests of paired differences, corrections for many tests.

Values come as an array of n instances × k columns (systems, or systems × measures), NaN where undefined: an
undefined value is left out of a mean. A test needs both values of a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, erfc, sqrt
from typing import cast

import numpy as np
import numpy.typing as npt

from .numbered import Longs
from .ratios import Floats

RESAMPLES = 10_000
SEED = 0
SMALL = 1_000  # instances up to which intervals are BCa
BLOCK = 4_000_000  # numbers that a block of draws holds
EQUAL = 1e-12  # of the largest: sums this close are the same


@dataclass(frozen=True)
class Interval:
    """A value and the limits between which 95 % of its resamples lie. why: why there is no spread, else ""."""

    value: float
    low: float
    high: float
    why: str = ""


def draws(n: int, resamples: int = RESAMPLES, seed: int = SEED, clusters: Longs | None = None) -> Iterator[Floats]:
    """How often each of n instances is drawn in each resample: blocks of rows, together resamples × n.

    clusters: a number from 0 on for each instance; whole clusters are drawn then.
    """
    rng = np.random.default_rng(seed)
    units = n if clusters is None else int(clusters.max(initial=-1)) + 1
    block = max(1, BLOCK // max(1, n))
    for first in range(0, resamples, block):
        rows = min(block, resamples - first)
        at = rng.integers(0, units, (rows, units)) + np.arange(rows)[:, None] * units
        counts = np.bincount(at.ravel(), minlength=rows * units).reshape(rows, units).astype(np.float64)
        yield counts if clusters is None else counts[:, clusters]


def resampled_sums(
    columns: Floats, resamples: int = RESAMPLES, seed: int = SEED, clusters: Longs | None = None
) -> Floats:
    """Sums of the columns (n × k) over resampled instances: resamples × k. The same seed draws the same instances."""
    blocks = [counts @ columns for counts in draws(len(columns), resamples, seed, clusters)]
    return np.concatenate(blocks) if blocks else np.empty((0, columns.shape[1]))


def summands(values: Floats) -> tuple[Floats, Floats]:
    """Terms of means: values with 0 where undefined, and 1 where defined."""
    defined = ~np.isnan(values)
    return np.where(defined, values, 0.0), defined.astype(np.float64)


def interval(value: float, drawn: Floats, without: Floats | None = None, unit: str = "instance") -> Interval:
    """The 95 % interval of a value from its resamples.

    without: the value with each instance left out, for a BCa interval (up to 1,000 instances); else percentiles.
    Source: Efron 1987.
    """
    drawn = drawn[~np.isnan(drawn)]
    if np.isnan(value) or not len(drawn):
        return Interval(value, value, value, f"no {unit} has a value")
    if np.ptp(drawn) <= EQUAL * max(1.0, abs(value)):
        return Interval(value, value, value, f"every {unit} that counts has the same value")
    levels = np.array([0.025, 0.975])
    if without is not None and len(without) <= SMALL:
        levels = _bca_levels(value, drawn, without)
    low, high = np.quantile(drawn, levels)
    return Interval(value, float(low), float(high))


def _bca_levels(value: float, drawn: Floats, without: Floats) -> Floats:
    """The quantiles that a BCa interval takes: corrected for bias and for a spread that changes with the value."""
    from scipy.stats import norm  # takes long to load

    below = (np.count_nonzero(drawn < value) + np.count_nonzero(drawn == value) / 2) / len(drawn)
    bias = norm.ppf(np.clip(below, 1 / (len(drawn) + 1), len(drawn) / (len(drawn) + 1)))
    off = without[~np.isnan(without)].mean() - without[~np.isnan(without)]
    spread = float((off**2).sum()) ** 1.5
    skew = float((off**3).sum()) / (6 * spread) if spread else 0.0
    z = bias + norm.ppf([0.025, 0.975])
    return cast(Floats, norm.cdf(bias + z / (1 - skew * z)))


# Tests of paired differences


@dataclass(frozen=True)
class Test:
    """A test's p, and in words what it tests."""

    p: float
    says: str


def randomization(differences: Floats, resamples: int = RESAMPLES - 1, seed: int = SEED) -> Test:
    """Whether the mean difference is 0, by turning signs at random, two-sided: p = (b + 1) / (B + 1), never 0.

    All 2ⁿ turns where they are not more than the resamples. Source: Fisher 1935; Noreen 1989.
    """
    return randomizations(differences[:, None], resamples, seed)[0]


def randomizations(differences: Floats, resamples: int = RESAMPLES - 1, seed: int = SEED) -> list[Test]:
    """The same for each column of n × k differences; an instance has the same signs whatever else is asked."""
    says = "the mean difference could be as large if each instance had either sign by chance"
    d = np.where(np.isnan(differences), 0.0, differences)
    size, total = np.count_nonzero(d, axis=0), d.sum(axis=0)
    observed = np.abs(total) - EQUAL * np.abs(d).sum(axis=0)
    found = np.ones(d.shape[1])
    exact = np.exp2(np.minimum(size, 60)) <= resamples + 1
    for k in np.flatnonzero(exact & (size > 0)).tolist():
        own = d[d[:, k] != 0, k]
        turns = (np.arange(2 ** len(own))[:, None] >> np.arange(len(own))) & 1
        found[k] = np.mean(np.abs((1 - 2 * turns) @ own) >= observed[k])
    drawn = np.flatnonzero(~exact)
    if len(drawn):
        rng = np.random.default_rng(seed)
        at_least, block = np.zeros(len(drawn), np.int64), max(1, BLOCK // len(d))
        for first in range(0, resamples, block):
            signs = rng.integers(0, 2, (min(block, resamples - first), len(d)), np.int8).astype(np.float64)
            at_least += (np.abs(total[drawn] - 2 * (signs @ d[:, drawn])) >= observed[drawn]).sum(axis=0)
        found[drawn] = (at_least + 1) / (resamples + 1)
    return [Test(float(p), says) for p in found]


def sign_test(wins: int, losses: int) -> Test:
    """Whether a win is as likely as a loss, two-sided; ties play no part.

    By the normal approximation where more than 12 instances differ, exactly below. Source: K15 Eq. 6.
    """
    n, k = wins + losses, max(wins, losses)
    says = "a win is as likely as a loss, however large either is: not whether the mean difference is 0"
    if n == 0:
        return Test(1.0, says)
    if n > 12:
        return Test(erfc((k - 0.5 * n) / (0.5 * sqrt(n)) / sqrt(2)), says)
    return Test(min(1.0, 2 * sum(comb(n, i) for i in range(k, n + 1)) / 2**n), says)


def wilcoxon(differences: Floats) -> Test:
    """Whether the differences are symmetric about 0, by signed ranks, zeros ranked and left out (Pratt 1959)."""
    from scipy.stats import wilcoxon as ranked  # takes long to load

    d = differences[~np.isnan(differences)]
    says = "the differences lie symmetrically about 0, by their ranks: not whether their mean is 0"
    if not d.any():
        return Test(1.0, says)
    return Test(float(ranked(d, zero_method="pratt").pvalue), says)


# Many tests at once


def holm(ps: Sequence[float]) -> list[float]:
    """The p of a family of tests, corrected so that one false alarm in it has at most its probability (Holm 1979)."""
    order = sorted(range(len(ps)), key=ps.__getitem__)
    found, highest = [0.0] * len(ps), 0.0
    for place, i in enumerate(order):
        highest = max(highest, min(1.0, (len(ps) - place) * ps[i]))
        found[i] = highest
    return found


def benjamini_hochberg(ps: Sequence[float]) -> list[float]:
    """The p of a family of tests, corrected for the share of false alarms among all alarms (1995)."""
    order = sorted(range(len(ps)), key=ps.__getitem__, reverse=True)
    found, lowest = [0.0] * len(ps), 1.0
    for place, i in enumerate(order):
        lowest = min(lowest, ps[i] * len(ps) / (len(ps) - place))
        found[i] = lowest
    return found


# Places


@dataclass(frozen=True)
class Place:
    """A system's place: 1 + how many are strictly better, and where it stands in 95 % of the resamples."""

    place: int
    low: int
    high: int


def places(values: Floats, drawn: Floats, higher: bool) -> list[Place]:
    """The places of k systems with these values, and their intervals from resamples × k."""
    sign = 1 if higher else -1

    def ranks(rows: npt.NDArray[np.float64]) -> Longs:
        found: Longs = 1 + (sign * rows[:, None, :] > sign * rows[:, :, None] + EQUAL).sum(axis=2)
        return found

    own = ranks(values[None, :])[0]
    block = max(1, BLOCK // max(1, len(values)) ** 2)
    every = np.concatenate([ranks(drawn[i : i + block]) for i in range(0, len(drawn), block)] or [own[None, :]])
    low, high = np.quantile(every, [0.025, 0.975], axis=0, method="nearest")
    return [Place(int(p), int(a), int(b)) for p, a, b in zip(own, low, high, strict=True)]


def shared_places(order: Sequence[int], apart: npt.NDArray[np.bool_]) -> list[int]:
    """K15's shared ranks: the next system shares the place of the group's first unless the two stand apart.

    order: systems from the best to the worst.  apart: for each two systems, whether they differ significantly.
    """
    found, first = [0] * len(order), 0
    for place, system in enumerate(order):
        if place and apart[order[first], system]:
            first = place
        found[system] = first + 1
    return found


def tie_groups(order: Sequence[int], ps: npt.NDArray[np.float64], level: float = 0.05) -> list[tuple[int, ...]]:
    """Neighbours in the order stay together while their (corrected) p is at least the level."""
    groups: list[list[int]] = []
    for place, system in enumerate(order):
        if place and ps[order[place - 1], system] >= level:
            groups[-1].append(system)
        else:
            groups.append([system])
    return [tuple(group) for group in groups]


def kendall(first: Floats, second: Floats) -> float:
    """Kendall's τ-b between two columns over the rows where both are defined; NaN where one does not vary."""
    from scipy.stats import kendalltau  # takes long to load

    both = ~np.isnan(first) & ~np.isnan(second)
    return float(kendalltau(first[both], second[both]).statistic) if both.sum() > 1 else float("nan")


def practical(differences: Floats, region: float = 0.01, resamples: int = RESAMPLES, seed: int = SEED) -> float:
    """The share of the Bayesian bootstrap (Rubin 1981) in which the mean difference lies within ± the region."""
    d = differences[~np.isnan(differences)]
    if not len(d):
        return float("nan")
    rng, inside = np.random.default_rng(seed), 0
    block = max(1, BLOCK // len(d))
    for first in range(0, resamples, block):
        weights = rng.standard_exponential((min(block, resamples - first), len(d)))
        inside += int(np.count_nonzero(np.abs(weights @ d / weights.sum(axis=1)) <= region))
    return inside / resamples
