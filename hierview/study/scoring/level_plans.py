"""Which kernel computes a measure of levels, and what its value is, from the kernel's whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from ...measures.by_level.family import LevelMeasure
from ...measures.by_level.one_level import Level
from ...measures.by_level.paths import FullPath, Inconsistency, PathMeasure, WeightedLevels
from .kernels import levels, matches
from .numbered import Longs, NumberedClasses, Rows
from .plan import Plan, Values
from .ratios import SIZES, quotient, shares_of_sizes


def level_numbers(h: NumberedClasses, by: str) -> Longs:
    """The level of each class by the longest or the shortest way down, the root's 0."""
    key = f"levels by {by}"
    if key not in h.contents:
        shortest = by == "shortest"
        h.contents[key] = matches.depths_and_heights(h.edges)[0] if shortest else levels.longest_depths(h.edges)
    return h.contents[key]


def levels_plan(measure: LevelMeasure, h: NumberedClasses) -> Plan | None:
    """The kernel of a measure of levels; None where the case itself gives the levels."""
    if measure.by == "given":
        return None
    at, closed = level_numbers(h, measure.by), measure.answers == "ancestors"
    key = type(measure), measure.by, closed
    if isinstance(measure, Level):
        told = 0 if isinstance(measure.level, str) else measure.level
        settings = at, told, measure.absent == "carry", closed
        return Plan((*key, *settings[1:]), 4, levels.level_sizes, _level_values(measure), lambda *_: settings)
    if isinstance(measure, Inconsistency):
        gap = measure.gap == "inconsistent"

        def values(counts: Longs, rows: Rows) -> Values:
            parts = dict(zip(("astray", "steps"), counts.T, strict=True))
            return Values((counts[:, 0] > 0).astype(np.float64), parts, np.zeros(len(counts), bool))

        most = int(at.max(initial=0)) + 1
        return Plan((*key, gap), 2, levels.count_contradictions, values, lambda *_: (at, most, gap, closed))
    assert isinstance(measure, PathMeasure)
    equal = not isinstance(measure, WeightedLevels) or measure.weights == "equal"
    weights = np.bincount(at) if not equal else np.ones(int(at.max(initial=0)) + 1, np.int64)
    which = levels.TRUE
    if isinstance(measure, FullPath) and measure.extra == "counted":
        which = levels.EITHER
    elif isinstance(measure, WeightedLevels) and measure.absent == "wrong":
        which = levels.ALL

    def path_values(counts: Longs, rows: Rows) -> Values:
        right, whole, held = counts.T
        value = quotient(right, whole, None)
        if isinstance(measure, FullPath):
            value = np.where(right == whole, 1.0, 0.0)
        names = ("right", "levels" if isinstance(measure, FullPath) else "weight")
        parts = {name: np.where(held > 0, column, 0) for name, column in zip(names, (right, whole), strict=True)}
        return Values(np.where(held > 0, value, np.nan), parts, np.zeros(len(counts), bool))

    more = at, weights.astype(np.int64), which, closed
    return Plan((*key, which, equal), 3, levels.weights_of_right_levels, path_values, lambda *_: more)


def _level_values(measure: Level) -> Callable[[Longs, Rows], Values]:
    """A function from sizes at a level to values; an empty place that is a class of its own counts as one."""

    def values(counts: Longs, rows: Rows) -> Values:
        sizes, level = counts[:, :3].copy(), counts[:, 3]
        if measure.absent == "drop":
            defined = sizes[:, 1] > 0
        else:
            sizes[:, 0] += (sizes[:, 1] == 0) & (sizes[:, 2] == 0)
            sizes[:, 1:] = np.maximum(sizes[:, 1:], 1)
            defined = level > 0
        sizes[~defined] = 0
        if measure.of == "accuracy":
            value = ((sizes[:, 0] == sizes[:, 1]) & (sizes[:, 1] == sizes[:, 2])).astype(np.float64)
        else:
            value = shares_of_sizes(measure.of[0], Fraction(1), 0, sizes)
        parts = dict(zip(SIZES, sizes.T, strict=True))
        return Values(np.where(defined, value, np.nan), parts, np.zeros(len(counts), bool))

    return values
