"""Line on what an opened file was taken for, and a control for each choice in the place of a guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ...formats.hierarchies import SHAPES, Guess
from ...formats.hierarchies.asked import DIRECTIONS
from ...languages import N_, _
from ...markup import html, opened
from ...model.labels import NO_LABELS, Labels
from ..explore.view import ViewState
from ..shell.markdown import inert
from ..shell.page_state import on_upload, widget
from ..viewer import viewer
from .bringing import bring, contents_of, with_choices
from .server_files import Source

_SEPARATORS = {
    "\t": "TAB",
    ",": N_("comma"),
    ";": N_("semicolon"),
    " ": N_("blank"),
    "|": "|",
    "/": "/",
    ".": ".",
    " > ": " > ",
}
_ENCODINGS = ("UTF-8", "Windows-1252", "ISO-8859-1", "ISO-8859-2", "UTF-16", "Shift-JIS", "GB18030")
_LARGEST_NAMES = 20  # MB of a file of labels
_AS_IT_LOOKS = N_("as it looks")


def read_as(state: ViewState) -> None:
    """The line on what the open file was taken for, and a popover that changes it."""
    if state.server_file is None:
        return
    contents = contents_of(state)
    if contents is None:
        sentence = _(
            "The server no longer has {title}: what is drawn stays; to search in it, open it again.",
            title=state.server_file.title,
        )
        viewer(html.notice(sentence, "hint"), "readas")
        return
    with st.container(key="readas-bar", horizontal=True, vertical_alignment="top"):
        guess = replace(contents.guess, roots=tuple(map(contents.hierarchy.labels.shown, contents.guess.roots)))
        viewer(opened.read_as_html(guess.sentence(), guess.notes), "readas")
        # The popover stays open while one choice after the other is made.
        popover = st.popover(_("Read otherwise"), key="reread", on_change="rerun", type="tertiary")
        if popover.open:
            with popover:
                choices(contents.source, contents.guess, contents.hierarchy.labels, state.server_file.key)


def choices(source: Source, guess: Guess | None, labels: Labels = NO_LABELS, key: str = "refused") -> None:
    """A control for each choice of the reader; each reads the file anew.

    guess: what the file was taken for; None where it could not be read.  key: of this reading, so that controls begin
    with what it took.
    """
    present = dict(source.choices)
    if guess is not None and (rows := opened.first_rows(guess.rows)):
        viewer(rows, "readas-rows")
    titles = {shape.key: shape.title for shape in SHAPES}
    _pick(source, f"{key}-shape", _("Format"), "shape", {None: _(_AS_IT_LOOKS)} | titles, present.get("shape"))
    if guess is not None and guess.heads:
        _columns(source, guess, key)
    if guess is None or guess.direction is not None:
        now = guess.direction if guess is not None else present.get("direction")
        _pick(
            source,
            f"{key}-direction",
            _("A line of two cells"),
            "direction",
            {None: _(_AS_IT_LOOKS)} | _same(DIRECTIONS),
            now,
        )
    if guess is None or guess.separator is not None:
        now = guess.separator if guess is not None else present.get("separator")
        options = (
            {None: _(_AS_IT_LOOKS)}
            | {sign: _(name) for sign, name in _SEPARATORS.items()}
            | ({now: now} if now and now not in _SEPARATORS else {})
        )
        _pick(source, f"{key}-separator", _("Parted by"), "separator", options, now)
    if guess is not None and guess.header is not None:
        _tick(source, f"{key}-header", _("The first line names columns"), "header", guess.header, (True, False))
    if guess is None or guess.encoding is not None:
        now = guess.encoding if guess is not None else present.get("encoding")
        options = {None: _(_AS_IT_LOOKS)} | _same(_ENCODINGS) | ({now: now} if now else {})
        _pick(source, f"{key}-encoding", _("Text in"), "encoding", options, now)
    if guess is not None:
        _of_ontology(source, guess, labels, key)
    for name, label in (
        ("cut_cycles", _("Leave out the edge that closes each cycle")),
        ("skip", _("Leave out lines that are not accepted")),
    ):
        if guess is None or name in present:
            _tick(source, f"{key}-{name}", label, name, bool(present.get(name)))


def _columns(source: Source, guess: Guess, key: str) -> None:
    """A choice of the column for each role, its headings in the place of guesses."""
    titles = {
        "id": _("Class in"),
        "parent": _("Parent in"),
        "label": _("Label in"),
        "path": _("Path in"),
        "code": _("Code in"),
    }
    now = dict(guess.columns)
    levels = {role: head for role, head in guess.columns if role not in titles}
    heads = {head: head for head in guess.heads if head} | {now[role]: now[role] for role in titles if role in now}
    for role, title in titles.items():
        options = {None: _("no column")} | heads

        def columns_with(head: str | None, role: str = role) -> tuple[tuple[str, str], ...]:
            roles = {
                **{name: at for name, at in now.items() if not levels or role in ("id", "label")},
                role: head or "",
            }
            return tuple(roles.items())

        _pick(source, f"{key}-{role}", title, "read_as", options, now.get(role), columns_with)
    picked = list(levels.values())
    _several(source, f"{key}-levels", _("Levels, from the top"), "read_as", heads, picked, _levels)


def _levels(heads: list[str]) -> tuple[tuple[str, str], ...] | None:
    return tuple((f"level {i}", head) for i, head in enumerate(heads, 1)) or None


def _of_ontology(source: Source, guess: Guess, labels: Labels, key: str) -> None:
    """What this file has of relations, obsolete terms, roots, languages, classes without an edge, codes and names."""
    present = dict(source.choices)
    if guess.relations:
        counts = {name: f"{name} ({n:,})" for name, n, _ in guess.relations}
        relations = [name for name, _, is_read in guess.relations if is_read]
        _several(source, f"{key}-relations", _("Edges are"), "relations", counts, relations)
    if guess.shape in ("obo", "skos"):
        _tick(source, f"{key}-obsolete", _("Keep obsolete terms"), "obsolete", bool(present.get("obsolete")))
    if guess.isolated or "isolated" in present:
        label = _("Leave out classes without an edge")
        _tick(source, f"{key}-isolated", label, "isolated", present.get("isolated") is False, (False, None))
    if guess.root_count > 1 or "roots" in present:
        options = {root: f"{labels.shown(root)} ({root})" if labels.of(root) else root for root in guess.roots}
        options |= {root: root for root in present.get("roots", ()) if root not in options}
        _several(source, f"{key}-roots", _("Only what lies below"), "roots", options, list(present.get("roots", ())))
    if len(labels.languages) > 1:
        options = {language: language or _("no stated language") for language in labels.languages}
        _pick(source, f"{key}-language", _("Labels in"), "language", options, labels.languages[0])
    if guess.shape == "codes":
        now = present.get("identity", "code")
        _pick(source, f"{key}-identity", _("A class is a"), "identity", _same(("code", "name")), now)

    def names(uploaded: list[UploadedFile]) -> None:
        (file,) = uploaded
        bring(with_choices(source, labels=file.getvalue()))

    st.file_uploader(
        _("Labels, from a file with lines id=name"),
        key=f"{key}-names",
        max_upload_size=_LARGEST_NAMES,
        on_change=on_upload(f"{key}-names", names),
    )


def _same(values: Sequence[str]) -> dict[str | None, str]:
    return {value: value for value in values}


def _reader(
    source: Source, name: str, key: str, read: Callable[[Any], Any] = lambda value: value
) -> Callable[[], None]:
    def use() -> None:
        bring(with_choices(source, **{name: read(widget(key))}))

    return use


def _pick(
    source: Source,
    key: str,
    label: str,
    name: str,
    options: Mapping[Any, str],
    now: Any,
    read: Callable[[Any], Any] = lambda value: value,
) -> None:
    st.selectbox(
        label,
        list(options),
        index=list(options).index(now),
        format_func=lambda value: options[value],
        key=key,
        on_change=_reader(source, name, key, read),
    )


def _several(
    source: Source,
    key: str,
    label: str,
    name: str,
    options: Mapping[str, str],
    now: list[str],
    read: Callable[[list[str]], Any] = lambda values: tuple(values) or None,
) -> None:
    st.multiselect(
        label,
        list(options),
        default=now,
        format_func=lambda value: inert(options[value]),
        key=key,
        on_change=_reader(source, name, key, read),
    )


def _tick(source: Source, key: str, label: str, name: str, now: bool, values: tuple[Any, Any] = (True, None)) -> None:
    st.checkbox(label, now, key=key, on_change=_reader(source, name, key, lambda on: values[0] if on else values[1]))
