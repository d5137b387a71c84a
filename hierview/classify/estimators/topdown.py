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
from .layout import Ints, Layout
from .learners import (
    CALIBRATIONS,
    Line,
    Lines,
    OfSets,
    OtherLearner,
    Piled,
    Projection,
    documents_of,
    fit_learner,
    learner_of,
)
from .node_scores import NodeScores, batch_scores, flat_scores, join_batches

SCHEMES = ("node", "parent", "local+subtree")
BATCH = 2_000  # documents that are scored at once
CELLS = 20_000_000  # numbers that are dense at once
OnDone = Callable[[int, int], None]  # how many groups of classifiers are done, of how many


@dataclass(frozen=True)
class Fitting:
    """One matrix of documents, and the classifiers that learn from it."""

    x: Any
    """Documents × columns, all of them told."""
    columns: Ints
    """Numbers of the columns."""
    places: tuple[int, ...]
    """Numbers of the classifiers."""
    kinds: tuple[npt.NDArray[np.bool_], ...]
    """Which documents belong to the class of each classifier."""
    components: int = 0
    """Number of directions to project on first; 0 for none."""
    together: bool = False
    """Whether one softmax makes the probabilities of all."""


class OfLines(OfSets):
    """Base of the classifiers that score classes by lines, so many documents at once that all scores are dense."""

    learner: Any
    calibrate: str | None
    rule: str | Rule
    hierarchy: Hierarchy | None
    n_jobs: int | None
    random_state: int | None
    layout_: Layout
    lines_: Lines
    notes_: tuple[str, ...]

    def _check(self, layout: Layout) -> None:
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
        layout = layout_of(self.hierarchy if hierarchy is None else hierarchy)
        self._check(layout)
        x = documents_of(X, self.learner == "bernoulli", self, learns=True)
        labelled = layout.labelled(Y, x.shape[0], classes)
        if not labelled.nnz:
            raise LearningError("no document has a class; at least one with a class is needed")
        self.layout_, self.classes_ = layout, names_of(layout)
        self._learn(x, labelled, progress)
        return self

    def _pile(self, tasks: Sequence[Fitting], piled: Piled, progress: OnDone, groups: Iterable[Ints] = ()) -> None:
        """Learn the classifiers of all tasks, one after the other onto the pile, and keep them."""
        settings = (self.learner, self.calibrate, self.random_state)
        for task, models in learn_tasks(tasks, settings, self.n_jobs, progress):
            for k, model in zip(task.places, models, strict=True):
                piled.add(k, model, task.columns)
        self.lines_, self.notes_ = piled.done(groups), piled.note_lines()

    def _batches(self, X: Any, progress: OnDone = lambda done, whole: None) -> Iterator[NodeScores]:
        check_is_fitted(self, "lines_")
        x = documents_of(X, self.learner == "bernoulli", self)
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
        return self.layout_.sets(sparse.vstack([decided(scores, chosen_rule) for scores in self._batches(X)], "csr"))


