"""Measures of rankings over many instances: of a system whose classes have scores, or which ranks them itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ...measures import Measure
from ...measures.ranks.family import RankMeasure
from ...measures.ranks.hops import Hops
from ...measures.ranks.measures import ClosestMeetingHeight, HierarchicalPrecisionAtK, MeanHeightOfRanks
from ...measures.semantic.meeting_heights import HeightMeasure
from ...model.case import Case
from ..inputs.data import DataSet
from ..inputs.scores.class_scores import ClassScores
from .engine import Scoring, write_result
from .kernels import levels, matches
from .kernels.meets import fill_meetings
from .numbered import Flags, Ints, Longs, NumberedClasses, row_starts
from .plan import Values
from .ratios import Floats

Parts = dict[str, npt.NDArray[Any]]
FAR = -1  # no rank


def ranks_of_measure(measure: Measure) -> RankMeasure | None:
    """The measure of a ranking that this one is; None where it is none."""
    if isinstance(measure, HeightMeasure):
        return measure.ranked
    return measure if isinstance(measure, RankMeasure) else None


@dataclass(frozen=True)
class Rankings:
    """The classes of N instances, the likeliest first: those of i are `classes[starts[i]:starts[i + 1]]`."""

    starts: Longs
    """Where the classes of each instance begin, N + 1."""
    classes: Ints
    """Numbers of the classes, the likeliest first."""

    @classmethod
    def of(cls, scores: ClassScores, leaf: Flags) -> Rankings:
        """The leaves by their scores, equal ones as they stand in the file; or all classes of a ranking."""
        rows = np.repeat(np.arange(len(scores)), np.diff(scores.starts))
        kept = np.ones(len(rows), bool) if scores.kind == "ranking" else leaf[scores.classes]
        rows, classes, values = rows[kept], scores.classes[kept], scores.values[kept]
        counts = np.bincount(rows, minlength=len(scores))
        if len(counts) and counts.min() == counts.max() > 0:  # of a matrix, whose rows are sorted each by itself
            each = np.argsort(-values.reshape(len(counts), -1), axis=1, kind="stable")
            return cls(row_starts(counts), np.take_along_axis(classes.reshape(each.shape), each, 1).ravel())
        return cls(row_starts(counts), classes[np.lexsort((-values, rows))])


@dataclass(frozen=True)
class RankedHierarchy:
    """Depths and heights of a hierarchy's classes by the longest ways."""

    h: NumberedClasses
    """The hierarchy by number."""

    @cached_property
    def depths(self) -> Longs:
        """Most edges from the root down to each class."""
        return levels.longest_depths(self.h.edges)

    @cached_property
    def heights(self) -> Longs:
        """Most edges from each class down to a leaf."""
        return matches.depths_and_heights(self.h.unweighted.edges)[1]

    def meetings_with(self, y: int) -> Meetings:
        """The meetings of the leaves, and of every other class, with one class."""
        key = np.zeros(len(self.h), np.int64)
        fill_meetings(y, self.h.edges, self.depths, self.heights, np.zeros(len(self.h), np.int64), key)
        root = int(self.heights[0])
        depth, height = key // (root + 1), root - key % (root + 1)
        height[y] = 0
        leaves = np.flatnonzero(self.h.is_leaf)
        deep = np.where(leaves == y, len(self.h), depth[leaves])
        falling = np.unique(-deep)
        block = np.zeros(len(self.h), np.int64)
        block[leaves] = np.searchsorted(falling, -deep)
        wu_palmer = 2 * (depth + 1) / (self.depths[y] + self.depths + 2)
        wu_palmer[y] = 1
        return Meetings(height, root, wu_palmer, block, leaves)


@dataclass(frozen=True)
class Meetings:
    """Meetings of all classes with one true leaf: heights, the root's, similarities by depth, blocks of leaves."""

    height: Longs
    """Height at which each class meets the true leaf."""
    root: int
    """Height of the root."""
    wu_palmer: Floats
    """Similarity of each class to the true leaf, by depth."""
    block: Longs
    """Block of each leaf, by how near it is."""
    leaves: Longs
    """Numbers of the leaves."""

    def perfect_weights(self, blocks: Longs) -> Floats:
        """The weight of each place of a perfect ranking, whose blocks these are."""
        sizes = np.bincount(blocks)
        begins = row_starts(sizes)[:-1]
        top = 0.5**blocks
        end = np.where(blocks == blocks[-1], 0.0, top / 2)
        weights: Floats = top + (end - top) * (np.arange(len(blocks)) - begins[blocks]) / sizes[blocks]
        return weights


def _values_of_heights(measure: MeanHeightOfRanks, met: Meetings, ranking: Ints) -> tuple[Floats, Parts]:
    heights = met.height[ranking]
    total, k = heights.sum(axis=1), ranking.shape[1]
    value = total / k
    if measure.mistakes:
        right = heights[:, 0] == 0
        value[right] = np.nan
    parts = {"sum": total, "ranks": np.full(len(total), k)}
    return value, {name: np.where(np.isnan(value), 0, part) for name, part in parts.items()}


def _values_of_closest(measure: ClosestMeetingHeight, met: Meetings, ranking: Ints) -> tuple[Floats, Parts]:
    heights = met.height[ranking]
    return heights.min(axis=1).astype(np.float64), {"height": heights.min(axis=1), "rank": heights.argmin(axis=1) + 1}


