"""Pictures become scenes: shapes with coordinates, ready for SVG or TikZ. No measure is known here.

Marks, each fact with a channel of its own: true is an ellipse, predicted a rectangle, both an ellipse
in a rectangle, none a thin rounded box; membership of a side is a tint with a bar at the left (true)
or right (predicted); an LCA wears a diamond; what is dropped has a struck label and a dashed outline;
default and artificial classes are dotted with italic labels; a score stands under the label inside the
body, the darker the body the worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeVar

from ..explain import Column, HierarchyPicture, Link, Look, Mark, PairsPicture, plain
from ..model.case import Case, Draft
from ..model.hierarchy import Hierarchy
from .layout import Layout, layered
from .text import text_width

D = TypeVar("D", bound=Draft)

FONT_SIZE = 16.0
NODE_HEIGHT = 36.0
MOST_DRAWN = 150
LONGEST_LABEL = 28
GAP, LAYER_GAP = 16.0, 84.0
NARROW_GAP, NARROW_LAYER_GAP = 8.0, 72.0  # where room is scarce
BAR = 7.0  # what a bar at a class's side takes, and so does the frame around it

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A shape painted with colours by meaning; None paints nothing.

    kind: "rect" (x, y, width, height, radius), "ellipse" (cx, cy, rx, ry), "line" (x1, y1, x2, y2, …),
    "curve" (a start point, then three points for each cubic segment), "polygon" (x1, y1, …).
    """

    kind: str
    at: tuple[float, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    dots: bool = False  # round dots instead of dashes
    opacity: float = 1.0  # of the fill


@dataclass(frozen=True)
class Label:
    """A text centred (or, with anchor "start", begun) at a point; `y` is its middle."""

    x: float
    y: float
    text: str
    colour: str = "ink"
    size: float = FONT_SIZE
    italic: bool = False
    struck: bool = False
    anchor: str = "middle"
    ground: bool = False  # whether the ground is cleared behind it


@dataclass(frozen=True)
class Item:
    """A part of a drawing that can be pointed at as one: a class, an edge, a pair.

    classes: the names it is about.  box: x, y, width, height of its body.  says: what it says aloud.
    pick: what a click on it reports, if anything; on a page a class reports its number.
    """

    kind: str  # "class", "default", "edge", "pair"; of a chart "axis", "series", "point"
    classes: tuple[str, ...]
    parts: tuple[Shape | Label, ...]
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    says: str = ""
    pick: str = ""


@dataclass(frozen=True)
class Scene:
    """A drawing as data: items with shapes and labels, in px, and its size."""

    items: tuple[Item, ...]
    width: float
    height: float
    says: str = ""
    # Where every class's body stands, for tests and for whatever is drawn on top.
    boxes: Mapping[str, tuple[float, float, float, float]] = field(default_factory=dict)


def shown_label(name: str) -> str:
    """A class's label: its name, shortened in the middle of nowhere where it is very long."""
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1].rstrip() + "…"


def _size(mark: str, text: float, score: float = 0, narrow: bool = False) -> Point:
    """Width and height of a class's body around a label that is `text` wide, and a score under it.

    With a score it is as high as the layout leaves room for; a rectangle around an ellipse, 12 px higher.
    narrow: with no more air at the sides than it takes to be told from its outline.
    """
    if score:
        # Where the label and the score stand, an ellipse has 0.79 and 0.81 of its width.
        ellipse = max(46.0, text / 0.79 + 2, score / 0.81 + 8)
        w, h = _size(mark, text, narrow=narrow)
        least = {"true": ellipse, "both": ellipse + 12}.get(mark, score + 16)
        return max(w, least), h + 12
    if narrow:
        wide = {"true": 1.08 * text + 14, "both": 1.08 * text + 28}.get(mark, text + 14)
        return max(30.0, wide), NODE_HEIGHT + (12 if mark == "both" else 0)
    if mark == "true":
        return 1.12 * text + 26, NODE_HEIGHT
    if mark == "both":
        return 1.12 * text + 40, NODE_HEIGHT + 12
    return text + (28 if mark == "predicted" else 24), NODE_HEIGHT


