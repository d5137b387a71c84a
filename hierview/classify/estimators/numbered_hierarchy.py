"""The hierarchy as classifiers see it: classes by number, groups of siblings, and which documents are below whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from ...errors import LearningError, quoted, suggestion
from ...model.hierarchy import Hierarchy
from ...study.inputs.python_labels import labels_of_plain_data

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Siblings:
    """Classes with the same parents, all by number; `children` are in the order of their names."""

    parents: tuple[int, ...]
    """Numbers of the parents."""
    children: Ints
    """Numbers of the classes, in the order of their names."""


class NumberedHierarchy:
    """A hierarchy of n classes by number, parents before children; 0 is the root.

    Where a hierarchy has several roots, 0 is an artificial one above them (`artificial`).
    """

    def __init__(self, hierarchy: Hierarchy):
        self.original = hierarchy
        self.hierarchy = hierarchy.rooted()
        self.artificial = self.hierarchy is not hierarchy
        arrays = self.hierarchy.arrays
        place = np.empty(len(arrays.order), np.int32)
        place[arrays.order] = np.arange(len(place), dtype=np.int32)
        self.nodes = tuple(self.hierarchy.classes[i] for i in arrays.order.tolist())
        self.index = {c: i for i, c in enumerate(self.nodes)}
        self.parents = _renumbered(arrays.parent_starts, arrays.parents, arrays.order, place)
        self.children = _renumbered(arrays.child_starts, arrays.children, arrays.order, place)
        self.depths = arrays.depths[arrays.order]  # the fewest edges from the root to each class

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def by_name(self) -> Ints:
        """The place of each class in the order of names."""
        numbers = np.empty(len(self), np.int32)
        numbers[np.array(sorted(range(len(self)), key=self.nodes.__getitem__), np.int64)] = np.arange(len(self))
        return numbers

    @cached_property
    def is_leaf(self) -> npt.NDArray[np.bool_]:
        """Whether each class is a leaf."""
        return np.array([not below for below in self.children], bool)

    @cached_property
    def level_of(self) -> Ints:
        """The most edges that lead from the root to each class."""
        level = [0] * len(self)
        for i, parents in enumerate(self.parents):
            level[i] = 1 + max((level[p] for p in parents), default=-1)
        return np.array(level, np.int32)

    @cached_property
    def levels(self) -> list[Ints]:
        """The classes by their level: each after its parents."""
        return numbers_by_level(self.level_of, int(self.level_of.max()) + 1)

    @cached_property
    def siblings(self) -> tuple[Siblings, ...]:
        """All groups of classes with the same parents, the highest first."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for i, parents in enumerate(self.parents):
            if parents:
                groups.setdefault(tuple(sorted(parents)), []).append(i)
        return tuple(
            Siblings(parents, np.array(sorted(below, key=self.nodes.__getitem__), np.int32))
            for parents, below in groups.items()
        )

    def rivals(self, group: Siblings) -> set[int]:
        """The children of the parents of a group: itself and whoever shares some of these parents."""
        return {child for parent in group.parents for child in self.children[parent]}

    @cached_property
    def parent_matrix(self) -> Any:
        """N × n of 0 and 1, in rows: row v has 1 for each parent of v, in the order of `parents`."""
        starts = np.cumsum([0, *map(len, self.parents)])
        flat = np.fromiter((p for parents in self.parents for p in parents), np.int32, int(starts[-1]))
        return sparse.csr_matrix((np.ones(len(flat), np.int32), flat, starts), (len(self), len(self)))

    @cached_property
    def ancestor_matrix(self) -> Any:
        """N × n of 0 and 1, in rows: row v has 1 for v and for all its ancestors."""
        closure = own = sparse.identity(len(self), np.int32, "csr")
        for _ in self.levels:
            more = self.parent_matrix @ closure + own
            more.data[:] = 1
            if more.nnz == closure.nnz:
                break
            closure = more
        return closure

    def label_matrix(self, labels: Any, documents: int, classes: Sequence[str] | None = None) -> Any:
        """Labels in any shape that `hierview.score` takes, as documents × n of 0 and 1, in rows.

        Raises LearningError: the document, the label, what is accepted.
        """
        label_rows = labels_of_plain_data(labels, classes, "Y")
        if len(label_rows) != documents:
            raise LearningError(
                f"X has {documents:,} documents and Y has {len(label_rows):,}; as many labels as documents"
            )
        codes = np.empty(len(label_rows.names), np.int32)
        for k, name in enumerate(label_rows.names):
            code = self.index.get(name)
            if code is None or (code == 0 and self.artificial):
                first = int(np.searchsorted(label_rows.starts, np.flatnonzero(label_rows.codes == k)[0], "right"))
                near = suggestion(name, self.original.classes)
                raise LearningError(f"document {first:,} has {quoted(name)}, which is no class of the hierarchy{near}")
            codes[k] = code
        ones = np.ones(len(label_rows.codes), np.int32)
        matrix = sparse.csr_matrix((ones, codes[label_rows.codes], label_rows.starts), (documents, len(self)))
        matrix.sort_indices()
        return matrix

    def class_sets(self, rows: Any) -> list[frozenset[str]]:
        """The classes of each row of a matrix documents × n, by name."""
        names = self.nodes
        return [frozenset(names[k] for k in rows.indices[a:b].tolist()) for a, b in pairwise(rows.indptr.tolist())]


def numbers_by_level(level: Ints, levels: int) -> list[Ints]:
    """The numbers of things by the level that each has."""
    order = np.argsort(level, kind="stable").astype(np.int32)
    return np.split(order, np.searchsorted(level[order], np.arange(1, levels)))


def span_indices(begins: npt.NDArray[Any], lengths: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], Any]:
    """The starts of spans laid end to end, with the end of the last, and the indices that all of them cover."""
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return starts, np.arange(starts[-1]) + np.repeat(begins - starts[:-1], lengths)


def _renumbered(starts: Ints, others: Ints, order: Ints, place: Ints) -> list[tuple[int, ...]]:
    """The neighbours of each class, all by their new numbers."""
    moved, begins = place[others].tolist(), starts.tolist()
    return [tuple(moved[begins[i] : begins[i + 1]]) for i in order.tolist()]
