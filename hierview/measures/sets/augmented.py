"""Set-based measures (K15 §2.4): augment both sets from the hierarchy, then apply a formula."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ...explain import (
    Column,
    Formula,
    Frac,
    HierarchyPicture,
    Look,
    Name,
    Num,
    Picture,
    Row,
    SetsPicture,
    Side,
    Step,
    Symbol,
    Words,
    names,
    number,
)
from ...model.case import Case
from ...model.hierarchy import Hierarchy, kept_by_hierarchy
from ..base import Ends, Measure, MeasureSpec, Result, Value, begun, empty_side_notes, named, param, text_of
from ..registry import register
from .steps import walk

AUGMENTATIONS = ("ancestors", "tolerant", "descendants", "none")


@dataclass(frozen=True)
class Sets:
    """The augmented sets, and the artificial root that is counted in them, if any."""

    true: frozenset[str]
    predicted: frozenset[str]
    root: str | None = None

    @property
    def common(self) -> frozenset[str]:
        """The classes of both sets."""
        return self.true & self.predicted


def _tolerated(own: frozenset[str], other: frozenset[str], h: Hierarchy) -> frozenset[str]:
    """`own` without the classes that `other` neither holds nor holds a parent of; roots stay (K15 Eq. 4, 5)."""
    return frozenset(c for c in own if c in other or not h.parents(c) or any(p in other for p in h.parents(c)))


@kept_by_hierarchy
def _augment(h: Hierarchy, true: frozenset[str], predicted: frozenset[str], augmentation: str, root: str) -> Sets:
    if root == "virtual":
        h = h.under_new_root()
    if augmentation == "none":
        sets = (true, predicted)
    elif augmentation == "descendants":
        sets = (h.downward_closure(true), h.downward_closure(predicted))
    else:
        sets = (h.closure(true), h.closure(predicted))
        if augmentation == "tolerant":
            sets = (_tolerated(sets[0], sets[1], h), _tolerated(sets[1], sets[0], h))
    if root == "omitted" and len(h.roots) == 1:
        sets = (sets[0] - set(h.roots), sets[1] - set(h.roots))
    return Sets(*sets, h.artificial_root if root == "virtual" else None)


def augment(case: Case, augmentation: str = "ancestors", root: str = "counted") -> Sets:
    """The augmented sets Y_aug and Ŷ_aug of a case.

    augmentation: "none"; "ancestors" (K15 Eq. 2, 3); "descendants" (Ipeirotis 2001); "tolerant"
    (Cesa-Bianchi 2006, K15 Eq. 4, 5: both drops look at the ancestor sets as they were before either).
    root: "counted"; "omitted", the one root is not counted (above several roots it is artificial, and
    not counted anyway); "virtual", one more root above all is counted.
    """
    return _augment(case.hierarchy, case.true, case.predicted, augmentation, root)


# What is compared, and what belongs to an augmented set besides the classes themselves.
_COMPARED = {
    "ancestors": "Both sides take all their ancestors along.",
    "tolerant": "Both sides take their ancestors along and lose what the other side neither holds nor has a parent of.",
    "descendants": "Both sides take all their descendants along.",
    "none": "The true and the predicted classes are compared name by name.",
}
_ADDED = {
    "ancestors": "classes with all their ancestors",
    "tolerant": "classes and ancestors that the other side holds or has a parent of",
    "descendants": "classes with all their descendants",
    "none": "classes",
}
# Why the sets are extended, after what is asked.
_WHY = {
    "ancestors": "so every class brings its ancestors.",
    "tolerant": "so every class brings its ancestors; but a class that the other side neither holds nor has a parent "
    "of is forgiven.",
    "descendants": " Every class stands for all classes below it, so it brings its descendants.",
    "none": " Only the names count here, not the hierarchy.",
}

_AUGMENTATION = param(
    "ancestors",
    "Which classes are added to both sets before they are compared.",
    label="Classes added",
    choices=AUGMENTATIONS,
)
_Y, _P = Symbol("Y", "aug"), Symbol("Ŷ", "aug")
_SHARE_WORDS = {"P": "precision", "R": "recall", "F": "harmonic mean of precision and recall"}
_EXTENDED: Words = (
    "Both sets are extended by all ancestors of their classes, the root included, to ",
    _Y,
    " and ",
    _P,
    ". ",
)
_SOURCES = "K15 §2.4, Eq. 2–5; descendants: Ipeirotis et al. 2001; tolerant: Cesa-Bianchi et al. 2006"
_ROOT_ELSEWHERE = (
    (
        "HEMKit",
        'Puts one more root above all and counts it, as root="virtual" does, unless the root is already called 0.',
    ),
    ("hiclass", 'Does not count the root, as root="omitted" does.'),
)
_ROOT = param(
    "counted",
    "Whether the root is counted; virtual: one more root above all.",
    label="Root",
    choices=("counted", "omitted", "virtual"),
    named=True,
)
ZERO = param(0, "What 0/0 gives.", label="0/0 gives", choices=(0, None))


def ratio(top: int | Fraction, bottom: int | Fraction, zero: int | None) -> Fraction | None:
    """Top / bottom, and `zero` for 0/0."""
    if bottom:
        return Fraction(top) / Fraction(bottom)
    return None if zero is None else Fraction(zero)


def f_beta(precision: Fraction | None, recall: Fraction | None, beta: Fraction, zero: int | None) -> Fraction | None:
    """(1 + β²)PR / (β²P + R); undefined where P or R is."""
    if precision is None or recall is None:
        return None
    b = beta * beta
    return ratio((1 + b) * precision * recall, b * precision + recall, zero)


def zero_notes(which: str, intersection: int, true: int, predicted: int, zero: int | None) -> tuple[str, ...]:
    """Says where 0/0 occurred in precision ("P"), recall ("R") or F, and what it was taken as."""
    taken = "leaves the value undefined" if zero is None else f"is taken as {zero}"
    if which in "PF" and not predicted:
        return (f"Precision is 0/0, as there is nothing predicted to count; that {taken}.",)
    if which in "RF" and not true:
        return (f"Recall is 0/0, as there is nothing true to count; that {taken}.",)
    if which == "F" and not intersection:
        return (f"Precision and recall are 0, so F is 0/0; that {taken}.",)
    return ()


def size(*symbols: Any) -> tuple[Any, ...]:
    """|…| around symbols."""
    return ("|", *symbols, "|")


def _share(which: str, beta: Fraction, common: Row, true: Row, predicted: Row) -> Row:
    """P, R or F from the sizes of two sets and of what they have in common."""
    if which == "P":
        return (Frac(common, predicted),)
    if which == "R":
        return (Frac(common, true),)
    square = beta * beta
    weight = () if square == 1 else (number(square, 4), "·")
    return (Frac((number(1 + square, 4), "·", *common), (*weight, *true, "+", *predicted)),)


def share_symbols(which: str, beta: Fraction, symbols: tuple[Symbol, Symbol]) -> Row:
    """The formula of P, R or F over two sets in symbols."""
    t, p = symbols
    return _share(which, beta, size(t, "∩", p), size(t), size(p))


def share_formula(
    which: str, left: Row, value: str, beta: Fraction, symbols: tuple[Symbol, Symbol], sets: tuple[frozenset, frozenset]
) -> Formula:
    """The formula of P, R or F over two sets: symbols, then sizes, each size with its classes."""
    true, predicted = sets
    common, t, p = ((Num(str(len(s)), s),) for s in (true & predicted, true, predicted))
    return Formula(left, (share_symbols(which, beta, symbols), _share(which, beta, common, t, p)), value)


def share_aside(true: frozenset, predicted: frozenset, beta: Fraction = Fraction(1)) -> tuple[Words, ...]:
    """Precision and recall beside F, in words, and that F is made of them."""
    common = len(true & predicted)
    rows = (("precision", len(predicted)), ("recall", len(true)))
    told: tuple[Words, ...] = tuple((f"{word} {common} of {of} = {number(common / of)}",) for word, of in rows if of)
    if common and beta == 1:
        told += (("the same as 2·precision·recall / (precision + recall)",),)
    return told


class SetMeasure(Measure):
    """Base of the set-based measures: augmented sets, their sizes as parts, their pictures."""

    # Fields of the measures that have them.
    augmentation: str = "ancestors"
    root: str = "counted"

    def set_symbols(self) -> tuple[Symbol, Symbol]:
        """Symbols of the two sets: the true side, the predicted side."""
        sub, what = "" if self.augmentation == "none" else "aug", _ADDED[self.augmentation]
        return Symbol("Y", sub, f"the true {what}"), Symbol("Ŷ", sub, f"the predicted {what}")

    def sets(self, case: Case) -> Sets:
        """The augmented sets of a case."""
        return augment(case, self.augmentation, self.root)

    def score(self, sets: Sets) -> Fraction | None:
        """The value of two augmented sets."""
        raise NotImplementedError

    def zero_notes(self, sets: Sets) -> tuple[str, ...]:
        """Notes on 0/0."""
        return ()

    def evaluate(self, case: Case) -> Result:
        sets = self.sets(case)
        value = self.score(sets)
        parts = {"intersection": len(sets.common), "true": len(sets.true), "predicted": len(sets.predicted)}
        notes = [*empty_side_notes(case), *self.zero_notes(sets)]
        if sets.root is not None:
            notes.append(f"A virtual root, {sets.root}, is counted above the hierarchy.")
        return Result(str(self), None if value is None else float(value), parts, sets, tuple(notes))

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with this case's numbers."""
        raise NotImplementedError

    def words(self, case: Case, sets: Sets) -> Words:
        """The two sets in words."""
        only_t, only_p = sets.true - sets.predicted, sets.predicted - sets.true

        def some(classes: frozenset[str]) -> Words:
            if len(classes) > 6:
                return (f"{len(classes)} classes",)
            return names(classes) if classes else ("none",)

        return text_of(
            f"{_COMPARED[self.augmentation]} On both sides: ",
            some(sets.common),
            ". Predicted only: ",
            some(only_p),
            ". True only: ",
            some(only_t),
            ".",
        )

    def part_symbol(self, name: str) -> Symbol | None:
        """Precision ("P") or recall ("R") where the value is made of them, else None."""
        return None

    def asks(self) -> str:
        """Question to the two sides, as a sentence."""
        raise NotImplementedError

    def aim(self, case: Case) -> Words:
        if self.augmentation not in ("ancestors", "tolerant"):
            return (self.asks(), _WHY[self.augmentation])
        h = case.hierarchy
        example = next((c for c in sorted(case.marked) if h.parents(c)), None)
        if example is None:
            return (self.asks(), " Every class would bring its ancestors, but no class has any here.")
        is_also = text_of(" What is ", Name(example), " is also ", names(h.parents(example)), ", ")
        return text_of(self.asks(), is_also, _WHY[self.augmentation])

    def explain(self, case: Case, result: Result) -> tuple[Step, ...]:
        return (*begun(self.aim(case), walk(self, case, result.witness)), *super().explain(case, result))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("sets", "lists")

    def view(self, case: Case, result: Result, name: str) -> Step:
        sets: Sets = result.witness
        aside = share_aside(sets.true, sets.predicted, self.beta) if isinstance(self, HierarchicalF) else ()
        shown: tuple[tuple[Words, frozenset[str], Side], ...] = tuple(
            zip(
                _titles(self, sets),
                (sets.true, sets.common, sets.predicted),
                ("t", "both", "p"),
                strict=True,
            )
        )
        pictures: tuple[Picture, ...]
        if name == "lists":
            columns = tuple(Column(title, side, tuple(sorted(classes))) for title, classes, side in shown)
            pictures = (SetsPicture((), columns),)
        else:
            t, p = self.set_symbols()
            shorts: tuple[Words, ...] = ((t, ", true"), (t, " ∩ ", p), (p, ", predicted"))
            pictures = tuple(
                HierarchyPicture(
                    title,
                    *_looks(self, case, sets, classes, side),
                    root=sets.root,
                    short=(*short, f" · {len(classes)}"),
                )
                for (title, classes, side), short in zip(shown, shorts, strict=True)
            )
        formula = None if result.value is None else self.formula(case, result)
        return Step(name, self.words(case, sets), pictures, formula, aside)


