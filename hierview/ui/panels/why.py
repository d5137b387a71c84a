"""Why: the ways to look at the answer that is open. Only the one that is chosen is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from ...answers.cost import heavy
from ...errors import HierviewError
from ...markup import html
from ...measures import Measure
from ..computed import picture, steps
from ..links import to_card
from ..shown import LIVE_VIEWS, asked
from ..state import change, on_change, set_measure
from ..view import VIEWS, ViewState
from ..viewer import viewer
from ..work import worked
from .controls import controls, summary
from .export import export_button
from .variants import show_conventions, show_distance, show_landscape, show_sensitivity


def why(state: ViewState, found: Mapping[str, str]) -> None:
    """The panel below the answers. found: the markup of `shown`; of a large case also its title."""
    measure = state.measure(state.chosen)
    with st.container(key="why", border=True):
        _viewer(state, found, "whytitle")
        if "whynotice" in found:
            _viewer(state, found, "whynotice")
            return
        key = f"view-{state.turn}"
        with st.container(key="whyviews"):
            st.segmented_control(
                "View",
                list(VIEWS),
                default=state.view,
                format_func=VIEWS.__getitem__,
                key=key,
                required=True,
                label_visibility="collapsed",
                on_change=on_change(key, lambda v: change(view=v or "picture", step=0)),
            )
        title = found.get("title") or asked(measure, measure.evaluate(state.case).value)
        try:
            if state.view in LIVE_VIEWS:
                _explained(state, found, measure, title)
            else:
                _VARIANTS[state.view](state, measure, title, html.class_ids(state.draft))
        except HierviewError as error:
            if not heavy(state.case):
                raise
            viewer(html.notice(str(error)), "whynotice", panel=True)


def _viewer(state: ViewState, found: Mapping[str, str], key: str) -> None:
    viewer(found[key], key, panel=True, stamp=state.stamp)


def _explained(state: ViewState, found: Mapping[str, str], measure: Measure, title: str) -> None:
    left, side = st.columns([10, 3], gap="medium")
    with left:
        if state.view not in found:
            found = _worked(state, measure, title)
        if state.view in found:
            _viewer(state, found, state.view)
    with side:
        _settings(state, measure, found)


def _worked(state: ViewState, measure: Measure, title: str) -> dict[str, str]:
    """The open view of a large case and the notes beside it; nothing to see while it is not there yet."""
    case, big = state.case, state.big
    if state.view == "picture":
        made = worked(case, "why", "the picture", picture, case, measure, state.shown_way, title, big)
    else:
        made = worked(case, "why", "the steps", steps, case, measure, title, state.step, big)
    return {"notes": html.notes(())} if made is None else {"notes": html.notes(made[0]), state.view: made[1]}


def _settings(state: ViewState, measure: Measure, found: Mapping[str, str]) -> None:
    """The side column: how to look at it, the measure's parameters, notes."""
    viewer(html.fold("settings", "Settings", summary(measure)), "settingsfold", panel=True)
    with st.container(key="settings"):
        key = f"{state.name}-{state.chosen}-{state.turn}"
        ways = measure.views(state.case) if state.view == "picture" else ()
        if len(ways) > 1:
            st.radio(
                "Show",
                ways,
                index=ways.index(state.shown_way),
                key=f"{key}-way",
                on_change=on_change(f"{key}-way", lambda w: change(way=w)),
            )
        controls(state.case, measure, key, lambda m: set_measure(state.chosen, m))
    _viewer(state, found, "notes")
    to_card(measure)
    export_button(state, "Export this picture", "exportwhy", quiet=True)


# The views whose pictures stand among Streamlit's controls.
_VARIANTS: dict[str, Callable[[ViewState, Measure, str, html.Ids], None]] = {
    "landscape": show_landscape,
    "sensitivity": show_sensitivity,
    "distance": show_distance,
    "conventions": show_conventions,
}
