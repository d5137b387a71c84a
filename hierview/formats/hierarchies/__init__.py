"""Hierarchies of every shape that the field has → `Hierarchy`: one file a shape, told by content, within bounds."""

from __future__ import annotations

from .asked import Asked, Guess
from .opening import load_hierarchy, open_file, open_hierarchy
from .reader import Opened
from .readings import Reading
from .shapes import SHAPES

__all__ = ["SHAPES", "Asked", "Guess", "Opened", "Reading", "load_hierarchy", "open_file", "open_hierarchy"]
