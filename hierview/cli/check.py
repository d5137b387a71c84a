"""`hierview check`: every preset against the values that were printed for it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from ..answers.answers import compare_presets, text_table
from ..errors import HierviewError
from ..explain import number
from ..formats import preset, preset_names
from ..own.foreign import ForeignMeasure
from ..publish.files import load_case
from ..testing import check_measure
from .options.named import WHERE, ending_processes, parse_measures

EXAMPLES = ("check", "check --verbose my-case.json", "check --measure my.py")


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="*", type=Path, help="further case files")
    parser.add_argument(
        "--measure",
        action="append",
        metavar="MEASURE",
        help=f"what is missing in a measure before it can be used everywhere, instead: {WHERE}; may be repeated",
    )
    parser.add_argument("--verbose", action="store_true", help="the cells that agree, too")


def run(args: Namespace) -> int:
    """Compare every preset with the values published for it; 1 if any difference has no reason."""
    if args.measure and args.files:
        raise HierviewError("give either case files or --measure, not both")
    if args.measure:
        return _check_measures(args.measure)
    cases = [(name, preset(name)) for name in preset_names()]
    cases += [(str(path), load_case(path)) for path in args.files]
    rows = compare_presets(cases)
    counts = {verdict: sum(c.verdict == verdict for _, c in rows) for verdict in ("agrees", "differs", "DIFFERS")}
    listed = [(name, c) for name, c in rows if args.verbose or c.verdict != "agrees"]
    if listed:
        lines = [
            (
                name,
                c.text,
                f"printed {c.printed}",
                f"by definition {number(c.value, 6)}",
                {"differs": f"differs, because {c.because[:1].lower()}{c.because[1:]}"}.get(c.verdict, c.verdict),
            )
            for name, c in listed
        ]
        print(text_table(lines, "<<<<<") + "\n")
    print(
        f"{len(cases)} cases, {len(rows)} printed cells: {counts['agrees']} agree, {counts['differs']} differ "
        f"with a reason, {counts['DIFFERS']} unexplained"
    )
    return 1 if counts["DIFFERS"] else 0


def _check_measures(texts: Sequence[str]) -> int:
    """Print what the measures lack; 1 if there is anything."""
    faults = 0
    with ending_processes():
        for measure in parse_measures(texts):
            lacking = measure.check_sentences() if isinstance(measure, ForeignMeasure) else check_measure(measure)
            faults += len(lacking)
            print("\n  ".join([f"{measure}:", *lacking]) if lacking else f"{measure}: nothing is missing")
    return 1 if faults else 0
