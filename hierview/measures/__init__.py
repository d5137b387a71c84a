"""Measures: case → result → steps. A family is a file or a folder, found by name when a measure is first asked for.

Examples in docstrings follow `from hierview import Case, evaluate`.
"""

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
