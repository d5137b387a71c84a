"""Scores that classifiers left beside a study in a folder: their curves, and documents with their probabilities."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import LearningError, quoted
from ..explain import FlowTreePicture
from ..jobs.task import Progress, Tell
from ..measures import Measure, parse_measure
from ..model.case import Draft
from ..study.curves import AnswerChanges, OperatingCurve, RiskCoverage, SystemCurves
from ..study.per_class.class_table import blocking_tree
from ..study.plain import score
from ..study.scoring.numbered import row_starts
from ..study.storage.learnt_files import NEAREST, decision_files
from ..study.study import Study
from ..study.tasks import errors_as_results
from ..study.thresholds.measures import HAURC, RULES
from ..study.thresholds.thresholds import set_curves
from .calibration import calibration_at, calibration_by_branch, calibration_of_answers
from .curves import (
    ThresholdAnswers,
    Valued,
    answered_flags,
    answers_of_documents,
    coherence_of_scores,
    curve_of_answers,
    measure_values,
    node_thresholds,
    rejection_rows,
    risk_coverage,
)
from .estimators.node_scores import Longs, NearestDocuments, NodeScores
from .estimators.numbered_hierarchy import Floats, Ints, NumberedHierarchy
from .saving import load_nearest, load_scores

CUTS = (120, 60, 30, 15)  # likeliest classes of a document that is too large


def stored_scores(study: Study, folder: str | os.PathLike[str], system: str) -> NodeScores:
    """The scores from which a system of a kept study decided. Raises LearningError where there are none."""
    places = decision_files(Path(folder))
    if system not in places or system not in study.data.runs:
        raise LearningError(f"{quoted(system)} has no scores here; {', '.join(places) or 'no system'} has")
    if (brought := study.data.scores_behind(system)) is not None:
        return _flat_node_scores(study, *study.thresholds(brought).events.scores_by_instance())
    scores = load_scores(places[system])
    if len(scores) != len(study.data) or set(scores.layout.original.classes) != set(study.hierarchy.classes):
        raise LearningError(f"the scores of {system} are of other documents; learn it again")
    return scores


def _flat_node_scores(study: Study, starts: Longs, columns: Ints, values: Floats) -> NodeScores:
    """Scores of classes as those of a flat classifier; the root has 1."""
    begins = starts[:-1]
    starts = starts + np.arange(len(starts))
    return NodeScores(
        NumberedHierarchy(study.hierarchy), starts, np.insert(columns, begins, 0), None, np.insert(values, begins, 1.0)
    )


def _given_node_scores(study: Study, name: str) -> NodeScores:
    """Scores of classes as they stood in a file, not propagated."""
    scores = study.data.scores[name]
    rows = np.repeat(np.arange(len(scores)), np.diff(scores.starts))
    order = np.lexsort((scores.classes, rows))
    order = order[(scores.classes[order] > 0) & (scores.values[order] > 0)]
    starts = row_starts(np.bincount(rows[order], minlength=len(scores)))
    return _flat_node_scores(study, starts, scores.classes[order], scores.values[order])


def tell_curves(tell: Tell, folder: str, systems: Sequence[str], measures: Sequence[str]) -> None:
    """A task: tell the curves of systems in the folder of a study as a tuple of one, or the mistake."""
    with errors_as_results(tell):
        study = Study.open(folder)
        parsed = [parse_measure(text) for text in measures]
        curves = []
        for k, system in enumerate(systems):
            tell(Progress(f"Curves of {system}", k / len(systems)))
            curves.append(system_curves(study, folder, system, parsed))
        tell((tuple(curves),))


def system_curves(
    study: Study, folder: str | os.PathLike[str], system: str, measures: Sequence[Measure]
) -> SystemCurves:
    """All curves of a system of a kept study; the risk is by the first of the measures. Raises LearningError."""
    scores = stored_scores(study, folder, system)
    true, predictions, brought = study.sets(), answers_of_documents(scores), study.data.scores_behind(system)
    labelled = scores.layout.label_matrix([sorted(classes) for classes in true], len(true))
    depths = []
    ordered = brought is not None and not study.data.scores[brought].are_probabilities
    for depth in range(1, 1 if ordered else len(scores.layout.levels)):
        try:
            depths.append((depth, calibration_at(scores, labelled, depth)))
        except LearningError:
            continue  # a flat classifier has scores of leaves alone
    branches = [] if ordered else calibration_by_branch(scores, labelled)
    predicted = scores.layout.label_matrix([sorted(classes) for classes in study.sets(system)], len(true))
    thresholds = node_thresholds(scores, labelled) if brought is None else study.thresholds(brought)
    return SystemCurves(
        system,
        decision_files(Path(folder))[system].stem,
        tuple(
            OperatingCurve(
                str(m),
                m.better(),
                curve_of_answers(predictions, _root_if_unanswered(measure_values(m, scores.layout, true))),
            )
            for m in measures
        ),
        curve_of_answers(predictions, answered_flags),
        _risk_of_own_answers(study, scores, system, measures[0]),
        set_curves(thresholds),
        tuple(depths),
        coherence_of_scores(scores if brought is None else _given_node_scores(study, brought)),
        _answer_changes(scores, predictions),
        *_blocking_tree_and_counts(study, scores, true),
        tuple(branches) if len(branches) > 1 else (),
        None if ordered else calibration_of_answers(scores, labelled, predicted),
        tuple(filter(None, (thresholds.selective(HAURC(rule)) for rule in RULES))),
    )


def _blocking_tree_and_counts(
    study: Study, scores: NodeScores, true: Sequence[frozenset[str]]
) -> tuple[FlowTreePicture | None, tuple[tuple[str, int, int], ...]]:
    """The tree of blocking, and its numbers: all classes', from the root down."""
    if scores.conditional is None:
        return None, ()
    rates = study.blocking(rejection_rows(scores, true, ids=study.data.ids))
    rows = rates[["class", "instances", "rejected"]].itertuples(index=False, name=None)
    return blocking_tree(rates, study.hierarchy), tuple((str(c), int(n), int(lost)) for c, n, lost in rows)


