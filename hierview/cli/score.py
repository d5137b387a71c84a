"""`hierview score`: what the measures say of a case."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from ..answers.answers import Answer, all_measures, answer_rows, text_table
from ..errors import HierviewError
from ..explain import number
from ..formats.typed.edgelist import case_of_hierarchy
from ..model.case import Case
from ..publish.files import load_case, load_draft
from ..rules import known_rules, parse_rule, with_decision
from .options.hierarchies import add_reading_options, open_reported_hierarchy
from .options.named import A_CASE, WHERE, ending_processes, parse_measures
from .options.output import print_json

EXAMPLES = (
    "score 15 --measure MGIA --measure my.py:overlap",
    "score --edges hierarchy.tsv --true 'Music|Theater' --predicted Rock",
    "score fig.pdf --json",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("case", nargs="?", help=A_CASE)
    parser.add_argument("--edges", metavar="FILE", help="a hierarchy of any shape, as for hierview open, not a case")
    parser.add_argument("--true", default="", metavar="'A|B'", help="with --edges: the true classes")
    parser.add_argument("--predicted", default="", metavar="'C'", help="with --edges: the predicted classes")
    parser.add_argument("--measure", action="append", metavar="MEASURE", help=f"{WHERE}; may be repeated")
    parser.add_argument("--rule", metavar="RULE", help="predict by a rule, such as 'Threshold(t=0.3)'; see below")
    add_reading_options(parser)
    parser.add_argument("--all", action="store_true", help="every measure")
    parser.add_argument("--json", action="store_true", help="values, parts and notes as JSON")
    parser.epilog = "rules, and what a case must carry for them:\n" + _rules_in_words()


def _rules_in_words() -> str:
    """A line for each rule and parameter: what a case must carry, and what is accepted."""
    rows: list[tuple[str, str, str]] = []
    for rule in known_rules():
        accepted = [f"{name}: {one.accepted.removesuffix(' is')}" for name, one in rule.params().items()] or [""]
        rows.append((f"  {rule.spec.name}", rule.spec.needs, accepted[0]))
        rows += [("", "", more) for more in accepted[1:]]
    return text_table(rows, "<<<")


def run(args: Namespace) -> int:
    """Print the values of the measures on a case."""
    case = _case_from_arguments(args)
    with ending_processes():
        measures = parse_measures(args.measure) if args.measure else all_measures() if args.all else None
        try:
            rows = answer_rows(case, measures)
        except HierviewError as error:
            raise HierviewError(f"{args.case or args.edges}: {error}") from None
    if args.json:
        print_json([_fields_of_numbers(a) for a in rows])
    else:
        print_case(case, rows)
    return 0


def _case_from_arguments(args: Namespace) -> Case:
    if args.rule:  # whose prediction the file may leave out
        draft = with_decision(load_draft(args.case or ""), parse_rule(args.rule))
        return draft if isinstance(draft, Case) else draft.case()
    if args.edges:
        if args.case:
            raise HierviewError("give either a case or --edges with --true and --predicted, not both")
        return case_of_hierarchy(open_reported_hierarchy(args.edges, args).hierarchy, args.true, args.predicted)
    if args.true or args.predicted:
        raise HierviewError("--true and --predicted go with --edges")
    if not args.case:
        raise HierviewError("name a case: a case file or a preset such as 11a, or --edges with --true and --predicted")
    return load_case(args.case)


def _fields_of_numbers(a: Answer) -> dict[str, object]:
    return {
        "measure": str(a.measure),
        "value": a.result.value,
        "parts": dict(a.result.parts),
        "notes": list(a.result.notes),
    }


def print_case(case: Case, rows: Sequence[Answer]) -> None:
    """Print a case's table of values, the notes below it, and where the case comes from."""
    if case.name:
        print(case.name)
    labels = case.hierarchy.labels
    names = {c: c if (label := labels.of(c)) in (None, c) else f"{label} ({c})" for c in case.marked}
    between = "; " if any("," in name for name in names.values()) else ", "
    true, predicted = (between.join(names[c] for c in sorted(side)) or "–" for side in (case.true, case.predicted))
    print(f"True: {true}.  Predicted: {predicted}.\n")
    footnotes: list[str] = []
    printed_rows = [("measure", "meaning", "value", "", "better", *(["printed"] if case.published else []))]
    for a in rows:
        row = [str(a.measure), a.measure.title(), number(a.result.value), a.greatest_text, a.measure.better()]
        if case.published:
            cell = a.printed.printed if a.printed else "–"
            if a.printed and a.printed.verdict != "agrees":
                footnotes.append(a.printed.because or "no reason is known")
                cell = f"≠ {cell} [{len(footnotes)}]"
            row.append(cell)
        printed_rows.append(tuple(row))
    print(text_table(printed_rows, "<<><<>"[: len(printed_rows[0])]))
    for i, text in enumerate(footnotes, 1):
        print(f"\n[{i}] {text}")
    notes = [f"{a.measure}: {note}" for a in rows for note in a.result.notes]
    if notes:
        print("\n" + "\n".join(notes))
    if case.source:
        print(f"\nPrinted: {case.source}." if case.published else f"\n{case.source}.")
