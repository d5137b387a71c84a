"""Commands that need no browser: `hierview score`, `figure`, `table` and the rest; those of flats stand in theirs.

Each file has `add`, which declares its arguments, `run`, which does the work and gives the exit status, and
`EXAMPLES`, which its help shows.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from typing import Any

from ..errors import HierviewError, extras
from ..flats import Flat, flat_with, flats
from ..version import __version__

COMMANDS = {
    "open": "what a file with a hierarchy holds, and what it is taken for",
    "score": "what the measures say of a case",
    "check": "all presets against the values published for them",
    "table": "what measures say of cases, as a table for a paper",
    "figure": "a picture of a case, for a paper",
    "paper": "deprecated: the example examples/k15, which rebuilds figures and tables of a paper",
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
            with extras():
                args = _make_parser(arguments).parse_args(arguments)
                status: int = args.run(args)
            return status
        finally:
            sys.stdout.flush()
    except HierviewError as error:
        return _print_mistake(str(error))
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        _discard_output()
        return 0
    except OSError as error:
        if error.filename is not None:  # of a file, which is named where it is opened; a stream has no name
            raise
        _discard_output()
        return _print_mistake(f"the output cannot be written: {error.strerror}")


def _print_mistake(sentence: str) -> int:
    with suppress(OSError):
        print(f"hierview: {sentence}", file=sys.stderr, flush=True)
    return 2


def _discard_output() -> None:
    """Discard all further output, also what Python still holds in its buffer when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _CommandParser(ArgumentParser):
    """A parser that does not hide that its help could not be written."""

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)


def _make_parser(arguments: Sequence[str]) -> ArgumentParser:
    """The parser of arguments. Only the command that is asked for is loaded: what the others need takes a while."""
    parser = _CommandParser(prog="hierview", description="How wrong is a hierarchical prediction, and who says so?")
    parser.add_argument("--version", action="version", version=f"hierview {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    asked, summaries, flat = _asked_command(arguments)
    for name, summary in summaries.items():
        one = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=RawDescriptionHelpFormatter,
        )
        if name == asked:
            module = name.replace("-", "_")
            command = import_module(f".{module}", __name__) if flat is None else flat.load(f"cli.{module}")
            command.add(one)
            one.set_defaults(run=command.run)
            examples = "\n".join(["examples:", *(f"  hierview {line}" for line in command.EXAMPLES)])
            one.epilog = "\n\n".join(filter(None, [one.epilog, examples]))
    return parser


def _announce_file_sizes(arguments: Sequence[str], labels: tuple[str, ...]) -> None:
    """Tell kernels, before they are loaded, how many bytes all files have, and those after the options of labels."""
    sizes = {text: os.path.getsize(path) for text in arguments if os.path.isfile(path := text.rpartition("=")[2])}
    os.environ.setdefault("HIERVIEW_BYTES", str(sum(sizes.values())))
    named = [b for a, b in pairwise(["", *arguments]) if a in labels or (b.startswith(labels) and b not in labels)]
    if named and sizes.keys() >= {*named}:  # else labels come from elsewhere, and may be any number
        os.environ.setdefault("HIERVIEW_LABEL_BYTES", str(sum(map(sizes.__getitem__, named))))


def _asked_command(arguments: Sequence[str]) -> tuple[str, dict[str, str], Flat | None]:
    """The command that is asked for, the commands to choose from with their summaries, and the flat that brings it.

    Where a command of the core is asked for, no flat is looked for.
    """
    asked = next((text for text in arguments if not text.startswith("-")), "")
    if asked in COMMANDS:
        return asked, COMMANDS, None
    flat = flat_with("commands", asked)
    if flat is not None and asked in flat.sized:
        _announce_file_sizes(arguments, tuple(flat.sized[asked]))
    return asked, COMMANDS | {name: told for flat in flats() for name, told in flat.commands.items()}, flat