def drawable(case: D) -> D | None:
    """The case as far as it is drawn: itself, or its marked classes, their ancestors and the paths between.

    None where even those are too many.
    """
    drawn = case.neighbourhood(MOST_DRAWN)
    return drawn if len(drawn.hierarchy) <= MOST_DRAWN else None


def case_layout(case: Draft) -> Layout:
    """The one layout that every picture of a case shares.

    Marks do not move classes: every box has room for any mark. A case's positions are pins.
    """
    return _layout(case.hierarchy, case.positions)


@lru_cache(maxsize=256)
def _layout(h: Hierarchy, positions: tuple[tuple[str, float, float], ...]) -> Layout:
    sizes = {c: _size("both", text_width(shown_label(c), FONT_SIZE)) for c in h.classes}
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
            text, score = text_width(shown_label(c), FONT_SIZE), text_width(look.value, 14)
            body = _size(look.mark or case.mark(c), text, score, narrow=True)
            around = 2 * BAR if look.emphasis == "about" else 0
            sizes[c] = max(sizes[c][0], body[0] + around), max(sizes[c][1], body[1])
            left = BAR if look.side in ("t", "both") else left
            right = BAR if look.side in ("p", "both") else right
    pins = {c: (x, y) for c, x, y in place.positions}
    return layered(
        h.classes, h.edges, sizes, pins=pins or None, gap=NARROW_GAP + left + right, layer_gap=NARROW_LAYER_GAP
    )


def class_body(
    look: Look,
    mark: Mark,
    name: str,
    centre: Point,
    artificial: bool = False,
    least: float = 0,
    narrow: bool = False,
) -> tuple[list[Shape | Label], tuple]:
    """Shapes that a class wears around its label, and the box of its body, `least` wide at least."""
    x, y = centre
    label = shown_label(name)
    w, h = _size(mark, text_width(label, FONT_SIZE), text_width(look.value, 14), narrow)
    w = max(w, least)
    box = (x - w / 2, y - h / 2, w, h)
    dotted = artificial or look.kind != "class"
    faint = look.emphasis in ("quiet", "dropped")
    fill = {"t": "tint-t", "p": "tint-p", "both": "tint-both"}.get(look.side, "ground")
    dash: dict = {"dash": (4, 3)} if look.emphasis == "dropped" else {"dash": (1, 3.5), "dots": True} if dotted else {}
    line = {"width": 1.25 if faint or mark == "none" else 2.0} | dash
    parts: list[Shape | Label] = []
    if mark == "none":
        parts.append(Shape("rect", (*box, 6), fill, "none", **line))
    elif mark == "predicted":
        parts.append(Shape("rect", (*box, 0), fill, "predicted", **line))
    elif mark == "true":
        parts.append(Shape("ellipse", (x, y, w / 2, h / 2), fill, "true", **line))
    else:
        parts.append(Shape("rect", (*box, 0), fill, "predicted", **line))
        parts.append(Shape("ellipse", (x, y, w / 2 - 6, h / 2 - 6), None, "true", **line))
    if look.tint is not None:
        # Between the ground and the outline, so that the outline keeps its colour.
        body = parts[0]
        assert isinstance(body, Shape)
        darker = replace(body, fill="ink", stroke=None, opacity=0.03 + 0.27 * look.tint)
        parts[:1] = [replace(body, stroke=None), darker, replace(body, fill=None)]
    if look.emphasis == "about":
        parts.append(Shape("rect", (box[0] - 4, box[1] - 4, w + 8, h + 8, 7), None, "ink", 2.0))
    # Bars stand 3 px off the body or its outline, left for the true side, right for the predicted one.
    off = 8 if look.emphasis == "about" else 3
    if look.side in ("t", "both"):
        parts.append(Shape("rect", (box[0] - off - 4, box[1], 4, h, 0), "true"))
    if look.side in ("p", "both"):
        parts.append(Shape("rect", (box[0] + w + off, box[1], 4, h, 0), "predicted"))
    if look.lca:
        top, half = box[1], 6.5
        diamond = (x, top - half, x + half, top, x, top + half, x - half, top)
        parts.append(Shape("polygon", diamond, "ink", "ground", 1.5))
    colour = "quiet" if faint or dotted else "ink"
    up, down = (8.5, 9.5) if look.value else (0, 0)
    parts.append(Label(x, y - up, label, colour, italic=dotted, struck=look.emphasis == "dropped"))
    if look.value:
        parts.append(Label(x, y + down, look.value, "ink", 14))
    return parts, box


