"""Measures without code by their texts."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from ...errors import MeasureError, quoted, suggestion
from ...measures import Measure, parse_measure
from ...measures.registry import plain_value
from .formula import FormulaMeasure
from .own_flow import OwnFlow

OWN: Mapping[str, type[Measure]] = {"Formula": FormulaMeasure, "OwnFlow": OwnFlow}
LONGEST_TEXT = 1500


def read_measure(text: str, mine: Iterable[Measure] = ()) -> Measure:
    """The measure that a text names: one of `mine`, a formula, an own flow, or a registered measure.

    `read_measure(str(measure)) == measure`. Read as syntax, never run.

    >>> read_measure('Formula("both / P", name="precision")').label()
    'precision'
    """
    for measure in mine:
        if str(measure) == text:
            return measure
    head = text.strip().partition("(")[0].strip() if isinstance(text, str) else ""
    cls = OWN.get(head)
    if cls is None:
        return parse_measure(text)
    if len(text) > LONGEST_TEXT:
        raise MeasureError(f"{head}: the text has {len(text):,} characters; at most {LONGEST_TEXT:,} are accepted")
    parameters = list(cls.params())
    values: dict[str, Any] = {}
    try:
        call = ast.parse(text.strip(), mode="eval").body
        if isinstance(call, ast.Call):
            positional = [(first, node) for first, node in zip(parameters, call.args, strict=False)]
            for name, node in [*positional, *((str(keyword.arg), keyword.value) for keyword in call.keywords)]:
                if name in values:
                    raise MeasureError(f"{head}: {name} is given twice; give it once")
                values[name] = plain_value(node)
    except MeasureError:
        raise
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        raise MeasureError(f"measure {quoted(text)} cannot be read; write it as in {head}({parameters[0]}=…)") from None
    for name in values:
        if name not in parameters:
            raise MeasureError(
                f"{head} has no parameter {quoted(name)}{suggestion(name, parameters)}; it has {', '.join(parameters)}"
            )
    return cls(**values)
