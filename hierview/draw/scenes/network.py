"""Flow networks as textbooks draw them: source, classes, sink from left to right, and an arc back below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ...explain import Arc, Look, Mark, NetworkNode, NetworkPicture
from ...model.labels import NO_LABELS, Labels
from ..texts.class_labels import LINE
from ..texts.fonts import SANS, Face, body_width
from ..texts.widths import text_width
from .bodies import AIRY, NODE_HEIGHT, CaseClass, ClassStyle, class_item, column_height, column_width, default_item
from .pens import LineRole
from .scene import Item, Label, Point, Scene, Segment, Shape, framed_scene, line_as, with_values

DOT = 7.0  # radius of the source and the sink
LEAST_WIDTH = 48.0  # of a class
DEFAULT = {"predicted": "DP", "true": "DT"}


@dataclass(frozen=True)
class _NetworkSpacing:
    """How far apart the columns of classes and the rows stand, and whether bounds are written between them.

    style: of the classes.
    """

    gap: float
    row: float
    bounds: bool = False
    style: ClassStyle = AIRY


# From the most telling to the most spacious; the first on which all labels stand clear is taken.
_MARKS: tuple[Mark, ...] = ("predicted", "true")
_SETTINGS = (
    *(_NetworkSpacing(gap, 60, bounds=True) for gap in (150, 180)),
    *(_NetworkSpacing(gap, row) for gap, row in ((112, 60), (130, 60), (150, 68), (170, 76), (190, 88), (220, 96))),
)


def network_scene(
    picture: NetworkPicture, named: Labels = NO_LABELS, face: Face = SANS, low: float = 1.0, line: int = LINE
) -> Scene:
    """The scene of a flow network, columns of nodes and arcs, the chosen ones bold, with amounts above 1.

    Bounds stand above the arcs at the source and the sink, costs on the arcs between; there the bounds
    stand beside the costs where all of them fit. low: rows that many times as far apart, and no bounds
    there, and low classes.  line: of how many characters lines of names should be at most.
    """
    style = ClassStyle(face, line, "flat" if low < 1 else False)  # low classes in low rows
    between = [arc for arc in picture.arcs if (arc.tail.kind, arc.head.kind) == ("predicted", "true")]
    for setting in _SETTINGS if low == 1 else [one for one in _SETTINGS if not one.bounds]:
        frame = _NetworkFrame.of(picture, replace(setting, row=low * setting.row, style=style), named)
        labels = _cost_and_bound_labels([frame.middle_segment(arc) for arc in between], between, setting.bounds, face)
        if labels is not None:
            break
    else:
        labels = _scattered_labels(
            [frame.middle_segment(arc) for arc in between], [_cost_label(arc, face) for arc in between]
        )
    lines: list[Item] = []
    written: list[Item] = []
    for arc in picture.arcs:
        if arc not in between:
            way, label = frame.returning_arc(arc) if _is_returning(arc) else frame.outer_arc(arc)
            lines.append(Item("arc", (), way, says=_network_in_words(arc, named)))
            written.append(Item("bounds", (), (label,)))
    for arc, own in zip(between, labels, strict=True):
        classes = tuple(dict.fromkeys(node.name for node in (arc.tail, arc.head) if node.name is not None))
        a, b = frame.middle_segment(arc)
        way = (line_as(_arc_role(arc), (*a, *b)),)
        lines.append(Item("pair" if arc.chosen else "rejected", classes, way, says=_network_in_words(arc, named)))
        written += [Item("cost", classes, (_ground_shape(label), label)) for label in own]
    # The chosen arcs lie above the others.
    lines.sort(key=lambda item: any(shape.role == "chosen arc" for shape in item.shapes))
    return framed_scene([*lines, *written, *frame.headings, *frame.nodes], {}, "Flow network")


@dataclass(frozen=True)
class _NetworkFrame:
    """Places of all nodes of a network, and the room around them.

    centres: of the nodes.  half: half the width of the nodes of a kind.  turns: where the arcs at the source and the
    sink have reached their row.  bottom: of the lowest node.  high: the highest of them.
    """

    centres: Mapping[NetworkNode, Point]
    half: Mapping[str, float]
    turns: tuple[float, float]
    bottom: float
    high: float
    labels: Labels
    style: ClassStyle

    @classmethod
    def of(cls, picture: NetworkPicture, setting: _NetworkSpacing, labels: Labels) -> _NetworkFrame:
        columns = {kind: [n for c in picture.columns for n in c if n.kind == kind] for kind in _MARKS}
        with_name = {kind: [n for n in nodes if n.name is not None] for kind, nodes in columns.items()}
        rows = max(map(len, with_name.values()))
        style = setting.style
        higher = column_height((_node_text(n, labels) for nodes in columns.values() for n in nodes), style)
        row = setting.row + higher
        heights: dict[NetworkNode, float] = {}
        for kind, nodes in columns.items():
            # Classes stand in the middle of their rows, the defaults below them in the last one.
            for i, node in enumerate(nodes):
                heights[node] = (rows if node.name is None else (rows - len(with_name[kind])) / 2 + i) * row
        middle = (min(heights.values()) + max(heights.values())) / 2
        half: dict[str, float] = {
            kind: max(LEAST_WIDTH, column_width(kind, [_node_text(n, labels) for n in nodes], style)) / 2
            for kind, nodes in columns.items()
        }
        spread = max(abs(y - middle) for y in heights.values())
        fan = min(80.0, max(34.0, 0.6 * spread))

        def run(kind: str) -> float:
            texts = [
                _bounds_text(arc)
                for arc in picture.arcs
                if kind in (arc.tail.kind, arc.head.kind) and not _is_returning(arc)
            ]
            return max((body_width(text, style.face.small, style.face) for text in texts), default=20.0) + 10

        x: dict[str, float] = {"source": 0.0}
        x["predicted"] = DOT + fan + run("source") + half["predicted"]
        x["true"] = x["predicted"] + half["predicted"] + setting.gap + half["true"]
        x["sink"] = x["true"] + half["true"] + run("sink") + fan + DOT
        centres = {node: (x[node.kind], heights.get(node, middle)) for column in picture.columns for node in column}
        turns = (DOT + fan, x["sink"] - DOT - fan)
        half |= {"source": DOT, "sink": DOT}
        high = NODE_HEIGHT + higher
        return cls(centres, half, turns, max(heights.values()) + high / 2, high, labels, style)

    @property
    def nodes(self) -> list[Item]:
        items = []
        for node, (x, y) in self.centres.items():
            if node.kind in ("predicted", "true"):
                style = replace(self.style, least=2 * self.half[node.kind])
                if node.name is None:
                    items.append(default_item(DEFAULT[node.kind], node.kind, (x, y), style))
                else:
                    one = CaseClass(node.name, node.kind, self.labels.of(node.name))
                    items.append(class_item(one, Look(), (x, y), style))
                continue
            # The name stands on the side that no arc takes.
            width = text_width(node.kind, self.style.face.small)
            aside = DOT - width / 2
            at = x + (aside if node.kind == "source" else -aside)
            dot = Shape("ellipse", (x, y, DOT, DOT), "ink", None)
            label = Label(at, y - DOT - 13, node.kind, "quiet", self.style.face.small)
            items.append(Item("end", (), (dot, label), (x - DOT, y - DOT, 2 * DOT, 2 * DOT), node.kind))
        return items

    @property
    def headings(self) -> list[Item]:
        tops: dict[str, tuple[float, float]] = {}
        for node, (x, y) in self.centres.items():
            if node.kind in ("predicted", "true"):
                tops[node.kind] = (x, min(y, tops.get(node.kind, (x, y))[1]))
        top = min((y for _, y in tops.values()), default=0.0) - self.high / 2 - 20
        return [
            Item("column", (), (Label(x, top, kind, "quiet", self.style.face.small),)) for kind, (x, _) in tops.items()
        ]

    def middle_segment(self, arc: Arc) -> Segment:
        """The straight segment of an arc from one column of classes to the other."""
        (ax, ay), (bx, by) = self.centres[arc.tail], self.centres[arc.head]
        return (ax + self.half[arc.tail.kind], ay), (bx - self.half[arc.head.kind], by)

    def outer_arc(self, arc: Arc) -> tuple[tuple[Shape, ...], Label]:
        """The line and label of an arc at the source or sink: level beside its class, with its bounds above."""
        leaving = arc.tail.kind == "source"
        end, node = (arc.tail, arc.head) if leaving else (arc.head, arc.tail)
        way = 1 if leaving else -1
        x0, y0 = self.centres[end][0] + way * DOT, self.centres[end][1]
        turn = self.turns[0 if leaving else 1]
        x1, y1 = self.centres[node][0] - way * self.half[node.kind], self.centres[node][1]
        bend = (turn - x0) / 2
        points = (x0, y0, x0 + bend, y0, turn - bend, y1, turn, y1, turn, y1, x1, y1, x1, y1)
        label = Label((turn + x1) / 2, y1 - 12, _bounds_text(arc), _arc_colour(arc), self.style.face.small)
        return (line_as(_arc_role(arc), points, "curve"),), label

    def returning_arc(self, arc: Arc) -> tuple[tuple[Shape, ...], Label]:
        """The arc from the sink back to the source, below everything, its bounds at the lowest point."""
        (ax, ay), (bx, by) = self.centres[arc.tail], self.centres[arc.head]
        deep, r = self.bottom + 26, 22.0
        tip = by + DOT + 2
        points = (
            *((ax, ay + DOT), (ax, ay + DOT), (ax, deep - r), (ax, deep - r)),
            *((ax, deep - r / 2), (ax - r / 2, deep), (ax - r, deep), (ax - r, deep)),
            *((bx + r, deep), (bx + r, deep), (bx + r / 2, deep), (bx, deep - r / 2)),
            *((bx, deep - r), (bx, deep - r), (bx, tip + 6), (bx, tip + 6)),
        )
        way = line_as(_arc_role(arc), tuple(v for p in points for v in p), "curve")
        head = Shape("polygon", (bx, tip, bx + 4.5, tip + 10, bx - 4.5, tip + 10), way.stroke)
        label = Label((ax + bx) / 2, deep, _bounds_text(arc), _arc_colour(arc), self.style.face.small, ground=True)
        return (way, head), label


def _is_returning(arc: Arc) -> bool:
    return arc.tail.kind == "sink"


def _node_text(node: NetworkNode, labels: Labels) -> str:
    return DEFAULT[node.kind] if node.name is None else labels.label_or_name(node.name)


def _arc_role(arc: Arc) -> LineRole:
    return "chosen arc" if arc.chosen else "arc"


def _arc_colour(arc: Arc) -> str:
    return "ink" if arc.chosen or arc.flow is None else "quiet"


def _bounds_text(arc: Arc) -> str:
    """Text at the source and the sink: the bounds, and the amount where it is above 1."""
    return f"{arc.flow} in {arc.capacity}" if arc.flow and arc.flow > 1 else arc.capacity


def arc_cost_text(arc: Arc) -> str:
    """The cost of an arc between the classes, times the amount where it is above 1."""
    return f"{arc.flow} × {arc.cost}" if arc.flow and arc.flow > 1 else arc.cost


def _cost_label(arc: Arc, face: Face) -> Label:
    return Label(0, 0, arc_cost_text(arc), _arc_colour(arc), face.cost if arc.chosen else face.small)


def _network_in_words(arc: Arc, labels: Labels) -> str:
    ends = " to ".join(_node_name(node, labels) for node in (arc.tail, arc.head))
    cost = f", cost {arc.cost}" if arc.cost else ""
    return f"{ends}, bounds {arc.capacity}{cost}" + (f", flow {arc.flow}" if arc.flow is not None else "")


def _node_name(node: NetworkNode, labels: Labels) -> str:
    if node.kind in ("source", "sink"):
        return node.kind
    return f"the default {node.kind} class" if node.name is None else labels.label_or_name(node.name)


# Where labels go on the arcs between the classes

# The shares of the arcs at which labels may stand, the best first among those equally clear.
_NEAR_TAILS = tuple(i / 40 for i in range(6, 21))
_NEAR_HEADS = tuple(1 - share for share in _NEAR_TAILS)
_LEAST, _ENOUGH = 1.0, 7.0  # the room that a column must leave, and the room beyond which more is no gain


def _half_size(label: Label) -> Point:
    return text_width(label.text, label.size) / 2, label.size / 2


def _ground_shape(label: Label) -> Shape:
    """Shape that clears the ground behind a label."""
    w, h = _half_size(label)
    return Shape("rect", (label.x - w - 3, label.y - h - 1, 2 * w + 6, 2 * h + 2, 0), "ground")


def _label_at(segment: Segment, label: Label, share: float) -> Label:
    (ax, ay), (bx, by) = segment
    return with_values(label, x=ax + (bx - ax) * share, y=ay + (by - ay) * share)


def _distance_to_line(label: Label, segment: Segment) -> float:
    """How far above or below a label a line passes; less than 0 where it runs through."""
    (ax, ay), (bx, by) = segment
    w, h = _half_size(label)
    left, right = (ay + (by - ay) * (x - ax) / (bx - ax) - label.y for x in (label.x - w, label.x + w))
    return min(abs(left), abs(right)) - h if left * right > 0 else -h


def _distance_to_label(label: Label, other: Label) -> float:
    """The room between two labels, beside or above each other; less than 0 where they overlap."""
    (w, h), (v, g) = _half_size(label), _half_size(other)
    return max(abs(label.x - other.x) - w - v - 4, abs(label.y - other.y) - h - g)


def _distance_to_ends(label: Label, segment: Segment) -> float:
    """The room between a label and the nearer class."""
    w, _ = _half_size(label)
    return min(label.x - segment[0][0], segment[1][0] - label.x) - w - 5


def _free_distances(labels: Sequence[Label], segments: Sequence[Segment]) -> Iterator[float]:
    """The room between labels on their lines, and between them and everything else."""
    for a, b in combinations(labels, 2):
        yield _distance_to_label(a, b)
    for i, label in enumerate(labels):
        for j, segment in enumerate(segments):
            yield _distance_to_ends(label, segment) if i == j else _distance_to_line(label, segment)


def _cost_and_bound_labels(
    segments: Sequence[Segment], arcs: Sequence[Arc], with_bounds: bool, face: Face
) -> list[tuple[Label, ...]] | None:
    """The costs of the arcs in a column by their tails and, if wanted, the bounds in one by their heads.

    None where there is no room for them.
    """
    if not any(arc.cost for arc in arcs):
        return [()] * len(arcs)
    costs = _column_labels(segments, [_cost_label(arc, face) for arc in arcs], _NEAR_TAILS)
    if costs is None:
        return None
    if not with_bounds:
        return [(cost,) for cost in costs]
    labels = [Label(0, 0, arc.capacity, _arc_colour(arc), face.small) for arc in arcs]
    bounds = _column_labels(segments, labels, _NEAR_HEADS, 4)
    if bounds is None or any(_distance_to_label(a, b) < _LEAST for a in costs for b in bounds):
        return None
    return list(zip(costs, bounds, strict=True))


def _column_labels(
    segments: Sequence[Segment], labels: Sequence[Label], shares: Sequence[float], least: float = _LEAST
) -> list[Label] | None:
    """All labels at one share of their lines, where they have the most room; None where it is less than `least`."""
    best: tuple[float, list[Label] | None] = (least, None)
    for share in shares:
        tried = [_label_at(segment, label, share) for segment, label in zip(segments, labels, strict=True)]
        room = _ENOUGH
        for air in _free_distances(tried, segments):
            room = min(room, air)
            if room <= best[0]:
                break
        else:
            best = room, tried
        if room == _ENOUGH:
            break
    return best[1]


def _scattered_labels(segments: Sequence[Segment], labels: Sequence[Label]) -> list[tuple[Label, ...]]:
    """Every label where its line is free of labels set before, and of foreign lines if it can be; else none."""
    labels_so_far: list[Label | None] = []
    for i, (segment, label) in enumerate(zip(segments, labels, strict=True)):
        free = [
            at
            for at in (_label_at(segment, label, share / 40) for share in range(4, 37))
            if _distance_to_ends(at, segment) > 0
            and all(other is None or _distance_to_label(at, other) > 0 for other in labels_so_far)
        ]
        others = [line for j, line in enumerate(segments) if j != i]
        clear = (at for at in free if all(_distance_to_line(at, line) > 0 for line in others))
        labels_so_far.append(next(clear, free[0] if free else None))
    return [() if label is None else (label,) for label in labels_so_far]
