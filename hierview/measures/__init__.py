"""Measures: case → result → steps. One file per family; importing this room registers them all."""

from . import pairing, augmented, lca, confusion, similarity  # noqa: F401, I001  (the order is that of long lists)
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
