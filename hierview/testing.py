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
from collections.abc import Callable, Iterator
from typing import Any

from .case import Case
from .errors import HierviewError, quoted
from .measures import Measure, MeasureSpec, Result, measures, parse_measure

__all__ = ["assert_measure", "check_measure"]


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
    return [*_declared(type(measure)), *_value(measure), *_answers(measure)]


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
    least, most = getattr(function, "bounds", (0.0, 1.0))
    for told, case in _cases().items():
        try:
            first = function(case.hierarchy, case.true, case.predicted)
            second = function(case.hierarchy, case.true, case.predicted)
        except Exception as error:
            yield f"on {told} ({_shown(case)}) it raises {_told(error)}"
            continue
        yield from _checked(told, case, first, (least, most))
        if first != second and not _nan(first):
            yield f"on {told} ({_shown(case)}) it says {quoted(first)}, then {quoted(second)}; it should not vary"


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


def _answers(measure: Measure) -> Iterator[str]:
    for told, case in _cases().items():
        where = f"on {told} ({_shown(case)})"
        try:
            result, again, bounds = measure.evaluate(case), measure.evaluate(case), measure.bounds(case)
        except Exception as error:
            yield f"{where} it raises {_told(error)}"
            continue
        if not isinstance(result, Result):
            yield f"{where} evaluate returns {type(result).__name__}; a Result is expected"
            continue
        problems = list(_checked(told, case, result.value, bounds))
        yield from problems
        if result.value is None and not result.notes:
            yield f"{where} it is undefined, and no note says why"
        if result.measure != str(measure):
            yield f"{where} the result is signed {quoted(result.measure)}; {quoted(measure)} is expected"
        for name, part in result.parts.items():
            if not isinstance(part, int | float) or (isinstance(part, float) and not math.isfinite(part)):
                yield f"{where} the part {quoted(name)} is {quoted(part)}; a number is expected"
        if result.value != again.value and not problems:
            yield f"{where} it says {quoted(result.value)}, then {quoted(again.value)}; it should not vary"
        try:
            for name in measure.views(case):
                measure.view(case, result, name)
            if not measure.explain(case, result):
                yield f"{where} explain gives no step"
        except Exception as error:
            yield f"{where} its pictures raise {_told(error)}"


def _checked(told: str, case: Case, value: Any, bounds: tuple[Any, Any]) -> Iterator[str]:
    """What is wrong with a value."""
    where = f"on {told} ({_shown(case)})"
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield f"{where} the value is {quoted(value)}, a {type(value).__name__}; a number or None is expected"
        return
    if not math.isfinite(value):
        yield f"{where} the value is {value}; where a measure is undefined it gives None, and a note says why"
        return
    least, most = bounds
    if (least is not None and value < least - 1e-9) or (most is not None and value > most + 1e-9):
        yield f"{where} the value {value:g} is outside its bounds, {quoted(least)} to {quoted(most)}"


def _nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _shown(case: Case) -> str:
    edges = ", ".join(f"{a}>{b}" for a, b in case.hierarchy.edges) or "no edge"
    true, predicted = (", ".join(sorted(side)) or "none" for side in (case.true, case.predicted))
    return f"{edges}; true {true}; predicted {predicted}"


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {quoted(error, 150)[1:-1]}"
