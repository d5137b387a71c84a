"""Set-based measures in which a class counts what it tells: weighted P, R and F, S of CAFA, ICM.

Both sets are extended by all ancestors. A class weighs its information accretion: what it tells beyond its
most telling parent, by intrinsic information content. In a tree the weights of a class and its ancestors
add up to its content; the root weighs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import hypot
from typing import Any, ClassVar

from ...explain import Formula, Frac, Num, Row, Step, Symbol, Words, number
from ...model.case import Case
from ..base import Ends, Measure, MeasureSpec, Result, Value, begun, empty_side_notes, param
from ..information import PARTS, Information, Weighed, amount, ic_param, information, terms, told
from ..registry import register
from .augmented import f_beta, ratio, share_symbols
from .weighted_steps import PREDICTED_SIDE, SHARES, TELLS, TRUE_SIDE, gains_view, sides_view, walk

_Y, _P = TRUE_SIDE, PREDICTED_SIDE
VIEW_GAINS = "information"


class WeightedMeasure(Measure):
    """Base of these measures: the sets, their weights as parts, their pictures."""

    ic: str = "Seco"

    def known(self, case: Case) -> Information:
        """The information content of every class of a case."""
        return information(case.hierarchy, self.ic)

    def weighed(self, case: Case) -> Weighed:
        """The sets of a case with what they weigh."""
        true, predicted = case.hierarchy.closure(case.true), case.hierarchy.closure(case.predicted)
        known = self.known(case)
        return Weighed(true, predicted, {c: known.gain(c) for c in sorted(true | predicted)}, known.root)

    def score(self, sets: Weighed) -> Fraction | float | None:
        """The value of two weighed sets."""
        raise NotImplementedError

    def counted(self, sets: Weighed) -> dict[str, frozenset[str]]:
        """The sets whose weights stand in the formula, by name."""
        return {"ru": sets.missed, "mi": sets.extra}

    def zero_notes(self, sets: Weighed) -> tuple[str, ...]:
        """Notes on 0/0."""
        return ()

    def evaluate(self, case: Case) -> Result:
        sets = self.weighed(case)
        value = self.score(sets)
        parts = {name: sets.weight(classes) / PARTS for name, classes in self.counted(sets).items()}
        notes = [*empty_side_notes(case), *self.zero_notes(sets)]
        if sets.root is not None:
            notes.append(f"The hierarchy has several roots; an artificial root, {sets.root}, stands above them.")
        return Result(str(self), None if value is None else float(value), parts, sets, tuple(notes))

    def outside(self, case: Case) -> int:
        """Weight of all classes outside the true side, in PARTS: the most that can be wrong."""
        known = self.known(case)
        return known.total - sum(map(known.gain, case.hierarchy.closure(case.true)))

    def inside(self, case: Case) -> int:
        """Weight of the true side, in PARTS."""
        return sum(map(self.known(case).gain, case.hierarchy.closure(case.true)))

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with this case's numbers."""
        raise NotImplementedError

    def words(self, sets: Weighed) -> Words:
        """How the parts make the value, in a sentence."""
        return ()

    def aside(self, sets: Weighed) -> tuple[Words, ...]:
        """Short lines beside the formula."""
        return ()

    def about(self, sets: Weighed) -> tuple[tuple[str, frozenset[str]], ...]:
        """The pictures of the answer: a title, and the classes counted in it."""
        return (("True side", sets.true), ("Both sides", sets.common), ("Predicted side", sets.predicted))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("sets", VIEW_GAINS)

    def view(self, case: Case, result: Result, name: str) -> Step:
        return (gains_view if name == VIEW_GAINS else sides_view)(self, case, result)

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        return (*begun(self.aim(case), walk(self, case, result.witness)), *super().explain(case, result))

    def asks(self) -> str:
        """Question to what both sides tell."""
        return self.spec.question

    def aim(self, case: Case) -> Words:
        more = "the fewer classes lie below it"
        if self.ic == "Sanchez":
            more = "the fewer leaves lie below it and the more classes above"
        return (
            f"The root tells nothing, a leaf 1, and any other class something between: the more, {more}. "
            f"{self.spec.name} asks: {self.asks()[:1].lower()}{self.asks()[1:]}",
        )


