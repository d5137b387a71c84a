"""Measures of scores at their best threshold, and areas: their texts and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal

from ...measures.base import WithParameters, param
from ...measures.registry import parse

GRIDS = ("exact", "0.01", "0.001", "cafaeval", "cafaeval 0.001")


@dataclass(frozen=True)
class ScoreSpec:
    """The description of a measure of scores."""

    name: str
    title: str
    source: str
    better: Literal["higher", "lower"] = "higher"


def _root() -> Any:
    text = (
        "the one root, or of several roots none (omitted) or all (all omitted, as cafaeval's no_orphans), are left out"
    )
    return param("omitted", text, label="Root", choices=("omitted", "counted", "all omitted"), named=True)


def _norm() -> Any:
    text = "over which instances precision (cafa), or precision and recall (pred), are averaged; gt: over all"
    return param("cafa", text, label="Norm", choices=("cafa", "gt", "pred"), named=True)


def _grid() -> Any:
    text = "the thresholds that are tried; exact: every score. cafaeval: its floating steps"
    return param("exact", text, label="Grid", choices=GRIDS, named=True)


def _empty() -> Any:
    text = "an instance none of whose true classes counts: left out, or with a recall of zero, as cafaeval has it"
    return param("left out", text, label="Without true classes", choices=("left out", "zero"), named=True)


def _by(default: str) -> Any:
    return param(default, "what a class weighs: 1, or its IA", label="Classes by", choices=("count", "IA"), named=True)


class ScoreMeasure(WithParameters):
    """Base of every measure of scores: a frozen dataclass with a `spec`, and parameters made by `param`."""

    spec: ClassVar[ScoreSpec]


class AtBest(ScoreMeasure):
    """Base of the measures that are the best value over thresholds; all have these parameters."""

    root: str
    norm: str
    grid: str
    empty: str
    by: str

    def __post_init__(self) -> None:
        if isinstance(self.grid, float | Fraction):  # 0.01 beside "0.01"
            object.__setattr__(self, "grid", f"{float(self.grid):g}")
        super().__post_init__()


@dataclass(frozen=True)
class Fmax(AtBest):
    """Greatest F over thresholds of precision and recall, each averaged over instances.

    norm: precision over the instances with a predicted class and recall over all ("cafa"), both over all ("gt"), both
    over those with a predicted class ("pred").  root: the one root is "omitted" or "counted"; of several roots "all
    omitted" leaves out each, as cafaeval does without orphans.
    grid: "exact" tries every score; 0.01 and 0.001 decimals; "cafaeval" floating steps, 23 of them above their decimal.
    empty: an instance none of whose true classes counts is "left out", or has a recall of "zero", as cafaeval has it.
    """

    spec = ScoreSpec("Fmax", "Greatest F over thresholds", "Radivojac et al. 2013")
    root: str = _root()
    norm: str = _norm()
    grid: str = _grid()
    empty: str = _empty()
    by: str = field(default="count", init=False)


@dataclass(frozen=True)
class WFmax(AtBest):
    """Greatest F over thresholds with each class weighed by its information accretion; see `Fmax`."""

    spec = ScoreSpec("wFmax", "Greatest F weighed by IA", "Jiang et al. 2016")
    root: str = _root()
    norm: str = _norm()
    grid: str = _grid()
    empty: str = _empty()
    by: str = field(default="IA", init=False)


@dataclass(frozen=True)
class Smin(AtBest):
    """Least semantic distance over thresholds: √(ru² + mi²) of what is missed (ru) and wrongly said (mi).

    by: the "IA" of these classes, or their "count".  Others: see `Fmax`.
    """

    spec = ScoreSpec("Smin", "Least semantic distance", "Clark & Radivojac 2013", "lower")
    by: str = _by("IA")
    root: str = _root()
    norm: str = _norm()
    grid: str = _grid()
    empty: str = _empty()


@dataclass(frozen=True)
class MicroFmax(AtBest):
    """Greatest F over thresholds of the sums of hits, misses and wrong classes over instances.

    by: the "count" of these classes, or their "IA".  Others: see `Fmax`.
    """

    spec = ScoreSpec("MicroFmax", "Greatest F of sums", "Jiang et al. 2016")
    by: str = _by("count")
    root: str = _root()
    grid: str = _grid()
    empty: str = _empty()
    norm: str = field(default="cafa", init=False)


@dataclass(frozen=True)
class AUPRC(ScoreMeasure):
    """Area below the curve of precision over recall, over pairs of an instance and a class, the one root left out.

    area: "step" sums steps (scikit-learn), "interpolated" spreads false positives between true ones (Clus).
    over: all pairs "pooled", or the "mean" over classes with a positive, also "weighted" by how many they have.
    """

    spec = ScoreSpec("AUPRC", "Area below precision over recall", "Davis & Goadrich 2006")
    area: str = param("step", "how the curve goes between thresholds", label="Area", choices=("step", "interpolated"))
    over: str = param("pooled", "what the area is of", label="Over", choices=("pooled", "mean", "weighted"))


SCORE_MEASURES: dict[str, type[ScoreMeasure]] = {cls.spec.name: cls for cls in (Fmax, WFmax, Smin, MicroFmax, AUPRC)}


def is_score_measure(text: object) -> bool:
    """Whether a text names a measure of scores."""
    return isinstance(text, str) and text.partition("(")[0].strip() in SCORE_MEASURES


def parse_score_measure(text: str) -> ScoreMeasure:
    """The measure of scores that a text names, such as `Fmax(root="counted")`. Raises MeasureError."""
    return parse(text, SCORE_MEASURES, "measure of scores", 'Fmax(root="counted")')
