"""Pairs of a probability and whether it came true: sums over bins and over documents, in one pass."""

from __future__ import annotations

from math import log

from ..compiled import compiled
from ..numbered import Flags, Ints, Longs
from ..ratios import Floats

PROBABILITY, TRUE, PAIRS = range(3)  # sums of a bin
BRIER, LOG_LOSS, MANY = range(3)  # sums of a document, behind those of its bins


@compiled
def mark_true(starts: Longs, columns: Ints, true_starts: Ints, true: Ints, mark: Ints, hits: Flags) -> None:
    """Marks the entries of documents whose classes are true. mark: of classes, all 0; as it leaves it, it is used."""
    for i in range(len(starts) - 1):
        for t in range(true_starts[i], true_starts[i + 1]):
            mark[true[t]] = i + 1
        for e in range(starts[i], starts[i + 1]):
            hits[e] = mark[columns[e]] == i + 1


@compiled
def _first_bound(p: float, bounds: Floats) -> int:
    """The number of the first bound that is not below a probability."""
    low, high = 0, len(bounds)
    while low < high:
        middle = (low + high) // 2
        if bounds[middle] < p:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def count_below(probabilities: Floats, bounds: Floats, below: Longs) -> None:
    """Counts how many probabilities are less than each bound. below: of each bound and one more, all 0."""
    for e in range(len(probabilities)):
        p = probabilities[e]
        k = _first_bound(p, bounds)
        while k < len(bounds) and bounds[k] == p:
            k += 1
        below[k] += 1
    for k in range(1, len(below)):
        below[k] += below[k - 1]


@compiled
def _bin_of(p: float, bounds: Floats, splits: Longs, below: Longs, equal: Longs) -> int:
    """The bin of a probability; of those that equal a bound, the first ones are below it."""
    place = _first_bound(p, bounds)
    if place == len(bounds) or bounds[place] > p:
        return place
    rank = below[place] + equal[place]
    equal[place] += 1
    while place < len(splits) and splits[place] <= rank:
        place += 1
    return place


@compiled
def add_to_bins(
    probabilities: Floats,
    hits: Flags,
    rows: Longs,
    bounds: Floats,
    splits: Longs,
    below: Longs,
    equal: Longs,
    least: float,
    bins: Floats,
    documents: Floats,
) -> None:
    """Adds pairs to their bins and documents.

    bounds: the least probability of each bin but the first.  splits: how many pairs are in the bins before it.
    below: how many pairs are less than each bound.  equal: how many that equal it have come, all 0.
    least: a probability's distance from 0 and 1 in a logarithm.  documents: by bin how far probabilities are above
    what came true, then BRIER, LOG_LOSS and MANY.
    """
    after = len(splits) + 1
    for e in range(len(probabilities)):
        p, came, i = probabilities[e], 1.0 if hits[e] else 0.0, rows[e]
        k = _bin_of(p, bounds, splits, below, equal)
        bins[k, PROBABILITY] += p
        bins[k, TRUE] += came
        bins[k, PAIRS] += 1
        documents[i, k] += p - came
        documents[i, after + BRIER] += (p - came) * (p - came)
        inside = min(max(p, least), 1 - least)
        documents[i, after + LOG_LOSS] -= log(inside) if hits[e] else log(1 - inside)
        documents[i, after + MANY] += 1
