"""Answers: what every measure says of a case, beside what was printed: the table of the screen and the shell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ..errors import HierviewError
from ..explain import number
from ..languages import _
from ..measures import Measure, Result, parse_measure, rows_by_family
from ..model.case import Case, Draft, Published

HEADLINE = ("GIE", "MGIA", "hF", "LCaF", 'hF(augmentation="none")')
FIRST = ("hF", "LCaF", "GIE", "MGIA", 'hF(augmentation="none")')  # those of the pages, the first to open first

# Whoever knows precision and recall starts from these: they stand under their F wherever answers are first met.
FOLDED = {"hF": ("hP", "hR")}

Verdict = Literal["agrees", "differs", "DIFFERS"]


@dataclass(frozen=True)
class Comparison:
    """A comparison of a printed value with ours. `differs` has a reason, `DIFFERS` has none."""

    text: str
    """Text of the measure, or this text and ".part"."""
    printed: str
    """The value as it stands in print."""
    value: float | None
    """Our value; None where it is undefined."""
    verdict: Verdict
    """Whether both agree, differ for a known reason, or DIFFER without one."""
    because: str = ""
    """The known reason for a difference; "" without one."""


@dataclass(frozen=True)
class Answer:
    """One row: a measure, its result, and the printed value if there is one."""

    measure: Measure
    """The measure that was asked."""
    result: Result
    """Its result on the case."""
    bounds: tuple[float | None, float | None]
    """The least and the greatest value possible on the case; None for an open end."""
    printed: Comparison | None = None
    """The printed value beside ours; None where there is none."""

    @property
    def greatest_text(self) -> str:
        """`of 15`: the greatest value on this case; nothing where that is 1 or unbounded, or the result undefined."""
        most = self.bounds[1]
        has_most = most is not None and most != 1 and self.result.value is not None
        return _("of {most}", most=number(most)) if has_most else ""

    @property
    def goodness(self) -> float | None:
        """The place of the value between worst (0) and best (1); None where undefined or unbounded."""
        least, most = self.bounds
        value = self.result.value
        if value is None or least is None or most is None or most == least:
            return None
        share = min(1.0, max(0.0, (value - least) / (most - least)))
        return share if self.measure.better() == "higher" else 1 - share


def agrees_with_printed(printed: str, value: float | None, default_cost: float | None = None) -> bool:
    """Whether `value`, rounded or cut to the digits of `printed`, is what was printed.

    "6+Max" is 6 plus the default cost.
    """
    if value is None:
        return False
    match = re.fullmatch(r"(-?\d+)(?:\.(\d+))?(\+Max)?", printed.strip())
    if not match or (match[3] and default_cost is None):
        return False
    places = len(match[2] or "")
    target = float(printed.strip().removesuffix("+Max")) + (default_cost if match[3] and default_cost else 0)
    step = 10.0**-places
    # Results are correctly rounded quotients, so a billionth is far more than they are off.
    slack = 1e-9
    return (
        abs(value - target) <= step / 2 + slack or -slack <= (value - target) * (1 if value >= 0 else -1) < step - slack
    )


def compare_printed(case: Case) -> tuple[Comparison, ...]:
    """The comparisons of every published value of a case with ours; a stored reason governs."""
    rows = [(measure_and_part(text), text, published) for text, published in case.published]
    results = {measure: measure.evaluate(case) for (measure, _), *_ in rows}
    return tuple(_comparison(results[measure], part, text, published) for (measure, part), text, published in rows)


def measure_and_part(text: str) -> tuple[Measure, str]:
    """The measure that a published text names, and the part of its result, "" for the value."""
    match = re.fullmatch(r"(.*[\w)])\.(\w+)", text)
    return (_parsed_measure("published", match[1]), match[2]) if match else (_parsed_measure("published", text), "")


def _comparison(result: Result, part: str, text: str, published: Published) -> Comparison:
    value = result.parts.get(part) if part else result.value
    ok = agrees_with_printed(published.printed, value, result.parts.get("default_cost"))
    verdict: Verdict = "differs" if published.because else "agrees" if ok else "DIFFERS"
    return Comparison(text, published.printed, value, verdict, published.because)


def answer_rows(case: Case, measures: Iterable[Measure] | None = None) -> tuple[Answer, ...]:
    """The rows of `measures`, or of the case's own, or of the headline."""
    rows = headline_measures(case) if measures is None else tuple(measures)
    printed = {text: published for text, published in case.published if not measure_and_part(text)[1]}
    return tuple(_answer(m, case, printed.get(str(m))) for m in rows)


def _answer(measure: Measure, case: Case, published: Published | None) -> Answer:
    result = safe_result(measure, case)
    printed = None if published is None else _comparison(result, "", str(measure), published)
    return Answer(measure, result, measure.bounds(case), printed)


def safe_result(measure: Measure, case: Case) -> Result:
    """The result of a measure on a case; undefined, with a note, where the case holds something that it cannot use."""
    try:
        return measure.evaluate(case)
    except HierviewError as error:
        return Result(str(measure), None, notes=(str(error),))


def headline_measures(case: Draft) -> tuple[Measure, ...]:
    """The measures that a case wants shown, or the five headline ones."""
    return _measures_named(tuple(case.measures or HEADLINE))


@lru_cache(maxsize=64)
def _measures_named(texts: tuple[str, ...]) -> tuple[Measure, ...]:
    return tuple([_parsed_measure("measures", text) for text in texts])


def headline_rows(case: Draft) -> tuple[tuple[Measure, tuple[Measure, ...]], ...]:
    """The headline measures, each with those that are folded under it; a case that names its own has none folded."""
    rows_below = {} if case.measures else FOLDED
    measures = headline_measures(case) if case.measures else map(parse_measure, FIRST)
    return tuple([(m, tuple(map(parse_measure, rows_below.get(str(m), ())))) for m in measures])


def _parsed_measure(field: str, text: str) -> Measure:
    try:
        return parse_measure(text)
    except HierviewError as error:
        raise HierviewError(f"{field}: {error}") from None


def rows_with_families() -> tuple[tuple[str, Measure, tuple[Measure, ...]], ...]:
    """All measures worth a row: (family, measure, those folded under it)."""
    return tuple((family, main, under) for family, rows in rows_by_family().items() for main, under in rows)


def all_measures() -> tuple[Measure, ...]:
    """All measures that have a row somewhere, from top to bottom."""
    return tuple(m for _, main, under in rows_with_families() for m in (main, *under))


def compare_presets(cases: Iterable[tuple[str, Case]]) -> tuple[tuple[str, Comparison], ...]:
    """The comparisons of every published value of the cases; a measure text that cannot be read is a HierviewError."""
    rows: list[tuple[str, Comparison]] = []
    for name, case in cases:
        try:
            rows += [(name, comparison) for comparison in compare_printed(case)]
        except HierviewError as error:
            raise HierviewError(f"{name}: {error}") from None
    return tuple(rows)


def text_table(rows: Sequence[Sequence[str]], align: str) -> str:
    """The plain text of a table, rows in columns; `align` holds < or > for each column."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(align))]
    lines = [
        "  ".join(f"{cell:{a}{w}}" for cell, a, w in zip(row, align, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join(lines)
