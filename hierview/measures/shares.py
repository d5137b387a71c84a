"""Precision, recall and F over two sets: the numbers, what is said of 0/0, the formulas and their steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import ClassVar, NamedTuple

from ..explain import Formula, Frac, Picture, Row, Step, Symbol, Term, Words, number
from ..languages import N_
from .base import Measure, param
from .telling import are_verb, class_count, count_words, step_with_picture

ZERO = param(0, N_("What 0/0 gives."), label=N_("0/0 gives"), choices=(0, None))
BETA = param(1, N_("Above 1, recall weighs more than precision."), label=N_("Weight of recall"), symbol="β", at_least=0)


def ratio(top: int | Fraction, bottom: int | Fraction, zero: int | None) -> Fraction | None:
    """Top / bottom, and `zero` for 0/0."""
    if bottom:
        return Fraction(top, bottom)
    return None if zero is None else Fraction(zero)


def f_beta(precision: Fraction | None, recall: Fraction | None, beta: Fraction, zero: int | None) -> Fraction | None:
    """(1 + β²)PR / (β²P + R); undefined where P or R is."""
    if precision is None or recall is None:
        return None
    # Of whole numbers, as each operation on fractions looks for what can be cancelled.
    (p, in_p), (r, in_r), (b, in_b) = (x.as_integer_ratio() for x in (precision, recall, beta * beta))
    return ratio((b + in_b) * p * r, b * p * in_r + in_b * r * in_p, zero)


def zero_division_ending(zero: int | None) -> str:
    """End of a sentence on 0/0: it leaves the value undefined, or is taken as `zero`."""
    return "leaves the value undefined" if zero is None else f"is taken as {zero}"


def harmonic_note(zero: int | None) -> tuple[str, ...]:
    """The note that F is 0/0, as precision and recall are 0."""
    return (f"Precision and recall are 0, so F is 0/0; that {zero_division_ending(zero)}.",)


def zero_notes(which: str, nothing: str, zero: int | None, sizes: tuple[int, int, int]) -> tuple[str, ...]:
    """The notes on where P, R or F is 0/0, and what that was taken as; sizes: common, true, predicted."""
    common, true, predicted = sizes
    for one, word, side, whole in (("P", "Precision", "predicted", predicted), ("R", "Recall", "true", true)):
        if which in (one, "F") and not whole:
            return (f"{word} is 0/0, as {nothing.format(side)}; that {zero_division_ending(zero)}.",)
    return harmonic_note(zero) if which == "F" and not common else ()


# Formulas


def size_row(*symbols: Term) -> Row:
    """The bars of a size, |…|, around symbols."""
    return ("|", *symbols, "|")


def f_weights(beta: Fraction) -> tuple[Row, Row]:
    """Factors in F: before the common part above the line, and before the true part below it: 1 + β² and β²."""
    square = beta * beta
    return (number(1 + square, 4), "·"), () if square == 1 else (number(square, 4), "·")


def ratio_of_sizes(which: str, beta: Fraction, common: Row, true: Row, predicted: Row) -> Row:
    """P, R or F from the sizes of two sets and of what they have in common."""
    if which != "F":
        return (Frac(common, predicted if which == "P" else true),)
    above, below = f_weights(beta)
    return (Frac((*above, *common), (*below, *true, "+", *predicted)),)


class ShareOfSides(Measure):
    """Base of precision, recall and F over two sides.

    which: "P", "R" or "F".  nothing: why the share of a side is 0/0.  zero: what 0/0 gives, None where it leaves the
    value undefined.  beta: recall's weight.
    """

    which: ClassVar[str] = ""
    nothing: ClassVar[str] = "there is nothing {} to count"
    zero: int | None = 0
    beta: Fraction = Fraction(1)

    def share(self, common: int, true: int, predicted: int) -> Fraction | None:
        """The value, from how much both sides hold, and each of them."""
        precision, recall = ratio(common, predicted, self.zero), ratio(common, true, self.zero)
        if self.which == "F":
            return f_beta(precision, recall, self.beta, self.zero)
        return precision if self.which == "P" else recall

    def zero_share_notes(self, common: int, true: int, predicted: int) -> tuple[str, ...]:
        """The notes on where 0/0 occurred, and what it was taken as."""
        return zero_notes(self.which, self.nothing, self.zero, (common, true, predicted))

    def symbol_with_beta(self, own: Symbol, sub: str) -> Symbol:
        """The symbol of the value, with β where it is not 1."""
        return own if self.beta == 1 else Symbol(own.text, f"{sub}, β = {number(self.beta)}", own.says)

    def share_symbols(self, symbols: tuple[Symbol, Symbol]) -> Row:
        """The formula in symbols of the true and the predicted side."""
        t, p = symbols
        return ratio_of_sizes(self.which, self.beta, size_row(t, "∩", p), size_row(t), size_row(p))

    def share_formula(self, value: float | None, true: frozenset[str], predicted: frozenset[str]) -> Formula:
        """The formula: in symbols, then sizes, each with its classes."""
        common, t, p = ((class_count(classes),) for classes in (true & predicted, true, predicted))
        row = ratio_of_sizes(self.which, self.beta, common, t, p)
        return Formula(self.symbol(), (self.symbols(), row), number(value))


def share_aside(
    common: int, true: int, predicted: int, *, text_of_count: Callable[[int], str] = str
) -> tuple[Words, ...]:
    """Precision and recall beside F, in words, from how much both sides hold, and each of them."""
    part = text_of_count(common)
    return tuple(
        (f"{word} {part} of {text_of_count(whole)} = {number(common / whole)}",)
        for word, whole in (("precision", predicted), ("recall", true))
        if whole
    )


def share_of_sets_aside(true: frozenset[str], predicted: frozenset[str], beta: Fraction) -> tuple[Words, ...]:
    """Precision and recall beside F over two sets, and that F is made of them."""
    common = len(true & predicted)
    same: tuple[Words, ...] = (("the same as 2·precision·recall / (precision + recall)",),)
    return share_aside(common, len(true), len(predicted)) + (same if common and beta == 1 else ())


# Steps


class Share(NamedTuple):
    """Precision or recall, of which F is made: its letter, its word, and the side whose share it is."""

    letter: str
    word: str
    side: str


SHARES_OF_F = (Share("P", "precision", "predicted"), Share("R", "recall", "true"))


def share_step(share: Share, text: str, picture: Picture, formula: Formula, of: str) -> Step:
    """Step of one division; of: what is divided by what, `2 of 3`."""
    return step_with_picture("Shares", text, picture, formula, (share.word, f"{of} = {formula.value}"))


def share_steps(
    sets: tuple[frozenset[str], frozenset[str]],
    symbols: tuple[Symbol, Symbol],
    share_symbols: Mapping[str, Symbol],
    ends: Mapping[str, str],
    picture: Picture,
) -> list[Step]:
    """The divisions that F is made of, one at a time; an empty side has none.

    sets, symbols: true, then predicted.  share_symbols: what the shares are called, by letter.  ends: what is said
    of the common classes, by letter: `right`.  picture: the one that stands beside.
    """
    (true, predicted), (t, p) = sets, symbols
    common, steps = true & predicted, []
    for share, whole, symbol in zip(SHARES_OF_F, (predicted, true), (p, t), strict=True):
        if not whole:
            continue
        value, part = number(len(common) / len(whole)), f"{len(common)} {are_verb(common)} {ends[share.letter]}"
        text = f"Of {count_words(len(whole))} on the {share.side} side, {part}: {share.word} {value}."
        rows: tuple[Row, ...] = (
            (Frac(size_row(t, "∩", p), size_row(symbol)),),
            (Frac((class_count(common),), (class_count(whole),)),),
        )
        formula = Formula((share_symbols[share.letter],), rows, value)
        steps.append(share_step(share, text, picture, formula, f"{len(common)} of {len(whole)}"))
    return steps
