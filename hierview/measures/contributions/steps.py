"""How a measure by contributions shows itself: its formula, its pictures, and the steps to its value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...explain import (
    Column,
    Formula,
    Frac,
    HierarchyPicture,
    Link,
    Look,
    Name,
    Num,
    PairsPicture,
    Row,
    Step,
    Symbol,
    Words,
    names,
    number,
)
from ...model.case import Case
from ..base import PREDICTED, TRUE, Result, text_of
from ..sets.augmented import size

if TYPE_CHECKING:
    from .contributions import Contribution, Contributions
    from .measures import ContributionMeasure

MOST_STEPS = 6  # of one kind; what is beyond is told in one sentence
MOST_TERMS = 4  # numbers of one kind in a formula; more are added up
MOST_LINKS = 24
MOST_IN_COLUMNS = 4
LONGEST_SUB = 28
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


def _con(kind: str, above: bool) -> Symbol:
    """The sum of the contributions of a kind; `above`: each at least 0."""
    of = {"FP": "the wrong", "FN": "the missed"}[kind]
    return Symbol("Con⁺" if above else "Con", kind, f"what {of} classes get{', each at least 0' if above else ''}")


# Formulas


def symbols_of(measure: ContributionMeasure) -> Row:
    """The right side of the formula in symbols."""
    if measure.which in "AE":
        counted, sign = ((_TP, _TN), "+") if measure.which == "A" else ((_FP, _FN), "−")
        top = (*size(counted[0]), "+", *size(counted[1]), sign, _con("FP", False), sign, _con("FN", False))
        return (Frac(top, (_COUNT,)),)
    if measure.which == "F":
        return _harmonic(measure, measure.share_symbol("P"), measure.share_symbol("R"))
    if measure.average == "macro":
        return (Frac(("Σ", _share_of_class(measure.which)), size(TRUE, "∪", PREDICTED)),)
    limited = measure.average == "micro"
    top = (*size(_TP), "+", _con("FP", True), "+", _con("FN", True))
    kind, other = (_FP, "FN") if measure.which == "P" else (_FN, "FP")
    return (Frac(top, (*size(_TP), "+", *size(kind), "+", _con(other, limited))),)


def _share_of_class(which: str) -> Symbol:
    return Symbol(which, "c", f"the {'precision' if which == 'P' else 'recall'} of one class alone")


def _harmonic(measure: ContributionMeasure, precision: Any, recall: Any) -> Row:
    square = measure.beta * measure.beta
    weight = () if square == 1 else (number(square, 4), "·")
    top = (number(1 + square, 4), "·", precision, "·", recall)
    return (Frac(top, (*weight, precision, "+", recall)),)


def formula_of(measure: ContributionMeasure, case: Case, result: Result) -> Formula:
    """The formula with this case's numbers, each with the classes behind it."""
    found: Contributions = result.witness
    if measure.which == "F":
        counted = _f_row(measure, case, found)
    elif measure.which in "AE":
        counted = _accuracy_row(measure, case, found)
    else:
        counted = share_row(measure, case, found, measure.which)
    return Formula(measure.symbol(), (symbols_of(measure), counted), number(result.value))


def _f_row(measure: ContributionMeasure, case: Case, found: Contributions) -> Row:
    """F from what precision and recall are made of, so that rounding does not show; else from themselves."""
    precision, recall = measure.shares(found)
    if precision.top != recall.top or precision.bottom <= 0 or recall.bottom <= 0:
        shares = ((precision, case.predicted), (recall, case.true))
        p, r = (Num(number(ratio.value, 4), classes, counts=False) for ratio, classes in shares)
        return _harmonic(measure, p, r)
    square = measure.beta * measure.beta
    top = Num(number(precision.top), frozenset(found.counts), counts=False)
    of_p = Num(number(precision.bottom), case.predicted, counts=False)
    of_r = Num(number(recall.bottom), case.true, counts=False)
    weight = () if square == 1 else (number(square, 4), "·")
    return (Frac((number(1 + square, 4), "·", top), (*weight, of_r, "+", of_p)),)


def _count(classes: Iterable[str]) -> Num:
    counted = frozenset(classes)
    return Num(str(len(counted)), counted if len(counted) <= MOST_POINTED else frozenset())


def _accuracy_row(measure: ContributionMeasure, case: Case, found: Contributions) -> Row:
    wrong, missed = (_count(one.name for one in side) for side in (found.wrong, found.missed))
    every = str(found.rest + len(case.true | case.predicted))
    if measure.which == "E":
        return (Frac((wrong, "+", missed, *_added(found.wrong, "−"), *_added(found.missed, "−")), (every,)),)
    rest = _count(measure.nearness(case).classes - case.true - case.predicted)
    return (Frac((_count(found.right), "+", rest, *_added(found.wrong), *_added(found.missed)), (every,)),)


