"""For the author of a measure: what is missing before it can be used everywhere.

>>> from hierview import parse_measure
>>> from hierview.testing import check_measure
>>> check_measure(parse_measure("hF"))
[]
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .errors import HierviewError, quoted
from .measures import Measure, MeasureSpec, Result, measures, parse_measure
from .model.case import Case

__all__ = ["assert_measure", "check_measure"]

Found = tuple[str, str]  # the sort of case, and what is wrong on it


def _cases() -> dict[str, Case]:
    """Small cases of every sort that a measure will meet."""
    tree = [("A", "B"), ("A", "C"), ("B", "D")]
    diamond = [*tree, ("C", "D")]
    weighted = [("A", "B", "0.5"), ("A", "C", "0.25")]
    return {
        "a right prediction": Case.of(tree, ["D"], ["D"]),
        "one class a side": Case.of(tree, ["D"], ["C"]),
        "several classes a side": Case.of(tree, ["B", "D"], ["C", "D"]),
        "a DAG": Case.of(diamond, ["D"], ["B", "C"]),
        "weights": Case.of(weighted, ["B"], ["C"]),
        "several roots": Case.of([("A", "B"), ("C", "D")], ["B"], ["D"]),
        "nothing predicted": Case.of(tree, ["D"], []),
        "nothing true": Case.of(tree, [], ["D"]),
        "one class in all": Case.of([], ["A"], ["A"], ["A"]),
        "unusual names": Case.of([("a b", "é/<"), ("a b", "9")], ["é/<"], ["9"]),
    }


def check_measure(measure: Any) -> list[str]:
    """Sentences that say what is missing or wrong; an empty list where nothing is.

    measure: a class that extends `Measure`, a measure, or a function f(hierarchy, true, predicted).
    """
    if inspect.isfunction(measure):
        return list(_function(measure))
    if inspect.isclass(measure):
        found = list(_declared(measure))
        if found:
            return found
        try:
            measure = measure()
        except Exception as error:
            return [f"it cannot be made without parameters: {_told(error)}; give every field a default by param()"]
    elif not isinstance(measure, Measure):
        return [
            f"{quoted(measure)} is no measure; a class that extends hierview.Measure, one of its values, or a "
            "function f(hierarchy, true, predicted) is"
        ]
    # A measure of a file brings its spec itself: its class declares nothing.
    declared = () if isinstance(getattr(measure, "__dict__", {}).get("spec"), MeasureSpec) else _declared(type(measure))
    return [*declared, *_value(measure), *_together(_answers(measure))]


def assert_measure(measure: Any) -> None:
    """Raise AssertionError with the sentences of `check_measure`, for a test of your own."""
    found = check_measure(measure)
    assert not found, "\n".join(found)


def _function(function: Callable[..., Any]) -> Iterator[str]:
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        yield f"{function.__name__} must take three arguments: the hierarchy, the true classes, the predicted classes"
        return
    if not inspect.getdoc(function):
        yield f"{function.__name__} has no docstring; its first line becomes the title"
    better = getattr(function, "better", "higher")
    if better not in ("higher", "lower"):
        yield f'{function.__name__}.better is {quoted(better)}; "higher" or "lower" is accepted'
    try:
        least, most = getattr(function, "bounds", (0.0, 1.0))
        if not all(bound is None or isinstance(bound, int | float) for bound in (least, most)):
            raise TypeError
    except (TypeError, ValueError):
        expected = "the least and the most are expected, each a number or None"
        yield f"{function.__name__}.bounds is {quoted(getattr(function, 'bounds', None))}; {expected}"
        least, most = None, None
    yield from _together(_said(function, (least, most)))


def _said(function: Callable[..., Any], bounds: tuple[Any, Any]) -> Iterator[Found]:
    for where, case in _cases().items():
        try:
            first = function(case.hierarchy, case.true, case.predicted)
            second = function(case.hierarchy, case.true, case.predicted)
        except Exception as error:
            yield where, f"it raises {_told(error)}"
            continue
        yield from ((where, problem) for problem in _checked(first, bounds))
        if first != second and not _nan(first):
            yield where, f"it says {quoted(first)}, then {quoted(second)}; it should not vary"


def _together(found: Iterable[Found]) -> Iterator[str]:
    """What is wrong on a case, with the case; what is wrong on several, but for names and numbers, once."""
    places: dict[str, list[Found]] = {}
    for where, problem in found:
        places.setdefault(re.sub(r"'[^']*'|[\d.]+", "", problem), []).append((where, problem))
    for (where, problem), *others in places.values():
        also = f" and {len(others)} other case{'s' * (len(others) > 1)}" if others else ""
        yield f"on {where} ({_shown(_cases()[where])}){also} {problem}"


def _declared(cls: type) -> Iterator[str]:
    if not issubclass(cls, Measure):
        yield f"{cls.__name__} does not extend hierview.Measure"
        return
    spec = getattr(cls, "spec", None)
    if not isinstance(spec, MeasureSpec):
        yield f"{cls.__name__} has no spec; write spec: ClassVar[MeasureSpec] = MeasureSpec(name, title, …)"
        return
    if not spec.name.isidentifier():
        yield f"the spec's name {quoted(spec.name)} cannot be written in a measure's text; letters, digits and _ can"
    for name in ("title", "family", "source"):
        if not getattr(spec, name):
            yield f"the spec has no {name}"
    if spec.better not in ("higher", "lower"):
        yield f'the spec\'s better is {quoted(spec.better)}; "higher" or "lower" is accepted'
    if cls.evaluate is Measure.evaluate:
        yield f"{cls.__name__} has no evaluate(self, case)"
    if not cls.__doc__ or cls.__doc__.startswith(f"{cls.__name__}("):
        yield f"{cls.__name__} has no docstring; its first line says what is returned"
    params = getattr(cls, "__dataclass_params__", None)
    if params is None or "__dataclass_fields__" not in vars(cls) or not params.frozen:
        yield f"{cls.__name__} is no frozen dataclass; write @dataclass(frozen=True) above it"
        return
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]
        if "param" not in field.metadata:
            yield f"the field {field.name} is made without param(), so that it gets no control and is not in the text"


def _value(measure: Measure) -> Iterator[str]:
    try:
        hash(measure)
    except TypeError as error:
        yield f"it cannot be hashed ({error}), so that its results cannot be kept"
    if measures().get(measure.spec.name) is type(measure):
        try:
            if parse_measure(str(measure)) != measure:
                yield f"its text {quoted(measure)} is read as another measure"
        except HierviewError as error:
            yield f"its text {quoted(measure)} cannot be read: {error}"


def _answers(measure: Measure) -> Iterator[Found]:
    for where, case in _cases().items():
        try:
            result, again, bounds = measure.evaluate(case), measure.evaluate(case), measure.bounds(case)
        except Exception as error:
            yield where, f"it raises {_told(error)}"
            continue
        if not isinstance(result, Result):
            yield where, f"evaluate returns {type(result).__name__}; a Result is expected"
            continue
        if failure := getattr(result.witness, "sentence", ""):  # of a measure that runs in a process of its own
            yield where, failure
            continue
        problems = list(_checked(result.value, bounds))
        yield from ((where, problem) for problem in problems)
        if result.value is None and not result.notes:
            yield where, "it is undefined, and no note says why"
        if result.measure != str(measure):
            yield where, f"the result is signed {quoted(result.measure)}; {quoted(measure)} is expected"
        for name, part in result.parts.items():
            if not _number(part):
                yield where, f"the part {quoted(name)} is {quoted(part)}; a number is expected"
        if result.value != again.value and not problems:
            yield where, f"it says {quoted(result.value)}, then {quoted(again.value)}; it should not vary"
        try:
            for name in measure.views(case):
                measure.view(case, result, name)
            if not measure.explain(case, result):
                yield where, "explain gives no step"
        except Exception as error:
            yield where, f"its pictures raise {_told(error)}"


def _checked(value: Any, bounds: tuple[Any, Any]) -> Iterator[str]:
    """What is wrong with a value."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield f"the value is {quoted(value)}, a {type(value).__name__}; a number or None is expected"
        return
    if not _number(value):
        yield f"the value is {quoted(value)}; where a measure is undefined it gives None, and a note says why"
        return
    least, most = bounds
    if (least is not None and value < least - 1e-9) or (most is not None and value > most + 1e-9):
        yield f"the value {value:g} is outside its bounds, {quoted(least)} to {quoted(most)}"


def _number(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:
        return False


def _nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _shown(case: Case) -> str:
    edges = ", ".join(f"{a}>{b}" for a, b in case.hierarchy.edges) or "no edge"
    true, predicted = (", ".join(sorted(side)) or "none" for side in (case.true, case.predicted))
    return f"{edges}; true {true}; predicted {predicted}"


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {quoted(error, 150)[1:-1]}"
