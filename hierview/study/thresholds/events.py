"""Scores of a system from the greatest down, with what is true: all that its thresholds are computed from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...model.hierarchy import Hierarchy
from ..inputs.closures import Closures
from ..inputs.data import ClassSets
from ..inputs.scores.class_scores import ClassScores
from ..inputs.scores.propagation import ScoredClasses, score_blocks
from ..scoring.kernels.events import (
    AS_GIVEN,
    FILLED,
    INTERPOLATED,
    LARGEST,
    STEP,
    count_events,
    fill_areas,
    sort_events,
    sum_at_thresholds,
)
from ..scoring.numbered import Flags, Ints, Longs, row_starts
from ..scoring.ratios import Floats

CLIMBING = {"max": LARGEST, "fill": FILLED}  # ways to propagate along which scores climb as they are


@dataclass(frozen=True)
class ScoredPairs:
    """Pairs of an instance and a class with a score above 0, after propagation, from the greatest score down."""

    thresholds: Floats
    """The distinct scores, falling; those up to the k-th end at ends[k]."""
    ends: Longs
    """Where the pairs of each threshold end."""
    rows: Ints
    """Instance of each pair."""
    classes: Ints
    """Class of each pair."""
    hits: Flags
    """Whether the class of each pair is true."""
    truth: ClassSets
    """True classes, closed by all ancestors."""
    n: int
    """Number of classes, the root included."""

    def sums_at_thresholds(self, weights: Floats, whole: Floats) -> ThresholdSums:
        """Sums at each threshold. weights: of classes.  whole: of the true ones of each instance, −1 leaves it out."""
        size, hit, sums, lost = np.zeros(len(whole)), np.zeros(len(whole)), np.zeros(5), np.zeros(5)
        out = np.zeros((5, len(self.ends)))
        sum_at_thresholds(self.rows, self.classes, self.hits, self.ends, weights, whole, size, hit, sums, lost, out)
        counted = whole >= 0
        return ThresholdSums(self.thresholds, out, int(counted.sum()), float(whole[counted].sum()))

    def scores_by_instance(self) -> tuple[Longs, Ints, Floats]:
        """Where the scores of each instance begin, their classes in order, and they, without a root's."""
        from scipy import sparse  # needed here alone

        values = np.repeat(self.thresholds, np.diff(self.ends, prepend=0))
        below = self.classes > 0
        cells = self.rows[below], self.classes[below]
        # Sorting one row after the other takes a fraction of the time, and of the memory, that all at once take.
        found = sparse.csr_matrix((values[below], cells), (len(self.truth.starts) - 1, self.n))
        return found.indptr.astype(np.int64), found.indices.astype(np.int32), found.data

    def curve_areas(self, curve_of: Ints, inside: Flags) -> CurveAreas:
        """Areas below curves of precision over recall. curve_of: by class, −1 is none.  inside: which instances."""
        many = int(curve_of.max(initial=-1)) + 1
        rows = np.repeat(np.arange(len(inside)), np.diff(self.truth.starts))
        true = curve_of[self.truth.classes[inside[rows]]]
        positives = np.bincount(true[true >= 0], minlength=many)
        pairs = np.bincount(curve_of[curve_of >= 0], minlength=many) * int(inside.sum())
        state, areas = np.zeros((5, many), np.int64), np.zeros((2, many))
        state[4] = -1
        fill_areas(self.rows, self.classes, self.hits, self.ends, curve_of, inside, positives, pairs, state, areas)
        return CurveAreas(positives, areas[STEP], areas[INTERPOLATED])


@dataclass(frozen=True)
class ThresholdSums:
    """Sums over N instances at each threshold, which fall."""

    thresholds: Floats
    """The thresholds."""
    sums: Floats
    """Sums by COVERED (instances with a class in their set), PRECISION and RECALL (of instances), HITS and WRONG
    (weights of classes in sets that are true and that are not).
    """
    many: int
    """Number of instances."""
    whole: float
    """Weight of all true classes."""

    def at_numbers(self, numbers: Longs) -> ThresholdSums:
        """The sums at some of the thresholds, by number; −1 is above all."""
        sums = np.append(self.sums, np.zeros((len(self.sums), 1)), axis=1)
        return replace(self, thresholds=np.append(self.thresholds, np.inf)[numbers], sums=sums[:, numbers])


@dataclass(frozen=True)
class CurveAreas:
    """Areas below several curves, and how many positives each has; without any the area says nothing."""

    positives: Longs
    """Number of positives of each curve."""
    step: Floats
    """Area below each curve, by steps."""
    interpolated: Floats
    """Area below each curve, interpolated."""


def scored_pairs(h: Hierarchy, scores: ClassScores, truth: ClassSets) -> ScoredPairs:
    """The scored pairs of a system, from its scores and the truth."""
    closures = Closures(h)
    closed = closures.with_ancestors(truth)
    given, ranks, thresholds = _ranked_scores(h, scores)
    how = CLIMBING.get(scores.propagate, AS_GIVEN)
    climbing = (given.starts, given.classes, ranks, *closures.parents, how, np.zeros(closures.n, np.int32))
    counts = np.zeros(len(thresholds) + 1, np.int64)
    count_events(*climbing, counts)
    counts = counts[:0:-1]
    ends = np.cumsum(counts)
    place, mark = np.append(0, (ends - counts)[::-1]), np.zeros(closures.n, np.int32)
    rows, classes = (np.empty(int(counts.sum()), np.int32) for _ in range(2))
    hits = np.empty(len(rows), np.bool_)
    sort_events(*climbing, closed.starts, closed.classes, place, mark, rows, classes, hits)
    return ScoredPairs(thresholds, ends, rows, classes, hits, closed, closures.n)


def _ranked_scores(h: Hierarchy, scores: ClassScores) -> tuple[ClassSets, Ints, Floats]:
    """Classes with scores, their ranks, and the distinct scores, falling; propagated where that makes new scores."""
    if scores.propagate not in (*CLIMBING, "none"):
        scores = _propagate_scores(h, scores)
    distinct = np.unique(scores.values[scores.values > 0])
    ranks = np.searchsorted(distinct, scores.values, "right").astype(np.int32)
    return ClassSets(scores.starts, scores.classes), ranks, distinct[::-1]


def _propagate_scores(h: Hierarchy, scores: ClassScores) -> ClassScores:
    named, codes = np.unique(scores.classes, return_inverse=True)
    names = h.rooted().top_down
    scored = ScoredClasses(h, [names[c] for c in named.tolist()])
    counts, classes, values = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)], [np.zeros(0)]
    for _, own in score_blocks(scores.starts, codes.astype(np.int32), scores.values, scored):
        used = scored.propagate(own, scores.propagate).T
        rows, columns = np.nonzero(used > 0)
        counts.append(np.bincount(rows, minlength=len(used)))
        classes.append(scored.numbers[columns].astype(np.int32))
        values.append(used[rows, columns])
    starts = row_starts(np.concatenate(counts))
    return replace(scores, starts=starts, classes=np.concatenate(classes), values=np.concatenate(values))
