"""Scores at thresholds by brute force: an oracle for tests.

Every threshold and every set is made anew from the definitions (precision, recall, remaining
uncertainty, misinformation; areas below precision over recall). Nothing is shared with the package it judges.
"""

from itertools import pairwise
from math import log2, sqrt


def above(edges, classes):
    """All ancestors of some classes, and these."""
    found = set(classes)
    while more := {p for p, c in edges if c in found} - found:
        found |= more
    return found


def largest_below(edges, scores):
    """The largest score at or below each class."""
    used = {}
    for c, s in scores.items():
        for a in above(edges, [c]):
            used[a] = max(used.get(a, 0), s)
    return used


def accretion(edges, true):
    """The IA of each class from sets of true classes."""
    closed = [above(edges, classes) for classes in true]
    found = {}
    for v in {c for edge in edges for c in edge}:
        parents = {p for p, c in edges if c == v}
        own, whole = (sum(group <= s for s in closed) for group in ({v}, parents))
        found[v] = -log2(own / whole) if parents and own else 0
    return found


def sets_at(scores, threshold):
    """The classes of each instance whose score reaches a threshold."""
    return [{c for c, s in own.items() if s >= threshold and s > 0} for own in scores]


def values_at(true, predicted, weight, norm, omitted=(), empty="left out"):
    """F, S and micro F at one threshold, from sets; None where none of the N instances has a class.

    N: those with a true class of some weight; with empty="zero" all, as cafaeval has it. Whether one of them has a
    class, and how many have, is counted without weights, `omitted` classes being none. A mean over nobody is 0, as
    cafaeval has it.
    """

    def weigh(classes):
        return sum(weight[c] for c in classes if c not in omitted)

    kept = [(t, p) for t, p in zip(true, predicted, strict=True) if weigh(t) or empty == "zero"]
    if not any(p - set(omitted) for _, p in kept):
        return None
    answered = sum(weigh(p) > 0 for _, p in kept)
    over = {"cafa": (answered, len(kept)), "gt": (len(kept),) * 2, "pred": (answered,) * 2}[norm]
    pr = _mean([weigh(t & p) / weigh(p) for t, p in kept if weigh(p)], over[0])
    rc = _mean([weigh(t & p) / weigh(t) for t, p in kept if weigh(t)], over[1])
    ru, mi = (_mean(map(weigh, parts), over[1]) for parts in _apart(kept))
    hits = sum(weigh(t & p) for t, p in kept)
    precise, found = (hits / (sum(map(weigh, side)) or 1) for side in ([p for _, p in kept], [t for t, _ in kept]))
    coverage = sum(bool(p - set(omitted)) for _, p in kept) / len(kept)
    return {"F": _harmonic(pr, rc), "S": sqrt(ru**2 + mi**2), "micro": _harmonic(precise, found), "coverage": coverage}


def _mean(values, many):
    return sum(values) / many if many else 0


def _apart(kept):
    return [t - p for t, p in kept], [p - t for t, p in kept]


def _harmonic(a, b):
    return 2 * a * b / (a + b) if a + b else 0


def rows(scores, true, weight, norm, omitted=(), empty="left out", steps=()):
    """What `values_at` says by threshold, where it says anything; of all distinct scores, or of some steps."""
    steps = list(steps) or sorted({s for own in scores for s in own.values() if s > 0})
    found = {t: values_at(true, sets_at(scores, t), weight, norm, omitted, empty) for t in steps}
    return {t: one for t, one in found.items() if one is not None}


def best_value(found, what):
    """The best of some rows, and every threshold at which it is reached, to 1e-12."""
    best = (min if what == "S" else max)(one[what] for one in found.values())
    return best, [t for t, one in found.items() if abs(one[what] - best) < 1e-12]


def areas(pairs):
    """Step and interpolated area of (score, whether true); equal scores enter together. None without a positive."""
    positives = sum(hit for _, hit in pairs)
    if not positives:
        return None
    points = [(0, 0)]
    for s in sorted({s for s, _ in pairs}, reverse=True):
        chosen = [hit for other, hit in pairs if other >= s]
        points.append((sum(chosen), len(chosen) - sum(chosen)))
    step = between = 0
    for (tp0, fp0), (tp, fp) in pairwise(points):
        if tp == tp0:
            continue
        step += (tp - tp0) / positives * tp / (tp + fp)
        line = [(tp0 + x, fp0 + (fp - fp0) * x / (tp - tp0)) for x in range(tp - tp0 + 1)]
        heights = [a / (a + b) if a + b else tp / (tp + fp) for a, b in line]
        between += sum((one + other) / 2 for one, other in pairwise(heights)) / positives
    return step, between
