"""The decision rules of `hierview.rules`, for many documents at once; each decides as the rule does case by case.

Conditionals are exact in millionths. Products along paths are compared as doubles and, where two are nearly equal,
exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from ...errors import LearningError, quoted
from ...rules import Rule, parse_rule
from ...rules.neighbours import BestLeaf
from ...rules.probabilities import Cascade, LocalAndSubtree, MostProbablePath, Pareto, Threshold, specificity
from .node_scores import MICRO, Longs, NodeScores, in_micros
from .numbered_hierarchy import Floats, Ints, numbers_by_level, span_indices

ENTRIES = 500_000  # scores that are decided at once
NEAR = 1e-9  # how near two products are, relative to the greater, that are compared exactly
Bools = npt.NDArray[np.bool_]


def decided(scores: NodeScores, rule: str | Rule) -> Any:
    """Predictions of a rule: documents × classes of 0 and 1, sparse. Raises LearningError, MeasureError.

    So many documents are decided at once that what is held of their scores besides stays small.
    """
    parsed = parse_rule(rule) if isinstance(rule, str) else rule
    able = [cls for cls in _RULES if (cls.spec.needs == "probabilities") == (scores.conditional is not None)]
    if type(parsed) not in able:
        names = ", ".join(cls.__name__ for cls in able)
        raise LearningError(f"{quoted(parsed)} cannot decide from these scores; {names} can")
    decide = _RULES[type(parsed)]
    many = max(1, len(scores) * ENTRIES // max(1, len(scores.columns)))
    if many >= len(scores):
        return _as_matrix(scores, decide(scores, parsed))
    parts = (scores.picked(np.arange(first, min(first + many, len(scores)))) for first in range(0, len(scores), many))
    return sparse.vstack([_as_matrix(part, decide(part, parsed)) for part in parts], "csr")


def _as_matrix(scores: NodeScores, predicted: Bools) -> Any:
    """The entries that a rule takes, as documents × classes."""
    return sparse.csr_matrix(
        (np.ones(int(predicted.sum()), np.int32), (scores.rows[predicted], scores.columns[predicted])),
        (len(scores), len(scores.layout)),
    )


def _entry_flags(scores: NodeScores, entries: Any) -> Bools:
    """Booleans for all entries, true for the given ones."""
    marks = np.zeros(len(scores.columns), bool)
    marks[entries] = True
    return marks


def greatest_products(scores: NodeScores) -> Floats:
    """The greatest product of conditionals along a path to each entry's class."""
    exact = scores.micros / MICRO
    exact[scores.columns == 0] = 1
    for entries in _entries_by_level(scores):
        exact[entries] *= np.maximum.reduceat(*_values_above(scores, exact, entries))
    return exact


def exact_product(scores: NodeScores, entry: int) -> Fraction:
    """Greatest product of conditionals along a path to the class of one entry, as an exact fraction."""
    starts, ups = scores.parent_entries
    micros = scores.micros

    @cache
    def reached(e: int) -> Fraction:
        if e < 0:
            return Fraction(0)
        above = [reached(int(up)) for up in ups[starts[e] : starts[e + 1]]]
        return max(above) * int(micros[e]) / MICRO if above else Fraction(1)

    return reached(entry)


def _by_exact_product(scores: NodeScores, entries: Longs) -> list[int]:
    """Entries from the greatest exact product down; equals go by name."""
    names = scores.layout.nodes
    return sorted(entries.tolist(), key=lambda e: (-exact_product(scores, e), names[scores.columns[e]]))


def _entries_by_level(scores: NodeScores) -> list[Ints]:
    """The entries of each level, without the root's."""
    return numbers_by_level(scores.layout.level_of[scores.columns], len(scores.layout.levels))[1:]


def _values_above(scores: NodeScores, values: npt.NDArray[Any], entries: Ints) -> tuple[Any, Longs]:
    """The values of the parents of entries, one after the other, 0 for those that have none, and where each begin."""
    starts, ups = scores.parent_entries
    begins, at = span_indices(starts[entries], np.diff(starts)[entries])
    above = ups[at]
    return np.where(above < 0, 0, values[above]), begins[:-1]


def _first_entries(
    scores: NodeScores, entries: Longs, *keys: npt.NDArray[Any], how_many: int | Literal["all"] = 1
) -> tuple[Longs, Longs]:
    """The first entries of each document in the order of these keys (the first counts most), and the one after them.

    Equals go by name.
    """
    names = scores.layout.by_name[scores.columns[entries]]
    order = entries[np.lexsort((names, *reversed(keys), scores.rows[entries]))]
    rows = scores.rows[order]
    begins = np.searchsorted(rows, rows)  # where each entry's document begins
    place = np.arange(len(order)) - begins
    most = len(order) if how_many == "all" else how_many
    return order[place < most], order[place == most]