_SAYS_MARK = {"true": ", true", "predicted": ", predicted", "both": ", true and predicted", "none": ""}
_SAYS_SIDE = {"t": ", on the true side", "p": ", on the predicted side", "both": ", on both sides", "none": ""}


def _says(look: Look, mark: Mark, name: str) -> str:
    return (
        name
        + _SAYS_MARK[mark]
        + _SAYS_SIDE[look.side]
        + (", lowest common ancestor" if look.lca else "")
        + (", dropped" if look.emphasis == "dropped" else "")
        + (", artificial" if look.kind == "artificial" else "")
        + (f", {'undefined' if look.value == '–' else look.value}" if look.value else "")
    )


_EDGE: Mapping[str, dict] = {
    "none": {"stroke": "none", "width": 1.0},
    "t": {"stroke": "true", "width": 2.5},
    "p": {"stroke": "predicted", "width": 2.5, "dash": (7, 4)},
}


def _edge(points: Sequence[Point], side: str) -> list[Shape | Label]:
    flat = tuple(v for point in points for v in point)
    if side != "both":
        return [Shape("line", flat, **_EDGE[side])]
    # Both sides: the two lines beside each other.
    left = tuple(v - 2 if i % 2 == 0 else v for i, v in enumerate(flat))
    right = tuple(v + 2 if i % 2 == 0 else v for i, v in enumerate(flat))
    return [Shape("line", left, **_EDGE["t"]), Shape("line", right, **_EDGE["p"])]


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
    centres = {c: spots[c] for c in h.classes}
    routes = {edge: tuple((x * sx, y * sy) for x, y in bends) for edge, bends in layout.routes.items()}
    edges = list(h.edges)
    if picture.root is not None and picture.root not in h and h.roots:
        roots = [centres[c] for c in h.roots]
        top = min(y for _, y in roots) - LAYER_GAP * sy
        centres[picture.root] = ((min(x for x, _ in roots) + max(x for x, _ in roots)) / 2, top)
        edges = [(picture.root, c) for c in h.roots] + edges
    nodes: list[Item] = []
    boxes: dict[str, tuple] = {}
    for c, centre in centres.items():
        look = picture.looks.get(c, Look())
        mark: Mark = look.mark or (case.mark(c) if c in h else "none")  # type: ignore[assignment]
        parts, box = class_body(look, mark, c, centre, c in case.artificial or c not in h, narrow=narrow is not None)
        boxes[c] = box
        nodes.append(Item("class", (c,), tuple(parts), box, _says(look, mark, c), c if look.value else ""))
    lines: list[Item] = []
    for edge in edges:
        parent, child = edge
        px, _ = centres[parent]
        cx, _ = centres[child]
        start = (px, boxes[parent][1] + boxes[parent][3])
        end = (cx, boxes[child][1])
        side = picture.edges.get(edge, "none")
        lines.append(Item("edge", edge, tuple(_edge([start, *routes.get(edge, ()), end], side))))
    # Coloured climbs lie above plain edges.
    lines.sort(key=lambda item: any(isinstance(p, Shape) and p.width > 1 for p in item.parts))
    pairs = _pairs_below(picture.links, boxes)
    title = "Hierarchy with " + ", ".join(item.says for item in nodes[:12]) + (" …" if len(nodes) > 12 else "")
    room = () if place is None else _room(spots, routes, narrow is not None)
    return fitted([*lines, *pairs, *nodes], boxes, title, room)


