"""The hierarchy of a case as a scene, on the one layout that all its pictures share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import inf
from statistics import median
from typing import Literal, TypeVar

from ...explain import HierarchyPicture, Look, Side
from ...model.case import Draft
from ...model.hierarchy import Edge, Hierarchy
from ..layouts.indented import BARRED_STEP, BETWEEN, FLAT_STEP, STEP, TIP, edge_lines, indented_centres
from ..layouts.layered import (
    Layout,
    PreferredPlaces,
    Spacing,
    layered_layout,
    least_layout_size,
    level_layout,
    transposed_layout,
)
from ..layouts.ordering import Sizes
from ..texts.class_labels import LINE, label_lines
from ..texts.fonts import SANS, Face, body_width
from ..texts.label_collisions import lines_behind_classes
from .bodies import AIRY, BAR, CaseClass, ClassStyle, class_item, named_size
from .pair_curves import Bodies, pair_items_below
from .pens import EDGES
from .scene import Box, Item, Label, Point, Scene, framed_scene, line_as, mirrored_item, moved_item

D = TypeVar("D", bound=Draft)
Pins = tuple[tuple[str, float, float], ...]  # of a case
Stood = tuple[tuple[str, float], ...]
Direction = Literal["down", "right", "indented"]  # where children stand of their parents

MOST_DRAWN = 150
NARROW = ClassStyle(narrow=True)
GAP, LAYER_GAP = 16.0, 84.0
NARROW_GAP, NARROW_LAYER_GAP = 8.0, 72.0  # where room is scarce
LEAST_GAP, FLAT_LAYER_GAP = 4.0, 48.0  # where height is, too
AIR = 26.0  # between layers where labels have several lines
FLAT_GAP = 2.8  # between rows where height is scarce
BESIDE, ASIDE = 8.0, 34.0  # from left to right: between classes below each other, and between layers
SHRUNK_GAP, SHRUNK_LAYER_GAP, SHRUNK_ASIDE = 4.0, 64.0, 24.0  # of classes that keep their air, where room is scarce
MOST_APART = 1.5  # times as far as names alone need
LEAST_AIR = 16.0  # between bodies of two layers where those come closer
STICKING = BESIDE - FLAT_GAP  # what more a row takes then at a side at which a frame or a diamond sticks out


def drawable_part(case: D) -> D | None:
    """The case as far as it is drawn: itself, or the neighbourhood of its marked classes; None where that is too much.

    The neighbourhood is the marked classes, their ancestors and the paths between.
    """
    part = case.neighbourhood(MOST_DRAWN)
    return part if len(part.hierarchy) <= MOST_DRAWN else None


@dataclass(frozen=True)
class DrawingRoom:
    """Space and style that a picture is drawn for."""

    width: float = inf
    """Width of a figure's panel, in px; infinite on a screen, which scrolls."""
    style: ClassStyle = AIRY
    """Style of classes; its typeface is that of all texts."""
    stretch: Point = (1.0, 1.0)
    """How many times as far apart as in the layout classes stand, and layers or rows; boxes keep their size."""
    place: Draft | None = None
    """A case with all classes and edges of the drawn one and more, in whose place they stand; None for their own."""
    layout: Layout | None = None
    """The space between bodies without air, where room is scarce."""
    direction: Direction = "down"
    """Where children stand of their parents."""
    alone: bool = True
    """Whether nothing stands beside it; columns come closer only then, since it is better to stand by itself than
    close.
    """

    @property
    def face(self) -> Face:
        """The typeface of its texts."""
        return self.style.face


SCREEN_ROOM = DrawingRoom()


def case_layout(case: Draft, direction: Direction = "down", face: Face = SANS, shrunk: bool = False) -> Layout:
    """The one layout that every picture of a case shares. A case's positions are pins of the drawing from the top.

    Marks do not move classes: every box has room for any mark. shrunk: with the least gaps, wherever classes stood.
    """
    return _layout(case.hierarchy, case.positions, () if shrunk else case.stood, direction, face, shrunk)


@lru_cache(maxsize=256)
def _layout(
    h: Hierarchy, positions: Pins, previous_positions: Stood, direction: Direction, face: Face, shrunk: bool
) -> Layout:
    sizes = class_sizes(h, ClassStyle(face))
    places = PreferredPlaces({c: (x, y) for c, x, y in positions}, dict(previous_positions))
    spacing = _spacing_for_lines(h, SHRUNK_GAP, SHRUNK_LAYER_GAP) if shrunk else _spacing_for_lines(h, GAP, LAYER_GAP)
    return _with_least_layer_gap(_layered_layout(h, sizes, direction, spacing, places), sizes, direction)


