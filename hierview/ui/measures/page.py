"""Measures: which one to choose, and one card each with a case on which to look at it."""

from __future__ import annotations

import streamlit as st

from ...answers import cards
from ...languages import _
from ...markup import html
from ...markup.pages import card as draw
from ...measures import Measure
from ...workbench.sheets.k15_tables import TABLE_12
from ...workbench.sheets.properties import PROPERTIES
from ...workbench.sheets.shipped import shipped_sheets
from ...workbench.sheets.signs import Sheet
from ..shell.links import page, to_explore
from ..shell.page_state import in_language
from ..viewer import viewer
from .choosing import choosing
from .state import MEASURES, open_card


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
            choosing(state.answers)
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
