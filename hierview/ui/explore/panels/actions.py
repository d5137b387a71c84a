"""Actions on a case: undo and redo, a menu of files, share."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from ....languages import _
from ....markup import html
from ...export.export import export_button, export_dialog
from ...export.linked import show_link
from ...files.bringing import OPEN
from ...files.files import show_open, show_save
from ...shell.links import address_with
from ...shell.page_state import set_widget, show_address, widget_value
from ...shell.widgets import draw_control, popover, segmented_control, try_to
from ...viewer import viewer
from ..address import LONGEST_LINK, address_parameters
from ..controls import DESCRIBED, HISTORY, after_control, describe_controls, history_controls
from ..state import EXPLORE, current
from ..view import ViewState

_PART = "file-part"  # of the menu that is shown
_EXPORTING = "file-export"  # whether the dialog was asked for
_TROUBLE = "describe-trouble"


def show_actions(state: ViewState) -> None:
    """The right end of the case bar; on narrow pages all but undo and redo are folded, which wait for an edit."""
    with st.container(key="history", horizontal=True, width="content"):
        for control, keys in zip(history_controls(state), ("Mod+Z", "Mod+Shift+Z"), strict=False):
            name, label = control["name"], control["label"]
            look: dict[str, Any] = {"type": "tertiary", "icon": f":material/{name}:", "disabled": control["disabled"]}
            st.button(label, name, on_click=_step_in_history, args=(name,), shortcut=keys, **look)
    viewer(html.fold_button_html("actions", "⋯", "", _("More actions")), "actionsfold")
    with st.container(key="caseactions", horizontal=True, horizontal_alignment="right", width="content"):
        popover(_("File"), OPEN, lambda: _show_file_menu(state))
        popover(_("Share"), "share", lambda: _show_sharing(state), type="primary")
    if widget_value(_EXPORTING):
        set_widget(_EXPORTING, False)
        export_dialog(state)


def _step_in_history(name: str) -> None:
    EXPLORE.keep(HISTORY[name](current()))


def _show_file_menu(state: ViewState) -> None:
    """Open, save, describe, of which one is shown, and Export, which has the whole page."""
    parts = {"open": _("Open"), "save": _("Save"), "describe": _("Describe")}
    with st.container(key="filehead", horizontal=True, vertical_alignment="center"):
        segmented_control(_("File"), parts, "open", _PART, lambda part: None)
        export_button(state, on_click=_open_export)
    part = widget_value(_PART)
    if part == "save":
        show_save(state)
    elif part == "describe":
        _show_describe_fields(state)
    else:
        show_open()


def _show_describe_fields(state: ViewState) -> None:
    note = _("Stands under the drawing, in links and in case files. An exercise shows it, too.")
    for control in describe_controls(state):
        name, text = control["name"], control["value"]
        # Another key as soon as something else than the field itself changed its text.
        key = f"describe-{name.removeprefix(DESCRIBED)}-{state.visit.widget_epoch}-{hash(text)}"
        draw_control(control | ({"help": note} if "lines" in control else {}), key, partial(_set_text, name))
    if widget_value(_TROUBLE):
        viewer(html.notice_html(widget_value(_TROUBLE)), "describe-notice")


def _set_text(name: str, text: str) -> None:
    try_to(lambda: EXPLORE.keep(after_control(current(), name, text)), _TROUBLE)


def _open_export() -> None:
    """Close the menu, and open the dialog in its place."""
    set_widget(OPEN, False)
    set_widget(_EXPORTING, True)


def _show_sharing(state: ViewState) -> None:
    exercise = st.checkbox(_("An exercise: the numbers wait for a guess"), key="share-ask")
    embed = st.checkbox(_("For a course page: picture and answers alone"), key="share-embed")
    query = address_parameters(state) | ({"ask": "1"} if exercise else {}) | ({"embed": "true"} if embed else {})
    address = address_with(query)
    if len(address) > LONGEST_LINK or (query["c"] == state.name and state.draft != state.work.start):
        sentence = _(
            "This case makes a link of {n:,} characters, and not every server passes on more than "
            "{most:,}. Save it, and share the file.",
            n=len(address),
            most=LONGEST_LINK,
        )
        viewer(html.notice_html(sentence), "share-notice")
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
    st.button(
        _("Put it in the address bar"), key="share-here", on_click=lambda: show_address(address_parameters(state))
    )
