"""Pairs as nested curves below a hierarchy, the cost at the lowest point; defaults as stubs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..explain import Link
from .scene import COST, SMALL, Box, Item, Label, line_as
from .text import text_width

Boxes = Mapping[str, Box]
_LEVEL = 26.0  # from one curve down to the next


def pairs_below(links: Sequence[Link], boxes: Boxes, lowest: float = 0) -> list[Item]:
    """The pairs below the bottom layer, or below `lowest`, the shortest nearest to it."""
    if not links:
        return []
    ground = _Ground.of(links, boxes, lowest)
    spans = sorted(enumerate(map(ground.span, range(len(links)))), key=lambda s: (s[1][1] - s[1][0], s[0]))
    items: list[Item] = []
    drawn: list[tuple[float, float, int]] = []
    for i, (a, b) in spans:
        level = 1 + max((lv for x, y, lv in drawn if x < b + 6 and a - 6 < y), default=0)
        drawn.append((a, b, level))
        items.append(ground.pair(i, ground.bottom + 10 + _LEVEL * level))
    return items


def _lane(c: str, half: float, boxes: Boxes) -> float:
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


def _lines(link: Link) -> int:
    """How many lines' room a pair takes at a class: a loop that of three."""
    return 3 if link.predicted == link.true else 1


def _alone(link: Link) -> str | None:
    """The class that goes to the default; None where both sides have one."""
    if link.predicted is not None and link.true is not None:
        return None
    return str(link.predicted if link.predicted is not None else link.true)


@dataclass(frozen=True)
class _Ground:
    """Where pairs leave their classes. slots: where the line of a pair, by its number, crosses the bottom."""

    links: Sequence[Link]
    boxes: Boxes
    bottom: float
    slots: Mapping[tuple[int, str], float]

    @classmethod
    def of(cls, links: Sequence[Link], boxes: Boxes, lowest: float) -> _Ground:
        uses = {c: [(i, link) for i, link in enumerate(links) if c in (link.predicted, link.true)] for c in boxes}
        uses = {c: own for c, own in uses.items() if own}
        widths = {c: sum(_lines(link) for _, link in own) for c, own in uses.items()}
        rooms = {c: min(10.0, (boxes[c][2] - 16) / width) for c, width in widths.items()}
        lanes = {c: _lane(c, widths[c] * rooms[c] / 2, boxes) for c in uses}
        slots: dict[tuple[int, str], float] = {}
        for c, own in uses.items():
            start = lanes[c] - widths[c] * rooms[c] / 2
            for i, link in _side_by_side(c, own, lanes):
                taken = _lines(link) * rooms[c]
                slots[i, c] = start + taken / 2
                start += taken
        return cls(links, boxes, max([lowest, *(y + h for _, y, _, h in boxes.values())]), slots)

    def span(self, i: int) -> tuple[float, float]:
        """From where to where a pair needs the room below."""
        link = self.links[i]
        alone = _alone(link)
        if alone is None:
            a, b = self._ends(i)
            return min(a, b), max(a, b)
        half = text_width(f"default {link.label}", SMALL) / 2 + 4
        return self.slots[i, alone] - half, self.slots[i, alone] + half

    def pair(self, i: int, depth: float) -> Item:
        """The pair with its lowest point at `depth`."""
        link = self.links[i]
        alone = _alone(link)
        if alone is not None:
            return self._stub(i, alone, depth)
        p, t = str(link.predicted), str(link.true)
        a, b = self._ends(i)
        # A cubic whose handles lie 4/3 of the depth down reaches down exactly that deep.
        handle = self.bottom + (depth - self.bottom) * 4 / 3
        down, up = self._drop(p, a), self._drop(t, b)
        back = [v for j in range(len(up) - 2, -1, -2) for v in up[j : j + 2]]
        curve = (*down, a, handle, b, handle, *back)
        label = cost_label(link, (a + b) / 2, depth)
        parts = (line_as("pair" if link.chosen else "rejected pair", curve, "curve"), label)
        return Item(
            "pair" if link.chosen else "rejected", (p,) if p == t else (p, t), parts, says=f"{p} with {t}, {link.label}"
        )

    def _stub(self, i: int, c: str, depth: float) -> Item:
        """A class that goes to the default."""
        told, lane, bottom = self.links[i].label, self.slots[i, c], self.bottom
        way = (*self._drop(c, lane), lane, bottom, lane, depth - 10, lane, depth - 10)
        label = Label(lane, depth, f"default {told}", "quiet", SMALL, italic=True, ground=True)
        return Item("pair", (c,), (line_as("to default", way, "curve"), label), says=f"{c} goes to the default, {told}")

    def _ends(self, i: int) -> tuple[float, float]:
        """Where the curve of a pair leaves the bottom line; a class paired with itself gets a loop."""
        p, t = str(self.links[i].predicted), str(self.links[i].true)
        a, b = self.slots[i, p], self.slots[i, t]
        return (a - 10, b + 10) if p == t else (a, b)

    def _drop(self, c: str, lane: float) -> list[float]:
        """The way from a class's body to its lane at the bottom, as points of a curve's cubic segments."""
        x, y, w, h = self.boxes[c]
        bottom = self.bottom
        inside = x + 8 <= lane <= x + w - 8
        if inside:
            start = (lane, y + h)
            return [*start, *start, lane, bottom, lane, bottom]
        side = (x if lane < x else x + w, y + h / 2)
        corner = y + h / 2 + min(40.0, (bottom - y) / 2)
        return [*side, lane, side[1], lane, side[1], lane, corner, lane, corner, lane, bottom, lane, bottom]


def _side_by_side(c: str, own: Sequence[tuple[int, Link]], lanes: Mapping[str, float]) -> list[tuple[int, Link]]:
    """The pairs of a class from left to right, so that they do not cross.

    Curves to the left come first, the nearest partner outermost, then stubs to the default, then curves to the
    right, the farthest first.
    """

    def place(entry: tuple[int, Link]) -> tuple[int, float]:
        other = entry[1].true if entry[1].predicted == c else entry[1].predicted
        if other is None or other == c:
            return 1, 0.0  # a loop, too, leaves in the middle
        return (0 if lanes[other] < lanes[c] else 2), -lanes[other]

    return sorted(own, key=place)


def cost_label(link: Link, x: float, y: float) -> Label:
    """The cost of a pair on its line."""
    colour, size = ("ink", COST) if link.chosen else ("quiet", SMALL)
    return Label(x, y, link.label, colour, size, ground=True)
