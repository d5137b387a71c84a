"""Files that classifiers left beside a study: the scores, or the nearest documents, that each system decided from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from .store import write_whole

LEARNT = "learnt"  # the folder beside a study
SCORES, NEAREST = "scores.json", "nearest.json"  # the lists of both kinds of files
_LONGEST = 100_000  # bytes of the list
_NAME = re.compile(r"[A-Za-z0-9+_-]{1,80}\.npz")


def remember_files(folder: Path, places: Mapping[str, Path], kind: str = SCORES) -> None:
    """Write down from which file each system decided; they stand in the folder of what is learnt."""
    if places:
        content = json.dumps({name: place.name for name, place in places.items()})
        write_whole(folder / LEARNT / kind, content.encode())


def learnt(folder: Path, kind: str = SCORES) -> dict[str, Path]:
    """The file of each system that has one; none where nothing was learnt or the list is damaged.

    A folder may come from anywhere: a name leads nowhere but into the folder of what is learnt.
    """
    path = folder / LEARNT / kind
    try:
        if path.stat().st_size > _LONGEST:
            return {}
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    rows = content.items() if isinstance(content, dict) else ()
    return {
        system: folder / LEARNT / name
        for system, name in rows
        if isinstance(name, str) and _NAME.fullmatch(name) and (folder / LEARNT / name).is_file()
    }
