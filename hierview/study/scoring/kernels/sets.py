"""Sizes of augmented sets (K15 §2.4) over many instances: |Y ∩ Ŷ|, |Y| and |Ŷ|, in this order; climbs between them."""

from __future__ import annotations

from ..compiled import compiled
from ..numbered import Children, Edges, Ints, Lengths, Longs, Rows
from .climbs import BY_P, BY_T, LONG, NO_ROOM, SEEN, Climbs, climb_all, climb_from


@compiled
def plain_sizes(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, skipped: int, out: Longs) -> int:
    """The sizes of the sets as they are, without the class `skipped`, of the instances from `first` to before `last`.

    Returns `last`.
    """
    mark = climbs.notes[BY_T]
    for i in range(first, last):
        n, m, common = 0, 0, 0
        for c in rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]:
            mark[c] = i
            n += c != skipped
        for c in rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]:
            m += c != skipped
            common += c != skipped and mark[c] == i
        out[i, 0], out[i, 1], out[i, 2] = common, n, m
    return last


@compiled
def _spread_down(labels: Ints, below: Children, mark: Lengths, i: int, queue: Lengths) -> int:
    """How many classes the labels and their descendants are, each marked with i and in the queue."""
    count = 0
    for c in labels:
        if mark[c] != i:
            mark[c] = i
            queue[count] = c
            count += 1
    at = 0
    while at < count:
        c = queue[at]
        at += 1
        for e in range(below.starts[c], below.starts[c + 1]):
            child = below.classes[e]
            if mark[child] != i:
                mark[child] = i
                queue[count] = child
                count += 1
    return count


@compiled
def downward_sizes(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, below: Children, skipped: int, out: Longs
) -> int:
    """The sizes of the sets with all their descendants, without the class `skipped`; returns `last`."""
    by_t, by_p, queue = climbs.notes[BY_T], climbs.notes[BY_P], climbs.notes[LONG]
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        n = _spread_down(t, below, by_t, i, queue)
        m = _spread_down(p, below, by_p, i, queue)
        common = 0
        for k in range(m):
            common += by_t[queue[k]] == i
        if skipped >= 0:
            in_t, in_p = by_t[skipped] == i, by_p[skipped] == i
            n -= in_t
            m -= in_p
            common -= in_t and in_p
        out[i, 0], out[i, 1], out[i, 2] = common, n, m
    return last


@compiled
def spread_up(labels: Ints, edges: Edges, climbs: Climbs, side: int, i: int) -> int:
    """How many classes the labels and their ancestors are, each marked with i; NO_ROOM where climbs do not fit.

    side: BY_T or BY_P.
    """
    count, mark = 0, climbs.notes[side]
    for v in labels:
        start = climb_from(v, edges, climbs)
        if start == NO_ROOM:
            return NO_ROOM
        for a in range(start, climbs.ends[v]):
            c = climbs.above[a]
            if mark[c] != i:
                mark[c] = i
                count += 1
    return count


@compiled
def common_marked(labels: Ints, climbs: Climbs, i: int) -> int:
    """How many ancestors-or-selves of the labels are marked with i on both sides; takes their marks in `by_p`."""
    common, by_t, by_p = 0, climbs.notes[BY_T], climbs.notes[BY_P]
    for v in labels:
        for a in range(climbs.at[v], climbs.ends[v]):
            c = climbs.above[a]
            if by_p[c] == i:
                by_p[c] = -1
                common += by_t[c] == i
    return common


@compiled
def closed_sizes(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, out: Longs) -> int:
    """The sizes of the sets with all their ancestors, the root counted.

    Returns `last`, or the instance whose climbs do not fit any more.
    """
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        out[i, 1] = spread_up(t, edges, climbs, BY_T, i)
        out[i, 2] = spread_up(p, edges, climbs, BY_P, i)
        if out[i, 1] == NO_ROOM or out[i, 2] == NO_ROOM:
            return i
        out[i, 0] = common_marked(p, climbs, i)
    return last


