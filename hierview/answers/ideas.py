"""One case, every idea: what each measure sees in it, in one picture each, and what parts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..errors import HierviewError
from ..explain import Formula, HierarchyPicture, Name, Side, Step, Symbol, Words, join_words, names, overlay
from ..languages import N_
from ..measures import Measure, Result, parse_measure
from ..measures.base import text_of
from ..measures.pairs.flow import pair_key
from ..measures.telling import are_verb, some_names
from ..model.case import Case
from .answers import Answer

MOST = 6  # measures of one's choice
EXACT = N_("Exact hits")
# The ideas of the field: what each is called, what it asks, and its measures.
IDEAS = (
    (EXACT, N_("Is the very class right?"), ('hF(augmentation="none")',)),
    (N_("Pairs"), N_("How far apart, along edges?"), ("GIE", "MGIA")),
    (N_("Shared ancestors"), N_("Which ancestors are on both sides?"), ("hF",)),
    (N_("Climbs to the LCA"), N_("What lies on the way to where they meet?"), ("LCaF",)),
)
FIELD = tuple(row for _, _, rows in IDEAS for row in rows)
# What a class counts as that is on the true side, the predicted side, both, neither.
_SIDES: dict[str, tuple[Words, ...]] = {
    EXACT: (("missed",), ("wrongly predicted",), ("hit",), ("not asked",)),
    "LCA-based": (
        ("on ", Symbol("G", "t"), "’s climb"),
        ("on ", Symbol("G", "p"), "’s climb"),
        ("on both climbs",),
        ("on no climb",),
    ),
    "": (("true side alone",), ("predicted side alone",), ("both sides",), ("neither side",)),
}
_ON = {"t": "the true side alone", "p": "the predicted side alone", "both": "both sides"}


@dataclass(frozen=True)
class Idea:
    """A measure's answer as one picture."""

    row: str
    """Text of its measure without settings."""
    title: str
    """Meaning of the measure in a few words."""
    question: str
    """The question that it asks."""
    answer: Answer
    """Answer of the measure to the case."""
    picture: HierarchyPicture
    """The picture of the answer."""
    formula: Formula | None
    """The formula with the numbers of the case; None where the value is undefined."""

    @property
    def name(self) -> str:
        """The name of the measure."""
        return self.answer.measure.label()

    @property
    def pairs_classes(self) -> bool:
        """Whether it pairs classes."""
        return self.answer.measure.spec.family == "Pair-based"

    @property
    def sides(self) -> dict[str, Side]:
        """The classes that it counts, each with its side."""
        return {c: look.side for c, look in self.picture.looks.items() if look.side != "none"}

    @property
    def count_formula(self) -> Formula | None:
        """The last line of its formula, with this case's numbers alone."""
        formula = self.formula
        return formula and replace(formula, left=(formula.left, *formula.sides)[-1], sides=())

    @cached_property
    def partners(self) -> dict[str, list[tuple[str | None, str]]]:
        """The partners of each paired class in order, None for none, with what each pair costs."""
        partners: dict[str, list[tuple[str | None, str]]] = {}
        for link in self.picture.links:
            for own, other in ((link.predicted, link.true), (link.true, link.predicted)):
                if own is not None and (other, link.label) not in partners.setdefault(own, []):
                    partners[own].append((other, link.label))
        return {c: sorted(own, key=pair_key) for c, own in partners.items()}


def ideas_of_rows(
    case: Case, rows: Mapping[str, Measure] | None = None, results: Mapping[str, Result] | None = None
) -> list[list[Idea]]:
    """The ideas of these rows, one in a panel, or those of the field, of which the pairs have one panel.

    rows: at most `MOST` measures with their settings, by row; those of the field are known by their types, and by what
    they add to classes.  results: those that are there already, by row.
    """
    of_field = {row: parse_measure(row) for row in FIELD}
    rows = rows or of_field
    every = [idea_of(case, row, measure, (results or {}).get(row)) for row, measure in rows.items()]
    kinds = [[(type(m), getattr(m, "augmentation", "")) for m in own.values()] for own in (rows, of_field)]
    if kinds[0] != kinds[1]:
        return [[idea] for idea in every]
    left = iter(every)
    return [[replace(next(left), title=title, question=question) for _ in own] for title, question, own in IDEAS]


def idea_of(case: Case, row: str, measure: Measure, result: Result | None = None) -> Idea:
    """A measure's answer as an idea. result: where it is there already."""
    try:
        result = measure.evaluate(case) if result is None else result
        step = measure.view(case, result, measure.views(case)[0])
    except HierviewError:  # the case holds something that it cannot use
        result, step = Result(str(measure), None), Step("", ())
    answer = Answer(measure, result, measure.bounds(case))
    formula = None if result.value is None else step.formula
    return Idea(row, measure.label(), measure.title(), answer, overlay(step.pictures), formula)