def _room(spots: Mapping[str, Point], routes: Mapping[tuple[str, str], Sequence[Point]], narrow: bool) -> list[tuple]:
    """The boxes of classes that wear the widest mark, and of the bends between them."""
    sizes = {c: _size("both", text_width(shown_label(c), FONT_SIZE), narrow=narrow) for c in spots}
    boxes = [(x - sizes[c][0] / 2, y - sizes[c][1] / 2, *sizes[c]) for c, (x, y) in spots.items()]
    return boxes + [(x, y, 0.0, 0.0) for bends in routes.values() for x, y in bends]


def _lane(c: str, half: float, boxes: Mapping[str, tuple]) -> float:
    """Where lines, `half` wide to either side, can go straight down from a class without touching one below.

    A line that leaves at a class's side must not meet another class of its layer on its way there.
    """
    x, y, w, h = boxes[c]
    middle, room = x + w / 2, half + 6
    others = [(box, box[0] - room, box[0] + box[2] + room) for other, box in boxes.items() if other != c]
    below = [(a, b) for box, a, b in others if box[1] > y + h / 2]
    beside = [(a, b) for box, a, b in others if box[1] < y + h and y < box[1] + box[3]]
    candidates = [middle, *(edge for span in below for edge in span), *(edge for _, a, b in others for edge in (a, b))]
    free = [lane for lane in candidates if not any(a < lane < b for a, b in below)]
    # Beyond the last neighbours nothing is in the way of going down, only of getting there.
    clear = [
        lane
        for lane in free
        if abs(lane - middle) <= w / 2 or not any(a < max(lane, middle) and min(lane, middle) < b for a, b in beside)
    ]
    return min(clear or free, key=lambda lane: (abs(lane - middle), lane))


def _pairs_below(links: Sequence[Link], boxes: Mapping[str, tuple]) -> list[Item]:
    """Pairs as nested curves below the bottom layer, the cost at the lowest point; defaults as stubs."""
    if not links:
        return []
    bottom = max(y + h for _, y, _, h in boxes.values())
    uses = {c: [(i, link) for i, link in enumerate(links) if c in (link.predicted, link.true)] for c in boxes}
    uses = {c: mine for c, mine in uses.items() if mine}
    # A loop takes the room of three lines.
    widths = {c: sum(3 if link.predicted == link.true else 1 for _, link in mine) for c, mine in uses.items()}
    rooms = {c: min(10.0, (boxes[c][2] - 16) / width) for c, width in widths.items()}
    lanes = {c: _lane(c, widths[c] * rooms[c] / 2, boxes) for c in uses}
    # Several lines at one class leave side by side. Curves to the left, the nearest partner outermost,
    # then stubs to the default, then curves to the right, the farthest first: so they do not cross.
    slots: dict[tuple[int, str], float] = {}
    for c, mine in uses.items():

        def place(entry: tuple[int, Link], c: str = c) -> tuple[int, float]:
            other = entry[1].true if entry[1].predicted == c else entry[1].predicted
            if other is None or other == c:
                return 1, 0.0  # a loop, too, leaves in the middle
            return (0 if lanes[other] < lanes[c] else 2), -lanes[other]

        start = lanes[c] - widths[c] * rooms[c] / 2
        for i, link in sorted(mine, key=place):
            taken = (3 if link.predicted == link.true else 1) * rooms[c]
            slots[i, c] = start + taken / 2
            start += taken
    spans: list[tuple[float, float, Link]] = []
    for i, link in enumerate(links):
        if link.predicted is not None and link.true is not None:
            a, b = _ends(link, i, slots)
            spans.append((min(a, b), max(a, b), link))
        else:
            lane = slots[i, str(link.predicted if link.predicted is not None else link.true)]
            half = text_width(f"default {link.label}", 14) / 2 + 4
            spans.append((lane - half, lane + half, link))
    items: list[Item] = []
    drawn: list[tuple[float, float, int]] = []
    for i, (a, b, link) in sorted(enumerate(spans), key=lambda s: (s[1][1] - s[1][0], s[0])):
        level = 1 + max((lv for x, y, lv in drawn if x < b + 6 and a - 6 < y), default=0)
        drawn.append((a, b, level))
        depth = bottom + 10 + 26 * level
        items.append(_pair(link, i, slots, boxes, bottom, depth))
    return items


