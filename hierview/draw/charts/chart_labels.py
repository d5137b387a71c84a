"""The texts in a chart: at the ends of lines, in gaps and at the present value, where they touch nothing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...explain import ChartPicture, Series, number
from ..scenes.scene import Extent, Item, Label, Point, Shape, line_as
from ..texts.widths import text_width
from .axes import Plot, axis_text

LINE = 18.0  # from one line of text to the next
END = 16.0  # from the end of a line to its label


def text_box(plot: Plot, x: float, y: float, text: str, anchor: str = "middle") -> Extent:
    """The room of a text."""
    w = text_width(text, plot.small)
    left = x if anchor == "start" else x - w / 2
    return left, y - plot.small * 0.6, left + w, y + plot.small * 0.6


def gap_labels(picture: ChartPicture, plot: Plot, texts: list[Extent]) -> list[Item]:
    """The word `undefined` where the first series has a gap with room for it."""
    if not picture.series:
        return []
    series = picture.series[0]
    gaps: list[tuple[float, float]] = []
    start, open_ = plot.left, False
    for x, y in series.points:
        if y is None:
            open_ = True
            continue
        if open_:
            gaps.append((start, plot.x(x)))
        start, open_ = plot.x(x), False
    if open_:
        gaps.append((start, plot.right))
    room = text_width("undefined", plot.small) + 16
    # Where the present value is undefined, its own label says so.
    present = picture.present
    here = plot.x(present) if isinstance(present, Fraction) and _value_at(series, present) is None else None
    gaps = [(a, b) for a, b in gaps if b - a >= room and not (here is not None and a <= here <= b)]
    spots = [((a + b) / 2, "quiet") for a, b in gaps]
    if plot.beside is not None and series.apart is None:
        spots.append((plot.beside, "accent" if picture.present == "apart" else "quiet"))
    labels = []
    for at, colour in spots:
        # Another line may end here: above its label then.
        height = plot.bottom - 16
        while height > LINE and any(_overlap(text_box(plot, at, height, "undefined"), other) for other in texts):
            height -= LINE
        texts.append(text_box(plot, at, height, "undefined"))
        labels.append(Label(at, height, "undefined", colour, plot.small, italic=True))
    return [Item("series", (), tuple(labels))] if labels else []


def end_labels(
    picture: ChartPicture, plot: Plot, ways: Sequence[tuple[Point, Point]], texts: list[Extent]
) -> list[Item]:
    """Each line's label at the height of its end, moved apart where two would touch, and off lines that go on."""
    ends_of_lines: list[tuple[float, int, Series, float]] = []
    for i, series in enumerate(picture.series):
        ends = [(plot.x(x), y) for x, y in series.points if y is not None]
        if plot.beside is not None and series.apart is not None:
            ends.append((plot.beside, series.apart))
        if ends:
            x, y = ends[-1]
            ends_of_lines.append((plot.y(y), i, series, x + END))
    ends_of_lines.sort(key=lambda end: end[:2])
    heights = [y for y, *_ in ends_of_lines]
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + LINE)
    if heights and heights[-1] > plot.bottom:
        heights[-1] = plot.bottom
        for i in reversed(range(len(heights) - 1)):
            heights[i] = min(heights[i], heights[i + 1] - LINE)
    boxes = [
        text_box(plot, x, y, series.label, "start") for y, (_, _, series, x) in zip(heights, ends_of_lines, strict=True)
    ]
    items = []
    for k, (_, i, series, x) in enumerate(ends_of_lines):
        y = heights[k]
        if x < plot.right:
            y = _free_height((x, y), series.label, plot, ways, [*texts, *boxes[k + 1 :]])
        label = Label(x, y, series.label, "accent" if i == 0 else "quiet", plot.small, anchor="start")
        texts.append(text_box(plot, x, y, series.label, "start"))
        items.append(Item("series", (), (label,)))
    return items