_EXTENDED: Words = (
    "Both sides are extended by all ancestors. A class weighs what it tells beyond its most telling parent, so that "
    "the root weighs nothing and rare detail much. ",
)
_IC_SOURCES = "IC: Seco et al. 2004; IC: Sánchez et al. 2011"
_ACCRETION = (
    (
        "CAFA",
        "Weighs a class by how seldom it is annotated where all its parents are, −log₂ Pr(class | parents), in "
        "bits; here the hierarchy alone decides, and of several parents the most telling one.",
    ),
)
_ZERO = param(0, "What 0/0 gives.", label="0/0 gives", choices=(0, None))


class WeightedShare(WeightedMeasure):
    """Precision, recall and F over weights."""

    which: ClassVar[str] = ""
    zero: int | None = 0
    beta: Fraction = Fraction(1)

    def counted(self, sets: Weighed) -> dict[str, frozenset[str]]:
        return {"intersection": sets.common, "true": sets.true, "predicted": sets.predicted}

    def score(self, sets: Weighed) -> Fraction | None:
        common = sets.weight(sets.common)
        precision = ratio(common, sets.weight(sets.predicted), self.zero)
        recall = ratio(common, sets.weight(sets.true), self.zero)
        if self.which == "F":
            return f_beta(precision, recall, self.beta, self.zero)
        return precision if self.which == "P" else recall

    def zero_notes(self, sets: Weighed) -> tuple[str, ...]:
        taken = "leaves the value undefined" if self.zero is None else f"is taken as {self.zero}"
        for which, side, word, name in (
            ("P", sets.predicted, "predicted", "Precision"),
            ("R", sets.true, "true", "Recall"),
        ):
            if self.which in (which, "F") and not sets.weight(side):
                return (f"{name} is 0/0, as the {word} side tells nothing; that {taken}.",)
        if self.which == "F" and not sets.weight(sets.common):
            return (f"Precision and recall are 0, so F is 0/0; that {taken}.",)
        return ()

    def symbol(self) -> Row:
        own = SHARES[self.which]
        return (own if self.beta == 1 else Symbol(own.text, f"w, β = {number(self.beta)}", own.says),)

    def symbols(self) -> Row:
        # As for sizes, with IC(…) in the place of |…|.
        return _weighed(share_symbols(self.which, self.beta, (_Y, _P)))

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Weighed = result.witness
        common, t, p = (amount(sets, side) for side in (sets.common, sets.true, sets.predicted))
        if self.which != "F":
            counted: Row = (Frac((common,), (p if self.which == "P" else t,)),)
        else:
            square = self.beta * self.beta
            weight: Row = () if square == 1 else (number(square, 4), "·")
            counted = (Frac((number(1 + square, 4), "·", common), (*weight, t, "+", p)),)
        return Formula(self.symbol(), (self.symbols(), counted), number(result.value))

    def aside(self, sets: Weighed) -> tuple[Words, ...]:
        """Precision and recall beside F, in words."""
        if self.which != "F":
            return ()
        common = sets.weight(sets.common)
        rows = (("precision", sets.weight(sets.predicted)), ("recall", sets.weight(sets.true)))
        return tuple((f"{word} {told(common)} of {told(of)} = {number(common / of)}",) for word, of in rows if of)


def _weighed(row: Row) -> Row:
    """A formula over sizes as one over weights: `| Y |` becomes `I( Y )`."""
    terms: list[Any] = []
    opened = False
    for term in row:
        if isinstance(term, Frac):
            terms.append(Frac(_weighed(term.top), _weighed(term.bottom)))
        elif term == "|":
            terms += [")"] if opened else [TELLS, "("]
            opened = not opened
        else:
            terms.append(term)
    return tuple(terms)


def _i(*symbols: Any) -> Row:
    """What a set tells: I(…)."""
    return (TELLS, "(", *symbols, ")")


