"""Base of the measures by contributions: nearness and shares; their formulas, in symbols and with a case's numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from ...explain import Formula, Frac, Num, Row, Step, Symbol, Term, Words, number
from ...model.case import Case
from ..base import PREDICTED, TRUE, Measure, Result
from ..shares import ratio_of_sizes, size, weights
from ..telling import plus
from .contributions import Addend, Contribution, Contributions, Nearness, Ratio, macro, micro

MOST_ADDENDS = 4  # numbers of one kind in a formula; more are added up
MOST_POINTED = 150  # classes behind one number; a number of more points to none

_TP, _FP, _FN, _TN = (
    Symbol(kind, says=says)
    for kind, says in (
        ("TP", "the classes that are right"),
        ("FP", "the classes that are wrong"),
        ("FN", "the classes that are missed"),
        ("TN", "the classes that are rightly left out"),
    )
)
_COUNT = Symbol("n", says="the number of all classes")


def con_symbol(kind: str, above: bool) -> Symbol:
    """The sum of the contributions of a kind; `above`: each at least 0."""
    of = {"FP": "the wrong", "FN": "the missed"}[kind]
    return Symbol("Con⁺" if above else "Con", kind, f"what {of} classes get{', each at least 0' if above else ''}")


class NearnessMeasure(Measure):
    """Similarities or distances of a measure by contributions, in symbols and words, and the shares made of them."""

    which: ClassVar[str] = ""  # P, R, F, A (accuracy) or E (error)
    sub: ClassVar[str] = ""

    # Fields of the measures that have them.
    average: str = "micro"
    beta: Fraction = Fraction(1)

    # What is near

    def nearness(self, case: Case) -> Nearness:
        """Similarities or distances that decide on contributions; raises CaseError where they cannot be used."""
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


def symbols_of(measure: NearnessMeasure) -> Row:
    """The right side of the formula in symbols."""
    if measure.which in "AE":
        kinds, sign = ((_TP, _TN), "+") if measure.which == "A" else ((_FP, _FN), "−")
        top = (*size(kinds[0]), "+", *size(kinds[1]), sign, con_symbol("FP", False), sign, con_symbol("FN", False))
        return (Frac(top, (_COUNT,)),)
    if measure.which == "F":
        return _harmonic(measure, measure.share_symbol("P"), measure.share_symbol("R"))
    if measure.average == "macro":
        return (Frac(("Σ", share_of_class(measure.which)), size(TRUE, "∪", PREDICTED)),)
    limited = measure.average == "micro"
    top = (*size(_TP), "+", con_symbol("FP", True), "+", con_symbol("FN", True))
    kind, other = (_FP, "FN") if measure.which == "P" else (_FN, "FP")
    return (Frac(top, (*size(_TP), "+", *size(kind), "+", con_symbol(other, limited))),)


def share_of_class(which: str) -> Symbol:
    """Symbol of the precision ("P") or recall of one class."""
    return Symbol(which, "c", f"the {'precision' if which == 'P' else 'recall'} of one class alone")


def _harmonic(measure: NearnessMeasure, precision: Term, recall: Term) -> Row:
    above, below = weights(measure.beta)
    return (Frac((*above, precision, "·", recall), (*below, precision, "+", recall)),)


def formula_of(measure: NearnessMeasure, case: Case, result: Result) -> Formula:
    """The formula with this case's numbers, each with the classes behind it."""
    sums: Contributions = result.witness
    if measure.which == "F":
        row = _f_row(measure, case, sums)
    elif measure.which in "AE":
        row = _accuracy_row(measure, case, sums)
    else:
        row = numbers_of_share(measure, sums, measure.which)
    return Formula(measure.symbol(), (symbols_of(measure), row), number(result.value))


def _f_row(measure: NearnessMeasure, case: Case, sums: Contributions) -> Row:
    """F from what precision and recall are made of, so that rounding does not show; else from themselves."""
    precision, recall = measure.shares(sums)
    if precision.top != recall.top or precision.bottom <= 0 or recall.bottom <= 0:
        shares = ((precision, case.predicted), (recall, case.true))
        p, r = (Num(number(ratio.value, 4), classes, counts=False) for ratio, classes in shares)
        return _harmonic(measure, p, r)
    top = Num(number(precision.top), frozenset(sums.counts), counts=False)
    of_p = Num(number(precision.bottom), case.predicted, counts=False)
    of_r = Num(number(recall.bottom), case.true, counts=False)
    return ratio_of_sizes("F", measure.beta, (top,), (of_r,), (of_p,))


def _count(classes: Iterable[str]) -> Num:
    members = frozenset(classes)
    return Num(str(len(members)), members if len(members) <= MOST_POINTED else frozenset())


def _accuracy_row(measure: NearnessMeasure, case: Case, sums: Contributions) -> Row:
    wrong, missed = (_count(one.name for one in side) for side in (sums.wrong, sums.missed))
    every = str(sums.rest + len(case.true | case.predicted))
    if measure.which == "E":
        return (
            Frac((wrong, "+", missed, *_signed_terms(sums.wrong, "−"), *_signed_terms(sums.missed, "−")), (every,)),
        )
    rest = _count(measure.nearness(case).classes - case.true - case.predicted)
    return (Frac((_count(sums.right), "+", rest, *_signed_terms(sums.wrong), *_signed_terms(sums.missed)), (every,)),)


def numbers_of_share(measure: NearnessMeasure, sums: Contributions, which: str) -> Row:
    """Precision ("P") or recall ("R") with its numbers."""
    if measure.average == "macro":
        each = [(c, counts.precision if which == "P" else counts.recall) for c, counts in sums.counts.items()]
        few = each if len(each) <= 2 * MOST_ADDENDS else []
        top = plus(Num(number(value), frozenset({c}), counts=False) for c, value in few)
        total = Num(number(sum(value for _, value in each)), frozenset(sums.counts), counts=False)
        return (Frac(top or (total,), (_count(sums.counts),)),)
    right, limited = _count(sums.right), measure.average == "micro"
    own, other = (sums.wrong, sums.missed) if which == "P" else (sums.missed, sums.wrong)
    bottom = (right, "+", _count(one.name for one in own), *_signed_terms(other, above=limited))
    return (Frac((right, *_signed_terms(sums.wrong, above=True), *_signed_terms(sums.missed, above=True)), bottom),)


def _signed_terms(terms: Sequence[Contribution], sign: str = "+", above: bool = False) -> Row:
    """Contributions, each after its sign, with their classes; above: each at least 0."""
    amounts = [(max(Fraction(0), one.limited) if above else one.limited, classes_behind([one])) for one in terms]
    if len(amounts) > MOST_ADDENDS:
        amounts = [(sum((amount for amount, _ in amounts), Fraction(0)), classes_behind(terms))]
    row: list[Term] = []
    for amount, classes in amounts or [(Fraction(0), frozenset[str]())]:
        row += [sign if amount >= 0 else "−" if sign == "+" else "+", Num(number(abs(amount)), classes, counts=False)]
    return tuple(row)


def contributions_row(terms: Sequence[Contribution], above: bool) -> Row:
    """Contributions added up, the first without its sign where that is a plus."""
    sign, *rest = _signed_terms(terms, above=above)
    return tuple(rest) if sign == "+" else (sign, *rest)


def classes_behind(terms: Iterable[Contribution]) -> frozenset[str]:
    """The classes that get contributions, and those that give them."""
    return frozenset(c for one in terms for c in (one.name, *(term.other for term in one.terms)))
