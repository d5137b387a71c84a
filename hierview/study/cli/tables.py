"""Tables of a study: on the screen as text, or in a format for a paper."""

from __future__ import annotations

import json
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from math import isnan
from operator import eq
from pathlib import Path

from ...answers.answers import text_table as text_table
from ...cli.options.tabled import add_latex_options, table_format_key, table_options, write_tables
from ...errors import HierviewError, quoted
from ...publish.table_formats import TABLE_FORMATS
from ..publish.tables import DIGITS, rows_of_text, study_signature, table_for_paper
from ..results import tables
from ..results.differences import part_differences
from ..results.formulas import evaluate_formula
from ..results.instances import Finder, InstanceQuery, ordered_rows
from ..results.scores import Scores
from ..results.system_columns import system_numbers
from ..results.tables import StudyTable
from ..results.view_tables import parts_table
from ..study import Study


def add_table_options(parser: ArgumentParser, several: bool = True) -> None:
    """Arguments of every table: which measures, which format, where to."""
    more = "; may be repeated (default: all)" if several else " (default: the first)"
    parser.add_argument("--measure", action="append", metavar="TEXT", help=f"a measure{more}")
    parser.add_argument("--format", choices=list(TABLE_FORMATS), help="default: text, or as the file's name says")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a file to write instead of the screen")
    parser.add_argument("--digits", type=int, default=DIGITS, help=f"decimals, 0 to 6 (default: {DIGITS})")
    parser.add_argument("--rounding", choices=("round", "truncate"), default="round")
    parser.add_argument("--turned", action="store_true", help="the first column as the first row")
    for flag in ("--fixed", "--best", "--arrows"):
        parser.add_argument(flag, action=BooleanOptionalAction, default=True)
    add_latex_options(parser)


def _add_average(parser: ArgumentParser) -> None:
    add_table_options(parser)
    parser.add_argument(
        "--average", choices=("mean", "pooled"), default="mean", help="pooled: the formula on sums, where it has any"
    )


def _add_pair(parser: ArgumentParser) -> None:
    _add_average(parser)
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="two systems (default: all pairs)")


def _add_tau(parser: ArgumentParser) -> None:
    add_table_options(parser)
    parser.add_argument("--over", choices=("systems", "instances"), default="systems")


def _add_slices(parser: ArgumentParser) -> None:
    add_table_options(parser, several=False)
    parser.add_argument("column", metavar="COLUMN", help="depth, top, size, or a column of --columns")
    parser.add_argument("--between", nargs=2, metavar=("A", "B"), help="the difference of two systems in each part")


def _add_instances(parser: ArgumentParser) -> None:
    add_table_options(parser)
    parser.add_argument("--by", required=True, metavar="FORMULA", help="as in 'a.hF - b.hF'; the largest come first")
    parser.add_argument("--class", dest="of_class", default="", metavar="CLASS", help="with this class or one below it")
    parser.add_argument("--exact", action="store_true", help="with this very class")
    parser.add_argument("--part", metavar="COLUMN=PART", help="of one part, as in depth=3")
    parser.add_argument("--lowest", action="store_true", help="the smallest come first")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="how many (default: 20)")


def write_study_tables(study_tables: list[StudyTable], study: Study, scores: Scores | None, args: Namespace) -> int:
    """Write the tables: as text, or in the format that was asked for."""
    if args.output is None and args.format is None:
        for i, study_table in enumerate(study_tables):
            print(("\n" if i else "") + f"{study_table.title}\n")
            print(text_table(rows_of_text(study_table, args.digits), "<" + ">" * len(study_table.columns)))
            print("\n" + "\n".join(study_table.says))
        return 0
    apart = table_format_key(args) == "csv"
    options = table_options(args, measures_as="rows" if args.turned else "columns")
    origin = [study_signature(study, scores)]
    return write_tables(args, *(table_for_paper(one, origin, options, apart) for one in study_tables))


def show_summary(study: Study, scores: Scores, args: Namespace) -> int:
    """Print the table of averages, systems × measures."""
    return write_study_tables([tables.summary_table(scores, args.measure, args.average)], study, scores, args)


