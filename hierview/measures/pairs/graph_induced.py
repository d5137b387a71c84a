"""Graph induced error and multi-label graph induced accuracy: GIE and MGIA (K15 §2.3.2, §2.3.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from ...explain import Formula, Frac, HierarchyPicture, Name, Num, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import PREDICTED, TRUE, Ends, MeasureSpec, Result, Value, param, sentence, text_of
from ..registry import register
from ..telling import are_verb, class_count, outlined_looks, some_names, step_with_picture
from .family import MAX_DISTANCE, PAIR_COST, PRICE, PairMeasure
from .flow import Pairing, nearest_pairs
from .network import D_MAX, F_ERROR, VIEW, cost_row
from .steps import pairs_columns_picture

_GREEDY = (
    "Computes it without printing it: it pairs greedily, and a distance equal to the default cost already goes to the "
    "default."
)
_WORST: Row = ("|", PREDICTED, "△", TRUE, "|", "·", D_MAX)


class GraphInducedMeasure(PairMeasure):
    """Base of GIE and MGIA: one can be looked at beside the other."""

    view_names: ClassVar[tuple[str, ...]] = ("pairs", "GIE and MGIA", VIEW)
    default_cost: Fraction = Fraction(5)

    def view(self, case: Case, result: Result, name: str) -> Step:
        step = super().view(case, result, name)
        return _side_by_side(self, case, step) if name == "GIE and MGIA" else step


@register
@dataclass(frozen=True)
class Gie(GraphInducedMeasure):
    """Graph induced error: the cost of the cheapest one-to-one pairing of predicted and true classes.

    Formula: f_error of Problem 1 with every class paired exactly once, or sent to the default at
    `default_cost`; the cost of a pair is the distance of its classes. Range: 0 to (M + N) · default_cost
    for M predicted and N true classes; lower is better; in edges, or units of weight. Always defined;
    an empty side leaves every class at the default. Source: K15 §2.3.2 (the LSHTC2 challenge).

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "GIE").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "GIE",
        N_("One-to-one pairs"),
        N_("Pair-based"),
        "lower",
        "K15 §2.3.2, Figure 5",
        ends=Ends("(M + N) · Dₘₐₓ", "0", where=N_("M predicted and N true classes")),
        unit=N_("edges"),
        question=N_("What does it cost to pair the classes one to one?"),
        how=sentence(
            "Every true and every predicted class is paired exactly once, or stays alone and pays {}. The cheapest way "
            "of doing so costs {}: the distances of the pairs and the price of those that stay alone, added up.",
            Symbol("D", "max"),
            Symbol("f", "error"),
        ),
        see=("12a", "13a", "15", "19b"),
        elsewhere=(("HEMKit", "Does not have it."),),
    )
    default_cost: Fraction = param(5, PRICE, label=N_("Default cost"), symbol="Dₘₐₓ", above=0)
    max_distance: Fraction | None = MAX_DISTANCE
    pair_cost: str = PAIR_COST

    def aim(self, case: Case) -> Words:
        more, first = self.nearness_words(case)
        return (
            "GIE gives every true and every predicted class one partner on the other side, as cheaply as can be: the "
            f"{more} partners are, the worse the prediction.{first}",
        )

    def pairing_rule(self) -> str:
        return "Every class has exactly one partner or stays alone: "

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, float((len(case.true) + len(case.predicted)) * self.default_cost))


