"""Base of the measures by contributions: nearness and shares; their formulas, and their steps.

The steps: what is near, what every class gets, the sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from ...explain import Formula, Frac, HierarchyPicture, Look, Name, Num, Row, Step, Symbol, Term, Word, Words, number
from ...model.case import Case
from ..base import PREDICTED, TRUE, Measure, Result, text_of
from ..shares import f_weights, ratio_of_sizes, size_row
from ..telling import (
    MOST_STEPS,
    amount_number,
    are_verb,
    count_words,
    outlined_looks,
    plus_row,
    rest_clause,
    some_names,
    step_with_picture,
)
from .contributions import Addend, Contribution, Contributions, Nearness, Ratio, macro_averages, micro_averages

MOST_ADDENDS = 4  # numbers of one kind in a formula; more are added up
LONGEST_SUB = 28
MOST_POINTED = 150  # classes behind one number; a number of more points to none

_TP = Symbol("TP", says="the classes that are right")
_FP = Symbol("FP", says="the classes that are wrong")
_FN = Symbol("FN", says="the classes that are missed")
_TN = Symbol("TN", says="the classes that are rightly left out")
_COUNT = Symbol("n", says="the number of all classes")


def contribution_sum_symbol(kind: str, above: bool) -> Symbol:
    """The sum of the contributions of a kind; `above`: each at least 0."""
    of = {"FP": "the wrong", "FN": "the missed"}[kind]
    return Symbol("Con⁺" if above else "Con", kind, f"what {of} classes get{', each at least 0' if above else ''}")


class NearnessMeasure(Measure):
    """Similarities or distances of a measure by contributions, in symbols and words, and the shares made of them."""

    which: ClassVar[str] = ""  # P, R, F, A (accuracy) or E (error)
    sub: ClassVar[str] = ""
    near_symbol: ClassVar[Symbol]  # of the nearness of two classes: similarity, or distance

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

    def contribution_rule(self) -> str:
        """Sentence on when a class contributes."""
        raise NotImplementedError

    def nearness_words(self, case: Case, near: Fraction) -> Words:
        """Words for how near another class is: `with a similarity of 0.67`."""
        raise NotImplementedError

    def nearness_reason(self, case: Case, name: str, term: Addend) -> tuple[Words, ...]:
        """Lines on where the nearness of a pair comes from; none where it is given."""
        return ()

    def amount_row(self, near: Symbol | Num, case: Case | None = None) -> Row:
        """Formula of what a class contributes, from its nearness: in symbols, or with a case's numbers."""
        raise NotImplementedError

    # The value

    def shares(self, sums: Contributions) -> tuple[Ratio, Ratio]:
        """Precision and recall."""
        counts = sums.counts.values()
        return (
            macro_averages(counts)
            if self.average == "macro"
            else micro_averages(counts, limited=self.average == "micro")
        )

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


def symbols_row(measure: NearnessMeasure) -> Row:
    """The right side of the formula in symbols."""
    if measure.which in "AE":
        first, second, sign = (_TP, _TN, "+") if measure.which == "A" else (_FP, _FN, "−")
        top = (
            *size_row(first),
            "+",
            *size_row(second),
            sign,
            contribution_sum_symbol("FP", False),
            sign,
            contribution_sum_symbol("FN", False),
        )
        return (Frac(top, (_COUNT,)),)
    if measure.which == "F":
        return _harmonic_row(measure, measure.share_symbol("P"), measure.share_symbol("R"))
    if measure.average == "macro":
        return (Frac(("Σ", share_of_class(measure.which)), size_row(TRUE, "∪", PREDICTED)),)
    limited = measure.average == "micro"
    top = (*size_row(_TP), "+", contribution_sum_symbol("FP", True), "+", contribution_sum_symbol("FN", True))
    kind, other = (_FP, "FN") if measure.which == "P" else (_FN, "FP")
    return (Frac(top, (*size_row(_TP), "+", *size_row(kind), "+", contribution_sum_symbol(other, limited))),)


def share_of_class(which: str) -> Symbol:
    """Symbol of the precision ("P") or recall of one class."""
    return Symbol(which, "c", f"the {'precision' if which == 'P' else 'recall'} of one class alone")


def _harmonic_row(measure: NearnessMeasure, precision: Term, recall: Term) -> Row:
    above, below = f_weights(measure.beta)
    return (Frac((*above, precision, "·", recall), (*below, precision, "+", recall)),)


