"""Page set-up and navigation: what every page has around it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from .card_state import MEASURES
from .compare_state import COMPARE
from .lesson_state import LESSONS
from .links import page
from .page_state import PageState, arrive
from .pages import compare, explore, lessons, measures, study, workbench
from .state import EXPLORE
from .study_state import STUDY
from .workbench_state import WORKBENCH

# In the order of the bar. A link in it leads back to what the page shows.
_PAGES: dict[str, tuple[Callable[[], None], PageState[Any]]] = {
    "Explore": (explore.show, EXPLORE),
    "Compare": (compare.show, COMPARE),
    "Lessons": (lessons.show, LESSONS),
    "Workbench": (workbench.show, WORKBENCH),
    "Study": (study.show, STUDY),
    "Measures": (measures.show, MEASURES),
}


def run() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="hierview", layout="wide", initial_sidebar_state="collapsed")
    st.html(Path(__file__).parent / "page.css")
    pages = {title: page(title, show) for title, (show, _) in _PAGES.items()}
    here = st.navigation(list(pages.values()), position="hidden")
    arrive(here.url_path)
    if not st.context.is_embedded:
        _top_bar(pages, here)
    here.run()


def _top_bar(pages: dict[str, Any], here: Any) -> None:
    with st.container(key="topbar", horizontal=True, vertical_alignment="center"):
        st.html('<span class="hv-brand">hierview</span>', width="content")
        for title, other in pages.items():
            place = "here" if other.url_path == here.url_path else "there"
            with st.container(key=f"nav-{place}-{title}", width="content"):
                address = _PAGES[title][1].address()
                st.page_link(other, label=title, width="content", query_params=address or None)
