"""Why: the ways to look at the answer that is open. Only the one that is chosen is computed."""

from __future__ import annotations

from collections.abc import Mapping
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
from ...shell.jobs import worked
from ...shell.links import to_card
from ...shell.markdown import inert
from ...shell.page_state import on_change
from ...viewer import viewer
from ..contents import view_markup
from ..state import adopt, change, renew, set_measure, show_folded
from ..view import DIRECTIONS, VIEW_TITLES, ViewState
from ..why_views import VIEWS, Choice, Made, Number, OpenAnswer
from .controls import controls, segments, select, summary


def why(state: ViewState, found: Mapping[str, str], answer: OpenAnswer) -> None:
    """The panel below the answers. found: the markup of `contents`.  answer: the open one."""
    with st.container(key="why", border=True):
        _viewer(state, found, "whytitle")
        if "whynotice" in found:
            _viewer(state, found, "whynotice")
            return
        titles = translated(VIEW_TITLES)
        with st.container(key="whyviews"):
            key = f"view-{state.visit.widget_epoch}"
            segments(_("View"), titles, state.why.view, key, lambda name: change(view=name, step=0))
        try:
            (_live if VIEWS[state.why.view].live else _varied)(state, found, answer)
        except HierviewError as error:
            if not heavy(state.case):
                raise
            viewer(html.notice(str(error)), "whynotice", panel=True)


def _viewer(state: ViewState, found: Mapping[str, str], key: str) -> None:
    viewer(found[key], key, panel=True, stamp=state.stamp, on_pick=_unfold)


def _unfold(chosen: str) -> None:
    """A click on what stands for folded classes shows them; a step that nobody answers at once is drawn by the page."""
    if chosen == UNFOLD:
        show_folded(False)
    elif chosen.startswith("step ") and chosen[5:].isdecimal():
        change(step=int(chosen[5:14]))


def _made(state: ViewState, answer: OpenAnswer) -> Made | None:
    """The open view; None while it is not there yet."""
    view = VIEWS[state.why.view]
    made: Made | None = worked(state.case, "why", _(view.doing), view.make, *view.needs(state, answer))
    return made


def _live(state: ViewState, found: Mapping[str, str], answer: OpenAnswer) -> None:
    """A view that viewers show alone, beside the settings of its measure."""
    left, side = st.columns([10, 3], gap="medium")
    with left:
        if state.why.view not in found:
            made = _made(state, answer)
            found = view_markup(Made({}) if made is None else made)
        if state.why.view in found:
            _viewer(state, found, state.why.view)
    with side:
        _settings(state, answer.measure, found["notes"])


def _settings(state: ViewState, measure: Measure, notes: str) -> None:
    """The side column: how to look at it, the measure's parameters, notes."""
    viewer(html.fold("settings", _("Settings"), summary(state.case, measure)), "settingsfold", panel=True)
    with st.container(key="settings"):
        key = f"{state.name}-{state.why.row}-{state.visit.widget_epoch}"
        ways = measure.views(state.case) if state.why.view == "picture" else ()
        if len(ways) > 1:
            st.radio(
                _("Show"),
                ways,
                format_func={way: _(way) for way in ways}.__getitem__,
                index=ways.index(state.shown_display),
                key=f"{key}-way",
                on_change=on_change(f"{key}-way", lambda w: change(display=w)),
            )
        if (
            not fits(state.draft)
            or replace(state.picture_look, narrow=False) != AS_EVER
            or state.canvas_look != Looked()
        ):
            _drawn(state)
        controls(state.case, measure, key, lambda m: set_measure(state.why.row, m))
    viewer(notes, "notes", panel=True, stamp=state.stamp)
    to_card(measure)
    export_button(state, N_("Export this picture"), "exportwhy", quiet=True)


def _drawn(state: ViewState) -> None:
    """How hierarchies are drawn in the pictures of this case."""
    key = f"drawn-{state.visit.widget_epoch}-{state.canvas.direction}"
    select(
        _("Direction"),
        translated(DIRECTIONS),
        state.picture_look.direction,
        key,
        lambda to: change(direction=to),
        "stretch",
    )
    key = f"folded-{state.visit.widget_epoch}-{state.canvas.fold}"
    st.checkbox(
        _("Fold branches without a mark"),
        value=state.canvas.fold,
        key=key,
        on_change=on_change(key, lambda fold: show_folded(bool(fold))),
    )


def _varied(state: ViewState, found: Mapping[str, str], answer: OpenAnswer) -> None:
    """A view of variants, beside what says which."""
    view = VIEWS[state.why.view]
    picture, side = st.columns([10, 3], gap="medium")
    given = view.controls(state)
    with picture:
        made = _made(state, answer)
    if made is not None:
        given += made.controls
        with picture:
            for key, markup in made.markup.items():
                viewer(markup, key, panel=True, on_pick=lambda chosen: _pick(state, made, chosen))
    if not given:
        return
    with side, st.container(key="variant"):
        for control in given:
            _control(control, state.visit.widget_epoch)
        if made is not None and made.opens is not None:
            st.button(_("Open the result"), key=f"adopt-{state.why.view}", on_click=adopt, args=(made.opens,))


def _pick(state: ViewState, made: Made, chosen: str) -> None:
    with suppress(HierviewError):
        picked = VIEWS[state.why.view].pick(state, made, chosen)
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
        st.radio(
            control.label,
            list(control.options),
            index=list(control.options).index(control.value),
            key=key,
            format_func=lambda option: inert(control.options[option]),
            on_change=on_change(key, use),
        )
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