def share_row(measure: ContributionMeasure, case: Case, found: Contributions, which: str) -> Row:
    """Precision ("P") or recall ("R") with its numbers."""
    if measure.average == "macro":
        each = [(c, counts.precision if which == "P" else counts.recall) for c, counts in found.counts.items()]
        top: list[Any] = []
        for c, value in each if len(each) <= 2 * MOST_TERMS else ():
            top += ["+", Num(number(value), frozenset({c}), counts=False)]
        total = Num(number(sum(value for _, value in each)), frozenset(found.counts), counts=False)
        return (Frac(tuple(top[1:]) or (total,), (_count(found.counts),)),)
    right, limited = _count(found.right), measure.average == "micro"
    own, other = (found.wrong, found.missed) if which == "P" else (found.missed, found.wrong)
    bottom = (right, "+", _count(one.name for one in own), *_added(other, above=limited))
    return (Frac((right, *_added(found.wrong, above=True), *_added(found.missed, above=True)), bottom),)


def _added(found: Sequence[Contribution], sign: str = "+", above: bool = False) -> Row:
    """Contributions, each after its sign, with their classes; above: each at least 0."""
    amounts = [(max(Fraction(0), one.limited) if above else one.limited, _behind([one])) for one in found]
    if len(amounts) > MOST_TERMS:
        amounts = [(sum((amount for amount, _ in amounts), Fraction(0)), _behind(found))]
    row: list[Any] = []
    for amount, classes in amounts or [(Fraction(0), frozenset[str]())]:
        row += [sign if amount >= 0 else "−" if sign == "+" else "+", Num(number(abs(amount)), classes, counts=False)]
    return tuple(row)


def _sum(found: Sequence[Contribution], above: bool) -> Row:
    """Contributions added up, the first without its sign where that is a plus."""
    sign, *rest = _added(found, above=above)
    return tuple(rest) if sign == "+" else (sign, *rest)


def _behind(found: Iterable[Contribution]) -> frozenset[str]:
    """The classes that get contributions, and those that give them."""
    return frozenset(c for one in found for c in (one.name, *(term.other for term in one.terms)))


# The answer


def contributions_view(measure: ContributionMeasure, case: Case, result: Result, name: str) -> Step:
    """The contributions on the hierarchy and as two columns, over the formula."""
    if result.value is None:
        return Step(name, (result.notes[-1],), (HierarchyPicture(("The case",)),))
    found: Contributions = result.witness
    links = _links([*found.wrong, *found.missed])
    pictures: list[Any] = [
        HierarchyPicture(
            ("What counts of each class", f" · {measure.told_nearness()}"),
            _looks(found),
            links=links,
            short=("On the hierarchy",),
        ),
    ]
    if 0 < len(links) <= MOST_IN_COLUMNS:
        columns = (
            Column(("predicted",), "p", tuple(sorted(case.predicted))),
            Column(("true",), "t", tuple(sorted(case.true))),
        )
        pictures.append(PairsPicture(("Who contributes to whom",), *columns, links, ("As two columns",)))
    return Step(
        name, _words(measure, found), tuple(pictures), formula_of(measure, case, result), _aside(measure, found)
    )


def _looks(found: Contributions) -> dict[str, Look]:
    """Every marked class with what it counts: 1 where right, else its contribution, the worse the darker."""
    values = {c: Fraction(1) for c in found.right}
    values |= {one.name: one.limited for one in (*found.wrong, *found.missed)}
    return {c: Look(value=number(value), tint=float((1 - value) / 2)) for c, value in sorted(values.items())}


def _links(found: Sequence[Contribution]) -> tuple[Link, ...]:
    """Who contributes what to whom; what adds nothing is only considered. Of very many, the strongest."""
    wanted = {}
    for one in found:
        for term in one.terms:
            # A predicted class that is wrong and a true one that is missed give each other the same.
            wanted[frozenset((one.name, term.other))] = term.amount
    strongest = sorted(wanted.items(), key=lambda item: (-abs(item[1]), sorted(item[0])))[:MOST_LINKS]
    kept = {pair for pair, _ in strongest}
    links = {}
    for one in found:
        for term in one.terms:
            if frozenset((one.name, term.other)) in kept:
                pair = (one.name, term.other) if one.wrong else (term.other, one.name)
                links[pair] = Link(*pair, number(term.amount), chosen=term.amount > 0)
    return tuple(links[pair] for pair in sorted(links))


