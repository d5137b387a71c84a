"""The workbench in a shell: sheets, searches and tables as text or JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from ..answers import table
from ..case import Case
from ..errors import HierviewError, quoted, suggestion
from ..explain import number
from ..formats import read_file
from ..measures import Measure
from .behaviour import Budget, Progress, sheet
from .benchmark import LARGEST_ARCHIVE, read_folder, read_zip
from .disagree import Apart, Differ, Find, HasAndLacks, Opposite, Question, Search, State, search
from .foreign import close_all, load_file
from .formula import read_measure
from .properties import BY_KEY, property_named
from .scatter import correlations, many_random, preset_cases, scatter
from .told import find_data, find_text, sheet_data, sheet_text

QUESTIONS: dict[str, Question] = {"opposite": Opposite(), "differ": Differ(), "apart": Apart()}


def measures_of(text: str) -> tuple[Measure, ...]:
    """The measures in a Python file, or the one that a text names."""
    return load_file(text) if text.endswith(".py") else (read_measure(text),)


def measure_of(text: str) -> Measure:
    """The one measure that a text names: `my.py:name` where a file holds several."""
    path, colon, name = text.rpartition(":")
    if not colon or not path.endswith(".py"):
        path, name = text, ""
    found = measures_of(path)
    if name:
        found = tuple(m for m in found if str(m) == name) or _unknown(name, found)
    if len(found) > 1:
        raise HierviewError(
            f"{quoted(path, 200)} holds {', '.join(map(str, found))}; name one, as in {path}:{found[0]}"
        )
    return found[0]


def _unknown(name: str, found: tuple[Measure, ...]) -> tuple[Measure, ...]:
    names = [str(m) for m in found]
    raise HierviewError(f"{quoted(name)} is not among {', '.join(names)}{suggestion(name, names)}")


def question_of(text: str, at_least: float, at_most: float) -> Question:
    """The question of that name, or the one about a property that the first measure has and the second lacks."""
    if text == "apart":
        return Apart(at_least, at_most)
    if text in BY_KEY:
        return HasAndLacks(property_named(text))
    if text not in QUESTIONS:
        known = [*QUESTIONS, *BY_KEY]
        raise HierviewError(
            f"question {quoted(text)} is not known{suggestion(text, known)}; known are {', '.join(QUESTIONS)}, and the "
            f"properties {', '.join(BY_KEY)}"
        )
    return QUESTIONS[text]


def print_behaviour(text: str, as_json: bool, budget: Budget) -> None:
    """Print the behaviour sheets of the measures that a text or a file names."""
    try:
        made = []
        for measure in measures_of(text):
            heard = _heard(lambda progress: f"{progress.done:4.0%} {progress.doing}")
            made.append(sheet(measure, budget, heard))
    finally:
        _clear()
        close_all()
    if as_json:
        data = [sheet_data(one) for one in made]
        print(json.dumps(data if len(data) > 1 else data[0], indent=1, ensure_ascii=False, allow_nan=False))
    else:
        print("\n\n".join(map(sheet_text, made)))


def print_disagreements(
    first: str, second: str, question: Question, dags: bool, up_to: int, seed: int, most: int, as_json: bool
) -> None:
    """Print where two measures part, the smallest cases first."""
    found: list[Find] = []
    last: State | None = None
    told = _heard(lambda state: f"{state.done:4.0%} {state.doing}")
    try:
        a, b = measure_of(first), measure_of(second)
        work = Search("DAGs" if dags else "trees", up_to, seed=seed, most=most)
        with closing(search(a, b, question, work)) as items:  # type: ignore[type-var]
            for item in items:
                if isinstance(item, Find):
                    found.append(item)
                else:
                    last = item
                    if told is not None:
                        told(item)
    finally:
        _clear()
        close_all()
    assert last is not None
    if as_json:
        data = {
            "first": str(a), "second": str(b), "question": question.told(a, b), "seed": seed,
            "complete": last.complete, "finds": [find_data(find) for find in found],
        }  # fmt: skip
        print(json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False))
        return
    print(question.told(a, b) + ".\n")
    for find in found:
        print(find_text(find, a.label(), b.label()) + "\n")
    if not found:
        print("Nothing was found.\n")
    print(last.sentence if len(found) < most else f"The first {most:,} are shown. {last.sentence}")


def cases_of(source: str, how_many: int, seed: int) -> tuple[tuple[str, Case], ...]:
    """The cases in a folder or a ZIP archive, so many random ones, or the presets."""
    if how_many:
        return many_random(how_many, seed)
    if not source:
        return preset_cases()
    found = (
        read_zip(read_file(source, LARGEST_ARCHIVE), source) if source.lower().endswith(".zip") else read_folder(source)
    )
    for sentence in found.failures:
        print(f"hierview: {sentence}", file=sys.stderr)
    return found.cases


def print_benchmark(texts: Sequence[str], cases: Sequence[tuple[str, Case]], as_json: bool) -> None:
    """Print the values of measures on cases, and how alike the measures order them."""
    try:
        found = scatter([m for text in texts for m in measures_of(text)], cases)
    finally:
        close_all()
    labels = [m.label() for m in found.measures]
    alike = [[correlation.value for correlation in row] for row in correlations(found)]
    if as_json:
        data = {
            "measures": [str(m) for m in found.measures],
            "cases": {point.name: list(point.values) for point in found.points},
            "kendall_tau_b": alike,
        }
        print(json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False))
        return
    rows = [("", *labels), *((point.name, *map(number, point.values)) for point in found.points)]
    print(table(rows, "<" + ">" * len(labels)))
    print(f"\nRank correlations over {len(found.points):,} cases, Kendall's tau-b; errors are turned.\n")
    rows = [("", *labels), *((label, *map(number, row)) for label, row in zip(labels, alike, strict=True))]
    print(table(rows, "<" + ">" * len(labels)))
    for failure in filter(None, found.failures):
        print(f"\n{failure.sentence}")


def _heard(line: Callable[[Any], str]) -> Callable[[Progress | State], None] | None:
    """What shows progress on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        return None
    return lambda what: print(f"\r{line(what)[:78]:78}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)