def _free_height(
    at: Point, text: str, plot: Plot, ways: Sequence[tuple[Point, Point]], texts: Sequence[Extent]
) -> float:
    """The nearest height at which a text that begins there touches neither a line nor another text."""
    left, _, right, _ = text_box(plot, *at, text, "start")
    near = [way for way in ways if max(way[0][0], way[1][0]) > left - LINE and min(way[0][0], way[1][0]) < right + LINE]
    steps = range(round(plot.bottom - plot.top))

    def free(y: float) -> bool:
        box = text_box(plot, at[0], y, text, "start")
        return not any(_crosses(box, a, b) for a, b in near) and not any(_overlap(box, other) for other in texts)

    heights = (at[1] + side * step for step in steps for side in (-1, 1))
    return next((y for y in heights if plot.top <= y <= plot.bottom - plot.small * 0.6 and free(y)), at[1])


def _value_at(series: Series, x: Fraction) -> float | None:
    return next((y for at, y in series.points if at == x), None)


def present_value(
    picture: ChartPicture, plot: Plot, ways: Sequence[tuple[Point, Point]], texts: list[Extent]
) -> list[Item]:
    """A line up from the axis to the present value of the first series, with the value beside it."""
    if picture.present is None or not picture.series:
        return []
    series = picture.series[0]
    if picture.present == "apart":
        if plot.beside is None:
            return []
        x, value, place = plot.beside, series.apart, ""
    else:
        x, value = plot.x(picture.present), _value_at(series, picture.present)
        place = f" at {axis_text(picture.present)}"
    text = ("undefined" if value is None else number(value)) + place
    y = plot.bottom if value is None else plot.y(value)
    parts: list[Shape | Label] = []
    if value is not None:
        parts.append(line_as("present", (x, plot.bottom, x, y)))
        parts.append(Shape("ellipse", (x, y, 6.5, 6.5), "accent", "ground", 2.0))
    elif picture.present != "apart":
        parts.append(line_as("present", (x, plot.bottom, x, plot.top)))
    obstacles = [*ways, ((x, plot.bottom), (x, y))]
    right = plot.right if picture.present != "apart" else plot.beside or plot.right
    if value is not None or picture.present != "apart":
        spot = _free_spot((x, y), text, plot, right, obstacles, texts)
        parts.append(Label(*spot, text, "accent", plot.small, ground=True))
        texts.append(text_box(plot, *spot, text))
    return [Item("present", (), tuple(parts), says=text)]


def _free_spot(
    at: Point, text: str, plot: Plot, right: float, ways: Sequence[tuple[Point, Point]], texts: Sequence[Extent]
) -> Point:
    """The nearest place by a point where a text touches neither a line nor another text."""
    half = text_width(text, plot.small) / 2
    spots = [
        (at[0] + side * (half + 12), at[1] + dy)
        for dy in (-18, 18, 0, -36, 36, -54, 54, -90, 90, -130, 130)
        for side in (0, 1, -1)
        if side or dy
    ]

    def cost(spot: Point) -> float:
        box = text_box(plot, *spot, text)
        beyond = box[0] < plot.left or box[2] > max(right, at[0] + half)
        outside = beyond or box[1] < plot.top - 14 or box[3] > plot.bottom
        crossed = sum(_crosses(box, a, b) for a, b in ways)
        covered = sum(_overlap(box, other) for other in texts)
        far = abs(spot[0] - at[0]) / 10 + abs(spot[1] - at[1])
        return 10_000 * covered + 3_000 * outside + 300 * crossed + far

    return min(spots, key=cost)


def _overlap(a: Extent, b: Extent) -> bool:
    return a[0] < b[2] + 4 and b[0] < a[2] + 4 and a[1] < b[3] + 1 and b[1] < a[3] + 1


def _crosses(box: Extent, a: Point, b: Point) -> bool:
    """Whether a segment passes a box, with 4 px to spare."""
    left, top, right, bottom = box[0] - 4, box[1] - 2, box[2] + 4, box[3] + 2
    low, high = 0.0, 1.0
    for start, way, least, most in (
        (a[0], b[0] - a[0], left, right),
        (a[1], b[1] - a[1], top, bottom),
    ):
        if way == 0:
            if not least <= start <= most:
                return False
            continue
        enter, leave = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, enter), min(high, leave)
    return low <= high
