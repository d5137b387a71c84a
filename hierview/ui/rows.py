"""Answers as rows of the table on screen."""

from __future__ import annotations

from ..answers import Answer, answers, everything, headline
from ..draw.html import Row
from ..explain import number
from .view import ViewState


def row(key: str, a: Answer, show_printed: bool, folded: tuple[Row, ...] = ()) -> Row:
    """An answer as a row; `key` is what a click on it reports."""
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


def _answered(state: ViewState, keys: list[str]) -> dict[str, Answer]:
    return dict(zip(keys, answers(state.case, [state.measure(key) for key in keys]), strict=True))


def short_table(state: ViewState) -> list[tuple[str, list[Row]]]:
    """The headline answers, or the case's own."""
    found = _answered(state, [str(m) for m in headline(state.case)])
    return [("", [row(key, a, not state.edited) for key, a in found.items()])]


def long_table(state: ViewState) -> list[tuple[str, list[Row]]]:
    """Every measure by family, precision and recall folded under their F."""
    found = _answered(state, all_rows())
    groups: dict[str, list[Row]] = {}
    for family, main, under in everything():
        folded = tuple(row(str(m), found[str(m)], not state.edited) for m in under)
        groups.setdefault(family, []).append(row(str(main), found[str(main)], not state.edited, folded))
    return list(groups.items())


def hidden_table(state: ViewState) -> list[tuple[str, list[Row]]]:
    """The headline measures of an exercise, whose values wait for a guess."""
    rows = [state.measure(str(m)) for m in headline(state.case)]
    return [("", [Row(str(m), m.label(), m.title(), "?", "", m.better(), None) for m in rows])]


def all_rows() -> list[str]:
    """The keys of the long table, from top to bottom."""
    return [str(m) for _, main, under in everything() for m in (main, *under)]
