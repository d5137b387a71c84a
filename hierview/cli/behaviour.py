"""`hierview behaviour`: what holds of a measure and what does not, with the smallest counterexamples."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..workbench.behaviour import Budget, sheet
from ..workbench.foreign import close_all
from ..workbench.told import sheet_data, sheet_text
from .named import measures_of
from .output import clear, heard, print_json


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("measure", metavar="MEASURE|my.py", help="a measure's text, or a Python file with measures")
    parser.add_argument("--seconds", type=float, default=45, metavar="N", help="after these it stops (default: 45)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random cases (default: 1)")
    parser.add_argument("--json", action="store_true", help="the sheet and its cases as JSON")


def run(args: Namespace) -> int:
    """Print the behaviour sheets of the measures that a text or a file names."""
    try:
        made = []
        for measure in measures_of(args.measure):
            told = heard(lambda progress: f"{progress.done:4.0%} {progress.doing}")
            made.append(sheet(measure, Budget(seed=args.seed, seconds=args.seconds), told))
    finally:
        clear()
        close_all()
    if args.json:
        data = [sheet_data(one) for one in made]
        print_json(data if len(data) > 1 else data[0])
    else:
        print("\n\n".join(map(sheet_text, made)))
    return 0