def class_sizes(h: Hierarchy, style: ClassStyle = AIRY) -> dict[str, Point]:
    """The width and height of each class, whatever its mark."""
    return {c: named_size("both", h.labels.label_or_name(c), style=style) for c in h.classes}


def still_layout(h: Hierarchy, previous_positions: Stood, slack: Mapping[str, float]) -> Layout:
    """The layout from the top that has classes where they stood, or up to their slack, in px, from there.

    They step aside farther only where others need the room.
    """
    return _layered_layout(
        h,
        class_sizes(h),
        "down",
        _spacing_for_lines(h, GAP, LAYER_GAP),
        PreferredPlaces(stood=dict(previous_positions), slack=slack),
    )


def class_width(h: Hierarchy) -> float:
    """The width of a median class."""
    return median(width for width, _ in class_sizes(h).values())


def least_extent(case: Draft, direction: Direction, narrow: bool = False) -> Point:
    """A width and a height, in px, below which the case's hierarchy is never drawn, known before its layout.

    Nothing is known, so that it is 0, of rows, and of a drawing from the top whose classes are pinned.
    """
    if direction == "indented" or (direction == "down" and case.positions):
        return 0.0, 0.0
    return _least_extent(case.hierarchy, direction, narrow)


@lru_cache(maxsize=512)
def _least_extent(h: Hierarchy, direction: Direction, narrow: bool) -> Point:
    if not h.classes:
        return 0.0, 0.0
    style = NARROW if narrow else AIRY
    sizes = {c: named_size("none" if narrow else "both", h.labels.label_or_name(c), style=style) for c in h.classes}
    spacing = _spacing_for_lines(h, *((NARROW_GAP, NARROW_LAYER_GAP) if narrow else (GAP, LAYER_GAP)))
    if direction == "right":
        high, wide = least_layout_size(h.classes, h.edges, *_mirrored_sizes(sizes, spacing))
        return wide, high
    return least_layout_size(h.classes, h.edges, sizes, spacing)


def _mirrored_sizes(sizes: Sizes, spacing: Spacing) -> tuple[dict[str, Point], Spacing]:
    """Sizes and spacing of the drawing from the top that is, mirrored at its diagonal, that from the left."""
    aside = SHRUNK_ASIDE if spacing.gap == SHRUNK_GAP else ASIDE
    return {c: (high, w) for c, (w, high) in sizes.items()}, Spacing(min(BESIDE, spacing.gap), 0.0, aside)


def narrow_layout(
    place: Draft,
    pictures: Sequence[tuple[Draft, HierarchyPicture]],
    direction: Direction = "down",
    style: ClassStyle = NARROW,
) -> Layout:
    """The layout that these pictures share where room is scarce: every class has room for what it wears in them.

    place: a case with all classes and edges of theirs.  style: low bodies where height is scarce, too.
    """
    h, face, flat = place.hierarchy, style.face, style.narrow == "flat"
    low = flat and direction == "down"
    sizes = dict.fromkeys(h.classes, (0.0, 0.0))
    left = right = 0.0
    for case, picture in pictures:
        for c in h.classes:
            look = picture.looks.get(c, Look())
            score = body_width(look.value, face.small, face)
            body = named_size(look.mark or case.mark(c), h.labels.label_or_name(c), score, style)
            around = 2 * BAR * ((look.emphasis == "about") + (low and look.side != "none"))
            sizes[c] = max(sizes[c][0], body[0] + around), max(sizes[c][1], body[1])
            left = BAR if look.side in ("t", "both") else left
            right = BAR if look.side in ("p", "both") else right
    if low or not flat:
        gaps = (LEAST_GAP, FLAT_LAYER_GAP) if low else (NARROW_GAP + left + right, NARROW_LAYER_GAP)
        spacing = _spacing_for_lines(h, *gaps, style.line)
        layout = _narrow_layout(h, tuple(sizes.items()), place.positions, direction, spacing)
        return replace(layout, flat=FLAT_GAP) if low else layout
    looks = [(c, look) for _, picture in pictures for c, look in picture.looks.items()]
    framed = frozenset(c for c, look in looks if look.emphasis == "about")
    sticks = framed | {c for c, look in looks if look.lca}
    wider = tuple((c, (w, high + 2 * STICKING * (c in sticks))) for c, (w, high) in sizes.items())
    spacing = _spacing_for_lines(h, FLAT_GAP, NARROW_LAYER_GAP, style.line)
    layout = _narrow_layout(h, wider, place.positions, direction, spacing)
    return replace(layout, flat=FLAT_GAP, wider=sticks, framed=framed)


