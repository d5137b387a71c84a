"""Leaves counted at their ancestors, whole paths, and classes whose path is right."""

from __future__ import annotations

from ..compiled import compiled
from ..numbered import Edges, Ints, Longs, Rows
from .climbs import BY_P, BY_T, NO_ROOM, Climbs, climb_all
from .sets import common_marked, spread_up


@compiled
def _count_layer(labels: Ints, k: int, most: int, edges: Edges, tops: Longs, counts: Longs) -> None:
    """Counts leaves of a tree k edges above, at a top only in layer `most`; at all ancestors, if that is -1."""
    for v in labels:
        c = v
        counts[c] += most < 0
        for _ in range(k if most >= 0 else len(tops)):
            if tops[c] == 1:
                break
            c = edges.parents[edges.parent_starts[c]]
            counts[c] += most < 0 and tops[c] == 0
        counts[c] += most >= 0 and (k == most or tops[c] == 0)


@compiled
def _collect(labels: Ints, edges: Edges, tops: Longs, sets: bool, counts_t: Longs, counts_p: Longs, out: Longs) -> None:
    """Adds what is counted at the leaves and above them: on both sides, true, predicted; all counts are 0 then."""
    for v in labels:
        c = v
        while True:
            n, m = counts_t[c], counts_p[c]
            if sets:
                n, m = min(n, 1), min(m, 1)
            out[0] += min(n, m)
            out[1] += n
            out[2] += m
            counts_t[c], counts_p[c] = 0, 0
            if tops[c] == 1:
                break
            c = edges.parents[edges.parent_starts[c]]


@compiled
def layered_sizes(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    leaf: Longs,
    tops: Longs,
    most: int,
    sets: bool,
    counts_t: Longs,
    counts_p: Longs,
    out: Longs,
) -> int:
    """Leaves on both sides, true and predicted ones, over the layers of a tree; last whether no other class is marked.

    leaf, tops: whether each class is a leaf, and whether no class is above it.  most: the last layer from the bottom,
    -1 for all ancestors at once.  counts_t, counts_p: as many numbers as classes, all 0. Returns `last`.
    """
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        out[i, 3] = 1
        for v in t:
            out[i, 3] &= leaf[v]
        for v in p:
            out[i, 3] &= leaf[v]
        for k in range((max(most, 0) + 1) * out[i, 3]):
            _count_layer(t, k, most, edges, tops, counts_t)
            _count_layer(p, k, most, edges, tops, counts_p)
            _collect(t, edges, tops, sets, counts_t, counts_p, out[i])
            _collect(p, edges, tops, sets, counts_t, counts_p, out[i])
    return last


@compiled
def _mark_side(labels: Ints, edges: Edges, climbs: Climbs, side: int, closed: bool, i: int) -> int:
    """How many classes but the root the labels are, or with their ancestors, each marked with i.

    side: BY_T or BY_P.  closed: whether the ancestors are among them. NO_ROOM where climbs do not fit any more.
    """
    mark = climbs.notes[side]
    if closed:
        count = spread_up(labels, edges, climbs, side, i)
        return count if count == NO_ROOM else count - (mark[0] == i)
    if not climb_all(labels, edges, climbs):
        return NO_ROOM
    count = 0
    for v in labels:
        mark[v] = i
        count += v != 0
    return count


@compiled
def path_sizes(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, leaf: Longs, closed: bool, out: Longs
) -> int:
    """Whole paths of a tree on both sides, true and predicted; predicted classes beyond those of its paths; true ones.

    closed: whether predicted classes bring their ancestors; the root is no class. Returns `last`, or the instance whose
    climbs do not fit any more.
    """
    by_t, by_p = climbs.notes[BY_T], climbs.notes[BY_P]
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        out[i, 0], out[i, 1], out[i, 2] = 0, 0, 0
        out[i, 3] = _mark_side(p, edges, climbs, BY_P, closed, i)
        out[i, 4] = _mark_side(t, edges, climbs, BY_T, True, i)
        if out[i, 3] == NO_ROOM or out[i, 4] == NO_ROOM:
            return i
        for v in t:
            out[i, 1] += leaf[v] == 1 and v != 0
        for v in p:
            whole = leaf[v] == 1 and v != 0
            for a in range(climbs.at[v], climbs.ends[v]):
                whole = whole and (climbs.above[a] == 0 or by_p[climbs.above[a]] == i)
            if whole:
                out[i, 2] += 1
                out[i, 0] += by_t[v] == i
                for a in range(climbs.at[v], climbs.ends[v]):
                    out[i, 3] -= climbs.above[a] != 0
    return last


@compiled
def constrained_sizes(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, closed: bool, out: Longs) -> int:
    """Classes right with all above them, true and predicted ones, without the root; returns as `path_sizes`."""
    by_t, by_p = climbs.notes[BY_T], climbs.notes[BY_P]
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        out[i, 1] = _mark_side(t, edges, climbs, BY_T, True, i)
        out[i, 2] = _mark_side(p, edges, climbs, BY_P, closed, i)
        if out[i, 1] == NO_ROOM or out[i, 2] == NO_ROOM:
            return i
        if closed:
            root = by_t[0] == i and by_p[0] == i
            out[i, 0] = common_marked(p, climbs, i) - root
            continue
        out[i, 0] = 0
        for v in p:
            right = v != 0
            for a in range(climbs.at[v], climbs.ends[v]):
                c = climbs.above[a]
                right = right and (c == 0 or (by_t[c] == i and by_p[c] == i))
            out[i, 0] += right
    return last
