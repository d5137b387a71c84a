"""Text <-> case: one file per format, which declares itself in the table of `registry`."""

from __future__ import annotations

from .base import Format
from .casefile import draft_from, read_case, write_case
from .presets import (
    PresetPair,
    Worse,
    excerpt,
    excerpt_names,
    preset,
    preset_groups,
    preset_names,
    preset_pair,
    preset_pairs,
)
from .registry import CASE_ENDINGS, ENDINGS, FORMATS, WHOLE, file_kinds, read_any, write_hierarchy
from .source import finished_case, read_file
from .typed.edgelines import read_edge_lines
from .typed.edgelist import case_from_edges, read_edges

__all__ = [
    "CASE_ENDINGS",
    "ENDINGS",
    "FORMATS",
    "WHOLE",
    "Format",
    "PresetPair",
    "Worse",
    "case_from_edges",
    "draft_from",
    "excerpt",
    "excerpt_names",
    "file_kinds",
    "finished_case",
    "preset",
    "preset_groups",
    "preset_names",
    "preset_pair",
    "preset_pairs",
    "read_any",
    "read_case",
    "read_edge_lines",
    "read_edges",
    "read_file",
    "write_case",
    "write_hierarchy",
]
