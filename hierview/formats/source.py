"""A file's bytes, and the case that must be in what was read of it."""

from __future__ import annotations

from pathlib import Path

from ..errors import CaseError, quoted
from ..model.case import Case, Draft


def finished_case(draft: Draft, origin: str) -> Case:
    """The case in a draft; a CaseError names its origin and what is missing."""
    try:
        return draft if isinstance(draft, Case) else draft.case()
    except CaseError as error:
        raise CaseError(f"{origin}: {error}") from None


def read_file(path: str | Path, most: int) -> bytes:
    """A file's bytes, one more than `most` at the most, so that a huge file costs no memory."""
    try:
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CaseError(f"{quoted(path, 200)} cannot be read: {reason}") from None
