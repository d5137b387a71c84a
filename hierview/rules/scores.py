"""Rules that decide from the scores of classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from ..errors import quoted
from ..explain import Name, Words, number
from ..languages import N_
from .base import Decision, Numbers, Rule, RuleSpec, how_many, joined, rule


@rule
@dataclass(frozen=True)
class BestLeaf(Rule):
    """The leaf with the greatest score, as a flat classifier has it: the hierarchy is not asked."""

    spec: ClassVar[RuleSpec] = RuleSpec("BestLeaf", N_("The leaf with the best score"), "scores", "flat classification")
    k: int | Literal["all"] = how_many(1, N_("How many leaves are predicted."), label=N_("Leaves"))

    def decide(self, numbers: Numbers) -> Decision:
        h = numbers.hierarchy
        values = {c: numbers.scores[c] for c in h.classes if not h.children(c) and c in numbers.scores}
        order = sorted(values, key=lambda c: (-values[c], c))
        most = len(order) if self.k == "all" else self.k
        taken, left = order[:most], order[most:]
        notes: tuple[str, ...] = ()
        if taken and left and values[taken[-1]] == values[left[0]]:
            notes = (f"{quoted(taken[-1])} and {quoted(left[0])} score the same; the first by name is taken.",)
        told = [(Name(c), f" with {number(float(values[c]), 3)}") for c in taken[:3]]
        text: Words = ("Of all leaves, the best by score: ", *joined(told), ".") if taken else ("No leaf has a score.",)
        return Decision(
            frozenset(taken), values, runner_up=(left[0], values[left[0]]) if left else None, text=text, notes=notes
        )
