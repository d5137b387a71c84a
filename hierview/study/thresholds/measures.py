"""Measures of scores at their best threshold, and areas: their texts and back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from ...measures.base import Param, WithParameters, param
from ...measures.registry import parse_named

WEIGHT = "what a class weighs: 1, or its information accretion (IA)"
RULES = ("climbing", "selective", "maxcoverage")
GRIDS = ("exact", "0.01", "0.001", "cafaeval", "cafaeval 0.001")


@dataclass(frozen=True)
class ScoreSpec:
    """The description of a measure of scores."""

    name: str
    """Name of the measure."""
    title: str
    """Its meaning in a few words."""
    source: str
    """The paper that it comes from."""
    better: Literal["higher", "lower"] = "higher"
    """Which way is better."""


class ScoreMeasure(WithParameters):
    """Base of every measure of scores: a frozen dataclass with a `spec`, and parameters made by `param`."""

    spec: ClassVar[ScoreSpec]


def _word_param(choices: tuple[str, ...], label: str, text: str) -> Any:
    """A parameter that is one of some words, which is the first where nothing is said."""
    return param(choices[0], text, label=label, choices=choices, named=True)


@dataclass(frozen=True)
class BestOverThresholds(ScoreMeasure):
    """Base of the measures that are the best value over thresholds; all have these parameters."""

    root: str = _word_param(
        ("omitted", "counted", "all omitted"),
        "Root",
        "the one root, or of several roots none (omitted) or all (all omitted, as cafaeval's no_orphans), are left out",
    )
    norm: str = _word_param(
        ("cafa", "gt", "pred"),
        "Norm",
        "over which instances precision (cafa), or precision and recall (pred), are averaged; gt: over all",
    )
    grid: str = _word_param(GRIDS, "Grid", "the thresholds that are tried: every score (exact), or steps")
    empty: str = _word_param(
        ("left out", "zero"),
        "Without true classes",
        "an instance none of whose true classes counts: left out, or with a recall of zero, as cafaeval has it",
    )
    by: str = _word_param(("count", "IA"), "Classes by", WEIGHT)

    def __post_init__(self) -> None:
        if isinstance(self.grid, float | Fraction):  # 0.01 beside "0.01"
            object.__setattr__(self, "grid", f"{float(self.grid):g}")
        super().__post_init__()


@dataclass(frozen=True)
class Fmax(BestOverThresholds):
    """Greatest F over thresholds of precision and recall, each averaged over instances.

    norm: precision over the instances with a predicted class and recall over all ("cafa"), both over all ("gt"), both
    over those with a predicted class ("pred").  root: the one root is "omitted" or "counted"; of several roots "all
    omitted" leaves out each, as cafaeval does without orphans.
    grid: "exact" tries every score; 0.01 and 0.001 decimals; "cafaeval" floating steps, 23 of them above their decimal.
    empty: an instance none of whose true classes counts is "left out", or has a recall of "zero", as cafaeval has it.
    by: whether classes weigh 1 each ("count"), or their information accretion ("IA").
    """

    spec = ScoreSpec("Fmax", "Greatest F over thresholds", "Radivojac et al. 2013")


@dataclass(frozen=True)
class WFmax(BestOverThresholds):
    """Greatest F over thresholds with each class weighed by its information accretion; see `Fmax`."""

    spec = ScoreSpec("wFmax", "Greatest F weighed by IA", "Jiang et al. 2016")
    by: str = _word_param(("IA", "count"), "Classes by", WEIGHT)


@dataclass(frozen=True)
class Smin(BestOverThresholds):
    """Least semantic distance over thresholds: √(ru² + mi²) of what is missed and wrongly said; see `Fmax`."""

    spec = ScoreSpec("Smin", "Least semantic distance", "Clark & Radivojac 2013", "lower")
    by: str = _word_param(("IA", "count"), "Classes by", WEIGHT)


@dataclass(frozen=True)
class MicroFmax(BestOverThresholds):
    """Greatest F over thresholds of the sums of hits, misses and wrong classes over instances; see `Fmax`."""

    spec = ScoreSpec("MicroFmax", "Greatest F of sums", "Jiang et al. 2016")

    @classmethod
    def params(cls) -> dict[str, Param]:
        """The declared parameters; sums are not averaged."""
        return {name: parameter for name, parameter in super().params().items() if name != "norm"}


@dataclass(frozen=True)
class AUPRC(ScoreMeasure):
    """Area below the curve of precision over recall, over pairs of an instance and a class, the one root left out.

    area: "step" sums steps (scikit-learn), "interpolated" spreads false positives between true ones (Clus).
    over: all pairs "pooled", or the "mean" over classes with a positive, also "weighted" by how many they have.
    """

    spec = ScoreSpec("AUPRC", "Area below precision over recall", "Davis & Goadrich 2006")
    area: str = param("step", "how the curve goes between thresholds", label="Area", choices=("step", "interpolated"))
    over: str = param("pooled", "what the area is of", label="Over", choices=("pooled", "mean", "weighted"))


@dataclass(frozen=True)
class HAURC(ScoreMeasure):
    """Area below the share of wrong answers over mean coverage, where answers may be classes above the best leaf.

    rule: the best leaf if it is likely enough ("selective"), the lowest class above it that is ("climbing"), or of all
    that are one of most coverage ("maxcoverage"); else the root, which is never wrong. Range: 0 to 1. Undefined of an
    order alone, and of one leaf. Probabilities are rounded to `decimals`; the program of its authors rounds thresholds
    alone, so that a sum which lies a hair below its own decimal does not reach it there.
    """

    spec = ScoreSpec("hAURC", "Area below risk over coverage", "Goren et al. 2024", "lower")
    rule: str = param(RULES[0], "what is answered where the best leaf is not sure", label="Rule", choices=RULES)
    decimals: int = param(6, "decimals of probabilities", label="Decimals", at_least=1, at_most=12)


SCORE_MEASURES: dict[str, type[ScoreMeasure]] = {
    cls.spec.name: cls for cls in (Fmax, WFmax, Smin, MicroFmax, AUPRC, HAURC)
}


def is_score_measure(text: object) -> bool:
    """Whether a text names a measure of scores."""
    return isinstance(text, str) and text.partition("(")[0].strip() in SCORE_MEASURES


def parse_score_measure(text: str) -> ScoreMeasure:
    """The measure of scores that a text names, such as `Fmax(root="counted")`. Raises MeasureError."""
    return parse_named(text, SCORE_MEASURES, "measure of scores", 'Fmax(root="counted")')