def result_formula(measure: NearnessMeasure, case: Case, result: Result) -> Formula:
    """The formula with this case's numbers, each with the classes behind it."""
    sums: Contributions = result.witness
    if measure.which == "F":
        row = _f_row(measure, sums)
    elif measure.which in "AE":
        row = _accuracy_row(measure, case, sums)
    else:
        row = numbers_of_share(measure, sums, measure.which)
    return Formula(measure.symbol(), (symbols_row(measure), row), number(result.value))


def _f_row(measure: NearnessMeasure, sums: Contributions) -> Row:
    """F from what precision and recall are made of, so that rounding does not show; else from themselves."""
    precision, recall = measure.shares(sums)
    if precision.top != recall.top or precision.bottom <= 0 or recall.bottom <= 0:
        return _harmonic_row(measure, *(amount_number(share.value, sums.counts, 4) for share in (precision, recall)))
    top, of_p, of_r = (amount_number(value, sums.counts) for value in (precision.top, precision.bottom, recall.bottom))
    return ratio_of_sizes("F", measure.beta, (top,), (of_r,), (of_p,))


def _class_count(classes: Iterable[str]) -> Num:
    members = frozenset(classes)
    return Num(str(len(members)), members if len(members) <= MOST_POINTED else frozenset())


def _accuracy_row(measure: NearnessMeasure, case: Case, sums: Contributions) -> Row:
    if measure.which == "A":
        sides, sign = [sums.right, measure.nearness(case).classes - case.true - case.predicted], "+"
    else:
        sides, sign = [frozenset(one.name for one in side) for side in (sums.wrong, sums.missed)], "−"
    first, second = map(_class_count, sides)
    top = (first, "+", second, *_signed_terms(sums.wrong, sign), *_signed_terms(sums.missed, sign))
    return (Frac(top, (str(sums.rest + len(case.true | case.predicted)),)),)


def numbers_of_share(measure: NearnessMeasure, sums: Contributions, which: str) -> Row:
    """Precision ("P") or recall ("R") with its numbers."""
    if measure.average == "macro":
        each: list[tuple[Iterable[str], Fraction | int]] = [
            ((c,), counts.precision if which == "P" else counts.recall) for c, counts in sums.counts.items()
        ]
        if len(each) > 2 * MOST_ADDENDS:
            each = [(sums.counts, sum(value for _, value in each))]
        top = plus_row(amount_number(value, classes) for classes, value in each)
        return (Frac(top, (_class_count(sums.counts),)),)
    right, limited = _class_count(sums.right), measure.average == "micro"
    own, other = (sums.wrong, sums.missed) if which == "P" else (sums.missed, sums.wrong)
    bottom = (right, "+", _class_count(one.name for one in own), *_signed_terms(other, above=limited))
    return (Frac((right, *_signed_terms(sums.wrong, above=True), *_signed_terms(sums.missed, above=True)), bottom),)


def _signed_terms(terms: Sequence[Contribution], sign: str = "+", above: bool = False) -> Row:
    """Contributions, each after its sign, with their classes; above: each at least 0."""
    values = [(one.limited_above_0 if above else one.limited, classes_behind([one])) for one in terms]
    if len(values) > MOST_ADDENDS:
        values = [(sum((value for value, _ in values), Fraction(0)), classes_behind(terms))]
    row: list[Term] = []
    for value, classes in values or [(Fraction(0), frozenset[str]())]:
        row += [sign if value >= 0 else "−" if sign == "+" else "+", amount_number(abs(value), classes)]
    return tuple(row)


def contributions_row(terms: Sequence[Contribution], above: bool) -> Row:
    """Contributions added up, the first without its sign where that is a plus."""
    sign, *rest = _signed_terms(terms, above=above)
    return tuple(rest) if sign == "+" else (sign, *rest)


def classes_behind(terms: Iterable[Contribution]) -> frozenset[str]:
    """The classes that get contributions, and those that give them."""
    return frozenset(c for one in terms for c in (one.name, *(term.other for term in one.terms)))


# Steps


