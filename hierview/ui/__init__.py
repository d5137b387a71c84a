"""The only room with Streamlit: page set-up, navigation, state, components, pages and panels."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from .pages import explore


def run() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="hierview", layout="wide", initial_sidebar_state="collapsed")
    st.html(Path(__file__).parent / "page.css")
    pages = [st.Page(explore.show, title="Explore", url_path="explore", default=True)]
    page = st.navigation(pages, position="hidden")
    with st.container(key="topbar", horizontal=True, vertical_alignment="center"):
        st.html('<span class="hv-brand">hierview</span>', width="content")
        for other in pages:
            here = "here" if other is page or other.url_path == page.url_path else "there"
            with st.container(key=f"nav-{here}-{other.title}", width="content"):
                st.page_link(other, label=other.title, width="content")
    page.run()
