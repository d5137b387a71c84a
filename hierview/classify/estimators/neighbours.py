"""Classifiers by the classes of the nearest documents, and such votes added to another classifier's answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import TransformerMixin, clone
from sklearn.decomposition import TruncatedSVD
from sklearn.neighbors import NearestNeighbors
from sklearn.utils.validation import check_is_fitted

from ...errors import LearningError, quoted
from ...model.carried import MOST_NEIGHBOURS
from ...model.case import Draft
from ...model.hierarchy import Hierarchy
from ...rules.neighbours import EXPANSIONS
from .learners import (
    DecisionPile,
    DocumentEstimator,
    LinearDecision,
    LinearDecisions,
    SetClassifier,
    checked_documents,
    fit_learner,
    make_learner,
)
from .node_scores import NearestDocuments
from .numbered_hierarchy import Floats, NumberedHierarchy
from .topdown import class_array, numbered_of

METRICS = ("cosine", "euclidean")
FEW = 50  # negative documents, below which more are looked for


@dataclass(eq=False, repr=False)
class Centroids(TransformerMixin, DocumentEstimator):  # type: ignore[misc]
    """Documents as the mean of their words' vectors, weighted by TF · IDF (Kosmopoulos 2015, Eq. 5.2).

    IDF is log(documents / documents with the word), natural; no word's is raised by 1. A document without a word that
    tells is 0 everywhere.
    """

    dimensions: int = 200
    """Number of dimensions."""
    vectors: Any = None
    """Vectors of words, words × dimensions; None takes the right singular vectors of the weighted counts, each times
    its singular value.
    """
    random_state: int | None = 0
    """Seed of the decomposition."""

    def fit(self, X: Any, y: Any = None) -> Centroids:
        """Learn IDF, and, unless they are given, the vectors of words, from N documents × M words.

        Raises LearningError where there are too few words, or vectors of another number of them than M.
        """
        x = checked_documents(X, estimator=self, learns=True)
        frequencies = np.bincount(x.indices, minlength=x.shape[1])
        self.idf_ = np.where(frequencies > 0, np.log(x.shape[0] / np.maximum(frequencies, 1)), 0.0)
        if self.vectors is None:
            most = min(self.dimensions, x.shape[1] - 1, x.shape[0])
            if most < 1:
                raise LearningError("Centroids needs two words at least, or vectors of them")
            parts = TruncatedSVD(most, random_state=self.random_state).fit(x.multiply(self.idf_).tocsr())
            self.vectors_ = parts.components_.T * parts.singular_values_
        else:
            self.vectors_ = np.asarray(self.vectors, np.float64)
            if self.vectors_.ndim != 2 or len(self.vectors_) != x.shape[1]:
                raise LearningError(f"vectors have the shape {self.vectors_.shape}; {x.shape[1]:,} rows are accepted")
        return self

    def transform(self, X: Any) -> Floats:
        """The centroids of documents, documents × dimensions."""
        check_is_fitted(self, "vectors_")
        weighted = checked_documents(X, estimator=self).multiply(self.idf_).tocsr()
        whole = np.asarray(weighted.sum(axis=1))
        similarities: Floats = (weighted @ self.vectors_) / np.where(whole > 0, whole, 1)
        return similarities


@dataclass(eq=False, repr=False)
class Neighbours(SetClassifier):
    """Every class that at least a share p of the K nearest documents has.

    The root is never predicted; a document that is 0 everywhere gets no class. Source: Kosmopoulos 2015, §5.2.4 and
    §5.2.5.
    """

    k: int = 5
    """Number of documents that vote."""
    p: float = 0.5
    """Share of the votes that a class needs."""
    expanded: str = "no"
    """Whether votes spread: "no"; "parents and children", where a neighbour votes for the parents and children of its
    classes too; "children", where a class counts the votes for its children.
    """
    metric: str = "cosine"
    """How near documents are: "cosine" or "euclidean"."""
    hierarchy: Hierarchy | None = None
    """The hierarchy; None where `fit` is given it."""
    n_jobs: int | None = None
    """Number of processes, as in joblib; the result is the same for any."""

    def fit(
        self, X: Any, Y: Any, hierarchy: Hierarchy | None = None, classes: Sequence[str] | None = None
    ) -> Neighbours:
        """Keep documents × columns and their classes, as `TopDown.fit` takes them. Raises LearningError."""
        layout = numbered_of(self.hierarchy if hierarchy is None else hierarchy)
        if not 1 <= self.k <= MOST_NEIGHBOURS:
            raise LearningError(f"k={self.k} is not accepted; a whole number from 1 to {MOST_NEIGHBOURS:,} is")
        if not 0 < self.p <= 1:
            raise LearningError(f"p={self.p} is not accepted; a share above 0 and at most 1 is")
        for name, accepted in (("expanded", EXPANSIONS), ("metric", METRICS)):
            if getattr(self, name) not in accepted:
                raise LearningError(f"{name}={quoted(getattr(self, name))} is not accepted; {', '.join(accepted)} is")
        x = checked_documents(X, estimator=self, learns=True)
        self.labelled_ = layout.label_matrix(Y, x.shape[0], classes)
        self.layout_, self.documents_ = layout, x
        self.classes_ = class_array(layout)
        self.index()
        return self

    def index(self) -> None:
        """Makes ready to look for neighbours among the documents that are kept."""
        dense = self.metric == "euclidean" and self.documents_.shape[1] <= 1000
        vectors = self.documents_.toarray() if dense else self.documents_
        self.index_ = NearestNeighbors(algorithm="brute", metric=self.metric, n_jobs=self.n_jobs).fit(vectors)

    def nearest(self, X: Any) -> NearestDocuments:
        """The nearest kept documents. Raises LearningError."""
        check_is_fitted(self, "labelled_")
        x = checked_documents(X, estimator=self)
        many = min(self.k, self.documents_.shape[0])
        rows = self.index_.kneighbors(x, many, return_distance=False)
        empty = np.diff(x.indptr) == 0
        return NearestDocuments(self.layout_, np.where(empty[:, None], -1, rows).astype(np.int32), self.labelled_)

    def votes(self, X: Any) -> Any:
        """The votes for each class, documents × classes, sparse whole numbers."""
        neighbours = self.nearest(X).found
        rows, places = np.nonzero(neighbours >= 0)
        who = sparse.csr_matrix(
            (np.ones(len(rows), np.int32), (rows, neighbours[rows, places])), (len(neighbours), self.labelled_.shape[0])
        )
        return (who @ _votes_by_document(self.layout_, self.labelled_, self.expanded)).tocsr()

    def decided(self, X: Any) -> Any:
        """The predicted classes, documents × classes of 0 and 1."""
        votes = self.votes(X)
        least = ceil(Fraction(str(self.p)) * min(self.k, self.documents_.shape[0]))
        votes.data = ((votes.data >= least) & (votes.indices > 0)).astype(np.int32)
        votes.eliminate_zeros()
        return votes

    def predict(self, X: Any) -> list[frozenset[str]]:
        """The predicted classes of each document."""
        return self.layout_.class_sets(self.decided(X))

    def case(self, x: Any, true: Sequence[str] | frozenset[str] = (), name: str = "") -> Draft:
        """A document as a case that carries its neighbours' classes, the nearest first."""
        return self.nearest(x).case(0, true, name=name)


