"""`hierview table`: what measures say of cases, as a table for a paper."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from pathlib import Path

from ..tables import WRITERS, export_table
from .output import write_out


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("cases", nargs="+", metavar="CASE", help="case files, or presets such as 11a")
    parser.add_argument("--measure", action="append", metavar="TEXT", help="a measure, or a part such as MGIA.f_error")
    parser.add_argument("--format", choices=list(WRITERS), default="latex")
    parser.add_argument("--measures-as", choices=("rows", "columns"), default="rows")
    parser.add_argument("--rounding", choices=("round", "truncate"), default="round")
    parser.add_argument("--digits", type=int, default=2, help="decimals, 0 to 6")
    parser.add_argument("--fixed", action="store_true", help="0.50, not 0.5")
    parser.add_argument("--printed", choices=("none", "differing", "all"), default="differing")
    for flag in ("--best", "--arrows"):
        parser.add_argument(flag, action=BooleanOptionalAction, default=True)
    for flag in ("--units", "--symbols"):
        parser.add_argument(flag, action="store_true")
    for flag in ("--caption", "--label"):
        parser.add_argument(flag, default="")
    parser.add_argument("-o", "--output", type=Path, help="a file to write instead of the screen")


def run(args: Namespace) -> int:
    """Write a table of measures and cases."""
    return write_out(args.output, export_table(args))
