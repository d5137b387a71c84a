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
from ..inputs.data import Run
from ..scoring.numbered import Flags, Longs, Rows, starts_of
from ..thresholds.accretion import accretion_of

Numbers = npt.NDArray[np.float64]
LISTED = {"gold list": (True, False), "both lists": (True, True)}  # the sides whose labels count as often as they stand


class Again(NamedTuple):
    """Labels that stand once more in an instance, of the truth and of the answers."""

    true: Run
    predicted: Run


@dataclass(frozen=True)
class Side:
    """Sets as sorted keys, `row · width + column`, none twice."""

    keys: Longs
    """The keys, sorted."""
    amounts: Numbers | None = None
    """How often each counts; None for once."""


@dataclass(frozen=True)
class Counts:
    """Numbers of true, predicted and common classes under one form of the sets."""

    of_row: Numbers
    """True, predicted and common classes as three rows, by instance."""
    of_class: Numbers
    """True, predicted and common classes as three rows, by class."""
    vocabulary: Flags
    """The classes there are."""


class Tree:
    """A hierarchy as forms of sets need it; class 0 is the root, an artificial one above several."""

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

    def named(self, names: str) -> Longs:
        """The first class of the name of each: "name" is that alone, "path" of a tree the name at one level."""
        if names not in self._named:
            label, first = self.hierarchy.labels.label_or_name, dict[object, int]()
            keys = ((int(self.depths[i]) if names == "path" else 0, label(c)) for i, c in enumerate(self.names))
            self._named[names] = np.array([first.setdefault(key, i) for i, key in enumerate(keys)], np.int64)
        return self._named[names]

    @cached_property
    def homonyms(self) -> tuple[str, ...]:
        """The kinds of names that several classes have: "path" and "name"; none of a hierarchy without labels."""
        kinds = ("path", "name") if self.is_tree else ("name",)
        some = len(self.hierarchy.labels) > 0
        return tuple(kind for kind in kinds if some and (self.named(kind) != np.arange(self.n)).any())

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


