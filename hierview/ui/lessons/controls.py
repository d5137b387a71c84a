"""The controls in which a question of a lesson is answered, in Streamlit."""

from __future__ import annotations

import streamlit as st

from ..explore.control_data import Control
from ..shell.markdown import inert
from ..shell.page_state import set_widget, widget
from .step import LONGEST_OUTLINE


def draw_answer(control: Control, key: str) -> None:
    """Show the control of an answer."""
    kind, label, value = control["kind"], control["label"], control["value"]
    # What was answered before stands in it again where one comes back to the step.
    if widget(key) is None and value not in (None, "", []):
        set_widget(key, value)
    options = [option for option, *_words in control.get("options", ())]
    if kind == "radio":
        st.radio(label, options, None, inert, key, horizontal=True, label_visibility="collapsed")
    elif kind == "checks":
        st.pills(label, options, selection_mode="multi", format_func=inert, key=key, label_visibility="collapsed")
    elif kind == "places":
        st.segmented_control(inert(label), options, key=key)
    elif "lines" in control:
        is_outline = control["most"] == LONGEST_OUTLINE
        height, label_visibility = (240, "visible") if is_outline else (None, "collapsed")
        st.text_area(label, key=key, height=height, max_chars=control["most"], label_visibility=label_visibility)  # type: ignore[call-overload]
    else:
        st.text_input(label, key=key, max_chars=control["most"], placeholder=control["hint"], width=220)
