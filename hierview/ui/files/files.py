"""Open and save: files of every format, one instance of a data set, the files of HEMKit."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ...draw.backends.interactive import interactive_html
from ...errors import HierviewError
from ...formats import FORMATS, WHOLE, Format, case_from_edges, file_kinds
from ...formats.collection import is_collection, read_collection
from ...formats.hemkit import Triple, read_triple
from ...jobs import tell_outcome
from ...languages import N_, _, translated_options
from ...markup import html
from ...markup.readings import choose_sentence
from ...model.case import Draft
from ..explore.state import add_case, add_collection
from ..explore.view import ViewState
from ..shell.cases import MOST_CLASSES, is_preset
from ..shell.jobs import first_result
from ..shell.markdown import inert_markdown
from ..shell.page_state import on_upload, set_widget, widget_value
from ..viewer import viewer
from .bringing import OPEN, PASTED, TROUBLE, admit_file, bring_file, inbox, page_over_whole, tell_trouble
from .reading import choose_reading, column_choices, none_of_these_button, reading_choices
from .server_files import FileToRead

LARGEST_UPLOAD = 100  # MB, as in .streamlit/config.toml
LARGEST_OTHER = 5
_PAGE = "page"
_TRIPLE = {
    "hierarchy": N_("Hierarchy: a line “parent child” for each edge"),
    "true": N_("True classes"),
    "predicted": N_("Predicted classes"),
}


def _try_to_open(do: Callable[[], None], tab: str, origin: str = "") -> None:
    """Open something, or say in a tab why that cannot be. origin: what the sentence begins with."""
    try:
        do()
    except HierviewError as error:
        tell_trouble(f"{origin}{error}", tab)
        inbox().refused = None
    else:
        set_widget(TROUBLE, "")
        set_widget(OPEN, False)


def _take_file(uploaded: list[UploadedFile]) -> None:
    (file,) = uploaded
    data = file.getvalue()
    if is_collection(data):
        _try_to_open(lambda: _bring_collection(data), "file", f"{file.name}: ")
    else:
        bring_file(FileToRead(file.name, data))


def _bring_collection(data: bytes) -> None:
    add_collection(read_collection(data, MOST_CLASSES))
    set_widget("picker", True)


def _take_instance() -> None:
    uploaded = widget_value("edges-file")
    data = uploaded.getvalue() if uploaded is not None else widget_value("edges-text", "")
    file = uploaded.name if uploaded is not None else ""
    origin = file or "edges"
    marked = widget_value("edges-true", ""), widget_value("edges-predicted", "")
    _try_to_open(
        lambda: add_case(admit_file(origin, case_from_edges(data, *marked, origin, most=MOST_CLASSES), file)), "edges"
    )


def _given_triple() -> Triple | None:
    """The three files of HEMKit as far as they were given; None, and a sentence, where they cannot be read."""
    files = {key: widget_value(f"triple-{key}") for key in _TRIPLE}
    if not all(files.values()):
        return None
    hierarchy, true, predicted = files.values()
    try:
        origins = (hierarchy.name, true.name, predicted.name)
        return read_triple(hierarchy.getvalue(), true.getvalue(), predicted.getvalue(), origins, MOST_CLASSES)
    except HierviewError as error:
        viewer(html.notice_html(str(error)), "triple-notice")
        return None


def show_open() -> None:
    """Everything that can be opened: a file or its text, an instance, HEMKit's three files; or what is asked of one."""
    refused = inbox().refused
    if refused is not None and refused.readings and widget_value(TROUBLE):
        _ask_for_reading(refused)
        return
    files, edges, hemkit = st.tabs([_("File"), _("Instance"), "HEMKit"])
    with files:
        _show_file_tab()
    with edges:
        _show_instance_tab()
        _show_trouble("edges")
    with hemkit:
        for key, label in _TRIPLE.items():
            st.file_uploader(_(label), key=f"triple-{key}", max_upload_size=LARGEST_OTHER)
        triple = _given_triple()
        if triple is not None:
            number = st.number_input(
                _("Instance, 1 to {n:,}", n=len(triple.instances)), 1, len(triple.instances), key="triple-number"
            )
            name = _("instance {number}", number=int(number))
            st.button(
                _("Open this instance"),
                key="triple-open",
                on_click=_try_to_open,
                args=(lambda: add_case(admit_file(name, triple.case(int(number) - 1))), "hemkit"),
            )
        _show_trouble("hemkit")


