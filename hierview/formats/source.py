"""A file's bytes and text, and the case that must be in what was read of it."""

from __future__ import annotations

from pathlib import Path

from ..errors import CaseError, HierviewError, quoted
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


def decoded(data: bytes | str) -> str:
    """UTF-8 text without a byte order mark; a HierviewError names the line that is something else."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise HierviewError(f"line {line}: the text is not UTF-8; save the file as UTF-8") from None
