"""Set-based measures in which a class counts what it tells: weighted P, R and F, S of CAFA, ICM."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import hypot
from typing import ClassVar

from ...explain import Num, Row, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import Ends, MeasureSpec, Value, param
from ..registry import register
from ..shares import BETA, ZERO
from .content import PARTS
from .family import PREDICTED_SIDE, TRUE_SIDE, WeighedSets, WeightedMeasure, WeightedShare, information_symbols

_Y, _P = TRUE_SIDE, PREDICTED_SIDE
EXTENDED: Words = (
    "Both sides are extended by all ancestors. A class weighs what it tells beyond its most telling parent, so that "
    "the root weighs nothing and rare detail much. ",
)
IC_SOURCES = "IC: Seco et al. 2004; IC: Sánchez et al. 2011"
_ACCRETION = (
    "Weighs a class by how seldom it is annotated where all its parents are, −log₂ Pr(class | parents), in bits; here "
    "the hierarchy alone decides, and of several parents the most telling one."
)
_spec = partial(
    MeasureSpec,
    family=N_("Information-based"),
    source=f"Clark & Radivojac 2013; {IC_SOURCES}",
    better="higher",
    elsewhere=(("CAFA", _ACCRETION),),
)


@register
@dataclass(frozen=True)
class WeightedF(WeightedShare):
    """Information-weighted F: hF in which a class counts what it tells.

    Formula: (1 + β²)PR / (β²P + R), P = I(Ŷ∩Y) / I(Ŷ) and R = I(Ŷ∩Y) / I(Y) of the sets with all ancestors;
    I(S) = Σ ia(c) over c in S, ia(c) = IC(c) − the greatest IC of a parent of c, with intrinsic information
    content (`ic`). In a tree, for one class on either side, this is Lin. Range: 0 to 1; higher is better.
    0/0, also where a side is the root alone, gives `zero`; None leaves it undefined. Source: Clark &
    Radivojac 2013, weighted precision and recall; Seco et al. 2004; Sánchez et al. 2011.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "wF").value
    0.5391545793821179
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "wF",
        N_("Shared ancestors by information"),
        question=N_("How much of what both sides tell do they share?"),
        how=(
            *EXTENDED,
            "wP is the share of the predicted side's weight that is common, wR that of the true side's, wF "
            "their harmonic mean.",
        ),
        see=("15", "11a", "14a", "8b"),
        elsewhere=(
            ("CAFA", _ACCRETION),
            (
                "Valmadre 2022",
                "For one class on either side of a tree, with contents by the leaves below a class; 0/0 is 1 there.",
            ),
        ),
    )
    which: ClassVar[str] = "F"

    beta: Fraction = BETA
    zero: int | None = ZERO


@register
@dataclass(frozen=True)
class WeightedPrecision(WeightedShare):
    """Information-weighted precision: the share of what the predicted side tells that is right.

    Formula: I(Ŷ∩Y) / I(Ŷ) of the sets with all ancestors, I as for wF. Range: 0 to 1; higher is better. 0/0,
    also where the root alone is predicted, gives `zero`; None leaves it undefined. Source: Clark & Radivojac
    2013, weighted precision; Seco et al. 2004; Sánchez et al. 2011.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Music"], ["Pop"]), "wP").value
    0.369070246429
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "wP",
        N_("Predicted information that is right"),
        under="wF",
        question=N_("How much of what the prediction tells is right?"),
        how=(*EXTENDED, "Counted is the share of the predicted side's weight that is on the true side, too."),
        see=("17a", "15", "11b"),
    )
    which: ClassVar[str] = "P"

    zero: int | None = ZERO


@register
@dataclass(frozen=True)
class WeightedRecall(WeightedShare):
    """Information-weighted recall: the share of what the true side tells that was found.

    Formula: I(Ŷ∩Y) / I(Y) of the sets with all ancestors, I as for wF. Range: 0 to 1; higher is better. 0/0,
    also where the root alone is true, gives `zero`; None leaves it undefined. Source: Clark & Radivojac
    2013, weighted recall; Seco et al. 2004; Sánchez et al. 2011.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "wR").value
    0.369070246429
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "wR",
        N_("True information that was found"),
        under="wF",
        question=N_("How much of what is to be told is found?"),
        how=(*EXTENDED, "Counted is the share of the true side's weight that is on the predicted side, too."),
        see=("17b", "15", "11b"),
    )
    which: ClassVar[str] = "R"

    zero: int | None = ZERO


