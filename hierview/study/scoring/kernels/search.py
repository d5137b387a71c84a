"""Bounds and scratch of the exact search for LCA graphs."""

from __future__ import annotations

import numpy as np

# Beyond these an instance is left to `evaluate`. Each is far stricter than the bound there, where the same classes are
# settled first: what a kernel finds, `evaluate` finds too.
MOST_LABELS = 62  # of both sides; also LCAs and free classes: the bits of a mask
MOST_CHOICES = 1_024
MOST_CLIMBS = 2_048
MOST_CLASSES = 32_768  # on all climbs of a choice, each as often as it stands on one
MOST_GRAPHS = 4_096  # of a side, over all needs and choices
MOST_PAIRS = 100_000  # of graphs, over all choices; also graphs times climbs


SEARCH = np.dtype(
    [
        ("now", np.int64, (1,)),  # 1 + the class whose climbs were looked up last
        ("near", np.int64, (2, MOST_LABELS)),  # by side, how far the nearest of the other one is
        ("labels", np.int32, (2, MOST_LABELS)),  # the reduced sets
        ("between", np.int64, (MOST_LABELS, MOST_LABELS)),  # distances, [true, predicted]
        ("lcas", np.int32, (MOST_LABELS,)),  # the classes that bits of `own`, `linked` and `choices` stand for
        ("own", np.int64, (2, MOST_LABELS)),
        ("linked", np.int64, (2, MOST_LABELS)),
        ("wanted", np.int64, (2 * MOST_LABELS,)),
        ("choices", np.int64, (MOST_CHOICES,)),
        ("starts", np.int64, (MOST_CLIMBS + 1,)),  # climbs, in `steps` one after the other
        ("steps", np.int32, (MOST_CLASSES,)),
        ("need", np.int64, (MOST_CLIMBS,)),  # which need each climb meets, -1 once that is settled
        ("known", np.int32, (MOST_CLASSES,)),  # the classes on climbs
        ("times", np.int64, (MOST_CLASSES,)),  # how many climbs of a need each is on
        ("base", np.int64, (2, MOST_CLASSES)),  # by side, whether a class stands in every solution
        ("bit", np.int64, (MOST_CLASSES,)),  # that of a free class
        ("bits", np.int64, (MOST_CLIMBS,)),  # a climb's free classes
        ("graphs", np.int64, (2, MOST_GRAPHS)),  # the solutions of both sides
        ("spare", np.int64, (MOST_GRAPHS,)),
        ("slots", np.int64, (4 * MOST_GRAPHS,)),  # a hash table of graphs
        ("filled", np.int64, (4 * MOST_GRAPHS,)),  # in which round a slot was filled
        ("round", np.int64, (1,)),
        ("spent", np.int64, (3,)),  # partial graphs of each side that an instance has had, and pairs of graphs
    ],
    align=True,
)
