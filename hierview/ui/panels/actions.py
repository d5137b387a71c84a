"""Actions on a case: undo and redo, open, save, export, share."""

from __future__ import annotations

import streamlit as st

from ...languages import _
from ...markup import html
from ..state import redo, undo
from ..view import ViewState
from ..viewer import viewer
from .export import export_button
from .files import open_and_save
from .share import share


def actions(state: ViewState) -> None:
    """The right end of the case bar; on narrow pages all but undo and redo are folded."""
    with st.container(key="history", horizontal=True, width="content"):
        st.button(
            _("Undo"),
            key="undo",
            icon=":material/undo:",
            type="tertiary",
            disabled=not state.past,
            on_click=undo,
            shortcut="Mod+Z",
        )
        st.button(
            _("Redo"),
            key="redo",
            icon=":material/redo:",
            type="tertiary",
            disabled=not state.future,
            on_click=redo,
            shortcut="Mod+Shift+Z",
        )
    viewer(html.fold("actions", "⋯", "", _("More actions")), "actionsfold")
    with st.container(key="caseactions", horizontal=True, horizontal_alignment="right", width="content"):
        open_and_save(state)
        export_button(state)
        share(state)
