"""Which measure to choose, on the page of Measures: the questions, and what follows from their answers."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from ...languages import _
from ...markup import html
from ...measures import Measure
from ...model.case import Case
from ...ui.export.linked import show_link
from ...ui.measures.state import answer_need, answers_text
from ...ui.shell.cases import pack_case
from ...ui.shell.links import address_with, page_link
from ...ui.shell.page_state import set_widget, with_language
from ...ui.shell.widgets import radio_buttons
from ...ui.viewer import viewer
from ..choosing import NEEDS, Consequences, Need, consequences, usable_answers
from ..markup import choice as draw
from ..publish.choice import justification
from ..sheets.k15_tables import TABLE_12
from ..sheets.properties import PROPERTIES
from ..sheets.shipped import shipped_sheets

__all__ = ["show", "show_signs", "usable_answers"]


def show(answers: Mapping[str, str]) -> None:
    """The questions, and beside them what follows from their answers."""
    choice = consequences(answers)
    questions_column, result_column = st.columns([400, 552], gap="large")
    with questions_column, st.container(key="needs"):
        viewer(draw.questions_head_html(), "needs-head")
        for need in NEEDS:
            _ask_question(need, choice.answers.get(need.key))
    with result_column, st.container(key="choosing"):
        viewer(draw.choice_html(choice, _case_link), "choice")
        _show_exports(choice)


def _ask_question(need: Need, present: str | None) -> None:
    says = {option.key: _(option.text) for option in need.options}
    key = f"need-{need.key}"
    set_widget(key, present)
    radio_buttons(_(need.question), says, None, key, lambda option: answer_need(need.key, option), horizontal=True)


def _case_link(case: Case, measure: Measure) -> str:
    where = pack_case(case)
    return f"./?{urlencode(with_language({'c': where, 'm': str(measure)}))}" if where else ""


def _show_exports(choice: Consequences) -> None:
    """The choice to hand on: its link, and a paragraph for a paper."""
    address = address_with({"q": answers_text(choice.answers)})
    texts = justification(choice, address)
    if texts is None:
        if not choice.reasons:
            viewer(html.quiet_paragraph_html(_("Answer a question to have a paragraph for a paper.")), "choice-none")
        return
    with st.container(key="choice-paper"):
        st.subheader(_("For a paper"), anchor=False)
        for tab, text in zip(
            st.tabs([_("Words"), "LaTeX", "BibTeX", _("Link")]),
            (texts.words, texts.latex, texts.references, address),
            strict=True,
        ):
            with tab:
                show_link(text, "choice") if text == address else st.code(text, language=None, wrap_lines=True)


def show_signs(measure: Measure) -> None:
    """Show signs of the properties that K15 and anybody expects of a measure: whether this one keeps to them."""
    sheet = shipped_sheets(PROPERTIES).get(str(measure))
    if sheet is None:
        return
    rows = (row for row in sheet.rows if row.rule.key in (*TABLE_12, "identity", "adding-correct"))
    signs = [(row.sign, _(row.rule.name), _(row.rule.claim)) for row in rows]
    viewer(draw.signs_html(signs), "signs")
    with st.container(key="about"):
        label, query = _("All properties and their evidence"), {"v": "behaviour", "measures": str(sheet.measure)}
        st.page_link(page_link("Workbench"), label=label, query_params=with_language(query))
