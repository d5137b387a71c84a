"""Decisions for a case, and how they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..errors import CaseError, quoted
from ..explain import HierarchyPicture, Look, Name, Side, Step, number
from ..model.carried import decimal_number
from ..model.case import Draft
from ..model.hierarchy import Edge
from .base import Rule, RuleNumbers, rules_for

MOST_SCORE = 10**12


@lru_cache(maxsize=64)
def rule_numbers(draft: Draft) -> RuleNumbers:
    """The numbers of a case."""
    extra = draft.extra
    return RuleNumbers(draft.hierarchy, dict(extra.probabilities), dict(extra.scores), extra.neighbours)


def with_decision(draft: Draft, rule: Rule) -> Draft:
    """The draft with what the rule predicts. Raises CaseError where it carries nothing that the rule could use."""
    numbers = rule_numbers(draft)
    if not numbers.has_kind(rule.spec.needs):
        able = " or ".join(other.spec.name for other in rules_for(numbers))
        instead = f"; from what it has, {able} can decide" if able else ""
        raise CaseError(f"the rule {rule.spec.name} needs {rule.spec.needs}, and the case has none{instead}")
    predicted = rule.decide(numbers).predicted
    return draft if predicted == draft.predicted else draft.unfinished().edited(predicted=predicted)


def decision_step(draft: Draft, rule: Rule) -> Step:
    """The step that shows a decision: words, and the hierarchy that they speak of.

    It says what every class was judged by, which edges were followed, and what was blocked.
    """
    decision = rule.decide(rule_numbers(draft))
    side: Mapping[Edge, Side] = dict.fromkeys(decision.edges, "p")
    on_way = {c for edge in decision.edges for c in edge} | decision.predicted
    after, value = decision.runner_up or ("", Fraction(0))
    looks = {
        c: Look(
            mark="predicted" if c in decision.predicted else "none",
            side="p" if c in on_way else "none",
            emphasis="dropped" if c in decision.blocked else "about" if c == after else "plain",
            value=number(float(decision.values[c]), 3) if c in decision.values else "",
        )
        for c in draft.hierarchy.classes
    }
    text = decision.text
    if after:
        text += (" Next would have been ", Name(after), f" with {number(float(value), 3)}.")
    picture = HierarchyPicture((f"{rule.spec.title} · {rule.label()}",), looks, side)
    return Step("decision", text, (picture,))


def draft_and_rule(draft: Draft) -> tuple[Draft, str]:
    """A draft as a rule leaves it, and that rule's text; "" where there is none.

    It is the first that predicts what is marked, or, where nothing is, the first that can.
    """
    for rule in rules_for(rule_numbers(draft)) if draft.extra.kinds else ():
        try:
            after = with_decision(draft, rule)
        except CaseError:  # it cannot decide from so many digits
            continue
        if after is draft or not draft.predicted:
            return after, str(rule)
    return draft, ""


def with_number_changed(draft: Draft, edit: Mapping[str, Any]) -> Draft:
    """The draft with one other number.

    edit: {"op": "probability", "parent", "child", "value"} of an edge, or {"op": "score", "name", "value"} of a class;
    the value None takes it away. Raises CaseError for anything else.
    """
    value, extra = edit.get("value"), draft.extra
    if edit.get("op") == "probability":
        edge = (str(edit.get("parent")), str(edit.get("child")))
        where = f"{quoted(edge[0])} > {quoted(edge[1])}"
        if edge not in draft.hierarchy.weights:
            raise CaseError(f"{where} is not an edge; the probability of an edge is accepted")
        by_edge = {e: probability for e, probability in extra.probabilities if e != edge}
        if value is not None:
            by_edge[edge] = _decimal_from_browser(where, value, 0, 1)
        # In the order of the edges, whichever was set first, so that equal cases are equal.
        in_order = tuple((e, by_edge[e]) for e in draft.hierarchy.edges if e in by_edge)
        return replace(draft, extra=replace(extra, probabilities=in_order))
    c = draft.hierarchy.require(str(edit.get("name")))
    scores = {name: score for name, score in extra.scores if name != c}
    if value is not None:
        scores[c] = _decimal_from_browser(quoted(c), value, -MOST_SCORE, MOST_SCORE)
    return replace(draft, extra=replace(extra, scores=tuple(sorted(scores.items()))))


def _decimal_from_browser(where: str, value: Any, least: int, most: int) -> Fraction:
    """A number from the browser as the decimal that it prints as. Raises CaseError for what is none in the range."""
    exact = decimal_number(value)
    if exact is None or not least <= exact <= most:
        raise CaseError(f"{where}: {quoted(value)} is not accepted; a number from {least:,} to {most:,} is")
    return exact
