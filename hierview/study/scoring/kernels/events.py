"""Scores of (instance, class) pairs from the greatest down: sorted, and what each threshold adds up to.

An event is a pair with a score above 0. Its rank is the place of its score among the distinct ones, 1 the least.
"""

from __future__ import annotations

from ..compiled import compiled
from ..numbered import Flags, Ints, Longs
from ..ratios import Floats

AS_GIVEN, LARGEST, FILLED = range(3)  # how scores climb
COVERED, PRECISION, RECALL, HITS, WRONG = range(5)  # sums at a threshold
STEP, INTERPOLATED = range(2)  # areas below a curve of precision over recall
TP, FP, TP_BEFORE, FP_BEFORE, GROUP = range(5)  # what is remembered of each curve


@compiled
def _spread_ranks(
    first: int, end: int, classes: Ints, ranks: Ints, starts: Longs, parents: Longs, fill: int, own: Ints
) -> None:
    """Fills the ranks of one instance for all classes. starts, parents: of each class; parents have lower numbers."""
    for e in range(first, end):
        own[classes[e]] = ranks[e]
    if fill == AS_GIVEN:
        return
    for k in range(len(own)):
        c = len(own) - 1 - k
        rank = abs(own[c])
        if rank > 0:
            own[c] = rank
            for e in range(starts[c], starts[c + 1]):
                p = parents[e]
                if fill == LARGEST:
                    own[p] = max(own[p], rank)
                elif own[p] <= 0:  # below 0 is what only children say
                    own[p] = min(own[p], -rank)


@compiled
def count_events(
    rows: Longs, classes: Ints, ranks: Ints, starts: Longs, parents: Longs, fill: int, own: Ints, counts: Longs
) -> None:
    """Counts events of each rank. rows: where the scores of each instance begin.  own: of each class, all 0."""
    for i in range(len(rows) - 1):
        _spread_ranks(rows[i], rows[i + 1], classes, ranks, starts, parents, fill, own)
        for c in range(len(own)):
            counts[own[c]] += 1
            own[c] = 0


@compiled
def sort_events(
    rows: Longs,
    classes: Ints,
    ranks: Ints,
    starts: Longs,
    parents: Longs,
    fill: int,
    own: Ints,
    true_starts: Longs,
    true: Ints,
    place: Longs,
    mark: Ints,
    instances: Ints,
    ordered: Ints,
    hits: Flags,
) -> None:
    """Puts events in the order of their ranks, the greatest first, and by instance within one.

    The first are those of `count_events`.  place: by rank, where its first event goes; it becomes the end of the rank.
    """
    for i in range(len(rows) - 1):
        for t in range(true_starts[i], true_starts[i + 1]):
            mark[true[t]] = i + 1
        _spread_ranks(rows[i], rows[i + 1], classes, ranks, starts, parents, fill, own)
        for c in range(len(own)):
            if own[c] > 0:
                at = place[own[c]]
                place[own[c]] += 1
                instances[at], ordered[at], hits[at] = i, c, mark[c] == i + 1
                own[c] = 0


@compiled
def count_contradictions(
    rows: Longs, classes: Ints, values: Floats, starts: Longs, parents: Longs, own: Floats, excess: float, worst: Longs
) -> int:
    """How many scores are above that of a parent, by more than an excess.

    own: of each class; −1 of those that no instance has.  worst: the instance, class and parent of the largest excess.
    """
    many, most = 0, 0.0
    for i in range(len(rows) - 1):
        for e in range(rows[i], rows[i + 1]):
            own[classes[e]] = values[e]
        for e in range(rows[i], rows[i + 1]):
            for k in range(starts[classes[e]], starts[classes[e] + 1]):
                above = own[parents[k]]
                if above >= 0 and values[e] - above > excess:
                    many += 1
                    if values[e] - above > most:
                        most = values[e] - above
                        worst[0], worst[1], worst[2] = i, classes[e], parents[k]
        for e in range(rows[i], rows[i + 1]):
            own[classes[e]] = 0
    return many


@compiled
def _add_exactly(sums: Floats, rounding: Floats, k: int, x: float) -> None:
    """Adds to a sum, with what rounding lost of it before (Kahan)."""
    y = x - rounding[k]
    total = sums[k] + y
    rounding[k] = (total - sums[k]) - y
    sums[k] = total


@compiled
def sum_at_thresholds(
    rows: Ints,
    classes: Ints,
    hits: Flags,
    ends: Longs,
    weights: Floats,
    whole: Floats,
    size: Floats,
    hit: Floats,
    sums: Floats,
    rounding: Floats,
    out: Floats,
) -> None:
    """Sums over instances at each threshold, from the greatest down; an event changes the terms of its instance alone.

    ends: where the events of each threshold end.  weights: of classes; of weight 0 none is looked at.
    whole: of instances, the weight of their true classes; one with −1 is left out.
    """
    first = 0
    for k in range(len(ends)):
        for e in range(first, ends[k]):
            i, w = rows[e], weights[classes[e]]
            if w > 0 and whole[i] >= 0:
                before = hit[i] / size[i] if size[i] > 0 else 0.0
                if size[i] == 0:
                    sums[COVERED] += 1
                size[i] += w
                if hits[e]:
                    hit[i] += w
                    _add_exactly(sums, rounding, RECALL, w / whole[i])
                _add_exactly(sums, rounding, HITS if hits[e] else WRONG, w)
                _add_exactly(sums, rounding, PRECISION, hit[i] / size[i] - before)
        first = ends[k]
        for j in range(len(sums)):
            out[j, k] = sums[j]


@compiled
def _add_to_areas(state: Longs, c: int, positives: int, areas: Floats) -> None:
    """Adds what a threshold brought to the areas of a curve.

    Interpolated: false positives are spread evenly between the true ones (Davis and Goadrich 2006).
    """
    tp, fp, tp0, fp0 = state[TP, c], state[FP, c], state[TP_BEFORE, c], state[FP_BEFORE, c]
    gained = tp - tp0
    if gained > 0:
        areas[STEP, c] += gained / positives * (tp / (tp + fp))
        left = tp0 / (tp0 + fp0) if tp0 + fp0 > 0 else tp / (tp + fp)
        for x in range(1, gained + 1):
            right = (tp0 + x) / (tp0 + x + fp0 + (fp - fp0) / gained * x)
            areas[INTERPOLATED, c] += (left + right) / 2 / positives
            left = right
    state[TP_BEFORE, c], state[FP_BEFORE, c] = tp, fp


@compiled
def fill_areas(
    rows: Ints,
    classes: Ints,
    hits: Flags,
    ends: Longs,
    curve_of: Ints,
    inside: Flags,
    positives: Longs,
    pairs: Longs,
    state: Longs,
    areas: Floats,
) -> None:
    """Areas below curves of precision over recall; equal scores enter together, and pairs without one at the end.

    curve_of: by class, −1 is none.  inside: which instances count.  positives, pairs: of each curve.
    """
    first = 0
    for k in range(len(ends)):
        for e in range(first, ends[k]):
            c = curve_of[classes[e]]
            if c >= 0 and inside[rows[e]]:
                if state[GROUP, c] != k:
                    _add_to_areas(state, c, positives[c], areas)
                    state[GROUP, c] = k
                state[TP if hits[e] else FP, c] += 1
        first = ends[k]
    for c in range(len(positives)):
        _add_to_areas(state, c, positives[c], areas)
        state[TP, c], state[FP, c] = positives[c], pairs[c] - positives[c]
        _add_to_areas(state, c, positives[c], areas)