def _ask_for_reading(source: FileToRead) -> None:
    """Which reading of a file is meant."""
    now, by_hand = inbox().reading or source.readings[0], inbox().by_hand
    with st.container(key="asked-file", horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{inert_markdown(source.name)}**", width="content")
        st.button(_("Another file"), key="asked-other", type="tertiary", on_click=set_widget, args=(TROUBLE, ""))
    if source.choices:  # with which it could not be read
        viewer(html.notice_html(widget_value(TROUBLE)), "open-file-notice")
    elif not by_hand:
        viewer(choose_sentence(source.readings), "asked-sentence")
    if by_hand:
        column_choices(source, "asked")
    else:
        choose_reading(source, now, "asked-readings", lambda reading: setattr(inbox(), "reading", reading))
    with st.container(key="asked-bar", horizontal=True, vertical_alignment="center"):
        if not by_hand:
            st.button(_("Open"), key="asked-open", type="primary", on_click=lambda: bring_file(source.read_as(now)))
        none_of_these_button("asked", by_hand, lambda by_hand: setattr(inbox(), "by_hand", by_hand))


def _show_trouble(tab: str) -> None:
    """Why what was given in this tab cannot be opened; else nothing, from the moment on at which that is known."""
    with st.empty():
        if widget_value(TROUBLE) and inbox().tab == tab:
            viewer(html.notice_html(widget_value(TROUBLE)), f"open-{tab}-notice")


def _show_file_tab() -> None:
    """Show the fields for a file or its text, and how else it may be read where it was refused."""
    called = ", ".join(f"{_(one[0])} ({', '.join(endings)})" for one, _many, endings in file_kinds())
    st.file_uploader(
        _(
            "{called}, a figure exported here, a collection of cases, or a hierarchy of any "
            "shape: OBO, SKOS, GraphML, DOT, Newick, JSON, pairs, paths, levels, codes; also .gz and .zip",
            called=called[:1].upper() + called[1:],
        ),
        key="case-file",
        max_upload_size=LARGEST_UPLOAD,
        on_change=on_upload("case-file", _take_file),
    )
    st.text_area(_("or its text"), key="open-paste", height=96, placeholder="Arts > Music > Pop")
    st.button(
        _("Open this text"),
        key="open-pasted",
        on_click=lambda: bring_file(FileToRead(PASTED, widget_value("open-paste", "").encode("utf-8", "replace"))),
    )
    _show_trouble("file")
    refused = inbox().refused
    if refused is not None and widget_value(TROUBLE):
        st.caption(_("Read it otherwise:"))
        reading_choices(refused, inbox().looks)


def _show_instance_tab() -> None:
    st.file_uploader(
        _("A hierarchy, a line for each edge: parent TAB child"),
        type=["tsv", "txt", "csv"],
        key="edges-file",
        max_upload_size=LARGEST_OTHER,
    )
    st.text_area(_("or its lines"), key="edges-text", height=96, placeholder="Arts\tMusic")
    st.text_input(_("True classes, joined by |"), key="edges-true", placeholder="Music | Theater")
    st.text_input(_("Predicted classes, joined by |"), key="edges-predicted", placeholder="Rock")
    st.button(_("Open this instance"), key="edges-open", on_click=_take_instance)


def show_save(state: ViewState) -> None:
    """A choice of formats, and the button that downloads the case in one."""
    # A preset's name is that of the preset alone.
    unchanged = is_preset(state.name) and not state.is_redrawn
    name = state.name if unchanged else re.sub(r"[^A-Za-z0-9]+", "-", state.draft.name)[:60].strip("-") or "case"
    whole = page_over_whole(state) if state.part is not None else None
    if whole is not None:
        sizes = {
            "part": _("This part, {n:,} classes", n=len(state.draft.hierarchy)),
            "whole": _("The whole hierarchy, {n:,} classes", n=len(whole.draft.hierarchy)),
        }
        if st.radio(_("What"), list(sizes), format_func=sizes.__getitem__, key="save-what") == "whole":
            _save_whole(whole.draft, name)
            return
    titles = {
        key: _title_without_article(title)
        for key, title in translated_options({f.key: f.title for f in FORMATS}).items()
    }
    key = st.radio(_("Format"), list(titles), format_func=titles.__getitem__, key="save-format") or "json"
    try:
        saved = _saved_file(state.draft, next(f for f in FORMATS if f.key == key))
    except HierviewError as error:
        viewer(html.notice_html(str(error)), "save-notice")
        return
    _hand_out(saved, name)


def _title_without_article(title: str) -> str:
    """A title without its article."""
    plain = title.removeprefix("A ").removeprefix("An ")
    return plain[:1].upper() + plain[1:]


@dataclass(frozen=True)
class _SavedFile:
    """A file to be handed out, and what it lacks."""

    data: bytes
    extension: str
    mime: str
    losses: tuple[str, ...]


def _saved_file(draft: Draft, form: Format) -> _SavedFile:
    return _SavedFile(form.file_content(draft), form.extension, form.mime, form.losses(draft))


def _save_whole(draft: Draft, name: str) -> None:
    """The whole of a large hierarchy, written in a process of its own."""
    titles = {key: _title_without_article(_(form.title)) for key, form in WHOLE.items()} | {
        _PAGE: _("One interactive page")
    }
    key = st.radio(_("Format"), list(titles), format_func=titles.__getitem__, key="save-whole") or _PAGE
    file = first_result("saving", (draft, key), tell_outcome, _("writing"), _write_whole, (draft, key))
    if isinstance(file, HierviewError):
        viewer(html.notice_html(str(file)), "save-notice")
    elif file is not None:
        _hand_out(file, name)


def _write_whole(draft: Draft, key: str) -> _SavedFile:
    if key == _PAGE:
        return _SavedFile(interactive_html(draft).encode(), "html", "text/html", ())
    return _saved_file(draft, WHOLE[key])


def _hand_out(saved: _SavedFile, name: str) -> None:
    for i, lost in enumerate(saved.losses):
        viewer(html.notice_html(lost, "hint"), f"save-lost-{i}")
    st.download_button(
        _("Download"), saved.data, f"{name}.{saved.extension}", saved.mime, key="download", on_click="ignore"
    )
