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


def values_at(true, predicted, weight, norm):
    """F, S and micro F at one threshold, from sets; None where no instance has a class.

    Whether one has is counted without weights. Over whom the definition leaves open: here, as in the code it judges,
    over instances with a true class; an omitted root, c0, is none.
    """

    def weigh(classes):
        return sum(weight[c] for c in classes)

    omitted = {"c0"} - {c for c in weight if weight[c]}
    kept = [(t, p) for t, p in zip(true, predicted, strict=True) if weigh(t)]
    answered = sum(weigh(p) > 0 for _, p in kept)
    plain = [({*t} - omitted, {*p} - omitted) for t, p in zip(true, predicted, strict=True)]
    if not kept or not any(t and p for t, p in plain):
        return None
    over = {"cafa": (answered, len(kept)), "gt": (len(kept),) * 2, "pred": (answered,) * 2}[norm]
    pr = sum(weigh(t & p) / weigh(p) for t, p in kept if weigh(p)) / max(1, over[0])
    rc = sum(weigh(t & p) / weigh(t) for t, p in kept) / max(1, over[1])
    ru, mi = (sum(weigh(part) for part in parts) / max(1, over[1]) for parts in _apart(kept))
    hits = sum(weigh(t & p) for t, p in kept)
    precise, found = hits / (sum(weigh(p) for _, p in kept) or 1), hits / sum(weigh(t) for t, _ in kept)
    return {"F": _harmonic(pr, rc), "S": sqrt(ru**2 + mi**2), "micro": _harmonic(precise, found)}


def _apart(kept):
    return [t - p for t, p in kept], [p - t for t, p in kept]


def _harmonic(a, b):
    return 2 * a * b / (a + b) if a + b else 0


def best_value(scores, true, weight, norm, what):
    """The best over all distinct scores, and every one at which it is reached, to 1e-12."""
    steps = sorted({s for own in scores for s in own.values() if s > 0})
    found = {t: values_at(true, sets_at(scores, t), weight, norm) for t in steps}
    values = {t: one[what] for t, one in found.items() if one is not None}
    best = (min if what == "S" else max)(values.values())
    return best, [t for t in values if abs(values[t] - best) < 1e-12]


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