def _cascade_flags(scores: NodeScores, rule: Rule) -> Bools:
    starts, ups = scores.parent_entries
    entries = np.repeat(np.arange(len(scores.columns)), np.diff(starts))
    last = scores.entries_at(np.arange(len(scores)), np.zeros(len(scores), np.int64))
    here = last.copy()
    while len(below := entries[(ups >= 0) & (ups == here[scores.rows[entries]])]):
        best, _ = _first_entries(scores, below, -scores.micros[below])
        here[:] = -1  # who stands at a leaf has arrived
        here[scores.rows[best]] = last[scores.rows[best]] = best
    return _entry_flags(scores, last[last >= 0]) & (scores.columns > 0)


def _path_flags(scores: NodeScores, rule: Any) -> Bools:
    values = greatest_products(scores)
    leaves = np.flatnonzero(scores.layout.is_leaf[scores.columns])
    best, others = _first_entries(scores, leaves, -values[leaves], how_many=rule.k)
    predicted = _entry_flags(scores, best)
    last = np.full(len(scores), np.inf)
    np.minimum.at(last, scores.rows[best], values[best])
    for row in scores.rows[others[values[others] >= last[scores.rows[others]] * (1 - NEAR)]].tolist():
        mine = leaves[scores.rows[leaves] == row]
        predicted[mine] = False
        predicted[_by_exact_product(scores, mine)[: rule.k]] = True
    return predicted


def _accepted_entries(scores: NodeScores, t: Fraction) -> Bools:
    """What reaches a threshold below something that does; the root does."""
    accepted: Bools = scores.columns == 0
    for entries in _entries_by_level(scores):
        above, begins = _values_above(scores, accepted, entries)
        enough = scores.micros[entries] >= ceil(t * MICRO)
        accepted[entries] = np.logical_or.reduceat(above.astype(bool), begins) & enough
    return accepted


def _threshold_flags(scores: NodeScores, rule: Any) -> Bools:
    accepted = _accepted_entries(scores, rule.t)
    which, marks = np.flatnonzero(accepted), _as_matrix(scores, accepted)
    covered = (marks @ scores.layout.ancestor_matrix - marks).tocsr()
    over = np.asarray(covered[scores.rows[which], scores.columns[which]]).ravel() > 0
    return _entry_flags(scores, which[~over]) & (scores.columns > 0)


def _local_and_subtree_flags(scores: NodeScores, rule: Any) -> Bools:
    if scores.local is None:
        raise LearningError("LocalAndSubtree needs classifiers of the scheme local+subtree; Threshold asks the others")
    accepted = _accepted_entries(scores, rule.t)
    local, inside = (in_micros(shares) >= ceil(rule.t * MICRO) for shares in (scores.local, scores.inside))
    predicted: Bools = accepted & local & inside[scores.rows] & _genuine_class_flags(scores)
    return predicted


def _genuine_class_flags(scores: NodeScores) -> Bools:
    return (scores.columns > 0) | (not scores.layout.artificial)


def _pareto_flags(scores: NodeScores, rule: Any) -> Bools:
    values = greatest_products(scores)
    t = float(rule.t)
    enough = values >= t
    for e in np.flatnonzero(np.abs(values - t) <= NEAR).tolist():
        enough[e] = exact_product(scores, e) >= rule.t
    which = np.flatnonzero(enough)
    special = specificity(scores.layout.hierarchy, rule.by)
    depth = np.array([special[c] for c in scores.layout.nodes])[scores.columns]
    firsts, others = _first_entries(scores, which, -depth[which], -values[which])
    predicted = _entry_flags(scores, firsts)
    rival = dict(zip(scores.rows[others].tolist(), others.tolist(), strict=True))
    for e in firsts.tolist():
        other = rival.get(int(scores.rows[e]))
        if other is not None and depth[e] == depth[other] and values[other] >= values[e] * (1 - NEAR):
            mine = which[(scores.rows[which] == scores.rows[e]) & (depth[which] == depth[e])]
            predicted[e], predicted[_by_exact_product(scores, mine)[0]] = False, True
    return predicted & _genuine_class_flags(scores)


def _best_leaf_flags(scores: NodeScores, rule: Any) -> Bools:
    leaves = np.flatnonzero(scores.layout.is_leaf[scores.columns])
    best, _ = _first_entries(scores, leaves, -in_micros(scores.marginal[leaves]), how_many=rule.k)
    return _entry_flags(scores, best)


_RULES: Mapping[type[Rule], Callable[[NodeScores, Rule], Bools]] = {
    Cascade: _cascade_flags,
    MostProbablePath: _path_flags,
    Threshold: _threshold_flags,
    LocalAndSubtree: _local_and_subtree_flags,
    Pareto: _pareto_flags,
    BestLeaf: _best_leaf_flags,
}
