"""Page set-up and navigation: what every page has around it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from .card_state import MEASURES
from .compare_state import COMPARE
from .links import page
from .page_state import PageState, arrive
from .pages import compare, explore, measures, workbench
from .state import EXPLORE
from .workbench_state import WORKBENCH

# A link to a page leads back to what it shows.
_STATES: tuple[PageState[Any], ...] = (EXPLORE, COMPARE, WORKBENCH, MEASURES)


def run() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="hierview", layout="wide", initial_sidebar_state="collapsed")
    st.html(Path(__file__).parent / "page.css")
    pages = [
        page("Explore", explore.show),
        page("Compare", compare.show),
        page("Workbench", workbench.show),
        page("Measures", measures.show),
    ]
    here = st.navigation(pages, position="hidden")
    arrive(here.url_path)
    if not st.context.is_embedded:
        _top_bar(pages, here)
    here.run()


def _top_bar(pages: list[Any], here: Any) -> None:
    states = {state.path: state for state in _STATES}
    with st.container(key="topbar", horizontal=True, vertical_alignment="center"):
        st.html('<span class="hv-brand">hierview</span>', width="content")
        for other in pages:
            place = "here" if other is here or other.url_path == here.url_path else "there"
            with st.container(key=f"nav-{place}-{other.title}", width="content"):
                address = states[other.url_path].address()
                st.page_link(other, label=other.title, width="content", query_params=address or None)