# Of the pictures of a talk or a figure many have the same sizes.
@lru_cache(maxsize=256)
def _narrow_layout(
    h: Hierarchy, sizes: tuple[tuple[str, Point], ...], positions: Pins, direction: Direction, spacing: Spacing
) -> Layout:
    if direction == "indented":  # whose rows need no places
        return Layout({}, {}, 0.0, 0.0)
    places = PreferredPlaces({c: (x, y) for c, x, y in positions})
    return _with_least_layer_gap(_layered_layout(h, dict(sizes), direction, spacing, places), dict(sizes), direction)


def _with_least_layer_gap(layout: Layout, sizes: Sizes, direction: Direction) -> Layout:
    """The layout with how close its layers may come, so that the bodies of no two of them meet."""
    along = 0 if direction == "right" else 1
    rows: dict[float, float] = {}
    for c, centre in layout.positions.items():
        rows[centre[along]] = max(rows.get(centre[along], 0.0), sizes[c][along])
    needed = (((rows[a] + rows[b]) / 2 + LEAST_AIR) / (b - a) for a, b in pairwise(sorted(rows)))
    return replace(layout, closest=min(1.0, max(needed, default=0.0)))


def _spacing_for_lines(h: Hierarchy, gap: float, layer_gap: float, line: int = LINE) -> Spacing:
    """These gaps, with air between layers where labels have several lines."""
    several = any(len(label_lines(h.labels.label_or_name(c), line)) > 1 for c in h.classes)
    return Spacing(gap, layer_gap, AIR if several else 0.0)


def _layered_layout(
    h: Hierarchy, sizes: Sizes, direction: Direction, spacing: Spacing, places: PreferredPlaces
) -> Layout:
    if direction == "right":
        return transposed_layout(level_layout(h.classes, h.edges, *_mirrored_sizes(sizes, spacing)))
    draw = level_layout if spacing.air else layered_layout
    return draw(h.classes, h.edges, sizes, spacing, places)


def hierarchy_scene(case: Draft, picture: HierarchyPicture, room: DrawingRoom = SCREEN_ROOM) -> Scene:
    """The scene of a case's hierarchy with the looks, edges and pairs of a picture."""
    if room.direction == "indented":
        return _indented_scene(case, picture, room)
    h, place, style, aside = case.hierarchy, room.place, room.style, room.direction == "right"
    layout = room.layout or case_layout(place or case, room.direction, style.face)
    low = max(room.stretch[1], layout.closest) if room.stretch[1] < 1 else room.stretch[1]
    sx, sy = (low, room.stretch[0]) if aside else (room.stretch[0], low)
    spots = {c: (x * sx, y * sy) for c, (x, y) in layout.positions.items()}
    routes = {edge: tuple((x * sx, y * sy) for x, y in bends) for edge, bends in layout.routes.items()}
    centres = {c: spots[c] for c in h.classes}
    edges = list(h.edges)
    if picture.root is not None and picture.root not in h and h.roots:
        centres[picture.root] = _line_above_roots([centres[c] for c in h.roots], LAYER_GAP * sy, aside)
        edges = [(picture.root, c) for c in h.roots] + edges
    nodes = [_class_item(case, picture, c, centre, style) for c, centre in centres.items()]
    if room.layout is None and (wider := _stretch_for_values(nodes, picture, aside)) > 1:
        along, across = room.stretch
        return hierarchy_scene(case, picture, replace(room, stretch=(along * wider, across)))
    boxes = {node.classes[0]: node.box for node in nodes}
    frame = () if place is None else _boxes_with_bends(spots, routes, class_sizes(place.hierarchy, style))
    # Coloured climbs lie above plain edges.
    edges.sort(key=lambda edge: picture.edges.get(edge, "none") != "none")
    # Lines from left to right are those from the top, mirrored.
    ends = {c: (y, x, h, w) for c, (x, y, w, h) in boxes.items()} if aside else boxes
    ways = {edge: tuple((y, x) for x, y in bends) for edge, bends in routes.items()} if aside else routes
    ways |= _bends_from_above([(a, b) for a, b in edges if a not in h], ends)
    lines = [_edge_item(edge, picture.edges.get(edge, "none"), ends, ways.get(edge, ())) for edge in edges]
    rounds = {node.classes[0] for node in nodes if node.mark == "true"}
    pairs, others = _pair_items(picture, Bodies(ends, rounds, labels=h.labels), style.face, aside)
    lines += pairs + others
    rows = _level_lines(picture.levels, ends, style.face)
    lines = [*rows, *lines]
    return framed_scene(
        [*(map(mirrored_item, lines) if aside else lines), *nodes], boxes, _scene_in_words(nodes, pairs), frame, aside
    )


