"""Contents of Explore's viewers, made from the state alone: for the page, and for an answer at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ...answers.answers import Answer, answer_rows, headline_rows, rows_with_families
from ...answers.cost import is_heavy
from ...answers.guesses import is_right, typed_number
from ...errors import HierviewError
from ...explain import number
from ...languages import N_, _, language, translate_parts
from ...markup import answer_table, html
from ...markup.answer_table import AnswerRow
from ...measures import Measure, Result, parse_measure
from ...publish.naming import listed_in_words
from ...safe import Markup, safe
from ..shell.cases import all_row_keys, is_preset, preset_notes, short_row_keys
from ..shell.fields import change_fields
from .page_token import MOST_CLASSES
from .view import ViewState, Visit, as_why_shows, case_with_first
from .why_views import VIEWS, OpenAnswer, Outcome, answer_of

_IN_A_LINE = 42  # characters under a measure's name


@dataclass(frozen=True)
class ViewerContents:
    """The markup of viewers by the key of each, and the open answer, where there is one to ask about."""

    markup: Mapping[str, Markup]
    """Markup of each viewer, by its key."""
    answer: OpenAnswer | None = None
    """The open answer; None where there is none to ask about."""


def viewer_contents(state: ViewState) -> ViewerContents:
    """The markup of each viewer of Explore, made from the state; a viewer that is not on the page is not in it.

    Of a large case the answers are not in it: they take a process of their own, and `with_answers` adds them.
    What was made for an answer at once is taken by the page's run after it, whose state differs in the visit alone.
    """
    large = len(state.draft.hierarchy) > MOST_CLASSES or is_heavy(state.draft)
    if large or state.is_text_unread or state.part is not None:
        return _make_contents(state)
    canvas = replace(state.canvas, map_class="", map_scroll=("", 0), text=None, refusal="")
    work = replace(state.work, collection=(), server_files=())
    return shared_contents(replace(state, canvas=canvas, work=work, visit=Visit(), past=(), future=()), language())


@lru_cache(maxsize=64)
def shared_contents(state: ViewState, language: str) -> ViewerContents:
    """Contents of a page in the language that is spoken, kept for whoever asks for the same next."""
    return _make_contents(state)


def _make_contents(state: ViewState) -> ViewerContents:
    markup = {"question": html.question_html(state.draft, html.class_ids(state.draft), case_with_first(state))}
    # What a preset says of itself tells the answer; what somebody wrote is the question of an exercise.
    if state.draft.note and not (state.answers.guessing and state.draft.note in preset_notes()):
        english = html.english_attribute() if state.draft.note in preset_notes() else Markup()
        markup["note"] = html.quiet_paragraph_html(state.draft.note, english)
    if state.canvas.tab in ("outline", "edges"):
        markup["lastread"] = html.stale_notice_html(state.is_text_unread)
    if not state.answerable:
        sentence = (
            _("Mark at least one class: the answers follow at once.")
            if len(state.draft.hierarchy)
            else _("Add a class, then mark it: the answers follow at once.")
        )
        markup["answers"] = html.notice_html(sentence, "hint") + html.foot_lines_html(_origin_sentence(state))
    elif state.answers.guessing:
        markup["answers"] = answer_table.answers_html(guess_table(state), next_guess_key(state), "")
    elif not is_heavy(state.case) and not any(
        state.counts_beyond_part(state.measure(key)) for key in (*table_row_keys(state), *state.why_rows)
    ):
        keys = table_row_keys(state)
        table = dict(zip(keys, answer_rows(state.case, [state.measure(key) for key in keys]), strict=True))
        whole = with_answers(state, table)
        markup |= whole.markup
        view = VIEWS[state.why.view]
        if view.live and whole.answer is not None and "whynotice" not in markup:
            markup |= view_markup(view.make(*view.needs(as_why_shows(state), whole.answer)))
        return ViewerContents(markup, whole.answer)
    return ViewerContents(markup)


def with_answers(state: ViewState, table: Mapping[str, Answer]) -> ViewerContents:
    """The markup of the answers and of the question of Why. table: the answers by row."""
    markup = {"answers": answers_table(state, table)}
    measure = state.measure(state.why.row)
    try:
        result = table[state.why.row].result if state.why.row in table else measure.evaluate(state.case)
    except HierviewError as error:
        # The case holds something that this measure cannot use: there is nothing to show but that.
        markup["whynotice"] = html.notice_html(str(error))
        result = Result(str(measure), None)
    answer = answer_of(state, measure, result, {row: answer.result for row, answer in table.items()})
    title = answer.title
    if (looked := as_why_shows(state)) is not state and "whynotice" not in markup:
        answer = answer_of(looked, measure, measure.evaluate(looked.case))
    if (first := case_with_first(state)) is not None and "whynotice" not in markup:
        values = {"a": number(measure.evaluate(first).value), "b": number(result.value)}
        title = _("Why is {measure} {a} for A and {b} for B?", measure=measure.label(), **values)
    return ViewerContents(markup | {"whytitle": html.why_title_html(title, state.is_text_unread)}, answer)


def view_markup(outcome: Outcome) -> dict[str, Markup]:
    """The markup of a live view, and the notes beside it."""
    return {**outcome.markup, "notes": html.notes_html(outcome.notes)}


def answers_table(state: ViewState, table: Mapping[str, Answer]) -> Markup:
    """The table of answers; a row without one has an ellipsis."""
    source = _origin_sentence(state)
    groups = long_table(state, table) if state.answers.table == "all" else short_table(state, table)
    says = Markup()
    if (first := case_with_first(state)) is not None:
        measures = {key: state.measure(key) for key in table}
        before = dict(zip(measures, answer_rows(first, list(measures.values())), strict=True))
        groups = [(head, [_row_against_first(row, before, table) for row in rows]) for head, rows in groups]
        says = _who_is_better([row for _head, rows in groups for row in rows])
    markup = says + answer_table.answers_html(groups, state.why.row, source)
    return safe('<div class="scroll">{}</div>', markup) if state.answers.table == "all" else markup


def _row_against_first(row: AnswerRow, before: Mapping[str, Answer], table: Mapping[str, Answer]) -> AnswerRow:
    """The row of prediction B with the value of A, and which of them is better by how much."""
    below = tuple(_row_against_first(sub, before, table) for sub in row.folded)
    if row.key not in before:
        return replace(row, folded=below)
    a, b = before[row.key], table[row.key]
    verdict, values = "–", (a.result.value, b.result.value)
    if None not in values and a.goodness is not None and b.goodness is not None and a.goodness != b.goodness:
        who, off = "A" if a.goodness > b.goodness else "B", number(abs(float(values[0] or 0) - float(values[1] or 0)))
        verdict = _("{who} by {difference}", who=who, difference=off)
    value = number(a.result.value)
    return replace(row, first=value, place=a.goodness, guessed=b.goodness, verdict=verdict, folded=below)


def _who_is_better(rows: Sequence[AnswerRow]) -> Markup:
    """Sentence, as HTML, on which measures are for A, which for B, and which cannot tell."""
    says = {"A": N_("A is better by {measures}."), "B": N_("B is better by {measures}.")}
    says["–"] = N_("{measures} cannot tell them apart.")
    sentences = []
    for who, text in says.items():
        if names := [row.name for row in rows if row.verdict.startswith(who)]:
            sentences.append(_(text, measures=listed_in_words(names)))
    return html.paragraph_html((" ".join(sentences),), {}) if sentences else Markup()


def _origin_sentence(state: ViewState) -> str:
    """Sentence on where the case, or what is printed of it, is from; "" where nothing is said."""
    source = state.draft.source
    if source and state.shows_printed:
        return _("Printed: {source}.", source=source)
    if state.draft.published and is_preset(state.name) and source == state.work.start.source:
        return ""  # said beside the printed values, once they are asked for
    return f"{source.rstrip('.')}." if source else ""


# Answers as rows of the table


def answer_row(key: str, a: Answer | None, show_printed: bool, below: tuple[AnswerRow, ...] = ()) -> AnswerRow:
    """An answer as a row; `key` is what a click on it reports. One that is not there yet has an ellipsis."""
    if a is None:
        return _row_without_value(key, parse_measure(key), "…", below)
    printed, note = None, ""
    if show_printed and a.printed is not None:
        printed = a.printed.printed
        if a.printed.verdict != "agrees":
            note = a.printed.because or _("No reason is known for this difference.")
    return AnswerRow(
        key=key,
        name=a.measure.label(),
        meaning=translate_parts(a.measure.title()),
        value=number(a.result.value),
        of=a.greatest_text,
        better=a.measure.better(),
        place=a.goodness,
        printed=printed,
        note=note,
        folded=below,
    )


def _row_without_value(key: str, measure: Measure, sign: str, below: tuple[AnswerRow, ...] = ()) -> AnswerRow:
    return AnswerRow(
        key, measure.label(), translate_parts(measure.title()), sign, "", measure.better(), None, folded=below
    )


def table_row_keys(state: ViewState) -> list[str]:
    """The rows of the table that is shown: those of all measures, of the headline ones, or of the case's own."""
    return all_row_keys() if state.answers.table == "all" else short_row_keys(state.case)


