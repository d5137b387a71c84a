"""Line on what an opened file was taken for, and a control for each choice in the place of a guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ...formats.hierarchies import SHAPES, Guess
from ...formats.hierarchies.asked import DIRECTIONS
from ...formats.hierarchies.readings import Reading
from ...languages import N_, _, translated_options
from ...markup import html
from ...markup.readings import distinguishing_words, readings_html
from ...model.labels import NO_LABELS, Labels
from ..explore.view import ViewState
from ..shell.markdown import inert_markdown
from ..shell.page_state import on_change, on_upload, set_widget
from ..shell.widgets import popover, select_box
from ..viewer import viewer
from .bringing import bring_file, held_contents, with_choices
from .server_files import FileToRead

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


def show_reading(state: ViewState) -> None:
    """The line on what the open file was taken for, and a popover that changes it."""
    if state.server_file is None:
        return
    contents = held_contents(state)
    if contents is None:
        sentence = _(
            "The server no longer has {title}: what is drawn stays; to search in it, open it again.",
            title=state.server_file.title,
        )
        viewer(html.notice_html(sentence, "hint"), "readas")
        return
    with st.container(key="readas-bar", horizontal=True, vertical_alignment="top"):
        guess = replace(contents.guess, roots=tuple(map(contents.hierarchy.labels.label_or_name, contents.guess.roots)))
        source, key = contents.source, state.server_file.key
        told = zip(source.readings, distinguishing_words(source.readings), strict=True)
        ways = [claim for reading, claim in told if not reading.doubt and reading is not source.reading]
        line = html.read_as_html(guess.sentence(), guess.notes, ways)
        viewer(line, "readas", on_pick=lambda _: set_widget("reread", True))
        # The popover stays open while one choice after the other is made.
        popover(
            _("Read otherwise"),
            "reread",
            partial(_read_otherwise, source, contents.guess, contents.hierarchy.labels, key),
            type="tertiary",
        )


def _read_otherwise(source: FileToRead, *guess: Any) -> None:
    """The list of readings, where there are several, and a control for each choice."""
    if source.readings:
        choose_reading(source, source.reading, "reread-readings", lambda reading: bring_file(source.read_as(reading)))
    reading_choices(source, *guess)


def choose_reading(source: FileToRead, now: Reading | None, key: str, use: Callable[[Reading], None]) -> None:
    """The readings of a file beside each other. now: the chosen one.  use: takes another one."""
    known = {str(i): reading for i, reading in enumerate(source.readings)}
    shown = readings_html(source.readings, now, source.name)
    viewer(shown, key, on_pick=lambda pick: use(known[pick]) if pick in known else None)


def none_of_these_button(key: str, by_hand: bool, use: Callable[[bool], None]) -> None:
    """The button that leads from a list of readings to a control for each choice, and back.

    use: takes whether it is to the controls.
    """
    label = _("Show the readings") if by_hand else _("None of these: say what each column is")
    st.button(label, key=f"{key}-none", type="tertiary", on_click=use, args=(not by_hand,))


def column_choices(source: FileToRead, key: str, use: Callable[[FileToRead], None] = bring_file) -> None:
    """A control for each choice in the place of a list of readings, as one has them that names columns, if any does."""
    reading = next((reading for reading in source.readings if reading.guess.heads), source.readings[0])
    told = dict(source.choices).get("read_as", reading.guess.columns)
    chosen = source if source.choices else source.read_as(reading)
    reading_choices(chosen, replace(reading.guess, columns=told), key=key, use=use)


def reading_choices(
    source: FileToRead,
    guess: Guess | None,
    labels: Labels = NO_LABELS,
    key: str = "refused",
    use: Callable[[FileToRead], None] = bring_file,
) -> None:
    """A control for each choice of the reader; each reads the file anew.

    guess: what the file was taken for; None where it could not be read.  key: of this reading, so that controls begin
    with what it took.  use: takes the file with another choice.
    """
    form, present = _Form(source, key, use), dict(source.choices)
    if guess is not None and (rows := html.first_rows_html(guess.rows)):
        viewer(rows, "readas-rows")
    looks: dict[Any, str] = {None: _(_AS_IT_LOOKS)}
    form.pick("shape", _("Format"), looks | {shape.key: _(shape.title) for shape in SHAPES}, present.get("shape"))
    if guess is not None and guess.heads:
        _column_controls(form, guess)

    def choose(name: str, label: str, options: dict[Any, str]) -> None:
        now = present.get(name) if guess is None else getattr(guess, name)
        if guess is None or now is not None:
            form.pick(name, label, looks | options | ({} if not now or now in options else {now: now}), now)

    choose("direction", _("A line of two cells"), translated_options(_options_as_they_are(DIRECTIONS)))
    choose("separator", _("Parted by"), translated_options(_SEPARATORS))
    if guess is not None and guess.header is not None:
        form.tick("header", _("The first line names columns"), guess.header, False)
    choose("encoding", _("Text in"), _options_as_they_are(_ENCODINGS))
    if guess is not None:
        _ontology_controls(form, guess, labels)
    for name, label in (
        ("cut_cycles", _("Leave out the edge that closes each cycle")),
        ("skip", _("Leave out lines that are not accepted")),
    ):
        if guess is None or name in present:
            form.tick(name, label, bool(present.get(name)))


def _column_controls(form: _Form, guess: Guess) -> None:
    """Show a control for the column of each role, with the file's headings as options."""
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

        def columns_with(head: str | None, role: str = role) -> tuple[tuple[str, str], ...]:
            roles = {name: at for name, at in now.items() if not levels or role in ("id", "label")}
            return tuple((roles | {role: head or ""}).items())

        options: dict[Any, str] = {None: _("no column")}
        form.pick("read_as", title, options | heads, now.get(role), role, columns_with)
    form.several("read_as", _("Levels, from the top"), heads, list(levels.values()), "levels", _level_options)


