"""Measures of a system's scores at every threshold, and at the best one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil

import numpy as np

from ...errors import MeasureError
from ...model.hierarchy import Hierarchy
from ..curves import BestValue, SelectiveRisk, SetCurves
from ..inputs.data import ClassSets, numbers_under_one_root
from ..inputs.scores.class_scores import ClassScores
from ..results.statistics import Interval, interval_of_resamples
from ..scoring.kernels.events import COVERED
from ..scoring.numbered import Flags, Longs
from ..scoring.ratios import Floats
from .accretion import Accretion, accretion_of_labels
from .events import CurveAreas, ScoredPairs, ThresholdSums, scored_pairs
from .measures import AUPRC, HAURC, BestOverThresholds, MicroFmax, ScoreMeasure, Smin, parse_score_measure
from .resampled import resampled_threshold_sums
from .selective import SelectiveAnswers

RESAMPLES = 1_000  # of the instances
MOST_TRIED = 200  # thresholds in a resample
DRAWN = 1_000  # thresholds of a curve, at most
EQUAL = 1e-12  # values that are one, but for rounding


@dataclass(frozen=True)
class MeasureCurve:
    """A measure at each threshold, which fall; NaN where no instance has a class."""

    thresholds: Floats
    """The thresholds, falling."""
    values: Floats
    """Value at each threshold, NaN where no instance has a class."""
    first: Floats
    """The first of the two numbers that it is made of, such as precision."""
    second: Floats
    """The second of them, such as recall."""
    coverage: Floats
    """Share of the instances that have a class."""


class Thresholds:
    """The scores of one system beside the truth, at every threshold."""

    def __init__(self, h: Hierarchy, scores: ClassScores, truth: ClassSets, accretion: Accretion | None = None):
        self.hierarchy, self.scores = h, scores
        self._truth, self._accretion = truth, accretion
        self._walks: dict[tuple[str | bool, ...], ThresholdSums] = {}

    @cached_property
    def accretion(self) -> Accretion:
        """The IA of classes: as given, else that of the true classes."""
        return self._accretion or accretion_of_labels(self.hierarchy, self._truth)

    @cached_property
    def events(self) -> ScoredPairs:
        """All scored pairs, the greatest first."""
        return scored_pairs(self.hierarchy, self.scores, self._truth)

    def _excluded_classes(self, root: str = "omitted") -> Longs:
        """The classes that are not counted: the one root, which may be an artificial one, or all without a parent."""
        roots = self.hierarchy.roots
        if root == "all omitted":
            return np.append(0, numbers_under_one_root(self.hierarchy, list(roots))).astype(np.int64)
        return np.zeros(int(root == "omitted" or len(roots) > 1), np.int64)

    def _class_weights(self, root: str, by: str) -> Floats:
        """The weights of classes; 0 for those that are left out."""
        weights = np.ones(self.events.n) if by == "count" else self.accretion.values.copy()
        weights[self._excluded_classes(root)] = 0
        return weights

    def _true_weights(self, measure: BestOverThresholds) -> Floats:
        """The weight of the true classes of each instance; −1 of one that the measure leaves out."""
        truth, many = self.events.truth, len(self.scores)
        sizes = np.diff(truth.starts)
        weights = self._class_weights(measure.root, measure.by)[truth.classes]
        whole: Floats = np.bincount(np.repeat(np.arange(many), sizes), weights, many).astype(np.float64)
        whole[sizes == 0 if measure.empty == "zero" else whole == 0] = -1
        return whole

    def _sums_at_thresholds(self, measure: BestOverThresholds, covered: bool = False) -> ThresholdSums:
        """The sums at each threshold. covered: only how many have a class is right, which counts classes of IA 0."""
        covered = covered and measure.by != "count"
        key = measure.by, measure.root, measure.empty, covered
        if key not in self._walks:
            weights, whole = (
                self._class_weights(measure.root, "count" if covered else measure.by),
                self._true_weights(measure),
            )
            self._walks[key] = self.events.sums_at_thresholds(weights, np.sign(whole + 0.5) if covered else whole)
        return self._walks[key]

    def curve(self, measure_or_text: BestOverThresholds | str) -> MeasureCurve:
        """A measure such as Fmax at every threshold, or at those of its grid. Raises MeasureError for an area."""
        measure = _parse_best_over_thresholds(measure_or_text)
        walk = self._sums_at_thresholds(measure)
        # Of the same instances, how many have a class is counted without weights.
        covered = self._sums_at_thresholds(measure, covered=True).sums[COVERED]
        thresholds, at = _tried_thresholds(walk, measure.grid)
        walk, covered = walk.at_numbers(at), np.append(covered, 0.0)[at]
        first, second, values = _parts_and_values(walk, measure)
        values[covered == 0] = np.nan
        return MeasureCurve(thresholds, values, first, second, covered / max(1, walk.many))

    def best(self, measure_or_text: BestOverThresholds | str) -> BestValue | None:
        """The best value over thresholds of a measure such as Fmax; None without a score or a true class.

        Raises MeasureError for an area, and for what is no measure of scores.
        """
        measure = _parse_best_over_thresholds(measure_or_text)
        curve, walk = self.curve(measure), self._sums_at_thresholds(measure)
        signed = curve.values if measure.spec.better == "higher" else -curve.values
        if not walk.many or not np.isfinite(signed).any():
            return None
        equal = signed >= np.nanmax(signed) - EQUAL
        last = int(
            np.flatnonzero(equal)[-1]
        )  # of the least threshold; those that are equal right above it belong to it
        first = last + 1 - int(np.append(equal[last::-1], False).argmin())
        names = ("ru", "mi") if isinstance(measure, Smin) else ("pr", "rc")
        low = curve.thresholds[last] if measure.grid != "exact" else np.append(curve.thresholds, 0.0)[last + 1]
        return BestValue(
            float(curve.values[last]),
            float(low),
            float(curve.thresholds[first]),
            {name: float(part[last]) for name, part in zip(names, (curve.first, curve.second), strict=True)},
            float(curve.coverage[last]),
            walk.many,
            len(self.scores) - walk.many,
        )

    def resampled(self, measure_or_text: BestOverThresholds | str, resamples: int = RESAMPLES) -> Floats:
        """The best values over thresholds, chosen anew in each resample of the instances; NaN where there is none.

        Of more than `MOST_TRIED` thresholds as many are tried, evenly spread, and the best one of all.
        """
        measure = _parse_best_over_thresholds(measure_or_text)
        whole, walk = self.best(measure), self._sums_at_thresholds(measure)
        if whole is None:
            return np.full(resamples, np.nan)
        at = np.unique(_tried_thresholds(walk, measure.grid)[1])
        at = at[at >= 0]
        spread = at[np.linspace(0, len(at) - 1, min(MOST_TRIED, len(at))).astype(np.int64)]
        at = np.union1d(spread, np.searchsorted(-walk.thresholds, [-whole.high], "right") - 1)
        weights = self._class_weights(measure.root, measure.by), self._class_weights(measure.root, "count")
        found = []
        for own, covered in resampled_threshold_sums(self.events, weights, self._true_weights(measure), at, resamples):
            values = _parts_and_values(own, measure)[2][covered > 0]
            best = values.max if measure.spec.better == "higher" else values.min
            found.append(best() if len(values) else np.nan)
        return np.array(found)

    def interval(self, measure_or_text: BestOverThresholds | str, resamples: int = RESAMPLES) -> Interval | None:
        """The 95 % interval of the best value, whose threshold is chosen anew in each resample of the instances."""
        best = self.best(measure_or_text)
        return None if best is None else interval_of_resamples(best.value, self.resampled(measure_or_text, resamples))

    @cached_property
    def _is_counted(self) -> Flags:
        inside: Flags = np.diff(self._truth.starts) > 0
        return inside

    @cached_property
    def pooled_areas(self) -> CurveAreas:
        """Areas below the one curve of all pairs of an instance and a class, the one root left out."""
        curve_of = np.zeros(self.events.n, np.int32)
        curve_of[self._excluded_classes()] = -1
        return self.events.curve_areas(curve_of, self._is_counted)

    @cached_property
    def areas_by_class(self) -> CurveAreas:
        """Areas below the curves of all classes by number, the one root among them."""
        return self.events.curve_areas(np.arange(self.events.n, dtype=np.int32), self._is_counted)

    @property
    def classes_with_positives(self) -> Longs:
        """The classes that are true of an instance, the one root left out."""
        return np.setdiff1d(np.flatnonzero(self.areas_by_class.positives), self._excluded_classes())

    def selective(self, measure: HAURC) -> SelectiveRisk | None:
        """Risk by coverage where answers may be classes above the best leaf; None of an order, or of one leaf."""
        if not self.scores.are_probabilities or len(self.hierarchy.leaves) < 2 or not self._is_counted.any():
            return None
        return SelectiveAnswers(self.hierarchy, self.scores, self.events, int(measure.decimals)).curve(measure.rule)

    def value(self, measure_or_text: ScoreMeasure | str) -> float | None:
        """The value of any measure of scores; None where it is undefined. Raises MeasureError for another measure."""
        measure = parse_score_measure(measure_or_text) if isinstance(measure_or_text, str) else measure_or_text
        if isinstance(measure, BestOverThresholds):
            best = self.best(measure)
            return None if best is None else best.value
        if isinstance(measure, HAURC):
            curve = self.selective(measure)
            return None if curve is None else curve.area
        assert isinstance(measure, AUPRC)
        areas = self.pooled_areas if measure.over == "pooled" else self.areas_by_class
        which = np.arange(1) if measure.over == "pooled" else self.classes_with_positives
        if not areas.positives[which].any():
            return None
        weights = areas.positives[which] if measure.over == "weighted" else None
        return float(np.average(getattr(areas, measure.area)[which], weights=weights))


def set_curves(thresholds: Thresholds) -> SetCurves | None:
    """Sets of a system at every threshold as they are drawn; None where no instance has a score and a true class."""
    f, s, fmax, smin = (
        thresholds.curve("Fmax"),
        thresholds.curve("Smin"),
        thresholds.best("Fmax"),
        thresholds.best("Smin"),
    )
    if fmax is None or smin is None:
        return None
    best = [int(np.flatnonzero(f.thresholds == one.high)[0]) for one in (fmax, smin)]
    drawn = np.linspace(0, len(f.thresholds) - 1, min(DRAWN, len(f.thresholds))).astype(np.int64)
    at = np.unique(np.append(drawn, best))
    at = at[f.coverage[at] > 0]
    of_f, of_s = (f.thresholds[at], f.values[at], f.first[at], f.second[at]), (s.first[at], s.second[at])
    step, between = thresholds.value(AUPRC()), thresholds.value(AUPRC("interpolated"))
    return SetCurves(*of_f, *of_s, fmax, smin, step, between)


def _parse_best_over_thresholds(measure_or_text: BestOverThresholds | str) -> BestOverThresholds:
    measure = parse_score_measure(measure_or_text) if isinstance(measure_or_text, str) else measure_or_text
    if not isinstance(measure, BestOverThresholds):
        raise MeasureError(f"{measure} has no threshold; Fmax, wFmax, Smin and MicroFmax have one")
    return measure


def _tried_thresholds(walk: ThresholdSums, grid: str) -> tuple[Floats, Longs]:
    """The thresholds that are tried, and the number of the threshold with the same sets; −1 above all."""
    if grid == "exact":
        return walk.thresholds, np.arange(len(walk.thresholds))
    thresholds = grid_thresholds(grid)
    return thresholds, np.searchsorted(-walk.thresholds, -thresholds, "right") - 1


def grid_thresholds(grid: str) -> Floats:
    """The thresholds of a grid, falling: a step in decimals, or floating steps as "cafaeval" makes them."""
    if grid.startswith("cafaeval"):
        floating = float(grid.removeprefix("cafaeval") or 0.01)
        return np.arange(floating, 1, floating)[::-1]
    step = Fraction(grid)
    return np.array([float(k * step) for k in range(ceil(1 / step) - 1, 0, -1)])


def _parts_and_values(walk: ThresholdSums, measure: BestOverThresholds) -> tuple[Floats, Floats, Floats]:
    """Both parts of a measure at each threshold, and its value."""
    covered, precision, recall, hits, wrong = walk.sums
    n = np.full(len(covered), float(walk.many))
    of_precision, of_recall = (n if measure.norm in norms else covered for norms in (("gt",), ("cafa", "gt")))
    if isinstance(measure, Smin):
        ru, mi = _ratio(walk.whole - hits, of_recall), _ratio(wrong, of_recall)
        return ru, mi, np.sqrt(ru**2 + mi**2)
    if isinstance(measure, MicroFmax):
        pr, rc = _ratio(hits, hits + wrong), hits / max(walk.whole, EQUAL)
    else:
        pr, rc = _ratio(precision, of_precision), _ratio(recall, of_recall)
    return pr, rc, _ratio(2 * pr * rc, pr + rc)


def _ratio(part: Floats, whole: Floats) -> Floats:
    ratio: Floats = np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)
    return ratio
