"""The scores that classifiers left beside a study: which systems decided from which file."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

LEARNT = "learnt"  # the folder beside a study
_LIST = "scores.json"
_LONGEST = 100_000  # bytes of the list
_NAME = re.compile(r"[A-Za-z0-9+_-]{1,80}\.npz")


def remember(folder: Path, places: Mapping[str, Path]) -> None:
    """Write down from which scores each system decided; they stand in the folder of what is learnt."""
    if not places:
        return
    path = folder / LEARNT / _LIST
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{_LIST}.{os.getpid()}")
    beside.write_text(json.dumps({name: place.name for name, place in places.items()}), encoding="utf-8")
    beside.replace(path)


def learnt(folder: Path) -> dict[str, Path]:
    """The file of scores of each system that has one; none where nothing was learnt or the list is damaged.

    A folder may come from anywhere: a name leads nowhere but into the folder of what is learnt.
    """
    path = folder / LEARNT / _LIST
    try:
        if path.stat().st_size > _LONGEST:
            return {}
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    rows = told.items() if isinstance(told, dict) else ()
    return {
        system: folder / LEARNT / name
        for system, name in rows
        if isinstance(name, str) and _NAME.fullmatch(name) and (folder / LEARNT / name).is_file()
    }
