"""Counts of classes around each class, below and above it, and from these how much it tells."""

from __future__ import annotations

import numpy as np

from ....measures.information.content import content_of
from ..compiled import compiled
from ..numbered import Edges, Flags, Longs
from .climbs import NO_ROOM, Climbs, climb, roomier


@compiled
def _count(first: int, edges: Edges, climbs: Climbs, leaf: Flags, counts: Longs) -> int:
    """Adds each class from `first` on to all that are above it: found[c] = ancestors, descendants, leaves below.

    Returns how many classes there are, or the one whose climbs do not fit any more.
    """
    for v in range(first, len(counts)):
        start = climb(v, edges, climbs)
        if start == NO_ROOM:
            return v
        counts[v, 0] = climbs.ends[v] - start - 1
        for a in range(start + 1, climbs.ends[v]):
            counts[climbs.above[a], 1] += 1
            counts[climbs.above[a], 2] += leaf[v]
    return len(counts)


@compiled
def _gain(edges: Edges, contents: Longs, gains: Longs) -> None:
    for c in range(len(contents)):
        most = 0
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            most = max(most, contents[edges.parents[e]])
        gains[c] = contents[c] - most


def contents(edges: Edges, climbs: Climbs, most: int, kind: str) -> Longs:
    """Information content of each class, as `Information.content` says, in its parts.

    climbs: room for the climbs of some classes at a time; at most `most` are kept.
    """
    n = len(edges.parent_starts) - 1
    counts = np.zeros((n, 3), np.int64)
    done, leaf = 0, np.bincount(edges.parents, minlength=n) == 0
    while done < n:
        before, done = done, _count(done, edges, climbs, leaf, counts)
        if done < n:
            climbs = roomier(climbs, most if done > before else 2 * len(climbs.above))
    leaves = int((leaf & (np.diff(edges.parent_starts) > 0)).sum())
    columns = np.stack((counts[:, 0] * (kind == "Sanchez") + 1, counts[:, 2 if kind == "Sanchez" else 1]), axis=1)
    different, places = np.unique(columns, axis=0, return_inverse=True)
    of = [content_of(above, below, 1 + leaves if kind == "Sanchez" else n) for above, below in different.tolist()]
    return np.array(of, np.int64)[places.ravel()]


def gains(edges: Edges, content: Longs) -> Longs:
    """Information that each class adds to its most telling parent, as `Information.gain` says, of the contents."""
    out = np.zeros(len(content), np.int64)
    _gain(edges, content, out)
    return out
