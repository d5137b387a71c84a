"""Drawings that keep still while they are edited: a case carries, in the order of its classes, how they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from ..model.case import Draft
from ..model.hierarchy import Hierarchy
from .hierarchy import MOST_DRAWN, case_layout
from .ordering import listed_across

D = TypeVar("D", bound=Draft)
_BESIDE = 0.01  # how far right of its last sibling a class is listed, in px


def still(before: Draft, after: D) -> D:
    """`after`, an edit of `before`, with its classes listed so that those of `before` keep their places in the drawing.

    It is `after` itself where they do so as listed. Else all are listed from left to right, and drawn so until
    somebody tidies up.
    """
    old, new = before.hierarchy, after.hierarchy
    same = _numbered(old) == _numbered(new)
    if same or not len(old) or not len(new) or max(len(old), len(new)) > MOST_DRAWN:
        return after
    if not held(before) and not _turned(before, after):
        return after
    at = _places(before, new)
    number = {c: i for i, c in enumerate(new.classes)}
    listed = sorted(new.classes, key=lambda c: (at[c], number[c]))
    return replace(after, hierarchy=Hierarchy(tuple(listed), new.weights))


def tidied(draft: D) -> D:
    """The draft with its classes listed from the top where they were from left to right: to be laid out anew."""
    h = draft.hierarchy
    return replace(draft, hierarchy=Hierarchy(h.top_down, h.weights)) if held(draft) else draft


def held(draft: Draft) -> bool:
    """Whether the order of its classes holds them where they stand in their layers."""
    return listed_across(draft.hierarchy.classes, draft.hierarchy.edges)


def _numbered(h: Hierarchy) -> tuple[int, set[tuple[int, int]]]:
    """How many classes there are, and the edges between their numbers: the same once a class is renamed."""
    number = {c: i for i, c in enumerate(h.classes)}
    return len(h), {(number[a], number[b]) for a, b in h.edges}


def _turned(before: Draft, after: Draft) -> bool:
    """Whether two classes that stand in one layer, before as after, change sides."""
    old, new = case_layout(before).positions, case_layout(after).positions
    return any(
        old[a][1] == old[b][1] and new[a][1] == new[b][1] and (old[a][0] - old[b][0]) * (new[a][0] - new[b][0]) < 0
        for a, b in combinations([c for c in old if c in new], 2)
    )


def _places(before: Draft, new: Hierarchy) -> Mapping[str, float]:
    """How far right each class is listed: where it stands, beside new siblings, or moved along with its parent."""
    old = before.hierarchy
    stood = {c: x for c, (x, _) in case_layout(replace(before, positions=())).positions.items()}
    at: dict[str, float] = {}
    for c in new.top_down:
        above = new.parents(c)
        kept = [p for p in above if c in old and p in old.parents(c)]
        joined = [p for p in above if p not in kept]
        if c in stood and (kept or not joined):
            moved = [at[p] - stood[p] for p in kept]
            at[c] = stood[c] + (moved[0] if moved and all(moved) else 0.0)
        elif joined:
            siblings = [at.get(s, stood.get(s)) for s in new.children(joined[0]) if s != c]
            at[c] = max((x for x in siblings if x is not None), default=at[joined[0]]) + _BESIDE
        else:
            at[c] = max(stood.values()) + _BESIDE
    return at
