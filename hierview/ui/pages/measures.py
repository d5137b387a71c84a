"""Measures: one card each, and a case on which to look at it."""

from __future__ import annotations

import streamlit as st

from ...answers import cards
from ...markup import card as draw
from ...markup import html
from ...measures import Measure
from ..card_state import MEASURES, choose
from ..links import to_explore
from ..viewer import viewer


def show() -> None:
    """The page."""
    state = MEASURES.current()
    with st.container(key="measures"):
        left, middle, right = st.columns([184, 584, 352], gap="large")
    with left:
        viewer(draw.index(cards.index(), state.measure.spec.name), "index", on_pick=choose)
    with middle:
        if state.trouble:
            viewer(html.notice(state.trouble), "trouble")
        viewer(draw.card(cards.card(state.measure)), "card")
        _references(state.measure)
    with right, st.container(key="example"):
        _example(state.measure)


def _references(measure: Measure) -> None:
    entries = cards.references(measure)
    if entries:
        with st.container(key="bibtex"), st.expander("BibTeX"):
            st.code(entries, language=None, wrap_lines=True)


def _example(measure: Measure) -> None:
    shown, others = cards.example(measure)
    ids = html.class_ids(shown.case)
    viewer(draw.example(shown.case, shown.title, shown.step, ids), "case")
    with st.container(key="onward", horizontal=True, vertical_alignment="center"):
        with st.container(key="onward-first", width="content"):
            to_explore("Open in Explore", {"c": shown.name, "m": str(measure)})
        if others:
            with st.container(key="onward-others", horizontal=True, vertical_alignment="center", width="content"):
                st.html("or on", width="content")
                for name in others:
                    to_explore(name, {"c": name, "m": str(measure)})
