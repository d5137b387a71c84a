"""Answers as rows of the table on screen."""

from __future__ import annotations

from ..answers import Answer, answer, everything, headline
from ..draw.html import Row
from ..explain import number
from .state import ViewState


def _row(key: str, a: Answer, show_printed: bool, folded: tuple[Row, ...] = ()) -> Row:
    printed, note = None, ""
    if show_printed and a.printed is not None:
        printed = a.printed.printed
        if a.printed.verdict != "agrees":
            note = a.printed.because or "No reason is known for this difference."
    return Row(
        key, a.measure.label(), a.measure.title(), number(a.result.value), a.of, a.measure.spec.better,
        a.goodness, printed, note, folded,
    )  # fmt: skip


def short_table(state: ViewState) -> list[tuple[str, list[Row]]]:
    """The headline answers, or the case's own."""
    rows = [str(m) for m in headline(state.case)]
    return [("", [_row(row, answer(state.case, state.measure(row)), not state.edited) for row in rows])]


def long_table(state: ViewState) -> list[tuple[str, list[Row]]]:
    """Every measure by family, precision and recall folded under their F."""
    groups: dict[str, list[Row]] = {}
    for family, main, under in everything():
        folded = tuple(
            _row(str(m), answer(state.case, state.measure(str(m))), not state.edited) for m in under
        )  # fmt: skip
        key = str(main)
        groups.setdefault(family, []).append(
            _row(key, answer(state.case, state.measure(key)), not state.edited, folded)
        )
    return list(groups.items())


def count_all() -> int:
    """How many rows the long table has."""
    return sum(1 + len(under) for _, _, under in everything())
