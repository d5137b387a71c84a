"""A case made smaller step by step, for as long as it still shows what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from ...model.case import Case
from ...model.hierarchy import Hierarchy
from .enumerate import class_name, rename_classes

# Cases that share one hierarchy: what is taken from it is taken from all of them.
Cases = tuple[Case, ...]
_SIDES = ("true", "predicted")


def shrink(cases: Cases, shows: Callable[[Cases], bool]) -> Cases:
    """The smallest cases reached by removing a class, an edge or a mark at a time while `shows` stays true.

    Names become A, B, C, … in the end, where that keeps it true.
    """
    while True:
        smaller = next((candidate for candidate in _one_step_smaller(cases) if shows(candidate)), None)
        if smaller is None:
            break
        cases = smaller
    plain = _with_plain_names(cases)
    return plain if shows(plain) else cases


def _one_step_smaller(cases: Cases) -> Iterator[Cases]:
    """Cases with one class, edge or mark less that still have one root and a mark on both sides of every case."""
    h = cases[0].hierarchy
    for c in reversed(h.classes):
        rest = _without_class(h, c)
        if rest is not None:
            yield from _cases_on_hierarchy(cases, rest)
    for edge in reversed(h.edges):
        if len(h.parents(edge[1])) > 1:
            yield from _cases_on_hierarchy(cases, without_edge(h, edge))
    for c in h.classes:
        for side in _SIDES:
            if any(c in getattr(case, side) for case in cases):
                marks = [{s: getattr(case, s) - ({c} if s == side else set()) for s in _SIDES} for case in cases]
                if all(m["true"] and m["predicted"] for m in marks):
                    yield tuple(Case(h, **m) for m in marks)


def _cases_on_hierarchy(cases: Cases, h: Hierarchy) -> Iterator[Cases]:
    """The cases on another hierarchy, as far as their marks are in it."""
    marks = [[frozenset(c for c in side if c in h) for side in (case.true, case.predicted)] for case in cases]
    if all(true and predicted for true, predicted in marks):
        yield tuple(Case(h, true, predicted) for true, predicted in marks)


def _without_class(h: Hierarchy, c: str) -> Hierarchy | None:
    """The hierarchy without a class, its children below its parents; None where that leaves several roots."""
    parents, children = h.parents(c), h.children(c)
    if len(h) == 1 or (not parents and len(children) != 1):
        return None
    weights = {edge: weight for edge, weight in h.weights.items() if c not in edge}
    for parent in parents:
        for child in children:
            weights.setdefault((parent, child), h.weights[c, child])
    return Hierarchy(tuple(other for other in h.classes if other != c), weights)


@lru_cache(maxsize=4096)
def without_edge(h: Hierarchy, edge: tuple[str, str]) -> Hierarchy:
    """The hierarchy without one edge."""
    return Hierarchy(h.classes, {other: weight for other, weight in h.weights.items() if other != edge})


def _with_plain_names(cases: Cases) -> Cases:
    """The cases with classes A, B, C, …, level by level."""
    h = cases[0].hierarchy
    order = sorted(h.classes, key=lambda c: (max_depth(h, c), h.classes.index(c)))
    names = {c: class_name(i) for i, c in enumerate(order)}
    weights = sorted(h.weights.items(), key=lambda item: (order.index(item[0][0]), order.index(item[0][1])))
    ordered = Hierarchy(tuple(order), dict(weights))
    return tuple(rename_classes(Case(ordered, case.true, case.predicted), names) for case in cases)


def max_depth(h: Hierarchy, c: str) -> int:
    """Most edges from a root down to a class: parents always come before their children."""
    return max((max_depth(h, parent) + 1 for parent in h.parents(c)), default=0)
