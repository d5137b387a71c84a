"""Controls of a page in Streamlit, drawn from their description: of a measure, of a rule, beside a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import streamlit as st

from ....errors import HierviewError
from ....markup import html
from ...shell.markdown import inert
from ...shell.page_state import on_change, set_widget, widget
from ...shell.widgets import radio, segments, select
from ...viewer import viewer
from ..control_data import Control, D, with_option
from ..controls import after_button, after_control
from ..state import EXPLORE, current, renew
from ..why_views import Outcome


def draw_control(control: Control, key: str, use: Callable[[Any], None]) -> None:
    """Show a control as the widget of its kind. use: takes its value."""
    kind, label, now, on_told = control["kind"], control["label"], control["value"], on_change(key, use)
    more: dict[str, Any] = {"help": control.get("help") or None}
    texts = {value: text for value, text, _beside in control.get("options", ())}
    if kind in ("switch", "check"):
        (st.toggle if kind == "switch" else st.checkbox)(label, now, key, on_change=on_told, **more)
    elif kind == "number":
        _number(control, key, on_change(key, lambda value: use(control["empty"] if value is None else value)))
    elif kind == "text" and "lines" in control:
        st.text_area(label, now, 112, control["most"], key, on_change=on_told, **more)
    elif kind == "text":
        st.text_input(label, now, control["most"], key, on_change=on_told, **more)
    elif kind == "tabs":
        segments(label, texts, now, key, use)
    elif kind == "select":
        select(label, texts, now, key, use, "stretch")
    elif kind == "bound":
        st.selectbox(label, list(texts), 0, key=key, accept_new_options=True, on_change=on_told, **more)
    elif kind == "many":
        at_most = {"max_selections": control["most"], "placeholder": control["hint"]}
        inert_texts = {value: inert(text) for value, text in texts.items()}
        st.multiselect(label, list(inert_texts), now, inert_texts.__getitem__, key=key, on_change=on_told, **at_most)
    else:
        options = {value: _option_text(text, beside) for value, text, beside in control["options"]}
        radio(label, options, now, key, use, **more)


def set_control(control: Control, key: str) -> None:
    """Show a control that sets something of Explore's page."""

    def use(value: Any) -> None:
        EXPLORE.show(after_control(current(), control["name"], value))

    draw_control(control, key, use)


def show_button(control: Control, outcome: Outcome | None = None, **more: Any) -> None:
    """Show a button of Explore's page, and what stands before it. outcome: of the view that is open."""
    if control["beside"]:
        st.caption(control["beside"])

    def press() -> None:
        EXPLORE.show(after_button(current(), control["name"], outcome))

    st.button(control["label"], control["name"], on_click=press, **more)


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


def parameters(declaring: D, controls: Iterable[Control], key: str, changed: Callable[[D], object]) -> None:
    """The controls of whatever declares parameters."""
    for control in controls:
        name = control["name"]
        own = f"{key}-{name or control['value']}"

        def use(value: Any, name: str = name) -> None:
            with suppress(HierviewError):  # said under the control on the next run
                changed(with_option(declaring, name, value))
                if not name:  # several settings at once
                    renew()

        draw_control(control, own, use)
        if control["kind"] == "bound":
            try:
                with_option(declaring, name, widget(own))
            except HierviewError as error:
                viewer(html.notice(str(error)), f"{own}-error", panel=True)
