"""Counts of a run under each form of its sets, from which every way to count follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...answers.counting import Counting
from ...model.hierarchy import Hierarchy
from ..inputs.closures import Closures
from ..inputs.data import ClassSets
from ..scoring.numbered import Flags, Longs, Rows, row_starts
from ..thresholds.accretion import accretion_of_labels

Numbers = npt.NDArray[np.float64]
LISTED = {"gold list": (True, False), "both lists": (True, True)}  # the sides whose labels count as often as they stand


class RepeatedLabels(NamedTuple):
    """Labels that stand once more in an instance, of the truth and of the answers."""

    true: ClassSets
    predicted: ClassSets


@dataclass(frozen=True)
class KeyedSets:
    """Sets of classes, a row each, as sorted keys `row · width + column`, none twice."""

    keys: Longs
    """The keys, sorted."""
    amounts: Numbers | None = None
    """How often each counts; None for once."""


@dataclass(frozen=True)
class RunCounts:
    """Numbers of true, predicted and common classes under one form of the sets."""

    of_row: Numbers
    """True, predicted and common classes as three rows, by instance."""
    of_class: Numbers
    """True, predicted and common classes as three rows, by class."""
    vocabulary: Flags
    """The classes there are."""


class CountedHierarchy:
    """A hierarchy with the arrays by which sets are counted; class 0 is the root, an artificial one above several."""

    def __init__(self, h: Hierarchy, outside: frozenset[str] = frozenset()):
        rooted = h.rooted()
        self.hierarchy, self.n, self.artificial = h, len(rooted), len(rooted) > len(h)
        self.names = rooted.top_down
        self.closures = Closures(h)
        self.outside: Longs = np.array([i for i, c in enumerate(self.names) if c in outside], np.int64)
        self.is_tree = rooted.is_tree
        self._named: dict[str, Longs] = {}

    @cached_property
    def parents(self) -> Longs:
        """The parent of each class, the first one where there are several, the root its own."""
        rooted, number = self.hierarchy.rooted(), {c: i for i, c in enumerate(self.names)}
        return np.array([number[(rooted.parents(c) or (c,))[0]] for c in self.names], np.int64)

    @cached_property
    def depths(self) -> Longs:
        """Edges from the root down to each class of a tree."""
        depths = np.zeros(self.n, np.int64)
        for i in range(1, self.n):  # a parent has a lower number
            depths[i] = depths[self.parents[i]] + 1
        return depths

    @cached_property
    def heights(self) -> Longs:
        """Edges down to the farthest leaf below each class of a tree."""
        heights = np.zeros(self.n, np.int64)
        for i in range(self.n - 1, 0, -1):
            heights[self.parents[i]] = max(heights[self.parents[i]], heights[i] + 1)
        return heights

    def first_of_same_name(self, names: str) -> Longs:
        """The first class of the name of each: "name" is that alone, "path" of a tree the name at one level."""
        if names not in self._named:
            label, first = self.hierarchy.labels.label_or_name, dict[object, int]()
            keys = ((int(self.depths[i]) if names == "path" else 0, label(c)) for i, c in enumerate(self.names))
            self._named[names] = np.array([first.setdefault(key, i) for i, key in enumerate(keys)], np.int64)
        return self._named[names]

    @cached_property
    def homonym_kinds(self) -> tuple[str, ...]:
        """The kinds of names that several classes have: "path" and "name"; none of a hierarchy without labels."""
        kinds = ("path", "name") if self.is_tree else ("name",)
        some = len(self.hierarchy.labels) > 0
        return tuple(kind for kind in kinds if some and (self.first_of_same_name(kind) != np.arange(self.n)).any())

    @cached_property
    def leaves(self) -> Flags:
        """The classes without children."""
        rooted = self.hierarchy.rooted()
        return np.array([not rooted.children(c) for c in self.names])

    @cached_property
    def information(self) -> Numbers:
        """Information of each class of a tree beyond its parent: by its share of that one's leaves, in bits."""
        below = self.leaves.astype(np.float64)
        for i in range(self.n - 1, 0, -1):
            below[self.parents[i]] += below[i]
        told: Numbers = np.log2(below[self.parents] / below)
        return told