def _words(measure: ContributionMeasure, found: Contributions) -> Words:
    if not found.wrong and not found.missed:
        return ("Nothing is wrong and nothing is missed: every marked class counts 1.",)
    parts: list[Any] = []
    for word, side in (("Wrong", found.wrong), ("Missed", found.missed)):
        if not side:
            continue
        parts.append(f"{word}: ")
        for i, one in enumerate(side[:MOST_TERMS]):
            parts += [", " if i else "", Name(one.name), f" ({number(one.limited)})"]
        parts.append(f" and {len(side) - MOST_TERMS} more. " if len(side) > MOST_TERMS else ". ")
    negative = any(one.limited < 0 for one in (*found.wrong, *found.missed))
    if negative and measure.which in "PRF":
        parts.append(
            "A contribution below 0 counts as 0. "
            if measure.average != "micro as printed"
            else "A contribution below 0 counts as 0 above the line, not below it. "
        )
    return text_of(*parts, measure.told_rule())


def _aside(measure: ContributionMeasure, found: Contributions) -> tuple[Words, ...]:
    if measure.which != "F":
        return ()
    ratios = zip(("precision", "recall"), measure.shares(found), strict=True)
    return tuple(
        (f"{word} {number(ratio.top)} of {number(ratio.bottom)} = {number(ratio.value)}",)
        for word, ratio in ratios
        if ratio.bottom > 0
    )


# The steps


def walk(measure: ContributionMeasure, case: Case, result: Result) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    found: Contributions = result.witness
    steps = [measure.nearness_step(case)]
    if found.right:
        one = len(found.right) == 1
        told = names(found.right) if len(found.right) <= 8 else (f"{len(found.right)} classes",)
        text = text_of(
            told,
            " is both true and predicted, and counts 1." if one else " are both true and predicted, and count 1 each.",
        )
        looks = {c: Look(value="1", emphasis="about") for c in found.right}
        fact: tuple[Words, Words] = (("right",), (number(len(found.right)),))
        steps.append(Step("Right", text, (HierarchyPicture(("In both sets",), looks),), fact=fact))
    for side in (found.wrong, found.missed):
        steps += [_contribution_step(measure, case, one) for one in side[:MOST_STEPS]]
        if side[MOST_STEPS:]:
            steps.append(_rest_step(side[MOST_STEPS:]))
    if measure.which in "PRF" and measure.average == "macro":
        steps += _class_steps(measure, found)
    else:
        steps += _total_steps(measure, found)
    if measure.which == "A":
        steps.append(_spared_step(measure, case, found))
    if measure.which == "F":
        steps += [_share_step(measure, case, found, which) for which in "PR"]
    return tuple(steps)


def _contribution_step(measure: ContributionMeasure, case: Case, one: Contribution) -> Step:
    """What one class gets from each class of the other side, the sum, the limit."""
    is_wrong, side = ("predicted but not true", "true") if one.wrong else ("true but not predicted", "predicted")
    parts: list[Any] = [Name(one.name), f" is {is_wrong}. "]
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
        tuple(line for term in one.terms[:MOST_TERMS] for line in measure.told_reason(case, one.name, term)),
        fact=((Name(one.name),), (f"{'wrong' if one.wrong else 'missed'}, {number(one.limited)}",)),
    )


def _ended(parts: Sequence[Any]) -> Words:
    """Words without the space after the last sentence."""
    words = text_of(*parts)
    return (*words[:-1], str(words[-1]).rstrip())


def _contribution_formula(measure: ContributionMeasure, case: Case, one: Contribution) -> Formula:
    pairs = [frozenset((one.name, term.other)) for term in one.terms]
    amount = measure.amount_row(measure.near_symbol())
    sides: list[Row] = [("Σ", *(amount if len(amount) == 1 else ("(", *amount, ")")))]
    if 0 < len(one.terms) <= MOST_TERMS:
        row: list[Any] = []
        for term, pair in zip(one.terms, pairs, strict=True):
            amount = measure.amount_row(Num(number(term.near, 3), pair, counts=False), case)
            row += ["+", *(amount if len(amount) == 1 or len(one.terms) == 1 else ("(", *amount, ")"))]
        sides.append(tuple(row[1:]))
    if one.limited != one.total:
        told = Num(number(one.total), _behind([one]), counts=False)
        sides.append(("min", "(", "1", ",", told, ")") if one.total > 1 else ("max", "(", "−1", ",", told, ")"))
    name = one.name if len(one.name) <= LONGEST_SUB else "c"
    own = Symbol("Con", name, "what this class gets from the other side")
    return Formula((own,), tuple(sides), number(one.limited))


def _rest_step(rest: Sequence[Contribution]) -> Step:
    total = sum((one.limited for one in rest), Fraction(0))
    word = "wrong" if rest[0].wrong else "missed"
    them = f"One more {word} class gets" if len(rest) == 1 else f"The other {len(rest)} {word} classes get together"
    text = f"{them} {number(total)}."
    looks = {one.name: Look(value=number(one.limited), emphasis="about") for one in rest}
    return Step(word.capitalize(), (text,), (HierarchyPicture((f"The other {word} classes",), looks),))


