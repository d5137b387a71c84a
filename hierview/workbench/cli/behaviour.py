"""`hierview behaviour`: what holds of a measure and what does not, with the smallest counterexamples."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...cli.options.named import WHERE, ending_processes, parse_measures
from ...cli.options.output import clear_progress, print_json, show_progress
from ...cli.options.tabled import add_table_options, screen_table_text, table_options_asked, write_tables
from ...publish.tables import TableOptions
from ..publish.findings import signs_table
from ..sheets.behaviour import Budget, behaviour_sheet
from ..sheets.report import sheet_data, sheet_text

EXAMPLES = ("behaviour my.py", "behaviour my.py hF MGIA -o signs.tex", "behaviour 'Formula(\"both / P\")' --json")


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("measures", nargs="+", metavar="MEASURE", help=f"{WHERE}; of several, a table comes first")
    parser.add_argument("--up-to", type=int, metavar="N", help="up to N classes (default: what belongs to each row)")
    parser.add_argument("--trials", type=int, metavar="N", help="at most N trials a row (default: all)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random cases (default: 1)")
    parser.add_argument("--json", action="store_true", help="the sheet and its cases as JSON")
    add_table_options(parser)


def run(args: Namespace) -> int:
    """Print the behaviour sheets of the measures that a text or a file names."""
    options = table_options_asked(args)
    with ending_processes(), clear_progress():
        budget = Budget(up_to=args.up_to, trials=args.trials, seed=args.seed)
        sheets = [
            behaviour_sheet(measure, budget, show_progress) for measure in dict.fromkeys(parse_measures(args.measures))
        ]
    if options is not None:
        return write_tables(args, signs_table(sheets, options))
    if args.json:
        data = list(map(sheet_data, sheets))
        print_json(data if len(data) > 1 else data[0])
    else:
        together = [screen_table_text(signs_table(sheets, TableOptions()))] if len(sheets) > 1 else []
        print("\n\n".join([*together, *map(sheet_text, sheets)]))
    return 0
