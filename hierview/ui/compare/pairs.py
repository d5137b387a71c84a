"""Answers to two predictions, or under two settings, as rows of Compare's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...answers.answers import rows_with_families
from ...answers.compare import AnswerDifference, answer_differences, compared_rows, parameter_changes, with_settings
from ...answers.conventions import change_sentence, with_convention
from ...explain import number
from ...languages import _
from ...markup.pages.compare import ComparedRow
from ...measures import Measure, parse_measure
from ..explore.contents import answer_row
from .state import CompareState

_Row = tuple[Measure, tuple[Measure, ...]]  # a measure with those that are folded under it


def short_table_pairs(state: CompareState) -> list[tuple[str, list[ComparedRow]]]:
    """The headline answers of both cases, and those that show what the pair is about."""
    rows = _headline_measures(state)
    groups = {"": rows}
    measures = _unfolded_measures(rows)
    if further := tuple((measure, ()) for measure in _telling_measures(state) if measure not in measures):
        groups[_("What else this pair shows")] = further
    return _compared_groups(state, groups)


def long_table_pairs(state: CompareState) -> list[tuple[str, list[ComparedRow]]]:
    """Every measure by family, precision and recall folded under their F."""
    groups: dict[str, tuple[_Row, ...]] = {}
    for family, main, under in rows_with_families():
        groups[family] = (*groups.get(family, ()), (main, under))
    return _compared_groups(state, groups)


def shown_differences(state: CompareState) -> tuple[AnswerDifference, ...]:
    """Differences of both under the measures of the open table."""
    if state.table == "all":
        return _answer_differences(
            state, _unfolded_measures([(main, under) for _, main, under in rows_with_families()])
        )
    return _answer_differences(
        state, tuple(dict.fromkeys((*_unfolded_measures(_headline_measures(state)), *_telling_measures(state))))
    )


def _headline_measures(state: CompareState) -> tuple[_Row, ...]:
    return compared_rows(state.case_a, state.case_a if state.same else state.case_b)


def _telling_measures(state: CompareState) -> list[Measure]:
    """The measures that show what the pair is about."""
    return [] if state.same or state.pair is None else [parse_measure(text) for text in state.pair.measures]


def _unfolded_measures(rows: Iterable[_Row]) -> list[Measure]:
    return [measure for main, under in rows for measure in (main, *under)]


def _compared_groups(state: CompareState, groups: Mapping[str, Sequence[_Row]]) -> list[tuple[str, list[ComparedRow]]]:
    """The rows of Compare's table in groups by heading, all measures evaluated together."""
    flat = [measure for rows in groups.values() for measure in _unfolded_measures(rows)]
    by_measure = dict(zip(flat, _answer_differences(state, flat), strict=True))

    def pair(measure: Measure, under: tuple[Measure, ...] = ()) -> ComparedRow:
        return _compared_row(by_measure[measure], state.same, tuple(map(pair, under)))

    return [(heading, [pair(*row) for row in rows]) for heading, rows in groups.items()]


def _answer_differences(state: CompareState, measures: Sequence[Measure]) -> tuple[AnswerDifference, ...]:
    if not state.same:
        return answer_differences(state.case_a, state.case_b, measures, measures, state.worse)
    settings = state.settings
    # The measures follow the paper as they stand, variants that a case wants shown included.
    other = with_settings(measures, default_cost=settings.default_cost, max_distance=settings.max_distance)
    if settings.convention != "paper":
        other = tuple(with_convention(state.case_a, measure, settings.convention) for measure in other)
    return answer_differences(state.case_a, state.case_a, measures, other)


def _compared_row(difference: AnswerDifference, same: bool, below: tuple[ComparedRow, ...] = ()) -> ComparedRow:
    key = str(difference.a.measure)
    a, b = answer_row(key, difference.a, True), answer_row(key, difference.b, True)
    if a.of == b.of:  # the greatest value is of interest where it differs
        a, b = replace(a, of=""), replace(b, of="")
    says = change_sentence(difference.a.result, difference.b.result) if same else difference.says
    change = ", ".join(parameter_changes(difference.a.measure, difference.b.measure))
    return ComparedRow(a, b, signed_number(difference.difference), difference.verdict, says, change, below)


def signed_number(difference: float | None) -> str:
    """A difference with its sign.

    >>> signed_number(-0.2), signed_number(3.0), signed_number(0.0), signed_number(None)
    ('−0.2', '+3', '0', '–')
    """
    text = number(difference)
    return f"+{text}" if difference is not None and difference > 0 else text.replace("-", "−")