def _votes_by_document(numbered: NumberedHierarchy, labelled: Any, expanded: str) -> Any:
    """The classes that each kept document votes for, documents × classes of 0 and 1."""
    if expanded == "no":
        return labelled
    votes = labelled + labelled @ numbered.parent_matrix
    if expanded == "parents and children":
        votes = votes + labelled @ numbered.parent_matrix.T
    votes = votes.tocsr()
    votes.data[:] = 1
    return votes


@dataclass(eq=False, repr=False)
class Hybrid(SetClassifier):
    """A classifier that answers what its base does, and adds the neighbours' classes that a classifier of each accepts.

    Source: Kosmopoulos 2015, §5.2.6.
    """

    base: Any = None
    """An estimator; None where `predict` is given what it predicts."""
    neighbours: Neighbours | None = None
    """The neighbours that add classes; None for those of `Neighbours()`."""
    filtered: bool = True
    """Whether the neighbours' classes are filtered: by a logistic classifier for each, its documents against those of
    its parents, children and siblings, where these are fewer than 50 also of its siblings' parents and children.
    """
    t: float = 0.5
    """Probability that a filter must exceed."""
    hierarchy: Hierarchy | None = None
    """The hierarchy; None where `fit` is given it."""
    random_state: int | None = 0
    """Seed of the filters."""

    def fit(self, X: Any, Y: Any, hierarchy: Hierarchy | None = None, classes: Sequence[str] | None = None) -> Hybrid:
        """Learn base, neighbours and filters from the same documents. Raises LearningError."""
        own = self.hierarchy if hierarchy is None else hierarchy
        layout = numbered_of(own)
        x = checked_documents(X, estimator=self, learns=True)
        labelled = layout.label_matrix(Y, x.shape[0], classes)
        voters = Neighbours() if self.neighbours is None else self.neighbours
        self.neighbours_ = clone(voters).fit(x, Y, own, classes)
        self.base_ = None if self.base is None else clone(self.base).fit(x, Y, own, classes)
        self.layout_, self.classes_ = layout, class_array(layout)
        self.lines_ = self._filters(x, labelled, layout) if self.filtered else None
        return self

    def _filters(self, x: Any, labelled: Any, numbered: NumberedHierarchy) -> LinearDecisions:
        own = labelled.tocsc()

        def of(classes: set[int]) -> set[int]:
            return {i for k in classes for i in own.indices[own.indptr[k] : own.indptr[k + 1]].tolist()}

        piled = DecisionPile(x.shape[1], len(numbered))
        piled.intercepts[:] = -np.inf
        columns = np.arange(x.shape[1], dtype=np.int32)
        for k in range(1, len(numbered)):
            mine = of({k})
            if not mine:
                continue
            siblings = {c for p in numbered.parents[k] for c in numbered.children[p]} - {k}
            near = siblings.union(numbered.parents[k], numbered.children[k])
            others = of(near) - mine
            if len(others) < FEW:
                wider = {c for s in siblings for c in (*numbered.parents[s], *numbered.children[s])}
                others = of(near | wider) - mine
            rows = np.array(sorted(mine | others), np.int64)
            kind = np.isin(rows, sorted(mine))
            line = fit_learner(make_learner("logistic", self.random_state), None, x[rows], kind, self.random_state)
            assert isinstance(line, LinearDecision)
            piled.add(k, replace(line, note=""), columns)
        return piled.join()

    def predict(self, X: Any, base: Sequence[frozenset[str]] | None = None) -> list[frozenset[str]]:
        """The predicted classes of each document. base: what the base predicts, where it is no estimator.

        Raises LearningError where nothing says what the base predicts, or of another number of documents.
        """
        check_is_fitted(self, "neighbours_")
        x = checked_documents(X, estimator=self)
        if base is None:
            if self.base_ is None:
                raise LearningError("the hybrid has no base; predict(X, base=…) takes what it predicts")
            base = self.base_.predict(x)
        if len(base) != x.shape[0]:
            raise LearningError(f"base has {len(base):,} predictions and X {x.shape[0]:,} documents; one for each")
        votes = self.neighbours_.decided(x)
        if self.lines_ is not None:
            votes.data = votes.data * (np.asarray(self._filter_probabilities(x, votes)) > self.t)
            votes.eliminate_zeros()
        return [frozenset(a) | b for a, b in zip(base, self.layout_.class_sets(votes), strict=True)]

    def _filter_probabilities(self, x: Any, votes: Any) -> Floats:
        """The filters' probabilities of the classes that have votes, entry by entry."""
        assert self.lines_ is not None
        rows = np.repeat(np.arange(votes.shape[0]), np.diff(votes.indptr))
        shares = np.empty(len(rows))
        for first in range(0, votes.shape[0], 500):
            part = (rows >= first) & (rows < first + 500)
            if part.any():
                shares[part] = self.lines_.probabilities(x[first : first + 500])[
                    rows[part] - first, votes.indices[part]
                ]
        return shares
