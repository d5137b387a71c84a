"""Measures whose code is not hierview's, and what becomes of a case on which one fails."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.case import Case


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
