"""Common ground of the measures over weighed sets.

Both sets are extended by all ancestors. A class weighs its information accretion: what it tells beyond its
most telling parent, by intrinsic information content. In a tree the weights of a class and its ancestors
add up to its content; the root weighs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from ...explain import Formula, Frac, HierarchyPicture, Name, Num, Row, Step, Symbol, Term, Words, names, number
from ...model.case import Case
from ..base import Measure, Result, empty_side_notes, sentence, text_of
from ..levels import pictured_classes
from ..shares import SHARES_OF_F, ShareOfSides, ratio_of_sizes, share_aside, share_step
from ..telling import (
    MOST_STEPS,
    amount_number,
    are_verb,
    looks_of,
    rest_clause,
    several_roots_note,
    side_edges,
    sides_of,
    some_names,
    step_with_picture,
    sum_row,
    with_root,
)
from .content import IC, PARTS, Information, content_text, information_of

VIEW_GAINS = "information"
TRUE_SIDE = Symbol("Y", "aug", "the true classes with all their ancestors")
PREDICTED_SIDE = Symbol("Ŷ", "aug", "the predicted classes with all their ancestors")
TELLS = Symbol("I", says="what the classes in brackets tell together, each what it adds to its parents")
SHARE_SYMBOLS = {
    "P": Symbol("P", "w", "precision by what the classes tell"),
    "R": Symbol("R", "w", "recall by what the classes tell"),
    "F": Symbol("F", "w", "the harmonic mean of precision and recall by what the classes tell"),
}


def information_symbols(*symbols: Term) -> Row:
    """Symbols for what a set information_symbols: I(…)."""
    return (TELLS, "(", *symbols, ")")


@dataclass(frozen=True)
class WeighedSets:
    """The sets with all ancestors, and what each class of them weighs, in PARTS."""

    true: frozenset[str]
    """The true classes with all ancestors."""
    predicted: frozenset[str]
    """The predicted classes with all ancestors."""
    gains: Mapping[str, int]
    """Weight of each class, in PARTS."""
    root: str | None = None
    """The artificial root, where the hierarchy has several roots; else None."""

    @property
    def common(self) -> frozenset[str]:
        """The classes on both sides."""
        return self.true & self.predicted

    @property
    def missed(self) -> frozenset[str]:
        """The classes on the true side only."""
        return self.true - self.predicted

    @property
    def extra(self) -> frozenset[str]:
        """The classes on the predicted side only."""
        return self.predicted - self.true

    def weight(self, classes: Iterable[str]) -> int:
        """Weight of classes together, in PARTS."""
        return sum(self.gains[c] for c in classes)

    def weight_text(self, classes: Iterable[str]) -> str:
        """Weight of classes together, as it is shown."""
        return content_text(self.weight(classes))

    def weight_number(self, classes: frozenset[str]) -> Num:
        """Weight of classes together, as a number that points at them."""
        return amount_number(self.weight(classes) / PARTS, classes)

    def weight_row(self, classes: frozenset[str]) -> Row:
        """Weights of classes as a sum, class by class; the weight of many as one number."""
        return sum_row((Fraction(self.gains[c], PARTS), (c,)) for c in sorted(classes))


@dataclass(frozen=True)
class WeightedMeasure(Measure):
    """Base of the measures over weighed sets: the sets, their weights as parts, their formula, pictures and words."""

    view_names: ClassVar[tuple[str, ...]] = ("sets", VIEW_GAINS)
    ic: str = IC

    def content_of(self, case: Case) -> Information:
        """Information content of every class of a case."""
        return information_of(case.hierarchy, self.ic)

    def sets_with_weights(self, case: Case) -> WeighedSets:
        """Both sides of a case with all their ancestors, and the weight of each class."""
        true, predicted = case.hierarchy.closure(case.true), case.hierarchy.closure(case.predicted)
        content = self.content_of(case)
        return WeighedSets(
            true, predicted, {c: content.gain(c) for c in sorted(true | predicted)}, content.artificial_root
        )

    def weight_outside(self, case: Case) -> int:
        """Weight of all classes outside the true side, in PARTS: the most that can be wrong."""
        return self.content_of(case).total - self.true_weight(case)

    def true_weight(self, case: Case) -> int:
        """Weight of the true side, in PARTS: the most that can be missed."""
        return sum(map(self.content_of(case).gain, case.hierarchy.closure(case.true)))

    def score(self, sets: WeighedSets) -> Fraction | float | None:
        """Value of two weighed sets; None where 0/0 leaves it undefined."""
        raise NotImplementedError

    def weighted_sets(self, sets: WeighedSets) -> dict[str, frozenset[str]]:
        """The sets whose weights stand in the formula, by name."""
        return {"ru": sets.missed, "mi": sets.extra}

    def zero_division_notes(self, sets: WeighedSets) -> tuple[str, ...]:
        """Notes on where 0/0 occurred and what it was taken as."""
        return ()

    def evaluate(self, case: Case) -> Result:
        sets = self.sets_with_weights(case)
        value = self.score(sets)
        parts = {name: sets.weight(classes) / PARTS for name, classes in self.weighted_sets(sets).items()}
        notes = (*empty_side_notes(case), *self.zero_division_notes(sets), *several_roots_note(sets.root))
        return Result(str(self), None if value is None else float(value), parts, sets, notes)

    def numbers_row(self, sets: WeighedSets) -> Row:
        """The right side of the formula with a case's numbers."""
        raise NotImplementedError

    def words(self, sets: WeighedSets) -> Words:
        """The sentence on how the parts make the value."""
        return ()

    def aside_lines(self, sets: WeighedSets) -> tuple[Words, ...]:
        """Short lines beside the formula."""
        return ()

    def pictured_classes(self, sets: WeighedSets) -> tuple[tuple[str, frozenset[str]], ...]:
        """The pictures of the answer: a title, and the classes counted in it."""
        return (("True side", sets.true), ("Both sides", sets.common), ("Predicted side", sets.predicted))

    def view(self, case: Case, result: Result, name: str) -> Step:
        sets: WeighedSets = result.witness
        text = text_of(*_sides_in_words(sets), self.words(sets))
        formula = None
        if result.value is not None:
            formula = Formula(self.symbol(), (self.symbols(), self.numbers_row(sets)), number(result.value))
        pictures = _gain_pictures(self.content_of(case), case) if name == VIEW_GAINS else _pictures(self, case, sets)
        return Step(name, text, pictures, formula, self.aside_lines(sets))

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        sets: WeighedSets = result.witness
        return [*_gain_steps(self.content_of(case), case, sets), *_side_steps(case, sets), *_part_steps(case, sets)]

    def aim(self, case: Case) -> Words:
        more = "the fewer classes lie below it"
        if self.ic == "Sanchez":
            more = "the fewer leaves lie below it and the more classes above"
        return (
            f"The root tells nothing, a leaf 1, and any other class something between: the more, {more}. "
            f"{self.spec.name} asks: {self.spec.question[:1].lower()}{self.spec.question[1:]}",
        )


