"""`hierview explain-number`: which way to count gives a printed number, or what a tool would print."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ...answers.answers import text_table
from ...answers.counting import OWN, CountedQuantity, parse_counted_quantity
from ...answers.tools import Tool, tool_named, tools
from ...cli.options.output import clear_progress, report_stopped, show_progress
from ...errors import HierviewError, quoted
from ...explain import number
from ...formats import write_case
from ...formats.collection import LONGEST_NAME, MOST_CASES, Collection, write_collection
from ...jobs import Progress
from ...languages import count_text
from ...model.case import Case
from ...publish.files import write_file
from ..concordance.explained import (
    SHIFTS,
    TRIED,
    Explanation,
    ShownWay,
    counted_run,
    explain,
    printing_in_words,
    tools_in_words,
    verdict,
)
from ..concordance.printed_number import MOST_DIGITS, PrintedNumber, parse_printed_number
from ..concordance.search import CountingWay, numbers_of_tool
from ..concordance.values import value_of_point
from ..results.instances import cases_of_instance
from ..study import Study
from .study import add_files, add_policies, make_study, open_study

DIGITS = 4
MOST_NUMBERS = 12
MOST_INSTANCES = 5  # of a picture, that are told one by one

EXAMPLES = (
    "explain-number hierarchy.tsv --true gold.tsv --run a.tsv --says 0.7512 --measure hF",
    "explain-number hierarchy.tsv --true gold.tsv --run a.tsv --says hP=0.71 --says hR=0.80",
    "explain-number hierarchy.tsv --true gold.tsv --run a.tsv --as hiclass",
    "explain-number my-study --run a --says 75.1% -o cases",
)


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_files(parser)
    parser.add_argument(
        "--says",
        action="append",
        default=[],
        metavar="[NAME=]NUMBER",
        help="what is printed elsewhere, with its digits; may be repeated for numbers printed together",
    )
    parser.add_argument(
        "--measure", default="", metavar="NAME", help="what the number is called: hF, accuracy, level 2"
    )
    parser.add_argument(
        "--as",
        dest="tool",
        default="",
        metavar="TOOL",
        help=f"what it would print: {', '.join(tools())}; or a way to count, such as F[closed, root=omitted, pooled]",
    )
    parser.add_argument("--all", action="store_true", help="every way, and all that are the same on these data")
    parser.add_argument("-o", dest="cases", type=Path, metavar="FOLDER", help="write the instances as case files here")
    add_policies(parser, unknown="wrong", shape="--shape")
    parser.set_defaults(folder=None, scored=[])


def run(args: Namespace) -> int:
    """Explain a number, or compute what a tool would print."""
    numbers = _printed_numbers(args)
    if bool(numbers) == bool(args.tool):
        raise HierviewError("either --says NUMBER or --as TOOL is needed, not both")
    counted = parse_counted_quantity(args.tool) if "[" in args.tool else None
    profiled = tool_named(args.tool) if args.tool and counted is None else None
    study, system = _study_and_run(args)
    try:
        with clear_progress():
            if counted is not None:
                return _print_point(study, system, counted)
            if profiled is not None:
                return _print_tool(study, system, profiled, args)
            found = explain(study, system, numbers, CountedQuantity(_own_quantity(numbers), OWN), _show_progress)
    except KeyboardInterrupt:
        return report_stopped("done", None, "nothing was found so far that could be kept")
    print("\n".join(_answer_lines(found, study, args.all)))
    if args.cases is not None:
        _write_cases(found, study, args.cases)
    return 0 if found.answer.ways else 1


def _printed_numbers(args: Namespace) -> list[PrintedNumber]:
    numbers = [parse_printed_number(text) for text in args.says]
    if len(numbers) > MOST_NUMBERS:
        raise HierviewError(f"{len(numbers):,} numbers are too many; {MOST_NUMBERS} at most are accepted")
    if args.measure:
        numbers = [one if one.name else parse_printed_number(f"{args.measure}={one.text}") for one in numbers]
    return numbers


def _own_quantity(numbers: Sequence[PrintedNumber]) -> str:
    """The quantity whose value by hierview itself is printed beside the answer."""
    return next((q for one in numbers for q in one.quantities[:1] if q in ("P", "R", "F")), "F")


def _study_and_run(args: Namespace) -> tuple[Study, str]:
    """The study of one run, and that run's name; of a study's folder, `--run` names the system."""
    if args.true:
        try:
            study = make_study(args)
        except HierviewError as error:  # which may say how a file is read
            raise HierviewError(str(error).replace("--as ", "--shape ")) from None
        named = list(study.data.runs)
        if len(named) > 1:
            raise HierviewError(f"one run at a time is explained, and these are {', '.join(named)}")
        return study, named[0]
    study = open_study(args)
    systems = list(study.data.runs)
    if len(args.runs) != 1 and len(systems) > 1:
        raise HierviewError(f"--run NAME says which system is meant; there are {', '.join(systems)}")
    return study, args.runs[0] if args.runs else systems[0]


def _show_progress(share: float) -> None:
    show_progress(Progress("Comparing ways to count", share))


# What a tool would print


def _print_point(study: Study, system: str, point: CountedQuantity) -> int:
    found = value_of_point(counted_run(study, system), point)
    print(f"{point}: {number(found, MOST_DIGITS) if found is not None else 'undefined on these data'}")
    print(f"{point.in_words}.")
    return 0


def _print_tool(study: Study, system: str, profiled: Tool, args: Namespace) -> int:
    if args.measure:
        raise HierviewError("--measure belongs to --says; --as prints all that the tool prints")
    rows = list(numbers_of_tool(counted_run(study, system), profiled.key))
    digits = profiled.digits or DIGITS
    print(f"{profiled.key} {profiled.version}, of {system}: it takes {profiled.takes}.\n")
    head = ("number", "prints", "counted as", "data as")
    listed = [(name, _value_text(x, digits), str(one), put_in) for put_in, name, one, x in rows]
    if listed:
        print(text_table([head, *listed], "<><<"))
    else:
        print(_refusal_sentence(profiled))
    if profiled.faults:
        print("\nFaults:", *(f"- {fault.says}" for fault in profiled.faults), sep="\n")
    return 0


def _value_text(x: float | None, digits: int) -> str:
    return "undefined or an error" if x is None else f"{x:.{digits}f}"


def _refusal_sentence(profiled: Tool) -> str:
    """A sentence on why a tool prints no number for such data."""
    if profiled.otherwise:
        return f"It prints nothing of answered sets: {profiled.otherwise}."
    return "It prints nothing of these data: it takes one class for each instance, or a tree, which they are not."


# What gives a number


def _answer_lines(explanation: Explanation, study: Study, whole: bool) -> Iterator[str]:
    """The answer, a paragraph for each way."""
    own = explanation.own
    value = number(explanation.own_value, DIGITS)
    yield f"{own.quantity} is {value} in hierview: {_with_small_initial(own.in_words)}."
    yield f"{verdict(explanation)}"
    heads = explanation.shown if explanation.answer.ways else [replace(one, parting=None) for one in explanation.shown]
    if not explanation.answer.ways:
        yield TRIED
    for k, one in enumerate(heads, 1):
        yield f"\n{k}. {_way_in_words(one.way)}"
        yield from _lines_below_way(one, study, explanation.system, whole)
    rest = explanation.answer.ways_as_printed[len(heads) :] if explanation.answer.ways else ()
    for k, way in enumerate(rest if whole else (), len(heads) + 1):
        yield f"\n{k}. {_way_in_words(way)}"
        yield from _lines_below_way(ShownWay(way), study, explanation.system, whole)
    if rest and not whole:
        yield f"\n{len(rest):,} more; --all lists them."
    others = [way for way in explanation.answer.ways if way not in explanation.answer.ways_as_printed]
    if others:
        yield f"\nIf it is not simply rounded, {len(others):,} more{'' if whole else '; --all lists them'}."
        yield from (f"- {_way_in_words(way)}" for way in others if whole)
    for one in explanation.shifted:
        yield f"\nWould give it {SHIFTS[one.shift]}: {_way_in_words(one.way)}"


def _with_small_initial(text: str) -> str:
    return text[:1].lower() + text[1:]


def _way_in_words(way: CountingWay) -> str:
    """A way to count in plain words, with the values that it gives."""
    values = ", ".join(f"{p.quantity} {number(x, DIGITS)}" for p, x in zip(way.points, way.values, strict=True))
    shown = {p.quantity for p in way.points}
    beside = [f"{q} {number(x, DIGITS)}" for q, x in zip("PRF", way.p_r_f, strict=False) if q not in shown]
    how = f" ({printing_in_words(way)})" if printing_in_words(way) else ""
    return f"{way.point.in_words}{how}\n   {values}" + (f", with {', '.join(beside)}" if beside else "")


def _lines_below_way(shown_way: ShownWay, study: Study, system: str, whole: bool) -> Iterator[str]:
    yield f"   {shown_way.way.point}"
    if shown_way.way.tools:
        yield f"   as {tools_in_words(shown_way.way)}"
    if shown_way.way.equal_points:
        many = count_text("{n:,} other combination", "{n:,} other combinations", len(shown_way.way.equal_points))
        yield f"   the same on these data: {', '.join(map(str, shown_way.way.equal_points)) if whole else many}"
    if shown_way.parting is not None:
        here, there = (number(x, DIGITS) for x in (shown_way.parting.first_value, shown_way.parting.second_value))
        yield f"   parts from hierview on {_ids_in_words(shown_way.ids)}: here {here}, there {there}"
        for name, case in _cases_with_ids(study, system, shown_way.ids[:MOST_INSTANCES]):
            true, predicted = (", ".join(sorted(side)) or "none" for side in (case.true, case.predicted))
            yield f"     {quoted(name)}: true {true}; predicted {predicted}"


def _ids_in_words(ids: Sequence[str]) -> str:
    first = ", ".join(map(quoted, ids[:MOST_INSTANCES]))
    return first if len(ids) <= MOST_INSTANCES else f"{first} and {len(ids) - MOST_INSTANCES:,} more instances"


def _cases_with_ids(study: Study, system: str, ids: Sequence[str]) -> Iterator[tuple[str, Case]]:
    """The instances as cases that open in Explore."""
    for name in ids:
        (case,), _ = cases_of_instance(study, name, (system,), ())
        yield name, case


def _write_cases(explanation: Explanation, study: Study, folder: Path) -> None:
    """The instance of each way as a case file, several as a collection, which Explore opens."""
    folder.mkdir(parents=True, exist_ok=True)
    for k, one in enumerate(explanation.shown, 1):
        cases = tuple(
            replace(case, name=name) for name, case in _cases_with_ids(study, explanation.system, one.ids[:MOST_CASES])
        )
        if len(cases) > 1:
            name = f"{explanation.system}: {explanation.printed}"[:LONGEST_NAME]
            write_file(folder / f"way-{k}.json", write_collection(Collection(name, cases)))
        elif cases:
            write_file(folder / f"way-{k}.json", write_case(cases[0]))
