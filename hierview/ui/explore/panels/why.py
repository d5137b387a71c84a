"""Why: the ways to look at the answer that is open. Only the one that is chosen is computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import streamlit as st

from ....answers.cost import heavy
from ....errors import HierviewError
from ....languages import N_, _
from ....markup import html
from ....markup.pictures import UNFOLD
from ....measures import Measure
from ...export.export import export_button
from ...shell.jobs import work_out
from ...shell.links import to_card
from ...shell.page_state import set_widget, widget
from ...shell.widgets import segments
from ...viewer import viewer
from ..contents import view_markup
from ..control_data import drawing_controls, settings_summary, view_control, way_controls
from ..state import EXPLORE, adopt, change, current, open_row, renew, show_folded
from ..view import ViewState, with_setting
from ..why_views import MORE, VIEWS, Choice, Number, OpenAnswer, Outcome, after_pick, view_tabs
from .controls import controls, draw_control

_MORE = "more-views"


def why(state: ViewState, markup: Mapping[str, str], answer: OpenAnswer) -> None:
    """The panel below the answers. markup: of the viewers, by `contents`.  answer: the open one."""
    with st.container(key="why", border=True):
        _viewer(state, markup, "whytitle")
        if "whynotice" in markup:
            _viewer(state, markup, "whynotice")
            return
        with st.container(key="whyviews"):
            key = f"view-{state.visit.widget_epoch}"
            segments(_("View"), view_tabs(state.why.view, widget(_MORE)), state.why.view, key, _open_view)
        try:
            (_live if VIEWS[state.why.view].live else _variants)(state, markup, answer)
        except HierviewError as error:
            if not heavy(state.case):
                raise
            viewer(html.notice(str(error)), "whynotice", panel=True)


def _open_view(name: str) -> None:
    if name == MORE:
        set_widget(_MORE, True)
        renew()
    else:
        change(view=name, step=0)


def _viewer(state: ViewState, markup: Mapping[str, str], key: str) -> None:
    viewer(markup[key], key, panel=True, stamp=state.stamp, on_pick=_unfold, edit="choose" if key == "ideas" else "")


def _unfold(pick: str) -> None:
    """A click on folded classes shows them, on a row opens it; a step that nobody answers at once the page draws."""
    open_row(pick)
    if pick == UNFOLD:
        show_folded(False)
    elif pick.startswith("step ") and pick[5:].isdecimal():
        change(step=int(pick[5:14]))


def _outcome(state: ViewState, answer: OpenAnswer) -> Outcome | None:
    """The open view; None while it is not there yet."""
    view = VIEWS[state.why.view]
    outcome: Outcome | None = work_out(state.case, "why", _(view.doing), view.make, *view.needs(state, answer))
    return outcome


def _live(state: ViewState, markup: Mapping[str, str], answer: OpenAnswer) -> None:
    """A view that viewers show alone, beside the settings of its measure."""
    below = VIEWS[state.why.view].controls(state)
    picture, side = (st.container(), st.container()) if below else st.columns([10, 3], gap="medium")
    with picture:
        if state.why.view not in markup:
            outcome = _outcome(state, answer)
            markup = view_markup(Outcome({}) if outcome is None else outcome)
        if state.why.view in markup:
            _viewer(state, markup, state.why.view)
    with side:
        if below:
            _below(state, below)
        else:
            _settings(state, answer.measure, markup["notes"])


def _below(state: ViewState, choices: Iterable[Choice | Number]) -> None:
    """What stands below a view that takes all of the width."""
    with st.container(key="beside", horizontal=True, vertical_alignment="bottom"):
        for control in choices:
            _control(control, state.visit.widget_epoch)
        _drawing_controls(state)
        export_button(state, N_("Export this picture"), "exportwhy", quiet=True)


def _settings(state: ViewState, measure: Measure, notes: str) -> None:
    """The side column: how to look at it, the measure's parameters, notes."""
    viewer(html.fold("settings", _("Settings"), settings_summary(state.case, measure)), "settingsfold", panel=True)
    with st.container(key="settings"):
        key = f"{state.name}-{state.why.row}-{state.visit.widget_epoch}"
        for ways in way_controls(state, measure):
            draw_control(ways, f"{key}-way", lambda way: change(display=way))
        _drawing_controls(state)
        controls(state.case, measure, key, lambda m: EXPLORE.show(with_setting(current(), state.why.row, m)))
    viewer(notes, "notes", panel=True, stamp=state.stamp)
    to_card(measure)
    export_button(state, N_("Export this picture"), "exportwhy", quiet=True)


def _drawing_controls(state: ViewState) -> None:
    """How hierarchies are drawn in the pictures of this case, where that is a question."""
    setters = {"direction": lambda to: change(direction=to), "fold": lambda fold: show_folded(bool(fold))}
    for control in drawing_controls(state):
        name = control["name"]
        draw_control(control, f"{name}-{state.visit.widget_epoch}-{control['value']}", setters[name])


def _variants(state: ViewState, found: Mapping[str, str], answer: OpenAnswer) -> None:
    """A view of variants, beside what says which."""
    view = VIEWS[state.why.view]
    picture, side = st.columns([10, 3], gap="medium")
    choices = view.controls(state)
    with picture:
        outcome = _outcome(state, answer)
    if outcome is not None:
        choices += outcome.controls
        with picture:
            for key, markup in outcome.markup.items():
                viewer(markup, key, panel=True, on_pick=lambda chosen: _pick(state, outcome, chosen))
    if not choices:
        return
    with side, st.container(key="variant"):
        for control in choices:
            _control(control, state.visit.widget_epoch)
        if outcome is not None and outcome.opens is not None:
            st.button(_("Open the result"), key=f"adopt-{state.why.view}", on_click=adopt, args=(outcome.opens,))


def _pick(state: ViewState, outcome: Outcome, key: str) -> None:
    with suppress(HierviewError):
        EXPLORE.show(after_pick(state, outcome, key))


def _control(declared: Choice | Number, epoch: int) -> None:
    """A control beside a view, which sets a field of the page."""

    def use(value: Any) -> None:
        empty = declared.empty if isinstance(declared, Number) else ""
        change(**{declared.field: empty if value is None else tuple(value) if isinstance(value, list) else value})

    draw_control(view_control(declared), f"{declared.field}-{epoch}", use)