class WeightedShare(ShareOfSides, WeightedMeasure):
    """Precision, recall and F over weights."""

    nothing = "the {} side tells nothing"

    def weighted_sets(self, sets: WeighedSets) -> dict[str, frozenset[str]]:
        return {"intersection": sets.common, "true": sets.true, "predicted": sets.predicted}

    def score(self, sets: WeighedSets) -> Fraction | None:
        return self.share(*map(sets.weight, self.weighted_sets(sets).values()))

    def zero_division_notes(self, sets: WeighedSets) -> tuple[str, ...]:
        return self.zero_share_notes(*map(sets.weight, self.weighted_sets(sets).values()))

    def symbol(self) -> Row:
        return (self.symbol_with_beta(SHARE_SYMBOLS[self.which], "w"),)

    def symbols(self) -> Row:
        t, p = TRUE_SIDE, PREDICTED_SIDE
        return ratio_of_sizes(
            self.which, self.beta, information_symbols(t, "∩", p), information_symbols(t), information_symbols(p)
        )

    def numbers_row(self, sets: WeighedSets) -> Row:
        weights = ((sets.weight_number(side),) for side in self.weighted_sets(sets).values())
        return ratio_of_sizes(self.which, self.beta, *weights)

    def aside_lines(self, sets: WeighedSets) -> tuple[Words, ...]:
        weights = map(sets.weight, self.weighted_sets(sets).values())
        return share_aside(*weights, text_of_count=content_text) if self.which == "F" else ()

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        steps = super().leading_steps(case, result)
        return steps + _share_steps(case, result.witness) if self.which == "F" else steps


