"""The hierarchical confusion matrix (R23) over many instances of a tree, where every class has one root path."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiled import Scratch, compiled
from ..numbered import LEFT, Edges, Ints, Longs, Rows
from .climbs import Climbs

MOST_LABELS = 64  # of both sides of an instance


class TreeLevels(NamedTuple):
    """Depths and places of the classes of a tree, for finding common ancestors.

    parent: -1 above the root.  depth: the edges above.  children: how many.  siblings: of it and all its ancestors.
    """

    parent: Ints
    depth: Ints
    children: Ints
    siblings: Longs


# Scratch: the classes of one instance that are left, and how much each predicted path shares with any true one.
_ROOM = (MOST_LABELS + 1,)
PATHS = np.dtype([("true", np.int32, _ROOM), ("predicted", np.int32, _ROOM), ("shared", np.int64, _ROOM)])


def tree_levels(edges: Edges) -> TreeLevels:
    """The levels of a tree whose classes are numbered from the root down."""
    n = len(edges.parent_starts) - 1
    parent = np.full(n, -1, np.int32)
    parent[np.diff(edges.parent_starts) > 0] = edges.parents
    depth = np.zeros(n, np.int32)
    siblings = np.zeros(n, np.int64)
    children = np.bincount(edges.parents, minlength=n).astype(np.int32)
    _fill_levels(parent, children, depth, siblings)
    return TreeLevels(parent, depth, children, siblings)


@compiled
def _fill_levels(parent: Ints, children: Ints, depth: Ints, siblings: Longs) -> None:
    for c in range(1, len(parent)):
        depth[c] = depth[parent[c]] + 1
        siblings[c] = siblings[parent[c]] + children[parent[c]] - 1


@compiled
def _lowest_common_ancestor(a: int, b: int, levels: TreeLevels) -> int:
    """The lowest common ancestor."""
    while a != b:
        if levels.depth[a] > levels.depth[b] or (levels.depth[a] == levels.depth[b] and a > b):
            a = levels.parent[a]
        else:
            b = levels.parent[b]
    return a


@compiled
def _is_after(a: int, b: int, levels: TreeLevels, by_name: Ints) -> bool:
    """Whether the path of a comes after that of b, path by path of names."""
    c = _lowest_common_ancestor(a, b, levels)
    if c in (a, b):
        return levels.depth[a] > levels.depth[b]
    while levels.parent[a] != c:
        a = levels.parent[a]
    while levels.parent[b] != c:
        b = levels.parent[b]
    return by_name[a] > by_name[b]


@compiled
def _rank_predictions(t: Ints, p: Ints, m: int, levels: TreeLevels, by_name: Ints, prefixes: Longs) -> None:
    """Sorts the predictions by the longest prefix that each shares with any true path, then by path, descending."""
    for k in range(m):
        prefixes[k] = 0
        for c in t:
            prefixes[k] = max(prefixes[k], levels.depth[_lowest_common_ancestor(p[k], c, levels)] + 1)
    for k in range(1, m):
        i = k
        while i and (
            prefixes[i] > prefixes[i - 1]
            or (prefixes[i] == prefixes[i - 1] and _is_after(p[i], p[i - 1], levels, by_name))
        ):
            p[i], p[i - 1] = p[i - 1], p[i]
            prefixes[i], prefixes[i - 1] = prefixes[i - 1], prefixes[i]
            i -= 1


@compiled
def _count_prediction(c: int, t: Ints, n: int, levels: TreeLevels, out: Longs) -> int:
    """Counts one prediction against the n true classes that are left, and takes one of them out."""
    if n == 0:
        out[2] += levels.depth[c]
        return 0
    best, partner = -1, 0
    for j in range(n):
        turn = _lowest_common_ancestor(c, t[j], levels)
        if (
            best < 0
            or levels.depth[turn] > levels.depth[best]
            or (turn == best and levels.depth[t[j]] > levels.depth[t[partner]])
        ):
            best, partner = turn, j
    true = t[partner]
    out[0] += levels.depth[best]
    out[2] += levels.depth[c] - levels.depth[best]
    out[3] += levels.depth[true] - levels.depth[best]
    out[1] += levels.siblings[best] + levels.children[best] - (true != best) - (c != best)
    for j in range(partner, n - 1):
        t[j] = t[j + 1]
    return n - 1


@compiled
def _copy_reduced(labels: Ints, levels: TreeLevels, reduce_sets: bool, out: Ints) -> int:
    """Copies the labels, of a reduced set those without a descendant in it; returns how many they are."""
    count = 0
    for a in labels:
        above = False
        if reduce_sets:
            for b in labels:
                above = above or (a != b and _lowest_common_ancestor(a, b, levels) == a)
        if not above:
            out[count] = a
            count += 1
    return count


@compiled
def confusion_counts(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    by_name: Ints,
    levels: TreeLevels,
    scratch: Scratch,
    empty_root: bool,
    reduce_sets: bool,
    out: Longs,
) -> int:
    """TP, TN, FP, FN and a flag of the instances from `first` to before `last`; returns `last`.

    True classes stand in the order that decides between equally good, equally long paths.  empty_root: whether no
    prediction is that of the root alone.  reduce_sets: whether classes with a descendant in their own set are left out.
    """
    t, p, prefixes = scratch.true, scratch.predicted, scratch.shared
    for i in range(first, last):
        true = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        predicted = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        for k in range(5):
            out[i, k] = 0
        if len(true) + len(predicted) > MOST_LABELS:
            out[i, 4] = LEFT
            continue
        n = _copy_reduced(true, levels, reduce_sets, t)
        m = _copy_reduced(predicted, levels, reduce_sets, p)
        if m == 0 and empty_root:
            p[0] = 0
            m = 1
        _rank_predictions(t[:n], p, m, levels, by_name, prefixes)
        for k in range(m):
            n = _count_prediction(p[k], t, n, levels, out[i])
        for j in range(n):
            out[i, 3] += levels.depth[t[j]]
    return last
