"""Hierarchies of every shape in a shell: the choices as options, and a line on stderr on what was guessed."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from ...errors import CaseError
from ...formats import read_file
from ...formats.hierarchies import SHAPES, Opened, open_file
from ...formats.hierarchies.readings import question
from ...formats.hierarchies.source import LARGEST
from ...formats.hierarchies.tables.pair_lines import TURNED

# Choices that are options: their name among the arguments is that of the choice, `shape` apart.
_TAKEN = ("shape", "read_as", "separator", "path_separator", "direction", "encoding", "header", "identity", "language")
_KEPT = ("relations", "roots", "obsolete", "cut_cycles", "skip")


def add_choices(parser: ArgumentParser) -> None:
    """Declare what a hierarchy may be taken for, in the place of what is guessed."""
    group = parser.add_argument_group("a hierarchy's file", "each takes the place of a guess, which stderr tells")
    keys = [shape.key for shape in SHAPES]
    group.add_argument("--as", dest="shape", choices=keys, metavar="SHAPE", help=f"one of {', '.join(keys)}")
    group.add_argument("--read-as", metavar="ROLE=HEAD,…", help="columns or keys: parent=, id=, path=, children=, …")
    group.add_argument("--separator", metavar="S", help="what parts cells or names: TAB, comma, ' > ' and others")
    group.add_argument("--path-separator", metavar="S", help="what parts the names of a path that stands in a cell")
    group.add_argument("--direction", choices=("parent-first", "child-first"), help="which end of an edge comes first")
    group.add_argument("--header", choices=("yes", "no"), help="whether the first line names columns")
    group.add_argument("--encoding", metavar="NAME", help="such as utf-8 or cp1252")
    group.add_argument("--relation", dest="relations", action="append", metavar="R", help="such as part_of; repeatable")
    group.add_argument("--below", dest="roots", action="append", metavar="CLASS", help="only these classes and below")
    group.add_argument("--obsolete", action="store_true", help="keep obsolete terms")
    group.add_argument("--no-isolated", action="store_true", help="leave out classes without an edge")
    group.add_argument("--identity", choices=("code", "name"), help="what a class of a list of codes is")
    group.add_argument("--cut-cycles", action="store_true", help="leave out the edge that closes each cycle")
    group.add_argument("--skip", action="store_true", help="leave out lines that are not accepted")
    group.add_argument("--labels", metavar="FILE", help="labels of classes: lines id=name or id TAB name")
    group.add_argument("--language", metavar="XX", help="whose labels are shown first")


def _choices(args: Namespace) -> dict[str, Any]:
    choices = {name: value for name in (*_TAKEN, *_KEPT) if (value := getattr(args, name)) not in (None, False)}
    if "direction" in choices:
        choices["direction"] = choices["direction"].replace("-", " ")
    if "header" in choices:
        choices["header"] = choices["header"] == "yes"
    if args.no_isolated:
        choices["isolated"] = False
    return choices


def opened_hierarchy(path: str, args: Namespace) -> Opened:
    """The hierarchy in a file; a line on stderr says what it was guessed to be, and further ones what was left out."""
    data = read_file(path, LARGEST)
    choices = _choices(args)
    labels = Path(args.labels) if args.labels else None
    try:
        reading = open_file(data, path, labels, **choices)
    except CaseError as error:
        raise _in_the_shell(error, path) from None
    sentences = (reading.guess.sentence(), *reading.guess.notes)
    if TURNED in sentences:
        sentences = (f"{TURNED[:-1]}: --direction child-first reads them so.",)
    for text in sentences:
        print(f"{path}: {text}", file=sys.stderr)
    return reading


def _in_the_shell(error: CaseError, path: str) -> CaseError:
    """A question with the commands that answer it; any other error as it is."""
    if not error.readings:
        return error
    why = str(error).partition("\n")[0]
    return question(
        why, error.readings, error.guess, lambda reading: f"hierview open {shlex.quote(path)} {reading.options()}"
    )