def _level_lines(levels: Mapping[str, int], boxes: Mapping[str, Box], face: Face) -> list[Item]:
    """A quiet line behind the classes of each level, with its number before it; none where they stand apart."""
    rows: dict[int, set[float]] = {}
    for c, level in levels.items():
        if c in boxes:
            rows.setdefault(level, set()).add(round(boxes[c][1] + boxes[c][3] / 2, 1))
    first = min((box[0] for box in boxes.values()), default=0.0) - BAR
    last = max((box[0] + box[2] for box in boxes.values()), default=0.0) + BAR
    items = []
    for level, (y, *others) in sorted((level, sorted(ys)) for level, ys in rows.items()):
        if not others:
            line = line_as("grid line", (first, y, last, y))
            items.append(Item("axis", (), (line, Label(first - face.small, y, str(level), "quiet", face.small))))
    return items


def _stretch_for_values(nodes: Sequence[Item], picture: HierarchyPicture, aside: bool) -> float:
    """How many times as far apart classes beside each other must stand for the values beside their names.

    The layout has room for names alone. What would meet by far was put there by its pins, and stays.
    """
    if aside or not any(look.value for look in picture.looks.values()):
        return 1.0
    bodies = sorted((y + h / 2, x + w / 2, w) for x, y, w, h in (node.box for node in nodes))
    beside = (((a + b) / 2 + 2 * BAR, right - left) for (y, left, a), (z, right, b) in pairwise(bodies) if y == z)
    return max([1.0, *(room / apart for room, apart in beside if apart < room < MOST_APART * apart)])


def _scene_in_words(nodes: Sequence[Item], pairs: Sequence[Item]) -> str:
    """The picture in words: its first classes, and its pairs, as far as they are more than considered."""
    classes = ", ".join([item.says for item in nodes[:12]]) + (" …" if len(nodes) > 12 else "")
    paired = "; ".join(item.says for item in pairs if item.role == "pair")
    return f"Hierarchy with {classes}" + (f". Pairs: {paired}" if paired else "")


def _class_item(
    case: Draft, picture: HierarchyPicture, c: str, centre: Point, style: ClassStyle, row: bool = False
) -> Item:
    """A class as a picture has it; what is none of the case's is artificial."""
    look, own = picture.looks.get(c, Look()), c in case.hierarchy
    mark = look.mark or (case.mark(c) if own else "none")
    artificial = c in case.artificial or not own
    return class_item(CaseClass(c, mark, case.hierarchy.labels.of(c), artificial), look, centre, style, row)


def _indented_scene(case: Draft, picture: HierarchyPicture, room: DrawingRoom) -> Scene:
    """The scene of a case as an indented tree, its pairs at the right."""
    h, layout, style = case.hierarchy, room.layout, room.style
    above, below = (frozenset[str](), frozenset[str]()) if layout is None else (layout.wider, layout.framed)
    between = layout.flat if layout is not None and layout.flat else BETWEEN * room.stretch[0]
    if picture.root is not None and picture.root not in h:
        more = dict.fromkeys(((picture.root, c) for c in h.roots), Fraction(1))
        h = Hierarchy((picture.root, *h.classes), {**more, **h.weights})

    barred = any(look.side != "none" for look in picture.looks.values())
    step = STEP if style.narrow != "flat" else BARRED_STEP if barred else FLAT_STEP
    rows = {c: _class_item(case, picture, c, (0.0, 0.0), style, row=True) for c in h.classes}
    boxed = ((c, item.box) for c, item in rows.items())
    sizes = {c: (w, high + STICKING * ((c in above) + (c in below))) for c, (_, _, w, high) in boxed}
    lower = {c: STICKING / 2 * ((c in above) - (c in below)) for c in h.classes}
    nodes = [moved_item(rows[c], x, y + lower[c]) for c, (x, y) in indented_centres(h, sizes, between, step).items()]
    boxes = {node.classes[0]: node.box for node in nodes}
    lines = []
    rounds = {node.classes[0] for node in nodes if node.mark == "true"}
    for edge, points in edge_lines(h.edges, boxes, step, rounds).items():
        lines.append(_edge_line(edge, picture.edges.get(edge, "none"), points, tip=len(points) > 3))
    lines.sort(key=lambda item: picture.edges.get((item.classes[0], item.classes[1]), "none") != "none")
    right = max([0.0, *(x for item in lines for shape in item.shapes for x in shape.at[::2])])
    ends = {c: (y, x, high, w) for c, (x, y, w, high) in boxes.items()}
    pairs, others = _pair_items(picture, Bodies(ends, rounds, right, case.hierarchy.labels), style.face, aside=True)
    return framed_scene(
        [*lines, *map(mirrored_item, pairs + others), *nodes], boxes, _scene_in_words(nodes, pairs), (), aside=True
    )


