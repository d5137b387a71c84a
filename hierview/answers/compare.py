"""Two predictions side by side: what every measure says of both, and whether that is as it should be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import isclose
from typing import Any, Literal

from ..errors import MeasureError
from ..explain import Name, Words, join_words, number
from ..formats import Worse
from ..languages import _, count_text
from ..measures import Measure, Param, measures
from ..model.case import Case
from .answers import Answer, answer_rows, headline_rows

Judgement = Literal["yes", "no", "reverse", "open"]


@dataclass(frozen=True)
class AnswerDifference:
    """The answers of one measure to two predictions, and what they say of each other."""

    a: Answer
    """Answer to the first prediction."""
    b: Answer
    """Answer to the second prediction."""
    difference: float | None
    """Value of B less that of A; None where either is undefined."""
    worse: Worse | None
    """Which one the measure calls worse."""
    verdict: Judgement
    """Whether the measure sees it: "yes" as it should be, "no" where it misses a difference that it should see,
    "reverse" where it sees the opposite or one that it should not see, "open" where nothing is expected or a value
    is undefined.
    """
    says: str
    """The verdict in words."""


def answer_differences(
    case_a: Case, case_b: Case, measures_a: Sequence[Measure], measures_b: Sequence[Measure], worse: Worse | None = None
) -> tuple[AnswerDifference, ...]:
    """The difference of each measure between two cases: both values, and the verdict where `worse` is expected.

    The two lists hold the same measures in the same order, perhaps with other parameters; else MeasureError.
    """
    if [type(m) for m in measures_a] != [type(m) for m in measures_b]:
        raise MeasureError("only answers of the same measures can be compared")
    pairs = zip(answer_rows(case_a, measures_a), answer_rows(case_b, measures_b), strict=True)
    return tuple(_answer_difference(a, b, worse) for a, b in pairs)


def _answer_difference(a: Answer, b: Answer, expected: Worse | None) -> AnswerDifference:
    x, y = a.result.value, b.result.value
    if x is None or y is None:
        one = _("undefined for A") if x is None else _("undefined for B")
        return AnswerDifference(a, b, None, None, "open", _("undefined for both") if x is None and y is None else one)
    # Values are quotients of exact numbers, so a billionth is far more than they are off.
    if isclose(x, y, rel_tol=1e-9, abs_tol=1e-12):
        return AnswerDifference(a, b, 0.0, "neither", *_verdict("neither", expected))
    worse: Worse = "b" if (x > y) == (a.measure.better() == "higher") else "a"
    verdict, says = _verdict(worse, expected)
    places = (a.goodness, b.goodness) if worse == "b" else (b.goodness, a.goodness)
    if None not in places and places[0] < places[1] - 1e-9 and (verdict != "reverse" or expected == "neither"):  # type: ignore[operator]
        says += _(", though nearer to its worst")
    return AnswerDifference(a, b, y - x, worse, verdict, says)


def _verdict(worse: Worse, expected: Worse | None) -> tuple[Judgement, str]:
    better = {"a": _("B is better"), "b": _("A is better"), "neither": _("they are equal")}[worse]
    if expected is None:
        return "open", better
    if worse == expected:
        return "yes", _("yes, {better}", better=better)
    if worse == "neither":
        return "no", _("no, it cannot tell them apart")
    return "reverse", _("no, it says the reverse") if expected != "neither" else _(
        "no, it says {better}", better=better
    )


def compared_measures(case_a: Case, case_b: Case) -> tuple[Measure, ...]:
    """The measures of `compared_rows`, from top to bottom."""
    return tuple(measure for main, under in compared_rows(case_a, case_b) for measure in (main, *under))


def compared_rows(case_a: Case, case_b: Case) -> tuple[tuple[Measure, tuple[Measure, ...]], ...]:
    """The headline rows of the first case, then those that only the second one wants shown; each measure once."""
    rows: dict[Measure, tuple[Measure, ...]] = {}
    for main, under in (*headline_rows(case_a), *headline_rows(case_b)):
        rows.setdefault(main, under)
    return tuple((main, tuple(m for m in under if m not in rows)) for main, under in rows.items())


def with_settings(originals: Iterable[Measure], **settings: Any) -> tuple[Measure, ...]:
    """The measures, each with those of the settings that it has and accepts."""
    changed: list[Measure] = []
    for measure in originals:
        for name, value in settings.items():
            if name in measure.params():
                with suppress(MeasureError):
                    measure = replace(measure, **{name: value})  # type: ignore[type-var]
        changed.append(measure)
    return tuple(changed)


def parameter_declaration(name: str) -> Param:
    """The declaration of a parameter by the first measure that has one of that name."""
    return next(cls.params()[name] for cls in measures().values() if name in cls.params())


def parameter_changes(a: Measure, b: Measure) -> tuple[str, ...]:
    """The parameters in which two measures of a kind differ, each as `Dₘₐₓ: 5 → 10`."""

    def value_text(parameter: Param, value: Any) -> str:
        if value is None:
            return _(parameter.none) or _("undefined")
        return number(value) if parameter.kind in ("number", "bound") and not isinstance(value, str) else str(value)

    return tuple(
        f"{parameter.symbol or _(parameter.label)}: "
        f"{value_text(parameter, getattr(a, name))} → {value_text(parameter, getattr(b, name))}"
        for name, parameter in a.params().items()
        if getattr(a, name) != getattr(b, name)
    )


def prediction_words(case: Case) -> Words:
    """The predicted classes in words, and how far each class is from the nearest true one.

    >>> from hierview.explain import plain
    >>> case = Case.of([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")], ["Pop"], ["Pop", "Rock"])
    >>> plain(prediction_words(case))
    'Pop, which is right, and Rock, 2 edges off'
    """
    if not case.predicted:
        return (_("no class"),)
    if not case.true:
        return _some_classes(sorted(case.predicted))
    h = case.hierarchy
    groups: dict[Any, list[str]] = {}
    for c in sorted(case.predicted):
        groups.setdefault(min(h.distance(c, t) for t in case.true), []).append(c)
    parts: list[Words] = []
    for far, classes in sorted(groups.items()):
        if far == 0:
            tail = _(", which is right") if len(classes) == 1 else _(", which are right")
        else:
            tail = ", " if len(classes) == 1 else _(", each ")
            tail += (
                _("{far} off", far=number(far)) if h.weighted else count_text("{n} edge off", "{n} edges off", int(far))
            )
        parts.append((*_some_classes(classes), tail))
    return join_words(parts, "; ", _(", and ") if len(parts) == 2 else _("; and "))


LONGEST_LIST = 6


def _some_classes(classes: Sequence[str]) -> Words:
    """`A, B and C`, at most six of them by name."""
    first = classes if len(classes) <= LONGEST_LIST else classes[: LONGEST_LIST - 1]
    rest = len(classes) - len(first)
    words = join_words(((Name(c),) for c in first), ", ", "" if rest else _(" and "))
    return (*words, " " + _("and {n:,} more", n=rest)) if rest else words
