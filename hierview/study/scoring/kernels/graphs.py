"""LCA graphs (K15 §2.4.2, Problem 2) over many instances: the sizes of G_t ∩ G_p, G_t and G_p.

The exact search is that of `measures/lca/graphs.py`, as are the graphs of all climbs and the greedy ones. Problem 2
asks each side for a climb per need: every class needs one to a chosen LCA of its own, every chosen LCA one from a
class that is linked to it. Classes that stand on all climbs of a need belong to every solution: they are the base. All
others are free and get a bit; most instances have none.
"""

from __future__ import annotations

from ..compiled import Scratch, compiled
from ..numbered import FINE, Edges, Ints, Longs, Rows
from .climbs import BY_T, FAR, LONG, MARK, NO_ROOM, PLACE, STAMP, UP, Climbs
from .meetings import MOST_PAIRS, find_lcas, reduce_sides, smallest_choices, stamp_climbs, wanted_sets
from .needs import append_needed_climbs, assign_bits, base_bits, mark_base, mark_climbs, minimal_graphs, number_classes


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
    split, used = append_needed_climbs(0, n, lcas, choice, 0, 0, e, c, s)
    if split < 0:
        return False
    count, used = append_needed_climbs(1, m, lcas, choice, split, used, e, c, s)
    if count < 0:
        return False
    classes = number_classes(count, c, s)
    mark_base(0, 0, split, c, s)
    mark_base(1, split, count, c, s)
    free = assign_bits(classes, s)
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
    graphs_t = minimal_graphs(0, 0, split, base_t, s)
    graphs_p = minimal_graphs(1, split, count, base_p, s)
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
def _single_sizes(t: int, p: int, climbs: Climbs, s: Scratch, out: Longs) -> None:
    """The sizes for one class on each side, where every edge weighs 1: the climbs meet in the LCA only."""
    stamp_climbs(t, climbs, s)
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
def _best_minimal_sizes(n: int, m: int, e: Edges, c: Climbs, s: Scratch, out: Longs) -> bool:
    """The sizes of the best minimal graphs; False where a bound is exceeded."""
    lcas = find_lcas(n, m, c, s)
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


# Without a search: all shortest climbs (K15 Def. 6), and K15's greedy Algorithm 1


@compiled
def _is_in_graph(c: int, side: int, i: int, climbs: Climbs) -> bool:
    """Whether a side's graph of instance i holds a class."""
    return climbs.notes[BY_T + side, c] == i


@compiled
def _add_to_graph(c: int, side: int, i: int, climbs: Climbs, sizes: Longs) -> None:
    """Takes a class into a side's graph. sizes: of the common classes, and of both graphs."""
    if _is_in_graph(c, side, i, climbs):
        return
    climbs.notes[BY_T + side, c] = i
    sizes[1 + side] += 1
    sizes[0] += _is_in_graph(c, 1 - side, i, climbs)


@compiled
def build_extended(n: int, m: int, lcas: int, i: int, edges: Edges, climbs: Climbs, s: Scratch, sizes: Longs) -> None:
    """All shortest climbs of each class to all LCAs that are linked to it."""
    place = climbs.notes[PLACE]
    for side in range(2):
        for j in range(n if side == 0 else m):
            v = s.labels[side, j]
            stamp_climbs(v, climbs, s)
            for bit in range(lcas):
                if s.linked[side, j] & (1 << bit):
                    at = mark_climbs(v, s.lcas[bit], edges, climbs)
                    for k in range(climbs.at[v], at + 1):
                        c = climbs.above[k]
                        if place[c] == 1:
                            place[c] = -1
                            _add_to_graph(c, side, i, climbs, sizes)


@compiled
def _each_has_lca(choice: int, n: int, m: int, s: Scratch) -> bool:
    """Whether each class has an LCA of its own in the choice."""
    for side in range(2):
        for j in range(n if side == 0 else m):
            if not s.own[side, j] & choice:
                return False
    return True


@compiled
def _order_lcas(n: int, m: int, lcas: int, by_name: Ints, s: Scratch) -> None:
    """Puts the bits of all LCAs into `known`: what most classes own comes first, then by name."""
    for bit in range(lcas):
        owners = 0
        for side in range(2):
            for j in range(n if side == 0 else m):
                owners += s.own[side, j] >> bit & 1
        s.times[bit] = owners
        at = bit
        while at:
            other = s.known[at - 1]
            if s.times[other] > owners or (s.times[other] == owners and by_name[s.lcas[other]] < by_name[s.lcas[bit]]):
                break
            s.known[at] = other
            at -= 1
        s.known[at] = bit


@compiled
def choose_greedily(n: int, m: int, lcas: int, by_name: Ints, s: Scratch) -> int:
    """Chosen LCAs, in order in the first places of `known`; returns how many.

    One after the other until each class has one of its own, then without those that can be spared.
    """
    _order_lcas(n, m, lcas, by_name, s)
    choice, count = 0, 0
    while count < lcas and not _each_has_lca(choice, n, m, s):
        choice |= 1 << s.known[count]
        count += 1
    for turn in range(2):
        for k in range(count):
            without = choice & ~(1 << s.known[k if turn == 0 else count - 1 - k])
            if _each_has_lca(without, n, m, s):
                choice = without
    needed = 0
    for k in range(count):
        if choice >> s.known[k] & 1:
            s.known[needed] = s.known[k]
            needed += 1
    return needed


