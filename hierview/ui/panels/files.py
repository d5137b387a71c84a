"""Open and save: case files, and one instance of a data set."""

from __future__ import annotations

import streamlit as st

from ...answers import compare, headline
from ...case import Case
from ...draw import html
from ...errors import CaseError, HierviewError
from ...formats import case_from_edges, read_case, write_case
from ..state import add_mine, on_change, set_widget, widget
from ..viewer import viewer

_OPEN = "open"


# What one visitor may ask of a server that others use, too: beyond this a pairing takes seconds.
MOST_CLASSES = 20_000
MOST_MARKED = 100


def _opened(case: Case) -> None:
    """Take a case over once everything that it names can be used."""
    sizes = (len(case.hierarchy), MOST_CLASSES, "classes"), (len(case.true), MOST_MARKED, "true classes")
    for size, most, what in (*sizes, (len(case.predicted), MOST_MARKED, "predicted classes")):
        if size > most:
            raise CaseError(
                f"{size:,} {what} are too many for this page, which takes at most {most:,}; the shell has no limit"
            )
    headline(case)
    compare(case)
    add_mine(case)
    set_widget(_OPEN, False)


def _case_file(uploaded) -> None:
    if uploaded is None:
        return
    try:
        case = read_case(uploaded.getvalue(), uploaded.name).case()
        try:
            _opened(case)
        except HierviewError as error:
            raise CaseError(f"{uploaded.name}: measures or published: {error}") from None
    except HierviewError as error:
        set_widget("open-trouble", str(error))
    else:
        set_widget("open-trouble", "")


def _edge_list() -> None:
    uploaded = widget("edges-file")
    text = widget("edges-text", "")
    origin = uploaded.name if uploaded is not None else "edges"
    try:
        data = uploaded.getvalue() if uploaded is not None else text
        case = case_from_edges(data, widget("edges-true", ""), widget("edges-predicted", ""), origin)
        _opened(case)
    except HierviewError as error:
        set_widget("open-trouble", str(error))
    else:
        set_widget("open-trouble", "")


def open_and_save(case: Case, name: str) -> None:
    """The Open popover and the Save button."""
    popover = st.popover("Open", key=_OPEN, on_change="rerun")
    if popover.open:
        with popover:
            files, edges = st.tabs(["Case file", "Edge list"])
            with files:
                st.file_uploader(
                    "A case file (JSON)", type=["json"], key="case-file", on_change=on_change("case-file", _case_file)
                )
            with edges:
                st.file_uploader(
                    "A hierarchy, a line for each edge: parent TAB child", type=["tsv", "txt", "csv"], key="edges-file"
                )
                st.text_area("or its lines", key="edges-text", height=96, placeholder="Arts\tMusic")
                st.text_input("True classes, joined by |", key="edges-true", placeholder="Music | Theater")
                st.text_input("Predicted classes, joined by |", key="edges-predicted", placeholder="Rock")
                st.button("Open this instance", key="edges-open", on_click=_edge_list)
            if widget("open-trouble"):
                viewer(html.notice(widget("open-trouble")), "open-notice")
    file_name = (name if name.isalnum() else "case") + ".json"
    st.download_button("Save", write_case(case), file_name, "application/json", key="save", on_click="ignore")
