"""Page set-up and navigation: what every page has around it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from ...languages import LANGUAGES, N_, _, language
from ...markup import html
from ..compare import page as compare
from ..compare.state import COMPARE
from ..explore import page as explore
from ..explore.state import EXPLORE
from ..lessons import page as lessons
from ..lessons.state import LESSONS
from ..measures import page as measures
from ..measures.state import MEASURES
from ..study import page as study
from ..study.state import STUDY
from ..viewer import viewer
from ..workbench import page as workbench
from ..workbench.state import WORKBENCH
from .links import page
from .page_state import PageState, arrive, in_language, speak

# In the order of the bar. A link in it leads back to what the page shows.
_PAGES: dict[str, tuple[Callable[[], None], PageState[Any]]] = {
    N_("Explore"): (explore.show, EXPLORE),
    N_("Compare"): (compare.show, COMPARE),
    N_("Lessons"): (lessons.show, LESSONS),
    N_("Measures"): (measures.show, MEASURES),
    N_("Workbench"): (workbench.show, WORKBENCH),
    N_("Study"): (study.show, STUDY),
}


def run() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="hierview", layout="wide", initial_sidebar_state="collapsed")
    st.html(Path(__file__).parent / "page.css")
    here = st.navigation([page(title, show) for title, (show, _state) in _PAGES.items()], position="hidden")
    arrive(here.url_path)
    if not st.context.is_embedded:
        _top_bar(here)
    here.run()


def _top_bar(here: Any) -> None:
    with st.container(key="topbar", horizontal=True, vertical_alignment="center"):
        st.html('<span class="hv-brand">hierview</span>', width="content")
        for title, (show, state) in _PAGES.items():
            place = "here" if state.path == here.url_path else "there"
            with st.container(key=f"nav-{place}-{title}", width="content"):
                address = in_language(state.address())
                st.page_link(page(title, show), label=_(title), width="content", query_params=address or None)
    with st.container(key="pagemenu", width="content"):
        viewer(html.page_menu(LANGUAGES, language()), "language", on_pick=speak)
