"""The presets: the cases that come with hierview, in their groups and pairs; and excerpts of well-known hierarchies."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from ..errors import CaseError, quoted, suggestion
from ..model.case import Case, Draft
from ..resources import place
from .casefile import read_case
from .source import finished_case

Worse = Literal["a", "b", "neither"]


@dataclass(frozen=True)
class PresetPair:
    """Two presets by name, which of them should be the worse one, and the reason, which names no A or B."""

    a: str
    """Name of the first preset."""
    b: str
    """Name of the second preset."""
    worse: Worse
    """Which of them should be the worse one."""
    because: str
    """The reason, which names no A or B."""
    measures: tuple[str, ...] = ()
    """Texts of the measures that show what the pair is about."""


@lru_cache(maxsize=1)
def preset_groups() -> dict[str, tuple[str, ...]]:
    """The presets' names in the groups of the case picker."""
    groups = json.loads((place("cases") / "groups.json").read_text(encoding="utf-8"))
    return {group: tuple(names) for group, names in groups.items()}


@lru_cache(maxsize=1)
def preset_names() -> tuple[str, ...]:
    """The names of all presets, in the order of their groups."""
    return tuple(name for names in preset_groups().values() for name in names)


@lru_cache(maxsize=1)
def preset_pairs() -> tuple[PresetPair, ...]:
    """The pairs of presets that are worth comparing, each with the one that should be worse."""
    entries = json.loads((place("cases") / "pairs.json").read_text(encoding="utf-8"))
    return tuple(PresetPair(**(entry | {"measures": tuple(entry.get("measures", ()))})) for entry in entries)


def preset_pair(a: str, b: str) -> PresetPair | None:
    """The pair of these two presets, whichever of them is shown first."""
    exchanged: dict[Worse, Worse] = {"a": "b", "b": "a", "neither": "neither"}
    for pair in preset_pairs():
        if (a, b) == (pair.a, pair.b):
            return pair
        if (a, b) == (pair.b, pair.a):
            return replace(pair, a=a, b=b, worse=exchanged[pair.worse])
    return None


@lru_cache(maxsize=64)
def preset(name: str) -> Case:
    """The benchmark case of that name, such as "11a"."""
    names = preset_names()
    if name not in names:
        raise CaseError(
            f"{quoted(name)} is neither a file nor a preset{suggestion(name, names)}; presets are {', '.join(names)}"
        )
    path = place("cases") / f"{name}.json"
    return finished_case(read_case(path.read_bytes(), path.name), path.name)


@lru_cache(maxsize=1)
def excerpt_names() -> tuple[str, ...]:
    """The names of the excerpts of well-known hierarchies; their licences stand in a file beside them."""
    return tuple(sorted(path.stem for path in (place("cases") / "excerpts").glob("*.json")))


@lru_cache(maxsize=16)
def excerpt(name: str) -> Draft:
    """The excerpt of that name, such as "animals", in which nothing is marked."""
    if name not in excerpt_names():
        raise CaseError(f"{quoted(name)} is no excerpt; there are {', '.join(excerpt_names())}")
    path = place("cases") / "excerpts" / f"{name}.json"
    return read_case(path.read_bytes(), path.name)
