"""Common ground of the set-based measures (K15 §2.4): augment both sets from the hierarchy, then apply a formula.

Their steps: what every marked class adds, what is common, the division.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from ...explain import (
    ClassColumn,
    Edge,
    Formula,
    HierarchyPicture,
    Look,
    Name,
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
from ...languages import N_
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ..base import Measure, Result, empty_side_notes, name_with_parameters, sentence, text_of
from ..shares import ShareOfSides, share_of_sets_aside, share_steps
from ..telling import MOST_STEPS, are_verb, count_words, looks_of, sides_of, some_names, step_with_picture, with_root
from .augmented import Sets, augment

# What belongs to an augmented set besides the classes themselves.
_ADDED = {
    "ancestors": "classes with all their ancestors",
    "tolerant": "classes and ancestors that the other side holds or has a parent of",
    "descendants": "classes with all their descendants",
    "none": "classes",
}
# What is compared.
_COMPARED = {
    "ancestors": "Both sides take all their ancestors along.",
    "tolerant": "Both sides take their ancestors along and lose what the other side neither holds nor has a parent of.",
    "descendants": "Both sides take all their descendants along.",
    "none": "The true and the predicted classes are compared name by name.",
}
# Why the sets are extended, after what is asked.
_WHY = {
    "ancestors": "so every class brings its ancestors.",
    "tolerant": "so every class brings its ancestors; but a class that the other side neither holds nor has a parent "
    "of is forgiven.",
    "descendants": " Every class stands for all classes below it, so it brings its descendants.",
    "none": " Only the names count here, not the hierarchy.",
}
_OTHER = {"true": "predicted", "predicted": "true"}
_SHARE_WORDS = {"P": "precision", "R": "recall", "F": "harmonic mean of precision and recall"}
_SHARE_QUESTIONS = {
    "P": "how much of what is predicted is right",
    "R": "how much of what is true is found",
    "F": "how much both sides share",
}


class SetMeasure(Measure):
    """Base of the set-based measures: augmented sets, their sizes as parts, their pictures."""

    view_names: ClassVar[tuple[str, ...]] = ("sets", "lists")

    # Fields of the measures that have them.
    augmentation: str = "ancestors"
    root: str = "counted"

    def upward(self) -> bool:
        return self.augmentation != "descendants"

    def set_symbols(self) -> tuple[Symbol, Symbol]:
        """Symbols of the two sets: the true side, the predicted side."""
        sub, what = "" if self.augmentation == "none" else "aug", _ADDED[self.augmentation]
        return Symbol("Y", sub, f"the true {what}"), Symbol("Ŷ", sub, f"the predicted {what}")

    def sets(self, case: Case) -> Sets:
        """The augmented sets of a case."""
        return augment(case, self.augmentation, self.root)

    def score(self, sets: Sets) -> Fraction | None:
        """Value of two augmented sets; None where 0/0 leaves it undefined."""
        raise NotImplementedError

    def zero_division_notes(self, sets: Sets) -> tuple[str, ...]:
        """Notes on where 0/0 occurred and what it was taken as."""
        return ()

    def evaluate(self, case: Case) -> Result:
        sets = self.sets(case)
        value = self.score(sets)
        parts = {"intersection": len(sets.common), "true": len(sets.true), "predicted": len(sets.predicted)}
        notes = [*empty_side_notes(case), *self.zero_division_notes(sets)]
        if sets.root is not None:
            notes.append(f"A virtual root, {sets.root}, is counted above the hierarchy.")
        return Result(str(self), None if value is None else float(value), parts, sets, tuple(notes))

    def formula(self, case: Case, result: Result) -> Formula:
        """The formula with a case's numbers."""
        raise NotImplementedError

    def words(self, case: Case, sets: Sets) -> Words:
        """The words on both sets: the classes in common, those predicted only, those true only."""
        parts = (sets.common, sets.predicted - sets.true, sets.true - sets.predicted)
        listed = (some_names(classes, 6) or "none" for classes in parts)
        lists = sentence(" On both sides: {}. Predicted only: {}. True only: {}.", *listed)
        return (_COMPARED[self.augmentation], *lists)

    def aside_lines(self, sets: Sets) -> tuple[Words, ...]:
        """Short lines beside the formula."""
        return ()

    def question_sentence(self) -> str:
        """The question that the measure asks of the two sides, as a sentence."""
        raise NotImplementedError

    def aim(self, case: Case) -> Words:
        if self.augmentation not in ("ancestors", "tolerant"):
            return (self.question_sentence(), _WHY[self.augmentation])
        h = case.hierarchy
        example = next((c for c in sorted(case.marked) if h.parents(c)), None)
        if example is None:
            return (self.question_sentence(), " Every class would bring its ancestors, but no class has any here.")
        is_also = sentence(" What is {} is also {}, ", Name(example), names(h.parents(example)))
        return text_of(self.question_sentence(), is_also, _WHY[self.augmentation])

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        sets: Sets = result.witness
        h = case.hierarchy.under_new_root() if sets.root is not None else case.hierarchy
        growing = _GrowingSets(case, h, sets.root, self.augmentation)
        steps = _growing_steps(growing, "true", case.true) + _growing_steps(growing, "predicted", case.predicted)
        for word, final in (("true", sets.true), ("predicted", sets.predicted)):
            dropped = growing.sides[word] - final
            growing.sides[word] = set(final)
            if dropped:
                steps.append(_lost_step(self, growing, word, dropped))
        common = _common_step(growing, sets)
        return [*steps, common, *self.division_steps(sets, common.pictures[0])]

    def division_steps(self, sets: Sets, picture: Picture) -> Sequence[Step]:
        """The divisions that the value is made of, one at a time, beside a picture of what is common."""
        return ()

    def view(self, case: Case, result: Result, name: str) -> Step:
        sets: Sets = result.witness
        t, p = self.set_symbols()
        both: Words = (t, " ∩ ", p)
        panels: tuple[tuple[Words, Words, frozenset[str], Side], ...] = (
            ((t, ", true side"), (t, ", true"), sets.true, "t"),
            ((*both, ", both"), both, sets.common, "both"),
            ((p, ", predicted side"), (p, ", predicted"), sets.predicted, "p"),
        )
        pictures: tuple[Picture, ...]
        if name == "lists":
            columns = (
                ClassColumn((*title, f" · {count_words(len(classes))}"), side, tuple(sorted(classes)))
                for title, _, classes, side in panels
            )
            pictures = (SetsPicture((), tuple(columns)),)
        else:
            pictures = tuple(
                HierarchyPicture(
                    (*title, f" · {count_words(len(classes))}"),
                    *self._looks(case, sets, classes, side),
                    root=sets.root,
                    short=(*short, f" · {len(classes)}"),
                )
                for title, short, classes, side in panels
            )
        formula = None if result.value is None else self.formula(case, result)
        return Step(name, self.words(case, sets), pictures, formula, self.aside_lines(sets))

    def _looks(
        self, case: Case, sets: Sets, classes: frozenset[str], side: Side
    ) -> tuple[dict[str, Look], dict[Edge, Side]]:
        """The set on the hierarchy: its classes tinted, the edges between them drawn as a path of its side."""
        everyone = with_root(case.hierarchy.classes, sets.root)
        on_side = looks_of(everyone, dict.fromkeys(classes, side), root=sets.root, others="quiet")
        edges: dict[Edge, Side] = {}
        if self.augmentation != "none":
            edges = {edge: side for edge in case.hierarchy.edges if edge[0] in classes and edge[1] in classes}
            if sets.root in classes:
                edges |= {(sets.root, c): side for c in case.hierarchy.roots if c in classes}
        return on_side, edges


