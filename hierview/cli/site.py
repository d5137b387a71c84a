"""`hierview site`: Explore as a folder of static files, in which Python runs in the browser."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

EXAMPLES = ("site -o public --pyodide pyodide-314.0.7.tgz",)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FOLDER", required=True, help="a new one, or written by this"
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="FILE",
        required=True,
        help="Python for the browser, as `npm pack pyodide@314.0.7` writes it",
    )


def run(args: Namespace) -> int:
    """Write the folder; any web server, or a course's file area, may serve it."""
    from ..ui.host.site import write_site

    write_site(args.output, args.pyodide, lambda sentence: print(sentence, file=sys.stderr))
    size = sum(path.stat().st_size for path in args.output.rglob("*") if path.is_file())
    print(f"{args.output}: {size / 1e6:.1f} MB; serve it with any web server, such as python -m http.server")
    return 0
