"""The measures of Kosmopoulos et al. 2015 (K15) by brute force: an oracle for tests.

Nothing here is clever. Paths are walked one by one, solutions are enumerated and
compared, constraints are tested as they are written. It shares no code with the
package it judges, and it is meant for hierarchies of about nine classes with three
true and three predicted ones.

A hierarchy is plain data: `edges` holds (parent, child) or (parent, child, weight
text), `classes` the names that have no edge. `true` and `predicted` are names. Every
value is exact (an integer or a Fraction); None means undefined. In pairs, None stands
for the default class. Names are ordered as plain strings ("10" before "9").
"""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

# Hierarchies: {class: {parent: weight}}


class _Parents(dict):
    """A hierarchy that nobody changes any more: what was asked of it once is known."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__


def _hierarchy(edges, classes):
    """The parents of every class, with the weights of the edges to them."""
    parents = {name: {} for name in classes}
    for parent, child, *weight in edges:
        parents.setdefault(parent, {})
        parents.setdefault(child, {})
        parents[child][parent] = Fraction(weight[0]) if weight else Fraction(1)
    return _Parents(parents)


def _roots(parents):
    return sorted(name for name in parents if not parents[name])


def _free_name(taken):
    """The name of an artificial root: "0", with primes until it is free."""
    name = "0"
    while name in taken:
        name += "'"
    return name


def _under_one_root(parents):
    """The same hierarchy with one artificial root above all of its roots."""
    top = _free_name(parents)
    rooted = {name: dict(above) for name, above in parents.items()}
    for root in _roots(parents):
        rooted[root][top] = Fraction(1)
    rooted[top] = {}
    return _Parents(rooted)


def _joined(edges, classes):
    """The hierarchy that distances are taken in: several roots get one above them."""
    parents = _hierarchy(edges, classes)
    return _under_one_root(parents) if len(_roots(parents)) > 1 else parents


def _climbs(parents, start):
    """Every path that only goes up from `start`, the empty one too: (path, weight)."""
    found = [((start,), Fraction(0))]
    for parent, weight in parents[start].items():
        for path, rest in _climbs(parents, parent):
            found.append(((start, *path), weight + rest))
    return found


def _ancestors(parents, name):
    return {path[-1] for path, _ in _climbs(parents, name)} - {name}


def _shortest_climbs(parents, name, top):
    """The classes on each of the shortest climbs from `name` to `top`."""
    climbs = [climb for climb in _climbs(parents, name) if climb[0][-1] == top]
    least = min(weight for _, weight in climbs)
    return [frozenset(path) for path, weight in climbs if weight == least]


@lru_cache(maxsize=1000)
def _turns(parents, u, v):
    """Every way up from u and down to v: (length, the class where it turns)."""
    downs = _climbs(parents, v)
    return [
        (up_weight + down_weight, up[-1])
        for up, up_weight in _climbs(parents, u)
        for down, down_weight in downs
        if up[-1] == down[-1]
    ]


def _distance(parents, u, v):
    return min(length for length, _ in _turns(parents, u, v))


def _lca(parents, u, v):
    turns = _turns(parents, u, v)
    least = min(length for length, _ in turns)
    return {turn for length, turn in turns if length == least}


def distance(edges, u, v, classes=()):
    """The length of a shortest path up from u and down to v (K15 Eq. 1)."""
    return _distance(_joined(edges, classes), u, v)


def lca(edges, u, v, classes=()):
    """The classes where the shortest paths between u and v turn (K15 Def. 1 to 3)."""
    return _lca(_joined(edges, classes), u, v)


def _marked(true, predicted):
    """Both sides, sorted."""
    true, predicted = sorted(set(true)), sorted(set(predicted))
    if not true and not predicted:
        raise ValueError("neither a true nor a predicted class")
    return true, predicted


# Pair-based measures (K15 §2.3, Problem 1)


def _pair_distances(edges, true, predicted, max_distance, classes):
    """{(predicted, true): distance} of the pairs that are allowed."""
    parents = _joined(edges, classes)
    distances = {(p, t): _distance(parents, p, t) for p in predicted for t in true}
    if max_distance is None:
        return distances
    return {pair: d for pair, d in distances.items() if d <= Fraction(max_distance)}


def _order(pair):
    """The sort key of a pair: by name, the default class last."""
    return [(name is None, name or "") for name in pair]


def _with_defaults(pairs, true, predicted):
    """The pairs, and a default class for everyone who is in none of them."""
    alone_p = [(p, None) for p in predicted if all(p != pair[0] for pair in pairs)]
    alone_t = [(None, t) for t in true if all(t != pair[1] for pair in pairs)]
    return [*pairs, *alone_p, *alone_t]


def _cost(pairs, distances, default_cost):
    return sum(Fraction(default_cost) if None in pair else distances[pair] for pair in pairs)


def _cheapest(solutions):
    """(cost, pairs, unique) out of all (cost, pairs), or None if there is none.

    Among equally cheap ones: the lexicographically smallest sorted list of pairs.
    """
    if not solutions:
        return None
    least = min(cost for cost, _ in solutions)
    best = [sorted(pairs, key=_order) for cost, pairs in solutions if cost == least]
    first = min(best, key=lambda pairs: [_order(pair) for pair in pairs])
    return least, first, len(best) == 1


def tie(edges, true, predicted, classes=()):
    """Tree-induced error: one true and one predicted class, else undefined."""
    true, predicted = _marked(true, predicted)
    if len(true) != 1 or len(predicted) != 1:
        return None
    return distance(edges, predicted[0], true[0], classes)


def all_pairs(edges, true, predicted, classes=()):
    """The sum of all distances between a predicted and a true class."""
    true, predicted = _marked(true, predicted)
    if not true or not predicted:
        return None
    return sum(_pair_distances(edges, true, predicted, None, classes).values())


def _matchings(predicted, true):
    """Every list of pairs in which no class occurs twice."""
    if not predicted:
        return [[]]
    first, rest = predicted[0], predicted[1:]
    found = _matchings(rest, true)
    for partner in true:
        left = [t for t in true if t != partner]
        found += [[(first, partner), *pairs] for pairs in _matchings(rest, left)]
    return found


def _gie(edges, true, predicted, default_cost, max_distance, classes):
    true, predicted = _marked(true, predicted)
    distances = _pair_distances(edges, true, predicted, max_distance, classes)
    solutions = []
    for matching in _matchings(predicted, true):
        if all(pair in distances for pair in matching):
            pairs = _with_defaults(matching, true, predicted)
            solutions.append((_cost(pairs, distances, default_cost), pairs))
    return _cheapest(solutions)


def gie(edges, true, predicted, default_cost=5, max_distance=5, classes=()):
    """Graph induced error (K15 §2.3.2): the cheapest partial matching."""
    return _gie(edges, true, predicted, default_cost, max_distance, classes)[0]


def _mgia(edges, true, predicted, default_cost, max_distance, classes):
    true, predicted = _marked(true, predicted)
    distances = _pair_distances(edges, true, predicted, max_distance, classes)
    solutions = []
    for size in range(len(distances) + 1):
        for chosen in combinations(distances, size):
            pairs = _with_defaults(chosen, true, predicted)
            solutions.append((_cost(pairs, distances, default_cost), pairs))
    return _cheapest(solutions)


def _induced_accuracy(f_error, true, predicted, default_cost):
    """1 - f_error / (|symmetric difference| * default cost) (K15 §2.3.3)."""
    differing = set(true) ^ set(predicted)
    if not differing:
        return Fraction(1)
    return 1 - f_error / (len(differing) * Fraction(default_cost))


def mgia_exact(edges, true, predicted, default_cost=5, max_distance=5, classes=()):
    """(MGIA, f_error) with the cheapest of all sets of pairs (K15 §2.3.3)."""
    true, predicted = _marked(true, predicted)
    f_error, _, _ = _mgia(edges, true, predicted, default_cost, max_distance, classes)
    return _induced_accuracy(f_error, true, predicted, default_cost), f_error


def mgia_nearest(edges, true, predicted, default_cost=5, max_distance=5, classes=()):
    """(MGIA, f_error, pairs) when every class takes its nearest partner by itself.

    Among equally near ones the first by name; the default class only where no class
    is within max_distance. The pairs are united (K15 §2.3.3, "solved separately").
    """
    true, predicted = _marked(true, predicted)
    distances = _pair_distances(edges, true, predicted, max_distance, classes)
    pairs = set()
    for p in predicted:
        near = [(distances[p, t], t) for t in true if (p, t) in distances]
        pairs.add((p, min(near)[1]) if near else (p, None))
    for t in true:
        near = [(distances[p, t], p) for p in predicted if (p, t) in distances]
        pairs.add((min(near)[1], t) if near else (None, t))
    pairs = sorted(pairs, key=_order)
    f_error = _cost(pairs, distances, default_cost)
    value = _induced_accuracy(f_error, true, predicted, default_cost)
    return value, f_error, pairs


def pairing(measure, edges, true, predicted, default_cost=5, max_distance=5, classes=()):
    """(pairs, unique): the optimal solution of "gie" or "mgia" that is to be shown."""
    solve = {"gie": _gie, "mgia": _mgia}[measure]
    _, pairs, unique = solve(edges, true, predicted, default_cost, max_distance, classes)
    return pairs, unique


def _default_flows(degree, alpha, beta, default_cost):
    """The cheapest flows between a class in `degree` pairs and the default class."""
    flows = [n for n in range(beta + 1) if alpha <= degree + n <= beta]
    if default_cost is None:
        return [n for n in flows if n == 0]
    least = min((n * Fraction(default_cost) for n in flows), default=None)
    return [n for n in flows if n * Fraction(default_cost) == least]


def _flow(edges, true, predicted, alpha_p, beta_p, alpha_t, beta_t, default_cost, max_distance, classes):
    true, predicted = _marked(true, predicted)
    if default_cost is None and not (true and predicted):
        return None
    sizes = {"N": len(true), "M": len(predicted)}
    alpha_p, alpha_t = (sizes.get(bound, bound) for bound in (alpha_p, alpha_t))
    beta_p, beta_t = (max(1, sizes[bound]) if bound in sizes else bound for bound in (beta_p, beta_t))
    distances = _pair_distances(edges, true, predicted, max_distance, classes)
    solutions = []
    for units in product((0, 1), repeat=len(distances)):
        chosen = [pair for pair, unit in zip(distances, units, strict=True) if unit]
        # The capacities of the arcs at the default classes and of the return arc
        # never bind, so that each class has its own flow to or from the default.
        defaults, flows = [], []
        for p in predicted:
            degree = sum(pair[0] == p for pair in chosen)
            defaults.append((p, None))
            flows.append(_default_flows(degree, alpha_p, beta_p, default_cost))
        for t in true:
            degree = sum(pair[1] == t for pair in chosen)
            defaults.append((None, t))
            flows.append(_default_flows(degree, alpha_t, beta_t, default_cost))
        for amounts in product(*flows):
            pairs = list(chosen)
            for pair, amount in zip(defaults, amounts, strict=True):
                pairs += [pair] * amount
            solutions.append((_cost(pairs, distances, default_cost), pairs))
    return _cheapest(solutions)


def flow(edges, true, predicted, alpha_p, beta_p, alpha_t, beta_t, default_cost, max_distance, classes=()):
    """The cost of the cheapest flow with these bounds (K15 §2.3.1), None if none.

    A bound is a number, "N" (the number of true classes) or "M" (of predicted ones);
    as an upper bound these stand for at least 1 (MGIA's max(1, N), K15 §2.3.3).
    """
    solution = _flow(edges, true, predicted, alpha_p, beta_p, alpha_t, beta_t, default_cost, max_distance, classes)
    return None if solution is None else solution[0]


def flow_pairing(edges, true, predicted, alpha_p, beta_p, alpha_t, beta_t, default_cost, max_distance, classes=()):
    """(pairs, unique) of the cheapest flow; a default pair once per unit of flow."""
    solution = _flow(edges, true, predicted, alpha_p, beta_p, alpha_t, beta_t, default_cost, max_distance, classes)
    return None if solution is None else solution[1:]


# Set-based measures (K15 §2.4)


def _augment(parents, own, other, augmentation):
    if augmentation == "none":
        return set(own)
    if augmentation == "descendants":
        return {name for name in parents if ({name} | _ancestors(parents, name)) & set(own)}
    closure = {a for name in own for a in {name} | _ancestors(parents, name)}
    if augmentation == "ancestors":
        return closure
    if augmentation == "tolerant":
        compared = _augment(parents, other, own, "ancestors")
        return {name for name in closure if not parents[name] or name in compared or set(parents[name]) & compared}
    raise ValueError(augmentation)


def augmented(edges, own, other, augmentation, root="counted", classes=()):
    """The augmented set of `own`, a side of a case whose other side is `other`.

    "ancestors" is K15 Eq. 2 and 3, "tolerant" Eq. 4 and 5. root="virtual" puts one
    more root above all roots and counts it, root="omitted" takes the root away from
    the finished set if the hierarchy has exactly one.
    """
    parents = _hierarchy(edges, classes)
    if root == "virtual":
        return _augment(_under_one_root(parents), own, other, augmentation)
    augmented_set = _augment(parents, own, other, augmentation)
    roots = _roots(parents)
    if root == "omitted" and len(roots) == 1:
        augmented_set -= set(roots)
    return augmented_set


def _ratio(numerator, denominator, zero):
    return Fraction(numerator, denominator) if denominator else zero


def _precision_recall(true_set, predicted_set, beta, zero):
    common = len(true_set & predicted_set)
    precision = _ratio(common, len(predicted_set), zero)
    recall = _ratio(common, len(true_set), zero)
    if precision is None or recall is None:
        return {"P": precision, "R": recall, "F": None}
    square = Fraction(beta) ** 2
    f = _ratio((1 + square) * precision * recall, square * precision + recall, zero)
    return {"P": precision, "R": recall, "F": f}


def set_based(edges, true, predicted, augmentation="ancestors", root="counted", beta=1, zero=0, classes=()):
    """P, R, F, SDL and Accuracy of the augmented sets; 0/0 gives `zero`."""
    true, predicted = _marked(true, predicted)
    true_set = augmented(edges, true, predicted, augmentation, root, classes)
    predicted_set = augmented(edges, predicted, true, augmentation, root, classes)
    values = _precision_recall(true_set, predicted_set, beta, zero)
    values["SDL"] = len(true_set ^ predicted_set)
    values["Accuracy"] = _ratio(len(true_set & predicted_set), len(true_set | predicted_set), zero)
    return values


# LCA-based measures (K15 §2.4.2)


def _most_specific(parents, marked):
    above = {a for name in marked for a in _ancestors(parents, name)}
    return sorted(set(marked) - above)


def _nearest(parents, name, others):
    """S_best(name, others) (K15 Def. 4)."""
    least = min(_distance(parents, name, other) for other in others)
    return [other for other in others if _distance(parents, name, other) == least]


def _own_lcas(parents, name, others):
    """LCA(name, others) (K15 Def. 4)."""
    return {a for u in _nearest(parents, name, others) for a in _lca(parents, name, u)}


def _linked_pairs(parents, side, others):
    """The pairs (class of `side`, other) in which one is a nearest class of the other."""
    return [
        (v, u) for v in side for u in others if u in _nearest(parents, v, others) or v in _nearest(parents, u, side)
    ]


def _extended_graph(parents, side, others):
    """The classes of the extended graph of `side`, read pair by pair (K15 Def. 6)."""
    graph = set()
    for v, u in _linked_pairs(parents, side, others):
        for a in _lca(parents, v, u):
            graph = graph.union(*_shortest_climbs(parents, v, a))
    return graph


def _smallest_choices(parents, true, predicted):
    """Every choice of as few LCAs as possible that leaves everyone an own LCA.

    K15 Problem 2, constraints (ii) and (iii).
    """
    own = [_own_lcas(parents, y, predicted) for y in true]
    own += [_own_lcas(parents, p, true) for p in predicted]
    every = sorted(set().union(*own))
    for size in range(1, len(every) + 1):
        choices = [set(choice) for choice in combinations(every, size)]
        choices = [choice for choice in choices if all(choice & lcas for lcas in own)]
        if choices:
            return choices


def _minimal_sets(parents, side, others, chosen):
    """Every inclusion-minimal set of classes that satisfies (iv) and (v) of Problem 2."""
    needs = []  # one list of climbs per constraint; one climb of each must be inside
    for v in side:
        own = _own_lcas(parents, v, others) & chosen
        needs.append([c for a in own for c in _shortest_climbs(parents, v, a)])
    pairs = _linked_pairs(parents, side, others)
    for a in chosen:
        linked = {v for v, u in pairs if a in _lca(parents, v, u)}
        needs.append([c for v in linked for c in _shortest_climbs(parents, v, a)])

    # Without a needless class it is made of nothing but one climb per constraint.
    graphs = {frozenset().union(*climbs) for climbs in product(*needs)}
    return [graph for graph in graphs if not any(smaller < graph for smaller in graphs)]


def _minimal_graphs(parents, true, predicted):
    """K15 Problem 2; equal F: fewest true-side, then predicted-side classes, then names."""
    found = set()
    for chosen in _smallest_choices(parents, true, predicted):
        true_graphs = _minimal_sets(parents, true, predicted, chosen)
        predicted_graphs = _minimal_sets(parents, predicted, true, chosen)
        found |= set(product(true_graphs, predicted_graphs))

    def f(graphs):
        return _precision_recall(*graphs, beta=1, zero=0)["F"]

    highest = max(f(graphs) for graphs in found)
    best = [graphs for graphs in found if f(graphs) == highest]
    true_graph, predicted_graph = min(best, key=lambda g: (len(g[0]), len(g[1]), sorted(g[0]), sorted(g[1])))
    return set(true_graph), set(predicted_graph), len(best) == 1


def lca_graphs(edges, true, predicted, variant="minimal", reduce=True, classes=()):
    """(classes of G_t, classes of G_p, whether no other graphs are as good).

    "extended" is K15 Def. 6, "minimal" is Problem 2.
    """
    true, predicted = _marked(true, predicted)
    parents = _joined(edges, classes)
    if reduce:
        true = _most_specific(parents, true)
        predicted = _most_specific(parents, predicted)
    if not true or not predicted:
        return set(true), set(predicted), True
    if variant == "minimal":
        return _minimal_graphs(parents, true, predicted)
    if variant == "extended":
        true_graph = _extended_graph(parents, true, predicted)
        return true_graph, _extended_graph(parents, predicted, true), True
    raise ValueError(variant)


def lca_based(edges, true, predicted, variant="minimal", reduce=True, beta=1, classes=()):
    """P, R and F of the LCA graphs (K15 §2.4.2)."""
    true_graph, predicted_graph, _ = lca_graphs(edges, true, predicted, variant, reduce, classes)
    return _precision_recall(true_graph, predicted_graph, beta, zero=0)


def f_lca(edges, true, predicted, variant="minimal", reduce=True, beta=1, classes=()):
    """F_LCA (K15 §2.4.2)."""
    return lca_based(edges, true, predicted, variant, reduce, beta, classes)["F"]


# Long distance (K15 §3.6)


def _fewest_edges(parents, name, top):
    """The number of edges of the climb from `name` to `top` that has the fewest."""
    return min(len(path) - 1 for path, _ in _climbs(parents, name) if path[-1] == top)


def long_distance(edges, true, predicted, k, classes=()):
    """(edges, classes, true, predicted), cut so that an artificial root is near.

    Every marked class keeps what it reaches in fewer than k/2 steps up; the
    artificial root goes above what it reaches in k/2 - 1, and above every kept class
    that lost its parents. Nothing happens if everyone has a partner within k.
    """
    if k < 2 or k % 2:
        raise ValueError(f"k must be even and at least 2, not {k}")
    true, predicted = _marked(true, predicted)
    unchanged = list(edges), tuple(classes), true, predicted
    if not true or not predicted:
        return unchanged
    joined = _joined(edges, classes)
    gaps = [min(_distance(joined, y, p) for p in predicted) for y in true]
    gaps += [min(_distance(joined, p, y) for y in true) for p in predicted]
    if max(gaps) <= k:
        return unchanged

    parents = _hierarchy(edges, classes)
    kept, below_root = set(), set()
    for name in [*true, *predicted]:
        for a in {name} | _ancestors(parents, name):
            steps = _fewest_edges(parents, name, a)
            if steps < k // 2:
                kept.add(a)
            if steps == k // 2 - 1:
                below_root.add(a)
    below_root |= {name for name in kept if not set(parents[name]) & kept}
    top = _free_name(parents)
    new_edges = [edge for edge in edges if edge[0] in kept and edge[1] in kept]
    new_edges += [(top, name) for name in sorted(below_root)]
    return new_edges, (), true, predicted
