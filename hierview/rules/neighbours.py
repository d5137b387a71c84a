"""Rules that decide from the scores of classes, and from the classes of the nearest neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from ..explain import Name, Words, names, number
from ..languages import N_
from ..measures import param
from .base import (
    Decision,
    Rule,
    RuleNumbers,
    RuleSpec,
    best_class,
    count_param,
    list_in_words,
    register_rule,
    share_param,
    top_k,
)
from .probabilities import Cascade, MostProbablePath, Threshold

EXPANSIONS = ("no", "parents and children", "children")


@register_rule
@dataclass(frozen=True)
class BestLeaf(Rule):
    """The leaf with the greatest score, as a flat classifier has it: the hierarchy is not asked."""

    spec: ClassVar[RuleSpec] = RuleSpec("BestLeaf", N_("The leaf with the best score"), "scores", "flat classification")
    k: int | Literal["all"] = count_param(1, N_("How many leaves are predicted."), label=N_("Leaves"))

    def decide(self, numbers: RuleNumbers) -> Decision:
        h = numbers.hierarchy
        values = {c: numbers.scores[c] for c in h.classes if not h.children(c) and c in numbers.scores}
        order = sorted(values, key=lambda c: (-values[c], c))
        leaves, runner_up, notes = top_k(order, self.k, values, "score the same")
        parts = [(Name(c), f" with {number(float(values[c]), 3)}") for c in leaves[:3]]
        text: Words = ("Of all leaves, the best by score: ", *list_in_words(parts), ".")
        if not leaves:
            text = ("No leaf has a score.",)
        return Decision(frozenset(leaves), values, runner_up=runner_up, text=text, notes=notes)


@register_rule
@dataclass(frozen=True)
class NeighboursRule(Rule):
    """Every class that at least a share p of the K nearest neighbours votes for.

    A neighbour votes for its own classes; expanded, for their parents and children too, or for their parents alone
    (a class counts its children as itself). Source: Kosmopoulos 2015, §5.2.4 and §5.2.5.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Neighbours", N_("What enough neighbours vote for"), "neighbours", "Kosmopoulos 2015 (thesis) §5.2.4–5.2.5"
    )
    k: int | Literal["all"] = count_param(5, N_("How many neighbours vote."), label=N_("Neighbours"))
    p: Fraction = share_param(N_("The least share of votes."), N_("Share of votes"), "p", above_0=True)
    expanded: str = param(
        "no", N_("Which classes count as the class itself."), label=N_("Expanded"), choices=EXPANSIONS, named=True
    )

    def decide(self, numbers: RuleNumbers) -> Decision:
        h = numbers.hierarchy
        voters = numbers.neighbours if self.k == "all" else numbers.neighbours[: self.k]
        votes = dict.fromkeys(h.classes, 0)
        for classes in voters:
            supported = set(classes)
            if self.expanded != "no":
                supported |= {parent for c in classes for parent in h.parents(c)}
            if self.expanded == "parents and children":
                supported |= {child for c in classes for child in h.children(c)}
            for c in supported:
                votes[c] += 1
        values = {c: Fraction(n, len(voters)) for c, n in votes.items() if n}
        predicted = frozenset(c for c, value in values.items() if value >= self.p)
        enough = number(float(self.p * len(voters)))
        text: Words = (f"{len(voters)} neighbours vote; {enough} votes are enough. ",)
        parts = [(Name(c), f" has {votes[c]}") for c in sorted(predicted, key=lambda c: (-votes[c], c))[:4]]
        text += (*list_in_words(parts), ".") if parts else ("No class has as many.",)
        runner_up = best_class((c, value) for c, value in values.items() if c not in predicted)
        return Decision(predicted, values, runner_up=runner_up, text=text)


_BASES: dict[str, Rule] = {"the best path": MostProbablePath(), "the best child": Cascade(), "a threshold": Threshold()}


@register_rule
@dataclass(frozen=True)
class HybridRule(Rule):
    """Another rule on the probabilities, and the classes of the neighbours that a filter lets pass.

    A class of the neighbours passes where its score exceeds t: that of a classifier of the class against those near
    it. Without any scores all pass; without probabilities the base predicts nothing. Source: Kosmopoulos 2015, §5.2.6.
    """

    spec: ClassVar[RuleSpec] = RuleSpec(
        "Hybrid", N_("Another rule, and what neighbours add"), "neighbours", "Kosmopoulos 2015 (thesis) §5.2.6"
    )
    k: int | Literal["all"] = count_param(21, N_("How many neighbours vote."), label=N_("Neighbours"))
    p: Fraction = share_param(N_("The least share of votes."), N_("Share of votes"), "p", above_0=True)
    t: Fraction = share_param(N_("A class passes above this score."), N_("Filter"))
    base: str = param(
        "the best path", N_("The rule that decides first."), label=N_("Base"), choices=tuple(_BASES), named=True
    )

    def decide(self, numbers: RuleNumbers) -> Decision:
        votes = NeighboursRule(self.k, self.p).decide(numbers)
        base = _BASES[self.base].decide(numbers).predicted if numbers.has_kind("probabilities") else frozenset()
        stopped = frozenset(
            c for c in votes.predicted if numbers.scores and numbers.scores.get(c, Fraction(0)) <= self.t
        )
        more = votes.predicted - stopped - base
        text: Words = ("The base predicts ", *(names(base) if base else ("nothing",)), "; ")
        text += ("neighbours add ", *names(more), ".") if more else ("neighbours add nothing.",)
        text += (" The filter stops ", *names(stopped), ".") if stopped else ()
        return Decision(base | more, votes.values, blocked=stopped - base, text=text)
