"""Many cases under several measures: every value, and how alike the measures order the cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..errors import extras
from ..formats import preset, preset_groups
from ..measures import Measure
from ..model.case import Case
from .sheets.enumerate import random_cases
from .sheets.evaluator import Evaluator


@dataclass(frozen=True)
class CasePoint:
    """A case with its name and its value under each measure."""

    name: str
    """Name of the case."""
    case: Case
    """The case."""
    values: tuple[float | None, ...]
    """Value of each measure; None where undefined."""


@dataclass(frozen=True)
class Scatter:
    """The values of several measures on a set of cases, a point for each case."""

    measures: tuple[Measure, ...]
    """The measures."""
    points: tuple[CasePoint, ...]
    """The points."""
    failures: tuple[str, ...] = ()
    """A sentence on each measure that failed: on how many cases, and on the first."""


@dataclass(frozen=True)
class Correlation:
    """Kendall's τ-b of two measures over the cases where both are defined."""

    value: float | None
    """Kendall's τ-b; None where it is undefined: fewer than two such cases, or one measure says the same of all."""
    cases: int
    """Number of cases where both measures are defined."""


def scatter_values(
    measures: Sequence[Measure], cases: Sequence[tuple[str, Case]], progress: Callable[[float], None] | None = None
) -> Scatter:
    """Values of the measures on the cases.

    progress: hears which share of the work is done; what it raises ends the work.
    """
    evaluators = [Evaluator(measure) for measure in measures]
    points = []
    for i, (name, case) in enumerate(cases):
        if progress is not None and i % 20 == 0:
            progress(i / len(cases))
        points.append(CasePoint(name, case, tuple(evaluator.value(case) for evaluator in evaluators)))
    return Scatter(
        tuple(measures), tuple(points), tuple(_failure_sentence(one, points) for one in evaluators if one.failures)
    )


def _failure_sentence(evaluator: Evaluator, points: Sequence[CasePoint]) -> str:
    first = next(iter(evaluator.failures.values()))
    name = next(point.name for point in points if point.case == first.case)
    failed = sum(point.case in evaluator.failures for point in points)
    return f"{evaluator.measure.label()} failed on {failed:,} of {len(points):,} cases; on {name}, {first.sentence}"


def case_counts_text(matrix: Sequence[Sequence[Correlation]], case_count: int) -> str:
    """How many of all cases rank correlations rest on: `1,000 cases`, `687 to 900 of 1,000 cases, …`."""
    pairs = [cell for i, row in enumerate(matrix) for cell in row[:i]] or [row[0] for row in matrix]
    both = {cell.cases for cell in pairs} or {case_count}
    all_cases = f"{case_count:,} case{'s' * (case_count != 1)}"
    if both == {case_count}:
        return all_cases
    least_most = " to ".join(f"{cases:,}" for cases in sorted({min(both), max(both)}))
    return f"{least_most} of {all_cases}, those on which they are defined"


def correlation_matrix(plot: Scatter) -> tuple[tuple[Correlation, ...], ...]:
    """The matrix of rank correlations; errors are turned, so that 1 means that both prefer the same."""
    signs = [1 if measure.better() == "higher" else -1 for measure in plot.measures]
    columns = [
        [None if value is None else sign * value for value in column]
        for sign, column in zip(signs, zip(*(point.values for point in plot.points), strict=True), strict=False)
    ] or [[] for _ in plot.measures]
    below = [[_kendall_tau(first, second) for second in columns[: i + 1]] for i, first in enumerate(columns)]
    numbers = range(len(columns))
    return tuple(tuple(below[max(i, j)][min(i, j)] for j in numbers) for i in numbers)


@extras()
def _kendall_tau(first: Sequence[float | None], second: Sequence[float | None]) -> Correlation:
    from scipy.stats import kendalltau  # here, since loading it takes longer than a server needs to start

    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if len(pairs) < 2:
        return Correlation(None, len(pairs))
    # Rounding must not break ties: what is equal to ten digits is equal.
    a, b = ([round(value, 10) for value in side] for side in zip(*pairs, strict=True))
    tau = float(kendalltau(a, b, variant="b").statistic)
    # A measure agrees with itself exactly, whatever the quotient was rounded to.
    return Correlation(None if math.isnan(tau) else round(tau, 12), len(pairs))


def preset_cases() -> tuple[tuple[str, Case], ...]:
    """All presets that a measure can read, with their names."""
    return tuple((name, preset(name)) for names in preset_groups().values() for name in names)


def random_case_set(how_many: int, seed: int = 1) -> tuple[tuple[str, Case], ...]:
    """So many seeded random cases, half of them on trees; each is named by its seed and number."""
    trees = random_cases(seed, how_many // 2, "trees")
    dags = random_cases(seed, how_many - how_many // 2, "DAGs")
    return tuple((f"random {seed}.{i}", case) for i, case in enumerate([*trees, *dags], 1))