def _titles(measure: SetMeasure, sets: Sets) -> tuple[Words, Words, Words]:
    t, p = measure.set_symbols()

    def count(s: frozenset[str]) -> str:
        return f" · {len(s)} class" + ("es" if len(s) != 1 else "")

    return (
        (t, ", true side", count(sets.true)),
        (t, " ∩ ", p, ", both", count(sets.common)),
        (p, ", predicted side", count(sets.predicted)),
    )


def _looks(
    measure: SetMeasure, case: Case, sets: Sets, classes: frozenset[str], side: Side
) -> tuple[dict[str, Look], dict[tuple[str, str], Side]]:
    """The set on the hierarchy: its classes tinted, the edges between them drawn as a path of its side."""
    everyone = [*case.hierarchy.classes, *([sets.root] if sets.root else [])]
    looks = {
        c: Look(
            side=side if c in classes else "none",
            emphasis="plain" if c in classes else "quiet",
            kind="artificial" if c == sets.root else "class",
        )
        for c in everyone
    }
    edges: dict[tuple[str, str], Side] = {}
    if measure.augmentation != "none":
        edges = {edge: side for edge in case.hierarchy.edges if edge[0] in classes and edge[1] in classes}
        if sets.root in classes:
            edges |= {(sets.root, c): side for c in case.hierarchy.roots if c in classes}
    return looks, edges


