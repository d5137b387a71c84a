"""Hierarchies of every shape that the field has → `Hierarchy`: one file a shape, told by content, within bounds."""

from __future__ import annotations

from .asked import Asked, Guess
from .opening import Opened, load_hierarchy, open_file, open_hierarchy
from .shapes import SHAPES

__all__ = ["SHAPES", "Asked", "Guess", "Opened", "load_hierarchy", "open_file", "open_hierarchy"]
