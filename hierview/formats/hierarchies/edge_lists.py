"""Plain edge lists, whose ending says that parents come first; names there are whatever stands in a cell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...errors import CaseError
from ..edgelist import CSV, LARGEST_FILE, TSV, read_csv, read_edges
from .opening import Opened, open_hierarchy, open_named
from .source import is_address

TITLE = "an edge list"
_MOST_READ_AGAIN = 1_000_000  # bytes of a file that no other shape reads
TURNED = "Second cells look like parents."


def open_file(data: bytes, name: str, labels: Any = None, **choices: Any) -> Opened:
    """The hierarchy in a file of any shape: of a plain edge list as it stands, of any other as `open_named` reads it.

    name: the file's, whose ending is looked at.  choices: the fields of `Asked`; with any of them all is read by it.
    Raises CaseError.
    """
    plain = None if choices or labels is not None else _edge_list(data, name)
    return open_named(data, name, labels, **choices) if plain is None else plain


def _edge_list(data: bytes, name: str) -> Opened | None:
    """The hierarchy of a plain edge list; None for any other file."""
    lower = name.lower()
    if not lower.endswith((*TSV.endings, *CSV.endings)) or len(data) > LARGEST_FILE:
        return None
    try:
        guess = open_named(data, name).guess
    except CaseError:
        if is_address(data) or len(data) > _MOST_READ_AGAIN:
            raise
        guess = None
    if guess is not None and (guess.shape != "pairs" or guess.header):
        return None
    try:
        found = open_hierarchy((read_csv if lower.endswith(CSV.endings) else read_edges)(data, name))
    except CaseError:
        if guess is None:
            raise
        return None
    turned = guess is not None and guess.direction == "child first"
    notes = (TURNED,) * turned
    told = replace(found.guess, shape="pairs", title=TITLE, direction="parent first", notes=notes)
    return replace(found, guess=told)
