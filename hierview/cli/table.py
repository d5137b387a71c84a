"""`hierview table`: what measures say of cases, as a table for a paper."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from pathlib import Path

from ..answers.answers import headline_measures
from ..errors import MeasureError
from ..model.case import Case
from ..own.foreign import Failure, ForeignMeasure
from ..publish.files import load_case
from ..publish.table_formats import TABLE_FORMATS
from ..publish.tables import MeasuredQuantity, Table, table_of
from .options.named import A_CASE, WHERE, ending_processes, parse_measures
from .options.tabled import add_latex_options, table_format_key, table_options, write_tables

EXAMPLES = (
    "table 11a 11b -o table.tex",
    "table 11a 11b --measure hF --measure MGIA.f_error --printed none -o table.md",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("cases", nargs="+", metavar="CASE", help=f"{A_CASE}; one or more")
    parser.add_argument(
        "--measure", action="append", metavar="MEASURE", help=f"{WHERE}; or a part, such as MGIA.f_error"
    )
    parser.add_argument("--format", choices=list(TABLE_FORMATS), help="default: as the file's name says, else latex")
    parser.add_argument("--measures-as", choices=("rows", "columns"), default="rows")
    parser.add_argument("--rounding", choices=("round", "truncate"), default="round")
    parser.add_argument("--digits", type=int, default=2, help="decimals, 0 to 6")
    parser.add_argument("--fixed", action="store_true", help="0.50, not 0.5")
    parser.add_argument("--printed", choices=("none", "differing", "all"), default="differing")
    for flag in ("--best", "--arrows"):
        parser.add_argument(flag, action=BooleanOptionalAction, default=True)
    for flag in ("--units", "--symbols"):
        parser.add_argument(flag, action="store_true")
    add_latex_options(parser)
    parser.add_argument("-o", "--output", type=Path, help="a file to write instead of the screen")


def run(args: Namespace) -> int:
    """Write a table of measures and cases."""
    table_format_key(args)  # what cannot be written is told before any work
    cases = [(Path(text).stem, load_case(text)) for text in args.cases]
    options = table_options(args)
    with ending_processes():
        if args.measure:
            quantities = [quantity for text in args.measure for quantity in parse_quantities(text)]
        else:
            quantities = [
                MeasuredQuantity(m) for m in dict.fromkeys(m for _, case in cases for m in headline_measures(case))
            ]
        table = table_of(cases, quantities, options)
        _print_failures(table, quantities, cases)
    return write_tables(args, table)


def _print_failures(table: Table, quantities: Sequence[MeasuredQuantity], cases: Sequence[tuple[str, Case]]) -> None:
    """Say where a measure failed, once for each; in the table its cells are empty."""
    for column, quantity in zip(zip(*table.cells, strict=True), quantities, strict=True):
        empty = [case for cell, (_, case) in zip(column, cases, strict=True) if cell.value is None]
        results = (quantity.measure.evaluate(case) for case in empty if isinstance(quantity.measure, ForeignMeasure))
        if failed := next((result for result in results if isinstance(result.witness, Failure)), None):
            print(f"hierview: {failed.notes[-1]}", file=sys.stderr)


def parse_quantities(text: str) -> list[MeasuredQuantity]:
    """The quantities that a text names: measures, or with `.part` a part of them."""
    try:
        return [MeasuredQuantity(measure) for measure in parse_measures([text])]
    except MeasureError:
        before, _, part = text.rpartition(".")
        if not before or not part.isidentifier() or part == "py":
            raise
    return [MeasuredQuantity(measure, part) for measure in parse_measures([before])]
