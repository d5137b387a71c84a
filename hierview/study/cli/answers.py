"""`hierview answers`: what a model answered in words as classes, and what is none of the hierarchy."""

from __future__ import annotations

import csv
import io
import json
import shlex
import sys
from argparse import ArgumentParser, Namespace
from itertools import chain
from pathlib import Path

from ...answers.answers import text_table
from ...cli.options.hierarchies import add_reading_options, choices_by_file, print_reading, shell_error
from ...errors import HierviewError, quoted
from ...explain import number
from ...formats import read_file
from ...formats.hierarchies.source import LARGEST
from ...publish.files import write_file
from ...publish.tables.csv import text_without_formula
from ..answers.answers import POLICIES, Answers, Policies, read_answers
from ..answers.steps import ABSTAINED, ABSTENTIONS, STEPS, UNMATCHED
from ..inputs.columns import matcher_of, open_hierarchy
from ..inputs.label_files import read_labels
from ..inputs.labels import InstanceLabels
from ..inputs.tables.roles import ReadingOptions

UNCLEAR = 3  # the exit status where more is unmatched than was allowed
MOST_TEXTS = 20

EXAMPLES = (
    "answers hierarchy.tsv answers.jsonl -o run.tsv",
    "answers hierarchy.tsv answers.csv --map run.outside.csv -o run.tsv",
    "answers hierarchy.tsv answers.csv --outside root --true gold.tsv --policies",
    "answers codes.csv replies.csv --read-as answers:id=doc,answer=reply --after 'Answer:'",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    policies = f"{'|'.join(POLICIES)}|price=N"
    parser.add_argument("hierarchy", help="a file with a hierarchy, of any shape")
    parser.add_argument("file", help="ids and answers: CSV, TSV, Parquet, JSON, JSON lines, or a text a line")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write the classes by id, and what was unclear"
    )
    parser.add_argument("--map", metavar="TABLE", help="the table of unmatched texts, with classes filled in")
    parser.add_argument("--synonyms", metavar="FILE", help="lines of a text and its class")
    for name, what in (("outside", "is no class"), ("abstained", "says none"), ("ambiguous", "names several")):
        parser.add_argument(f"--{name}", default="empty", metavar=policies, help=f"a text that {what} (default: empty)")
    parser.add_argument("--true", metavar="FILE", help="the true classes, for farthest and --policies")
    parser.add_argument("--policies", action="store_true", help="averages under every policy")
    parser.add_argument("--measure", action="append", metavar="MEASURE", help="of these averages (default: hP, hR, hF)")
    parser.add_argument("--after", default="", metavar="TEXT", help="cut this and what stands before it")
    parser.add_argument("--several", choices=("error", "first", "all"), default="error", help="classes in one text")
    parser.add_argument("--path", choices=("outside", "last", "prefix"), default="outside", help="a path that is none")
    parser.add_argument("--gaps", action="store_true", help="paths may leave out classes")
    parser.add_argument("--prefer", choices=("leaves",), default="", help="of classes with one name the only leaf")
    parser.add_argument("--find", choices=("words",), default="", help="a label within a text; does not know 'not'")
    parser.add_argument("--codes", choices=("padded",), default="", help="zeros around a number do not count")
    parser.add_argument("--fold", choices=("accents",), default="", help="accents do not count")
    parser.add_argument("--abstain", action="append", metavar="TEXT", help=f"(default: {', '.join(ABSTENTIONS)})")
    parser.add_argument("--most-outside", type=float, default=5, metavar="%", help="else the status is 3 (default: 5)")
    add_reading_options(parser, several=True)


def run(args: Namespace) -> int:
    """Print what answers were taken for, and write them as a run; 3 where too many are no class."""
    if args.policies and not args.true:
        raise HierviewError("--policies goes with --true, the file of the true classes")
    try:
        policies = Policies(args.outside, args.abstained, args.ambiguous)
        answers, truth = _read_answers(args)
        sets = answers.sets(policies, truth)
    except HierviewError as error:
        raise shell_error(error, f"hierview answers {shlex.quote(args.hierarchy)} {shlex.quote(args.file)}") from None
    _print_report(answers, policies, len(answers) - len(sets))
    if args.policies and truth is not None:
        _print_policies(answers, truth, args.measure or ["hP", "hR", "hF"])
    if args.output:
        _write_run(answers, sets, args.output)
    if 100 * answers.unmatched > args.most_outside:
        where = (
            f"; {_file_beside(args.output, 'outside.csv')} lists them" if args.output else "; -o lists them in a table"
        )
        print(f"hierview: {answers.unmatched:.1%} of the answers are no class{where}", file=sys.stderr)
        return UNCLEAR
    return 0


