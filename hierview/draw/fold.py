"""Folding: branches in which nothing is marked become one class that says how many there are."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..explain import HierarchyPicture, Look
from ..model.case import Case, Draft
from ..model.hierarchy import Edge, Hierarchy
from ..model.labels import Labels

LEAST_FOLDED = 2


def folded(case: Case, picture: HierarchyPicture) -> Case:
    """The case as it is drawn folded: what the picture shows or marks stays, with all above it.

    Below each class that stays, all others become one artificial class, "12 more"; a single one stays as it
    is. It is for drawing alone: every number is that of the case itself.
    """
    h = case.hierarchy
    shown = {c for c, look in picture.looks.items() if look != Look()}
    shown |= {c for link in picture.links for c in (link.predicted, link.true) if c is not None}
    shown |= {c for edge, side in picture.edges.items() if side != "none" for c in edge}
    kept = set(h.closure({*case.marked, *(c for c in shown if c in h)}))
    weights: dict[Edge, Fraction] = {}
    more: list[str] = []
    gone: set[str] = set()
    for above in (*(c for c in h.top_down if c in kept), None):
        start = h.roots if above is None else h.children(above)
        hidden = _below(h, [c for c in start if c not in kept and c not in gone], kept, gone)
        if len(hidden) < LEAST_FOLDED:
            kept.update(hidden)
            continue
        gone |= hidden
        name = f"{len(hidden)} more"
        while name in h or name in more:  # two classes need two names
            name += "…" if name.endswith("…") else " …"
        more.append(name)
        if above is not None:
            weights[above, name] = Fraction(1)
    inside = {edge: w for edge, w in h.weights.items() if kept.issuperset(edge)}
    drawn = Hierarchy((*(c for c in h.classes if c in kept), *more), inside | weights).labelled(h.labels)
    return replace(
        case,
        hierarchy=drawn,
        positions=(),
        stood=(),
        artificial=(case.artificial & kept) | frozenset(more),
        extra=case.extra.on(drawn),
    )


def _below(h: Hierarchy, start: list[str], kept: set[str], gone: set[str]) -> set[str]:
    """These classes and all below them that are neither kept nor gone; both sets may be large, and are not joined."""
    found = set(start)
    todo = list(start)
    while todo:
        for c in h.children(todo.pop()):
            if c not in found and c not in kept and c not in gone:
                found.add(c)
                todo.append(c)
    return found


def top_folded(case: Draft, most: int) -> Draft:
    """The case as it is drawn where it has too many classes: the marked ones, all above them, and the top levels.

    Levels are kept whole, from the roots down, as long as there are at most `most` classes. Below each class that
    stays, all others become one artificial class labelled "12 more". It is for drawing alone.
    """
    h = case.hierarchy
    if len(h) <= most:
        return case
    kept, top, level = set(h.closure(case.marked)), set[str](), list(h.roots)
    while level and len(kept.union(level)) <= most:
        kept.update(level)
        top.update(level)
        level = [c for c in dict.fromkeys(c for p in level for c in h.children(p)) if c not in top]
    gone: set[str] = set()
    weights = {edge: w for edge, w in h.weights.items() if kept.issuperset(edge)}
    labels = {}
    for i, above in enumerate(c for c in h.top_down if c in kept):
        hidden = _below(h, [c for c in h.children(above) if c not in kept and c not in gone], kept, gone)
        if hidden:
            gone |= hidden
            name = h.free_name(f"{len(hidden):,} more, {i}")
            labels[name] = f"{len(hidden):,} more"
            weights[above, name] = Fraction(1)
    if lost := len(h) - len(kept) - len(gone):  # roots that were too many, and what is below them alone
        name = h.free_name(f"{lost:,} more")
        labels[name] = name
    drawn = Hierarchy((*(c for c in h.classes if c in kept), *labels), weights)
    by_language = {language: {**own} for language, own in h.labels.among(kept)}
    first = next(iter(by_language), "")
    by_language[first] = by_language.get(first, {}) | labels
    return replace(
        case,
        hierarchy=drawn.labelled(Labels(by_language)),
        positions=(),
        stood=(),
        artificial=(case.artificial & kept) | frozenset(labels),
        extra=case.extra.on(drawn),
    )
