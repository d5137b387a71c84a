"""Hierarchies of every shape in a shell: the choices as options, and a line on stderr on what was guessed."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import CaseError
from ..formats import read_file
from ..formats.edgelist import CSV, LARGEST_FILE, TSV, read_csv, read_edges
from ..formats.hierarchies import SHAPES, Guess, Opened, open_hierarchy, open_named
from ..formats.hierarchies.source import LARGEST

# Choices that are options: their name among the arguments is that of the choice, `shape` apart.
_TAKEN = ("shape", "separator", "direction", "encoding", "header", "identity", "language")
_KEPT = ("relations", "roots", "obsolete", "cut_cycles", "skip")


def add_choices(parser: ArgumentParser) -> None:
    """Declare what a hierarchy may be taken for, in the place of what is guessed."""
    group = parser.add_argument_group("a hierarchy's file", "each takes the place of a guess, which stderr tells")
    keys = [shape.key for shape in SHAPES]
    group.add_argument("--as", dest="shape", choices=keys, metavar="SHAPE", help=f"one of {', '.join(keys)}")
    group.add_argument("--separator", metavar="S", help="what parts cells or names: TAB, comma, ' > ' and others")
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
    """The choices that were made."""
    given = {name: value for name in (*_TAKEN, *_KEPT) if (value := getattr(args, name)) not in (None, False)}
    if "direction" in given:
        given["direction"] = given["direction"].replace("-", " ")
    if "header" in given:
        given["header"] = given["header"] == "yes"
    if args.no_isolated:
        given["isolated"] = False
    return given


def opened_hierarchy(path: str, args: Namespace) -> Opened:
    """The hierarchy in a file; a line on stderr says what it was guessed to be, and further ones what was left out."""
    data = read_file(path, LARGEST)
    choices = _choices(args)
    labels = Path(args.labels) if args.labels else None
    found = _edge_list(data, path, choices, labels)
    told = found.guess.notes if found is not None else ()
    if found is None:
        found = open_named(data, path, labels, **choices)
        told = (found.guess.sentence(), *found.guess.notes)
    for text in told:
        print(f"{path}: {text}", file=sys.stderr)
    return found


def _edge_list(data: bytes, path: str, choices: dict[str, Any], labels: Path | None) -> Opened | None:
    """The hierarchy of a plain edge list, whose ending says that parents come first; None for any other file.

    Names there are whatever stands in a cell, so that nothing of it is guessed.
    """
    lower = path.lower()
    ours = lower.endswith((*TSV.endings, *CSV.endings)) and len(data) <= LARGEST_FILE
    if choices or labels or not ours:
        return None
    try:
        guess: Guess | None = open_named(data, path).guess
    except CaseError:
        guess = None
    if guess is not None and (guess.shape != "pairs" or guess.header):
        return None
    try:
        found = open_hierarchy((read_csv if lower.endswith(CSV.endings) else read_edges)(data, path))
    except CaseError:
        if guess is None:
            raise
        return None
    turned = guess is not None and guess.direction == "child first"
    notes = ("Second cells look like parents: --direction child-first reads them so.",) * turned
    told = replace(found.guess, shape="pairs", title="an edge list", direction="parent first", notes=notes)
    return replace(found, guess=told)
