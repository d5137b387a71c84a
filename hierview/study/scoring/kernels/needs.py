"""Climbs that the graphs of a choice of LCAs need (Problem 2, iv and v), and the graphs that meet them."""

from __future__ import annotations

from ..compiled import Scratch, compiled
from ..numbered import Edges
from .climbs import PLACE, UP, Climbs
from .meetings import MOST_CLASSES, MOST_CLIMBS, MOST_GRAPHS, MOST_LABELS, MOST_PAIRS, stamp_climbs


@compiled
def mark_climbs(v: int, a: int, edges: Edges, climbs: Climbs) -> int:
    """Marks as PLACE all classes on shortest climbs from v, whose climbs are looked up, to a.

    Returns where a stands in the climbs of v. A class is on one if a parent of it is that is farther from v by just
    their edge; from a downwards, each class is final when it comes.
    """
    place, up = climbs.notes[PLACE], climbs.notes[UP]
    at = begin = climbs.at[v]
    while climbs.above[at] != a:
        at += 1
    place[a] = 1
    weighted = len(edges.lengths) > 0
    for i in range(at - 1, begin - 1, -1):
        c = climbs.above[i]
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            p = edges.parents[e]
            if place[p] == 1 and up[p] == up[c] + (edges.lengths[e] if weighted else 1):
                place[c] = 1
                break
    return at


@compiled
def _append_climbs(v: int, a: int, count: int, used: int, edges: Edges, climbs: Climbs, s: Scratch) -> tuple[int, int]:
    """Appends the climbs from v to a along the classes that PLACE marks, depth first.

    `known` is the climb so far, `times` the next edge to try at each class of it.
    Returns how many climbs and classes there are then, -1 where they are too many.
    """
    place, up = climbs.notes[PLACE], climbs.notes[UP]
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
        if place[p] == 1 and up[p] == up[c] + (edges.lengths[e] if weighted else 1):
            depth += 1
            s.known[depth] = p
            s.times[depth] = edges.parent_starts[p]
    return count, used


@compiled
def _append_climbs_of_class(
    side: int, j: int, lca_bits: int, lcas: int, count: int, used: int, e: Edges, c: Climbs, s: Scratch
) -> tuple[int, int]:
    """Appends all shortest climbs of class j of a side to the LCAs with these bits; returns as `_append_climbs`."""
    v, place = s.labels[side, j], c.notes[PLACE]
    stamp_climbs(v, c, s)
    for i in range(lcas):
        if lca_bits & (1 << i) and count >= 0:
            at = mark_climbs(v, s.lcas[i], e, c)
            count, used = _append_climbs(v, s.lcas[i], count, used, e, c, s)
            for k in range(c.at[v], at + 1):
                place[c.above[k]] = -1
    return count, used


@compiled
def append_needed_climbs(
    side: int, size: int, lcas: int, choice: int, count: int, used: int, edges: Edges, climbs: Climbs, scratch: Scratch
) -> tuple[int, int]:
    """Appends the climbs of one side for the chosen LCAs (Problem 2, iv and v), those of a need one after the other.

    A chosen LCA needs nothing of its own where some class has no other in the choice.
    """
    sure = 0
    need = 0
    for j in range(size):
        mine = scratch.own[side, j] & choice
        if mine & (mine - 1) == 0:
            sure |= mine
        before = count
        count, used = _append_climbs_of_class(side, j, mine, lcas, count, used, edges, climbs, scratch)
        if count < 0:
            return -1, used
        scratch.need[before:count] = need
        need += 1
    for i in range(lcas):
        if not choice & ~sure & (1 << i):
            continue
        before = count
        for j in range(size):
            if scratch.linked[side, j] & (1 << i):
                count, used = _append_climbs_of_class(side, j, 1 << i, lcas, count, used, edges, climbs, scratch)
                if count < 0:
                    return -1, used
        scratch.need[before:count] = need
        need += 1
    return count, used


@compiled
def number_classes(count: int, climbs: Climbs, s: Scratch) -> int:
    """Numbers the classes on the first `count` climbs: `known` and PLACE; returns how many there are."""
    classes, place = 0, climbs.notes[PLACE]
    for i in range(s.starts[count]):
        c = s.steps[i]
        if place[c] < 0:
            place[c] = classes
            s.known[classes] = c
            s.times[classes] = 0
            s.bit[classes] = 0
            s.base[0, classes] = s.base[1, classes] = 0
            classes += 1
    return classes


@compiled
def need_end(x: int, last: int, s: Scratch) -> int:
    """The end of the run of climbs that meet the same need as climb x."""
    y = x + 1
    while y < last and s.need[y] == s.need[x]:
        y += 1
    return y


@compiled
def mark_base(side: int, first: int, last: int, climbs: Climbs, s: Scratch) -> None:
    """Marks in `base` the classes on all climbs of a need, with 1; other classes on climbs of this side with 2."""
    x, place = first, climbs.notes[PLACE]
    while x < last:
        y = need_end(x, last, s)
        for i in range(s.starts[x], s.starts[y]):
            s.times[place[s.steps[i]]] += 1
        for i in range(s.starts[x], s.starts[y]):
            at = place[s.steps[i]]
            if s.times[at] == y - x:
                s.base[side, at] = 1
            elif s.base[side, at] == 0:
                s.base[side, at] = 2
        for i in range(s.starts[x], s.starts[y]):
            s.times[place[s.steps[i]]] = 0
        x = y


