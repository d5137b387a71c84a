"""Workbench: how a measure behaves, where it shines, where it fails, and the smallest example."""

from __future__ import annotations

import streamlit as st

from ...languages import _
from ...markup import html
from ..shell.widgets import segments
from ..viewer import viewer
from . import behaviour, benchmark, disagreements, scatter
from .loaded import reload_when_saved
from .own_measure import show_check, strip
from .state import VIEWS, WorkbenchState, current, show_view

_SHOW = {
    "benchmark": benchmark.show,
    "behaviour": behaviour.show,
    "disagreements": disagreements.show,
    "scatter": scatter.show,
}


def show() -> None:
    """The page."""
    state = current()
    strip(state)
    show_check(state)
    with st.container(key="wbhead", horizontal=True, vertical_alignment="center"):
        st.title(_question(state), anchor=False, width="content")
        key = f"wb-view-{state.view}-{state.widget_epoch}"
        with st.container(key="wbviews", width="content"):
            segments(_("View"), VIEWS, state.view, key, show_view)
    if state.trouble:
        viewer(html.notice(state.trouble), "trouble")
    _SHOW[state.view](state)
    reload_when_saved()


def _question(state: WorkbenchState) -> str:
    """What the open view answers."""
    if state.view == "disagreements":
        first, second = (m.label() for m in state.measures("disagreements")[:2])
        return _("Where do {first} and {second} disagree?", first=first, second=second)
    return {
        "benchmark": _("How wrong does each measure find the cases?"),
        "behaviour": _("What can you rely on when a measure speaks?"),
        "scatter": _("Do two measures order the same cases alike?"),
    }[state.view]
