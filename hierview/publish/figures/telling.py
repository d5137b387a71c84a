"""How far the drawing of many pictures is, told to whoever waits for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Telling:
    """A listener to the share of some work that is done, from 0 to 1; what it raises ends the work.

    All are equal: what is kept of the work does not depend on who listened.
    """

    tell: Callable[[float], object] = field(default=lambda share: None, compare=False)

    def over(self, work: Sequence[T]) -> Iterator[T]:
        """The pieces of work, before each of them the share that is done."""
        for i, piece in enumerate(work):
            self.tell(i / len(work))
            yield piece

    def part(self, start: float, end: float) -> Telling:
        """A listener that hears of a part of the work, from one share to another."""
        return Telling(lambda share: self.tell(start + (end - start) * share))


SILENT = Telling()
