"""Standings of a scored study, kept beside it: a page shows them without opening the study while nothing changes."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ...version import __version__
from ..results.scores import Average
from ..results.standings import Standings
from ..results.system_columns import COLUMNS
from .store import digest, write_whole

FILE = "standings.json"
DRAWN = 2  # another number wherever the same data would give other intervals
BEFORE = "Intervals and places were drawn before, by an earlier way of resampling."
LARGEST = 10_000_000  # bytes that are read
_AVERAGES: tuple[Average, ...] = ("mean", "pooled")


@dataclass(frozen=True)
class StudySummary:
    """Summary of a scored study, as a page keeps it."""

    standings: tuple[tuple[Average, Standings], ...]
    """Standings by average; "pooled" is there where a measure has one."""
    instances: int
    """Number of instances that all stands on."""
    classes: int
    """Number of classes of the hierarchy."""
    fingerprint: str
    """Eight characters that change with the data."""


def write_standings(folder: str | os.PathLike[str], summary: StudySummary) -> None:
    """Keep the summary in the study's folder; where that cannot be, it is computed again another time."""
    content = {
        "stamp": _stamp(Path(folder)),
        "drawn": DRAWN,
        "instances": summary.instances,
        "classes": summary.classes,
        "fingerprint": summary.fingerprint,
        "standings": {average: _data_of_standings(standings) for average, standings in summary.standings},
    }
    with suppress(OSError):
        write_whole(Path(folder) / FILE, json.dumps(content, ensure_ascii=False).encode())


def read_standings(folder: str | os.PathLike[str]) -> StudySummary | None:
    """The summary in a study's folder; None where there is none, or the study has changed since."""
    path = Path(folder) / FILE
    try:
        if path.stat().st_size > LARGEST:
            return None
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["stamp"] != _stamp(Path(folder)):
            return None
        standings = tuple(
            (a, _standings_of_data(content["standings"][a])) for a in _AVERAGES if a in content["standings"]
        )
        if content.get("drawn") != DRAWN:
            standings = tuple((a, replace(one, says=(*one.says, BEFORE))) for a, one in standings)
        return StudySummary(standings, int(content["instances"]), int(content["classes"]), str(content["fingerprint"]))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def _stamp(folder: Path) -> str:
    """A hash of the version and of all files of the study: their names, sizes, and when they were written."""
    entries = []
    for path in sorted([*folder.rglob("*.parquet"), folder / "study.json"]):
        status = path.stat()
        entries.append(f"{path.relative_to(folder)} {status.st_size} {status.st_mtime_ns}")
    return digest(__version__, *entries)


def _data_of_standings(standings: Standings) -> dict[str, Any]:
    """The standings as plain data; numbers of systems stand there only where there are any."""
    return {name: value for name, value in asdict(standings).items() if value or name != "system_numbers"}


def _standings_of_data(content: Any) -> Standings:
    """The standings in plain data. Raises ValueError, TypeError or LookupError where they are something else."""
    standings: Standings = _value_of_data(Standings, content)
    measures, systems = len(standings.measures), len(standings.systems)
    taus = [len(row) for row in standings.taus]
    if {len(row) for row in standings.rows} - {measures} or taus != list(range(measures)):
        raise ValueError("rows of another length")
    if {len(standings.rows), *(len(own.values) for own in standings.system_numbers)} != {systems} or not measures:
        raise ValueError("rows of other systems")
    # A study that was kept before a column came, or went, is summarised anew.
    if [own.key for own in standings.system_numbers] != [column.key for column in COLUMNS]:
        raise ValueError("other columns")
    return standings


def _value_of_data(kind: Any, content: Any) -> Any:
    """A value of a type from plain data. Raises ValueError, TypeError or LookupError where it is something else.

    A field that is not there has its default.
    """
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{name: _value_of_data(hint, content[name]) for name, hint in hints.items() if name in content})
    if get_origin(kind) is tuple:
        return tuple(_value_of_data(get_args(kind)[0], entry) for entry in content)
    if not (content in get_args(kind) if get_origin(kind) is Literal else isinstance(content, kind)):
        raise ValueError(f"{content!r} is no {kind}")
    return content
