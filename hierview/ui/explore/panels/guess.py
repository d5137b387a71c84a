"""Guess first, in Explore: what one measure asks, a number that is guessed, and the answer beside it."""

from __future__ import annotations

import streamlit as st

from ....answers.answers import headline_rows
from ....answers.cards import card
from ....languages import _
from ....markup import html
from ....markup.pages import card as draw
from ...shell.page_state import widget
from ...shell.widgets import try_to
from ...viewer import viewer
from ..rows import guess_row, late, reveal
from ..state import EXPLORE, change, current
from ..view import ViewState

_TROUBLE = "guess-trouble"


def guess(state: ViewState) -> None:
    """The next number to guess, with all that is needed to work it out, and the ways out."""
    row = guess_row(state)
    rows = {str(m) for m, _below in headline_rows(state.case)}
    revealed = {key for key, _guess in state.answers.guesses} & rows
    with st.container(key="guess"):
        if row not in revealed and not late(state, row):
            _ask(state, row)
        with st.container(key="guessends", horizontal=True, vertical_alignment="center"):
            st.button(_("Show numbers"), key="shownumbers", type="tertiary", on_click=lambda: change(guessing=False))
            if revealed:
                st.button(_("Hide again"), key="hideagain", type="tertiary", on_click=lambda: change(guesses=()))


def _ask(state: ViewState, row: str) -> None:
    measure = state.measure(row)
    key = f"guess-{state.visit.opening}-{row}"
    # In a form, the key Enter reveals.
    with (
        st.form("guessform", border=False),
        st.container(key="guessfield", horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            _("Your guess: {measure} =", measure=measure.label()),
            key=key,
            max_chars=30,
            placeholder=_("0.67 or 2/3"),
            width=180,
        )
        st.form_submit_button(_("Reveal"), key="reveal", type="primary", on_click=_reveal, args=(row, key))
    if widget(_TROUBLE):
        viewer(html.notice(widget(_TROUBLE)), "guesstrouble")
    viewer(draw.brief(card(measure)), "brief")


def _reveal(row: str, key: str) -> None:
    try_to(lambda: EXPLORE.show(reveal(current(), row, (widget(key) or "").strip())), _TROUBLE)
