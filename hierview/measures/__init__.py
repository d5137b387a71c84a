"""Measures: case → result → steps. A family is a file or a folder; importing this room registers them all.

Examples in docstrings follow `from hierview import Case, evaluate`.
"""

from importlib import import_module
from pkgutil import walk_packages

from .base import Ends, Measure, MeasureSpec, Param, Result, param
from .registry import evaluate, listing, measures, parse_measure, register

# In the order of long lists; any other module of this room, also of a folder of its own, follows by name.
_FIRST = (
    "pairs.graph_induced",
    "pairs.sums",
    "sets.measures",
    "lca.measures",
    "confusion.measures",
    "contributions.measures",
    "semantic.measures",
    "semantic.meeting_heights",
    "information.measures",
    "information.normed",
    "depth",
    "hloss",
    "by_level.one_level",
    "by_level.paths",
    "ranks.measures",
    "ranks.hops",
    "leaf_paths.count_preserving",
    "leaf_paths.path_shares",
)
for _module in _FIRST:
    import_module(f"{__name__}.{_module}")
for _found in sorted(module.name for module in walk_packages(__path__, f"{__name__}.")):
    import_module(_found)

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
