"""What the viewers of Explore show, made from the state alone: for the page, and for an answer at once."""

from __future__ import annotations

from ..draw import html
from ..errors import HierviewError
from ..explain import number
from ..measures import Measure
from .rows import hidden_table, long_table, short_table
from .view import ViewState, preset_notes

# The views of Why that viewers show alone, with nothing of Streamlit's in them.
LIVE_VIEWS = ("picture", "steps")


def shown(state: ViewState) -> dict[str, str]:
    """The markup of the page's viewers, by the key of each; a viewer that is not on the page is not in it."""
    ids = html.class_ids(state.draft)
    found = {"question": html.question(state.draft, ids), "answers": _answers(state)}
    # What a preset says of itself tells the answer; what somebody wrote is the question of an exercise.
    if state.draft.note and not (state.asking and state.draft.note in preset_notes()):
        found["note"] = html.plain_text(state.draft.note)
    if state.drawing in ("outline", "edges"):
        found["lastread"] = html.last_read(state.unread)
    return found | _why(state, ids) if state.answerable and not state.asking else found


def _answers(state: ViewState) -> str:
    if not state.answerable:
        what = "Mark at least one class" if len(state.draft.hierarchy) else "Add a class, then mark it"
        return html.notice(f"{what}: the answers follow at once.", "hint")
    if state.asking:
        return html.answers(hidden_table(state), "", "")
    source = state.draft.source
    if source and state.draft.published and not state.edited:
        source = f"Printed: {source}."
    elif source:
        source = f"{source.rstrip('.')}."
    table = html.answers(long_table(state) if state.table == "all" else short_table(state), state.chosen, source)
    return f'<div class="scroll">{table}</div>' if state.table == "all" else table


def asked(measure: Measure, value: float | None) -> str:
    """The question that the panel below the answers is about."""
    return f"Why is {measure.label()} {'undefined' if value is None else number(value)}?"


def _why(state: ViewState, ids: html.Ids) -> dict[str, str]:
    measure = state.measure(state.chosen)
    try:
        result = measure.evaluate(state.case)
    except HierviewError as error:
        # The case holds something that this measure cannot use: there is nothing to show but that.
        title = html.why_title(asked(measure, None), state.unread)
        return {"whytitle": title, "whynotice": html.notice(str(error))}
    title = asked(measure, result.value)
    found = {"whytitle": html.why_title(title, state.unread)}
    if state.view == "picture":
        step = measure.view(state.case, result, state.shown_way)
        found["picture"] = html.why(state.case, title, step, ids, state.big)
    elif state.view == "steps":
        steps = measure.explain(state.case, result)
        found["steps"] = html.steps(state.case, title, steps, ids, state.step, state.big)
    if state.view in LIVE_VIEWS:
        found["notes"] = html.notes(result.notes)
    return found
