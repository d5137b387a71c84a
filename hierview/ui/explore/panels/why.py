"""Why: the ways to look at the answer that is open. Only the one that is chosen is computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial

import streamlit as st

from ....answers.cost import is_heavy
from ....errors import HierviewError
from ....languages import N_, _
from ....markup import html
from ....measures import Measure
from ....safe import Markup
from ...export.export import export_button
from ...shell.control_data import Control, button_data, measure_controls, settings_summary
from ...shell.jobs import result_when_ready
from ...shell.links import link_to_card
from ...shell.page_state import set_widget, widget_value
from ...shell.widgets import draw_control
from ...viewer import viewer
from ..contents import view_markup
from ..controls import MORE, after_click, after_control, drawing_controls, look_controls, prediction_controls, view_tabs
from ..state import EXPLORE, change_and_renew, current
from ..view import ViewState, as_why_shows, with_row_measure
from ..why_views import VIEWS, OpenAnswer, Outcome
from .controls import set_control, show_button, show_parameters

_MORE = "more-views"


def show_why(state: ViewState, markup: Mapping[str, Markup], answer: OpenAnswer) -> None:
    """Show the panel Why below the answers. markup: of the viewers, by `contents`.  answer: the open one."""
    with st.container(key="why", border=True):
        _show_viewer(state, markup, "whytitle")
        if "whynotice" in markup:
            _show_viewer(state, markup, "whynotice")
            return
        with st.container(key="whyviews"):
            draw_control(view_tabs(state, widget_value(_MORE)), f"view-{state.visit.widget_epoch}", _open_view)
        try:
            (_show_live_view if VIEWS[state.why.view].live else _show_variants)(state, markup, answer)
        except HierviewError as error:
            if not is_heavy(state.case):
                raise
            viewer(html.notice_html(str(error)), "whynotice", panel=True)


def _open_view(name: str) -> None:
    if name == MORE:
        set_widget(_MORE, True)
        change_and_renew()
    else:
        EXPLORE.show(after_control(current(), "view", name))


def _show_viewer(state: ViewState, markup: Mapping[str, Markup], key: str) -> None:
    def pick(chosen: str) -> None:
        EXPLORE.show(after_click(current(), key, chosen))

    viewer(markup[key], key, panel=True, stamp=state.age_stamp, on_pick=pick, edit="choose" if key == "ideas" else "")


def _outcome_of_view(state: ViewState, answer: OpenAnswer) -> Outcome | None:
    """The open view; None while it is not there yet."""
    view, looked = VIEWS[state.why.view], as_why_shows(state)
    outcome: Outcome | None = result_when_ready(
        looked.case, "why", _(view.doing), view.make, *view.needs(looked, answer)
    )
    return outcome


def _show_live_view(state: ViewState, markup: Mapping[str, Markup], answer: OpenAnswer) -> None:
    """A view that viewers show alone, beside the settings of its measure, or above controls of its own."""
    below = VIEWS[state.why.view].controls(state)
    picture, side = (st.container(), st.container()) if below else st.columns([10, 3], gap="medium")
    with picture:
        if state.why.view not in markup:
            outcome = _outcome_of_view(state, answer)
            markup = view_markup(Outcome({}) if outcome is None else outcome)
        if state.why.view in markup:
            _show_viewer(state, markup, state.why.view)
    with side:
        if below:
            with st.container(key="beside", horizontal=True, vertical_alignment="bottom"):
                _set_controls(state, [*below, *drawing_controls(state)])
                export_button(state, N_("Export this picture"), "exportwhy", quiet=True)
        else:
            _show_settings(state, answer.measure, markup["notes"])


def _show_settings(state: ViewState, measure: Measure, notes: Markup) -> None:
    """Show the side column of Why: how the picture is drawn, the measure's parameters, notes."""
    row, epoch = state.why.row, state.visit.widget_epoch
    viewer(
        html.fold_button_html("settings", _("Settings"), settings_summary(state.case, measure)),
        "settingsfold",
        panel=True,
    )
    with st.container(key="settings"):
        _set_controls(state, look_controls(state, measure))
        settings = measure_controls(state.case, measure)
        show_parameters(
            measure, settings, f"{row}-{epoch}", lambda m: EXPLORE.show(with_row_measure(current(), row, m))
        )
    viewer(notes, "notes", panel=True, stamp=state.age_stamp)
    link_to_card(measure)
    export_button(state, N_("Export this picture"), "exportwhy", quiet=True)


def _set_controls(state: ViewState, controls: Iterable[Control]) -> None:
    for control in controls:
        # Direction and folding are set on the drawing, too: another key shows what was set there.
        suffix = f"-{control['value']}" if control["name"] in ("direction", "fold") else ""
        set_control(control, f"{control['name']}-{state.visit.widget_epoch}{suffix}")


def _show_variants(state: ViewState, found: Mapping[str, Markup], answer: OpenAnswer) -> None:
    """A view of variants, beside what says which."""
    picture, side = st.columns([10, 3], gap="medium")
    choices = (*prediction_controls(state), *VIEWS[state.why.view].controls(as_why_shows(state)))
    with picture:
        outcome = _outcome_of_view(state, answer)
    if outcome is not None:
        choices += outcome.controls
        with picture:
            for key, markup in outcome.markup.items():
                viewer(markup, key, panel=True, on_pick=partial(_pick_variant, state, outcome, key))
    if not choices:
        return
    with side, st.container(key="variant"):
        _set_controls(state, choices)
        if outcome is not None and outcome.opens is not None:
            show_button(button_data("adopt", _("Open the result")), outcome)


def _pick_variant(state: ViewState, outcome: Outcome, key: str, chosen: str) -> None:
    with suppress(HierviewError):
        EXPLORE.show(after_click(state, key, chosen, outcome))
