"""Classifiers that use a hierarchy, in the manner of scikit-learn; it does the learning, ours is the hierarchy.

`TopDown` decides from the root down, `Flat` among the leaves, `Neighbours` by votes, `Hybrid` adds neighbours to
another. Their `predict_proba` gives scores of all classes, from which every decision rule decides and every curve is
drawn. Needs scikit-learn.

>>> from hierview.classify import TopDown, make
>>> made = make(0, branching=(3, 3), mix=(0.5, 0.2, 0.3), train=300, test=100)
>>> model = TopDown().fit(made.train, made.train_labels, made.hierarchy)
>>> len(model.predict(made.test, rule="Cascade"))
100
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ..errors import extras

if TYPE_CHECKING:
    from .corpora.documents import read_documents
    from .corpora.generated import WordModel, make
    from .estimators.deciding import decided
    from .estimators.neighbours import Centroids, Hybrid, Neighbours
    from .estimators.node_scores import NodeScores
    from .estimators.topdown import Flat, TopDown
    from .saving import load, save

_LATER = {
    "Centroids": "estimators.neighbours",
    "Flat": "estimators.topdown",
    "Hybrid": "estimators.neighbours",
    "Neighbours": "estimators.neighbours",
    "NodeScores": "estimators.node_scores",
    "TopDown": "estimators.topdown",
    "WordModel": "corpora.generated",
    "decided": "estimators.deciding",
    "load": "saving",
    "make": "corpora.generated",
    "read_documents": "corpora.documents",
    "save": "saving",
}


def __getattr__(name: str) -> object:
    """Loaded when it is first asked for: scikit-learn takes a while to load, and may be missing."""
    if name in _LATER:
        with extras("classifiers"):
            return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Centroids",
    "Flat",
    "Hybrid",
    "Neighbours",
    "NodeScores",
    "TopDown",
    "WordModel",
    "decided",
    "load",
    "make",
    "read_documents",
    "save",
]
