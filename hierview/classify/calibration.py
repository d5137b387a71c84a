"""Whether probabilities come true as often as they say: by depth, by branch, and of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..errors import LearningError
from ..study.curves import Calibration
from ..study.results.statistics import Interval, interval, resampled_sums
from .curves import specificities
from .estimators.layout import Floats
from .estimators.node_scores import Longs, NodeScores

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
    p, t = as_array(probabilities, np.float64), as_array(truths, np.float64)
    if not len(p) or len(p) != len(t):
        raise LearningError(f"{len(p):,} probabilities and {len(t):,} truths; as many, and one at least, are accepted")
    order = np.argsort(p, kind="stable")
    groups = np.array_split(order, min(bins, len(p)))
    place = np.empty(len(p), np.int64)
    for k, group in enumerate(groups):
        place[group] = k
    mean = np.array([p[g].mean() for g in groups])
    share = np.array([t[g].mean() for g in groups])
    many = np.array([float(len(g)) for g in groups])
    clipped = np.clip(p, LEAST, 1 - LEAST)
    losses = ((p - t) ** 2, -(t * np.log(clipped) + (1 - t) * np.log(1 - clipped)))
    error, (brier, log_loss) = float((np.abs(mean - share) * many).sum() / len(p)), map(float, map(np.mean, losses))
    ends: tuple[Interval, ...] = ()
    if documents is not None:
        whose = as_array(documents, np.int64)
        ends = _ends((error, brier, log_loss), p - t, losses, place, whose)
    return Calibration(mean, share, many, error, brier, log_loss, ends)


def _ends(
    values: Sequence[float], off: Floats, losses: Sequence[Floats], place: Longs, whose: Longs
) -> tuple[Interval, ...]:
    """The limits of error, Brier score and log loss over resampled documents."""
    _, rows = np.unique(whose, return_inverse=True)
    n, bins = int(rows.max()) + 1, int(place.max()) + 1
    columns = np.empty((n, bins + 3))
    # In a bin the means of probabilities and of truths are as far apart as the mean of their differences is from 0.
    columns[:, :bins] = np.bincount(rows * bins + place, off, n * bins).reshape(n, bins)
    for k, one in enumerate((*losses, np.ones(len(off)))):
        columns[:, bins + k] = np.bincount(rows, one, n)
    resamples = resampled_sums(columns, RESAMPLES)
    whole = resamples[:, -1]
    kinds = (np.abs(resamples[:, :bins]).sum(axis=1), resamples[:, bins], resamples[:, bins + 1])
    return tuple(interval(value, sums / whole, unit="document") for value, sums in zip(values, kinds, strict=True))


def calibration_of(scores: NodeScores, true: Any, entries: Longs, bins: int = BINS) -> Calibration:
    """Calibration of some stored marginals. true: as in `node_thresholds`.  entries: which of `scores.columns`."""
    closures = (true @ scores.layout.above).tocsr()
    rows = scores.rows[entries]
    came = np.asarray(closures[rows, scores.columns[entries]]).ravel() > 0
    return calibration(scores.marginal[entries].astype(np.float64), came, bins, rows)


def calibration_at(scores: NodeScores, true: Any, depth: int, bins: int = BINS) -> Calibration:
    """Calibration of all stored marginals of classes at a depth. Raises LearningError.

    true: as in `node_thresholds`.
    """
    special = np.array(specificities(scores.layout))
    which = np.flatnonzero(special[scores.columns] == depth)
    if not len(which):
        raise LearningError(f"no class at depth {depth} has a score; the hierarchy is {int(special.max())} deep")
    return calibration_of(scores, true, which, bins)


def calibration_by_branch(scores: NodeScores, true: Any, bins: int = BINS) -> list[tuple[str, Calibration]]:
    """Each child of the root by name, with the calibration of the classes at and below it; they may overlap.

    true: as in `node_thresholds`.
    """
    layout = scores.layout
    above = layout.above.tocsc()
    branches = []
    for k in sorted(layout.children[0], key=layout.nodes.__getitem__):
        which = np.flatnonzero(np.isin(scores.columns, above[:, [k]].indices))
        if len(which):
            branches.append((layout.nodes[k], calibration_of(scores, true, which, bins)))
    return branches


def calibration_of_answers(scores: NodeScores, true: Any, predicted: Any, bins: int = BINS) -> Calibration | None:
    """Calibration of the classes that were answered, each with its marginal; None where none has one.

    true: as in `node_thresholds`.  predicted: the answers, as documents × classes.
    """
    rows = np.repeat(np.arange(predicted.shape[0]), np.diff(predicted.indptr))
    at = np.unique(scores.places(rows, predicted.indices))
    at = at[(at >= 0) & (scores.columns[at] > 0)]
    return calibration_of(scores, true, at, bins) if len(at) else None
