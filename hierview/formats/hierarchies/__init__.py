"""Hierarchies of every shape that the field has → `Hierarchy`: one file a shape, told by content, within bounds."""

from __future__ import annotations

from .asked import Guess, ReaderChoices
from .opening import load_hierarchy, open_file, open_hierarchy
from .reader import OpenedHierarchy
from .readings import Reading
from .shapes import SHAPES

__all__ = [
    "SHAPES",
    "Guess",
    "OpenedHierarchy",
    "ReaderChoices",
    "Reading",
    "load_hierarchy",
    "open_file",
    "open_hierarchy",
]