@compiled
def _add_best_climb(
    v: int, a: int, side: int, i: int, alone: bool, by_name: Ints, edges: Edges, climbs: Climbs, s: Scratch, out: Longs
) -> None:
    """Adds the shortest climb from v to a that shares most classes with both graphs, unless it goes alone.

    Among equals the first by name. From a downwards, MARK keeps which parent is best, LONG what is shared above.
    """
    stamp_climbs(v, climbs, s)
    at, begin = mark_climbs(v, a, edges, climbs), climbs.at[v]
    weighted = len(edges.lengths) > 0
    best, common, place, up = climbs.notes[MARK], climbs.notes[LONG], climbs.notes[PLACE], climbs.notes[UP]
    common[a] = 0
    for k in range(at - 1, begin - 1, -1):
        c = climbs.above[k]
        if place[c] != 1:
            continue
        best[c] = -1
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            p = edges.parents[e]
            if place[p] != 1 or up[p] != up[c] + (edges.lengths[e] if weighted else 1):
                continue
            b = best[c]
            if b < 0 or common[p] > common[b] or (common[p] == common[b] and by_name[p] < by_name[b]):
                best[c] = p
        own = not alone and (_is_in_graph(c, 0, i, climbs) or _is_in_graph(c, 1, i, climbs))
        common[c] = common[best[c]] + own
    c = v
    while c != a:
        _add_to_graph(c, side, i, climbs, out)
        c = best[c]
    _add_to_graph(a, side, i, climbs, out)
    for k in range(begin, at + 1):
        place[climbs.above[k]] = best[climbs.above[k]] = -1


@compiled
def sort_labels(n: int, m: int, by_name: Ints, s: Scratch) -> None:
    """Puts the labels of both sides in the order of their names."""
    for side in range(2):
        for j in range(1, n if side == 0 else m):
            k = j
            while k and by_name[s.labels[side, k]] < by_name[s.labels[side, k - 1]]:
                s.labels[side, k], s.labels[side, k - 1] = s.labels[side, k - 1], s.labels[side, k]
                k -= 1


@compiled
def build_greedy(
    n: int, m: int, lcas: int, i: int, by_name: Ints, edges: Edges, climbs: Climbs, s: Scratch, sizes: Longs
) -> int:
    """The graphs of Algorithm 1, of labels in order of name; returns how many LCAs are chosen."""
    choices = choose_greedily(n, m, lcas, by_name, s)
    for k in range(choices):
        bit = s.known[k]
        for side in range(2):
            for j in range(n if side == 0 else m):
                if s.own[side, j] >> bit & 1:
                    _add_best_climb(s.labels[side, j], s.lcas[bit], side, i, False, by_name, edges, climbs, s, sizes)
    for k in range(choices):
        bit = s.known[k]
        for side in range(2):
            if _is_in_graph(s.lcas[bit], side, i, climbs):
                continue
            j = 0
            while not s.linked[side, j] >> bit & 1:
                j += 1
            _add_best_climb(s.labels[side, j], s.lcas[bit], side, i, True, by_name, edges, climbs, s, sizes)
    return choices


# For the instances from `first` to before `last`: |G_t ∩ G_p|, |G_t|, |G_p|, how many LCAs are chosen, and a flag.
# Each returns `last`, or the instance whose climbs do not fit any more.
# reduce_sets: whether classes with a descendant in their own set are left out.


@compiled
def minimal_sizes(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, search: Scratch, reduce_sets: bool, out: Longs
) -> int:
    """The sizes of the minimal graphs."""
    for i in range(first, last):
        n, m = reduce_sides(i, rows, edges, climbs, search, reduce_sets, out[i])
        if n == NO_ROOM:
            return i
        if n == 1 and m == 1 and len(edges.lengths) == 0:
            _single_sizes(search.labels[0, 0], search.labels[1, 0], climbs, search, out[i])
            out[i, 4] = FINE
        elif n > 0 and _best_minimal_sizes(n, m, edges, climbs, search, out[i]):
            out[i, 4] = FINE
    return last


@compiled
def extended_sizes(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, search: Scratch, reduce_sets: bool, out: Longs
) -> int:
    """The sizes of the graphs of all shortest climbs."""
    for i in range(first, last):
        n, m = reduce_sides(i, rows, edges, climbs, search, reduce_sets, out[i])
        if n == NO_ROOM:
            return i
        lcas = find_lcas(n, m, climbs, search)
        if lcas > 0:
            build_extended(n, m, lcas, i, edges, climbs, search, out[i])
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
        n, m = reduce_sides(i, rows, edges, climbs, search, reduce_sets, out[i])
        if n == NO_ROOM:
            return i
        sort_labels(n, m, by_name, search)
        lcas = find_lcas(n, m, climbs, search)
        if lcas > 0:
            out[i, 3] = build_greedy(n, m, lcas, i, by_name, edges, climbs, search, out[i])
            out[i, 4] = FINE
    return last
