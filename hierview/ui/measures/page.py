"""Measures: one card each with a case on which to look at it."""

from __future__ import annotations

import streamlit as st

from ...answers import cards
from ...flats import parts_at
from ...languages import _
from ...markup import html
from ...markup.pages import card as draw
from ...measures import Measure
from ...safe import escape
from ..shell.links import link_to_explore
from ..shell.widgets import inline_markup
from ..viewer import viewer
from .state import MEASURES, open_card, question_chooser


def show() -> None:
    """Show the page of measures: the card of one, or the choice by questions."""
    state = MEASURES.current()
    with st.container(key="measures"):
        index_column, *rest = st.columns([184, 968] if state.answers is not None else [184, 584, 352], gap="large")
    here = draw.CHOOSE if state.answers is not None else state.measure.spec.name
    with index_column:
        viewer(
            draw.card_index_html(cards.card_index(), here, question_chooser() is not None), "index", on_pick=open_card
        )
    if state.answers is not None:
        with rest[0]:
            question_chooser().show(state.answers)
        return
    middle, right = rest
    with middle:
        if state.trouble:
            viewer(html.notice_html(state.trouble), "trouble")
        viewer(draw.card_html(cards.measure_card(state.measure)), "card")
        if entries := cards.references_bibtex(state.measure):
            with st.container(key="bibtex"), st.expander("BibTeX"):
                st.code(entries, language=None, wrap_lines=True)
    with right, st.container(key="example"):
        _show_example(state.measure)
        for show_beside in parts_at("measures.beside"):
            show_beside(state.measure)


def _show_example(measure: Measure) -> None:
    first, others = cards.card_example(measure)
    ids = html.class_ids(first.case)
    viewer(draw.example_html(first.case, first.title, first.step, ids), "case")
    with st.container(key="onward", horizontal=True, vertical_alignment="center"):
        with st.container(key="onward-first", width="content"):
            link_to_explore(_("Open in Explore"), {"c": first.name, "m": str(measure)})
        if others:
            with st.container(key="onward-others", horizontal=True, vertical_alignment="center", width="content"):
                inline_markup(escape(_("or on")))
                for name in others:
                    link_to_explore(name, {"c": name, "m": str(measure)})