def show_json(study: Study, scores: Scores, args: Namespace) -> int:
    """Averages by system and measure as JSON, null where no instance has a value; accuracy is that of whole sets."""
    true = study.sets()
    values = {text: scores.averages(text, scores.kind(text, args.average)).tolist() for text in scores.texts}
    systems = {
        system: {text: None if isnan(own[k]) else own[k] for text, own in values.items()}
        | {"accuracy": sum(map(eq, true, study.sets(system))) / max(1, len(true))}
        for k, system in enumerate(scores.systems)
    }
    told = {"instances": len(study.data), "systems": systems, "notes": study.data.notes} | args.told_beside
    print(json.dumps(told, ensure_ascii=False, indent=2))
    return 0


def _show_ranking(study: Study, scores: Scores, args: Namespace) -> int:
    texts, numbers = args.measure or scores.texts, system_numbers(study)
    rankings = [tables.ranking_table(scores, text, scores.kind(text, args.average), numbers) for text in texts]
    return write_study_tables(rankings, study, scores, args)


def _show_differences(study: Study, scores: Scores, args: Namespace) -> int:
    if len(args.systems) == 2:
        a, b = args.systems
        differences = [tables.difference_table(scores, a, b, args.measure, args.average)]
    elif args.systems or len(scores.systems) < 2:
        raise HierviewError(f"two systems are compared, or none is named; there are {', '.join(scores.systems)}")
    else:
        texts = args.measure or scores.texts
        differences = [tables.pairs_table(scores, text, scores.kind(text, args.average)) for text in texts]
    return write_study_tables(differences, study, scores, args)


def _show_kendall(study: Study, scores: Scores, args: Namespace) -> int:
    part = scores.restricted_to(*args.measure) if args.measure else scores
    return write_study_tables([tables.kendall_table(part, args.over)], study, scores, args)


def _show_slices(study: Study, scores: Scores, args: Namespace) -> int:
    parts = study.parts(args.column)
    slices = []
    for text in args.measure or scores.texts[:1]:
        if args.between:
            a, b = args.between
            differing = part_differences(scores, parts, args.column, (a, b), text, most=len(parts))
            says = (*tables.standing_sentences(scores, [text]), tables.intervals_sentence(scores))
            slices.append(parts_table(differing, a, b, says))
        else:
            slices.append(tables.slice_table(scores, parts, args.column, text))
    return write_study_tables(slices, study, scores, args)


def _asked_instances(study: Study, scores: Scores, args: Namespace) -> set[int]:
    """The instances that --of-class and --part select."""
    column, sign, name = (args.part or "").partition("=")
    if args.part and not sign:
        raise HierviewError(f"--part {quoted(args.part)} is not accepted; a column, = and one of its parts are")
    part = (column.strip(), name.strip()) if sign else None
    finder = Finder(study, scores)
    wishes = (InstanceQuery(system, of_class=args.of_class, exact=args.exact, part=part) for system in scores.systems)
    return {i for wish in wishes for i in finder.membership_mask(wish).nonzero()[0].tolist()}


def _show_instances(study: Study, scores: Scores, args: Namespace) -> int:
    if args.most < 1:
        raise HierviewError(f"--most {args.most} is not accepted; a whole number from 1 on is")
    by_name = {f"{system}.{text}": (system, text) for text in scores.texts for system in scores.systems}
    columns = {name: scores.values[s][scores.texts.index(text)].value for name, (s, text) in by_name.items()}
    if len(scores.systems) == 1:
        columns |= {text: columns[f"{scores.systems[0]}.{text}"] for text in scores.texts}
        by_name |= {text: (scores.systems[0], text) for text in scores.texts}
    by = evaluate_formula(args.by, columns)
    formula = _asked_instances(study, scores, args)
    order = [i for i in ordered_rows(by, args.lowest).tolist() if i in formula]
    chosen_columns = dict.fromkeys([by_name[name] for name in by.names])
    chosen_columns |= dict.fromkeys((system, text) for text in args.measure for system, _ in list(chosen_columns))
    table = tables.instance_table(scores, order[: args.most], by.values.tolist(), args.by.strip(), list(chosen_columns))
    return write_study_tables([table], study, scores, args)


ACTIONS = {
    "rank": (_add_average, _show_ranking),
    "compare": (_add_pair, _show_differences),
    "instances": (_add_instances, _show_instances),
    "slices": (_add_slices, _show_slices),
    "kendall": (_add_tau, _show_kendall),
    "table": (_add_average, show_summary),
}