class ShareMeasure(SetMeasure):
    """Precision, recall and F over augmented sets."""

    which: ClassVar[str] = ""
    zero: int | None = 0
    beta: Fraction = Fraction(1)

    def score(self, sets: Sets) -> Fraction | None:
        precision = ratio(len(sets.common), len(sets.predicted), self.zero)
        recall = ratio(len(sets.common), len(sets.true), self.zero)
        if self.which == "F":
            return f_beta(precision, recall, self.beta, self.zero)
        return precision if self.which == "P" else recall

    def zero_notes(self, sets: Sets) -> tuple[str, ...]:
        return zero_notes(self.which, len(sets.common), len(sets.true), len(sets.predicted), self.zero)

    def label(self) -> str:
        if self.augmentation != "none":
            return super().label()
        return named(f"flat {self.which}", self.told(without="augmentation"))

    def title(self) -> str:
        if self.augmentation == "none":
            return "Exact hits only"
        return self.spec.title + {"descendants": ", with descendants", "tolerant": ", tolerant"}.get(
            self.augmentation, ""
        )

    def symbol(self) -> Row:
        return (self.share_symbol(self.which),)

    def share_symbol(self, which: str) -> Symbol:
        """P, R or F over the augmented sets."""
        subs = [] if self.augmentation == "none" else ["H"]
        subs += [f"β = {number(self.beta)}"] if self.beta != 1 and which == "F" else []
        over = "" if self.augmentation == "none" else " over the augmented sets"
        return Symbol(which, ", ".join(subs), f"{_SHARE_WORDS[which]}{over}")

    def part_symbol(self, name: str) -> Symbol | None:
        return self.share_symbol(name) if self.which == "F" else None

    def asks(self) -> str:
        name = self.spec.name if self.augmentation != "none" else f"Flat {self.which}"
        what = {
            "P": "how much of what is predicted is right",
            "R": "how much of what is true is found",
            "F": "how much both sides share",
        }
        return f"{name} asks {what[self.which]}."

    def symbols(self) -> Row:
        return share_symbols(self.which, self.beta, self.set_symbols())

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Sets = result.witness
        return share_formula(
            self.which,
            self.symbol(),
            number(result.value),
            self.beta,
            self.set_symbols(),
            (sets.true, sets.predicted),
        )


