"""The hierarchy as data for the editor: where the layout puts classes, and where edges bend."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ..explain import HierarchyPicture, number
from ..model.case import Draft
from .bodies import named_size
from .fold import Folding, foldable, standing_in
from .hierarchy import MOST_DRAWN, Direction, case_layout, hierarchy_scene
from .indented import indented, ways
from .layout import Layout
from .scene import Box
from .still import held

NOTHING: Mapping[str, int] = MappingProxyType({})
NONE: frozenset[str] = frozenset()
WIDE, HIGH = 900.0, 520.0  # px of a drawing that a page shows as a whole, or nearly
TOP = 12  # classes that stay where none is marked
BETWEEN = 2.0  # the rows of an indented tree, which have room for any mark
DIRECTIONS: tuple[Direction, ...] = ("down", "right", "indented")


@dataclass(frozen=True)
class Looked:
    """How a drawing is looked at: where children stand of their parents, and the classes that are folded."""

    direction: Direction = "down"
    hidden: frozenset[str] = NONE


def drawing(
    draft: Draft, ids: Mapping[str, int], left_out: Mapping[str, int] = NOTHING, looked: Looked = Looked()
) -> dict[str, Any]:
    """Classes and edges in the layout's own coordinates (px, centres; of an indented tree, left ends).

    Of a hierarchy too large to draw, the neighbourhood of the marked classes; `total` says how many there are in all,
    `held` whether earlier edits hold classes in their order. A class has a `label` where that is not its name, and
    `more` where the drawing leaves out some of its children. left_out: how many, by class. A class that `stands` for
    folded ones says for how many; `folded` has the names of all of these.
    """
    drawn = draft.neighbourhood(MOST_DRAWN)
    empty: dict[str, Any] = {"direction": looked.direction, "folded": [], "labels": {}, "total": len(draft.hierarchy)}
    if len(drawn.hierarchy) > MOST_DRAWN:
        return {"classes": [], "edges": [], "held": False} | empty
    less, branches = _folded(drawn, looked.hidden)
    layout = _layout(less, looked.direction)
    edges = [
        {
            "parent": p,
            "child": c,
            "bends": [list(bend) for bend in layout.routes.get((p, c), ())],
            "weight": number(float(w)) if w != 1 else "",
        }
        for (p, c), w in less.hierarchy.weights.items()
    ]
    classes = _classes(less, ids, left_out, layout, branches)
    folded = [c for branch in branches.values() for c in sorted(branch.classes)]
    labels = {c: label for c in folded if (label := drawn.hierarchy.labels.of(c)) is not None}
    return empty | {"classes": classes, "edges": edges, "held": held(drawn), "folded": folded, "labels": labels}


def _classes(
    less: Draft,
    ids: Mapping[str, int],
    left_out: Mapping[str, int],
    layout: Layout,
    branches: Mapping[str, Folding],
) -> list[dict[str, Any]]:
    pinned = {c for c, _, _ in less.positions}
    return [
        {
            "name": c,
            "n": ids.get(c),
            "x": layout.positions[c][0],
            "y": layout.positions[c][1],
            "mark": less.mark(c),
            "pinned": c in pinned,
            "artificial": c in less.artificial,
        }
        | ({} if (label := less.hierarchy.labels.of(c)) is None else {"label": label})
        | ({"more": left_out[c]} if c in left_out else {})
        | ({"stands": len(branches[c].classes)} if c in branches else {})
        for c in less.hierarchy.classes
    ]


def _folded(drawn: Draft, hidden: Set[str]) -> tuple[Draft, dict[str, Folding]]:
    """The drawing without what is folded, pins where they were."""
    less, branches = standing_in(drawn, hidden)
    return replace(less, positions=tuple(pin for pin in drawn.positions if pin[0] in less.hierarchy)), branches


def _layout(draft: Draft, direction: Direction) -> Layout:
    """Places and ways of lines. Of an indented tree, left ends, and the ways around at the right alone."""
    if direction != "indented":
        return case_layout(draft, direction)
    h = draft.hierarchy
    sizes = {c: named_size("both", h.labels.shown(c)) for c in h.classes}
    centres = indented(h, sizes, BETWEEN)
    boxes: dict[str, Box] = {c: (x - sizes[c][0] / 2, y - sizes[c][1] / 2, *sizes[c]) for c, (x, y) in centres.items()}
    routes = {edge: points[1:-1] if len(points) > 3 else () for edge, points in ways(h.edges, boxes).items()}
    return Layout({c: (boxes[c][0], y) for c, (_, y) in centres.items()}, routes, 0.0, 0.0)


def unfolded(draft: Draft, hidden: frozenset[str], name: str, most: int = TOP) -> frozenset[str]:
    """The classes that are still folded once the class of that name shows what it stands for.

    That is all of it where it is at most `most` classes, else those right below the class that it hangs from.
    """
    drawn = draft.neighbourhood(MOST_DRAWN)
    branch = standing_in(drawn, hidden)[1].get(name)
    if branch is None:
        return hidden
    h = drawn.hierarchy
    next_ones = h.roots if branch.above is None else h.children(branch.above)
    shown = branch.classes if len(branch.classes) <= most else branch.classes.intersection(next_ones)
    return hidden - shown


@lru_cache(maxsize=64)
def fits(draft: Draft) -> bool:
    """Whether a page has room for the whole drawing, from the top."""
    drawn = draft.neighbourhood(MOST_DRAWN)
    return not 0 < len(drawn.hierarchy) <= MOST_DRAWN or _scale(drawn, "down") == 1


@lru_cache(maxsize=64)
def first_look(draft: Draft) -> Looked:
    """How a drawing is best looked at when it is opened: whole and from the top where a page has room for it.

    Else in the direction in which most of it is in view, with branches folded in which nothing is marked.
    """
    if fits(draft):
        return Looked()
    drawn = draft.neighbourhood(MOST_DRAWN)
    hidden = foldable(drawn, TOP) if drawn.marked else NONE
    scale: dict[Looked, float] = {}
    for away in dict.fromkeys((NONE, hidden)):
        less = standing_in(drawn, away)[0]
        scale |= {Looked(way, away): _scale(less, way) for way in DIRECTIONS}
        if max(scale.values()) == 1:
            break
    return max(scale, key=scale.__getitem__)


def _scale(drawn: Draft, direction: Direction) -> float:
    """How large a page shows the whole drawing."""
    scene = hierarchy_scene(drawn, HierarchyPicture(()), direction=direction)
    return min(1.0, WIDE / scene.width, HIGH / scene.height)
