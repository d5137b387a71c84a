"""`hierview figure`: a picture of a case, for a paper."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from pathlib import Path

from ..errors import HierviewError, quoted
from ..export import FORMATS, export_of, made
from .output import write_out


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("case", metavar="CASE", help="a case file, or a preset such as 11a")
    parser.add_argument(
        "--panel", action="append", metavar="NAME",
        help="hierarchy, a view such as pairs, flow-network, sets or lca, steps, step-3, landscape, sensitivity or "
        "comparison; may be repeated (default: the measure's own picture)",
    )  # fmt: skip
    parser.add_argument("--measure", metavar="TEXT", help="a measure (default: the first with such a panel)")
    parser.add_argument("--against", metavar="CASE", help="the second case of a comparison")
    parser.add_argument("--format", choices=list(FORMATS), help="default: as the file's name says, else svg")
    parser.add_argument("--width", type=_width, default=84, metavar="MM", help="84, 174, …, or free (default: 84)")
    parser.add_argument("--font", choices=("sans", "serif"), default="sans")
    parser.add_argument("--font-pt", type=float, default=8, metavar="PT", help="the size of class names (default: 8)")
    parser.add_argument("--colour", choices=("colour", "grey", "line"), default="colour", help="line: black on white")
    parser.add_argument("--labels", choices=("text", "outlines"), default="text")
    parser.add_argument("--dpi", type=int, default=300, help="of a PNG")
    for flag, default in (("--letters", True), ("--titles", True), ("--legend", False)):
        parser.add_argument(flag, action=BooleanOptionalAction, default=default)
    parser.add_argument("-o", "--output", type=Path, help="a file to write instead of the screen")


def run(args: Namespace) -> int:
    """Write a picture of a case."""
    style = {name: getattr(args, name) for name in ("font", "font_pt", "colour", "labels", "letters", "legend")}
    given = args.format or (_format_of(args.output) if args.output else "svg")
    panels = args.panel or ["picture"]
    export = export_of(
        args.case, panels, args.measure, given,
        dpi=args.dpi, against=args.against, titles=args.titles, width_mm=args.width, **style,
    )  # fmt: skip
    done = write_out(args.output, made(export)[2])
    if export.format != "html" and not export.figure.fits:
        print(f"hierview: {export.figure.verdict}", file=sys.stderr)
    return done


def _format_of(output: Path) -> str:
    """The format that a file's name asks for."""
    known = {f".{kind.ending}": name for name, kind in FORMATS.items()} | {".tex": "tikz"}
    ending = output.suffix.lower()
    if ending not in known:
        raise HierviewError(f"{quoted(output.name)} names no format; give --format, or end it in {', '.join(known)}")
    return known[ending]


def _width(text: str) -> float | None:
    """A width in millimetres; None for free."""
    return None if text == "free" else float(text)
