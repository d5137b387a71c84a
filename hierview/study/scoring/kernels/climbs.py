"""All climbs from a class: its ancestors and itself with the least length of a climb, kept for the next instance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....measures.information.content import content_from_counts
from ..compiled import compiled
from ..numbered import LENGTH, Edges, Flags, Ints, Lengths, Longs

NO_ROOM = -1
FAR = np.int64(2**62)  # longer than any climb
# Rows of `notes`. MARK: the class from which this one was reached, -1 between calls.  BY_T, BY_P: the instance whose
# true or predicted side held it last.  SEEN: like these, for both sides.  STAMP, UP: from which class it was looked up
# last, and the length of the climb.  PLACE: its number among the classes of some climbs, else -1.  LONG: any length.
MARK, BY_T, BY_P, SEEN, STAMP, UP, PLACE, LONG, NOTES = range(9)


class Climbs(NamedTuple):
    """Climbs that one thread remembers, and its scratch.

    at: where the climbs of class i begin in `above`, -1 where they are not known; `ends`: where they end.
    above, far: an ancestor or the class itself, and the length of the climb to it, in order of length.
    used: how much of both is taken (one number).  notes: numbers for each class, a row of each kind.
    """

    at: Ints
    ends: Ints
    above: Ints
    far: Lengths
    used: Longs
    notes: Lengths


def empty_climbs(classes: int, room: int = 1 << 16) -> Climbs:
    """Room for climbs of so many classes, none known yet."""
    room = max(room, classes)
    return Climbs(
        np.full(classes, -1, np.int32),
        np.zeros(classes, np.int32),
        np.empty(room, np.int32),
        np.empty(room, LENGTH),
        np.zeros(1, np.int64),
        np.full((NOTES, classes), -1, LENGTH),
    )


def forget_marks(climbs: Climbs) -> None:
    """Takes back which instance a class was met in last: the numbers of instances begin anew."""
    climbs.notes[BY_T : SEEN + 1] = -1


def enlarged_climbs(climbs: Climbs, most: int) -> Climbs:
    """Climbs with twice the room, at most `most` entries; known ones stay, or where there are as many, none."""
    room = len(climbs.above)
    if room >= most:
        climbs.at.fill(-1)
        climbs.used[0] = 0
        return climbs
    more = min(room, most - room)
    above = np.concatenate((climbs.above, np.empty(more, np.int32)))
    return climbs._replace(above=above, far=np.concatenate((climbs.far, np.empty(more, LENGTH))))


@compiled
def climb_from(v: int, edges: Edges, climbs: Climbs) -> int:
    """Where the climbs of class v begin in `above` and `far`; NO_ROOM where they do not fit any more."""
    if climbs.at[v] >= 0:
        return climbs.at[v]
    above, far, mark = climbs.above, climbs.far, climbs.notes[MARK]
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
        _relax_climbs(begin, end, edges, climbs)
    climbs.at[v] = begin
    climbs.ends[v] = end
    climbs.used[0] = end
    return begin


@compiled
def climb_all(labels: Ints, edges: Edges, climbs: Climbs) -> bool:
    """Whether the climbs of all these classes are known now; False where they do not fit any more."""
    for v in labels:  # noqa: SIM110
        if climb_from(v, edges, climbs) == NO_ROOM:
            return False
    return True


@compiled
def sort_by(keys: Lengths, values: Ints, begin: int, end: int) -> None:
    """Sorts the keys from `begin` to before `end` ascending, in place, and what belongs to them along: a heap sort."""
    count = end - begin
    first = count // 2
    last = count
    while last > 1:
        if first > 0:
            first -= 1
        else:
            last -= 1
            keys[begin], keys[begin + last] = keys[begin + last], keys[begin]
            values[begin], values[begin + last] = values[begin + last], values[begin]
        at = first
        while 2 * at + 1 < last:
            child = 2 * at + 1
            if child + 1 < last and keys[begin + child] < keys[begin + child + 1]:
                child += 1
            if keys[begin + at] >= keys[begin + child]:
                break
            keys[begin + at], keys[begin + child] = keys[begin + child], keys[begin + at]
            values[begin + at], values[begin + child] = values[begin + child], values[begin + at]
            at = child


@compiled
def _relax_climbs(begin: int, end: int, edges: Edges, climbs: Climbs) -> None:
    """The lengths of weighted climbs: from the class of the greatest number upwards, each is final when reached."""
    above, length = climbs.above, climbs.notes[LONG]
    v = above[begin]
    for k in range(begin, end):
        length[above[k]] = -1
        climbs.far[k] = above[k]
    sort_by(climbs.far, above, begin, end)
    length[v] = 0
    for k in range(end - 1, begin - 1, -1):
        c = above[k]
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            p = edges.parents[e]
            so = length[c] + edges.lengths[e]
            if length[p] < 0 or so < length[p]:
                length[p] = so
    for k in range(begin, end):
        climbs.far[k] = length[above[k]]
    sort_by(climbs.far, above, begin, end)


# From counts of the classes above and below each class, how much it tells


@compiled
def _count_relatives(first: int, edges: Edges, climbs: Climbs, leaf: Flags, counts: Longs) -> int:
    """Add each class from `first` on to the counts of all above it: counts[c] = ancestors, descendants, leaves below.

    Returns how many classes there are, or the one whose climbs do not fit any more.
    """
    for v in range(first, len(counts)):
        start = climb_from(v, edges, climbs)
        if start == NO_ROOM:
            return v
        counts[v, 0] = climbs.ends[v] - start - 1
        for a in range(start + 1, climbs.ends[v]):
            counts[climbs.above[a], 1] += 1
            counts[climbs.above[a], 2] += leaf[v]
    return len(counts)


@compiled
def _fill_gains(edges: Edges, contents: Longs, gains: Longs) -> None:
    for c in range(len(contents)):
        most = 0
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            most = max(most, contents[edges.parents[e]])
        gains[c] = contents[c] - most


def information_contents(edges: Edges, climbs: Climbs, most: int, kind: str) -> Longs:
    """Information content of each class, as `Information.content` says, in its parts.

    climbs: room for the climbs of some classes at a time; at most `most` are kept.
    """
    n = len(edges.parent_starts) - 1
    counts = np.zeros((n, 3), np.int64)
    done, leaf = 0, np.bincount(edges.parents, minlength=n) == 0
    while done < n:
        before, done = done, _count_relatives(done, edges, climbs, leaf, counts)
        if done < n:
            climbs = enlarged_climbs(climbs, most if done > before else 2 * len(climbs.above))
    leaves = int((leaf & (np.diff(edges.parent_starts) > 0)).sum())
    columns = np.stack((counts[:, 0] * (kind == "Sanchez") + 1, counts[:, 2 if kind == "Sanchez" else 1]), axis=1)
    different, places = np.unique(columns, axis=0, return_inverse=True)
    of = [
        content_from_counts(above, below, 1 + leaves if kind == "Sanchez" else n) for above, below in different.tolist()
    ]
    return np.array(of, np.int64)[places.ravel()]


def information_gains(edges: Edges, content: Longs) -> Longs:
    """Information that each class adds to its most telling parent, as `Information.gain` says, of the contents."""
    out = np.zeros(len(content), np.int64)
    _fill_gains(edges, content, out)
    return out
