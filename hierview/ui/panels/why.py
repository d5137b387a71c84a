"""Why: the ways to look at the answer that is open. Only the one that is chosen is computed."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ...draw import html
from ...errors import HierviewError
from ...explain import number
from ...measures import Measure, Result
from ..links import to_card
from ..state import change, on_change, set_measure
from ..view import VIEWS, ViewState
from ..viewer import viewer
from .controls import controls, summary
from .export import export_button
from .variants import show_conventions, show_distance, show_landscape, show_sensitivity


def why(state: ViewState, ids: html.Ids) -> None:
    """The panel below the answers."""
    measure = state.measure(state.chosen)
    try:
        value, trouble = measure.evaluate(state.case).value, ""
    except HierviewError as error:
        # The case holds something that this measure cannot use: there is nothing to show but that.
        value, trouble = None, str(error)
    title = f"Why is {measure.label()} {'undefined' if value is None else number(value)}?"
    with st.container(key="why", border=True):
        viewer(html.why_title(title, state.unread), "whytitle", panel=True)
        if trouble:
            viewer(html.notice(trouble), "whynotice", panel=True)
            return
        key = f"view-{state.turn}"
        with st.container(key="whyviews"):
            st.segmented_control(
                "View", list(VIEWS), default=state.view, format_func=VIEWS.__getitem__, key=key, required=True,
                label_visibility="collapsed", on_change=on_change(key, lambda v: change(view=v or "picture", step=0)),
            )  # fmt: skip
        _VIEWS[state.view](state, measure, title, ids)


def _settings(state: ViewState, measure: Measure, result: Result, ways: tuple[str, ...] = ()) -> None:
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
    viewer(html.notes(result.notes), "notes", panel=True)
    to_card(measure)
    export_button(state, "Export this picture", "exportwhy", quiet=True)


def _picture(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    result = measure.evaluate(state.case)
    ways = measure.views(state.case)
    way = state.way if state.way in ways else ways[0]
    picture, side = st.columns([10, 3], gap="medium")
    with picture:
        step = measure.view(state.case, result, way)
        viewer(html.why(state.case, title, step, ids, state.big), "picture", panel=True)
    with side:
        _settings(state, measure, result, ways)


def _steps(state: ViewState, measure: Measure, title: str, ids: html.Ids) -> None:
    result = measure.evaluate(state.case)
    walk, side = st.columns([10, 3], gap="medium")
    with walk:
        given = measure.explain(state.case, result)
        viewer(html.steps(state.case, title, given, ids, state.step, state.big), "steps", panel=True)
    with side:
        _settings(state, measure, result)


_VIEWS: dict[str, Callable[[ViewState, Measure, str, html.Ids], None]] = {
    "picture": _picture,
    "steps": _steps,
    "landscape": show_landscape,
    "sensitivity": show_sensitivity,
    "distance": show_distance,
    "conventions": show_conventions,
}
