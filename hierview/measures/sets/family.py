"""Common ground of the set-based measures (K15 §2.4): augment both sets from the hierarchy, then apply a formula."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from ...explain import (
    Column,
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
from ..base import Measure, Result, begun, empty_side_notes, name_with_parameters, text_of
from ..shares import f_beta, ratio, share_aside, share_formula, share_symbols, zero_notes
from ..telling import how_many, looks, some, with_root
from .augmented import Sets, augment
from .steps import set_steps

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

_SHARE_WORDS = {"P": "precision", "R": "recall", "F": "harmonic mean of precision and recall"}


class SetMeasure(Measure):
    """Base of the set-based measures: augmented sets, their sizes as parts, their pictures."""

    # Fields of the measures that have them.
    augmentation: str = "ancestors"
    root: str = "counted"

    def set_symbols(self) -> tuple[Symbol, Symbol]:
        """Symbols of the two sets: the true side, the predicted side."""
        sub, what = "" if self.augmentation == "none" else "aug", _ADDED[self.augmentation]
        return Symbol("Y", sub, f"the true {what}"), Symbol("Ŷ", sub, f"the predicted {what}")

    def upward(self) -> bool:
        return self.augmentation != "descendants"

    def sets(self, case: Case) -> Sets:
        """The augmented sets of a case."""
        return augment(case, self.augmentation, self.root)

    def score(self, sets: Sets) -> Fraction | None:
        """Value of two augmented sets; None where 0/0 leaves it undefined."""
        raise NotImplementedError

    def zero_notes(self, sets: Sets) -> tuple[str, ...]:
        """Notes on where 0/0 occurred and what it was taken as."""
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
        """The formula with a case's numbers."""
        raise NotImplementedError

    def words(self, case: Case, sets: Sets) -> Words:
        """Both sets in words: the classes in common, those predicted only, those true only."""
        common, only_p, only_t = (
            some(classes, 6) or ("none",)
            for classes in (sets.common, sets.predicted - sets.true, sets.true - sets.predicted)
        )
        sentence = f"{_COMPARED[self.augmentation]} On both sides: "
        return text_of(sentence, common, ". Predicted only: ", only_p, ". True only: ", only_t, ".")

    def part_symbol(self, name: str) -> Symbol | None:
        """Precision ("P") or recall ("R") where the value is made of them, else None."""
        return None

    def aside(self, sets: Sets) -> tuple[Words, ...]:
        """Short lines beside the formula."""
        return ()

    def asks(self) -> str:
        """The question that the measure asks of the two sides, as a sentence."""
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
        return (*begun(self.aim(case), set_steps(self, case, result.witness)), *super().explain(case, result))

    def views(self, case: Case) -> tuple[str, ...]:
        return ("sets", "lists")

    def view(self, case: Case, result: Result, name: str) -> Step:
        sets: Sets = result.witness
        panels: tuple[tuple[Words, frozenset[str], Side], ...] = tuple(
            zip(
                _titles(self, sets),
                (sets.true, sets.common, sets.predicted),
                ("t", "both", "p"),
                strict=True,
            )
        )
        pictures: tuple[Picture, ...]
        if name == "lists":
            columns = tuple(Column(title, side, tuple(sorted(classes))) for title, classes, side in panels)
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
                for (title, classes, side), short in zip(panels, shorts, strict=True)
            )
        formula = None if result.value is None else self.formula(case, result)
        return Step(name, self.words(case, sets), pictures, formula, self.aside(sets))


def _titles(measure: SetMeasure, sets: Sets) -> tuple[Words, Words, Words]:
    t, p = measure.set_symbols()
    true, common, predicted = (f" · {how_many(len(s))}" for s in (sets.true, sets.common, sets.predicted))
    return (
        (t, ", true side", true),
        (t, " ∩ ", p, ", both", common),
        (p, ", predicted side", predicted),
    )


def _looks(
    measure: SetMeasure, case: Case, sets: Sets, classes: frozenset[str], side: Side
) -> tuple[dict[str, Look], dict[tuple[str, str], Side]]:
    """The set on the hierarchy: its classes tinted, the edges between them drawn as a path of its side."""
    everyone = with_root(case.hierarchy.classes, sets.root)
    on_side = looks(everyone, dict.fromkeys(classes, side), root=sets.root, others="quiet")
    edges: dict[tuple[str, str], Side] = {}
    if measure.augmentation != "none":
        edges = {edge: side for edge in case.hierarchy.edges if edge[0] in classes and edge[1] in classes}
        if sets.root in classes:
            edges |= {(sets.root, c): side for c in case.hierarchy.roots if c in classes}
    return on_side, edges


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

    def part_symbol(self, name: str) -> Symbol | None:
        return self.share_symbol(name) if self.which == "F" else None

    def aside(self, sets: Sets) -> tuple[Words, ...]:
        return share_aside(sets.true, sets.predicted, self.beta) if self.which == "F" else ()

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
