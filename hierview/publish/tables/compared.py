"""Answers to two predictions as a table for a paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...answers.answers import Answer
from ...answers.compare import AnswerDifference
from ...model.case import Case
from ..naming import provenance_line
from . import Cell, Heading, MeasuredQuantity, Table, TableOptions, decimal_text
from .measured import case_links, decimals_of
from .table import heading_arrow, one_line_text, value_cell


def comparison_table(
    cases: Sequence[tuple[str, Case]], differences: Sequence[AnswerDifference], options: TableOptions
) -> Table:
    """Answers to two predictions: both values, their difference, and which is better."""
    quantities = [MeasuredQuantity(one.a.measure) for one in differences]
    values = [[one.a.result.value, one.b.result.value, one.difference] for one in differences]
    places = decimals_of(quantities, values, replace(options, measures_as="rows"))
    cells = [
        [
            _answer_cell(one.a, digits, options, one.worse == "b"),
            _answer_cell(one.b, digits, options, one.worse == "a"),
            Cell(one.difference, decimal_text(one.difference, options.rounding, digits, True)),
            Cell(None, one.says),
        ]
        for one, digits in zip(differences, places, strict=True)
    ]
    labels = [
        one_line_text(f"{one.a.measure.label()} {heading_arrow(one.a.measure.better(), options)}".strip())
        for one in differences
    ]
    names = [f"{side}: {name}" for side, (name, _) in zip("AB", cases, strict=True)]
    headings = [Heading(text, one_line_text(text)) for text in (*names, "B − A", "verdict")]
    measures = dict.fromkeys(m for one in differences for m in (one.a.measure, one.b.measure))
    says = ["Bold: the better one; nothing is bold where A and B tie."] * options.best
    sides = [(name, case) for name, (_, case) in zip(names, cases, strict=True)]
    origin = [provenance_line(cases, measures), *case_links(sides)]
    columns = replace(options, measures_as="columns")
    return Table(labels, headings, cells, origin, columns, ("measure", "prediction"), says)


def _answer_cell(answer: Answer, digits: int, options: TableOptions, better: bool) -> Cell:
    value = answer.result.value
    text = decimal_text(value, options.rounding, digits, True)
    return value_cell(value, text, better and options.best, answer.printed)
