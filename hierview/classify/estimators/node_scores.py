"""Answers about many documents: scores of all classes, which rules and curves read; or the nearest documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from ...model.case import Draft
from ...model.extra import Extra
from ...model.hierarchy import Hierarchy
from .numbered_hierarchy import Floats, Ints, NumberedHierarchy, span_indices

EPS = 1e-4  # the least marginal that is stored
MICRO = 1_000_000  # conditionals have six decimals
OF_ENTRIES, OF_DOCUMENTS = ("columns", "conditional", "marginal", "local"), ("inside", "dropped")
Singles = npt.NDArray[np.float32]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class NodeScores:
    """Scores of N documents for n classes: those of document i are at `starts[i]:starts[i + 1]`, the rest is 0."""

    layout: NumberedHierarchy
    """The classes by number, 0 is the root."""
    starts: Longs
    """Where the scores of each document begin, N + 1."""
    columns: Ints
    """Number of the class of each score."""
    conditional: Singles | None
    """P(class | parent), decimals of six digits; None of a flat classifier, which has marginals alone."""
    marginal: Singles | Floats
    """The conditional × the greatest marginal of a parent; the root has 1."""
    local: Singles | None = None
    """P(stays at the class); None where no classifier tells it."""
    inside: Singles = field(default_factory=lambda: np.empty(0, np.float32))
    """P(belongs anywhere in the hierarchy) of each document."""
    dropped: Singles = field(default_factory=lambda: np.empty(0, np.float32))
    """The marginals that were too small to keep, summed over classes below kept ones, of each document."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __repr__(self) -> str:
        """How many there are; `matrix()` has the numbers."""
        return f"<NodeScores of {len(self):,} documents for {len(self.layout):,} classes>"

    @property
    def nodes(self) -> tuple[str, ...]:
        """The classes by number."""
        return self.layout.nodes

    def matrix(self, which: str = "marginal") -> Any:
        """Documents × classes, sparse. which: "marginal", "conditional" or "local"."""
        return sparse.csr_matrix((getattr(self, which), self.columns, self.starts), (len(self), len(self.layout)))

    @cached_property
    def rows(self) -> Longs:
        """The document of each entry."""
        return np.repeat(np.arange(len(self), dtype=np.int64), np.diff(self.starts))

    @cached_property
    def micros(self) -> Longs:
        """Conditionals in millionths, exactly."""
        if self.conditional is None:
            raise ValueError("a flat classifier has no conditional probabilities")
        return in_micros(self.conditional).astype(np.int64)

    @cached_property
    def parent_entries(self) -> tuple[Longs, Longs]:
        """Where the parents of each entry's class stand: entry e has `ups[starts[e]:starts[e + 1]]`, −1 is none."""
        up = self.layout.parent_matrix
        many = np.diff(up.indptr)[self.columns]
        starts, at = span_indices(up.indptr[self.columns], many)
        return starts, self.entries_at(np.repeat(self.rows, many), up.indices[at])

    def entries_at(self, rows: Longs, columns: npt.NDArray[Any]) -> Longs:
        """Where the scores of these documents for these classes stand; −1 where they are 0."""
        n = len(self.layout)
        keys = self.rows * n + self.columns
        cells = rows * n + columns
        place = np.minimum(np.searchsorted(keys, cells), max(0, len(keys) - 1))
        return np.where(keys[place] == cells, place, -1) if len(keys) else np.full(len(cells), -1)

    def picked(self, which: Sequence[int] | Longs) -> NodeScores:
        """The documents with these numbers, in this order."""
        documents = np.asarray(which, np.int64)
        starts, at = span_indices(self.starts[documents], np.diff(self.starts)[documents])
        parts: dict[str, Any] = {name: None if (x := getattr(self, name)) is None else x[at] for name in OF_ENTRIES}
        parts |= {name: x[documents] if len(x := getattr(self, name)) else x for name in OF_DOCUMENTS}
        return NodeScores(self.layout, starts, **parts)

    def case(
        self,
        i: int,
        true: Sequence[str] | frozenset[str] = (),
        predicted: Sequence[str] | frozenset[str] = (),
        name: str = "",
        neighbours: Sequence[frozenset[str]] = (),
        most: int | None = None,
    ) -> Draft:
        """Document i as a case: the classes that have a score or are marked, with all above them.

        It carries the conditionals as probabilities of edges, or, of a flat classifier, scores of classes.
        neighbours: the classes of the nearest documents, which it carries, too.  most: so many classes are enough, the
        likeliest, with the way of the cascade and the marked ones; a note then says that others are left out.
        """
        layout = self.layout
        entries = self._likeliest_entries(i, most)
        columns = self.columns[entries].tolist()
        h = layout.hierarchy
        scored = (layout.nodes[k] for k in (0, *columns))
        near = h.restricted(h.closure({*scored, *true, *predicted, *reached_classes(h, neighbours)}))
        values: dict[str, Any] = neighbour_lists(neighbours)
        if self.conditional is None:
            marginals = zip(columns, self.marginal[entries].tolist(), strict=True)
            values["scores"] = {layout.nodes[k]: round(float(x), 6) for k, x in marginals}
        else:
            values["probabilities"] = [
                [layout.nodes[p], layout.nodes[k], micro / MICRO]
                for k, micro in zip(columns, self.micros[entries].tolist(), strict=True)
                for p in layout.parents[k]
                if layout.nodes[p] in near
            ]
        many = int(self.starts[i + 1] - self.starts[i])
        note = f"Cut to the likeliest {len(columns):,} of {many:,} classes." if len(columns) < many else ""
        return Draft(near, frozenset(true), frozenset(predicted), name, note=note, extra=Extra.of(near, **values))

    def _likeliest_entries(self, i: int, most: int | None) -> Longs:
        """The entries of document i; of more than `most` the likeliest and those on the way of the cascade."""
        entries = np.arange(self.starts[i], self.starts[i + 1])
        if most is None or len(entries) <= most:
            return entries
        likeliest = set(entries[np.argsort(-self.marginal[entries], kind="stable")[:most]].tolist())
        leaves = entries[self.layout.is_leaf[self.columns[entries]]]
        if len(leaves):
            likeliest.add(int(leaves[np.argmax(self.marginal[leaves])]))
        here, below = 0, dict(zip(self.columns[entries].tolist(), entries.tolist(), strict=True))
        while self.conditional is not None and (open_ := [k for k in self.layout.children[here] if k in below]):
            here = min(open_, key=lambda k: (-self.micros[below[k]], self.layout.nodes[k]))
            likeliest.add(below[here])
        up = {a for e in likeliest for a in self.layout.ancestor_matrix[self.columns[e]].indices.tolist()}
        return np.array([e for e in entries.tolist() if e in likeliest or self.columns[e] in up], np.int64)


