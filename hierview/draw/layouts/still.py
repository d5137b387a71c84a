"""Drawings that keep still while they are edited: a case carries how its classes stand.

It lists them in their order, and says how far right they stood where another layout would have them farther away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from math import inf
from statistics import fmean, median
from typing import TypeVar

from ...model.case import Draft
from ...model.hierarchy import Hierarchy
from ..scenes.hierarchy import MOST_DRAWN, Stood, case_layout, class_width, still_layout
from ..scenes.scene import Point
from .layered import Layout
from .ordering import are_listed_across

D = TypeVar("D", bound=Draft)
# How many widths of a median class a class may move though it need not, so that all stand better: near to the edit,
# and elsewhere, where the next is tried while the drawing is worse than one laid out anew, by more than the bounds
# below. For the sake of parents alone no class moves farther than those near to the edit.
NEAR, FAR = 0.3, (0.05, 0.15, 0.3, 0.5, 1.0, 2.0)
ENOUGH = 0.5  # widths within which a drawing may be laid out anew
WIDER, ASIDE = 1.25, 0.1  # times as wide, or with edges as long; widths that parents stand farther from their middle
_BESIDE = 0.01  # how far right of another one a class is listed, in px


def keep_still(before: Draft, after: D) -> D:
    """`after`, an edit of `before`, in which the classes of `before` keep their order and nearly their places.

    They are listed from left to right where the drawing would turn over, and carry how far right they stand where
    another layout would move them far; so they are drawn until somebody tidies up.
    """
    old, new = before.hierarchy, after.hierarchy
    same = _hierarchy_shape(old) == _hierarchy_shape(new)
    if same or not len(old) or not len(new) or max(len(old), len(new)) > MOST_DRAWN:
        return after
    at = _listing_places(before, after)
    if holds_classes(before) or _changes_sides(before, after):
        number = {c: i for i, c in enumerate(new.classes)}
        listed = sorted(new.classes, key=lambda c: (at[c], number[c]))
        after = replace(after, hierarchy=Hierarchy(tuple(listed), new.weights).labelled(new.labels))
    return replace(after, stood=_places_after(before, after, at))


def tidied_draft(draft: D) -> D:
    """The draft with its classes listed from the top where they were from left to right: to be laid out anew."""
    h = draft.hierarchy
    if are_listed_across(h.classes, h.edges):
        draft = replace(draft, hierarchy=Hierarchy(h.top_down, h.weights).labelled(h.labels))
    return replace(draft, stood=()) if draft.stood else draft


def holds_classes(draft: Draft) -> bool:
    """Whether earlier edits hold its classes where they stand."""
    return bool(draft.stood) or are_listed_across(draft.hierarchy.classes, draft.hierarchy.edges)


def _places_after(before: Draft, after: Draft, at: Mapping[str, float]) -> Stood:
    """Where classes stand after an edit, near to where they stood; nothing where they do so by themselves."""
    h = after.hierarchy
    old = _x_of_classes(before)
    places = tuple((c, old[c]) for c in h.classes if old.get(c) == at[c])
    width, near = class_width(h), _classes_near_edit(before.hierarchy, h)
    fresh = case_layout(replace(after, positions=(), stood=()))
    for far in FAR:
        slack = {c: width * (max(far, NEAR) if c in near else far) for c in h.classes}
        if _farthest_move(places, fresh.positions) <= max(far, ENOUGH) * width:
            return ()
        layout = still_layout(h, places, slack)
        if (
            layout.width <= WIDER * fresh.width
            and sideways_edge_length(layout) <= WIDER * sideways_edge_length(fresh)
            and (
                far >= NEAR or mean_distance_off_middle(h, layout) <= mean_distance_off_middle(h, fresh) + ASIDE * width
            )
        ):
            return tuple((c, float(round(layout.positions[c][0]))) for c in h.classes)
    return ()


def _classes_near_edit(old: Hierarchy, new: Hierarchy) -> set[str]:
    """The classes of an edit: those with other parents or children than before, and their parents and siblings."""
    near = set()
    for c in new.classes:
        if c not in old or {*old.parents(c)} != {*new.parents(c)} or {*old.children(c)} != {*new.children(c)}:
            near |= {c, *new.parents(c), *new.children(c), *(s for p in new.parents(c) for s in new.children(p))}
    return near


def mean_distance_off_middle(h: Hierarchy, layout: Layout) -> float:
    """The average distance of parents from the middle of their children, in px across."""
    at = layout.positions
    inner = [c for c in h.classes if h.children(c)]
    return fmean(abs(at[c][0] - fmean(at[k][0] for k in h.children(c))) for c in inner) if inner else 0.0


def sideways_edge_length(layout: Layout) -> float:
    """The length that all edges of a drawing go sideways, added up."""
    at = layout.positions
    return sum(abs(p[0] - q[0]) for (a, b), bends in layout.routes.items() for p, q in pairwise((at[a], *bends, at[b])))


def _farthest_move(previous_positions: Stood, positions: Mapping[str, Point]) -> float:
    """The distance that the class moves that moves farthest, the drawings laid on each other."""
    moves = [positions[c][0] - x for c, x in previous_positions] or [0.0]
    middle = median(moves)
    return max(abs(move - middle) for move in moves)


def _hierarchy_shape(h: Hierarchy) -> tuple[int, set[tuple[int, int]]]:
    """How many classes there are, and the edges between their numbers: the same once a class is renamed."""
    number = {c: i for i, c in enumerate(h.classes)}
    return len(h), {(number[a], number[b]) for a, b in h.edges}


def _changes_sides(before: Draft, after: Draft) -> bool:
    """Whether two classes that stand in one layer, before as after, change sides."""
    old, new = case_layout(before).positions, case_layout(after).positions
    return any(
        old[a][1] == old[b][1] and new[a][1] == new[b][1] and (old[a][0] - old[b][0]) * (new[a][0] - new[b][0]) < 0
        for a, b in combinations([c for c in old if c in new], 2)
    )


def _listing_places(before: Draft, after: Draft) -> Mapping[str, float]:
    """How far right each class is listed: where it stands or, where it came or moved, where it crosses least."""
    old, new = before.hierarchy, after.hierarchy
    places = _x_of_classes(before)
    rows = {c: y for c, (_, y) in case_layout(replace(after, positions=(), stood=())).positions.items()}
    at: dict[str, float] = {}
    coming: list[str] = []
    for c in new.top_down:
        above = new.parents(c)
        stays = [p for p in above if c in old and p in old.parents(c)]
        if c in places and (any(p in at for p in stays) or not above):
            at[c] = places[c]
        else:
            coming.append(c)
    for c in sorted(coming, key=lambda c: (rows[c], places.get(c, inf))):
        at[c] = _listing_place(new, c, at, [w for w in at if rows[w] == rows[c]])
    return at


def _listing_place(h: Hierarchy, c: str, at: Mapping[str, float], layer: Sequence[str]) -> float:
    """Where a class is listed among those of its layer: it crosses least there, then stands behind its siblings."""
    parents = [p for p in h.parents(c) if p in at]
    if not parents:
        return max(at.values(), default=0.0) + _BESIDE
    mine = [at[p] for p in parents]
    siblings = {s for p in parents for s in h.children(p)}
    layer = sorted(layer, key=at.__getitem__)
    wish = max((at[s] for s in layer if s in siblings), default=fmean(mine))

    def cost(i: int) -> tuple[int, int, float]:
        crossed = behind = 0
        for j, w in enumerate(layer):
            side = 1 if j < i else -1
            crossed += sum(side * (at[p] - x) > 0 for p in h.parents(w) if p in at for x in mine)
            behind += j >= i and w in siblings
        return crossed, behind, abs(place_in_gap(i) - wish)

    def place_in_gap(i: int) -> float:
        return at[layer[i - 1]] + _BESIDE if i else at[layer[0]] - _BESIDE if layer else wish + _BESIDE

    return place_in_gap(min(range(len(layer) + 1), key=cost))


def _x_of_classes(draft: Draft) -> dict[str, float]:
    """The x of each class, pins aside."""
    return {c: x for c, (x, _) in case_layout(replace(draft, positions=())).positions.items()}
