"""Semantic and information-based measures and H-loss by brute force: an oracle for tests.

Nothing here is clever. Climbs are walked one by one, every common ancestor is tried, costs are added up
path by path. It shares no code with the package it judges, and it is meant for hierarchies of about ten
classes.

A hierarchy is plain data: `edges` holds (parent, child) or (parent, child, weight text), of which the
weights play no part, `classes` the names that have no edge. Values are floats where a logarithm is in
them, else Fractions; None means undefined.
"""

from fractions import Fraction
from itertools import product
from math import log, sqrt


class Hierarchy:
    """Parents of every class, under one root; every climb of every class as the classes on it."""

    def __init__(self, edges, classes=()):
        self.own = {name: set() for name in classes}
        for parent, child, *_ in edges:
            self.own.setdefault(parent, set())
            self.own.setdefault(child, set()).add(parent)
        self.parents = {name: set(above) for name, above in self.own.items()}
        roots = [name for name, above in self.own.items() if not above]
        self.root = roots[0]
        if len(roots) > 1:
            self.root = "0"
            while self.root in self.own:
                self.root += "'"
            self.parents[self.root] = set()
            for name in roots:
                self.parents[name].add(self.root)
        self.climbs = {name: self._climbs(name) for name in self.parents}

    def _climbs(self, name):
        found = [[name]]
        for parent in self.parents[name]:
            found += [[name, *climb] for climb in self._climbs(parent)]
        return found

    def up(self, name):
        """The class and its ancestors."""
        return {climb[-1] for climb in self.climbs[name]}

    def below(self, name):
        return {other for other in self.parents if name in self.up(other) and other != name}

    def children(self, name):
        return {other for other in self.parents if name in self.parents[other]}

    def steps(self, name, top):
        """Fewest edges up."""
        return min(len(climb) - 1 for climb in self.climbs[name] if climb[-1] == top)

    def depth(self, name):
        return self.steps(name, self.root)

    def height(self, name):
        return max(len(climb) - 1 for other in self.parents for climb in self.climbs[other] if climb[-1] == name)

    def both(self, a, b):
        """The classes that are an ancestor of both or one of them."""
        return self.up(a) & self.up(b)

    def closure(self, names):
        """With ancestors, without an artificial root."""
        return {above for name in names for above in self.up(name)} & set(self.own)


def content(h, name, kind):
    """Intrinsic information content, as a share of a leaf's."""
    if len(h.parents) == 1:
        return 0.0
    if kind == "Seco":
        return 1 - log(len(h.below(name)) + 1) / log(len(h.parents))
    leaves = {other for other in h.parents if not h.children(other)}
    here = -log((len(h.below(name) & leaves) / len(h.up(name)) + 1) / (len(leaves) + 1))
    return here / log(len(leaves) + 1)


def accretion(h, name, kind):
    return content(h, name, kind) - max((content(h, p, kind) for p in h.parents[name]), default=0.0)


# Pairs of classes


def wu_palmer(h, a, b, first=1):
    """`first` is the depth of the root."""
    if a == b:
        return Fraction(1)
    depths = {c: h.depth(c) + first for c in h.both(a, b)}
    return max(Fraction(2 * d, 2 * d + h.steps(a, c) + h.steps(b, c)) for c, d in depths.items())


def lin(h, a, b, kind):
    if a == b:
        return 1.0
    whole = content(h, a, kind) + content(h, b, kind)
    return max(2 * content(h, c, kind) / whole for c in h.both(a, b))


def resnik(h, a, b, kind):
    return max(content(h, c, kind) for c in h.both(a, b))


def jiang_conrath(h, a, b, kind):
    whole = content(h, a, kind) + content(h, b, kind)
    return min(whole - 2 * content(h, c, kind) for c in h.both(a, b))


def lca_height(h, a, b):
    return Fraction(0) if a == b else Fraction(min(h.height(c) for c in h.both(a, b)))


# Sets, from the values of pairs