# Pictures and words


def _picture(
    case: Case, sets: WeighedSets, title: Words | str, classes: Iterable[str], about: Iterable[str] = ()
) -> HierarchyPicture:
    """The picture of classes on their sides with what they weigh; the others quiet."""
    classes = set(classes)
    sides = {c: side for c, side in sides_of(sets.true, sets.predicted).items() if c in classes}
    values = {c: content_text(sets.gains[c]) for c in classes}
    class_looks = looks_of(pictured_classes(case), sides, set(about), values=values, others="quiet")
    return HierarchyPicture(text_of(title), class_looks, side_edges(case.hierarchy, sides))


def _sides_in_words(sets: WeighedSets) -> Words:
    """The classes on both sides and on one side only, with what they tell."""
    words: Words = ()
    for word, part in (
        ("On both sides, ancestors included", sets.common),
        ("Predicted only", sets.extra),
        ("True only", sets.missed),
    ):
        verb = "tells" if len(part) == 1 else "tell"
        tell = f", which {verb} {sets.weight_text(part)}" if part else ""
        words = text_of(words, f" {word}: " if words else f"{word}: ", some_names(part, 6) or "none", f"{tell}.")
    return words


def _pictures(measure: WeightedMeasure, case: Case, sets: WeighedSets) -> tuple[HierarchyPicture, ...]:
    """The counted sets side by side, every class with what it weighs."""
    return tuple(
        replace(_picture(case, sets, (title, f" · {sets.weight_text(classes)}"), classes), short=(title,))
        for title, classes in measure.pictured_classes(sets)
    )


def _gain_pictures(content: Information, case: Case) -> tuple[HierarchyPicture, ...]:
    """The pictures of what every class tells, and of what it adds to its most telling parent."""
    root = content.artificial_root
    everyone = with_root(pictured_classes(case), root)
    pictures = []
    for title, amount_of in (
        ("The information content of every class", content.content),
        ("What it adds to its most telling parent", content.gain),
    ):
        looks = looks_of(everyone, {}, root=root, values={c: content_text(amount_of(c)) for c in everyone})
        pictures.append(HierarchyPicture((title,), looks, root=root, short=(title.split(" of ")[0],)))
    return tuple(pictures)


# Steps


def _gain_steps(content: Information, case: Case, sets: WeighedSets) -> list[Step]:
    """Steps on what the classes of both sides tell, the least telling first; leaves of one content together."""
    h, title = content.hierarchy, "What the classes add"
    every = sorted(sets.gains, key=lambda c: (content.content(c), c))
    groups: dict[tuple[int, int | None, str], list[str]] = {}
    for c in every:
        most = max(map(content.content, h.parents(c)), default=None)
        groups.setdefault((content.content(c), most, content.reason_text(c, True)), []).append(c)
    steps, told_of = [], list[str]()
    for (own, most, _), group in list(groups.items())[:MOST_STEPS]:
        told_of += group
        several, who = len(group) > 1, some_names(group)
        verb, its, adds = ("tell", "their", "each adds") if several else ("tells", "its", "it adds")
        gain = content_text(content.gain(group[0]))
        text = text_of(who, f" {verb} {content_text(own)}, {content.reason_text(group[0], several)}")
        if most is not None:
            parents = set(h.parents(group[0]))
            whose: Words = (f"; {its} most telling {'parents tell' if several else 'parent tells'}",)
            if len(parents) == 1 and all(set(h.parents(c)) == parents for c in group):
                whose = ("; ", *names(parents), " above tells")
            text = text_of(text, whose, f" {content_text(most)}, so {adds} {gain if most else f'all {gain}'}")
        picture = _picture(case, sets, title, told_of, group)
        steps.append(
            step_with_picture("Classes", (*text, "."), picture, fact=(who, f"{adds.removeprefix('it ')} {gain}"))
        )
    rest = [c for c in every if c not in told_of]
    if rest:
        weight = sets.weight_text(rest)
        more = f"{len(rest)} more classes add {weight} together." if rest[1:] else f"One more class adds {weight}."
        steps.append(step_with_picture("Classes", more, _picture(case, sets, title, every, rest)))
    return steps


