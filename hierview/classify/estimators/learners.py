"""The decision at one class: a learner of scikit-learn, kept as a straight line where it is one; many as one matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.svm import LinearSVC
from sklearn.utils.validation import check_array, validate_data

from ...errors import LearningError, quoted
from .numbered_hierarchy import Floats, Ints

LEARNERS = ("logistic", "svm", "bernoulli", "multinomial")
CALIBRATIONS = (None, "sigmoid", "isotonic")
FOLDS = 3  # of a calibration; each needs an example of either kind


@dataclass(frozen=True)
class LinearDecision:
    """P = link(x · weights + intercept), over the columns that it was fitted on."""

    weights: Floats
    """Weight of each column."""
    intercept: float
    """The intercept; one of ∞ or −∞ is certain."""
    link: tuple[Any, ...] = ()
    """The link: () is 1 / (1 + e^−z); (a, b) is 1 / (1 + e^(a z + b)) (Platt); two arrays are points between which the
    probability is interpolated (isotonic).
    """
    note: str = ""
    """Sentence on what was odd in learning it; "" for nothing."""


def make_learner(learner: Any, seed: int | None) -> Any:
    """The learner of a name in `LEARNERS`, or a copy of one of scikit-learn's. Raises LearningError."""
    if not isinstance(learner, str):
        tells = hasattr(learner, "predict_proba") or hasattr(learner, "decision_function")
        if not (tells and hasattr(learner, "fit")):
            raise LearningError(
                f"the learner {quoted(learner)} is not accepted; {', '.join(LEARNERS)} is, or a classifier of "
                "scikit-learn with predict_proba or decision_function"
            )
        return clone(learner)
    constructors = {
        "logistic": lambda: LogisticRegression(solver="liblinear", C=1.0, random_state=seed),
        "svm": lambda: LinearSVC(random_state=seed),
        "bernoulli": lambda: BernoulliNB(alpha=1.0),
        "multinomial": lambda: MultinomialNB(alpha=1.0),
    }
    if learner not in constructors:
        raise LearningError(f"the learner {quoted(learner)} is not known; {', '.join(LEARNERS)} is")
    return constructors[learner]()


def fit_learner(
    learner: Any, calibrate: str | None, x: Any, y: npt.NDArray[np.bool_], seed: int | None
) -> LinearDecision | Any:
    """A learner fitted on documents of either kind: a `LinearDecision`, or, where it is none, the classifier itself.

    x: documents × columns, sparse.  y: whether each belongs to the class. Where all do or none does nothing is
    learnt: that is certain.
    """
    columns = x.shape[1]
    if y.all() or not y.any() or not columns:
        share = y.mean() if len(y) else 0.0
        with np.errstate(divide="ignore"):
            return LinearDecision(np.zeros(columns), float(np.log(share) - np.log1p(-share)))
    note = ""
    if calibrate is not None and min(y.sum(), (~y).sum()) < FOLDS:
        learner, note = (
            make_learner("logistic", seed),
            f"fewer than {FOLDS} examples of a kind: logistic, not calibrated",
        )
    elif calibrate is not None:
        learner = CalibratedClassifierCV(learner, method=calibrate, cv=FOLDS, ensemble=False)
    learner.fit(x, y)
    line = _linear_parts(learner)
    return learner if line is None else LinearDecision(*line, note=note)


def _linear_parts(model: Any) -> tuple[Floats, float, tuple[Any, ...]] | None:
    """Weights, intercept and link of a fitted binary classifier; None for one that is no line."""
    if isinstance(model, CalibratedClassifierCV):
        inner = model.calibrated_classifiers_[0]
        line = _linear_parts(inner.estimator) if isinstance(inner.estimator, LinearSVC) else None
        if line is None:
            return None
        platt = hasattr(curve := inner.calibrators[0], "a_")
        link = (float(curve.a_), float(curve.b_)) if platt else (curve.X_thresholds_, curve.y_thresholds_)
        return *line[:2], link
    if isinstance(model, LogisticRegression | LinearSVC):
        return model.coef_[0], float(np.ravel(model.intercept_)[0]), ()
    if isinstance(model, BernoulliNB):
        there = model.feature_log_prob_
        missing = np.log1p(-np.exp(there))
        odds, prior = there - missing, model.class_log_prior_
        return odds[1] - odds[0], float((missing[1] - missing[0]).sum() + prior[1] - prior[0]), ()
    if isinstance(model, MultinomialNB):
        weights, prior = model.feature_log_prob_, model.class_log_prior_
        return weights[1] - weights[0], float(prior[1] - prior[0]), ()
    return None


