"""The steps of a measure by contributions: what is near, what every class gets, the sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...explain import Formula, Frac, HierarchyPicture, Look, Name, Num, Row, Step, Symbol, Term, Words, number
from ...model.case import Case
from ..base import Result, text_of
from ..telling import MOST_STEPS, Word, are, how_many, outlined, some, the_rest
from .contributions import Contribution, Contributions
from .formulas import (
    MOST_ADDENDS,
    MOST_POINTED,
    NearnessMeasure,
    classes_behind,
    con_symbol,
    contributions_row,
    numbers_of_share,
    share_of_class,
)

LONGEST_SUB = 28


def contribution_steps(measure: NearnessMeasure, case: Case, result: Result) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    sums: Contributions = result.witness
    steps = [measure.nearness_step(case)]
    if sums.right:
        each = "counts 1" if len(sums.right) == 1 else "count 1 each"
        text = text_of(some(sums.right), f" {are(sums.right)} both true and predicted, and {each}.")
        looks = {c: Look(value="1", emphasis="about") for c in sums.right}
        fact: tuple[Words, Words] = (("right",), (number(len(sums.right)),))
        steps.append(Step("Right", text, (HierarchyPicture(("In both sets",), looks),), fact=fact))
    for side in (sums.wrong, sums.missed):
        steps += [_contribution_step(measure, case, one) for one in side[:MOST_STEPS]]
        if side[MOST_STEPS:]:
            steps.append(_rest_step(side[MOST_STEPS:]))
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
        parts += [Name(term.other), ", ", *measure.told_near(case, term.near)]
        if term.amount > 0:
            parts.append(f", gives it {number(term.amount)}. ")
        else:
            parts.append(f", takes {number(-term.amount)} from it. " if term.amount else ", gives it 0. ")
    more = len(one.terms) - MOST_STEPS
    if more > 0:
        rest = sum((term.amount for term in one.terms[MOST_STEPS:]), Fraction(0))
        parts.append(f"{more} more {'gives it' if more == 1 else 'give it together'} {number(rest)}. ")
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
        _ended(parts),
        (picture,),
        _contribution_formula(measure, case, one),
        tuple(line for term in one.terms[:MOST_ADDENDS] for line in measure.told_reason(case, one.name, term)),
        fact=((Name(one.name),), (f"{'wrong' if one.wrong else 'missed'}, {number(one.limited)}",)),
    )


def _ended(parts: Sequence[Word]) -> Words:
    """Words without the space after the last sentence."""
    words = text_of(*parts)
    return (*words[:-1], str(words[-1]).rstrip())


def _contribution_formula(measure: NearnessMeasure, case: Case, one: Contribution) -> Formula:
    pairs = [frozenset((one.name, term.other)) for term in one.terms]
    amount = measure.amount_row(measure.near_symbol())
    sides: list[Row] = [("Σ", *(amount if len(amount) == 1 else ("(", *amount, ")")))]
    if 0 < len(one.terms) <= MOST_ADDENDS:
        row: list[Term] = []
        for term, pair in zip(one.terms, pairs, strict=True):
            amount = measure.amount_row(Num(number(term.near, 3), pair, counts=False), case)
            row += ["+", *(amount if len(amount) == 1 or len(one.terms) == 1 else ("(", *amount, ")"))]
        sides.append(tuple(row[1:]))
    if one.limited != one.total:
        number_of_class = Num(number(one.total), classes_behind([one]), counts=False)
        sides.append(
            ("min", "(", "1", ",", number_of_class, ")")
            if one.total > 1
            else ("max", "(", "−1", ",", number_of_class, ")")
        )
    label = case.hierarchy.labels.label_or_name(one.name)
    own = Symbol("Con", label if len(label) <= LONGEST_SUB else "c", "what this class gets from the other side")
    return Formula((own,), tuple(sides), number(one.limited))


def _rest_step(rest: Sequence[Contribution]) -> Step:
    total = sum((one.limited for one in rest), Fraction(0))
    word = "wrong" if rest[0].wrong else "missed"
    them = the_rest(len(rest), f"{word} class gets", f"{word} classes get together")
    text = f"{them} {number(total)}."
    looks = {one.name: Look(value=number(one.limited), emphasis="about") for one in rest}
    return Step(word.capitalize(), (text,), (HierarchyPicture((f"The other {word} classes",), looks),))


def _total_steps(measure: NearnessMeasure, sums: Contributions) -> list[Step]:
    """The sum of the contributions on each side."""
    above = measure.which in "PRF"
    steps = []
    for kind, word, side in (("FP", "wrong", sums.wrong), ("FN", "missed", sums.missed)):
        if not side:
            continue
        amounts = [max(Fraction(0), one.limited) if above else one.limited for one in side]
        total = number(sum(amounts, Fraction(0)))
        text = how_many(len(side), f"class is {word}", f"classes are {word}")
        text += f"; together they count {total}" if len(side) > 1 else f" and counts {total}"
        if above and any(one.limited < 0 for one in side):
            text += ", as a contribution below 0 counts as 0"
            if measure.average == "micro as printed":
                text += " above the line"
        looks = {one.name: Look(value=number(one.limited), emphasis="about") for one in side}
        picture = HierarchyPicture((f"The {word} classes", f" · {len(side)}"), looks)
        formula = Formula((con_symbol(kind, above),), (contributions_row(side, above),) if len(side) > 1 else (), total)
        fact: tuple[Words, Words] = ((f"{word}, in all",), (total,))
        steps.append(Step("Totals", (text + ".",), (picture,), formula, fact=fact))
    return steps


def _class_steps(measure: NearnessMeasure, sums: Contributions) -> list[Step]:
    """Precision and recall of every class alone, which the macro averages are made of."""
    steps = []
    which = "R" if measure.which == "R" else "P"
    for c, counts in list(sums.counts.items())[:MOST_STEPS]:
        precision, recall = number(counts.precision), number(counts.recall)
        text = text_of(Name(c), f" alone has precision {precision} and recall {recall}.")
        gain = Num(number(counts.gained), frozenset({c}), counts=False)
        of, value = (counts.recall_of, recall) if which == "R" else (counts.precision_of, precision)
        formula = Formula((share_of_class(which),), ((Frac((gain,), (number(of),)),),) if of > 0 else (), value)
        looks = {c: Look(value=f"{precision}, {recall}", emphasis="about")}
        picture = HierarchyPicture(text_of("Precision and recall of ", Name(c)), looks)
        fact: tuple[Words, Words] = ((Name(c),), (f"P {precision}, R {recall}",))
        steps.append(Step("Classes", text, (picture,), formula, fact=fact))
    rest = list(sums.counts)[MOST_STEPS:]
    if rest:
        totals = [number(sum(getattr(sums.counts[c], which) for c in rest)) for which in ("precision", "recall")]
        them = the_rest(len(rest), "class adds", "classes add")
        text = (f"{them} {totals[0]} to the precisions and {totals[1]} to the recalls.",)
        steps.append(Step("Classes", text, (HierarchyPicture(("The other classes",), outlined(rest)),)))
    return steps


def _spared_step(measure: NearnessMeasure, case: Case, sums: Contributions) -> Step:
    """The classes that are rightly left alone."""
    classes = sorted(measure.nearness(case).classes - case.true - case.predicted)[:MOST_POINTED]
    one = sums.rest == 1
    text = how_many(sums.rest, "class is", "classes are")
    text += " neither true nor predicted, and " + ("counts 1." if one else "count 1 each.")
    return Step(
        "Right",
        (text,),
        (HierarchyPicture(("Neither true nor predicted",), outlined(classes)),),
        fact=(("rightly left out",), (str(sums.rest),)),
    )


def _share_step(measure: NearnessMeasure, case: Case, sums: Contributions, which: str) -> Step:
    """Precision or recall, the parts of F."""
    word, ratio = ("precision", measure.shares(sums)[0]) if which == "P" else ("recall", measure.shares(sums)[1])
    top, bottom, value = number(ratio.top), number(ratio.bottom), number(ratio.value)
    marked = case.predicted if which == "P" else case.true
    if ratio.bottom > 0:
        text: Words = (f"Of {bottom} in the denominator, {top} counts as right: {word} {value}.",)
        sides: tuple[Row, ...] = (numbers_of_share(measure, sums, which),)
    else:
        text = (f"The denominator is {bottom}, and nothing can be divided by that: {word} is taken as 0.",)
        sides = ()
    picture = HierarchyPicture((f"What {word} looks at",), outlined(marked))
    formula = Formula((measure.share_symbol(which),), sides, value)
    fact: tuple[Words, Words] = ((word,), (f"{top} of {bottom} = {value}",))
    return Step("Shares", text, (picture,), formula, fact=fact)
