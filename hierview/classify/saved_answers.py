"""Answers of classifiers, in files: scores of classes, and the nearest documents' classes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from .estimators.nearest import Nearest
from .estimators.node_scores import OF_DOCUMENTS, OF_ENTRIES, NodeScores
from .saving import Arrays, hierarchy_to_json, layout_from_json, matrix_of, pack_matrix, read_parts, write_parts

_SCORES = ("starts", *OF_ENTRIES, *OF_DOCUMENTS)


def save_scores(scores: NodeScores, path: str | os.PathLike[str]) -> None:
    """Writes the scores of documents, in the order that they have."""
    arrays = {name: x for name in _SCORES if (x := getattr(scores, name)) is not None}
    write_parts(path, {"kind": "NodeScores", "hierarchy": hierarchy_to_json(scores.layout.given)}, arrays)


def load_scores(path: str | os.PathLike[str]) -> NodeScores:
    """The scores in a file that `save_scores` wrote. Raises LearningError."""

    def scores(head: Mapping[str, Any], arrays: Arrays) -> NodeScores:
        layout = layout_from_json(head["hierarchy"])
        node_scores = NodeScores(layout, **{name: arrays.get(name) for name in _SCORES})  # type: ignore[arg-type]
        many = int(node_scores.starts[-1])
        fits = all(len(x) == many for name in OF_ENTRIES if (x := arrays.get(name)) is not None)
        fits &= all(len(arrays[name]) == len(node_scores) for name in OF_DOCUMENTS)
        if not fits or (np.diff(node_scores.starts) < 0).any():
            raise ValueError("the sizes do not fit each other")
        if not ((node_scores.columns >= 0) & (node_scores.columns < len(layout))).all():
            raise ValueError("a class has a number that none has")
        return node_scores

    node_scores: NodeScores = read_parts(path, scores)
    return node_scores


def save_nearest(nearest: Nearest, path: str | os.PathLike[str]) -> None:
    """Writes which documents are nearest, and their classes."""
    arrays: Arrays = {"found": nearest.found}
    pack_matrix(nearest.labelled, "labelled", arrays)
    write_parts(path, {"kind": "Nearest", "hierarchy": hierarchy_to_json(nearest.layout.given)}, arrays)


def load_nearest(path: str | os.PathLike[str]) -> Nearest:
    """The documents that `save_nearest` wrote. Raises LearningError."""

    def nearest(head: Mapping[str, Any], arrays: Arrays) -> Nearest:
        layout, rows, labelled = layout_from_json(head["hierarchy"]), arrays["found"], matrix_of("labelled", arrays)
        if rows.ndim != 2 or rows.dtype.kind != "i" or labelled.shape[1] != len(layout):
            raise ValueError("the sizes do not fit each other")
        if rows.size and not (rows.min() >= -1 and rows.max() < labelled.shape[0]):
            raise ValueError("a document has a number that none has")
        return Nearest(layout, rows, labelled)

    neighbours: Nearest = read_parts(path, nearest)
    return neighbours