def _cost(link: Link, x: float, y: float) -> Label:
    colour, size = ("ink", 15) if link.chosen else ("quiet", 14)
    return Label(x, y, link.label, colour, size, ground=True)


def _thin(kind: str, at: tuple[float, ...]) -> Shape:
    """A line that is only considered."""
    return Shape(kind, at, None, "quiet", 1.0, (1, 3.5), True)


def _ends(link: Link, i: int, slots: Mapping) -> tuple[float, float]:
    """Where the curve of a pair leaves the bottom line; a class paired with itself gets a loop."""
    p, t = str(link.predicted), str(link.true)
    return (slots[i, p] - 10, slots[i, p] + 10) if p == t else (slots[i, p], slots[i, t])


def _drop(c: str, lane: float, boxes: Mapping[str, tuple], bottom: float) -> list[float]:
    """The way from a class's body to its lane at the bottom, as points of a curve's cubic segments."""
    x, y, w, h = boxes[c]
    inside = x + 8 <= lane <= x + w - 8
    if inside:
        start = (lane, y + h)
        return [*start, *start, lane, bottom, lane, bottom]
    side = (x if lane < x else x + w, y + h / 2)
    corner = y + h / 2 + min(40.0, (bottom - y) / 2)
    return [*side, lane, side[1], lane, side[1], lane, corner, lane, corner, lane, bottom, lane, bottom]


def _pair(
    link: Link,
    i: int,
    slots: Mapping,
    boxes: Mapping[str, tuple],
    bottom: float,
    depth: float,
) -> Item:
    if link.predicted is None or link.true is None:
        c = str(link.predicted if link.predicted is not None else link.true)
        lane = slots[i, c]
        way = _drop(c, lane, boxes, bottom)
        parts: tuple = (
            Shape("curve", (*way, lane, bottom, lane, depth - 10, lane, depth - 10), None, "ink", 1.5, (1, 3.5), True),
            Label(lane, depth, f"default {link.label}", "quiet", 14, italic=True, ground=True),
        )
        return Item("pair", (c,), parts, says=f"{c} goes to the default, {link.label}")
    p, t = link.predicted, link.true
    a, b = _ends(link, i, slots)
    # A cubic whose handles lie 4/3 of the depth down reaches down exactly that deep.
    handle = bottom + (depth - bottom) * 4 / 3
    down, up = _drop(p, a, boxes, bottom), _drop(t, b, boxes, bottom)
    back = [v for j in range(len(up) - 2, -1, -2) for v in up[j : j + 2]]
    curve = (*down, a, handle, b, handle, *back)
    parts = (
        Shape("curve", curve, None, "ink", 2.0) if link.chosen else _thin("curve", curve),
        _cost(link, (a + b) / 2, depth),
    )
    kind = "pair" if link.chosen else "rejected"
    return Item(kind, (p,) if p == t else (p, t), parts, says=f"{p} with {t}, {link.label}")


def column_width(mark: Mark, labels: Iterable[str]) -> float:
    """The width of the widest of the classes with these labels."""
    return max((_size(mark, text_width(shown_label(text), FONT_SIZE))[0] for text in labels), default=0.0)


