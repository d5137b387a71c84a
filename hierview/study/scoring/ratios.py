"""Ratios of arrays: of one instance each, of sums over instances (pooled values), and of many resamples of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...measures import Measure
from ...measures.by_level.one_level import Level
from ...measures.confusion.measures import HierarchicalConfusion
from ...measures.confusion.paths import CELLS
from ...measures.confusion.reports import derived_number
from ...measures.information.normed import NormedContrast
from ...measures.leaf_paths.family import CountedShare
from ...measures.sets.family import ShareMeasure
from ...measures.sets.measures import Accuracy, SymmetricDifferenceLoss

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[Any]  # whole numbers or float64

SIZES = ("intersection", "true", "predicted")  # the parts of a share, as measures call them


def quotient(top: Numbers, bottom: Numbers, zero: float | None) -> Floats:
    """Top / bottom, with `zero` for 0/0, and NaN where that is None."""
    value = np.full(len(top), np.nan if zero is None else float(zero))
    np.divide(top, bottom, out=value, where=bottom != 0)
    return value


def shares_of_sizes(quantity: str, beta: Fraction, zero: float | None, sizes: Numbers) -> Floats:
    """Precision ("P"), recall ("R") or F of rows of |Y ∩ Ŷ|, |Y| and |Ŷ|; whole numbers until the one division."""
    common, true, predicted = sizes.T
    if quantity != "F":
        return quotient(common, predicted if quantity == "P" else true, zero)
    p, q = beta.numerator**2, beta.denominator**2
    return quotient((p + q) * common, np.where(common > 0, p * true + q * predicted, 0), zero)


def icm_norm(sizes: Numbers) -> Floats:
    """ICMNorm of rows of what both sides, the true and the predicted one tell; NaN where the true one tells nothing."""
    common, true, predicted = sizes.T
    value: Floats = np.maximum(quotient(3 * common - predicted, 2 * true, None), 0)
    return value


def pooling_of(measure: Measure) -> tuple[tuple[str, ...], Callable[[Numbers], Numbers]] | None:
    """The parts that pooling sums, and a function from rows of sums (rows × parts) to values, NaN if undefined.

    None where only a measure's mean over instances is defined.
    """
    if isinstance(measure, ShareMeasure):
        return SIZES, lambda sums: shares_of_sizes(measure.which, measure.beta, measure.zero, sums)
    if isinstance(measure, Level) and measure.of != "accuracy":
        return SIZES, lambda sums: shares_of_sizes(measure.of[0], Fraction(1), 0, sums)
    if isinstance(measure, CountedShare) and getattr(measure, "penalty", "none") == "none":
        return SIZES, lambda sums: shares_of_sizes(measure.of[0], Fraction(1), 0, sums)
    if isinstance(measure, NormedContrast):
        return SIZES, icm_norm
    if isinstance(measure, Accuracy):
        return SIZES, lambda s: quotient(s[:, 0], s[:, 1] + s[:, 2] - s[:, 0], 0)
    if isinstance(measure, SymmetricDifferenceLoss):
        return SIZES, lambda s: s[:, 1] + s[:, 2] - 2 * s[:, 0]
    if isinstance(measure, HierarchicalConfusion):
        # Resampled sums of many instances may lie between whole numbers.
        return tuple(map(str.lower, CELLS)), lambda sums: confusion_rates(measure.report, np.maximum(np.rint(sums), 0))
    return None


def confusion_rates(report: str, counts: Numbers) -> Floats:
    """The rate of each row of TP, TN, FP and FN, NaN where it is undefined; each different row is computed once."""
    different, places = np.unique(counts.astype(np.int64), axis=0, return_inverse=True)
    values = [derived_number(report, dict(zip(CELLS, row, strict=True))) for row in different.tolist()]
    return np.array([np.nan if value is None else value for value in values], np.float64)[places.ravel()]
