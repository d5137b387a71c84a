"""The hierarchical confusion matrix of Riehl et al. 2023 (R23) by brute force: an oracle for tests.

Every root path is walked and listed, every rule is applied as it is worded. It shares no code with the
package it judges, and is meant for hierarchies of about ten classes. Edges are (parent, child), perhaps with
a weight, which plays no part; `classes` are those without an edge. `stated` holds root paths by predicted class.
"""

from decimal import Decimal, localcontext
from fractions import Fraction


def _graph(edges, classes):
    """Parents by class, with one root: an artificial one above several."""
    parents = {name: set() for name in classes}
    for parent, child, *_ in edges:
        parents.setdefault(parent, set())
        parents.setdefault(child, set()).add(parent)
    roots = [name for name in parents if not parents[name]]
    top = roots[0]
    if len(roots) > 1:
        top = "0"
        while top in parents:
            top += "'"
        for root in roots:
            parents[root] = {top}
        parents[top] = set()
    return parents, top


def root_paths(parents, name):
    """All paths from the root to a class."""
    if not parents[name]:
        return [[name]]
    return [[*path, name] for parent in parents[name] for path in root_paths(parents, parent)]


def _common(a, b):
    length = 0
    while length < min(len(a), len(b)) and a[length] == b[length]:
        length += 1
    return a[:length]


def _children(parents, name):
    return {c for c in parents if name in parents[c]}


def _siblings(parents, name):
    return {c for parent in parents[name] for c in _children(parents, parent)} - {name}


def predicted_paths(edges, true, predicted, stated=None, empty="root", classes=()):
    """The predicted root paths: the stated ones, else the one nearest to a true path, shortest, first by name."""
    parents, top = _graph(edges, classes)
    true_paths = [path for name in true for path in root_paths(parents, name)]
    found = []
    for name in sorted(set(predicted)):
        if stated and name in stated:
            found += [path if path[0] == top else [top, *path] for path in stated[name]]
        else:
            options = root_paths(parents, name)
            found.append(
                min(options, key=lambda p: (-max((len(_common(p, t)) for t in true_paths), default=0), len(p), p))
            )
    if not found and empty == "root":
        found = [[top]]
    return found


def matrix(edges, true, predicted, stated=None, empty="root", classes=()):
    """The classes counted as TP, TN, FP, FN, each a sorted list in which a class may stand several times."""
    parents, top = _graph(edges, classes)
    paths = predicted_paths(edges, true, predicted, stated, empty, classes)
    waiting = {name: root_paths(parents, name) for name in sorted(set(true))}
    every = [path for listed in waiting.values() for path in listed]
    order = sorted(paths, key=lambda p: (max((len(_common(p, t)) for t in every), default=0), p), reverse=True)
    cells = {"TP": [], "TN": [], "FP": [], "FN": []}
    for path in order:
        if not waiting:
            cells["FP"] += path[1:]
            continue
        # The longest prefix in common, then the longest path, then the classes by name, then the paths by name.
        _, _, name, chosen = min(
            (-len(_common(path, t)), -len(t), name, t) for name, listed in waiting.items() for t in listed
        )
        del waiting[name]
        common = _common(path, chosen)
        beside = set().union(*(_siblings(parents, c) for c in common)) - set(chosen)
        below = _children(parents, common[-1]) - set(chosen) - set(path)
        cells["TP"] += [c for c in common if c != top]
        cells["TN"] += [*beside, *below]
        cells["FP"] += [c for c in path if c not in chosen]
        cells["FN"] += [c for c in chosen if c not in path]
    for listed in waiting.values():
        cells["FN"] += min(listed, key=lambda p: (len(p), p))[1:]
    return {name: sorted(classes) for name, classes in cells.items()}


def _root(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def derived(tp, tn, fp, fn):
    """The numbers of R23's Table II, FNR as FN / (FN + TP); None for 0/0, but 0 for MCC."""

    def share(top, bottom):
        return Fraction(top, bottom) if bottom else None

    found = {
        "TP": tp,
        "TN": tn,
        "FP": fp,
        "FN": fn,
        "ACC": share(tp + tn, tp + tn + fp + fn),
        "PPV": share(tp, tp + fp),
        "TPR": share(tp, tp + fn),
        "FNR": share(fn, fn + tp),
        "FPR": share(fp, fp + tn),
        "TNR": share(tn, tn + fp),
        "F1": share(2 * tp, 2 * tp + fp + fn),
    }
    with localcontext() as context:
        context.prec = 60
        tpr, tnr = found["TPR"], found["TNR"]
        if tpr is None or tnr is None or tpr + tnr == 1:
            found["PT"] = None
        else:
            found["PT"] = (_root(tpr * (1 - tnr)).sqrt() + _root(tnr - 1)) / _root(tpr + tnr - 1)
        under = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        found["MCC"] = (tp * tn - fp * fn) / Decimal(under).sqrt() if under else 0
    return {name: None if value is None else float(value) for name, value in found.items()}
