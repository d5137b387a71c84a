"""Files beside a study that its systems decided from: scores that classifiers or other files gave, or neighbours."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .store import class_scores_name, write_whole

LEARNT = "learnt"  # the folder beside a study
SCORES, NEAREST = "scores.json", "nearest.json"  # the lists of both kinds of files
BROUGHT = ".parquet"  # the ending of scores that came in a file; those of classifiers are npz
_LONGEST, _LONGEST_STUDY = 100_000, 100_000_000  # bytes of the list, and of what is told of a study
_NAME = re.compile(r"[A-Za-z0-9+_-]{1,80}\.npz")


def write_file_list(folder: Path, places: Mapping[str, Path], kind: str = SCORES) -> None:
    """Write down from which file each system decided; they stand in the folder of what is learnt."""
    if places:
        content = json.dumps({name: place.name for name, place in places.items()})
        write_whole(folder / LEARNT / kind, content.encode())


def decision_files(folder: Path, kind: str = SCORES) -> dict[str, Path]:
    """The file of each system that has one; none where nothing was learnt or the list is damaged.

    A folder may come from anywhere: a name leads nowhere but into the folders of what is learnt and of scores.
    """
    found = {
        system: folder / LEARNT / name
        for system, name in _read_object(folder / LEARNT / kind, _LONGEST).items()
        if isinstance(name, str) and _NAME.fullmatch(name) and (folder / LEARNT / name).is_file()
    }
    brought = _read_object(folder / "study.json", _LONGEST_STUDY).get("class scores", {}) if kind == SCORES else {}
    for name, systems in brought.items() if isinstance(brought, dict) else ():
        place = folder / f"{class_scores_name(str(name))}{BROUGHT}"
        if isinstance(systems, list) and place.is_file():
            found |= dict.fromkeys(map(str, systems), place)
    return found


def _read_object(path: Path, longest: int) -> dict[str, Any]:
    """The object of JSON in a file; empty where there is none."""
    try:
        if path.stat().st_size > longest:
            return {}
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
