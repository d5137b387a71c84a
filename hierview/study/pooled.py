"""Pooled values: a measure's formula on parts summed over instances, for the measures where that means something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..measures import Measure
from ..measures.confusion.measures import HierarchicalConfusion
from ..measures.confusion.paths import CELLS
from ..measures.confusion.reports import derived
from ..measures.sets.family import ShareMeasure
from ..measures.sets.measures import Accuracy, SymmetricDifferenceLoss
from .plan import Floats


@dataclass(frozen=True)
class Pool:
    """Which parts are summed, and the values of rows of such sums (rows × parts), NaN where undefined."""

    parts: tuple[str, ...]
    value: Callable[[Floats], Floats]


def pool(measure: Measure) -> Pool | None:
    """How a measure is pooled; None where only its mean over instances is defined."""
    if isinstance(measure, ShareMeasure):
        return Pool(("intersection", "true", "predicted"), lambda sums: _share(measure, sums))
    if isinstance(measure, Accuracy):
        return Pool(("intersection", "true", "predicted"), lambda s: _divided(s[:, 0], s[:, 1] + s[:, 2] - s[:, 0], 0))
    if isinstance(measure, SymmetricDifferenceLoss):
        return Pool(("intersection", "true", "predicted"), lambda s: s[:, 1] + s[:, 2] - 2 * s[:, 0])
    if isinstance(measure, HierarchicalConfusion):
        return Pool(tuple(cell.lower() for cell in CELLS), lambda sums: _confusion(measure.report, sums))
    return None


def _divided(top: Floats, bottom: Floats, zero: int | None) -> Floats:
    empty = np.nan if zero is None else float(zero)
    found = np.full(len(top), empty)
    np.divide(top, bottom, out=found, where=bottom != 0)
    return found


def _share(measure: ShareMeasure, sums: Floats) -> Floats:
    common, true, predicted = sums.T
    if measure.which == "F":
        b = float(measure.beta) ** 2
        return _divided((1 + b) * common, np.where(common > 0, b * true + predicted, 0), measure.zero)
    return _divided(common, predicted if measure.which == "P" else true, measure.zero)


def _confusion(report: str, sums: Floats) -> Floats:
    found = (derived(report, dict(zip(CELLS, map(int, row), strict=True))) for row in sums.tolist())
    return np.array([np.nan if value is None else value for value in found])
