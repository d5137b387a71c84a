"""Where a run loses instances: how many come to each class, and where the system leaves their way.

An instance comes to a class where one of its true classes stands at or below it, and is kept there where the system
predicts a class at or below it, too. It is lost at the first class where it is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush

import numpy as np

from ...errors import StudyError, quoted, suggestion
from ...explain import Branch, FlowTreePicture
from ..results.instances import Finder, Mask
from ..scoring.numbered import Ints, Longs

CHUNK = 4_096  # instances at once
MOST_KEPT = 3_000_000  # entries of closures that are remembered
MOST_BRANCHES = 40
ALL = "all classes"
COUNTED = (
    "An instance is true at each class with one of its true classes at or below it, kept there where a predicted class "
    "is at or below it, too, and lost at the first class where it is not kept. It comes wrongly where a prediction "
    "leaves its way."
)


@dataclass(frozen=True)
class Flows:
    """Counts of each of M classes over the instances of one run, the root first, parents before children.

    names: M, as shown.  came: instances with a true class at or below.  here: those of them that are lost right here.
    gone: those that were lost above.  wrong: other instances that the system sends here off their way.
    above: the class under which each is drawn, -1 for the root; of several parents the one with most instances.
    """

    system: str
    names: tuple[str, ...]
    shown: tuple[str, ...]
    came: Longs
    here: Longs
    gone: Longs
    wrong: Longs
    above: Longs
    instances: int
    several: bool  # whether any class that is come to has several parents
    artificial: bool  # whether the root is no class


def flows(finder: Finder, system: str) -> Flows:
    """The counts of one system. Raises StudyError for an unknown one."""
    data, h = finder.scores.data, finder.study.hierarchy
    if system not in data.runs:
        near = suggestion(system, data.runs)
        raise StudyError(f"{quoted(system)} is no system of this study{near}; they are {', '.join(data.runs)}")
    ways = _Ways(finder)
    many = len(finder.names)
    counts = np.zeros((4, many), np.int64)
    for first in range(0, len(data), CHUNK):
        last = min(first + CHUNK, len(data))
        true, predicted = (
            ways.codes(side.starts, side.classes, first, last) for side in (data.truth, data.runs[system])
        )
        lost, extra = true[~_among(true, predicted)], predicted[~_among(predicted, true)]
        here = lost[ways.from_any(lost, predicted)]
        wrong = extra[ways.from_any(extra, true)]
        for row, codes in zip(counts, (true, lost, here, wrong), strict=True):
            row += np.bincount(codes % many, minlength=many)
    came, lost_in_all, lost_here, sent = counts
    above = ways.drawn_above(came)
    labels = h.labels
    names = finder.names
    artificial = names[0] not in h
    shown = tuple(ALL if i == 0 and artificial else labels.shown(c) for i, c in enumerate(names))
    several = bool(((ways.ends - ways.starts > 1) & (came > 0)).any())
    gone = lost_in_all - lost_here
    return Flows(system, names, shown, came, lost_here, gone, sent, above, len(data), several, artificial)


class _Ways:
    """The hierarchy's numbers, from each class to those above it."""

    def __init__(self, finder: Finder):
        rooted = finder.study.hierarchy.rooted()
        known = rooted.arrays
        place = np.empty(len(known.order), np.int64)
        place[known.order] = np.arange(len(known.order))
        self.many = len(place)
        self.starts: Longs = known.parent_starts[known.order].astype(np.int64)
        self.ends: Longs = known.parent_starts[known.order + 1].astype(np.int64)
        self.parents: Longs = place[known.parents]
        self._closures: dict[int, Ints] = {}
        self._kept = 0

    def closure(self, c: int) -> Ints:
        """The class and all above it."""
        if c not in self._closures:
            if self._kept > MOST_KEPT:
                self._closures.clear()
                self._kept = 0
            seen, todo = {c}, [c]
            while todo:
                at = todo.pop()
                for parent in self.parents[self.starts[at] : self.ends[at]].tolist():
                    if parent not in seen:
                        seen.add(parent)
                        todo.append(parent)
            self._closures[c] = np.fromiter(seen, np.int32, len(seen))
            self._kept += len(seen)
        return self._closures[c]

    def codes(self, starts: Longs, classes: Ints, first: int, last: int) -> Longs:
        """Instance · M + class for all classes at or above those of each instance, in order."""
        inside = classes[starts[first] : starts[last]].tolist()
        owners = np.repeat(np.arange(last - first), np.diff(starts[first : last + 1]))
        closures = [self.closure(c) for c in inside]
        if not closures:
            return np.zeros(0, np.int64)
        lengths = np.fromiter(map(len, closures), np.int64, len(closures))
        found = np.sort(np.repeat(owners * self.many, lengths) + np.concatenate(closures))
        different: Longs = found[np.diff(found, prepend=-1) > 0]
        return different

    def from_any(self, codes: Longs, others: Longs) -> Mask:
        """Whether a class directly above each is among the others of its instance; the root counts as such."""
        classes = codes % self.many
        counts = self.ends[classes] - self.starts[classes]
        first = np.cumsum(counts) - counts
        at = np.arange(counts.sum()) + np.repeat(self.starts[classes] - first, counts)
        above = np.repeat(codes - classes, counts) + self.parents[at]
        hit = np.concatenate([[0], np.cumsum(_among(above, others))])
        found: Mask = (hit[first + counts] > hit[first]) | (counts == 0)
        return found

    def drawn_above(self, came: Longs) -> Longs:
        """The parent with most instances of each class, the first of several such; -1 for the root."""
        counts = self.ends - self.starts
        owners = np.repeat(np.arange(self.many), counts)
        at = np.arange(counts.sum()) + np.repeat(self.starts - (np.cumsum(counts) - counts), counts)
        parents = self.parents[at]
        order = np.lexsort((parents, -came[parents], owners))
        found = np.full(self.many, -1, np.int64)
        firsts = np.flatnonzero(np.diff(owners[order], prepend=-1))
        found[owners[order][firsts]] = parents[order][firsts]
        return found


