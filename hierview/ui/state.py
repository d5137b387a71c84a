"""State of Explore over reruns, and what becomes of it by a control."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..errors import HierviewError
from ..formats.collection import Collection, merged, read_collection, write_collection
from ..measures import Measure
from ..model.case import Draft
from .address import LONGEST_LINK, find, parameters, state_of
from .editing import described, take
from .held import Ref
from .history import changed, redone, undone
from .page_state import PageState, sent
from .view import (
    LINKED,
    MOST_CLASSES,
    NEW,
    ViewState,
    adopting,
    opened,
    ruled,
    told,
    usable,
    with_fold,
    with_row,
    with_setting,
)

EDITOR = "editor"  # the key of the drawing's component


def _read(asked: Mapping[str, str], before: ViewState | None) -> ViewState:
    if before is not None:
        return state_of(asked, before)
    # Higher than any revision of an earlier visit, whose browser may still have edits to tell.
    return replace(state_of(asked), revision=int(time.time()))


def _write(state: ViewState) -> dict[str, str]:
    asked = parameters(state)
    # What no proxy would pass on stays where it is: the page still has it.
    return asked if sum(map(len, asked.values())) <= LONGEST_LINK else asked | {"c": state.name}


def _take(state: ViewState) -> ViewState:
    """The page with what was edited in the browser since it was last asked."""
    return take(state, sent(EDITOR, "edits"))


EXPLORE = PageState("", _read, _write, _take, changed)
current, change = EXPLORE.current, EXPLORE.change


def choose(row: str) -> None:
    """Open a row of the answers."""
    EXPLORE.show(with_row(current(), row))


def undo() -> None:
    """Back to before the last change."""
    _back_or_forth(undone)


def redo() -> None:
    """Make the change again that was undone last."""
    _back_or_forth(redone)


def _back_or_forth(step: Callable[[ViewState], ViewState]) -> None:
    before = current()
    EXPLORE.keep(replace(step(before), revision=before.revision + 1))


def show_case(name: str, case: Draft, **more: Any) -> None:
    """Open a case."""
    EXPLORE.show(opened(current(), name, case, **more))


def add_opened(case: Draft, ref: Ref | None = None, again: bool = False) -> None:
    """Open a case that the visitor brought, and keep it in the picker.

    ref: what the server holds of it.  again: whether it is what is open, read otherwise, which it takes the place of.
    """
    state = current()
    known = state.opened_cases
    if again and state.name == f"mine-{len(known)}":
        known = known[:-1]
    name = f"mine-{len(known) + 1}"
    holds = dict(state.holds)
    holds.pop(name, None)
    holds |= {name: ref} if ref is not None else {}
    show_case(name, case, opened_cases=(*known, case), holds=tuple(holds.items()), shelf=_shelf())


def work_on(draft: Draft) -> None:
    """Show another part of the hierarchy that the case is of, or other marks in it."""
    state = current()
    EXPLORE.show(replace(state, draft=told(state, usable(draft)), step=0, widget_epoch=state.widget_epoch + 1))


def keep_case() -> None:
    """Put what is shown among the visitor's own cases; a CaseError where there is no more room."""
    state = current()
    _with_own(state.collection, (*state.opened_cases, state.draft))


def add_collection(found: Collection) -> None:
    """Put the cases of a collection beside the visitor's own ones; a CaseError where one cannot be used."""
    state = current()
    _with_own(state.collection or found.name, (*state.opened_cases, *map(usable, found.cases)))


def _with_own(name: str, cases: tuple[Draft, ...]) -> None:
    cases = tuple(dict.fromkeys(cases))
    write_collection(Collection(name, cases))  # refuses what is too much
    EXPLORE.keep(replace(current(), opened_cases=cases, collection=name, shelf=_shelf()))


def _shelf() -> str:
    """What the browser is to do with cases that are new: what it kept before is asked for first, and lost by nobody."""
    return "ask" if current().shelf == "ask" else "keep"


def recall(text: str) -> None:
    """Put what the browser kept of earlier visits before the cases of this one; nothing where it is no collection."""
    state = current()
    try:
        found = read_collection(text, MOST_CLASSES)
        # Names of cases count from the first: those of this visit keep theirs.
        cases = merged(state.opened_cases, tuple(map(usable, found.cases)))
    except HierviewError:
        EXPLORE.keep(replace(state, shelf="keep"))
    else:
        name = state.collection or found.name
        EXPLORE.keep(replace(state, opened_cases=cases, collection=name, shelf="keep"))


def forget_cases() -> None:
    """Forget the visitor's own cases, here and in the browser; what is shown stays."""
    state = current()
    name = LINKED if state.name.startswith("mine-") else state.name
    ref = dict(state.holds).get(state.name)
    holds = () if ref is None else ((name, ref),)
    EXPLORE.keep(replace(state, opened_cases=(), collection="", shelf="forget", name=name, holds=holds))


def opened_cases() -> tuple[Draft, ...]:
    """The cases that the visitor brought."""
    state = EXPLORE.shown
    return state.opened_cases if state is not None else ()


def find_case(name: str) -> Draft:
    """The case of a card in the picker, or of a name in the address; CaseError where there is none."""
    return find(name, opened_cases())


def set_measure(row: str, measure: Measure) -> None:
    """Give a row other parameters."""
    EXPLORE.show(with_setting(current(), row, measure))


def set_rule(rule: str) -> None:
    """Let a decision rule predict; "" leaves what is predicted as it is marked."""
    state = current()
    draft, rule = ruled(state.draft, rule)
    change(draft=told(state, draft), rule=rule, step=0)


def describe(**texts: str) -> None:
    """Say other things of the case: its name, its note, its source. Raises EditError where they are none."""
    EXPLORE.keep(described(current(), {"op": "describe", **texts}))


def show_folded(fold: bool) -> None:
    """Fold branches without a mark, or show all of them."""
    EXPLORE.keep(with_fold(current(), fold))


def renew() -> None:
    """Let every control take its value anew."""
    change(widget_epoch=current().widget_epoch + 1)


def reset() -> None:
    """Back to the case as it was opened; a drawing of one's own was never another, so that it stays."""
    state = current()
    draft = state.draft if state.name == NEW else state.start
    change(draft=draft, settings=(), display="", widget_epoch=state.widget_epoch + 1)


def adopt(case: Draft) -> None:
    """Show a case that was made from the present one; `reset` leads back."""
    EXPLORE.show(adopting(current(), case))
