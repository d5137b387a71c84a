"""Ratios of arrays: of one instance each, of sums over instances, and of many resamples of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[Any]  # whole numbers or float64

SIZES = ("intersection", "true", "predicted")  # the parts of a share, as measures call them


def divided(top: Numbers, bottom: Numbers, zero: float | None) -> Floats:
    """Top / bottom, with `zero` for 0/0, and NaN where that is None."""
    value = np.full(len(top), np.nan if zero is None else float(zero))
    np.divide(top, bottom, out=value, where=bottom != 0)
    return value


def share(which: str, beta: Fraction, zero: float | None, sizes: Numbers) -> Floats:
    """Precision ("P"), recall ("R") or F of rows of |Y ∩ Ŷ|, |Y| and |Ŷ|; whole numbers until the one division."""
    common, true, predicted = sizes.T
    if which != "F":
        return divided(common, predicted if which == "P" else true, zero)
    p, q = beta.numerator**2, beta.denominator**2
    return divided((p + q) * common, np.where(common > 0, p * true + q * predicted, 0), zero)
