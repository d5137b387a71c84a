"""The smallest instances on which two ways to count part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...answers.counting import CountedQuantity
from ..scoring.numbered import Longs
from .counts import Material
from .values import value

DIFFERS = 1e-6  # two values from which on they part
_ALIKE = 24  # instances that are tried of as many true, predicted and common classes, each kind of sets once
_SINGLE = 400  # that are tried alone
_PAIRED = (3, 30)  # of as many classes, and of all, of which every two are tried together
_HALVINGS = 300  # tries to take instances away


@dataclass(frozen=True)
class Parting:
    """Instances on which two ways to count part. here, there: what the first and the second give on them alone."""

    instances: tuple[int, ...]
    here: float | None
    there: float | None


def parting(
    material: Material, here: CountedQuantity, there: CountedQuantity, others: Sequence[CountedQuantity] = ()
) -> Parting | None:
    """The fewest instances on which a way parts from another, and from `others` if it can; None where it never does.

    Among as many, those with the fewest classes, then those with the greatest difference.
    """
    singles, few = _kinds(material, _ALIKE)[:_SINGLE], _kinds(material, _PAIRED[0])[: _PAIRED[1]]
    for rest in [others, ()] if others else [()]:
        sets: Iterable[tuple[int, ...]] = ((i,) for i in singles)
        if (found := _first(material, here, there, rest, sets)) is not None:
            return found
        pairs = sorted(combinations(few, 2), key=lambda pair: sum(_classes(material, i) for i in pair))
        if (found := _first(material, here, there, rest, pairs)) is not None:
            return found
    return _taken_away(material, here, there)


def _classes(material: Material, i: int) -> int:
    """How many classes an instance has."""
    true, predicted = material.rows.sides(i)
    return len({*true.tolist(), *predicted.tolist()})


def _kinds(material: Material, alike: int) -> list[int]:
    """An instance for each kind of sets, by how many classes it has; of as many on each side at most `alike`."""
    first: dict[object, int] = {}
    sizes: Counter[object] = Counter()
    for i in range(material.rows.instances):
        true, predicted = (frozenset(side.tolist()) for side in material.rows.sides(i))
        size = len(true), len(predicted), len(true & predicted)
        if (true or predicted) and (true, predicted) not in first and sizes[size] < alike:
            first[true, predicted] = i
            sizes[size] += 1
    return sorted(first.values(), key=lambda i: (_classes(material, i), i))


def _values(material: Material, which: tuple[int, ...], points: Iterable[CountedQuantity]) -> list[float | None]:
    some = material.picked(np.array(which, np.int64))
    return [value(some, point) for point in points]


def _gap(a: float | None, b: float | None) -> float:
    """How far two values are apart; little where one of them is undefined."""
    if a is None or b is None:
        return 0.0 if a is b else DIFFERS
    return abs(a - b)


def _first(
    material: Material,
    here: CountedQuantity,
    there: CountedQuantity,
    others: Sequence[CountedQuantity],
    sets: Iterable[tuple[int, ...]],
) -> Parting | None:
    """The first instances on which `there` parts from all; of those with as many classes, the farthest apart."""
    best: tuple[float, Parting] | None = None
    size = 0
    for which in sets:
        many = sum(_classes(material, i) for i in which)
        if best is not None and many > size:
            break
        ours, theirs, *rest = _values(material, which, (here, there, *others))
        gap = _gap(ours, theirs)
        if gap >= DIFFERS and all(_gap(theirs, x) >= DIFFERS for x in rest) and (best is None or gap > best[0]):
            best, size = (gap, Parting(which, ours, theirs)), many
    return best[1] if best is not None else None


def _taken_away(material: Material, here: CountedQuantity, there: CountedQuantity) -> Parting | None:
    """Instances from which none can be taken while two ways still part, found by leaving out halves."""
    kept: Longs = np.arange(material.rows.instances)
    ours, theirs = _values(material, tuple(kept), (here, there))
    if _gap(ours, theirs) < DIFFERS:
        return None
    step, tries = max(1, len(kept) // 2), 0
    while tries < _HALVINGS:
        for first in range(0, len(kept), step):
            rest = np.delete(kept, slice(first, first + step))
            tries += 1
            if len(rest) and _gap(*_values(material, tuple(rest), (here, there))) >= DIFFERS:
                kept = rest
                break
        else:
            if step == 1:
                break
            step = max(1, step // 2)
    return Parting(tuple(kept.tolist()), *_values(material, tuple(kept), (here, there)))
