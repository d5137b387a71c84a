"""Pairs as nested curves below a hierarchy, the cost at the lowest point; defaults as stubs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from ...explain import Link
from ...model.labels import NO_LABELS, Labels
from ..texts.fonts import SANS, Face
from ..texts.widths import text_width
from .scene import Box, Item, Label, line_as

Boxes = Mapping[str, Box]
_LEVEL = 26.0  # from one curve down to the next
_LEAST_BOW = 12.0  # of a curve below what it turns round
SEEN, BEHIND = 1.0, 0.5  # from which gap on a line is drawn up to an ellipse, and how far behind its outline then


@dataclass(frozen=True)
class Bodies:
    """Classes above pairs."""

    boxes: Boxes
    """Box of each class above the pairs."""
    rounds: Collection[str] = ()
    """Classes that are drawn as ellipses."""
    lowest: float = 0
    """Height below which pairs stand in any case."""
    labels: Labels = NO_LABELS
    """Labels that stand in the place of names."""


def pair_items_below(links: Sequence[Link], bodies: Bodies, face: Face = SANS, aside: bool = False) -> list[Item]:
    """The items of the pairs below the bottom layer, the shortest nearest to it, in the typeface's sizes of texts.

    aside: whether they will be mirrored, and what is written on them runs away from the classes then.
    """
    if not links:
        return []
    ground = _PairsGround.of(links, bodies, face, aside)
    spans = [ground.needed_span(i) for i in range(len(links))]
    lengths = [ground.length(i) for i in range(len(links))]
    items: list[Item] = []
    spans_below: list[tuple[float, float, int]] = []
    texts: list[tuple[float, float]] = []  # of defaults aside: where, and how far they run
    for i in sorted(range(len(links)), key=lambda i: (lengths[i], i)):
        a, b = spans[i]
        level = 1 + max((lv for x, y, lv in spans_below if x < b + 6 and a - 6 < y), default=0)
        spans_below.append((a, b, level + ground.further_levels(i)))
        depth = ground.bottom + 10 + _LEVEL * level
        alone = _unpaired_class(links[i])
        if alone is None:
            start = max([ground.bottom, *(end for x, end in texts if a - 6 < x < b + 6)])
            items.append(ground.pair_item(i, max(depth, start + _LEAST_BOW), start))
            continue
        items.append(ground.default_item(i, alone, depth))
        if aside:
            texts.append(((a + b) / 2, depth + text_width(_is_default(links[i]), ground.face.small)))
    return items


@dataclass(frozen=True)
class _Lane:
    """Where lines of a class go straight down. level: where they turn to it, else None; they leave it below then."""

    x: float
    level: float | None = None


def _find_lane(c: str, half: float, boxes: Boxes, others_lanes: Sequence[tuple[float, float]]) -> _Lane:
    """Where lines, `half` wide to either side, can go straight down from a class without touching one below.

    others_lanes: those of other classes, from side to side, which no line may lie on.
    A line that leaves at a class's side must not meet another class of its layer on its way there. Where none can
    leave so, it goes down between the layers first, and aside there.
    """
    x, y, w, h = boxes[c]
    middle, room = x + w / 2, half + 6
    others = [(box, box[0] - room, box[0] + box[2] + room) for other, box in boxes.items() if other != c]
    below = [(a, b) for box, a, b in others if box[1] > y + h / 2]
    below += [(a - half - 3, b + half + 3) for a, b in others_lanes]
    beside = [(a, b) for box, a, b in others if box[1] < y + h and y < box[1] + box[3]]
    candidates = {middle, *chain.from_iterable(below), *chain.from_iterable((a, b) for _, a, b in others)}
    nearest = [lane for _, lane in sorted([(abs(lane - middle), lane) for lane in candidates])]

    # Beyond the last neighbours nothing is in the way of going down, only of getting there.
    def is_clear(lane: float) -> bool:
        left, right = min(lane, middle), max(lane, middle)
        return right - left <= w / 2 or not [a for a, b in beside if a < right and left < b]

    free = (lane for lane in nearest if not [a for a, b in below if a < lane < b])
    blocked: list[float] = []
    for lane in free:
        if is_clear(lane):
            return _Lane(lane)
        blocked.append(lane)
    detours = _detour_lanes(boxes[c], half, blocked, [box for box, _, _ in others])
    lanes = sorted(detours, key=lambda lane: (abs(lane.x - middle) + abs((lane.level or 0) - y), lane.x))
    return lanes[0] if lanes else _Lane(blocked[0])


def _detour_lanes(own: Box, half: float, free: Sequence[float], others: Sequence[Box]) -> Iterator[_Lane]:
    """The lanes that can be reached below a class: down to a level, along it, and down again."""
    x, y, w, h = own
    middle, room = x + w / 2, half + 4
    levels = [y + h + room, *(box[1] + box[3] + room for box in others if box[1] + box[3] > y + h)]

    def blocked(left: float, top: float, right: float, bottom: float) -> bool:
        return any(a < right and left < a + u and b < bottom and top < b + v for a, b, u, v in others)

    for lane, level in product(free, levels):
        left, right = sorted((middle, lane))
        if (
            not blocked(middle - room, y + h, middle + room, level + room)
            and not blocked(left - room, level - room, right + room, level + room)
            and not any(b + v > level and a - room < lane < a + u + room for a, b, u, v in others)
        ):
            yield _Lane(lane, level)


def _lanes_needed(link: Link) -> int:
    """How many lanes below a class a pair needs: one, and three where it is a loop."""
    return 3 if link.predicted == link.true else 1


def _unpaired_class(link: Link) -> str | None:
    """The class that goes to the default; None where both sides have one."""
    if link.predicted is not None and link.true is not None:
        return None
    return str(link.predicted if link.predicted is not None else link.true)


def _is_default(link: Link) -> str:
    return f"default {link.label}"


@dataclass(frozen=True)
class _PairsGround:
    """Where pairs leave their classes. slots: where the line of a pair, by its number, crosses the bottom."""

    links: Sequence[Link]
    bodies: Bodies
    bottom: float
    slots: Mapping[tuple[int, str], float]
    lanes: Mapping[str, _Lane]
    face: Face
    aside: bool

    @classmethod
    def of(cls, links: Sequence[Link], bodies: Bodies, face: Face, aside: bool) -> _PairsGround:
        boxes = bodies.boxes
        uses = {c: [(i, link) for i, link in enumerate(links) if c in (link.predicted, link.true)] for c in boxes}
        uses = {c: own for c, own in uses.items() if own}
        widths = {c: sum(_lanes_needed(link) for _, link in own) for c, own in uses.items()}
        rooms = {c: min(10.0, (boxes[c][2] - 16) / width) for c, width in widths.items()}
        lanes: dict[str, _Lane] = {}
        spans: list[tuple[float, float]] = []
        for c in sorted(uses, key=lambda c: (-boxes[c][1], boxes[c][0])):  # the lowest have their own ways down
            half = widths[c] * rooms[c] / 2
            lanes[c] = _find_lane(c, half, boxes, spans)
            spans.append((lanes[c].x - half, lanes[c].x + half))
        places = {c: lane.x for c, lane in lanes.items()}
        slots: dict[tuple[int, str], float] = {}
        for c, own in uses.items():
            start = places[c] - widths[c] * rooms[c] / 2
            for i, link in _side_by_side(c, own, places):
                room = _lanes_needed(link) * rooms[c]
                slots[i, c] = start + room / 2
                start += room
        bottom = max([bodies.lowest, *(y + h for _, y, _, h in boxes.values())])
        return cls(links, bodies, bottom, slots, lanes, face, aside)

    def needed_span(self, i: int) -> tuple[float, float]:
        """From where to where a pair needs the room below."""
        link = self.links[i]
        alone = _unpaired_class(link)
        if alone is None:
            a, b = self._ends(i)
            return min(a, b), max(a, b)
        half = (self.face.small if self.aside else self._text_width(link)) / 2 + 4
        return self.slots[i, alone] - half, self.slots[i, alone] + half

    def length(self, i: int) -> float:
        """The length of a pair across; of one with a default, that of its text."""
        a, b = self.needed_span(i)
        return b - a if _unpaired_class(self.links[i]) is None else self._text_width(self.links[i]) + 8

    def further_levels(self, i: int) -> int:
        """How many further levels a pair needs the room of: aside, the text of a default takes several."""
        link = self.links[i]
        return int(self._text_width(link) // _LEVEL) if self.aside and _unpaired_class(link) is not None else 0

    def _text_width(self, link: Link) -> float:
        return text_width(_is_default(link), self.face.small)

    def pair_item(self, i: int, depth: float, start: float) -> Item:
        """The item of a pair of two classes, curved from `start` on, with its lowest point at `depth`."""
        link = self.links[i]
        p, t = str(link.predicted), str(link.true)
        label_of = self.bodies.labels.label_or_name
        a, b = self._ends(i)
        # A cubic whose handles lie 4/3 of the depth down reaches down exactly that deep.
        handle = start + (depth - start) * 4 / 3
        down, up = self._drop_points(p, a, start), self._drop_points(t, b, start)
        back = [v for j in range(len(up) - 2, -1, -2) for v in up[j : j + 2]]
        curve = (*down, a, handle, b, handle, *back)
        label = cost_label(link, (a + b) / 2, depth, self.face)
        parts = (line_as("pair" if link.chosen else "rejected pair", curve, "curve"), label)
        says = f"{label_of(p)} with {label_of(t)}, {link.label}"
        return Item("pair" if link.chosen else "rejected", (p,) if p == t else (p, t), parts, says=says)

    def default_item(self, i: int, c: str, depth: float) -> Item:
        """The item of a class that goes to the default."""
        lane, bottom = self.slots[i, c], self.bottom
        way = (*self._drop_points(c, lane, bottom), lane, bottom, lane, depth - 10, lane, depth - 10)
        label = Label(lane, depth, _is_default(self.links[i]), "quiet", self.face.small, italic=True, ground=True)
        says = f"{self.bodies.labels.label_or_name(c)} goes to the default, {self.links[i].label}"
        return Item("pair", (c,), (line_as("to default", way, "curve"), label), says=says)

    def _ends(self, i: int) -> tuple[float, float]:
        """Where the curve of a pair leaves the bottom line; a class paired with itself gets a loop."""
        p, t = str(self.links[i].predicted), str(self.links[i].true)
        a, b = self.slots[i, p], self.slots[i, t]
        return (a - 10, b + 10) if p == t else (a, b)

    def _drop_points(self, c: str, lane: float, bottom: float) -> list[float]:
        """The way from a class's body down its lane to the bottom, as points of a curve's cubic segments."""
        x, y, w, h = self.bodies.boxes[c]
        level = self.lanes[c].level
        if level is not None:
            aside = lane - self.lanes[c].x
            return _curve_around(x + w / 2, self._lower_side(c, x + w / 2 + aside), lane, aside, level, bottom)
        inside = x + 8 <= lane <= x + w - 8
        if inside:
            start = (lane, self._lower_side(c, lane))
            return [*start, *start, lane, bottom, lane, bottom]
        side = (x if lane < x + w / 2 else x + w, y + h / 2)
        corner = y + h / 2 + min(40.0, (bottom - y) / 2)
        return [*side, lane, side[1], lane, side[1], lane, corner, lane, corner, lane, bottom, lane, bottom]

    def _lower_side(self, c: str, at: float) -> float:
        """Where the lower side of a class is; of an ellipse, where that is higher than its lowest point."""
        x, y, w, h = self.bodies.boxes[c]
        if c not in self.bodies.rounds:
            return y + h
        higher = h / 2 * (1 - max(0.0, 1 - ((at - x) / (w / 2) - 1) ** 2) ** 0.5)
        return y + h - higher - BEHIND if higher > SEEN else y + h


def _curve_around(middle: float, top: float, lane: float, aside: float, level: float, bottom: float) -> list[float]:
    """The way down from a class, along a level and down a lane; lines beside each other do not cross on their way."""
    start = middle + aside
    level += aside if lane < start else -aside
    way = 1 if lane > start else -1
    bow = min(10.0, level - top, abs(lane - start) / 2)
    corners = [
        *((start, level - bow), (start, level), (start + way * bow, level)),
        *((lane - way * bow, level), (lane, level), (lane, level + bow)),
    ]
    (a, first, b), (c, second, d) = corners[:3], corners[3:]
    points = [(start, top), (start, top), a, a, first, first, b, b, c, c, second, second, d, d, (lane, bottom)]
    return [v for point in (*points, (lane, bottom)) for v in point]


def _side_by_side(c: str, own: Sequence[tuple[int, Link]], lanes: Mapping[str, float]) -> list[tuple[int, Link]]:
    """The pairs of a class from left to right, so that they do not cross.

    Curves to the left come first, the nearest partner outermost, then stubs to the default, then curves to the
    right, the farthest first.
    """

    def from_left_to_right(entry: tuple[int, Link]) -> tuple[int, float]:
        other = entry[1].true if entry[1].predicted == c else entry[1].predicted
        if other is None or other == c:
            return 1, 0.0  # a loop, too, leaves in the middle
        return (0 if lanes[other] < lanes[c] else 2), -lanes[other]

    return sorted(own, key=from_left_to_right)


def cost_label(link: Link, x: float, y: float, face: Face) -> Label:
    """The label of a pair's cost on its line."""
    colour, size = ("ink", face.cost) if link.chosen else ("quiet", face.small)
    return Label(x, y, link.label, colour, size, ground=True)
