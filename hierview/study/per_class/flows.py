"""Where a run loses instances: how many come to each class, and where the system leaves their way.

An instance comes to a class where one of its true classes stands at or below it, and is kept there where the system
predicts a class at or below it, too. It is lost at the first class where it is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from ...errors import StudyError, quoted, suggestion
from ...explain import FlowBranch, FlowTreePicture
from ..inputs.data import checked_system_name
from ..results.instances import Finder
from ..scoring.numbered import Longs
from .root_paths import RootPaths, are_among

CHUNK = 4_096  # instances at once
MOST_BRANCHES = 40
ALL = "all classes"
COUNTED = (
    "An instance is true at each class with one of its true classes at or below it, kept there where a predicted class "
    "is at or below it, too, and lost at the first class where it is not kept. It comes wrongly where a prediction "
    "leaves its way."
)


@dataclass(frozen=True)
class FlowCounts:
    """Counts of each of M classes over the instances of one run, the root first, parents before children."""

    system: str
    """Name of the system."""
    names: tuple[str, ...]
    """Names of the M classes."""
    shown: tuple[str, ...]
    """Text that is shown for each class."""
    arrived: Longs
    """Number of instances with a true class at or below each."""
    lost_here: Longs
    """Number of those that are lost right here."""
    lost_above: Longs
    """Number of those that were lost above."""
    sent_wrongly: Longs
    """Number of other instances that the system sends here off their way."""
    above: Longs
    """The class under which each is drawn, -1 for the root; of several parents the one with most instances."""
    several: bool
    """Whether any class that is come to has several parents."""
    artificial: bool
    """Whether the root is artificial."""


def flows_by_class(finder: Finder, system: str) -> FlowCounts:
    """For every class, how many instances came to it, were lost there or above, and were sent there wrongly.

    Raises StudyError for an unknown system.
    """
    data, h = finder.scores.data, finder.study.hierarchy
    instances, ways = data.rows(checked_system_name(system, data.runs)), RootPaths(finder.study.hierarchy)
    many = len(finder.names)
    counts = np.zeros((4, many), np.int64)
    for first in range(0, len(data), CHUNK):
        rows = instances.slice(first, first + CHUNK)
        true = ways.closure_codes(rows.true_starts, rows.true)
        predicted = ways.closure_codes(rows.predicted_starts, rows.predicted)
        lost, extra = true[~are_among(true, predicted)], predicted[~are_among(predicted, true)]
        here = lost[ways.has_parent_among(lost, predicted)]
        wrong = extra[ways.has_parent_among(extra, true)]
        for row, codes in zip(counts, (true, lost, here, wrong), strict=True):
            row += np.bincount(codes % many, minlength=many)
    came, lost_in_all, lost_here, sent = counts
    above = ways.drawn_parents(came)
    names = finder.names
    artificial = names[0] not in h
    shown = tuple(ALL if i == 0 and artificial else h.labels.label_or_name(c) for i, c in enumerate(names))
    several = bool(((ways.ends - ways.starts > 1) & (came > 0)).any())
    gone = lost_in_all - lost_here
    return FlowCounts(system, names, shown, came, lost_here, gone, sent, above, several, artificial)


def count_sentences(counts: FlowCounts) -> tuple[str, ...]:
    """Meaning of the counts, in sentences."""
    sentence = "A class with several parents stands under the one with most instances."
    return (COUNTED, sentence) if counts.several else (COUNTED,)


# The tree that is drawn


def flow_tree_picture(counts: FlowCounts, root: str = "", most: int = MOST_BRANCHES) -> FlowTreePicture:
    """The counts as a tree from one class down, the branches in which most is lost; the others are folded.

    The numbers of folded classes are added up.
    A click on a class reports `class` and its name, on folded ones `under` and the name of the class above.
    Raises StudyError for an unknown class.
    """
    top = 0
    if root:
        if root not in counts.names:
            raise StudyError(f"{quoted(root)} is not in the hierarchy{suggestion(root, counts.names)}")
        top = counts.names.index(root)
    children = _drawn_children(counts)
    own_branches = _branch_classes(counts, children, top, most)
    branches: list[FlowBranch] = []
    # Each class after the one above it, the folded ones of a class last.
    todo: list[tuple[int, int | None]] = [(top, None)]
    while todo:
        c, parent = todo.pop()
        if c < 0:
            branches.append(
                _make_branch(counts, [k for k in children[-c - 1] if k not in own_branches], parent, -c - 1)
            )
            continue
        place, below = len(branches), children.get(c, ())
        branches.append(_make_branch(counts, [c], parent))
        own = [k for k in below if k in own_branches]
        if len(own) < len(below):
            todo.append((-c - 1, place))
        todo += [(k, place) for k in reversed(own)]
    under = f" under {counts.shown[top]}" if root else ""
    return FlowTreePicture((f"Where {counts.system} loses instances{under}",), tuple(branches))


def _drawn_children(counts: FlowCounts) -> Mapping[int, list[int]]:
    """The classes drawn under each, those with most instances first; without those that none comes to."""
    classes = np.flatnonzero((counts.arrived > 0) & (counts.above >= 0))
    order = classes[np.lexsort((classes, -counts.arrived[classes]))]
    children: dict[int, list[int]] = {}
    for c in order.tolist():
        children.setdefault(int(counts.above[c]), []).append(c)
    return children


def _branch_classes(counts: FlowCounts, children: Mapping[int, list[int]], top: int, most: int) -> set[int]:
    """The classes that are drawn by themselves: from the top down those at or below which most is lost."""
    lost = counts.lost_here.copy()
    for c in range(len(lost) - 1, 0, -1):
        if counts.above[c] >= 0:
            lost[counts.above[c]] += lost[c]
    own_branches: set[int] = {top}
    rows = 1 + bool(children.get(top))  # what is folded has a row of its own
    waiting: list[tuple[int, int, int]] = []

    def open_up(c: int) -> None:
        for k in children.get(c, ()):
            heappush(waiting, (-int(lost[k]), -int(counts.arrived[k]), k))

    folded_below = {c: len(own) for c, own in children.items()}
    open_up(top)
    while waiting:
        c = heappop(waiting)[2]
        above = int(counts.above[c])
        # The last folded class takes over the row of the fold.
        more = (0 if folded_below[above] == 1 else 1) + bool(children.get(c))
        if rows + more > most:
            continue
        rows += more
        folded_below[above] -= 1
        own_branches.add(c)
        open_up(c)
    return own_branches


def _make_branch(counts: FlowCounts, classes: list[int], parent: int | None, above: int = 0) -> FlowBranch:
    """A class as a branch, or several under one with their numbers added up. above: the class under which they are."""
    came, here, gone, wrong = (
        int(column[classes].sum())
        for column in (counts.arrived, counts.lost_here, counts.lost_above, counts.sent_wrongly)
    )
    if len(classes) > 1:
        name = f"{len(classes):,} more"
        return FlowBranch(name, parent, came, here, gone, wrong, len(classes), pick=f"under {counts.names[above]}")
    (c,) = classes
    pick = "" if counts.artificial and c == 0 else f"class {counts.names[c]}"
    return FlowBranch(counts.shown[c], parent, came, here, gone, wrong, pick=pick)
