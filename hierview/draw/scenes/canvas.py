"""The hierarchy as data for the editor: where the layout puts classes, and where edges bend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ...explain import HierarchyPicture, number
from ...model.case import Draft
from ...model.hierarchy import Hierarchy
from ..layouts.fold import ENGLISH, Called, Folding, foldable, standing_in
from ..layouts.indented import indented, ways
from ..layouts.layered import Layout
from ..layouts.still import holds_classes
from ..texts.class_labels import LINE
from .bodies import ClassStyle
from .hierarchy import MOST_DRAWN, Direction, case_layout, class_sizes, hierarchy_scene
from .scene import Box, Point

NOTHING: Mapping[str, int] = MappingProxyType({})
NONE: frozenset[str] = frozenset()
WIDE, HIGH = 900.0, 520.0  # px of a drawing that a page shows as a whole, or nearly
PAGE = 640.0, 470.0  # px of a canvas that is as high as it can be, without what lies over the drawing
PHONE = 336.0, 380.0  # on a narrow page
READABLE, PLEASANT = 10 / 16, 12 / 16  # how small a narrow page shows a drawing by itself; from the top, as in books
LARGE = 14 / 16  # more is no better
ROW_LINE = 36  # characters of a line where each class has a row of its own
TOP = 12  # classes that stay where none is marked
BETWEEN = 2.0  # the rows of an indented tree, which have room for any mark
DIRECTIONS: tuple[Direction, ...] = ("down", "right", "indented")


@dataclass(frozen=True)
class Looked:
    """How a drawing is looked at: where children stand of their parents, and the classes that are folded."""

    direction: Direction = "down"
    hidden: frozenset[str] = NONE


def drawing(
    draft: Draft,
    ids: Mapping[str, int],
    left_out: Mapping[str, int] = NOTHING,
    looked: Looked = Looked(),
    called: Called = ENGLISH,
) -> dict[str, Any]:
    """Classes and edges in the layout's own coordinates (px, centres; of an indented tree, left ends).

    Of a hierarchy too large to draw, the neighbourhood of the marked classes; `total` says how many there are in all,
    `held` whether earlier edits hold classes in their order. A class has a `label` where that is not its name, and
    `more` where the drawing leaves out some of its children. left_out: how many, by class. A class that `stands` for
    folded ones says for how many, in words by `called`; `folded` has the names of all of these.
    """
    part = draft.neighbourhood(MOST_DRAWN)
    empty: dict[str, Any] = {"direction": looked.direction, "folded": [], "labels": {}, "total": len(draft.hierarchy)}
    if len(part.hierarchy) > MOST_DRAWN:
        return {"classes": [], "edges": [], "held": False} | empty
    less, branches = standing_in(part, looked.hidden, called)
    pins = tuple(pin for pin in part.positions if pin[0] in less.hierarchy)  # where they were
    less = replace(less, positions=pins)
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
    in_branches = [c for branch in branches.values() for c in sorted(branch.classes)]
    labels = {c: label for c in in_branches if (label := part.hierarchy.labels.of(c)) is not None}
    fields = {"classes": classes, "edges": edges, "held": holds_classes(part), "folded": in_branches, "labels": labels}
    return empty | fields


def _classes(
    less: Draft, ids: Mapping[str, int], left_out: Mapping[str, int], layout: Layout, branches: Mapping[str, Folding]
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


def _layout(draft: Draft, direction: Direction) -> Layout:
    """Places and ways of lines. Of an indented tree, left ends, and the ways around at the right alone."""
    if direction != "indented":
        return case_layout(draft, direction)
    h = draft.hierarchy
    sizes = _sizes(h, direction)
    centres = indented(h, sizes, BETWEEN)
    boxes: dict[str, Box] = {c: (x - sizes[c][0] / 2, y - sizes[c][1] / 2, *sizes[c]) for c, (x, y) in centres.items()}
    routes = {edge: points[1:-1] if len(points) > 3 else () for edge, points in ways(h.edges, boxes).items()}
    return Layout({c: (boxes[c][0], y) for c, (_, y) in centres.items()}, routes, 0.0, 0.0)


def _sizes(h: Hierarchy, direction: Direction) -> dict[str, Point]:
    return class_sizes(h, ClassStyle(line=ROW_LINE if direction == "indented" else LINE))


def still_hidden(draft: Draft, hidden: frozenset[str], name: str, most: int = TOP) -> frozenset[str]:
    """The classes that are still folded once the class of that name shows what it stands for.

    That is all of it where it is at most `most` classes, else those right below the class that it hangs from.
    """
    part = draft.neighbourhood(MOST_DRAWN)
    branch = standing_in(part, hidden)[1].get(name)
    if branch is None:
        return hidden
    h = part.hierarchy
    next_ones = h.roots if branch.above is None else h.children(branch.above)
    opening = branch.classes if len(branch.classes) <= most else branch.classes.intersection(next_ones)
    return hidden - opening


@lru_cache(maxsize=64)
def fits(draft: Draft) -> bool:
    """Whether a page has room for the whole drawing, from the top."""
    part = draft.neighbourhood(MOST_DRAWN)
    if not 0 < len(part.hierarchy) <= MOST_DRAWN:
        return True
    scene = hierarchy_scene(part, HierarchyPicture(()))
    return scene.width <= WIDE and scene.height <= HIGH


@lru_cache(maxsize=64)
def first_look(draft: Draft, narrow: bool = False) -> Looked:
    """How a drawing is best looked at when it is opened: whole and from the top where a page has room for it.

    Else in the direction in which all that is marked is largest, with branches folded in which nothing is. On a narrow
    page, where letters must not become smaller than `READABLE`: whole if that can be, else with all that is marked in
    view, else as rows.
    """
    part = draft.neighbourhood(MOST_DRAWN)
    if not 0 < len(part.hierarchy) <= MOST_DRAWN or (not narrow and fits(draft)):
        return Looked()
    if narrow and _scales(part, "down", PHONE)[0] >= PLEASANT:
        return Looked()
    hidden = foldable(part, TOP) if part.marked else NONE
    worth: dict[Looked, tuple[float, ...]] = {}
    for away in dict.fromkeys((NONE, hidden)):
        less = standing_in(part, away)[0]
        for way in DIRECTIONS:
            worth[Looked(way, away)] = _on_a_phone(less, way) if narrow else _on_a_page(less, way)
        best = max(worth, key=worth.__getitem__)
        if worth[best][0] >= 1:
            break
    return best


def _on_a_page(drawn: Draft, direction: Direction) -> tuple[float, ...]:
    """What a direction is worth: 1 where all is shown at once, else 0; then how large, what is marked first."""
    whole, marked = (min(size, LARGE) for size in _scales(drawn, direction, PAGE))
    return float(whole >= PLEASANT), 2 * marked + whole


def _on_a_phone(drawn: Draft, direction: Direction) -> tuple[float, ...]:
    """What a direction is worth on a narrow page: 1 where all can be read at once, 0.5 where all that is marked can.

    Then whether it has rows, which go on below the canvas alone, where even that cannot be; and how large all is shown.
    """
    whole, marked = _scales(drawn, direction, PHONE)
    if whole >= READABLE:
        return 1.0, 0.0, whole
    readable = bool(drawn.marked) and marked >= READABLE
    return 0.5 if readable else 0.0, float(not readable and direction == "indented"), whole


def _scales(drawn: Draft, direction: Direction, room: Point) -> tuple[float, float]:
    """How large a canvas shows all of the drawing at once, and all that is marked."""
    at, sizes = _layout(drawn, direction).positions, _sizes(drawn.hierarchy, direction)
    aside = 0.5 if direction != "indented" else 0.0

    def scale(classes: Iterable[str]) -> float:
        boxes = [(at[c][0] - aside * sizes[c][0], at[c][1] - sizes[c][1] / 2, *sizes[c]) for c in classes]
        wide, far = (max(b[i] + b[i + 2] for b in boxes) - min(b[i] for b in boxes) for i in (0, 1))
        return min(1.0, room[0] / wide, room[1] / far)

    return scale(at), scale(drawn.marked or at)
