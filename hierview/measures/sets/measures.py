"""Set-based measures (K15 §2.4): hF, hP, hR, the symmetric difference loss and accuracy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from ...explain import Formula, Frac, Row, Symbol, number
from ...languages import N_
from ...model.case import Case
from ..base import Ends, MeasureSpec, Result, Value, param, sentence
from ..registry import register
from ..shares import BETA, ZERO, ratio, size_row
from ..telling import class_count
from .augmented import AUGMENTATIONS, Sets
from .family import SetMeasure, ShareMeasure

_AUGMENTATION = param(
    "ancestors",
    N_("Which classes are added to both sets before they are compared."),
    label=N_("Classes added"),
    choices=AUGMENTATIONS,
)
_Y, _P = Symbol("Y", "aug"), Symbol("Ŷ", "aug")
_EXTENDED = sentence(
    "Both sets are extended by all ancestors of their classes, the root included, to {} and {}. ", _Y, _P
)
_SOURCES = "K15 §2.4, Eq. 2–5; descendants: Ipeirotis et al. 2001; tolerant: Cesa-Bianchi et al. 2006"
_HEMKIT = 'Puts one more root above all and counts it, as root="virtual" does, unless the root is already called 0.'
_HICLASS = 'Does not count the root, as root="omitted" does.'
_ROOT = param(
    "counted",
    N_("Whether the root is counted; virtual: one more root above all."),
    label=N_("Root"),
    choices=("counted", "omitted", "virtual"),
    named=True,
)
_spec = partial(MeasureSpec, family=N_("Set-based"), source=f"Kiritchenko et al. 2005; {_SOURCES}", better="higher")
_LISTED = tuple(f'augmentation="{a}"' for a in AUGMENTATIONS[1:])


@register
@dataclass(frozen=True)
class HierarchicalF(ShareMeasure):
    """Hierarchical F: the harmonic mean of hP and hR over augmented sets.

    Formula: (1 + β²)PR / (β²P + R), P = |Ŷ∩Y|/|Ŷ| and R = |Ŷ∩Y|/|Y| of the augmented sets.
    Range: 0 to 1; higher is better. 0/0 gives `zero`, 0 unless said otherwise; None leaves it undefined.
    With no augmentation this is the flat F of one instance. Source: Kiritchenko et al. 2005; K15 §2.4.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "hF").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "hF",
        N_("Shared ancestors"),
        listed=tuple(f"hF({a})" for a in _LISTED),
        question=N_("How much do both sides share, ancestors included?"),
        how=(
            *_EXTENDED,
            *sentence("hP is the share of {} that is right, hR the share of {} that is found, ", _P, _Y),
            "hF their harmonic mean.",
        ),
        see=("11a", "14a", "16", "7a"),
        elsewhere=(("HEMKit", _HEMKIT), ("hiclass", _HICLASS)),
    )
    which: ClassVar[str] = "F"

    augmentation: str = _AUGMENTATION
    root: str = _ROOT
    beta: Fraction = BETA
    zero: int | None = ZERO


@register
@dataclass(frozen=True)
class HierarchicalPrecision(ShareMeasure):
    """Hierarchical precision: the share of the predicted augmented set that is right.

    Formula: |Ŷ∩Y|/|Ŷ| of the augmented sets. Range: 0 to 1; higher is better. 0/0 gives `zero`.
    Source: Kiritchenko et al. 2005; K15 §2.4.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Arts"], ["Theater"]), "hP").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "hP",
        N_("Predicted part that is right"),
        under="hF",
        question=N_("How much of what is predicted is right?"),
        how=(
            *_EXTENDED,
            *sentence("Counted is the share of {} that is in {} too. ", _P, _Y),
            "Too general a prediction loses nothing, too specific a one does.",
        ),
        see=("17a", "17b", "11b"),
        elsewhere=(("HEMKit", _HEMKIT), ("hiclass", _HICLASS)),
    )
    which: ClassVar[str] = "P"

    augmentation: str = _AUGMENTATION
    root: str = _ROOT
    zero: int | None = ZERO


@register
@dataclass(frozen=True)
class HierarchicalRecall(ShareMeasure):
    """Hierarchical recall: the share of the true augmented set that was found.

    Formula: |Ŷ∩Y|/|Y| of the augmented sets. Range: 0 to 1; higher is better. 0/0 gives `zero`.
    Source: Kiritchenko et al. 2005; K15 §2.4.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Theater"], ["Arts"]), "hR").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "hR",
        N_("True part that was found"),
        under="hF",
        question=N_("How much of what is true is found?"),
        how=(
            *_EXTENDED,
            *sentence("Counted is the share of {} that is in {} too. ", _Y, _P),
            "Too specific a prediction loses nothing, too general a one does.",
        ),
        see=("17b", "17a", "11b"),
        elsewhere=(("HEMKit", _HEMKIT), ("hiclass", _HICLASS)),
    )
    which: ClassVar[str] = "R"

    augmentation: str = _AUGMENTATION
    root: str = _ROOT
    zero: int | None = ZERO