class CountedRun:
    """A run and the truth over a hierarchy, counted under each form of the sets when it is asked for.

    again: the labels that are given more than once.  whole: the material that this is a part of, whose truth says how
    much a class tells.
    """

    def __init__(
        self,
        tree: CountedHierarchy,
        rows: Rows,
        repeated: RepeatedLabels | None = None,
        whole: CountedRun | None = None,
    ):
        self.tree = tree
        self.rows = rows
        self.again = repeated
        self.whole = whole or self
        self._sides: dict[object, tuple[KeyedSets, KeyedSets, int, Flags]] = {}
        self._counts: dict[object, RunCounts] = {}

    @cached_property
    def truth(self) -> ClassSets:
        """The true classes."""
        return ClassSets(self.rows.true_starts, self.rows.true)

    @cached_property
    def answers(self) -> ClassSets:
        """The predicted classes."""
        return ClassSets(self.rows.predicted_starts, self.rows.predicted)

    @cached_property
    def has_single_labels(self) -> bool:
        """Whether no instance has more than one class on a side."""
        return all(bool((np.diff(run.starts) < 2).all()) for run in (self.truth, self.answers))

    @cached_property
    def has_unknown(self) -> bool:
        """Whether a class is answered that the hierarchy lacks."""
        return len(self.tree.outside) > 0 and bool(np.isin(self.rows.predicted, self.tree.outside).any())

    @cached_property
    def ways_to_count_repeats(self) -> tuple[str, ...]:
        """The ways to count labels that are given twice which differ from counting them once."""
        many = [len(run.classes) for run in self.again or ()]
        return () if not any(many) else ("gold list", "both lists") if many[1] else ("gold list",)

    @cached_property
    def accretion(self) -> Numbers:
        """The information accretion of each class, by the true classes of the whole."""
        return (
            accretion_of_labels(self.tree.hierarchy, self.truth).values if self.whole is self else self.whole.accretion
        )

    def with_unknown_treated(self, treatment: str) -> CountedRun:
        """The run with unknown classes "ignored", or with every "instance out" that has one."""
        if treatment == "own" or not self.has_unknown:
            return self
        outside = np.isin(self.rows.predicted, self.tree.outside)
        if treatment == "ignored":
            kept = np.concatenate([[0], np.cumsum(~outside)])[self.rows.predicted_starts]
            own = ClassSets(kept, self.rows.predicted[~outside])
            known = Rows(self.rows.true_starts, self.rows.true, own.starts, own.classes)
            return CountedRun(self.tree, known, self.again, self.whole)
        rows = np.repeat(np.arange(self.rows.instances), np.diff(self.rows.predicted_starts))
        return self.take(np.setdiff1d(np.arange(self.rows.instances), rows[outside]))

    def take(self, instances: Longs) -> CountedRun:
        """The run restricted to some instances."""
        again = self.again and RepeatedLabels(*(run.take(instances) for run in self.again))
        return CountedRun(self.tree, self.rows.take(instances), again, self.whole)

    def counts(self, c: Counting) -> RunCounts:
        """The counts under the form of the sets that a counting has."""
        form = c.sets, c.level, c.root, c.absent, c.weight, c.names, c.duplicates
        if form not in self._counts:
            self._counts[form] = self._count(c)
        return self._counts[form]

    def _count(self, c: Counting) -> RunCounts:
        true, predicted, width, vocabulary = self._sets_of_form(c)
        if c.names != "class":
            one = np.append(self.tree.first_of_same_name(c.names), np.arange(self.tree.n, width))
            true, predicted = (
                KeyedSets(np.unique(s.keys // width * width + one[s.keys % width])) for s in (true, predicted)
            )
            vocabulary = vocabulary & (one == np.arange(width))
        common = _common_sets(true, predicted)
        if c.duplicates != "set":
            true, predicted, common = self._list_counts(c.duplicates, true, predicted, common)
        if c.sets == "constrained":
            common = _common_sets(true, KeyedSets(_set_keys(supported_classes(self.tree, self.answers), width)))
        if c.weight != "1":
            amounts = self.accretion if c.weight == "IA" else self.tree.information
            true, predicted, common = (
                KeyedSets(side.keys, amounts[side.keys % width]) for side in (true, predicted, common)
            )
        n = self.rows.instances
        true, predicted, common, n = _without_absent(c.absent, true, predicted, common, n, width)
        sides = true, predicted, common
        of_row = np.stack([np.bincount(s.keys // width, s.amounts, n).astype(np.float64) for s in sides])
        of_class = np.stack([np.bincount(s.keys % width, s.amounts, width).astype(np.float64) for s in sides])
        if c.root == "virtual":
            marked = of_row[:2] > 0
            ones = np.stack([*marked, marked[0] & marked[1]]).astype(np.float64)
            of_row = of_row + ones
            of_class = np.concatenate([of_class, ones.sum(axis=1, keepdims=True)], axis=1)
            vocabulary = np.append(vocabulary, True)
        return RunCounts(of_row, of_class, vocabulary)

    def _list_counts(self, list_counting: str, *sides: KeyedSets) -> tuple[KeyedSets, KeyedSets, KeyedSets]:
        """True, predicted and common classes as often as lists hold them: what is right, as often as it is true."""
        found = list(sides)
        for k, run in enumerate(self.again or ()):
            if LISTED[list_counting][k]:
                keys, many = np.unique(_set_keys(run, self.tree.n), return_counts=True)
                for side in (0, 2) if k == 0 else (1,):
                    there = np.isin(keys, found[side].keys)
                    amounts = np.ones(len(found[side].keys))
                    amounts[np.searchsorted(found[side].keys, keys[there])] += many[there]
                    found[side] = replace(found[side], amounts=amounts)
        return found[0], found[1], found[2]

    def _sets_of_form(self, c: Counting) -> tuple[KeyedSets, KeyedSets, int, Flags]:
        """The sets of both sides as keys, how many columns there are, and which of these are classes."""
        tree, n = self.tree, self.tree.n
        vocabulary = np.ones(n, bool)
        vocabulary[0] = not tree.artificial
        if c.sets in ("paths", "paths as given"):
            runs = self.truth, self.answers if c.sets == "paths" else supported_classes(tree, self.answers)
            sides = (_set_keys(run, n) for run in runs)
            ends, answered_ends = (KeyedSets(keys[tree.leaves[keys % n]]) for keys in sides)
            return ends, answered_ends, n, tree.leaves
        if c.sets == "level":
            return self._sets_at_level(c)
        if c.sets.startswith("layers"):
            layers = (c.level + 1) * n
            below, answered = (
                layered_sets(tree, run, c.level, c.sets == "layers") for run in (self.truth, self.answers)
            )
            return below, answered, layers, np.ones(layers, bool)
        true, predicted = self._both_sides(c.sets)
        keys = [_set_keys(true, n), _set_keys(predicted, n)]
        if c.root == "omitted":
            keys = [side[side % n > 0] for side in keys]
            vocabulary[0] = False
        return KeyedSets(keys[0]), KeyedSets(keys[1]), n, vocabulary

    def _both_sides(self, sets: str) -> tuple[ClassSets, ClassSets]:
        closures = self.tree.closures
        if sets == "given":
            return self.truth, self.answers
        if sets == "reduced":
            return closures.most_specific_sets(self.truth), closures.most_specific_sets(self.answers)
        answers = self.answers if sets in ("truth-closed", "constrained") else self._closed_sides[1]
        return self._closed_sides[0], answers

    @cached_property
    def _closed_sides(self) -> tuple[ClassSets, ClassSets]:
        return self.tree.closures.with_ancestors(self.truth), self.tree.closures.with_ancestors(self.answers)

    def _sets_at_level(self, c: Counting) -> tuple[KeyedSets, KeyedSets, int, Flags]:
        """The classes at one level; "wrong" and "drop" count an absent one as the last column."""
        n, width = self.tree.n, self.tree.n + 1
        at = np.append(self.tree.depths == c.level, c.absent in ("wrong", "drop"))
        at[:n] &= ~np.isin(np.arange(n), self.tree.outside)
        sides = []
        for run in self._closed_sides:
            keys = _set_keys(run, n)
            rows, columns = keys // n, keys % n
            if c.absent == "carry":
                columns, rows = self._deepest_classes(rows, columns, c.level)
            else:
                rows, columns = rows[at[columns]], columns[at[columns]]
            if c.absent in ("wrong", "drop"):
                empty = np.setdiff1d(np.arange(self.rows.instances), rows)
                rows, columns = np.append(rows, empty), np.append(columns, np.full(len(empty), n))
            sides.append(KeyedSets(np.sort(rows * width + columns)))
        if c.absent == "carry":
            at[:n] = self.tree.depths <= c.level
        return sides[0], sides[1], width, at

    def _deepest_classes(self, rows: Longs, columns: Longs, level: int) -> tuple[Longs, Longs]:
        """Of each row the deepest class at or above a level."""
        deep = self.tree.depths[columns]
        kept = deep <= level
        order = np.lexsort((deep[kept], rows[kept]))
        rows, columns = rows[kept][order], columns[kept][order]
        last = np.append(rows[1:] != rows[:-1], True)[: len(rows)]
        return columns[last], rows[last]


def _set_keys(run: ClassSets, width: int) -> Longs:
    """The classes of a run as sorted keys."""
    rows = np.repeat(np.arange(len(run.starts) - 1), np.diff(run.starts))
    return np.sort(rows * width + run.classes.astype(np.int64))


def _common_sets(a: KeyedSets, b: KeyedSets) -> KeyedSets:
    """The common classes of both sides, each as often as the side has it that has it less often."""
    keys, of_a, of_b = np.intersect1d(a.keys, b.keys, assume_unique=True, return_indices=True)
    if a.amounts is None or b.amounts is None:
        return KeyedSets(keys)
    return KeyedSets(keys, np.minimum(a.amounts[of_a], b.amounts[of_b]))


def _without_absent(
    absent: str, true: KeyedSets, predicted: KeyedSets, common: KeyedSets, n: int, width: int
) -> tuple[KeyedSets, KeyedSets, KeyedSets, int]:
    """Both sides without the instances whose truth, with "drop-both" or whose answer, is absent at a level."""
    if absent not in ("drop", "drop-both"):
        return true, predicted, common, n
    of_true, of_predicted = (side.keys[side.keys % width < width - 1] // width for side in (true, predicted))
    kept = np.unique(of_true) if absent == "drop" else np.intersect1d(of_true, of_predicted)
    place = np.full(n, -1)
    place[kept] = np.arange(len(kept))

    def moved(side: KeyedSets) -> KeyedSets:
        rows = place[side.keys // width]
        return KeyedSets((rows * width + side.keys % width)[rows >= 0])

    return moved(true), moved(predicted), moved(common), len(kept)


def supported_classes(tree: CountedHierarchy, run: ClassSets) -> ClassSets:
    """The classes of each set all of whose ancestors below the root are in it, too."""
    n = tree.n
    keys = _set_keys(run, n)
    keys = keys[keys % n > 0]
    kept = np.ones(len(keys), bool)
    above = keys
    for _ in range(int(tree.depths.max(initial=0))):
        above = above // n * n + tree.parents[above % n]
        kept &= (above % n == 0) | np.isin(above, keys)
    counts = np.bincount(keys[kept] // n, minlength=len(run.starts) - 1)
    return ClassSets(row_starts(counts), (keys[kept] % n).astype(np.int32))


def layered_sets(tree: CountedHierarchy, run: ClassSets, most: int, often: bool) -> KeyedSets:
    """Layers from the marked leaves up, layer k with the k-th ancestor of each; the root stands above itself.

    Where the root stands above itself it counts in the last layer alone. often: whether each class counts as often as
    leaves reach it, else once.
    """
    n, width = tree.n, (most + 1) * tree.n
    keys = _set_keys(run, n)
    rows, classes = keys // n, keys % n
    found = []
    for k in range(most + 1):
        counted = (classes > 0) | (k == most)
        found.append((rows * width + k * n + classes)[counted])
        classes = tree.parents[classes]
    unique, amounts = np.unique(np.concatenate(found), return_counts=True)
    return KeyedSets(unique, amounts.astype(np.float64) if often else None)
