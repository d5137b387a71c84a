"""Counts of answers, to be shown on the drawing itself: sides, numbers, and the count in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..explain import Edge, Side, formula_text, number
from ..languages import _
from ..measures import Measure, Result
from ..measures.lca.measures import LcaMeasure
from ..measures.pairs.steps import way_between
from ..measures.sets.family import ShareMeasure
from ..model.case import Case
from .ideas import Idea, idea_of

_MOST_NUMBERED = 9  # classes on both sides; of more, numbers would only stand in the way
_MOST_TERMS = 6  # of a way whose edges are added up in words


@dataclass(frozen=True)
class DrawingCount:
    """Count of an answer on the drawing of its case."""

    lines: tuple[str, ...] = ()
    """The numbers in words; the first line is a heading."""
    sides: Mapping[str | Edge, Side] = field(default_factory=dict)
    """Side of the classes and edges that were counted."""
    numbers: Mapping[str | Edge, str] = field(default_factory=dict)
    """Numbers of the classes on both sides, from the top; what a class costs that stays alone, and an edge on the ways
    of pairs.
    """


def drawing_count(case: Case, measure: Measure, result: Result) -> DrawingCount:
    """Count of an answer; nothing where its value is undefined."""
    idea = idea_of(case, str(measure), measure, result)
    if idea.count_formula is None:
        return DrawingCount()
    heading = _("{measure} counts", measure=measure.label())
    if idea.pairs_classes:
        return _pairs_count(case, heading, idea)
    lines = _share_count_texts(case, measure, idea)
    sides: dict[str | Edge, Side] = {}
    sides.update(idea.sides)
    sides.update(idea.picture.edges.items())
    numbers: dict[str | Edge, str] = {}
    both_sides = [c for c in case.hierarchy.top_down if idea.sides.get(c) == "both"]
    if lines and len(both_sides) <= _MOST_NUMBERED:
        numbers.update((c, str(i)) for i, c in enumerate(both_sides, 1))
    return DrawingCount((heading, *(lines or [formula_text(idea.count_formula)])), sides, numbers)


def _share_count_texts(case: Case, measure: Measure, idea: Idea) -> list[str]:
    """The texts on how much of each side is shared; none where that is not what the measure divides.

    Nor where it counts an artificial root, which the drawing does not have.
    """
    if not isinstance(measure, (ShareMeasure, LcaMeasure)) or not all(c in case.hierarchy for c in idea.sides):
        return []
    amounts = Counter(idea.sides.values())
    both, true, predicted = amounts["both"], amounts["t"] + amounts["both"], amounts["p"] + amounts["both"]
    recall, precision = (
        _("{n} shared of {m} true", n=both, m=true),
        _("{n} shared of {m} predicted", n=both, m=predicted),
    )
    return {"R": [recall], "P": [precision], "F": [recall, precision]}[measure.which]


def _pairs_count(case: Case, heading: str, idea: Idea) -> DrawingCount:
    """The ways of the pairs with the costs of their edges, where these are what a pair costs; who stays alone."""
    pairs = [link for link in idea.picture.links if link.chosen]
    sides: dict[str | Edge, Side] = {}
    numbers: dict[str | Edge, str] = {}
    crossings: Counter[Edge] = Counter()
    weights, sum_text = case.hierarchy.weights, ""
    by_similarity = getattr(idea.answer.measure, "by_similarity", False)
    for link in pairs:
        if link.true is None or link.predicted is None:
            numbers[str(link.true or link.predicted)] = link.label
            continue
        way = way_between(case, link.predicted, link.true)
        if by_similarity or number(float(sum(weights[edge] for edge in way))) != link.label:
            continue
        crossings.update(way.keys())
        sides |= {edge: side if sides.get(edge, side) == side else "both" for edge, side in way.items()}
        if len(pairs) == 1 and 1 < len(way) <= _MOST_TERMS:
            sum_text = f"{' + '.join(number(float(weights[edge])) for edge in way)} = {link.label}"
    for edge, times in crossings.items():
        numbers[edge] = f"{times} · " * (times > 1) + number(float(weights[edge]))
    formula = formula_text(idea.count_formula) if idea.count_formula else ""
    if sum_text and formula.endswith(f" = {formula.split(' = ')[0]}"):  # `2 = 2`
        formula = ""
    return DrawingCount((heading, *filter(None, (sum_text, formula))), sides, numbers)
