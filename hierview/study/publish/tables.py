"""Tables of a study in every format of tables, and as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from ...publish.tables import Cell, Heading, Table, TableOptions, decimal_text
from ...publish.tables.table import heading_arrow, one_line_text
from ...version import __version__
from ..results.scores import Scores
from ..results.tables import StudyColumn, StudyTable, TableEntry
from ..study import Study

DIGITS = 3
P_DIGITS = 4


def study_signature(study: Study, scores: Scores | None) -> str:
    """One line that states all that the numbers of a study depend on."""
    contents = f"{len(study.data):,} instances, {len(study.data.runs)} systems {study.fingerprint}"
    if scores is None:
        return one_line_text(f"hierview {__version__} | scores of classes | {contents}")
    drawn_by = f"{scores.resamples:,} resamples, seed {scores.seed}"
    return one_line_text(f"hierview {__version__} | {'; '.join(scores.texts)} | {contents} | {drawn_by}")


def p_value_text(p: float | None) -> str:
    """The text of a p-value with four decimals; a smaller one is shown as less than the smallest.

    >>> p_value_text(0.04321), p_value_text(0.00002), p_value_text(None)
    ('0.0432', '<0.0001', '–')
    """
    if p is not None and p < 10**-P_DIGITS:
        return "<0.0001"
    return decimal_text(p, "round", P_DIGITS, True)


def entry_texts(entry: TableEntry, column: StudyColumn, options: TableOptions) -> tuple[str, str, str]:
    """The texts of an entry and of the ends of its interval; "" for an end that there is not."""
    if isinstance(entry.value, str):
        return one_line_text(entry.value), "", ""
    if column.kind == "p":
        return p_value_text(entry.value), "", ""
    whole = isinstance(entry.value, int)

    def text(value: float | None) -> str:
        return decimal_text(value, options.rounding, options.digits, options.fixed and not whole)

    ends = ("", "") if entry.low is None else (text(entry.low), text(entry.high))
    return text(entry.value), *ends


def table_for_paper(
    table: StudyTable, origin: Sequence[str], options: TableOptions, split_intervals: bool = False
) -> Table:
    """The table ready for a format. split_intervals: ends of intervals in columns of their own, for a spreadsheet."""
    headings: list[Heading] = []
    for column in table.columns:
        better = heading_arrow(column.better, options)
        headings.append(Heading(column.name, one_line_text(column.name), arrow=better, of=one_line_text(column.of)))
        if split_intervals and column.ends:
            headings += [
                Heading(f"{column.name} {end}", one_line_text(f"{column.name} {end}")) for end in ("low", "high")
            ]
    rows = [
        [
            cell
            for both in zip(row, table.columns, strict=True)
            for cell in _entry_cells(*both, options, split_intervals)
        ]
        for row in table.rows
    ]
    return Table(table.names, headings, rows, (*origin, table.title), options, (table.corner, ""), table.says)


def _entry_cells(entry: TableEntry, column: StudyColumn, options: TableOptions, split_intervals: bool) -> list[Cell]:
    value, low, high = entry_texts(entry, column, options)
    number = None if isinstance(entry.value, str) else entry.value
    best = entry.best and options.best
    if not (split_intervals and column.ends):
        return [Cell(number, f"{value} [{low}, {high}]".replace("-", "−") if low else value, best)]
    return [Cell(number, value, best), Cell(entry.low, low or "–"), Cell(entry.high, high or "–")]


def rows_of_text(table: StudyTable, digits: int = DIGITS) -> list[tuple[str, ...]]:
    """The table as rows of plain texts, the first with what the columns are."""
    return table_for_paper(table, (), TableOptions(digits=digits, fixed=True)).rows
