"""The long work of the workbench, each piece a function that tells what it finds as it goes.

A task is called as `task(tell, …)`. What it tells is a `Progress`, how far it came, or a result.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..jobs import Progress, Tell
from ..measures import Measure
from ..model.case import Case
from ..own.foreign import Failure
from .benchmark import BenchmarkRow, benchmark
from .disagree import Question, SearchScope, search_disagreements
from .scatter import scatter_values
from .sheets.behaviour import Budget, behaviour_sheet
from .sheets.properties import Property, property_named
from .sheets.signs import Sheet

# A property holds functions; between our own processes it goes by its key.
copyreg.pickle(Property, lambda wanted: (property_named, (wanted.key,)))


@dataclass(frozen=True)
class CheckReport:
    """Sentences to the author of a measure; none where all is well."""

    measure: Measure
    """The measure."""
    sentences: tuple[str, ...]
    """Sentences to its author; none where all is well."""


def tell_sheets(tell: Tell, measures: Sequence[Measure], seed: int) -> None:
    """The behaviour sheets of measures, one after the other: after each row what is decided so far, then the whole."""
    for i, measure in enumerate(measures):

        def heard(item: Progress | Sheet, i: int = i, measure: Measure = measure) -> None:
            if isinstance(item, Progress):
                item = Progress(f"{measure.label()}, {item.doing}", (i + item.done) / len(measures))
            tell(item)

        tell(behaviour_sheet(measure, Budget(seed=seed), heard))
    tell(Progress("done", 1.0, whole=True))


def tell_finds(tell: Tell, first: Measure, second: Measure, question: Question, work: SearchScope) -> None:
    """Tell the cases on which two measures part, the smallest first."""
    for item in search_disagreements(first, second, question, work):
        tell(item)


def tell_table(tell: Tell, measures: Sequence[Measure], cases: Sequence[tuple[str, Case]]) -> None:
    """Tell how far the table of the benchmark came, then its lines."""
    lines = benchmark(measures, cases, lambda done: tell(Progress("the table", done)))
    tell(tuple(without_pictures(line) for line in lines))


def tell_points(tell: Tell, measures: Sequence[Measure], cases: Sequence[tuple[str, Case]]) -> None:
    """Tell the values of measures on a set of cases."""
    tell(scatter_values(measures, cases, lambda done: tell(Progress(f"case {round(done * len(cases)):,}", done))))


def tell_checks(tell: Tell, check: Callable[[Measure], Sequence[str]], measure: Measure) -> None:
    """Sentences on what is missing in a measure before it can be used everywhere, as `check` says."""
    tell(CheckReport(measure, tuple(check(measure))))


def without_pictures(line: BenchmarkRow) -> BenchmarkRow:
    """The line without what only a picture needs, so that it travels quickly."""
    cells = []
    for answer in line.cells:
        witness = answer.result.witness if isinstance(answer.result.witness, Failure) else None
        cells.append(replace(answer, result=replace(answer.result, witness=witness)))
    return replace(line, cells=tuple(cells))
