"""Both sides of many instances level by level: sizes at one level, levels that are right, steps that contradict."""

from __future__ import annotations

import numpy as np

from ..compiled import compiled
from ..numbered import Edges, Ints, Longs, Rows
from .climbs import BY_P, BY_T, LONG, NO_ROOM, SEEN, Climbs, climb_all, climb_from

_HELD = 1 << 24  # in LONG of a level: the true side has a class there; below it, how many classes are on one side only
TRUE, EITHER, ALL = range(3)  # which levels count: those of the true side, of any side, or all


@compiled
def _fill_longest(edges: Edges, depths: Longs) -> None:
    for c in range(1, len(depths)):
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            depths[c] = max(depths[c], depths[edges.parents[e]] + 1)


def longest_depths(edges: Edges) -> Longs:
    """The most edges from the root down to each class."""
    depths = np.zeros(len(edges.parent_starts) - 1, np.int64)
    _fill_longest(edges, depths)
    return depths


@compiled
def _climbs_end(v: int, closed: bool, climbs: Climbs) -> int:
    """The end, in the climbs of v, of the classes that v stands for: its ancestors too, or v alone."""
    return climbs.ends[v] if closed else climbs.at[v] + 1


@compiled
def _mark_between(
    labels: Ints, closed: bool, low: int, high: int, depths: Longs, climbs: Climbs, side: int, i: int
) -> None:
    """Marks with i, on a side, the classes on the levels from `low` to `high` that the labels stand for."""
    mark = climbs.notes[side]
    for v in labels:
        for a in range(climbs.at[v], _climbs_end(v, closed, climbs)):
            if low <= depths[climbs.above[a]] <= high:
                mark[climbs.above[a]] = i


@compiled
def _unmark_above(
    labels: Ints, closed: bool, level: int, depths: Longs, edges: Edges, climbs: Climbs, side: int
) -> bool:
    """Takes the mark from all that stand above a class of the side at or above the level; False without room."""
    mark = climbs.notes[side]
    for v in labels:
        for a in range(climbs.at[v], _climbs_end(v, closed, climbs)):
            c = climbs.above[a]
            if 0 < depths[c] <= level:
                start = climb_from(c, edges, climbs)
                if start == NO_ROOM:
                    return False
                for k in range(start + 1, climbs.ends[c]):
                    mark[climbs.above[k]] = -1
    return True


@compiled
def _marked_sizes(t: Ints, p: Ints, closed: bool, climbs: Climbs, i: int) -> tuple[int, int, int]:
    """How many classes are marked with i on both sides, on the true and on the predicted one; takes marks away."""
    by_t, by_p, seen = climbs.notes[BY_T], climbs.notes[BY_P], climbs.notes[SEEN]
    common, true, predicted = 0, 0, 0
    for v in t:
        for a in range(climbs.at[v], climbs.ends[v]):
            c = climbs.above[a]
            if by_t[c] == i and seen[c] != i:
                seen[c] = i
                true += 1
                common += by_p[c] == i
    for v in p:
        for a in range(climbs.at[v], _climbs_end(v, closed, climbs)):
            c = climbs.above[a]
            if by_p[c] == i:
                by_p[c] = -1
                predicted += 1
    return common, true, predicted


@compiled
def level_sizes(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    depths: Longs,
    level: int,
    carry: bool,
    closed: bool,
    out: Longs,
) -> int:
    """Common, true and predicted classes at a level, and its number; level 0 is the deepest of the true side.

    depths: the level of each class.  carry: the deepest at or above the level instead.  closed: whether predicted
    classes bring their ancestors. Returns `last`, or the instance whose climbs do not fit any more.
    """
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        here = level
        if level == 0:
            for v in t:
                for a in range(climbs.at[v], climbs.ends[v]):
                    here = max(here, depths[climbs.above[a]])
        if here > 0:
            low = 1 if carry else here
            _mark_between(t, True, low, here, depths, climbs, BY_T, i)
            _mark_between(p, closed, low, here, depths, climbs, BY_P, i)
        if carry and not (
            _unmark_above(t, True, here, depths, edges, climbs, BY_T)
            and _unmark_above(p, closed, here, depths, edges, climbs, BY_P)
        ):
            return i
        out[i, 0], out[i, 1], out[i, 2] = _marked_sizes(t, p, closed, climbs, i)
        out[i, 3] = here
    return last


@compiled
def weights_of_right_levels(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    depths: Longs,
    weights: Longs,
    counted_levels: int,
    closed: bool,
    out: Longs,
) -> int:
    """The weight of the levels on which both sides have the same classes, of all that count, and how many T has.

    weights: of each level, the root's first.  counted_levels: TRUE, EITHER or ALL. Returns as `level_sizes` does.
    """
    by_t, by_p, apart = climbs.notes[BY_T], climbs.notes[BY_P], climbs.notes[LONG]
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        apart[: len(weights)] = 0
        for v in t:
            for a in range(climbs.at[v], climbs.ends[v]):
                c = climbs.above[a]
                if by_t[c] != i:
                    by_t[c] = i
                    apart[depths[c]] = (apart[depths[c]] | _HELD) + 1
        for v in p:
            for a in range(climbs.at[v], _climbs_end(v, closed, climbs)):
                c = climbs.above[a]
                if by_p[c] != i:
                    by_p[c] = i
                    apart[depths[c]] += -1 if by_t[c] == i else 1
        right, whole, held = 0, 0, 0
        for k in range(1, len(weights)):
            held += apart[k] >= _HELD
            if apart[k] >= _HELD or counted_levels == ALL or (counted_levels == EITHER and apart[k] > 0):
                whole += weights[k]
                right += weights[k] * (apart[k] == 0 or apart[k] == _HELD)
        out[i, 0], out[i, 1], out[i, 2] = right, whole, held
    return last


@compiled
def count_contradictions(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    depths: Longs,
    levels: int,
    gap: bool,
    closed: bool,
    out: Longs,
) -> int:
    """The number of steps between answers of neighbouring levels that leave the hierarchy, and of all steps.

    levels: how many there are, with the root's.  gap: whether an answer below a level without one counts.
    Returns as `level_sizes` does.
    """
    by_p, told = climbs.notes[BY_P], climbs.notes[LONG]
    for i in range(first, last):
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        if not climb_all(p, edges, climbs):
            return i
        told[:levels] = 0
        for v in p:
            for a in range(climbs.at[v], _climbs_end(v, closed, climbs)):
                by_p[climbs.above[a]] = i
                told[depths[climbs.above[a]]] = 1
        for v in p:
            for a in range(climbs.at[v], _climbs_end(v, closed, climbs)):
                c = climbs.above[a]
                fits = closed or depths[c] < 2
                for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
                    parent = edges.parents[e]
                    fits = fits or (by_p[parent] == i and depths[parent] == depths[c] - 1)
                if not fits:
                    told[depths[c]] = 2
        astray, steps = 0, 0
        for k in range(2, levels):
            if told[k - 1] == 0 and not gap:
                break
            steps += told[k] > 0
            astray += told[k] == 2
        out[i, 0], out[i, 1] = astray, steps
    return last
