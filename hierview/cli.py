"""The same work without a browser: `hierview score`, `figure`, `table`, `paper`, `check`, `behaviour`,
`disagree`, `benchmark`, `app`."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __version__
from .answers import answers, check, everything, table
from .case import Case
from .errors import HierviewError, quoted
from .explain import number
from .export import FORMATS as FIGURE_FORMATS
from .export import export_of, made
from .formats import case_from_edges, load_case, load_draft, preset, preset_groups, read_file
from .formats.edgelist import LARGEST_FILE
from .measures import parse_measure
from .paper import write_paper
from .places import place
from .rules import decided, parse_rule
from .tables import WRITERS, export_table


def _case(args: argparse.Namespace) -> Case:
    if args.rule:
        return _ruled(args)
    if args.edges:
        if args.case:
            raise HierviewError("give either a case or --edges with --true and --predicted, not both")
        return case_from_edges(read_file(args.edges, LARGEST_FILE), args.true, args.predicted, args.edges)
    if args.true or args.predicted:
        raise HierviewError("--true and --predicted go with --edges")
    if not args.case:
        raise HierviewError("name a case: a case file or a preset such as 11a, or --edges with --true and --predicted")
    return load_case(args.case)


def _ruled(args: argparse.Namespace) -> Case:
    """The case with the prediction of a decision rule, which its file may leave out."""
    draft = decided(load_draft(args.case or ""), parse_rule(args.rule))
    return draft if isinstance(draft, Case) else draft.case()


def score(args: argparse.Namespace) -> int:
    """Print what the measures say of a case."""
    case = _case(args)
    if args.measure:
        chosen = tuple(parse_measure(text) for text in args.measure)
    elif args.all:
        chosen = tuple(m for _, main, under in everything() for m in (main, *under))
    else:
        chosen = None
    try:
        rows = answers(case, chosen)
    except HierviewError as error:
        raise HierviewError(f"{args.case or args.edges}: {error}") from None
    if args.json:
        fields = [
            {
                "measure": str(a.measure),
                "value": a.result.value,
                "parts": dict(a.result.parts),
                "notes": list(a.result.notes),
            }
            for a in rows
        ]
        print(json.dumps(fields, indent=1, ensure_ascii=False, allow_nan=False))
        return 0
    if case.name:
        print(case.name)
    print(f"True: {', '.join(sorted(case.true)) or '–'}.  Predicted: {', '.join(sorted(case.predicted)) or '–'}.\n")
    footnotes: list[str] = []
    printed_rows = [("measure", "meaning", "value", "", "better", *(["printed"] if case.published else []))]
    for a in rows:
        row = [str(a.measure), a.measure.title(), number(a.result.value), a.of, a.measure.better()]
        if case.published:
            cell = a.printed.printed if a.printed else "–"
            if a.printed and a.printed.verdict != "agrees":
                footnotes.append(a.printed.because or "no reason is known")
                cell = f"≠ {cell} [{len(footnotes)}]"
            row.append(cell)
        printed_rows.append(tuple(row))
    print(table(printed_rows, "<<><<>"[: len(printed_rows[0])]))
    for i, text in enumerate(footnotes, 1):
        print(f"\n[{i}] {text}")
    notes = [f"{a.measure}: {note}" for a in rows for note in a.result.notes]
    if notes:
        print("\n" + "\n".join(notes))
    if case.source:
        print(f"\nPrinted: {case.source}." if case.published else f"\n{case.source}.")
    return 0


def check_presets(args: argparse.Namespace) -> int:
    """Compare every preset with the values published for it; 1 if any difference has no reason."""
    cases = [(name, preset(name)) for names in preset_groups().values() for name in names]
    cases += [(str(path), load_case(path)) for path in args.files]
    rows = check(cases)
    counts = {verdict: sum(c.verdict == verdict for _, c in rows) for verdict in ("agrees", "differs", "DIFFERS")}
    shown = [(name, c) for name, c in rows if args.verbose or c.verdict != "agrees"]
    if shown:
        lines = [
            (
                name, c.text, f"printed {c.printed}", f"by definition {number(c.value, 6)}",
                {"differs": f"differs, because {c.because[:1].lower()}{c.because[1:]}"}.get(c.verdict, c.verdict),
            )
            for name, c in shown
        ]  # fmt: skip
        print(table(lines, "<<<<<") + "\n")
    print(
        f"{len(cases)} cases, {len(rows)} printed cells: {counts['agrees']} agree, {counts['differs']} differ "
        f"with a reason, {counts['DIFFERS']} unexplained"
    )
    return 1 if counts["DIFFERS"] else 0


def write_out(output: Path | None, data: str | bytes) -> int:
    """Write an export to a file, or to the screen."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if output is None:
        sys.stdout.buffer.write(raw)
        return 0
    try:
        output.write_bytes(raw)
    except OSError as error:
        raise HierviewError(f"{quoted(output, 200)} cannot be written: {error.strerror}") from None
    return 0


