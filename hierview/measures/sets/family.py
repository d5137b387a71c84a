"""Common ground of the set-based measures (K15 §2.4): augment both sets from the hierarchy, then apply a formula."""

from __future__ import annotations

from fractions import Fraction

from ...explain import (
    Column,
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
from ..base import Result, begun, empty_side_notes, name_with_parameters, text_of
from ..shares import ShareOfSides, share_aside
from ..telling import how_many, looks_of, some, with_root
from .augmented import AugmentingMeasure, Sets
from .steps import set_steps

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

_SHARE_WORDS = {"P": "precision", "R": "recall", "F": "harmonic mean of precision and recall"}


class SetMeasure(AugmentingMeasure):
    """Base of the set-based measures: augmented sets, their sizes as parts, their pictures."""

    def upward(self) -> bool:
        return self.augmentation != "descendants"

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
                self._titles(sets),
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
                    *self._looks(case, sets, classes, side),
                    root=sets.root,
                    short=(*short, f" · {len(classes)}"),
                )
                for (title, classes, side), short in zip(panels, shorts, strict=True)
            )
        formula = None if result.value is None else self.formula(case, result)
        return Step(name, self.words(case, sets), pictures, formula, self.aside(sets))

    def score(self, sets: Sets) -> Fraction | None:
        """Value of two augmented sets; None where 0/0 leaves it undefined."""
        raise NotImplementedError

    def _titles(self, sets: Sets) -> tuple[Words, Words, Words]:
        t, p = self.set_symbols()
        true, common, predicted = (f" · {how_many(len(s))}" for s in (sets.true, sets.common, sets.predicted))
        return ((t, ", true side", true), (t, " ∩ ", p, ", both", common), (p, ", predicted side", predicted))

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

    def zero_notes(self, sets: Sets) -> tuple[str, ...]:
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
        return self.share_symbols(self.set_symbols())

    def formula(self, case: Case, result: Result) -> Formula:
        return self.share_formula(result.value, result.witness.true, result.witness.predicted)