def side_class(
    name: str | None, mark: Literal["true", "predicted"], centre: Point, least: float = 0, default: str = "default"
) -> Item:
    """A class as one side marks it, or (None) the default class of that side."""
    if name is not None:
        parts, box = class_body(Look(), mark, name, centre, least=least)
        return Item("class", (name,), tuple(parts), box, f"{name}, {mark}")
    parts, box = class_body(Look(kind="default"), mark, default, centre, least=least)
    quiet = tuple(replace(p, stroke="none") if isinstance(p, Shape) else p for p in parts)
    return Item("default", (), quiet, box, f"default {mark} class")


def pairs_scene(case: Case, picture: PairsPicture) -> Scene:
    """Two columns of classes and the pairs between them, the default classes in the last row."""
    row = 64.0

    def column(col: Column, x: float) -> tuple[dict, list[Item]]:
        places: dict = {}
        items = [Item("edge", (), (Label(x, 8, plain(col.heading), "quiet", 14),))]
        for i, c in enumerate(col.classes):
            item = side_class(c, "true" if col.side == "t" else "predicted", (x, 52 + i * row))
            places[c] = item.box
            items.append(item)
        return places, items

    def widest(col: Column) -> float:
        return column_width("true", [c if c is not None else "default" for c in col.classes] or [""])

    between = 170.0
    x_left, x_right = widest(picture.left) / 2, widest(picture.left) + between + widest(picture.right) / 2
    left, left_items = column(picture.left, x_left)
    right, right_items = column(picture.right, x_right)
    taken: list[tuple[float, float]] = []
    lines: list[Item] = []
    for link in sorted(picture.links, key=lambda link: not link.chosen):
        lx, ly, lw, lh = left[link.predicted]
        rx, ry, _, rh = right[link.true]
        a, b = (lx + lw, ly + lh / 2), (rx, ry + rh / 2)
        # Costs stand in one column by the predicted side; where two would touch, one moves along its line.
        for share in (0.3, 0.42, 0.2, 0.54, 0.66, 0.78, 0.88):
            x, y = x_left + widest(picture.left) / 2 + between * share, 0.0
            y = a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
            if all(abs(x - u) > 20 or abs(y - v) > 17 for u, v in taken):
                break
        taken.append((x, y))
        line = Shape("line", (*a, *b), None, "ink", 2.0) if link.chosen else _thin("line", (*a, *b))
        label = _cost(link, x, y)
        classes = tuple(dict.fromkeys(c for c in (link.predicted, link.true) if c is not None))
        says = f"{link.predicted or 'default'} with {link.true or 'default'}, {link.label}"
        lines.append(Item("pair" if link.chosen else "rejected", classes, (line, label), says=says))
    lines.reverse()  # chosen pairs above rejected ones
    return fitted([*lines, *left_items, *right_items], {}, "Pairs as two columns")


def thumbnail_scene(case: Draft, width: float = 132, height: float = 76) -> Scene:
    """A case at a glance: its shape and its marks, no labels."""
    layout = case_layout(case)
    xs = [x for x, _ in layout.positions.values()]
    ys = [y for _, y in layout.positions.values()]
    pad_x, pad_y = 12.0, 9.0
    sx = min(0.45, (width - 2 * pad_x) / max(1.0, max(xs) - min(xs)))
    sy = min(0.3, (height - 2 * pad_y) / max(1.0, max(ys) - min(ys)))
    off_x = (width - (max(xs) + min(xs)) * sx) / 2
    off_y = (height - (max(ys) + min(ys)) * sy) / 2

    def at(point: Point) -> Point:
        return off_x + point[0] * sx, off_y + point[1] * sy

    centre = {c: at(point) for c, point in layout.positions.items()}
    items: list[Item] = []
    for p, c in case.hierarchy.edges:
        way = [centre[p], *map(at, layout.routes.get((p, c), ())), centre[c]]
        items.append(Item("edge", (), (Shape("line", tuple(v for x in way for v in x), None, "none", 1.0),)))
    for c, (x, y) in centre.items():
        mark = case.mark(c)
        parts: list[Shape | Label] = []
        if mark in ("predicted", "both"):
            w = 9.5 if mark == "both" else 8.0
            parts.append(Shape("rect", (x - w, y - 6.5, 2 * w, 13, 0), "ground", "predicted", 2))
        if mark in ("true", "both"):
            small = mark == "both"
            parts.append(Shape("ellipse", (x, y, 6 if small else 8.5, 3.5 if small else 6), "ground", "true", 2))
        if mark == "none":
            parts.append(Shape("rect", (x - 6, y - 4, 12, 8, 2.5), "ground", "none", 1))
        items.append(Item("class", (), tuple(parts)))
    return Scene(tuple(items), width, height)


