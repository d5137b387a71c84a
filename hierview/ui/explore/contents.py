"""Contents of Explore's viewers, made from the state alone: for the page, and for an answer at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ...answers.answers import Answer, answers
from ...answers.cost import heavy
from ...errors import HierviewError
from ...languages import _, language
from ...markup import answer_table, html
from ...measures import Measure, Result
from ..shell.cases import is_preset, preset_notes
from .page_token import MOST_CLASSES
from .rows import guess_row, guess_table, keys_of, long_table, short_table
from .view import ViewState, Visit
from .why_views import VIEWS, OpenAnswer, Outcome, answer_of


@dataclass(frozen=True)
class Contents:
    """The markup of viewers by the key of each, and the open answer, where there is one to ask about."""

    markup: Mapping[str, str]
    answer: OpenAnswer | None = None


def contents(state: ViewState) -> Contents:
    """Contents of the page's viewers; a viewer that is not on the page is not in it.

    Of a large case the answers are not in it: they take a process of their own, and `with_answers` adds them.
    What was made for an answer at once is taken by the page's run after it, whose state differs in the visit alone.
    """
    large = len(state.draft.hierarchy) > MOST_CLASSES or heavy(state.draft)
    if large or state.unread or state.part is not None:
        return _make(state)
    canvas = replace(state.canvas, map_class="", map_scroll=("", 0), text=None, refusal="")
    work = replace(state.work, collection=(), server_files=())
    return shared_contents(replace(state, canvas=canvas, work=work, visit=Visit(), past=(), future=()), language())


@lru_cache(maxsize=64)
def shared_contents(state: ViewState, language: str) -> Contents:
    """Contents of a page in the language that is spoken, kept for whoever asks for the same next."""
    return _make(state)


def _make(state: ViewState) -> Contents:
    markup = {"question": html.question_html(state.draft, html.class_ids(state.draft))}
    # What a preset says of itself tells the answer; what somebody wrote is the question of an exercise.
    if state.draft.note and not (state.answers.guessing and state.draft.note in preset_notes()):
        english = html.in_english() if state.draft.note in preset_notes() else ""
        markup["note"] = html.plain_text(state.draft.note, english)
    if state.canvas.tab in ("outline", "edges"):
        markup["lastread"] = html.last_read(state.unread)
    if not state.answerable:
        sentence = (
            _("Mark at least one class: the answers follow at once.")
            if len(state.draft.hierarchy)
            else _("Add a class, then mark it: the answers follow at once.")
        )
        markup["answers"] = html.notice(sentence, "hint") + html.foot_lines(_origin(state))
    elif state.answers.guessing:
        markup["answers"] = answer_table.answers_html(guess_table(state), guess_row(state), "")
    elif not heavy(state.case) and not any(map(state.beyond, table_measures(state))):
        keys = keys_of(state)
        table = dict(zip(keys, answers(state.case, [state.measure(key) for key in keys]), strict=True))
        whole = with_answers(state, table)
        markup |= whole.markup
        view = VIEWS[state.why.view]
        if view.live and whole.answer is not None and "whynotice" not in markup:
            markup |= view_markup(view.make(*view.needs(state, whole.answer)))
        return Contents(markup, whole.answer)
    return Contents(markup)


def table_measures(state: ViewState) -> list[Measure]:
    """The measures of the table's rows, and those that Why shows."""
    return [state.measure(key) for key in dict.fromkeys([*keys_of(state), *state.why_rows])]


def with_answers(state: ViewState, table: Mapping[str, Answer]) -> Contents:
    """The markup of the answers and of the question of Why. table: the answers by row."""
    markup = {"answers": answers_table(state, table)}
    measure = state.measure(state.why.row)
    try:
        result = table[state.why.row].result if state.why.row in table else measure.evaluate(state.case)
    except HierviewError as error:
        # The case holds something that this measure cannot use: there is nothing to show but that.
        markup["whynotice"] = html.notice(str(error))
        result = Result(str(measure), None)
    answer = answer_of(state, measure, result, {row: answer.result for row, answer in table.items()})
    return Contents(markup | {"whytitle": html.why_title(answer.title, state.unread)}, answer)


def view_markup(outcome: Outcome) -> dict[str, str]:
    """The markup of a live view, and the notes beside it."""
    return {**outcome.markup, "notes": html.notes(outcome.notes)}


def answers_table(state: ViewState, table: Mapping[str, Answer]) -> str:
    """The table of answers; a row without one has an ellipsis."""
    source = _origin(state)
    groups = long_table(state, table) if state.answers.table == "all" else short_table(state, table)
    markup = answer_table.answers_html(groups, state.why.row, source)
    return f'<div class="scroll">{markup}</div>' if state.answers.table == "all" else markup


def _origin(state: ViewState) -> str:
    """Sentence on where the case, or what is printed of it, is from; "" where nothing is said."""
    source = state.draft.source
    if source and state.shows_printed:
        return _("Printed: {source}.", source=source)
    if state.draft.published and is_preset(state.name) and source == state.work.start.source:
        return ""  # said beside the printed values, once they are asked for
    return f"{source.rstrip('.')}." if source else ""
