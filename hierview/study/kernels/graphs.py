"""LCA graphs (K15 §2.4.2, Problem 2) over many instances: the sizes of G_t ∩ G_p, G_t and G_p.

The exact search is that of `measures/lca/graphs.py`. Problem 2 asks each side for a climb per need: every class
needs one to a chosen LCA of its own, every chosen LCA one from a class that is linked to it. Classes that stand on
all climbs of a need belong to every solution: they are the base. All others are free and get a bit; most
instances have none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiled import compiled
from ..numbered import Edges, Ints, Longs
from .climbs import FAR, Climbs, climb_all
from .rows import FINE, LEFT, Rows, predicted_of, true_of

# Beyond these an instance is left to `evaluate`; each is stricter than the bound there.
MOST_LABELS = 62  # of both sides; also LCAs and free classes: the bits of a mask
MOST_CHOICES = 1_024
MOST_CLIMBS = 2_048
MOST_CLASSES = 32_768  # on all climbs of a choice, each as often as it stands on one
MOST_GRAPHS = 4_096
MOST_PAIRS = 100_000


class Search(NamedTuple):
    """Scratch of one thread.

    stamp, far: which class's climbs were looked up last, and their lengths, by class.  place: by class, where it
    stands in `known`, else -1.  labels: the reduced sets.  between: distances, [predicted, true].  lcas: the
    classes that bits of `own`, `linked` and `choices` stand for.  starts, steps: climbs as classes, one after
    the other.  need: which need each climb meets, -1 once that is settled.  known: the classes on climbs.  times:
    how many climbs of a need each is on.  base: by side, whether a class stands in every solution.  bit: that of
    a free class.  bits: a climb's free classes.  graphs: the solutions of both sides.
    """

    stamp: Longs
    far: Longs
    place: Longs
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


def search_room(classes: int) -> Search:
    """Scratch for a hierarchy of so many classes."""
    n = MOST_LABELS
    return Search(
        stamp=np.full(classes, -1, np.int64),
        far=np.zeros(classes, np.int64),
        place=np.full(classes, -1, np.int64),
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
    )


@compiled
def _look_up(v: int, climbs: Climbs, s: Search) -> None:
    """Stamps the ancestors-or-selves of v with v and the lengths of the climbs to them."""
    for a in range(climbs.at[v], climbs.ends[v]):
        s.stamp[climbs.above[a]] = v
        s.far[climbs.above[a]] = climbs.far[a]


@compiled
def _reduce(labels: Ints, climbs: Climbs, s: Search, side: int, reduce_sets: bool) -> int:
    """Puts the labels without a descendant among them into s.labels[side]; returns how many they are."""
    if reduce_sets and len(labels) > 1:
        for v in labels:
            for a in range(climbs.at[v] + 1, climbs.ends[v]):
                s.stamp[climbs.above[a]] = -2
    kept = 0
    for v in labels:
        if not (reduce_sets and len(labels) > 1 and s.stamp[v] == -2):
            s.labels[side, kept] = v
            kept += 1
    if reduce_sets and len(labels) > 1:
        for v in labels:
            for a in range(climbs.at[v] + 1, climbs.ends[v]):
                s.stamp[climbs.above[a]] = -1
    return kept


@compiled
def _distances(n: int, m: int, climbs: Climbs, s: Search) -> None:
    """The distance of every reduced true class to every predicted one, in s.between[true, predicted]."""
    for j in range(n):
        v = s.labels[0, j]
        _look_up(v, climbs, s)
        for k in range(m):
            u = s.labels[1, k]
            least = FAR
            for a in range(climbs.at[u], climbs.ends[u]):
                if climbs.far[a] >= least:
                    break
                c = climbs.above[a]
                if s.stamp[c] == v:
                    least = min(least, climbs.far[a] + s.far[c])
            s.between[j, k] = least


@compiled
def _lca_bits(j: int, k: int, lcas: int, climbs: Climbs, s: Search) -> tuple[int, int]:
    """The LCAs of true class j, whose climbs are looked up, and predicted class k, as bits.

    Beside them, how many LCAs have bits now; -1 where there are too many.
    """
    v, u, d = s.labels[0, j], s.labels[1, k], s.between[j, k]
    bits = 0
    for a in range(climbs.at[u], climbs.ends[u]):
        if climbs.far[a] > d:
            break
        c = climbs.above[a]
        if s.stamp[c] != v or climbs.far[a] + s.far[c] != d:
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
def _meetings(n: int, m: int, climbs: Climbs, s: Search) -> int:
    """Fills s.own and s.linked (K15 Def. 4); returns how many LCAs there are, -1 where there are too many."""
    _distances(n, m, climbs, s)
    s.own[:] = 0
    s.linked[:] = 0
    lcas = 0
    for j in range(n):
        looked_up = False
        near_t = s.between[j, :m].min()
        for k in range(m):
            d = s.between[j, k]
            near_p = s.between[:n, k].min()
            if d != near_t and d != near_p:
                continue
            if not looked_up:
                _look_up(s.labels[0, j], climbs, s)
                looked_up = True
            bits, lcas = _lca_bits(j, k, lcas, climbs, s)
            if lcas < 0:
                return -1
            s.linked[0, j] |= bits
            s.linked[1, k] |= bits
            if d == near_t:
                s.own[0, j] |= bits
            if d == near_p:
                s.own[1, k] |= bits
    return lcas


@compiled
def _wanted(n: int, m: int, s: Search) -> int:
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
            kept = 0
            for i in range(count):
                if s.wanted[i] & own != own:
                    s.wanted[kept] = s.wanted[i]
                    kept += 1
            s.wanted[kept] = own
            count = kept + 1
    return count


@compiled
def _smallest_choices(wanted: int, s: Search) -> int:
    """All smallest sets of LCAs that meet every wanted set, in s.choices; returns how many, -1 beyond the bound.

    Level by level: the partial choices of one size, each completed in the first wanted set that it does not meet.
    """
    s.choices[0] = 0
    count = 1
    for _ in range(MOST_LABELS + 1):
        done = 0
        for i in range(count):
            if _first_unmet(s.choices[i], wanted, s) < 0:
                s.choices[done] = s.choices[i]
                done += 1
        if done:
            return done
        grown = 0
        for i in range(count):
            open_ = s.wanted[_first_unmet(s.choices[i], wanted, s)]
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
        s.choices[:grown] = s.spare[:grown]
        count = grown
    return -1


@compiled
def _first_unmet(choice: int, wanted: int, s: Search) -> int:
    for i in range(wanted):
        if not s.wanted[i] & choice:
            return i
    return -1


@compiled
def _climbs_to(v: int, a: int, count: int, used: int, edges: Edges, climbs: Climbs, s: Search) -> tuple[int, int]:
    """Appends all shortest climbs from v, whose climbs are looked up, to a.

    Returns how many climbs and classes there are then, -1 where they are too many.

    A class is on one if a parent of it is that is farther from v by just their edge. From a downwards, `place` marks
    these; then every climb is followed from v.
    """
    at = begin = climbs.at[v]
    while climbs.above[at] != a:
        at += 1
    s.place[a] = 1
    weighted = len(edges.lengths) > 0
    for i in range(at - 1, begin - 1, -1):
        c = climbs.above[i]
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            p = edges.parents[e]
            if s.place[p] == 1 and s.far[p] == s.far[c] + (edges.lengths[e] if weighted else 1):
                s.place[c] = 1
                break
    count, used = _followed(v, a, count, used, edges, s)
    for i in range(begin, at + 1):
        s.place[climbs.above[i]] = -1
    return count, used


@compiled
def _followed(v: int, a: int, count: int, used: int, edges: Edges, s: Search) -> tuple[int, int]:
    """The climbs from v to a along the classes that `place` marks, depth first.

    `known` is the climb so far, `times` the next edge to try at each class of it.
    """
    weighted = len(edges.lengths) > 0
    depth = 0
    s.known[0] = v
    s.times[0] = edges.parent_starts[v]
    while depth >= 0:
        c = s.known[depth]
        if c == a:
            if count == MOST_CLIMBS or used + depth + 1 > MOST_CLASSES:
                return -1, used
            for i in range(depth + 1):
                s.steps[used + i] = s.known[i]
            used += depth + 1
            count += 1
            s.starts[count] = used
            depth -= 1
            continue
        e = s.times[depth]
        if e == edges.parent_starts[c + 1]:
            depth -= 1
            continue
        s.times[depth] = e + 1
        p = edges.parents[e]
        if s.place[p] == 1 and s.far[p] == s.far[c] + (edges.lengths[e] if weighted else 1):
            depth += 1
            s.known[depth] = p
            s.times[depth] = edges.parent_starts[p]
    return count, used


@compiled
def _needs(
    side: int, size: int, lcas: int, choice: int, count: int, used: int, e: Edges, c: Climbs, s: Search
) -> tuple[int, int]:
    """Appends the climbs of one side for the chosen LCAs (Problem 2, iv and v), those of a need one after the other.

    A chosen LCA needs nothing of its own where some class has no other in the choice.
    """
    sure = 0
    need = 0
    for j in range(size):
        mine = s.own[side, j] & choice
        if mine & (mine - 1) == 0:
            sure |= mine
        before = count
        count, used = _climbs_of(side, j, mine, lcas, count, used, e, c, s)
        if count < 0:
            return -1, used
        s.need[before:count] = need
        need += 1
    for i in range(lcas):
        if not choice & ~sure & (1 << i):
            continue
        before = count
        for j in range(size):
            if s.linked[side, j] & (1 << i):
                count, used = _climbs_of(side, j, 1 << i, lcas, count, used, e, c, s)
                if count < 0:
                    return -1, used
        s.need[before:count] = need
        need += 1
    return count, used


@compiled
def _climbs_of(
    side: int, j: int, wanted: int, lcas: int, count: int, used: int, e: Edges, c: Climbs, s: Search
) -> tuple[int, int]:
    """Appends the climbs of class j of a side to the LCAs with these bits."""
    v = s.labels[side, j]
    _look_up(v, c, s)
    for i in range(lcas):
        if wanted & (1 << i):
            count, used = _climbs_to(v, s.lcas[i], count, used, e, c, s)
            if count < 0:
                return -1, used
    return count, used


@compiled
def _number_classes(count: int, s: Search) -> int:
    """Numbers the classes on the first `count` climbs: `known` and `place`; returns how many there are."""
    known = 0
    for i in range(s.starts[count]):
        c = s.steps[i]
        if s.place[c] < 0:
            s.place[c] = known
            s.known[known] = c
            s.times[known] = 0
            s.bit[known] = 0
            s.base[0, known] = s.base[1, known] = 0
            known += 1
    return known


@compiled
def _need_end(x: int, last: int, s: Search) -> int:
    """Where the climbs end that meet the same need as climb x."""
    y = x + 1
    while y < last and s.need[y] == s.need[x]:
        y += 1
    return y


@compiled
def _find_base(side: int, first: int, last: int, s: Search) -> None:
    """Marks in `base` the classes on all climbs of a need, with 1; other classes on climbs of this side with 2."""
    x = first
    while x < last:
        y = _need_end(x, last, s)
        for i in range(s.starts[x], s.starts[y]):
            s.times[s.place[s.steps[i]]] += 1
        for i in range(s.starts[x], s.starts[y]):
            at = s.place[s.steps[i]]
            if s.times[at] == y - x:
                s.base[side, at] = 1
            elif s.base[side, at] == 0:
                s.base[side, at] = 2
        for i in range(s.starts[x], s.starts[y]):
            s.times[s.place[s.steps[i]]] = 0
        x = y


@compiled
def _give_bits(known: int, s: Search) -> int:
    """A bit to every class that is free on some side; returns how many, -1 where there are too many."""
    free = 0
    for at in range(known):
        if s.base[0, at] == 2 or s.base[1, at] == 2:
            if free == MOST_LABELS:
                return -1
            s.bit[at] = 1 << free
            free += 1
    return free


@compiled
def _base_bits(side: int, first: int, last: int, known: int, s: Search) -> int:
    """The bits of the side's base; fills `bits` with the free classes of its climbs."""
    base = 0
    for at in range(known):
        if s.base[side, at] == 1:
            base |= s.bit[at]
    for y in range(first, last):
        s.bits[y] = 0
        for i in range(s.starts[y], s.starts[y + 1]):
            at = s.place[s.steps[i]]
            if s.base[side, at] != 1:
                s.bits[y] |= s.bit[at]
    return base


