"""Statistics over the same instances: resampled means, tests of paired differences, corrections for many tests.

Values come as an array of n instances × k columns (systems, or systems × measures), NaN where undefined: an
undefined value is left out of a mean. A test needs both values of a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import comb, erfc, sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from ...errors import extras
from ..scoring.numbered import Longs
from ..scoring.ratios import Floats

RESAMPLES = 10_000
SEED = 0
SMALL = 1_000  # instances up to which intervals are BCa
CELLS = 64  # of near rows, that are drawn together where instances are more
BLOCK = 4_000_000  # numbers that a block of draws holds
CROSSED = 4_000_000  # cells of a table of two columns' levels, at most
TURNED = "the mean difference could be as large if each instance had either sign by chance"
EXCHANGED = "the pooled difference could be as large if on each instance either system had either's answer by chance"
EQUAL = 1e-12  # of the largest: sums this close are the same


@dataclass(frozen=True)
class Interval:
    """A value and the limits between which 95 % of its resamples lie."""

    value: float
    """The value."""
    low: float
    """Lower limit."""
    high: float
    """Upper limit."""
    why: str = ""
    """Why there is no spread; "" where there is."""


def draw_counts(n: int, resamples: int = RESAMPLES, seed: int = SEED) -> Iterator[Floats]:
    """The counts of how often each of n instances is drawn in each resample: blocks of rows, together resamples × n."""
    rng = np.random.default_rng(seed)
    for rows in _block_sizes(n, resamples):
        at = rng.integers(0, n, (rows, n)) + np.arange(rows)[:, None] * n
        yield np.bincount(at.ravel(), minlength=rows * n).reshape(rows, n).astype(np.float64)


def _block_sizes(n: int, resamples: int) -> list[int]:
    """The number of resamples in each block, so that a block of n numbers a resample fits in memory."""
    block = max(1, BLOCK // max(1, n))
    return [min(block, resamples - first) for first in range(0, resamples, block)]


def resampled_sums(columns: Floats, resamples: int = RESAMPLES, seed: int = SEED) -> Floats:
    """Sums of the columns (n × k) over resampled instances: resamples × k.

    Of up to 1,000 instances each is drawn for itself, the same ones for every column; of more, cells of near rows are
    drawn with their counts. Equal rows are one cell, and then it is the same distribution. What rows of a cell differ
    by follows the normal distribution that its sum tends to, so that variances and covariances are exact.
    """
    n, k = columns.shape
    if n <= SMALL:
        return sums_of_same_draws([columns], resamples, seed)[0]
    rng, (means, counts, within) = np.random.default_rng(seed), _cells_of_near_rows(columns)
    return rng.multinomial(n, counts / n, resamples) @ means + rng.standard_normal((resamples, k)) @ within


def sums_of_same_draws(tables: Sequence[Floats], resamples: int = RESAMPLES, seed: int = SEED) -> list[Floats]:
    """Sums as of `resampled_sums` for each of several tables of up to 1,000 instances, which are drawn once."""
    sums = [[np.empty((0, columns.shape[1]))] for columns in tables]
    for counts in draw_counts(len(tables[0]), resamples, seed):
        for own, columns in zip(sums, tables, strict=True):
            own.append(counts @ columns)
    return [np.concatenate(own) for own in sums]


def sign_flipped_sums(rows: Floats, resamples: int = RESAMPLES - 1, seed: int = SEED) -> Floats:
    """Sums of n × k numbers where each row has either sign by chance: resamples × k. Of many rows by cells, too."""
    rng, (n, k) = np.random.default_rng(seed), rows.shape
    if n <= SMALL:
        signs = (rng.integers(0, 2, (block, n), np.int8).astype(np.float64) for block in _block_sizes(n, resamples))
        return np.concatenate([np.empty((0, k)), *(rows.sum(axis=0) - 2 * (sums @ rows) for sums in signs)])
    means, counts, within = _cells_of_near_rows(rows)
    sums = 2 * rng.binomial(counts, 0.5, (resamples, len(counts))) - counts
    return sums @ means + rng.standard_normal((resamples, k)) @ within


def _cells_of_near_rows(rows: Floats) -> tuple[Floats, Longs, Floats]:
    """Means (C × k) and sizes (C) of cells of near rows, and a root of the scatter within them (up to k × k).

    The cell that its rows' differences spread most is split at the mean of the column that they spread most in.
    """
    varying = rows[:, [np.ptp(column) > 0 for column in rows.T]]  # over an axis it takes forty times as long
    scaled = varying / varying.std(axis=0)

    def cell(which: Longs) -> tuple[float, int, int, Longs]:
        own = scaled[which]
        spread = ((own - own.mean(axis=0)) ** 2).sum(axis=0)
        widest = int(spread.argmax()) if len(spread) else 0
        return -float(spread.max(initial=0.0)), int(which[0]), widest, which

    cells = [cell(np.arange(len(rows)))]
    while len(cells) < CELLS and -cells[0][0] > EQUAL * len(rows):
        _, _, widest, which = heappop(cells)
        above = scaled[which, widest] > scaled[which, widest].mean()
        heappush(cells, cell(which[above]))
        heappush(cells, cell(which[~above]))
    means, off = np.array([rows[which].mean(axis=0) for *_, which in cells]), rows.copy()
    for mean, (*_, which) in zip(means, cells, strict=True):
        off[which] -= mean
    root: Floats = np.asarray(np.linalg.qr(off, mode="r"))
    return means, np.array([len(which) for *_, which in cells]), root


def mean_terms(values: Floats) -> tuple[Floats, Floats]:
    """Terms of means: values with 0 where undefined, and 1 where defined."""
    defined = ~np.isnan(values)
    return np.where(defined, values, 0.0), defined.astype(np.float64)


def interval_of_resamples(
    value: float, resampled: Floats, without: Floats | None = None, unit: str = "instance"
) -> Interval:
    """The 95 % interval of a value from its resamples.

    without: the value with each instance left out, for a BCa interval (up to 1,000 instances); else percentiles.
    Source: Efron 1987.
    """
    if not len(resampled):
        return Interval(value, np.nan, np.nan)
    resampled = resampled[~np.isnan(resampled)]
    if np.isnan(value) or not len(resampled):
        return Interval(value, value, value, f"no {unit} has a value")
    if np.ptp(resampled) <= EQUAL * max(1.0, abs(value)):
        return Interval(value, value, value, f"every {unit} that counts has the same value")
    levels = np.array([0.025, 0.975])
    if without is not None and len(without) <= SMALL:
        levels = _bca_levels(value, resampled, without)
    low, high = np.quantile(resampled, levels)
    return Interval(value, float(low), float(high))


def _bca_levels(value: float, resampled: Floats, without: Floats) -> Floats:
    """The quantiles that a BCa interval takes: corrected for bias and for a spread that changes with the value."""
    below = (np.count_nonzero(resampled < value) + np.count_nonzero(resampled == value) / 2) / len(resampled)
    normal = NormalDist()
    bias = normal.inv_cdf(min(max(below, 1 / (len(resampled) + 1)), len(resampled) / (len(resampled) + 1)))
    off = without[~np.isnan(without)].mean() - without[~np.isnan(without)]
    spread = float((off**2).sum()) ** 1.5
    skew = float((off**3).sum()) / (6 * spread) if spread else 0.0
    ends = (bias + normal.inv_cdf(level) for level in (0.025, 0.975))
    return np.array([normal.cdf(bias + z / (1 - skew * z)) for z in ends])


# Tests of paired differences


@dataclass(frozen=True)
class Test:
    """The result of a test: its p, and in words what it tests."""

    p: float
    """The p of the test."""
    says: str
    """Sentence on what is tested."""


def randomization_test(differences: Floats, resamples: int = RESAMPLES - 1, seed: int = SEED) -> Test:
    """Test of whether the mean difference is 0, by turning signs at random, two-sided: p = (b + 1) / (B + 1), never 0.

    All 2ⁿ turns where they are not more than the resamples. Source: Fisher 1935; Noreen 1989.
    """
    d = np.where(np.isnan(differences), 0.0, differences)
    own, observed = d[d != 0], abs(d.sum()) - EQUAL * np.abs(d).sum()
    if 2 ** min(len(own), 60) <= resamples + 1:
        turns = (np.arange(2 ** len(own))[:, None] >> np.arange(len(own))) & 1
        return Test(float(np.mean(np.abs((1 - 2 * turns) @ own) >= observed)), TURNED)
    at_least = np.count_nonzero(np.abs(sign_flipped_sums(d[:, None], resamples, seed)) >= observed)
    return Test((at_least + 1) / (resamples + 1), TURNED)


def exchange_test(
    first: Floats, second: Floats, value: Callable[[Floats], Floats], resamples: int = RESAMPLES - 1, seed: int = SEED
) -> Test:
    """Test of whether two systems have the same value of sums, by exchanging them at random on each instance.

    first, second: what is summed (n × k).  value: of rows of sums. p as by `randomization_test`. Source: Noreen 1989.
    """
    whole, apart = (first + second).sum(axis=0), first - second
    sums = np.concatenate([apart.sum(axis=0)[None, :], sign_flipped_sums(apart, resamples, seed)])
    apart_by = np.abs(value((whole + sums) / 2) - value((whole - sums) / 2))
    return Test(np.count_nonzero(apart_by >= apart_by[0] * (1 - EQUAL)) / (resamples + 1), EXCHANGED)


def sign_test(wins: int, losses: int) -> Test:
    """Test of whether a win is as likely as a loss, two-sided; ties play no part.

    By the normal approximation where more than 12 instances differ, exactly below. Source: K15 Eq. 6.
    """
    n, k = wins + losses, max(wins, losses)
    says = "a win is as likely as a loss, however large either is: not whether the mean difference is 0"
    if n == 0:
        return Test(1.0, says)
    if n > 12:
        return Test(erfc((k - 0.5 * n) / (0.5 * sqrt(n)) / sqrt(2)), says)
    return Test(min(1.0, 2 * sum(comb(n, i) for i in range(k, n + 1)) / 2**n), says)


@extras()
def wilcoxon_test(differences: Floats) -> Test:
    """Wilcoxon's test of whether differences are symmetric about 0; zeros ranked and left out (Pratt 1959)."""
    d = differences[~np.isnan(differences)]
    says = "the differences lie symmetrically about 0, by their ranks: not whether their mean is 0"
    if not d.any():
        return Test(1.0, says)
    n, zeros = len(d), len(d) - np.count_nonzero(d)
    if n <= SMALL:
        from scipy.stats import wilcoxon as ranked  # takes long to load

        return Test(float(ranked(d, zero_method="pratt").pvalue), says)
    _, places, ties = np.unique(np.abs(d), return_inverse=True, return_counts=True)
    ranks = np.cumsum(ties) - (ties - 1) / 2
    off = ranks[places[d > 0]].sum() - (n * (n + 1) - zeros * (zeros + 1)) / 4
    equal = ties[1:] if zeros else ties
    scatter = n * (n + 1) * (2 * n + 1) - zeros * (zeros + 1) * (2 * zeros + 1) - (equal**3 - equal).sum() / 2
    return Test(erfc(abs(float(off)) / sqrt(float(scatter) / 24) / sqrt(2)), says)