def averaged(value, true, predicted, average, nearest, mistakes=False):
    """`value` of (predicted, true); `nearest` is max or min; None where there is nothing to average."""
    if not true or not predicted:
        return None
    if average == "pairs":
        values = [value(p, t) for p, t in product(predicted, true)]
        return sum(values) / len(values)
    if average == "best":
        return nearest(value(p, t) for p, t in product(predicted, true))
    side_p = [nearest(value(p, t) for t in true) for p in predicted if not (mistakes and p in true)]
    side_t = [nearest(value(p, t) for p in predicted) for t in true if not (mistakes and t in predicted)]
    if average == "BMA":
        means = [sum(side) / len(side) for side in (side_p, side_t) if side]
        return sum(means) / len(means) if means else None
    values = {"predicted": side_p, "true": side_t, "matches": side_p + side_t}[average]
    return sum(values) / len(values) if values else None


def semantic(name, edges, true, predicted, classes=(), average="BMA", kind="Seco", first=1):
    """WP, Lin, Resnik, JC, AHD or Severity of two sets; similarities are 0 where a side is empty."""
    h = Hierarchy(edges, classes)
    true, predicted = set(true), set(predicted)
    values = {
        "WP": lambda p, t: wu_palmer(h, p, t, first),
        "Lin": lambda p, t: lin(h, p, t, kind),
        "Resnik": lambda p, t: resnik(h, p, t, kind),
        "JC": lambda p, t: jiang_conrath(h, p, t, kind),
        "AHD": lambda p, t: lca_height(h, p, t),
        "Severity": lambda p, t: lca_height(h, p, t),
    }
    alike = name in ("WP", "Lin", "Resnik")
    found = averaged(values[name], true, predicted, average, max if alike else min, mistakes=name == "Severity")
    return 0 if found is None and alike else found


# Weighted sets


def weighted(edges, true, predicted, classes=(), kind="Seco", beta=1, alphas=(2, 2, 3)):
    """wP, wR, wF (0 for 0/0), ru, mi, S and ICM."""
    h = Hierarchy(edges, classes)
    t, p = h.closure(true), h.closure(predicted)

    def told(names):
        return sum(accretion(h, name, kind) for name in sorted(names))

    tiny = 1e-11  # what rounding leaves of nothing

    def share(top, bottom):
        return top / bottom if bottom > tiny else 0

    precision, recall = share(told(t & p), told(p)), share(told(t & p), told(t))
    ru, mi = told(t - p), told(p - t)
    b = float(beta) ** 2
    a1, a2, minus = map(float, alphas)
    return {
        "wP": precision,
        "wR": recall,
        "wF": share((1 + b) * precision * recall, b * precision + recall),
        "ru": ru,
        "mi": mi,
        "S": sqrt(ru * ru + mi * mi),
        "ICM": a1 * told(t) + a2 * told(p) - minus * told(t | p),
    }


def content_of_set(h, names, kind):
    """The information content of a set as Amigó & Delgado (2022) give it, for trees: by recursion over
    lowest common ancestors, in the order in which the classes come."""
    if not names:
        return 0.0
    first, rest = names[0], names[1:]
    lowest = []
    for other in rest:
        lca = max(h.both(first, other), key=h.depth)
        if lca not in lowest:
            lowest.append(lca)
    return content(h, first, kind) + content_of_set(h, rest, kind) - content_of_set(h, lowest, kind)


def icm_of_a_tree(edges, true, predicted, kind="Seco"):
    """ICM with 2, 2 and 3 by that recursion."""
    h = Hierarchy(edges)
    union = list(dict.fromkeys([*true, *predicted]))
    alone = content_of_set(h, list(true), kind) + content_of_set(h, list(predicted), kind)
    return 2 * alone - 3 * content_of_set(h, union, kind)


# H-loss


def h_loss(edges, true, predicted, classes=(), shared=True):
    h = Hierarchy(edges, classes)
    roots = [name for name, above in h.own.items() if not above]
    t, p = h.closure(true), h.closure(predicted)

    def cost(name):
        """A share of 1 for every way down from a root."""
        if not shared:
            return Fraction(1)
        total = Fraction(0)
        for climb in h.climbs[name]:
            if climb[-1] in roots:
                share = Fraction(1, len(roots))
                for above in climb[1:]:
                    share /= len(h.children(above))
                total += share
        return total

    wrong = {name for name in h.own if (name in t) != (name in p)}
    return sum((cost(name) for name in wrong if not (h.up(name) - {name}) & wrong), Fraction(0))
