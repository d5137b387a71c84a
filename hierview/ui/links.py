"""Links from one page into another; within a page's own run, as the page then knows the others."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from ..measures import Measure
from .markdown import inert


def link(asked: Mapping[str, str]) -> str:
    """The whole address of the page that is open, with these parameters."""
    here = urlsplit(st.context.url or "")
    return urlunsplit(here._replace(path=here.path or "/", query=urlencode(asked), fragment=""))


def to_explore(label: str, case: str, measure: Measure) -> None:
    """A link that opens a case in Explore with one measure's Why."""
    from .pages import explore  # the pages import the panels that link to them

    st.page_link(explore.page(), label=inert(label), query_params={"c": case, "m": str(measure)})


def to_card(measure: Measure) -> None:
    """A link to the card of a measure."""
    from .pages import measures

    with st.container(key="about"):
        st.page_link(measures.page(), label=f"About {inert(measure.label())}", query_params={"m": str(measure)})