@register
@dataclass(frozen=True)
class WeightedF(WeightedShare):
    """Information-weighted F: hF in which a class counts what it tells.

    Formula: (1 + β²)PR / (β²P + R), P = I(Ŷ∩Y) / I(Ŷ) and R = I(Ŷ∩Y) / I(Y) of the sets with all ancestors;
    I(S) = Σ ia(c) over c in S, ia(c) = IC(c) − the greatest IC of a parent of c, with intrinsic information
    content (`ic`). In a tree, for one class on either side, this is Lin. Range: 0 to 1; higher is better.
    0/0, also where a side is the root alone, gives `zero`; None leaves it undefined. Source: Clark &
    Radivojac 2013, weighted precision and recall; Seco et al. 2004; Sánchez et al. 2011.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "wF").value
    0.5391545793821179
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "wF",
        "Shared ancestors by information",
        "Information-based",
        "higher",
        f"Clark & Radivojac 2013; {_IC_SOURCES}",
        question="How much of what both sides tell do they share?",
        how=(
            *_EXTENDED,
            "wP is the share of the predicted side's weight that is common, wR that of the true side's, wF "
            "their harmonic mean.",
        ),
        see=("15", "11a", "14a", "8b"),
        elsewhere=(
            *_ACCRETION,
            (
                "Valmadre 2022",
                "For one class on either side of a tree, with contents by the leaves below a class; 0/0 is 1 there.",
            ),
        ),
    )
    which: ClassVar[str] = "F"

    ic: str = ic_param()
    beta: Fraction = param(
        1, "Above 1, recall weighs more than precision.", label="Weight of recall", symbol="β", at_least=0
    )
    zero: int | None = _ZERO


@register
@dataclass(frozen=True)
class WeightedPrecision(WeightedShare):
    """Information-weighted precision: the share of what the predicted side tells that is right.

    Formula: I(Ŷ∩Y) / I(Ŷ) of the sets with all ancestors, I as for wF. Range: 0 to 1; higher is better. 0/0,
    also where the root alone is predicted, gives `zero`; None leaves it undefined. Source: Clark & Radivojac
    2013, weighted precision; Seco et al. 2004; Sánchez et al. 2011.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Music"], ["Pop"]), "wP").value
    0.369070246429
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "wP",
        "Predicted information that is right",
        "Information-based",
        "higher",
        f"Clark & Radivojac 2013; {_IC_SOURCES}",
        under="wF",
        question="How much of what the prediction tells is right?",
        how=(*_EXTENDED, "Counted is the share of the predicted side's weight that is on the true side, too."),
        see=("17a", "15", "11b"),
        elsewhere=_ACCRETION,
    )
    which: ClassVar[str] = "P"

    ic: str = ic_param()
    zero: int | None = _ZERO


@register
@dataclass(frozen=True)
class WeightedRecall(WeightedShare):
    """Information-weighted recall: the share of what the true side tells that was found.

    Formula: I(Ŷ∩Y) / I(Y) of the sets with all ancestors, I as for wF. Range: 0 to 1; higher is better. 0/0,
    also where the root alone is true, gives `zero`; None leaves it undefined. Source: Clark & Radivojac
    2013, weighted recall; Seco et al. 2004; Sánchez et al. 2011.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "wR").value
    0.369070246429
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "wR",
        "True information that was found",
        "Information-based",
        "higher",
        f"Clark & Radivojac 2013; {_IC_SOURCES}",
        under="wF",
        question="How much of what is to be told is found?",
        how=(*_EXTENDED, "Counted is the share of the true side's weight that is on the predicted side, too."),
        see=("17b", "15", "11b"),
        elsewhere=_ACCRETION,
    )
    which: ClassVar[str] = "R"

    ic: str = ic_param()
    zero: int | None = _ZERO


_UNIT = "contents of a leaf"
_S_ELSEWHERE = (
    (
        "CAFA",
        "Averages ru and mi over the instances first; S_min is the least S over all thresholds, for which scores "
        "are needed.",
    ),
)
_RU: Row = _i(_Y, "∖", _P)
_MI: Row = _i(_P, "∖", _Y)


@register
@dataclass(frozen=True)
class SemanticDistance(WeightedMeasure):
    """Semantic distance: how far remaining uncertainty and misinformation lead from the truth together.

    Formula: √(ru² + mi²), the terms of CAFA's S_min for one predicted set: ru = I(Y∖Ŷ), mi = I(Ŷ∖Y) of the
    sets with all ancestors. I(S) = Σ ia(c) over c in S, ia(c) = IC(c) − the greatest IC of a parent of c,
    with intrinsic information content (`ic`) in contents of a leaf, not in bits of annotated data. Range: 0
    to √(I(Y)² + I(rest)²); lower is better. Always defined; an empty side holds nothing. Source: Clark &
    Radivojac 2013, S with k = 2; Seco et al. 2004; Sánchez et al. 2011.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "S").value
    1.4142135623730951
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "S",
        "Missed and wrong information",
        "Information-based",
        "lower",
        f"Clark & Radivojac 2013; {_IC_SOURCES}",
        unit=_UNIT,
        ends=Ends("√(I(Y)² + I(rest)²)", "0"),
        question="How much is left uncertain, and how much is misinformation?",
        how=(
            *_EXTENDED,
            "What only the true side holds is left uncertain, ru; what only the predicted side holds is "
            "misinformation, mi. S is the length of both at right angles.",
        ),
        see=("15", "11b", "16", "8b"),
        elsewhere=(*_S_ELSEWHERE, *_ACCRETION),
    )

    ic: str = ic_param()

    def score(self, sets: Weighed) -> float:
        return hypot(sets.weight(sets.missed) / PARTS, sets.weight(sets.extra) / PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, hypot(self.inside(case) / PARTS, self.outside(case) / PARTS))

    def symbols(self) -> Row:
        return ("√", "(", *_RU, "²", "+", *_MI, "²", ")")

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Weighed = result.witness
        ru, mi = amount(sets, sets.missed), amount(sets, sets.extra)
        return Formula(self.symbol(), (self.symbols(), ("√", "(", ru, "²", "+", mi, "²", ")")), number(result.value))

    def about(self, sets: Weighed) -> tuple[tuple[str, frozenset[str]], ...]:
        return (("Left uncertain", sets.missed), ("Misinformation", sets.extra))


