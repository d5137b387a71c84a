"""Files on their way in: small lines are read at once, all else in a process of its own; then shown, or refused.

What is read is held with its file, so that it can be read otherwise.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import streamlit as st

from ...errors import CaseError, HierviewError, quoted
from ...formats.hierarchies import Guess, open_hierarchy
from ...formats.hierarchies.reader import OpenedHierarchy
from ...formats.hierarchies.readings import Reading, undoubted_readings
from ...formats.hierarchies.shapes import shape_of
from ...formats.hierarchies.source import source_of_bytes, source_of_text
from ...formats.hierarchies.tables.parquet import MAGIC
from ...jobs import Limits, tell_outcome
from ...languages import _
from ...model.case import Draft
from ...model.edits import LONGEST_TITLE
from ...model.hierarchy import MOST_EDITABLE
from ...model.part import marked_part
from ...publish.files import draft_and_guess
from ...publish.registry import EXPORTED
from ..explore.state import add_case, current
from ..explore.view import ViewState
from ..shell.cases import admit_draft
from ..shell.fields import change_fields
from ..shell.jobs import SOON, confined_task, first_result, jobs
from ..shell.page_state import set_widget
from .server_files import SERVER_FILES, FileContents, FileToRead, ServerFile

OPEN = "open"  # the key of the popover
TROUBLE = "open-trouble"
PASTED = "pasted text"
# Shapes whose readers' work grows as the text does (`tests/test_fuzz.py`), and bytes of them that take less than 0.2 s.
LINEAR, _READ_AT_ONCE = {"case", "edges", "outline", "pairs", "paths", "adjacency"}, 64_000
_PLACE = "reading"


class Inbox:
    """Inbox of a visitor. waiting: a file that is still read.  refused: one that could not be.  looks: like what.

    reading: the one of its readings that was chosen.  by_hand: whether its columns are told one by one instead.
    tab: where that, or what else could not be opened, was given: "file", "edges" or "hemkit".
    """

    def __init__(self) -> None:
        self.owner = secrets.token_hex(16)
        self.waiting: FileToRead | None = None
        self.refused: FileToRead | None = None
        self.looks: Guess | None = None
        self.reading: Reading | None = None
        self.by_hand = False
        self.tab = "file"


@st.cache_resource(scope="session", show_spinner=False)
def inbox() -> Inbox:
    """The inbox of this visit."""
    return Inbox()


def held_contents(state: ViewState) -> FileContents | None:
    """Hierarchy that the server holds of what is open, with its file; None where it was not brought, or was dropped."""
    contents = None if state.server_file is None else SERVER_FILES.get(state.server_file.key)
    # A case may have been opened again after its file was read otherwise.
    return contents if contents is None or state.part is None or contents.has(state.draft.hierarchy) else None


def page_over_whole(state: ViewState) -> ViewState | None:
    """The page over the whole that its case is a part of, or as it is; None where the whole was dropped."""
    if state.part is None:
        return state
    contents = held_contents(state)
    return None if contents is None else change_fields(state, draft=replace(state.draft, hierarchy=contents.hierarchy))


def bring_file(source: FileToRead) -> None:
    """Open a file, or say why that cannot be; what may take long is read while the page goes on."""
    inbox().waiting = inbox().refused = None
    if not _is_quick(source):
        inbox().waiting = source
        set_widget(OPEN, False)
        return
    try:
        _show_read(source, *_bring_source(source))
    except HierviewError as error:
        _refuse_file(source, error)


def _is_quick(source: FileToRead) -> bool:
    """Whether a file is small, and its reader's work grows as the file does."""
    choices = dict(source.choices)
    if len(source.data) > _READ_AT_ONCE or "labels" in choices or source.name.lower().endswith((*EXPORTED,)):
        return False
    with suppress(CaseError):  # what is wrong is told where it is read
        file = source_of_bytes(source.data, source.name, choices.get("encoding"))
        return not (file.packing or file.data[:4] == MAGIC) and shape_of(file, choices.get("shape")).key in LINEAR
    return False


