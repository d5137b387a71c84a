"""A collection of cases under one name, as one JSON file: {"hierview": 1, "collection": …, "cases": [case, …]}."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import CaseError, HierviewError
from ..model.case import Draft
from .casefile import VERSION, draft_from, write_case
from .fields import parse_json, text_at

MOST_CASES = 60
LARGEST = 300_000  # characters: what a browser keeps besides everything else
LONGEST_NAME = 80
_KEYS = ("hierview", "collection", "cases")


@dataclass(frozen=True)
class Collection:
    """Cases under one name, which may be empty."""

    name: str
    """Name of the collection; may be empty."""
    cases: tuple[Draft, ...]
    """The cases, in order."""


def is_collection(data: bytes | str) -> bool:
    """Whether a file says that it is a collection, however it goes on."""
    start = data[:400] if isinstance(data, str) else data[:400].decode("utf-8", "replace")
    return '"collection"' in start


def write_collection(collection: Collection) -> str:
    """The file of a collection; reading it gives the same cases back. Raises CaseError where it is too large."""
    cases = ",\n".join(write_case(case).strip() for case in collection.cases)
    name = json.dumps(collection.name, ensure_ascii=False)
    text = f'{{"hierview": {VERSION}, "collection": {name}, "cases": [\n{cases}\n]}}\n'
    _check_size(len(collection.cases), len(text))
    return text


def _check_size(cases: int, characters: int) -> None:
    if cases > MOST_CASES:
        raise CaseError(f"{cases:,} cases are too many for a collection, which has at most {MOST_CASES}")
    if characters > LARGEST:
        raise CaseError(f"{characters:,} characters are too many for a collection, which has at most {LARGEST:,}")


def read_collection(data: bytes | str, most: int | None = None) -> Collection:
    """The collection in a file's text, from anybody; most: the classes that each case may have.

    Raises CaseError: which case, and what is accepted.
    """
    _check_size(0, len(data))
    try:
        content = parse_json(data, LARGEST)
        if not isinstance(content, Mapping) or set(content) != set(_KEYS) or content["hierview"] != VERSION:
            raise CaseError(f"a collection is a JSON object with the keys {', '.join(_KEYS)}; hierview is {VERSION}")
        name = text_at(content, "collection", LONGEST_NAME)
        cases = content["cases"]
        if not isinstance(cases, Sequence) or isinstance(cases, str):
            raise CaseError("cases: a list of cases is expected")
        _check_size(len(cases), 0)
    except CaseError:
        raise
    except HierviewError as error:
        raise CaseError(f"the collection: {error}") from None
    return Collection(
        name, tuple(_read_content(case, f"case {i} of the collection", most) for i, case in enumerate(cases, 1))
    )


def _read_content(content: Any, origin: str, most: int | None) -> Draft:
    draft = draft_from(content, origin, most)
    return draft.case() if draft.marked else draft


def merge_collections(first: Sequence[Draft], second: Sequence[Draft]) -> tuple[Draft, ...]:
    """The cases of two collections, each once, as many as a collection may have."""
    return tuple(dict.fromkeys((*first, *second)))[:MOST_CASES]