@register
@dataclass(frozen=True)
class RemainingUncertainty(WeightedMeasure):
    """Remaining uncertainty: what the true classes tell that the prediction leaves open.

    Formula: ru = I(Y∖Ŷ) of the sets with all ancestors, I as for S. Range: 0 to I(Y); lower is better. Always
    defined; an empty side holds nothing. Source: Clark & Radivojac 2013; Seco et al. 2004; Sánchez et al. 2011.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Arts"]), "ru").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "ru",
        "Left uncertain",
        "Information-based",
        "lower",
        f"Clark & Radivojac 2013; {_IC_SOURCES}",
        unit=_UNIT,
        under="S",
        ends=Ends("I(Y)", "0"),
        question="How much of the truth does the prediction leave open?",
        how=(*_EXTENDED, "Added up is what only the true side holds."),
        see=("17b", "17c", "15"),
        elsewhere=_ACCRETION,
    )

    ic: str = ic_param()

    def score(self, sets: Weighed) -> Fraction:
        return Fraction(sets.weight(sets.missed), PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, self.inside(case) / PARTS)

    def symbols(self) -> Row:
        return _RU

    def formula(self, case: Case, result: Result) -> Formula:
        return _added(self, result.witness, result.witness.missed, result)

    def about(self, sets: Weighed) -> tuple[tuple[str, frozenset[str]], ...]:
        return (("Left uncertain", sets.missed),)


@register
@dataclass(frozen=True)
class Misinformation(WeightedMeasure):
    """Misinformation: what the predicted classes tell that is not so.

    Formula: mi = I(Ŷ∖Y) of the sets with all ancestors, I as for S. Range: 0 to I(rest); lower is
    better; the rest are all classes outside the true side. Always defined; an empty side holds nothing. Source: Clark &
    Radivojac 2013; Seco et al. 2004; Sánchez et al. 2011.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "mi").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "mi",
        "Misinformation",
        "Information-based",
        "lower",
        f"Clark & Radivojac 2013; {_IC_SOURCES}",
        unit=_UNIT,
        under="S",
        ends=Ends("I(rest)", "0"),
        question="How much of what the prediction tells is not so?",
        how=(*_EXTENDED, "Added up is what only the predicted side holds."),
        see=("17a", "15", "16"),
        elsewhere=_ACCRETION,
    )

    ic: str = ic_param()

    def score(self, sets: Weighed) -> Fraction:
        return Fraction(sets.weight(sets.extra), PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, self.outside(case) / PARTS)

    def symbols(self) -> Row:
        return _MI

    def formula(self, case: Case, result: Result) -> Formula:
        return _added(self, result.witness, result.witness.extra, result)

    def about(self, sets: Weighed) -> tuple[tuple[str, frozenset[str]], ...]:
        return (("Misinformation", sets.extra),)


def _added(measure: Measure, sets: Weighed, classes: frozenset[str], result: Result) -> Formula:
    return Formula(measure.symbol(), (measure.symbols(), terms(sets, classes) or ("0",)), number(result.value))


_ALPHA_1 = Symbol("α", "1", "the weight of the true side, a setting", "alpha1")
_ALPHA_2 = Symbol("α", "2", "the weight of the predicted side, a setting", "alpha2")
_BETA = Symbol("β", says="the weight of both sides together, a setting", setting="beta")


