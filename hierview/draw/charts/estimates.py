"""Values with intervals below each other: dots and whiskers on one axis, every name and value in its row."""

from __future__ import annotations

from collections.abc import Sequence

from ...explain import Estimate, EstimatesPicture, number
from ..scenes.scene import Item, Label, Scene, Shape, line_as
from ..texts.fonts import SANS, Face, width
from .axes import axis_text, round_ticks

ROW, DOT = 24.0, 3.5
AIR = 14.0  # between columns
NAMES = 0.42  # of the width, at most, for names
DIGITS = 3


def estimates_scene(picture: EstimatesPicture, room: float, face: Face = SANS) -> Scene:
    """The rows of a picture of estimates in so much room."""
    names = [fitting(row.label, NAMES * room, face) for row in picture.rows]
    said = [shown(row) for row in picture.rows]
    heads = ("", picture.heading)
    columns = [
        max([width(text, face.small, face) for text in (*texts, head)], default=0.0)
        for texts, head in zip((said, [row.beside for row in picture.rows]), heads, strict=True)
    ]
    left = max([width(name, face.small, face) for name in names], default=0.0) + AIR
    ends = sum(column + AIR for column in columns if column)
    right = max(left + 60, room - ends - DOT)
    top = ROW if picture.heading else 4.0
    bottom = top + ROW * len(picture.rows)
    low, high = _ends(picture)
    axis = _Axis(left, right, low, high)
    items = [*_bands(picture, top, room), *_axis(picture, axis, top, bottom, face)]
    at = right + DOT + AIR
    for i, row in enumerate(picture.rows):
        # Values end in one line, so that digits stand below digits.
        first = at + columns[0] - width(said[i], face.small, face)
        place = (first, at + columns[0] + AIR), top + ROW * (i + 0.5)
        items.append(_row(row, names[i], said[i], axis, *place, face.small))
    if picture.heading:
        head = Label(at + columns[0] + AIR, top - ROW / 2, picture.heading, "quiet", face.small, anchor="start")
        items.append(Item("heading", (), (head,)))
    told = "; ".join(
        f"{row.label}: {text}{row.beside and ', ' + row.beside}" for row, text in zip(picture.rows, said, strict=True)
    )
    return Scene(tuple(items), max(room, right + DOT + ends), bottom + 46, f"{picture.x}. {told}")


def fitting(text: str, room: float, face: Face = SANS) -> str:
    """A text no wider than the room, what is left out of its middle as an ellipsis."""
    if width(text, face.small, face) <= room:
        return text
    kept = len(text)
    while kept > 2:
        kept -= 1
        head, tail = text[: (kept + 1) // 2].rstrip(), text[len(text) - kept // 2 :].lstrip()
        if width(f"{head}…{tail}", face.small, face) <= room:
            return f"{head}…{tail}"
    return "…"


def tick_texts(ticks: Sequence[float]) -> list[str]:
    """Numbers of an axis, all with as many decimals as any of them needs.

    >>> tick_texts([-0.5, 0.0, 0.25])
    ['−0.50', '0.00', '0.25']
    """
    decimals = max((len(axis_text(tick).partition(".")[2]) for tick in ticks), default=0)
    return [f"{tick:.{decimals}f}".replace("-", "−") for tick in ticks]


def shown(row: Estimate) -> str:
    """The value of a row, with a sign in front of a negative one as wide as a digit."""
    return "–" if row.value is None else f"{row.value:.{DIGITS}f}".replace("-", "−")


class _Axis:
    """Places of values between two ends."""

    def __init__(self, left: float, right: float, low: float, high: float):
        self.left, self.right, self.low, self.high = left, right, low, high

    def x(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)


def _ends(picture: EstimatesPicture) -> tuple[float, float]:
    """The ends of the axis: of all intervals, and the reference."""
    found = [v for row in (*picture.rows, *picture.apart) for v in (row.low, row.value, row.high) if v is not None]
    found += [picture.reference] if picture.reference is not None else []
    low, high = min(found, default=0.0), max(found, default=1.0)
    air = 0.03 * (high - low) or 0.5
    return low - air, high + air


def _bands(picture: EstimatesPicture, top: float, room: float) -> list[Item]:
    """A ground behind every second group."""
    rows = [i for i, row in enumerate(picture.rows) if row.group % 2 == 0 and row.group]
    boxes = (Shape("rect", (0, top + ROW * i, room, ROW, 0), "panel") for i in rows)
    return [Item("axis", (), (box,)) for box in boxes]


def _axis(picture: EstimatesPicture, axis: _Axis, top: float, bottom: float, face: Face) -> list[Item]:
    parts: list[Shape | Label] = []
    ticks = round_ticks(axis.low, axis.high, 5)
    widest = max((width(axis_text(tick), face.small, face) for tick in ticks), default=0.0) + 10
    while len(ticks) > 2 and axis.x(ticks[1]) - axis.x(ticks[0]) < widest:
        ticks = ticks[::2]
    for tick, text in zip(ticks, tick_texts(ticks), strict=True):
        x = axis.x(tick)
        parts.append(line_as("grid line", (x, top, x, bottom)))
        parts.append(Label(x, bottom + 12, text, "quiet", face.small))
    if picture.reference is not None:
        x = axis.x(picture.reference)
        parts.append(line_as("axis", (x, top, x, bottom)))
    parts.append(Label(axis.left, bottom + 34, picture.x, "ink", face.small, anchor="start"))
    return [Item("axis", (), tuple(parts))]


def _row(row: Estimate, name: str, said: str, axis: _Axis, columns: tuple[float, float], y: float, size: float) -> Item:
    """A name, its whisker and dot, its value, and what stands beside it."""
    colour = "accent" if row.group <= 1 else "quiet"
    parts: list[Shape | Label] = [Label(0, y, name, "ink", size, anchor="start")]
    if row.low is not None and row.high is not None:
        ends = (axis.x(row.low), y, axis.x(row.high), y)
        parts.append(line_as("main series" if row.group <= 1 else "other series", ends))
    if row.value is not None:
        parts.append(Shape("ellipse", (axis.x(row.value), y, DOT, DOT), colour, "ground", 1.0))
    parts.append(Label(columns[0], y, said, "ink", size, anchor="start"))
    if row.beside:
        parts.append(Label(columns[1], y, row.beside, "quiet", size, anchor="start"))
    return Item("series", (), tuple(parts), says=f"{row.label}, {number(row.value, DIGITS)}")
