"""Curves over a threshold as a page shows them, from the scores of classifiers, and their pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..explain import CurveLine, CurvesPicture, FlowTreePicture, number
from .results.statistics import Interval
from .scoring.ratios import Floats

Ints = npt.NDArray[np.int32]
CROWDED = 0.1  # a threshold below which the axis is logarithmic


@dataclass(frozen=True)
class Curve:
    """A step function of a threshold τ: `values[j]` holds for thresholds[j] ≥ τ > thresholds[j + 1]."""

    thresholds: Floats
    """The thresholds, falling; above the first the value is `first`."""
    values: Floats
    """Value from each threshold on down."""
    first: float
    """Value above the first threshold."""

    def value_at(self, threshold: float) -> float:
        """The value at a threshold."""
        j = int(np.searchsorted(-self.thresholds, -threshold, "right")) - 1
        return self.first if j < 0 else float(self.values[j])


@dataclass(frozen=True)
class BestValue:
    """The best value over thresholds, which holds where low < τ ≤ high; of a grid, at both and between."""

    value: float
    """The best value."""
    low: float
    """The threshold above which it holds."""
    high: float
    """The threshold up to which it holds."""
    parts: Mapping[str, float]
    """The two numbers that it is made of, such as precision and recall."""
    coverage: float
    """Share of the instances that have a class there."""
    answered: int
    """Number of instances that count."""
    left_out: int
    """Number of instances without a true class that counts."""


@dataclass(frozen=True)
class SetCurves:
    """Sets at falling thresholds τ: a document's holds each class with a score of τ or more, without the one root."""

    thresholds: Floats
    """The thresholds, falling."""
    f: Floats
    """Mean F over documents."""
    precision: Floats
    """Mean precision over documents."""
    recall: Floats
    """Mean recall over documents."""
    missed: Floats
    """Mean bits of the classes that are missed (ru)."""
    wrong: Floats
    """Mean bits of the classes that are wrongly said (mi)."""
    fmax: BestValue
    """The greatest F."""
    smin: BestValue
    """The least semantic distance."""
    area: float | None
    """Area below precision over recall of all pairs, by steps; None without a true class."""
    interpolated: float | None
    """The same area, interpolated; None without a true class."""


@dataclass(frozen=True)
class RiskCoverage:
    """The mean loss of the answered, when the surest k / n of documents are answered."""

    coverage: Floats
    """Share of the documents that are answered."""
    risk: Floats
    """Mean loss of the answered."""
    area: float
    """The mean of risk over all k (AURC)."""
    excess: float
    """How much greater that is than with the best order."""


@dataclass(frozen=True)
class SelectiveRisk:
    """Risk by coverage at thresholds θ, where a class above the best leaf may be answered, or the root."""

    rule: str
    """Name of the rule."""
    thresholds: Floats
    """The thresholds."""
    coverage: Floats
    """Means of 1 − log n(v) / log n, by the leaves below an answer v and in all; it rises."""
    risk: Floats
    """The share of answers that are neither true nor above."""
    area: float
    """Area below the risk, from the least coverage on (hAURC)."""


@dataclass(frozen=True)
class Calibration:
    """Calibration of probabilities in bins: for each bin its mean probability, the share of truths, and the number."""

    probability: Floats
    """Mean probability of each bin."""
    share: Floats
    """Share of truths in each bin."""
    pair_counts: Floats
    """Number of pairs in each bin."""
    error: float
    """The mean distance of both over bins by their numbers (ECE)."""
    brier: float
    """Mean Brier score over pairs."""
    log_loss: float
    """Mean log loss over pairs."""
    limits: tuple[Interval, ...] = ()
    """Limits of error, Brier score and log loss between which 95 % of resamples of the documents lie; () where none
    were drawn.
    """


@dataclass(frozen=True)
class Coherence:
    """Shares of the probabilities that contradict the hierarchy."""

    child_above_parent: float
    """Share of the pairs of a parent and its child in which the child is likelier."""
    children_above_parent: float
    """Share of the inner classes whose children are together likelier; that cannot be where a document has one class.
    """
    leaves_alone: bool = False
    """Whether no inner class has a probability; nothing can be compared then."""


