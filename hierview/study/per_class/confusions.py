"""Pairs of a true and a predicted class of whole runs, counted in a matrix that folds by the hierarchy.

An instance with one class on each side is one pair. Of several, those are a pair that the cheapest one-to-one pairing
joins (GIE), and what stays alone is paired with nothing. Of equally cheap pairings that is taken which pairs a class on
both sides with itself, then the first by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ...errors import StudyError, quoted, suggestion
from ...explain import MatrixPicture, MatrixRow
from ...measures.by_level.answers import longest_depths
from ...measures.pairs.graph_induced import Gie
from ...model.case import Case
from ..inputs.data import checked_system_name
from ..results.tables import StudyColumn, StudyTable, study_table
from ..scoring.numbered import Flags, Ints, Longs
from ..scoring.ratios import quotient
from ..study import Study
from .root_paths import RootPaths

MOST_HEADS = 12  # rows, and columns, unless more are asked for
NOTHING, OTHERS = "nothing", "others"
SHARES = ("count", "row", "column")
SAYS = (
    "Rows are true classes, columns predicted ones; a class stands for all below it.",
    "Of several classes of an instance the cheapest one-to-one pairing joins two and two (GIE), a class on both sides "
    "with itself where that costs no more, then the first by name; what stays alone is paired with nothing.",
    "A class with several parents stands below each of them, and once in the total; a pair that is right in a row is "
    "in no other cell of it.",
)


@dataclass(frozen=True)
class MatrixHead:
    """The head of a row and a column: a class with all below it, a class itself, what is merged, or nothing."""

    key: str
    """Name of a class, or "nothing" or "others"."""
    shown: str
    """Text that is shown for it."""
    itself: bool = False
    """Whether it is the class alone."""
    path: tuple[str, ...] = ()
    """The open classes above."""
    opens: bool = False
    """Whether it has children with counts."""
    kind: str = "class"
    """What it is: a class, what is merged, or nothing."""
    merged: tuple[MatrixHead, ...] = ()
    """The heads that "others" stands for."""

    @property
    def head_key(self) -> str:
        """The text that tells this head from all others."""
        return "/".join((*self.path, f"{self.kind if self.kind != 'class' else ''}{'=' * self.itself}{self.key}"))


@dataclass(frozen=True)
class ConfusedPairs:
    """Pairs of a run: the instance of each, its true and its predicted class, -1 for nothing."""

    system: str
    """Name of the system."""
    root_paths: RootPaths
    """Paths down to the classes, which say where each stands."""
    instances: Longs
    """Instance of each pair."""
    true: Ints
    """Number of its true class, -1 for nothing."""
    predicted: Ints
    """Number of its predicted class, -1 for nothing."""
    has_several_labels: bool
    """Whether any instance has several classes on a side."""

    def membership(self, heads: Sequence[MatrixHead], classes: Ints) -> npt.NDArray[np.bool_]:
        """Whether each class belongs to each head: classes × heads."""
        different, places = np.unique(classes, return_inverse=True)
        number_of = self.root_paths.numbers_by_name
        held = np.zeros((len(different), len(heads)), bool)
        wanted: dict[int, list[int]] = {}
        for k, head in enumerate(heads):
            for one in head.merged or (head,):
                if one.kind == NOTHING:
                    held[different == -1, k] = True
                elif one.itself:
                    held[different == number_of[one.key], k] = True
                else:
                    wanted.setdefault(number_of[one.key], []).append(k)
        for i, c in enumerate(different.tolist()):
            for a in self.root_paths.ancestors_or_self(c).tolist() if c >= 0 else ():
                for k in wanted.get(a, ()):
                    held[i, k] = True
        return held[places]

    def instances_in(self, row: MatrixHead, column: MatrixHead) -> list[int]:
        """The instances with a pair in a cell, in their order."""
        there = self.membership([row, column], self.predicted)
        right: Flags = there[:, 0]
        mask: Flags = self.membership([row], self.true)[:, 0] & (right if row == column else there[:, 1] & ~right)
        instances: list[int] = np.unique(self.instances[mask]).tolist()
        return instances


@dataclass(frozen=True)
class ConfusionMatrix:
    """Counts of a run's pairs, rows true and columns predicted."""

    system: str
    """Name of the system."""
    heads: tuple[MatrixHead, ...]
    """Heads of rows and columns."""
    counts: Longs
    """Number of pairs in each cell."""
    true: Longs
    """Number of pairs of each row."""
    predicted: Longs
    """Number of pairs of each column."""
    total: int
    """Number of all pairs."""

    def shares(self, share_of: str = "count") -> npt.NDArray[np.float64]:
        """The counts, or their share of the row or of the column; 0/0 is 0."""
        if share_of not in SHARES:
            raise StudyError(f"{quoted(share_of)} is not accepted; {', '.join(SHARES)} is")
        if share_of == "count":
            return self.counts.astype(np.float64)
        whole = self.true[:, None] if share_of == "row" else self.predicted[None, :]
        flat = quotient(self.counts.ravel(), np.broadcast_to(whole, self.counts.shape).ravel(), 0)
        return flat.reshape(self.counts.shape)

    def scores(self, i: int) -> tuple[float, float, float]:
        """Precision, recall and F1 of a head; 0/0 is 0."""
        right, true, predicted = int(self.counts[i, i]), int(self.true[i]), int(self.predicted[i])
        return right / (predicted or 1), right / (true or 1), 2 * right / ((true + predicted) or 1)


