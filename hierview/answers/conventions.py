"""Conventions: what tools and papers decide differently, as sets of parameters, and what a choice changes in a case.

The tools are those of the one table (`tools.py`). A convention is plain parameters (`root`, `reduce`, `variant`,
`pairing`, `zero`); a measure takes those that it has. What no parameter can reproduce is said as a caveat. HEMKit is
the C++ tool of the authors of K15.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any

from ..errors import MeasureError, quoted, suggestion
from ..explain import Symbol, Words, distinct_number_texts, join_words, names
from ..measures import Measure, Result
from ..measures.confusion.measures import HierarchicalConfusion
from ..measures.lca.graphs import Graphs
from ..measures.pairs.family import PairMeasure
from ..measures.pairs.flow import Pairing
from ..measures.pairs.graph_induced import Mgia
from ..model.case import Case, long_distance
from ..resources import place
from .answers import measure_and_part
from .compare import with_settings
from .counting import PRF, CountedQuantity
from .tools import tools

CONVENTIONS = ("paper", *tools())

# What a measure is called as a quantity of a tool, and which of its sets are which of theirs.
_QUANTITIES = {"hP": "P", "hR": "R", "hF": "F", "SDL": "SDL", "Accuracy": "Jaccard", "TIE": "edges"}
_FORMS = {"ancestors": "closed", "none": "given"}
# What of HEMKit no parameter reproduces, by a measure or a parameter of it.
_OF_HEMKIT = {
    "variant": "HEMKit's own search for the graphs cannot be reproduced exactly: in about one random case of nine, and "
    "in one of five with more labels, its value is another one than the definition's, which stands in for it.",
    "pairing": "HEMKit has code for this but never prints it. The code pairs greedily, and sends a distance equal to "
    "the default cost to the default; the cheapest pairing below that cost stands in for it, which is equal in about "
    "five random cases of six.",
    "SDL": "HEMKit has code for this, which gives the same, but never prints it.",
}
UNCHANGED: Words = ("Nothing changes here.",)


@dataclass(frozen=True)
class ConventionResult:
    """A measure under a convention on one case."""

    measure: Measure
    """The measure with the parameters of the convention."""
    result: Result
    """Its result on the case."""
    changed: Words
    """One sentence on what the convention changed against the measure as it was given."""
    caveat: str = ""
    """A sentence on what of the tool the parameters do not reproduce, or ""."""


def convention_parameters(case: Case, convention: str) -> dict[str, Any]:
    """The parameters of a convention, by name; those of HEMKit depend on the case.

    paper: the definitions of K15, which are the defaults. A tool: whether its sets with ancestors count the root, and
    what it makes of 0/0 where a side is empty. HEMKit counts a virtual root, unless the one root is called 0 already;
    for its own greedy graphs and pairs stand the exact ones, which are the nearest to be had: `algorithm1` and
    `nearest` agree with it less often. Raises MeasureError for another name.

    >>> convention_parameters(Case.of([("0", "1")], ["1"], ["0"]), "HEMKit")["root"]
    'counted'
    """
    if convention not in CONVENTIONS:
        raise MeasureError(
            f"convention {quoted(convention)} is not known{suggestion(convention, CONVENTIONS)}; "
            f"known are {', '.join(CONVENTIONS)}"
        )
    paper = {"root": "counted", "reduce": True, "variant": "minimal", "pairing": "exact", "zero": 0}
    first = next((one.counting for one in _tool_quantities(convention, "closed") if one.quantity in PRF), None)
    if first is None:
        return paper
    of_empty = None if first.zero in ("nan", "error") else 0
    root = "counted" if first.root == "virtual" and case.hierarchy.roots == ("0",) else first.root
    return paper | {"root": root, "zero": 0 if case.true and case.predicted else of_empty}


def _tool_quantities(convention: str, set_form: str) -> Iterator[CountedQuantity]:
    """The quantities that a tool prints of such sets, as far as one instance shows it; nothing of the paper."""
    for printed in tools()[convention].printed_numbers() if convention in tools() else ():
        c = printed.point.counting
        if c.sets == set_form and c.average in ("pooled", "instance") and c.weight == "1" and not c.swap:
            yield printed.point


def with_convention(case: Case, measure: Measure, convention: str) -> Measure:
    """The measure with the parameters of `convention` that it has. Raises MeasureError as `convention_parameters` does.

    HEMKit pairs only what is nearer than the default cost, so its MGIA has the farthest such distance as the
    longest that is allowed: 4 at the default cost 5, or with weights the farthest that occurs.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> str(with_convention(case, Mgia(), "HEMKit"))
    'MGIA(max_distance=4)'
    """
    if isinstance(measure, HierarchicalConfusion):  # none of these tools has it, and `reduce` is what R23's scripts do
        return measure
    kinds = {name: parameter.kind for name, parameter in measure.params().items()}
    choices = {
        n: value for n, value in convention_parameters(case, convention).items() if kinds.get(n) in ("choice", "switch")
    }
    (variant,) = with_settings([measure], **choices)  # a measure may mean something else by such a name
    if convention == "HEMKit" and isinstance(variant, Mgia) and not variant.by_similarity:
        limits = (_farthest_below(case, variant.default_cost), variant.max_distance)
        variant = replace(variant, max_distance=min(limit for limit in limits if limit is not None))
    return variant


def _farthest_below(case: Case, cost: Fraction) -> Fraction:
    """The greatest distance of a true and a predicted class that is below a cost."""
    h = case.hierarchy
    if not h.weighted:
        return Fraction(ceil(cost) - 1)
    distances = (h.distance(p, t) for p in case.predicted for t in case.true)
    return max((d for d in distances if d < cost), default=Fraction(0))


def result_under_convention(
    case: Case, measure: Measure, convention: str, limit: int | None = None
) -> ConventionResult:
    """`measure` with the parameters of `convention` that it has, its result, and what that changed.

    limit: HEMKit's distance limit m, which other conventions do not have: no class is farther than m climbs below an
    artificial root, so that the case is cut as by `long_distance` with k = 2(m + 1). None is no limit.
    Raises MeasureError for another name or limit.

    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"])
    >>> from hierview import parse_measure
    >>> found = result_under_convention(case, parse_measure("hF"), "hiclass")
    >>> str(found.measure), found.result.value, "".join(map(str, found.changed))
    ('hF(root="omitted")', 0.0, 'Arts leaves both sides, so 0.5 becomes 0.')
    """
    within = case
    if limit is not None:
        if convention != "HEMKit" or isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
            raise MeasureError(f"distance limit m={quoted(limit)} is not accepted; HEMKit has one, a number from 0 on")
        within = long_distance(case, 2 * (limit + 1))
    variant = with_convention(within, measure, convention)
    if within is not case:
        (variant,) = with_settings([variant], root="counted")  # the cut's root is HEMKit's
    result = variant.evaluate(within)
    return ConventionResult(
        variant, result, change_sentence(measure.evaluate(case), result), _caveat_sentence(variant, convention)
    )


def _caveat_sentence(measure: Measure, convention: str) -> str:
    name, params = measure.spec.name, measure.params()
    if convention == "paper":
        return ""
    if not tool_computes(convention, measure):
        return f"{convention} does not compute this measure."
    if name in ("hP", "hR", "hF") and any(
        point.counting.zero == "1" for point in _tool_quantities(convention, "closed")
    ):
        return f"{convention} takes 0/0 for 1, which no parameter reproduces."
    if convention != "HEMKit":
        return ""
    return next((text for what, text in _OF_HEMKIT.items() if what == name or what in params), "")


def tool_computes(convention: str, measure: Measure) -> bool:
    """Whether a tool prints a measure, as its parameters are set."""
    name, augmentation = measure.spec.name, getattr(measure, "augmentation", "ancestors")
    if isinstance(measure, PairMeasure) and measure.by_similarity:
        return False
    if name in tools()[convention].also and augmentation == "ancestors":
        return True
    form = "pairs" if name == "TIE" else _FORMS.get(augmentation, "")
    return any(point.quantity == _QUANTITIES.get(name) for point in _tool_quantities(convention, form))


# What changed, in words


def change_sentence(before: Result, after: Result) -> Words:
    """The difference between two results of a measure, in one sentence.

    It says which classes entered or left the two sets or graphs behind the value, or how the cost of the pairs
    changed, and what became of the value.
    """
    moved = _entering_and_leaving(before.witness, after.witness)
    if not moved and "f_error" in before.parts and "f_error" in after.parts:
        cost, new_cost = _value_texts(before.parts["f_error"], after.parts["f_error"])
        if cost != new_cost:
            moved = (f"The pairs cost {new_cost} instead of {cost}",)
        elif _witness_pairs(before.witness) != _witness_pairs(after.witness):
            moved = ("Other pairs are chosen at the same cost",)
    ours, theirs = _value_texts(before.value, after.value)
    if before.value == after.value:
        return (*moved, f", and the value stays {theirs}.") if moved else UNCHANGED
    if moved:
        return (*moved, f", so {ours} becomes {theirs}.")
    if before.value is None or after.value is None:
        return (f"The value is {theirs} instead of {ours}.",)
    return (f"{ours} becomes {theirs}.",)


def _value_texts(*values: float | None) -> list[str]:
    return [text.replace("–", "undefined") for text in distinct_number_texts(*values, digits=3)]


def _witness_pairs(witness: object) -> object:
    return witness.pairs if isinstance(witness, Pairing) else None


def _entering_and_leaving(before: object, after: object) -> Words:
    """The classes that entered or left the sets of both sides, as the beginning of a sentence."""
    sides = [getattr(w, side, None) for w in (before, after) for side in ("true", "predicted")]
    if not all(isinstance(side, frozenset) for side in sides):
        return ()
    t, p, t2, p2 = (side or frozenset() for side in sides)
    graphs = isinstance(after, Graphs)
    both: Words = ("both graphs",) if graphs else ("both sides",)
    places: tuple[Words, Words] = (
        ((Symbol("G", "t"),), (Symbol("G", "p"),)) if graphs else (("the true side",), ("the predicted side",))
    )
    clauses: list[Words] = []
    for verb, in_t, in_p in (("enter", t2 - t, p2 - p), ("leave", t - t2, p - p2)):
        for classes, where in ((in_t & in_p, both), (in_t - in_p, places[0]), (in_p - in_t, places[1])):
            if classes:
                who = names(classes) if len(classes) <= 5 else (f"{len(classes)} classes",)
                ending = "s " if len(classes) == 1 else " "
                clauses.append((*who, f" {verb}{ending}", *where))
    return join_words(clauses, ", ", " and ")


# What HEMKit makes of the cases on which it errs


@dataclass(frozen=True)
class HemkitComparison:
    """Values of a case by definition and by a shortcut, beside what HEMKit makes of it."""

    measure: str
    """Text of a measure, or this text and ".part"."""
    definition: float | None
    """Value by definition."""
    shortcut: tuple[str, float | None]
    """What K15 offers instead of the exact search, as its name and value."""
    hemkit: str
    """The value as HEMKit prints it, or as its code has it where it never prints it (`never_printed`)."""
    never_printed: bool
    """Whether HEMKit has code for it and never prints it."""
    because: str
    """The cause of the difference."""


@lru_cache(maxsize=1)
def _hemkit() -> Mapping[str, Mapping[str, Any]]:
    """HEMKit's values by preset, as they were printed: they cannot be computed here."""
    stored: dict[str, dict[str, Any]] = json.loads((place("cases") / "hemkit.json").read_text(encoding="utf-8"))
    return stored


def hemkit_comparison(name: str, case: Case) -> HemkitComparison | None:
    """The values by definition, by K15's shortcut and by HEMKit of the preset `name`, which is `case`.

    None where nothing is stored for it: only the smallest examples of HEMKit's faults are, and what is
    stored holds for them as they are shipped, not edited.
    """
    stored = _hemkit().get(name)
    if stored is None:
        return None
    exact, part = measure_and_part(stored["measure"])
    results = (m.evaluate(case) for m in (exact, *with_settings([exact], variant="algorithm1", pairing="nearest")))
    definition, value = (result.parts.get(part) if part else result.value for result in results)
    shortcut = "each class with its nearest" if "pairing" in exact.params() else "algorithm1"
    return HemkitComparison(**{"never_printed": False, **stored}, definition=definition, shortcut=(shortcut, value))
