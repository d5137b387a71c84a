"""Explore: one case, every answer, and the picture behind the one that is open."""

from __future__ import annotations

from typing import Any

import streamlit as st

from ...answers import headline
from ...draw import html
from ..address import parameters
from ..editing import editor_data
from ..editor import editor
from ..links import link
from ..panels.actions import actions
from ..panels.picker import picker
from ..panels.rules import rules
from ..panels.why import why
from ..rows import all_rows, hidden_table, long_table, short_table
from ..state import EDITOR, change, current, on_change, reset, session, show_case
from ..view import DRAWINGS, EMPTY, NEW, ViewState
from ..viewer import viewer


def page() -> Any:
    """The page, for the navigation and for links to it."""
    return st.Page(show, title="Explore", url_path="explore", default=True)


def show() -> None:
    """The page; embedded in another one, the picture and the answers alone."""
    state = current()
    embedded = st.context.is_embedded
    if not embedded:
        _case_bar(state)
    if state.trouble:
        viewer(html.notice(state.trouble), "trouble")
    ids = html.class_ids(state.draft)
    viewer(html.question(state.draft, ids), "question")
    left, right = st.columns([7, 5], gap="medium")
    with left:
        if embedded:
            viewer(html.canvas(state.draft, ids), "canvas")
        else:
            _hierarchy(state, ids)
    with right:
        _answers(state)
    if embedded:
        viewer(html.elsewhere("Open in hierview", link(parameters(state))), "elsewhere")
    elif state.answerable and not state.asking:
        why(state, ids)


def _case_bar(state: ViewState) -> None:
    with st.container(key="casebar", horizontal=True, vertical_alignment="center"):
        picker(state.name, state.draft, show_case)
        with st.container(key="newdrawing", width="content"):
            st.button("New drawing", type="tertiary", key="new", on_click=lambda: show_case(NEW, EMPTY))
        actions(state)


def _hierarchy(state: ViewState, ids: html.Ids) -> None:
    with st.container(key="hierarchyhead", horizontal=True, vertical_alignment="center"):
        st.header("Hierarchy", anchor=False)
        key = f"drawing-{state.turn}"
        st.segmented_control(
            "Hierarchy", list(DRAWINGS), default=state.drawing, format_func=DRAWINGS.__getitem__, key=key,
            label_visibility="collapsed", required=True,
            on_change=on_change(key, lambda d: change(drawing=d or "draw")),
        )  # fmt: skip
    editor(editor_data(state, ids, session()), EDITOR, current)
    if state.drawing == "numbers":
        rules(state, ids)
    if state.draft.note and not state.asking:
        viewer(html.plain_text(state.draft.note), "note")


def _answers(state: ViewState) -> None:
    with st.container(key="answershead", horizontal=True, vertical_alignment="center"):
        st.header("Answers", anchor=False)
        tables = {"headline": "Headline", "all": f"All ({len(all_rows())})"}
        key = f"table-{state.turn}"
        st.segmented_control(
            "Answers", list(tables), default=state.table, format_func=tables.__getitem__, key=key,
            label_visibility="collapsed", required=True,
            on_change=on_change(key, lambda t: change(table=t or "headline")),
        )  # fmt: skip
    if not state.answerable:
        what = "Mark at least one class" if len(state.draft.hierarchy) else "Add a class, then mark it"
        viewer(html.notice(f"{what}: the answers follow at once.", "hint"), "answers")
        return
    if state.asking:
        viewer(html.answers(hidden_table(state), "", ""), "answers")
        st.button("Show numbers", key="shownumbers", on_click=lambda: change(asking=False))
        return
    groups = long_table(state) if state.table == "all" else short_table(state)
    source = state.draft.source
    if source and state.draft.published and not state.edited:
        source = f"Printed: {source}."
    elif source:
        source = f"{source}."
    table = html.answers(groups, state.chosen, source)
    viewer(f'<div class="scroll">{table}</div>' if state.table == "all" else table, "answers", on_pick=_choose)
    if state.edited and not st.context.is_embedded:
        with st.container(key="edited", horizontal=True, vertical_alignment="center"):
            st.caption("edited ·")
            st.button("reset", key="reset", type="tertiary", on_click=reset)


def _choose(row: str) -> None:
    state = current()
    known = [*all_rows(), *(str(m) for m in headline(state.draft))]
    if row in known:
        change(chosen=row, way="", step=0, turn=state.turn + 1)
