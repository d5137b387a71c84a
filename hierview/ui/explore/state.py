"""State of Explore over reruns, and what becomes of it by a control."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...errors import HierviewError
from ...formats.collection import Collection, merge_collections, read_collection, write_collection
from ...model.case import Draft
from ..files.server_files import ServerFile
from ..shell.cases import LINKED, MINE, MOST_CLASSES, admit_draft
from ..shell.fields import change_fields
from ..shell.page_state import PageState, sent_value
from . import history
from .address import LONGEST_LINK, address_parameters, state_of
from .editing import take_edits
from .view import ViewState, open_case, with_case_made, with_new_controls

EDITOR = "editor"  # the key of the drawing's component


def _read(query: Mapping[str, str], before: ViewState | None) -> ViewState:
    if before is not None:
        return state_of(query, before)
    # Higher than any version of an earlier visit, whose browser may still have edits to tell.
    return change_fields(state_of(query), drawing_version=int(time.time()))


def _write(state: ViewState) -> dict[str, str]:
    query = address_parameters(state)
    # What no proxy would pass on stays where it is: the page still has it.
    return query if sum(map(len, query.values())) <= LONGEST_LINK else query | {"c": state.name}


# What was edited in the browser is taken whenever the page is asked for.
EXPLORE = PageState(
    "", _read, _write, lambda state: take_edits(state, sent_value(EDITOR, "edits")), history.record_outside
)
current, change = EXPLORE.current, EXPLORE.change


def show_case(name: str, case: Draft, **more: Any) -> None:
    """Open a case."""
    EXPLORE.show(open_case(current(), name, case, **more))


def add_case(case: Draft, file: ServerFile | None = None, again: bool = False) -> None:
    """Open a case that the visitor brought, and keep it in the picker.

    file: where the server has it.  again: whether it is what is open, read otherwise, which it takes the place of.
    """
    state = current()
    others = state.work.collection
    if again and state.name == f"{MINE}{len(others)}":
        others = others[:-1]
    name = f"{MINE}{len(others) + 1}"
    files = dict(state.work.server_files)
    files.pop(name, None)
    files |= {name: file} if file is not None else {}
    show_case(name, case, collection=(*others, case), server_files=tuple(files.items()), storage=_storage())


def show_draft(draft: Draft) -> None:
    """Show another part of the hierarchy that the case is of, or other marks in it."""
    EXPLORE.show(with_case_made(current(), admit_draft(draft)))


def keep_case() -> None:
    """Put what is shown among the visitor's own cases; a CaseError where there is no more room."""
    state = current()
    draft = state.draft if state.draft.name else replace(state.draft, name=", ".join(sorted(state.draft.predicted)[:3]))
    _with_own(state.visit.collection_name, (*state.work.collection, draft))


def add_collection(collection: Collection) -> None:
    """Put the cases of a collection beside the visitor's own ones; a CaseError where one cannot be used."""
    state = current()
    name = state.visit.collection_name or collection.name
    _with_own(name, (*state.work.collection, *map(admit_draft, collection.cases)))


def open_together(collection: Collection) -> str:
    """Put cases beside the visitor's own ones, from whichever page; the name of the first one in Explore's address.

    Raises CaseError as `add_collection` does.
    """
    if EXPLORE.last is None:
        EXPLORE.keep(_read({}, None))
    add_collection(collection)
    return f"{MINE}{current().work.collection.index(admit_draft(collection.cases[0])) + 1}"


def _with_own(name: str, cases: tuple[Draft, ...]) -> None:
    cases = tuple(dict.fromkeys(cases))
    write_collection(Collection(name, cases))  # refuses what is too much
    EXPLORE.keep(change_fields(current(), collection=cases, collection_name=name, storage=_storage()))


def _storage() -> str:
    """What the browser is to do with cases that are new: what it kept before is asked for first, and lost by nobody."""
    return "ask" if current().visit.storage == "ask" else "keep"


def recall_kept_cases(text: str) -> None:
    """Put what the browser kept of earlier visits before the cases of this one; nothing where it is no collection."""
    state = change_fields(current(), storage="keep")
    with suppress(HierviewError):
        collection = read_collection(text, MOST_CLASSES)
        # Names of cases count from the first: those of this visit keep theirs.
        cases = merge_collections(state.work.collection, tuple(map(admit_draft, collection.cases)))
        state = change_fields(state, collection=cases, collection_name=state.visit.collection_name or collection.name)
    EXPLORE.keep(state)


def forget_cases() -> None:
    """Forget the visitor's own cases, here and in the browser; what is shown stays."""
    state = current()
    name = LINKED if state.name.startswith(MINE) else state.name
    files = () if state.server_file is None else ((name, state.server_file),)
    EXPLORE.keep(
        change_fields(state, collection=(), collection_name="", storage="forget", name=name, server_files=files)
    )


def visitor_cases() -> tuple[Draft, ...]:
    """The cases that the visitor brought."""
    state = EXPLORE.last
    return state.work.collection if state is not None else ()


def change_and_renew(**changes: Any) -> None:
    """Show other values of fields, and let every control take its value anew."""
    EXPLORE.show(with_new_controls(current(), **changes))
