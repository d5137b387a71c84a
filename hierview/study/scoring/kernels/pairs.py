"""Pair-based measures (K15 §2.3) over many instances: distances of classes, and the cheapest ways to pair them.

GIE and exact MGIA are matchings of greatest gain. In GIE a pair at distance d saves 2 D - d against leaving both
alone. In MGIA every class has a cheapest way of its own, c(v): its nearest partner or the default, whichever costs
less; a pair that serves both ends at once saves c(u) + c(v) - d.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiled import Scratch, compiled
from ..numbered import FINE, LEFT, UNDEFINED, Edges, Ints, Longs, Rows
from .climbs import FAR, LONG, MARK, Climbs, climb_all

MOST_LABELS = 64  # of an instance, both sides together; more are left to `evaluate`
ALL, SINGLE, ONE_TO_ONE, AS_NEEDED, NEAREST = range(5)  # what is paired: AllPairs, TIE, GIE, MGIA exact and nearest


# Scratch: prices of all pairs of one instance by predicted and true class, what each saves, some rows of numbers.
TABLES = np.dtype(
    [
        ("found", np.int64, (MOST_LABELS, MOST_LABELS)),
        ("gains", np.int64, (MOST_LABELS, MOST_LABELS)),
        ("work", np.int64, (8, MOST_LABELS + 2)),
    ]
)


class Prices(NamedTuple):
    """The prices of pairing classes, in whole units.

    unit: what each unit of length costs.  alone: the price of a class without a partner.  most: pairs that cost more
    are not allowed.
    """

    unit: int
    alone: int
    most: int


@compiled
def fill_prices(t: Ints, p: Ints, edges: Edges, climbs: Climbs, prices: Prices, s: Scratch) -> bool:
    """The price of each predicted with each true class, as s.found[p, t], FAR where it is not allowed.

    Returns False where climbs do not fit any more.
    """
    far, above, mark, length = climbs.far, climbs.above, climbs.notes[MARK], climbs.notes[LONG]
    if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
        return False
    for j in range(len(t)):
        begin, end = climbs.at[t[j]], climbs.ends[t[j]]
        for a in range(begin, end):
            mark[above[a]] = t[j]
            length[above[a]] = far[a]
        for k in range(len(p)):
            least = FAR
            for a in range(climbs.at[p[k]], climbs.ends[p[k]]):
                if far[a] >= least:
                    break
                if mark[above[a]] == t[j]:
                    least = min(least, far[a] + length[above[a]])
            price = least * prices.unit if least < FAR else FAR
            s.found[k, j] = price if price <= prices.most else FAR
        for a in range(begin, end):
            mark[above[a]] = -1
    return True


@compiled
def _place_row(row: int, columns: int, s: Scratch) -> None:
    """Finds the row a column, along the cheapest way through columns that are taken.

    work: by row and by column their potentials, by column the row that takes it, from which column it was reached, at
    what cost at least, and whether it was.
    """
    gains, work = s.gains, s.work
    of_row, of_column, row_at, way, least, reached = work[0], work[1], work[2], work[3], work[4], work[7]
    row_at[0] = row
    for j in range(columns + 1):
        least[j] = FAR
        reached[j] = 0
    at = 0
    while True:
        reached[at] = 1
        here, delta, following = row_at[at], FAR, 0
        for j in range(1, columns + 1):
            if reached[j]:
                continue
            cost = -max(gains[here - 1, j - 1], 0) - of_row[here] - of_column[j]
            if cost < least[j]:
                least[j] = cost
                way[j] = at
            if least[j] < delta:
                delta = least[j]
                following = j
        for j in range(columns + 1):
            if reached[j]:
                of_row[row_at[j]] += delta
                of_column[j] -= delta
            else:
                least[j] -= delta
        at = following
        if row_at[at] == 0:
            break
    while at:
        row_at[at] = row_at[way[at]]
        at = way[at]


@compiled
def _greatest_matching(rows: int, columns: int, s: Scratch) -> int:
    """The greatest sum of gains of pairs that share no row and no column; a gain of 0 or less is none.

    rows <= columns. The Hungarian method with potentials, on the costs -gain, in O(rows² · columns).
    """
    for j in range(columns + 1):
        s.work[0, j] = s.work[1, j] = s.work[2, j] = 0
    for row in range(1, rows + 1):
        _place_row(row, columns, s)
    total = 0
    for j in range(1, columns + 1):
        if s.work[2, j]:
            total += max(s.gains[s.work[2, j] - 1, j - 1], 0)
    return total


@compiled
def _matching_price(m: int, n: int, s: Scratch) -> int:
    """The sum of all own prices, in rows 5 and 6, less what the best pairs save."""
    total, prices, gains, own_p, own_t = 0, s.found, s.gains, s.work[5], s.work[6]
    for k in range(m):
        total += own_p[k]
    for j in range(n):
        total += own_t[j]
    for k in range(m):
        for j in range(n):
            saved = own_p[k] + own_t[j] - prices[k, j] if prices[k, j] < FAR else 0
            if m <= n:
                gains[k, j] = saved
            else:
                gains[j, k] = saved
    return total - _greatest_matching(min(m, n), max(m, n), s)


@compiled
def _nearest_partner(place: int, side: int, other_side: Ints, by_name: Ints, s: Scratch) -> int:
    """The place of the nearest of the others, the first by name among equally near ones; -1 where none is in reach.

    place: the place of a class, predicted (side 1) or true (0).
    """
    best, least = -1, FAR
    for i in range(len(other_side)):
        cost = s.found[place, i] if side else s.found[i, place]
        if cost < least or (best >= 0 and cost == least and by_name[other_side[i]] < by_name[other_side[best]]):
            best, least = i, cost
    return best


@compiled
def _nearest_price(t: Ints, p: Ints, by_name: Ints, alone: int, s: Scratch) -> int:
    """The price of every class's nearest partner, each pair once; without any it pays for being alone."""
    m, n, pairs = len(p), len(t), s.gains
    total = 0
    for k in range(m):
        for j in range(n):
            pairs[k, j] = 0
    for side in range(2):
        for at in range(m if side else n):
            other = _nearest_partner(at, side, t if side else p, by_name, s)
            if other < 0:
                total += alone
            elif side:
                pairs[at, other] = 1
            else:
                pairs[other, at] = 1
    for k in range(m):
        for j in range(n):
            if pairs[k, j]:
                total += s.found[k, j]
    return total