@dataclass(frozen=True)
class NearestDocuments:
    """The K nearest learnt documents of each of N."""

    layout: NumberedHierarchy
    """The classes by number."""
    found: Ints
    """Numbers of the neighbours, N × K, the nearest first; −1 for a document that is 0 everywhere."""
    labelled: Any
    """Classes of the learnt documents, documents × classes."""

    def __len__(self) -> int:
        return len(self.found)

    def voter_classes(self, i: int) -> list[frozenset[str]]:
        """The classes of each neighbour of document i, the nearest first."""
        return self.layout.class_sets(self.labelled[self.found[i][self.found[i] >= 0]])

    def case(self, i: int, true: Collection[str] = (), predicted: Collection[str] = (), name: str = "") -> Draft:
        """Document i as a case that carries its neighbours' classes alone."""
        voters, h = self.voter_classes(i), self.layout.hierarchy
        near = h.restricted(h.closure({self.layout.nodes[0], *true, *predicted, *reached_classes(h, voters)}))
        extra = Extra.of(near, **neighbour_lists(voters))
        return Draft(near, frozenset(true), frozenset(predicted), name, extra=extra)


def reached_classes(hierarchy: Hierarchy, voters: Sequence[frozenset[str]]) -> set[str]:
    """The classes of neighbours and their children: votes go as far down as these."""
    own = set[str]().union(*voters)
    return own | {child for c in own for child in hierarchy.children(c)}


def neighbour_lists(voters: Sequence[frozenset[str]]) -> dict[str, list[list[str]]]:
    """Neighbours as a case file has them; nothing where there are none."""
    return {"neighbours": [sorted(voter) for voter in voters]} if voters else {}


def in_micros(values: Singles | Floats) -> Floats:
    """Values in millionths, to the nearest."""
    return np.rint(values.astype(np.float64) * MICRO)


