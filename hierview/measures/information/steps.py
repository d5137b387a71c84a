"""The pictures and steps of measures over weighted sets: what every class tells, and where it counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...explain import Formula, Frac, HierarchyPicture, Name, Row, Step, Symbol, Term, Words, names, number
from ...model.case import Case
from ..base import Result, text_of
from ..levels import pictured
from ..shares import SHARES_OF_F, share_step
from ..telling import MOST_STEPS, are, by_side, looks_of, side_edges, some, the_rest, with_root
from .content import content_text
from .weighed import Weighed, WeighingMeasure, weight_number, weight_row

TRUE_SIDE = Symbol("Y", "aug", "the true classes with all their ancestors")
PREDICTED_SIDE = Symbol("Ŷ", "aug", "the predicted classes with all their ancestors")
TELLS = Symbol("I", says="what the classes in brackets tell together, each what it adds to its parents")
SHARE_SYMBOLS = {
    "P": Symbol("P", "w", "precision by what the classes tell"),
    "R": Symbol("R", "w", "recall by what the classes tell"),
    "F": Symbol("F", "w", "the harmonic mean of precision and recall by what the classes tell"),
}


def tells(*symbols: Term) -> Row:
    """Symbols for what a set tells: I(…)."""
    return (TELLS, "(", *symbols, ")")


def _picture(
    case: Case, sets: Weighed, title: Words, classes: Iterable[str], about: Iterable[str] = ()
) -> HierarchyPicture:
    """Classes on their sides with what they weigh; the others quiet."""
    classes = set(classes)
    sides = {c: side for c, side in by_side(sets.true, sets.predicted).items() if c in classes}
    values = {c: content_text(sets.gains[c]) for c in classes}
    class_looks = looks_of(pictured(case), sides, set(about), values=values, others="quiet")
    return HierarchyPicture(title, class_looks, side_edges(case.hierarchy, sides))


# Views


def sides_view(measure: WeighingMeasure, case: Case, result: Result) -> Step:
    """The counted sets side by side, every class with what it weighs."""
    sets: Weighed = result.witness
    parts: list[Words] = []
    for word, part in (
        ("On both sides, ancestors included", sets.common),
        ("Predicted only", sets.extra),
        ("True only", sets.missed),
    ):
        tell = f", which tell{'s' * (len(part) < 2)} {content_text(sets.weight(part))}" if part else ""
        parts.append((" " * bool(parts) + f"{word}: ", *(some(part, 6) or ("none",)), f"{tell}."))
    text = text_of(*parts, measure.words(sets))
    pictures = tuple(
        replace(_picture(case, sets, (title, f" · {content_text(sets.weight(classes))}"), classes), short=(title,))
        for title, classes in measure.about(sets)
    )
    formula = None if result.value is None else measure.formula(case, result)
    return Step("sets", text, pictures, formula, measure.aside(sets))


def gains_view(measure: WeighingMeasure, case: Case, result: Result) -> Step:
    """View of what every class tells, and of what it adds to its most telling parent."""
    content = measure.content_of(case)
    root = content.root
    everyone = with_root(pictured(case), root)
    pictures = []
    for title, values in (
        ("The information content of every class", {c: content.content(c) for c in everyone}),
        ("What it adds to its most telling parent", {c: content.gain(c) for c in everyone}),
    ):
        texts = {c: content_text(value) for c, value in values.items()}
        pictures.append(
            HierarchyPicture(
                (title,), looks_of(everyone, {}, root=root, values=texts), root=root, short=(title.split(" of ")[0],)
            )
        )
    return replace(sides_view(measure, case, result), title="information", pictures=tuple(pictures))


# Steps


def weight_steps(measure: WeighingMeasure, case: Case, sets: Weighed) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    steps = [*_gain_steps(measure, case, sets), *_side_steps(case, sets), *_part_steps(case, sets)]
    return (*steps, *_shares(measure, case, sets))


def _gain_steps(measure: WeighingMeasure, case: Case, sets: Weighed) -> list[Step]:
    """Steps on what the classes of both sides tell, the least telling first; leaves of one content together."""
    gains = measure.content_of(case)
    every = sorted(sets.gains, key=lambda c: (gains.content(c), c))
    groups: dict[tuple[int, int | None, str], list[str]] = {}
    for c in every:
        most = max((gains.content(p) for p in gains.hierarchy.parents(c)), default=None)
        groups.setdefault((gains.content(c), most, gains.reason(c, True)), []).append(c)
    steps, told_of = [], list[str]()
    for (content, most, _), group in list(groups.items())[:MOST_STEPS]:
        told_of += group
        several = len(group) > 1
        who = some(group)
        verb, its = ("tell", "their") if several else ("tells", "its")
        text = text_of(who, f" {verb} {content_text(content)}, {gains.reason(group[0], several)}")
        gain = content_text(gains.gain(group[0]))
        if most is None:
            text = text_of(text, ".")
        else:
            parents = set(gains.hierarchy.parents(group[0]))
            whose: Words = (f"; {its} most telling parent" + "s tell" * several + " tells" * (not several),)
            if len(parents) == 1 and all(set(gains.hierarchy.parents(c)) == parents for c in group):
                whose = ("; ", *names(parents), " above tells")
            adds = "each adds" if several else "it adds"
            text = text_of(text, whose, f" {content_text(most)}, so {adds} {gain if most else f'all {gain}'}.")
        picture = _picture(case, sets, ("What the classes add",), told_of, group)
        steps.append(Step("Classes", text, (picture,), fact=(who, (f"{'each adds' if several else 'adds'} {gain}",))))
    rest = every[len(told_of) :]
    if rest:
        weight = content_text(sets.weight(rest))
        text = (f"{len(rest)} more classes add {weight} together." if rest[1:] else f"One more class adds {weight}.",)
        picture = _picture(case, sets, ("What the classes add",), every, rest)
        steps.append(Step("Classes", text, (picture,)))
    return steps


def _side_steps(case: Case, sets: Weighed) -> list[Step]:
    """Steps on what every marked class brings to its side."""
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
                what = (f" is {word} and adds {content_text(sets.gains[c])} to the {word} side.",)
            else:
                what = (
                    f" is {word}; with ",
                    *some(new - {c}, 6),
                    f" above it, it adds {content_text(sets.weight(new))} to the {word} side.",
                )
            text = text_of(Name(c), what)
            picture = _picture(
                case, sets, (f"The {word} side so far · {content_text(sets.weight(grown))}",), grown, new | {c}
            )
            fact = ((Name(c), f", {word}"), (f"adds {content_text(sets.weight(new))}",))
            steps.append(Step("Sides", text, (picture,), fact=fact))
        rest = sorted(marked)[MOST_STEPS:]
        if rest:
            new = case.hierarchy.closure(rest) - grown
            them = the_rest(len(rest), f"{word} class adds", f"{word} classes add")
            text = (f"{them} {content_text(sets.weight(new))} more.",)
            steps.append(Step("Sides", text, (_picture(case, sets, (f"The {word} side",), grown | new, new),)))
    return steps


def _part_steps(case: Case, sets: Weighed) -> list[Step]:
    """Steps on what is common, missed and wrong."""
    steps = []
    for word, classes, symbols in (
        ("on both sides", sets.common, (TRUE_SIDE, "∩", PREDICTED_SIDE)),
        ("on the true side only", sets.missed, (TRUE_SIDE, "∖", PREDICTED_SIDE)),
        ("on the predicted side only", sets.extra, (PREDICTED_SIDE, "∖", TRUE_SIDE)),
    ):
        weight = content_text(sets.weight(classes))
        if not classes:
            text: Words = (f"No class is {word}, so 0 is told there.",)
        else:
            text = text_of(
                some(classes, 6),
                f" {are(classes)} {word}, and tell{'s' * (len(classes) == 1)} {weight}.",
            )
        picture = _picture(case, sets, (f"{word[:1].upper()}{word[1:]} · {weight}",), sets.gains, classes)
        row = weight_row(sets, classes)
        # One number is the weight itself.
        formula = Formula(tells(*symbols), (row,) if row else (), "" if len(row) == 1 else weight)
        steps.append(Step("Parts", text, (picture,), formula, fact=((word,), (weight,))))
    return steps


def _shares(measure: WeighingMeasure, case: Case, sets: Weighed) -> list[Step]:
    """The divisions that F is made of, one at a time."""
    if not measure.divided():
        return []
    steps: list[Step] = []
    common = sets.weight(sets.common)
    for share, whole in zip(SHARES_OF_F, (sets.predicted, sets.true), strict=True):
        weight = sets.weight(whole)
        if not weight:
            continue
        value, of = number(common / weight), f"{content_text(common)} of {content_text(weight)}"
        tells = f"The {share.side} side tells {content_text(weight)}, of which {content_text(common)} is common"
        fraction: Row = (Frac((weight_number(sets, sets.common),), (weight_number(sets, whole),)),)
        picture = _picture(case, sets, (f"The {share.side} side · {content_text(weight)}",), whole, sets.common)
        formula = Formula((SHARE_SYMBOLS[share.letter],), (fraction,), value)
        steps.append(share_step(share, (f"{tells}: {share.word} {value}.",), picture, formula, of))
    return steps
