"""LCA graphs (K15 §2.4.2, Problem 2) over many instances: the sizes of G_t ∩ G_p, G_t and G_p.

The exact search is that of `measures/lca/graphs.py`, as are the graphs of all climbs and the greedy ones. Problem 2
asks each side for a climb per need: every class needs one to a chosen LCA of its own, every chosen LCA one from a
class that is linked to it. Classes that stand on all climbs of a need belong to every solution: they are the base. All
others are free and get a bit; most instances have none.
"""

from __future__ import annotations

from ..compiled import Scratch, compiled
from ..numbered import FINE, Edges, Ints, Longs, Rows
from .climbs import FAR, NO_ROOM, PLACE, STAMP, UP, Climbs
from .meetings import MOST_PAIRS, both_sides, look_up, meetings, smallest_choices, wanted_sets
from .needs import base_bits, find_base, give_bits, needs, number_classes
from .solutions import solutions
from .unions import extended, greedy, sort_labels


@compiled
def bits_set(mask: int) -> int:
    """How many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def _compare_choice(n: int, m: int, lcas: int, choice: int, e: Edges, c: Climbs, s: Scratch, best: Longs) -> bool:
    """Compares the graphs of one choice of LCAs with the best ones so far; False where a bound is exceeded.

    best: |G_t ∩ G_p|, |G_t| and |G_p|, the first below 0 where there are none yet. The highest F is best, then
    the fewest classes in G_t, then in G_p.
    """
    split, used = needs(0, n, lcas, choice, 0, 0, e, c, s)
    if split < 0:
        return False
    count, used = needs(1, m, lcas, choice, split, used, e, c, s)
    if count < 0:
        return False
    classes = number_classes(count, c, s)
    find_base(0, 0, split, c, s)
    find_base(1, split, count, c, s)
    free = give_bits(classes, s)
    base_t = base_bits(0, 0, split, classes, c, s)
    base_p = base_bits(1, split, count, classes, c, s)
    fixed_t, fixed_p, fixed = 0, 0, 0
    for at in range(classes):
        c.notes[PLACE, s.known[at]] = -1
        if not s.bit[at]:
            fixed_t += s.base[0, at] == 1
            fixed_p += s.base[1, at] == 1
            fixed += s.base[0, at] == 1 and s.base[1, at] == 1
    if free < 0:
        return False
    if free == 0:
        _keep_better(fixed, fixed_t, fixed_p, best)
        return True
    graphs_t = solutions(0, 0, split, base_t, s)
    graphs_p = solutions(1, split, count, base_p, s)
    s.spent[2] += graphs_t * graphs_p
    if graphs_t < 0 or graphs_p < 0 or s.spent[2] > MOST_PAIRS:
        return False
    for i in range(graphs_t):
        t = s.graphs[0, i]
        size = fixed_t + bits_set(t)
        for k in range(graphs_p):
            p = s.graphs[1, k]
            _keep_better(fixed + bits_set(t & p), size, fixed_p + bits_set(p), best)
    return True


@compiled
def _keep_better(common: int, t: int, p: int, best: Longs) -> None:
    if best[0] >= 0:
        more = common * (best[1] + best[2]) - best[0] * (t + p)
        if more < 0 or (more == 0 and (t > best[1] or (t == best[1] and p >= best[2]))):
            return
    best[0] = common
    best[1] = t
    best[2] = p


@compiled
def _single(t: int, p: int, climbs: Climbs, s: Scratch, out: Longs) -> None:
    """The sizes for one class on each side, where every edge weighs 1: the climbs meet in the LCA only."""
    look_up(t, climbs, s)
    stamp, up = climbs.notes[STAMP], climbs.notes[UP]
    least, shortest = FAR, FAR
    for a in range(climbs.at[p], climbs.ends[p]):
        if climbs.far[a] > least:
            break
        c = climbs.above[a]
        if stamp[c] != t:
            continue
        d = climbs.far[a] + up[c]
        if d < least or (d == least and up[c] < shortest):
            least, shortest = d, up[c]
    out[0], out[1], out[2], out[3] = 1, shortest + 1, least - shortest + 1, 1


@compiled
def _minimal(n: int, m: int, e: Edges, c: Climbs, s: Scratch, out: Longs) -> bool:
    """The sizes of the best minimal graphs; False where a bound is exceeded."""
    lcas = meetings(n, m, c, s)
    choices = smallest_choices(wanted_sets(n, m, s), s) if lcas > 0 else -1
    if choices < 0:
        return False
    for i in range(3):
        s.spent[i] = 0
    out[0] = -1
    out[3] = bits_set(s.choices[0])
    for i in range(choices):  # noqa: SIM110
        if not _compare_choice(n, m, lcas, s.choices[i], e, c, s, out):
            return False
    return True


# For the instances from `first` to before `last`: |G_t ∩ G_p|, |G_t|, |G_p|, how many LCAs are chosen, and a flag.
# Each returns `last`, or the instance whose climbs do not fit any more.
# reduce_sets: whether classes with a descendant in their own set are left out.


@compiled
def minimal_sizes(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, search: Scratch, reduce_sets: bool, out: Longs
) -> int:
    """The sizes of the minimal graphs."""
    for i in range(first, last):
        n, m = both_sides(i, rows, edges, climbs, search, reduce_sets, out[i])
        if n == NO_ROOM:
            return i
        if n == 1 and m == 1 and len(edges.lengths) == 0:
            _single(search.labels[0, 0], search.labels[1, 0], climbs, search, out[i])
            out[i, 4] = FINE
        elif n > 0 and _minimal(n, m, edges, climbs, search, out[i]):
            out[i, 4] = FINE
    return last


@compiled
def extended_sizes(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, search: Scratch, reduce_sets: bool, out: Longs
) -> int:
    """The sizes of the graphs of all shortest climbs."""
    for i in range(first, last):
        n, m = both_sides(i, rows, edges, climbs, search, reduce_sets, out[i])
        if n == NO_ROOM:
            return i
        lcas = meetings(n, m, climbs, search)
        if lcas > 0:
            extended(n, m, lcas, i, edges, climbs, search, out[i])
            out[i, 3], out[i, 4] = lcas, FINE
    return last


@compiled
def greedy_sizes(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    search: Scratch,
    reduce_sets: bool,
    by_name: Ints,
    out: Longs,
) -> int:
    """The sizes of the graphs of Algorithm 1. by_name: the place of each class in the order of names."""
    for i in range(first, last):
        n, m = both_sides(i, rows, edges, climbs, search, reduce_sets, out[i])
        if n == NO_ROOM:
            return i
        sort_labels(n, m, by_name, search)
        lcas = meetings(n, m, climbs, search)
        if lcas > 0:
            out[i, 3] = greedy(n, m, lcas, i, by_name, edges, climbs, search, out[i])
            out[i, 4] = FINE
    return last