def extent(part: Shape | Label) -> tuple[float, float, float, float]:
    """The box around a shape or a label: left, top, right, bottom."""
    if isinstance(part, Label):
        w = text_width(part.text, part.size)
        left = part.x if part.anchor == "start" else part.x - w / 2
        return left, part.y - part.size * 0.65, left + w, part.y + part.size * 0.65
    at, pen = part.at, part.width / 2 if part.stroke else 0
    if part.kind == "rect":
        box = (at[0], at[1], at[0] + at[2], at[1] + at[3])
    elif part.kind == "ellipse":
        box = (at[0] - at[2], at[1] - at[3], at[0] + at[2], at[1] + at[3])
    else:
        box = (min(at[::2]), min(at[1::2]), max(at[::2]), max(at[1::2]))
    return box[0] - pen, box[1] - pen, box[2] + pen, box[3] + pen


def shifted(part: Shape | Label, dx: float, dy: float) -> Shape | Label:
    """The same shape or label, moved by so much."""
    if isinstance(part, Label):
        return replace(part, x=part.x + dx, y=part.y + dy)
    if part.kind in ("rect", "ellipse"):
        return replace(part, at=(part.at[0] + dx, part.at[1] + dy, *part.at[2:]))
    return replace(part, at=tuple(v + (dy if i % 2 else dx) for i, v in enumerate(part.at)))


# The same margin whatever a class wears, so that panels of one case lie on one frame.
_MARGIN = 9.0


def fitted(items: Sequence[Item], boxes: Mapping[str, tuple], says: str, room: Sequence[tuple] = ()) -> Scene:
    """The items moved so that the drawing starts at 0, 0, and its size; `room` has boxes to leave room for."""
    parts = [part for item in items for part in item.parts]
    if not parts:
        return Scene((), 0, 0, says)
    extents = [extent(part) for part in parts]
    # Handles of curves reach farther than the curves: a pair's lowest point is its label.
    low = max(
        e[3] if not (isinstance(p, Shape) and p.kind == "curve") else e[1] for p, e in zip(parts, extents, strict=True)
    )
    frame = [(x - _MARGIN, y - _MARGIN, x + w + _MARGIN, y + h) for x, y, w, h in room or boxes.values()] or extents
    low = max([low, *(y + h for _, y, _, h in room)])
    left = min(min(f[0] for f in frame), min(e[0] for e in extents) - 1)
    top = min(min(f[1] for f in frame), min(e[1] for e in extents) - 1)
    right = max(max(f[2] for f in frame), max(e[2] for e in extents) + 1)
    moved = tuple(
        replace(
            item,
            parts=tuple(shifted(part, -left, -top) for part in item.parts),
            box=(item.box[0] - left, item.box[1] - top, item.box[2], item.box[3]),
        )
        for item in items
    )
    placed = {c: (x - left, y - top, w, h) for c, (x, y, w, h) in boxes.items()}
    return Scene(moved, right - left, low - top + 3, says, placed)