@register
@dataclass(frozen=True)
class Mgia(GraphInducedMeasure):
    """Multi-label graph induced accuracy: how cheaply all classes can be paired, as a share of the worst.

    Formula: 1 − f_error / (|Ŷ △ Y| · default_cost), with f_error of Problem 1 where every class is
    paired at least once and as often as needed; 1 when Ŷ = Y. Range: 0 to 1; higher is better.
    Always defined; 0 with an empty side. `pairing="exact"` solves the flow; `"nearest"` is K15's
    shortcut, each class with its nearest on its own: it never costs less than the optimum, depends on
    how ties are broken, and can fall below 0 where pairs may cost more than the default.
    Source: K15 §2.3.3.

    >>> case = Case.of([("Root", "A"), ("Root", "B")], ["Root", "A"], ["A", "B"])
    >>> evaluate(case, "MGIA").parts["f_error"], evaluate(case, 'MGIA(pairing="nearest")').parts["f_error"]
    (1, 2)
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "MGIA",
        N_("Pairs, as many as needed"),
        N_("Pair-based"),
        "higher",
        "K15 §2.3.3, Figure 6",
        listed=('MGIA(pairing="nearest")',),
        question=N_("How far is each class from its partners?"),
        how=sentence(
            "Every true and every predicted class is paired at least once, and more often where that is cheaper; "
            "a class without a partner pays {}. The cheapest way of doing so costs {}. It is set against leaving alone "
            "every class that is only true or only predicted. The value is 1 when both sets are equal.",
            Symbol("D", "max"),
            Symbol("f", "error"),
        ),
        see=("12a", "13a", "16", "19b"),
        elsewhere=(("HEMKit", _GREEDY),),
    )

    default_cost: Fraction = param(
        5,
        N_("The price of a class without a partner; it sets MGIA's scale, too."),
        label=N_("Default cost"),
        symbol="Dₘₐₓ",
        above=0,
    )
    max_distance: Fraction | None = MAX_DISTANCE
    pairing: str = param(
        "exact",
        N_("The cheapest pairing, or each class with its nearest."),
        label=N_("Pairing"),
        choices=("exact", "nearest"),
    )
    pair_cost: str = PAIR_COST

    def aim(self, case: Case) -> Words:
        more, first = self.nearness_words(case)
        how = "its nearest partner" if self.pairing == "nearest" else "a near partner"
        return (
            f"MGIA gives every class {how} on the other side, and one class may serve several: the {more} "
            f"partners are, the worse the prediction.{first}",
        )

    def pairing_rule(self) -> str:
        if self.pairing == "exact":
            return "Every class has a partner, or several where that is cheaper, or stays alone: "
        return "Every class takes the nearest class of the other side, and all these pairs count: "

    @property
    def solves_flow(self) -> bool:
        return self.pairing == "exact"

    def pair_bounds(self, case: Case) -> tuple[int, int, int, int]:
        return (1, max(1, len(case.true)), 1, max(1, len(case.predicted)))

    def solution(self, case: Case) -> Pairing | None:
        return nearest_pairs(self.problem(case)) if self.pairing == "nearest" else super().solution(case)

    def score(self, case: Case, pairing: Pairing) -> Fraction:
        """One less the cost of a pairing as a share of the worst; 1 where both sets are equal."""
        worst = len(case.true ^ case.predicted) * self.default_cost
        return 1 - pairing.total / worst if worst else Fraction(1)

    def tie_notes(self, case: Case, pairing: Pairing) -> tuple[str, ...]:
        notes: list[str] = []
        other, what = replace(self, pairing="exact"), "The cheapest pairing"
        if self.pairing == "exact":
            notes += super().tie_notes(case, pairing)
            other, what = replace(self, pairing="nearest"), "Pairing each class with its nearest"
        elif not pairing.unique:
            notes.append(
                "Some class has several nearest ones; the first by name was taken, and the value can depend on it."
            )
        theirs = other.solution(case)
        if theirs is not None and theirs.total != pairing.total:
            costs = f"{number(theirs.total)} instead of {number(pairing.total)}"
            notes.append(f"{what} costs {costs} and gives {number(other.score(case, theirs))}.")
        return tuple(notes)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        near = self.pairing == "exact" or (self.max_distance is not None and self.max_distance <= self.default_cost)
        return (0.0 if near else None, 1.0)

    def scaling_steps(self, case: Case) -> tuple[Step, ...]:
        different = case.true ^ case.predicted
        worst = number(len(different) * self.default_cost)
        if not different:
            why = "none could have stayed alone, so nothing could have cost anything."
            both = f" {are_verb(case.true)} both true and predicted, and 0 classes are only the one: "
            text = text_of(some_names(case.true), both, why)
        else:
            them = "it" if len(different) == 1 else "both" if len(different) == 2 else f"all {len(different)}"
            only = f" {are_verb(different)} true or predicted, but not both. If {them} stayed alone, "
            text = text_of(some_names(different), only, F_ERROR, f" would be {worst}, and MGIA 0.")
        picture = HierarchyPicture(("In one set only", f" · {len(different)}"), outlined_looks(different))
        formula = Formula(_WORST, (self._worst_cost_row(different),), worst)
        return (step_with_picture("Scale", text, picture, formula, ("if all stayed alone", worst)),)

    def _worst_cost_row(self, different: frozenset[str]) -> Row:
        """The cost of leaving these classes alone; D_max points to its setting."""
        return (class_count(different), "·", Num(number(self.default_cost), setting="default_cost"))

    def formula(self, case: Case, result: Result) -> Formula:
        different, paid = case.true ^ case.predicted, cost_row(result.witness)
        if different:
            paid = (Frac(paid, self._worst_cost_row(different)),)
        elif len(paid) > 1:  # the share of nothing counts as no loss
            paid = ("(", *paid, ")")
        return Formula(self.symbol(), (self.symbols(), ("1", "−", *paid)), number(result.value))

    def symbols(self) -> Row:
        return ("1", "−", Frac(self.sum_symbol(), _WORST))

    def words(self, case: Case, pairing: Pairing) -> Words:
        different = case.true ^ case.predicted
        sentences = text_of(super().words(case, pairing), " ")
        if not different:
            return text_of(sentences, f"Both sets are equal: {number(pairing.total)} of 0 possible is no loss.")
        if pairing.total == (worst := len(different) * self.default_cost) and self.bounds(case)[0] == 0:
            return text_of(sentences, "Nothing could cost more here.")
        if len(different) == 1:
            who: Words = (" if ", Name(min(different)), " stayed alone.")
        else:
            them = "both" if len(different) == 2 else f"all {len(different)}"
            who = (f" if {them} classes that are only true or only predicted stayed alone.",)
        return text_of(sentences, F_ERROR, f" would be {number(worst)}", who)


def _side_by_side(measure: GraphInducedMeasure, case: Case, step: Step) -> Step:
    """The step that shows GIE and MGIA with the same costs: on the hierarchy, and below as two columns."""
    if measure.lacks_similarities(case):
        return step
    costs = measure.default_cost, measure.max_distance
    gie = Gie(*costs, pair_cost=measure.pair_cost)
    mgia = measure if isinstance(measure, Mgia) else Mgia(*costs, pair_cost=measure.pair_cost)
    once, often = gie.solution(case), mgia.solution(case)
    assert once
    assert often
    rule = "as often as needed" if mgia.pairing == "exact" else "each with its nearest"
    heads = ((gie, once, "GIE, each class once"), (mgia, often, f"MGIA, {rule}"))
    pictures = [HierarchyPicture((title, f" · total {number(p.total)}"), links=p.links) for _, p, title in heads]
    columns = [pairs_columns_picture(m, m.problem(case), p, (f"{m.spec.name} as two columns",)) for m, p, _ in heads]
    one, several = number(once.total), number(often.total)
    text = f"Pairing each class once costs {one}; where a class may serve several times, {several}."
    if once.total == often.total:
        text = f"Here pairing a class more than once saves nothing: both cost {one}."
    text += f" A class that is paired with nothing pays {number(measure.default_cost)}."
    return Step(step.title, (text,), (*pictures, *columns), step.formula)
