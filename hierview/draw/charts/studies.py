"""Pictures of a study on axes: estimates in rows, agreement as a triangle, differences as bars, instances as spots."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ...explain import EstimatesPicture, HistogramPicture, PointsPicture, Spot, TrianglePicture, number
from ..scenes.scene import SMALL, Item, Label, Scene, Shape, line_as
from ..texts.fonts import SANS, Face, line_width
from .axes import (
    DIGITS,
    DOT,
    Plot,
    axis_ends_with_0_and_1,
    axis_text,
    axis_value,
    interval_shapes,
    round_ticks,
    shorten_text,
    text_from,
    text_to,
    tick_texts,
    x_axis,
    y_axis,
)

# Values with intervals below each other: dots and whiskers on one axis, every name and value in its row

ROW = 24.0
AIR = 14.0  # between columns
NAMES = 0.42  # of the width, at most, for names


def estimates_scene(picture: EstimatesPicture, room: float, face: Face = SANS) -> Scene:
    """The scene of a picture of estimates in a room of this width, row by row."""
    names = [shorten_text(row.label, NAMES * room, face) for row in picture.rows]
    values = [axis_value(row.value) for row in picture.rows]
    heads = ("", picture.heading)
    columns = [
        max([line_width(text, face.small, face) for text in (*texts, head)], default=0.0)
        for texts, head in zip((values, [row.beside for row in picture.rows]), heads, strict=True)
    ]
    left = max([line_width(name, face.small, face) for name in names], default=0.0) + AIR
    ends = sum(column + AIR for column in columns if column)
    right = max(left + 60, room - ends - DOT)
    top = ROW if picture.heading else 4.0
    bottom = top + ROW * len(picture.rows)
    plot = Plot(left, right, top, bottom, *_ends_of_rows(picture), 0.0, 1.0)
    # A ground behind every second group.
    shaded = (i for i, row in enumerate(picture.rows) if row.group % 2 == 0 and row.group)
    items = [Item("axis", (), (Shape("rect", (0, top + ROW * i, room, ROW, 0), "panel"),)) for i in shaded]
    items.append(_axis_of_rows(picture, plot, face))
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


def _ends_of_rows(picture: EstimatesPicture) -> tuple[float, float]:
    values = [v for row in (*picture.rows, *picture.apart) for v in (row.low, row.value, row.high) if v is not None]
    values += [picture.reference] if picture.reference is not None else []
    low, high = min(values, default=0.0), max(values, default=1.0)
    air = 0.03 * (high - low) or 0.5
    return low - air, high + air


def _axis_of_rows(picture: EstimatesPicture, plot: Plot, face: Face) -> Item:
    ticks = round_ticks(plot.first, plot.last, 5)
    widest = max((line_width(axis_text(tick), face.small, face) for tick in ticks), default=0.0) + 10
    while len(ticks) > 2 and plot.x(ticks[1]) - plot.x(ticks[0]) < widest:
        ticks = ticks[::2]
    parts = x_axis(plot, ticks, plot.bottom + 12, face)
    if picture.reference is not None:
        x = plot.x(picture.reference)
        parts.append(line_as("axis", (x, plot.top, x, plot.bottom)))
    parts.append(text_from(plot.left, plot.bottom + 34, picture.x, face, "ink"))
    return Item("axis", (), tuple(parts))


# Agreement between every two things: a triangle of cells, each thing named once, at the end of its row

CELL = 26.0  # height of a cell
NARROWEST, WIDEST = 38.0, 64.0
DARKEST = 0.34  # of the shade: text on it stays readable
LONGEST = 0.6  # of the width that a name may take


def triangle_scene(picture: TrianglePicture, room: float, face: Face = SANS) -> Scene:
    """The scene of a triangle of agreement in a room of this width; a column is named where its row ends."""
    names = [shorten_text(name, LONGEST * room, face) for name in picture.names]
    wide = [line_width(name, face.small, face) + 8 for name in names]
    # A name begins where the cells of its row end.
    cells = [(room - w) / i for i, w in enumerate(wide) if i]
    cell = max(NARROWEST * face.small / SMALL, min([WIDEST, *cells]))
    items: list[Item] = []
    texts = []
    for i, name in enumerate(names):
        y = CELL * i
        for j in range(i):
            value = picture.values[i][j]
            pair = f"{picture.names[i]}, {picture.names[j]}"
            items.append(_cell_item(value, (cell * j, y, cell, CELL), pair, face.small))
            texts.append(f"{picture.names[i]} and {picture.names[j]} {axis_value(value, 2)}")
        items.append(Item("heading", (), (text_from(cell * i + 8, y + CELL / 2, name, face, "ink"),)))
    whole = max([room, *(cell * i + w for i, w in enumerate(wide))])
    return Scene(tuple(items), whole, CELL * len(names), "; ".join(texts))


def _cell_item(value: float | None, box: tuple[float, float, float, float], pair: str, size: float) -> Item:
    x, y, w, h = box
    inside = (x + 1, y + 1, w - 2, h - 2, 2)
    parts: list[Shape | Label] = [Shape("rect", inside, "panel")]
    if value is not None and value:
        colour = "accent" if value > 0 else "predicted"
        parts.append(Shape("rect", inside, colour, opacity=round(DARKEST * min(1.0, abs(value)), 3), role="shade"))
    parts.append(Label(x + w / 2, y + h / 2, axis_value(value, 2), "ink", size))
    return Item("axis", (), tuple(parts), box, f"{pair}: {axis_value(value, 2)}")


# Differences of paired values as bars left and right of 0, and their mean below

BARS = 130.0  # height of the highest bar
LINE = 20.0


def histogram_scene(picture: HistogramPicture, room: float, face: Face = SANS) -> Scene:
    """The scene of a histogram `room` wide; the bars on the picture's accented side of 0 have the accent colour."""
    most = max([1, *picture.counts])
    counts = round_ticks(0, most, 4, whole=True)
    texts = [f"{count:,.0f}" for count in counts]
    left = max(line_width(text, face.small, face) for text in texts) + 10
    top = 3 * LINE
    bottom = top + BARS
    plot = Plot(left, room - 2, top, bottom, picture.edges[0], picture.edges[-1], 0, most)
    ticks = round_ticks(plot.first, plot.last, 5)
    name = shorten_text(picture.x, plot.right - left, face)
    axes = (
        *y_axis(plot, counts, texts, 8, face),
        *x_axis(plot, ticks, bottom + 12, face, grid=False),
        text_from(left, bottom + 3.5 * LINE, name, face, "ink"),
    )
    zero = line_as("axis", (plot.x(0), top - 4, plot.x(0), bottom))
    items = [Item("heading", (), _head_labels(picture, room, face)), Item("axis", (), axes), *_bar_items(picture, plot)]
    items += [Item("axis", (), (zero,)), _mean_item(picture, plot, bottom + 2.1 * LINE, face)]
    says = f"{picture.left}; {picture.middle}; {picture.right}; mean {axis_value(picture.mean.value)}"
    return Scene(tuple(items), room, bottom + 4.2 * LINE, says)