@register
@dataclass(frozen=True)
class InformationContrast(WeightedMeasure):
    """Information contrast model: what both sides tell, against what they tell together.

    Formula: α₁·I(Y) + α₂·I(Ŷ) − β·I(Y∪Ŷ) of the sets with all ancestors; I(S) = Σ ia(c) over c in S, ia(c) =
    IC(c) − the greatest IC of a parent of c, with intrinsic information content (`ic`). In a tree I is the
    information content of a set of Amigó & Delgado, whose recursion over lowest common ancestors depends on
    the order of classes in other hierarchies. With α₁ = α₂ = 2 and β = 3 it is what is common minus what is
    missed minus what is wrong. Range: −I(all classes) to I(Y) for these weights; higher is better. Always
    defined; an empty side holds nothing. Source: Amigó & Delgado 2022; Seco et al. 2004; Sánchez et al. 2011.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "ICM").value
    -2.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "ICM",
        "Shared minus unshared information",
        "Information-based",
        "higher",
        f"Amigó & Delgado 2022; {_IC_SOURCES}",
        unit=_UNIT,
        ends=Ends("−I(all classes)", "I(Y)", where="these weights"),
        question="How much more do both sides share than not?",
        how=(
            *_EXTENDED,
            "What the true side tells and what the predicted side tells count for, what both tell together "
            "counts against. With the weights of the paper, 2, 2 and 3, this is what is common minus what is missed "
            "minus what is wrong.",
        ),
        see=("11a", "15", "14a", "8b"),
        elsewhere=(
            (
                "Amigó & Delgado 2022",
                "Takes the content of a class from how often it occurs in the data, in bits, and "
                "that of a set by a recursion over lowest common ancestors.",
            ),
            ("PyEvALL", "ICM-Norm is (ICM + I) / 2I, where I is what the true side tells, and 0 below 0."),
        ),
    )

    ic: str = ic_param()
    alpha1: Fraction = param(2, "What the true side counts.", label="Weight of the true side", symbol="α₁", at_least=0)
    alpha2: Fraction = param(
        2, "What the predicted side counts.", label="Weight of the predicted side", symbol="α₂", at_least=0
    )
    beta: Fraction = param(3, "What both sides together count.", label="Weight of the union", symbol="β", at_least=0)

    def counted(self, sets: Weighed) -> dict[str, frozenset[str]]:
        return {"true": sets.true, "predicted": sets.predicted, "union": sets.true | sets.predicted}

    def _value(self, common: int, missed: int, extra: int) -> Fraction:
        alone = self.alpha1 * (common + missed) + self.alpha2 * (common + extra)
        return (alone - self.beta * (common + missed + extra)) / PARTS

    def score(self, sets: Weighed) -> Fraction:
        return self._value(*(sets.weight(part) for part in (sets.common, sets.missed, sets.extra)))

    def bounds(self, case: Case) -> tuple[Value, Value]:
        inside, outside = self.inside(case), self.outside(case)
        # It is linear in what is common and what is wrong.
        ends = [self._value(common, inside - common, extra) for common in (0, inside) for extra in (0, outside)]
        return (float(min(ends)), float(max(ends)))

    def symbols(self) -> Row:
        return (
            _ALPHA_1,
            "·",
            *_i(_Y),
            "+",
            _ALPHA_2,
            "·",
            *_i(_P),
            "−",
            _BETA,
            "·",
            *_i(_Y, "∪", _P),
        )

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Weighed = result.witness
        t, p, both = (amount(sets, side) for side in (sets.true, sets.predicted, sets.true | sets.predicted))
        a1, a2, b = (Num(number(getattr(self, name), 4), setting=name) for name in ("alpha1", "alpha2", "beta"))
        counted: Row = (a1, "·", t, "+", a2, "·", p, "−", b, "·", both)
        return Formula(self.symbol(), (self.symbols(), counted), number(result.value))

    def words(self, sets: Weighed) -> Words:
        if (self.alpha1, self.alpha2, self.beta) != (2, 2, 3):
            return ()
        c, m, e = (told(sets.weight(part)) for part in (sets.common, sets.missed, sets.extra))
        return (f" The value is what is common minus the rest: {c} − {m} − {e}.",)

    def about(self, sets: Weighed) -> tuple[tuple[str, frozenset[str]], ...]:
        both = sets.true | sets.predicted
        return (("True side", sets.true), ("Both together", both), ("Predicted side", sets.predicted))
