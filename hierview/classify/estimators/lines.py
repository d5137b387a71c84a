"""Many lines in one sparse matrix, so that all classes are asked at once; and those that are none, beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from .layout import Floats, Ints
from .learners import Line, expit, link_values, probabilities_of


@dataclass(frozen=True)
class Projection:
    """Directions in which documents vary most: x → (x − mean) · directionsᵀ. directions: k × columns."""

    mean: Floats
    directions: Floats

    def of(self, x: Any) -> Floats:
        """Documents in these directions, documents × k."""
        projected: Floats = x @ self.directions.T - self.mean @ self.directions.T
        return projected

    def line(self, line: Line) -> Line:
        """The line over k directions as one over the columns themselves."""
        weights = self.directions.T @ line.weights
        return Line(weights, line.intercept - float(self.mean @ weights), line.link, line.note)


@dataclass(frozen=True)
class OtherLearner:
    """A classifier that is no line, with the columns that it was fitted on, and in which directions."""

    model: Any
    columns: Ints
    projection: Projection | None

    def of(self, x: Any) -> Floats:
        """Probability of each document that it belongs to the class."""
        part = x[:, self.columns]
        return probabilities_of(self.model, part if self.projection is None else self.projection.of(part))


@dataclass(frozen=True)
class Lines:
    """m binary classifiers over p columns.

    weights: p × m, sparse rows of float32.  intercepts: m.  links: of those that have one.  foreign: those that are no
    lines.  together: groups of classifiers whose probabilities are made by one softmax.
    """

    weights: Any
    intercepts: Floats
    links: Mapping[int, tuple[Any, ...]] = field(default_factory=dict)
    foreign: Mapping[int, OtherLearner] = field(default_factory=dict)
    together: tuple[Ints, ...] = ()

    def of(self, x: Any) -> Floats:
        """Probabilities of documents, documents × m."""
        z = (x @ self.weights).toarray().astype(np.float64) + self.intercepts
        probabilities = expit(z)
        for group in self.together:
            least = np.exp(z[:, group] - z[:, group].max(axis=1, keepdims=True))
            probabilities[:, group] = least / least.sum(axis=1, keepdims=True)
        for k, link in self.links.items():
            probabilities[:, k] = link_values(z[:, k], link)
        for k, model in self.foreign.items():
            probabilities[:, k] = model.of(x)
        return probabilities


@dataclass
class Piled:
    """Lines on their way into one matrix; of each what is not 0 is kept, in single precision."""

    columns: int
    many: int
    parts: dict[int, tuple[Ints, npt.NDArray[np.float32]]] = field(default_factory=dict)
    intercepts: Floats = field(init=False)
    links: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    foreign: dict[int, OtherLearner] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.intercepts = np.full(self.many, np.inf)

    def add(self, k: int, line: Line | OtherLearner, columns: Ints) -> None:
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

    def done(self, together: Iterable[Ints] = ()) -> Lines:
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
        weights = sparse.csr_matrix((values, places, starts), (self.columns, self.many))
        return Lines(weights, self.intercepts, self.links, self.foreign, tuple(together))
