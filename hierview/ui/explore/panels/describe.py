"""Describe: what a case is called, what is asked about it, and where it comes from."""

from __future__ import annotations

import zlib
from functools import partial

import streamlit as st

from ....languages import _
from ....markup import html
from ....model.edits import LONGEST_TEXT, LONGEST_TITLE
from ...shell.page_state import on_change, widget
from ...shell.widgets import text_field, try_to
from ...viewer import viewer
from ..state import describe
from ..view import ViewState

_TROUBLE = "describe-trouble"


def describing(state: ViewState) -> None:
    """The fields that describe a case."""
    draft = state.draft
    key = _key(state, "name", draft.name)
    text_field(_("Name"), draft.name, key, partial(_say, "name"), max_chars=LONGEST_TITLE)
    key = _key(state, "source", draft.source)
    text_field(_("Source"), draft.source, key, partial(_say, "source"), max_chars=LONGEST_TEXT)
    key = _key(state, "note", draft.note)
    st.text_area(
        _("Question or remark"),
        draft.note,
        112,
        LONGEST_TEXT,
        key=key,
        on_change=on_change(key, partial(_say, "note")),
        help=_("Stands under the drawing, in links and in case files. An exercise shows it, too."),
    )
    if widget(_TROUBLE):
        viewer(html.notice(widget(_TROUBLE)), "describe-notice")


def _key(state: ViewState, field: str, text: str) -> str:
    """A field's key: another one as soon as something else than the field itself changed its text."""
    return f"describe-{field}-{state.visit.widget_epoch}-{zlib.crc32(text.encode('utf-8', 'replace'))}"


def _say(field: str, text: str) -> None:
    """Take what was typed, or say why that cannot be."""
    try_to(lambda: describe(**{field: text}), _TROUBLE)
