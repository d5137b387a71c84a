"""Tables of a study's classes: shares of each, and where a run loses instances; one instance as a case."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ...answers.answers import answers
from ...errors import HierviewError
from ...formats import write_case
from ...publish.files import write_file
from ...study.per_class.class_table import class_shares, ordered_classes
from ...study.per_class.counts import BY, By
from ...study.per_class.flows import flows_by_class
from ...study.results.instances import Finder, opened_cases
from ...study.results.scores import Scores
from ...study.results.view_tables import classes_table, flows_table
from ...study.study import Study
from ..score import print_case
from .tables import plain_table, tell


def one_system(name: str | None, scores: Scores, place: str = "") -> str:
    """The system that was named, or the only one. place: where it is to be named."""
    if name is None and len(scores.systems) > 1:
        raise HierviewError(f"name a system{place}: {', '.join(scores.systems)}")
    return name or scores.systems[0]


def _classes(parser: ArgumentParser) -> None:
    plain_table(parser)
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose classes (default: the only one)")
    parser.add_argument("--by", action="append", choices=BY, help="what a near miss counts in part by; may be repeated")
    parser.add_argument("--rejected", metavar="FILE", help="id, true class and the class that rejected it: blocking")
    parser.add_argument("--order", default="missed", metavar="COLUMN", help="such as missed, recall, class")
    parser.add_argument("--ascending", action="store_true", help="the smallest come first")
    parser.add_argument("--most", type=int, default=30, metavar="N", help="how many (default: 30)")


def _show_classes(study: Study, scores: Scores, args: Namespace) -> int:
    if args.most < 1:
        raise HierviewError(f"--most {args.most} is not accepted; a whole number from 1 on is")
    kinds: list[By] = list(dict.fromkeys(args.by or ["flat"]))
    counts_by = {by: study.per_class(by) for by in kinds}
    blocking = study.blocking(args.rejected) if args.rejected else None
    shares = class_shares(counts_by, one_system(args.system, scores), study.hierarchy, blocking)
    table = ordered_classes(shares, args.order, descending=not args.ascending, rows=args.most)
    return tell([classes_table(table)], study, scores, args)


def _flows(parser: ArgumentParser) -> None:
    plain_table(parser)
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose instances (default: the only one)")


def _show_flows(study: Study, scores: Scores, args: Namespace) -> int:
    tree = flows_by_class(Finder(study, scores), one_system(args.system, scores))
    return tell([flows_table(tree)], study, scores, args)


def _case(parser: ArgumentParser) -> None:
    parser.add_argument("instance", metavar="ID")
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose prediction (default: the only one)")
    parser.add_argument("--measure", action="append", metavar="TEXT", help="a measure; may be repeated (default: all)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a case file, which opens in Explore too")


def _show_case(study: Study, scores: Scores, args: Namespace) -> int:
    """Print an instance as a case, and write it to a file."""
    system = one_system(args.system, scores, " after the instance")
    measures = scores.restricted_to(*args.measure).measures if args.measure else scores.measures
    (case,), changed = opened_cases(study, args.instance, [system], measures)
    if args.output is not None:
        write_file(args.output, write_case(case))
        if changed:
            print(f"hierview: the file is {case.note}; there {', '.join(changed)} say otherwise", file=sys.stderr)
    print_case(case, answers(study.case(args.instance, system), measures))
    return 0


ACTIONS = (
    (
        "classes",
        "precision and recall of each class, by similarity and distance, too; blocking",
        _classes,
        _show_classes,
    ),
    (
        "flows",
        "where a system loses instances: each class with what comes, is lost, and comes wrongly",
        _flows,
        _show_flows,
    ),
    ("case", "an instance as a case, which opens in Explore with the same numbers", _case, _show_case),
)
