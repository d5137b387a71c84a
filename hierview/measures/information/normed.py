"""ICMNorm: the information contrast model as a share of what a right prediction has."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...explain import Frac, Row, Step, Words
from ...languages import N_
from ...model.case import Case
from ..base import MeasureSpec, Result, Value, param
from ..registry import register
from ..telling import plain_case_picture
from .family import PREDICTED_SIDE, TRUE_SIDE, WeighedSets, WeightedMeasure, information_symbols
from .measures import EXTENDED, IC_SOURCES

OF_THE_DATA = "how often classes are true is known of a data set alone; a study counts it"


@register
@dataclass(frozen=True)
class NormedContrast(WeightedMeasure):
    """Normed information contrast: ICM between that of a right prediction, which is 1, and as far below 0.

    Formula: max(0, (3·I(Ŷ∩Y) − I(Ŷ)) / 2·I(Y)) of the sets with all ancestors, which is (ICM(Ŷ, Y) + ICM(Y, Y)) /
    2·ICM(Y, Y) with the weights of the paper, not below 0; I as for ICM. With `content="gold"` a class tells −log₂ of
    the share of instances whose true classes are it or below it, which a study counts; no instance counts as one.
    Range: 0 to 1; higher is better. Undefined where the true side tells nothing, and with "gold" on one case.
    Source: Amigó & Delgado 2022; IC: Seco et al. 2004; IC: Sánchez et al. 2011.

    >>> case = Case.of([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")], ["Pop"], ["Music"])
    >>> round(evaluate(case, "ICMNorm").value, 3)
    0.208
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "ICMNorm",
        N_("Shared information, normed"),
        N_("Information-based"),
        "higher",
        f"Amigó & Delgado 2022; {IC_SOURCES}",
        imperfect=N_("Where the true classes tell nothing, as the root does, there is nothing to norm by."),
        question=N_("How near is what both sides share to what a right prediction would?"),
        how=(
            *EXTENDED,
            "ICM is what is common minus what is missed minus what is wrong; that of a right prediction becomes 1, its "
            "negative 0, and what lies below that is 0, too.",
        ),
        see=("11a", "15", "14a", "8b"),
        elsewhere=(
            (
                "PyEvALL",
                "Norms the averages of a data set, as a study does where it pools, by contents of the data.",
            ),
        ),
    )

    content: str = param(
        "intrinsic",
        N_("How much a class tells: by its place in the hierarchy, or by how often it is true in the data of a study."),
        label=N_("Content from"),
        choices=("intrinsic", "gold"),
        named=True,
    )

    def offered(self, case: Case) -> tuple[str, ...]:
        return ("ic", "content") if self.content == "gold" else ("ic",)

    def weighted_sets(self, sets: WeighedSets) -> dict[str, frozenset[str]]:
        return {"intersection": sets.common, "true": sets.true, "predicted": sets.predicted}

    def score(self, sets: WeighedSets) -> Fraction | None:
        common, true, predicted = map(sets.weight, self.weighted_sets(sets).values())
        return max(Fraction(0), Fraction(3 * common - predicted, 2 * true)) if true else None

    def evaluate(self, case: Case) -> Result:
        if self.content == "gold":
            return Result(str(self), None, notes=(f"Undefined: {OF_THE_DATA}.",))
        return super().evaluate(case)

    def zero_division_notes(self, sets: WeighedSets) -> tuple[str, ...]:
        if sets.weight(sets.true):
            return ()
        return ("Undefined: the true side tells nothing, so that there is nothing to norm by.",)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, 1.0)

    def symbols(self) -> Row:
        top: Row = (
            "3",
            "·",
            *information_symbols(TRUE_SIDE, "∩", PREDICTED_SIDE),
            "−",
            *information_symbols(PREDICTED_SIDE),
        )
        return ("max", "(", "0", ",", Frac(top, ("2", "·", *information_symbols(TRUE_SIDE))), ")")

    def numbers_row(self, sets: WeighedSets) -> Row:
        common, true, predicted = map(sets.weight_number, self.weighted_sets(sets).values())
        return ("max", "(", "0", ",", Frac(("3", "·", common, "−", predicted), ("2", "·", true)), ")")

    def words(self, sets: WeighedSets) -> Words:
        if not sets.weight(sets.true):
            return ()
        c, m, e = map(sets.weight_text, (sets.common, sets.missed, sets.extra))
        return (f" ICM is {c} − {m} − {e}; that of a right prediction is {sets.weight_text(sets.true)}.",)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if result.witness is None:
            return Step(name, (result.notes[-1],), (plain_case_picture(),))
        return super().view(case, result, name)

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        return super().leading_steps(case, result) if result.witness is not None else []