_LISTED = tuple(f'augmentation="{a}"' for a in AUGMENTATIONS[1:])


@register
@dataclass(frozen=True)
class HierarchicalF(ShareMeasure):
    """Hierarchical F: the harmonic mean of hP and hR over augmented sets.

    Formula: (1 + β²)PR / (β²P + R), P = |Ŷ∩Y|/|Ŷ| and R = |Ŷ∩Y|/|Y| of the augmented sets.
    Range: 0 to 1; higher is better. 0/0 gives `zero`, 0 unless said otherwise; None leaves it undefined.
    With no augmentation this is the flat F of one instance. Source: Kiritchenko et al. 2005; K15 §2.4.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "hF").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "hF",
        "Shared ancestors",
        "Set-based",
        "higher",
        f"Kiritchenko et al. 2005; {_SOURCES}",
        listed=tuple(f"hF({a})" for a in _LISTED),
        question="How much do both sides share, ancestors included?",
        how=(
            *_EXTENDED,
            "hP is the share of ",
            _P,
            " that is right, hR the share of ",
            _Y,
            " that is found, hF their harmonic mean.",
        ),
        see=("11a", "14a", "16", "7a"),
        elsewhere=_ROOT_ELSEWHERE,
    )
    which: ClassVar[str] = "F"

    augmentation: str = _AUGMENTATION
    root: str = _ROOT
    beta: Fraction = param(
        1, "Above 1, recall weighs more than precision.", label="Weight of recall", symbol="β", at_least=0
    )
    zero: int | None = ZERO


@register
@dataclass(frozen=True)
class HierarchicalPrecision(ShareMeasure):
    """Hierarchical precision: the share of the predicted augmented set that is right.

    Formula: |Ŷ∩Y|/|Ŷ| of the augmented sets. Range: 0 to 1; higher is better. 0/0 gives `zero`.
    Source: Kiritchenko et al. 2005; K15 §2.4.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Arts"], ["Theater"]), "hP").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "hP",
        "Predicted part that is right",
        "Set-based",
        "higher",
        f"Kiritchenko et al. 2005; {_SOURCES}",
        under="hF",
        question="How much of what is predicted is right?",
        how=(
            *_EXTENDED,
            "Counted is the share of ",
            _P,
            " that is in ",
            _Y,
            " too. Too general a prediction loses nothing, too specific a one does.",
        ),
        see=("17a", "17b", "11b"),
        elsewhere=_ROOT_ELSEWHERE,
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

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Theater"], ["Arts"]), "hR").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "hR",
        "True part that was found",
        "Set-based",
        "higher",
        f"Kiritchenko et al. 2005; {_SOURCES}",
        under="hF",
        question="How much of what is true is found?",
        how=(
            *_EXTENDED,
            "Counted is the share of ",
            _Y,
            " that is in ",
            _P,
            " too. Too specific a prediction loses nothing, too general a one does.",
        ),
        see=("17b", "17a", "11b"),
        elsewhere=_ROOT_ELSEWHERE,
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

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "SDL").value
    2.0
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "SDL",
        "Classes of one side only",
        "Set-based",
        "lower",
        _SOURCES,
        unit="classes",
        listed=tuple(f"SDL({a})" for a in _LISTED),
        ends=Ends("|Ŷ| + |Y|", "0"),
        question="How many classes does only one side hold?",
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

    def asks(self) -> str:
        return "SDL asks how many classes only one side holds."

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Sets = result.witness
        only_p, only_t = sets.predicted - sets.true, sets.true - sets.predicted
        counted = (Num(str(len(only_p)), only_p), "+", Num(str(len(only_t)), only_t))
        return Formula(self.symbol(), (self.symbols(), counted), number(result.value))

    def symbols(self) -> Row:
        t, p = self.set_symbols()
        return size(p, "△", t)