def contribution_steps(measure: NearnessMeasure, case: Case, result: Result) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    sums: Contributions = result.witness
    steps = [measure.nearness_step(case)]
    if sums.right:
        each = "gets 1" if len(sums.right) == 1 else "get 1 each"
        text = text_of(some_names(sums.right), f" {are_verb(sums.right)} both true and predicted, and {each}.")
        picture = HierarchyPicture(("In both sets",), {c: Look(value="1", emphasis="about") for c in sums.right})
        steps.append(step_with_picture("Right", text, picture, fact=("right", str(len(sums.right)))))
    for side in (sums.wrong, sums.missed):
        steps += [_contribution_step(measure, case, one) for one in side[:MOST_STEPS]]
        if side[MOST_STEPS:]:
            rest, word = side[MOST_STEPS:], "wrong" if side[0].wrong else "missed"
            them = rest_clause(len(rest), f"{word} class gets", f"{word} classes together get")
            told = f"{them} {number(sum(one.limited for one in rest))}."
            steps.append(step_with_picture(word.capitalize(), told, _sums_picture(f"The other {word} classes", rest)))
    if measure.which in "PRF" and measure.average == "macro":
        steps += _class_steps(measure, sums)
    else:
        steps += _total_steps(measure, sums)
    if measure.which == "A":
        steps.append(_spared_step(measure, case, sums))
    if measure.which == "F":
        steps += [_share_step(measure, case, sums, which) for which in "PR"]
    return tuple(steps)


def _contribution_step(measure: NearnessMeasure, case: Case, one: Contribution) -> Step:
    """The share of one class from each class of the other side, the sum, the limit."""
    is_wrong, side = ("predicted but not true", "true") if one.wrong else ("true but not predicted", "predicted")
    parts: list[Word] = [Name(one.name), f" is {is_wrong}. "]
    for term in one.terms[:MOST_STEPS]:
        parts += [Name(term.other), ", ", *measure.nearness_words(case, term.near)]
        if term.amount > 0:
            parts.append(f", gives it {number(term.amount)}. ")
        else:
            parts.append(f", takes {number(-term.amount)} from it. " if term.amount else ", gives it 0. ")
    more = len(one.terms) - MOST_STEPS
    if more > 0:
        rest = number(sum(term.amount for term in one.terms[MOST_STEPS:]))
        parts.append(f"{more} more {'gives' if more == 1 else 'together give'} it {rest}. ")
    if not one.terms:
        parts.append(f"No class is {side}, so it gets nothing. ")
    if one.limited != one.total:
        parts.append(f"The sum, {number(one.total)}, is limited to {number(one.limited)}. ")
    elif len(one.terms) > 1:
        parts.append(f"That is {number(one.total)} in all. ")
    looks = {term.other: Look(value=number(term.amount)) for term in one.terms}
    looks[one.name] = Look(value=number(one.limited), emphasis="about")
    picture = HierarchyPicture(text_of("What ", Name(one.name), " gets, and from whom"), looks)
    return Step(
        "Wrong" if one.wrong else "Missed",
        (*parts[:-1], str(parts[-1]).rstrip()),
        (picture,),
        _contribution_formula(measure, case, one),
        tuple(line for term in one.terms[:MOST_ADDENDS] for line in measure.nearness_reason(case, one.name, term)),
        fact=((Name(one.name),), (f"{'wrong' if one.wrong else 'missed'}, {number(one.limited)}",)),
    )


def _contribution_formula(measure: NearnessMeasure, case: Case, one: Contribution) -> Formula:
    share = measure.amount_row(measure.near_symbol)
    sides: list[Row] = [("Σ", *(share if len(share) == 1 else ("(", *share, ")")))]
    if 0 < len(one.terms) <= MOST_ADDENDS:
        row: list[Term] = []
        for term in one.terms:
            share = measure.amount_row(amount_number(term.near, (one.name, term.other), 3), case)
            row += ["+", *(share if len(share) == 1 or len(one.terms) == 1 else ("(", *share, ")"))]
        sides.append(tuple(row[1:]))
    if one.limited != one.total:
        limit = ("min", "(", "1") if one.total > 1 else ("max", "(", "−1")
        sides.append((*limit, ",", amount_number(one.total, classes_behind([one])), ")"))
    label = case.hierarchy.labels.label_or_name(one.name)
    own = Symbol("Con", label if len(label) <= LONGEST_SUB else "c", "what this class gets from the other side")
    return Formula((own,), tuple(sides), number(one.limited))