_UNIT = N_("contents of a leaf")
_S_MIN = (
    "Averages ru and mi over the instances first; S_min is the least S over all thresholds, for which scores are "
    "needed."
)
_RU: Row = information_symbols(_Y, "∖", _P)
_MI: Row = information_symbols(_P, "∖", _Y)


@register
@dataclass(frozen=True)
class SemanticDistance(WeightedMeasure):
    """Semantic distance: how far remaining uncertainty and misinformation lead from the truth together.

    Formula: √(ru² + mi²), the terms of CAFA's S_min for one predicted set: ru = I(Y∖Ŷ), mi = I(Ŷ∖Y) of the
    sets with all ancestors. I(S) = Σ ia(c) over c in S, ia(c) = IC(c) − the greatest IC of a parent of c,
    with intrinsic information content (`ic`) in contents of a leaf, not in bits of annotated data. Range: 0
    to √(I(Y)² + I(rest)²); lower is better. Always defined; an empty side holds nothing. Source: Clark &
    Radivojac 2013, S with k = 2; Seco et al. 2004; Sánchez et al. 2011.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "S").value
    1.4142135623730951
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "S",
        N_("Missed and wrong information"),
        better="lower",
        unit=_UNIT,
        ends=Ends("√(I(Y)² + I(rest)²)", "0"),
        question=N_("How much is left uncertain, and how much is misinformation?"),
        how=(
            *EXTENDED,
            "What only the true side holds is left uncertain, ru; what only the predicted side holds is "
            "misinformation, mi. S is the length of both at right angles.",
        ),
        see=("15", "11b", "16", "8b"),
        elsewhere=(("CAFA", _S_MIN), ("CAFA", _ACCRETION)),
    )

    def score(self, sets: WeighedSets) -> float:
        return hypot(sets.weight(sets.missed) / PARTS, sets.weight(sets.extra) / PARTS)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, hypot(self.true_weight(case) / PARTS, self.weight_outside(case) / PARTS))

    def symbols(self) -> Row:
        return ("√", "(", *_RU, "²", "+", *_MI, "²", ")")

    def numbers_row(self, sets: WeighedSets) -> Row:
        ru, mi = sets.weight_number(sets.missed), sets.weight_number(sets.extra)
        return ("√", "(", ru, "²", "+", mi, "²", ")")

    def pictured_classes(self, sets: WeighedSets) -> tuple[tuple[str, frozenset[str]], ...]:
        return (("Left uncertain", sets.missed), ("Misinformation", sets.extra))


class OneSidedMeasure(WeightedMeasure):
    """Base of ru and mi: the weight of what one side alone holds, "missed" or "extra"."""

    part: ClassVar[str]

    def one_sided_classes(self, sets: WeighedSets) -> frozenset[str]:
        """The classes that are counted."""
        return sets.missed if self.part == "missed" else sets.extra

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return (0.0, (self.true_weight(case) if self.part == "missed" else self.weight_outside(case)) / PARTS)

    def symbols(self) -> Row:
        return _RU if self.part == "missed" else _MI

    def score(self, sets: WeighedSets) -> Fraction:
        return Fraction(sets.weight(self.one_sided_classes(sets)), PARTS)

    def numbers_row(self, sets: WeighedSets) -> Row:
        return sets.weight_row(self.one_sided_classes(sets)) or ("0",)

    def pictured_classes(self, sets: WeighedSets) -> tuple[tuple[str, frozenset[str]], ...]:
        return ((self.spec.title, self.one_sided_classes(sets)),)


@register
@dataclass(frozen=True)
class RemainingUncertainty(OneSidedMeasure):
    """Remaining uncertainty: what the true classes tell that the prediction leaves open.

    Formula: ru = I(Y∖Ŷ) of the sets with all ancestors, I as for S. Range: 0 to I(Y); lower is better. Always
    defined; an empty side holds nothing. Source: Clark & Radivojac 2013; Seco et al. 2004; Sánchez et al. 2011.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Arts"]), "ru").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "ru",
        N_("Left uncertain"),
        better="lower",
        unit=_UNIT,
        under="S",
        ends=Ends("I(Y)", "0"),
        question=N_("How much of the truth does the prediction leave open?"),
        how=(*EXTENDED, "Added up is what only the true side holds."),
        see=("17b", "17c", "15"),
    )
    part: ClassVar[str] = "missed"


