"""Measures: case → result → steps. One file per family; importing this room registers them all."""

# The order is that of long lists.
from .pairs import pairing  # noqa: F401, I001
from .sets import augmented  # noqa: F401
from .lca import measures as _lca  # noqa: F401
from .confusion import measures as _confusion  # noqa: F401
from .contributions import measures as _contributions  # noqa: F401
from .semantic import measures as _semantic  # noqa: F401
from .sets import weighted  # noqa: F401
from . import depth, hloss  # noqa: F401
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
