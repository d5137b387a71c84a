"""Measures: case → result → steps. One file per family; importing this room registers them all."""

from . import (  # noqa: F401, I001  (the order is that of long lists)
    pairing,
    augmented,
    lca,
    confusion,
    similarity,
    semantic,
    weighted,
    depth,
    hloss,
)
from .base import Measure, MeasureSpec, Param, Result, param
from .registry import evaluate, listing, measures, parse_measure, register

__all__ = [
    "Measure",
    "MeasureSpec",
    "Param",
    "Result",
    "evaluate",
    "listing",
    "measures",
    "param",
    "parse_measure",
    "register",
]
