"""Measures: which one to choose, and one card each with a case on which to look at it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from ...answers import cards
from ...languages import _
from ...markup import html
from ...markup.pages import card as draw
from ...measures import Measure
from ...model.case import Case
from ...publish.choice import paragraph
from ...workbench.choosing import NEEDS, Consequences, Need, consequences
from ...workbench.sheets.k15_tables import TABLE_12
from ...workbench.sheets.properties import PROPERTIES
from ...workbench.sheets.shipped import shipped_sheets
from ...workbench.sheets.signs import Sheet
from ..export.linked import show_link
from ..shell.cases import pack
from ..shell.links import link, page, to_explore
from ..shell.page_state import in_language, set_widget
from ..shell.widgets import radio
from ..viewer import viewer
from .state import MEASURES, address_of, answer_need, open_card


def show() -> None:
    """The page."""
    state = MEASURES.current()
    with st.container(key="measures"):
        index_column, *rest = st.columns([184, 968] if state.answers is not None else [184, 584, 352], gap="large")
    here = draw.CHOOSE if state.answers is not None else state.measure.spec.name
    with index_column:
        viewer(draw.card_index_html(cards.index(), here), "index", on_pick=open_card)
    if state.answers is not None:
        with rest[0]:
            _choosing(state.answers)
        return
    middle, right = rest
    with middle:
        if state.trouble:
            viewer(html.notice(state.trouble), "trouble")
        viewer(draw.card_html(cards.card(state.measure)), "card")
        if entries := cards.references(state.measure):
            with st.container(key="bibtex"), st.expander("BibTeX"):
                st.code(entries, language=None, wrap_lines=True)
    with right, st.container(key="example"):
        _example(state.measure)
        if str(state.measure) in (sheets := shipped_sheets(PROPERTIES)):
            _signs(sheets[str(state.measure)])


def _signs(sheet: Sheet) -> None:
    """What K15 and anybody expects of a measure, and whether this one keeps to it."""
    rows = (row for row in sheet.rows if row.rule.key in (*TABLE_12, "identity", "adding-correct"))
    signs = [(row.sign, _(row.rule.name), _(row.rule.claim)) for row in rows]
    viewer(draw.signs_html(signs), "signs")
    with st.container(key="about"):
        label, query = _("All properties and their evidence"), {"v": "behaviour", "measures": str(sheet.measure)}
        st.page_link(page("Workbench"), label=label, query_params=in_language(query))


def _example(measure: Measure) -> None:
    first, others = cards.example(measure)
    ids = html.class_ids(first.case)
    viewer(draw.example_html(first.case, first.title, first.step, ids), "case")
    with st.container(key="onward", horizontal=True, vertical_alignment="center"):
        with st.container(key="onward-first", width="content"):
            to_explore(_("Open in Explore"), {"c": first.name, "m": str(measure)})
        if others:
            with st.container(key="onward-others", horizontal=True, vertical_alignment="center", width="content"):
                st.html(_("or on"), width="content")
                for name in others:
                    to_explore(name, {"c": name, "m": str(measure)})


# The choice of a measure


def _choosing(answers: Mapping[str, str]) -> None:
    """The questions, and beside them what follows from their answers."""
    choice = consequences(answers)
    questions_column, result_column = st.columns([400, 552], gap="large")
    with questions_column, st.container(key="needs"):
        viewer(draw.questions_head(), "needs-head")
        for need in NEEDS:
            _question(need, choice.answers.get(need.key))
    with result_column, st.container(key="choosing"):
        viewer(draw.choice_html(choice, _opens), "choice")
        _handed_on(choice)


def _question(need: Need, present: str | None) -> None:
    says = {option.key: _(option.says) for option in need.options}
    key = f"need-{need.key}"
    set_widget(key, present)
    radio(_(need.asks), says, None, key, lambda option: answer_need(need.key, option), horizontal=True)


def _opens(case: Case, measure: Measure) -> str:
    where = pack(case)
    return f"./?{urlencode(in_language({'c': where, 'm': str(measure)}))}" if where else ""


def _handed_on(choice: Consequences) -> None:
    """The choice to hand on: its link, and a paragraph for a paper."""
    address = link({"q": address_of(choice.answers)})
    texts = paragraph(choice, address)
    if texts is None:
        if not choice.reasons:
            viewer(html.plain_text(_("Answer a question to have a paragraph for a paper.")), "choice-none")
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
