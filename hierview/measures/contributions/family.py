"""Common ground of the measures by contributions (Sun, Lim & Ng 2003): near misses count in part."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from ...errors import CaseError
from ...explain import Num, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import Measure, Result, Value, begun, empty_side_notes, param
from ..shares import f_beta
from ..telling import part_number
from .contributions import Addend, Contributions, Nearness, Ratio, contributions, macro, micro
from .formulas import symbols_of
from .steps import contribution_steps
from .views import contributions_view

AVERAGE = param(
    "micro",
    N_("Whether classes are added up, or the shares of single classes averaged; as printed, sums can exceed 1."),
    label=N_("Average"),
    choices=("micro", "macro", "micro as printed"),
)

S03 = "Sun et al. 2003"
FAMILY = N_("Contribution-based")
ONE_INSTANCE = (
    "One instance is a data set of its own here: each class is right, wrong or missed once, and what is below 0 "
    "counts as 0. As printed, a class below 0 lowers the common denominator all the same, so that an average can "
    'exceed 1: average="micro as printed". Averages over classes leave out those that are neither true nor predicted.'
)
ACCURACY = (
    (
        S03,
        "The denominator of the error names FN twice; it is the number of all instances, or accuracy and error "
        "would not be 1 together.",
    ),
)


class ContributionMeasure(Measure):
    """Base of the measures by contributions: the contributions of one instance, their formula, pictures, steps.

    One instance is a data set of one: a class has tp, fp or fn 1, or nothing. Then Eq. 14 and 15 make
    precision (TP + Con⁺FP + Con⁺FN) / (TP + FP + Con⁺FN) and recall the same over TP + FN + Con⁺FP, where
    Con⁺ is the sum of what contributions are above 0; as printed, the last term has all of them. Macro
    averages (Eq. 16, 17) go over the classes that are true or predicted, as the others have no share.
    """

    which: ClassVar[str] = ""  # P, R, F, A (accuracy) or E (error)
    sub: ClassVar[str] = ""

    # Fields of the measures that have them.
    average: str = "micro"
    beta: Fraction = Fraction(1)

    # What is near

    def nearness(self, case: Case) -> Nearness:
        """Similarities or distances that decide on contributions; raises CaseError where they cannot be used."""
        raise NotImplementedError

    def nearness_notes(self, case: Case, sums: Contributions) -> tuple[str, ...]:
        """Notes on where the similarities or distances come from."""
        return ()

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        """The number that nearness is held against, by name."""
        raise NotImplementedError

    def nearness_step(self, case: Case) -> Step:
        """The step that says what is near."""
        raise NotImplementedError

    def told_nearness(self) -> str:
        """Origin of the numbers at pairs, in two words: `by similarity`."""
        raise NotImplementedError

    def told_rule(self) -> str:
        """Sentence on when a class contributes."""
        raise NotImplementedError

    def told_near(self, case: Case, near: Fraction) -> Words:
        """Words for how near another class is: `with a similarity of 0.67`."""
        raise NotImplementedError

    def told_reason(self, case: Case, name: str, term: Addend) -> tuple[Words, ...]:
        """Lines on where the nearness of a pair comes from; none where it is given."""
        return ()

    def near_symbol(self) -> Symbol:
        """The symbol of the nearness of two classes: similarity, or distance."""
        raise NotImplementedError

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        """Formula of what a class contributes, from its nearness: in symbols, or with a case's numbers."""
        raise NotImplementedError

    # The value

    def shares(self, sums: Contributions) -> tuple[Ratio, Ratio]:
        """Precision and recall."""
        counts = sums.counts.values()
        return macro(counts) if self.average == "macro" else micro(counts, limited=self.average == "micro")

    def evaluate(self, case: Case) -> Result:
        try:
            nearness = self.nearness(case)
        except CaseError as error:
            return Result(str(self), None, notes=(f"Undefined: there are no similarities to go by ({error}).",))
        sums = contributions(case.true, case.predicted, nearness)
        every = sums.together
        parts: dict[str, float | int] = {
            "tp": every.tp,
            "tn": sums.rest,
            "fp": every.fp,
            "fn": every.fn,
            "fp_contribution": part_number(every.fp_contribution),
            "fn_contribution": part_number(every.fn_contribution),
            **self.nearness_parts(case),
        }
        notes = (*empty_side_notes(case), *self.nearness_notes(case, sums))
        if self.which in "AE":
            instances = sums.rest + len(case.true | case.predicted)
            value = every.accuracy(instances) if self.which == "A" else every.error(instances)
            return Result(str(self), float(value), parts, sums, notes)
        precision, recall = self.shares(sums)
        for word, ratio in (("precision", precision), ("recall", recall)):
            parts |= {f"{word}_sum": part_number(ratio.top), f"{word}_of": part_number(ratio.bottom)}
        shares = precision.value, recall.value
        harmonic = f_beta(*shares, self.beta, 0)
        assert harmonic is not None  # both shares are known
        value = {"P": precision.value, "R": recall.value}.get(self.which, harmonic)
        return Result(str(self), float(value), parts, sums, notes + self._share_notes(precision, recall))

    def _share_notes(self, precision: Ratio, recall: Ratio) -> tuple[str, ...]:
        notes = [
            f"The denominator of {word} is {number(ratio.bottom)}; {word} is taken as 0."
            for word, ratio in (("precision", precision), ("recall", recall))
            if ratio.bottom <= 0 and self.which in ("F", word[0].upper())
        ]
        shares = precision.value, recall.value
        if max(shares) > 1:
            notes.append("A class below 0 lowers the denominator of all, so that a share exceeds 1.")
        if self.which == "F" and not any(shares) and precision.bottom > 0 and recall.bottom > 0:
            notes.append("Precision and recall are 0, so F is 0/0; that is taken as 0.")
        return tuple(notes)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, None if self.average == "micro as printed" else 1.0)

    # What it looks like

    def share_symbol(self, which: str) -> Symbol:
        """P or R of these measures."""
        says = {
            "P": "precision",
            "R": "recall",
            "F": "the harmonic mean of precision and recall",
            "A": "accuracy",
            "E": "error",
        }[which]
        sub = self.sub + {"micro": "", "macro": ", macro"}.get(self.average, ", printed")
        return Symbol(which, sub, f"{says} with what the classes get from each other")

    def symbol(self) -> Row:
        own = self.share_symbol(self.which)
        return (replace(own, sub=f"{own.sub}, β = {number(self.beta)}") if self.beta != 1 else own,)

    def symbols(self) -> Row:
        return symbols_of(self)

    def views(self, case: Case) -> tuple[str, ...]:
        return ("contributions",)

    def view(self, case: Case, result: Result, name: str) -> Step:
        return contributions_view(self, case, result, name)

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        steps = () if result.value is None else begun(self.aim(case), contribution_steps(self, case, result))
        return (*steps, *super().explain(case, result))

    def aim(self, case: Case) -> Words:
        near = {"CS": "like", "CD": "near"}[self.sub]
        return (
            f"{self.spec.name} lets a mistake count in part: a wrong class that is {near} a true one is partly right, "
            f"and one that is not takes away.",
        )
