"""Describe: what a case is called, what is asked about it, and where it comes from."""

from __future__ import annotations

import zlib

import streamlit as st

from ...draw import html
from ...edits import LONGEST_TEXT, LONGEST_TITLE
from ...errors import HierviewError
from ..state import describe, on_change, set_widget, widget
from ..view import ViewState
from ..viewer import viewer

_OPEN = "describe"
_TROUBLE = "describe-trouble"


def describing(state: ViewState) -> None:
    """The Describe popover; its content is made only while it is open."""
    popover = st.popover("Describe", key=_OPEN, type="tertiary", on_change="rerun")
    if not popover.open:
        set_widget(_TROUBLE, "")
        return
    with popover:
        draft = state.draft
        for field, label, text in (("name", "Name", draft.name), ("source", "Source", draft.source)):
            key = _key(state, field, text)
            most = LONGEST_TITLE if field == "name" else LONGEST_TEXT
            st.text_input(label, text, most, key=key, on_change=on_change(key, lambda t, field=field: _say(field, t)))
        key = _key(state, "note", draft.note)
        st.text_area(
            "Question or remark", draft.note, 112, LONGEST_TEXT, key=key, on_change=on_change(key, lambda t: _say("note", t)),
            help="Stands under the drawing, in links and in case files. An exercise shows it, too.",
        )  # fmt: skip
        if widget(_TROUBLE):
            viewer(html.notice(widget(_TROUBLE)), "describe-notice")


def _key(state: ViewState, field: str, text: str) -> str:
    """A field's key: another one as soon as something else than the field itself changed its text."""
    return f"describe-{field}-{state.turn}-{zlib.crc32(text.encode('utf-8', 'replace'))}"


def _say(field: str, text: str) -> None:
    """Take what was typed, or say why that cannot be."""
    try:
        describe(**{field: text})
    except HierviewError as error:
        set_widget(_TROUBLE, str(error))
    else:
        set_widget(_TROUBLE, "")
