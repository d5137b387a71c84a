"""Cost of answering a case, so that a page knows when others would wait for it."""

from __future__ import annotations

from functools import lru_cache

from ..model.case import Draft

LARGE = 20_000  # classes with which a measure that counts all of them takes long
HEAVY = 10_000  # a cost that takes all measures half a second or so


@lru_cache(maxsize=64)
def answering_cost(case: Draft) -> int:
    """Cost of a case, whatever the machine: pairs of marked classes times the most classes above one, with it.

    >>> answering_cost(Case.of([("Arts", "Music")], ["Music"], ["Arts"]))
    2
    """
    marks = len(case.true) + len(case.predicted)
    return marks**2 // 4 * max((len(case.hierarchy.closure([c])) for c in case.marked), default=0)


def is_heavy(case: Draft) -> bool:
    """Whether a case needs a process of its own, so that others do not wait for it."""
    return len(case.hierarchy) > LARGE or answering_cost(case) > HEAVY
