"""What a measure says of many cases: values remembered, failures kept with the case that did it."""

from __future__ import annotations

import math
from functools import cached_property

from ..case import Case
from ..errors import HierviewError, quoted
from ..measures import Measure, measures
from ..measures.graphs import Graphs
from .foreign import Failure, ForeignMeasure

SLACK = 1e-9  # values are rounded quotients; what differs by less is equal


class Reader:
    """The values of one measure, each case asked once.

    failures: those on which it raised, or gave NaN or something that is no number.  stopped: why a foreign
    measure will not answer any more, "" while it does.
    """

    def __init__(self, measure: Measure):
        self.measure = measure
        self.higher = measure.better() == "higher"
        self.failures: list[Failure] = []
        self.stopped = ""  # why it cannot be asked any more
        if isinstance(measure, ForeignMeasure):
            measure.renew()
        self._known: dict[Case, tuple[float | None, bool]] = {}
        self._bounds: dict[Case, tuple[float | None, float | None]] = {}

    def value(self, case: Case) -> float | None:
        """The value, None where undefined or failed."""
        return self._read(case)[0]

    def certain(self, case: Case) -> bool:
        """Whether the graphs behind an LCA-based value are the only optimal ones."""
        return self._read(case)[1]

    def bounds(self, case: Case) -> tuple[float | None, float | None]:
        if case not in self._bounds:
            try:
                self._bounds[case] = self.measure.bounds(case)
            except Exception as error:
                self._fail(case, f"its bounds cannot be read: {_told(error)}")
                self._bounds[case] = (None, None)
        return self._bounds[case]

    def error(self, case: Case) -> float | None:
        """The value as an error: greater is worse."""
        value = self.value(case)
        return value if value is None or not self.higher else -value

    @cached_property
    def mirror(self) -> Reader:
        """The reader of the measure that swaps roles where true and predicted are exchanged; else this one."""
        other = mirror(self.measure)
        return self if other is self.measure else Reader(other)

    def _read(self, case: Case) -> tuple[float | None, bool]:
        if case not in self._known:
            self._known[case] = self._asked(case)
        return self._known[case]

    def _asked(self, case: Case) -> tuple[float | None, bool]:
        try:
            result = self.measure.evaluate(case)
        except Exception as error:  # a measure that somebody is still writing may raise anything
            self._fail(case, _told(error))
            return None, True
        if isinstance(result.witness, Failure):
            self.failures.append(result.witness)
            if result.witness.final:
                self.stopped = result.witness.sentence
            return None, True
        value = result.value
        if value is not None:
            if isinstance(value, bool) or not isinstance(value, int | float):
                self._fail(case, f"the value is {quoted(value)}, and a number or None is expected")
                return None, True
            if not math.isfinite(value):
                self._fail(case, f"the value is {value}; where a measure is undefined it gives None")
                return None, True
        unique = result.witness.unique if isinstance(result.witness, Graphs) else True
        return value, unique

    def _fail(self, case: Case, sentence: str) -> None:
        self.failures.append(Failure(case, sentence))

    def again(self, case: Case) -> bool:
        """Whether the measure says the same of a case when asked once more."""
        return self._asked(case)[0] == self.value(case)


def _told(error: Exception) -> str:
    if isinstance(error, HierviewError):
        return str(error)
    return f"it raised {type(error).__name__}: {quoted(error, 120)}"


def mirror(measure: Measure) -> Measure:
    """The measure that swaps roles where true and predicted are exchanged: recall for precision; else itself."""
    name = measure.spec.name
    other = {"P": "R", "R": "P"}.get(name[-1:])
    cls = measures().get(f"{name[:-1]}{other}")
    mine = measure.params()
    if other is None or cls is None or list(cls.params()) != list(mine):
        return measure
    return cls(**{field: getattr(measure, field) for field in mine})


def equal(a: float, b: float) -> bool:
    return abs(a - b) <= SLACK * max(1.0, abs(a), abs(b))


def greater(a: float, b: float) -> bool:
    """Whether `a` is above `b` by more than rounding."""
    return a > b and not equal(a, b)
