"""Findings of the Workbench and of Compare as tables for a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...measures import Measure
from ...model.case import Case, case_line
from ...publish.naming import provenance_line
from ...publish.tables import Cell, Heading, MeasuredQuantity, Table, TableOptions, decimal_text
from ...publish.tables.measured import case_links, decimals_of, table_of_values
from ...publish.tables.table import heading_arrow, one_line_text
from ..benchmark import BenchmarkRow
from ..disagree import Disagreement
from ..scatter import CasePoint, Scatter, case_counts_text, correlation_matrix
from ..sheets.k15_tables import differs_from_printed, printed_sign
from ..sheets.properties import Property
from ..sheets.signs import SIGNS, PropertyRow, Sheet


def signs_table(sheets: Sequence[Sheet], options: TableOptions) -> Table:
    """The signs of behaviour sheets: properties × measures; of one sheet alone with claims and what was tried."""
    rules = [row.rule for row in sheets[0].rows]
    findings = [[sheet.find(rule.key) for sheet in sheets] for rule in rules]
    headings = [Heading(str(sheet.measure), one_line_text(sheet.measure.label())) for sheet in sheets]
    cells = [[_sign_cell(*both) for both in zip(sheets, rows, strict=True)] for rows in findings]
    if len(sheets) == 1:
        headings = [Heading("claim", "claim"), Heading("sign", "sign"), *_TRIED]
        cells = [
            [Cell(None, rule.claim), *row, *_tried_cells(rows[0])]
            for rule, row, rows in zip(rules, cells, findings, strict=True)
        ]
    signs = {row.sign for rows in findings for row in rows if row is not None}
    measures = [sheet.measure for sheet in sheets]
    origin = f"{'; '.join(map(_direction_text, sheets))}. Random hierarchies of seed {sheets[0].seed}."
    return Table(
        _property_names(rules) if len(sheets) > 1 else [rule.name for rule in rules],
        headings,
        cells,
        [f"{provenance_line((), measures)} | {origin}", *(note for sheet in sheets for note in sheet.notes)],
        replace(options, measures_as="columns"),
        ("property", "measure"),
        [*(sentence for sign, sentence in SIGNS.items() if sign in signs), origin],
    )


def _direction_text(sheet: Sheet) -> str:
    """How the values of a measure are read, and on how many cases it failed."""
    failed = f", failed on {sheet.failed:,} cases" if sheet.failed else ""
    return f"{sheet.measure.label()}: {sheet.direction_text}{failed}"


def _property_names(properties: Sequence[Property]) -> list[str]:
    """The properties by name, with their claims where two share one."""
    every = [one.name for one in properties]
    return [one.name if every.count(one.name) == 1 else f"{one.name}: {one.claim}" for one in properties]


_TRIED = (Heading("trials", "trials"), Heading("on all", "on all"), Heading("classes a side", "classes a side"))


def _tried_cells(row: PropertyRow | None) -> list[Cell]:
    if row is None:
        return [Cell(None, "")] * len(_TRIED)
    # The heading says of what they are so many.
    many = re.sub(r"( of)? class(es)? a side$", "", row.rule.bases.per_side)
    return [Cell(row.tried, f"{row.tried}"), Cell(None, row.reach_text), Cell(None, many)]


def _sign_cell(sheet: Sheet, row: PropertyRow | None) -> Cell:
    """A sign, and the one that K15 prints where it is another."""
    if row is None:
        return Cell(None, "")
    printed = printed_sign(sheet.measure, row.rule.key)
    text = row.sign + (f" {row.evidence.class_count}" if row.evidence else "")
    if not printed:
        return Cell(None, text)
    if not differs_from_printed(row.sign, printed):
        return Cell(None, text, printed=printed, verdict="agrees")
    return Cell(None, text, printed=printed, verdict="differs", because="K15, Table 12.")


def benchmark_table(measures: Sequence[Measure], lines: Sequence[BenchmarkRow], options: TableOptions) -> Table:
    """The values of the benchmark: cases × measures."""
    points = (CasePoint(one.name, one.case, tuple(cell.result.value for cell in one.cells)) for one in lines)
    return values_table(Scatter(tuple(measures), tuple(points)), options)


def values_table(plot: Scatter, options: TableOptions) -> Table:
    """The values of many cases: cases × measures."""
    rows = [(one_line_text(point.name), point.case) for point in plot.points]
    values = [[point.values[j] for point in plot.points] for j in range(len(plot.measures))]
    return table_of_values(
        rows, [MeasuredQuantity(m) for m in plot.measures], values, replace(options, measures_as="columns")
    )


def correlations_table(plot: Scatter, options: TableOptions) -> Table:
    """The rank correlations of measures, measures × measures."""
    labels = [one_line_text(measure.label()) for measure in plot.measures]
    alike = correlation_matrix(plot)
    matrix = [[cell.value for cell in row] for row in alike]
    values = [value for row in matrix for value in row if value is not None]
    texts = (decimal_text(value, options.rounding, options.digits, options.fixed) for value in values)
    digits = max((len(text.partition(".")[2]) for text in texts), default=0)
    cells = [[Cell(value, decimal_text(value, options.rounding, digits, True)) for value in row] for row in matrix]
    note = f"Kendall’s τ-b over {case_counts_text(alike, len(plot.points))}; errors are turned."
    headings = [Heading(str(m), label) for m, label in zip(plot.measures, labels, strict=True)]
    cases = [(point.name, point.case) for point in plot.points]
    origin = provenance_line(cases if len(cases) <= 50 else (), plot.measures)
    columns = replace(options, measures_as="columns")
    return Table(labels, headings, cells, [origin], columns, ("measure", "measure"), [note, *plot.failures])


def disagreements_table(
    finds: Sequence[Disagreement],
    measures: tuple[Measure, Measure],
    question: str,
    first: int,
    options: TableOptions,
) -> Table:
    """The cases on which two measures part, a line each; those of one find share its number, `first` and on."""
    rows = [
        (f"{i}{'abc'[j] if len(one.cases) > 1 else ''}", case)
        for i, one in enumerate(finds, first)
        for j, case in enumerate(one.cases)
    ]
    quantities = [MeasuredQuantity(measure) for measure in measures]
    values = [[value for one in finds for value in one.values[side]] for side in (0, 1)]
    options = replace(options, measures_as="columns")
    places = decimals_of(quantities, values, options)
    cells = [
        [
            *(Cell(None, text) for text in _case_in_words(case)),
            *(Cell(v[i], decimal_text(v[i], options.rounding, d, True)) for v, d in zip(values, places, strict=True)),
        ]
        for i, (_, case) in enumerate(rows)
    ]
    headings = [Heading(word, word) for word in ("hierarchy", "true", "predicted")]
    headings += [Heading(str(m), one_line_text(m.label()), arrow=heading_arrow(m.better(), options)) for m in measures]
    origin = [provenance_line(rows, measures), *case_links(rows)]
    return Table([name for name, _ in rows], headings, cells, origin, options, ("case", "measure"), [f"{question}."])


def _case_in_words(case: Case) -> tuple[str, str, str]:
    """The hierarchy, the true and the predicted classes in words."""
    edges, *_ = case_line(case).split("; true ")
    true, predicted = (", ".join(sorted(side)) or "none" for side in (case.true, case.predicted))
    return one_line_text(edges), one_line_text(true), one_line_text(predicted)
