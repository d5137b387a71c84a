"""Costs of pairs under a measure, and the flow network of Problem 1 (K15 Figures 3 to 6) as a picture."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import pairwise

from ...explain import Arc, Formula, Name, NetworkNode, NetworkPicture, Row, Step, Symbol, Words, number
from ...model.case import Case
from ..base import Measure, Result, text_of
from ..contributions.contributions import similarities, wu_palmer
from ..telling import plain_case_picture, some_names, step_with_picture, sum_row
from .flow import (
    SINK,
    SOURCE,
    Node,
    Pair,
    Pairing,
    Problem,
    network_arcs,
    optimal_pairing,
    pair_distances,
    unserved_pairs,
)

F_ERROR = Symbol("f", "error", "what all pairs, and the classes that stay alone, cost together")
DISTANCE, SIMILARITY = "distance", "similarity"
VIEW = "flow network"
D_MAX = Symbol("D", "max", "the price of a class that stays alone, a setting", "default_cost")
MOST_ARCS = 40  # beyond, only those with flow are drawn
MOST_WITH_FLOW = 60  # beyond, nothing is
MOST_EXPLAINED = 2  # classes that are left over

_DEFAULTS: set[Node] = {("predicted", None), ("true", None)}


class PairingMeasure(Measure):
    """Costs of pairs under a measure, the problem that they pose, and the formula of a pairing."""

    # Fields of the measures that have them.
    default_cost: Fraction | None = None
    max_distance: Fraction | None = None
    pair_cost: str = DISTANCE

    @property
    def by_similarity(self) -> bool:
        """Whether a pair costs 1 less the similarity of its classes (Sun & Lim 2001); else it costs their distance."""
        return self.pair_cost == SIMILARITY

    def pair_costs(self, case: Case) -> dict[tuple[str, str], Fraction]:
        """Cost of each pair of a predicted and a true class: d (K15 Eq. 1), or 1 − CS.

        Raises CaseError where a marked class has none of the similarities that the case brings.
        """
        if not self.by_similarity:
            return pair_distances(case.hierarchy, case.predicted, case.true)
        alike = similarities(case).of if case.extra.similarity else partial(wu_palmer, case.hierarchy)
        return {(p, t): 1 - alike(p, t) for p in case.predicted for t in case.true}

    @property
    def solves_flow(self) -> bool:
        """Whether the cheapest flow is found; else each class is paired by itself."""
        return True

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        """α_p, β_p, α_t, β_t on this case."""
        return (1, 1, 1, 1)

    def problem(self, case: Case) -> Problem:
        """The optimisation problem of a case (K15 §2.3, Problem 1), with this measure's bounds and costs."""
        bounds = self.pair_bounds(case)
        return Problem.of(case, bounds, self.default_cost, self.max_distance, self.pair_costs(case))

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with a case's numbers."""
        pairing: Pairing = result.witness
        return Formula(self.symbol(), (self.symbols(), cost_row(pairing)), number(result.value))

    def sum_symbol(self) -> Row:
        """The symbol of the cost of all pairs."""
        return (F_ERROR,)


def classes_of_pair(pair: Pair) -> frozenset[str]:
    """The classes of a pair, the default ones left out."""
    return frozenset(c for c in pair if c is not None)


def cost_row(pairing: Pairing) -> Row:
    """The costs of the chosen pairs, each a number with its classes; a long sum as its total."""
    return sum_row((cost, classes_of_pair(pair)) for pair, cost in pairing.pairs) or ("0",)


def _picture_arcs(problem: Problem) -> list[tuple[Node, Node, int, int]]:
    """The arcs of the network; those of the default classes only where some class may go there."""
    defaults = any(None in (p, t) for p, t, _ in problem.costs)
    return [arc for arc in network_arcs(problem) if defaults or not _DEFAULTS & {arc[0], arc[1]}]


def network_picture(problem: Problem, pairing: Pairing | None = None) -> NetworkPicture | None:
    """The network with its bounds and costs, and on it the flow of a pairing; None where it is too large.

    Of a large network only the arcs with flow are left.
    """
    flow = None if pairing is None else _arc_flows(pairing)
    cost = {(("predicted", p), ("true", t)): number(c) for p, t, c in problem.costs}
    arrows = [
        Arc(
            NetworkNode(*tail),
            NetworkNode(*head),
            f"[{least}; {most}]",
            cost.get((tail, head), ""),
            None if flow is None else flow[tail, head],
            flow is not None and flow[tail, head] > 0,
        )
        for tail, head, least, most in _picture_arcs(problem)
    ]
    count, numbers = len(arrows), " · bounds in brackets, costs without"
    if count > MOST_ARCS:
        arrows = [arc for arc in arrows if arc.chosen]
        if not 0 < len(arrows) <= MOST_WITH_FLOW:
            return None
        if len(arrows) < count:
            numbers = f" · only the {len(arrows)} arcs with flow, of {count:,}"
    ends = {node for arc in arrows for node in (arc.tail, arc.head)}
    listed: tuple[tuple[Node, ...], ...] = (
        (SOURCE,),
        (*(("predicted", p) for p in problem.predicted), ("predicted", None)),
        (*(("true", t) for t in problem.true), ("true", None)),
        (SINK,),
    )
    columns = tuple(tuple(node for node in (NetworkNode(*n) for n in column) if node in ends) for column in listed)
    return NetworkPicture(("Flow network", numbers), columns, tuple(arrows), ("Flow network",))


