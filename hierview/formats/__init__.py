"""Text <-> case: one file per format."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..case import Case
from ..errors import CaseError, quoted, suggestion
from ..places import place
from .casefile import LARGEST_FILE, draft_from, read_case, write_case
from .edgelist import case_from_edges, read_edges
from .pairs import Pair, read_pairs, turned

__all__ = [
    "Pair",
    "case_from_edges",
    "load_case",
    "preset",
    "preset_groups",
    "preset_pair",
    "preset_pairs",
    "read_case",
    "read_edges",
    "read_file",
    "write_case",
]


def load_case(source: str | Path | Mapping[str, Any]) -> Case:
    """A case from the path of a case file, its content as a dict, or the name of a preset such as "11a".

    Raises CaseError, naming file, field and value, or what is missing for the draft to be a case.
    """
    if isinstance(source, Mapping):
        return _finished(draft_from(source), "case")
    path = Path(source)
    # A bare word is a preset, unless there is such a file.
    if isinstance(source, str) and not path.suffix and path.name == source and not os.path.exists(path):
        return preset(source)
    return _finished(read_case(read_file(path, LARGEST_FILE), str(path)), str(path))


def _finished(draft, origin: str) -> Case:
    try:
        return draft.case()
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


@lru_cache(maxsize=1)
def preset_groups() -> dict[str, tuple[str, ...]]:
    """The presets' names in the groups of the case picker."""
    groups = json.loads((place("cases") / "groups.json").read_text(encoding="utf-8"))
    return {group: tuple(names) for group, names in groups.items()}


@lru_cache(maxsize=1)
def preset_pairs() -> tuple[Pair, ...]:
    """The pairs of presets that are worth comparing, each with the one that should be worse."""
    known = [name for names in preset_groups().values() for name in names]
    path = place("cases") / "pairs.json"
    return read_pairs(path.read_text(encoding="utf-8"), known, path.name)


def preset_pair(a: str, b: str) -> Pair | None:
    """The pair of these two presets, whichever of them is shown first."""
    for pair in preset_pairs():
        if (a, b) == (pair.a, pair.b):
            return pair
        if (a, b) == (pair.b, pair.a):
            return turned(pair)
    return None


@lru_cache(maxsize=64)
def preset(name: str) -> Case:
    """The benchmark case of that name, such as "11a"."""
    known = [known for names in preset_groups().values() for known in names]
    if name not in known:
        raise CaseError(
            f"{quoted(name)} is neither a file nor a preset{suggestion(name, known)}; presets are {', '.join(known)}"
        )
    path = place("cases") / f"{name}.json"
    return _finished(read_case(path.read_bytes(), path.name), path.name)