def short_table(state: ViewState, table: Mapping[str, Answer]) -> list[tuple[str, list[AnswerRow]]]:
    """The short table: the headline answers, or those that the case wants shown, in the order of `table_row_keys`."""
    printed = state.shows_printed

    def row_of(measure: Measure, below: tuple[AnswerRow, ...] = ()) -> AnswerRow:
        return answer_row(str(measure), table.get(str(measure)), printed, below)

    rows = [(main, row_of(main, tuple(map(row_of, under)))) for main, under in headline_rows(state.case)]
    if state.work.first is not None:  # two values leave no room for full names
        return [("", [line for _main, line in rows])]
    return [("", [replace(line, meaning=_full_name_and_meaning(main, line.meaning)) for main, line in rows])]


def _full_name_and_meaning(measure: Measure, meaning: str) -> str:
    """The full name of a measure without settings, and its meaning as far as there is room for both."""
    full = measure.full_name() if str(measure) == measure.spec.name else ""
    both = f"{full} · {meaning}"
    return meaning if not full else both if len(both) <= _IN_A_LINE else full


def long_table(state: ViewState, table: Mapping[str, Answer]) -> list[tuple[str, list[AnswerRow]]]:
    """Every measure by family, precision and recall folded under their F."""
    groups: dict[str, list[AnswerRow]] = {}
    for family, main, under in rows_with_families():
        below = tuple(answer_row(str(m), table.get(str(m)), state.shows_printed) for m in under)
        groups.setdefault(family, []).append(answer_row(str(main), table.get(str(main)), state.shows_printed, below))
    return list(groups.items())


