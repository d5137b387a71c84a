"""Scenes: shapes and texts with coordinates, ready for SVG or TikZ. No measure is known here, and no picture.

Marks, each fact with a channel of its own: true is an ellipse, predicted a rectangle, both an ellipse
in a rectangle, none a thin rounded box; membership of a side is a tint with a bar at the left (true)
or right (predicted); an LCA wears a diamond; what is dropped has a struck label and a dashed outline;
default and artificial classes are dotted with italic labels; a score stands under the label inside the
body, the darker the body the worse.

What draws a scene says what each item and each shape is; backends and legends read that, never the looks of a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeVar

from ...explain import Look, Mark
from ..texts.widths import text_width
from .pens import PENS, LineRole

FONT_SIZE = 16.0
SMALL, COST = 14.0, 15.0  # of what is no class, and of the costs that count
LONGEST_LABEL = 28  # characters of a name on one line, in running text and in lists

PLAIN = Look()

Point = tuple[float, float]
Segment = tuple[Point, Point]
Box = tuple[float, float, float, float]  # x, y, width, height
Extent = tuple[float, float, float, float]  # left, top, right, bottom

ItemRole = Literal[
    "class",
    "default",  # a default class
    "end",  # the source or the sink of a flow network
    "edge",
    "pair",
    "other pair",  # of another pairing, which is seen while that is pointed at
    "rejected",  # a pair that is only considered
    "arc",  # of a flow network, at an end
    "bounds",  # of such an arc
    "cost",  # what is written on an arc between classes
    "column",  # its name
    "heading",  # of a list
    "side",  # the bar of a list
    "listed",
    "axis",
    "series",
    "present",  # the present value of a chart
    "point",  # a column of a chart that can be picked
    "branch",  # of a tree of flows
    "legend",
]
ClassRole = Literal[
    "outline",
    "inner outline",  # the ellipse in the rectangle of a class that is both
    "ground",  # of a class with a score
    "shade",  # over that ground
    "frame",  # around a class in focus
    "true bar",
    "predicted bar",
    "lca",
]


@dataclass(frozen=True)
class Shape:
    """A shape painted with colours by meaning; None paints nothing."""

    kind: str
    """What is drawn: "rect" (x, y, width, height, radius), "ellipse" (cx, cy, rx, ry), "line" (x1, y1, x2, y2, …),
    "curve" (a start point, then three points for each cubic segment) or "polygon" (x1, y1, …).
    """
    at: tuple[float, ...]
    """Numbers of the kind, in px."""
    fill: str | None = None
    """Colour inside, by its meaning; None for none."""
    stroke: str | None = None
    """Colour of the line, by its meaning; None for none."""
    width: float = 1.0
    """Width of the line, in px."""
    dash: tuple[float, ...] = ()
    """Lengths of dashes and gaps; empty for a solid line."""
    dots: bool = False
    """Whether it has round dots instead of dashes."""
    opacity: float = 1.0
    """Opacity of the fill, from 0 to 1."""
    role: ClassRole | LineRole | None = None
    """Role of the shape; None where its item says enough."""


def round_to_hundredths(x: float) -> float:
    """A place to two decimals, the same in every Python: since 3.12 sums of floats have other last digits.

    >>> round_to_hundredths(117.795 - 1e-13) == round_to_hundredths(117.795)
    True
    """
    return round(round(x, 6), 2)


def line_as(role: LineRole, at: tuple[float, ...], kind: str = "line") -> Shape:
    """The shape of a line or curve with the pen of its role."""
    pen = PENS[role]
    return Shape(kind, at, None, pen.stroke, pen.width, pen.dash, pen.dots, role=role)


@dataclass(frozen=True)
class Label:
    """A text centred (or, with anchor "start", begun) at a point; `y` is its middle."""

    x: float
    """Where the text is centred, or begins with anchor "start", in px."""
    y: float
    """Its middle, in px."""
    text: str
    """The text."""
    colour: str = "ink"
    """Colour by its meaning."""
    size: float = FONT_SIZE
    """Size of the letters, in px."""
    italic: bool = False
    """Whether it is set in italics."""
    struck: bool = False
    """Whether it is struck through."""
    anchor: str = "middle"
    """Which part of the text stands at `x`: "middle" or "start"."""
    ground: bool = False
    """Whether the ground is cleared behind it."""


@dataclass(frozen=True, eq=False)
class Item:
    """A part of a drawing that can be pointed at as one: a class, an edge, a pair.

    Only an item itself equals it, so that what is made of one is found again without a look at all of its parts.
    """

    role: ItemRole
    """Role of the item: a class, an edge, a pair and so on."""
    classes: tuple[str, ...]
    """Names of the classes it is about."""
    parts: tuple[Shape | Label, ...]
    """Shapes and texts that draw it, from below to above."""
    box: Box = (0, 0, 0, 0)
    """Its body: x, y, width and height, in px; None without one."""
    says: str = ""
    """The item in words, for reading aloud."""
    pick: str = ""
    """What a click on it reports, if anything; on a page a class reports its number."""
    look: Look = PLAIN
    """Look of a class, which its parts show."""
    mark: Mark = "none"
    """Mark of a class, which its parts show."""
    name: str = ""
    """Name of a default class."""
    row: bool = False
    """Whether a class has a row of an indented tree, so that its left end stays where its name grows."""
    language: str = ""
    """Code of the language of its words, where it is another one than that of the drawing."""

    @property
    def shapes(self) -> list[Shape]:
        """Shapes among its parts."""
        return [part for part in self.parts if isinstance(part, Shape)]

    @property
    def labels(self) -> list[Label]:
        """Labels among its parts."""
        return [part for part in self.parts if isinstance(part, Label)]


P = TypeVar("P", Shape, Label, Item)


@dataclass(frozen=True)
class Scene:
    """Items from below to above in a frame that begins at 0, 0."""

    items: tuple[Item, ...]
    """The items, from below to above."""
    width: float
    """Width of the frame, in px."""
    height: float
    """Height of the frame, in px."""
    says: str = ""
    """The drawing in words."""
    # Where every class's body stands, for tests and for whatever is drawn on top.
    boxes: Mapping[str, Box] = field(default_factory=dict)
    """Box of each class that is drawn, by name."""


def part_extent(part: Shape | Label) -> Extent:
    """The room that a part covers, its line included."""
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


def passes_through(start: Point, end: Point, box: Extent) -> bool:
    """Whether a segment passes through the inside of a box."""
    enter, leave = 0.0, 1.0
    for i in (0, 1):
        p, q, low, high = start[i], end[i], box[i], box[i + 2]
        if (p <= low and q <= low) or (p >= high and q >= high):
            return False
        if p != q:
            first, last = sorted(((low - p) / (q - p), (high - p) / (q - p)))
            enter, leave = max(enter, first), min(leave, last)
    return enter < leave - 1e-9


def with_values(part: P, **values: object) -> P:
    """A part or an item with other values: `dataclasses.replace` takes five times as long, and all of them move."""
    new: P = object.__new__(type(part))
    new.__dict__.update(part.__dict__)
    new.__dict__.update(values)
    return new


def shifted_part(part: Shape | Label, dx: float, dy: float) -> Shape | Label:
    """The part moved by so much."""
    if isinstance(part, Label):
        return with_values(part, x=part.x + dx, y=part.y + dy)
    if part.kind in ("rect", "ellipse"):
        return with_values(part, at=(part.at[0] + dx, part.at[1] + dy, *part.at[2:]))
    return with_values(part, at=tuple([v + (dy if i % 2 else dx) for i, v in enumerate(part.at)]))


@lru_cache(maxsize=8_192)  # most of a picture stays where it is from one edit to the next
def moved_item(item: Item, dx: float, dy: float) -> Item:
    """The item moved by so much."""
    x, y, w, h = item.box
    return with_values(
        item, parts=tuple([shifted_part(part, dx, dy) for part in item.parts]), box=(x + dx, y + dy, w, h)
    )


def align_scenes(scenes: Sequence[Scene]) -> list[Scene]:
    """Scenes of one layout in frames of one width, so that a class stands in the same place in all of them."""
    shared = next((c for c in (scenes[0].boxes if scenes else ()) if all(c in scene.boxes for scene in scenes)), None)
    if shared is None:
        return list(scenes)
    centres = [(x + w / 2, y + h / 2) for x, y, w, h in (scene.boxes[shared] for scene in scenes)]
    right, low = (max(place) for place in zip(*centres, strict=True))
    ways = [(right - x, low - y) for x, y in centres]
    wide = max(scene.width + dx for scene, (dx, _) in zip(scenes, ways, strict=True))
    return [_moved_scene(scene, *way, wide) for scene, way in zip(scenes, ways, strict=True)]


def _moved_scene(scene: Scene, dx: float, dy: float, wide: float) -> Scene:
    if not dx and not dy:
        return replace(scene, width=wide)
    boxes = {c: (x + dx, y + dy, w, h) for c, (x, y, w, h) in scene.boxes.items()}
    items = tuple(moved_item(item, dx, dy) for item in scene.items)
    return replace(scene, items=items, boxes=boxes, width=wide, height=scene.height + dy)


def mirrored_item(item: Item) -> Item:
    """A line, with its label, mirrored at the diagonal; what is written stays upright."""
    parts: list[Shape | Label] = []
    for part in item.parts:
        if isinstance(part, Shape):
            at = part.at
            parts.append(with_values(part, at=tuple([v for i in range(0, len(at), 2) for v in at[i : i + 2][::-1]])))
        elif part.italic:  # at the end of its line
            parts.append(with_values(part, x=part.y - part.size / 2, y=part.x, anchor="start"))
        else:
            parts.append(with_values(part, x=part.y, y=part.x))
    return with_values(item, parts=tuple(parts))


@lru_cache(maxsize=8_192)
def _item_extent(item: Item, aside: bool) -> Extent:
    """The room that an item covers.

    Handles of curves reach farther than the curves: where pairs are drawn, a pair's farthest point is its label.
    """
    lefts, tops, rights, lows = zip(*(part_extent(part) for part in item.parts), strict=True)
    curved = [isinstance(part, Shape) and part.kind == "curve" for part in item.parts]
    right, low = (
        max([near if curve else far for near, far, curve in zip(nearer, farther, curved, strict=True)])
        for nearer, farther in ((lefts, rights), (tops, lows))
    )
    return min(lefts), min(tops), right if aside else max(rights), max(lows) if aside else low


# The same margin whatever a class wears, so that panels of one case lie on one frame.
_MARGIN = 9.0


def framed_scene(
    items: Sequence[Item], boxes: Mapping[str, Box], says: str, room: Sequence[Box] = (), aside: bool = False
) -> Scene:
    """The scene of these items, moved so that the drawing starts at 0, 0.

    room: boxes to leave room for.  aside: whether pairs are drawn at the right, and not below.
    """
    extents = [_item_extent(item, aside) for item in items if item.parts]
    if not extents:
        return Scene((), 0, 0, says)
    frame = [(x - _MARGIN, y - _MARGIN, x + w + _MARGIN, y + h) for x, y, w, h in room or boxes.values()]
    left, top = (min([*(f[i] for f in frame), *(e[i] - 1 for e in extents)]) for i in (0, 1))
    right = max([*(f[2] for f in frame), *(e[2] + 1 for e in extents)])
    low = max([*(e[3] for e in extents), *(y + h for _, y, _, h in room)])
    places = {c: (x - left, y - top, w, h) for c, (x, y, w, h) in boxes.items()}
    return Scene(tuple([moved_item(item, -left, -top) for item in items]), right - left, low - top + 3, says, places)
