"""Measures: case → result → steps. One file per family; importing this room registers them all."""

from importlib import import_module
from pkgutil import walk_packages

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

# What is not named there comes after them.
for _found in walk_packages(__path__, f"{__name__}."):
    import_module(_found.name)

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
