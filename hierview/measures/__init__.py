"""Measures: case → result → steps. A family is a file or a folder, found by name when a measure is first asked for.

Examples in docstrings follow `from hierview import Case, evaluate`.
"""

import sys
from types import ModuleType

from .base import Ends, Measure, MeasureSpec, Param, Result, param
from .registry import evaluate, measures, parse_measure, register, rows_by_family

__all__ = [
    "Ends",
    "Measure",
    "MeasureSpec",
    "Param",
    "Result",
    "evaluate",
    "measures",
    "param",
    "parse_measure",
    "register",
    "rows_by_family",
]


class _Measures(ModuleType):
    """`hierview.measures` is this package and, called, gives the measures."""

    def __call__(self) -> dict[str, type[Measure]]:
        return measures()


sys.modules[__name__].__class__ = _Measures
