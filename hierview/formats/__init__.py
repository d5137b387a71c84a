"""Text <-> case: one file per format."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..errors import CaseError, quoted, suggestion
from ..model.case import Case, Draft
from ..resources import place
from . import edgelines, edgelist, hemkit, outline
from .archive import unzipped, zipped
from .casefile import LARGEST_FILE, draft_from, read_case, write_case
from .edgelines import read_edge_lines, write_edge_lines
from .edgelist import case_from_edges, read_csv, read_edges, write_csv, write_tsv
from .hemkit import write_triple
from .lines import SEPARATOR, text_lines
from .outline import read_outline, write_outline
from .pairs import Pair, read_pairs, turned

__all__ = [
    "FORMATS",
    "Format",
    "Pair",
    "case_from_edges",
    "draft_from",
    "finished",
    "preset",
    "preset_groups",
    "preset_pair",
    "preset_pairs",
    "read_any",
    "read_case",
    "read_edges",
    "read_file",
    "unzipped",
    "write_case",
    "zipped",
]


@dataclass(frozen=True)
class Format:
    """A format that a draft can be saved in.

    write: a draft as text, or as several texts by file name; a CaseError where the format cannot hold the draft at
    all.  losses: sentences that say what it drops of a draft, and what to take care of.
    """

    key: str
    title: str
    extension: str
    mime: str
    write: Callable[[Draft], str | dict[str, str]]
    losses: Callable[[Draft], tuple[str, ...]]

    def written(self, draft: Draft) -> bytes:
        """The file of a draft: its text as UTF-8, or its texts as one archive."""
        text = self.write(draft)
        return text.encode("utf-8") if isinstance(text, str) else zipped(text)


def _too_large(draft: Draft) -> tuple[str, ...]:
    """A case file holds everything, but is read only up to a size."""
    size = len(write_case(draft).encode("utf-8"))
    return (f"It has more than the {LARGEST_FILE:,} bytes that can be opened here again.",) * (size > LARGEST_FILE)


FORMATS = (
    Format("json", "Case file", "json", "application/json", write_case, _too_large),
    Format("outline", "Outline", "txt", "text/plain", write_outline, outline.losses),
    Format("edges", "Edges with marks", "txt", "text/plain", write_edge_lines, edgelines.losses),
    Format("tsv", "Edge list, TSV", "tsv", "text/tab-separated-values", write_tsv, edgelist.losses),
    Format("csv", "Edge list, CSV", "csv", "text/csv", write_csv, edgelist.losses),
    Format("hemkit", "HEMKit, three files", "zip", "application/zip", write_triple, hemkit.losses),
)


def read_any(data: bytes | str, filename: str, most: int | None = None) -> Draft:
    """The draft in a file, read as the ending of its name says.

    Raises CaseError: the file, the place, what is accepted; at most so many classes, None is any number.

    A .txt or .md file is an outline, unless no line is indented and some line has a ` > `: then it holds edge lines.
    """
    origin = quoted(filename, 100)[1:-1]
    ending = os.path.splitext(filename)[1].lower()
    if ending == ".json":
        return read_case(data, origin, most)
    if ending == ".tsv":
        return Draft(read_edges(data, origin, most))
    if ending == ".csv":
        return Draft(read_csv(data, origin, most))
    if ending in (".txt", ".md"):
        lines = text_lines(data, origin, "a text")
        flat = not any(line[:1] in (" ", "\t") and line.strip() for line in lines)
        edges = flat and any(sign[0] == ">" for line in lines for sign in SEPARATOR.finditer(line))
        return read_edge_lines(data, origin) if edges else read_outline(data, origin)
    raise CaseError(
        f"{origin}: files that can be opened are case files (.json), outlines and edges as text (.txt, .md) and edge "
        "lists (.tsv, .csv)"
    )


def finished(draft: Draft, origin: str) -> Case:
    """The case in a draft; a CaseError names its origin and what is missing."""
    try:
        return draft if isinstance(draft, Case) else draft.case()
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
    return finished(read_case(path.read_bytes(), path.name), path.name)
