"""Where a command's results go: to a file or to the screen, with progress beside them on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import HierviewError, quoted


def write_out(output: Path | None, data: str | bytes) -> int:
    """Write an export to a file, or to the screen."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if output is None:
        sys.stdout.buffer.write(raw)
        return 0
    try:
        output.write_bytes(raw)
    except OSError as error:
        raise HierviewError(f"{quoted(output, 200)} cannot be written: {error.strerror}") from None
    return 0


def print_json(data: Any) -> None:
    """Print plain data as JSON."""
    print(json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False))


def heard(line: Callable[[Any], str]) -> Callable[[Any], None] | None:
    """What shows progress on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        return None
    return lambda what: print(f"\r{line(what)[:78]:78}", end="", file=sys.stderr, flush=True)


def clear() -> None:
    """Take the last progress off the terminal."""
    if sys.stderr.isatty():
        print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)
