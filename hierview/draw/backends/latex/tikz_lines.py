"""Lines of a tikzpicture that hang on nodes: whoever moves a node moves their ends, and what is written on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist, hypot
from types import MappingProxyType

from ...scenes.scene import Item, Label, Point, Shape
from ..svg import num
from . import tex
from .tikz_styles import Styles

Nodes = Sequence[tuple[str, Item]]  # names and what they name

_TIP = 8.0  # px: a piece from a node that is shorter, as those of a tip are, moves along with it
_AT, _ON, _STEPS = 0.02, 0.5, 64  # px: of what is at a side, of what is on a line; where a curve is looked at

NOTHING: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class Piece:
    """A straight piece of a line, or with handles a curved one."""

    start: Point
    """Where the piece begins."""
    end: Point
    """Where it ends."""
    handles: tuple[Point, Point] | None = None
    """The two handles of a curved piece; None for a straight one."""

    @property
    def straight(self) -> bool:
        """Whether the piece goes straight down, up or aside."""
        (a, b), (c, d) = self.start, self.end
        return self.handles is None and min(abs(a - c), abs(b - d)) < _AT

    def point_at(self, share: float) -> Point:
        """The point of a curve at a parameter from 0 to 1."""
        points: tuple[Point, ...] = (self.start, *(self.handles or ()), self.end)
        while len(points) > 1:
            points = tuple((x + (u - x) * share, y + (v - y) * share) for (x, y), (u, v) in pairwise(points))
        return points[0]

    def share_at_point(self, x: float, y: float) -> float | None:
        """The share of the way at which the piece passes a point; None where it does not."""

        def far(share: float) -> float:
            u, v = self.point_at(share)
            return hypot(u - x, v - y)

        best = min((i / _STEPS for i in range(_STEPS + 1)), key=far)
        best = min((best + i / (20 * _STEPS) for i in range(-20, 21)), key=far)
        return best if far(best) < _ON and 0 < best < 1 else None


@dataclass(frozen=True)
class TikzPath:
    """A line in pieces."""

    pieces: Sequence[Piece]
    """The pieces of the line, in order."""
    ends: Sequence[str]
    """Names of the points between pieces that lie at the sides of nodes; nothing for any other point."""
    lanes: bool = False
    """Whether pieces straight aside end at lanes that stay where they are, however wide a node becomes."""

    @property
    def points(self) -> list[Point]:
        """The points between the pieces."""
        return [self.pieces[0].start, *(piece.end for piece in self.pieces)]

    @property
    def has_free_end(self) -> bool:
        """Whether the line begins at a node and ends at none."""
        return bool(self.ends[0]) and not any(self.ends[1:])

    def leads_to_lane(self, i: int) -> bool:
        """Whether a piece goes straight aside between a node and a lane."""
        (_, a), (_, b) = self.pieces[i].start, self.pieces[i].end
        return self.lanes and self.pieces[i].straight and abs(a - b) < _AT

    @property
    def is_corner(self) -> bool:
        """Whether the line goes straight down from a node, and straight aside to another."""
        points = self.points
        return (
            len(points) == 3
            and bool(self.ends[0] and self.ends[2])
            and abs(points[0][0] - points[1][0]) + abs(points[1][1] - points[2][1]) < _AT
        )


def pieces_of_shape(shape: Shape) -> list[Piece]:
    """The pieces of a line or curve that have a length."""
    points = list(zip(shape.at[::2], shape.at[1::2], strict=True))
    if shape.kind != "curve":
        return [Piece(a, b) for a, b in pairwise(points)]
    with_length = []
    for i in range(3, len(points), 3):
        start, first, second, end = points[i - 3 : i + 1]
        if first != start or second != end:
            with_length.append(Piece(start, end, (first, second)))
        elif start != end:
            with_length.append(Piece(start, end))
    return with_length


def _options_and_name(place: str) -> tuple[str, str]:
    options, _, name = place[2:-1].partition("]") if place.startswith("([") else ("", "", place[1:-1])
    return options, name


@dataclass
class TikzLines(Styles):
    """Texts, shapes and lines of a tikzpicture."""

    def text_node(self, label: Label) -> str:
        """The LaTeX node of a text that stands by itself, on its baseline."""
        return self.latex_node(label, tex.latex_text(label.text))

    def latex_node(self, label: Label, latex: str) -> str:
        """LaTeX in the place and the font of a label."""
        place = self.coordinates(label.x, label.y + self.baseline_drop(label))
        return rf"\node[{', '.join(self.text_options(label))}] at {place} {{{latex}}};"

    def text_options(self, label: Label) -> list[str]:
        """The options of a text on its baseline."""
        start = label.anchor == "start"
        name = "words from here" if start else "words"
        options = [self.style(name, f"anchor=base{' west' if start else ''}, inner sep=0pt")]
        if label.ground:
            options.append(self.style("cleared", f"fill={self.colour('ground')}, inner sep={self.pt(2)}"))
        return options + self.font_options(label)

    def baseline_drop(self, label: Label) -> float:
        """How far the baseline of a label is below its middle."""
        return self.figure.style.face.middle * label.size

    def shape_code(self, shape: Shape) -> str:
        """The drawing commands of a shape that belongs to no node."""
        at = shape.at
        if shape.kind in ("line", "curve") and shape.fill is None:
            return rf"\draw[{self.line_style(shape)}] {self.path_code(shape)};"
        options = []
        if shape.fill:
            options.append(f"fill={self.colour(shape.fill)}")
            options += [f"fill opacity={num(shape.opacity)}"] if shape.opacity != 1 else []
        if shape.stroke:
            options.append(self.pen_options(shape))
        if shape.kind == "rect":
            x, y, w, h, r = at
            options += [f"rounded corners={self.pt(r)}"] if r else []
            way = f"{self.coordinates(x, y)} rectangle {self.coordinates(x + w, y + h)}"
        elif shape.kind == "ellipse":
            x, y, rx, ry = at
            way = f"{self.coordinates(x, y)} ellipse [x radius={self.mm(rx)}, y radius={self.mm(ry)}]"
        else:
            way = self.path_code(shape) + " -- cycle"
        return rf"\path[{', '.join(options)}] {way};"

    def path_code(self, shape: Shape) -> str:
        """The points of a shape in TikZ's words."""
        return self.route_code(self.path_between_nodes(shape))

    def path_between_nodes(self, shape: Shape, nodes: Nodes = ()) -> TikzPath:
        """The path of a line, with the node at each of its points, if any."""
        parts = pieces_of_shape(shape)
        points = [parts[0].start, *(piece.end for piece in parts)]
        return TikzPath(parts, [self.node_side(x, y, nodes) for x, y in points])

    def route_code(self, way: TikzPath, notes: Mapping[int, str] = NOTHING) -> str:
        """The places of a line, with what is written on each of its pieces.

        What lies straight below or beside a node where it ends, handles of curves there, and a line that hangs on one
        node alone are relative to it, so that they move along.
        """
        points, ends = way.points, way.ends
        if way.is_corner and not notes:
            return f"{ends[0]} |- {ends[2]}"
        words = [ends[0] or self.coordinates(*points[0])]
        for i, piece in enumerate(way.pieces, 1):
            words.append(self.joint_code(piece))
            words += [notes[i - 1]] if i - 1 in notes else []
            words.append(self.point_code(i, way))
        return " ".join(words)

    def joint_code(self, piece: Piece) -> str:
        """The sign between two places of a piece; handles are steps from them."""
        if piece.handles is None:
            return "--"
        first, second = piece.handles
        return f".. controls {self.step_code(piece.start, first)} and {self.step_code(piece.end, second)} .."

    def point_code(self, i: int, way: TikzPath) -> str:
        """A point of a line: at a node, as a step from one, or as coordinates."""
        points, ends = way.points, way.ends
        here, before = points[i], points[i - 1]
        if ends[i]:
            return ends[i]
        if way.has_free_end:
            return "+" + self.step_code(before, here)
        if ends[i - 1] and (way.pieces[i - 1].straight or dist(before, here) < _TIP):
            return (
                self.point_beside_node(ends[i - 1], here) if way.leads_to_lane(i - 1) else self.step_code(before, here)
            )
        if i < len(way.pieces) and ends[i + 1] and way.pieces[i].straight:
            if way.leads_to_lane(i):
                return self.point_beside_node(ends[i + 1], here)
            return self.node_offset(ends[i + 1], here[0] - points[i + 1][0], here[1] - points[i + 1][1])
        return self.coordinates(*here)

    def point_beside_node(self, place: str, point: Point) -> str:
        """A point that stays as far right as it is, and at the height of a named place, however long the name there."""
        options, name = _options_and_name(place)
        lower = [option for option in options.split(", ") if option.startswith("yshift")]
        shift = f"[{lower[0]}]" if lower else ""
        return f"({shift}{self.mm(point[0])},0 |- {name})"

    def step_code(self, start: Point, end: Point) -> str:
        """A place as a step from another."""
        return "+" + self.coordinates(end[0] - start[0], end[1] - start[1])

    def item_code(self, item: Item, nodes: Nodes) -> list[str]:
        """Lines of code for an item below the nodes; they run from node to node and carry what is written on them."""
        shapes, labels = list(item.shapes), list(item.labels)
        if not nodes or any(shape.fill or shape.kind not in ("line", "curve") for shape in shapes):
            return [self.text_node(part) if isinstance(part, Label) else self.shape_code(part) for part in item.parts]
        code = []
        for shape in shapes:
            way = self.path_between_nodes(shape, nodes)
            # Lanes right of all classes; where a branch is moved, the bends within it move along.
            way = replace(way, lanes=".east" in way.ends[0] and ".east" in way.ends[-1] and item.role != "arc")
            notes: dict[int, str] = {}
            for i, piece in enumerate(way.pieces):
                for label in labels:
                    share = piece.share_at_point(label.x, label.y)
                    if share is not None and label.anchor == "middle" and i not in notes:
                        notes[i] = self.note_code(label, f"pos={num(share)}")
                        labels = [other for other in labels if other is not label]
            route = self.route_code(way, notes)
            if way.has_free_end and labels:
                route += (
                    f" +{self.step_code(way.points[-1], (labels[0].x, labels[0].y))} {self.note_code(labels.pop(0))}"
                )
            code.append(rf"\draw[{self.line_style(shape)}] {route};")
        return code + [self.text_node(label) for label in labels]

    def note_code(self, label: Label, *where: str) -> str:
        """The node of a text that stands on a line, for the line's path."""
        options = [*self.text_options(label), f"yshift={self.pt(-self.baseline_drop(label))}", *where]
        return f"node[{', '.join(options)}] {{{tex.latex_text(label.text)}}}"

    def node_side(self, x: float, y: float, nodes: Nodes) -> str:
        """A place at the side of a node, by its name; nothing where it lies at none."""
        for name, item in nodes:
            left, top, w, h = item.box
            right, bottom = left + w, top + h
            if item.row and left < x < right and abs(y - (top + bottom) / 2) < _AT:
                return self.node_offset(f"({name}.west)", x - left, 0)
            if item.row and left <= x <= right and abs(y - bottom) < _AT:
                return self.node_offset(f"({name}.west |- {name}.south)", x - left, 0)
            if left <= x <= right and min(abs(y - top), abs(y - bottom)) < _AT:
                side = "north" if abs(y - top) < _AT else "south"
                return self.node_offset(f"({name}.{side})", x - (left + right) / 2, 0)
            if top <= y <= bottom and min(abs(x - left), abs(x - right)) < _AT:
                side = "west" if abs(x - left) < _AT else "east"
                return self.node_offset(f"({name}.{side})", 0, y - (top + bottom) / 2)
            if item.mark == "true" and left < x < right and top < y < bottom:
                return self.ellipse_border_point(x, y, name, item)
        return ""

    def ellipse_border_point(self, x: float, y: float, name: str, item: Item) -> str:
        """A place in an ellipse, by the side of its box that is nearest."""
        left, top, w, h = item.box
        right, bottom = left + w, top + h
        ends = {"west": x - left, "east": right - x, "north": y - top, "south": bottom - y}
        side = min(ends, key=lambda side: ends[side])
        if side in ("west", "east"):
            return self.node_offset(f"({name}.{side})", x - (left if side == "west" else right), y - (top + bottom) / 2)
        return self.node_offset(f"({name}.{side})", x - (left + right) / 2, y - (top if side == "north" else bottom))

    def node_offset(self, place: str, dx: float, dy: float) -> str:
        """A place so far aside and below of a named one."""
        shifts = [f"xshift={self.pt(dx)}"] * (abs(dx) > 0.01) + [f"yshift={self.pt(-dy)}"] * (abs(dy) > 0.01)
        if not shifts:
            return place
        options, name = _options_and_name(place)
        return f"([{', '.join([*filter(None, [options]), *shifts])}]{name})"