@dataclass(eq=False, repr=False)
class TopDown(OfLines):
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

    def _check(self, layout: Layout) -> None:
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
        learner_of(self.learner, None)
        if self.pca_levels and self.learner in ("bernoulli", "multinomial"):
            raise LearningError(f"{self.learner} counts words; on principal components logistic or svm is accepted")
        if self.scheme == "parent" and (self.learner != "logistic" or self.calibrate is not None):
            raise LearningError("the scheme parent learns by logistic alone, not calibrated; node takes every learner")
        if self.scheme == "parent" and any(len(parents) > 1 for parents in layout.parents):
            raise LearningError("the scheme parent needs a tree; node takes classes with several parents")

    # What each classifier learns from

    def _tasks(self, layout: Layout, x: Any, labelled: Any) -> Iterator[Fitting]:
        """The groups of siblings, then, where inner classes keep documents, the local classifiers."""
        below = (labelled @ layout.above).tocsc()
        below.sort_indices()
        for group in layout.siblings:
            if len(layout.rivals(group)) < 2:
                continue
            depth = min(int(layout.depths[p]) for p in group.parents)
            projected = self.pca_levels == "all" or depth < int(self.pca_levels)
            rows, children = _rows(below, group.parents), group.children.tolist()
            kinds, components = _kinds(rows, below, children), self.components if projected else 0
            yield Fitting(*_narrowed(x, rows), tuple(children), kinds, components, self.scheme == "parent")
        if self.scheme == "local+subtree":
            own = labelled.tocsc()
            for k in np.flatnonzero(~layout.leaves).tolist():
                if not (k == 0 and layout.artificial):
                    rows = _rows(below, [k])
                    yield Fitting(*_narrowed(x, rows), (k + len(layout),), _kinds(rows, own, [k]))

    def _learn(self, x: Any, labelled: Any, progress: OnDone) -> None:
        layout, tasks = self.layout_, list(self._tasks(self.layout_, x, labelled))
        many = len(layout) * (2 if self.scheme == "local+subtree" else 1)
        piled = Piled(x.shape[1], many)
        if many > len(layout) and layout.artificial:
            piled.intercepts[len(layout)] = -np.inf  # nothing stays at a root that is not there
        groups = [np.array(task.places, np.int32) for task in tasks if task.together and len(task.x.indptr) > 1]
        self._pile(tasks, piled, progress, groups)
        outside = np.flatnonzero(np.diff(labelled.indptr) == 0).astype(np.int32)
        self.gate_ = self._gate(x, labelled, outside) if self.scheme == "local+subtree" else None

    def _gate(self, x: Any, labelled: Any, outside: Ints) -> Lines | None:
        """The classifier of the root: documents with a class against as many drawn from those without."""
        if not len(outside):
            return None
        inside = np.flatnonzero(np.diff(labelled.indptr))
        draw = np.random.default_rng(self.random_state)
        some = np.sort(draw.choice(outside, min(len(inside), len(outside)), replace=False))
        rows = np.concatenate([inside, some])
        kind = np.arange(len(rows)) < len(inside)
        task = Fitting(*_narrowed(x, rows), (0,), (kind,))
        (model,) = learn_task(task, self.learner, self.calibrate, self.random_state)
        piled = Piled(x.shape[1], 1)
        piled.add(0, model, task.columns)
        return piled.done()

    # What they say

    def _scores(self, part: Any) -> NodeScores:
        n = len(self.layout_)
        values = self.lines_.of(part)
        conditional = values[:, :n].T.copy()
        if self.normalise == "siblings":
            shares = conditional.copy()
            for group in self.layout_.siblings:
                whole = shares[sorted(self.layout_.rivals(group))].sum(axis=0)
                conditional[group.children] = shares[group.children] / np.where(whole > 0, whole, 1)
        local = np.where(self.layout_.leaves[:, None], 1.0, values[:, n:].T) if values.shape[1] > n else None
        inside = np.ones(part.shape[0]) if self.gate_ is None else self.gate_.of(part)[:, 0]
        return batch_scores(self.layout_, conditional, local, inside)


@dataclass(eq=False, repr=False)
class Flat(OfLines):
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

    def _check(self, layout: Layout) -> None:
        if self.calibrate not in CALIBRATIONS:
            raise LearningError(f"calibrate={quoted(self.calibrate)} is not accepted; None, sigmoid or isotonic is")
        learner_of(self.learner, None)

    def _learn(self, x: Any, labelled: Any, progress: OnDone) -> None:
        rows = np.flatnonzero(np.diff(labelled.indptr)).astype(np.int32)
        part, columns = x[rows], np.arange(x.shape[1], dtype=np.int32)
        self.leaves_ = np.unique(labelled.indices).astype(np.int32)
        kinds = _kinds(rows, labelled.tocsc(), self.leaves_.tolist())
        tasks = [Fitting(part, columns, (j,), (kind,)) for j, kind in enumerate(kinds)]
        self._pile(tasks, Piled(x.shape[1], len(kinds)), progress)

    def _scores(self, part: Any) -> NodeScores:
        return flat_scores(self.layout_, self.leaves_, self.lines_.of(part))


def layout_of(hierarchy: Hierarchy | None) -> Layout:
    """The layout of what was given. Raises LearningError for anything that is no hierarchy."""
    if not isinstance(hierarchy, Hierarchy):
        raise LearningError("a hierarchy is needed: fit(X, Y, hierarchy) or hierarchy=… when the classifier is made")
    return Layout(hierarchy)


def names_of(layout: Layout) -> npt.NDArray[np.object_]:
    """All classes, which scikit-learn asks a classifier for."""
    return np.array(layout.given.classes, dtype=object)