def table_of_cases(args: argparse.Namespace) -> int:
    """Write a table of measures and cases."""
    return write_out(args.output, export_table(args))


def figure_of_case(args: argparse.Namespace) -> int:
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
    known = {f".{kind.ending}": name for name, kind in FIGURE_FORMATS.items()} | {".tex": "tikz"}
    ending = output.suffix.lower()
    if ending not in known:
        raise HierviewError(f"{quoted(output.name)} names no format; give --format, or end it in {', '.join(known)}")
    return known[ending]


def _width(text: str) -> float | None:
    """A width in millimetres; None for free."""
    return None if text == "free" else float(text)


def paper_of_figures(args: argparse.Namespace) -> int:
    """Write the figures and tables of K15, rebuilt, and a document that holds them all."""
    for line in write_paper(args.output):
        print(line, file=sys.stderr, flush=True)
    return 0


def behaviour(args: argparse.Namespace) -> int:
    """Print what holds of a measure and what does not, with the smallest counterexamples."""
    from .workbench.behaviour import Budget  # it takes a while to load, and the other commands do without
    from .workbench.shell import print_behaviour

    print_behaviour(args.measure, args.json, Budget(up_to=args.up_to, trials=args.trials, seed=args.seed))
    return 0


def benchmark(args: argparse.Namespace) -> int:
    """Print what measures say of many cases, and how alike they order them."""
    from .workbench.shell import cases_of, print_benchmark

    if not 0 <= args.random <= 100_000:
        raise HierviewError(f"--random {args.random} is not accepted; a number from 1 to 100,000 is")
    print_benchmark(args.measures, cases_of(args.cases, args.random, args.seed), args.json)
    return 0


def disagree(args: argparse.Namespace) -> int:
    """Print the smallest cases where two measures part."""
    from .workbench.shell import print_disagreements, question_of

    question = question_of(args.question, args.at_least, args.at_most)
    dags = args.kind == "dags"
    print_disagreements(args.first, args.second, question, dags, args.up_to, args.seed, args.most, args.json)
    return 0


def _own_measures(args: argparse.Namespace) -> dict[str, str]:
    """The environment that tells the explorer of a file with measures."""
    if args.measures is None:
        return {}
    if not args.measures.is_file():
        raise HierviewError(f"{quoted(args.measures, 200)} is no file; --measures takes a Python file with measures")
    if args.address not in ("127.0.0.1", "localhost", "::1") and os.environ.get("HIERVIEW_LOCAL_CODE") != "1":
        raise HierviewError(
            f"--measures runs code, and {quoted(args.address)} lets others in; leave --address out, or set "
            "HIERVIEW_LOCAL_CODE=1"
        )
    return {"HIERVIEW_MEASURES": str(args.measures.resolve())}