def confused_pairs(study: Study, system: str) -> ConfusedPairs:
    """The pairs of a run. Raises StudyError for an unknown system."""
    rows, ways = study.data.rows(checked_system_name(system, study.data.runs)), RootPaths(study.hierarchy)
    pairings: dict[tuple[frozenset[int], frozenset[int]], list[tuple[int, int]]] = {}
    found: list[tuple[int, int, int]] = []
    several = False
    for i in range(rows.instances):
        true, predicted = (frozenset(side.tolist()) for side in rows.sides(i))
        several = several or len(true) > 1 or len(predicted) > 1
        if (true, predicted) not in pairings:
            pairings[true, predicted] = _pair_classes(study, ways, true, predicted)
        found += [(i, t, p) for t, p in pairings[true, predicted]]
    table = np.array(found, np.int64).reshape(-1, 3)
    return ConfusedPairs(system, ways, table[:, 0], table[:, 1].astype(np.int32), table[:, 2].astype(np.int32), several)


def _pair_classes(
    study: Study, root_paths: RootPaths, true: frozenset[int], predicted: frozenset[int]
) -> list[tuple[int, int]]:
    """The pairs of an instance by the numbers of their classes, -1 for nothing."""
    if not true or not predicted:
        return [*((t, -1) for t in sorted(true)), *((-1, p) for p in sorted(predicted))]
    if true == predicted or len(true) == len(predicted) == 1:
        return list(zip(sorted(true), sorted(predicted), strict=True))
    both = true & predicted
    own = [(c, c) for c in sorted(both)]
    rest, cost = _cheapest_pairing(study, root_paths, true - both, predicted - both)
    if not both or not cost or (-1 not in [c for pair in rest for c in pair] and not root_paths.has_several_parents):
        return own + rest  # on a tree nothing is cheaper where nothing stays alone
    every, least = _cheapest_pairing(study, root_paths, true, predicted)
    return every if least < cost else own + rest


def _cheapest_pairing(
    study: Study, root_paths: RootPaths, true: frozenset[int], predicted: frozenset[int]
) -> tuple[list[tuple[int, int]], Fraction]:
    """The pairs of the cheapest pairing, and its cost."""
    number = {root_paths.names[c]: c for c in true | predicted}
    if not number:
        return [], Fraction(0)
    sides = [frozenset(root_paths.names[c] for c in side) for side in (true, predicted)]
    pairing = Gie().solution(Case(study.hierarchy, sides[0], sides[1]))
    assert pairing is not None  # each class may stay alone
    pairs = [(-1 if t is None else number[t], -1 if p is None else number[p]) for (p, t), _ in pairing.pairs]
    return pairs, pairing.total


# Folding


class _PairCounts:
    """Counts, for each class, how often the pairs of some runs have it, or one below it, on a side."""

    def __init__(self, runs: Sequence[ConfusedPairs]):
        self.ways = runs[0].root_paths
        own: Counter[int] = Counter()
        for one in runs:
            own.update(one.true.tolist())
            own.update(one.predicted.tolist())
        self.alone, self.own, self.below = own.pop(-1, 0), own, Counter[int]()
        for c, count in own.items():
            self.below.update(dict.fromkeys(self.ways.ancestors_or_self(c).tolist(), count))


def folded_heads(
    study: Study, runs: Sequence[ConfusedPairs], opened: Collection[str], most: int = MOST_HEADS
) -> tuple[MatrixHead, ...]:
    """The heads of a matrix of some runs in which these classes are open; the least of too many are merged.

    Raises StudyError for a class that the hierarchy lacks.
    """
    h = study.hierarchy
    for c in opened:
        if c not in h:
            raise StudyError(f"{quoted(c)} is not in the hierarchy{suggestion(c, h.classes)}")
    counted = _PairCounts(runs)
    number_of = counted.ways.numbers_by_name
    shown = h.labels.label_or_name

    def count(head: MatrixHead) -> int:
        c = number_of[head.key]
        return counted.own[c] if head.itself else counted.below[c]

    def heads(c: str, path: tuple[str, ...]) -> Iterator[MatrixHead]:
        children = [child for child in h.children(c) if counted.below[number_of[child]]]
        if not children or not (c in opened or h.roots == (c,)):
            yield MatrixHead(c, shown(c), path=path, opens=bool(children))
            return
        inner = (*path, c) if h.roots != (c,) else path  # the only root is always open, and needs no head
        for child in children:
            yield from heads(child, inner)
        if counted.own[number_of[c]]:
            yield MatrixHead(c, shown(c), itself=True, path=inner)

    roots = [root for root in h.roots if counted.below[number_of[root]]]
    listed = [head for root in roots for head in heads(root, ())]
    if len(listed) > most:
        kept = set(sorted(range(len(listed)), key=lambda i: (-count(listed[i]), i))[: most - 1])
        rest = tuple(x for i, x in enumerate(listed) if i not in kept)
        listed = [x for i, x in enumerate(listed) if i in kept]
        listed.append(MatrixHead(OTHERS, f"{len(rest):,} others", kind=OTHERS, merged=rest))
    if counted.alone:
        listed.append(MatrixHead(NOTHING, NOTHING, kind=NOTHING))
    return tuple(listed)