def _total_steps(measure: ContributionMeasure, found: Contributions) -> list[Step]:
    """The sum of the contributions on each side."""
    above = measure.which in "PRF"
    steps = []
    for kind, word, side in (("FP", "wrong", found.wrong), ("FN", "missed", found.missed)):
        if not side:
            continue
        amounts = [max(Fraction(0), one.limited) if above else one.limited for one in side]
        total = number(sum(amounts, Fraction(0)))
        text = f"{len(side)} class is {word}" if len(side) == 1 else f"{len(side)} classes are {word}"
        text += f"; together they count {total}" if len(side) > 1 else f" and counts {total}"
        if above and any(one.limited < 0 for one in side):
            text += ", as a contribution below 0 counts as 0"
            if measure.average == "micro as printed":
                text += " above the line"
        looks = {one.name: Look(value=number(one.limited), emphasis="about") for one in side}
        picture = HierarchyPicture((f"The {word} classes", f" · {len(side)}"), looks)
        known = Formula((_con(kind, above),), (_sum(side, above),) if len(side) > 1 else (), total)
        fact: tuple[Words, Words] = ((f"{word}, in all",), (total,))
        steps.append(Step("Totals", (text + ".",), (picture,), known, fact=fact))
    return steps


def _class_steps(measure: ContributionMeasure, found: Contributions) -> list[Step]:
    """Precision and recall of every class alone, which the macro averages are made of."""
    steps = []
    which = "R" if measure.which == "R" else "P"
    for c, counts in list(found.counts.items())[:MOST_STEPS]:
        precision, recall = number(counts.precision), number(counts.recall)
        text = text_of(Name(c), f" alone has precision {precision} and recall {recall}.")
        counted = Num(number(counts.gained), frozenset({c}), counts=False)
        of, value = (counts.recall_of, recall) if which == "R" else (counts.precision_of, precision)
        known = Formula((_share_of_class(which),), ((Frac((counted,), (number(of),)),),) if of > 0 else (), value)
        looks = {c: Look(value=f"{precision}, {recall}", emphasis="about")}
        picture = HierarchyPicture(text_of("Precision and recall of ", Name(c)), looks)
        fact: tuple[Words, Words] = ((Name(c),), (f"P {precision}, R {recall}",))
        steps.append(Step("Classes", text, (picture,), known, fact=fact))
    rest = list(found.counts)[MOST_STEPS:]
    if rest:
        told = [number(sum(getattr(found.counts[c], which) for c in rest)) for which in ("precision", "recall")]
        them = "One more class adds" if len(rest) == 1 else f"The other {len(rest)} classes add"
        text = (f"{them} {told[0]} to the precisions and {told[1]} to the recalls.",)
        looks = {c: Look(emphasis="about") for c in rest}
        steps.append(Step("Classes", text, (HierarchyPicture(("The other classes",), looks),)))
    return steps


def _spared_step(measure: ContributionMeasure, case: Case, found: Contributions) -> Step:
    """The classes that are rightly left alone."""
    spared = sorted(measure.nearness(case).classes - case.true - case.predicted)[:MOST_POINTED]
    one = found.rest == 1
    text = f"{found.rest} class is" if one else f"{found.rest} classes are"
    text += " neither true nor predicted, and " + ("counts 1." if one else "count 1 each.")
    looks = {c: Look(emphasis="about") for c in spared}
    return Step(
        "Right",
        (text,),
        (HierarchyPicture(("Neither true nor predicted",), looks),),
        fact=(("rightly left out",), (str(found.rest),)),
    )


def _share_step(measure: ContributionMeasure, case: Case, found: Contributions, which: str) -> Step:
    """Precision or recall, the parts of F."""
    word, ratio = ("precision", measure.shares(found)[0]) if which == "P" else ("recall", measure.shares(found)[1])
    top, bottom, value = number(ratio.top), number(ratio.bottom), number(ratio.value)
    marked = case.predicted if which == "P" else case.true
    if ratio.bottom > 0:
        text: Words = (f"Of {bottom} in the denominator, {top} counts as right: {word} {value}.",)
        sides: tuple[Row, ...] = (share_row(measure, case, found, which),)
    else:
        text = (f"The denominator is {bottom}, and nothing can be divided by that: {word} is taken as 0.",)
        sides = ()
    looks = {c: Look(emphasis="about") for c in marked}
    picture = HierarchyPicture((f"What {word} looks at",), looks)
    known = Formula((measure.share_symbol(which),), sides, value)
    fact: tuple[Words, Words] = ((word,), (f"{top} of {bottom} = {value}",))
    return Step("Shares", text, (picture,), known, fact=fact)
