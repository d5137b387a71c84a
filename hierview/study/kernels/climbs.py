"""All climbs from a class: its ancestors and itself with the least length of a climb, kept for the next instance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiled import compiled
from ..numbered import Edges, Ints, Longs

NO_ROOM = -1
FAR = np.int64(2**62)  # longer than any climb


class Climbs(NamedTuple):
    """Climbs that one thread remembers, and its scratch.

    at: where the climbs of class i begin in `above`, -1 where they are not known; `ends`: where they end.
    above, far: an ancestor or the class itself, and the length of the climb to it, in order of length.
    used: how much of both is taken (one number).  mark, length, by_t, by_p, seen: scratch, a number for each class.
    """

    at: Longs
    ends: Longs
    above: Ints
    far: Longs
    used: Longs
    mark: Longs
    length: Longs
    by_t: Longs
    by_p: Longs
    seen: Longs


def no_climbs(classes: int, room: int = 1 << 16) -> Climbs:
    """Room for climbs of so many classes, none known yet."""
    room = max(room, classes)
    return Climbs(
        np.full(classes, -1, np.int64),
        np.zeros(classes, np.int64),
        np.empty(room, np.int32),
        np.empty(room, np.int64),
        np.zeros(1, np.int64),
        *(np.full(classes, -1, np.int64) for _ in range(5)),
    )


def forget_marks(climbs: Climbs) -> None:
    """Takes back which instance a class was met in last: the numbers of instances begin anew."""
    for marks in (climbs.by_t, climbs.by_p, climbs.seen):
        marks.fill(-1)


def roomier(climbs: Climbs, most: int) -> Climbs:
    """Twice the room with what is known kept; where that is more than `most` entries, all is forgotten instead."""
    if 2 * len(climbs.above) > most:
        climbs.at.fill(-1)
        climbs.used[0] = 0
        return climbs
    above = np.concatenate((climbs.above, np.empty_like(climbs.above)))
    return climbs._replace(above=above, far=np.concatenate((climbs.far, np.empty_like(climbs.far))))


@compiled
def climb(v: int, edges: Edges, climbs: Climbs) -> int:
    """Where the climbs of class v begin in `above` and `far`; NO_ROOM where they do not fit any more."""
    if climbs.at[v] >= 0:
        return climbs.at[v]
    above, far, mark = climbs.above, climbs.far, climbs.mark
    begin = climbs.used[0]
    if begin == len(above):
        return NO_ROOM
    end = begin + 1
    above[begin] = v
    far[begin] = 0
    mark[v] = v
    fits = True
    i = begin
    while i < end and fits:
        c = above[i]
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            p = edges.parents[e]
            if mark[p] != v:
                if end == len(above):
                    fits = False
                    break
                mark[p] = v
                above[end] = p
                far[end] = far[i] + 1
                end += 1
        i += 1
    for k in range(begin, end):
        mark[above[k]] = -1
    if not fits:
        return NO_ROOM
    if len(edges.lengths):
        _weigh(begin, end, edges, climbs)
    climbs.at[v] = begin
    climbs.ends[v] = end
    climbs.used[0] = end
    return begin


@compiled
def climb_all(labels: Ints, edges: Edges, climbs: Climbs) -> bool:
    """Whether the climbs of all these classes are known now; False where they do not fit any more."""
    for v in labels:  # noqa: SIM110
        if climb(v, edges, climbs) == NO_ROOM:
            return False
    return True


@compiled
def _weigh(begin: int, end: int, edges: Edges, climbs: Climbs) -> None:
    """The lengths of weighted climbs: from the class of the greatest number upwards, each is final when reached."""
    above, length = climbs.above, climbs.length
    v = above[begin]
    ranked = np.sort(above[begin:end])
    for c in ranked:
        length[c] = -1
    length[v] = 0
    for k in range(len(ranked) - 1, -1, -1):
        c = ranked[k]
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            p = edges.parents[e]
            so = length[c] + edges.lengths[e]
            if length[p] < 0 or so < length[p]:
                length[p] = so
    found = np.empty(len(ranked), np.int64)
    for k in range(len(ranked)):
        found[k] = length[ranked[k]]
    order = np.argsort(found, kind="mergesort")
    for k in range(len(ranked)):
        above[begin + k] = ranked[order[k]]
        climbs.far[begin + k] = found[order[k]]