class Material:
    """A run and the truth over a hierarchy, counted under each form of the sets when it is asked for.

    again: the labels that are given more than once.  whole: the material that this is a part of, whose truth says how
    much a class tells.
    """

    def __init__(self, tree: Tree, rows: Rows, again: Again | None = None, whole: Material | None = None):
        self.tree = tree
        self.rows = rows
        self.again = again
        self.whole = whole or self
        self._sides: dict[object, tuple[Side, Side, int, Flags]] = {}
        self._counts: dict[object, Counts] = {}

    @cached_property
    def truth(self) -> Run:
        """The true classes."""
        return Run(self.rows.true_starts, self.rows.true)

    @cached_property
    def answers(self) -> Run:
        """The predicted classes."""
        return Run(self.rows.predicted_starts, self.rows.predicted)

    @cached_property
    def single(self) -> bool:
        """Whether no instance has more than one class on a side."""
        return all(bool((np.diff(run.starts) < 2).all()) for run in (self.truth, self.answers))

    @cached_property
    def unknown(self) -> bool:
        """Whether a class is answered that the hierarchy lacks."""
        return len(self.tree.outside) > 0 and bool(np.isin(self.rows.predicted, self.tree.outside).any())

    @cached_property
    def repeated(self) -> tuple[str, ...]:
        """The ways to count labels that are given twice which differ from counting them once."""
        many = [len(run.classes) for run in self.again or ()]
        return () if not any(many) else ("gold list", "both lists") if many[1] else ("gold list",)

    @cached_property
    def accretion(self) -> Numbers:
        """The information accretion of each class, by the true classes of the whole."""
        return accretion_of(self.tree.hierarchy, self.truth).values if self.whole is self else self.whole.accretion

    def of_unknown(self, how: str) -> Material:
        """The material with unknown classes "ignored", or with every "instance out" that has one."""
        if how == "own" or not self.unknown:
            return self
        outside = np.isin(self.rows.predicted, self.tree.outside)
        if how == "ignored":
            kept = np.concatenate([[0], np.cumsum(~outside)])[self.rows.predicted_starts]
            own = Run(kept, self.rows.predicted[~outside])
            known = Rows(self.rows.true_starts, self.rows.true, own.starts, own.classes)
            return Material(self.tree, known, self.again, self.whole)
        rows = np.repeat(np.arange(self.rows.instances), np.diff(self.rows.predicted_starts))
        return self.picked(np.setdiff1d(np.arange(self.rows.instances), rows[outside]))

    def picked(self, which: Longs) -> Material:
        """The material of some instances."""
        again = self.again and Again(*(run.picked(which) for run in self.again))
        return Material(self.tree, self.rows.picked(which), again, self.whole)

    def counts(self, c: Counting) -> Counts:
        """The counts under the form of the sets that a counting has."""
        form = c.sets, c.level, c.root, c.absent, c.weight, c.names, c.duplicates
        if form not in self._counts:
            self._counts[form] = self._counted(c)
        return self._counts[form]

    def _counted(self, c: Counting) -> Counts:
        true, predicted, width, vocabulary = self._form(c)
        if c.names != "class":
            one = np.append(self.tree.named(c.names), np.arange(self.tree.n, width))
            true, predicted = (
                Side(np.unique(s.keys // width * width + one[s.keys % width])) for s in (true, predicted)
            )
            vocabulary = vocabulary & (one == np.arange(width))
        common = _common(true, predicted)
        if c.duplicates != "set":
            true, predicted, common = self._listed(c.duplicates, true, predicted, common)
        if c.sets == "constrained":
            common = _common(true, Side(_keys(supported(self.tree, self.answers), width)))
        if c.weight != "1":
            amounts = self.accretion if c.weight == "IA" else self.tree.information
            true, predicted, common = (
                Side(side.keys, amounts[side.keys % width]) for side in (true, predicted, common)
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
        return Counts(of_row, of_class, vocabulary)

    def _listed(self, how: str, *sides: Side) -> tuple[Side, Side, Side]:
        """True, predicted and common classes as often as lists hold them: what is right, as often as it is true."""
        found = list(sides)
        for k, run in enumerate(self.again or ()):
            if LISTED[how][k]:
                keys, many = np.unique(_keys(run, self.tree.n), return_counts=True)
                for side in (0, 2) if k == 0 else (1,):
                    there = np.isin(keys, found[side].keys)
                    amounts = np.ones(len(found[side].keys))
                    amounts[np.searchsorted(found[side].keys, keys[there])] += many[there]
                    found[side] = replace(found[side], amounts=amounts)
        return found[0], found[1], found[2]

    def _form(self, c: Counting) -> tuple[Side, Side, int, Flags]:
        """The sets of both sides as keys, how many columns there are, and which of these are classes."""
        tree, n = self.tree, self.tree.n
        vocabulary = np.ones(n, bool)
        vocabulary[0] = not tree.artificial
        if c.sets in ("paths", "paths as given"):
            runs = self.truth, self.answers if c.sets == "paths" else supported(tree, self.answers)
            sides = (_keys(run, n) for run in runs)
            ends, answered_ends = (Side(keys[tree.leaves[keys % n]]) for keys in sides)
            return ends, answered_ends, n, tree.leaves
        if c.sets == "level":
            return self._level(c)
        if c.sets.startswith("layers"):
            layers = (c.level + 1) * n
            below, answered = (layered(tree, run, c.level, c.sets == "layers") for run in (self.truth, self.answers))
            return below, answered, layers, np.ones(layers, bool)
        true, predicted = self._runs(c.sets)
        keys = [_keys(true, n), _keys(predicted, n)]
        if c.root == "omitted":
            keys = [side[side % n > 0] for side in keys]
            vocabulary[0] = False
        return Side(keys[0]), Side(keys[1]), n, vocabulary

    def _runs(self, sets: str) -> tuple[Run, Run]:
        closures = self.tree.closures
        if sets == "given":
            return self.truth, self.answers
        if sets == "reduced":
            return closures.specific(self.truth), closures.specific(self.answers)
        answers = self.answers if sets in ("truth-closed", "constrained") else self._closed[1]
        return self._closed[0], answers

    @cached_property
    def _closed(self) -> tuple[Run, Run]:
        return self.tree.closures.closed(self.truth), self.tree.closures.closed(self.answers)

    def _level(self, c: Counting) -> tuple[Side, Side, int, Flags]:
        """The classes at one level; "wrong" and "drop" count an absent one as the last column."""
        n, width = self.tree.n, self.tree.n + 1
        at = np.append(self.tree.depths == c.level, c.absent in ("wrong", "drop"))
        at[:n] &= ~np.isin(np.arange(n), self.tree.outside)
        sides = []
        for run in self._closed:
            keys = _keys(run, n)
            rows, columns = keys // n, keys % n
            if c.absent == "carry":
                columns, rows = self._deepest(rows, columns, c.level)
            else:
                rows, columns = rows[at[columns]], columns[at[columns]]
            if c.absent in ("wrong", "drop"):
                empty = np.setdiff1d(np.arange(self.rows.instances), rows)
                rows, columns = np.append(rows, empty), np.append(columns, np.full(len(empty), n))
            sides.append(Side(np.sort(rows * width + columns)))
        if c.absent == "carry":
            at[:n] = self.tree.depths <= c.level
        return sides[0], sides[1], width, at

    def _deepest(self, rows: Longs, columns: Longs, level: int) -> tuple[Longs, Longs]:
        """Of each row the deepest class at or above a level."""
        deep = self.tree.depths[columns]
        kept = deep <= level
        order = np.lexsort((deep[kept], rows[kept]))
        rows, columns = rows[kept][order], columns[kept][order]
        last = np.append(rows[1:] != rows[:-1], True)[: len(rows)]
        return columns[last], rows[last]


def _keys(run: Run, width: int) -> Longs:
    """The classes of a run as sorted keys."""
    rows = np.repeat(np.arange(len(run.starts) - 1), np.diff(run.starts))
    return np.sort(rows * width + run.classes.astype(np.int64))


def _common(a: Side, b: Side) -> Side:
    """What both sides hold, each as often as the one that holds it less often."""
    keys, of_a, of_b = np.intersect1d(a.keys, b.keys, assume_unique=True, return_indices=True)
    if a.amounts is None or b.amounts is None:
        return Side(keys)
    return Side(keys, np.minimum(a.amounts[of_a], b.amounts[of_b]))


def _without_absent(
    absent: str, true: Side, predicted: Side, common: Side, n: int, width: int
) -> tuple[Side, Side, Side, int]:
    """Both sides without the instances whose truth, with "drop-both" or whose answer, is absent at a level."""
    if absent not in ("drop", "drop-both"):
        return true, predicted, common, n
    of_true, of_predicted = (side.keys[side.keys % width < width - 1] // width for side in (true, predicted))
    kept = np.unique(of_true) if absent == "drop" else np.intersect1d(of_true, of_predicted)
    place = np.full(n, -1)
    place[kept] = np.arange(len(kept))

    def moved(side: Side) -> Side:
        rows = place[side.keys // width]
        return Side((rows * width + side.keys % width)[rows >= 0])

    return moved(true), moved(predicted), moved(common), len(kept)


def supported(tree: Tree, run: Run) -> Run:
    """The classes of each set all of whose ancestors below the root are in it, too."""
    n = tree.n
    keys = _keys(run, n)
    keys = keys[keys % n > 0]
    kept = np.ones(len(keys), bool)
    above = keys
    for _ in range(int(tree.depths.max(initial=0))):
        above = above // n * n + tree.parents[above % n]
        kept &= (above % n == 0) | np.isin(above, keys)
    counts = np.bincount(keys[kept] // n, minlength=len(run.starts) - 1)
    return Run(starts_of(counts), (keys[kept] % n).astype(np.int32))


def layered(tree: Tree, run: Run, most: int, often: bool) -> Side:
    """Layers from the marked leaves up, layer k with the k-th ancestor of each; the root stands above itself.

    Where the root stands above itself it counts in the last layer alone. often: whether each class counts as often as
    leaves reach it, else once.
    """
    n, width = tree.n, (most + 1) * tree.n
    keys = _keys(run, n)
    rows, classes = keys // n, keys % n
    found = []
    for k in range(most + 1):
        counted = (classes > 0) | (k == most)
        found.append((rows * width + k * n + classes)[counted])
        classes = tree.parents[classes]
    unique, amounts = np.unique(np.concatenate(found), return_counts=True)
    return Side(unique, amounts.astype(np.float64) if often else None)
