"""Answers as rows of the table on screen."""

from __future__ import annotations

from collections.abc import Mapping

from ..answers.answers import Answer, everything, headline
from ..explain import number
from ..markup.answer_table import Row
from ..measures import parse_measure
from .view import ViewState, all_rows


def row(key: str, a: Answer | None, show_printed: bool, folded: tuple[Row, ...] = ()) -> Row:
    """An answer as a row; `key` is what a click on it reports. One that is not there yet has an ellipsis."""
    if a is None:
        measure = parse_measure(key)
        return Row(key, measure.label(), measure.title(), "…", "", measure.better(), None, folded=folded)
    printed, note = None, ""
    if show_printed and a.printed is not None:
        printed = a.printed.printed
        if a.printed.verdict != "agrees":
            note = a.printed.because or "No reason is known for this difference."
    return Row(
        key=key,
        name=a.measure.label(),
        meaning=a.measure.title(),
        value=number(a.result.value),
        of=a.of,
        better=a.measure.better(),
        place=a.goodness,
        printed=printed,
        note=note,
        folded=folded,
    )


def keys_of(state: ViewState) -> list[str]:
    """The rows of the table that is shown: those of all measures, of the headline ones, or of the case's own."""
    return all_rows() if state.table == "all" else [str(m) for m in headline(state.case)]


def short_table(state: ViewState, found: Mapping[str, Answer]) -> list[tuple[str, list[Row]]]:
    """The answers in the order of `keys_of`."""
    return [("", [row(key, found.get(key), not state.edited) for key in keys_of(state)])]


def long_table(state: ViewState, found: Mapping[str, Answer]) -> list[tuple[str, list[Row]]]:
    """Every measure by family, precision and recall folded under their F."""
    groups: dict[str, list[Row]] = {}
    for family, main, under in everything():
        folded = tuple(row(str(m), found.get(str(m)), not state.edited) for m in under)
        groups.setdefault(family, []).append(row(str(main), found.get(str(main)), not state.edited, folded))
    return list(groups.items())


def hidden_table(state: ViewState) -> list[tuple[str, list[Row]]]:
    """The headline measures of an exercise, whose values wait for a guess."""
    rows = [state.measure(str(m)) for m in headline(state.case)]
    return [("", [Row(str(m), m.label(), m.title(), "?", "", m.better(), None) for m in rows])]
