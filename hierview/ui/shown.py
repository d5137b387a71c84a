"""Contents of Explore's viewers, made from the state alone: for the page, and for an answer at once."""

from __future__ import annotations

from collections.abc import Mapping

from ..answers.answers import Answer, answers
from ..answers.cost import heavy
from ..errors import HierviewError
from ..explain import number
from ..markup import answer_table, html
from ..measures import Measure, Result
from .computed import picture, steps
from .rows import hidden_table, keys_of, long_table, short_table
from .view import ViewState, preset_notes

# The views of Why that viewers show alone, with nothing of Streamlit's in them.
LIVE_VIEWS = ("picture", "steps")


def shown(state: ViewState) -> dict[str, str]:
    """The markup of the page's viewers, by the key of each; a viewer that is not on the page is not in it.

    Of a large case the answers are not in it: they take a process of their own, and `answered` adds them.
    """
    found = {"question": html.question(state.draft, html.class_ids(state.draft))}
    # What a preset says of itself tells the answer; what somebody wrote is the question of an exercise.
    if state.draft.note and not (state.asking and state.draft.note in preset_notes()):
        found["note"] = html.plain_text(state.draft.note)
    if state.drawing in ("outline", "edges"):
        found["lastread"] = html.last_read(state.unread)
    if not state.answerable:
        what = "Mark at least one class" if len(state.draft.hierarchy) else "Add a class, then mark it"
        found["answers"] = html.notice(f"{what}: the answers follow at once.", "hint")
    elif state.asking:
        found["answers"] = answer_table.answers(hidden_table(state), "", "")
    elif not heavy(state.case):
        keys = keys_of(state)
        table = dict(zip(keys, answers(state.case, [state.measure(key) for key in keys]), strict=True))
        found |= answered(state, table)
        if state.view in LIVE_VIEWS and "whynotice" not in found:
            found |= explained(state)
    return found


def answered(state: ViewState, table: Mapping[str, Answer]) -> dict[str, str]:
    """The markup of the answers and of the question of Why. table: the answers by row."""
    found = {"answers": _answers(state, table)}
    measure = state.measure(state.chosen)
    try:
        result = table[state.chosen].result if state.chosen in table else measure.evaluate(state.case)
    except HierviewError as error:
        # The case holds something that this measure cannot use: there is nothing to show but that.
        found["whynotice"] = html.notice(str(error))
        result = Result(str(measure), None)
    return found | {"whytitle": html.why_title(asked(measure, result.value), state.unread)}


def explained(state: ViewState) -> dict[str, str]:
    """The markup of the open view, one of `LIVE_VIEWS`, and the notes beside it."""
    measure = state.measure(state.chosen)
    title = asked(measure, measure.evaluate(state.case).value)
    if state.view == "picture":
        notes, markup = picture(state.case, measure, state.shown_way, title, state.big)
    else:
        notes, markup = steps(state.case, measure, title, state.step, state.big)
    return {state.view: markup, "notes": html.notes(notes)}


def asked(measure: Measure, value: float | None) -> str:
    """The question that the panel below the answers is about."""
    return f"Why is {measure.label()} {'undefined' if value is None else number(value)}?"


def _answers(state: ViewState, found: Mapping[str, Answer]) -> str:
    source = state.draft.source
    if source and state.draft.published and not state.edited:
        source = f"Printed: {source}."
    elif source:
        source = f"{source.rstrip('.')}."
    groups = long_table(state, found) if state.table == "all" else short_table(state, found)
    table = answer_table.answers(groups, state.chosen, source)
    return f'<div class="scroll">{table}</div>' if state.table == "all" else table
