"""Pairs of presets that are worth comparing, and which prediction of each should be the worse one."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Literal

Worse = Literal["a", "b", "neither"]


@dataclass(frozen=True)
class PresetPair:
    """Two presets by name, which of them should be the worse one, and the reason, which names no A or B.

    measures: the texts of those measures that show what the pair is about.
    """

    a: str
    b: str
    worse: Worse
    because: str
    measures: tuple[str, ...] = ()


def exchanged_pair(pair: PresetPair) -> PresetPair:
    """Pair of the same presets, A and B exchanged."""
    worse: dict[Worse, Worse] = {"a": "b", "b": "a", "neither": "neither"}
    return replace(pair, a=pair.b, b=pair.a, worse=worse[pair.worse])


def read_pairs(text: str) -> tuple[PresetPair, ...]:
    """Pairs in a JSON list of {"a", "b", "worse", "because"}, perhaps with "measures", as hierview ships it."""
    entries = json.loads(text)
    return tuple(PresetPair(**(entry | {"measures": tuple(entry.get("measures", ()))})) for entry in entries)
