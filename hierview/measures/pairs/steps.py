"""The steps of a pair-based measure: distances, bounds, chosen pairs, rejected pairs, the sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise

from ...explain import (
    ClassColumn,
    Edge,
    Formula,
    HierarchyPicture,
    Link,
    Name,
    PairsPicture,
    Picture,
    Side,
    Step,
    Term,
    Word,
    Words,
    join_words,
    names,
    number,
)
from ...model.case import Case
from ..base import sentence, text_of
from ..telling import MOST_STEPS, amount_number, outlined_looks, plus_row, rest_clause, step_with_picture
from .flow import MOST_ORDERED_PAIRS, Pair, Pairing, Problem, total_with, total_without
from .network import MOST_ARCS, PairingMeasure, bounds_words, classes_of_pair, network_picture, network_words

TO_COME = "…"
LONGEST_WAY = 8  # classes; of a longer way the ends are told
MOST_IN_COLUMNS = 40  # pairs; of more, those that were not chosen are left out


def pair_steps(measure: PairingMeasure, case: Case, pairing: Pairing) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    problem = measure.problem(case)
    return (
        *_distance_steps(measure, case, problem),
        _bound_step(measure, case, problem),
        *_chosen_steps(measure, problem, pairing),
        *_rejected_steps(measure, problem, pairing),
    )


def pairs_columns_picture(measure: PairingMeasure, problem: Problem, pairing: Pairing, title: Words) -> PairsPicture:
    """The picture of the pairs as two columns with the default classes, the rejected candidates thin."""
    amounts = Counter(pair for pair, _ in pairing.pairs)
    few = len(problem.costs) <= MOST_IN_COLUMNS
    rejected = [(p, t, c) for p, t, c in problem.costs if not amounts[p, t]] if few else []
    links = [*pairing.links, *(Link(p, t, number(cost), chosen=False) for p, t, cost in rejected)]
    defaults = (None,) if measure.default_cost is not None else ()
    return PairsPicture(
        title,
        ClassColumn(("predicted",), "p", (*problem.predicted, *defaults)),
        ClassColumn(("true",), "t", (*problem.true, *defaults)),
        tuple(links),
    )


def _links_picture(title: str | Words, links: Sequence[Link], about: Sequence[str | None]) -> HierarchyPicture:
    return HierarchyPicture(text_of(title), outlined_looks(c for c in about if c is not None), links=tuple(links))


def _formula_so_far(
    measure: PairingMeasure, pairs: Sequence[tuple[Pair, Fraction]] = (), open_: bool = True
) -> Formula:
    """The formula as far as it is known: the costs of the pairs chosen so far."""
    costs: list[Term] = [amount_number(cost, classes_of_pair(pair)) for pair, cost in pairs]
    if open_:
        return Formula(measure.sum_symbol(), (plus_row([*costs, TO_COME]),), "")
    total = number(sum(cost for _, cost in pairs))
    return Formula(measure.sum_symbol(), (plus_row(costs),) if costs else (), total)


def _distance_step(
    measure: PairingMeasure,
    case: Case,
    p: str,
    others: Sequence[str],
    costs: Mapping[tuple[str, str], Fraction],
    allowed: Collection[Pair],
) -> Step:
    """The step on how far one predicted class is from the true ones, the nearest first."""
    text = _similarity_words(p, others, costs) if measure.by_similarity else _distance_words(case, p, others, costs)
    far = [t for t in others if (p, t) not in allowed]
    if far and measure.max_distance is not None:
        more, limit = "that cost more" if measure.by_similarity else "farther apart", number(measure.max_distance)
        refusal = ". Pairs {} than {} are not allowed, so it cannot pair with {}"
        text = text_of(text, sentence(refusal, more, limit, names(far, "or")))
    links = [Link(p, t, number(costs[p, t]), chosen=False) for t in others if (p, t) in allowed]
    if measure.by_similarity:
        near: Words = (number(costs[p, others[0]]), " with ", Name(others[0]))
        picture = _links_picture(("Costs of pairs of ", Name(p)), links, [p])
    else:
        near = (_distance_number(case, costs[p, others[0]]), " from ", Name(others[0]))
        picture = replace(_links_picture(("Distances of ", Name(p)), links, [p]), edges=way_between(case, p, others[0]))
    fact = (Name(p), "both true and predicted" if p == others[0] else near)
    title = "Costs" if measure.by_similarity else "Distances"
    return step_with_picture(title, (*text, "."), picture, _formula_so_far(measure), fact)


def _distance_steps(measure: PairingMeasure, case: Case, problem: Problem) -> list[Step]:
    """The steps on how far every predicted class is from every true one, and which pairs are too far to be allowed."""
    if not problem.predicted or not problem.true:
        return []
    costs = measure.pair_costs(case)
    allowed = {(p, t) for p, t, _ in problem.costs}
    steps = []
    for p in problem.predicted[:MOST_STEPS]:
        others = sorted(problem.true, key=lambda t: (costs[p, t], t != p, t))
        steps.append(_distance_step(measure, case, p, others, costs, allowed))
    rest = problem.predicted[MOST_STEPS:]
    if rest:
        least = min(costs[p, t] for p in rest for t in problem.true)
        what = "class" if len(problem.true) == 1 else "classes"
        title, more = "Distances", f" {_distance_number(case, least)} or more from the true {what}."
        them: Words = (Name(rest[0]), " is") if len(rest) == 1 else (f"The other {len(rest)} predicted classes are",)
        if measure.by_similarity:
            title, more = "Costs", f": a pair costs {number(least)} or more."
            them = (rest_clause(len(rest), "predicted class", "predicted classes"),)
        picture = _links_picture("Costs of pairs" if measure.by_similarity else title, (), rest)
        steps.append(step_with_picture(title, (*them, more), picture, _formula_so_far(measure)))
    return steps


def _distance_number(case: Case, distance: Fraction) -> str:
    if case.hierarchy.weighted:
        return number(distance)
    return f"{number(distance)} {'edge' if distance == 1 else 'edges'}"


def _distance_words(case: Case, p: str, others: Sequence[str], costs: Mapping[tuple[str, str], Fraction]) -> Words:
    """The words on how far a predicted class is from every true one, by which way from the nearest; no full stop."""
    verb = " is at distance " if case.hierarchy.weighted else " is "
    words: list[Word] = [Name(p), " is both true and predicted" if others[0] == p else verb]
    first_others = [t for t in others[:MOST_STEPS] if t != p]
    if others[0] == p and first_others:
        words.append(f"; it{verb}")
    for i, t in enumerate(first_others):
        last = i == len(first_others) - 1 and len(others) <= MOST_STEPS
        words.append("" if not i else " and " if last else ", ")
        words += [number(costs[p, t]) if i else _distance_number(case, costs[p, t]), " from ", Name(t)]
        if t == others[0]:
            words += _way_words(case, p, t)
    if len(others) > MOST_STEPS:
        words.append(f" and at least {number(costs[p, others[MOST_STEPS]])} from {len(others) - MOST_STEPS} more")
    return tuple(words)


def _similarity_words(p: str, others: Sequence[str], similarity_costs: Mapping[tuple[str, str], Fraction]) -> Words:
    """The words on how alike a predicted class is each true one, and what the pairs cost; no full stop."""
    words: list[Word] = [Name(p)]
    if p == others[0]:
        words.append(" is both true and predicted; that pair costs 0")
    for i, t in enumerate(t for t in others[:MOST_STEPS] if t != p):
        words.append(", with " if i else "; a pair with " if p == others[0] else " with ")
        costs = " costs" if not i else ""
        words += [Name(t), f"{costs} 1 − {number(1 - similarity_costs[p, t])} = {number(similarity_costs[p, t])}"]
    if len(others) > MOST_STEPS:
        words.append(f", {len(others) - MOST_STEPS} more at least {number(similarity_costs[p, others[MOST_STEPS]])}")
    return tuple(words)


def _shortest_way(case: Case, p: str, t: str) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """One of the shortest ways from a class to another, up to where it turns, and down; whether there are more."""
    h = case.hierarchy.rooted()
    turns = h.meeting(p, t)[1]
    turn = min(turns)
    up, down = (list(islice(h.shortest_climbs(c, turn), 2)) for c in (p, t))
    return up[0][::-1], down[0][::-1], len(turns) > 1 or len(up) > 1 or len(down) > 1


def _way_words(case: Case, p: str, t: str) -> Words:
    """` (Rock – Music – Pop)`; a long way without its middle."""
    up, down, several = _shortest_way(case, p, t)
    way: list[str | None] = [*up, *down[-2::-1]]
    if len(way) > LONGEST_WAY:
        way[3:-3] = [None]
    # An artificial root is no class of the case.
    parts = [("…" if c is None else Name(c) if c in case.hierarchy else c,) for c in way]
    return (" (one of several shortest ways: " if several else " (", *join_words(parts, " – "), ")")


def way_between(case: Case, p: str, t: str) -> dict[Edge, Side]:
    """The edges of one of the shortest ways from a predicted class to a true one, each with the side that climbs it."""
    up, down, _ = _shortest_way(case, p, t)
    edges: dict[Edge, Side] = {(b, a): "p" for a, b in pairwise(up)}
    edges |= {(b, a): "t" for a, b in pairwise(down)}
    existing = set(case.hierarchy.edges)
    return {edge: side for edge, side in edges.items() if edge in existing}


def _bound_step(measure: PairingMeasure, case: Case, problem: Problem) -> Step:
    """The step on how many partners each class needs and may have, and what staying alone costs."""
    picture: Picture | None = network_picture(problem) if measure.solves_flow else None
    text = bounds_words(measure, problem)
    if picture is not None:
        text = text_of(text, " ", network_words(problem))
    elif len(problem.costs) <= MOST_ARCS:
        picture = pairs_columns_picture(measure, problem, Pairing((), Fraction(0)), ("Who may pair with whom",))
    return step_with_picture(
        "Bounds", text, picture or _links_picture("The marked classes", (), case.marked), _formula_so_far(measure)
    )


def _cost_without_pair(measure: PairingMeasure, problem: Problem, pairing: Pairing, pair: Pair) -> str:
    """Sentence, after a space, on the cost of the cheapest pairing if a chosen pair were not allowed."""
    if not measure.solves_flow or len(problem.costs) > MOST_ORDERED_PAIRS:
        return ""
    total = total_without(problem, pair)
    what = "With a partner" if None in pair else "Without this pair"
    if total is None:
        return " Nothing else is allowed."
    if total == pairing.total:
        return f" {what} the best total would be {number(total)}, too."
    return f" {what} the best total would be {number(total)}, not {number(pairing.total)}."


def _nearest_words(problem: Problem, pair: Pair, cost: Fraction) -> Words:
    """Words for the class that a pair was chosen for, where each class takes its nearest by itself."""
    p, t = pair
    side = 0 if min((c, b) for a, b, c in problem.costs if a == p and b is not None) == (cost, t) else 1
    own, word = pair[side], ("true", "predicted")[side]
    costs = [c for *both, c in problem.costs if both[side] == own and None not in both]
    near = f"its nearest {word} class" if costs.count(cost) == 1 else f"one of its nearest {word} classes"
    return (Name(str(own)), " takes ", Name(str(pair[1 - side])), f", {near}, at {number(cost)}.")


def _pair_words(measure: PairingMeasure, problem: Problem, pairing: Pairing, pair: Pair, cost: Fraction) -> Words:
    """Words for a chosen pair, and for the cost of the pairing without it."""
    p, t = pair
    if p is not None and p == t:
        return (Name(p), " is both true and predicted: it is its own partner, at 0.")
    if p is None or t is None:
        own, side, word = (str(t), 1, "predicted") if p is None else (p, 0, "true")
        partners = [both for *both, _ in problem.costs if both[side] == own and None not in both]
        alone = f" {'lacks a partner' if pairing.serves_elsewhere(pair) else 'stays alone'} and pays {number(cost)}"
        if partners:
            return (Name(own), f"{alone}.{_cost_without_pair(measure, problem, pairing, pair)}")
        if not (problem.predicted, problem.true)[1 - side]:
            return (Name(own), f"{alone}, as no class is {word}.")
        return (Name(own), f"{alone}: no {word} class is within {number(measure.max_distance)}.")
    if not measure.solves_flow:
        return _nearest_words(problem, pair, cost)
    return (Name(p), " takes ", Name(t), f" at {number(cost)}.{_cost_without_pair(measure, problem, pairing, pair)}")


def _chosen_steps(measure: PairingMeasure, problem: Problem, pairing: Pairing) -> list[Step]:
    """The steps that choose the pairs one after the other, the sum growing."""
    steps = []
    for i, (pair, cost) in enumerate(pairing.pairs[:MOST_STEPS], 1):
        first, second = pair if pair[0] is not None else (pair[1], pair[0])
        text = _pair_words(measure, problem, pairing, pair, cost)
        if (times := [other for other, _ in pairing.pairs[:i]].count(pair)) > 1:
            again = {2: "a second time", 3: "a third time"}.get(times, f"{times} times")
            text = text_of(Name(str(first)), f" does so {again}, at {number(cost)} again.")
        pending = _formula_so_far(measure, pairing.pairs[:i], open_=i < len(pairing.pairs))
        alone = "lacks a partner" if pairing.serves_elsewhere(pair) else "alone"
        partner: Words = (alone,) if second is None else ("with ", "itself" if first == second else Name(second))
        fact = (Name(str(first)), (*partner, f", costs {number(cost)}"))
        picture = _links_picture(f"Pair {i} of {len(pairing.pairs)}", pairing.links[:i], pair)
        steps.append(step_with_picture("Pairs", text, picture, pending, fact))
    rest = pairing.pairs[MOST_STEPS:]
    if rest:
        total = number(sum(cost for _, cost in rest))
        more = f"The other {len(rest)} pairs cost {total} together." if rest[1:] else f"One more pair costs {total}."
        pending = Formula(measure.sum_symbol(), (), number(pairing.total))
        steps.append(step_with_picture("Pairs", more, _links_picture("All pairs", pairing.links, ()), pending))
    return steps


def _rejected_steps(measure: PairingMeasure, problem: Problem, pairing: Pairing) -> list[Step]:
    if not measure.solves_flow:
        return []
    times = Counter(pair for pair, _ in pairing.pairs)
    rejected = [(p, t, c) for p, t, c in problem.costs if p is not None and t is not None and not times[p, t]]
    steps = []
    for p, t, cost in sorted(rejected, key=lambda r: (r[2], r[0], r[1]))[:MOST_STEPS]:
        total = total_with(problem, (p, t))
        if total is None:
            end = "the bounds leave no room for it."
        elif total == pairing.total:
            which = "the first by name is" if pairing.by_name else "another is"
            end = f"a pairing with it costs {number(total)}, too; of equally cheap ones {which} shown."
        else:
            end = f"the cheapest pairing with it costs {number(total)}, {number(total - pairing.total)} more."
        links = (*pairing.links, Link(p, t, number(cost), chosen=False))
        text = (Name(p), " with ", Name(t), f", at {number(cost)}, is not taken: {end}")
        fact = ((Name(p), " – ", Name(t)), "not taken" + ("" if total is None else f": {number(total)} in all with it"))
        pending = _formula_so_far(measure, pairing.pairs, open_=False)
        steps.append(
            step_with_picture("Rejected", text, _links_picture("A pair not taken", links, [p, t]), pending, fact)
        )
    return steps
