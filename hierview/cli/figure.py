"""`hierview figure`: a picture of a case, for a paper."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from dataclasses import fields
from pathlib import Path

from ..answers.answers import rows_with_families
from ..draw.figures.figure import Figure, FigureStyle
from ..errors import quoted
from ..explain import number
from ..formats import preset
from ..publish.figures.export import Export
from ..publish.figures.fitting import NOTHING_FITS, Changes, changes_to_fit_alone, too_many_steps_advice, ways_to_fit
from ..publish.figures.making import export_of, figure_file
from ..publish.registry import FIGURE_ENDINGS, FIGURE_FORMATS, figure_format
from .options.named import A_CASE, WHERE, ending_processes, parse_one_measure
from .options.output import chosen_format, write_out

EXAMPLES = (
    "figure 15 --panel lca -o fig.tex",
    "figure 13a --panel comparison --against 13b --width 174 -o fig.pdf",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("case", metavar="CASE", help=A_CASE)
    parser.add_argument(
        "--panel",
        action="append",
        metavar="NAME",
        help="a picture, as listed below; may be repeated (default: the measure's own)",
    )
    parser.add_argument(
        "--steps", metavar="LIST", help="these steps beside each other, such as 1,3,5; in Beamer a slide each"
    )
    parser.add_argument("--measure", metavar="MEASURE", help=f"{WHERE} (default: the first with such a panel)")
    parser.add_argument("--against", metavar="CASE", help="the second case of a comparison")
    parser.add_argument("--format", choices=list(FIGURE_FORMATS), help="default: as the file's name says, else svg")
    parser.add_argument(
        "--direction", choices=("auto", "down", "right", "indented"), default="auto", help="where children stand"
    )
    parser.add_argument(
        "--tex", dest="engine", choices=("pdflatex", "lualatex"), default="pdflatex", help="lualatex sets any script"
    )
    add_style_options(parser, "of names (default: 8), others 7 or more")
    for flag in ("--letters", "--titles", "--legend", "--fold", "--key"):
        parser.add_argument(flag, action=BooleanOptionalAction, default=flag in ("--letters", "--titles"))
    parser.add_argument("-o", "--output", type=Path, help="a file to write instead of the screen")
    parser.epilog = _panels_text()


def add_style_options(parser: ArgumentParser, font_pt: str) -> None:
    """Declare how any figure looks. font_pt: what is said of the size of its texts."""
    width_help = "84, 174, …, or free (default: 84)"
    parser.add_argument("--width", dest="width_mm", type=_parse_width, default=84, metavar="MM", help=width_help)
    parser.add_argument("--font", choices=("sans", "serif"), default="sans")
    parser.add_argument("--font-pt", type=float, default=8, metavar="PT", help=font_pt)
    parser.add_argument("--colour", choices=("colour", "grey", "line"), default="colour", help="line: black on white")
    parser.add_argument("--labels", choices=("text", "outlines"), default="text")
    parser.add_argument("--dpi", type=int, default=300, help="of a PNG")


def _panels_text() -> str:
    """The panels that there are, by measure."""
    example = preset("15")
    measures: dict[tuple[str, ...], dict[str, None]] = {}
    for _, main, under in rows_with_families():
        for measure in (main, *under):
            measures.setdefault(measure.views(example), {})[measure.spec.name] = None
    lines = [f"  {', '.join(views)}: {', '.join(names)}" for views, names in measures.items() if views != ("picture",)]
    every = (
        "  picture (picture-1: the first of several), hierarchy, ideas (ideas-hP|SDL: of these measures),\n"
        "  LCaF:lca (of that measure, beside others), steps, step-1, steps-1,3, landscape,\n"
        "  sensitivity, comparison (with --against)"
    )
    return "\n".join(["panels of every measure:", every, "panels of some measures (lca: graphs):", *lines])


def run(args: Namespace) -> int:
    """Write a picture of a case."""
    style = {option.name: getattr(args, option.name) for option in fields(FigureStyle) if hasattr(args, option.name)}
    file_format = chosen_format(args.output, args.format, FIGURE_ENDINGS)
    panels = [*(args.panel or ()), *([f"steps {args.steps}"] if args.steps else ())] or ["picture"]
    with ending_processes():
        export = export_of(
            args.case,
            panels,
            parse_one_measure(args.measure) if args.measure else None,
            file_format,
            dpi=args.dpi,
            against=args.against,
            **style,
        )
        many = too_many_steps_advice(export)
        if many:
            print(f"hierview: {many}", file=sys.stderr, flush=True)
        data = figure_file(export)[2]
    write_out(args.output, data)
    if figure_format(export.format).sized and not many and not export.tightest_figure.fits:
        print(f"hierview: {export.tightest_figure.fit_sentence}{_fit_advice(export)}", file=sys.stderr)
    return 0


def _fit_advice(export: Export) -> str:
    """Sentence on what would make the figure fit, with the flags for it."""
    better = ways_to_fit(export)
    text = " or ".join(_change_in_words(changes, figure) for changes, figure in better)
    sentence = f" With {text} it fits." if text else ""
    if not any(changes.keys() <= {"fold", "direction"} for changes, _ in better) and (
        apart := changes_to_fit_alone(export)
    ):
        changes, panels = apart
        flags = _flags_of({name: value for name, value in changes.items() if getattr(export.style, name) != value})
        panel_flags = ", ".join(f"--panel {what.replace(' ', '-')}" for what in panels)
        sentence += f" Each picture as a figure of its own fits{' with ' * bool(flags)}{flags}: {panel_flags}."
    return sentence or f" {NOTHING_FITS}."


def _change_in_words(changes: Changes, figure: Figure) -> str:
    least = f" (least text {number(figure.least_pt, 1)} pt)" if "font_pt" in changes else ""
    return _flags_of(changes) + least


def _flags_of(changes: Changes) -> str:
    return " ".join(_FLAGS[name].format(value) for name, value in changes.items())


_FLAGS = {"fold": "--fold", "direction": "--direction {}", "font_pt": "--font-pt {}", "width_mm": "--width {}"}


def _parse_width(text: str) -> float | None:
    """A width in millimetres; None for free."""
    try:
        return None if text == "free" else float(text)
    except ValueError:
        raise ArgumentTypeError(f"{quoted(text)} is not accepted; a number of millimetres, or free, is") from None
