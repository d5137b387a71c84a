"""The steps of a set-based measure: what every marked class adds, what is common, the division."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...explain import Formula, Frac, HierarchyPicture, Look, Name, Num, Row, Side, Step, Words, names, number
from ...model.case import Case
from ..base import text_of

if TYPE_CHECKING:
    from .augmented import SetMeasure, Sets

MOST_STEPS = 6  # of one kind; what is beyond is told in one sentence
TO_COME = "…"


def walk(measure: SetMeasure, case: Case, sets: Sets) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    h = case.hierarchy.under_new_root() if sets.root is not None else case.hierarchy
    steps: list[Step] = []
    grown: dict[str, set[str]] = {"t": set(), "p": set()}
    sides: tuple[tuple[Side, str, frozenset[str]], ...] = (("t", "true", case.true), ("p", "predicted", case.predicted))
    for side, word, marked in sides:
        if not marked:
            nobody = (f"No class is {word}, so the {word} side stays empty.",)
            steps.append(_step(case, sets, grown, "Sets", nobody, ()))
            continue
        listed = sorted(marked)
        for c in listed[:MOST_STEPS]:
            added = _reach(measure.augmentation, h, [c]) - grown[side] - {c}
            grown[side] |= added | {c}
            text = text_of(Name(c), f" is {word}", _brings(measure.augmentation, c, added, h, word), ".")
            more: Words = names(added) if 0 < len(added) < 8 else _classes(len(added))
            fact = ((Name(c), f", {word}"), text_of("with ", more) if added else ("alone",))
            steps.append(replace(_step(case, sets, grown, "Sets", text, [c, *added]), fact=fact))
        if listed[MOST_STEPS:]:
            new = _reach(measure.augmentation, h, listed[MOST_STEPS:]) - grown[side]
            grown[side] |= new
            rest = len(listed) - MOST_STEPS
            them = "One more" if rest == 1 else f"The other {rest}"
            text = text_of(
                f"{them} {word} {'class brings' if rest == 1 else 'classes bring'} ",
                _classes(len(new)),
                f" to the {word} side, {'itself' if rest == 1 else 'themselves'} included.",
            )
            steps.append(_step(case, sets, grown, "Sets", text, new))
    finals = {"t": sets.true, "p": sets.predicted}
    for side, word, _ in sides:
        dropped = grown[side] - finals[side]
        grown[side] = set(finals[side])
        if dropped:
            other = "predicted" if side == "t" else "true"
            if measure.root == "omitted" and dropped <= set(h.roots):
                text = text_of(names(dropped), f", the root, is not counted on the {word} side.")
            else:
                text = text_of(
                    "The ",
                    word,
                    " side loses ",
                    names(dropped),
                    f": the {other} side holds ",
                    "neither it nor a parent of it." if len(dropped) == 1 else "none of them and no parent of theirs.",
                )
            lost: tuple[Words, Words] = (
                (f"{word} side",),
                text_of("without ", names(dropped) if len(dropped) < 8 else f"{len(dropped)} classes"),
            )
            steps.append(replace(_step(case, sets, grown, "Dropped", text, dropped), fact=lost))
    steps.append(_common(case, sets, grown))
    return (*steps, *_shares(measure, case, sets, grown))


def _reach(augmentation: str, h: Any, classes: Iterable[str]) -> frozenset[str]:
    if augmentation == "none":
        return frozenset(classes)
    return h.downward_closure(classes) if augmentation == "descendants" else h.closure(classes)


def _classes(count: int) -> Words:
    return (f"{count} class" if count == 1 else f"{count} classes",)


def _brings(augmentation: str, c: str, added: frozenset[str], h: Any, word: str) -> Words:
    """What a class adds to its side, after "Music is true"."""
    if augmentation == "none":
        return ()
    down = augmentation == "descendants"
    one, many = ("descendant", "descendants") if down else ("ancestor", "ancestors")
    every = _reach(augmentation, h, [c]) - {c}
    if not every:
        return (", and it is a leaf: no class is below it" if down else ", and it is a root: no class is above it",)
    shown = names(added) if len(added) <= 8 else (f"{len(added)} classes",)
    if len(every) == 1:
        joins: Words = (f" joins the {word} side",) if added else (f" is on the {word} side already",)
        return text_of(f"; its one {one}, ", names(every), ",", joins)
    if not added:
        return (f"; its {len(every)} {many} are on the {word} side already",)
    join = "join" if len(added) > 1 else "joins"
    if added == every:
        return text_of(f"; its {many} ", shown, f" {join} the {word} side")
    there = f"the other {len(every - added)} are" if len(every - added) > 1 else "the other one is"
    return text_of(f"; of its {len(every)} {many} ", shown, f" {join} the {word} side, {there} on it already")


def _step(case: Case, sets: Sets, grown: dict[str, set[str]], title: str, text: Words, about: Iterable[str]) -> Step:
    """One picture with both sides as far as they have grown, the new classes outlined."""
    about = set(about)
    everyone = [*case.hierarchy.classes, *([sets.root] if sets.root else [])]
    looks = {
        c: Look(
            side=_side(c in grown["t"], c in grown["p"]),
            emphasis="about" if c in about else "plain",
            kind="artificial" if c == sets.root else "class",
        )
        for c in everyone
        if c in about or c in grown["t"] or c in grown["p"] or c == sets.root
    }
    sizes = text_of("Both sides so far", f" · {len(grown['t'])} true, {len(grown['p'])} predicted")
    return Step(title, text, (HierarchyPicture(sizes, looks, root=sets.root),), None)


def _side(t: bool, p: bool) -> Side:
    return "both" if t and p else "t" if t else "p" if p else "none"


def _common(case: Case, sets: Sets, grown: dict[str, set[str]]) -> Step:
    common = sets.common
    if not common:
        text = text_of(
            "No class is on both sides: the true side holds ",
            _classes(len(sets.true)),
            f", the predicted side {len(sets.predicted)}, and they share nothing.",
        )
    else:
        shown = names(common) if len(common) <= 8 else (f"{len(common)} classes",)
        one = len(common) == 1
        text = text_of(shown, " is on both sides: 1 class." if one else f" are on both sides: {len(common)} classes.")
    fact: tuple[Words, Words] = (
        ("both sides",),
        names(common) if 0 < len(common) <= 8 else (f"{len(common)} classes" if common else "no class",),
    )
    return replace(_step(case, sets, grown, "Common", text, common), fact=fact)


def _shares(measure: SetMeasure, case: Case, sets: Sets, grown: dict[str, set[str]]) -> list[Step]:
    """The divisions that F is made of, one at a time."""
    common = sets.common
    steps: list[Step] = []
    t, p = measure.set_symbols()
    for name, word, verb, whole, symbol, share in (
        ("P", "predicted", "right", sets.predicted, p, "precision"),
        ("R", "true", "found", sets.true, t, "recall"),
    ):
        left = measure.part_symbol(name)
        if left is None or not whole:
            continue
        value = number(len(common) / len(whole))
        verb = ("is " if len(common) == 1 else "are ") + verb
        text = text_of("Of ", _classes(len(whole)), f" on the {word} side, {len(common)} {verb}: {share} {value}.")
        symbolic: Row = (Frac(("|", t, "∩", p, "|"), ("|", symbol, "|")),)
        counted: Row = (Frac((Num(str(len(common)), common),), (Num(str(len(whole)), whole),)),)
        step = _step(case, sets, grown, "Shares", text, common)
        known = Formula((left,), (symbolic, counted), value)
        steps.append(replace(step, formula=known, fact=((share,), (f"{len(common)} of {len(whole)} = {value}",))))
    return steps
