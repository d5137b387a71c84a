"""Links from one page into another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from ..measures import Measure
from .markdown import inert


def _elsewhere() -> None:
    """Show nothing: a link leads to a page by its path, whatever shows it there."""


def page(title: str, show: Callable[[], None] = _elsewhere) -> Any:
    """The page of that title: for the navigation with what shows it, for links as it is."""
    return st.Page(show, title=title, url_path=title.lower(), default=title == "Explore")


def link(asked: Mapping[str, str]) -> str:
    """The whole address of the page that is open, with these parameters."""
    here = urlsplit(st.context.url or "")
    return urlunsplit(here._replace(path=here.path or "/", query=urlencode(asked), fragment=""))


def to_explore(label: str, asked: Mapping[str, str]) -> None:
    """A link that opens Explore with these parameters."""
    st.page_link(page("Explore"), label=inert(label), query_params=dict(asked), width="content")


def to_card(measure: Measure) -> None:
    """A link to the card of a measure."""
    with st.container(key="about"):
        asked = {"m": str(measure)}
        st.page_link(page("Measures"), label=f"About {inert(measure.label())}", query_params=asked)
