"""For the author of a measure: what is missing before it can be used everywhere.

>>> from hierview import parse_measure
>>> from hierview.testing import check_measure
>>> check_measure(parse_measure("hF"))
[]
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from ..errors import MeasureError, quoted
from ..measures import Measure, MeasureSpec, Param, Result, rows_by_family
from ..model.case import Case, case_line
from . import answered, declared, functions, shown
from .cases import all_small_dags, many_classes_case, presets, small_trials

__all__ = ["assert_measure", "check_measure", "check_on"]

OURS = "hierview.measures."  # where a measure belongs that is held to all rules
T = TypeVar("T")


def check_measure(measure: Any, entirely: bool | None = None) -> list[str]:
    """Sentences that say what is missing or wrong; an empty list where nothing is.

    measure: a class that extends `Measure`, a measure, or a function f(hierarchy, true, predicted).  entirely:
    whether it is held to what a card, a list and the steps say of hierview's own measures, too; None: where it is
    stands in hierview/measures. The suite asks for nothing else of one that is added there.
    """
    faults: list[str] = []
    if inspect.isfunction(measure):
        if cannot := list(functions.argument_faults(measure)):
            return cannot
        faults += functions.function_declaration_faults(measure)
        try:
            measure = functions.UncheckedFunctionMeasure.of(measure)
        except MeasureError as error:
            return [*faults, str(error)]
    if inspect.isclass(measure):
        if undeclared := list(declared.declaration_faults(measure)):
            return undeclared
        try:
            measure = measure()
        except Exception as error:
            why = answered.error_text(error)
            return [f"it cannot be made without parameters: {why}; give every field a default by param()"]
    elif not isinstance(measure, Measure):
        return [
            f"{quoted(measure)} is no measure; a class that extends hierview.Measure, one of its values, or a "
            "function f(hierarchy, true, predicted) is"
        ]
    # A measure of a file brings its spec itself: its class declares nothing.
    own_spec = isinstance(getattr(measure, "__dict__", {}).get("spec"), MeasureSpec)
    faults += [*(() if own_spec else declared.declaration_faults(type(measure))), *declared.text_faults(measure)]
    answers = list(_collect_faults(measure, small_trials(), _answer_faults))
    faults += answers or _collect_faults(measure, small_trials() | all_small_dags(), answered.order_faults)
    if entirely is None:
        entirely = type(measure).__module__.startswith(OURS)
    return faults if faults or not entirely else list(_own_measure_faults(measure))


def assert_measure(measure: Any) -> None:
    """Raise AssertionError with the sentences of `check_measure`, for a test of your own."""
    faults = check_measure(measure)
    assert not faults, "\n".join(faults)


def check_on(measure: Measure, case: Case) -> list[str]:
    """Sentences that say what is wrong with what a measure answers and shows on a case, whatever its parameters.

    More than `check_measure` asks of a measure of your own: what hierview's are held to.
    """
    try:
        return list(dict.fromkeys((*answered.own_answer_faults(measure, case), *shown.own_view_faults(measure, case))))
    except Exception as error:
        return [f"it raises {answered.error_text(error)}"]


def _answer_faults(measure: Measure, case: Case) -> Iterator[str]:
    try:
        result, again, bounds = measure.evaluate(case), measure.evaluate(case), measure.bounds(case)
    except Exception as error:
        yield f"it raises {answered.error_text(error)}"
        return
    if not isinstance(result, Result):
        yield f"evaluate returns {type(result).__name__}; a Result is expected"
    elif failure := getattr(result.witness, "sentence", ""):  # of a measure that runs in a process of its own
        yield failure
    else:
        problems = list(answered.value_faults(result.value, bounds))
        if result.value != again.value and not problems:
            problems.append(f"it says {quoted(result.value)}, then {quoted(again.value)}; it should not vary")
        problems += answered.result_faults(measure, result)
        yield from problems or shown.drawing_faults(measure, case, result)


def _own_measure_faults(measure: Measure) -> Iterator[str]:
    """Faults in what hierview's own measures are held to: their declaration, every row in a list, every setting."""
    on_presets = presets()
    yield from declared.own_declaration_faults(measure, on_presets)
    every = small_trials() | on_presets
    rows = [row for family in rows_by_family().values() for main, under in family for row in (main, *under)]
    listed = list(dict.fromkeys((measure, *(row for row in rows if type(row) is type(measure)))))
    for row in listed:
        yield from _with_measure_text(row, _collect_faults(row, every, check_on))
        yield from _with_measure_text(row, _collect_faults(row, every, answered.best_value_faults))
        yield from _with_measure_text(row, _collect_faults(row, on_presets, shown.word_faults))
    yield from shown.length_faults(measure, many_classes_case())
    for variant in dict.fromkeys(_parameter_variants(type(measure))):
        if variant not in listed:  # else it was asked above
            yield from _with_measure_text(variant, _collect_faults(variant, small_trials(), check_on))


def _with_measure_text(measure: Measure, sentences: Iterable[str]) -> Iterator[str]:
    """Sentences with the measure they are about, where its parameters are not those by default."""
    other = str(measure) != measure.spec.name
    return (f"{measure} {sentence}" if other else sentence for sentence in sentences)


def _parameter_variants(cls: type[Measure]) -> Iterator[Measure]:
    """The measure with one parameter at a time at each of its choices, or at some numbers that are accepted."""
    for name, param in cls.params().items():
        for value in _trial_values(param):
            yield cls(**{name: value})


def _trial_values(param: Param) -> Iterator[Any]:
    if param.kind in ("choice", "switch"):
        yield from (param.choices if param.kind == "choice" else (True, False))
        return
    for value in (param.at_least, param.at_most, *map(Fraction, ("0", "1", "3", "1/3", "5/2", "1e15")), *param.words):
        try:
            yield param.check("", "", value)
        except MeasureError:
            continue
    if param.none:
        yield None


def _collect_faults(asked: T, cases: Mapping[str, Case], rules: Callable[[T, Case], Iterable[str]]) -> Iterator[str]:
    """Faults with a case that shows each; one that several show, but for names and numbers, is told once."""
    places: dict[str, list[tuple[str, str]]] = {}
    for where, problem in ((where, problem) for where, case in cases.items() for problem in rules(asked, case)):
        places.setdefault(re.sub(r"'[^']*'|[\d.]+", "", problem), []).append((where, problem))
    for (where, problem), *more in places.values():
        others = {place for place, _ in more} - {where}
        also = f" and {len(others)} other case{'s' * (len(others) > 1)}" if others else ""
        yield f"on {where} ({case_line(cases[where])}){also} {problem}"