@compiled
def assign_bits(classes: int, s: Scratch) -> int:
    """Give a bit to every class that is free on some side; returns how many, -1 where there are too many."""
    free = 0
    for at in range(classes):
        if s.base[0, at] == 2 or s.base[1, at] == 2:
            if free == MOST_LABELS:
                return -1
            s.bit[at] = 1 << free
            free += 1
    return free


@compiled
def base_bits(side: int, first: int, last: int, classes: int, climbs: Climbs, s: Scratch) -> int:
    """The bits of the side's base; fills `bits` with the free classes of its climbs."""
    base, place = 0, climbs.notes[PLACE]
    for at in range(classes):
        if s.base[side, at] == 1:
            base |= s.bit[at]
    for y in range(first, last):
        s.bits[y] = 0
        for i in range(s.starts[y], s.starts[y + 1]):
            at = place[s.steps[i]]
            if s.base[side, at] != 1:
                s.bits[y] |= s.bit[at]
    return base


# Inclusion-minimal graphs of one side, as bits of its free classes: a climb for each need, nothing to spare


@compiled
def _settle_needs(first: int, last: int, base: int, s: Scratch) -> int:
    """Reduces the needs until nothing changes; returns the base with what only one climb can give.

    A need that the base meets is settled, and so is one with a single climb, which joins the base; a climb that
    holds another one of its need is dropped. Dropped and settled climbs have the need -1.
    """
    changed = True
    while changed:
        changed = False
        x = first
        while x < last:
            y = need_end(x, last, s)
            if s.need[x] >= 0:
                different, only = _lighten_need(x, y, base, s)
                if different <= 1:
                    changed = changed or only & ~base != 0
                    base |= only
                    for i in range(x, y):
                        s.need[i] = -1
            x = y
    return base


@compiled
def _lighten_need(x: int, y: int, base: int, s: Scratch) -> tuple[int, int]:
    """Takes the base out of a need's climbs and drops those that hold another one, by giving them its bits.

    Returns how many different ones are left, and the last of them.
    """
    for i in range(x, y):
        s.bits[i] &= ~base
    for i in range(x, y):
        for k in range(x, y):
            if s.bits[k] & s.bits[i] == s.bits[k]:
                s.bits[i] = s.bits[k]
    different = 0
    for i in range(x, y):
        fresh = True
        for k in range(x, i):
            fresh = fresh and s.bits[k] != s.bits[i]
        different += fresh
    return different, s.bits[x]


@compiled
def minimal_graphs(side: int, first: int, last: int, base: int, s: Scratch) -> int:
    """The inclusion-minimal graphs of one side, as bits with the base, in s.graphs[side]; how many, -1 if too many.

    They are unions of one climb for each need; where a union meets a need already, nothing is added.
    """
    base = _settle_needs(first, last, base, s)
    s.graphs[side, 0] = 0
    count = 1
    x = first
    while x < last:
        y = need_end(x, last, s)
        if s.need[x] >= 0:
            count = _grow_graphs(side, count, x, y, s)
            if count < 0:
                return -1
        x = y
    if count * (last - first) > MOST_PAIRS:
        return -1
    minimal = 0
    for g in range(count):
        graph = s.graphs[side, g]
        if _is_minimal(graph, first, last, s):
            s.graphs[side, minimal] = graph | base
            minimal += 1
    return minimal


@compiled
def _grow_graphs(side: int, count: int, x: int, y: int, s: Scratch) -> int:
    """The partial graphs with the need of the climbs x to y met, without doubles; -1 beyond the bound."""
    grown = 0
    s.round[0] += 1
    for g in range(count):
        graph = s.graphs[side, g]
        covered = False
        for i in range(x, y):
            covered = covered or s.bits[i] & graph == s.bits[i]
        for i in range(x, x + 1 if covered else y):
            larger = graph if covered else graph | s.bits[i]
            if _is_new(larger, s):
                if s.spent[side] == MOST_GRAPHS:
                    return -1
                s.spent[side] += 1
                s.spare[grown] = larger
                grown += 1
    for g in range(grown):
        s.graphs[side, g] = s.spare[g]
    return grown


@compiled
def _is_new(graph: int, s: Scratch) -> bool:
    """Whether the graph was not met in this round yet; now it is. At most half of the slots are ever taken."""
    last = len(s.slots) - 1
    slot = (graph ^ (graph >> 15) ^ (graph >> 31) ^ (graph >> 47)) & last
    while s.filled[slot] == s.round[0]:
        if s.slots[slot] == graph:
            return False
        slot = (slot + 1) & last
    s.filled[slot] = s.round[0]
    s.slots[slot] = graph
    return True


@compiled
def _is_minimal(graph: int, first: int, last: int, s: Scratch) -> bool:
    """Whether no class can be spared: every one is on all climbs inside the graph of some need."""
    needed = 0
    x = first
    while x < last:
        y = need_end(x, last, s)
        if s.need[x] >= 0:
            common = -1
            for i in range(x, y):
                if s.bits[i] & graph == s.bits[i]:
                    common &= s.bits[i]
            needed |= common
        x = y
    return needed == graph
