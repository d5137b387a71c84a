"""The systems that the papers compare, by name: a classifier, which several may share, and the rule that decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import TfidfTransformer

from ..errors import LearningError, quoted, suggestion
from ..model.hierarchy import Hierarchy
from .estimators.learners import checked_documents
from .estimators.neighbours import Hybrid, Neighbours
from .estimators.topdown import Flat, TopDown

WEIGHTS = ("tfidf", "binary", "none")


@dataclass(frozen=True)
class LearningSettings:
    """Choices that all systems of a run share."""

    learner: str | None = None
    """Learner of every system; None is each system's own."""
    calibrate: str | None = None
    """How probabilities are calibrated: None, "sigmoid" or "isotonic"."""
    neighbours: int = 5
    """Number of documents that vote."""
    jobs: int | None = None
    """Number of processes; None for one."""
    seed: int = 0
    """Seed of what is random."""


@dataclass(frozen=True)
class System:
    """A classification system that the papers compare: its name, and how its classifier is made."""

    name: str
    """Name of the system."""
    title: str
    """Its meaning in a few words."""
    classifier: str
    """Name of what it learns, the same for systems that learn the same."""
    rule: str
    """Rule by which it decides from scores; "" where it has none."""
    make: Callable[[LearningSettings, Hierarchy], Any]
    """Makes its classifier for some settings and a hierarchy."""


def _top_down_maker(**own: Any) -> Callable[[LearningSettings, Hierarchy], Any]:
    def make(settings: LearningSettings, hierarchy: Hierarchy) -> TopDown:
        options = {"learner": settings.learner or own.get("learner", "logistic"), "calibrate": settings.calibrate}
        return TopDown(**{**own, **options}, hierarchy=hierarchy, n_jobs=settings.jobs, random_state=settings.seed)

    return make


def _neighbours_maker(expanded: str) -> Callable[[LearningSettings, Hierarchy], Any]:
    return lambda settings, hierarchy: Neighbours(settings.neighbours, expanded=expanded, hierarchy=hierarchy)


def _make_flat(settings: LearningSettings, hierarchy: Hierarchy) -> Flat:
    return Flat(settings.learner or "logistic", settings.calibrate, hierarchy=hierarchy, random_state=settings.seed)


def _make_hybrid(settings: LearningSettings, hierarchy: Hierarchy) -> Hybrid:
    base = _top_down_maker()(settings, hierarchy)
    voters = Neighbours(settings.neighbours, hierarchy=hierarchy)
    return Hybrid(base, voters, hierarchy=hierarchy, random_state=settings.seed)


_LISTED = (
    System("flat", "one decision among all leaves", "flat", "BestLeaf", _make_flat),
    System("cascade", "the best child at each level", "node", "Cascade", _top_down_maker()),
    System("p_path", "the most probable path to a leaf", "node", "MostProbablePath", _top_down_maker()),
    System("pca", "the best child, on principal components", "pca", "Cascade", _top_down_maker(pca_levels="all")),
    System("combo", "the best child, on components in two levels", "combo", "Cascade", _top_down_maker(pca_levels=2)),
    System(
        "local+subtree",
        "subtree classifiers, then local ones",
        "local+subtree",
        "LocalAndSubtree",
        _top_down_maker(scheme="local+subtree", learner="svm"),
    ),
    System("knn", "what enough neighbours have", "knn", "", _neighbours_maker("no")),
    System("knn1", "the same; parents and children count too", "knn1", "", _neighbours_maker("parents and children")),
    System("knn2", "the same; children count too", "knn2", "", _neighbours_maker("children")),
    System("hybrid", "the most probable path, and filtered neighbours", "hybrid", "", _make_hybrid),
)
SYSTEMS: Mapping[str, System] = {system.name: system for system in _LISTED}


def system_named(name: str) -> System:
    """The system of a name. Raises LearningError with those that are known."""
    if name not in SYSTEMS:
        near = suggestion(name, SYSTEMS)
        raise LearningError(f"the system {quoted(name)} is not known; {', '.join(SYSTEMS)} are{near}")
    return SYSTEMS[name]


def weigh_words(train: Any, test: Any, weights: str) -> tuple[Any, Any]:
    """Both matrices with their counts as they are ("none"), as 0 or 1 ("binary"), or as TF · IDF, rows of length 1.

    Numbers below 0 are taken as they are: they are no counts. Raises LearningError.
    """
    if weights not in WEIGHTS:
        raise LearningError(f"the weights {quoted(weights)} are not known; {', '.join(WEIGHTS)} are")
    a, b = checked_documents(train, weights == "binary"), checked_documents(test, weights == "binary")
    if weights != "tfidf" or (a.nnz and float(np.min(a.data)) < 0):
        return a, b
    transformer = TfidfTransformer().fit(a)
    return transformer.transform(a), transformer.transform(b)
