"""How a threshold changes what is answered: operating curves, risk and coverage, blocking; all exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, inf
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import LearningError
from ..measures import Measure
from ..rules.probabilities import specificity
from ..study.curves import Coherence, Curve, RiskCoverage
from ..study.inputs.data import ClassSets
from ..study.inputs.scores.class_scores import ClassScores
from ..study.plain import score
from ..study.scoring.numbered import row_starts
from ..study.thresholds.thresholds import Thresholds
from .estimators.deciding import greatest_products
from .estimators.node_scores import MICRO, Longs, NodeScores
from .estimators.numbered_hierarchy import Floats, NumberedHierarchy

BLOCK = 1 << 20  # entries that are sorted at once
ROUNDING = 1e-5  # conditionals have six decimals, and several are added


def path_products(scores: NodeScores) -> Floats:
    """The probability of each entry: the product of conditionals along its path, where there are conditionals."""
    return greatest_products(scores) if scores.conditional is not None else scores.marginal.astype(np.float64)


def pareto_sequence(
    scores: NodeScores, i: int, values: Floats, specificity: Sequence[float]
) -> list[tuple[float, int]]:
    """The classes of a document that no other beats in probability and specificity together, with their probabilities.

    Probability falls and specificity rises along it; the answer at a threshold τ is the last with probability ≥ τ.
    values: the probability of each entry.  specificity: how specific each class is, by number.
    """
    part = slice(int(scores.starts[i]), int(scores.starts[i + 1]))
    names = scores.layout.nodes
    entries = sorted(
        zip(values[part].tolist(), scores.columns[part].tolist(), strict=True),
        key=lambda entry: (-entry[0], -specificity[entry[1]], names[entry[1]]),
    )
    steps: list[tuple[float, int]] = []
    for p, k in entries:
        if p > 0 and (not steps or specificity[k] > specificity[steps[-1][1]]):
            steps.append((p, k))
    return steps


@lru_cache(maxsize=4)  # calibration asks for it at each depth
def specificities(numbered: NumberedHierarchy, by: str = "depth") -> list[float]:
    """How specific each class is, by number. by: "depth" or "information"."""
    by_class = specificity(numbered.hierarchy, by)
    return [by_class[c] for c in numbered.nodes]


Valued = Callable[[Longs, Longs], Floats]


@dataclass(frozen=True)
class ThresholdAnswers:
    """The one answer of each document at every threshold: from thresholds[j] on down, documents[j] has classes[j].

    Each document opens with no answer, −1, above every probability.
    """

    documents: Longs
    """Number of the document of each change."""
    classes: Longs
    """Number of its class from there on."""
    thresholds: Floats
    """Threshold from which on down it has this class."""
    document_count: int
    """Number of documents."""

    @property
    def is_first(self) -> npt.NDArray[np.bool_]:
        """Which steps are the first of a document."""
        starts: npt.NDArray[np.bool_] = np.isinf(self.thresholds)
        return starts


def answers_of_documents(scores: NodeScores, by: str = "depth") -> ThresholdAnswers:
    """The answers of all documents: each the last of its `pareto_sequence` that is probable enough."""
    n, special, values = len(scores), np.array(specificities(scores.layout, by)), path_products(scores)
    cuts = np.searchsorted(scores.starts, np.arange(BLOCK, int(scores.starts[-1]), BLOCK))
    blocks = pairwise([0, *np.unique(cuts).tolist(), n])
    parts = [_more_specific_than_likelier(scores, values, special, slice(*scores.starts[[a, b]])) for a, b in blocks]
    documents, columns, reached = (np.concatenate(own) for own in zip(*parts, strict=True))
    documents = np.concatenate([np.arange(n), documents])
    classes = np.concatenate([np.full(n, -1), columns])
    at = np.concatenate([np.full(n, inf), reached])
    by_document = np.argsort(documents, kind="stable")
    return ThresholdAnswers(documents[by_document], classes[by_document], at[by_document], n)


def _more_specific_than_likelier(
    scores: NodeScores, values: Floats, specificity: Floats, part: slice
) -> tuple[Longs, Longs, Floats]:
    """Documents, classes and probabilities of the entries that are more specific than all likelier ones."""
    rows, columns, values = scores.rows[part], scores.columns[part], values[part]
    order = np.lexsort((scores.layout.by_name[columns], -specificity[columns], -values, rows))
    order = order[values[order] > 0]
    rows, columns = rows[order], columns[order].astype(np.int64)
    # The greatest specificity so far: that of a later document lies above all of those before.
    reached = specificity[columns] + rows * (1 + specificity.max(initial=0))
    rises = np.append(True, reached[1:] > np.maximum.accumulate(reached)[:-1])[: len(order)]
    rises[1:] |= rows[1:] != rows[:-1]
    return rows[rises], columns[rises], values[order][rises]


def operating_curve(scores: NodeScores, value: Valued, by: str = "depth") -> Curve:
    """The mean of a measure over documents when each answers by a threshold on probability, for every threshold.

    value: what the measure says of documents i that are given the classes k, both as arrays of numbers; a class −1 is
    no answer.
    """
    return curve_of_answers(answers_of_documents(scores, by), value)


def curve_of_answers(answers: ThresholdAnswers, value_of_answers: Valued) -> Curve:
    """Curve of the mean of a value over the answers at every threshold."""
    values = value_of_answers(answers.documents, answers.classes)
    opens, many = answers.is_first, answers.document_count
    places, deltas = answers.thresholds[~opens], np.diff(values, prepend=0.0)[~opens]
    order = np.argsort(-places, kind="stable")
    below, begins = np.unique(-places[order], return_index=True)  # documents that step at one threshold step together
    sums = np.add.reduceat(deltas[order], begins) if len(begins) else np.zeros(0)
    first = float(values[opens].sum())
    return Curve(-below, (first + np.cumsum(sums)) / many, first / many)


def measure_values(measure: Measure | str, numbered: NumberedHierarchy, true: Sequence[Iterable[str]]) -> Valued:
    """Values of a measure for single answers, for `operating_curve`. true: the classes of each document.

    Where the measure is undefined it counts 0. A class that is only an artificial root is no answer.
    """
    truth = [frozenset(classes) for classes in true]

    def value(documents: Longs, classes: Longs) -> Floats:
        sets = [[numbered.nodes[k]] if k > 0 or (k == 0 and not numbered.artificial) else [] for k in classes.tolist()]
        frame = score(numbered.original, [truth[i] for i in documents.tolist()], sets, [measure])
        values: Floats = np.nan_to_num(frame.iloc[:, 0].to_numpy(np.float64), nan=0.0)
        return values

    return value


def answered_flags(documents: Longs, classes: Longs) -> Floats:
    """1 for each document whose answer lies below the root, else 0; a value for `operating_curve`."""
    shares: Floats = (classes > 0).astype(np.float64)
    return shares


def node_thresholds(scores: NodeScores, true: Any) -> Thresholds:
    """The marginals at every threshold, for Fmax and areas; a document's set holds what is above its classes, too.

    true: documents × classes, as `NumberedHierarchy.label_matrix` gives.
    """
    below = scores.columns > 0  # the root has 1 always, and may be none of the hierarchy's classes
    starts = row_starts(np.bincount(scores.rows[below], minlength=len(scores)))
    values = scores.marginal[below].astype(np.float64)
    marginals = ClassScores(starts, scores.columns[below], values, "probabilities", "max")
    truth = ClassSets(true.indptr.astype(np.int64), true.indices.astype(np.int32))
    return Thresholds(scores.layout.original, marginals, truth)


def risk_coverage(confidence: Iterable[float], loss: Iterable[float]) -> RiskCoverage:
    """The curve of risk over coverage. Documents of equal confidence enter together: within them loss rises evenly."""
    sure, lost = np.array(list(confidence), np.float64), np.array(list(loss), np.float64)
    if not len(sure) or len(sure) != len(lost):
        raise LearningError(
            f"{len(sure):,} confidences and {len(lost):,} losses; as many, and one at least, are accepted"
        )
    risk = _mean_risk(sure, lost)
    best = _mean_risk(-lost, lost)
    k = np.arange(1, len(sure) + 1)
    return RiskCoverage(k / len(k), risk, float(risk.mean()), float(risk.mean() - best.mean()))


def _mean_risk(confidence: Floats, loss: Floats) -> Floats:
    _, group, many = np.unique(-confidence, return_inverse=True, return_counts=True)
    means = np.bincount(group, loss) / many
    risks: Floats = np.cumsum(np.repeat(means, many)) / np.arange(1, len(confidence) + 1)
    return risks


def coherence_of_scores(scores: NodeScores) -> Coherence:
    """The coherence of marginals. Of classifiers from the root down the first share is 0 by their making."""
    if not ((scores.columns > 0) & ~scores.layout.is_leaf[scores.columns]).any():
        return Coherence(0.0, 0.0, True)
    marginal = scores.marginal.astype(np.float64)
    starts, ups = scores.parent_entries
    own = np.repeat(marginal, np.diff(starts))
    above = np.where(ups < 0, 0.0, marginal[np.maximum(ups, 0)])
    sums = np.zeros(len(marginal))
    np.add.at(sums, ups[ups >= 0], own[ups >= 0])
    inner = ~scores.layout.is_leaf[scores.columns] & (marginal > 0)
    return Coherence(
        float((own > above + ROUNDING).mean()) if len(own) else 0.0,
        float((sums[inner] > marginal[inner] + ROUNDING).mean()) if inner.any() else 0.0,
    )


def rejection_rows(
    scores: NodeScores, true: Sequence[Iterable[str]], t: Fraction = Fraction(1, 2), ids: Sequence[str] = ()
) -> list[tuple[str, str, str]]:
    """A row for each document and true class that a classifier above it rejected: id, class, whose classifier.

    It counts at the highest classifier that says less than t; a leaf's own classifier blocks nothing. With several
    paths every path must be rejected, and the deepest class is named at which the furthest of them ends.
    `hierview.Study.blocking` takes these rows. Source: Sun, Lim & Ng 2003, §3.4 and Eq. 21 (blocking).
    """
    layout = scores.layout
    least = ceil(t * MICRO)
    rejected = []
    for i, classes in enumerate(true):
        part = slice(scores.starts[i], scores.starts[i + 1])
        micros = dict(zip(scores.columns[part].tolist(), scores.micros[part].tolist(), strict=True))
        for c in sorted(classes):
            who = _rejecting_class(layout, micros, layout.index[c], least)
            if who is not None:
                rejected.append((ids[i] if ids else str(i + 1), c, layout.nodes[who]))
    return rejected


def _rejecting_class(numbered: NumberedHierarchy, micros: dict[int, int], c: int, threshold: int) -> int | None:
    """The class whose classifier rejects on the way that leads furthest; None where some way leads to the class."""
    rows, reached, blockers = numbered.ancestor_matrix, {0}, []
    for k in sorted(rows.indices[rows.indptr[c] : rows.indptr[c + 1]].tolist()):  # parents before children
        if k == 0 or not any(p in reached for p in numbered.parents[k]):
            continue
        if micros.get(k, 0) >= threshold or (k == c and not numbered.children[c]):
            reached.add(k)
        else:
            blockers.append(k)
    return None if c in reached else max(blockers, default=None)