@register
@dataclass(frozen=True)
class Accuracy(SetMeasure):
    """Accuracy: the share of all classes of either augmented set that both hold.

    Formula: |Ŷ∩Y|/|Ŷ∪Y| of the augmented sets (none by default). Range: 0 to 1; higher is better;
    0 with an empty side. Source: Kosmopoulos 2015 (thesis) §2.4.1.

    >>> from hierview import Case, evaluate
    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Music", "Theater"]), "Accuracy").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = MeasureSpec(
        "Accuracy",
        "Hits among all marked classes",
        "Set-based",
        "higher",
        "Kosmopoulos 2015 (thesis), §2.4.1",
        question="Which share of all marked classes is right?",
        how=(
            "The classes in both sets, divided by the classes in either. As long as nothing is added to the sets, "
            "the hierarchy plays no part: a near miss is as wrong as a far one.",
        ),
        see=("13a", "13b", "12a"),
    )

    augmentation: str = param(
        "none",
        "Which classes are added to both sets before they are compared.",
        label="Classes added",
        choices=("none", "ancestors", "tolerant", "descendants"),
    )

    def score(self, sets: Sets) -> Fraction | None:
        return ratio(len(sets.common), len(sets.true | sets.predicted), 0)

    def asks(self) -> str:
        return "Accuracy asks which share of all these classes is on both sides."

    def formula(self, case: Case, result: Result) -> Formula:
        sets: Sets = result.witness
        union = sets.true | sets.predicted
        counted = (Frac((Num(str(len(sets.common)), sets.common),), (Num(str(len(union)), union),)),)
        return Formula(self.symbol(), (self.symbols(), counted), number(result.value))

    def symbols(self) -> Row:
        t, p = self.set_symbols()
        return (Frac(size(p, "∩", t), size(p, "∪", t)),)