def _pair_items(picture: HierarchyPicture, bodies: Bodies, face: Face, aside: bool) -> tuple[list[Item], list[Item]]:
    """The picture's pairs below the hierarchy, and there, unseen, those of another measure."""
    others = [item for item in pair_items_below(picture.others, bodies, face, aside) if item.role == "pair"]
    return pair_items_below(picture.links, bodies, face, aside), [replace(item, role="other pair") for item in others]


def _line_above_roots(roots: Sequence[Point], gap: float, aside: bool) -> Point:
    xs, ys = ([point[i] for point in roots] for i in (0, 1))
    if aside:
        return min(xs) - 1.5 * gap, (min(ys) + max(ys)) / 2
    return (min(xs) + max(xs)) / 2, min(ys) - gap


def _edge_item(edge: Edge, side: Side, boxes: Mapping[str, Box], bends: Sequence[Point]) -> Item:
    """The edge as a line from below the parent to above the child."""
    (ax, ay, aw, ah), (bx, by, bw, _) = boxes[edge[0]], boxes[edge[1]]
    return _edge_line(edge, side, ((ax + aw / 2, ay + ah), *bends, (bx + bw / 2, by)))


def _bends_from_above(edges: Sequence[Edge], boxes: Mapping[str, Box]) -> dict[Edge, tuple[Point, ...]]:
    """The bends of edges from above all to classes that stand lower than others of theirs, which they would cross."""
    top = min((boxes[c][1] for _, c in edges), default=0.0) - 2
    spots = {edge: (boxes[edge[1]][0] + boxes[edge[1]][2] / 2, top) for edge in edges}
    nodes = [Item("class", (c,), (), boxes[c]) for _, c in edges]
    return {
        edge: (spot,)
        for edge, spot in spots.items()
        if lines_behind_classes([_edge_item(edge, "none", boxes, ()), *nodes])
    }


@lru_cache(maxsize=4_096)  # the pictures of a case share most of theirs
def _edge_line(edge: Edge, side: Side, points: tuple[Point, ...], tip: bool = False) -> Item:
    """An edge on its way; of both sides, the two lines beside each other. tip: whether its end has one."""
    roles = EDGES[side]
    asides = (-2, 2) if len(roles) > 1 else (0,)
    ways = [tuple([v for point in _parallel_way(points, aside) for v in point]) for aside in asides]
    line = Item("edge", edge, tuple([line_as(role, way) for role, way in zip(roles, ways, strict=True)]))
    return _with_tip(line, points[-1]) if tip else line


def _with_tip(line: Item, end: Point) -> Item:
    """The line with a tip at its end, which it enters from the right."""
    (x, y), (far, high) = end, TIP
    way = (x, y, x + far, y - high, x, y, x + far, y + high, x, y)  # begins and ends where the line does
    return replace(line, parts=(*line.parts, replace(line.shapes[0], at=way)))


def _parallel_way(points: Sequence[Point], aside: float) -> list[Point]:
    """The way beside another: so far to the right, or on a way with corners alone at that side of all its pieces."""
    pieces = list(pairwise(points))
    level = [1 for (_, ay), (_, by) in pieces if ay == by]
    if not level or any(ax != bx and ay != by for (ax, ay), (bx, by) in pieces):
        return [(x + aside, y) for x, y in points]
    # At the left of a piece that goes down is the right of the page.
    rights = [aside * ((by > ay) - (by < ay)) for (_, ay), (_, by) in pieces]
    lows = [aside * ((bx < ax) - (bx > ax)) for (ax, _), (bx, _) in pieces]
    moved_points = []
    for i, (x, y) in enumerate(points):
        near = range(max(0, i - 1), min(i + 1, len(pieces)))
        right, low = (next((by[k] for k in near if by[k]), 0.0) for by in (rights, lows))
        moved_points.append((x + right, y + low))
    return moved_points


def _boxes_with_bends(spots: Mapping[str, Point], routes: Mapping[Edge, Sequence[Point]], sizes: Sizes) -> list[Box]:
    """The boxes of classes that wear the widest mark, and of the bends between them."""
    boxes = [(x - sizes[c][0] / 2, y - sizes[c][1] / 2, *sizes[c]) for c, (x, y) in spots.items()]
    return boxes + [(x, y, 0.0, 0.0) for bends in routes.values() for x, y in bends]
