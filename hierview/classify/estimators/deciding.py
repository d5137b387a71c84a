"""The decision rules of `hierview.rules`, for many documents at once; each decides as the rule does case by case.

Conditionals are exact in millionths. Products along paths are compared as doubles and, where two are nearly equal,
exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from ...errors import LearningError, quoted
from ...rules import Rule, parse_rule
from ...rules.neighbours import BestLeaf
from ...rules.probabilities import Cascade, LocalAndSubtree, MostProbablePath, Pareto, Threshold, specificity
from .layout import Floats
from .node_scores import MICRO, Longs, NodeScores

ENTRIES = 500_000  # scores that are decided at once
NEAR = 1e-9  # how near two products are, relative to the greater, that are compared exactly
Bools = npt.NDArray[np.bool_]


def decided(scores: NodeScores, rule: str | Rule) -> Any:
    """Predictions of a rule: documents × classes of 0 and 1, sparse. Raises LearningError, MeasureError.

    So many documents are decided at once that what is held of their scores besides stays small.
    """
    parsed = parse_rule(rule) if isinstance(rule, str) else rule
    decide = _RULES.get(type(parsed))
    if decide is None or (parsed.spec.needs == "probabilities") != (scores.conditional is not None):
        able = ", ".join(
            cls.__name__ for cls in _RULES if (cls.spec.needs == "probabilities") == (scores.conditional is not None)
        )
        raise LearningError(f"{quoted(parsed)} cannot decide from these scores; {able} can")
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


def products(scores: NodeScores) -> Floats:
    """The greatest product of conditionals along a path to each entry's class."""
    exact = scores.micros / MICRO
    exact[scores.columns == 0] = 1
    starts, ups = scores.ups
    for entries in _by_level(scores)[1:]:
        best = np.maximum.reduceat(*_values_above(exact, starts, ups, entries))
        exact[entries] *= best
    return exact


def exact_product(scores: NodeScores, entry: int) -> Fraction:
    """Greatest product of conditionals along a path to the class of one entry, as an exact fraction."""
    starts, ups = scores.ups
    micros = scores.micros

    @cache
    def reached(e: int) -> Fraction:
        if e < 0:
            return Fraction(0)
        above = [reached(int(up)) for up in ups[starts[e] : starts[e + 1]]]
        return max(above) * int(micros[e]) / MICRO if above else Fraction(1)

    return reached(entry)


def _by_level(scores: NodeScores) -> list[Longs]:
    """The entries of each level, the root's first."""
    level = np.empty(len(scores.layout), np.int64)
    for i, nodes in enumerate(scores.layout.levels):
        level[nodes] = i
    of_entry = level[scores.columns]
    order = np.argsort(of_entry, kind="stable")
    return np.split(order, np.searchsorted(of_entry[order], np.arange(1, len(scores.layout.levels))))


def _values_above(values: npt.NDArray[Any], starts: Longs, ups: Longs, entries: Longs) -> tuple[Any, Longs]:
    """The values of the parents of entries, one after the other, 0 for those that have none, and where each begin."""
    many = starts[entries + 1] - starts[entries]
    begins = np.concatenate([[0], np.cumsum(many)])
    at = ups[np.arange(begins[-1]) + np.repeat(starts[entries] - begins[:-1], many)]
    return np.where(at < 0, 0, values[at]), begins[:-1]


def _firsts(
    scores: NodeScores, which: Longs, *keys: npt.NDArray[Any], many: int | Literal["all"] = 1
) -> tuple[Longs, Longs]:
    """The first entries of each document in the order of these keys (the first counts most), and the one after them.

    Equals go by name.
    """
    names = scores.layout.by_name[scores.columns[which]]
    order = which[np.lexsort((names, *reversed(keys), scores.rows[which]))]
    rows = scores.rows[order]
    begins = np.searchsorted(rows, rows)  # where each entry's document begins
    place = np.arange(len(order)) - begins
    most = len(order) if many == "all" else many
    return order[place < most], order[place == most]


def _cascade(scores: NodeScores, rule: Rule) -> Bools:
    starts, _ = scores.ups
    entries = np.repeat(np.arange(len(scores.columns)), np.diff(starts))
    parents = np.fromiter(
        (p for k in scores.columns.tolist() for p in scores.layout.parents[k]), np.int64, int(starts[-1])
    )
    here = np.zeros(len(scores), np.int64)
    at = scores.places(np.arange(len(scores)), here)
    while True:
        below = entries[parents == here[scores.rows[entries]]]
        if not len(below):
            predicted = np.zeros(len(scores.columns), bool)
            predicted[at[at >= 0]] = scores.columns[at[at >= 0]] > 0
            return predicted
        best, _ = _firsts(scores, below, -scores.micros[below])
        here[:] = -1  # who stands at a leaf has arrived
        here[scores.rows[best]] = scores.columns[best]
        at[scores.rows[best]] = best