class ShareMeasure(ShareOfSides, SetMeasure):
    """Precision, recall and F over augmented sets."""

    def score(self, sets: Sets) -> Fraction | None:
        return self.share(len(sets.common), len(sets.true), len(sets.predicted))

    def zero_division_notes(self, sets: Sets) -> tuple[str, ...]:
        return self.zero_share_notes(len(sets.common), len(sets.true), len(sets.predicted))

    def label(self) -> str:
        if self.augmentation != "none":
            return super().label()
        return name_with_parameters(f"flat {self.which}", self.parameter_words(without="augmentation"))

    def title(self) -> str:
        if self.augmentation == "none":
            return N_("Exact hits only")
        more = {"descendants": N_("with descendants"), "tolerant": N_("tolerant")}.get(self.augmentation)
        return f"{self.spec.title}, {more}" if more else self.spec.title

    def symbol(self) -> Row:
        return (self.share_symbol(self.which),)

    def share_symbol(self, which: str) -> Symbol:
        """P, R or F over the augmented sets."""
        subs = [] if self.augmentation == "none" else ["H"]
        subs += [f"β = {number(self.beta)}"] if self.beta != 1 and which == "F" else []
        over = "" if self.augmentation == "none" else " over the augmented sets"
        return Symbol(which, ", ".join(subs), f"{_SHARE_WORDS[which]}{over}")

    def division_steps(self, sets: Sets, picture: Picture) -> Sequence[Step]:
        if self.which != "F":
            return ()
        share_symbols = {which: self.share_symbol(which) for which in "PR"}
        ends = {"P": "right", "R": "found"}
        return share_steps((sets.true, sets.predicted), self.set_symbols(), share_symbols, ends, picture)

    def aside_lines(self, sets: Sets) -> tuple[Words, ...]:
        return share_of_sets_aside(sets.true, sets.predicted, self.beta) if self.which == "F" else ()

    def question_sentence(self) -> str:
        name = self.spec.name if self.augmentation != "none" else f"Flat {self.which}"
        return f"{name} asks {_SHARE_QUESTIONS[self.which]}."

    def symbols(self) -> Row:
        return self.share_symbols(self.set_symbols())

    def formula(self, case: Case, result: Result) -> Formula:
        return self.share_formula(result.value, result.witness.true, result.witness.predicted)


