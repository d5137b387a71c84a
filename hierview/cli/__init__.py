"""Commands that need no browser: `hierview score`, `figure`, `table` and the rest, one file for each.

Each of these files has `add`, which declares its arguments, `run`, which does the work and gives the exit status, and
`EXAMPLES`, which its help shows.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..errors import HierviewError, extras
from ..version import __version__

COMMANDS = {
    "open": "what a file with a hierarchy holds, and what it is taken for",
    "score": "what the measures say of a case",
    "check": "all presets against the values published for them",
    "table": "what measures say of cases, as a table for a paper",
    "figure": "a picture of a case, for a paper",
    "paper": "deprecated: the example examples/k15, which rebuilds figures and tables of a paper",
    "behaviour": "what holds of a measure, with the smallest counterexamples",
    "disagree": "the smallest cases where two measures part",
    "benchmark": "measures on many cases, and how alike they order them",
    "study": "whole data sets: systems scored, ranked and compared",
    "explain-number": "why a printed number is another: how it was counted, or what a tool would print",
    "classify": "systems that use a hierarchy, learnt and compared",
    "lesson": "write lessons, and be told what is wrong with them by line",
    "app": "start the explorer in the browser",
    "site": "the explorer as a folder of static files, for any web server",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 1 for a difference found, 2 for a mistake in what was given."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character shows its number instead.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        try:
            if arguments[:1] in (["study"], ["explain-number"]):
                sizes = (os.path.getsize(path) for text in arguments if os.path.isfile(path := text.rpartition("=")[2]))
                os.environ.setdefault("HIERVIEW_BYTES", str(sum(sizes)))
            with extras():
                args = _parser(arguments).parse_args(arguments)
                status: int = args.run(args)
            return status
        finally:
            sys.stdout.flush()
    except HierviewError as error:
        return _mistake(str(error))
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        _leave_out_the_rest()
        return 0
    except OSError as error:
        if error.filename is not None:  # of a file, which is named where it is opened; a stream has no name
            raise
        _leave_out_the_rest()
        return _mistake(f"the output cannot be written: {error.strerror}")


def _mistake(sentence: str) -> int:
    with suppress(OSError):
        print(f"hierview: {sentence}", file=sys.stderr, flush=True)
    return 2


def _leave_out_the_rest() -> None:
    """Nothing more is written, not even what Python still holds when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(ArgumentParser):
    """A parser that does not hide that its help could not be written."""

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)


def _parser(arguments: Sequence[str]) -> ArgumentParser:
    """The parser. Of the commands, only the one that is asked for is loaded: what the others need takes a while."""
    parser = _Parser(prog="hierview", description="How wrong is a hierarchical prediction, and who says so?")
    parser.add_argument("--version", action="version", version=f"hierview {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, summary in COMMANDS.items():
        one = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=RawDescriptionHelpFormatter,
        )
        if name in arguments:
            command = import_module(f".{name.replace('-', '_')}", __name__)
            command.add(one)
            one.set_defaults(run=command.run)
            examples = "\n".join(["examples:", *(f"  hierview {line}" for line in command.EXAMPLES)])
            one.epilog = "\n\n".join(filter(None, [one.epilog, examples]))
    return parser
