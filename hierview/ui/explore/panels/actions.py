"""Actions on a case: undo and redo, open, save, export, share."""

from __future__ import annotations

import streamlit as st

from ....languages import _
from ....markup import html
from ...export.export import export_button
from ...export.linked import show_link
from ...files.files import open_and_save
from ...shell.links import link
from ...shell.page_state import show_address
from ...shell.widgets import popover
from ...viewer import viewer
from ..address import LONGEST_LINK, parameters
from ..state import redo, undo
from ..view import ViewState


def actions(state: ViewState) -> None:
    """The right end of the case bar; on narrow pages all but undo and redo are folded, which wait for an edit."""
    with st.container(key="history", horizontal=True, width="content"):
        for key, label, step, none, keys in (
            ("undo", _("Undo"), undo, not state.past, "Mod+Z"),
            ("redo", _("Redo"), redo, not state.future, "Mod+Shift+Z"),
        ):
            icon = f":material/{key}:"
            if state.past or state.future:
                st.button(label, key=key, icon=icon, type="tertiary", disabled=none, on_click=step, shortcut=keys)
    viewer(html.fold("actions", "⋯", "", _("More actions")), "actionsfold")
    with st.container(key="caseactions", horizontal=True, horizontal_alignment="right", width="content"):
        open_and_save(state)
        export_button(state)
        share_popover(state)


def share_popover(state: ViewState) -> None:
    """The Share popover: the link, and what it hides."""
    popover(_("Share"), "share", lambda: _sharing(state), type="primary")


def _sharing(state: ViewState) -> None:
    exercise = st.checkbox(_("An exercise: the numbers wait for a guess"), key="share-ask")
    embed = st.checkbox(_("For a course page: picture and answers alone"), key="share-embed")
    query = parameters(state) | ({"ask": "1"} if exercise else {}) | ({"embed": "true"} if embed else {})
    address = link(query)
    if len(address) > LONGEST_LINK or (query["c"] == state.name and state.draft != state.work.start):
        sentence = _(
            "This case makes a link of {n:,} characters, and not every server passes on more than "
            "{most:,}. Save it, and share the file.",
            n=len(address),
            most=LONGEST_LINK,
        )
        viewer(html.notice(sentence), "share-notice")
        return
    show_link(address, "share", embed)
    if state.part is not None:
        st.caption(
            _(
                "The link carries this part, not all {classes:,} classes: what counts all of them, it counts on "
                "the part.",
                classes=state.part.classes,
            )
        )
    st.caption(_("Opens exactly what you see: hierarchy, marks, pins, settings and the open view."))
    st.button(_("Put it in the address bar"), key="share-here", on_click=lambda: show_address(parameters(state)))
