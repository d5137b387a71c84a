"""The answer of a measure by contributions: the contributions on the hierarchy and as two columns."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...explain import Column, HierarchyPicture, Link, Look, Name, PairsPicture, Picture, Step, Words, number
from ...model.case import Case
from ..base import Result, text_of
from ..telling import Word, case_alone
from .contributions import Contribution, Contributions
from .formulas import MOST_ADDENDS, NearnessMeasure, formula_of

MOST_LINKS = 24
MOST_IN_COLUMNS = 4


def contributions_view(measure: NearnessMeasure, case: Case, result: Result, name: str) -> Step:
    """The contributions on the hierarchy and as two columns, over the formula."""
    if result.value is None:
        return Step(name, (result.notes[-1],), (case_alone(),))
    sums: Contributions = result.witness
    links = _links([*sums.wrong, *sums.missed])
    pictures: list[Picture] = [
        HierarchyPicture(
            ("What counts of each class", f" · {measure.told_nearness()}"),
            _looks(sums),
            links=links,
            short=("On the hierarchy",),
        ),
    ]
    if 0 < len(links) <= MOST_IN_COLUMNS:
        columns = (
            Column(("predicted",), "p", tuple(sorted(case.predicted))),
            Column(("true",), "t", tuple(sorted(case.true))),
        )
        pictures.append(PairsPicture(("Who contributes to whom",), *columns, links, ("As two columns",)))
    return Step(name, _words(measure, sums), tuple(pictures), formula_of(measure, case, result), _aside(measure, sums))


def _looks(sums: Contributions) -> dict[str, Look]:
    """Every marked class with what it counts: 1 where right, else its contribution, the worse the darker."""
    values = {c: Fraction(1) for c in sums.right}
    values |= {one.name: one.limited for one in (*sums.wrong, *sums.missed)}
    return {c: Look(value=number(value), tint=float((1 - value) / 2)) for c, value in sorted(values.items())}


def _links(terms: Sequence[Contribution]) -> tuple[Link, ...]:
    """Who contributes what to whom; what adds nothing is only considered. Of very many, the strongest."""
    strength = {}
    for one in terms:
        for term in one.terms:
            # A predicted class that is wrong and a true one that is missed give each other the same.
            strength[frozenset((one.name, term.other))] = term.amount
    strongest = sorted(strength.items(), key=lambda item: (-abs(item[1]), sorted(item[0])))[:MOST_LINKS]
    pairs = {pair for pair, _ in strongest}
    links = {}
    for one in terms:
        for term in one.terms:
            if frozenset((one.name, term.other)) in pairs:
                pair = (one.name, term.other) if one.wrong else (term.other, one.name)
                links[pair] = Link(*pair, number(term.amount), chosen=term.amount > 0)
    return tuple(links[pair] for pair in sorted(links))


def _words(measure: NearnessMeasure, sums: Contributions) -> Words:
    if not sums.wrong and not sums.missed:
        return ("Nothing is wrong and nothing is missed: every marked class counts 1.",)
    parts: list[Word] = []
    for word, side in (("Wrong", sums.wrong), ("Missed", sums.missed)):
        if not side:
            continue
        parts.append(f"{word}: ")
        for i, one in enumerate(side[:MOST_ADDENDS]):
            parts += [", " if i else "", Name(one.name), f" ({number(one.limited)})"]
        parts.append(f" and {len(side) - MOST_ADDENDS} more. " if len(side) > MOST_ADDENDS else ". ")
    negative = any(one.limited < 0 for one in (*sums.wrong, *sums.missed))
    if negative and measure.which in "PRF":
        parts.append(
            "A contribution below 0 counts as 0. "
            if measure.average != "micro as printed"
            else "A contribution below 0 counts as 0 above the line, not below it. "
        )
    return text_of(*parts, measure.told_rule())


def _aside(measure: NearnessMeasure, sums: Contributions) -> tuple[Words, ...]:
    if measure.which != "F":
        return ()
    ratios = zip(("precision", "recall"), measure.shares(sums), strict=True)
    return tuple(
        (f"{word} {number(ratio.top)} of {number(ratio.bottom)} = {number(ratio.value)}",)
        for word, ratio in ratios
        if ratio.bottom > 0
    )
