"""Both sides of a case level by level: which classes stand there, and what stands in for a branch that ends early."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from ...languages import N_
from ...model.case import Case
from ...model.hierarchy import Hierarchy, cached_by_hierarchy
from ..base import param
from ..levels import unit_hierarchy

BY = param(
    "longest",
    N_("Which way down from the root counts, or the level that the case gives each class."),
    label=N_("Level by"),
    choices=("longest", "shortest", "given"),
    named=True,
)
ANSWERS = param(
    "ancestors",
    N_("What answers at a level: the ancestors of the predicted classes, or the predicted classes of that level."),
    label=N_("Answers are"),
    choices=("ancestors", "given"),
    named=True,
)
Sets = frozenset[str]
NOTHING: Sets = frozenset()


@cached_by_hierarchy
def longest_depths(h: Hierarchy) -> dict[str, int]:
    """Most edges from the root down to each class; one artificial root stands above several."""
    rooted, depths = h.rooted(), dict[str, int]()
    for c in rooted.top_down:
        depths[c] = max((depths[p] + 1 for p in rooted.parents(c)), default=0)
    return depths


def levels_of_classes(case: Case, by: str) -> Mapping[str, int]:
    """Level of each class that has one: from 1 below the root, or as the case gives it."""
    if by == "given":
        return dict(case.extra.rank_of)
    return longest_depths(case.hierarchy) if by == "longest" else unit_hierarchy(case.hierarchy).depths


def without_covered(h: Hierarchy, classes: Iterable[str]) -> Sets:
    """Those of the classes that have none of the others below them."""
    kept = frozenset(classes)
    return kept - frozenset(a for c in kept for a in h.ancestors(c))


@dataclass(frozen=True)
class LevelSides:
    """Classes of both sides at each level, the first at place 0, and how many classes a level has."""

    hierarchy: Hierarchy = field(compare=False)
    """The hierarchy of the case."""
    true: tuple[Sets, ...]
    """True classes of each level, ancestors included."""
    predicted: tuple[Sets, ...]
    """Predicted classes of each level."""
    sizes: tuple[int, ...]
    """Number of classes that the hierarchy has on each level."""
    told: bool
    """Whether the case tells the predicted classes level by level."""

    @property
    def deepest(self) -> int:
        """The deepest level on which the true side has a class; 0 where it has none."""
        return max((i for i, classes in enumerate(self.true, 1) if classes), default=0)

    def sides_at(self, level: int) -> tuple[Sets, Sets]:
        """The true and the predicted classes at a level."""
        if not 1 <= level <= len(self.true):
            return NOTHING, NOTHING
        return self.true[level - 1], self.predicted[level - 1]

    def carried_sides_at(self, level: int) -> tuple[Sets, Sets]:
        """The deepest classes of each branch at or above a level."""
        true = without_covered(self.hierarchy, NOTHING.union(*self.true[:level]))
        if self.told:
            return true, next(filter(None, reversed(self.predicted[:level])), NOTHING)
        return true, without_covered(self.hierarchy, NOTHING.union(*self.predicted[:level]))

    @cached_property
    def right(self) -> tuple[bool, ...]:
        """Whether both sides have the same classes, level by level."""
        return tuple(t == p for t, p in zip(self.true, self.predicted, strict=True))


def level_sides(case: Case, by: str, answers: str) -> LevelSides:
    """Both sides level by level: true classes with their ancestors, and what is predicted there."""
    h, level_of, told = case.hierarchy, levels_of_classes(case, by), case.extra.levels
    predicted = case.predicted if answers == "given" else h.closure(case.predicted)
    count = max((*level_of.values(), len(told)), default=0)
    sizes = [0] * count
    for level in level_of.values():
        if level:
            sizes[level - 1] += 1
    answered = [frozenset(filter(None, told[i : i + 1])) for i in range(count)]
    return LevelSides(
        h,
        _classes_by_level(h.closure(case.true), level_of, count),
        tuple(answered) if told else _classes_by_level(predicted, level_of, count),
        tuple(sizes),
        bool(told),
    )


def _classes_by_level(classes: Iterable[str], level_of: Mapping[str, int], count: int) -> tuple[Sets, ...]:
    rows: list[set[str]] = [set() for _ in range(count)]
    for c in classes:
        if level := level_of.get(c, 0):
            rows[level - 1].add(c)
    return tuple(map(frozenset, rows))


@dataclass(frozen=True)
class Descent:
    """A step from the answer of a level to the next one."""

    level: int
    """Level of the answer below."""
    above: Sets
    """Answers of the level above."""
    below: Sets
    """Answers of the level below."""
    astray: Sets
    """Classes that stand below none of the answers above."""


def descents(sides: LevelSides, by: str, answers: str, gap: str) -> tuple[Descent, ...]:
    """Steps between answers of neighbouring levels, from the top down.

    by: where levels are given, a class need not be a child of the answer above, only below it.  answers: ancestors of
    a prediction are never astray.  gap: whether a level without an answer "ends" the path, or an answer below it is
    "inconsistent".
    """
    h, steps, derived = sides.hierarchy, [], answers == "ancestors" and not sides.told
    for level, (above, below) in enumerate(pairwise(sides.predicted), 1):
        if not above and gap == "ends":
            break
        if below:
            held = h.ancestors if by == "given" else h.parents
            astray = frozenset(c for c in below if not derived and above.isdisjoint(held(c)))
            steps.append(Descent(level, above, below, astray))
    return tuple(steps)
