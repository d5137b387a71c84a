"""Where true and predicted classes meet: their distances and LCAs (K15 Def. 4), and the smallest choices of LCAs.

Here stand the bounds and the scratch of the whole search for LCA graphs, too.
"""

from __future__ import annotations

import numpy as np

from ..compiled import Scratch, compiled
from ..numbered import FINE, LEFT, Edges, Ints, Longs, Rows
from .climbs import FAR, NO_ROOM, STAMP, UP, Climbs, climb_all

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


@compiled
def stamp_climbs(v: int, climbs: Climbs, s: Scratch) -> None:
    """Stamps the ancestors-or-selves of v with v and the lengths of the climbs to them."""
    if s.now[0] == v + 1:
        return
    s.now[0] = v + 1
    stamp, up = climbs.notes[STAMP], climbs.notes[UP]
    for a in range(climbs.at[v], climbs.ends[v]):
        stamp[climbs.above[a]] = v
        up[climbs.above[a]] = climbs.far[a]


@compiled
def _reduce_labels(labels: Ints, climbs: Climbs, s: Scratch, side: int, reduce_sets: bool) -> int:
    """Puts the labels without a descendant among them into s.labels[side]; returns how many they are."""
    stamp, several = climbs.notes[STAMP], reduce_sets and len(labels) > 1
    if several:
        s.now[0] = 0
        for v in labels:
            for a in range(climbs.at[v] + 1, climbs.ends[v]):
                stamp[climbs.above[a]] = -2
    count = 0
    for v in labels:
        if not several or stamp[v] != -2:
            s.labels[side, count] = v
            count += 1
    if several:
        for v in labels:
            for a in range(climbs.at[v] + 1, climbs.ends[v]):
                stamp[climbs.above[a]] = -1
    return count


@compiled
def reduce_sides(
    i: int, rows: Rows, edges: Edges, climbs: Climbs, s: Scratch, reduce_sets: bool, out: Longs
) -> tuple[int, int]:
    """How many reduced true and predicted classes instance i has: 0 and 0 where there is nothing to search.

    NO_ROOM stands for the true ones where climbs do not fit any more. out: sizes of G_t ∩ G_p, G_t, G_p, how many
    LCAs, and the flag; those of an instance without one of its sides are filled in.
    """
    t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
    p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
    out[4] = LEFT
    if len(t) + len(p) > MOST_LABELS:
        return 0, 0
    if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
        return NO_ROOM, 0
    n = _reduce_labels(t, climbs, s, 0, reduce_sets)
    m = _reduce_labels(p, climbs, s, 1, reduce_sets)
    out[0], out[1], out[2], out[3] = 0, 0, 0, 0
    if n == 0 or m == 0:
        out[1], out[2], out[4] = n, m, FINE
        return 0, 0
    return n, m


@compiled
def _fill_distances(n: int, m: int, climbs: Climbs, s: Scratch) -> None:
    """The distance of every reduced true class to every predicted one, in s.between[true, predicted]."""
    stamp, up = climbs.notes[STAMP], climbs.notes[UP]
    for k in range(m):
        s.near[1, k] = FAR
    for j in range(n):
        s.near[0, j] = FAR
        v = s.labels[0, j]
        stamp_climbs(v, climbs, s)
        for k in range(m):
            u = s.labels[1, k]
            least = FAR
            for a in range(climbs.at[u], climbs.ends[u]):
                if climbs.far[a] >= least:
                    break
                c = climbs.above[a]
                if stamp[c] == v:
                    least = min(least, climbs.far[a] + up[c])
            s.between[j, k] = least
            s.near[0, j] = min(s.near[0, j], least)
            s.near[1, k] = min(s.near[1, k], least)


@compiled
def _lca_bits(j: int, k: int, lcas: int, climbs: Climbs, s: Scratch) -> tuple[int, int]:
    """The LCAs of true class j, whose climbs are looked up, and predicted class k, as bits.

    Beside them, how many LCAs have bits now; -1 where there are too many.
    """
    v, u, d = s.labels[0, j], s.labels[1, k], s.between[j, k]
    bits = 0
    for a in range(climbs.at[u], climbs.ends[u]):
        if climbs.far[a] > d:
            break
        c = climbs.above[a]
        if climbs.notes[STAMP, c] != v or climbs.far[a] + climbs.notes[UP, c] != d:
            continue
        i = 0
        while i < lcas and s.lcas[i] != c:
            i += 1
        if i == lcas:
            if lcas == MOST_LABELS:
                return 0, -1
            s.lcas[lcas] = c
            lcas += 1
        bits |= 1 << i
    return bits, lcas


@compiled
def find_lcas(n: int, m: int, climbs: Climbs, s: Scratch) -> int:
    """Fills s.own and s.linked (K15 Def. 4); returns how many LCAs there are, -1 where there are too many."""
    _fill_distances(n, m, climbs, s)
    for side in range(2):
        for v in range(n if side == 0 else m):
            s.own[side, v] = s.linked[side, v] = 0
    lcas = 0
    for j in range(n):
        for k in range(m):
            d = s.between[j, k]
            if d != s.near[0, j] and d != s.near[1, k]:
                continue
            stamp_climbs(s.labels[0, j], climbs, s)
            bits, lcas = _lca_bits(j, k, lcas, climbs, s)
            if lcas < 0:
                return -1
            s.linked[0, j] |= bits
            s.linked[1, k] |= bits
            if d == s.near[0, j]:
                s.own[0, j] |= bits
            if d == s.near[1, k]:
                s.own[1, k] |= bits
    return lcas


@compiled
def wanted_sets(n: int, m: int, s: Scratch) -> int:
    """The sets of own LCAs that a choice must meet, without doubles and without those that hold another one."""
    count = 0
    for side in range(2):
        for v in range(n if side == 0 else m):
            own = s.own[side, v]
            implied = False
            for i in range(count):
                if s.wanted[i] & own == s.wanted[i]:
                    implied = True
            if implied:
                continue
            least = 0
            for i in range(count):
                if s.wanted[i] & own != own:
                    s.wanted[least] = s.wanted[i]
                    least += 1
            s.wanted[least] = own
            count = least + 1
    return count


@compiled
def smallest_choices(sets: int, s: Scratch) -> int:
    """All smallest sets of LCAs that meet every wanted set, in s.choices; returns how many, -1 beyond the bound.

    Level by level: the partial choices of one size, each completed in the first wanted set that it does not meet.
    """
    s.choices[0] = 0
    count = 1
    for _ in range(MOST_LABELS + 1):
        done = 0
        for i in range(count):
            if _first_unmet(s.choices[i], sets, s) < 0:
                s.choices[done] = s.choices[i]
                done += 1
        if done:
            return done
        grown = 0
        for i in range(count):
            open_ = s.wanted[_first_unmet(s.choices[i], sets, s)]
            while open_:
                low = open_ & -open_
                open_ ^= low
                larger = s.choices[i] | low
                fresh = True
                for g in range(grown):
                    if s.spare[g] == larger:
                        fresh = False
                        break
                if fresh:
                    if grown == MOST_CHOICES:
                        return -1
                    s.spare[grown] = larger
                    grown += 1
        for g in range(grown):
            s.choices[g] = s.spare[g]
        count = grown
    return -1


@compiled
def _first_unmet(choice: int, sets: int, s: Scratch) -> int:
    for i in range(sets):
        if not s.wanted[i] & choice:
            return i
    return -1