def join_batches(parts: Sequence[NodeScores]) -> NodeScores:
    """Scores of several batches, one after the other."""
    first = parts[0]
    ends = np.cumsum([0, *(part.starts[-1] for part in parts)])
    starts = np.concatenate([[0], *(part.starts[1:] + end for part, end in zip(parts, ends, strict=False))])

    def together(name: str) -> Any:
        arrays = [getattr(part, name) for part in parts]
        return None if arrays[0] is None else np.concatenate(arrays)

    arrays = {name: together(name) for name in (*OF_ENTRIES, *OF_DOCUMENTS)}
    return NodeScores(first.layout, starts.astype(np.int64), **arrays)


def batch_scores(numbered: NumberedHierarchy, conditional: Floats, local: Floats | None, inside: Floats) -> NodeScores:
    """The scores of a batch from probabilities of all classes, n × documents, cut to what is worth keeping.

    Kept is what has a marginal of `EPS`; the best child of what is kept, down to a leaf; and all siblings along the
    path that a cascade takes, so that every rule decides from these scores as it does from a case of them.
    """
    conditional = np.rint(conditional * MICRO) / MICRO
    conditional[0] = 1
    marginal = np.ones_like(conditional)
    starts = numbered.parent_matrix.indptr
    for level in numbered.levels[1:]:
        begins, at = span_indices(starts[level], np.diff(starts)[level])
        above = marginal[numbered.parent_matrix.indices[at]]
        marginal[level] = conditional[level] * np.maximum.reduceat(above, begins[:-1], axis=0)
    best = _best_children(numbered, conditional)
    large = marginal >= EPS
    _keep_greedy(numbered, best, large)
    for k in range(len(numbered)):  # parents before children
        if k in best:
            where = np.flatnonzero(large[k])
            large[best[k][where], where] = True
    dropped = np.zeros(marginal.shape[1])
    for k, parents in enumerate(numbered.parents):
        if parents:
            dropped += np.where(~large[k] & large[list(parents)].any(axis=0), marginal[k], 0)
    return _kept_entries(
        numbered, large, {"conditional": conditional, "marginal": marginal, "local": local}, inside, dropped
    )


def _best_children(numbered: NumberedHierarchy, conditional: Floats) -> dict[int, Ints]:
    """The best child of each inner class for each document, the first by name of equals."""
    best = {}
    for k, children in enumerate(numbered.children):
        if children:
            ordered = np.array(sorted(children, key=numbered.nodes.__getitem__), np.int32)
            best[k] = ordered[np.argmax(conditional[ordered], axis=0)]
    return best


def _keep_greedy(numbered: NumberedHierarchy, best: dict[int, Ints], large: npt.NDArray[np.bool_]) -> None:
    """Keeps all children of every class on the way that a cascade takes."""
    documents = np.arange(large.shape[1])
    here = np.zeros(len(documents), np.int32)
    large[0] = True
    while len(documents):
        onward, after = [], []
        for k in np.unique(here).tolist():
            if k not in best:
                continue
            group = documents[here == k]
            large[np.ix_(np.array(numbered.children[k]), group)] = True
            onward.append(group)
            after.append(best[k][group])
        documents = np.concatenate([np.zeros(0, np.int64), *onward])
        here = np.concatenate([np.zeros(0, np.int32), *after])


def _kept_entries(
    numbered: NumberedHierarchy,
    large: npt.NDArray[np.bool_],
    dense: Mapping[str, Floats | None],
    inside: Floats,
    dropped: Floats,
) -> NodeScores:
    """The entries that are worth keeping. dense: of each kind of score all, classes × documents."""
    rows, columns = np.nonzero(large.T)
    starts = np.concatenate([[0], np.cumsum(large.sum(axis=0))]).astype(np.int64)
    singles: dict[str, Any] = {
        name: None if values is None else values[columns, rows].astype(np.float32) for name, values in dense.items()
    }
    beside = {"inside": inside.astype(np.float32), "dropped": dropped.astype(np.float32)}
    return NodeScores(numbered, starts, columns.astype(np.int32), **singles, **beside)


def flat_scores(numbered: NumberedHierarchy, leaves: Ints, values: Floats) -> NodeScores:
    """Scores of a flat classifier: of these classes, documents × classes, all that are not 0; no conditionals."""
    dense = np.zeros((len(numbered), len(values)))
    dense[leaves] = np.rint(values.T * MICRO) / MICRO
    none = np.zeros(len(values))
    return _kept_entries(numbered, dense > 0, {"conditional": None, "marginal": dense}, np.ones(len(values)), none)
