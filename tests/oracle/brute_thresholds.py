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


def selective_curve(edges, columns, rows, true, rule, floating=False, decimals=6):
    """Risk by coverage of leaf probabilities, one true class each: points (θ, coverage, risk), the least θ first.

    floating: only thresholds are rounded, as the program of its authors does; a sum that lies a hair below the decimal
    that it is does not reach it then.
    """
    classes = sorted({c for edge in edges for c in edge})
    leaves = [c for c in classes if not any(c == p for p, _ in edges)]
    ups = {c: above(edges, [c]) for c in classes}
    below = {c: [leaf for leaf in leaves if c in ups[leaf]] for c in classes}
    cover = {c: 1 - log2(len(below[c])) / log2(len(leaves)) for c in classes}
    (root,) = [c for c in classes if len(below[c]) == len(leaves) and ups[c] == {c}]
    points = []
    sums = []
    for row in rows:
        own = dict(zip(columns, row, strict=True))
        sums.append({c: min(1, sum(own[leaf] for leaf in columns if leaf in below[c])) for c in classes})
        if not floating:
            sums[-1] = {c: round(p, decimals) for c, p in sums[-1].items()}
        sums[-1][root] = 1
    for theta in sorted({round(p, decimals) for p_of in sums for p in p_of.values() if p > 0}):
        said = [
            _selected(edges, columns, row, p_of, theta, rule, cover, root) for row, p_of in zip(rows, sums, strict=True)
        ]
        wrong = [c not in ups[y] for c, y in zip(said, true, strict=True)]
        points.append((theta, sum(cover[c] for c in said) / len(said), sum(wrong) / len(said)))
    return points


def _selected(edges, columns, row, p_of, theta, rule, cover, root):
    here = columns[max(range(len(row)), key=lambda k: (row[k], -k))]
    if rule == "selective":
        return here if p_of[here] >= theta else root
    if rule == "climbing":
        while p_of[here] < theta and here != root:
            here = max((p for p, c in edges if c == here), key=lambda p: p_of[p])
        return here
    likely = [c for c in p_of if p_of[c] >= theta]
    return max(likely, key=lambda c: (round(cover[c], 12), p_of[c]))


def area_below(points):
    """Trapezoids of risk over coverage, the points of one coverage in order of θ."""
    ordered = sorted(points, key=lambda point: (round(point[1], 12), point[0]))
    return sum((b[1] - a[1]) * (a[2] + b[2]) / 2 for a, b in pairwise(ordered))
