"""The rule that turns a case's numbers into its prediction, beside all others that could."""

from __future__ import annotations

import streamlit as st

from ....answers.answers import headline
from ....languages import N_, _
from ....markup import html
from ....rules import Rule, decision_step, parse_rule, rule_numbers, rules_for
from ...shell.markdown import inert
from ...shell.widgets import radio
from ...viewer import viewer
from ..computed import by_rule
from ..state import current, set_rule
from ..view import ViewState
from .controls import parameters

_BY_HAND = N_("as marked")


def rules(state: ViewState, ids: html.Ids) -> None:
    """The rule, its parameters, its decision in words, and what each rule would predict."""
    able = rules_for(rule_numbers(state.draft))
    if not able:
        sentence = _(
            "Give edges a probability: click a number on the drawing and type it, or drag it. A rule then predicts."
        )
        viewer(html.notice(sentence, "hint"), "rules-hint")
        return
    present = parse_rule(state.work.rule) if state.work.rule else None
    options = [present if present is not None and type(rule) is type(present) else rule for rule in able]
    titles = {str(rule): inert(_(rule.spec.title)) for rule in options} | {"": inert(_(_BY_HAND))}

    def pick(rule: object) -> None:
        if current().visit.widget_epoch == state.visit.widget_epoch:  # an older control has nothing more to say
            set_rule(str(rule))

    choice, settings = st.columns([7, 5], gap="medium")
    with choice:
        radio(_("Predicted by"), titles, state.work.rule, f"rule-{state.visit.widget_epoch}", pick)
    if present is not None:
        with settings, st.container(key="settings-rule"):
            parameters(present, f"rule-{state.name}-{state.visit.widget_epoch}", pick, lambda rule: "")
        viewer(html.plain_words(decision_step(state.draft, present).text, ids), "decision")
    viewer(_table(state, options, ids), "rules")


def _table(state: ViewState, able: list[Rule], ids: html.Ids) -> str:
    """What every rule predicts, and what the measures say of it."""
    measures = [state.measure(str(m)) for m in headline(state.draft)]
    head = (_("rule"), _("predicted"), *(m.label() for m in measures))
    return html.plain_table(head, by_rule(state.draft, able, measures), ids)
