"""Scores of classes at their best threshold, and areas below their curves, on the screen or in a file."""

from __future__ import annotations

import json
from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import Any

from ...errors import HierviewError
from ..inputs.data import align_labels
from ..inputs.label_files import read_labels
from ..inputs.matching import Matcher
from ..results.scores import Scores
from ..study import Study
from ..thresholds.accretion import Accretion, accretion_of_labels, read_accretion
from ..thresholds.measures import Fmax, ScoreMeasure, parse_score_measure
from ..thresholds.table import scores_data, scores_table, usual_measures
from ..thresholds.thresholds import RESAMPLES
from .tables import add_table_options, show_summary, write_study_tables

ELSEWHERE = "{} is computed from scores of classes; the action curves shows it, or --measure where no action is named"


def _declare(parser: ArgumentParser) -> None:
    add_table_options(parser)
    for name in ("root", "norm", "grid"):
        of = Fmax.params()[name]
        parser.add_argument(
            f"--{name}", choices=of.choices, default=of.default, help=f"{of.text} (default: {of.default})"
        )
    parser.add_argument("--json", action="store_true", default=SUPPRESS, help="all values as JSON")


def only_scores_asked(args: Namespace) -> bool:
    """Whether only scores of classes are asked for. Raises HierviewError for what of them cannot be shown."""
    summary = args.show is show_summary
    if args.of_scores and not summary and args.show is not show_scores_table:
        raise HierviewError(ELSEWHERE.format(args.of_scores[0]))
    if not (args.of_scores or args.show is show_scores_table):
        return False
    measures = asked_measures([*args.of_scores, *(args.measure if args.show is show_scores_table else ())], args)
    if args.true and not args.scores:
        raise HierviewError(f"{measures[0]} is computed from scores, and none is given; --scores NAME=FILE is accepted")
    return args.show is show_scores_table or not args.scored


def asked_measures(texts: list[str], args: Namespace) -> list[ScoreMeasure]:
    """The measures of scores of these texts, else the usual ones under the convention that is asked for."""
    if texts:
        return [parse_score_measure(text) for text in dict.fromkeys(texts)]
    return usual_measures(*(getattr(args, name, Fmax.params()[name].default) for name in ("root", "norm", "grid")))


def asked_accretion(study: Study, args: Namespace) -> Accretion | None:
    """The IA of a file, or of labelled instances; None where neither is given."""
    if args.ia and args.ia_from:
        raise HierviewError("--ia and --ia-from both say what IA is; one of them is accepted")
    if args.ia:
        return read_accretion(args.ia, study.hierarchy)
    if not args.ia_from:
        return None
    labels = read_labels(args.ia_from, Matcher(study.hierarchy))
    annotations = align_labels(study.hierarchy, labels, {args.ia_from: labels}, unknown="drop").truth
    return accretion_of_labels(study.hierarchy, annotations, args.ia_from)


def show_scores_table(study: Study, scores: Scores | None, args: Namespace) -> int:
    """Print a table of the measures of each system's scores, or all of it as JSON."""
    if not study.data.scores:
        raise HierviewError("this study has no scores of classes; --scores NAME=FILE brings some")
    if args.json:
        told = {"instances": len(study.data), **score_values(study, args), "notes": study.data.notes}
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return 0
    measures, resamples = asked_measures([*args.of_scores, *args.measure], args), 0 if args.no_intervals else RESAMPLES
    table = scores_table(study, measures, asked_accretion(study, args), resamples)
    return write_study_tables([table], study, scores, args)


def score_values(study: Study, args: Namespace) -> dict[str, Any]:
    """The values of measures of scores as plain data."""
    measures = asked_measures([*args.of_scores, *args.measure], args)
    return {"curves": scores_data(study, measures, asked_accretion(study, args))}


ACTIONS = {"curves": (_declare, show_scores_table)}
