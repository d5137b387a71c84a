"""The pictures and steps of measures over weighted sets: what every class tells, and where it counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ...explain import (
    Formula,
    Frac,
    HierarchyPicture,
    Look,
    Name,
    Row,
    Side,
    Step,
    Symbol,
    Words,
    names,
    number,
)
from ...model.case import Case
from ...model.hierarchy import Edge
from ..base import Result, text_of
from ..information import Weighed, amount, terms, told
from ..levels import shown

if TYPE_CHECKING:
    from .weighted import WeightedMeasure

MOST_STEPS = 6  # of one kind; what is beyond is told in one sentence
TRUE_SIDE = Symbol("Y", "aug", "the true classes with all their ancestors")
PREDICTED_SIDE = Symbol("Ŷ", "aug", "the predicted classes with all their ancestors")
TELLS = Symbol("I", says="what the classes in brackets tell together, each what it adds to its parents")
SHARES = {
    "P": Symbol("P", "w", "precision by what the classes tell"),
    "R": Symbol("R", "w", "recall by what the classes tell"),
    "F": Symbol("F", "w", "the harmonic mean of precision and recall by what the classes tell"),
}


def _side(sets: Weighed, c: str) -> Side:
    return "both" if c in sets.common else "t" if c in sets.true else "p" if c in sets.predicted else "none"


def _picture(
    case: Case, sets: Weighed, title: Words, counted: Iterable[str], about: Iterable[str] = (), short: Words = ()
) -> HierarchyPicture:
    """Classes on their sides with what they weigh; the others quiet."""
    counted, about = set(counted), set(about)
    looks = {
        c: Look(
            side=_side(sets, c) if c in counted else "none",
            emphasis="about" if c in about else "plain" if c in counted else "quiet",
            value=told(sets.gains[c]) if c in counted else "",
        )
        for c in shown(case)
    }
    edges: dict[Edge, Side] = {}
    for child in sorted(counted):
        for parent in sorted(counted.intersection(case.hierarchy.parents(child))):
            a, b = _side(sets, parent), _side(sets, child)
            edges[parent, child] = b if a == "both" else a
    return HierarchyPicture(title, looks, edges, short=short)


def _some(classes: frozenset[str]) -> Words:
    if len(classes) > 6:
        return (f"{len(classes)} classes",)
    return names(classes) if classes else ("none",)


# Views


def sides_view(measure: WeightedMeasure, case: Case, result: Result) -> Step:
    """The counted sets side by side, every class with what it weighs."""
    sets: Weighed = result.witness
    parts: list[Words] = []
    for word, part in (
        ("On both sides, ancestors included", sets.common),
        ("Predicted only", sets.extra),
        ("True only", sets.missed),
    ):
        tell = f", which tell{'s' * (len(part) < 2)} {told(sets.weight(part))}" if part else ""
        parts.append((" " * bool(parts) + f"{word}: ", *_some(part), f"{tell}."))
    text = text_of(*parts, measure.words(sets))
    pictures = tuple(
        _picture(case, sets, (title, f" · {told(sets.weight(classes))}"), classes, short=(title,))
        for title, classes in measure.about(sets)
    )
    formula = None if result.value is None else measure.formula(case, result)
    return Step("sets", text, pictures, formula, measure.aside(sets))


def gains_view(measure: WeightedMeasure, case: Case, result: Result) -> Step:
    """Content of every class, and what it adds to its most telling parent."""
    known = measure.known(case)
    root = known.root
    everyone = [*shown(case), *([root] if root else [])]
    pictures = []
    for title, values in (
        ("The information content of every class", {c: known.content(c) for c in everyone}),
        ("What it adds to its most telling parent", {c: known.gain(c) for c in everyone}),
    ):
        looks = {c: Look(kind="artificial" if c == root else "class", value=told(value)) for c, value in values.items()}
        pictures.append(HierarchyPicture((title,), looks, root=root, short=(title.split(" of ")[0],)))
    return replace(sides_view(measure, case, result), title="information", pictures=tuple(pictures))


# Steps


def walk(measure: WeightedMeasure, case: Case, sets: Weighed) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    steps = [*_gain_steps(measure, case, sets), *_side_steps(case, sets), *_part_steps(case, sets)]
    return (*steps, *_shares(measure, case, sets))


def _gain_steps(measure: WeightedMeasure, case: Case, sets: Weighed) -> list[Step]:
    """What the classes of both sides tell, the least telling first; leaves of one content together."""
    known = measure.known(case)
    every = sorted(sets.gains, key=lambda c: (known.content(c), c))
    groups: dict[tuple, list[str]] = {}
    for c in every:
        most = max((known.content(p) for p in known.hierarchy.parents(c)), default=None)
        groups.setdefault((known.content(c), most, known.reason(c, True)), []).append(c)
    steps, told_of = [], list[str]()
    for (content, most, _), group in list(groups.items())[:MOST_STEPS]:
        told_of += group
        several = len(group) > 1
        who = names(group) if len(group) <= 8 else (f"{len(group)} classes",)
        verb, its = ("tell", "their") if several else ("tells", "its")
        text = text_of(who, f" {verb} {told(content)}, {known.reason(group[0], several)}")
        gain = told(known.gain(group[0]))
        if most is None:
            text = text_of(text, ".")
        else:
            parents = set(known.hierarchy.parents(group[0]))
            whose: Words = (f"; {its} most telling parent" + "s tell" * several + " tells" * (not several),)
            if len(parents) == 1 and all(set(known.hierarchy.parents(c)) == parents for c in group):
                whose = ("; ", *names(parents), " above tells")
            adds = "each adds" if several else "it adds"
            text = text_of(text, whose, f" {told(most)}, so {adds} {gain if most else f'all {gain}'}.")
        picture = _picture(case, sets, ("What the classes add",), told_of, group)
        steps.append(Step("Classes", text, (picture,), fact=(who, (f"{'each adds' if several else 'adds'} {gain}",))))
    rest = every[len(told_of) :]
    if rest:
        weight = told(sets.weight(rest))
        text = (f"{len(rest)} more classes add {weight} together." if rest[1:] else f"One more class adds {weight}.",)
        picture = _picture(case, sets, ("What the classes add",), every, rest)
        steps.append(Step("Classes", text, (picture,)))
    return steps


def _side_steps(case: Case, sets: Weighed) -> list[Step]:
    """What every marked class brings to its side."""
    steps: list[Step] = []
    for word, marked in (("true", case.true), ("predicted", case.predicted)):
        grown: frozenset[str] = frozenset()
        if not marked:
            text: Words = (f"No class is {word}, so the {word} side tells nothing.",)
            steps.append(Step("Sides", text, (_picture(case, sets, (f"The {word} side",), ()),)))
        for c in sorted(marked)[:MOST_STEPS]:
            new = case.hierarchy.closure([c]) - grown
            grown |= new
            what: Words
            if not new:
                what = (f" is {word} and on the {word} side already.",)
            elif new == {c}:
                what = (f" is {word} and adds {told(sets.gains[c])} to the {word} side.",)
            else:
                what = (
                    f" is {word}; with ",
                    *_some(new - {c}),
                    f" above it, it adds {told(sets.weight(new))} to the {word} side.",
                )
            text = text_of(Name(c), what)
            picture = _picture(case, sets, (f"The {word} side so far · {told(sets.weight(grown))}",), grown, new | {c})
            fact = ((Name(c), f", {word}"), (f"adds {told(sets.weight(new))}",))
            steps.append(Step("Sides", text, (picture,), fact=fact))
        rest = sorted(marked)[MOST_STEPS:]
        if rest:
            new = case.hierarchy.closure(rest) - grown
            them = f"One more {word} class adds" if len(rest) == 1 else f"The other {len(rest)} {word} classes add"
            text = (f"{them} {told(sets.weight(new))} more.",)
            steps.append(Step("Sides", text, (_picture(case, sets, (f"The {word} side",), grown | new, new),)))
    return steps


def _part_steps(case: Case, sets: Weighed) -> list[Step]:
    """What is common, missed and wrong."""
    steps = []
    for word, classes, symbols in (
        ("on both sides", sets.common, (TRUE_SIDE, "∩", PREDICTED_SIDE)),
        ("on the true side only", sets.missed, (TRUE_SIDE, "∖", PREDICTED_SIDE)),
        ("on the predicted side only", sets.extra, (PREDICTED_SIDE, "∖", TRUE_SIDE)),
    ):
        weight = told(sets.weight(classes))
        if not classes:
            text: Words = (f"No class is {word}, so 0 is told there.",)
        else:
            text = text_of(
                _some(classes),
                " is " if len(classes) == 1 else " are ",
                f"{word}, and tell {weight}." if len(classes) > 1 else f"{word}, and tells {weight}.",
            )
        picture = _picture(case, sets, (f"{word[:1].upper()}{word[1:]} · {weight}",), sets.gains, classes)
        row = terms(sets, classes)
        # One number is the weight itself.
        known = Formula((TELLS, "(", *symbols, ")"), (row,) if row else (), "" if len(row) == 1 else weight)
        steps.append(Step("Parts", text, (picture,), known, fact=((word,), (weight,))))
    return steps


def _shares(measure: WeightedMeasure, case: Case, sets: Weighed) -> list[Step]:
    """The divisions that F is made of, one at a time."""
    if getattr(measure, "which", "") != "F":
        return []
    steps: list[Step] = []
    common = sets.weight(sets.common)
    for name, word, whole, share in (
        ("P", "predicted", sets.predicted, "precision"),
        ("R", "true", sets.true, "recall"),
    ):
        weight = sets.weight(whole)
        if not weight:
            continue
        value = number(common / weight)
        text = (f"The {word} side tells {told(weight)}, of which {told(common)} is common: {share} {value}.",)
        counted: Row = (Frac((amount(sets, sets.common),), (amount(sets, whole),)),)
        picture = _picture(case, sets, (f"The {word} side · {told(weight)}",), whole, sets.common)
        known = Formula((SHARES[name],), (counted,), value)
        fact = ((share,), (f"{told(common)} of {told(weight)} = {value}",))
        steps.append(Step("Shares", text, (picture,), known, fact=fact))
    return steps
