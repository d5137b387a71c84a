"""Looks at what systems answered: one document, a curve, which classes reject their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import LearningError, quoted, suggestion
from ..measures import Measure
from ..model.case import Draft
from ..study.study import Study
from .blocking import rejections
from .curves import coverage, measure_values, operating_curve
from .estimators.node_scores import NodeScores
from .experiment import Experiment
from .kept import likeliest_source
from .systems import System

if TYPE_CHECKING:
    import pandas as pd

POINTS = 21  # of a curve that is told in lines


def scores_of(experiment: Experiment, system: System) -> NodeScores:
    """The scores from which a system decided. Raises LearningError for one without any."""
    if system.classifier not in experiment.scores:
        raise LearningError(f"{system.name} decides by votes and has no probabilities; cascade and p_path have")
    return experiment.scores[system.classifier]


def document_case(experiment: Experiment, system: System, document: str) -> Draft:
    """A test document as a case: its probabilities on the edges, its classes, and what the system predicts."""
    labels = experiment.material.test_labels
    if document not in labels.ids:
        raise LearningError(f"there is no document {quoted(document)}{suggestion(document, labels.ids)}")
    i = labels.ids.index(document)
    predicted, name = experiment.runs[system.name][i], f"Document {document}, {system.name}"
    nearest = experiment.nearest
    sources = [scores_of(experiment, system)] if system.rule else experiment.scores.values()
    scores = likeliest_source(sources)
    if scores is not None:
        return scores.case(i, labels.of(i), predicted, name, nearest.voters(i) if nearest is not None else ())
    assert nearest is not None  # a system without a rule asks neighbours
    return nearest.case(i, labels.of(i), predicted, name)


def curve_lines(experiment: Experiment, system: System, measure: Measure) -> list[str]:
    """A measure and the share that is answered below the root, for thresholds from 0 to 1."""
    scores, labels = scores_of(experiment, system), experiment.material.test_labels
    true = [labels.of(i) for i in range(len(labels))]
    curve = operating_curve(scores, measure_values(measure, scores.layout, true))
    points = operating_curve(scores, coverage)
    rows = [f"threshold  {measure}  answered"]
    for t in np.linspace(0, 1, POINTS).tolist():
        rows.append(f"{t:9.2f}  {curve.at(t):{len(str(measure))}.3f}  {points.at(t):8.3f}")
    return rows


def blocking_of(experiment: Experiment, study: Study, system: System) -> pd.DataFrame:
    """The blocking factors of a system's classifiers at the threshold ½, see `Study.blocking`."""
    labels = experiment.material.test_labels
    true = [labels.of(i) for i in range(len(labels))]
    scores = scores_of(experiment, system)
    if scores.conditional is None:
        raise LearningError(f"{system.name} asks no classifier above another; cascade, p_path and local+subtree do")
    return study.blocking(rejections(scores, true, ids=labels.ids))