@compiled
def _settle(first: int, last: int, base: int, s: Search) -> int:
    """Reduces the needs until nothing changes; returns the base with what only one climb can give.

    A need that the base meets is settled, and so is one with a single climb, which joins the base; a climb that
    holds another one of its need is dropped. Dropped and settled climbs have the need -1.
    """
    changed = True
    while changed:
        changed = False
        x = first
        while x < last:
            y = _need_end(x, last, s)
            if s.need[x] >= 0:
                kept, only = _lightened(x, y, base, s)
                if kept <= 1:
                    changed = changed or only & ~base != 0
                    base |= only
                    s.need[x:y] = -1
            x = y
    return base


@compiled
def _lightened(x: int, y: int, base: int, s: Search) -> tuple[int, int]:
    """Takes the base out of a need's climbs and drops those that hold another one, by giving them its bits.

    Returns how many different ones are left, and the last of them.
    """
    for i in range(x, y):
        s.bits[i] &= ~base
    for i in range(x, y):
        for k in range(x, y):
            if s.bits[k] & s.bits[i] == s.bits[k]:
                s.bits[i] = s.bits[k]
    kept = 0
    for i in range(x, y):
        fresh = True
        for k in range(x, i):
            fresh = fresh and s.bits[k] != s.bits[i]
        kept += fresh
    return kept, s.bits[x]


