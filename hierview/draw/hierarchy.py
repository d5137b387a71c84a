"""The hierarchy of a case as a scene, on the one layout that all its pictures share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from ..explain import HierarchyPicture, Look, Side
from ..model.case import Case, Draft
from ..model.hierarchy import Edge, Hierarchy
from ..model.labels import Labels
from .bodies import BAR, body_size, class_item
from .layout import Layout, layered
from .pair_curves import pairs_below
from .pens import EDGES
from .scene import FONT_SIZE, SMALL, Box, Item, Point, Scene, fitted, line_as, shown_label
from .text import text_width

D = TypeVar("D", bound=Draft)

MOST_DRAWN = 150
GAP, LAYER_GAP = 16.0, 84.0
NARROW_GAP, NARROW_LAYER_GAP = 8.0, 72.0  # where room is scarce


def drawable(case: D) -> D | None:
    """The case as far as it is drawn: itself, or the neighbourhood of its marked classes; None where that is too much.

    The neighbourhood is the marked classes, their ancestors and the paths between.
    """
    drawn = case.neighbourhood(MOST_DRAWN)
    return drawn if len(drawn.hierarchy) <= MOST_DRAWN else None


def case_layout(case: Draft) -> Layout:
    """The one layout that every picture of a case shares. A case's positions are pins.

    Marks do not move classes: every box has room for any mark.
    """
    return _layout(case.hierarchy, case.positions)


@lru_cache(maxsize=256)
def _layout(h: Hierarchy, positions: tuple[tuple[str, float, float], ...]) -> Layout:
    sizes = {c: body_size("both", text_width(shown_label(h.labels.shown(c)), FONT_SIZE)) for c in h.classes}
    pins = {c: (x, y) for c, x, y in positions}
    return layered(h.classes, h.edges, sizes, pins=pins or None, gap=GAP, layer_gap=LAYER_GAP)


def narrow_layout(place: Case, shown: Iterable[tuple[Case, HierarchyPicture]]) -> Layout:
    """The layout that these pictures share where room is scarce: every class has room for what it wears in them.

    place: a case with all classes and edges of those shown.
    """
    h = place.hierarchy
    sizes = dict.fromkeys(h.classes, (0.0, 0.0))
    left = right = 0.0
    for case, picture in shown:
        for c in h.classes:
            look = picture.looks.get(c, Look())
            text, score = text_width(shown_label(h.labels.shown(c)), FONT_SIZE), text_width(look.value, SMALL)
            body = body_size(look.mark or case.mark(c), text, score, narrow=True)
            around = 2 * BAR if look.emphasis == "about" else 0
            sizes[c] = max(sizes[c][0], body[0] + around), max(sizes[c][1], body[1])
            left = BAR if look.side in ("t", "both") else left
            right = BAR if look.side in ("p", "both") else right
    pins = {c: (x, y) for c, x, y in place.positions}
    return layered(
        h.classes, h.edges, sizes, pins=pins or None, gap=NARROW_GAP + left + right, layer_gap=NARROW_LAYER_GAP
    )


def hierarchy_scene(
    case: Draft,
    picture: HierarchyPicture,
    stretch: Point = (1.0, 1.0),
    place: Draft | None = None,
    narrow: Layout | None = None,
) -> Scene:
    """The case's hierarchy with the looks, edges and pairs of a picture.

    stretch: how far apart classes stand, in multiples of the layout's distances; boxes keep their size.
    place: a case with all classes and edges of this one and more; they are drawn where they stand there, in
    a frame with room for all of it, so that drawings of several cases in one place lie on each other.
    narrow: a layout for bodies without air, where room is scarce.
    """
    h = case.hierarchy
    layout = narrow or case_layout(case if place is None else place)
    sx, sy = stretch
    spots = {c: (x * sx, y * sy) for c, (x, y) in layout.positions.items()}
    routes = {edge: tuple((x * sx, y * sy) for x, y in bends) for edge, bends in layout.routes.items()}
    centres = {c: spots[c] for c in h.classes}
    edges = list(h.edges)
    if picture.root is not None and picture.root not in h and h.roots:
        centres[picture.root] = _above([centres[c] for c in h.roots], LAYER_GAP * sy)
        edges = [(picture.root, c) for c in h.roots] + edges
    nodes: list[Item] = []
    for c, centre in centres.items():
        look = picture.looks.get(c, Look())
        own = c in h
        mark = look.mark or (case.mark(c) if own else "none")
        dotted = c in case.artificial or not own
        nodes.append(class_item(c, look, mark, centre, dotted, narrow=narrow is not None, label=h.labels.of(c)))
    boxes = {node.classes[0]: node.box for node in nodes}
    # Coloured climbs lie above plain edges.
    edges.sort(key=lambda edge: picture.edges.get(edge, "none") != "none")
    lines = [_edge(edge, picture.edges.get(edge, "none"), centres, boxes, routes.get(edge, ())) for edge in edges]
    title = "Hierarchy with " + ", ".join(item.says for item in nodes[:12]) + (" …" if len(nodes) > 12 else "")
    room = () if place is None else _room(spots, routes, narrow is not None, place.hierarchy.labels)
    return fitted([*lines, *pairs_below(picture.links, boxes), *nodes], boxes, title, room)


def _above(roots: Sequence[Point], gap: float) -> Point:
    """The middle above the roots."""
    xs = [x for x, _ in roots]
    return (min(xs) + max(xs)) / 2, min(y for _, y in roots) - gap


def _edge(
    edge: Edge, side: Side, centres: Mapping[str, Point], boxes: Mapping[str, Box], bends: Sequence[Point]
) -> Item:
    """From below the parent to above the child; of both sides, the two lines beside each other."""
    parent, child = edge
    start = (centres[parent][0], boxes[parent][1] + boxes[parent][3])
    points = (start, *bends, (centres[child][0], boxes[child][1]))
    roles = EDGES[side]
    asides = (-2, 2) if len(roles) > 1 else (0,)
    ways = (tuple(v for x, y in points for v in (x + aside, y)) for aside in asides)
    return Item("edge", edge, tuple(line_as(role, way) for role, way in zip(roles, ways, strict=True)))


def _room(
    spots: Mapping[str, Point], routes: Mapping[Edge, Sequence[Point]], narrow: bool, labels: Labels
) -> list[Box]:
    """The boxes of classes that wear the widest mark, and of the bends between them."""
    sizes = {c: body_size("both", text_width(shown_label(labels.shown(c)), FONT_SIZE), narrow=narrow) for c in spots}
    boxes = [(x - sizes[c][0] / 2, y - sizes[c][1] / 2, *sizes[c]) for c, (x, y) in spots.items()]
    return boxes + [(x, y, 0.0, 0.0) for bends in routes.values() for x, y in bends]