def _level_options(heads: list[str]) -> tuple[tuple[str, str], ...] | None:
    return tuple((f"level {i}", head) for i, head in enumerate(heads, 1)) or None


def _ontology_controls(form: _Form, guess: Guess, labels: Labels) -> None:
    """Show a control for each choice on an ontology that this file gives, such as relations, obsolete terms, names."""
    present = dict(form.source.choices)
    if guess.relations:
        counts = {name: f"{name} ({n:,})" for name, n, _ in guess.relations}
        form.several("relations", _("Edges are"), counts, [name for name, _, is_read in guess.relations if is_read])
    if guess.shape in ("obo", "skos"):
        form.tick("obsolete", _("Keep obsolete terms"), bool(present.get("obsolete")))
    if guess.isolated or "isolated" in present:
        form.tick("isolated", _("Leave out classes without an edge"), present.get("isolated") is False, None, on=False)
    if guess.root_count > 1 or "roots" in present:
        roots = present.get("roots", ())
        names = {root: f"{labels.label_or_name(root)} ({root})" if labels.of(root) else root for root in guess.roots}
        names |= {root: root for root in roots if root not in names}
        form.several("roots", _("Only what lies below"), names, list(roots))
    if len(labels.languages) > 1:
        languages = {language: language or _("no stated language") for language in labels.languages}
        form.pick("language", _("Labels in"), languages, labels.languages[0])
    if guess.shape == "codes":
        form.pick(
            "identity", _("A class is a"), _options_as_they_are(("code", "name")), present.get("identity", "code")
        )

    def names_from(uploaded: list[UploadedFile]) -> None:
        (file,) = uploaded
        form.read(with_choices(form.source, labels=file.getvalue()))

    st.file_uploader(
        _("Labels, from a file with lines id=name"),
        key=f"{form.key}-names",
        max_upload_size=_LARGEST_NAMES,
        on_change=on_upload(f"{form.key}-names", names_from),
    )


def _options_as_they_are(values: Sequence[str]) -> dict[Any, str]:
    return {value: value for value in values}


@dataclass(frozen=True)
class _Form:
    """Controls of the choices that a file is read by. key: what the keys of the controls begin with.

    read: takes the file with another choice.
    """

    source: FileToRead
    key: str
    read: Callable[[FileToRead], None]

    def _use(self, name: str, choice: Callable[[Any], Any]) -> Callable[[Any], None]:
        """What reads the file anew, with what a control's value says of a choice."""
        return lambda value: self.read(with_choices(self.source, **{name: choice(value)}))

    def pick(
        self,
        name: str,
        label: str,
        options: Mapping[Any, str],
        now: Any,
        role: str = "",
        choice: Callable[[Any], Any] = lambda value: value,
    ) -> None:
        """One of the options. role: which control of this choice it is.  choice: what an option stands for."""
        select_box(label, options, now, f"{self.key}-{role or name}", self._use(name, choice), "stretch")

    def several(
        self,
        name: str,
        label: str,
        options: Mapping[str, str],
        now: list[str],
        role: str = "",
        choice: Callable[[list[str]], Any] = lambda values: tuple(values) or None,
    ) -> None:
        """Any of the options; what else is given is as of `pick`."""
        key, titles = f"{self.key}-{role or name}", {value: inert_markdown(text) for value, text in options.items()}
        use = on_change(key, self._use(name, choice))
        st.multiselect(label, list(titles), now, titles.__getitem__, key=key, on_change=use)

    def tick(self, name: str, label: str, now: bool, off: bool | None = None, on: bool = True) -> None:
        """A box to tick. on, off: the choice while it is ticked, and while it is not."""
        key = f"{self.key}-{name}"
        st.checkbox(label, now, key, on_change=on_change(key, self._use(name, lambda ticked: on if ticked else off)))
