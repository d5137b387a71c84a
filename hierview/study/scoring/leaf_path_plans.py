"""Which kernel counts leaves and paths, what its numbers stand for, and what classes tell that are seldom true."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from ...measures import Measure
from ...measures.information.content import PARTS
from ...measures.leaf_paths.count_preserving import CountPreserving
from ...measures.leaf_paths.family import CountedShare
from ...measures.leaf_paths.path_shares import ConstrainedF1, PathF1
from ..inputs.closures import Closures
from ..inputs.data import DataSet
from .information_plans import GOLD
from .kernels import leaf_paths, levels
from .numbered import Longs, NumberedClasses, Rows
from .plan import Plan, Values
from .ratios import SIZES, Floats, shares_of_sizes


def penalties(beyond_paths: Longs, true: Longs) -> Floats:
    """The factors of HierVerb: 2(1 − 1/(1 + exp(−x))), x the classes beside the paths per true class."""
    with np.errstate(over="ignore"):
        factor = 2 * (1 - 1 / (1 + np.exp(-beyond_paths / np.maximum(true, 1))))
    return np.where(true > 0, factor, 1.0)


def leaf_paths_plan(measure: CountedShare, h: NumberedClasses) -> Plan | None:
    """The kernel of CoPHE, PathF1 or ConstrainedF1; the first two have one on trees alone."""
    tree = len(h.edges.parents) == len(h) - 1
    if isinstance(measure, ConstrainedF1):
        closed = measure.answers == "ancestors"
        return Plan(
            (ConstrainedF1, closed),
            3,
            leaf_paths.constrained_sizes,
            lambda c, _: _values_of_counts(measure, c),
            lambda *_: (closed,),
        )
    if not tree:
        return None
    leaves = h.is_leaf.astype(np.int64)
    if isinstance(measure, PathF1):
        closed = measure.answers == "ancestors"

        def values(counts: Longs, rows: Rows) -> Values:
            found = _values_of_counts(measure, counts[:, :3])
            if measure.penalty == "none":
                return found
            return Values(found.value * penalties(counts[:, 3], counts[:, 4]), found.parts, found.left)

        return Plan((PathF1, closed), 5, leaf_paths.path_sizes, values, lambda *_: (leaves, closed))
    return _layers_plan(measure, h, leaves) if isinstance(measure, CountPreserving) else None


def _layers_plan(measure: CountPreserving, h: NumberedClasses, leaves: Longs) -> Plan:
    starts, parents = h.edges.parent_starts, h.edges.parents
    tops = (np.diff(starts) == 0).astype(np.int64)
    if h.artificial:
        tops[1:][parents == 0] = 1
    most = -1
    if measure.layers == "bottom":
        height = int(levels.longest_depths(h.edges).max(initial=0)) - h.artificial
        most = height if measure.max_layer == "root" else int(measure.max_layer)

    def values(counts: Longs, rows: Rows) -> Values:
        found = _values_of_counts(measure, counts[:, :3])
        return Values(np.where(counts[:, 3] == 1, found.value, np.nan), found.parts, found.left)

    def more(*_: object) -> tuple[object, ...]:
        return leaves, tops, most, measure.sets, *(np.zeros(len(h), np.int64) for _ in range(2))

    return Plan((CountPreserving, most, measure.sets), 4, leaf_paths.layered_sizes, values, more)


def _values_of_counts(measure: CountedShare, sizes: Longs) -> Values:
    value = shares_of_sizes(measure.of[0], Fraction(1), 0, sizes)
    return Values(value, dict(zip(SIZES, sizes.T, strict=True)), np.zeros(len(sizes), bool))


def gold_contents(measures: Iterable[Measure], h: NumberedClasses | None, data: DataSet) -> Longs | None:
    """−log₂ of the share of instances that are true of each class or one below, in PARTS; the root tells nothing.

    None where no measure asks for it.
    """
    if h is None or not any(getattr(measure, "content", "") == GOLD for measure in measures):
        return None
    counts = np.bincount(Closures(h.hierarchy).with_ancestors(data.truth).classes, minlength=len(h))
    contents: Longs = np.rint(-np.log2(np.maximum(counts, 1) / max(1, len(data))) * PARTS).astype(np.int64)
    contents[0] = 0
    return contents
