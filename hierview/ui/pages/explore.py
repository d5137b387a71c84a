"""Explore: one case, every answer, and the picture behind the one that is open."""

from __future__ import annotations

from typing import Any

import streamlit as st

from ...answers import headline
from ...draw import html
from ..panels.files import open_and_save
from ..panels.picker import picker
from ..panels.why import why
from ..rows import all_rows, long_table, short_table
from ..state import ViewState, change, current, on_change, reset, show_case
from ..viewer import viewer


def page() -> Any:
    """The page, for the navigation and for links to it."""
    return st.Page(show, title="Explore", url_path="explore", default=True)


def show() -> None:
    """The page."""
    state = current()
    with st.container(key="casebar", horizontal=True, vertical_alignment="center"):
        picker(state.name, state.case, show_case)
        with st.container(key="caseactions", horizontal=True, horizontal_alignment="right"):
            open_and_save(state.case, state.name)
    if state.trouble:
        viewer(html.notice(state.trouble), "trouble")
    ids = html.class_ids(state.case)
    viewer(html.question(state.case, ids), "question")
    left, right = st.columns([7, 5], gap="medium")
    with left:
        _hierarchy(state, ids)
    with right:
        _answers(state)
    why(state, ids)


def _hierarchy(state: ViewState, ids: html.Ids) -> None:
    with st.container(key="hierarchyhead", horizontal=True, vertical_alignment="center"):
        st.subheader("Hierarchy", anchor=False)
    viewer(html.canvas(state.case, ids), "canvas")
    if state.case.note:
        viewer(html.plain_text(state.case.note), "note")


def _answers(state: ViewState) -> None:
    with st.container(key="answershead", horizontal=True, vertical_alignment="center"):
        st.subheader("Answers", anchor=False)
        tables = {"headline": "Headline", "all": f"All ({len(all_rows())})"}
        key = f"table-{state.turn}"
        st.segmented_control(
            "Answers", list(tables), default=state.table, format_func=tables.__getitem__, key=key,
            label_visibility="collapsed", required=True,
            on_change=on_change(key, lambda t: change(table=t or "headline")),
        )  # fmt: skip
    groups = long_table(state) if state.table == "all" else short_table(state)
    source = state.case.source
    if source and state.case.published and not state.edited:
        source = f"Printed: {source}."
    elif source:
        source = f"{source}."
    table = html.answers(groups, state.chosen, source)
    viewer(f'<div class="scroll">{table}</div>' if state.table == "all" else table, "answers", on_pick=_choose)
    if state.edited:
        with st.container(key="edited", horizontal=True, vertical_alignment="center"):
            st.caption("edited ·")
            st.button("reset", key="reset", type="tertiary", on_click=reset)


def _choose(row: str) -> None:
    state = current()
    known = [*all_rows(), *(str(m) for m in headline(state.case))]
    if row in known:
        change(chosen=row, way="", step=0, turn=state.turn + 1)