def _values_of_precision(measure: HierarchicalPrecisionAtK, met: Meetings, ranking: Ints) -> tuple[Floats, Parts]:
    similar = met.wu_palmer if measure.sim == "WP" else 1 - met.height / max(1, met.root)
    best = np.sort(similar[met.leaves])[::-1][: ranking.shape[1]].sum()
    have = similar[ranking].sum(axis=1)
    return have / best, {"sum": have, "best": np.full(len(have), best)}


def _values_of_order(measure: Hops, met: Meetings, ranking: Ints) -> tuple[Floats, Parts]:
    k = ranking.shape[1]
    blocks = np.sort(met.block[met.leaves])
    weights = met.perfect_weights(blocks)[:k]
    turned = blocks[:k][::-1] if k > 1 else blocks[1:2]
    worst = float((weights * np.abs(blocks[:k] - turned)).sum()) if len(blocks) > 1 else 0.0
    off = (np.abs(blocks[:k] - met.block[ranking]) * weights).sum(axis=1)
    if not worst:
        return np.full(len(off), np.nan), {"off": 0 * off, "reversed": 0 * off}
    return np.maximum(0, 1 - off / worst), {"off": off, "reversed": np.full(len(off), worst)}


_VALUES: tuple[tuple[type[RankMeasure], Callable[[Any, Meetings, Ints], tuple[Floats, Parts]]], ...] = (
    (MeanHeightOfRanks, _values_of_heights),
    (ClosestMeetingHeight, _values_of_closest),
    (HierarchicalPrecisionAtK, _values_of_precision),
    (Hops, _values_of_order),
)


@dataclass(frozen=True)
class RankedRun:
    """A system of a study that answers from scores of classes, with what all measures of its rankings share."""

    job: Scoring
    """The hierarchy and the measures."""
    data: DataSet
    """The instances."""
    system: str
    """Name of the system."""
    h: NumberedClasses
    """The hierarchy by number."""
    scores: ClassScores
    """Scores that the system answers from."""

    @cached_property
    def rankings(self) -> Rankings:
        """The classes of all instances, the likeliest first."""
        return Rankings.of(self.scores, self.h.is_leaf)

    @cached_property
    def true_classes(self) -> Longs:
        """The one true class of each instance, FAR where there are none or several."""
        starts = self.data.truth.starts
        true = np.full(len(self.data), FAR)
        alone = np.flatnonzero(np.diff(starts) == 1)
        true[alone] = self.data.truth.classes[starts[alone]]
        return true

    @cached_property
    def ranks_inner_class(self) -> Flags:
        """Whether a class that is no leaf is ranked."""
        rows = np.repeat(np.arange(len(self.data)), np.diff(self.rankings.starts))
        inner = np.zeros(len(self.data), bool)
        inner[rows[~self.h.is_leaf[self.rankings.classes]]] = True
        return inner

    @cached_property
    def _ranked_hierarchy(self) -> RankedHierarchy:
        return RankedHierarchy(self.h)

    def values(self, measure: Measure, ranks: RankMeasure) -> Values:
        """The values of a measure, which is `ranks` of rankings.

        Sums of fractions differ from `evaluate` in their last bits. Instances with ranked inner classes go to it.
        """
        (of,) = [of for base, of in _VALUES if isinstance(ranks, base)][:1]
        starts, n, most = self.rankings.starts, len(self.data), int(self.h.is_leaf.sum())
        k = most if ranks.k == "all" else min(int(ranks.k), most)
        left = self.ranks_inner_class & (self.true_classes != FAR)
        usable = (
            ~self.ranks_inner_class
            & (self.true_classes != FAR)
            & (np.diff(starts) >= k)
            & self.h.is_leaf[self.true_classes]
        )
        values = Values(np.full(n, np.nan), {}, left)
        which = np.flatnonzero(usable)
        for y in np.unique(self.true_classes[which]).tolist():
            rows = which[self.true_classes[which] == y]
            ranked = self.rankings.classes[starts[rows][:, None] + np.arange(k)]
            values.value[rows], parts = of(ranks, self._ranked_hierarchy.meetings_with(y), ranked)
            for name, part in parts.items():
                values.parts.setdefault(name, np.zeros(n, part.dtype))[rows] = part
        for i in np.flatnonzero(left).tolist():
            case = self.job.case(self.data.rows(self.system), i)
            result = measure.evaluate(self._with_ranking(case, self.rankings.classes[starts[i] : starts[i + 1]]))
            for name in result.parts:
                values.parts.setdefault(name, np.zeros(n))
            write_result(values, i, result)
        return values

    def case(self, i: int) -> Case:
        """Instance i as a case, with its ranking. Raises CaseError where no class is marked."""
        case = self.job.case(self.data.rows(self.system), i)
        return self._with_ranking(case, Rankings.of(self.scores.take(np.array([i])), self.h.is_leaf).classes)

    def _with_ranking(self, case: Case, classes: Ints) -> Case:
        return replace(
            case, extra=replace(case.extra, ranking=tuple(self.job.class_names[c] for c in classes.tolist()))
        )


def ranked_run(job: Scoring, data: DataSet, system: str) -> RankedRun | None:
    """A system with its rankings; None where it has no scores of classes, or no kernels know the hierarchy."""
    name = data.scores_behind(system)
    if name is None or job.numbered_classes is None:
        return None
    return RankedRun(job, data, system, job.numbered_classes, data.scores[name])


def ranking_digest(measure: Measure | None, data: DataSet, system: str) -> tuple[str, ...]:
    """The hash of the scores that a measure of rankings depends on; none for other measures."""
    name = data.scores_behind(system)
    return (data.scores[name].digest,) if name is not None and measure and ranks_of_measure(measure) else ()
