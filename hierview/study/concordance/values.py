"""Values of a run under ways to count."""

from __future__ import annotations

import math

import numpy as np

from ...answers.counting import BETAS, OF_PAIRS, PRF, CountedQuantity, Counting
from ..scoring.numbered import Flags
from .counts import CountedRun, Numbers, RunCounts, supported_classes

_SWAPPED = {"P": "R", "R": "P"}
_ZEROS = {"0": 0.0, "1": 1.0}  # else 0/0 is NaN: left out, or what makes the whole undefined


def value_of_point(run: CountedRun, point: CountedQuantity) -> float | None:
    """The number that a way to count gives; None where it is undefined."""
    c, quantity = point.counting, point.quantity
    run = run.with_unknown_treated(c.unknown)
    if run.rows.instances == 0:
        return None
    if c.swap:
        quantity = _SWAPPED.get(quantity, quantity)
    with np.errstate(divide="ignore", invalid="ignore"):
        if c.sets == "pairs":
            found = _value_of_pairs(run, c, quantity)
        elif quantity == "penalised F":
            found = _penalised_f(run, c)
        else:
            found = _value_of_counts(run.counts(c), c, quantity)
    return None if math.isnan(found) else float(found)


def _value_of_counts(counts: RunCounts, c: Counting, quantity: str) -> float:
    if quantity in ("Jaccard", "exact", "Hamming", "SDL"):
        return _mean_over_instances(counts, c, quantity)
    if quantity in BETAS and c.f == "means":
        p, r = _value_of_counts(counts, c, "P"), _value_of_counts(counts, c, "R")
        return _harmonic_mean(p, r, BETAS[quantity])
    if c.average == "union":
        there = counts.of_class > 0
        united = np.stack([there[0], there[1], there[0] & there[1]]).sum(axis=1, keepdims=True).astype(np.float64)
        return float(_shares_of_counts(quantity, united, c.zero)[0])
    if c.average == "pooled":
        return float(_shares_of_counts(quantity, counts.of_row.sum(axis=1, keepdims=True), c.zero)[0])
    if c.average == "instance":
        return _mean_share(_shares_of_counts(quantity, counts.of_row, c.zero), c.zero)
    of_class = counts.of_class[:, _averaged_classes(counts, c.classes, quantity)]
    return _mean_share(
        _shares_of_counts(quantity, of_class, c.zero), c.zero, of_class[0] if c.class_weight == "support" else None
    )


def _shares_of_counts(quantity: str, counts: Numbers, zero: str) -> Numbers:
    """Precision, recall or F of each column of true, predicted and common counts."""
    true, predicted, common = counts
    if quantity in PRF[:2]:
        over = predicted if quantity == "P" else true
        shares = common / over
    else:
        square = BETAS[quantity] ** 2
        over = square * true + predicted
        shares = (1 + square) * common / over
        if zero in ("nan", "error"):  # such tools compute F from P and R
            shares = np.where((true == 0) | (predicted == 0) | ((common == 0) & (zero == "nan")), np.nan, shares)
    filled: Numbers = np.where(over == 0, _ZEROS.get(zero, np.nan), shares)
    return filled


def _harmonic_mean(p: float, r: float, beta: float) -> float:
    square = beta * beta
    return math.nan if math.isnan(p + r) else (1 + square) * p * r / (square * p + r) if p + r else 0.0


def _mean_share(shares: Numbers, zero: str, weights: Numbers | None = None) -> float:
    if zero == "skip":
        there = ~np.isnan(shares)
        shares, weights = shares[there], None if weights is None else weights[there]
    if weights is not None:
        return float((shares * weights).sum() / weights.sum()) if weights.sum() else math.nan
    return float(shares.sum()) / len(shares) if len(shares) else math.nan