def _bar_items(picture: HistogramPicture, plot: Plot) -> list[Item]:
    """The bars that hold anything: together, or each for itself where a click on it means something."""
    items: list[Item] = []
    picks = picture.picks or ("",) * len(picture.counts)
    for a, b, count, pick in zip(picture.edges, picture.edges[1:], picture.counts, picks, strict=False):
        if count:
            box = (plot.x(a) + 0.75, plot.y(count), plot.x(b) - plot.x(a) - 1.5, plot.bottom - plot.y(count))
            bar = Shape("rect", (*box, 0), "accent" if (a >= 0) == (picture.accent == "right") else "none")
            says = f"{axis_text(a)} to {axis_text(b)}: {count:,}".replace("-", "−")
            items.append(Item("branch", (), (bar,), box, says, pick))
    return items if picture.picks else [Item("series", (), tuple(bar for item in items for bar in item.parts))]


def _head_labels(picture: HistogramPicture, room: float, face: Face) -> tuple[Label, ...]:
    """The labels on what lies on either side of 0 and, between them, on neither."""
    left, right = (shorten_text(text, room / 2 - 8, face) for text in (picture.left, picture.right))
    inks = ("accent", "quiet") if picture.accent == "left" else ("quiet", "accent")
    middle = shorten_text(picture.middle, room, face)
    return (
        text_from(0, LINE / 2, left, face, inks[0]),
        text_to(room, LINE / 2, right, face, inks[1]),
        Label(0, 1.5 * LINE, middle, "quiet", face.small, italic=True, anchor="start"),
    )


def _mean_item(picture: HistogramPicture, plot: Plot, y: float, face: Face) -> Item:
    """The mean with its interval below the axis, its value at the side that has room."""
    mean = picture.mean
    if mean.value is None:
        return Item("present", (), ())
    first = last = plot.x(mean.value)
    texts = [f"{mean.label} {axis_value(mean.value)}"]
    if mean.low is not None and mean.high is not None:
        first, last = plot.x(mean.low), plot.x(mean.high)
        texts.insert(0, f"{texts[0]} [{axis_value(mean.low)}, {axis_value(mean.high)}]")
    x = plot.x(mean.value)
    start, text = _text_with_room(texts, (min(first, x - DOT) - 8, max(last, x + DOT) + 8), plot.right, face)
    parts = (*interval_shapes(mean, plot, y, first=True), text_from(start, y, text, face, "accent"))
    return Item("present", (), parts, says=texts[0])


