"""What classes tell by brute force: an oracle for tests.

Nothing here is clever. Climbs are walked one by one, every common ancestor is tried. It shares no code with
the package it judges, and it is meant for hierarchies of about ten classes.

A hierarchy is plain data: `edges` holds (parent, child) or (parent, child, weight text), of which the
weights play no part, `classes` the names that have no edge.
"""

from math import log


class Hierarchy:
    """Parents of every class, under one root; every climb of every class as the classes on it."""

    def __init__(self, edges, classes=()):
        self.parents = {name: set() for name in classes}
        for parent, child, *_ in edges:
            self.parents.setdefault(parent, set())
            self.parents.setdefault(child, set()).add(parent)
        roots = [name for name, above in self.parents.items() if not above]
        self.root = roots[0]
        if len(roots) > 1:
            self.root = "0"
            while self.root in self.parents:
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


def content(h, name, kind):
    """Intrinsic information content, as a share of a leaf's."""
    if len(h.parents) == 1:
        return 0.0
    if kind == "Seco":
        return 1 - log(len(h.below(name)) + 1) / log(len(h.parents))
    leaves = {other for other in h.parents if not h.children(other)}
    here = -log((len(h.below(name) & leaves) / len(h.up(name)) + 1) / (len(leaves) + 1))
    return here / log(len(leaves) + 1)


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
