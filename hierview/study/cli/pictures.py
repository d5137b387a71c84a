"""Figures and the report of a study."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from dataclasses import fields
from pathlib import Path

from ...cli.figure import add_style_options
from ...cli.options.output import chosen_format, write_out
from ...draw.figures.figure import FigureStyle
from ...errors import HierviewError
from ...explain import PlainPicture
from ..per_class.confusions import SAYS, confusions_picture
from ..per_class.flows import COUNTED, flow_tree_picture, flows_by_class
from ..publish.figures import STUDY_ENDINGS, STUDY_FORMATS, StudyFigure
from ..publish.report import report_html
from ..publish.tables import study_signature
from ..results.instances import Finder
from ..results.pictures import (
    differences_picture,
    histogram_picture,
    kendall_picture,
    pairs_picture,
    ranking_picture,
)
from ..results.scores import Scores
from ..results.tables import intervals_sentence, standing_sentences
from ..study import Study
from .classes import add_folding, confusion_matrices, named_or_only_system

WHAT = ("ranking", "differences", "kendall", "histogram", "flows", "confusions")


def _add_figure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "what", choices=WHAT, help="histogram: of paired differences; flows: where a system loses instances"
    )
    parser.add_argument(
        "systems",
        nargs="*",
        metavar="SYSTEM",
        help="two, of differences and histogram; one, of flows; one or two, of confusions",
    )
    parser.add_argument("--under", default="", metavar="CLASS", help="where the flows begin (default: the root)")
    parser.add_argument("--measure", action="append", metavar="TEXT", help="the measure (default: the first)")
    parser.add_argument("--average", choices=("mean", "pooled"), default="mean", help="of a ranking")
    parser.add_argument("--over", choices=("systems", "instances"), default="systems", help="of kendall")
    parser.add_argument("--format", choices=list(STUDY_FORMATS), help="default: as the file's name says, else svg")
    add_folding(parser)
    add_style_options(parser, "default: 8; texts have 7/8 of it, 7 pt at least")
    parser.add_argument("--titles", action=BooleanOptionalAction, default=False, help="the title below (default: no)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a file to write instead of the screen")


def _show_figure(study: Study, scores: Scores, args: Namespace) -> int:
    figure_format = chosen_format(args.output, args.format, STUDY_ENDINGS)
    style = {option.name: getattr(args, option.name) for option in fields(FigureStyle) if hasattr(args, option.name)}
    says = (*standing_sentences(scores, args.measure or scores.texts[:1]), intervals_sentence(scores))
    if args.what in ("flows", "confusions"):
        says = (scores.data.standing_sentence(), *((COUNTED,) if args.what == "flows" else SAYS))
    origin = study_signature(study, scores)
    figure = StudyFigure(_asked_picture(study, scores, args), origin, says, FigureStyle(**style), args.dpi)
    write_out(args.output, STUDY_FORMATS[figure_format].data(figure))
    if not figure.tightest_figure(figure_format).fits:
        print(f"hierview: {figure.verdict_text(figure_format)}", file=sys.stderr)
    return 0


def _asked_picture(study: Study, scores: Scores, args: Namespace) -> PlainPicture:
    measure = args.measure[0] if args.measure else scores.texts[0]
    if args.what == "ranking":
        return ranking_picture(scores, measure, args.average)
    if args.what == "kendall":
        return kendall_picture(scores.restricted_to(*args.measure) if len(args.measure) > 1 else scores, args.over)
    if args.what == "flows":
        if len(args.systems) > 1:
            raise HierviewError("name one system after flows")
        system = named_or_only_system(args.systems[0] if args.systems else None, scores)
        return flow_tree_picture(flows_by_class(Finder(study, scores), system), args.under)
    if args.what == "confusions":
        first, *second = confusion_matrices(
            study, scores, args, args.systems[:2] or [named_or_only_system(None, scores)]
        )
        return confusions_picture(first, args.share, second[0] if second else None)
    if args.what == "differences" and not args.systems:
        return pairs_picture(scores, measure)
    if len(args.systems) != 2:
        raise HierviewError(f"name two systems after {args.what}: of {', '.join(scores.systems)}")
    a, b = args.systems
    if args.what == "histogram":
        return histogram_picture(scores, measure, a, b)
    return differences_picture(scores.restricted_to(*args.measure) if args.measure else scores, a, b)


def _add_report(parser: ArgumentParser) -> None:
    parser.add_argument("--measure", action="append", metavar="TEXT", help="a measure; may be repeated (default: all)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a file to write instead of the screen")


def _show_report(study: Study, scores: Scores, args: Namespace) -> int:
    return write_out(args.output, report_html(study, scores.restricted_to(*args.measure) if args.measure else scores))


ACTIONS = {"figure": (_add_figure, _show_figure), "report": (_add_report, _show_report)}
