"""Why: the ways to look at the answer that is open. Only the one that is chosen is computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from ....answers.cost import heavy
from ....draw.scenes.canvas import Looked, fits
from ....errors import HierviewError
from ....languages import N_, _, translated
from ....markup import html
from ....markup.pictures import AS_EVER, UNFOLD
from ....measures import Measure
from ...export.export import export_button
from ...shell.jobs import work_out
from ...shell.links import to_card
from ...shell.markdown import inert
from ...shell.page_state import on_change, set_widget, widget
from ...shell.widgets import radio, segments, select
from ...viewer import viewer
from ..contents import view_markup
from ..settings import settings_summary
from ..state import adopt, change, open_row, renew, set_measure, show_folded
from ..view import DIRECTIONS, ViewState
from ..why_views import MORE, VIEWS, Choice, Number, OpenAnswer, Outcome, view_tabs
from .controls import controls

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
        ways = measure.views(state.case) if state.why.view == "picture" else ()
        if len(ways) > 1:
            names = {way: _(way) for way in ways}
            radio(_("Show"), names, state.shown_display, f"{key}-way", lambda way: change(display=way))
        _drawing_controls(state)
        controls(state.case, measure, key, lambda m: set_measure(state.why.row, m))
    viewer(notes, "notes", panel=True, stamp=state.stamp)
    to_card(measure)
    export_button(state, N_("Export this picture"), "exportwhy", quiet=True)


def _drawing_controls(state: ViewState) -> None:
    """How hierarchies are drawn in the pictures of this case, where that is a question."""
    as_ever = replace(state.picture_look, narrow=False) == AS_EVER and state.canvas_look == Looked()
    if fits(state.draft) and as_ever:
        return
    key = f"drawn-{state.visit.widget_epoch}-{state.canvas.direction}"
    direction = state.picture_look.direction
    select(_("Direction"), translated(DIRECTIONS), direction, key, lambda to: change(direction=to), "stretch")
    key = f"folded-{state.visit.widget_epoch}-{state.canvas.fold}"
    st.checkbox(
        _("Fold branches without a mark"),
        value=state.canvas.fold,
        key=key,
        on_change=on_change(key, lambda fold: show_folded(bool(fold))),
    )


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
        picked = VIEWS[state.why.view].pick(state, outcome, key)
        if isinstance(picked, Measure):
            set_measure(state.why.row, picked)
            renew()
        elif picked is not None:
            adopt(picked)


def _control(control: Choice | Number, epoch: int) -> None:
    """A control beside a view, which sets a field of the page."""
    key = f"{control.field}-{epoch}"

    def use(value: Any) -> None:
        change(**{control.field: control.empty if isinstance(control, Number) and value is None else value})

    if isinstance(control, Choice):
        options = {option: inert(text) for option, text in control.options.items()}
        if control.most > 1:
            more: Any = {"max_selections": control.most, "placeholder": _("The ideas of the field")}
            told = on_change(key, lambda rows: use(tuple(rows)))
            of = options.__getitem__
            st.multiselect(control.label, list(options), control.value, of, key, on_change=told, **more)
        else:
            radio(control.label, options, str(control.value), key, use)
    else:
        st.number_input(
            control.label,
            value=control.value,
            min_value=control.least,
            max_value=control.most,
            step=control.step,
            key=key,
            placeholder=control.hint or None,
            help=control.help or None,
            on_change=on_change(key, use),
        )