def role_words(idea: Idea, c: str) -> Words:
    """A few words for what an idea counts a class as."""
    if idea.pairs_classes:
        return _partner_words(idea, c)
    look = idea.picture.looks.get(c)
    words = _SIDES.get(idea.title) or _SIDES.get(idea.answer.measure.spec.family) or _SIDES[""]
    words_of_side = words[("t", "p", "both", "none").index("none" if look is None else look.side)]
    if look is not None and look.lca:
        words_of_side = (*words_of_side, ", an LCA")
    return (*words_of_side, f", with {look.value}") if look is not None and look.value else words_of_side


def _partner_words(idea: Idea, c: str) -> Words:
    partners: list[Words] = [
        ("alone, at ", cost) if other is None else ("with ", "itself" if other == c else Name(other), ", at ", cost)
        for other, cost in idea.partners.get(c, ())
    ]
    return join_words(partners, ", and ") if partners else ("in no pair",)


def roles_line(panels: Sequence[Sequence[Idea]], c: str) -> Words:
    """One line on what each idea counts a class as; ideas of one panel that say the same say it once."""
    lines: list[Words] = []
    for panel in panels:
        phrases = [role_words(idea, c) for idea in panel]
        alike = len(set(phrases)) == 1
        lines += phrases[:1] if alike else [(f"{i.name}: ", *words) for i, words in zip(panel, phrases, strict=True)]
    return (Name(c), ": ", *join_words(lines, " · "))


def differences_of_ideas(case: Case, panels: Sequence[Sequence[Idea]]) -> Words:
    """A few sentences on what parts the ideas on this case, each as the pictures hold it."""
    every = [idea for panel in panels for idea in panel]
    defined = [idea for idea in every if idea.answer.result.value is not None]
    paired = [idea for idea in defined if idea.pairs_classes]
    families = "Set-based", "LCA-based"
    sided = [i for i in defined if i.answer.measure.spec.family in families and i.sides and i.title != EXACT]
    sentences = [_difference_of_pairings(paired[0], other) for other in paired[1:]]
    sentences += [_difference_of_sides(sided[0], other) for other in sided[1:]]
    if any(idea.title == EXACT for idea in every):
        hits = case.true & case.predicted
        sentences.append((*(some_names(hits) or ("No class",)), f" {are_verb(hits or 'a')} hit exactly."))
    return join_words([*sentences, *((f"{i.name} is undefined here.",) for i in every if i not in defined)], " ")


def _difference_of_pairings(a: Idea, b: Idea) -> Words:
    """The words on what parts two pairings, told of one class: if there is one, of a class that one leaves alone."""
    differing = [c for c in sorted({*a.partners, *b.partners}) if a.partners.get(c) != b.partners.get(c)]
    if not differing:
        return (f"{a.name} and {b.name} choose the same pairs.",)
    for x, y in ((a, b), (b, a)):
        for c in differing:
            other = y.partners.get(c, [(None, "")])[0][0]
            if other is not None and x.partners.get(c, [("", "")])[0][0] is None:
                return _unpaired_sentence(x, y, c, other)
    c = differing[0]
    words = (f"In {a.name}, ", Name(c), " is ", *_partner_words(a, c), f"; in {b.name}, ")
    return (*words, *_partner_words(b, c), ".")


def _unpaired_sentence(x: Idea, y: Idea, c: str, other: str) -> Words:
    """The sentence where one idea leaves a class alone that the other pairs with one that may have another partner."""
    partners = {one for one, _ in x.partners.get(other, ()) if one is not None}
    with_whom = join_words(filter(None, (names(partners - {other}), ("itself",) * (other in partners))), " and ")
    first: Words = (" pairs ", Name(other), " with ", *with_whom, " and") if partners else ()
    too = ", too" if partners and partners <= {one for one, _ in y.partners[other]} else ""
    (_, alone), (_, cost) = x.partners[c][0], y.partners[c][0]
    start = text_of(x.name, first, " leaves ", Name(c), f" alone, at {alone}; {y.name} pairs ")
    return text_of(start, Name(other), " with ", Name(c), f"{too}, at {cost}.")


def _difference_of_sides(a: Idea, b: Idea) -> Words:
    if a.sides == b.sides:
        return (f"{a.name} and {b.name} count the same classes.",)
    clauses: list[Words] = []
    for x, y in ((a, b), (b, a)):
        if more := set(x.sides) - set(y.sides):
            clauses.append(text_of(f"{x.name} counts ", some_names(more, 6), f", which {y.name} does not"))
    if not clauses:
        side, other = next((side, b.sides[c]) for c, side in sorted(a.sides.items()) if b.sides[c] != side)
        classes = [c for c in a.sides if (a.sides[c], b.sides[c]) == (side, other)]
        clauses.append(
            text_of(f"{a.name} counts ", some_names(classes, 6), f" on {_ON[side]}, {b.name} on {_ON[other]}")
        )
    return (*join_words(clauses, "; "), ".")
