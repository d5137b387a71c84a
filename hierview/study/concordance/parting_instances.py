"""The smallest instances on which two ways to count part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...answers.counting import CountedQuantity
from ..scoring.numbered import Longs
from .counts import CountedRun
from .values import value_of_point

DIFFERS = 1e-6  # two values from which on they part
_ALIKE = 24  # instances that are tried of as many true, predicted and common classes, each kind of sets once
_SINGLE = 400  # that are tried alone
_PAIRED = (3, 30)  # of as many classes, and of all, of which every two are tried together
_HALVINGS = 300  # tries to take instances away


@dataclass(frozen=True)
class SmallestParting:
    """A small set of instances on which two ways to count give different numbers."""

    instances: tuple[int, ...]
    """Numbers of the instances."""
    first_value: float | None
    """Number that the first way gives on them alone."""
    second_value: float | None
    """Number that the second way gives on them alone."""


def smallest_parting(
    run: CountedRun, first_point: CountedQuantity, second_point: CountedQuantity, others: Sequence[CountedQuantity] = ()
) -> SmallestParting | None:
    """The fewest instances on which a way parts from another, and from `others` if it can; None where it never does.

    Among as many, those with the fewest classes, then those with the greatest difference.
    """
    singles, few = _one_instance_per_kind(run, _ALIKE)[:_SINGLE], _one_instance_per_kind(run, _PAIRED[0])[: _PAIRED[1]]
    for rest in [others, ()] if others else [()]:
        sets: Iterable[tuple[int, ...]] = ((i,) for i in singles)
        if (found := _first_parting(run, first_point, second_point, rest, sets)) is not None:
            return found
        pairs = sorted(combinations(few, 2), key=lambda pair: sum(_class_count(run, i) for i in pair))
        if (found := _first_parting(run, first_point, second_point, rest, pairs)) is not None:
            return found
    return _shrunk_parting(run, first_point, second_point)


def _class_count(run: CountedRun, i: int) -> int:
    """How many classes an instance has."""
    true, predicted = run.rows.sides(i)
    return len({*true.tolist(), *predicted.tolist()})


def _one_instance_per_kind(run: CountedRun, alike: int) -> list[int]:
    """An instance for each kind of sets, by how many classes it has; of as many on each side at most `alike`."""
    first: dict[object, int] = {}
    sizes: Counter[object] = Counter()
    for i in range(run.rows.instances):
        true, predicted = (frozenset(side.tolist()) for side in run.rows.sides(i))
        size = len(true), len(predicted), len(true & predicted)
        if (true or predicted) and (true, predicted) not in first and sizes[size] < alike:
            first[true, predicted] = i
            sizes[size] += 1
    return sorted(first.values(), key=lambda i: (_class_count(run, i), i))


def _values_of_points(
    run: CountedRun, instances: tuple[int, ...], points: Iterable[CountedQuantity]
) -> list[float | None]:
    some = run.take(np.array(instances, np.int64))
    return [value_of_point(some, point) for point in points]


def _gap(a: float | None, b: float | None) -> float:
    """The distance between two values; a small one where either is undefined."""
    if a is None or b is None:
        return 0.0 if a is b else DIFFERS
    return abs(a - b)


def _first_parting(
    run: CountedRun,
    first_point: CountedQuantity,
    second_point: CountedQuantity,
    others: Sequence[CountedQuantity],
    sets: Iterable[tuple[int, ...]],
) -> SmallestParting | None:
    """The first instances on which `second_point` parts from all; of those with as many classes, the farthest apart."""
    best: tuple[float, SmallestParting] | None = None
    size = 0
    for which in sets:
        many = sum(_class_count(run, i) for i in which)
        if best is not None and many > size:
            break
        ours, theirs, *rest = _values_of_points(run, which, (first_point, second_point, *others))
        gap = _gap(ours, theirs)
        if gap >= DIFFERS and all(_gap(theirs, x) >= DIFFERS for x in rest) and (best is None or gap > best[0]):
            best, size = (gap, SmallestParting(which, ours, theirs)), many
    return best[1] if best is not None else None


def _shrunk_parting(
    run: CountedRun, first_point: CountedQuantity, second_point: CountedQuantity
) -> SmallestParting | None:
    """Instances from which none can be taken while two ways still part, found by leaving out halves."""
    kept: Longs = np.arange(run.rows.instances)
    ours, theirs = _values_of_points(run, tuple(kept), (first_point, second_point))
    if _gap(ours, theirs) < DIFFERS:
        return None
    step, tries = max(1, len(kept) // 2), 0
    while tries < _HALVINGS:
        for first in range(0, len(kept), step):
            rest = np.delete(kept, slice(first, first + step))
            tries += 1
            if len(rest) and _gap(*_values_of_points(run, tuple(rest), (first_point, second_point))) >= DIFFERS:
                kept = rest
                break
        else:
            if step == 1:
                break
            step = max(1, step // 2)
    return SmallestParting(tuple(kept.tolist()), *_values_of_points(run, tuple(kept), (first_point, second_point)))
