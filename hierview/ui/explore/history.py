"""The way back of Explore: what was changed, undone and done again. Streamlit is not needed."""

from __future__ import annotations

from dataclasses import replace

from ..shell.cases import short_row_keys
from ..shell.fields import change_fields
from .view import ViewState, Work, with_new_controls

MOST_UNDONE = 300


def record_change(before: ViewState, after: ViewState) -> ViewState:
    """The page after a change, with a way back to the page before."""
    if after.work == before.work:
        return after
    return change_fields(after, past=(*before.past, before.work)[-MOST_UNDONE:], future=(), guesses=())


def record_with_last(before: ViewState, after: ViewState) -> ViewState:
    """The page after a change that is undone together with the last one."""
    return change_fields(after, past=before.past, future=(), guesses=())


def record_outside(before: ViewState, after: ViewState) -> ViewState:
    """The page after a change that is no edit of the browser's, which has to be told of another drawing."""
    after = record_change(before, after)
    if after.draft is before.draft:
        return after
    return change_fields(after, drawing_version=before.visit.drawing_version + 1, refusal="", text=None)


def retract_last(state: ViewState) -> ViewState:
    """The page before the last change, which leaves no trace: there is nothing to redo."""
    return replace(step_back(state), future=state.future)


def step_back(state: ViewState) -> ViewState:
    """The page before the last change."""
    if not state.past:
        return state
    back = _with_work(state, state.past[-1])
    return replace(back, past=state.past[:-1], future=(*state.future, state.work))


def step_forth(state: ViewState) -> ViewState:
    """The page after the change that was undone last."""
    if not state.future:
        return state
    forth = _with_work(state, state.future[-1])
    return replace(forth, past=(*state.past, state.work), future=state.future[:-1])


def undo_by_button(state: ViewState) -> ViewState:
    """The page before the last change, by a button: the browser is told of another drawing."""
    return change_fields(step_back(state), drawing_version=state.visit.drawing_version + 1)


def redo_by_button(state: ViewState) -> ViewState:
    """The page after the change that was undone last, by a button."""
    return change_fields(step_forth(state), drawing_version=state.visit.drawing_version + 1)


def _with_work(state: ViewState, work: Work) -> ViewState:
    rows, row, files = short_row_keys(work.draft), state.why.row, dict(state.work.server_files)
    if work.name in dict(work.server_files):
        files[work.name] = dict(work.server_files)[work.name]
    if state.answers.table != "all" and row not in rows:
        row = rows[0]
    after = with_new_controls(
        replace(state, work=work),
        # What was brought stays at hand.
        collection=max(work.collection, state.work.collection, key=len),
        server_files=tuple(files.items()),
        step=0,
        guesses=(),
        trouble="",
        text=None,
        refusal="",
    )
    after = after if work.name == state.name else change_fields(after, map_class="")
    return after if row == state.why.row else change_fields(after, row=row, display="")