@compiled
def _solutions(side: int, first: int, last: int, base: int, s: Search) -> int:
    """The inclusion-minimal graphs of one side, as bits with the base, in s.graphs[side]; how many, -1 if too many.

    They are unions of one climb for each need; where a union meets a need already, nothing is added.
    """
    base = _settle(first, last, base, s)
    s.graphs[side, 0] = 0
    count = 1
    x = first
    while x < last:
        y = _need_end(x, last, s)
        if s.need[x] >= 0:
            count = _grown(side, count, x, y, s)
            if count < 0:
                return -1
        x = y
    kept = 0
    for g in range(count):
        graph = s.graphs[side, g]
        if _minimal(graph, first, last, s):
            s.graphs[side, kept] = graph | base
            kept += 1
    return kept


@compiled
def _grown(side: int, count: int, x: int, y: int, s: Search) -> int:
    """The partial graphs with the need of the climbs x to y met, without doubles; -1 beyond the bound."""
    grown = 0
    for g in range(count):
        graph = s.graphs[side, g]
        met = False
        for i in range(x, y):
            met = met or s.bits[i] & graph == s.bits[i]
        for i in range(x, x + 1 if met else y):
            if grown == MOST_GRAPHS:
                grown = _without_doubles(grown, s)
                if grown > MOST_GRAPHS // 2:
                    return -1
            s.spare[grown] = graph if met else graph | s.bits[i]
            grown += 1
    grown = _without_doubles(grown, s)
    s.graphs[side, :grown] = s.spare[:grown]
    return grown


