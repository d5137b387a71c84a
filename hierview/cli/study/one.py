"""One instance of a study, as a case."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ...answers import answers
from ...errors import HierviewError
from ...formats import write_case
from ...publish.files import write_file
from ...study.opened import opened_case
from ...study.scores import Scores
from ...study.study import Study
from ..score import print_case


def _case(parser: ArgumentParser) -> None:
    parser.add_argument("instance", metavar="ID")
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose prediction (default: the only one)")
    parser.add_argument("--measure", action="append", metavar="TEXT", help="a measure; may be repeated (default: all)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a case file, which opens in Explore too")


def _show_case(study: Study, scores: Scores, args: Namespace) -> int:
    """Print an instance as a case, and write it to a file."""
    if args.system is None and len(scores.systems) > 1:
        raise HierviewError(f"name a system after the instance: {', '.join(scores.systems)}")
    chosen = scores.restricted_to(*args.measure).measures if args.measure else scores.measures
    case, changed = opened_case(study, args.instance, args.system or scores.systems[0], chosen)
    if args.output is not None:
        write_file(args.output, write_case(case))
        if changed:
            print(f"hierview: the file is {case.note}; there {', '.join(changed)} say otherwise", file=sys.stderr)
    print_case(case, answers(study.case(args.instance, args.system or scores.systems[0]), chosen))
    return 0


ACTIONS = (("case", "an instance as a case, which opens in Explore with the same numbers", _case, _show_case),)
