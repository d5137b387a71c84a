"""Edges up to what the other side holds (Valmadre 2022), over many instances."""

from __future__ import annotations

from ..compiled import compiled
from ..numbered import Edges, Ints, Lengths, Longs
from ..rows import Rows
from .climbs import BY_P, BY_T, Climbs, climb_all


@compiled
def _hold(labels: Ints, climbs: Climbs, mark: Lengths, i: int) -> None:
    """Marks the classes and all their ancestors with i, and the root, which every side holds."""
    mark[0] = i
    for v in labels:
        for a in range(climbs.at[v], climbs.ends[v]):
            mark[climbs.above[a]] = i


@compiled
def _climbed(labels: Ints, climbs: Climbs, mark: Lengths, i: int) -> int:
    """The edges from all these classes up to the nearest one that is marked with i."""
    total = 0
    for v in labels:
        a = climbs.at[v]
        while mark[climbs.above[a]] != i:
            a += 1
        total += climbs.far[a]
    return total


@compiled
def depth_climbs(first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, out: Longs) -> int:
    """The edges that the predicted classes climb, and those of the true ones; every edge weighs 1.

    Returns `last`, or the instance whose climbs do not fit any more.
    """
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        _hold(t, climbs, climbs.notes[BY_T], i)
        _hold(p, climbs, climbs.notes[BY_P], i)
        out[i, 0] = _climbed(p, climbs, climbs.notes[BY_T], i)
        out[i, 1] = _climbed(t, climbs, climbs.notes[BY_P], i)
    return last