@register
@dataclass(frozen=True)
class Misinformation(OneSidedMeasure):
    """Misinformation: what the predicted classes tell that is not so.

    Formula: mi = I(Ŷ∖Y) of the sets with all ancestors, I as for S. Range: 0 to I(rest); lower is
    better; the rest are all classes outside the true side. Always defined; an empty side holds nothing. Source: Clark &
    Radivojac 2013; Seco et al. 2004; Sánchez et al. 2011.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "mi").value
    1.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "mi",
        N_("Misinformation"),
        better="lower",
        unit=_UNIT,
        under="S",
        ends=Ends("I(rest)", "0"),
        question=N_("How much of what the prediction tells is not so?"),
        how=(*EXTENDED, "Added up is what only the predicted side holds."),
        see=("17a", "15", "16"),
    )
    part: ClassVar[str] = "extra"


_OF_THE_PAPER = (Fraction(2), Fraction(2), Fraction(3))
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

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "ICM").value
    -2.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "ICM",
        N_("Shared minus unshared information"),
        source=f"Amigó & Delgado 2022; {IC_SOURCES}",
        unit=_UNIT,
        ends=Ends("−I(all classes)", "I(Y)", where=N_("these weights")),
        question=N_("How much more do both sides share than not?"),
        how=(
            *EXTENDED,
            "What the true side tells and what the predicted side tells count for, what both tell together "
            "counts against. With the weights of the paper, 2, 2 and 3, this is what is common minus what is "
            "missed minus what is wrong.",
        ),
        see=("11a", "15", "14a", "8b"),
        elsewhere=tuple(
            {
                "Amigó & Delgado 2022": "Takes the content of a class from how often it occurs in the data, in bits, "
                "and that of a set by a recursion over lowest common ancestors.",
                "PyEvALL": "ICM-Norm is (ICM + I) / 2I, where I is what the true side tells, and 0 below 0.",
            }.items()
        ),
    )

    alpha1: Fraction = param(
        2, N_("What the true side counts."), label=N_("Weight of the true side"), symbol="α₁", at_least=0
    )
    alpha2: Fraction = param(
        2, N_("What the predicted side counts."), label=N_("Weight of the predicted side"), symbol="α₂", at_least=0
    )
    beta: Fraction = param(
        3, N_("What both sides together count."), label=N_("Weight of the union"), symbol="β", at_least=0
    )

    def weighted_sets(self, sets: WeighedSets) -> dict[str, frozenset[str]]:
        return {"true": sets.true, "predicted": sets.predicted, "union": sets.true | sets.predicted}

    def _value(self, common: int, missed: int, extra: int) -> Fraction:
        alone = self.alpha1 * (common + missed) + self.alpha2 * (common + extra)
        return (alone - self.beta * (common + missed + extra)) / PARTS

    def score(self, sets: WeighedSets) -> Fraction:
        return self._value(*map(sets.weight, (sets.common, sets.missed, sets.extra)))

    def bounds(self, case: Case) -> tuple[Value, Value]:
        inside, outside = self.true_weight(case), self.weight_outside(case)
        # It is linear in what is common and what is wrong.
        ends = [self._value(common, inside - common, extra) for common in (0, inside) for extra in (0, outside)]
        return (float(min(ends)), float(max(ends)))

    def symbols(self) -> Row:
        both = information_symbols(_Y, "∪", _P)
        return (
            _ALPHA_1,
            "·",
            *information_symbols(_Y),
            "+",
            _ALPHA_2,
            "·",
            *information_symbols(_P),
            "−",
            _BETA,
            "·",
            *both,
        )

    def numbers_row(self, sets: WeighedSets) -> Row:
        t, p, both = map(sets.weight_number, self.weighted_sets(sets).values())
        a1, a2, b = (Num(number(getattr(self, name), 4), setting=name) for name in ("alpha1", "alpha2", "beta"))
        return (a1, "·", t, "+", a2, "·", p, "−", b, "·", both)

    def words(self, sets: WeighedSets) -> Words:
        if (self.alpha1, self.alpha2, self.beta) != _OF_THE_PAPER:
            return ()
        c, m, e = map(sets.weight_text, (sets.common, sets.missed, sets.extra))
        return (f" The value is what is common minus the rest: {c} − {m} − {e}.",)

    def pictured_classes(self, sets: WeighedSets) -> tuple[tuple[str, frozenset[str]], ...]:
        t, p, both = self.weighted_sets(sets).values()
        return (("True side", t), ("Both together", both), ("Predicted side", p))
