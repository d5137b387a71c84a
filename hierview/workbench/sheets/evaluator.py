"""Values of a measure on many cases: remembered, and failures kept with the case that did it."""

from __future__ import annotations

from functools import cached_property

from ...errors import HierviewError, quoted
from ...measures import Measure, measures
from ...measures.lca.graphs import Graphs
from ...model.case import Case
from ...own.foreign import Failure, ForeignMeasure
from ...testing.answered import value_faults

MOST_FAILURES = 200  # where a measure gave no value before: what fails on so many small cases fails on all
SLACK = 1e-9  # values are rounded quotients; what differs by less is equal


class Evaluator:
    """The values of one measure, each case asked once.

    failures: the cases on which it raised, or gave NaN or something that is no number.  stopped: why the measure is not
    asked any more, "" while it is.  hopeless: whether that is because it failed on every case.  spent: whether it
    is because it used up its time for all cases, so that where it came to an end says nothing.
    """

    def __init__(self, measure: Measure):
        self.measure = measure
        self.higher = measure.better() == "higher"
        self.failures: dict[Case, Failure] = {}
        self.stopped = ""
        self.hopeless = self.spent = False
        self._answered = False
        if isinstance(measure, ForeignMeasure):
            measure.renew()
        self._values: dict[Case, tuple[float | None, bool]] = {}
        self._bounds: dict[Case, tuple[float | None, float | None]] = {}

    def value(self, case: Case) -> float | None:
        """The value, None where undefined or failed."""
        if case not in self._values:
            self._values[case] = self._evaluate(case)
        return self._values[case][0]

    def is_certain(self, case: Case) -> bool:
        """Whether the graphs behind an LCA-based value are the only optimal ones."""
        self.value(case)
        return self._values[case][1]

    def bounds(self, case: Case) -> tuple[float | None, float | None]:
        """The bounds of the measure on a case."""
        if case not in self._bounds:
            try:
                measure = self.measure
                bounds = measure.checked_bounds if isinstance(measure, ForeignMeasure) else measure.bounds
                self._bounds[case] = bounds(case)
            except Exception as error:
                self._note_failure(case, f"its bounds cannot be read: {_error_clause(error)}")
                self._bounds[case] = (None, None)
        return self._bounds[case]

    def error_value(self, case: Case) -> float | None:
        """The value as an error: greater is worse."""
        value = self.value(case)
        return value if value is None or not self.higher else -value

    @cached_property
    def exchanged(self) -> Evaluator:
        """The evaluator of the measure that swaps roles where true and predicted are exchanged; else this one."""
        other = with_sides_exchanged(self.measure)
        return self if other is self.measure else Evaluator(other)

    def _evaluate(self, case: Case) -> tuple[float | None, bool]:
        if self.stopped:
            return None, True
        answer = self._evaluate_anew(case)
        self._answered = self._answered or case not in self.failures
        if not self._answered and not self.stopped and len(self.failures) >= MOST_FAILURES:
            self.hopeless = True
            self.stopped = f"it failed on each of the first {MOST_FAILURES} cases"
        return answer

    def _evaluate_anew(self, case: Case) -> tuple[float | None, bool]:
        try:
            result = self.measure.evaluate(case)
        except Exception as error:  # a measure that somebody is still writing may raise anything
            return self._note_failure(case, _error_clause(error))
        if isinstance(result.witness, Failure):
            if result.witness.final:
                self.stopped, self.spent = result.witness.sentence, not result.witness.blamed
            if result.witness.blamed:
                self.failures[case] = result.witness
            return None, True
        value = result.value
        for fault in value_faults(value, (None, None)):
            return self._note_failure(case, fault)
        unique = result.witness.unique if isinstance(result.witness, Graphs) else True
        return value if value is None or isinstance(value, int) else float(value), unique

    def _note_failure(self, case: Case, sentence: str) -> tuple[None, bool]:
        self.failures[case] = Failure(case, sentence)
        return None, True

    def is_repeatable(self, case: Case) -> bool:
        """Whether the measure says the same of a case when asked once more."""
        return self._evaluate(case)[0] == self.value(case)


def _error_clause(error: Exception) -> str:
    if isinstance(error, HierviewError):
        return str(error)
    return f"it raised {type(error).__name__}: {quoted(error, 120)}"


def with_sides_exchanged(measure: Measure) -> Measure:
    """The measure that swaps roles where true and predicted are exchanged: recall for precision; else itself."""
    name = measure.spec.name
    other = {"P": "R", "R": "P"}.get(name[-1:])
    cls = measures().get(f"{name[:-1]}{other}")
    mine = measure.params()
    if other is None or cls is None or list(cls.params()) != list(mine):
        return measure
    return cls(**{field: getattr(measure, field) for field in mine})


def nearly_equal(a: float, b: float) -> bool:
    """Whether two values differ by no more than rounding."""
    return abs(a - b) <= SLACK * max(1.0, abs(a), abs(b))


def clearly_greater(a: float, b: float) -> bool:
    """Whether `a` is above `b` by more than rounding."""
    return a > b and not nearly_equal(a, b)
