"""Bounds and scratch of the exact search for LCA graphs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..numbered import LENGTH, Ints, Lengths, Longs

# Beyond these an instance is left to `evaluate`. Each is far stricter than the bound there, where the same classes are
# settled first: what a kernel finds, `evaluate` finds too.
MOST_LABELS = 62  # of both sides; also LCAs and free classes: the bits of a mask
MOST_CHOICES = 1_024
MOST_CLIMBS = 2_048
MOST_CLASSES = 32_768  # on all climbs of a choice, each as often as it stands on one
MOST_GRAPHS = 4_096  # of a side, over all needs and choices
MOST_PAIRS = 100_000  # of graphs, over all choices; also graphs times climbs


class Search(NamedTuple):
    """Scratch of one thread.

    stamp, far: which class's climbs were looked up last, and their lengths, by class; now: the last of these
    classes.  near: by side, how far the nearest of the other one is.  place: by class, where it
    stands in `known`, else -1.  labels: the reduced sets.  between: distances, [predicted, true].  lcas: the
    classes that bits of `own`, `linked` and `choices` stand for.  starts, steps: climbs as classes, one after
    the other.  need: which need each climb meets, -1 once that is settled.  known: the classes on climbs.  times:
    how many climbs of a need each is on.  base: by side, whether a class stands in every solution.  bit: that of
    a free class.  bits: a climb's free classes.  graphs: the solutions of both sides.  slots, filled: a hash table of
    graphs, and in which round (its number is `round`) a slot was filled.  spent: how many partial graphs of
    each side one instance has had, and pairs of graphs.
    """

    now: Longs
    near: Longs
    stamp: Ints
    far: Lengths
    place: Ints
    labels: Ints
    between: Longs
    lcas: Ints
    own: Longs
    linked: Longs
    wanted: Longs
    choices: Longs
    starts: Longs
    steps: Ints
    need: Longs
    known: Ints
    times: Longs
    base: Longs
    bit: Longs
    bits: Longs
    graphs: Longs
    spare: Longs
    slots: Longs
    filled: Longs
    round: Longs
    spent: Longs


def search_room(classes: int) -> Search:
    """Scratch for a hierarchy of so many classes."""
    n = MOST_LABELS
    return Search(
        now=np.full(1, -1, np.int64),
        near=np.zeros((2, n), np.int64),
        stamp=np.full(classes, -1, np.int32),
        far=np.zeros(classes, LENGTH),
        place=np.full(classes, -1, np.int32),
        labels=np.zeros((2, n), np.int32),
        between=np.zeros((n, n), np.int64),
        lcas=np.zeros(n, np.int32),
        own=np.zeros((2, n), np.int64),
        linked=np.zeros((2, n), np.int64),
        wanted=np.zeros(2 * n, np.int64),
        choices=np.zeros(MOST_CHOICES, np.int64),
        starts=np.zeros(MOST_CLIMBS + 1, np.int64),
        steps=np.zeros(MOST_CLASSES, np.int32),
        need=np.zeros(MOST_CLIMBS, np.int64),
        known=np.zeros(MOST_CLASSES, np.int32),
        times=np.zeros(MOST_CLASSES, np.int64),
        base=np.zeros((2, MOST_CLASSES), np.int64),
        bit=np.zeros(MOST_CLASSES, np.int64),
        bits=np.zeros(MOST_CLIMBS, np.int64),
        graphs=np.zeros((2, MOST_GRAPHS), np.int64),
        spare=np.zeros(MOST_GRAPHS, np.int64),
        slots=np.zeros(4 * MOST_GRAPHS, np.int64),
        filled=np.zeros(4 * MOST_GRAPHS, np.int64),
        round=np.zeros(1, np.int64),
        spent=np.zeros(3, np.int64),
    )
