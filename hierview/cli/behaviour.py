"""`hierview behaviour`: what holds of a measure and what does not, with the smallest counterexamples."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from ..publish.findings import signs_table
from ..workbench.behaviour import sheet
from ..workbench.report import sheet_data, sheet_text
from ..workbench.stages import Budget
from .named import WHERE, measures_of, own_processes
from .output import clearing, print_json, show_progress
from .tabled import add_table, asks_for_table, write_table

EXAMPLES = ("behaviour my.py", "behaviour my.py -o signs.tex", "behaviour 'Formula(\"2 * both / (P + T)\")' --json")


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("measure", metavar="MEASURE", help=WHERE)
    parser.add_argument("--up-to", type=int, metavar="N", help="up to N classes (default: what belongs to each row)")
    parser.add_argument("--trials", type=int, metavar="N", help="at most N trials a row (default: all)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random cases (default: 1)")
    parser.add_argument("--json", action="store_true", help="the sheet and its cases as JSON")
    add_table(parser)


def run(args: Namespace) -> int:
    """Print the behaviour sheets of the measures that a text or a file names."""
    tabled = asks_for_table(args)
    with own_processes(), clearing():
        budget = Budget(up_to=args.up_to, trials=args.trials, seed=args.seed)
        made = [sheet(measure, budget, show_progress) for measure in measures_of([args.measure])]
    if tabled:
        return write_table(args, lambda options: signs_table(made, options))
    if args.json:
        data = [_evidence_where_there_is(sheet_data(one)) for one in made]
        print_json(data if len(data) > 1 else data[0])
    else:
        print("\n\n".join(map(sheet_text, made)))
    return 0


def _evidence_where_there_is(data: dict[str, Any]) -> dict[str, Any]:
    """The sheet with the key `evidence` only where a property has some."""
    rows = [{key: row[key] for key in row if key != "evidence" or row[key]} for row in data["properties"]]
    return data | {"properties": rows}
