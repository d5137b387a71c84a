"""Pairs of presets that are worth comparing, and which prediction of each should be the worse one."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, cast

from ..errors import CaseError, quoted, suggestion

Worse = Literal["a", "b", "neither"]

_WORSE = ("a", "b", "neither")
_KEYS = ("a", "b", "worse", "because")


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


def turned(pair: PresetPair) -> PresetPair:
    """The same pair with A and B exchanged."""
    worse: dict[Worse, Worse] = {"a": "b", "b": "a", "neither": "neither"}
    return replace(pair, a=pair.b, b=pair.a, worse=worse[pair.worse])


def read_pairs(text: str, known: Collection[str], origin: str = "pairs") -> tuple[PresetPair, ...]:
    """The pairs in a JSON list of {"a", "b", "worse", "because"}, perhaps with "measures".

    known: the presets' names. Raises CaseError: `origin`, the entry, and what is accepted.
    """
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise CaseError(f"{origin}: line {error.lineno}: this is not JSON ({error.msg})") from None
    except (ValueError, RecursionError):  # an integer of thousands of digits, or lists a thousand deep
        raise CaseError(f"{origin}: a list of pairs of presets is accepted, without numbers and lists in it") from None
    if not isinstance(content, list):
        raise CaseError(f"{origin}: a list of pairs is accepted, not {quoted(content)}")
    pairs: list[PresetPair] = []
    for i, entry in enumerate(content):
        pair = _pair(entry, known, f"{origin}: [{i}]")
        if any({pair.a, pair.b} == {other.a, other.b} for other in pairs):
            raise CaseError(f"{origin}: [{i}]: {pair.a} and {pair.b} are compared twice; compare them once")
        pairs.append(pair)
    return tuple(pairs)


def _pair(entry: object, known: Collection[str], where: str) -> PresetPair:
    if not isinstance(entry, dict) or set(entry) - {"measures"} != set(_KEYS):
        raise CaseError(f"{where}: an object with the keys {', '.join(_KEYS)} is accepted, and measures beside them")
    for key in _KEYS:
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise CaseError(f"{where}.{key}: {quoted(entry[key])} is not accepted; a text is")
    for side in ("a", "b"):
        if entry[side] not in known:
            near = suggestion(entry[side], known)
            raise CaseError(f"{where}.{side}: {quoted(entry[side])} is not the name of a preset{near}")
    if entry["a"] == entry["b"]:
        raise CaseError(f"{where}: {entry['a']} is compared with itself; two presets are accepted")
    if entry["worse"] not in _WORSE:
        raise CaseError(f"{where}.worse: {quoted(entry['worse'])} is not accepted; a, b or neither is")
    texts = entry.get("measures", [])
    if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
        raise CaseError(f"{where}.measures: {quoted(texts)} is not accepted; a list of texts of measures is")
    return PresetPair(entry["a"], entry["b"], cast(Worse, entry["worse"]), entry["because"], tuple(texts))
