"""Common ground of the measures by contributions (Sun, Lim & Ng 2003): near misses count in part.

Their answer shows the contributions on the hierarchy and as two columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from ...errors import CaseError
from ...explain import (
    ClassColumn,
    HierarchyPicture,
    Link,
    Look,
    Name,
    PairsPicture,
    Picture,
    Row,
    Step,
    Word,
    Words,
    number,
)
from ...languages import N_
from ...model.case import Case
from ..base import Result, Value, empty_side_notes, param, text_of
from ..shares import f_beta, harmonic_note
from ..telling import part_number, plain_case_picture
from .contributions import Contribution, Contributions, Ratio, contributions
from .steps import MOST_ADDENDS, NearnessMeasure, contribution_steps, result_formula, symbols_row

MOST_LINKS = 24
MOST_IN_COLUMNS = 4

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
ACCURACY = tuple(
    {
        S03: "The denominator of the error names FN twice; it is the number of all instances, or accuracy and error "
        "would not be 1 together.",
    }.items()
)

# How the measures set what is right against the whole, in a sentence.
HOW = {
    "P": "Hits and what is above 0 are set against all that is predicted and what the missed ones get.",
    "R": "Hits and what is above 0 are set against all that is true and what the wrong ones get.",
    "A": "Classes that are right or rightly left out count 1, the others what they get; all is divided by the number "
    "of classes, so that a large hierarchy makes it high.",
    "E": "Wrong and missed classes count 1 less what they get; all is divided by the number of classes.",
}


class ContributionMeasure(NearnessMeasure):
    """Base of the measures by contributions: the contributions of one instance, their formula, pictures, steps.

    One instance is a data set of one: a class has tp, fp or fn 1, or nothing. Then Eq. 14 and 15 make
    precision (TP + Con⁺FP + Con⁺FN) / (TP + FP + Con⁺FN) and recall the same over TP + FN + Con⁺FP, where
    Con⁺ is the sum of what contributions are above 0; as printed, the last term has all of them. Macro
    averages (Eq. 16, 17) go over the classes that are true or predicted, as the others have no share.
    """

    view_names: ClassVar[tuple[str, ...]] = ("contributions",)
    origin: ClassVar[str] = ""  # of the numbers at pairs, in two words: `by similarity`

    def nearness_notes(self, case: Case, sums: Contributions) -> tuple[str, ...]:
        """Notes on where the similarities or distances come from."""
        return ()

    def nearness_parts(self, case: Case) -> dict[str, int | float]:
        """The threshold that nearness is held against, as a named part of the result, such as average_similarity."""
        raise NotImplementedError

    def evaluate(self, case: Case) -> Result:
        try:
            nearness = self.nearness(case)
        except CaseError as error:
            return Result(str(self), None, notes=(f"Undefined: there are no similarities to go by ({error}).",))
        sums = contributions(case.true, case.predicted, nearness)
        every = sums.total_counts
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
        both = {"precision": precision, "recall": recall}
        shares = {word: ratio for word, ratio in both.items() if self.which in ("F", word[0].upper())}
        notes = [
            f"The denominator of {word} is {number(ratio.bottom)}; {word} is taken as 0."
            for word, ratio in shares.items()
            if ratio.bottom <= 0
        ]
        if any(ratio.value > 1 for ratio in shares.values()):
            notes.append("A class below 0 lowers the denominator of all, so that a share exceeds 1.")
        if self.which == "F" and not notes and not any(ratio.value for ratio in shares.values()):
            notes += harmonic_note(0)
        return tuple(notes)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        if self.which in "AE":
            return (-1.0, 1.0) if self.which == "A" else (0.0, 2.0)
        return (0.0, None if self.average == "micro as printed" else 1.0)

    def symbols(self) -> Row:
        return symbols_row(self)

    def view(self, case: Case, result: Result, name: str) -> Step:
        if result.value is None:
            return Step(name, (result.notes[-1],), (plain_case_picture(),))
        sums: Contributions = result.witness
        links, title = _contribution_links([*sums.wrong, *sums.missed]), ("What each class gets", f" · {self.origin}")
        pictures: list[Picture] = [
            HierarchyPicture(title, _contribution_looks(sums), links=links, short=("On the hierarchy",))
        ]
        if 0 < len(links) <= MOST_IN_COLUMNS:
            predicted = ClassColumn(("predicted",), "p", tuple(sorted(case.predicted)))
            true = ClassColumn(("true",), "t", tuple(sorted(case.true)))
            pictures.append(PairsPicture(("Who contributes to whom",), predicted, true, links, ("As two columns",)))
        return Step(
            name,
            _contributions_in_words(self, sums),
            tuple(pictures),
            result_formula(self, case, result),
            _aside_lines(self, sums),
        )

    def leading_steps(self, case: Case, result: Result) -> tuple[Step, ...]:
        return () if result.value is None else contribution_steps(self, case, result)

    def aim(self, case: Case) -> Words:
        nearer = {"CS": "the more a wrong class is like", "CD": "the nearer a wrong class is to"}[self.sub]
        return (f"{self.spec.name} lets a mistake count in part: {nearer} a true one, the more of it is right.",)


def _contribution_looks(sums: Contributions) -> dict[str, Look]:
    """The looks of marked classes with what each counts: 1 if right, else its contribution, the worse the darker."""
    values = {c: Fraction(1) for c in sums.right}
    values |= {one.name: one.limited for one in (*sums.wrong, *sums.missed)}
    return {c: Look(value=number(value), tint=float((1 - value) / 2)) for c, value in sorted(values.items())}


def _contribution_links(terms: Sequence[Contribution]) -> tuple[Link, ...]:
    """The links of who contributes what to whom; what adds nothing is only considered. Of many, the strongest."""
    amounts: dict[tuple[str, str], Fraction] = {}  # a wrong class and a missed one give each other the same
    for one in terms:
        for term in one.terms:
            amounts[(one.name, term.other) if one.wrong else (term.other, one.name)] = term.amount
    strongest = sorted(amounts, key=lambda pair: (-abs(amounts[pair]), sorted(pair)))[:MOST_LINKS]
    return tuple(Link(*pair, number(amounts[pair]), chosen=amounts[pair] > 0) for pair in sorted(strongest))


def _contributions_in_words(measure: NearnessMeasure, sums: Contributions) -> Words:
    if not sums.wrong and not sums.missed:
        return ("Nothing is wrong and nothing is missed: every marked class is right.",)
    parts: list[Word] = []
    for word, side in (("Wrong", sums.wrong), ("Missed", sums.missed)):
        if not side:
            continue
        parts.append(f"{word}: ")
        for i, one in enumerate(side[:MOST_ADDENDS]):
            parts += [", " if i else "", Name(one.name), f" ({number(one.limited)})"]
        parts.append(f" and {len(side) - MOST_ADDENDS} more. " if len(side) > MOST_ADDENDS else ". ")
    negative = any(one.limited < 0 for one in (*sums.wrong, *sums.missed))
    if negative and measure.which in "PRF":
        where = " above the line, not below it" if measure.average == "micro as printed" else ""
        parts.append(f"A contribution below 0 counts as 0{where}. ")
    return text_of(*parts, measure.contribution_rule())


def _aside_lines(measure: NearnessMeasure, sums: Contributions) -> tuple[Words, ...]:
    if measure.which != "F":
        return ()
    ratios = zip(("precision", "recall"), measure.shares(sums), strict=True)
    return tuple(
        (f"{word} {number(ratio.top)} of {number(ratio.bottom)} = {number(ratio.value)}",)
        for word, ratio in ratios
        if ratio.bottom > 0
    )
