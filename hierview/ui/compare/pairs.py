"""Answers to two predictions, or under two settings, as rows of Compare's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...answers.answers import everything
from ...answers.compare import Difference, changes, compared_rows, differences, with_settings
from ...answers.conventions import as_in, what_changed
from ...explain import number
from ...languages import _
from ...markup.pages.compare import Pair
from ...measures import Measure, parse_measure
from ..explore.contents import row
from .state import CompareState

_Row = tuple[Measure, tuple[Measure, ...]]  # a measure with those that are folded under it


def short_pairs(state: CompareState) -> list[tuple[str, list[Pair]]]:
    """The headline answers of both cases, and those that show what the pair is about."""
    rows = _headline(state)
    groups = {"": rows}
    measures = _flat(rows)
    if further := tuple((measure, ()) for measure in _telling(state) if measure not in measures):
        groups[_("What else this pair shows")] = further
    return _table(state, groups)


def long_pairs(state: CompareState) -> list[tuple[str, list[Pair]]]:
    """Every measure by family, precision and recall folded under their F."""
    groups: dict[str, tuple[_Row, ...]] = {}
    for family, main, under in everything():
        groups[family] = (*groups.get(family, ()), (main, under))
    return _table(state, groups)


def shown_differences(state: CompareState) -> tuple[Difference, ...]:
    """Differences of both under the measures of the open table."""
    if state.table == "all":
        return _differences(state, _flat([(main, under) for _, main, under in everything()]))
    return _differences(state, tuple(dict.fromkeys((*_flat(_headline(state)), *_telling(state)))))


def _headline(state: CompareState) -> tuple[_Row, ...]:
    return compared_rows(state.case_a, state.case_a if state.same else state.case_b)


def _telling(state: CompareState) -> list[Measure]:
    """The measures that show what the pair is about."""
    return [] if state.same or state.pair is None else [parse_measure(text) for text in state.pair.measures]


def _flat(rows: Iterable[_Row]) -> list[Measure]:
    return [measure for main, under in rows for measure in (main, *under)]


def _table(state: CompareState, groups: Mapping[str, Sequence[_Row]]) -> list[tuple[str, list[Pair]]]:
    """Rows by their headings, all evaluated together."""
    flat = [measure for rows in groups.values() for measure in _flat(rows)]
    by_measure = dict(zip(flat, _differences(state, flat), strict=True))

    def pair(measure: Measure, under: tuple[Measure, ...] = ()) -> Pair:
        return _pair(by_measure[measure], state.same, tuple(map(pair, under)))

    return [(heading, [pair(*row) for row in rows]) for heading, rows in groups.items()]


def _differences(state: CompareState, measures: Sequence[Measure]) -> tuple[Difference, ...]:
    if not state.same:
        return differences(state.case_a, state.case_b, measures, measures, state.worse)
    settings = state.settings
    # The measures follow the paper as they stand, variants that a case wants shown included.
    other = with_settings(measures, default_cost=settings.default_cost, max_distance=settings.max_distance)
    if settings.convention != "paper":
        other = tuple(as_in(state.case_a, measure, settings.convention) for measure in other)
    return differences(state.case_a, state.case_a, measures, other)


def _pair(difference: Difference, same: bool, below: tuple[Pair, ...] = ()) -> Pair:
    key = str(difference.a.measure)
    a, b = row(key, difference.a, True), row(key, difference.b, True)
    if a.of == b.of:  # the greatest value is of interest where it differs
        a, b = replace(a, of=""), replace(b, of="")
    says = what_changed(difference.a.result, difference.b.result) if same else difference.says
    change = ", ".join(changes(difference.a.measure, difference.b.measure))
    return Pair(a, b, signed(difference.difference), difference.verdict, says, change, below)


def signed(difference: float | None) -> str:
    """A difference with its sign.

    >>> signed(-0.2), signed(3.0), signed(0.0), signed(None)
    ('−0.2', '+3', '0', '–')
    """
    text = number(difference)
    return f"+{text}" if difference is not None and difference > 0 else text.replace("-", "−")
