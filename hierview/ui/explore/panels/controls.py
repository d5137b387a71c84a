"""Controls of a page in Streamlit, drawn from their description: of a measure, of a rule, beside a view."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import streamlit as st

from ....errors import HierviewError
from ....markup import html
from ....measures import Measure
from ....model.case import Case
from ...shell.markdown import inert
from ...shell.page_state import on_change, set_widget, widget
from ...shell.widgets import radio, select
from ...viewer import viewer
from ..control_data import Control, D, parameter_controls, preset_control, value_says, with_option
from ..state import renew


def draw_control(control: Control, key: str, use: Callable[[Any], None]) -> None:
    """Show a control as the widget of its kind. use: takes its value."""
    label, now, on_told = control["label"], control["value"], on_change(key, use)
    more: dict[str, Any] = {"help": control.get("help") or None}
    if control["kind"] in ("switch", "check"):
        (st.toggle if control["kind"] == "switch" else st.checkbox)(label, now, key, on_change=on_told, **more)
    elif control["kind"] == "number":
        _number(control, key, on_told)
    elif control["kind"] == "select":
        select(label, {value: text for value, text, _beside in control["options"]}, now, key, use, "stretch")
    elif control["kind"] == "bound":
        offers = [value for value, *_words in control["options"]]
        st.selectbox(label, offers, 0, key=key, accept_new_options=True, on_change=on_told, **more)
    else:
        options = {value: _option_text(text, beside) for value, text, beside in control["options"]}
        if control["kind"] == "many":
            at_most = {"max_selections": control["most"], "placeholder": control["hint"]}
            st.multiselect(label, list(options), now, options.__getitem__, key, on_change=on_told, **at_most)
        else:
            radio(label, options, now, key, use, **more)


def _option_text(text: str, beside: str) -> str:
    return f"{inert(text)} :gray[{inert(beside)}]" if beside else inert(text)


def _number(control: Control, key: str, told: Callable[[], None]) -> None:
    now, is_exact = control["value"], isinstance(control["most"], float)
    if is_exact and control["hint"]:
        # Streamlit lets a field be emptied only if it starts empty, so what stands in it is put there: in every
        # run, for a run that another one overtakes never reaches the browser.
        set_widget(key, now)
        now = None
    st.number_input(
        control["label"],
        value=now,
        min_value=control["least"],
        max_value=control["most"],
        step=float(control["step"]) if is_exact else control["step"],
        format="%g" if is_exact else None,
        key=key,
        placeholder=control["hint"] or None,
        help=control["help"] or None,
        on_change=told,
    )


def controls(case: Case, measure: Measure, key: str, changed: Callable[[Measure], object]) -> None:
    """One control for every parameter of a measure; a choice shows the value it would give, but of a large case."""
    presets = preset_control(measure, value_says(case))

    def use(name: str) -> None:
        if name in measure.presets:
            changed(type(measure)(**measure.presets[name]))
            renew()

    if presets is not None:
        draw_control(presets, f"{key}-presets-{presets['value']}", use)
    parameters(measure, key, changed, value_says(case), measure.offered(case))


def parameters(
    measure: D,
    key: str,
    changed: Callable[[D], object],
    say: Callable[[D], str],
    offered: Collection[str] | None = None,
) -> None:
    """One control for every parameter of whatever declares some; `say` gives what stands beside every choice.

    offered: names of those that get one, if not all do.
    """
    for control in parameter_controls(measure, "", say, offered):
        name, own = control["name"], f"{key}-{control['name']}"

        def use(value: Any, name: str = name) -> None:
            with suppress(HierviewError):  # said under the control on the next run
                changed(with_option(measure, name, value))

        draw_control(control, own, use)
        if control["kind"] == "bound":
            try:
                with_option(measure, name, widget(own))
            except HierviewError as error:
                viewer(html.notice(str(error)), f"{own}-error", panel=True)
