"""Looks at what systems answered: one document, a curve, which classes reject their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import LearningError, quoted, suggestion
from ..measures import Measure
from ..model.case import Draft
from ..study.study import Study
from .curves import answered_flags, measure_values, operating_curve, rejection_rows
from .estimators.node_scores import NodeScores
from .experiment import Experiment
from .study_scores import StoredNumbers, document_draft, likeliest_source
from .systems import System

if TYPE_CHECKING:
    import pandas as pd

POINTS = 21  # of a curve that is told in lines


def deciding_scores(experiment: Experiment, system: System) -> NodeScores:
    """The scores from which a system decided. Raises LearningError for one without any."""
    if system.classifier not in experiment.scores:
        raise LearningError(f"{system.name} decides by votes and has no probabilities; cascade and p_path have")
    return experiment.scores[system.classifier]


def document_case(experiment: Experiment, study: Study, system: System, document: str) -> Draft:
    """A test document as a draft of a case: probabilities on its edges, its classes, and what the system predicts."""
    ids = study.data.ids
    if document not in ids:
        raise LearningError(f"there is no document {quoted(document)}{suggestion(document, ids)}")
    sources = [deciding_scores(experiment, system)] if system.rule else experiment.scores.values()
    numbers = StoredNumbers(likeliest_source(sources), experiment.nearest)
    return document_draft(study, numbers, system.name, ids.index(document))


def curve_lines(experiment: Experiment, study: Study, system: System, measure: Measure) -> list[str]:
    """A measure and the share that is answered below the root, for thresholds from 0 to 1."""
    scores = deciding_scores(experiment, system)
    curve = operating_curve(scores, measure_values(measure, scores.layout, study.sets()))
    points = operating_curve(scores, answered_flags)
    rows = [f"threshold  {measure}  answered"]
    for t in np.linspace(0, 1, POINTS).tolist():
        rows.append(f"{t:9.2f}  {curve.value_at(t):{len(str(measure))}.3f}  {points.value_at(t):8.3f}")
    return rows


def blocking_table(experiment: Experiment, study: Study, system: System) -> pd.DataFrame:
    """The blocking factors of a system's classifiers at the threshold ½, see `Study.blocking`."""
    scores = deciding_scores(experiment, system)
    if scores.conditional is None:
        raise LearningError(f"{system.name} asks no classifier above another; cascade, p_path and local+subtree do")
    return study.blocking(rejection_rows(scores, study.sets(), ids=study.data.ids))
