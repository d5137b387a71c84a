"""Computations of a page, as functions of plain data: where one takes long, a process of its own can do it.

Nothing here knows Streamlit, so that such a process begins quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...answers.answers import Answer, answer_rows, headline_measures
from ...errors import CaseError
from ...explain import Words, names, number
from ...jobs import Progress, Tell
from ...languages import _, spoken_language
from ...markup import html
from ...measures import Measure
from ...model.case import Case, Draft
from ...rules import Rule, decision_step, parse_rule, rule_numbers, rules_for, with_decision
from ...safe import Markup
from ..shell.cases import as_case
from .view import ViewState


def in_visitor_language(tell: Tell, code: str, task: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """A task in a language: another process knows nothing of whose page it works for."""
    with spoken_language(code):
        task(tell, *arguments)


def tell_answers(tell: Tell, case: Case, measures: Sequence[Measure]) -> None:
    """A task: tell the answers of measures, one after the other."""
    rows: list[Answer] = []
    for i, measure in enumerate(measures):
        tell(
            Progress(
                _("{measure}, measure {i} of {n}", measure=measure.label(), i=i + 1, n=len(measures)), i / len(measures)
            )
        )
        (answer,) = answer_rows(case, [measure])
        rows.append(replace(answer, result=replace(answer.result, witness=None)))
    tell((tuple(rows),))


def predictions_by_rule(
    draft: Draft, rules: Sequence[Rule], measures: Sequence[Measure]
) -> list[tuple[Words | str, ...]]:
    """Predictions of each rule and what measures say of them, a row for each, or why it cannot predict."""
    rows: list[tuple[Words | str, ...]] = []
    for rule in rules:
        settings = f" ({', '.join(rule.parameter_words())})" if rule.parameter_words() else ""
        title = _(rule.spec.title) + settings
        try:
            case = as_case(with_decision(draft, rule))
        except CaseError as error:
            rows.append((title, str(error), *["–"] * len(measures)))
            continue
        predicted: Words = names(case.predicted) if case.predicted else (_("none"),)
        values = [number(m.evaluate(case).value) if isinstance(case, Case) else "–" for m in measures]
        rows.append((title, predicted, *values))
    return rows


def offered_rules(draft: Draft, present: str) -> list[Rule]:
    """The rules that the case has numbers for; the present one, by its text, with its parameters."""
    predicting = parse_rule(present) if present else None
    rules = rules_for(rule_numbers(draft))
    return [predicting if predicting and type(rule) is type(predicting) else rule for rule in rules]


def rule_markup(state: ViewState, ids: html.Ids) -> dict[str, Markup]:
    """Markup of the rule's decision in words and of what every rule predicts, or of how a case gets numbers."""
    rules = offered_rules(state.draft, state.work.rule)
    if not rules:
        sentence = _(
            "Give edges a probability: click a number on the drawing and type it, or drag it. A rule then predicts."
        )
        return {"rules": html.notice_html(sentence, "hint")}
    measures = [state.measure(str(m)) for m in headline_measures(state.draft)]
    head = (_("rule"), _("predicted"), *(m.label() for m in measures))
    table = {"rules": html.plain_table_html(head, predictions_by_rule(state.draft, rules, measures), ids)}
    if not state.work.rule:
        return table
    return {"decision": html.paragraph_html(decision_step(state.draft, parse_rule(state.work.rule)).text, ids)} | table
