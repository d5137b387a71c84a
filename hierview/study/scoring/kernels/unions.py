"""LCA graphs without a search: all shortest climbs (K15 Def. 6), and K15's greedy Algorithm 1."""

from __future__ import annotations

from ..compiled import Scratch, compiled
from ..numbered import Edges, Ints, Longs
from .climbs import BY_T, LONG, MARK, PLACE, UP, Climbs
from .meetings import look_up
from .needs import mark_climbs


@compiled
def _holds(c: int, side: int, i: int, climbs: Climbs) -> bool:
    """Whether a side's graph of instance i holds a class."""
    return climbs.notes[BY_T + side, c] == i


@compiled
def _hold(c: int, side: int, i: int, climbs: Climbs, sizes: Longs) -> None:
    """Takes a class into a side's graph. sizes: of the common classes, and of both graphs."""
    if _holds(c, side, i, climbs):
        return
    climbs.notes[BY_T + side, c] = i
    sizes[1 + side] += 1
    sizes[0] += _holds(c, 1 - side, i, climbs)


@compiled
def extended(n: int, m: int, lcas: int, i: int, edges: Edges, climbs: Climbs, s: Scratch, sizes: Longs) -> None:
    """All shortest climbs of each class to all LCAs that are linked to it."""
    place = climbs.notes[PLACE]
    for side in range(2):
        for j in range(n if side == 0 else m):
            v = s.labels[side, j]
            look_up(v, climbs, s)
            for bit in range(lcas):
                if s.linked[side, j] & (1 << bit):
                    at = mark_climbs(v, s.lcas[bit], edges, climbs)
                    for k in range(climbs.at[v], at + 1):
                        c = climbs.above[k]
                        if place[c] == 1:
                            place[c] = -1
                            _hold(c, side, i, climbs, sizes)


@compiled
def _each_has_lca(choice: int, n: int, m: int, s: Scratch) -> bool:
    """Whether each class has an LCA of its own in the choice."""
    for side in range(2):
        for j in range(n if side == 0 else m):
            if not s.own[side, j] & choice:
                return False
    return True


@compiled
def _in_order(n: int, m: int, lcas: int, by_name: Ints, s: Scratch) -> None:
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
def greedy_choice(n: int, m: int, lcas: int, by_name: Ints, s: Scratch) -> int:
    """Chosen LCAs, in order in the first places of `known`; returns how many.

    One after the other until each class has one of its own, then without those that can be spared.
    """
    _in_order(n, m, lcas, by_name, s)
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
    look_up(v, climbs, s)
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
        own = not alone and (_holds(c, 0, i, climbs) or _holds(c, 1, i, climbs))
        common[c] = common[best[c]] + own
    c = v
    while c != a:
        _hold(c, side, i, climbs, out)
        c = best[c]
    _hold(a, side, i, climbs, out)
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
def greedy(
    n: int, m: int, lcas: int, i: int, by_name: Ints, edges: Edges, climbs: Climbs, s: Scratch, sizes: Longs
) -> int:
    """The graphs of Algorithm 1, of labels in order of name; returns how many LCAs are chosen."""
    choices = greedy_choice(n, m, lcas, by_name, s)
    for k in range(choices):
        bit = s.known[k]
        for side in range(2):
            for j in range(n if side == 0 else m):
                if s.own[side, j] >> bit & 1:
                    _add_best_climb(s.labels[side, j], s.lcas[bit], side, i, False, by_name, edges, climbs, s, sizes)
    for k in range(choices):
        bit = s.known[k]
        for side in range(2):
            if _holds(s.lcas[bit], side, i, climbs):
                continue
            j = 0
            while not s.linked[side, j] >> bit & 1:
                j += 1
            _add_best_climb(s.labels[side, j], s.lcas[bit], side, i, True, by_name, edges, climbs, s, sizes)
    return choices
