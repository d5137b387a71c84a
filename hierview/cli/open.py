"""`hierview open`: what a file with a hierarchy holds, and what it is taken for."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from ..answers.answers import text_table
from ..formats import WHOLE
from ..formats.hierarchies import Guess
from ..formats.losses import counted_text
from ..model.case import Draft
from ..model.hierarchy import Hierarchy
from .options.hierarchies import add_reading_options, open_reported_hierarchy
from .options.output import chosen_format, write_out

EXAMPLES = (
    "open go.obo --relation is_a --relation part_of",
    "open list.csv --direction child-first --labels names.txt",
    "open taxonomy.txt --as paths --separator ' > ' -o taxonomy.tsv",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", help="a file with a hierarchy, of any shape; gzip and ZIP too")
    add_reading_options(parser)
    parser.add_argument("--find", metavar="TEXT", help="list the classes whose id or label holds it")
    parser.add_argument("--json", action="store_true", help="what it is taken for as JSON")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the hierarchy; the ending says how")


def run(args: Namespace) -> int:
    """Print what a file is taken for, and write it in another format."""
    file = open_reported_hierarchy(args.file, args, others=True)
    h = file.hierarchy
    if args.json:
        print(json.dumps(asdict(file.guess) | {"given": sorted(file.guess.given), "cut": file.cut}, indent=1))
    elif args.find is not None:
        for c in h.labels.search(args.find, h.classes):
            print("\t".join(filter(None, (c, h.labels.of(c)))))
    elif not args.output:
        _print_guess(file.guess)
    return _write_hierarchy(h, args.output) if args.output else 0


def _write_hierarchy(h: Hierarchy, output: Path) -> int:
    """Write a hierarchy, and say on stderr what is lost."""
    form = WHOLE[chosen_format(output, None, {form.endings[0]: (key,) for key, form in WHOLE.items()})]
    for lost in form.losses(Draft(h)):
        print(f"{output}: {lost}", file=sys.stderr)
    return write_out(output, form.file_content(Draft(h)))


def _print_guess(guess: Guess) -> None:
    """The first rows as they were parted, and what they give."""
    things = counted_text(guess.classes, "class", "classes"), counted_text(guess.edges, "edge", "edges")
    print(*things, f"{guess.isolated:,} without an edge", counted_text(guess.labels, "label", "labels"), sep=", ")
    more = ", …" if guess.root_count > len(guess.roots) else ""
    print(f"{counted_text(guess.root_count, 'root', 'roots')}: {', '.join(guess.roots)}{more}")
    for name, n, used in guess.relations:
        print(f"{n:,} edges {name}, {'read' if used else 'left out'}")
    wide = max(map(len, guess.rows), default=0)
    if wide:
        rows = [tuple(cell[:60] for cell in row) + ("",) * (wide - len(row)) for row in guess.rows]
        print("\nFirst rows:\n" + text_table(rows, "<" * wide))