def _read_answers(args: Namespace) -> tuple[Answers, InstanceLabels | None]:
    choices = choices_by_file(args, ["answers"])
    data = read_file(args.hierarchy, LARGEST)
    opened = open_hierarchy(data, args.hierarchy, **choices["hierarchy"])
    print_reading(args.hierarchy, opened)
    matcher = matcher_of(opened, data)
    reading = {
        name: getattr(args, name) for name in ("after", "several", "path", "gaps", "prefer", "find", "codes", "fold")
    }
    answers = read_answers(
        matcher,
        args.file,
        confirmed=args.map,
        synonyms=args.synonyms,
        read_as=ReadingOptions(**choices["answers"]),
        terms=data,
        **reading,
        abstentions=args.abstain or ABSTENTIONS,
    )
    return answers, read_labels(args.true, matcher, **choices["true"]) if args.true else None


def _print_report(answers: Answers, policies: Policies, dropped: int) -> None:
    """The report: how many answers each step gave, what is none, and under which policies."""
    of = max(1, len(answers))
    rows = [
        (name, f"{answers.counts[name]:,}", f"{answers.counts[name] / of:.1%}")
        for name in (*STEPS, ABSTAINED, *UNMATCHED)
        if answers.counts[name]
    ]
    print(f"{len(answers):,} answers, {len(answers.found):,} different texts\n")
    print(text_table(rows, "<>>") if rows else "no answers")
    for category in (ABSTAINED, *UNMATCHED):
        texts = [(text, n) for text, n, _ in answers.by_text if answers.found[text].step == category][:MOST_TEXTS]
        if texts:
            print(
                f"\n{category[0].upper()}{category[1:]}:\n"
                + text_table([(f"{n:,}", quoted(t)) for t, n in texts], "><")
            )
    for title, pairs in (
        ("Equated by normalising", answers.equated()),
        ("Steps that disagree, the first counts", _disagreement_rows(answers)),
        ("Ids and labels that are equal when normalised", _ambiguous_name_rows(answers)),
    ):
        if pairs:
            print(f"\n{title}:\n" + "\n".join(f"{quoted(a)}: {quoted(b)[1:-1]}" for a, b in pairs))
    left_out = f" {dropped:,} instances are left out: give --missing drop to `hierview study`." if dropped else ""
    print(f"\n{policies.sentence()}{left_out}")


def _disagreement_rows(answers: Answers) -> list[tuple[str, str]]:
    return [
        (text, f"{found.classes[0]} by {found.step}, not {', '.join(found.others)}")
        for text, found in answers.disagreements()[:MOST_TEXTS]
    ]


def _ambiguous_name_rows(answers: Answers) -> list[tuple[str, str]]:
    several = ((name, classes) for name, classes in answers.matcher.classes_by_normal_name.items() if len(classes) > 1)
    return [(name, ", ".join(classes)) for (name, classes), _ in zip(several, range(MOST_TEXTS), strict=False)]


def _print_policies(answers: Answers, truth: InstanceLabels, measures: list[str]) -> None:
    under = answers.under_policies(truth, measures)
    rows = [("", "instances", *measures)]
    for policy, (n, values) in under.items():
        shown = [number(v, 4) + (f" (of {defined:,})" if defined < n else "") for v, defined in values]
        rows.append((f"{policy} ({POLICIES[policy]})", f"{n:,}", *(shown or ["–"] * len(measures))))
    print("\nUnder every policy:\n" + text_table(rows, "<" + ">" * (1 + len(measures))))


def _write_run(answers: Answers, sets: dict[str, tuple[str, ...]], output: Path) -> None:
    """Write the run, what each text was taken for, and the table of what was not matched."""
    for text in {*sets, *chain.from_iterable(sets.values())}:
        if "\t" in text or "\n" in text or ("|" in text and text not in sets):
            raise HierviewError(f"{quoted(text)}: tabs, line ends and | are not accepted in ids and classes of a run")
    write_file(output, "".join(f"{instance}\t{'|'.join(classes)}\n" for instance, classes in sets.items()))
    dumps = json.JSONEncoder(ensure_ascii=False).encode
    lines = (f"{dumps(text)}: {dumps(entry)}" for text, entry in answers.mapping().items())
    write_file(_file_beside(output, "answers.json"), "{\n" + ",\n".join(lines) + "\n}\n")
    rows = io.StringIO()
    csv.writer(rows, lineterminator="\n").writerows(
        [text_without_formula(cell) for cell in row] for row in answers.to_confirm()
    )
    write_file(_file_beside(output, "outside.csv"), rows.getvalue())


def _file_beside(output: Path, ending: str) -> Path:
    return output.with_name(f"{output.stem}.{ending}")
