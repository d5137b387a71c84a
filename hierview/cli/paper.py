"""`hierview paper`: the figures and tables of Kosmopoulos et al. (2015), rebuilt."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..publish.k15 import write_paper

EXAMPLES = ("paper -o paper/",)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="a directory to write them to")


def run(args: Namespace) -> int:
    """Write the figures and tables, and a document that holds them all."""
    for line in write_paper(args.output):
        print(line, file=sys.stderr, flush=True)
    return 0