@compiled
def closed_weights(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, weights: Longs, out: Longs) -> int:
    """Weights of the sets with all their ancestors: of what is on both sides, of the true and of the predicted one.

    Returns `last`, or the instance whose climbs do not fit any more.
    """
    by_t, by_p = climbs.notes[BY_T], climbs.notes[BY_P]
    for i in range(first, last):
        for k in range(3):
            out[i, k] = 0
        for v in rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]:
            start = climb_from(v, edges, climbs)
            if start == NO_ROOM:
                return i
            for a in range(start, climbs.ends[v]):
                c = climbs.above[a]
                if by_t[c] != i:
                    by_t[c] = i
                    out[i, 1] += weights[c]
        for v in rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]:
            start = climb_from(v, edges, climbs)
            if start == NO_ROOM:
                return i
            for a in range(start, climbs.ends[v]):
                c = climbs.above[a]
                if by_p[c] != i:
                    by_p[c] = i
                    out[i, 2] += weights[c]
                    out[i, 0] += weights[c] if by_t[c] == i else 0
    return last


@compiled
def _is_tolerated(c: int, other_side: Ints, i: int, edges: Edges, root_stays: bool, tops_stay: bool) -> bool:
    """Whether the tolerant augmentation keeps a class: the other side holds it or a parent of it (K15 Eq. 4, 5)."""
    if other_side[c] == i:
        return True
    begin, end = edges.parent_starts[c], edges.parent_starts[c + 1]
    if begin == end:
        return root_stays
    if tops_stay and edges.parents[begin] == 0 and end == begin + 1:
        return True
    for e in range(begin, end):
        if other_side[edges.parents[e]] == i and not (tops_stay and edges.parents[e] == 0):
            return True
    return False


@compiled
def tolerant_sizes(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    counts_root: bool,
    root_stays: bool,
    tops_stay: bool,
    out: Longs,
) -> int:
    """The sizes of the ancestor sets after each has lost what the other side neither holds nor has a parent of.

    counts_root: whether class 0 is counted.  root_stays: whether it stays where the other side is empty.
    tops_stay: whether class 0 is no class, and those below it alone are roots, which always stay.
    Returns `last`, or the instance whose climbs do not fit any more.
    """
    by_t, by_p, marks = climbs.notes[BY_T], climbs.notes[BY_P], climbs.notes[SEEN]
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        n = spread_up(t, edges, climbs, BY_T, i)
        m = spread_up(p, edges, climbs, BY_P, i)
        if n == NO_ROOM or m == NO_ROOM:
            return i
        out[i, 0], out[i, 1], out[i, 2] = 0, 0, 0
        for side in range(2):
            other = by_p if side == 0 else by_t
            for v in t if side == 0 else p:
                for a in range(climbs.at[v], climbs.ends[v]):
                    c = climbs.above[a]
                    # Met before on this side: its number is in `marks`.
                    if marks[c] == 2 * i + side or (c == 0 and not counts_root):
                        continue
                    marks[c] = 2 * i + side
                    if _is_tolerated(c, other, i, edges, root_stays, tops_stay):
                        out[i, 1 + side] += 1
                        out[i, 0] += (
                            side == 1 and other[c] == i and _is_tolerated(c, by_p, i, edges, root_stays, tops_stay)
                        )
    return last


# Depths: edges up to what the other side holds (Valmadre 2022)


@compiled
def _mark_closure(labels: Ints, climbs: Climbs, mark: Lengths, i: int) -> None:
    """Marks the classes and all their ancestors with i, and the root, which every side holds."""
    mark[0] = i
    for v in labels:
        for a in range(climbs.at[v], climbs.ends[v]):
            mark[climbs.above[a]] = i


@compiled
def _edges_climbed(labels: Ints, climbs: Climbs, mark: Lengths, i: int) -> int:
    """The edges from all these classes up to the nearest one that is marked with i."""
    total = 0
    for v in labels:
        a = climbs.at[v]
        while mark[climbs.above[a]] != i:
            a += 1
        total += climbs.far[a]
    return total


@compiled
def climbs_to_other_side(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, out: Longs) -> int:
    """The edges that the predicted classes climb, and those of the true ones; every edge weighs 1.

    Returns `last`, or the instance whose climbs do not fit any more.
    """
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        _mark_closure(t, climbs, climbs.notes[BY_T], i)
        _mark_closure(p, climbs, climbs.notes[BY_P], i)
        out[i, 0] = _edges_climbed(p, climbs, climbs.notes[BY_T], i)
        out[i, 1] = _edges_climbed(t, climbs, climbs.notes[BY_P], i)
    return last
