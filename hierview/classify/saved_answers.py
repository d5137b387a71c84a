"""Answers of classifiers, in files: scores of classes, and the nearest documents' classes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from .nearest import Nearest
from .node_scores import NodeScores
from .saving import Arrays, hierarchy_told, layout_told, matrix_of, pack_matrix, read_parts, written

_SCORES = ("starts", "columns", "conditional", "marginal", "local", "inside", "dropped")


def save_scores(scores: NodeScores, path: str | os.PathLike[str]) -> None:
    """Writes the scores of documents, in the order that they have."""
    arrays = {name: x for name in _SCORES if (x := getattr(scores, name)) is not None}
    written(path, {"kind": "NodeScores", "hierarchy": hierarchy_told(scores.layout.given)}, arrays)


def load_scores(path: str | os.PathLike[str]) -> NodeScores:
    """The scores in a file that `save_scores` wrote. Raises LearningError."""

    def scores(head: Mapping[str, Any], arrays: Arrays) -> NodeScores:
        layout = layout_told(head["hierarchy"])
        found = NodeScores(layout, **{name: arrays.get(name) for name in _SCORES})  # type: ignore[arg-type]
        many = int(found.starts[-1])
        beside = [x for name in _SCORES[1:5] if (x := getattr(found, name)) is not None]
        fits = all(len(x) == many for x in beside) and len(found.inside) == len(found.dropped) == len(found)
        if not fits or (np.diff(found.starts) < 0).any() or not (found.columns >= 0).all():
            raise ValueError("the sizes do not fit each other")
        if not (found.columns < len(layout)).all():
            raise ValueError("a class has a number that none has")
        return found

    found: NodeScores = read_parts(path, scores)
    return found


def save_nearest(nearest: Nearest, path: str | os.PathLike[str]) -> None:
    """Writes which documents are nearest, and their classes."""
    arrays: Arrays = {"found": nearest.found}
    pack_matrix(nearest.labelled, "labelled", arrays)
    written(path, {"kind": "Nearest", "hierarchy": hierarchy_told(nearest.layout.given)}, arrays)


def load_nearest(path: str | os.PathLike[str]) -> Nearest:
    """The documents that `save_nearest` wrote. Raises LearningError."""

    def nearest(head: Mapping[str, Any], arrays: Arrays) -> Nearest:
        layout, found, labelled = layout_told(head["hierarchy"]), arrays["found"], matrix_of("labelled", arrays)
        if found.ndim != 2 or found.dtype.kind != "i" or labelled.shape[1] != len(layout):
            raise ValueError("the sizes do not fit each other")
        if found.size and not (found.min() >= -1 and found.max() < labelled.shape[0]):
            raise ValueError("a document has a number that none has")
        return Nearest(layout, found, labelled)

    read: Nearest = read_parts(path, nearest)
    return read
