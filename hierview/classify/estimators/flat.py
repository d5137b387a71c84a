"""A classifier that does not ask the hierarchy: one decision among all leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import LearningError, quoted
from ...model.hierarchy import Hierarchy
from ...rules import Rule
from .learners import CALIBRATIONS, documents_of, learner_of
from .lines import Piled
from .node_scores import NodeScores, flat_scores
from .topdown import Fitting, OfLines, OnDone, layout_of, names_of


class Flat(OfLines):
    """One binary classifier for each class that documents have, its own against all others; the best is predicted.

    Each score stands by itself: they need not sum to 1.

    learner, calibrate, rule, hierarchy, n_jobs, random_state: as in `TopDown`. Source: Kosmopoulos 2015, §4.1.
    """

    def __init__(
        self,
        learner: Any = "logistic",
        calibrate: str | None = None,
        rule: str | Rule = "BestLeaf",
        hierarchy: Hierarchy | None = None,
        n_jobs: int | None = None,
        random_state: int | None = 0,
    ):
        self.learner = learner
        self.calibrate = calibrate
        self.rule = rule
        self.hierarchy = hierarchy
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(
        self,
        X: Any,
        Y: Any,
        hierarchy: Hierarchy | None = None,
        classes: Sequence[str] | None = None,
        progress: OnDone = lambda done, whole: None,
    ) -> Flat:
        """Learn from documents × columns and their classes, as `TopDown.fit` takes them. Raises LearningError."""
        layout = layout_of(self.hierarchy if hierarchy is None else hierarchy)
        if self.calibrate not in CALIBRATIONS:
            raise LearningError(f"calibrate={quoted(self.calibrate)} is not accepted; None, sigmoid or isotonic is")
        learner_of(self.learner, None)
        x = documents_of(X, self.learner == "bernoulli", self, learns=True)
        labelled = layout.labelled(Y, x.shape[0], classes)
        labelled_rows = np.flatnonzero(np.diff(labelled.indptr))
        if not len(labelled_rows):
            raise LearningError("no document has a class; at least one with a class is needed")
        own = labelled[labelled_rows].tocsc()
        self.layout_, self.classes_ = layout, names_of(layout)
        self.leaves_ = np.unique(labelled.indices).astype(np.int32)
        part, columns = x[labelled_rows], np.arange(x.shape[1], dtype=np.int32)
        tasks = []
        for j, k in enumerate(self.leaves_.tolist()):
            kind = np.isin(np.arange(len(labelled_rows)), own.indices[own.indptr[k] : own.indptr[k + 1]])
            tasks.append(Fitting(part, columns, (j,), (kind,)))
        piled = Piled(x.shape[1], len(self.leaves_))
        self._pile(tasks, piled, progress)
        self.lines_, self.notes_ = piled.done(), piled.note_lines()
        return self

    def _scores(self, part: Any) -> NodeScores:
        return flat_scores(self.layout_, self.leaves_, self.lines_.of(part))
