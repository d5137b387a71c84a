"""Open and save: files of every format, one instance of a data set, the files of HEMKit."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ...errors import CaseError, HierviewError
from ...formats import ENDINGS, FORMATS, Format, case_from_edges, kinds
from ...formats.collection import is_collection, read_collection
from ...formats.hemkit import Triple, read_triple
from ...markup import html
from ...model.case import Draft
from ...model.edits import LONGEST_TITLE
from ...publish.files import opened
from ...publish.registry import EXPORTED
from ..page_state import on_change, set_widget, widget
from ..state import add_collection, add_opened
from ..view import MOST_CLASSES, ViewState, is_preset, usable
from ..viewer import viewer

_OPEN = "open"
_SAVE = "save"
_TRIPLE = {
    "hierarchy": "Hierarchy: a line “parent child” for each edge",
    "true": "True classes",
    "predicted": "Predicted classes",
}


def _try(read: Callable[[], Draft]) -> None:
    """Open what `read` gives, or say why that cannot be."""
    try:
        add_opened(read())
    except HierviewError as error:
        set_widget("open-trouble", str(error))
    else:
        set_widget("open-trouble", "")
        set_widget(_OPEN, False)


def _named(name: str, read: Callable[[], Draft], file: str = "") -> Draft:
    """The draft of a file once everything that it names can be used; a mistake says which file it is in.

    file: its name, which a case without one takes.
    """
    draft = read()
    try:
        return usable(draft if draft.name else replace(draft, name=_stem(file)))
    except HierviewError as error:
        raise CaseError(f"{name}: {error}") from None


def _stem(name: str) -> str:
    """The name of a file without its ending, as a name of its case."""
    plain = "".join(c if c.isprintable() else " " for c in PurePath(name).stem)
    return " ".join(plain.split())[:LONGEST_TITLE]


def _file(uploaded: UploadedFile | None) -> None:
    if uploaded is not None:
        data = uploaded.getvalue()
        if is_collection(data):
            _try_collection(uploaded.name, data)
            return
        _try(lambda: _named(uploaded.name, lambda: opened(data, uploaded.name, MOST_CLASSES), uploaded.name))


def _try_collection(file: str, data: bytes) -> None:
    """Put the cases of a collection into the picker, or say why that cannot be."""
    try:
        add_collection(read_collection(data, MOST_CLASSES))
    except HierviewError as error:
        set_widget("open-trouble", f"{file}: {error}")
    else:
        set_widget("open-trouble", "")
        set_widget(_OPEN, False)
        set_widget("picker", True)


def _instance() -> None:
    uploaded = widget("edges-file")
    data = uploaded.getvalue() if uploaded is not None else widget("edges-text", "")
    file = uploaded.name if uploaded is not None else ""
    origin = file or "edges"
    marked = widget("edges-true", ""), widget("edges-predicted", "")
    _try(lambda: _named(origin, lambda: case_from_edges(data, *marked, origin, most=MOST_CLASSES), file))


def _triple() -> Triple | None:
    """The three files of HEMKit as far as they were given; None, and a sentence, where they cannot be read."""
    given = {key: widget(f"triple-{key}") for key in _TRIPLE}
    if not all(given.values()):
        return None
    hierarchy, true, predicted = given.values()
    try:
        origins = (hierarchy.name, true.name, predicted.name)
        return read_triple(hierarchy.getvalue(), true.getvalue(), predicted.getvalue(), origins, MOST_CLASSES)
    except HierviewError as error:
        viewer(html.notice(str(error)), "triple-notice")
        return None


def _open(number: int, triple: Triple) -> None:
    _try(lambda: _named(f"instance {number}", lambda: triple.case(number - 1)))


def open_and_save(state: ViewState) -> None:
    """The Open and the Save popover; their content is made only while they are open."""
    popover = st.popover("Open", key=_OPEN, on_change="rerun")
    if popover.open:
        with popover:
            _opening()
    popover = st.popover("Save", key=_SAVE, on_change="rerun")
    if popover.open:
        with popover:
            _saving(state)


def _opening() -> None:
    files, edges, hemkit = st.tabs(["File", "Instance", "HEMKit"])
    with files:
        called = ", ".join(f"{one[0]} ({', '.join(endings)})" for one, _, endings in kinds())
        st.file_uploader(
            f"{called[:1].upper()}{called[1:]}, a figure exported here, or a collection of cases",
            type=[ending[1:] for ending in (*ENDINGS, *EXPORTED)],
            key="case-file",
            on_change=on_change("case-file", _file),
        )
    with edges:
        st.file_uploader(
            "A hierarchy, a line for each edge: parent TAB child", type=["tsv", "txt", "csv"], key="edges-file"
        )
        st.text_area("or its lines", key="edges-text", height=96, placeholder="Arts\tMusic")
        st.text_input("True classes, joined by |", key="edges-true", placeholder="Music | Theater")
        st.text_input("Predicted classes, joined by |", key="edges-predicted", placeholder="Rock")
        st.button("Open this instance", key="edges-open", on_click=_instance)
    with hemkit:
        for key, said in _TRIPLE.items():
            st.file_uploader(said, key=f"triple-{key}")
        triple = _triple()
        if triple is not None:
            number = st.number_input(
                f"Instance, 1 to {len(triple.instances):,}", 1, len(triple.instances), key="triple-number"
            )
            st.button("Open this instance", key="triple-open", on_click=lambda: _open(int(number), triple))
    if widget("open-trouble"):
        viewer(html.notice(widget("open-trouble")), "open-notice")


def _saving(state: ViewState) -> None:
    # A preset's name is that of the preset alone.
    kept = is_preset(state.name) and not state.redrawn
    name = state.name if kept else re.sub(r"[^A-Za-z0-9]+", "-", state.draft.name)[:60].strip("-") or "case"
    known = {f.key: f for f in FORMATS}
    chosen: Format = known[
        st.radio("Format", list(known), format_func=lambda key: known[key].title, key="save-format") or FORMATS[0].key
    ]
    try:
        data = chosen.written(state.draft)
    except HierviewError as error:
        viewer(html.notice(str(error)), "save-notice")
        return
    for i, lost in enumerate(chosen.losses(state.draft)):
        viewer(html.notice(lost, "hint"), f"save-lost-{i}")
    st.download_button("Download", data, f"{name}.{chosen.extension}", chosen.mime, key="download", on_click="ignore")
