"""Links from one page into another; within a page's own run, as the page then knows the others."""

from __future__ import annotations

import streamlit as st

from ..measures import Measure
from .markdown import inert


def to_explore(label: str, case: str, measure: Measure) -> None:
    """A link that opens a case in Explore with one measure's Why."""
    from .pages import explore  # the pages import the panels that link to them

    st.page_link(explore.page(), label=inert(label), query_params={"c": case, "m": str(measure)})


def to_card(measure: Measure) -> None:
    """A link to the card of a measure."""
    from .pages import measures

    with st.container(key="about"):
        st.page_link(measures.page(), label=f"About {inert(measure.label())}", query_params={"m": str(measure)})
