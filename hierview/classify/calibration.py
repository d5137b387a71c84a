"""Whether probabilities come true as often as they say: by depth, by branch, and of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import LearningError
from ..study.curves import Calibration
from ..study.results.statistics import Interval, interval_of_resamples, resampled_sums
from ..study.scoring.kernels.calibrated import add_to_bins, count_below, mark_true
from ..study.scoring.numbered import Flags
from .curves import specificities
from .estimators.node_scores import Longs, NodeScores
from .estimators.numbered_hierarchy import Floats

BINS = 15
LEAST = 1e-15  # a probability's distance from 0 and 1 in a logarithm
RESAMPLES = 1_000  # of the documents


def as_array(values: Iterable[Any], kind: type[Any]) -> Any:
    """Values as an array of a kind; those of one without a list of them, which takes longest."""
    return np.asarray(values if isinstance(values, np.ndarray) else list(values), kind)


def calibration(
    probabilities: Iterable[float], truths: Iterable[bool], bins: int = BINS, documents: Iterable[int] | None = None
) -> Calibration:
    """Calibration of pairs of a probability and whether it came true, in bins of equal numbers.

    documents: the number of each pair's document; the limits then tell how much it varies with the documents, which
    are drawn anew with all their pairs, the bins being the same. Raises LearningError.
    """
    p, t = as_array(probabilities, np.float64), as_array(truths, np.bool_)
    if not len(p) or len(p) != len(t):
        raise LearningError(f"{len(p):,} probabilities and {len(t):,} truths; as many, and one at least, are accepted")
    if documents is None:
        return replace(_calibration_of_rows(p, t, np.zeros(len(p), np.int64), bins), limits=())
    return _calibration_of_rows(p, t, np.unique(as_array(documents, np.int64), return_inverse=True)[1], bins)


def _calibration_of_rows(p: Floats, came: Flags, rows: Longs, bins: int) -> Calibration:
    """Calibration of pairs with the numbers of their documents, from 0 on; beside the pairs it holds one copy of p."""
    splits = np.cumsum([len(part) for part in np.array_split(np.empty((len(p), 0)), min(bins, len(p)))])[:-1]
    bounds, below = np.partition(p, splits)[splits], np.zeros(len(splits) + 1, np.int64)
    count_below(p, bounds, below)
    sums, by_document = np.zeros((len(splits) + 1, 3)), np.zeros((int(rows.max()) + 1, len(splits) + 4))
    equal = np.zeros(len(splits), np.int64)
    add_to_bins(p, came, rows, bounds, splits, below, equal, LEAST, sums, by_document)
    probability, true, many = sums.T
    totals = by_document.sum(axis=0)
    error, brier, log_loss = (np.append(np.abs(probability - true).sum(), totals[-3:-1]) / len(p)).tolist()
    ends = _resampled_limits((error, brier, log_loss), by_document[by_document[:, -1] > 0])
    return Calibration(probability / many, true / many, many, error, brier, log_loss, ends)


def _resampled_limits(values: Sequence[float], by_document: Floats) -> tuple[Interval, ...]:
    """The limits of error, Brier score and log loss over resampled documents."""
    resamples = resampled_sums(by_document, RESAMPLES)
    whole = resamples[:, -1]
    # In a bin the means of probabilities and of truths are as far apart as the mean of their differences is from 0.
    kinds = (np.abs(resamples[:, :-3]).sum(axis=1), resamples[:, -3], resamples[:, -2])
    return tuple(
        interval_of_resamples(value, sums / whole, unit="document") for value, sums in zip(values, kinds, strict=True)
    )


def calibration_of(scores: NodeScores, true: Any, entries: Flags, bins: int = BINS) -> Calibration:
    """Calibration of some stored marginals. true: as in `node_thresholds`.  entries: whether each of them counts."""
    closures, hits = (true @ scores.layout.ancestor_matrix).tocsr(), np.zeros(len(scores.columns), np.bool_)
    mark = np.zeros(len(scores.layout), np.int32)
    mark_true(scores.starts, scores.columns, closures.indptr, closures.indices, mark, hits)
    return _calibration_of_rows(scores.marginal[entries].astype(np.float64), hits[entries], scores.rows[entries], bins)


def calibration_at(scores: NodeScores, true: Any, depth: int, bins: int = BINS) -> Calibration:
    """Calibration of all stored marginals of classes at a depth. Raises LearningError.

    true: as in `node_thresholds`.
    """
    special = np.array(specificities(scores.layout))
    which = (special == depth)[scores.columns]
    if not which.any():
        raise LearningError(f"no class at depth {depth} has a score; the hierarchy is {int(special.max())} deep")
    return calibration_of(scores, true, which, bins)


def calibration_by_branch(scores: NodeScores, true: Any, bins: int = BINS) -> list[tuple[str, Calibration]]:
    """Each child of the root by name, with the calibration of the classes at and below it; they may overlap.

    true: as in `node_thresholds`.
    """
    layout = scores.layout
    above = layout.ancestor_matrix.tocsc()
    branches = []
    for k in sorted(layout.children[0], key=layout.nodes.__getitem__):
        below = np.zeros(len(layout), np.bool_)
        below[above[:, [k]].indices] = True
        which = below[scores.columns]
        if which.any():
            branches.append((layout.nodes[k], calibration_of(scores, true, which, bins)))
    return branches


def calibration_of_answers(scores: NodeScores, true: Any, predicted: Any, bins: int = BINS) -> Calibration | None:
    """Calibration of the classes that were answered, each with its marginal; None where none has one.

    true: as in `node_thresholds`.  predicted: the answers, as documents × classes.
    """
    rows = np.repeat(np.arange(predicted.shape[0]), np.diff(predicted.indptr))
    at = scores.entries_at(rows, predicted.indices)
    answered = np.zeros(len(scores.columns), np.bool_)
    answered[at[at >= 0]] = True
    answered &= scores.columns > 0
    return calibration_of(scores, true, answered, bins) if answered.any() else None
