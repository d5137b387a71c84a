"""Sizes of augmented sets (K15 §2.4) over many instances: |Y ∩ Ŷ|, |Y| and |Ŷ|, in this order."""

from __future__ import annotations

from ..compiled import compiled
from ..numbered import Edges, Ints, Longs
from .climbs import NO_ROOM, Climbs, climb
from .rows import Rows


@compiled
def plain_sizes(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, out: Longs) -> int:
    """The sizes of the sets as they are, of the instances from `first` to before `last`; returns `last`."""
    mark = climbs.by_t
    for i in range(first, last):
        for k in range(rows.true_starts[i], rows.true_starts[i + 1]):
            mark[rows.true[k]] = i
        common = 0
        for k in range(rows.predicted_starts[i], rows.predicted_starts[i + 1]):
            common += mark[rows.predicted[k]] == i
        out[i, 0] = common
        out[i, 1] = rows.true_starts[i + 1] - rows.true_starts[i]
        out[i, 2] = rows.predicted_starts[i + 1] - rows.predicted_starts[i]
    return last


@compiled
def _spread(begin: int, end: int, labels: Ints, edges: Edges, climbs: Climbs, mark: Longs, i: int) -> int:
    """How many classes the labels and their ancestors are, each marked with i; NO_ROOM where climbs do not fit."""
    count = 0
    for k in range(begin, end):
        v = labels[k]
        start = climb(v, edges, climbs)
        if start == NO_ROOM:
            return NO_ROOM
        for a in range(start, climbs.ends[v]):
            c = climbs.above[a]
            if mark[c] != i:
                mark[c] = i
                count += 1
    return count


@compiled
def _shared(begin: int, end: int, labels: Ints, climbs: Climbs, i: int) -> int:
    """How many ancestors-or-selves of the labels are marked with i on both sides; takes their marks in `by_p`."""
    common = 0
    for k in range(begin, end):
        v = labels[k]
        for a in range(climbs.at[v], climbs.ends[v]):
            c = climbs.above[a]
            if climbs.by_p[c] == i:
                climbs.by_p[c] = -1
                common += climbs.by_t[c] == i
    return common


@compiled
def closed_sizes(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, out: Longs) -> int:
    """The sizes of the sets with all their ancestors, the root counted.

    Returns `last`, or the instance whose climbs do not fit any more.
    """
    for i in range(first, last):
        t, t_end = rows.true_starts[i], rows.true_starts[i + 1]
        p, p_end = rows.predicted_starts[i], rows.predicted_starts[i + 1]
        out[i, 1] = _spread(t, t_end, rows.true, edges, climbs, climbs.by_t, i)
        out[i, 2] = _spread(p, p_end, rows.predicted, edges, climbs, climbs.by_p, i)
        if out[i, 1] == NO_ROOM or out[i, 2] == NO_ROOM:
            return i
        out[i, 0] = _shared(p, p_end, rows.predicted, climbs, i)
    return last
