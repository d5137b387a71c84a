"""Best matches of the semantic measures over many instances: which class of the other side each class is most like.

The value of a pair is a fraction of whole numbers. What is averaged of these is added up outside: sums of fractions
outgrow 64 bits.
"""

from __future__ import annotations

import numpy as np

from ..compiled import compiled
from ..numbered import Edges, Longs, Rows
from .climbs import LONG, MARK, Climbs, climb_all

DEPTH, HEIGHT, LIN, RESNIK, JIANG_CONRATH = range(5)  # what the value of a pair is made of
MOST_LABELS = 64  # of both sides of an instance


@compiled
def _fill_levels(edges: Edges, depths: Longs, heights: Longs) -> None:
    last = len(depths) - 1
    for c in range(1, last + 1):
        depths[c] = last + 1
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            depths[c] = min(depths[c], depths[edges.parents[e]] + 1)
    for i in range(last):
        c = last - i
        for e in range(edges.parent_starts[c], edges.parent_starts[c + 1]):
            p = edges.parents[e]
            heights[p] = max(heights[p], heights[c] + 1)


def depths_and_heights(edges: Edges) -> tuple[Longs, Longs]:
    """The fewest edges from the root down to each class, and the most from it down to a leaf."""
    depths, heights = (np.zeros(len(edges.parent_starts) - 1, np.int64) for _ in range(2))
    _fill_levels(edges, depths, heights)
    return depths, heights


@compiled
def _is_less(a: int, b: int, c: int, d: int) -> bool:
    """Whether a / b < c / d, of numbers not below 0, by whole parts and what is left: products would not fit."""
    flipped = False
    while True:
        whole, other = a // b, c // d
        if whole != other:
            return (whole < other) != flipped
        a, c = a - whole * b, c - other * d
        if a == 0 or c == 0:
            return (a == 0 and c != 0) if not flipped else (c == 0 and a != 0)
        a, b, c, d = b, a, d, c
        flipped = not flipped


@compiled
def _pair_value(similarity: int, true: int, predicted: int, climbs: Climbs, worth: Longs) -> tuple[int, int]:
    """The value of a pair as a fraction; the climbs of the true class are marked, with their lengths."""
    if true == predicted and similarity != RESNIK:
        return int(similarity in (DEPTH, LIN)), 1
    above, far, mark, length = climbs.above, climbs.far, climbs.notes[MARK], climbs.notes[LONG]
    begin, end = climbs.at[predicted], climbs.ends[predicted]
    if similarity == DEPTH:
        top, bottom = 0, 1
        for a in range(begin, end):
            c = above[a]
            if mark[c] == true:
                depth, edges = 2 * worth[c], far[a] + length[c]
                if depth * bottom > top * (depth + edges):
                    top, bottom = depth, depth + edges
        return top, bottom
    best = worth[0]
    if similarity == HEIGHT:
        for a in range(begin, end):
            # What is so many edges up is at least as high.
            if far[a] >= best:
                break
            if mark[above[a]] == true:
                best = min(best, worth[above[a]])
        return best, 1
    for a in range(begin, end):
        if mark[above[a]] == true:
            best = max(best, worth[above[a]])
    if similarity == LIN:
        return 2 * best, worth[true] + worth[predicted]
    return best if similarity == RESNIK else worth[true] + worth[predicted] - 2 * best, 1


@compiled
def _mark_above(v: int, climbs: Climbs, stamp: int) -> None:
    """Marks all that is above a class, and the class, with `stamp` and how far up it is."""
    for a in range(climbs.at[v], climbs.ends[v]):
        climbs.notes[MARK, climbs.above[a]] = stamp
        climbs.notes[LONG, climbs.above[a]] = climbs.far[a]


@compiled
def best_match_values(
    first: int, last: int, rows: Rows, edges: Edges, climbs: Climbs, similarity: int, worth: Longs, out: Longs
) -> int:
    """Each class's best match as a fraction: that of true class number j in out[j], then those of the predicted ones.

    similarity: one of DEPTH, HEIGHT, LIN, RESNIK, JIANG_CONRATH; of heights and distances the least is best.
    worth: what each class counts.  0 / 0 stands where there is no other side, or too many classes.
    Returns `last`, or the instance whose climbs do not fit any more.
    """
    least = similarity in (HEIGHT, JIANG_CONRATH)
    for i in range(first, last):
        begin, at = rows.true_starts[i], len(rows.true) + rows.predicted_starts[i]
        t = rows.true[begin : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        if len(t) == 0 or len(p) == 0 or len(t) + len(p) > MOST_LABELS:
            continue
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        for j in range(len(t)):
            _mark_above(t[j], climbs, t[j])
            for k in range(len(p)):
                top, bottom = _pair_value(similarity, t[j], p[k], climbs, worth)
                for own in (begin + j, at + k):
                    if (
                        out[own, 1] == 0
                        or (least and _is_less(top, bottom, out[own, 0], out[own, 1]))
                        or (not least and _is_less(out[own, 0], out[own, 1], top, bottom))
                    ):
                        out[own, 0], out[own, 1] = top, bottom
            _mark_above(t[j], climbs, -1)
    return last


@compiled
def all_pair_values(
    first: int,
    last: int,
    rows: Rows,
    edges: Edges,
    climbs: Climbs,
    similarity: int,
    worth: Longs,
    starts: Longs,
    out: Longs,
) -> int:
    """The value of every pair as a fraction, instance i from out[starts[i]] on; otherwise as `best_match_values`."""
    for i in range(first, last):
        t = rows.true[rows.true_starts[i] : rows.true_starts[i + 1]]
        p = rows.predicted[rows.predicted_starts[i] : rows.predicted_starts[i + 1]]
        if len(t) == 0 or len(p) == 0 or len(t) + len(p) > MOST_LABELS:
            continue
        if not climb_all(t, edges, climbs) or not climb_all(p, edges, climbs):
            return i
        at = starts[i]
        for j in range(len(t)):
            _mark_above(t[j], climbs, t[j])
            for k in range(len(p)):
                out[at, 0], out[at, 1] = _pair_value(similarity, t[j], p[k], climbs, worth)
                at += 1
            _mark_above(t[j], climbs, -1)
    return last
