"""The measures of Sun, Lim and Ng 2003 (S03) by brute force: an oracle for tests.

It follows the paper's own sets: for every class, which instances are in TP, FP, FN and TN, and what each of
them contributes. Nothing here is clever, and it shares no code with the package it judges. Hierarchies and
classes are plain data, as in `brute`; every value is a Fraction.
"""

from fractions import Fraction

from tests.oracle import brute


def _paths_up(parents, start):
    """Every path from `start` to a root, as lists of classes."""
    if not parents[start]:
        return [[start]]
    return [[start, *path] for parent in parents[start] for path in _paths_up(parents, parent)]


def _parents(edges, classes):
    """The parents of every class, several roots under one of their own, whose name is no text."""
    parents = {name: set() for name in classes}
    for parent, child, *_ in edges:
        parents.setdefault(parent, set())
        parents.setdefault(child, set()).add(parent)
    roots = [name for name in parents if not parents[name]]
    if len(roots) > 1:
        for name in roots:
            parents[name] = {None}
        parents[None] = set()
    return parents


def wu_palmer(edges, a, b, classes=()):
    """The greatest 2D / (2D + i + j) over all paths up from `a` and `b` that meet, i and j edges up from them,
    at a class to which the shortest path from the root has D classes."""
    parents = _parents(edges, classes)
    found = []
    for first in _paths_up(parents, a):
        for second in _paths_up(parents, b):
            for shared in set(first) & set(second):
                depth = min(len(path) for path in _paths_up(parents, shared))
                climbs = first.index(shared) + second.index(shared)
                found.append(Fraction(2 * depth, 2 * depth + climbs))
    return max(found)


def similarity_of(edges, classes=()):
    """(names, similarity of two of them, its average over all pairs), from the hierarchy."""
    names = sorted(name for name in _parents(edges, classes) if name is not None)
    table = {(a, b): wu_palmer(edges, a, b, classes) for a in names for b in names}
    return names, table, average(names, table)


def average(names, table):
    """ACS, Eq. 10; 0 where there is no pair."""
    m = len(names)
    total = Fraction(0)
    for i in range(m):
        for k in range(i + 1, m):
            total += table[names[i], names[k]]
    return 2 * total / (m * (m - 1)) if m > 1 else Fraction(0)


def by_similarity(table, acs):
    """The term of Eq. 11; 0 where all classes are equally alike."""
    return lambda other, c: (table[other, c] - acs) / (1 - acs) if acs != 1 else Fraction(0)


def by_distance(edges, acceptable, classes=()):
    """The term of Eq. 20."""
    return lambda other, c: 1 - Fraction(brute.distance(edges, other, c, classes)) / acceptable


def contingency(instances, c):
    """The sets of instances, by number, in TP, FP, FN and TN of a class (Table 1)."""
    tp = {j for j, (labelled, assigned) in enumerate(instances) if c in labelled and c in assigned}
    fp = {j for j, (labelled, assigned) in enumerate(instances) if c not in labelled and c in assigned}
    fn = {j for j, (labelled, assigned) in enumerate(instances) if c in labelled and c not in assigned}
    return tp, fp, fn, set(range(len(instances))) - tp - fp - fn


def contribution(instance, c, term):
    """Eq. 11 or 20 of one misclassified instance."""
    labelled, assigned = instance
    total = Fraction(0)
    for other in assigned if c in labelled else labelled:
        total += term(other, c)
    return min(Fraction(1), max(Fraction(-1), total))


def table_of(instances, names, term):
    """{class: (|TP|, |FP|, |FN|, |TN|, FpCon, FnCon)}."""
    rows = {}
    for c in names:
        tp, fp, fn, tn = contingency(instances, c)
        fp_con = sum((contribution(instances[j], c, term) for j in fp), Fraction(0))
        fn_con = sum((contribution(instances[j], c, term) for j in fn), Fraction(0))
        rows[c] = len(tp), len(fp), len(fn), len(tn), fp_con, fn_con
    return rows


def _divided(top, bottom):
    return top / Fraction(bottom) if bottom > 0 else Fraction(0)


def shares(row):
    """Pr and Re of a class, Eq. 12 and 13."""
    tp, fp, fn, _, fp_con, fn_con = row
    top = max(Fraction(0), tp + fp_con + fn_con)
    return _divided(top, tp + fp + fn_con), _divided(top, tp + fn + fp_con)


def micro(rows, limited):
    """Eq. 14 and 15; limited: what a class adds to a denominator is at least 0, too."""
    top = of_precision = of_recall = Fraction(0)
    for tp, fp, fn, _, fp_con, fn_con in rows:
        top += max(Fraction(0), tp + fp_con + fn_con)
        for_precision, for_recall = tp + fp + fn_con, tp + fn + fp_con
        if limited and for_precision < 0:
            for_precision = 0
        if limited and for_recall < 0:
            for_recall = 0
        of_precision += for_precision
        of_recall += for_recall
    return _divided(top, of_precision), _divided(top, of_recall)


def macro(rows):
    """Eq. 16 and 17."""
    each = [shares(row) for row in rows]
    return sum((p for p, _ in each), Fraction(0)) / len(each), sum((r for _, r in each), Fraction(0)) / len(each)


def accuracy(row):
    """Eq. 18 and 19, with TN in the place of the second FN in the denominator of 19."""
    tp, fp, fn, tn, fp_con, fn_con = row
    everything = tp + tn + fp + fn
    return Fraction(tp + tn + fp_con + fn_con) / everything, Fraction(fp + fn - fp_con - fn_con) / everything


def f_beta(precision, recall, beta=1):
    """Eq. 7; 0 for 0/0."""
    b = Fraction(beta) ** 2
    bottom = b * precision + recall
    return (b + 1) * precision * recall / bottom if bottom else Fraction(0)
