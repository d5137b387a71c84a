"""`hierview benchmark`: measures on many cases, and how alike they order them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence

from ...answers.answers import text_table
from ...cli.options.named import WHERE, ending_processes, parse_measures
from ...cli.options.output import print_json
from ...cli.options.tabled import add_table_options, table_options_asked, write_tables
from ...errors import HierviewError
from ...explain import number
from ...formats import read_file
from ...model.case import Case
from ..benchmark import LARGEST_ARCHIVE, read_folder, read_zip
from ..publish.findings import correlations_table, values_table
from ..scatter import (
    Correlation,
    Scatter,
    case_counts_text,
    correlation_matrix,
    preset_cases,
    random_case_set,
    scatter_values,
)

EXAMPLES = (
    "benchmark my.py hF LCaF --cases my-cases/",
    "benchmark my.py hF --random 1000",
    "benchmark hF GIE --no-rows -o tau.tex",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("measures", nargs="+", metavar="MEASURE", help=WHERE)
    parser.add_argument("--cases", default="", metavar="FOLDER", help="a folder or a ZIP archive; default: the presets")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="so many random ones instead, of one root")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rows",
        action=BooleanOptionalAction,
        help="the value on every case, too (default: unless they are random); in a table instead of the correlations",
    )
    parser.add_argument("--json", action="store_true", help="values and correlations as JSON")
    add_table_options(parser)


def run(args: Namespace) -> int:
    """Print the values of measures on cases, and how alike the measures order them."""
    if not 0 <= args.random <= 100_000:
        raise HierviewError(f"--random {args.random} is not accepted; a number from 1 to 100,000 is")
    cases = benchmark_cases(args.cases, args.random, args.seed)
    every_row = not args.random if args.rows is None else args.rows
    options = table_options_asked(args)
    with ending_processes():
        points = scatter_values(parse_measures(args.measures), cases)
    if options is not None:
        return write_tables(args, (values_table if every_row else correlations_table)(points, options))
    alike = correlation_matrix(points)
    if args.json:
        print_json(
            {
                "measures": [str(m) for m in points.measures],
                "cases": {point.name: list(point.values) for point in points.points},
                "kendall_tau_b": [[correlation.value for correlation in row] for row in alike],
                "failures": list(points.failures),
            }
        )
    else:
        _print_table(points, alike, every_row)
    return 0


def benchmark_cases(source: str, how_many: int, seed: int) -> tuple[tuple[str, Case], ...]:
    """The cases in a folder or a ZIP archive, so many random ones, or the presets."""
    if how_many:
        return random_case_set(how_many, seed)
    if not source:
        return preset_cases()
    cases = (
        read_zip(read_file(source, LARGEST_ARCHIVE), source) if source.lower().endswith(".zip") else read_folder(source)
    )
    for sentence in cases.failures:
        print(f"hierview: {sentence}", file=sys.stderr)
    return cases.cases


def _print_table(points: Scatter, alike: Sequence[Sequence[Correlation]], every_row: bool) -> None:
    labels = [m.label() for m in points.measures]
    if every_row:
        rows = [("", *labels), *((point.name, *map(number, point.values)) for point in points.points)]
        print(text_table(rows, "<" + ">" * len(labels)) + "\n")
    print(
        f"Rank correlations over {case_counts_text(alike, len(points.points))}, Kendall's tau-b; errors are turned.\n"
    )
    rows = [("", *labels)]
    rows += [(label, *(number(one.value) for one in row)) for label, row in zip(labels, alike, strict=True)]
    print("\n\n".join([text_table(rows, "<" + ">" * len(labels)), *points.failures]))
