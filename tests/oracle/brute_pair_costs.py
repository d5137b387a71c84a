"""Pair-based measures by brute force where a pair costs 1 less the similarity of its classes: an oracle for tests.

Every set of pairs is tried (K15 §2.3, Problem 1, with the weights of Sun and Lim's first variant). Nothing here is
clever, and it shares no code with the package it judges; similarities are plain data.
"""

from fractions import Fraction
from itertools import combinations


def costs_of(similarity, predicted, true):
    """{(predicted, true): cost}; similarity: {(a, b): value} in either order, 1 of a class with itself."""

    def alike(a, b):
        return Fraction(1) if a == b else similarity[a, b] if (a, b) in similarity else similarity[b, a]

    return {(p, t): 1 - alike(p, t) for p in predicted for t in true}


def cheapest(costs, predicted, true, bounds, default_cost, limit=None):
    """The least cost of pairs within the bounds (α_p, β_p, α_t, β_t), or None where nothing keeps them.

    A class that is paired less often than it must be goes to the default class for the rest, if there is one.
    """
    alpha_p, beta_p, alpha_t, beta_t = bounds
    allowed = [pair for pair, cost in costs.items() if limit is None or cost <= limit]
    totals = []
    for size in range(len(allowed) + 1):
        for chosen in combinations(allowed, size):
            total = sum((costs[pair] for pair in chosen), Fraction(0))
            for side, names, least, most in ((0, predicted, alpha_p, beta_p), (1, true, alpha_t, beta_t)):
                for name in names:
                    often = sum(pair[side] == name for pair in chosen)
                    missing = max(0, least - often)
                    if often > most or least > most or (missing and default_cost is None):
                        total = None
                    elif total is not None and missing:
                        total += missing * default_cost
                    if total is None:
                        break
                if total is None:
                    break
            if total is not None:
                totals.append(total)
    return min(totals, default=None)


def nearest(costs, predicted, true, default_cost, limit=None):
    """The cost of every class with its cheapest partner, the first by name, each pair once."""
    pairs = {}
    for side, names, others in ((0, predicted, true), (1, true, predicted)):
        for name in names:
            near = []
            for other in sorted(others):
                pair = (name, other) if side == 0 else (other, name)
                if limit is None or costs[pair] <= limit:
                    near.append((costs[pair], other, pair))
            if near:
                cost, _, pair = min(near)
                pairs[pair] = cost
            else:
                pairs[side, name] = default_cost
    return sum(pairs.values(), Fraction(0))


def as_share(f_error, predicted, true, default_cost):
    """MGIA of a cost."""
    differing = set(true) ^ set(predicted)
    return Fraction(1) if not differing else 1 - f_error / (len(differing) * default_cost)
