"""Problem 1 (K15 §2.3), solved exactly as a minimum-cost flow with lower bounds.

Every predicted class is paired with true classes, or with the default true class (DT); every true
class with predicted ones, or with the default predicted class (DP). Costs reach the solver as Python
integers, so that nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Literal

from ...explain import Link, Name, Words, join_words, number
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from .cheapest import cheapest_flow

# A pair of a predicted and a true class; None is the default class of that side.
Pair = tuple[str | None, str | None]

# A node of the network: its kind, and its class; the default class of a side has None.
Node = tuple[Literal["source", "predicted", "true", "sink"], str | None]
SOURCE: Node = ("source", None)
SINK: Node = ("sink", None)

# Breaking ties by name needs numbers with a digit for each possible pair; beyond this many pairs the
# solver's own choice is shown.
MOST_ORDERED_PAIRS = 300


def pair_key(pair: Sequence[Any]) -> tuple[Any, ...]:
    """The order of pairs: predicted class, then true class, the default last."""
    return (pair[0] is None, pair[0] or "", pair[1] is None, pair[1] or "")


@dataclass(frozen=True)
class Pairing:
    """A solution of Problem 1: the pairs by name, each with its exact cost, and the total."""

    pairs: tuple[tuple[Pair, Fraction], ...]
    """The pairs by name, each with its exact cost."""
    total: Fraction
    """Sum of the costs."""
    unique: bool = True
    """Whether no other pairing costs as little."""
    by_name: bool = True
    """Whether the first of all optimal solutions by name was found."""

    @property
    def links(self) -> tuple[Link, ...]:
        """The pairs as lines of a picture."""
        return tuple(Link(p, t, number(cost)) for (p, t), cost in self.pairs)

    def serves_elsewhere(self, pair: Pair) -> bool:
        """Whether the class of a pair with a default class has a partner in another pair."""
        return any(None not in other and (other[0] == pair[0] or other[1] == pair[1]) for other, _ in self.pairs)

    @property
    def words(self) -> Words:
        """The first pairs and the total, as a sentence."""
        if not self.pairs:
            return ("No pair is needed.",)
        clauses: list[Words] = []
        paired = False  # whether the verb was said just before
        for pair, cost in self.pairs[:4]:
            first, second = pair if pair[0] is not None else pair[::-1]
            partner: Words = (" lacks a partner" if self.serves_elsewhere(pair) else " stays alone",)
            if second is not None:
                partner = (" with " if paired else " is paired with ", "itself" if first == second else Name(second))
            paired = second is not None
            clauses.append((Name(str(first)), *partner, f" ({number(cost)})"))
        more = f" and {len(self.pairs) - 4} more" if len(self.pairs) > 4 else ""
        total = f", {number(self.total)} in all" if len(self.pairs) > 1 else ""
        return (*join_words(clauses, ", ", ", " if more else " and "), f"{more}{total}.")


@dataclass(frozen=True)
class Problem:
    """The pairing problem (K15's Problem 1) of one case: who may pair with whom at what cost, and how often."""

    predicted: tuple[str, ...]
    """The predicted classes."""
    true: tuple[str, ...]
    """The true classes."""
    costs: tuple[tuple[str | None, str | None, Fraction], ...]
    """Every pair that is allowed, as (predicted, true, cost); None is the default class of that side."""
    bounds: tuple[int, int, int, int]
    """How often a predicted class is paired, at least and at most; then the same of a true class."""

    @classmethod
    def of(
        cls,
        case: Case,
        bounds: tuple[int, int, int, int],
        default_cost: Fraction | None,
        max_distance: Fraction | None,
        pair_costs: Mapping[tuple[str, str], Fraction] | None = None,
    ) -> Problem:
        """The problem of a case under these bounds and costs. pair_costs: of each pair; None: their distances."""
        predicted, true = tuple(sorted(case.predicted)), tuple(sorted(case.true))
        costs: list[tuple[str | None, str | None, Fraction]] = [
            (p, t, d)
            for (p, t), d in (pair_costs or pair_distances(case.hierarchy, predicted, true)).items()
            if max_distance is None or d <= max_distance
        ]
        if default_cost is not None:
            costs += [(p, None, default_cost) for p in predicted]
            costs += [(None, t, default_cost) for t in true]
        return cls(predicted, true, tuple(sorted(costs, key=pair_key)), bounds)

    @property
    def whole_costs(self) -> list[int]:
        """The costs in the greatest unit in which all are whole numbers."""
        unit = lcm(*(cost.denominator for _, _, cost in self.costs))
        return [int(cost * unit) for _, _, cost in self.costs]

    @property
    def numbered_problem(self) -> Problem:
        """The problem with numbers for names: cases of other classes pose it, too, and it is solved once for all."""
        predicted = {p: str(i) for i, p in enumerate(self.predicted)}
        true = {t: str(i) for i, t in enumerate(self.true)}
        costs = tuple((p and predicted[p], t and true[t], cost) for p, t, cost in self.costs)
        return Problem(tuple(predicted.values()), tuple(true.values()), costs, self.bounds)


def pair_distances(
    hierarchy: Hierarchy, predicted: Iterable[str], true: Iterable[str]
) -> dict[tuple[str, str], Fraction]:
    """d(ŷ, y) of every predicted and true class (K15 Eq. 1)."""
    h = hierarchy.rooted()
    true = tuple(true)
    return {(p, t): Fraction(h.meeting(p, t)[0], h.scale) for p in predicted for t in true}


def network_arcs(problem: Problem) -> list[tuple[Node, Node, int, int]]:
    """The arcs of K15 Figure 3, each with the least and the most that flows.

    Those at the source and the sink, the one from the sink to the source, then those of `problem.costs`, in that order.
    """
    alpha_p, beta_p, alpha_t, beta_t = problem.bounds
    m, n = len(problem.predicted), len(problem.true)
    network: list[tuple[Node, Node, int, int]] = []
    network += [(SOURCE, ("predicted", p), alpha_p, beta_p) for p in problem.predicted]
    network += [(("true", t), SINK, alpha_t, beta_t) for t in problem.true]
    network.append((SOURCE, ("predicted", None), 0, beta_t * n))
    network.append((("true", None), SINK, 0, beta_p * m))
    network.append((SINK, SOURCE, alpha_p * m, beta_t * n + beta_p * m))
    for p, t, _ in problem.costs:
        most = beta_t if p is None else beta_p if t is None else 1
        network.append((("predicted", p), ("true", t), 0, most))
    return network


def _cheapest_pair_flow(problem: Problem, weights: list[int], forced: int | None = None) -> list[int] | None:
    """The cheapest flow on the network, as one number per allowed pair; None if infeasible.

    Lower bounds become demands: what must flow is sent beforehand, the solver finds the rest.
    forced: the number of a pair that must be used.
    """
    network = network_arcs(problem)
    outer = len(network) - len(weights)
    least = [low for _, _, low, _ in network]
    if forced is not None:
        least[outer + forced] = 1
    supply: Counter[Node] = Counter()
    free: list[tuple[Node, Node, int, int]] = []
    for (tail, head, _, most), low, weight in zip(network, least, [0] * outer + weights, strict=True):
        if low > most:
            return None
        supply[tail] -= low
        supply[head] += low
        free.append((tail, head, most - low, weight))
    flow = cheapest_flow(free, supply) if len(weights) <= MOST_ORDERED_PAIRS else _simplex_flow(free, supply)
    return None if flow is None else [low + more for low, more in zip(least[outer:], flow[outer:], strict=True)]


def _simplex_flow(network: Sequence[tuple[Node, Node, int, int]], supply: Mapping[Node, int]) -> list[int] | None:
    """The cheapest flow as the network simplex of networkx finds it, which is faster where there are many arcs."""
    import networkx as nx  # here, since loading it takes as long as all of hierview

    graph: nx.DiGraph = nx.DiGraph()
    graph.add_edges_from((tail, head, {"capacity": room, "weight": cost}) for tail, head, room, cost in network)
    graph.add_nodes_from((node, {"demand": -amount}) for node, amount in supply.items())
    try:
        flow = nx.network_simplex(graph)[1]
    except nx.NetworkXUnfeasible:
        return None
    return [flow[tail][head] for tail, head, _, _ in network]


def optimal_pairing(problem: Problem) -> Pairing | None:
    """The optimal pairing, or None where the bounds cannot be met.

    Among equally cheap ones the lexicographically smallest sorted list of (predicted, true), the
    default last.
    """
    best = _best_flow(problem.numbered_problem)
    if best is None:
        return None
    flow, unique, by_name = best
    pairs = tuple(
        ((p, t), cost) for (p, t, cost), amount in zip(problem.costs, flow, strict=True) for _ in range(amount)
    )
    return Pairing(pairs, sum((cost for _, cost in pairs), Fraction(0)), unique, by_name)


@lru_cache(maxsize=2048)
def _best_flow(problem: Problem) -> tuple[list[int], bool, bool] | None:
    """The flow of the optimal pairing, whether it is the only one, and whether the first by name was found.

    Every pair gets a digit in a number below one unit of cost, the first pair the highest; minimising cost minus that
    number takes early pairs first.
    """
    whole = problem.whole_costs
    count = len(whole)
    if count > MOST_ORDERED_PAIRS:
        flow = _cheapest_pair_flow(problem, whole)
        return None if flow is None else (flow, True, False)
    base = max(problem.bounds[1], problem.bounds[3], 1) + 1
    digits = [base ** (count - 1 - i) for i in range(count)]
    one = base**count
    flow = _cheapest_pair_flow(problem, [c * one - d for c, d in zip(whole, digits, strict=True)])
    if flow is None:
        return None
    last = _cheapest_pair_flow(problem, [c * one + d for c, d in zip(whole, digits, strict=True)])
    return _without_idle_tail(problem, whole, flow), flow == last, True


def total_with(problem: Problem, pair: Pair) -> Fraction | None:
    """The least total cost of a pairing that contains `pair`; None where the bounds forbid it."""
    return _least_total(problem, next(i for i, (p, t, _) in enumerate(problem.costs) if (p, t) == pair))


def total_without(problem: Problem, pair: Pair) -> Fraction | None:
    """The least total cost of a pairing in which `pair` is not allowed; None where the bounds then cannot be met."""
    return _least_total(replace(problem, costs=tuple(cost for cost in problem.costs if cost[:2] != pair)))


def _least_total(problem: Problem, forced: int | None = None) -> Fraction | None:
    """The least total cost, with the pair of the number `forced` among the pairs; None if infeasible."""
    flow = _cheapest_pair_flow(problem, problem.whole_costs, forced)
    if flow is None:
        return None
    return sum((cost * amount for (_, _, cost), amount in zip(problem.costs, flow, strict=True)), Fraction(0))


def _without_idle_tail(problem: Problem, costs: list[int], flow: list[int]) -> list[int]:
    """The flow without the last pairs that cost nothing and serve nobody: a shorter list comes first."""
    flow = list(flow)
    served: Counter[Any] = Counter()
    for (p, t, _), amount in zip(problem.costs, flow, strict=True):
        served["p", p] += amount
        served["t", t] += amount
    for i in reversed(range(len(flow))):
        p, t, _ = problem.costs[i]
        while flow[i]:
            enough_p = p is None or served["p", p] > problem.bounds[0]
            enough_t = t is None or served["t", t] > problem.bounds[2]
            if costs[i] or not (enough_p and enough_t):
                return flow
            flow[i] -= 1
            served["p", p] -= 1
            served["t", t] -= 1
    return flow


def unserved_pairs(problem: Problem) -> tuple[Pair, ...]:
    """Fewest classes that would need a default class for the bounds to be met, as pairs with it, in order."""
    free = [(p, t, Fraction(0)) for p, t, _ in problem.costs if p is not None and t is not None]
    emergency = [(p, None, Fraction(1)) for p in problem.predicted] + [(None, t, Fraction(1)) for t in problem.true]
    relaxed = Problem(problem.predicted, problem.true, tuple(sorted([*free, *emergency], key=pair_key)), problem.bounds)
    best = optimal_pairing(relaxed)
    if best is None:
        return ()
    return tuple(dict.fromkeys(pair for pair, _ in best.pairs if None in pair))


@lru_cache(maxsize=2048)
def nearest_pairs(problem: Problem) -> Pairing:
    """K15's shortcut for MGIA: each class takes the nearest class of the other set (K15 §2.3.3).

    Of equally near ones the first by name, the default only where none is allowed; the pairs are united.
    """
    cost_of_pair: dict[Pair, Fraction] = {}
    ties = False
    for side, own in ((0, problem.predicted), (1, problem.true)):
        for c in own:
            options = [(cost, (p, t)) for p, t, cost in problem.costs if (p, t)[side] == c]
            options = [option for option in options if None not in option[1]] or options
            if options:
                cost, pair = min(options, key=lambda option: (option[0], pair_key(option[1])))
                ties = ties or sum(other == cost for other, _ in options) > 1
                cost_of_pair[pair] = cost
    pairs = tuple(sorted(cost_of_pair.items(), key=lambda item: pair_key(item[0])))
    return Pairing(pairs, sum(cost_of_pair.values(), Fraction(0)), unique=not ties)
