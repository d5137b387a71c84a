"""Hierarchies of every shape that the field has → `Hierarchy`: one file a shape, told by content, within bounds."""

from __future__ import annotations

from .asked import Asked, Guess
from .opening import Opened, load_hierarchy, open_file, open_hierarchy, open_named
from .shapes import SHAPES
from .writing import WRITERS, write_hierarchy

__all__ = [
    "SHAPES",
    "WRITERS",
    "Asked",
    "Guess",
    "Opened",
    "load_hierarchy",
    "open_file",
    "open_hierarchy",
    "open_named",
    "write_hierarchy",
]