def app(args: argparse.Namespace) -> int:
    """Start the explorer in the browser, on this computer alone unless told otherwise."""
    command = [sys.executable, "-m", "streamlit", "run", str(place("app.py")), "--server.address", args.address]
    if args.port:
        command += ["--server.port", str(args.port)]
    if args.headless or args.address != "127.0.0.1":
        command += ["--server.headless", "true"]
    # Streamlit asks for an e-mail address at its very first start unless it runs headless or was told not to.
    environment = {"STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false", "STREAMLIT_SERVER_SHOW_EMAIL_PROMPT": "false"}
    environment |= os.environ | _own_measures(args)
    if os.name == "posix":
        # One process, so that whoever stops hierview stops the server.
        os.execve(command[0], command, environment)
    return subprocess.call(command, env=environment)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 1 for a difference found, 2 for a mistake in what was given."""
    parser = argparse.ArgumentParser(
        prog="hierview", description="How wrong is a hierarchical prediction, and who says so?"
    )
    parser.add_argument("--version", action="version", version=f"hierview {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    one = commands.add_parser("score", help="what the measures say of a case")
    one.add_argument("case", nargs="?", help="a case file, or a preset such as 11a")
    one.add_argument("--edges", metavar="FILE", help="a hierarchy as lines of parent TAB child, instead of a case")
    one.add_argument("--true", default="", metavar="'A|B'", help="with --edges: the true classes")
    one.add_argument("--predicted", default="", metavar="'C'", help="with --edges: the predicted classes")
    one.add_argument(
        "--measure",
        action="append",
        metavar="TEXT",
        help="a measure, such as 'MGIA(max_distance=None)'; may be repeated",
    )
    one.add_argument("--rule", metavar="TEXT", help="predict by a rule, such as 'Threshold(t=0.3)'")
    one.add_argument("--all", action="store_true", help="every measure")
    one.add_argument("--json", action="store_true", help="values, parts and notes as JSON")
    one.set_defaults(run=score)

    two = commands.add_parser("check", help="all presets against the values published for them")
    two.add_argument("files", nargs="*", type=Path, help="further case files")
    two.add_argument("--verbose", action="store_true", help="the cells that agree, too")
    two.set_defaults(run=check_presets)

    four = commands.add_parser("table", help="what measures say of cases, as a table for a paper")
    four.add_argument("cases", nargs="+", metavar="CASE", help="case files, or presets such as 11a")
    four.add_argument("--measure", action="append", metavar="TEXT", help="a measure, or a part such as MGIA.f_error")
    four.add_argument("--format", choices=list(WRITERS), default="latex")
    four.add_argument("--measures-as", choices=("rows", "columns"), default="rows")
    four.add_argument("--rounding", choices=("round", "truncate"), default="round")
    four.add_argument("--digits", type=int, default=2, help="decimals, 0 to 6")
    four.add_argument("--fixed", action="store_true", help="0.50, not 0.5")
    four.add_argument("--printed", choices=("none", "differing", "all"), default="differing")
    for flag in ("--best", "--arrows"):
        four.add_argument(flag, action=argparse.BooleanOptionalAction, default=True)
    for flag in ("--units", "--symbols"):
        four.add_argument(flag, action="store_true")
    for flag in ("--caption", "--label"):
        four.add_argument(flag, default="")
    four.add_argument("-o", "--output", type=Path, help="a file to write instead of the screen")
    four.set_defaults(run=table_of_cases)

    five = commands.add_parser("figure", help="a picture of a case, for a paper")
    five.add_argument("case", metavar="CASE", help="a case file, or a preset such as 11a")
    five.add_argument(
        "--panel", action="append", metavar="NAME",
        help="hierarchy, a view such as pairs, flow-network, sets or lca, steps, step-3, landscape, sensitivity or "
        "comparison; may be repeated (default: the measure's own picture)",
    )  # fmt: skip
    five.add_argument("--measure", metavar="TEXT", help="a measure (default: the first with such a panel)")
    five.add_argument("--against", metavar="CASE", help="the second case of a comparison")
    five.add_argument("--format", choices=list(FIGURE_FORMATS), help="default: as the file's name says, else svg")
    five.add_argument("--width", type=_width, default=84, metavar="MM", help="84, 174, …, or free (default: 84)")
    five.add_argument("--font", choices=("sans", "serif"), default="sans")
    five.add_argument("--font-pt", type=float, default=8, metavar="PT", help="the size of class names (default: 8)")
    five.add_argument("--colour", choices=("colour", "grey", "line"), default="colour", help="line: black on white")
    five.add_argument("--labels", choices=("text", "outlines"), default="text")
    five.add_argument("--dpi", type=int, default=300, help="of a PNG")
    for flag, default in (("--letters", True), ("--titles", True), ("--legend", False)):
        five.add_argument(flag, action=argparse.BooleanOptionalAction, default=default)
    five.add_argument("-o", "--output", type=Path, help="a file to write instead of the screen")
    five.set_defaults(run=figure_of_case)

    six = commands.add_parser("paper", help="the figures and tables of Kosmopoulos et al. 2015, rebuilt, as LaTeX")
    six.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="a directory to write them to")
    six.set_defaults(run=paper_of_figures)

    seven = commands.add_parser("behaviour", help="what holds of a measure, with the smallest counterexamples")
    seven.add_argument("measure", metavar="MEASURE|my.py", help="a measure's text, or a Python file with measures")
    seven.add_argument("--up-to", type=int, metavar="N", help="up to N classes (default: what belongs to each row)")
    seven.add_argument("--trials", type=int, metavar="N", help="at most N trials a row (default: all)")
    seven.add_argument("--seed", type=int, default=1, metavar="N", help="of the random cases (default: 1)")
    seven.add_argument("--json", action="store_true", help="the sheet and its cases as JSON")
    seven.set_defaults(run=behaviour)

    eight = commands.add_parser("disagree", help="the smallest cases where two measures part")
    eight.add_argument("first", metavar="A", help="a measure's text, or my.py, or my.py:name")
    eight.add_argument("second", metavar="B")
    eight.add_argument(
        "--question", default="opposite", metavar="NAME",
        help="opposite (they order two predictions oppositely), differ, apart, or a property such as pairing that A "
        "has and B lacks (default: opposite)",
    )  # fmt: skip
    eight.add_argument("--at-least", type=float, default=0.9, metavar="X", help="apart: what A says at least")
    eight.add_argument("--at-most", type=float, default=0.1, metavar="X", help="apart: what B says at most")
    eight.add_argument("--kind", choices=("trees", "dags"), default="trees")
    eight.add_argument("--up-to", type=int, default=5, metavar="N", help="all of up to N classes (default: 5)")
    eight.add_argument("--seed", type=int, default=1, metavar="N", help="of the random ones beyond (default: 1)")
    eight.add_argument("--most", type=int, default=10, metavar="N", help="how many finds are enough (default: 10)")
    eight.add_argument("--json", action="store_true", help="the finds and their cases as JSON")
    eight.set_defaults(run=disagree)

    nine = commands.add_parser("benchmark", help="measures on many cases, and how alike they order them")
    nine.add_argument("measures", nargs="+", metavar="MEASURE", help="texts of measures, or my.py")
    nine.add_argument("--cases", default="", metavar="FOLDER", help="a folder or a ZIP archive; default: the presets")
    nine.add_argument("--random", type=int, default=0, metavar="N", help="so many random cases instead")
    nine.add_argument("--seed", type=int, default=1)
    nine.add_argument("--json", action="store_true", help="values and correlations as JSON")
    nine.set_defaults(run=benchmark)

    three = commands.add_parser("app", help="start the explorer in the browser")
    three.add_argument("--port", type=int, help="default: 8501 or the next free one")
    three.add_argument("--address", default="127.0.0.1", help="default: 127.0.0.1, this computer alone")
    three.add_argument("--measures", type=Path, metavar="my.py", help="a Python file with measures of your own")
    three.add_argument("--headless", action="store_true", help="do not open a browser window")
    three.set_defaults(run=app)

    args = parser.parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character shows its number instead.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        return args.run(args)
    except HierviewError as error:
        print(f"hierview: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
