"""Classifiers at the classes of a hierarchy: asked from the root down, or flat, one decision among all leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.utils.validation import check_is_fitted

from ...errors import LearningError, quoted
from ...model.hierarchy import Hierarchy
from ...rules import Rule
from .deciding import decided
from .learners import (
    CALIBRATIONS,
    DecisionPile,
    LinearDecision,
    LinearDecisions,
    OtherLearner,
    Projection,
    SetClassifier,
    checked_documents,
    fit_learner,
    make_learner,
)
from .node_scores import NodeScores, batch_scores, flat_scores, join_batches
from .numbered_hierarchy import Ints, NumberedHierarchy

SCHEMES = ("node", "parent", "local+subtree")
BATCH = 2_000  # documents that are scored at once
CELLS = 20_000_000  # numbers that are dense at once
OnDone = Callable[[int, int], None]  # how many groups of classifiers are done, of how many


@dataclass(frozen=True)
class FittingTask:
    """One matrix of documents, and the classifiers that learn from it."""

    x: Any
    """Documents × columns, all of them told."""
    columns: Ints
    """Numbers of the columns."""
    classifier_numbers: tuple[int, ...]
    """Numbers of the classifiers."""
    outcomes: tuple[npt.NDArray[np.bool_], ...]
    """Which documents belong to the class of each classifier."""
    components: int = 0
    """Number of directions to project on first; 0 for none."""
    together: bool = False
    """Whether one softmax makes the probabilities of all."""


class LinearScorer(SetClassifier):
    """Base of the classifiers that score classes by lines, so many documents at once that all scores are dense."""

    learner: Any
    calibrate: str | None
    rule: str | Rule
    hierarchy: Hierarchy | None
    n_jobs: int | None
    random_state: int | None
    layout_: NumberedHierarchy
    lines_: LinearDecisions
    notes_: tuple[str, ...]

    def _check(self, numbered: NumberedHierarchy) -> None:
        """Raise LearningError for parameters that are not accepted, before anything is learnt."""
        raise NotImplementedError

    def _learn(self, x: Any, labelled: Any, progress: OnDone) -> None:
        raise NotImplementedError

    def _scores(self, part: Any) -> NodeScores:
        raise NotImplementedError

    def fit(
        self,
        X: Any,
        Y: Any,
        hierarchy: Hierarchy | None = None,
        classes: Sequence[str] | None = None,
        progress: OnDone = lambda done, whole: None,
    ) -> Self:
        """Learn from documents × columns and their classes.

        Y: sets, single classes, rows of levels padded with "", or an indicator with `classes`; an empty set is a
        document outside of the hierarchy.  progress: called with how many groups of classifiers are done, of how many.
        Raises LearningError: what is wrong and what is accepted.
        """
        layout = numbered_of(self.hierarchy if hierarchy is None else hierarchy)
        self._check(layout)
        x = checked_documents(X, self.learner == "bernoulli", self, learns=True)
        labelled = layout.label_matrix(Y, x.shape[0], classes)
        if not labelled.nnz:
            raise LearningError("no document has a class; at least one with a class is needed")
        self.layout_, self.classes_ = layout, class_array(layout)
        self._learn(x, labelled, progress)
        return self

    def _learn_tasks(
        self, tasks: Sequence[FittingTask], piled: DecisionPile, progress: OnDone, groups: Iterable[Ints] = ()
    ) -> None:
        """Learn the classifiers of all tasks, one after the other onto the pile, and keep them."""
        settings = (self.learner, self.calibrate, self.random_state)
        for task, models in learn_tasks(tasks, settings, self.n_jobs, progress):
            for k, model in zip(task.classifier_numbers, models, strict=True):
                piled.add(k, model, task.columns)
        self.lines_, self.notes_ = piled.join(groups), piled.note_lines()

    def _batches(self, X: Any, progress: OnDone = lambda done, whole: None) -> Iterator[NodeScores]:
        check_is_fitted(self, "lines_")
        x = checked_documents(X, self.learner == "bernoulli", self)
        size = max(1, min(BATCH, CELLS // max(1, len(self.layout_))))
        for first in range(0, max(1, x.shape[0]), size):
            yield self._scores(x[first : first + size])
            progress(min(first + size, x.shape[0]), x.shape[0])

    def predict_proba(self, X: Any, progress: OnDone = lambda done, whole: None) -> NodeScores:
        """The scores of the classes that were learnt, batch by batch. Raises LearningError."""
        return join_batches(list(self._batches(X, progress)))

    def predict(self, X: Any, rule: str | Rule | None = None) -> list[frozenset[str]]:
        """The predicted classes of each document, decided by a rule or its text; no scores are kept."""
        chosen_rule = self.rule if rule is None else rule
        return self.layout_.class_sets(
            sparse.vstack([decided(scores, chosen_rule) for scores in self._batches(X)], "csr")
        )


@dataclass(eq=False, repr=False)
class TopDown(LinearScorer):
    """One classifier for each class, told from its siblings; a rule makes a decision of their probabilities.

    >>> h = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Film"), ("Music", "Pop"), ("Music", "Rock")])
    >>> x, y = np.repeat(np.eye(3), 20, axis=0), ["Pop"] * 20 + ["Rock"] * 20 + ["Film"] * 20
    >>> TopDown(hierarchy=h).fit(x, y).predict(np.eye(3))
    [frozenset({'Pop'}), frozenset({'Rock'}), frozenset({'Film'})]
    """

    scheme: str = "node"
    """Which classifiers there are: "node", a binary classifier for each class, with the documents at or below it
    against the others below its parents (Kosmopoulos 2015, §4.2.1); "parent", one with several outcomes for all
    children of a class, in trees; "local+subtree", as in Sun, Lim & Ng 2003, §5.2: an inner class has a second
    classifier, with its own documents against those below it, and documents without classes are told from those with
    one.
    """
    learner: Any = "logistic"
    """Learner of each classifier: "logistic", "svm", "bernoulli", "multinomial", or a binary classifier of
    scikit-learn.
    """
    normalise: str = "none"
    """Whether probabilities are changed: "siblings" divides those of siblings by their sum."""
    pca_levels: int | str = 0
    """Number of levels from the top that learn on principal components instead of on the columns, or "all"."""
    components: int = 390
    """The most principal components."""
    calibrate: str | None = None
    """How probabilities are calibrated: None, "sigmoid" or "isotonic"; an SVM that is not calibrated answers 1 / (1 +
    e^−margin).
    """
    rule: str | Rule = "MostProbablePath"
    """Rule by which `predict` decides."""
    hierarchy: Hierarchy | None = None
    """The hierarchy; None where `fit` is given it."""
    n_jobs: int | None = None
    """Number of processes, as in joblib; the result is the same for any."""
    random_state: int | None = 0
    """Seed for learners that draw, and for the documents outside that are drawn."""

    def _check(self, numbered: NumberedHierarchy) -> None:
        allowed = (
            ("scheme", self.scheme, SCHEMES),
            ("normalise", self.normalise, ("none", "siblings")),
            ("calibrate", self.calibrate, CALIBRATIONS),
        )
        for name, value, accepted in allowed:
            if value not in accepted:
                raise LearningError(f"{name}={quoted(value)} is not accepted; {', '.join(map(str, accepted))} is")
        if self.pca_levels != "all" and not (isinstance(self.pca_levels, int) and self.pca_levels >= 0):
            raise LearningError(f'pca_levels={quoted(self.pca_levels)} is not accepted; a whole number or "all" is')
        if self.components < 1:
            raise LearningError(f"components={self.components} is not accepted; 1 or more is")
        make_learner(self.learner, None)
        if self.pca_levels and self.learner in ("bernoulli", "multinomial"):
            raise LearningError(f"{self.learner} counts words; on principal components logistic or svm is accepted")
        if self.scheme == "parent" and (self.learner != "logistic" or self.calibrate is not None):
            raise LearningError("the scheme parent learns by logistic alone, not calibrated; node takes every learner")
        if self.scheme == "parent" and any(len(parents) > 1 for parents in numbered.parents):
            raise LearningError("the scheme parent needs a tree; node takes classes with several parents")

    # What each classifier learns from

    def _tasks(self, numbered: NumberedHierarchy, x: Any, labelled: Any) -> Iterator[FittingTask]:
        """The groups of siblings, then, where inner classes keep documents, the local classifiers."""
        below = (labelled @ numbered.ancestor_matrix).tocsc()
        below.sort_indices()
        for group in numbered.siblings:
            if len(numbered.rivals(group)) < 2:
                continue
            depth = min(int(numbered.depths[p]) for p in group.parents)
            projected = self.pca_levels == "all" or depth < int(self.pca_levels)
            rows, children = _documents_below(below, group.parents), group.children.tolist()
            kinds, components = _outcome_flags(rows, below, children), self.components if projected else 0
            yield FittingTask(*_used_columns(x, rows), tuple(children), kinds, components, self.scheme == "parent")
        if self.scheme == "local+subtree":
            own = labelled.tocsc()
            for k in np.flatnonzero(~numbered.is_leaf).tolist():
                if not (k == 0 and numbered.artificial):
                    rows = _documents_below(below, [k])
                    yield FittingTask(*_used_columns(x, rows), (k + len(numbered),), _outcome_flags(rows, own, [k]))

    def _learn(self, x: Any, labelled: Any, progress: OnDone) -> None:
        layout, tasks = self.layout_, list(self._tasks(self.layout_, x, labelled))
        many = len(layout) * (2 if self.scheme == "local+subtree" else 1)
        piled = DecisionPile(x.shape[1], many)
        if many > len(layout) and layout.artificial:
            piled.intercepts[len(layout)] = -np.inf  # nothing stays at a root that is not there
        groups = [
            np.array(task.classifier_numbers, np.int32) for task in tasks if task.together and len(task.x.indptr) > 1
        ]
        self._learn_tasks(tasks, piled, progress, groups)
        outside = np.flatnonzero(np.diff(labelled.indptr) == 0).astype(np.int32)
        self.gate_ = self._learn_root_classifier(x, labelled, outside) if self.scheme == "local+subtree" else None

    def _learn_root_classifier(self, x: Any, labelled: Any, outside: Ints) -> LinearDecisions | None:
        """The classifier of the root: documents with a class against as many drawn from those without."""
        if not len(outside):
            return None
        inside = np.flatnonzero(np.diff(labelled.indptr))
        draw = np.random.default_rng(self.random_state)
        some = np.sort(draw.choice(outside, min(len(inside), len(outside)), replace=False))
        rows = np.concatenate([inside, some])
        kind = np.arange(len(rows)) < len(inside)
        task = FittingTask(*_used_columns(x, rows), (0,), (kind,))
        (model,) = learn_task(task, self.learner, self.calibrate, self.random_state)
        piled = DecisionPile(x.shape[1], 1)
        piled.add(0, model, task.columns)
        return piled.join()

    # What they say

    def _scores(self, part: Any) -> NodeScores:
        n = len(self.layout_)
        values = self.lines_.probabilities(part)
        conditional = values[:, :n].T.copy()
        if self.normalise == "siblings":
            shares = conditional.copy()
            for group in self.layout_.siblings:
                whole = shares[sorted(self.layout_.rivals(group))].sum(axis=0)
                conditional[group.children] = shares[group.children] / np.where(whole > 0, whole, 1)
        local = np.where(self.layout_.is_leaf[:, None], 1.0, values[:, n:].T) if values.shape[1] > n else None
        inside = np.ones(part.shape[0]) if self.gate_ is None else self.gate_.probabilities(part)[:, 0]
        return batch_scores(self.layout_, conditional, local, inside)


@dataclass(eq=False, repr=False)
class Flat(LinearScorer):
    """One binary classifier for each class that documents have, its own against all others; the best is predicted.

    Each score stands by itself: they need not sum to 1. Source: Kosmopoulos 2015, §4.1.
    """

    learner: Any = "logistic"
    """Learner of each classifier, as in `TopDown`."""
    calibrate: str | None = None
    """How probabilities are calibrated, as in `TopDown`."""
    rule: str | Rule = "BestLeaf"
    """Rule by which `predict` decides."""
    hierarchy: Hierarchy | None = None
    """The hierarchy; None where `fit` is given it."""
    n_jobs: int | None = None
    """Number of processes, as in joblib; the result is the same for any."""
    random_state: int | None = 0
    """Seed for learners that draw."""

    def _check(self, numbered: NumberedHierarchy) -> None:
        if self.calibrate not in CALIBRATIONS:
            raise LearningError(f"calibrate={quoted(self.calibrate)} is not accepted; None, sigmoid or isotonic is")
        make_learner(self.learner, None)

    def _learn(self, x: Any, labelled: Any, progress: OnDone) -> None:
        rows = np.flatnonzero(np.diff(labelled.indptr)).astype(np.int32)
        part, columns = x[rows], np.arange(x.shape[1], dtype=np.int32)
        self.leaves_ = np.unique(labelled.indices).astype(np.int32)
        kinds = _outcome_flags(rows, labelled.tocsc(), self.leaves_.tolist())
        tasks = [FittingTask(part, columns, (j,), (kind,)) for j, kind in enumerate(kinds)]
        self._learn_tasks(tasks, DecisionPile(x.shape[1], len(kinds)), progress)

    def _scores(self, part: Any) -> NodeScores:
        return flat_scores(self.layout_, self.leaves_, self.lines_.probabilities(part))


def numbered_of(hierarchy: Hierarchy | None) -> NumberedHierarchy:
    """The classes of a hierarchy by number. Raises LearningError for anything that is no hierarchy."""
    if not isinstance(hierarchy, Hierarchy):
        raise LearningError("a hierarchy is needed: fit(X, Y, hierarchy) or hierarchy=… when the classifier is made")
    return NumberedHierarchy(hierarchy)


def class_array(numbered: NumberedHierarchy) -> npt.NDArray[np.object_]:
    """The names of all classes as an array, the `classes_` that scikit-learn asks of a classifier."""
    return np.array(numbered.original.classes, dtype=object)


def _documents_below(below: Any, parents: Sequence[int]) -> Ints:
    """The documents that belong to any of these classes."""
    return np.unique(np.concatenate([below.indices[below.indptr[p] : below.indptr[p + 1]] for p in parents]))


def _outcome_flags(rows: Ints, belongs: Any, classes: Sequence[int]) -> tuple[npt.NDArray[np.bool_], ...]:
    """Which of some documents belong to each class. belongs: documents × classes, in columns."""
    members = (belongs.indices[belongs.indptr[k] : belongs.indptr[k + 1]] for k in classes)
    return tuple(np.isin(rows, mine, assume_unique=True) for mine in members)


def _used_columns(x: Any, rows: Ints) -> tuple[Any, Ints]:
    """These documents, with the columns that they use."""
    part = x[rows]
    columns, indices = np.unique(part.indices, return_inverse=True)
    narrow = sparse.csr_matrix(
        (part.data, indices.astype(np.int32).ravel(), part.indptr.astype(np.int32)), (len(rows), len(columns))
    )
    return narrow, columns.astype(np.int32)


def learn_tasks(
    tasks: Sequence[FittingTask], settings: tuple[Any, ...], jobs: int | None, progress: OnDone
) -> Iterator[tuple[FittingTask, list[LinearDecision | OtherLearner]]]:
    """Each task with its classifiers as they are learnt, the largest first. jobs: processes, as in joblib."""
    order = sorted(range(len(tasks)), key=lambda i: -tasks[i].x.nnz * len(tasks[i].classifier_numbers))
    work: Iterable[list[LinearDecision | OtherLearner]]
    if jobs in (None, 1) or not order:
        work = (learn_task(tasks[i], *settings) for i in order)
    else:
        from joblib import Parallel, delayed  # comes with scikit-learn; processes are asked for seldom

        work = Parallel(n_jobs=jobs, return_as="generator")(delayed(learn_task)(tasks[i], *settings) for i in order)
    for done, (i, models) in enumerate(zip(order, work, strict=True), 1):
        yield tasks[i], models
        progress(done, len(order))


def learn_task(
    task: FittingTask, learner: Any, calibrate: str | None, seed: int | None
) -> list[LinearDecision | OtherLearner]:
    """The classifiers of a task, in its order."""
    x, projection = task.x, _principal_components(task, seed)
    if projection is not None:
        x = projection.project(task.x)
    if task.together:
        return _learn_outcomes(task, x, projection)
    lines: list[LinearDecision | OtherLearner] = []
    for kind in task.outcomes:
        model = fit_learner(make_learner(learner, seed), calibrate, x, kind, seed)
        if not isinstance(model, LinearDecision):
            lines.append(OtherLearner(model, task.columns, projection))
        elif projection is None or not len(task.columns):
            lines.append(model)
        else:
            lines.append(projection.line_over_columns(model))
    return lines


def _principal_components(task: FittingTask, seed: int | None) -> Projection | None:
    """Principal components of the documents; None where there are none to be had."""
    most = min(task.components, task.x.shape[0] - 1, task.x.shape[1] - 1)
    if most < 1:
        return None
    components = PCA(most, svd_solver="arpack", random_state=seed).fit(task.x.astype(np.float64))
    return Projection(components.mean_, components.components_)


def _learn_outcomes(task: FittingTask, x: Any, projection: Projection | None) -> list[LinearDecision | OtherLearner]:
    """One logistic classifier with an outcome for each child; a document below several counts for each."""
    rows = np.concatenate([np.flatnonzero(kind) for kind in task.outcomes])
    outcome = np.concatenate([np.full(int(kind.sum()), j) for j, kind in enumerate(task.outcomes)])
    width = len(task.columns)
    lines = [LinearDecision(np.zeros(width), -np.inf) for _ in task.classifier_numbers]
    there = np.unique(outcome)
    if len(there) == 1:
        lines[int(there[0])] = LinearDecision(np.zeros(width), 0.0)
    elif len(there) > 1:
        model = LogisticRegression(C=1.0, max_iter=1000).fit(x[rows], outcome)
        # Of two outcomes there is one line, which is the second's; the first's is 0.
        weights = model.coef_ if len(there) > 2 else np.vstack([np.zeros_like(model.coef_[0]), model.coef_[0]])
        intercepts = model.intercept_ if len(there) > 2 else np.array([0.0, model.intercept_[0]])
        for j, w, b in zip(there.tolist(), weights, intercepts, strict=True):
            line = LinearDecision(w, float(b))
            lines[j] = line if projection is None else projection.line_over_columns(line)
    return list(lines)
