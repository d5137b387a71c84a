"""Measures: case → result → steps. A family is a file or a folder, found by name when a measure is first asked for.

Examples in docstrings follow `from hierview import Case, evaluate`.
"""

import sys
from types import ModuleType

from .base import Ends, Measure, MeasureSpec, Param, Result, param
from .registry import evaluate, listing, measures, parse_measure, register

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


class _Measures(ModuleType):
    """`hierview.measures` is this package and, called, gives the measures."""

    def __call__(self) -> dict[str, type[Measure]]:
        return measures()


sys.modules[__name__].__class__ = _Measures