def _sums_picture(title: str, side: Sequence[Contribution], more: str = "") -> HierarchyPicture:
    looks = {one.name: Look(value=number(one.limited), emphasis="about") for one in side}
    return HierarchyPicture(text_of(title, more), looks)


def _total_steps(measure: NearnessMeasure, sums: Contributions) -> list[Step]:
    above = measure.which in "PRF"
    steps = []
    for kind, word, side in (("FP", "wrong", sums.wrong), ("FN", "missed", sums.missed)):
        if not side:
            continue
        total = number(sum(one.limited_above_0 if above else one.limited for one in side))
        text = count_words(len(side), f"class is {word}", f"classes are {word}")
        does = "count" if above else "get"
        text += f"; together they {does} {total}" if len(side) > 1 else f" and {does}s {total}"
        if above and any(one.limited < 0 for one in side):
            text += ", as a contribution below 0 counts as 0"
            if measure.average == "micro as printed":
                text += " above the line"
        picture = _sums_picture(f"The {word} classes", side, f" · {len(side)}")
        formula = Formula(
            (contribution_sum_symbol(kind, above),), (contributions_row(side, above),) if len(side) > 1 else (), total
        )
        steps.append(step_with_picture("Totals", text + ".", picture, formula, (f"{word}, in all", total)))
    return steps


def _class_steps(measure: NearnessMeasure, sums: Contributions) -> list[Step]:
    """Precision and recall of every class alone, which the macro averages are made of."""
    steps = []
    which = "R" if measure.which == "R" else "P"
    for c, counts in list(sums.counts.items())[:MOST_STEPS]:
        precision, recall = number(counts.precision), number(counts.recall)
        text = (Name(c), f" alone has precision {precision} and recall {recall}.")
        gain = amount_number(counts.numerator, (c,))
        of, value = (counts.recall_denominator, recall) if which == "R" else (counts.precision_denominator, precision)
        formula = Formula((share_of_class(which),), ((Frac((gain,), (number(of),)),),) if of > 0 else (), value)
        looks = {c: Look(value=f"{precision}, {recall}", emphasis="about")}
        picture = HierarchyPicture(("Precision and recall of ", Name(c)), looks)
        steps.append(step_with_picture("Classes", text, picture, formula, (Name(c), f"P {precision}, R {recall}")))
    rest = list(sums.counts)[MOST_STEPS:]
    if rest:
        totals = [number(sum(getattr(sums.counts[c], which) for c in rest)) for which in ("precision", "recall")]
        them = rest_clause(len(rest), "class adds", "classes add")
        more = f"{them} {totals[0]} to the precisions and {totals[1]} to the recalls."
        steps.append(step_with_picture("Classes", more, HierarchyPicture(("The other classes",), outlined_looks(rest))))
    return steps


def _spared_step(measure: NearnessMeasure, case: Case, sums: Contributions) -> Step:
    classes = sorted(measure.nearness(case).classes - case.true - case.predicted)[:MOST_POINTED]
    text = count_words(sums.rest, "class is", "classes are")
    text += f" neither true nor predicted, and {'counts 1' if sums.rest == 1 else 'count 1 each'}."
    picture = HierarchyPicture(("Neither true nor predicted",), outlined_looks(classes))
    return step_with_picture("Right", text, picture, fact=("rightly left out", str(sums.rest)))


def _share_step(measure: NearnessMeasure, case: Case, sums: Contributions, which: str) -> Step:
    """Precision or recall, the parts of F."""
    i = "PR".index(which)
    word, ratio = ("precision", "recall")[i], measure.shares(sums)[i]
    marked = sums.counts if measure.average == "macro" else (case.predicted, case.true)[i]
    top, bottom, value = number(ratio.top), number(ratio.bottom), number(ratio.value)
    text = f"The denominator is {bottom}, and nothing can be divided by that: {word} is taken as 0."
    sides: tuple[Row, ...] = ()
    if ratio.bottom > 0:
        text = f"The numerator is {top}, the denominator {bottom}: {word} {value}."
        sides = (numbers_of_share(measure, sums, which),)
    picture = HierarchyPicture((f"What {word} looks at",), outlined_looks(marked))
    formula = Formula((measure.share_symbol(which),), sides, value)
    return step_with_picture("Shares", text, picture, formula, (word, f"{top} of {bottom} = {value}"))
