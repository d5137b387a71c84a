"""`hierview disagree`: the smallest cases where two measures part."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing

from ...cli.options.named import WHERE, ending_processes, parse_one_measure
from ...cli.options.output import clear_progress, print_json, show_progress
from ...cli.options.tabled import add_table_options, table_options_asked, write_tables
from ...errors import HierviewError, quoted, suggestion
from ...measures import Measure
from ..disagree import (
    DifferentValues,
    Disagreement,
    HasAndLacks,
    OppositeOrder,
    Question,
    SearchProgress,
    SearchScope,
    ValuesApart,
    search_disagreements,
)
from ..publish.findings import disagreements_table
from ..sheets.properties import BY_KEY, property_named
from ..sheets.report import disagreement_data, disagreement_text

QUESTIONS: dict[str, Question] = {"opposite": OppositeOrder(), "differ": DifferentValues(), "apart": ValuesApart()}

EXAMPLES = ("disagree MGIA LCaF", "disagree my.py:overlap hF --question differ --up-to 4")


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("first", metavar="A", help=WHERE)
    parser.add_argument("second", metavar="B", help="the other")
    parser.add_argument(
        "--question",
        default="opposite",
        metavar="NAME",
        help="opposite (they order two predictions oppositely), differ, apart, or a property such as pairing that A "
        "has and B lacks (default: opposite)",
    )
    parser.add_argument("--at-least", type=float, default=0.9, metavar="X", help="apart: what A says at least")
    parser.add_argument("--at-most", type=float, default=0.1, metavar="X", help="apart: what B says at most")
    parser.add_argument("--kind", choices=("trees", "dags"), default="trees")
    parser.add_argument("--up-to", type=int, default=5, metavar="N", help="all of up to N classes (default: 5)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random ones beyond (default: 1)")
    parser.add_argument("--most", type=int, default=10, metavar="N", help="how many finds are enough (default: 10)")
    parser.add_argument("--json", action="store_true", help="the finds and their cases as JSON")
    add_table_options(parser)


def run(args: Namespace) -> int:
    """Print the cases on which two measures disagree, the smallest first."""
    options = table_options_asked(args)
    question = question_named(args.question, args.at_least, args.at_most)
    work = SearchScope("DAGs" if args.kind == "dags" else "trees", args.up_to, seed=args.seed, most=args.most)
    with ending_processes(), clear_progress():
        a, b = parse_one_measure(args.first), parse_one_measure(args.second)
        pairs, last = _collect_finds(a, b, question, work)
    sentence = question.sentence(a, b)
    if options is not None:
        return write_tables(args, disagreements_table(pairs, (a, b), sentence, 1, options))
    if args.json:
        print_json(
            {
                "first": str(a),
                "second": str(b),
                "question": sentence,
                "seed": args.seed,
                "complete": last.complete,
                "finds": [disagreement_data(one) for one in pairs],
            }
        )
        return 0
    print(sentence + ".\n")
    for one in pairs:
        print(disagreement_text(one, a.label(), b.label()) + "\n")
    if not pairs:
        print("Nothing was found.\n")
    print(last.said if len(pairs) < args.most else f"The first {args.most:,} are shown. {last.said}")
    return 0


def question_named(text: str, at_least: float, at_most: float) -> Question:
    """The question of that name, or the one about a property that the first measure has and the second lacks."""
    if text == "apart":
        return ValuesApart(at_least, at_most)
    if text in BY_KEY:
        return HasAndLacks(property_named(text))
    if text not in QUESTIONS:
        names = [*QUESTIONS, *BY_KEY]
        raise HierviewError(
            f"question {quoted(text)} is not known{suggestion(text, names)}; known are {', '.join(QUESTIONS)}, and the "
            f"properties {', '.join(BY_KEY)}"
        )
    return QUESTIONS[text]


def _collect_finds(
    first: Measure, second: Measure, question: Question, scope: SearchScope
) -> tuple[list[Disagreement], SearchProgress]:
    """The finds of a search, and how far it came."""
    pairs: list[Disagreement] = []
    last: SearchProgress | None = None
    with closing(search_disagreements(first, second, question, scope)) as items:  # type: ignore[type-var]
        for item in items:
            if isinstance(item, Disagreement):
                pairs.append(item)
            else:
                last = item
                show_progress(item)
    assert last is not None
    return pairs, last
