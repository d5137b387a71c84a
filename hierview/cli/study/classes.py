"""Tables of a study's classes: shares of each, and where a run loses instances."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...errors import HierviewError
from ...study.class_table import class_table
from ...study.classes import BY, By
from ...study.flows import flows
from ...study.instances import Finder
from ...study.scores import Scores
from ...study.study import Study
from ...study.view_tables import classes_table, flows_table
from .tables import plain_table, tell


def one_system(given: str | None, scores: Scores) -> str:
    """The system that was named, or the only one."""
    if given is None and len(scores.systems) > 1:
        raise HierviewError(f"name a system: {', '.join(scores.systems)}")
    return given or scores.systems[0]


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
    found = class_table(
        {by: study.per_class(by) for by in kinds},
        one_system(args.system, scores),
        study.hierarchy,
        blocking=study.blocking(args.rejected) if args.rejected else None,
        order=args.order,
        descending=not args.ascending,
        rows=args.most,
    )
    return tell([classes_table(found)], study, scores, args)


def _flows(parser: ArgumentParser) -> None:
    plain_table(parser)
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose instances (default: the only one)")


def _show_flows(study: Study, scores: Scores, args: Namespace) -> int:
    found = flows(Finder(study, scores), one_system(args.system, scores))
    return tell([flows_table(found)], study, scores, args)


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
)
