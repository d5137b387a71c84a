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
from .ratios import SIZES, Floats, divided, share


@dataclass(frozen=True)
class Pool:
    """Which parts are summed, and the values of rows of such sums (rows × parts), NaN where undefined."""

    parts: tuple[str, ...]
    value: Callable[[Floats], Floats]


def pool(measure: Measure) -> Pool | None:
    """How a measure is pooled; None where only its mean over instances is defined."""
    if isinstance(measure, ShareMeasure):
        return Pool(SIZES, lambda sums: share(measure.which, measure.beta, measure.zero, sums))
    if isinstance(measure, Accuracy):
        return Pool(SIZES, lambda s: divided(s[:, 0], s[:, 1] + s[:, 2] - s[:, 0], 0))
    if isinstance(measure, SymmetricDifferenceLoss):
        return Pool(SIZES, lambda s: s[:, 1] + s[:, 2] - 2 * s[:, 0])
    if isinstance(measure, HierarchicalConfusion):
        return Pool(tuple(cell.lower() for cell in CELLS), lambda sums: _confusion(measure.report, sums))
    return None


def _confusion(report: str, sums: Floats) -> Floats:
    # Resampled sums of many instances may lie between whole numbers.
    counts = np.maximum(np.rint(sums), 0).astype(np.int64).tolist()
    found = (derived(report, dict(zip(CELLS, row, strict=True))) for row in counts)
    return np.array([np.nan if value is None else value for value in found])
