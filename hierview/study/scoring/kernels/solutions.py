"""Inclusion-minimal graphs of one side, as bits of its free classes: a climb for each need, nothing to spare."""

from __future__ import annotations

from ..compiled import Scratch, compiled
from .meetings import MOST_GRAPHS, MOST_PAIRS
from .needs import need_end


@compiled
def _settle(first: int, last: int, base: int, s: Scratch) -> int:
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
                different, only = _lightened(x, y, base, s)
                if different <= 1:
                    changed = changed or only & ~base != 0
                    base |= only
                    for i in range(x, y):
                        s.need[i] = -1
            x = y
    return base


@compiled
def _lightened(x: int, y: int, base: int, s: Scratch) -> tuple[int, int]:
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
def solutions(side: int, first: int, last: int, base: int, s: Scratch) -> int:
    """The inclusion-minimal graphs of one side, as bits with the base, in s.graphs[side]; how many, -1 if too many.

    They are unions of one climb for each need; where a union meets a need already, nothing is added.
    """
    base = _settle(first, last, base, s)
    s.graphs[side, 0] = 0
    count = 1
    x = first
    while x < last:
        y = need_end(x, last, s)
        if s.need[x] >= 0:
            count = _grown(side, count, x, y, s)
            if count < 0:
                return -1
        x = y
    if count * (last - first) > MOST_PAIRS:
        return -1
    minimal = 0
    for g in range(count):
        graph = s.graphs[side, g]
        if _minimal(graph, first, last, s):
            s.graphs[side, minimal] = graph | base
            minimal += 1
    return minimal


@compiled
def _grown(side: int, count: int, x: int, y: int, s: Scratch) -> int:
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
            if _fresh(larger, s):
                if s.spent[side] == MOST_GRAPHS:
                    return -1
                s.spent[side] += 1
                s.spare[grown] = larger
                grown += 1
    for g in range(grown):
        s.graphs[side, g] = s.spare[g]
    return grown


@compiled
def _fresh(graph: int, s: Scratch) -> bool:
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
def _minimal(graph: int, first: int, last: int, s: Scratch) -> bool:
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
