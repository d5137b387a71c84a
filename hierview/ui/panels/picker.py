"""The case picker: a popover with a small drawing of every case."""

from __future__ import annotations

import streamlit as st

from ...draw import html
from ...formats import preset, preset_groups
from ..markdown import inert
from ..state import ViewState, find_case, set_widget, show_case
from ..viewer import viewer

_PICKER = "picker"


def _pick(name: str) -> None:
    try:
        case = find_case(name)
    except (ValueError, IndexError):
        return  # not one of the cards
    show_case(name, case)
    set_widget(_PICKER, False)


@st.cache_data(show_spinner=False)
def _presets() -> list:
    return [(group, [(name, name, preset(name)) for name in names]) for group, names in preset_groups().items()]


def picker(state: ViewState) -> None:
    """The popover; its content is made only while it is open."""
    name = state.case.name or "Unnamed case"
    popover = st.popover(f"{inert(state.label())} **{inert(name[:60])}**", key=_PICKER, on_change="rerun")
    if popover.open:
        with popover:
            groups = [*_presets(), ("Mine", [(f"mine-{i}", "", case) for i, case in enumerate(state.mine, 1)])]
            viewer(html.gallery(groups, state.name), "gallery", on_pick=_pick)
