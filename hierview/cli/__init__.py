"""The same work without a browser: `hierview score`, `figure`, `table` and the rest, one file for each command.

Each of these files has `add`, which declares its arguments, and `run`, which does the work and gives the exit status.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from .. import __version__
from ..errors import HierviewError

COMMANDS = {
    "score": "what the measures say of a case",
    "check": "all presets against the values published for them",
    "table": "what measures say of cases, as a table for a paper",
    "figure": "a picture of a case, for a paper",
    "paper": "the figures and tables of Kosmopoulos et al. 2015, rebuilt, as LaTeX",
    "behaviour": "what holds of a measure, with the smallest counterexamples",
    "disagree": "the smallest cases where two measures part",
    "benchmark": "measures on many cases, and how alike they order them",
    "app": "start the explorer in the browser",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 1 for a difference found, 2 for a mistake in what was given."""
    given = list(sys.argv[1:] if argv is None else argv)
    args = _parser(given).parse_args(given)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character shows its number instead.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        return args.run(args)
    except HierviewError as error:
        print(f"hierview: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """The parser. Of the commands, only the one that is asked for is loaded: what the others need takes a while."""
    parser = argparse.ArgumentParser(
        prog="hierview", description="How wrong is a hierarchical prediction, and who says so?"
    )
    parser.add_argument("--version", action="version", version=f"hierview {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, told in COMMANDS.items():
        one = commands.add_parser(name, help=told)
        if name in given:
            command = import_module(f".{name}", __name__)
            command.add(one)
            one.set_defaults(run=command.run)
    return parser