def _among(codes: Longs, others: Longs) -> Mask:
    """Whether each is among the others, which stand in order."""
    if not len(others):
        return np.zeros(len(codes), bool)
    found: Mask = others[np.minimum(np.searchsorted(others, codes), len(others) - 1)] == codes
    return found


def counted_so(found: Flows) -> tuple[str, ...]:
    """Meaning of the counts, in sentences."""
    return (
        (COUNTED, "A class with several parents stands under the one with most instances.")
        if found.several
        else (COUNTED,)
    )


# The tree that is drawn


def flow_tree(found: Flows, root: str = "", most: int = MOST_BRANCHES) -> FlowTreePicture:
    """The counts as a tree from one class down, the branches in which most is lost; the others are folded.

    The numbers of folded classes are added up.
    A click on a class reports `class` and its name, on folded ones `under` and the name of the class above.
    Raises StudyError for an unknown class.
    """
    top = 0
    if root:
        if root not in found.names:
            raise StudyError(f"{quoted(root)} is not in the hierarchy{suggestion(root, found.names)}")
        top = found.names.index(root)
    children = _children(found)
    kept = _kept(found, children, top, most)
    branches: list[Branch] = []
    # Each class after the one above it, the folded ones of a class last.
    todo: list[tuple[int, int | None]] = [(top, None)]
    while todo:
        c, parent = todo.pop()
        if c < 0:
            branches.append(_folded(found, [k for k in children[-c - 1] if k not in kept], parent, -c - 1))
            continue
        place = len(branches)
        branches.append(_branch(found, c, parent))
        own = [k for k in children.get(c, ()) if k in kept]
        if len(own) < len(children.get(c, ())):
            todo.append((-c - 1, place))
        todo += [(k, place) for k in reversed(own)]
    named = f" under {found.shown[top]}" if root else ""
    return FlowTreePicture((f"Where {found.system} loses instances{named}",), tuple(branches))


def _children(found: Flows) -> Mapping[int, list[int]]:
    """The classes drawn under each, those with most instances first; without those that none comes to."""
    met = np.flatnonzero((found.came > 0) & (found.above >= 0))
    order = met[np.lexsort((met, -found.came[met]))]
    children: dict[int, list[int]] = {}
    for c in order.tolist():
        children.setdefault(int(found.above[c]), []).append(c)
    return children


def _kept(found: Flows, children: Mapping[int, list[int]], top: int, most: int) -> set[int]:
    """The classes that are drawn by themselves: from the top down those at or below which most is lost."""
    lost = found.here.copy()
    for c in range(len(lost) - 1, 0, -1):
        if found.above[c] >= 0:
            lost[found.above[c]] += lost[c]
    kept: set[int] = {top}
    rows = 1 + bool(children.get(top))  # what is folded has a row of its own
    waiting: list[tuple[int, int, int]] = []

    def open_up(c: int) -> None:
        for k in children.get(c, ()):
            heappush(waiting, (-int(lost[k]), -int(found.came[k]), k))

    left = {c: len(own) for c, own in children.items()}
    open_up(top)
    while waiting:
        c = heappop(waiting)[2]
        above = int(found.above[c])
        # The last folded class takes over the row of the fold.
        more = (0 if left[above] == 1 else 1) + bool(children.get(c))
        if rows + more > most:
            continue
        rows += more
        left[above] -= 1
        kept.add(c)
        open_up(c)
    return kept


def _branch(found: Flows, c: int, parent: int | None) -> Branch:
    return Branch(
        found.shown[c],
        parent,
        int(found.came[c]),
        int(found.here[c]),
        int(found.gone[c]),
        int(found.wrong[c]),
        pick="" if found.artificial and c == 0 else f"class {found.names[c]}",
    )


def _folded(found: Flows, classes: list[int], parent: int | None, above: int) -> Branch:
    """Several classes as one branch, their numbers added up."""
    if len(classes) == 1:
        return _branch(found, classes[0], parent)
    came, here, gone, wrong = (
        int(column[classes].sum()) for column in (found.came, found.here, found.gone, found.wrong)
    )
    name = f"{len(classes):,} more"
    return replace(Branch(name, parent, came, here, gone, wrong, len(classes)), pick=f"under {found.names[above]}")
