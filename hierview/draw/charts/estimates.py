"""Values with intervals below each other: dots and whiskers on one axis, every name and value in its row."""

from __future__ import annotations

from ...explain import EstimatesPicture, number
from ..scenes.scene import Item, Scene, Shape, line_as
from ..texts.fonts import SANS, Face, width
from .axes import (
    DIGITS,
    DOT,
    Plot,
    axis_text,
    axis_value,
    interval_shapes,
    round_ticks,
    shortened,
    text_from,
    text_to,
    x_axis,
)

ROW = 24.0
AIR = 14.0  # between columns
NAMES = 0.42  # of the width, at most, for names


def estimates_scene(picture: EstimatesPicture, room: float, face: Face = SANS) -> Scene:
    """The rows of a picture of estimates in so much room."""
    names = [shortened(row.label, NAMES * room, face) for row in picture.rows]
    values = [axis_value(row.value) for row in picture.rows]
    heads = ("", picture.heading)
    columns = [
        max([width(text, face.small, face) for text in (*texts, head)], default=0.0)
        for texts, head in zip((values, [row.beside for row in picture.rows]), heads, strict=True)
    ]
    left = max([width(name, face.small, face) for name in names], default=0.0) + AIR
    ends = sum(column + AIR for column in columns if column)
    right = max(left + 60, room - ends - DOT)
    top = ROW if picture.heading else 4.0
    bottom = top + ROW * len(picture.rows)
    plot = Plot(left, right, top, bottom, *_ends(picture), 0.0, 1.0)
    items = [*_bands(picture, top, room), _axis(picture, plot, face)]
    value_end = right + DOT + AIR + columns[0]
    for i, (row, name, value) in enumerate(zip(picture.rows, names, values, strict=True)):
        y = top + ROW * (i + 0.5)
        parts = [text_from(0, y, name, face, "ink"), *interval_shapes(row, plot, y, row.group <= 1)]
        # Values end in one line, so that digits stand below digits.
        parts.append(text_to(value_end, y, value, face, "ink"))
        if row.beside:
            parts.append(text_from(value_end + AIR, y, row.beside, face))
        items.append(Item("series", (), tuple(parts), says=f"{row.label}, {number(row.value, DIGITS)}"))
    if picture.heading:
        items.append(Item("heading", (), (text_from(value_end + AIR, top - ROW / 2, picture.heading, face),)))
    texts = "; ".join(
        f"{row.label}: {value}{row.beside and ', ' + row.beside}"
        for row, value in zip(picture.rows, values, strict=True)
    )
    return Scene(tuple(items), max(room, right + DOT + ends), bottom + 46, f"{picture.x}. {texts}")


def _ends(picture: EstimatesPicture) -> tuple[float, float]:
    """The ends of the axis: of all intervals, and the reference."""
    values = [v for row in (*picture.rows, *picture.apart) for v in (row.low, row.value, row.high) if v is not None]
    values += [picture.reference] if picture.reference is not None else []
    low, high = min(values, default=0.0), max(values, default=1.0)
    air = 0.03 * (high - low) or 0.5
    return low - air, high + air


def _bands(picture: EstimatesPicture, top: float, room: float) -> list[Item]:
    """A ground behind every second group."""
    rows = [i for i, row in enumerate(picture.rows) if row.group % 2 == 0 and row.group]
    boxes = (Shape("rect", (0, top + ROW * i, room, ROW, 0), "panel") for i in rows)
    return [Item("axis", (), (box,)) for box in boxes]


def _axis(picture: EstimatesPicture, plot: Plot, face: Face) -> Item:
    """Numbers of the axis, the line of the reference, and what the axis measures."""
    ticks = round_ticks(plot.first, plot.last, 5)
    widest = max((width(axis_text(tick), face.small, face) for tick in ticks), default=0.0) + 10
    while len(ticks) > 2 and plot.x(ticks[1]) - plot.x(ticks[0]) < widest:
        ticks = ticks[::2]
    parts = x_axis(plot, ticks, plot.bottom + 12, face)
    if picture.reference is not None:
        x = plot.x(picture.reference)
        parts.append(line_as("axis", (x, plot.top, x, plot.bottom)))
    parts.append(text_from(plot.left, plot.bottom + 34, picture.x, face, "ink"))
    return Item("axis", (), tuple(parts))