def link_values(z: Floats, link: tuple[Any, ...]) -> Floats:
    """Probabilities from 0 to 1 of values of a line."""
    if not link:
        return expit(z)
    if isinstance(link[0], float):
        return expit(-(link[0] * z + link[1]))
    probabilities: Floats = np.interp(z, *link)
    return probabilities


def expit(z: Floats) -> Floats:
    """1 / (1 + e^−z), without overflow."""
    small = np.exp(-np.abs(z))
    probabilities: Floats = np.where(z >= 0, 1, small) / (1 + small)
    return probabilities


class DocumentEstimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """An estimator that learns from documents × columns, sparse ones too; its fields are its parameters."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class SetClassifier(ClassifierMixin, DocumentEstimator):  # type: ignore[misc]
    """A classifier that predicts a set of classes for each document."""

    _estimator_type: ClassVar[str] = "classifier"

    def score(self, X: Any, Y: Any, sample_weight: Any = None, classes: Sequence[str] | None = None) -> float:
        """Share of documents, 0 to 1, whose predicted classes are the true ones, each side with all ancestors.

        Y, classes: as `fit` takes them.  sample_weight: how much each document counts. Raises LearningError.
        """
        predicted = self.predict(X)
        layout, n = self.layout_, len(predicted)
        both = (layout.label_matrix(side, n, names) for side, names in ((Y, classes), (predicted, None)))
        true, answer = ((side @ layout.ancestor_matrix).astype(bool) for side in both)
        return float(np.average(np.diff((true != answer).tocsr().indptr) == 0, weights=sample_weight))


def checked_documents(x: Any, binary: bool = False, estimator: Any = None, learns: bool = False) -> Any:
    """Documents × columns as sparse rows of float32 with indices of 32 bits, finite; what was given stays as it is.

    binary: whether what is not 0 counts 1.  estimator: the estimator that is given them, whose columns they must have.
    learns: whether it learns these columns now. Raises LearningError.
    """
    try:
        checks = {"accept_sparse": "csr", "dtype": np.float32, "ensure_all_finite": False}
        checks["ensure_min_samples"] = int(learns)
        matrix = check_array(x, **checks) if estimator is None else validate_data(estimator, x, reset=learns, **checks)
    except (TypeError, ValueError) as error:
        why = " ".join(str(error).split())
        raise LearningError(f"X is no matrix of numbers, documents × columns, that is accepted here: {why}") from None
    if sparse.issparse(matrix) and (not matrix.has_canonical_format or not matrix.data.all()):
        matrix = matrix.copy()
    matrix = sparse.csr_matrix(matrix)
    matrix.sum_duplicates()
    if matrix.nnz >= 2**31 or matrix.shape[1] >= 2**31:
        raise LearningError("X holds more than 2,147,483,647 numbers or columns; fewer are accepted")
    if not np.isfinite(matrix.data).all():
        row = int(np.searchsorted(matrix.indptr, np.flatnonzero(~np.isfinite(matrix.data))[0], "right"))
        raise LearningError(
            f"document {row:,} holds a number that is not finite (NaN or inf); finite ones are accepted"
        )
    if binary:
        matrix = sparse.csr_matrix(((matrix.data != 0).astype(np.float32), matrix.indices, matrix.indptr), matrix.shape)
    matrix.eliminate_zeros()
    indices, indptr = matrix.indices.astype(np.int32, copy=False), matrix.indptr.astype(np.int32, copy=False)
    return sparse.csr_matrix((matrix.data, indices, indptr), matrix.shape)


@dataclass(frozen=True)
class Projection:
    """Directions in which documents vary most: x → (x − mean) · directionsᵀ."""

    mean: Floats
    """Mean of the documents."""
    directions: Floats
    """The directions, k × columns."""

    def project(self, x: Any) -> Floats:
        """Documents in these directions, documents × k."""
        projected: Floats = x @ self.directions.T - self.mean @ self.directions.T
        return projected

    def line_over_columns(self, line: LinearDecision) -> LinearDecision:
        """The line over k directions as one over the columns themselves."""
        weights = self.directions.T @ line.weights
        return LinearDecision(weights, line.intercept - float(self.mean @ weights), line.link, line.note)


@dataclass(frozen=True)
class OtherLearner:
    """A fitted classifier that is not linear, with its columns, and the projection that it was fitted on."""

    model: Any
    """The classifier."""
    columns: Ints
    """Numbers of the columns that it was fitted on."""
    projection: Projection | None
    """Directions that documents are projected on first; None for none."""

    def probabilities(self, x: Any) -> Floats:
        """Probability of each document that it belongs to the class."""
        part = x[:, self.columns] if self.projection is None else self.projection.project(x[:, self.columns])
        if hasattr(self.model, "predict_proba"):
            probabilities: Floats = self.model.predict_proba(part)[:, 1]
            return probabilities
        return expit(self.model.decision_function(part))


@dataclass(frozen=True)
class LinearDecisions:
    """m binary classifiers over p columns, in one sparse matrix, so that all are asked at once."""

    weights: Any
    """Weights, columns × lines, as sparse rows of float32."""
    intercepts: Floats
    """Intercept of each line."""
    links: Mapping[int, tuple[Any, ...]] = field(default_factory=dict)
    """Links of the lines that have one."""
    foreign: Mapping[int, OtherLearner] = field(default_factory=dict)
    """Classifiers that are no lines, by number."""
    together: tuple[Ints, ...] = ()
    """Groups of classifiers whose probabilities are made by one softmax."""

    def probabilities(self, x: Any) -> Floats:
        """Probabilities of documents, documents × m."""
        z = (x @ self.weights).toarray().astype(np.float64) + self.intercepts
        probabilities = expit(z)
        for group in self.together:
            least = np.exp(z[:, group] - z[:, group].max(axis=1, keepdims=True))
            probabilities[:, group] = least / least.sum(axis=1, keepdims=True)
        for k, link in self.links.items():
            probabilities[:, k] = link_values(z[:, k], link)
        for k, model in self.foreign.items():
            probabilities[:, k] = model.probabilities(x)
        return probabilities


@dataclass
class DecisionPile:
    """Linear classifiers being gathered into one sparse matrix, in single precision."""

    columns: int
    """Number of columns."""
    count: int
    """Number of lines."""
    parts: dict[int, tuple[Ints, npt.NDArray[np.float32]]] = field(default_factory=dict)
    """Columns and weights of each line that are not 0."""
    intercepts: Floats = field(init=False)
    """Intercept of each line."""
    links: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """Links of the lines that have one."""
    foreign: dict[int, OtherLearner] = field(default_factory=dict)
    """Classifiers that are no lines, by number."""
    notes: dict[str, int] = field(default_factory=dict)
    """Number of lines that each note was written at."""

    def __post_init__(self) -> None:
        self.intercepts = np.full(self.count, np.inf)

    def add(self, k: int, line: LinearDecision | OtherLearner, columns: Ints) -> None:
        """Puts classifier k, over these columns, onto the pile."""
        if isinstance(line, OtherLearner):
            self.foreign[k] = line
            return
        words = np.flatnonzero(line.weights)
        self.parts[k] = columns[words], line.weights[words].astype(np.float32)
        self.intercepts[k] = line.intercept
        if line.link:
            self.links[k] = line.link
        if line.note:
            self.notes[line.note] = self.notes.get(line.note, 0) + 1

    def note_lines(self) -> tuple[str, ...]:
        """Notes on classifiers, each with of how many it holds."""
        return tuple(f"{many:,} classifiers: {note}" for note, many in sorted(self.notes.items()))

    def join(self, together: Iterable[Ints] = ()) -> LinearDecisions:
        """The classifiers in one matrix; what was not added is certain."""
        many = np.zeros(self.columns, np.int64)
        for rows, _ in self.parts.values():
            many[rows] += 1
        starts = np.concatenate([[0], np.cumsum(many)])
        at = starts[:-1].copy()
        places, values = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.float32)
        for k in sorted(self.parts):  # each is let go once it has its place
            rows, own = self.parts.pop(k)
            places[at[rows]], values[at[rows]] = k, own
            at[rows] += 1
        weights = sparse.csr_matrix((values, places, starts), (self.columns, self.count))
        return LinearDecisions(weights, self.intercepts, self.links, self.foreign, tuple(together))
