"""Page set-up and navigation: what every page has around it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from . import card_state, compare_state, state, workbench_state
from .pages import compare, explore, measures, workbench

# What each page shows, as parameters of its address: a link to it leads back to that.
_ADDRESSES = {
    state.EXPLORE: state.address,
    compare_state.COMPARE: compare_state.address,
    workbench_state.WORKBENCH: workbench_state.address,
    card_state.MEASURES: card_state.address,
}


def run() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="hierview", layout="wide", initial_sidebar_state="collapsed")
    st.html(Path(__file__).parent / "page.css")
    pages = [explore.page(), compare.page(), workbench.page(), measures.page()]
    page = st.navigation(pages, position="hidden")
    state.arrive(page.url_path)
    if not st.context.is_embedded:
        _top_bar(pages, page)
    page.run()


def _top_bar(pages: list, page: Any) -> None:
    with st.container(key="topbar", horizontal=True, vertical_alignment="center"):
        st.html('<span class="hv-brand">hierview</span>', width="content")
        for other in pages:
            here = "here" if other is page or other.url_path == page.url_path else "there"
            with st.container(key=f"nav-{here}-{other.title}", width="content"):
                address = _ADDRESSES.get(other.url_path, dict)()
                st.page_link(other, label=other.title, width="content", query_params=address or None)
