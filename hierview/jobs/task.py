"""Tasks: functions that are called as `task(tell, …)` and tell what they find, and how far they came, as they go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import HierviewError

Tell = Callable[[Any], None]  # takes a Progress, or a result


@dataclass(frozen=True)
class Progress:
    """Progress of a piece of work.

    doing: what it is at.  done: the share of the work, 0 to 1.  said: what can be relied on so far.
    counts: how many results there are, by size.  whole: whether nothing was left out.
    """

    doing: str
    done: float
    said: str = ""
    counts: tuple[tuple[int, int], ...] = ()
    whole: bool = False


def outcome(tell: Tell, doing: str, function: Callable[..., Any], given: tuple[Any, ...]) -> None:
    """A task: tell what a function gives, or the mistake that it finds, as a tuple of one."""
    tell(Progress(doing, 0.0))
    try:
        tell((function(*given),))
    except HierviewError as error:
        tell((error,))