@dataclass(frozen=True)
class OperatingCurve:
    """A measure's mean over the documents of a system when each answers by a threshold, for every threshold."""

    measure: str
    """Text of the measure."""
    better: Literal["higher", "lower"]
    """Which way is better."""
    curve: Curve
    """Its mean at each threshold."""

    @property
    def best(self) -> tuple[float, float]:
        """The greatest threshold at which the mean is best, and that mean; 1 where nothing is answered there."""
        values = [self.curve.first, *self.curve.values.tolist()]
        best = max(values) if self.better == "higher" else min(values)
        at = next(i for i, value in enumerate(values) if value == best)
        return (float(self.curve.thresholds[at - 1]) if at else 1.0), best


@dataclass(frozen=True)
class AnswerChanges:
    """Changes of answers by threshold: document[j] has before[j] above thresholds[j], and after[j] up to it.

    Thresholds fall; −1 is no answer, all others are numbers of `classes`.
    """

    classes: tuple[str, ...]
    """Names of the classes."""
    document: Ints
    """Number of the document of each change."""
    before: Ints
    """Number of the class above the threshold, −1 for no answer."""
    after: Ints
    """Number of the class up to the threshold, −1 for no answer."""
    thresholds: Floats
    """The thresholds, falling."""

    def nearest_changes(self, threshold: float, most: int) -> list[tuple[int, str, str, float]]:
        """Documents whose answers change nearest to a threshold, from the highest: number, before, after, where."""
        order = np.argsort(np.abs(self.thresholds - threshold), kind="stable")[:most]
        names = (*self.classes, "")  # that of −1 is the last
        return [
            (int(self.document[j]), names[self.before[j]], names[self.after[j]], float(self.thresholds[j]))
            for j in sorted(order.tolist())
        ]


@dataclass(frozen=True)
class SystemCurves:
    """All curves of one system."""

    system: str
    """Name of the system."""
    scores: str
    """The name of the scores, the same for systems that read the same ones."""
    measures: tuple[OperatingCurve, ...]
    """Curve of each measure."""
    answered: Curve
    """Share of the documents that is answered below the root."""
    risk: RiskCoverage
    """Risk of its own answers, by their probabilities; the loss is that of the first measure."""
    sets: SetCurves | None
    """Curves of sets; None where no document has a class below the root."""
    calibration: tuple[tuple[int, Calibration], ...]
    """Calibration by depth."""
    coherence: Coherence
    """Whether probabilities fit each other."""
    changes: AnswerChanges
    """Where answers change."""
    blocking: FlowTreePicture | None = None
    """Which classifiers reject their own documents at ½; None where no classifier stands above another."""
    blocked: tuple[tuple[str, int, int], ...] = ()
    """Each inner class with the number of documents at or below it, and of those that it rejects first."""
    branches: tuple[tuple[str, Calibration], ...] = ()
    """Calibration of the classes at and below each child of the root, where it has several."""
    answers: Calibration | None = None
    """Calibration of the classes that the system answers with."""
    selective: tuple[SelectiveRisk, ...] = ()
    """Risk and coverage by rule; () of an order alone."""


def step_corners(curve: Curve, start: float = 0.0) -> tuple[tuple[float, float], ...]:
    """The steps of a curve as a line from one threshold to 1, with both ends of every jump.

    >>> step_corners(Curve(np.array([0.75, 0.5]), np.array([0.25, 1.0]), 0.0))
    ((0.0, 1.0), (0.5, 1.0), (0.5, 0.25), (0.75, 0.25), (0.75, 0.0), (1.0, 0.0))
    """
    values = [curve.first, *curve.values.tolist()]
    points = [(start, curve.value_at(start))]
    for j in range(int((curve.thresholds > start).sum()) - 1, -1, -1):
        x = float(curve.thresholds[j])
        points += [(x, values[j + 1]), (x, values[j])]
    if points[-1][0] < 1:
        points.append((1.0, points[-1][1]))
    elif len(points) > 2:
        del points[-1]  # above the greatest probability there is no threshold
    return tuple(points)


