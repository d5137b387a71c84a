"""Standings of a scored study, kept beside it: a page shows them without opening the study while nothing changes."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ...version import __version__
from ..results.scores import Average
from ..results.standings import RankedMeasure, Standing, Standings, Tau
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
        "standings": {average: asdict(standings) for average, standings in summary.standings},
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


def _standings_of_data(content: Mapping[str, Any]) -> Standings:
    """The standings in plain data. Raises ValueError, TypeError or LookupError where they are something else."""
    measures = tuple(_from_entry(RankedMeasure, entry) for entry in content["measures"])
    rows = tuple(tuple(_from_entry(Standing, entry) for entry in row) for row in content["rows"])
    taus = tuple(tuple(_from_entry(Tau, entry) for entry in row) for row in content["taus"])
    systems, says = tuple(map(str, content["systems"])), tuple(map(str, content["says"]))
    if {len(row) for row in rows} - {len(measures)} or [len(row) for row in taus] != list(range(len(measures))):
        raise ValueError("rows of another length")
    if len(rows) != len(systems) or not measures:
        raise ValueError("rows of other systems")
    return Standings(systems, measures, rows, taus, str(content["shares"]), str(content["source"]), says)


def _from_entry(kind: type[Any], entry: Mapping[str, Any]) -> Any:
    """A value of that dataclass, each field of its kind."""
    for name, hint in get_type_hints(kind).items():
        value = entry[name]
        fits = value in get_args(hint) if get_origin(hint) is Literal else isinstance(value, hint)
        if not fits:
            raise ValueError(f"{name} is something else")
    return kind(**entry)
