"""The steps of a pair-based measure: distances, bounds, chosen pairs, rejected pairs, the sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..case import Case
from ..explain import Formula, HierarchyPicture, Link, Look, Name, Num, Picture, Step, Words, names, number
from .base import text_of
from .flow import Pair, Pairing, Problem, distances, total_with
from .network import MOST_ARCS, bounds_told, network_picture, shortcut

if TYPE_CHECKING:
    from .pairing import PairMeasure

MOST_STEPS = 6  # of one kind; what is beyond is told in one sentence
TO_COME = "…"


def walk(measure: PairMeasure, case: Case, pairing: Pairing) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    problem = measure.problem(case)
    return (
        *_distance_steps(measure, case, problem),
        _bound_step(measure, case, problem),
        *_chosen_steps(measure, case, problem, pairing),
        *_rejected_steps(measure, case, problem, pairing),
    )


def _about(classes: Sequence[str | None]) -> dict[str, Look]:
    return {c: Look(emphasis="about") for c in classes if c is not None}


def _picture(title: str, links: Sequence[Link], about: Sequence[str | None]) -> HierarchyPicture:
    return HierarchyPicture((title,), _about(about), links=tuple(links))


def _pending(measure: PairMeasure, chosen: Sequence[tuple[Pair, Fraction]] = (), open_: bool = True) -> Formula:
    """The formula as far as it is known: the costs of the pairs chosen so far."""
    row: list[Any] = []
    for pair, cost in chosen:
        row += [Num(number(cost), frozenset(c for c in pair if c is not None), counts=False), "+"]
    if open_:
        return Formula(measure.sum_symbol(), ((*row, TO_COME),), "")
    total = number(sum((cost for _, cost in chosen), Fraction(0)))
    return Formula(measure.sum_symbol(), (tuple(row[:-1]),) if row else (), total)


def _distance_steps(measure: PairMeasure, case: Case, problem: Problem) -> list[Step]:
    """How far every predicted class is from every true one, and which pairs are too far to be allowed."""
    if not problem.predicted or not problem.true:
        return []
    found = distances(case.hierarchy, problem.predicted, problem.true)
    allowed = {(p, t) for p, t, _ in problem.costs}
    unit = "units" if case.hierarchy.weighted else "edges"
    steps = []
    for p in problem.predicted[:MOST_STEPS]:
        others = sorted(problem.true, key=lambda t: (found[p, t], t))
        words: list[Any] = []
        for i, t in enumerate(others[:MOST_STEPS]):
            words.append("" if not i else ", " if i < len(others) - 1 else " and ")
            length = number(found[p, t])
            if p == t:
                words.append("in both sets, at distance 0 from itself")
            else:
                words += [f"{length} {unit if not i else ''} ".replace("  ", " "), "from ", Name(t)]
        if len(others) > MOST_STEPS:
            words.append(f" and at least {number(found[p, others[MOST_STEPS]])} from {len(others) - MOST_STEPS} more")
        far = [t for t in others if (p, t) not in allowed]
        if far:
            limit = number(measure.max_distance) if measure.max_distance is not None else ""
            words += [f". More than {limit} is not allowed, so it cannot pair with ", names(far, "or")]
        links = [Link(p, t, number(found[p, t]), chosen=False) for t in others if (p, t) in allowed]
        text = text_of(Name(p), " is ", tuple(w for part in words for w in _flat(part)), ".")
        steps.append(
            Step(
                "Distances",
                text,
                (_picture(f"Distances of {p}", links, [p]),),
                _pending(measure),
                fact=_near(p, others, found),
            )
        )
    rest = problem.predicted[MOST_STEPS:]
    if rest:
        nearest = min(found[p, t] for p in rest for t in problem.true)
        text = (f"The other {len(rest)} predicted classes are {number(nearest)} {unit} or more from the true ones.",)
        steps.append(Step("Distances", text, (_picture("Distances", (), rest),), _pending(measure)))
    return steps


def _near(p: str, others: Sequence[str], found: Mapping[tuple[str, str], Fraction]) -> tuple[Words, Words]:
    """What is known of a predicted class: its nearest true one."""
    return (Name(p),), (f"{number(found[p, others[0]])} from ", Name(others[0]))


def _flat(part: Any) -> tuple:
    return part if isinstance(part, tuple) else (part,)


def _bound_step(measure: PairMeasure, case: Case, problem: Problem) -> Step:
    """How often each class is paired on this case, and what a default costs."""
    shown: Picture | None = None if shortcut(measure) else network_picture(problem)
    if shown is None and len(problem.costs) <= MOST_ARCS:
        shown = measure.columns(case, Pairing((), Fraction(0)), ("Who may pair with whom",))
    shown = shown or _picture("The marked classes", (), case.marked)
    return Step("Bounds", bounds_told(measure, problem), (shown,), _pending(measure))


def _reason(measure: PairMeasure, problem: Problem, pair: Pair, cost: Fraction) -> Words:
    """Why this pair: what else the class could do, and what that would cost."""
    p, t = pair
    costs = {(a, b): c for a, b, c in problem.costs}
    if p is not None and t is not None:
        if p == t:
            return (": it is in both sets and pairs with itself for nothing.",)
        if (p, None) in costs and (None, t) in costs:
            both = costs[p, None] + costs[None, t]
            return (f", where sending both to a default would cost {number(both)}.",)
        return (".",)
    own, side = (p, 0) if p is not None else (t, 1)
    options = sorted(
        (c, str((a, b)[1 - side]))
        for (a, b), c in costs.items()
        if (a, b)[side] == own and (a, b)[1 - side] is not None
    )
    word = "true" if side == 0 else "predicted"
    if not options:
        limit = f" within {number(measure.max_distance)}" if measure.max_distance is not None else ""
        return (f", as no {word} class is{limit}.",)
    least, nearest = options[0]
    if least >= cost:
        return (", as its nearest ", word, " class, ", Name(nearest), f", is {number(least)} away.")
    return (", as its nearest ", word, " class, ", Name(nearest), ", serves another.")


def _chosen_steps(measure: PairMeasure, case: Case, problem: Problem, pairing: Pairing) -> list[Step]:
    """The chosen pairs one after the other, the sum growing."""
    steps = []
    shown = pairing.pairs[:MOST_STEPS]
    for i, (pair, cost) in enumerate(shown, 1):
        first, second = pair if pair[0] is not None else (pair[1], pair[0])
        verb = " takes " if second is not None else " goes to the default"
        partner: Words = () if second is None else ("itself",) if first == second else (Name(second),)
        text = text_of(Name(str(first)), verb, partner, f" at {number(cost)}", _reason(measure, problem, pair, cost))
        links = pairing.links[:i]
        known = _pending(measure, pairing.pairs[:i], open_=i < len(pairing.pairs))
        fact = ((Name(str(first)),), text_of("with ", partner or "the default", f", {number(cost)}"))
        picture = _picture(f"Pair {i} of {len(pairing.pairs)}", links, pair)
        steps.append(Step("Pairs", text, (picture,), known, fact=fact))
    if len(pairing.pairs) > MOST_STEPS:
        rest = pairing.pairs[MOST_STEPS:]
        text = (f"The other {len(rest)} pairs cost {number(sum((c for _, c in rest), Fraction(0)))} together.",)
        known = Formula(measure.sum_symbol(), (), number(pairing.total))
        steps.append(Step("Pairs", text, (_picture("All pairs", pairing.links, ()),), known))
    return steps


def _rejected_steps(measure: PairMeasure, case: Case, problem: Problem, pairing: Pairing) -> list[Step]:
    """What the pairs that were not chosen would have cost."""
    if shortcut(measure):
        return []
    chosen = Counter(pair for pair, _ in pairing.pairs)
    rejected = [(p, t, c) for p, t, c in problem.costs if p is not None and t is not None and not chosen[p, t]]
    steps = []
    for p, t, cost in sorted(rejected, key=lambda r: (r[2], r[0], r[1]))[:MOST_STEPS]:
        total = total_with(problem, (p, t))
        start = text_of(Name(str(p)), " with ", Name(str(t)), f", at {number(cost)}, is not taken: ")
        if total is None:
            end = "the bounds leave no room for it."
        elif total == pairing.total:
            end = f"a pairing with it costs {number(total)}, too, and comes later by name."
        else:
            end = f"the cheapest pairing with it costs {number(total)}, {number(total - pairing.total)} more."
        links = (*pairing.links, Link(p, t, number(cost), chosen=False))
        known = _pending(measure, pairing.pairs, open_=False)
        fact = (
            (Name(str(p)), " – ", Name(str(t))),
            ("not taken" + (f", {number(total)} in all" if total is not None else ""),),
        )
        steps.append(Step("Rejected", (*start, end), (_picture("A pair not taken", links, [p, t]),), known, fact=fact))
    return steps