# Many tests at once


def holm_correction(ps: Sequence[float]) -> list[float]:
    """The p of a family of tests, corrected so that one false alarm in it has at most its probability (Holm 1979)."""
    order, many = np.argsort(ps), len(ps)
    corrected = np.empty(many)
    corrected[order] = np.maximum.accumulate(np.arange(many, 0, -1) * np.array(ps)[order])
    return list(map(float, np.minimum(corrected, 1.0)))


def benjamini_hochberg_correction(ps: Sequence[float]) -> list[float]:
    """The p of a family of tests, corrected for the share of false alarms among all alarms (1995)."""
    order, many = np.argsort(ps)[::-1], len(ps)
    corrected = np.empty(many)
    corrected[order] = np.minimum.accumulate(np.array(ps)[order] * many / np.arange(many, 0, -1))
    return list(map(float, np.minimum(corrected, 1.0)))


# Places


def places_with_limits(values: Floats, resampled: Floats, higher: bool) -> tuple[list[int], list[int], list[int]]:
    """The places of k systems with these values, and their lowest and highest in 95 % of the resamples × k.

    A place is 1 + how many are strictly better.
    """
    sign = 1 if higher else -1

    def ranks(rows: npt.NDArray[np.float64]) -> Longs:
        counts: Longs = 1 + (sign * rows[:, None, :] > sign * rows[:, :, None] + EQUAL).sum(axis=2)
        return counts

    own = ranks(values[None, :])
    block = max(1, BLOCK // max(1, len(values)) ** 2)
    every = np.concatenate([ranks(resampled[i : i + block]) for i in range(0, len(resampled), block)] or [own])
    low, high = np.quantile(every, [0.025, 0.975], axis=0, method="nearest")
    return own[0].tolist(), low.astype(int).tolist(), high.astype(int).tolist()


def shared_places(order: Sequence[int], differ: npt.NDArray[np.bool_]) -> list[int]:
    """K15's shared ranks: the next system shares the place of the group's first unless the two stand apart.

    order: systems from the best to the worst.  differ: for each two systems, whether they differ significantly.
    """
    places, first = [0] * len(order), 0
    for place, system in enumerate(order):
        if place and differ[order[first], system]:
            first = place
        places[system] = first + 1
    return places


def tie_groups(order: Sequence[int], ps: npt.NDArray[np.float64], level: float = 0.05) -> list[tuple[int, ...]]:
    """Groups of neighbours in the order whose (corrected) p is at least the level."""
    groups: list[list[int]] = []
    for place, system in enumerate(order):
        if place and ps[order[place - 1], system] >= level:
            groups[-1].append(system)
        else:
            groups.append([system])
    return [tuple(group) for group in groups]


def kendall_tau(first: Floats, second: Floats) -> float:
    """Kendall's τ-b between two columns over the rows where both are defined; NaN where one does not vary."""
    return kendall_tau_of_levels(value_levels(first), value_levels(second))


def value_levels(column: Floats) -> Longs:
    """Number of each value among the column's different values, from the least; -1 where it is undefined."""
    numbers = np.unique(column, return_inverse=True)[1].astype(np.int64)
    return np.where(np.isnan(column), -1, numbers)


@extras()
def kendall_tau_of_levels(first: Longs, second: Longs) -> float:
    """Kendall's τ-b between two columns of `value_levels`, as `kendall_tau` says."""
    both = (first >= 0) & (second >= 0)
    if both.sum() < 2:
        return float("nan")
    first, second = first[both], second[both]
    shape = int(first.max()) + 1, int(second.max()) + 1
    if shape[0] * shape[1] > CROSSED:
        from scipy.stats import kendalltau  # takes longer to load than to count in the table of a few levels

        return float(kendalltau(first, second).statistic)
    table = np.bincount(first * shape[1] + second, minlength=shape[0] * shape[1]).reshape(shape)
    up, down = (
        int((side[1:, 1:] * side.cumsum(axis=0).cumsum(axis=1)[:-1, :-1]).sum()) for side in (table, table[:, ::-1])
    )
    apart = [(len(first) ** 2 - int((table.sum(axis=axis) ** 2).sum())) // 2 for axis in (1, 0)]
    return max(-1.0, min(1.0, (up - down) / sqrt(apart[0]) / sqrt(apart[1]))) if all(apart) else float("nan")
