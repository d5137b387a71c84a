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


def likely_path(parents, name, true_paths):
    """The root path of a class that is nearest to a true one, then the shortest, then the first by name."""
    return min(root_paths(parents, name), key=lambda p: (-shared(p, true_paths), len(p), p))


def shared(path, others):
    """The number of classes in the longest prefix that a path has in common with one of others."""
    return max((len(_common(path, other)) for other in others), default=0)


def predicted_paths(edges, true, predicted, stated=None, empty="root", classes=()):
    """The predicted root paths: the stated ones, else the likely one."""
    parents, top = _graph(edges, classes)
    true_paths = [path for name in true for path in root_paths(parents, name)]
    found = []
    for name in sorted(set(predicted)):
        if stated and name in stated:
            found += [path if path[0] == top else [top, *path] for path in stated[name]]
        else:
            found.append(likely_path(parents, name, true_paths))
    if not found and empty == "root":
        found = [[top]]
    return found


class Served:
    """A predicted path, and the true path that it takes from the classes that are left: {class: its root paths}.

    `true` and `common` are empty for an extra prediction; `beside` and `below` are the two parts of TN.
    """

    def __init__(self, parents, path, left):
        self.path, self.left = path, left
        # The longest prefix in common, then the longest path, then the classes in order, then the paths by name.
        ranked = [(-len(_common(path, t)), -len(t), place, t) for place, name in enumerate(left) for t in left[name]]
        *_, self.true = min(ranked, default=[[]])
        self.common = _common(path, self.true)
        self.beside = set().union(*(_siblings(parents, c) for c in self.common)) - set(self.true)
        self.below = _children(parents, self.common[-1]) - {*self.true, *path} if self.true else set()
        self.cells = {
            "TP": self.common[1:],
            "FP": [c for c in path[1:] if c not in self.true],
            "FN": [c for c in self.true[1:] if c not in path],
            "TN": [*self.beside, *self.below],
        }


def serve(parents, paths, true):
    """The predicted paths, each served, in order, and the shortest paths of the true classes that are left over.

    true: the classes in the order that decides between equally good, equally long paths.
    """
    left = {name: root_paths(parents, name) for name in true}
    every = [path for listed in left.values() for path in listed]
    served = []
    for path in sorted(paths, key=lambda p: (shared(p, every), p), reverse=True):
        served.append(Served(parents, path, dict(left)))
        if left:
            del left[served[-1].true[-1]]
    return served, [min(listed, key=lambda p: (len(p), p)) for listed in left.values()]


def matrix(edges, true, predicted, stated=None, empty="root", classes=()):
    """The classes counted as TP, TN, FP, FN, each a sorted list in which a class may stand several times."""
    parents, _ = _graph(edges, classes)
    paths = predicted_paths(edges, true, predicted, stated, empty, classes)
    served, left = serve(parents, paths, sorted(set(true)))
    missed = [c for path in left for c in path[1:]]
    return {
        cell: sorted([c for one in served for c in one.cells[cell]] + (missed if cell == "FN" else []))
        for cell in ("TP", "TN", "FP", "FN")
    }


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