# Steps


@dataclass
class _GrowingSets:
    """The sets of both sides as far as they have grown; h: the hierarchy with the root counted above it, if any."""

    case: Case
    h: Hierarchy
    root: str | None
    augmentation: str
    sides: dict[str, set[str]] = field(default_factory=lambda: {"true": set(), "predicted": set()})

    def with_additions(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes with all that they bring."""
        if self.augmentation == "none":
            return frozenset(classes)
        return self.h.downward_closure(classes) if self.augmentation == "descendants" else self.h.closure(classes)

    def step(
        self, title: str, text: Words | str, about: Iterable[str], fact: tuple[Words | str, Words | str] | None = None
    ) -> Step:
        """The step with one picture of both sides, the new classes outlined."""
        about, t, p = set(about), self.sides["true"], self.sides["predicted"]
        everyone = with_root(self.case.hierarchy.classes, self.root)
        marked = [c for c in everyone if c in about or c in t or c in p or c == self.root]
        sizes = ("Both sides so far", f" · {len(t)} true, {len(p)} predicted")
        picture = HierarchyPicture(sizes, looks_of(marked, sides_of(t, p), about, root=self.root), root=self.root)
        return step_with_picture(title, text, picture, fact=fact)


def _growing_steps(growing_sets: _GrowingSets, word: str, marked: frozenset[str]) -> list[Step]:
    """Steps on what the marked classes of a side bring to it, one after the other."""
    if not marked:
        return [growing_sets.step("Sets", f"No class is {word}, so the {word} side stays empty.", ())]
    side, steps = growing_sets.sides[word], []
    listed = sorted(marked)
    for c in listed[:MOST_STEPS]:
        new_classes = growing_sets.with_additions([c]) - side - {c}
        side |= new_classes | {c}
        text = sentence("{} is {}{}.", Name(c), word, _brings_clause(growing_sets, c, new_classes, word))
        fact = ((Name(c), f", {word}"), ("with ", *some_names(new_classes, 7)) if new_classes else "alone")
        steps.append(growing_sets.step("Sets", text, [c, *new_classes], fact))
    rest = listed[MOST_STEPS:]
    if rest:
        new = growing_sets.with_additions(rest) - side
        side |= new
        them, themselves = ("One more", "itself") if len(rest) == 1 else (f"The other {len(rest)}", "themselves")
        bring = f"{word} {'class brings' if len(rest) == 1 else 'classes bring'}"
        more = f"{them} {bring} {count_words(len(new))} to the {word} side, {themselves} included."
        steps.append(growing_sets.step("Sets", more, new))
    return steps


def _lost_step(measure: SetMeasure, growing_sets: _GrowingSets, word: str, dropped: set[str]) -> Step:
    if measure.root == "omitted" and dropped <= set(growing_sets.h.roots):
        text = sentence("{}, the root, is not counted on the {} side.", names(dropped), word)
    else:
        none = "neither it nor a parent of it." if len(dropped) == 1 else "none of them and no parent of theirs."
        text = sentence("The {} side loses {}: the {} side holds {}", word, names(dropped), _OTHER[word], none)
    return growing_sets.step("Dropped", text, dropped, (f"{word} side", ("without ", *some_names(dropped, 7))))


def _brings_clause(growing_sets: _GrowingSets, c: str, classes: frozenset[str], word: str) -> Words:
    """Clause on what a class adds to its side, after "Music is true"."""
    if growing_sets.augmentation == "none":
        return ()
    down = growing_sets.augmentation == "descendants"
    one, many = ("descendant", "descendants") if down else ("ancestor", "ancestors")
    every = growing_sets.with_additions([c]) - {c}
    if not every:
        return (", and it is a leaf: no class is below it" if down else ", and it is a root: no class is above it",)
    if len(every) == 1:
        joins = f"joins the {word} side" if classes else f"is on the {word} side already"
        return (f"; its one {one}, ", *names(every), f", {joins}")
    if not classes:
        return (f"; its {len(every)} {many} are on the {word} side already",)
    join = "join" if len(classes) > 1 else "joins"
    if classes == every:
        return (f"; its {many} ", *some_names(classes), f" {join} the {word} side")
    there = f"the other {len(every - classes)} are" if len(every - classes) > 1 else "the other one is"
    return (f"; of its {len(every)} {many} ", *some_names(classes), f" {join} the {word} side, {there} on it already")


def _common_step(growing_sets: _GrowingSets, sets: Sets) -> Step:
    common = sets.common
    text = text_of(some_names(common), f" {are_verb(common)} on both sides: {count_words(len(common))}.")
    if not common:
        sides = f"the true side holds {count_words(len(sets.true))}, the predicted side {len(sets.predicted)}"
        text = (f"No class is on both sides: {sides}, and they share nothing.",)
    return growing_sets.step("Common", text, common, ("both sides", some_names(common) or "no class"))