@compiled
def _without_doubles(count: int, s: Search) -> int:
    s.spare[:count].sort()
    kept = min(count, 1)
    for i in range(1, count):
        if s.spare[i] != s.spare[i - 1]:
            s.spare[kept] = s.spare[i]
            kept += 1
    return kept


@compiled
def _minimal(graph: int, first: int, last: int, s: Search) -> bool:
    """Whether no class can be spared: every one is on all climbs inside the graph of some need."""
    needed = 0
    x = first
    while x < last:
        y = _need_end(x, last, s)
        if s.need[x] >= 0:
            common = -1
            for i in range(x, y):
                if s.bits[i] & graph == s.bits[i]:
                    common &= s.bits[i]
            needed |= common
        x = y
    return needed == graph


@compiled
def _bits_set(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def _chosen(n: int, m: int, lcas: int, choice: int, e: Edges, c: Climbs, s: Search, best: Longs) -> bool:
    """Compares the graphs of one choice of LCAs with the best ones so far; False where a bound is exceeded.

    best: |G_t ∩ G_p|, |G_t| and |G_p|, the first below 0 where there are none yet. The highest F is best, then
    the fewest classes in G_t, then in G_p.
    """
    split, used = _needs(0, n, lcas, choice, 0, 0, e, c, s)
    if split < 0:
        return False
    count, used = _needs(1, m, lcas, choice, split, used, e, c, s)
    if count < 0:
        return False
    known = _number_classes(count, s)
    _find_base(0, 0, split, s)
    _find_base(1, split, count, s)
    free = _give_bits(known, s)
    base_t = _base_bits(0, 0, split, known, s)
    base_p = _base_bits(1, split, count, known, s)
    fixed_t, fixed_p, fixed = 0, 0, 0
    for at in range(known):
        s.place[s.known[at]] = -1
        if not s.bit[at]:
            fixed_t += s.base[0, at] == 1
            fixed_p += s.base[1, at] == 1
            fixed += s.base[0, at] == 1 and s.base[1, at] == 1
    if free < 0:
        return False
    if free == 0:
        _keep_better(fixed, fixed_t, fixed_p, best)
        return True
    graphs_t = _solutions(0, 0, split, base_t, s)
    graphs_p = _solutions(1, split, count, base_p, s)
    if graphs_t < 0 or graphs_p < 0 or graphs_t * graphs_p > MOST_PAIRS:
        return False
    for i in range(graphs_t):
        t = s.graphs[0, i]
        size = fixed_t + _bits_set(t)
        for k in range(graphs_p):
            p = s.graphs[1, k]
            _keep_better(fixed + _bits_set(t & p), size, fixed_p + _bits_set(p), best)
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
def _single(t: int, p: int, climbs: Climbs, s: Search, out: Longs) -> None:
    """The sizes for one class on each side, where every edge weighs 1: the climbs meet in the LCA only."""
    s.labels[0, 0], s.labels[1, 0] = t, p
    _distances(1, 1, climbs, s)
    d = s.between[0, 0]
    shortest = FAR
    for a in range(climbs.at[p], climbs.ends[p]):
        c = climbs.above[a]
        if s.stamp[c] == t and climbs.far[a] + s.far[c] == d:
            shortest = min(shortest, s.far[c])
    out[0] = 1
    out[1] = shortest + 1
    out[2] = d - shortest + 1


@compiled
def _graph_sizes(t: Ints, p: Ints, reduce_sets: bool, edges: Edges, climbs: Climbs, s: Search, out: Longs) -> bool:
    """The sizes of one instance's graphs; False where it is left to `evaluate`."""
    if len(t) == 1 and len(p) == 1 and len(edges.lengths) == 0:
        _single(t[0], p[0], climbs, s, out)
        out[3] = 1
        return True
    n = _reduce(t, climbs, s, 0, reduce_sets)
    m = _reduce(p, climbs, s, 1, reduce_sets)
    if n == 0 or m == 0:
        out[0], out[1], out[2], out[3] = 0, n, m, 0
        return True
    lcas = _meetings(n, m, climbs, s)
    if lcas < 0:
        return False
    choices = _smallest_choices(_wanted(n, m, s), s)
    if choices < 0:
        return False
    out[0] = -1
    out[3] = _bits_set(s.choices[0])
    for i in range(choices):  # noqa: SIM110
        if not _chosen(n, m, lcas, s.choices[i], edges, climbs, s, out):
            return False
    return True


@compiled
def graph_sizes(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, search: Search, reduce_sets: bool, out: Longs
) -> int:
    """|G_t ∩ G_p|, |G_t|, |G_p|, how many LCAs are chosen, and a flag, for minimal graphs.

    The instances are those from `first` to before `last`.

    Returns `last`, or the one whose climbs do not fit any more.
    """
    for i in range(first, last):
        t = true_of(rows, i)
        p = predicted_of(rows, i)
        out[i, 4] = LEFT
        if len(t) + len(p) > MOST_LABELS:
            continue
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        if _graph_sizes(t, p, reduce_sets, edges, climbs, search, out[i]):
            out[i, 4] = FINE
    return last
