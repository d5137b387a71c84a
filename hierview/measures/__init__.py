"""Measures: case → result → steps. One file per family; importing this room registers them all."""

from importlib import import_module

from .base import Ends, Measure, MeasureSpec, Param, Result, param
from .registry import evaluate, listing, measures, parse_measure, register

# In the order of long lists.
for _family in (
    "pairs.pairing",
    "sets.augmented",
    "lca.measures",
    "confusion.measures",
    "contributions.measures",
    "semantic.measures",
    "sets.weighted",
    "depth",
    "hloss",
):
    import_module(f".{_family}", __name__)

__all__ = [
    "Ends",
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
