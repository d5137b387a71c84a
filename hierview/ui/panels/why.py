"""Why: the ways to look at the answer that is open. Only the one that is chosen is computed."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ...answers import Answer
from ...draw import html
from ...errors import HierviewError
from ...explain import number
from ...measures import Measure
from ..heavy import heavy, picture, walk
from ..links import to_card
from ..state import change, on_change, set_measure
from ..view import VIEWS, ViewState
from ..viewer import viewer
from ..work import worked
from .controls import controls, summary
from .export import export_button
from .variants import show_conventions, show_distance, show_landscape, show_sensitivity


def why(state: ViewState, ids: html.Ids, answer: Answer | None) -> None:
    """The panel below the answers. answer: the open one, where it is in the table."""
    measure = state.measure(state.chosen)
    try:
        known = answer.result if answer is not None and heavy(state.case) else measure.evaluate(state.case)
        value, trouble = known.value, ""
    except HierviewError as error:
        # The case holds something that this measure cannot use: there is nothing to show but that.
        value, trouble = None, str(error)
    title = f"Why is {measure.label()} {'undefined' if value is None else number(value)}?"
    with st.container(key="why", border=True):
        viewer(html.why_title(title), "whytitle", panel=True)
        if trouble:
            viewer(html.notice(trouble), "whynotice", panel=True)
            return
        key = f"view-{state.turn}"
        with st.container(key="whyviews"):
            st.segmented_control(
                "View", list(VIEWS), default=state.view, format_func=VIEWS.__getitem__, key=key, required=True,
                label_visibility="collapsed", on_change=on_change(key, lambda v: change(view=v or "picture", step=0)),
            )  # fmt: skip
        try:
            _VIEWS[state.view](state, measure, title, ids)
        except HierviewError as error:
            if not heavy(state.case):
                raise
            viewer(html.notice(str(error)), "whynotice", panel=True)


def _settings(state: ViewState, measure: Measure, notes: tuple[str, ...], ways: tuple[str, ...] = ()) -> None:
    """The side column: how to look at it, the measure's parameters, notes."""
    viewer(html.fold("settings", "Settings", summary(measure)), "settingsfold", panel=True)
    with st.container(key="settings"):
        key = f"{state.name}-{state.chosen}-{state.turn}"
        if len(ways) > 1:
            way = state.way if state.way in ways else ways[0]
            st.radio(
                "Show", ways, index=ways.index(way), key=f"{key}-way",
                on_change=on_change(f"{key}-way", lambda w: change(way=w)),
            )  # fmt: skip
        controls(state.case, measure, key, lambda m: set_measure(state.chosen, m))
    viewer(html.notes(notes), "notes", panel=True)
    to_card(measure)
    export_button(state, "Export this picture", "exportwhy", quiet=True)


def _picture(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    ways = measure.views(state.case)
    way = state.way if state.way in ways else ways[0]
    left, side = st.columns([10, 3], gap="medium")
    with left:
        found = worked(state.case, "why", "the picture", picture, state.case, measure, way, title, state.big)
        if found is not None:
            viewer(found[1], "picture", panel=True)
    with side:
        _settings(state, measure, found[0] if found else (), ways)


def _steps(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    left, side = st.columns([10, 3], gap="medium")
    with left:
        found = worked(state.case, "why", "the steps", walk, state.case, measure, title, state.step, state.big)
        if found is not None:
            viewer(found[1], "steps", panel=True)
    with side:
        _settings(state, measure, found[0] if found else ())


_VIEWS: dict[str, Callable[[ViewState, Measure, str, html.Ids], None]] = {
    "picture": _picture,
    "steps": _steps,
    "landscape": show_landscape,
    "sensitivity": show_sensitivity,
    "distance": show_distance,
    "conventions": show_conventions,
}
