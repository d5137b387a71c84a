"""Sums over resampled instances at each threshold, from which the best threshold is chosen anew in each resample."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..results.statistics import draw_counts
from ..scoring.numbered import Longs
from ..scoring.ratios import Floats
from .events import ScoredPairs, ThresholdSums

TOGETHER = 8  # thresholds whose sums are made at once


def resampled_threshold_sums(
    events: ScoredPairs, weights: tuple[Floats, Floats], whole: Floats, numbers: Longs, resamples: int
) -> Iterator[tuple[ThresholdSums, Floats]]:
    """The sums of each resample at some thresholds, by number, and how many have a class there of any weight.

    weights: of classes, and the same where each that is not left out weighs 1.  whole: as in `ScoredPairs.walk_of`. Of
    the instances, as many are drawn as are counted.
    """
    inside = np.flatnonzero(whole >= 0)
    for counts in draw_counts(len(inside), resamples):
        sums = np.empty((len(counts), 6, len(numbers)))
        for first, columns in _terms_by_instance(events, weights, whole, inside, numbers):
            last = first + columns.shape[1]
            sums[:, :, first:last] = np.tensordot(counts, columns, ([1], [2]))
        wholes = counts @ whole[inside]
        for own, own_whole in zip(sums, wholes.tolist(), strict=True):
            yield ThresholdSums(events.thresholds[numbers], own[:5], len(inside), own_whole), own[5]


def _terms_by_instance(
    events: ScoredPairs, weights: tuple[Floats, Floats], whole: Floats, inside: Longs, numbers: Longs
) -> Iterator[tuple[int, Floats]]:
    """What each instance adds at some thresholds, 6 × thresholds × instances, and the place of the first of them.

    Their order is that of the kernel `sum_at_thresholds`: COVERED, PRECISION, RECALL, HITS, WRONG.
    """
    size, hit, many = np.zeros((3, len(whole)))
    begin, columns = 0, list[Floats]()
    for k, end in enumerate(events.ends[numbers].tolist()):
        rows, classes = events.rows[begin:end], events.classes[begin:end]
        own = weights[0][classes]
        size += np.bincount(rows, own, len(whole))
        hit += np.bincount(rows, own * events.hits[begin:end], len(whole))
        many += np.bincount(rows, weights[1][classes], len(whole))
        s, h, w = size[inside], hit[inside], whole[inside]
        shares = (np.divide(h, of, out=np.zeros(len(s)), where=of > 0) for of in (s, w))
        columns.append(np.stack([s > 0, *shares, h, s - h, many[inside] > 0]))
        begin = end
        if len(columns) == TOGETHER or k == len(numbers) - 1:
            yield k + 1 - len(columns), np.stack(columns, axis=1)
            columns = []
