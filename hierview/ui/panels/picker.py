"""The case picker: a popover with a small drawing of every case."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ...errors import HierviewError
from ...formats import preset, preset_groups
from ...markup import pictures
from ...model.case import Draft
from ..markdown import inert
from ..state import find_case, mine, set_widget
from ..viewer import viewer


@st.cache_data(show_spinner=False)
def _presets() -> list:
    return [(group, [(name, name, preset(name)) for name in names]) for group, names in preset_groups().items()]


def picker(name: str, called: tuple[str, str], picked: Callable[[str, Draft], None], side: str = "") -> None:
    """The popover; its content is made only while it is open.

    name: what is shown now.  called: where it comes from, and its name, either of which may be empty.  picked: takes
    the name and the case of a card.  side: tells several pickers of a page apart.
    """
    key = f"picker{side}"

    def pick(card: str) -> None:
        try:
            found = find_case(card)
        except HierviewError:
            return  # not one of the cards
        picked(card, found)
        set_widget(key, False)

    label, title = called
    parts = (inert(label), f"**{inert(title[:60])}**" if title else "")
    popover = st.popover(" ".join(filter(None, parts)), key=key, on_change="rerun")
    if popover.open:
        with popover:
            groups = [*_presets(), ("Mine", [(f"mine-{i}", "", own) for i, own in enumerate(mine(), 1)])]
            viewer(pictures.gallery(groups, name), f"gallery{side}", on_pick=pick)
