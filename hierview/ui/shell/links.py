"""Links from one page into another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from ...languages import ENGLISH, _, language
from ...measures import Measure
from .markdown import inert_markdown
from .page_state import with_language


def page_link(title: str, show: Callable[[], None] = lambda: None) -> Any:
    """The page of that title, an English one: for the navigation with what shows it, for links as it is."""
    return st.Page(show, title=_(title), url_path=title.lower(), default=title == "Explore")


def address_with(parameters: Mapping[str, str]) -> str:
    """The whole address of the page that is open, with these parameters; who opens it reads the same language."""
    here = urlsplit(st.context.url or "")
    query = urlencode({**parameters} if language() == ENGLISH else with_language(parameters))
    return urlunsplit(here._replace(path=here.path or "/", query=query, fragment=""))


def link_to_explore(label: str, query: Mapping[str, str]) -> None:
    """A link that opens Explore with these parameters."""
    st.page_link(page_link("Explore"), label=inert_markdown(label), query_params=with_language(query), width="content")


def link_to_compare(label: str, query: Mapping[str, str]) -> None:
    """A link that opens Compare with these parameters."""
    st.page_link(page_link("Compare"), label=inert_markdown(label), query_params=with_language(query), width="content")


def link_to_card(measure: Measure) -> None:
    """A link to the card of a measure."""
    with st.container(key="about"):
        query = with_language({"m": str(measure)})
        label = _("About {measure}", measure=inert_markdown(measure.label()))
        st.page_link(page_link("Measures"), label=label, query_params=query)