def classes_open_to_level(study: Study, level: int) -> frozenset[str]:
    """The classes to be open so that those of a level stand in the matrix, and leaves above it.

    Raises StudyError for a level that there is not.
    """
    depths = longest_depths(study.hierarchy)
    last = max(depths.values(), default=0)
    if not 1 <= level <= max(1, last):
        raise StudyError(f"there is no level {level}; 1 to {last} are")
    return frozenset(c for c, depth in depths.items() if depth < level and study.hierarchy.children(c))


def count_matrix(pairs: ConfusedPairs, heads: tuple[MatrixHead, ...]) -> ConfusionMatrix:
    """The counts of a run under these heads."""
    rows, columns = pairs.membership(heads, pairs.true), pairs.membership(heads, pairs.predicted)
    # A pair that is right in a row stands on the diagonal there, and nowhere else in the row.
    counts = (rows & ~columns).astype(np.int64).T @ columns.astype(np.int64)
    counts += np.diag((rows & columns).sum(axis=0))
    return ConfusionMatrix(pairs.system, heads, counts, rows.sum(axis=0), columns.sum(axis=0), len(pairs.true))


# As a table and as a picture


def confusions_table(
    matrix: ConfusionMatrix, share_of: str = "count", other: ConfusionMatrix | None = None
) -> StudyTable:
    """A row for each true class: its cells, what it is in all, precision, recall, F1. other: what is subtracted."""
    cells = matrix.shares(share_of) - (0 if other is None else other.shares(share_of))
    whole = share_of == "count"
    rows: list[tuple[str, list[float | int | str | None]]] = []
    for i, head in enumerate(matrix.heads):
        own: list[float | int | str | None] = [int(x) if whole else float(x) for x in cells[i]]
        alone = head.kind != "class" or other is not None
        rows.append((_head_in_words(head), [*own, int(matrix.true[i]), *(("", "", "") if alone else matrix.scores(i))]))
    rows.append(("predicted", [*(int(x) for x in matrix.predicted), matrix.total, "", "", ""]))
    columns = [*(StudyColumn(_head_in_words(head)) for head in matrix.heads), StudyColumn("true")]
    columns += [StudyColumn(name, better="higher") for name in ("precision", "recall", "F1")]
    says = (*SAYS, f"Cells: {'counts' if whole else f'share of the {share_of}'}; {matrix.total:,} pairs.")
    return study_table(_matrix_title(matrix, other), "true \\ predicted", columns, rows, says)


def _head_in_words(head: MatrixHead) -> str:
    return f"{head.shown} itself" if head.itself else head.shown


def _matrix_title(matrix: ConfusionMatrix, other: ConfusionMatrix | None = None) -> str:
    return f"Which class is taken for which, {matrix.system}{f' − {other.system}' if other else ''}"


def confusions_picture(
    matrix: ConfusionMatrix, share_of: str = "count", other: ConfusionMatrix | None = None
) -> MatrixPicture:
    """The matrix as a picture: a tint by share of the row, off the diagonal alone."""
    cells = matrix.shares(share_of) - (0 if other is None else other.shares(share_of))
    tints = matrix.shares("row") - (0 if other is None else other.shares("row"))
    rows = []
    for i, head in enumerate(matrix.heads):
        texts = tuple(_cell_text(x, share_of, other is not None) for x in cells[i].tolist())
        own = tuple(0.0 if i == j else float(x) for j, x in enumerate(tints[i].tolist()))
        values = (*matrix.scores(i),) if head.kind == "class" and other is None else ()
        rows.append(MatrixRow(_head_in_words(head), head.path, texts, own, f"{int(matrix.true[i]):,}", values))
    return MatrixPicture((_matrix_title(matrix, other),), tuple(rows))


def _cell_text(x: float, share_of: str, signed: bool) -> str:
    """The text of a cell; empty where the cell is 0."""
    text = f"{x:,.0f}" if share_of == "count" else f"{100 * x:.0f} %"
    if text in ("0", "-0", "0 %", "-0 %"):
        return "" if not x else "<1 %" if share_of != "count" else ""
    return ("+" if signed and x > 0 else "") + text.replace("-", "−")