def _root_if_unanswered(value: Valued) -> Valued:
    """A value by which a document without an answer counts as answered by the root."""
    return lambda documents, classes: value(documents, np.maximum(classes, 0))


def _risk_of_own_answers(study: Study, scores: NodeScores, system: str, measure: Measure) -> RiskCoverage:
    """Risk of the system's own answers, each as sure as the most probable class of it. Undefined values count 0."""
    predicted = study.sets(system)
    frame = score(study.hierarchy, study.sets(), predicted, [measure])
    values = np.nan_to_num(frame.iloc[:, 0].to_numpy(np.float64), nan=0.0)
    rows = np.repeat(np.arange(len(predicted)), list(map(len, predicted)))
    at = scores.entries_at(rows, np.array([scores.layout.index[c] for classes in predicted for c in classes], np.int64))
    sure = np.zeros(len(predicted))
    np.maximum.at(sure, rows[at >= 0], scores.marginal[at[at >= 0]])
    return risk_coverage(sure, 1 - values if measure.better() == "higher" else values)


def _answer_changes(scores: NodeScores, predictions: ThresholdAnswers) -> AnswerChanges:
    """Every change of an answer, from the highest threshold down; an artificial root is no answer."""
    later = np.flatnonzero(~predictions.is_first)
    order = later[np.argsort(-predictions.thresholds[later], kind="stable")]
    classes = np.where((predictions.classes == 0) & scores.layout.artificial, -1, predictions.classes).astype(np.int32)
    numbers = predictions.documents[order].astype(np.int32)
    return AnswerChanges(
        scores.layout.nodes, numbers, classes[order - 1], classes[order], predictions.thresholds[order]
    )


@dataclass(frozen=True)
class StoredNumbers:
    """Numbers beside a study: the scores that a system decided from, and the documents that vote."""

    scores: NodeScores | None
    """Scores that a system decided from; None where there are none."""
    nearest: NearestDocuments | None
    """The documents that vote; None where none do."""


def stored_numbers(study: Study, folder: str | os.PathLike[str], system: str) -> StoredNumbers:
    """Numbers that a document of a system opens with: its scores, or, where it has none, those of one that has.

    Raises LearningError where nothing is left or it is damaged.
    """
    places, neighbours = decision_files(Path(folder)), decision_files(Path(folder), NEAREST)
    if system not in {**places, **neighbours}:
        raise LearningError(
            f"{quoted(system)} has no numbers here; {', '.join((*places, *neighbours)) or 'no system'} has"
        )
    sources = [system] if system in places else [other for other in places if other in study.data.runs]
    scores = likeliest_source(stored_scores(study, folder, source) for source in sources)
    voting = neighbours.get(system, next(iter(neighbours.values()), None))
    nearest = load_nearest(voting) if voting is not None else None
    if nearest is not None and len(nearest) != len(study.data):
        raise LearningError(f"the neighbours of {system} are of other documents; learn it again")
    return StoredNumbers(scores, nearest)


def likeliest_source(scores: Iterable[NodeScores]) -> NodeScores | None:
    """The first scores with probabilities from the root down, else the last; None where there are none."""
    source = None
    for source in scores:
        if source.conditional is not None:
            break
    return source


def document_draft(
    study: Study, stored: StoredNumbers, system: str, i: int, fits: Callable[[Draft], bool] = lambda case: True
) -> Draft:
    """A document of a kept study as a case: probabilities on its edges, neighbours, classes, what the system predicts.

    fits: whether a case is small enough; one that is not is cut to its likeliest classes. Raises LearningError.
    """
    ids = study.data.ids
    if not 0 <= i < len(ids):
        raise LearningError(f"a document's number is below {len(ids):,}")
    true, predicted, name = study.sets()[i], study.sets(system)[i], f"Document {ids[i]}, {system}"
    if stored.scores is None:
        assert stored.nearest is not None  # `stored_numbers` finds one of both
        return stored.nearest.case(i, true, predicted, name)
    voters = stored.nearest.voter_classes(i) if stored.nearest is not None else ()
    for most in (None, *CUTS):
        case = stored.scores.case(i, true, predicted, name, voters, most)
        if fits(case):
            break
    return case
