"""The way back of Explore: what was changed, undone and done again. Streamlit is not needed."""

from __future__ import annotations

from dataclasses import replace

from .view import ViewState, Work, short_rows

MOST_UNDONE = 300


def recorded(before: ViewState, after: ViewState) -> ViewState:
    """`after`, with a way back to what it changed."""
    if after.work == before.work:
        return after
    return replace(after, past=(*before.past, before.work)[-MOST_UNDONE:], future=(), guesses=())


def recorded_with_last(before: ViewState, after: ViewState) -> ViewState:
    """`after` as one change with the last one: both are undone together."""
    return replace(after, past=before.past, future=(), guesses=())


def changed(before: ViewState, after: ViewState) -> ViewState:
    """`recorded` for whatever is not an edit in the browser, which has to be told of another drawing."""
    after = recorded(before, after)
    if after.draft is before.draft:
        return after
    return replace(after, revision=before.revision + 1, refused="", typed=None)


def retracted(state: ViewState) -> ViewState:
    """The page before the last change, which leaves no trace: there is nothing to redo."""
    return replace(undone(state), future=state.future)


def undone(state: ViewState) -> ViewState:
    """The page before the last change."""
    if not state.past:
        return state
    back = _with(state, state.past[-1])
    return replace(back, past=state.past[:-1], future=(*state.future, state.work))


def redone(state: ViewState) -> ViewState:
    """The page after the change that was undone last."""
    if not state.future:
        return state
    forth = _with(state, state.future[-1])
    return replace(forth, past=(*state.past, state.work), future=state.future[:-1])


def _with(state: ViewState, work: Work) -> ViewState:
    rows = short_rows(work.draft)
    chosen = state.chosen if state.table == "all" or state.chosen in rows else rows[0]
    return replace(
        state,
        name=work.name,
        draft=work.draft,
        start=work.start,
        settings=work.settings,
        # What was brought stays at hand.
        opened_cases=max(work.opened_cases, state.opened_cases, key=len),
        rule=work.rule,
        guesses=(),
        chosen=chosen,
        display="" if chosen != state.chosen else state.display,
        step=0,
        holds=tuple((dict(state.holds) | {work.name: work.held}).items()) if work.held else state.holds,
        at=state.at if work.name == state.name else "",
        trouble="",
        typed=None,
        refused="",
        widget_epoch=state.widget_epoch + 1,
    )
