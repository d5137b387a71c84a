"""Folding: branches in which nothing is marked become one class that says how many there are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar

from ...explain import HierarchyPicture, Look
from ...model.case import Case, Draft
from ...model.hierarchy import Hierarchy
from ...model.labels import Labels

D = TypeVar("D", bound=Draft)
LEAST_FOLDED = 2
NO_VALUES: Mapping[str, object] = MappingProxyType({})
Called = Callable[[int], str]  # what a class that stands for so many is called
ENGLISH: Called = "{:,} more".format


def fold_cases(
    cases: Sequence[Case], pictures: Sequence[HierarchyPicture], called: Called = "{} more".format
) -> tuple[list[Case], list[HierarchyPicture]]:
    """Cases on one hierarchy, and pictures of them, as they are drawn folded.

    What a case marks or a picture shows stays, with all above it. Below each class that stays, all others become one
    class, "12 more" or as `called` says, that the pictures call folded; a single one stays as it is. Where pictures
    write values, those of one value become one class with that value. It is for drawing alone: every number is that of
    the case itself.
    """
    h = cases[0].hierarchy
    pictured = {c for picture in pictures for c in _pictured_classes(picture) if c in h}
    looks = {c: [picture.looks.get(c, Look()) for picture in pictures] for c in h.classes}
    values = {c: tuple((look.value, look.tint) for look in own) for c, own in looks.items()}
    stay, branches = _kept_and_branches(h, pictured.union(*(case.marked for case in cases)), values)
    names: list[str] = []
    for branch in branches:
        name = called(len(branch.classes))
        while name in h or name in names:  # two classes need two names
            name += "…" if name.endswith("…") else " …"
        names.append(name)
    labels = {name: name.rstrip(" …") for name in names if name.endswith("…")}
    labels_drawn = _kept_labels(h, stay, labels) if labels else h.labels
    cases_drawn = [_with_branches(case, stay, dict(zip(names, branches, strict=True))) for case in cases]
    own = [values[min(branch.classes)] for branch in branches]
    folds = [
        {name: Look(kind="folded", value=alike[i][0], tint=alike[i][1]) for name, alike in zip(names, own, strict=True)}
        for i in range(len(pictures))
    ]
    return (
        [replace(case, hierarchy=case.hierarchy.labelled(labels_drawn)) for case in cases_drawn],
        [replace(picture, looks={**picture.looks, **more}) for picture, more in zip(pictures, folds, strict=True)],
    )


def _pictured_classes(picture: HierarchyPicture) -> Iterator[str]:
    """The classes of which a picture shows more than that they are there, and a value."""
    plain = None, "none", "class", False
    for c, look in picture.looks.items():
        if (look.mark, look.side, look.kind, look.lca) != plain or look.emphasis not in ("plain", "quiet"):
            yield c
    yield from (c for link in (*picture.links, *picture.others) for c in (link.predicted, link.true) if c is not None)
    yield from (c for edge, side in picture.edges.items() if side != "none" for c in edge)


def case_with_only(case: Case, classes: AbstractSet[str]) -> Case:
    """The case as it is drawn with these classes alone, at least one of them marked."""
    less = replace(case, true=case.true & classes, predicted=case.predicted & classes)
    less = _with_branches(less, classes, {})
    labels = _kept_labels(case.hierarchy, classes, {})
    return replace(less, hierarchy=less.hierarchy.labelled(labels))


@dataclass(frozen=True)
class Folding:
    """Classes that are drawn as one, such as "12 more"."""

    above: str | None
    """The class that they hang from; None for roots."""
    classes: frozenset[str]
    """The classes that are drawn as one."""


def with_folded_classes(case: D, hidden: Collection[str], called: Called = ENGLISH) -> tuple[D, dict[str, Folding]]:
    """The case without the hidden classes, but for those that are marked or above one that stays.

    Returns it with the branches that are folded, under the names of the classes that stand for them, which are
    labelled "12 more" or as `called` says. It is for drawing alone.
    """
    h = case.hierarchy
    stay, branches = _kept_and_branches(h, {*case.marked, *(c for c in h.classes if c not in hidden)})
    if not branches:
        return case, {}
    place = {c: i for i, c in enumerate(h.classes)}
    names = {h.free_name(f"more, {-1 if b.above is None else place[b.above]}"): b for b in branches}
    less = _with_branches(case, stay, names)
    labels = {name: called(len(branch.classes)) for name, branch in names.items()}
    return replace(less, hierarchy=less.hierarchy.labelled(_kept_labels(h, stay, labels))), names


def foldable_classes(case: Draft, most: int) -> frozenset[str]:
    """The classes that folding leaves out: those that are neither marked nor above a marked one.

    Where nothing is marked, those below the top levels, which have at most `most` classes.
    """
    h = case.hierarchy
    stay = set(h.closure(case.marked))
    if not case.marked:
        _add_top_levels(h, stay, most)
    _, branches = _kept_and_branches(h, stay)
    return frozenset(c for branch in branches for c in branch.classes)


def _kept_and_branches(
    h: Hierarchy, classes: Iterable[str], values: Mapping[str, object] = NO_VALUES
) -> tuple[set[str], list[Folding]]:
    """The classes that stay, which are those shown and all above them, and the branches of others below them.

    values: what is written at classes; a branch has one alone.
    """
    stay = set(h.closure(classes))
    if len(set(values.values())) > 1:
        for c in reversed(h.top_down):
            if any(k in stay or values[k] != values[c] for k in h.children(c)):
                stay.add(c)
    branches: list[Folding] = []
    gone: set[str] = set()
    for above in (*(c for c in h.top_down if c in stay), None):
        start = h.roots if above is None else h.children(above)
        alike: dict[object, list[str]] = {}
        for c in start:
            if c not in stay and c not in gone:
                alike.setdefault(values.get(c), []).append(c)
        for some in alike.values():
            hidden = _reachable_below(h, some, stay, gone)
            if len(hidden) < LEAST_FOLDED:
                stay.update(hidden)
                continue
            gone |= hidden
            branches.append(Folding(above, frozenset(hidden)))
    return stay, branches


def _with_branches(case: D, stay: AbstractSet[str], branches: Mapping[str, Folding]) -> D:
    """The case with the classes that stay and one, under its name, for each branch; without labels and positions."""
    h = case.hierarchy
    weights = {edge: w for edge, w in h.weights.items() if edge[0] in stay and edge[1] in stay}
    weights |= {(b.above, name): Fraction(1) for name, b in branches.items() if b.above is not None}
    hierarchy = Hierarchy((*(c for c in h.classes if c in stay), *branches), weights)
    artificial, extra = (case.artificial & stay) | frozenset(branches), case.extra.for_hierarchy(hierarchy)
    return replace(case, hierarchy=hierarchy, positions=(), stood=(), artificial=artificial, extra=extra)


def _kept_labels(h: Hierarchy, classes: Collection[str], labels: Mapping[str, str]) -> Labels:
    """The labels of the classes that stay, and of those that stand for others."""
    by_language = {language: {**own} for language, own in h.labels.among(classes)}
    first = next(iter(by_language), "")
    by_language[first] = {**by_language.get(first, {}), **labels}
    return Labels(by_language)


def _reachable_below(h: Hierarchy, start: list[str], stay: set[str], removed: set[str]) -> set[str]:
    """These classes and all below them that are neither kept nor gone; both sets may be large, and are not joined."""
    below = set(start)
    todo = list(start)
    while todo:
        for c in h.children(todo.pop()):
            if c not in below and c not in stay and c not in removed:
                below.add(c)
                todo.append(c)
    return below


def fold_to_top_levels(case: Draft, most: int) -> Draft:
    """The case as it is drawn where it has too many classes: the marked ones, all above them, and the top levels.

    Levels are kept whole, from the roots down, as long as there are at most `most` classes. Below each class that
    stays, all others become one artificial class labelled "12 more". It is for drawing alone.
    """
    h = case.hierarchy
    if len(h) <= most:
        return case
    stay, gone = set(h.closure(case.marked)), set[str]()
    _add_top_levels(h, stay, most)
    branches: dict[str, Folding] = {}
    labels = {}
    for i, above in enumerate(c for c in h.top_down if c in stay):
        hidden = _reachable_below(h, [c for c in h.children(above) if c not in stay and c not in gone], stay, gone)
        if hidden:
            gone |= hidden
            name = h.free_name(f"{len(hidden):,} more, {i}")
            labels[name] = f"{len(hidden):,} more"
            branches[name] = Folding(above, frozenset(hidden))
    if lost := len(h) - len(stay) - len(gone):  # roots that were too many, and what is below them alone
        name = h.free_name(f"{lost:,} more")
        labels[name] = name
        branches[name] = Folding(None, frozenset(h.classes) - stay - gone)
    less = _with_branches(case, stay, branches)
    return replace(less, hierarchy=less.hierarchy.labelled(_kept_labels(h, stay, labels)))


def _add_top_levels(h: Hierarchy, stay: set[str], most: int) -> None:
    """Add whole levels, from the roots down, as long as at most so many classes stay."""
    top: set[str] = set()
    level = list(h.roots)
    while level and len(stay.union(level)) <= most:
        stay.update(level)
        top.update(level)
        level = [c for c in dict.fromkeys(c for p in level for c in h.children(p)) if c not in top]
