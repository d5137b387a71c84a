"""The case picker: a popover with a small drawing of every case."""

from __future__ import annotations

import re
from collections.abc import Callable

import streamlit as st

from ....errors import HierviewError
from ....formats.collection import LONGEST_NAME, Collection, write_collection
from ....languages import _
from ....markup import html
from ....markup.gallery import gallery_html, shelf_html
from ....model.case import Draft
from ...shell.cases import EXCERPTS, card_groups, find_case
from ...shell.markdown import inert_markdown
from ...shell.page_state import on_change, set_widget, widget_value
from ...shell.widgets import try_to
from ...viewer import viewer
from ..state import change, current, forget_cases, keep_case, recall_kept_cases, visitor_cases
from ..view import ViewState

_OPENING = "picker-opening"
_KEPT = "kept:"  # what the browser kept, in the place of a card
_COLLECTION, _SHOWN = "collection", "collection-shown"
_TROUBLE = "mine-trouble"


def case_picker(
    name: str, called: tuple[str, str], picked: Callable[[str, Draft], None], side: str = "", opening: int | None = None
) -> None:
    """The popover; its content is made only while it is open.

    name: what is shown now.  called: where it comes from, and its name, either of which may be empty.  picked: takes
    the name and the case of a card.  side: tells several pickers of a page apart.  opening: raised with every case
    that is opened, where the editor opens a card as an edit that is answered at once; None where there is no editor.
    """
    key = f"picker{side}"
    if opening is not None:
        if widget_value(_OPENING, opening) != opening:
            set_widget(key, False)
        set_widget(_OPENING, opening)

    def pick(card: str) -> None:
        if card.startswith(_KEPT):
            recall_kept_cases(card.removeprefix(_KEPT))
            return
        try:
            case = find_case(card, visitor_cases())
        except HierviewError:
            return  # not one of the cards
        picked(card, case)
        set_widget(key, False)

    label, title = called
    parts = (inert_markdown(label), f"**{inert_markdown(title[:60])}**" if title else "")
    edit = "" if opening is None else "open"
    popover = st.popover(" ".join(filter(None, parts)), key=key, on_change="rerun")
    if popover.open:
        with popover:
            own_cards = [(f"mine-{i}", "", own) for i, own in enumerate(visitor_cases(), 1)]
            # Where cases are compared, something must be marked.
            groups = [(_(heading), cards) for heading, cards in card_groups() if not side or heading != EXCERPTS]
            groups.append((_("Mine"), own_cards))
            gallery = gallery_html(groups, name)
            viewer(
                gallery if opening is None else gallery + _browser_shelf(), f"gallery{side}", on_pick=pick, edit=edit
            )
            if opening is not None:
                _show_own_cases()


def _browser_shelf() -> str:
    """What the browser is to keep, or to say that it keeps."""
    state = current()
    try:
        text = (
            write_collection(Collection(state.visit.collection_name, state.work.collection))
            if state.work.collection
            else ""
        )
    except HierviewError:
        text = ""  # too much to be kept: what was kept before stays
    return shelf_html("cases", text, state.visit.storage)


def _show_own_cases() -> None:
    """The visitor's own cases as a collection: kept here, saved, forgotten."""
    state = current()
    with st.container(key="mine", horizontal=True, vertical_alignment="bottom"):
        # One box whatever is shown in it: Streamlit may leave the one that another takes the place of.
        version = (state.visit.widget_epoch, state.visit.storage)
        if widget_value(_SHOWN) != version or widget_value(_COLLECTION) is None:
            set_widget(_SHOWN, version)
            set_widget(_COLLECTION, state.visit.collection_name)
        st.text_input(
            _("My collection"),
            key=_COLLECTION,
            max_chars=LONGEST_NAME,
            placeholder=_("its name"),
            width=200,
            on_change=on_change(_COLLECTION, lambda name: change(collection_name=name)),
        )
        st.button(
            _("Keep this case"),
            key="keep",
            on_click=try_to,
            args=(keep_case, _TROUBLE),
            disabled=not len(state.draft.hierarchy),
        )
        if state.work.collection:
            _save(state)
            st.button(_("Forget all"), key="forget", type="tertiary", on_click=forget_cases)
    if widget_value(_TROUBLE):
        viewer(html.notice_html(widget_value(_TROUBLE)), "minetrouble")
    sentence = _("Kept in this browser alone, and saved as one file that Open opens.")
    viewer(html.quiet_paragraph_html(sentence), "minesaid")


def _save(state: ViewState) -> None:
    try:
        data = write_collection(Collection(state.visit.collection_name, state.work.collection))
    except HierviewError as error:
        viewer(html.notice_html(str(error)), "minelarge")
        return
    name = re.sub(r"[^A-Za-z0-9]+", "-", state.visit.collection_name)[:60].strip("-") or "collection"
    st.download_button(_("Save"), data, f"{name}.json", "application/json", key="savemine", on_click="ignore")