def next_guess_key(state: ViewState) -> str:
    """The row whose number is guessed next: the open one, if an exercise has it."""
    rows = [str(m) for m, _below in headline_rows(state.case)]
    return state.why.row if state.why.row in rows else rows[0]


def is_slow(state: ViewState, key: str) -> bool:
    """Whether a number takes a process of its own, so that it is not revealed by itself."""
    return is_heavy(state.case) or state.counts_beyond_part(state.measure(key))


def reveal_guess(state: ViewState, row: str, text: str) -> ViewState:
    """The page with a number beside the guess at it, and the next one asked for; a HierviewError for no guess.

    text: as it was typed; without one the number is shown all the same.
    """
    if text:
        typed_number(text)
    guesses = (*(pair for pair in state.answers.guesses if pair[0] != row), (row, text))
    waiting = (str(m) for m, _below in headline_rows(state.case))
    following = next((key for key in waiting if key not in dict(guesses)), row)
    return change_fields(state, guesses=guesses, row=following)


def guess_table(state: ViewState) -> list[tuple[str, list[AnswerRow]]]:
    """Rows of the headline measures in an exercise: a guessed one shows its value beside the guess, others show a ?."""
    rows = [str(m) for m, _below in headline_rows(state.case)]
    revealed = {key: guess for key, guess in state.answers.guesses if key in rows and not is_slow(state, key)}
    table = dict(zip(revealed, answer_rows(state.case, [state.measure(key) for key in revealed]), strict=True))
    row_by_key = {key: _guess_row(key, answer, revealed[key]) for key, answer in table.items()}
    return [("", [row_by_key.get(key) or _row_without_value(key, state.measure(key), "?") for key in rows])]


def _guess_row(key: str, answer: Answer, guess: str) -> AnswerRow:
    """An answer beside the guess at it; a guess that is no number counts as none."""
    plain_row = answer_row(key, answer, show_printed=False)
    try:
        value = typed_number(guess)
    except HierviewError:
        return plain_row
    other = replace(answer, result=replace(answer.result, value=None if value is None else float(value)))
    verdict = (
        _("right") if is_right(value, answer.result.value) else _("guess {value}", value=number(other.result.value))
    )
    return replace(plain_row, guess=verdict, guessed=other.goodness)
