"""Leaves counted at their ancestors, whole paths, classes whose path is right; and how often each class is true."""

from __future__ import annotations

from ..compiled import compiled
from ..numbered import Edges, Ints, Lengths, Longs, Rows
from .climbs import BY_P, BY_T, Climbs, climb_all


@compiled
def true_counts(rows: Rows, edges: Edges, mark: Lengths, stack: Lengths, out: Longs) -> None:
    """How many instances have each class or one below it among their true ones. mark: as long, -1 everywhere."""
    for i in range(len(rows.true_starts) - 1):
        for v in rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]:
            stack[0], waiting = v, int(mark[v] != i)
            mark[v] = i
            while waiting > 0:
                waiting -= 1
                c = stack[waiting]
                out[c] += 1
                for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
                    p = edges.parents[e]
                    if mark[p] != i:
                        mark[p] = i
                        stack[waiting] = p
                        waiting += 1


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
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        for k in range(5):
            out[i, k] = 0
        for v in t:
            for a in range(climbs.at[v], climbs.ends[v]):
                c = climbs.above[a]
                if by_t[c] != i and c != 0:
                    by_t[c] = i
                    out[i, 4] += 1
            out[i, 1] += leaf[v] == 1 and v != 0
        for v in p:
            for a in range(climbs.at[v], climbs.ends[v] if closed else climbs.at[v] + 1):
                c = climbs.above[a]
                if by_p[c] != i and c != 0:
                    by_p[c] = i
                    out[i, 3] += 1
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
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        for k in range(3):
            out[i, k] = 0
        for v in t:
            for a in range(climbs.at[v], climbs.ends[v]):
                c = climbs.above[a]
                out[i, 1] += by_t[c] != i and c != 0
                by_t[c] = i
        for v in p:
            for a in range(climbs.at[v], climbs.ends[v] if closed else climbs.at[v] + 1):
                c = climbs.above[a]
                if by_p[c] != i:
                    by_p[c] = i
                    out[i, 2] += c != 0
                    out[i, 0] += closed and c != 0 and by_t[c] == i
        if not closed:
            for v in p:
                right = v != 0
                for a in range(climbs.at[v], climbs.ends[v]):
                    c = climbs.above[a]
                    right = right and (c == 0 or (by_t[c] == i and by_p[c] == i))
                out[i, 0] += right
    return last