def _averaged_classes(counts: RunCounts, averaged: str, quantity: str) -> Flags:
    """The classes over which a mean is taken."""
    true: Flags = counts.of_class[0] > 0
    predicted: Flags = counts.of_class[1] > 0
    if averaged == "all":
        return counts.vocabulary | true | predicted
    if averaged == "seen":
        return true | predicted
    return predicted if averaged == "split" and quantity == "P" else true


def _mean_over_instances(counts: RunCounts, c: Counting, quantity: str) -> float:
    t, p, k = counts.of_row
    if quantity == "exact":
        return float(np.mean((t == k) & (p == k)))
    if quantity == "Jaccard":
        shares = np.where(t + p == k, _ZEROS.get(c.zero, np.nan), k / (t + p - k))
        return _mean_share(shares, c.zero)
    wrong = float(np.mean(t + p - 2 * k))
    return wrong / int(counts.vocabulary.sum()) if quantity == "Hamming" else wrong


def _penalised_f(run: CountedRun, c: Counting) -> float:
    """F over whole paths times HierVerb's penalty, by how many more classes are answered than answered paths hold.

    Ancestors that paths share are subtracted once for each, so that the penalty can exceed 1.
    """
    closed = Counting(sets="truth-closed" if c.sets == "paths as given" else "closed")
    counts, tree = run.counts(closed), run.tree
    answers = supported_classes(tree, run.answers) if c.sets == "paths as given" else run.answers
    ends = answers.classes[tree.leaves[answers.classes]]
    beyond = (counts.of_row[1].sum() - tree.depths[ends].sum()) / counts.of_row[0].sum()
    return 2 * (1 - 1 / (1 + math.exp(-beyond))) * _value_of_counts(run.counts(c), c, "F")


def pair_values(run: CountedRun, quantity: str, root: str = "omitted") -> Numbers:
    """Distance or similarity of the true and the predicted class of each instance of one label on a tree.

    An empty side stands at the root, or one edge above it where the root is counted.
    """
    tree = run.tree
    true, predicted, common = run.counts(Counting(root=root)).of_row
    found: Numbers
    if quantity == "edges":
        found = true + predicted - 2 * common
    elif quantity == "Wu-Palmer":
        found = 2 * (common + 1) / (true + predicted + 2)  # depths are those of nodes: the root's is 1
    else:
        heights = tree.heights[_lowest_common_ancestors(run)].astype(np.float64)
        found = 1 - heights / max(1, tree.heights[0]) if quantity.startswith("1 -") else heights
    return found


def _lowest_common_ancestors(run: CountedRun) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The lowest common ancestor of both classes of each instance, on a tree."""
    tree, rows = run.tree, run.rows
    ends = []
    for starts, classes in ((rows.true_starts, rows.true), (rows.predicted_starts, rows.predicted)):
        end = np.zeros(rows.instances, np.int64)
        some = np.diff(starts) > 0
        end[some] = classes[starts[:-1][some]]
        ends.append(end)
    a, b = ends
    while (apart := a != b).any():
        deeper = apart & (tree.depths[a] >= tree.depths[b])
        other = apart & (tree.depths[b] >= tree.depths[a])
        a, b = np.where(deeper, tree.parents[a], a), np.where(other, tree.parents[b], b)
    return a


def _value_of_pairs(run: CountedRun, c: Counting, quantity: str) -> float:
    assert quantity in OF_PAIRS
    values = pair_values(run, quantity, c.root)
    if c.average == "mistakes":
        wrong = pair_values(run, "edges") > 0
        return math.fsum(values[wrong]) / int(wrong.sum()) if wrong.any() else math.nan
    if c.average == "class means":
        sizes = np.diff(run.rows.true_starts)
        classes = run.rows.true[run.rows.true_starts[:-1][sizes > 0]]
        sums, many = np.bincount(classes, values[sizes > 0]), np.bincount(classes)
        return float(np.mean(sums[many > 0] / many[many > 0]))
    return math.fsum(values) / len(values)
