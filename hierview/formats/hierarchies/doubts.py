"""Reasons against the hierarchy that a source was read as, and reasons for it, each in one clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...errors import quoted
from ...model.hierarchy import Hierarchy
from .asked import Guess
from .builder import Builder
from .tables.columns import BESIDE
from .tables.headings import is_number
from .tables.rows import OF_TABLES

_LINES = {"pairs", "paths", "adjacency"}  # shapes that any text has
FLAT = "no class would stand both above and below others, as in labels, mappings and lists of words"
SMALL = "a level would be written in small letters, as properties are"
MILD = {BESIDE, FLAT, SMALL}  # doubts that hold of many hierarchies, too
_FEW = 10  # classes, of which equal names tell nothing
_SAMPLE = 1000  # classes that are looked at
# Signs of code, markup, settings, logs and tokens.
_CODE = re.compile(
    r"[{}=]|<[\w/!]|[;:]$|^[@%!]|^#!|^__\w+__|\bdef |\w\(\)|\(\"|^\[\w+ \"|, line \d|(?:^| )(?:\*(?: |$)|-\w )"
    r"|\w--+\w|^[BIES]-[A-Z]+$|^[-d][rwx-]{9}|(?::[^:]*){4}"
)
# Addresses, files, hashes, sizes, times.
_DATA = re.compile(
    r"\S@\S+\.\w|\b[0-9a-f]{32,}\b|^\d+(?:\.\d+)?[KMG]B?$|\d\d:\d\d|^\d{4}-\d\d-\d\d"
    r"|\w\.(?:jpe?g|png|gif|wav|mp3|mp4|pdf|txt|md|py|js|json|csv|html?|log|sh|c|h|java|zip)\b"
)
_ADDRESS = re.compile(r"^\d+(?:\.\d+){3}$")
_SETTING = re.compile(r"[\w-]+: \S")
_SAYING = re.compile(
    r"\b(?:I|[Ww]e|[Yy]ou|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|is|are|was|were|will|would|has|have|had|the|needs?|our|my|your)\b"
)
_MEASURED = re.compile(r"(?<![\d.])\d*\.\d+(?![.\d])")


def doubts_of(h: Hierarchy, guess: Guess, builder: Builder) -> tuple[str, ...]:
    """Reasons for which a guess may be wrong, such as "6 of 12 classes would be roots"."""
    names = h.classes[:_SAMPLE]
    reasons = (
        _names_doubt(names, guess, builder),
        _roots_doubt(h, guess, builder),
        _numbers_doubt(names, guess, builder),
        builder.weak,
    )
    return tuple(filter(None, reasons))


def reading_reason(h: Hierarchy, guess: Guess, cells: Sequence[Sequence[str]]) -> str:
    """Reason for a reading, such as "zone, part and country stand in no other row"; "" where there is none.

    cells: the first rows below the headings.
    """
    heads, columns = guess.heads, dict(guess.columns)
    if "parent" in columns and "id" in columns:
        parent, own = (_column_values(columns[role], heads, cells) for role in ("parent", "id"))
        within = f"in {quoted(columns['parent'], 30)} stand in {quoted(columns['id'], 30)}, too"
        if 2 * len(parent & own) > len(parent):
            return f"{len(parent & own):,} of {len(parent):,} parents {within}"
    named = [head for head in heads if head]
    if named and guess.shape in _LINES and {*named}.isdisjoint(cell for row in cells for cell in row):
        return f"{_headings_in_words(named)} {'stand' if len(named) > 1 else 'stands'} in no other row"
    if len(h.roots) == 1:
        return "all classes stand below one root"
    return "no class has two parents" if h.edge_count == len(h) - len(h.roots) else ""


def _column_values(column: str, heads: Sequence[str], cells: Sequence[Sequence[str]]) -> set[str]:
    """What stands in a column, which is named by its heading or its number from 1."""
    k = heads.index(column) if column in heads else int(column) - 1
    return {row[k] for row in cells if k < len(row)} - {""}


def _headings_in_words(heads: Sequence[str]) -> str:
    """Some headings in words: all of two or three, the first two of more."""
    shown = [quoted(head, 30)[1:-1] for head in heads[: 3 if len(heads) == 3 else 2]]
    last = shown.pop() if len(heads) == len(shown) and len(shown) > 1 else f"{len(heads) - len(shown)} more"
    return f"{', '.join(shown)} and {last}" if len(heads) > 1 else shown[0]


def _share_of_names(names: Sequence[str], holds: Iterable[object]) -> float:
    return sum(map(bool, holds)) / max(1, len(names))


def _names_doubt(names: Sequence[str], guess: Guess, builder: Builder) -> str:
    """The doubt that names are none of classes."""
    signs = [_DATA] if guess.shape == "json" or builder.by_heading else [_CODE, _DATA]
    odd = [c for c in names if any(sign.search(c) for sign in signs)]
    addresses = [*filter(_ADDRESS.search, names)]  # which codes of four parts look like, too
    odd += addresses if len(addresses) > 0.5 * len(names) else []
    if len(odd) > 0.05 * len(names):
        return f"classes would be called {', '.join(quoted(c, 30) for c in odd[:2])}"
    if guess.shape in ("codes", "json") or guess.header:
        return ""
    if _share_of_names(names, map(_SETTING.match, names)) > 0.3:
        return "classes would be keys with values"
    sentences = (c[-1] in ".!?" or c.count(" ") > 11 or (c.count(" ") > 2 and _SAYING.search(c)) for c in names)
    return "classes would be sentences" if _share_of_names(names, sentences) > 0.3 else ""


def _roots_doubt(h: Hierarchy, guess: Guess, builder: Builder) -> str:
    """The doubt that too few classes stand below others."""
    n, roots, alone = len(h), len(h.roots), len(h.isolated) if guess.shape in _LINES else 0
    if 2 * alone >= n > 4:
        return f"{alone:,} of {n:,} classes would stand alone"
    marks = [c for c in h.roots[:_SAMPLE] if not any(map(str.isalnum, c))]
    if marks and not builder.by_heading and guess.shape in {*_LINES, "outline", "list"}:
        return f"classes would be called {', '.join(map(quoted, marks[:2]))}"
    least = 3 if guess.shape == "paths" and n >= _FEW else 2
    if guess.shape != "codes" and least * roots >= n >= (
        4 if builder.unnamed or guess.shape in ("outline", "list") else _FEW
    ):
        return f"{roots:,} of {n:,} classes would be roots"
    parents = {*builder.tails} if roots > 1 and n > 3 else set()
    if parents and guess.shape in _LINES and len(parents) == h.edge_count and not builder.by_heading:
        return "no two classes would stand below one"
    if parents and builder.unnamed and parents.isdisjoint(builder.heads):
        return FLAT
    table = guess.header is not None and guess.separator in OF_TABLES
    if (
        n >= _FEW
        and not builder.by_heading
        and ((table and builder.alike >= max(3, 0.05 * n)) or (guess.shape == "json" and 2 * builder.alike > n))
    ):
        return f"{builder.alike:,} of {n:,} classes would share their names"
    return ""


def _numbers_doubt(names: Sequence[str], guess: Guess, builder: Builder) -> str:
    """The doubt that classes would be what was measured or counted."""
    if builder.by_heading or guess.columns or guess.shape == "codes" or builder.weak:
        return ""
    measured = (
        _share_of_names(names, map(_MEASURED.search, names)) > 0.3
        or _share_of_names(names, map(_MEASURED.fullmatch, names)) > 0.15
    )
    mixed = guess.shape in _LINES and 0.3 < _share_of_names(names, map(is_number, names)) < 0.9
    return "many classes would be numbers" if measured or mixed else ""
