"""Rules that decide from the classes of the nearest neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from ..explain import Name, Words, names, number
from ..languages import N_
from ..measures import param
from .base import Decision, Numbers, Rule, RuleSpec, how_many, joined, rule
from .probabilities import Cascade, MostProbablePath, Threshold

EXPANSIONS = ("no", "parents and children", "children")


@rule
@dataclass(frozen=True)
class Neighbours(Rule):
    """Every class that at least a share p of the K nearest neighbours votes for.

    A neighbour votes for its own classes; expanded, for their parents and children too, or for their parents alone
    (a class counts its children as itself). Source: Kosmopoulos 2015, §5.2.4 and §5.2.5.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Neighbours",
        N_("What enough neighbours vote for"),
        "neighbours",
        "Kosmopoulos 2015 (thesis) §5.2.4–5.2.5",
    )
    k: int | Literal["all"] = how_many(5, N_("How many neighbours vote."), label=N_("Neighbours"))
    p: Fraction = param(
        Fraction(1, 2), N_("The least share of votes."), label=N_("Share of votes"), symbol="p", above=0, at_most=1
    )
    expanded: str = param(
        "no",
        N_("Which classes count as the class itself."),
        label=N_("Expanded"),
        choices=EXPANSIONS,
        named=True,
    )

    def decide(self, numbers: Numbers) -> Decision:
        h = numbers.hierarchy
        voters = numbers.neighbours if self.k == "all" else numbers.neighbours[: self.k]
        votes = dict.fromkeys(h.classes, 0)
        for classes in voters:
            backed = set(classes)
            if self.expanded != "no":
                backed |= {parent for c in classes for parent in h.parents(c)}
            if self.expanded == "parents and children":
                backed |= {child for c in classes for child in h.children(c)}
            for c in backed:
                votes[c] += 1
        values = {c: Fraction(n, len(voters)) for c, n in votes.items() if n}
        taken = frozenset(c for c, share in values.items() if share >= self.p)
        left = sorted((-share, c) for c, share in values.items() if c not in taken)
        needed = number(float(self.p * len(voters)))
        text: Words = (f"{len(voters)} neighbours vote; {needed} votes are enough. ",)
        told = [(Name(c), f" has {votes[c]}") for c in sorted(taken, key=lambda c: (-votes[c], c))[:4]]
        text += (*joined(told), ".") if told else ("No class has as many.",)
        return Decision(taken, values, runner_up=(left[0][1], -left[0][0]) if left else None, text=text)


_BASES: dict[str, Rule] = {
    "the best path": MostProbablePath(),
    "the best child": Cascade(),
    "a threshold": Threshold(),
}


@rule
@dataclass(frozen=True)
class Hybrid(Rule):
    """Another rule on the probabilities, and the classes of the neighbours that a filter lets pass.

    A class of the neighbours passes where its score exceeds t: that of a classifier of the class against those near
    it. Without any scores all pass; without probabilities the base predicts nothing. Source: Kosmopoulos 2015, §5.2.6.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Hybrid", N_("Another rule, and what neighbours add"), "neighbours", "Kosmopoulos 2015 (thesis) §5.2.6"
    )
    k: int | Literal["all"] = how_many(21, N_("How many neighbours vote."), label=N_("Neighbours"))
    p: Fraction = param(
        Fraction(1, 2), N_("The least share of votes."), label=N_("Share of votes"), symbol="p", above=0, at_most=1
    )
    t: Fraction = param(
        Fraction(1, 2), N_("A class passes above this score."), label=N_("Filter"), symbol="t", at_least=0, at_most=1
    )
    base: str = param(
        "the best path", N_("The rule that decides first."), label=N_("Base"), choices=tuple(_BASES), named=True
    )

    def decide(self, numbers: Numbers) -> Decision:
        votes = Neighbours(self.k, self.p).decide(numbers)
        base = _BASES[self.base].decide(numbers).predicted if numbers.has("probabilities") else frozenset()
        passed = frozenset(
            c for c in votes.predicted if not numbers.scores or numbers.scores.get(c, Fraction(0)) > self.t
        )
        stopped = votes.predicted - passed
        text: Words = ("The base predicts ", *(names(base) if base else ("nothing",)), "; ")
        text += ("neighbours add ", *names(passed - base), ".") if passed - base else ("neighbours add nothing.",)
        text += (" The filter stops ", *names(stopped), ".") if stopped else ()
        return Decision(base | passed, votes.values, blocked=stopped - base, text=text)