def _rows(below: Any, parents: Sequence[int]) -> Ints:
    """The documents that belong to any of these classes."""
    return np.unique(np.concatenate([below.indices[below.indptr[p] : below.indptr[p + 1]] for p in parents]))


def _kinds(rows: Ints, belongs: Any, classes: Sequence[int]) -> tuple[npt.NDArray[np.bool_], ...]:
    """Which of some documents belong to each class. belongs: documents × classes, in columns."""
    members = (belongs.indices[belongs.indptr[k] : belongs.indptr[k + 1]] for k in classes)
    return tuple(np.isin(rows, mine, assume_unique=True) for mine in members)


def _narrowed(x: Any, rows: Ints) -> tuple[Any, Ints]:
    """These documents, with the columns that they use."""
    part = x[rows]
    columns, indices = np.unique(part.indices, return_inverse=True)
    narrow = sparse.csr_matrix(
        (part.data, indices.astype(np.int32).ravel(), part.indptr.astype(np.int32)), (len(rows), len(columns))
    )
    return narrow, columns.astype(np.int32)


def learn_tasks(
    tasks: Sequence[Fitting], settings: tuple[Any, ...], jobs: int | None, progress: OnDone
) -> Iterator[tuple[Fitting, list[Line | OtherLearner]]]:
    """Each task with its classifiers as they are learnt, the largest first. jobs: processes, as in joblib."""
    order = sorted(range(len(tasks)), key=lambda i: -tasks[i].x.nnz * len(tasks[i].places))
    work: Iterable[list[Line | OtherLearner]]
    if jobs in (None, 1) or not order:
        work = (learn_task(tasks[i], *settings) for i in order)
    else:
        from joblib import Parallel, delayed  # comes with scikit-learn; processes are asked for seldom

        work = Parallel(n_jobs=jobs, return_as="generator")(delayed(learn_task)(tasks[i], *settings) for i in order)
    for done, (i, models) in enumerate(zip(order, work, strict=True), 1):
        yield tasks[i], models
        progress(done, len(order))


def learn_task(task: Fitting, learner: Any, calibrate: str | None, seed: int | None) -> list[Line | OtherLearner]:
    """The classifiers of a task, in its order."""
    x, projection = task.x, _principal_components(task, seed)
    if projection is not None:
        x = projection.of(task.x)
    if task.together:
        return _outcomes(task, x, projection)
    lines: list[Line | OtherLearner] = []
    for kind in task.kinds:
        model = fit_learner(learner_of(learner, seed), calibrate, x, kind, seed)
        if not isinstance(model, Line):
            lines.append(OtherLearner(model, task.columns, projection))
        elif projection is None or not len(task.columns):
            lines.append(model)
        else:
            lines.append(projection.line(model))
    return lines


def _principal_components(task: Fitting, seed: int | None) -> Projection | None:
    """Principal components of the documents; None where there are none to be had."""
    most = min(task.components, task.x.shape[0] - 1, task.x.shape[1] - 1)
    if most < 1:
        return None
    components = PCA(most, svd_solver="arpack", random_state=seed).fit(task.x.astype(np.float64))
    return Projection(components.mean_, components.components_)


def _outcomes(task: Fitting, x: Any, projection: Projection | None) -> list[Line | OtherLearner]:
    """One logistic classifier with an outcome for each child; a document below several counts for each."""
    rows = np.concatenate([np.flatnonzero(kind) for kind in task.kinds])
    outcome = np.concatenate([np.full(int(kind.sum()), j) for j, kind in enumerate(task.kinds)])
    width = len(task.columns)
    lines = [Line(np.zeros(width), -np.inf) for _ in task.places]
    there = np.unique(outcome)
    if len(there) == 1:
        lines[int(there[0])] = Line(np.zeros(width), 0.0)
    elif len(there) > 1:
        model = LogisticRegression(C=1.0, max_iter=1000).fit(x[rows], outcome)
        # Of two outcomes there is one line, which is the second's; the first's is 0.
        weights = model.coef_ if len(there) > 2 else np.vstack([np.zeros_like(model.coef_[0]), model.coef_[0]])
        intercepts = model.intercept_ if len(there) > 2 else np.array([0.0, model.intercept_[0]])
        for j, w, b in zip(there.tolist(), weights, intercepts, strict=True):
            line = Line(w, float(b))
            lines[j] = line if projection is None else projection.line(line)
    return list(lines)