def operating_pictures(systems: Sequence[SystemCurves], chosen: float | None = None) -> list[CurvesPicture]:
    """A picture of each measure by threshold, and one of the share answered. chosen: a threshold that is marked."""
    apart = systems_by_distinct_scores(systems)
    # Where the best thresholds crowd near 0, an axis of equal steps would show nothing of them.
    least = min(measure.best[0] for one in systems for measure in one.measures)
    start = 10.0 ** floor(log10(least / 2)) if 0 < least < CROWDED else 0.0
    x = "threshold, logarithmic" if start else "threshold"
    pictures = []
    for k, first in enumerate(systems[0].measures):
        lines = tuple(
            CurveLine(name, step_corners(one.measures[k].curve, start), marked=one.measures[k].best)
            for name, one in apart
        )
        best = ", best {} at {}".format(*(number(x, 3) for x in reversed(first.best))) if len(apart) == 1 else ""
        y = f"mean {first.measure}{best}"
        pictures.append(CurvesPicture((first.measure,), x, y, lines, chosen, picks=True, start=start))
    lines = tuple(CurveLine(name, step_corners(one.answered, start)) for name, one in apart)
    share = CurvesPicture(("Answered below the root",), x, "share", lines, chosen, 0.0, 1.0, True, start=start)
    return [*pictures, share]


def systems_by_distinct_scores(systems: Sequence[SystemCurves]) -> list[tuple[str, SystemCurves]]:
    """The systems under the names of all that read the same scores."""
    groups: dict[str, list[SystemCurves]] = {}
    for one in systems:
        groups.setdefault(one.scores, []).append(one)
    return [(", ".join(one.system for one in group), group[0]) for group in groups.values()]


def risk_picture(systems: Sequence[SystemCurves]) -> CurvesPicture:
    """The mean loss of the surest answers, by the share of the documents that they are."""
    first = systems[0].measures[0]
    loss = f"mean of 1 − {first.measure}" if first.better == "higher" else f"mean {first.measure}"
    lines = tuple(
        CurveLine(one.system, tuple(zip(one.risk.coverage.tolist(), one.risk.risk.tolist(), strict=True)))
        for one in systems
    )
    return CurvesPicture(("Risk and coverage",), "coverage, the surest first", loss, lines, low=0.0)


def selective_picture(systems: Sequence[SystemCurves]) -> CurvesPicture | None:
    """Risk by coverage where classes above the best leaf are answered, a line a rule; None of orders alone."""
    lines = tuple(
        CurveLine(
            f"{name}, {curve.rule}" if len(systems_by_distinct_scores(systems)) > 1 else curve.rule,
            tuple(zip(curve.coverage.tolist(), curve.risk.tolist(), strict=True)),
        )
        for name, one in systems_by_distinct_scores(systems)
        for curve in one.selective
    )
    title = ("Risk and coverage of selected classes",)
    return CurvesPicture(title, "coverage", "share wrong", lines, low=0.0) if lines else None


def calibration_pictures(systems: Sequence[SystemCurves]) -> list[CurvesPicture]:
    """A calibration picture for each depth and one for answers: how often classes are true, by probability."""
    apart = systems_by_distinct_scores(systems)
    pictures = [
        _calibration_picture(f"Depth {depth}", [(name, dict(one.calibration).get(depth)) for name, one in apart])
        for depth in sorted({depth for _, one in apart for depth, _ in one.calibration})
    ]
    if any(one.answers is not None for one in systems):
        pictures.append(_calibration_picture("Answers", [(one.system, one.answers) for one in systems]))
    return pictures


def _calibration_picture(title: str, bins: Sequence[tuple[str, Calibration | None]]) -> CurvesPicture:
    # A system without bins keeps its place, and each of the others its colour.
    points = (() if one is None else zip(one.probability.tolist(), one.share.tolist(), strict=True) for _, one in bins)
    lines = [CurveLine(name, tuple(own), "dots") for (name, _), own in zip(bins, points, strict=True)]
    equal = CurveLine("equal", ((0.0, 0.0), (1.0, 1.0)))
    return CurvesPicture((title,), "probability", "share true", (*lines, equal), low=0.0, high=1.0)


# In words


def percent_text(share: float) -> str:
    """A share in per cent.

    >>> percent_text(0.1234), percent_text(0)
    ('12.3 %', '0 %')
    """
    return f"{number(100 * share, 1)} %"


def operating_sentence(curves: SystemCurves, k: int) -> str:
    """The best threshold of a measure, and what is answered there."""
    at, value = curves.measures[k].best
    word = "greatest" if curves.measures[k].better == "higher" else "least"
    answered = percent_text(curves.answered.value_at(at))
    return f"{word} {number(value, 3)} at threshold {number(at, 3)}, where {answered} are answered below the root"


def coherence_sentence(curves: SystemCurves) -> str:
    """A sentence on how many probabilities of a system cannot be."""
    c = curves.coherence
    if c.leaves_alone:
        return "only leaves have probabilities, each by itself."
    child, children = percent_text(c.child_above_parent), percent_text(c.children_above_parent)
    return (
        f"{child} of the children are likelier than their parent, and at {children} of the inner classes the children "
        "together are likelier than the class."
    )