@compiled
def _instance_price(pairing: int, t: Ints, p: Ints, by_name: Ints, prices: Prices, s: Scratch) -> int:
    """f_error of one instance in the units of `prices`."""
    m, n, costs = len(p), len(t), s.found
    if pairing in (ALL, SINGLE):
        total = 0
        for k in range(m):
            for j in range(n):
                total += costs[k, j]
        return total
    if pairing == NEAREST:
        return _nearest_price(t, p, by_name, prices.alone, s)
    own_p, own_t = s.work[5], s.work[6]
    for k in range(m):
        own_p[k] = prices.alone
    for j in range(n):
        own_t[j] = prices.alone
    if pairing == AS_NEEDED:
        for k in range(m):
            for j in range(n):
                own_p[k] = min(own_p[k], costs[k, j])
                own_t[j] = min(own_t[j], costs[k, j])
    return _matching_price(m, n, s)


@compiled
def _symmetric_difference(t: Ints, p: Ints) -> int:
    """How many classes stand in one of both sets only."""
    common = 0
    for a in t:
        for b in p:
            common += a == b
    return len(t) + len(p) - 2 * common


@compiled
def pairing_costs(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    by_name: Ints,
    pairing: int,
    prices: Prices,
    scratch: Scratch,
    out: Longs,
) -> int:
    """f_error in the units of `prices`, |Ŷ △ Y| and a flag of the instances from `first` to before `last`.

    by_name: the place of each class in the order of names.  pairing: ALL, SINGLE, ONE_TO_ONE, AS_NEEDED or NEAREST.
    Returns `last`, or the instance whose climbs do not fit any more.
    """
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        out[i, 0] = 0
        out[i, 1] = 0
        out[i, 2] = FINE
        if (pairing == SINGLE and (len(t) != 1 or len(p) != 1)) or (pairing == ALL and (len(t) == 0 or len(p) == 0)):
            out[i, 2] = UNDEFINED
            continue
        if len(t) + len(p) > MOST_LABELS:
            out[i, 2] = LEFT
            continue
        if not fill_prices(t, p, edges, climbs, prices, scratch):
            return i
        out[i, 0] = _instance_price(pairing, t, p, by_name, prices, scratch)
        out[i, 1] = _symmetric_difference(t, p)
    return last
