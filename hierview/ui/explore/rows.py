"""Answers as rows of the table on screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...answers.answers import Answer, answers, everything, headline_rows
from ...answers.cost import heavy
from ...errors import HierviewError
from ...explain import number
from ...languages import _, in_parts
from ...lessons.answering import is_right, typed_number
from ...markup.answer_table import Row
from ...measures import Measure, parse_measure
from ..shell.cases import all_rows, short_rows
from ..shell.fields import amend
from .view import ViewState, with_guess

_IN_A_LINE = 42  # characters under a measure's name


def row(key: str, a: Answer | None, show_printed: bool, below: tuple[Row, ...] = ()) -> Row:
    """An answer as a row; `key` is what a click on it reports. One that is not there yet has an ellipsis."""
    if a is None:
        measure = parse_measure(key)
        return Row(key, measure.label(), in_parts(measure.title()), "…", "", measure.better(), None, folded=below)
    printed, note = None, ""
    if show_printed and a.printed is not None:
        printed = a.printed.printed
        if a.printed.verdict != "agrees":
            note = a.printed.because or _("No reason is known for this difference.")
    return Row(
        key=key,
        name=a.measure.label(),
        meaning=in_parts(a.measure.title()),
        value=number(a.result.value),
        of=a.of,
        better=a.measure.better(),
        place=a.goodness,
        printed=printed,
        note=note,
        folded=below,
    )


def keys_of(state: ViewState) -> list[str]:
    """The rows of the table that is shown: those of all measures, of the headline ones, or of the case's own."""
    return all_rows() if state.answers.table == "all" else short_rows(state.case)


def short_table(state: ViewState, table: Mapping[str, Answer]) -> list[tuple[str, list[Row]]]:
    """The short table: the headline answers, or those that the case wants shown, in the order of `keys_of`."""
    printed = state.shows_printed

    def row_of(measure: Measure, below: tuple[Row, ...] = ()) -> Row:
        return row(str(measure), table.get(str(measure)), printed, below)

    rows = [(main, row_of(main, tuple(map(row_of, under)))) for main, under in headline_rows(state.case)]
    return [("", [replace(line, meaning=_named_in_full(main, line.meaning)) for main, line in rows])]


def _named_in_full(measure: Measure, meaning: str) -> str:
    """The full name of a measure without settings, and its meaning as far as there is room for both."""
    full = measure.full_name() if str(measure) == measure.spec.name else ""
    both = f"{full} · {meaning}"
    return meaning if not full else both if len(both) <= _IN_A_LINE else full


def long_table(state: ViewState, table: Mapping[str, Answer]) -> list[tuple[str, list[Row]]]:
    """Every measure by family, precision and recall folded under their F."""
    groups: dict[str, list[Row]] = {}
    for family, main, under in everything():
        below = tuple(row(str(m), table.get(str(m)), state.shows_printed) for m in under)
        groups.setdefault(family, []).append(row(str(main), table.get(str(main)), state.shows_printed, below))
    return list(groups.items())


def guess_row(state: ViewState) -> str:
    """The row whose number is guessed next: the open one, if an exercise has it."""
    rows = [str(m) for m, _below in headline_rows(state.case)]
    return state.why.row if state.why.row in rows else rows[0]


def late(state: ViewState, key: str) -> bool:
    """Whether a number takes a process of its own, so that it is not revealed by itself."""
    return heavy(state.case) or state.beyond(state.measure(key))


def reveal(state: ViewState, row: str, text: str) -> ViewState:
    """The page with a number beside the guess at it, and the next one asked for; a HierviewError for no guess.

    text: as it was typed; without one the number is shown all the same.
    """
    if text:
        typed_number(text)
    after = with_guess(state, row, text)
    guessed = dict(after.answers.guesses)
    waiting = (str(m) for m, _below in headline_rows(state.case))
    return amend(after, row=next((key for key in waiting if key not in guessed), row))


def guess_table(state: ViewState) -> list[tuple[str, list[Row]]]:
    """Rows of the headline measures in an exercise: a guessed one shows its value beside the guess, others show a ?."""
    rows = [str(m) for m, _below in headline_rows(state.case)]
    revealed = {key: guess for key, guess in state.answers.guesses if key in rows and not late(state, key)}
    table = dict(zip(revealed, answers(state.case, [state.measure(key) for key in revealed]), strict=True))
    return [("", [_guess_row(key, table[key], revealed[key]) if key in table else _hidden(state, key) for key in rows])]


def _hidden(state: ViewState, key: str) -> Row:
    measure = state.measure(key)
    return Row(key, measure.label(), in_parts(measure.title()), "?", "", measure.better(), None)


def _guess_row(key: str, answer: Answer, guess: str) -> Row:
    """An answer beside the guess at it; a guess that is no number counts as none."""
    plain_row = row(key, answer, show_printed=False)
    try:
        value = typed_number(guess)
    except HierviewError:
        return plain_row
    other = replace(answer, result=replace(answer.result, value=None if value is None else float(value)))
    verdict = (
        _("right") if is_right(value, answer.result.value) else _("guess {value}", value=number(other.result.value))
    )
    return replace(plain_row, guess=verdict, guessed=other.goodness)