def bring_waiting() -> None:
    """Open the file that is read, as soon as it is; until then the page says how far that is."""
    source = inbox().waiting
    if source is None:
        return
    doing, size = _("reading {name}", name=source.name[:60]), len(source.data) // 10**6
    limits = Limits(10 + size, megabytes=512 + 10 * size)
    result = first_result(
        _PLACE, source, *confined_task(), tell_outcome, doing, _bring_source, (source,), limits=limits, soon=SOON
    )
    if result is None:
        return
    jobs().kept.pop(_PLACE, None)
    inbox().waiting = None
    try:
        if isinstance(result, HierviewError):
            raise result
        _show_read(source, *result)
    except HierviewError as error:
        _refuse_file(source, error)
        set_widget(OPEN, True)


def _bring_source(source: FileToRead) -> tuple[Draft, Guess | None, tuple[Reading, ...]]:
    """The draft in a file, what it was taken for, and where it may be read otherwise, this and the other readings."""
    draft, guess = draft_and_guess(source.data, source.name, **dict(source.choices))
    if guess is None or source.choices or source.readings:
        return draft, guess, ()
    return draft, guess, undoubted_readings(source.data, source.name, OpenedHierarchy(draft.hierarchy, guess))


def with_readings(source: FileToRead, readings: Sequence[Reading]) -> FileToRead:
    """A file with its readings, which hold it no second time; where there are none, with those that it had."""
    nothing = source_of_text("", source.name)
    light = tuple(replace(reading, _source=nothing) for reading in readings)
    return replace(source, readings=light or source.readings)


def _refuse_file(source: FileToRead, error: HierviewError) -> None:
    source = with_readings(source, getattr(error, "readings", ()))
    logging.getLogger(__name__).warning("refused: a file of %s bytes", f"{len(source.data):,}")
    inbox().refused, inbox().looks = source, getattr(error, "guess", None)
    if not source.choices:
        inbox().reading, inbox().by_hand = None, False
    tell_trouble(str(error).partition("\n")[0], "file")


def tell_trouble(text: str, tab: str) -> None:
    """Say in a tab of Open why what was given there cannot be opened."""
    inbox().tab = tab
    set_widget(TROUBLE, text)


def _show_read(source: FileToRead, draft: Draft, guess: Guess | None, readings: Sequence[Reading] = ()) -> None:
    """Show what was read: itself, or the part of it that the page works with."""
    shown = held_contents(current())
    again = shown is not None and shown.source.data is source.data and bool(source.choices or source.readings)
    source = with_readings(source, readings)
    h = draft.hierarchy
    large = len(h) > MOST_EDITABLE
    if large:
        # That it is a part goes with it wherever it is shared.
        part_of = _(
            "Part of {name} with {classes:,} classes: the marked ones, all above, some beside",
            name=file_stem(source.name) or _("a hierarchy"),
            classes=len(h),
        )
        draft = replace(marked_part(h, draft), source=part_of, published=())
    draft = admit_file(quoted(source.name, 100)[1:-1], draft, source.name)
    ref = None
    if large or guess is not None:
        contents = FileContents(h, guess or open_hierarchy(h).guess, source)
        if large:
            contents.finder, contents.hanging_tree  # noqa: B018 - made now, while the visitor waits anyway
        ref = ServerFile(SERVER_FILES.put(inbox().owner, contents), source.name, len(h), large)
    add_case(draft, ref, again=again)
    set_widget(TROUBLE, "")
    set_widget(OPEN, False)


def admit_file(name: str, draft: Draft, file: str = "") -> Draft:
    """The draft of a file once everything that it names can be used; a mistake says which file it is in.

    file: its name, which a case without one takes.
    """
    try:
        return admit_draft(draft if draft.name else replace(draft, name=file_stem(file)))
    except HierviewError as error:
        raise CaseError(f"{name}: {error}") from None


def file_stem(name: str) -> str:
    """The name of a file without its endings, as a name of its case."""
    plain = "".join(c if c.isprintable() else " " for c in PurePath(name.removesuffix(".gz")).stem)
    return " ".join(plain.split())[:LONGEST_TITLE]


def with_choices(source: FileToRead, **choices: Any) -> FileToRead:
    """A file with other choices for its reader; None takes one back."""
    now = {**dict(source.choices), **choices}
    return replace(source, choices=tuple((key, value) for key, value in now.items() if value is not None))
