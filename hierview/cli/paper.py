"""`hierview paper`: the example that rebuilds the figures and tables of Kosmopoulos et al. (2015); goes with 0.3."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from runpy import run_path

from ..resources import place

EXAMPLES = ("paper -o paper/",)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="a directory to write them to")


def run(args: Namespace) -> int:
    """Run the example, and say how it is run from now on."""
    example = place("examples/k15/rebuild.py")
    print(f"hierview paper is deprecated; instead: python {example} {args.output}", file=sys.stderr)
    for line in run_path(str(example))["write_paper"](args.output):
        print(line, file=sys.stderr, flush=True)
    return 0
