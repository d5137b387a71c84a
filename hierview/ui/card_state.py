"""State of Measures: the address says it all, so that Back leads to the card before."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from ..answers.cards import index
from ..errors import HierviewError
from ..measures import Measure, parse_measure
from .state import asked_for

MEASURES = "measures"  # the page's path in the address
_KEY = "hierview-measures"


@dataclass(frozen=True)
class CardState:
    """The measure whose card is shown. trouble: a sentence about an address that could not be used."""

    measure: Measure
    trouble: str = ""


def _first() -> str:
    (_, ((entry, *_), *_)), *_ = index()
    return entry.key


def current() -> CardState:
    """State of the page now: what the address asks for, else what it showed last, else the first card."""
    asked = asked_for().get("m", st.session_state.get(_KEY))
    try:
        state = CardState(parse_measure(_first() if asked is None else asked))
    except HierviewError as error:
        state = CardState(parse_measure(_first()), f"The link asks for a measure that is not here: {error}.")
    st.session_state[_KEY] = str(state.measure)
    return state


def address() -> dict[str, str]:
    """The parameters that lead back to the card; none before the page was visited."""
    shown = st.session_state.get(_KEY)
    return {} if shown is None else {"m": shown}


def choose(measure: str) -> None:
    """Show another card, one step of Back away from this one."""
    if any(measure == entry.key for _, rows in index() for row in rows for entry in row):
        st.query_params["m"] = measure