def _side_steps(case: Case, sets: WeighedSets) -> list[Step]:
    """Steps on what every marked class brings to its side."""
    steps: list[Step] = []
    for word, marked in (("true", case.true), ("predicted", case.predicted)):
        side = f"The {word} side"
        grown: frozenset[str] = frozenset()
        if not marked:
            text: Words = (f"No class is {word}, so the {word} side tells nothing.",)
            steps.append(step_with_picture("Sides", text, _picture(case, sets, side, ())))
        for c in sorted(marked)[:MOST_STEPS]:
            new = case.hierarchy.closure([c]) - grown
            grown |= new
            adds = f"adds {sets.weight_text(new)}"
            if not new:
                text = (Name(c), f" is {word} and on the {word} side already.")
            elif new == {c}:
                text = (Name(c), f" is {word} and {adds} to the {word} side.")
            else:
                above = some_names(new - {c}, 6)
                text = sentence("{} is {}; with {} above it, it {} to the {} side.", Name(c), word, above, adds, word)
            picture = _picture(case, sets, f"{side} so far · {sets.weight_text(grown)}", grown, new | {c})
            steps.append(step_with_picture("Sides", text, picture, fact=((Name(c), f", {word}"), adds)))
        rest = sorted(marked)[MOST_STEPS:]
        if rest:
            new = case.hierarchy.closure(rest) - grown
            them = rest_clause(len(rest), f"{word} class adds", f"{word} classes add")
            picture = _picture(case, sets, side, grown | new, new)
            steps.append(step_with_picture("Sides", f"{them} {sets.weight_text(new)} more.", picture))
    return steps


def _part_steps(case: Case, sets: WeighedSets) -> list[Step]:
    steps = []
    for word, classes, symbols in (
        ("on both sides", sets.common, (TRUE_SIDE, "∩", PREDICTED_SIDE)),
        ("on the true side only", sets.missed, (TRUE_SIDE, "∖", PREDICTED_SIDE)),
        ("on the predicted side only", sets.extra, (PREDICTED_SIDE, "∖", TRUE_SIDE)),
    ):
        weight = sets.weight_text(classes)
        text = text_of(
            some_names(classes, 6), f" {are_verb(classes)} {word}, and tell{'s' * (len(classes) == 1)} {weight}."
        )
        if not classes:
            text = (f"No class is {word}, so 0 is told there.",)
        picture = _picture(case, sets, f"{word[:1].upper()}{word[1:]} · {weight}", sets.gains, classes)
        row = sets.weight_row(classes)
        # One number is the weight itself.
        formula = Formula(information_symbols(*symbols), (row,) if row else (), "" if len(row) == 1 else weight)
        steps.append(step_with_picture("Parts", text, picture, formula, (word, weight)))
    return steps


def _share_steps(case: Case, sets: WeighedSets) -> list[Step]:
    """The divisions that F is made of, one at a time."""
    steps: list[Step] = []
    common = sets.weight_text(sets.common)
    for share, whole in zip(SHARES_OF_F, (sets.predicted, sets.true), strict=True):
        if not sets.weight(whole):
            continue
        value, weight = number(sets.weight(sets.common) / sets.weight(whole)), sets.weight_text(whole)
        text = f"The {share.side} side tells {weight}, of which {common} is common: {share.word} {value}."
        fraction: Row = (Frac((sets.weight_number(sets.common),), (sets.weight_number(whole),)),)
        picture = _picture(case, sets, f"The {share.side} side · {weight}", whole, sets.common)
        formula = Formula((SHARE_SYMBOLS[share.letter],), (fraction,), value)
        steps.append(share_step(share, text, picture, formula, f"{common} of {weight}"))
    return steps
