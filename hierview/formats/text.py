"""Bytes as text."""

from __future__ import annotations

from ..errors import HierviewError


def decoded(data: bytes | str) -> str:
    """UTF-8 text without a byte order mark; a HierviewError names the line that is something else."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise HierviewError(f"line {line}: the text is not UTF-8; save the file as UTF-8") from None
