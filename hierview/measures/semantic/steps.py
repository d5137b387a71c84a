"""The pictures and steps of a similarity: what the classes tell, their pairs, the best matches, the averages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...explain import (
    ClassColumn,
    Formula,
    Frac,
    HierarchyPicture,
    Link,
    Name,
    Num,
    PairsPicture,
    Picture,
    Row,
    Side,
    Step,
    Words,
    join_words,
    number,
    plain,
)
from ...model.case import Case
from ..base import A_PREDICTED, A_TRUE, Result, sentence, text_of
from ..levels import climbed_graph, pictured_classes, unit_hierarchy
from ..telling import (
    MOST_STEPS,
    amount_number,
    class_count,
    looks_of,
    plain_case_picture,
    some_names,
    step_with_picture,
    with_marks,
    with_root,
)
from .matches import ClassPair, Matches, MatchingMeasure, mean_of

MOST_THIN = 4  # pairs that have room for their values beside the counted ones


def _link(pair: ClassPair, best: bool = True) -> Link:
    return Link(pair.predicted, pair.true, number(pair.value), best)


def _picture(
    measure: MatchingMeasure,
    case: Case,
    title: Words,
    pairs: Sequence[ClassPair],
    about: Iterable[str] = (),
    thin: Iterable[ClassPair] = (),
) -> HierarchyPicture:
    """The picture of pairs: their lines below the hierarchy, in it their climbs, meeting points and values."""
    rooted, about = unit_hierarchy(case.hierarchy), set(about)
    ways: list[tuple[str, str, Side]] = []
    for pair in pairs:
        ways += [(pair.predicted, pair.meeting, "p"), (pair.true, pair.meeting, "t")]
    sides, edges = climbed_graph(rooted, ways)
    root = rooted.artificial if rooted.artificial in sides else None
    values = {c: measure.class_value(case, c) for c in about.union(*((pair.meeting, *pair.classes) for pair in pairs))}
    everyone = with_root(pictured_classes(case), root)
    class_looks = looks_of(everyone, sides, about, root=root, values=values, others="quiet")
    links = (*map(_link, pairs), *(_link(pair, best=False) for pair in thin))
    return HierarchyPicture(title, with_marks(class_looks, lcas={pair.meeting for pair in pairs}), edges, links, root)


# Views


def matches_view(measure: MatchingMeasure, case: Case, result: Result) -> Step:
    """The view of the matches on the hierarchy, those of the predicted classes beside those of the true ones."""
    if result.witness is None:
        return Step("matches", (result.notes[-1],), (plain_case_picture(),))
    matches: Matches = result.witness
    if not matches.pairs:
        nothing = ("One side is empty, so there is nothing to compare: the value is 0 by convention.",)
        return Step("matches", nothing, (plain_case_picture(),), measure.formula(case, result))
    words, pictures = _matches_in_words(measure, matches), _panels(measure, case, matches)
    return Step("matches", words, pictures, measure.formula(case, result), measure.aside_lines(matches))


def _panels(measure: MatchingMeasure, case: Case, matches: Matches) -> tuple[Picture, ...]:
    if measure.average in ("pairs", "best"):
        what = "The best pair" if measure.average == "best" else "All pairs"
        return (_picture(measure, case, (what,), measure.averaged_pairs(matches)),)
    lists = [(word, pairs) for word, pairs in matches.sides if pairs]
    if len(lists) == 2 and set(lists[0][1]) == set(lists[1][1]):
        lists = [("", lists[0][1])]
    return tuple(_panel(measure, case, word, pairs) for word, pairs in lists)


def _panel(measure: MatchingMeasure, case: Case, word: str, pairs: Sequence[ClassPair]) -> HierarchyPicture:
    """The best matches of a side, or of both sides where `word` is empty."""
    title, short = (f"Best matches of the {word} classes", f"Of the {word} classes") if word else ("Best matches",) * 2
    picture = _picture(measure, case, (title, f" · average {number(mean_of(pairs))}"), pairs)
    return replace(picture, short=(short,))


def _matches_in_words(measure: MatchingMeasure, matches: Matches) -> Words:
    """The words on which classes are matched and where they meet, then on what is averaged."""
    pairs = list(dict.fromkeys(measure.averaged_pairs(matches)))
    more = f"; and {len(pairs) - 4} more" + (" pair" if len(pairs) == 5 else " pairs") if len(pairs) > 4 else ""
    return text_of(measure.match_clause(), ": ", join_words(map(_meeting_words, pairs[:4])), more, ".")


def _meeting_words(pair: ClassPair) -> Words:
    """`Pop and Rock meet at Music (0.67)`."""
    if pair.predicted == pair.true:
        return (Name(pair.true), f" is both true and predicted ({number(pair.value)})")
    if pair.meeting in pair.classes:
        low, high = (pair.predicted, pair.true) if pair.meeting == pair.true else (pair.true, pair.predicted)
        return (Name(low), " lies below ", Name(high), f" ({number(pair.value)})")
    p, t, at, value = Name(pair.predicted), Name(pair.true), Name(pair.meeting), number(pair.value)
    return sentence("{} and {} meet at {} ({})", p, t, at, value)


def pairs_view(measure: MatchingMeasure, case: Case, result: Result) -> Step:
    """The view of the pairs as two columns, the matches thick."""
    matches: Matches = result.witness
    step = matches_view(measure, case, result)
    if matches is None:
        return replace(step, title="columns")
    best = set(measure.averaged_pairs(matches))
    thin = len(matches.pairs) <= MOST_THIN
    picture = PairsPicture(
        ("All pairs, the counted ones thick" if thin else "The counted pairs",),
        ClassColumn(("predicted",), "p", tuple(sorted(case.predicted))),
        ClassColumn(("true",), "t", tuple(sorted(case.true))),
        tuple(_link(pair, pair in best) for pair in matches.pairs if thin or pair in best),
        ("As two columns",),
    )
    return replace(step, title="columns", pictures=(picture,))


def values_view(measure: MatchingMeasure, case: Case, result: Result) -> Step:
    """View of the number that every class has of its own, on the hierarchy."""
    rooted = unit_hierarchy(case.hierarchy)
    # The root shows where counting starts; a witness without one has none to show.
    root = rooted.artificial if result.witness is not None else None
    looks = {c: measure.class_look(case, c) for c in with_root(pictured_classes(case), root)}
    step = matches_view(measure, case, result)
    what = {"information": "The information content", "depths": "The depth", "heights": "The height"}[measure.scale]
    picture = HierarchyPicture((f"{what} of every class",), looks, root=root)
    return replace(step, title=measure.scale, pictures=(picture,))


# Steps


def semantic_steps(measure: MatchingMeasure, case: Case, result: Result) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    matches: Matches | None = result.witness
    if matches is None:
        return ()
    if not matches.pairs:
        side = "true" if case.true else "predicted"
        who = f"one {side} class stands" if len(case.marked) == 1 else f"{len(case.marked)} {side} classes stand"
        text = f"The {who} alone: no class is {'predicted' if case.true else 'true'}."
        looks = {c: replace(measure.class_look(case, c), emphasis="about") for c in case.marked}
        return (step_with_picture("Nothing", text, HierarchyPicture(("The marked classes",), looks)),)
    steps = [*_class_steps(measure, case, matches), *_pair_steps(measure, case, matches)]
    return (*steps, *_average_steps(measure, case, matches))


def _class_steps(measure: MatchingMeasure, case: Case, matches: Matches) -> list[Step]:
    """Steps on the classes that the counted pairs are made of, each with its number; the same is told once."""
    groups: dict[str, list[str]] = {}
    for c in sorted(frozenset[str]().union(*map(measure.deciding_classes, measure.averaged_pairs(matches)))):
        groups.setdefault(plain(measure.words_for_class_number(case, c, True)), []).append(c)
    order = sorted(groups.values(), key=lambda group: (float(measure.class_value(case, group[0])), group))
    steps: list[Step] = []
    earlier: list[str] = []
    for group in order[:MOST_STEPS]:
        earlier += group
        who = some_names(group)
        text = text_of(who, measure.words_for_class_number(case, group[0], len(group) > 1), ".")
        fact = (who, f"{measure.scale_word} {measure.class_value(case, group[0])}")
        steps.append(step_with_picture("Classes", text, _values_picture(measure, case, earlier, group), fact=fact))
    rest = [c for group in order[MOST_STEPS:] for c in group]
    if rest:
        least, most = (measure.class_value(case, c) for c in (rest[0], rest[-1]))
        values = f"the value {least}" if least == most else f"values from {least} to {most}"
        others, count = (f"{len(rest)} more classes", "count") if rest[1:] else ("One more class", "counts")
        picture = _values_picture(measure, case, earlier + rest, rest)
        steps.append(step_with_picture("Classes", f"{others}, with {values}, {count}, too.", picture))
    return steps


def _values_picture(
    measure: MatchingMeasure, case: Case, classes: Iterable[str], about: Iterable[str]
) -> HierarchyPicture:
    """The classes of which something is known so far, with their values."""
    looks = {c: replace(measure.class_look(case, c), emphasis="about" if c in about else "plain") for c in classes}
    root = unit_hierarchy(case.hierarchy).artificial
    return HierarchyPicture(("What counts of the classes",), looks, root=root if root in looks else None)


def _pair_formula(measure: MatchingMeasure, case: Case, pair: ClassPair) -> Formula:
    pair_symbols: Row = (measure.pair_symbol(), "(", A_PREDICTED, ",", A_TRUE, ")")
    row = measure.pair_row(case, pair)
    symbols = (measure.pair_symbols(),) if pair.predicted != pair.true else ()
    is_value = len(row) == 1 and isinstance(row[0], Num)
    return Formula(pair_symbols, (*symbols, row), "" if is_value else number(pair.value))


def _pair_steps(measure: MatchingMeasure, case: Case, matches: Matches) -> list[Step]:
    """The steps on the best match of every class beside the others; or the pairs one by one."""
    if measure.average in ("pairs", "best"):
        singles = [_pair_step(measure, case, pair) for pair in matches.pairs[:MOST_STEPS]]
        return singles + _other_pairs_words(measure, case, matches.pairs[MOST_STEPS:], "pairs")
    steps: list[Step] = []
    for word, best in matches.sides:
        for pair in best[:MOST_STEPS]:
            if word == "true" and pair.predicted == pair.true and pair in matches.predicted[:MOST_STEPS]:
                continue  # told already, on the predicted side
            c = getattr(pair, word)
            rest = [other for other in matches.pairs if getattr(other, word) == c and other != pair]
            steps.append(_match_step(measure, case, word, pair, rest))
        alone = {"predicted": "wrong ", "true": "missed "}[word] * measure.mistakes
        steps += _other_pairs_words(measure, case, best[MOST_STEPS:], f"{alone}{word} classes")
    return steps


def _pair_step(measure: MatchingMeasure, case: Case, pair: ClassPair) -> Step:
    picture = _picture(measure, case, ("A pair",), [pair], pair.classes)
    who: Words = (Name(pair.predicted), " – ", Name(pair.true)) if pair.predicted != pair.true else (Name(pair.true),)
    formula = _pair_formula(measure, case, pair)
    return step_with_picture("Pairs", (*_meeting_words(pair), "."), picture, formula, (who, number(pair.value)))


def _match_step(measure: MatchingMeasure, case: Case, word: str, pair: ClassPair, rest: Sequence[ClassPair]) -> Step:
    other = "true" if word == "predicted" else "predicted"
    c, partner = getattr(pair, word), getattr(pair, other)
    if c == partner:
        text: Words = (Name(c), f" is both true and predicted and matches itself, at {number(pair.value)}.")
    else:
        start = (Name(c), f" is {word}, and {measure.likest_words()} ", Name(partner), f", at {number(pair.value)}: ")
        text = (*start, "they meet at ", Name(pair.meeting), " itself" if pair.meeting in pair.classes else "")
        for i, less in enumerate(rest[:3]):
            with_it, would_be = ("; with ", " it would be ") if i == 0 else (", with ", " ")
            too = ", too" if less.value == pair.value else ""
            text = text_of(text, with_it, Name(getattr(less, other)), f"{would_be}{number(less.value)}{too}")
        text = text_of(text, ".")
    picture = _picture(measure, case, ("The match of ", Name(c)), [pair], [c], rest[:MOST_STEPS])
    fact = (Name(c), ("with ", "itself" if c == partner else Name(partner), f", {number(pair.value)}"))
    return step_with_picture("Matches", text, picture, _pair_formula(measure, case, pair), fact)


def _other_pairs_words(measure: MatchingMeasure, case: Case, rest: Sequence[ClassPair], what: str) -> list[Step]:
    if not rest:
        return []
    one, total = what.removesuffix("s").removesuffix("e"), number(sum(pair.value for pair in rest))
    text = f"The other {len(rest)} {what} add {total} together." if rest[1:] else f"One more {one} adds {total}."
    if measure.average == "best":
        value = number(measure.best(rest)[0].value)
        text = f"The other {len(rest)} pairs have at best {value}." if rest[1:] else f"One more pair has {value}."
    picture = _picture(measure, case, (f"The other {what if rest[1:] else one}",), rest)
    return [step_with_picture("Pairs" if what == "pairs" else "Matches", text, picture)]


def _average_steps(measure: MatchingMeasure, case: Case, matches: Matches) -> list[Step]:
    """The average of either side, where there is more to do than to divide by 1."""
    if measure.average != "BMA":
        return []
    steps = []
    for word, pairs in matches.sides:
        if len(pairs) < 2:
            continue
        total, value = sum(pair.value for pair in pairs), number(mean_of(pairs))
        text = f"The {len(pairs)} matches of the {word} side add up to {number(total)}: {value} on average."
        everyone = frozenset[str]().union(*(pair.classes for pair in pairs))
        fraction: Row = (
            Frac((amount_number(total, everyone),), (class_count({getattr(pair, word) for pair in pairs}),)),
        )
        formula = Formula((f"average, {word} side",), (fraction,), value)
        picture = _picture(measure, case, (f"Matches of the {word} side",), pairs)
        steps.append(step_with_picture("Averages", text, picture, formula, (f"{word} side", value)))
    return steps
