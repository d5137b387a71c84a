"""The results of a command go to a file or to the screen, with progress beside them on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...errors import HierviewError, quoted
from ...publish.files import write_file

STOPPED = 130  # what a shell calls a command that was stopped by Ctrl-C
CASE_FILE = ".json"  # never written to by what makes no case file


def write_out(output: Path | None, data: str | bytes) -> int:
    """Write an export to a file, or to the screen."""
    if output is None:
        sys.stdout.buffer.write(data.encode("utf-8") if isinstance(data, str) else data)
    else:
        write_file(output, data)
    return 0


def chosen_format(output: Path | None, name: str | None, endings: Mapping[str, Sequence[str]]) -> str:
    """The format that a file's name asks for, or that was given; a HierviewError where the two contradict each other.

    endings: the formats that each ending may stand for, the usual one first; the first of all is for the screen.
    """
    if output is None:
        return name or next(iter(endings.values()))[0]
    ending = output.suffix.lower()
    meant = endings.get(ending, ())
    choices = f"{', '.join(list(endings)[:-1])} or {list(endings)[-1]}"
    if not meant and (name is None or ending == CASE_FILE):
        also = "" if ending == CASE_FILE else ", or give --format"
        raise HierviewError(f"{quoted(output.name)} names no format; end it in {choices}{also}")
    if name is not None and meant and name not in meant:
        (usual, *_) = (ending for ending, formats in endings.items() if name in formats)
        raise HierviewError(
            f"{quoted(output.name)} ends like {' or '.join(meant)}, and --format says {name}; leave out --format, or "
            f"end the name in {usual}"
        )
    return name or meant[0]


def print_json(data: Any) -> None:
    """Print plain data as JSON."""
    print(json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False))


def show_line(text: str) -> None:
    """Show a line on a terminal in the place of the last one, or with "" none any more; nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r{text[:78]:78}", end="" if text else "\r", file=sys.stderr, flush=True)


def show_progress(progress: object) -> None:
    """Show on a terminal how far the work came, nothing of what else is told."""
    from ...jobs import Progress

    if isinstance(progress, Progress):
        show_line(f"{progress.done:4.0%} {progress.doing}")


@contextmanager
def clear_progress() -> Iterator[None]:
    """A context manager that clears the last line of progress from the terminal at its end."""
    try:
        yield
    finally:
        show_line("")


def report_stopped(kept: str, folder: Path | None, otherwise: str) -> int:
    """Say what of a command that Ctrl-C stopped is kept, and where; its exit status."""
    where = f"what is {kept} is kept in {folder}; the same command goes on from there" if folder else otherwise
    print(f"\nhierview: stopped; {where}", file=sys.stderr)
    return STOPPED