def sets_pictures(systems: Sequence[SystemCurves], chosen: float | None = None) -> list[CurvesPicture]:
    """F by threshold, precision over recall, and what is wrongly said over what is missed; the best of each marked."""
    lines: tuple[list[CurveLine], ...] = ([], [], [])
    for name, one in systems_by_distinct_scores(systems):
        if (s := one.sets) is None:
            continue
        steps = step_corners(Curve(s.thresholds, s.f, 0.0))
        over = tuple(zip(s.recall.tolist(), s.precision.tolist(), strict=True))
        bits = tuple(zip(s.missed[::-1].tolist(), s.wrong[::-1].tolist(), strict=True))
        f, d = s.fmax, s.smin
        said = f"Fmax {number(f.value, 4)} at threshold {number(f.high, 4)}"
        lines[0].append(CurveLine(name, steps, marked=(f.high, f.value), says=said))
        lines[1].append(CurveLine(name, over, marked=(f.parts["rc"], f.parts["pr"]), says=said))
        said = f"Smin {number(d.value, 4)} at threshold {number(d.high, 4)}"
        lines[2].append(CurveLine(name, bits, marked=(d.parts["ru"], d.parts["mi"]), says=said))
    if not lines[0]:
        return []
    of_f = CurvesPicture(("F of sets",), "threshold", "F", tuple(lines[0]), chosen, 0.0, 1.0, True)
    return [
        of_f,
        CurvesPicture(("Precision over recall",), "recall", "precision", tuple(lines[1]), low=0.0, high=1.0),
        CurvesPicture(("Semantic distance",), "missed (ru), bits", "wrong (mi), bits", tuple(lines[2]), low=0.0),
    ]


def fmax_sentence(curves: SystemCurves) -> str:
    """The greatest F over all thresholds, in a sentence."""
    if curves.sets is None:
        return "Fmax needs a document with a score and a true class below the root."
    f = curves.sets.fmax
    left_out = f" {f.left_out:,} documents without a true class below the root are left out." if f.left_out else ""
    where = f"{number(f.low, 4)} < τ ≤ {number(f.high, 4)}"
    return (
        f"Fmax is {number(f.value, 3)}, where {where}: precision {number(f.parts['pr'], 3)}, recall "
        f"{number(f.parts['rc'], 3)}, with {percent_text(f.coverage)} of the documents answered by a set.{left_out}"
    )


def areas_sentence(curves: SystemCurves) -> str:
    """The areas below precision over recall, and the least semantic distance, in a sentence."""
    s = curves.sets
    if s is None or s.area is None or s.interpolated is None:
        return "no area, without a true class below the root."
    return (
        f"AU(PRC) over all pairs is {number(s.area, 3)} by steps and {number(s.interpolated, 3)} interpolated; Smin is "
        f"{number(s.smin.value, 3)}, at {number(s.smin.high, 3)}: ru {number(s.smin.parts['ru'], 3)}, mi "
        f"{number(s.smin.parts['mi'], 3)}, by IA of the true classes."
    )


def risk_sentence(curves: SystemCurves) -> str:
    """The area under the risk, in a sentence."""
    area, excess = number(curves.risk.area, 3), number(curves.risk.excess, 3)
    return f"The mean risk over all coverages (AURC) is {area}, {excess} more than in the best order."


def selective_sentence(curves: SystemCurves) -> str:
    """The areas under the risk of each rule, in a sentence."""
    areas = ", ".join(f"{number(curve.area, 3)} by {curve.rule}" for curve in curves.selective)
    return f"The area below the risk (hAURC) is {areas}." if areas else "An order alone has no sure answers."


def calibration_sentence(bins: Calibration) -> str:
    """How far probabilities lie from what happened."""
    parts = []
    values = (("error (ECE)", bins.error), ("Brier", bins.brier), ("log loss", bins.log_loss))
    for k, (name, value) in enumerate(values):
        has_bin = bins.limits and not bins.limits[k].why
        limits = f" [{number(bins.limits[k].low, 3)}, {number(bins.limits[k].high, 3)}]" if has_bin else ""
        parts.append(f"{name} {number(value, 3)}{limits}")
    return f"{', '.join(parts)}, over {int(bins.pair_counts.sum()):,} pairs"