@register
@dataclass(frozen=True)
class SymmetricDifferenceLoss(SetMeasure):
    """Symmetric difference loss: how many classes only one of the augmented sets holds.

    Formula: |Ŷ △ Y| of the augmented sets. Range: 0 to |Ŷ| + |Y|; lower is better; in classes.
    Always defined; with an empty side the size of the other set. Source: K15 §2.4 (l_Δ).

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "SDL").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "SDL",
        N_("Classes of one side only"),
        better="lower",
        source=_SOURCES,
        ends=Ends("|Ŷ| + |Y|", "0"),
        unit=N_("classes"),
        listed=tuple(f"SDL({a})" for a in _LISTED),
        question=N_("How many classes does only one side hold?"),
        how=(
            *_EXTENDED,
            "Counted are the classes that are in one of them and not in the other. As it is a count and "
            "no share, it grows with the depth of the hierarchy and with the number of marked classes.",
        ),
        see=("15", "14a", "16"),
    )

    augmentation: str = _AUGMENTATION
    root: str = _ROOT

    def score(self, sets: Sets) -> Fraction | None:
        return Fraction(len(sets.true ^ sets.predicted))

    def bounds(self, case: Case) -> tuple[Value, Value]:
        sets = self.sets(case)
        return (0.0, float(len(sets.true) + len(sets.predicted)))

    def symbol(self) -> Row:
        return (Symbol("l", "Δ", "how many classes only one side holds"),)

    def question_sentence(self) -> str:
        return "SDL asks how many classes only one side holds."

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Sets = result.witness
        row = (class_count(sets.predicted - sets.true), "+", class_count(sets.true - sets.predicted))
        return Formula(self.symbol(), (self.symbols(), row), number(result.value))

    def symbols(self) -> Row:
        t, p = self.set_symbols()
        return size_row(p, "△", t)


@register
@dataclass(frozen=True)
class Accuracy(SetMeasure):
    """Accuracy: the share of all classes of either augmented set that both hold.

    Formula: |Ŷ∩Y|/|Ŷ∪Y| of the augmented sets (none by default). Range: 0 to 1; higher is better;
    0 with an empty side. Source: Kosmopoulos 2015 (thesis) §2.4.1.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"]), "Accuracy").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "Accuracy",
        N_("Hits among all marked classes"),
        source="Kosmopoulos 2015 (thesis), §2.4.1",
        question=N_("Which share of all marked classes is right?"),
        how=(
            "The classes in both sets, divided by the classes in either. As long as nothing is added to the sets, "
            "the hierarchy plays no part: a near miss is as wrong as a far one.",
        ),
        see=("13a", "13b", "12a"),
    )

    augmentation: str = param(
        "none",
        N_("Which classes are added to both sets before they are compared."),
        label=N_("Classes added"),
        choices=("none", "ancestors", "tolerant", "descendants"),
    )

    def score(self, sets: Sets) -> Fraction | None:
        return ratio(len(sets.common), len(sets.true | sets.predicted), 0)

    def question_sentence(self) -> str:
        return "Accuracy asks which share of all these classes is on both sides."

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Sets = result.witness
        row = (Frac((class_count(sets.common),), (class_count(sets.true | sets.predicted),)),)
        return Formula(self.symbol(), (self.symbols(), row), number(result.value))

    def symbols(self) -> Row:
        t, p = self.set_symbols()
        return (Frac(size_row(p, "∩", t), size_row(p, "∪", t)),)
