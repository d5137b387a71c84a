"""The rule that turns a case's numbers into its prediction, beside all others that could."""

from __future__ import annotations

import streamlit as st

from ....markup import html
from ....rules import parse_rule
from ...viewer import viewer
from ..computed import rule_markup
from ..control_data import rule_controls
from ..state import EXPLORE, current
from ..view import ViewState, with_rule
from .controls import draw_control, parameters


def rules(state: ViewState, ids: html.Ids) -> None:
    """The rule, its parameters, its decision in words, and what each rule would predict."""
    markup, epoch = rule_markup(state, ids), state.visit.widget_epoch

    def pick(rule: object) -> None:
        if current().visit.widget_epoch == epoch:  # an older control has nothing more to say
            EXPLORE.show(with_rule(current(), str(rule)))

    for control in rule_controls(state):
        choice, settings = st.columns([7, 5], gap="medium")
        with choice:
            draw_control(control, f"rule-{epoch}", pick)
        if state.work.rule:
            with settings, st.container(key="settings-rule"):
                rule = parse_rule(state.work.rule)
                parameters(rule, f"rule-{state.name}-{epoch}", pick, lambda rule: "")
    for key, shown in markup.items():
        viewer(shown, key)
