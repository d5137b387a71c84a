"""Risk and coverage where an answer may be a class above the best leaf (Goren, Galil & El-Yaniv 2024)."""

from __future__ import annotations

import numpy as np

from ...model.hierarchy import Hierarchy
from ...model.part import classes_and_leaves_below
from ..curves import SelectiveRisk
from ..inputs.closures import Closures
from ..inputs.scores.class_scores import ClassScores
from ..scoring.numbered import Ints, Longs
from ..scoring.rank_values import Rankings
from ..scoring.ratios import Floats
from .events import ScoredPairs

Steps = tuple[Longs, Longs, Floats]  # instances, their classes, and thresholds up to which these are answers
EQUAL = 12  # decimals of coverages that are one


def class_coverages(h: Hierarchy) -> Floats:
    """Coverage of each class by number: 1 − log n(v) / log n of the leaves below it and in all; a leaf has 1."""
    rooted = h.rooted()
    _, leaves = classes_and_leaves_below(rooted)
    below = np.maximum(1, np.array(leaves))[rooted.arrays.order]
    coverages: Floats = 1 - np.log(below) / np.log(max(2, int(below[0])))
    return coverages


class SelectiveAnswers:
    """Answers of N instances at every threshold θ, by three rules; the root answers where nothing else does.

    scores: whose best leaf is the first of equal ones in its file.  decimals: of probabilities, which go up to 1.
    """

    def __init__(self, h: Hierarchy, scores: ClassScores, events: ScoredPairs, decimals: int):
        self.closures, self.coverages, self.n = Closures(h), class_coverages(h), events.n
        starts, self.classes, values = events.scores_by_instance()
        self.values = np.minimum(1, np.round(values, decimals))
        self.rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        self._keys = self.rows * self.n + self.classes
        self.truth = events.truth
        ranked = Rankings.of(scores, np.bincount(self.closures.parents[1], minlength=self.n) == 0)
        self.answering = np.flatnonzero(np.diff(ranked.starts))
        self.best: Ints = ranked.classes[ranked.starts[:-1][self.answering]]

    def _values_of(self, rows: Longs, classes: Longs) -> Floats:
        keys = rows * self.n + classes
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(classes == 0, 1.0, np.where(self._keys[at] == keys, self.values[at], 0.0))

    def steps(self, rule: str) -> Steps:
        """The answers of a rule that are none of the root, by instance and falling threshold."""
        return (
            self._steps_of_most_coverage()
            if rule == "maxcoverage"
            else self._steps_to_nearest_likely(rule == "climbing")
        )

    def _steps_of_most_coverage(self) -> Steps:
        """The answers by a class of most coverage among all likely enough; then the likeliest, then the first."""
        coverages = self.coverages[self.classes]
        order = np.lexsort((self.classes, -coverages, -self.values, self.rows))
        order = order[(coverages[order] > 0) & (self.values[order] > 0)]
        # The greatest coverage so far; what comes of a later instance lies above all before.
        reached = coverages[order] + 2.0 * self.rows[order]
        order = order[np.append(True, reached[1:] > np.maximum.accumulate(reached)[:-1])[: len(order)]]
        return self.rows[order], self.classes[order].astype(np.int64), self.values[order]

    def _steps_to_nearest_likely(self, up: bool) -> Steps:
        """The answers by the best leaf if it is likely enough; else the lowest class above it that is, or nothing."""
        rows, classes = self.answering, self.best.astype(np.int64)
        steps, least = list[Steps](), np.zeros(len(self.truth.starts) - 1)
        while len(rows):
            values = self._values_of(rows, classes)
            more = values > least[rows]
            steps.append((rows[more], classes[more], values[more]))
            least[rows] = np.maximum(least[rows], values)
            rows, classes = self._likeliest_parents(rows, classes) if up else (rows[:0], classes[:0])
        if not steps:
            return rows, classes, np.zeros(0)
        rows, classes, values = (np.concatenate(own) for own in zip(*steps, strict=True))
        order = np.lexsort((-values, rows))
        return rows[order], classes[order], values[order]

    def _likeliest_parents(self, rows: Longs, classes: Longs) -> tuple[Longs, Longs]:
        """The likeliest parent of each class, of equals the first; those at or below the root end."""
        starts, parents = self.closures.parents
        many = starts[classes + 1] - starts[classes]
        each = np.repeat(np.arange(len(rows)), many)
        entries = np.arange(len(each)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(starts[classes], many)
        above = parents[entries]
        order = np.lexsort((above, -self._values_of(rows[each], above), each))
        first = order[np.unique(each[order], return_index=True)[1]]
        first = first[above[first] > 0]
        return rows[each[first]], above[first]

    def curve(self, rule: str) -> SelectiveRisk:
        """Risk by coverage of a rule, over the instances with a true class."""
        inside = np.diff(self.truth.starts) > 0
        rows, classes, at = self.steps(rule)
        rows, classes, at = rows[inside[rows]], classes[inside[rows]], at[inside[rows]]
        begins = np.append(True, rows[1:] != rows[:-1])[: len(rows)]
        true = np.repeat(np.arange(len(inside)), np.diff(self.truth.starts)) * self.n + self.truth.classes
        values = np.stack([self.coverages[classes], ~np.isin(rows * self.n + classes, true)])
        deltas = values - np.where(begins, 0, np.roll(values, 1, axis=1))
        places, step = np.unique(np.append(-at, -1.0), return_inverse=True)
        sums = [np.cumsum(np.bincount(step[:-1], one, len(places))) for one in deltas]
        coverage, risk = (one / max(1, int(inside.sum())) for one in sums)
        order = np.lexsort((-places, np.round(coverage, EQUAL)))
        coverage, risk = coverage[order], risk[order]
        area = float((np.diff(coverage) * (risk[1:] + risk[:-1]) / 2).sum())
        return SelectiveRisk(rule, -places[order], coverage, risk, area)
