"""Tables of a study's classes: shares of each, and where a run loses instances; one instance as a case."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from ...answers.answers import answer_rows
from ...cli.score import print_case
from ...errors import HierviewError
from ...formats import write_case
from ...publish.files import write_file
from ..inputs.data import checked_system_name
from ..per_class.by_level import (
    ABSENT,
    AVERAGES,
    DEPTHS,
    LevelConvention,
    level_scores,
    levels_table,
    read_ranks,
)
from ..per_class.class_table import class_shares, ordered_classes
from ..per_class.confusions import (
    MOST_HEADS,
    SHARES,
    ConfusionMatrix,
    classes_open_to_level,
    confused_pairs,
    confusions_table,
    count_matrix,
    folded_heads,
)
from ..per_class.counts import BY, By
from ..per_class.flows import flows_by_class
from ..results.instances import Finder, cases_of_instance
from ..results.scores import Scores
from ..results.view_tables import classes_table, flows_table
from ..study import Study
from .tables import add_table_options, write_study_tables


def named_or_only_system(name: str | None, scores: Scores, place: str = "") -> str:
    """The system that was named, or the only one. place: where it is to be named."""
    if name is None and len(scores.systems) > 1:
        raise HierviewError(f"name a system{place}: {', '.join(scores.systems)}")
    return name or scores.systems[0]


def _add_classes(parser: ArgumentParser) -> None:
    add_table_options(parser)
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose classes (default: the only one)")
    parser.add_argument(
        "--by",
        action="append",
        choices=BY,
        help="own marks, with what is below, or what a near miss counts in part by; may be repeated",
    )
    parser.add_argument("--rejected", metavar="FILE", help="id, true class and the class that rejected it: blocking")
    parser.add_argument("--order", default="missed", metavar="COLUMN", help="such as missed, recall, class")
    parser.add_argument("--ascending", action="store_true", help="the smallest come first")
    parser.add_argument("--most", type=int, default=30, metavar="N", help="how many (default: 30)")


def _show_classes(study: Study, scores: Scores, args: Namespace) -> int:
    if args.most < 1:
        raise HierviewError(f"--most {args.most} is not accepted; a whole number from 1 on is")
    kinds: list[By] = list(dict.fromkeys(args.by or ["flat", "below"]))
    counts_by = {by: study.per_class(by) for by in kinds}
    blocking = study.blocking(args.rejected) if args.rejected else None
    shares = class_shares(counts_by, named_or_only_system(args.system, scores), study.hierarchy, blocking)
    table = ordered_classes(shares, args.order, descending=not args.ascending, rows=args.most)
    return write_study_tables([classes_table(table)], study, scores, args)


def _add_levels(parser: ArgumentParser) -> None:
    add_table_options(parser)
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="whose levels (default: all)")
    parser.add_argument("--level", type=int, default=0, metavar="N", help="one level alone, 1 below the root")
    parser.add_argument("--average", choices=AVERAGES, default="macro", help="of P, R and F1 (default: macro)")
    early = "a branch that ends above a level is left out, a class of its own, or carried on (default: drop)"
    parser.add_argument("--absent", choices=list(ABSENT), default="drop", help=early)
    parser.add_argument("--by", choices=("longest", "shortest"), help="the way down that counts (default: longest)")
    parser.add_argument("--ranks", metavar="FILE", help="class and its level, a whole number or a name, with a head")
    parser.add_argument("--given", action="store_true", help="predicted classes answer their own levels alone")


def _show_levels(study: Study, scores: Scores, args: Namespace) -> int:
    if args.ranks and args.by:
        raise HierviewError("--ranks gives levels, and so does --by; one of them is accepted")
    ranks = read_ranks(args.ranks, study.hierarchy) if args.ranks else DEPTHS
    answers = "given" if args.given else "ancestors"
    convention = LevelConvention(args.absent, "given" if args.ranks else args.by or "longest", answers=answers)
    systems = [checked_system_name(name, scores.systems) for name in args.systems] or scores.systems
    found = tuple(level_scores(study, system, convention, ranks) for system in systems)
    return write_study_tables([levels_table(found, args.level, args.average)], study, scores, args)


def add_folding(parser: ArgumentParser) -> None:
    """Arguments that say how a confusion matrix is folded, and what its cells are."""
    parser.add_argument("--level", type=int, default=1, metavar="N", help="whose classes are rows (default: 1)")
    parser.add_argument("--open", action="append", default=[], metavar="CLASS", help="a class to open; may be repeated")
    parser.add_argument("--share", choices=SHARES, default="count", help="cells as counts or shares (default: count)")
    parser.add_argument("--most", type=int, default=MOST_HEADS, metavar="N", help=f"rows (default: {MOST_HEADS})")


def confusion_matrices(study: Study, scores: Scores, args: Namespace, systems: Sequence[str]) -> list[ConfusionMatrix]:
    """The confusion matrices of some systems, all folded alike."""
    if args.most < 2:
        raise HierviewError(f"--most {args.most} is not accepted; a whole number from 2 on is")
    every = [confused_pairs(study, system) for system in systems]
    heads = folded_heads(study, every, classes_open_to_level(study, args.level) | set(args.open), args.most)
    return [count_matrix(one, heads) for one in every]


def _add_confusions(parser: ArgumentParser) -> None:
    add_table_options(parser)
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="one system, or two for their difference")
    add_folding(parser)


def _show_confusions(study: Study, scores: Scores, args: Namespace) -> int:
    if len(args.systems) > 2:
        raise HierviewError("name one system, or two for their difference")
    first, *second = confusion_matrices(study, scores, args, args.systems or [named_or_only_system(None, scores)])
    return write_study_tables([confusions_table(first, args.share, second[0] if second else None)], study, scores, args)


def _add_flows(parser: ArgumentParser) -> None:
    add_table_options(parser)
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose instances (default: the only one)")


def _show_flows(study: Study, scores: Scores, args: Namespace) -> int:
    tree = flows_by_class(Finder(study, scores), named_or_only_system(args.system, scores))
    return write_study_tables([flows_table(tree)], study, scores, args)


def _add_case(parser: ArgumentParser) -> None:
    parser.add_argument("instance", metavar="ID")
    parser.add_argument("system", nargs="?", metavar="SYSTEM", help="whose prediction (default: the only one)")
    parser.add_argument("--measure", action="append", metavar="TEXT", help="a measure; may be repeated (default: all)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a case file, which opens in Explore too")


def _show_case(study: Study, scores: Scores, args: Namespace) -> int:
    """Print an instance as a case, and write it to a file."""
    system = named_or_only_system(args.system, scores, " after the instance")
    measures = scores.restricted_to(*args.measure).measures if args.measure else scores.measures
    (case,), changed = cases_of_instance(study, args.instance, [system], measures)
    if args.output is not None:
        write_file(args.output, write_case(case))
        if changed:
            print(f"hierview: the file is {case.note}; there {', '.join(changed)} say otherwise", file=sys.stderr)
    print_case(case, answer_rows(study.case(args.instance, system), measures))
    return 0


ACTIONS = {
    "levels": (_add_levels, _show_levels),
    "confusions": (_add_confusions, _show_confusions),
    "classes": (_add_classes, _show_classes),
    "flows": (_add_flows, _show_flows),
    "case": (_add_case, _show_case),
}
