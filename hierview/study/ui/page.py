"""Study: from the ranking of systems to the instance that explains it."""

from __future__ import annotations

import sys
from importlib import import_module

import streamlit as st

from ...languages import _
from .state import current, heading_text


def show() -> None:
    """Show the page of studies; before the first time, its title and what is waited for."""
    whole = f"{__package__}.one_study"
    # Its parts load numba and scipy, which no other page waits for. While they are loaded, `show` is not yet defined.
    if not hasattr(sys.modules.get(whole), "show"):
        with st.container(key="studybar", horizontal=True, vertical_alignment="center"):
            st.caption(_("Loading what reads and scores whole data sets …"))
        with st.container(key="studyhead"):
            st.title(heading_text(current()), anchor=False, width="content")
        import_module(whole)
        st.rerun()
    import_module(whole).show()
