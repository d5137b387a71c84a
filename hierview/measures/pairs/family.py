"""Common ground of the pair-based measures: one optimisation problem (K15 §2.3), solved exactly as a flow.

The measures differ in how often a class may be paired; `flow.py` solves them all.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from ...errors import CaseError
from ...explain import HierarchyPicture, Row, Step, Symbol, Words, names, plain
from ...languages import N_
from ...model.case import Case
from ..base import A_PREDICTED, A_TRUE, Result, Value, empty_side_notes, param, text_of
from ..telling import artificial_root_note, part_number, plain_case_picture
from .flow import Pairing, optimal_pairing, unserved_pairs
from .network import DISTANCE, SIMILARITY, VIEW, PairingMeasure, network_view
from .steps import pair_steps, pairs_columns_picture

PRICE = N_("The price of a class without a partner.")
MAX_DISTANCE = param(
    5,
    N_("Pairs farther apart are not allowed."),
    label=N_("Farthest pair allowed"),
    none=N_("any distance"),
    at_least=0,
)
PAIR_COST = param(
    DISTANCE,
    N_(
        "The distance of its classes, or 1 less their similarity (0 to 2), which the case brings, else by Wu "
        "and Palmer."
    ),
    label=N_("Cost of a pair"),
    choices=(DISTANCE, SIMILARITY),
)
_D = Symbol("d", says="the distance of two classes, by the shortest way up and down")
_OF_A_PAIR: Row = ("(", A_PREDICTED, ",", A_TRUE, ")")
CS = Symbol("CS", says="the similarity of two classes")


def _similarity_note(case: Case) -> tuple[str, ...]:
    if case.extra.similarity:
        return ("A pair costs 1 less the similarity that came with the case.",)
    return ("The case brings no similarities; those of its hierarchy are taken, by Wu and Palmer.",)


class PairMeasure(PairingMeasure):
    """Base of the pair-based measures: the problem, its solution as parts, pictures and words."""

    view_names: ClassVar[tuple[str, ...]] = ("pairs", VIEW)

    def unit(self) -> str:
        return "" if self.by_similarity else super().unit()

    def offered(self, case: Case) -> tuple[str, ...]:
        """Names of the parameters; the cost of a pair where the case brings similarities, or where it was chosen."""
        hidden = not case.extra.similarity and not self.by_similarity
        return tuple(name for name in self.params() if not (hidden and name == "pair_cost"))

    def pairing_rule(self) -> str:
        """Beginning of a sentence on how classes are paired."""
        return ""

    def solution(self, case: Case) -> Pairing | None:
        """The pairing of a case, the cheapest within the bounds; None where there is none."""
        return optimal_pairing(self.problem(case))

    def parts(self, case: Case, pairing: Pairing) -> dict[str, float | int]:
        """The numbers of the formula, by name."""
        parts = {"f_error": part_number(pairing.total), "symmetric_difference": len(case.true ^ case.predicted)}
        if self.default_cost is not None:
            parts["default_cost"] = part_number(self.default_cost)
        return parts

    def score(self, case: Case, pairing: Pairing) -> Fraction:
        """Value of a pairing."""
        return pairing.total

    def evaluate(self, case: Case) -> Result:
        try:
            pairing = self.solution(case)
        except CaseError as error:
            return Result(str(self), None, notes=(f"Undefined: there are no similarities to go by ({error}).",))
        if pairing is None:
            return Result(str(self), None, notes=self.infeasible_notes(case))
        pairs = ((p, t) for (p, t), _ in pairing.pairs if p is not None and t is not None)
        where = _similarity_note(case) if self.by_similarity else artificial_root_note(case, pairs)
        notes = [*empty_side_notes(case), *self.tie_notes(case, pairing), *where]
        return Result(str(self), float(self.score(case, pairing)), self.parts(case, pairing), pairing, tuple(notes))

    def tie_notes(self, case: Case, pairing: Pairing) -> tuple[str, ...]:
        """Notes on other pairings that are equally good, and on which one is shown."""
        if not pairing.by_name:
            return ("Too many pairs are possible to choose the first cheapest pairing by name; one of them is shown.",)
        if not pairing.unique:
            return ("Several pairings cost the same; the first by name is shown.",)
        return ()

    def infeasible_notes(self, case: Case) -> tuple[str, ...]:
        """Notes that say why there is no pairing."""
        if self.default_cost is None and not (case.true and case.predicted):
            missing = "predicted" if case.true else "true"
            return (f"Undefined: there is no {missing} class, and no default class to pair with.",)
        short = sorted({str(p if p is not None else t) for p, t in unserved_pairs(self.problem(case))})
        who = plain(names(short)) if len(short) < 4 else f"{', '.join(short[:3])} and {len(short) - 3} more"
        return (
            "Undefined: the bounds cannot be met; "
            + (f"{who} cannot be paired as often as required." if who else "the least is above the most."),
        )

    def upward(self) -> bool:
        return True

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, None)

    def symbols(self) -> Row:
        return self.sum_symbol()

    def words(self, case: Case, pairing: Pairing) -> Words:
        """The pairing in words."""
        return text_of(self.pairing_rule(), pairing.words)

    def leading_steps(self, case: Case, result: Result) -> tuple[Step, ...]:
        return () if result.value is None else (*pair_steps(self, case, result.witness), *self.scaling_steps(case))

    def lacks_similarities(self, case: Case) -> bool:
        """Whether a marked class has none of the similarities that it goes by."""
        try:
            self.pair_costs(case)
        except CaseError:
            return True
        return False

    def nearness_words(self, case: Case) -> tuple[str, str]:
        """Words for pairs that cost more, and the question what a pair costs, if there is one to ask it of."""
        more, how = ("less alike", "alike") if self.by_similarity else ("farther apart", "far")
        return more, f" First, how {how}?" if case.true and case.predicted else ""

    def cost_symbol(self) -> Row:
        """Cost of one pair, in symbols."""
        return ("1", "−", CS, *_OF_A_PAIR) if self.by_similarity else (_D, *_OF_A_PAIR)

    def scaling_steps(self, case: Case) -> tuple[Step, ...]:
        """The step between the cost of the pairs and the value, if there is one."""
        return ()

    def view(self, case: Case, result: Result, name: str) -> Step:
        if name == VIEW and not self.lacks_similarities(case):
            return network_view(self, case, result)
        if result.value is None:
            return Step(name, (result.notes[-1],), (plain_case_picture(),))
        pairing: Pairing = result.witness
        unit = "in units of weight" if case.hierarchy.weighted else "in edges"
        title = ("Pairs on the hierarchy", f" · cost {'1 − similarity' if self.by_similarity else unit}")
        picture = HierarchyPicture(title, links=pairing.links, short=("On the hierarchy",))
        columns = pairs_columns_picture(self, self.problem(case), pairing, ("The same pairs as two columns",))
        pictures = (picture, replace(columns, short=("As two columns",)))
        return Step(name, self.words(case, pairing), pictures, self.formula(case, result))