def _text_with_room(texts: Sequence[str], sides: tuple[float, float], end: float, face: Face) -> tuple[float, str]:
    """Where the first of the texts begins that has room at the right or the left, and that text."""
    for text in texts:
        wide = line_width(text, face.small, face)
        for start in (sides[1], sides[0] - wide):
            if start >= 0 and start + wide <= end:
                return start, text
    return max(0.0, sides[0] - line_width(texts[-1], face.small, face)), texts[-1]


# Things by two values: spots on two axes, the fullest with their numbers beside them

HIGH = 0.75  # of the width
LEAST, MOST = 2.0, 11.0  # radius of a spot


def points_scene(picture: PointsPicture, room: float, face: Face = SANS) -> Scene:
    """The scene of a scatter of spots in a room of this width."""
    low_x, high_x = axis_ends_with_0_and_1([spot.x for spot in picture.spots])
    low_y, high_y = axis_ends_with_0_and_1([spot.y for spot in picture.spots])
    ups = round_ticks(low_y, high_y)
    left = max((line_width(text, face.small, face) for text in tick_texts(ups)), default=0.0) + 10 + MOST
    bottom = HIGH * room
    plot = Plot(left, room - MOST - 8, LINE + MOST + 6, bottom, low_x, high_x, low_y, high_y)
    most = max([2, *(spot.count for spot in picture.spots)])
    ordered = sorted(picture.spots, key=lambda spot: (-spot.count, spot.x, spot.y))
    radii = (_spot_radius(spot.count, most) for spot in ordered)
    spots = (
        Shape("ellipse", (plot.x(spot.x), plot.y(spot.y), r, r), "ink", "ground", 0.75, opacity=0.55)
        for spot, r in zip(ordered, radii, strict=True)
    )
    items = [
        Item("axis", (), _axes_of_points(picture, plot, ups, face)),
        Item("series", (), tuple(spots)),
        Item("heading", (), _spot_labels(ordered, plot, most, face)),
    ]
    labelled = "; ".join(f"{spot.count:,} at {spot.x:.3f}, {spot.y:.3f}" for spot in ordered if spot.label)
    count = sum(spot.count for spot in ordered)
    says = f"{picture.y} against {picture.x}: {count:,} at {len(ordered):,} places" + (
        f"; {labelled}" if labelled else ""
    )
    return Scene(tuple(items), room, bottom + MOST + 2.6 * LINE, says.replace("-", "−"))


def _spot_radius(count: int, most: int) -> float:
    return LEAST + (MOST - LEAST) * sqrt((count - 1) / (most - 1))


def _axes_of_points(picture: PointsPicture, plot: Plot, ups: Sequence[float], face: Face) -> tuple[Shape | Label, ...]:
    parts = y_axis(plot, ups, tick_texts(ups), MOST + 6, face)
    far = plot.bottom + MOST
    parts += x_axis(plot, round_ticks(plot.first, plot.last), far + 0.6 * LINE, face)
    if picture.equal:
        ends = max(plot.first, plot.low), min(plot.last, plot.high)
        parts.append(line_as("present", (plot.x(ends[0]), plot.y(ends[0]), plot.x(ends[1]), plot.y(ends[1]))))
    parts.append(text_from(0, LINE / 2, shorten_text(picture.y, plot.right, face), face, "ink"))
    parts.append(text_to(plot.right, far + 1.9 * LINE, shorten_text(picture.x, plot.right, face), face, "ink"))
    return tuple(parts)


def _spot_labels(spots: Sequence[Spot], plot: Plot, most: int, face: Face) -> tuple[Label, ...]:
    """The numbers beside spots, of the fullest first; one that would touch another is left out."""
    labels: list[tuple[float, Label]] = []
    for spot in spots:
        if not spot.label:
            continue
        r, wide = _spot_radius(spot.count, most) + 4, line_width(spot.label, face.small, face)
        x, y = plot.x(spot.x), plot.y(spot.y)
        start = x + r if x + r + wide <= plot.right + MOST else x - r - wide
        clear = (
            abs(y - other.y) > face.small or start > other.x + w + 2 or start + wide + 2 < other.x
            for w, other in labels
        )
        if all(clear):
            labels.append((wide, Label(start, y, spot.label, "ink", face.small, anchor="start", ground=True)))
    return tuple(label for _, label in labels)