def _arc_flows(pairing: Pairing) -> Counter[tuple[Node, Node]]:
    """The flow along every arc: for each pair a unit from the source to the sink, and back."""
    flow: Counter[tuple[Node, Node]] = Counter()
    for (p, t), _ in pairing.pairs:
        way: tuple[Node, ...] = (SOURCE, ("predicted", p), ("true", t), SINK, SOURCE)
        flow.update(pairwise(way))
    return flow


def bounds_words(measure: PairingMeasure, problem: Problem) -> Words:
    """Sentences on how many partners each class needs and may have, and on what staying alone costs."""
    alpha_p, beta_p, alpha_t, beta_t = problem.bounds
    sides = (("predicted", problem.predicted, alpha_p, beta_p), ("true", problem.true, alpha_t, beta_t))
    words: Words = ()
    if not measure.solves_flow:
        count = len({*problem.predicted, *problem.true})
        words = (f"Each of the {count} marked classes looks for the nearest on the other side by itself.",)
        words = words if count > 1 else ("The one marked class looks for the nearest on the other side.",)
        alone = " One that finds none stays alone; that"
    else:
        for word, classes, least, most in sides:
            if not classes:
                continue
            the, each = ("The", "Each") if not words else (", and the", ", and each")
            if len(classes) == 1:
                subject: Words = (f"{the} one {word} class, ", Name(classes[0]), ",")
            else:
                subject = (f"{each} of the {len(classes)} {word} classes",)
            words = (*words, *subject, _partners_clause(least, most))
        words = (*words, ".")
        alone = " A class may stay alone instead; that"
        if any(least != 1 for _, classes, least, _ in sides if classes):
            alone = " Each partner that is needed and missing"
    if measure.default_cost is not None:
        words = (*words, f"{alone} costs {number(measure.default_cost)}, the setting ", D_MAX, ".")
    return words


def _partners_clause(least: int, most: int) -> str:
    fewest, all_of_them = ("one partner" if count == 1 else f"{count} partners" for count in (least, most))
    if not most:
        return " gets no partner"
    if least == most:
        return f" needs exactly {fewest}"
    if not least:
        return f" needs none and may have {'' if most == 1 else 'up to '}{all_of_them}"
    return f" needs at least {fewest} and may have up to {most}"


def _often_words(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def network_words(problem: Problem) -> Words:
    """Instructions to read the network, for one who knows none."""
    _, _, least, most = _picture_arcs(problem)[-1]
    words = (
        "The network draws this: units run from its source to its sink, one for each pair, and then back to the "
        f"source. In brackets stands how many units a line carries: [{least}; {most}] is at least {least} and at most "
        f"{most}. A number without brackets is what a unit costs there."
    )
    if any(None in (p, t) for p, t, _ in problem.costs):
        words += " DT and DP, the default classes, stand in for the partner of a class that stays alone."
    return (words,)


def network_view(measure: PairingMeasure, case: Case, result: Result) -> Step:
    """The network with the cheapest flow on it; without a flow where the bounds cannot be met."""
    problem = measure.problem(case)
    pairing = None if result.value is None else optimal_pairing(problem)
    picture = network_picture(problem, pairing)
    if pairing is None:
        short = unserved_pairs(problem) if problem.predicted and problem.true else ()
        text = text_of(result.notes[-1], *(_unpaired_reason(problem, pair) for pair in short[:MOST_EXPLAINED]))
    else:
        if not measure.solves_flow:
            own = f"it costs {number(result.witness.total)}. The optimal flow stands here for comparison. "
            words: Words = ("Pairing each class with its nearest, one by one, solves no flow; ", own)
        else:
            drawn = (*network_words(problem), " ") if picture else ()
            words = text_of(bounds_words(measure, problem), " ", drawn)
        text = text_of(words, _flow_sentence(pairing, picture is not None))
    if picture is None:
        text = text_of(text, f" The network has {len(_picture_arcs(problem)):,} arcs, too many to draw.")
    formula = None if pairing is None else measure.formula(case, result)
    return step_with_picture(VIEW, text, picture or plain_case_picture(), formula)


def _flow_sentence(pairing: Pairing, fits: bool) -> Words:
    units = len(pairing.pairs)
    if not units:
        return ("No class has to be paired, so nothing flows.",)
    verb = "is one unit" if units == 1 else f"carries {units} units, one for each pair"
    return text_of(f"The cheapest flow{', in bold,' if fits else ''} {verb}. ", pairing.words)


def _unpaired_reason(problem: Problem, pair: Pair) -> Words:
    """The words why a class cannot be paired as often as it must: too few partners, or partners that serve others."""
    alpha_p, beta_p, alpha_t, beta_t = problem.bounds
    p, t = pair
    if p is not None:
        own, other, need, most = p, "true", alpha_p, beta_t
        partners = [b for a, b, _ in problem.costs if a == p and b is not None]
    else:
        own, other, need, most = str(t), "predicted", alpha_t, beta_p
        partners = [a for a, b, _ in problem.costs if b == t and a is not None]
    if not partners:
        return (f" No {other} class is near enough to ", Name(own), ".")
    listed = some_names(partners, 3, f"{other} classes")
    may = f"may be paired at most {_often_words(most)}" if most else "may not be paired"
    busy = " each: too seldom for all who need them" if most else ""
    why: Words = ("its possible partners, ", *listed, f", {may}{busy}.")
    if len(partners) < need:
        why = ("may pair with ", *listed, " only.")
    elif len(partners) == 1:
        why = (*listed, f", its only possible partner, {may}.")
    return (" ", Name(own), f" has to be paired at least {_often_words(need)}, but ", *why)
