"""The hierarchy as data for the editor: where the layout puts classes, and where edges bend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

from ...explain import number
from ...model.case import Draft
from ...model.hierarchy import Hierarchy
from ..layouts.fold import ENGLISH, Called, Folding, foldable_classes, with_folded_classes
from ..layouts.indented import STEP, edge_lines, indented_centres
from ..layouts.layered import Layout
from ..layouts.still import holds_classes
from ..texts.class_labels import LINE
from .bodies import ClassStyle
from .hierarchy import MOST_DRAWN, Direction, case_layout, class_sizes
from .layout_choice import ALL_SHOWN, DIRECTIONS, DrawingArea, choose_option
from .scene import Box, Point

NOTHING: Mapping[str, int] = MappingProxyType({})
NONE: frozenset[str] = frozenset()
# What a canvas has for a drawing, as high as all are, and as high as it becomes where one needs that.
PAGES = DrawingArea(600, 540), DrawingArea(600, 660)
PHONES = DrawingArea(336, 360), DrawingArea(336, 680)
READABLE = 10 / 14  # of the size that names should have: with less, rows are best, which go on below the canvas alone
ROW_LINE = 36  # characters of a line where each class has a row of its own
TOP = 12  # classes that stay where none is marked
BETWEEN = 2.0  # the rows of an indented tree, which have room for any mark
SHRUNK_STEP = 16.0  # how far in children stand there where gaps are shrunk
WAYS = tuple((direction, shrunk) for direction in DIRECTIONS for shrunk in (False, True))


@dataclass(frozen=True)
class CanvasLook:
    """How a drawing is looked at: where children stand of their parents, and the classes that are folded."""

    direction: Direction = "down"
    """Where children stand of their parents."""
    hidden: frozenset[str] = NONE
    """The classes that are folded."""
    shrunk: bool = False
    """Whether gaps are as small as they can be."""


def canvas_data(
    draft: Draft,
    ids: Mapping[str, int],
    left_out: Mapping[str, int] = NOTHING,
    looked: CanvasLook = CanvasLook(),
    called: Called = ENGLISH,
) -> dict[str, Any]:
    """The data of classes and edges, in the layout's own coordinates (px, centres; of an indented tree, left ends).

    Of a hierarchy too large to draw, the neighbourhood of the marked classes; `total` says how many there are in all,
    `held` whether earlier edits hold classes in their order. A class has a `label` where that is not its name, and
    `more` where the drawing leaves out some of its children. left_out: how many, by class. A class that `stands` for
    folded ones says for how many, in words by `called`; `folded` has the names of all of these.
    """
    part = draft.neighbourhood(MOST_DRAWN)
    empty: dict[str, Any] = {"direction": looked.direction, "shrunk": looked.shrunk, "folded": [], "labels": {}}
    empty["total"] = len(draft.hierarchy)
    if len(part.hierarchy) > MOST_DRAWN:
        return {"classes": [], "edges": [], "held": False} | empty
    less, branches = with_folded_classes(part, looked.hidden, called)
    pins = tuple(pin for pin in part.positions if pin[0] in less.hierarchy)  # where they were
    less = replace(less, positions=pins)
    layout = _canvas_layout(less, looked)
    edges = [
        {
            "parent": p,
            "child": c,
            "bends": [list(bend) for bend in layout.routes.get((p, c), ())],
            "weight": number(float(w)) if w != 1 else "",
        }
        for (p, c), w in less.hierarchy.weights.items()
    ]
    classes = _class_data(less, ids, left_out, layout, branches)
    in_branches = [c for branch in branches.values() for c in sorted(branch.classes)]
    labels = {c: label for c in in_branches if (label := part.hierarchy.labels.of(c)) is not None}
    fields = {"classes": classes, "edges": edges, "held": holds_classes(part), "folded": in_branches, "labels": labels}
    return empty | fields


def _class_data(
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


def _canvas_layout(draft: Draft, looked: CanvasLook) -> Layout:
    """The layout of a drawing on the canvas. Of an indented tree, left ends, and the ways around at the right alone."""
    if looked.direction != "indented":
        return case_layout(draft, looked.direction, shrunk=looked.shrunk)
    h, step = draft.hierarchy, SHRUNK_STEP if looked.shrunk else STEP
    sizes = _canvas_sizes(h, looked.direction)
    centres = indented_centres(h, sizes, BETWEEN, step)
    boxes: dict[str, Box] = {c: (x - sizes[c][0] / 2, y - sizes[c][1] / 2, *sizes[c]) for c, (x, y) in centres.items()}
    lines = edge_lines(h.edges, boxes, STEP).items()
    routes = {edge: points[1:-1] if len(points) > 3 else () for edge, points in lines}
    return Layout({c: (boxes[c][0], y) for c, (_, y) in centres.items()}, routes, 0.0, 0.0)


def _canvas_sizes(h: Hierarchy, direction: Direction) -> dict[str, Point]:
    return class_sizes(h, ClassStyle(line=ROW_LINE if direction == "indented" else LINE))


def classes_still_hidden(draft: Draft, hidden: frozenset[str], name: str, most: int = TOP) -> frozenset[str]:
    """The classes that are still folded once the class of that name shows what it stands for.

    That is all of it where it is at most `most` classes, else those right below the class that it hangs from.
    """
    part = draft.neighbourhood(MOST_DRAWN)
    branch = with_folded_classes(part, hidden)[1].get(name)
    if branch is None:
        return hidden
    h = part.hierarchy
    next_ones = h.roots if branch.above is None else h.children(branch.above)
    opening = branch.classes if len(branch.classes) <= most else branch.classes.intersection(next_ones)
    return hidden - opening


def is_drawn(draft: Draft) -> bool:
    """Whether there is anything to lay out, and not too much."""
    return 0 < len(draft.neighbourhood(MOST_DRAWN).hierarchy) <= MOST_DRAWN


@lru_cache(maxsize=256)
def fits_canvas(draft: Draft, looked: CanvasLook = CanvasLook(), narrow: bool = False) -> bool:
    """Whether a canvas shows the whole drawing, its names large enough. narrow: that of a page with little room."""
    return not is_drawn(draft) or any(_look_worth(draft, looked, place)[0] >= 1 for place in _canvas_places(narrow))


@lru_cache(maxsize=64)
def first_look(draft: Draft, narrow: bool = False, wish: str = "auto") -> CanvasLook:
    """The best look at a drawing when it is opened. wish: the direction, where that is chosen.

    Whole, in the first way in which a canvas has room for it. Else, of more than `ALL_SHOWN` classes, with branches
    folded in which nothing is marked, and all that is marked as large as can be.
    """
    if not is_drawn(draft):
        return CanvasLook() if wish == "auto" else CanvasLook(cast("Direction", wish))
    part = draft.neighbourhood(MOST_DRAWN)
    away = foldable_classes(part, TOP) if part.marked and len(part.hierarchy) > ALL_SHOWN else NONE
    looks = [
        (CanvasLook(direction, hidden, shrunk), place)
        for hidden in dict.fromkeys((NONE, away))
        for place in _canvas_places(narrow)
        for direction, shrunk in WAYS
        if wish in ("auto", direction)
    ]
    return choose_option(looks, lambda look: _look_worth(draft, *look))[0]


def look_after_edit(before: Draft, after: Draft, looked: CanvasLook, narrow: bool = False) -> CanvasLook:
    """The look at a drawing after an edit: as it was, unless that is why it does not fit any more.

    What was put somewhere by hand stays, and what is folded.
    """
    if after.positions or fits_canvas(after, looked, narrow) or not fits_canvas(before, looked, narrow):
        return looked
    less = with_folded_classes(after, looked.hidden)[0] if looked.hidden else after
    return replace(first_look(less, narrow), hidden=looked.hidden)


def _canvas_places(narrow: bool) -> tuple[DrawingArea, ...]:
    return PHONES if narrow else PAGES


def _look_worth(draft: Draft, looked: CanvasLook, place: DrawingArea) -> tuple[float, ...]:
    """What a way to look is worth: 1 where all can be read at once, 0.5 where all that is marked can.

    Then whether it has rows, where even that cannot be; and how large names are, what is marked first.
    """
    drawn = with_folded_classes(draft.neighbourhood(MOST_DRAWN), looked.hidden)[0]
    whole, marked = _name_size_shares(drawn, looked, place)
    if whole >= 1:
        return (1.0,)
    readable = bool(drawn.marked) and marked >= READABLE
    rows = not readable and looked.direction == "indented"
    return 0.5 if readable else 0.0, float(rows), 2 * min(1.0, marked) + whole


def _name_size_shares(drawn_case: Draft, looked: CanvasLook, place: DrawingArea) -> tuple[float, float]:
    """How many times as large as they must be names can be where all is shown at once, and all that is marked."""
    layout, sizes = _canvas_layout(drawn_case, looked), _canvas_sizes(drawn_case.hierarchy, looked.direction)
    aside = 0.5 if looked.direction != "indented" else 0.0
    bends = [(x, y, 0.0, 0.0) for route in layout.routes.values() for x, y in route]

    def share(classes: Iterable[str], more: Sequence[Box]) -> float:
        at = layout.positions
        boxes = [(at[c][0] - aside * sizes[c][0], at[c][1] - sizes[c][1] / 2, *sizes[c]) for c in classes]
        wide, far = (max(b[i] + b[i + 2] for b in [*boxes, *more]) - min(b[i] for b in [*boxes, *more]) for i in (0, 1))
        return place.name_size_share(wide, far)

    return share(layout.positions, bends), share(
        drawn_case.marked or layout.positions, () if drawn_case.marked else bends
    )
