"""The case picker: a popover with a small drawing of every case."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ...errors import HierviewError
from ...formats import excerpt, excerpt_names, preset, preset_groups
from ...markup import pictures
from ...model.case import Draft
from ..markdown import inert
from ..page_state import set_widget, widget
from ..state import find_case, opened_cases
from ..viewer import viewer

_OPENING = "picker-opening"


@st.cache_data(show_spinner=False)
def _presets() -> list[tuple[str, list[tuple[str, str, Draft]]]]:
    return [(group, [(name, name, preset(name)) for name in names]) for group, names in preset_groups().items()]


@st.cache_data(show_spinner=False)
def _excerpts() -> tuple[str, list[tuple[str, str, Draft]]]:
    return "Excerpts of well-known hierarchies, to be marked", [(name, "", excerpt(name)) for name in excerpt_names()]


def picker(
    name: str,
    called: tuple[str, str],
    picked: Callable[[str, Draft], None],
    side: str = "",
    opening: int | None = None,
) -> None:
    """The popover; its content is made only while it is open.

    name: what is shown now.  called: where it comes from, and its name, either of which may be empty.  picked: takes
    the name and the case of a card.  side: tells several pickers of a page apart.  opening: raised with every case
    that is opened, where the editor opens a card as an edit that is answered at once; None where there is no editor.
    """
    key = f"picker{side}"
    if opening is not None:
        if widget(_OPENING, opening) != opening:
            set_widget(key, False)
        set_widget(_OPENING, opening)

    def pick(card: str) -> None:
        try:
            found = find_case(card)
        except HierviewError:
            return  # not one of the cards
        picked(card, found)
        set_widget(key, False)

    label, title = called
    parts = (inert(label), f"**{inert(title[:60])}**" if title else "")
    edit = "" if opening is None else "open"
    popover = st.popover(" ".join(filter(None, parts)), key=key, on_change="rerun")
    if popover.open:
        with popover:
            brought = [(f"mine-{i}", "", own) for i, own in enumerate(opened_cases(), 1)]
            # Where cases are compared, something must be marked.
            groups = [*_presets(), *([] if side else [_excerpts()]), ("Mine", brought)]
            viewer(pictures.gallery(groups, name), f"gallery{side}", on_pick=pick, edit=edit)