def _paths(scores: NodeScores, rule: Any) -> Bools:
    values = products(scores)
    leaves = np.flatnonzero(scores.layout.leaves[scores.columns])
    best, others = _firsts(scores, leaves, -values[leaves], many=rule.k)
    predicted = np.zeros(len(scores.columns), bool)
    predicted[best] = True
    last = np.full(len(scores), np.inf)
    np.minimum.at(last, scores.rows[best], values[best])
    for row in scores.rows[others[values[others] >= last[scores.rows[others]] * (1 - NEAR)]].tolist():
        mine = leaves[scores.rows[leaves] == row]
        order = sorted(mine.tolist(), key=lambda e: (-exact_product(scores, e), scores.layout.nodes[scores.columns[e]]))
        predicted[mine] = False
        predicted[order[: rule.k]] = True
    return predicted


def _accepted(scores: NodeScores, t: Fraction) -> Bools:
    """What reaches a threshold below something that does; the root does."""
    least = -(-t.numerator * MICRO // t.denominator)
    accepted = np.zeros(len(scores.columns), bool)
    accepted[scores.columns == 0] = True
    starts, ups = scores.ups
    for entries in _by_level(scores)[1:]:
        above, begins = _values_above(accepted, starts, ups, entries)
        accepted[entries] = np.logical_or.reduceat(above.astype(bool), begins) & (scores.micros[entries] >= least)
    return accepted


def _threshold(scores: NodeScores, rule: Any) -> Bools:
    accepted = _accepted(scores, rule.t)
    which = np.flatnonzero(accepted)
    n = len(scores.layout)
    marks = sparse.csr_matrix(
        (np.ones(len(which), np.int32), (scores.rows[which], scores.columns[which])), (len(scores), n)
    )
    covered = (marks @ scores.layout.above - marks).tocsr()
    covered.eliminate_zeros()
    over = np.asarray(covered[scores.rows[which], scores.columns[which]]).ravel() > 0
    predicted = np.zeros(len(scores.columns), bool)
    predicted[which] = ~over & (scores.columns[which] > 0)
    return predicted


def _local_and_subtree(scores: NodeScores, rule: Any) -> Bools:
    if scores.local is None:
        raise LearningError("LocalAndSubtree needs classifiers of the scheme local+subtree; Threshold asks the others")
    accepted = _accepted(scores, rule.t)
    least = -(-rule.t.numerator * MICRO // rule.t.denominator)
    local = np.rint(scores.local.astype(np.float64) * MICRO) >= least
    inside = np.rint(scores.inside.astype(np.float64) * MICRO) >= least
    predicted: Bools = accepted & local & inside[scores.rows]
    if scores.layout.artificial:
        predicted &= scores.columns > 0
    return predicted


def _pareto(scores: NodeScores, rule: Any) -> Bools:
    values = products(scores)
    t = float(rule.t)
    enough = values >= t
    for e in np.flatnonzero(np.abs(values - t) <= NEAR).tolist():
        enough[e] = exact_product(scores, e) >= rule.t
    which = np.flatnonzero(enough)
    special = specificity(scores.layout.hierarchy, rule.by)
    depth = np.array([special[c] for c in scores.layout.nodes])
    firsts, others = _firsts(scores, which, -depth[scores.columns[which]], -values[which])
    predicted = np.zeros(len(scores.columns), bool)
    predicted[firsts] = True
    rival = dict(zip(scores.rows[others].tolist(), others.tolist(), strict=True))
    for e in firsts.tolist():
        other = rival.get(int(scores.rows[e]))
        near = other is not None and depth[scores.columns[e]] == depth[scores.columns[other]]
        if near and values[other] >= values[e] * (1 - NEAR):
            row = scores.rows[e]
            mine = [
                m
                for m in which[scores.rows[which] == row].tolist()
                if depth[scores.columns[m]] == depth[scores.columns[e]]
            ]
            best = min(mine, key=lambda m: (-exact_product(scores, m), scores.layout.nodes[scores.columns[m]]))
            predicted[e], predicted[best] = False, True
    predicted &= (scores.columns > 0) | (not scores.layout.artificial)
    return predicted


def _best_leaf(scores: NodeScores, rule: Any) -> Bools:
    leaves = np.flatnonzero(scores.layout.leaves[scores.columns])
    best, _ = _firsts(scores, leaves, -np.rint(scores.marginal[leaves].astype(np.float64) * MICRO), many=rule.k)
    predicted = np.zeros(len(scores.columns), bool)
    predicted[best] = True
    return predicted


_RULES: Mapping[type[Rule], Callable[[NodeScores, Rule], Bools]] = {
    Cascade: _cascade,
    MostProbablePath: _paths,
    Threshold: _threshold,
    LocalAndSubtree: _local_and_subtree,
    Pareto: _pareto,
    BestLeaf: _best_leaf,
}
