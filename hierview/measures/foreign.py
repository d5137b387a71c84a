"""Measures whose code is not hierview's, and what becomes of a case on which one fails."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.case import Case
from .base import Measure


@dataclass(frozen=True)
class Failure:
    """A case on which a measure gave no value that can be used, and what happened.

    final: whether it will not be asked again, since its process was ended or its time is used up.
    blamed: whether it is the case that did it, and not merely the one at which the time for all was used up.
    """

    case: Case
    sentence: str
    final: bool = False
    blamed: bool = True


class Foreign(Measure):
    """Base of the measures that run in a process of their own.

    Where one fails, its result has no value, and a `Failure` as its witness.
    """

    @property
    def text(self) -> str:
        """The words by which a command finds it again."""
        raise NotImplementedError

    @property
    def content_key(self) -> str:
        """Key that changes with its code."""
        raise NotImplementedError

    def renew(self) -> None:
        """Give it its whole time again, as a new piece of work begins."""
        raise NotImplementedError

    def close(self) -> None:
        """End its process; it is started again when it is next asked."""
        raise NotImplementedError
