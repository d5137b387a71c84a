"""Questions that may be asked of two measures, and whether cases show what is asked."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations

from ..explain import number
from ..measures import Measure
from ..model.case import Case
from .sheets.enumerate import renamed
from .sheets.evaluator import Evaluator, equal, greater
from .sheets.properties import Property
from .sheets.shrink import Cases

MOST_RENAMINGS = 120


@dataclass(frozen=True)
class Opposite:
    """Two predictions for the same truth that the measures order oppositely."""

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        first, second = cases
        errors = [evaluator.error(case) for evaluator in (a, b) for case in cases]
        if first.predicted == second.predicted or any(e is None for e in errors):
            return False
        a1, a2, b1, b2 = (e for e in errors if e is not None)
        return (greater(a1, a2) and greater(b2, b1)) or (greater(a2, a1) and greater(b1, b2))

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        return f"{a.label()} and {b.label()} order two predictions oppositely"


@dataclass(frozen=True)
class Differ:
    """A prediction to which the measures give different values.

    whatever_names: only where they differ however the classes are named, so that no tie broken by name
    is the reason; on more than five classes a fixed choice of names is tried.
    """

    whatever_names: bool = True

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        (case,) = cases
        if not _differ(a, b, case):
            return False
        return not self.whatever_names or all(_differ(a, b, renaming) for renaming in _renamings(case))

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        names = ", however the classes are named" if self.whatever_names else ""
        return f"{a.label()} and {b.label()} give different values{names}"


@dataclass(frozen=True)
class Apart:
    """A prediction of which the first measure says at least one value and the second at most another."""

    at_least: float = 0.9
    at_most: float = 0.1

    def shows(self, a: Evaluator, b: Evaluator, cases: Cases) -> bool:
        """Whether the cases show it."""
        first, second = a.value(cases[0]), b.value(cases[0])
        return (
            first is not None
            and second is not None
            and not greater(self.at_least, first)
            and not greater(second, self.at_most)
        )

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        return f"{a.label()} says at least {number(self.at_least)} and {b.label()} at most {number(self.at_most)}"


@dataclass(frozen=True)
class HasAndLacks:
    """A trial of a property to which the first measure keeps and the second does not."""

    rule: Property

    def sentence(self, a: Measure, b: Measure) -> str:
        """Sentence on what is asked, without a full stop."""
        claim = f"{self.rule.name}: {self.rule.claim}"
        return f"{claim}; {a.label()} keeps to it, {b.label()} does not"


OfCases = Opposite | Differ | Apart
Question = OfCases | HasAndLacks


def _differ(a: Evaluator, b: Evaluator, case: Case) -> bool:
    first, second = a.value(case), b.value(case)
    return first is not None and second is not None and not equal(first, second)


def _renamings(case: Case) -> Iterator[Case]:
    """The case under all other orders of its names, or under a fixed choice of them where they are many."""
    classes = case.hierarchy.classes
    orders: Iterable[tuple[str, ...]] = permutations(classes)
    if len(classes) > 5:
        rng = random.Random(len(classes))
        orders = [tuple(rng.sample(classes, len(classes))) for _ in range(MOST_RENAMINGS)]
    for names in orders:
        yield renamed(case, dict(zip(classes, names, strict=True)))
