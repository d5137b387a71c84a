"""Common ground of the measures by contributions (Sun, Lim & Ng 2003): near misses count in part."""

from __future__ import annotations

from ...errors import CaseError
from ...explain import Row, Step, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import Result, Value, begun, empty_side_notes, param
from ..shares import f_beta
from ..telling import part_number
from .contributions import Contributions, Ratio, contributions
from .formulas import NearnessMeasure, symbols_of
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

# How the measures set what is right against the whole, in a sentence.
PRECISION = "Hits and what is above 0 are set against all that is predicted and what the missed ones get."
RECALL = "Hits and what is above 0 are set against all that is true and what the wrong ones get."
RIGHT = (
    "Classes that are right or rightly left out count 1, the others what they get; all is divided by the number of "
    "classes, so that a large hierarchy makes it high."
)
WRONG = "Wrong and missed classes count 1 less what they get; all is divided by the number of classes."


class ContributionMeasure(NearnessMeasure):
    """Base of the measures by contributions: the contributions of one instance, their formula, pictures, steps.

    One instance is a data set of one: a class has tp, fp or fn 1, or nothing. Then Eq. 14 and 15 make
    precision (TP + Con⁺FP + Con⁺FN) / (TP + FP + Con⁺FN) and recall the same over TP + FN + Con⁺FP, where
    Con⁺ is the sum of what contributions are above 0; as printed, the last term has all of them. Macro
    averages (Eq. 16, 17) go over the classes that are true or predicted, as the others have no share.
    """

    def nearness_notes(self, case: Case, sums: Contributions) -> tuple[str, ...]:
        """Notes on where the similarities or distances come from."""
        return ()

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        """The number that nearness is held against, by name."""
        raise NotImplementedError

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
        if self.which in "AE":
            return (-1.0, 1.0) if self.which == "A" else (0.0, 2.0)
        return (0.0, None if self.average == "micro as printed" else 1.0)

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
