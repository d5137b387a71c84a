"""The steps of a set-based measure: what every marked class adds, what is common, the division."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...explain import HierarchyPicture, Name, Step, Words, names
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ..base import text_of
from ..shares import SHARES_OF_F, share_steps
from ..telling import MOST_STEPS, are, by_side, how_many, looks_of, some, with_root
from .augmented import AugmentingMeasure, Sets

_OTHER = {"true": "predicted", "predicted": "true"}


@dataclass
class _Growing:
    """Both sides as far as they have grown; h: the hierarchy with the root that is counted above it, if any.

    augmentation: which classes are added, one of `AUGMENTATIONS`.
    """

    case: Case
    h: Hierarchy
    root: str | None
    augmentation: str
    sides: dict[str, set[str]] = field(default_factory=lambda: {"true": set(), "predicted": set()})

    def reach(self, classes: Iterable[str]) -> frozenset[str]:
        """The classes with all that they bring."""
        if self.augmentation == "none":
            return frozenset(classes)
        return self.h.downward_closure(classes) if self.augmentation == "descendants" else self.h.closure(classes)

    def step(self, title: str, text: Words, about: Iterable[str], fact: tuple[Words, Words] | None = None) -> Step:
        """One picture with both sides, the new classes outlined."""
        about, t, p = set(about), self.sides["true"], self.sides["predicted"]
        everyone = with_root(self.case.hierarchy.classes, self.root)
        marked = [c for c in everyone if c in about or c in t or c in p or c == self.root]
        sizes = ("Both sides so far", f" · {len(t)} true, {len(p)} predicted")
        picture = HierarchyPicture(sizes, looks_of(marked, by_side(t, p), about, root=self.root), root=self.root)
        return Step(title, text, (picture,), fact=fact)


def set_steps(measure: AugmentingMeasure, case: Case, sets: Sets) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    h = case.hierarchy.under_new_root() if sets.root is not None else case.hierarchy
    growing = _Growing(case, h, sets.root, measure.augmentation)
    steps = _growing_steps(growing, "true", case.true) + _growing_steps(growing, "predicted", case.predicted)
    for word, final in (("true", sets.true), ("predicted", sets.predicted)):
        dropped = growing.sides[word] - final
        growing.sides[word] = set(final)
        if dropped:
            steps.append(_lost(measure, growing, word, dropped))
    steps.append(_common(growing, sets))
    return (*steps, *_shares(measure, growing, sets))


def _growing_steps(growing: _Growing, word: str, marked: frozenset[str]) -> list[Step]:
    """Steps on what the marked classes of a side bring to it, one after the other."""
    if not marked:
        return [growing.step("Sets", (f"No class is {word}, so the {word} side stays empty.",), ())]
    side, steps = growing.sides[word], []
    listed = sorted(marked)
    for c in listed[:MOST_STEPS]:
        new_classes = growing.reach([c]) - side - {c}
        side |= new_classes | {c}
        text = text_of(Name(c), f" is {word}", _brings(growing, c, new_classes, word), ".")
        fact = ((Name(c), f", {word}"), text_of("with ", some(new_classes, 7)) if new_classes else ("alone",))
        steps.append(growing.step("Sets", text, [c, *new_classes], fact))
    rest = listed[MOST_STEPS:]
    if rest:
        new = growing.reach(rest) - side
        side |= new
        them, themselves = ("One more", "itself") if len(rest) == 1 else (f"The other {len(rest)}", "themselves")
        bring = f"{word} {'class brings' if len(rest) == 1 else 'classes bring'}"
        sentence = f"{them} {bring} {how_many(len(new))} to the {word} side, {themselves} included."
        steps.append(growing.step("Sets", (sentence,), new))
    return steps


def _lost(measure: AugmentingMeasure, growing: _Growing, word: str, dropped: set[str]) -> Step:
    """Step on what a side loses again."""
    if measure.root == "omitted" and dropped <= set(growing.h.roots):
        text = text_of(names(dropped), f", the root, is not counted on the {word} side.")
    else:
        none = "neither it nor a parent of it." if len(dropped) == 1 else "none of them and no parent of theirs."
        text = text_of(f"The {word} side loses ", names(dropped), f": the {_OTHER[word]} side holds {none}")
    return growing.step("Dropped", text, dropped, ((f"{word} side",), text_of("without ", some(dropped, 7))))


def _brings(growing: _Growing, c: str, classes: frozenset[str], word: str) -> Words:
    """Clause on what a class adds to its side, after "Music is true"."""
    if growing.augmentation == "none":
        return ()
    down = growing.augmentation == "descendants"
    one, many = ("descendant", "descendants") if down else ("ancestor", "ancestors")
    every = growing.reach([c]) - {c}
    if not every:
        return (", and it is a leaf: no class is below it" if down else ", and it is a root: no class is above it",)
    first = some(classes)
    if len(every) == 1:
        joins: Words = (f" joins the {word} side",) if classes else (f" is on the {word} side already",)
        return text_of(f"; its one {one}, ", names(every), ",", joins)
    if not classes:
        return (f"; its {len(every)} {many} are on the {word} side already",)
    join = "join" if len(classes) > 1 else "joins"
    if classes == every:
        return text_of(f"; its {many} ", first, f" {join} the {word} side")
    there = f"the other {len(every - classes)} are" if len(every - classes) > 1 else "the other one is"
    return text_of(f"; of its {len(every)} {many} ", first, f" {join} the {word} side, {there} on it already")


def _common(growing: _Growing, sets: Sets) -> Step:
    common = sets.common
    if not common:
        text = text_of(
            f"No class is on both sides: the true side holds {how_many(len(sets.true))}, the predicted side "
            f"{len(sets.predicted)}, and they share nothing.",
        )
    else:
        text = text_of(some(common), f" {are(common)} on both sides: {how_many(len(common))}.")
    return growing.step("Common", text, common, (("both sides",), some(common) or ("no class",)))


def _shares(measure: AugmentingMeasure, growing: _Growing, sets: Sets) -> list[Step]:
    """The divisions that F is made of, one at a time."""
    part_symbols = {share.letter: measure.part_symbol(share.letter) for share in SHARES_OF_F}
    symbol_of = {letter: symbol for letter, symbol in part_symbols.items() if symbol is not None}
    if not symbol_of:
        return []
    (picture,) = growing.step("", (), sets.common).pictures
    ends = {"P": "right", "R": "found"}
    return share_steps((sets.true, sets.predicted), measure.set_symbols(), symbol_of, ends, picture)
