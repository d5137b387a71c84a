"""The texts in a chart: at the ends of lines, in gaps and at the present value, where they touch nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ...explain import ChartPicture, Series, number
from ..scenes.scene import Extent, Item, Label, Point, Segment, Shape, line_as, passes_through
from ..texts.widths import text_width
from .axes import Plot, axis_text

LINE = 18.0  # from one line of text to the next
END = 16.0  # from the end of a line to its label


def text_box(label: Label) -> Extent:
    """The box that a text takes."""
    w = text_width(label.text, label.size)
    left = label.x if label.anchor == "start" else label.x - w / 2
    return left, label.y - label.size * 0.6, left + w, label.y + label.size * 0.6


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
        label = Label(at, plot.bottom - 16, "undefined", colour, plot.small, italic=True)
        # Another line may end here: above its label then.
        while label.y > LINE and any(_boxes_overlap(text_box(label), other) for other in texts):
            label = replace(label, y=label.y - LINE)
        texts.append(text_box(label))
        labels.append(label)
    return [Item("series", (), tuple(labels))] if labels else []


def end_labels(picture: ChartPicture, plot: Plot, ways: Sequence[Segment], texts: list[Extent]) -> list[Item]:
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
    labels = [
        Label(x, y, series.label, "accent" if i == 0 else "quiet", plot.small, anchor="start")
        for y, (_, i, series, x) in zip(heights, ends_of_lines, strict=True)
    ]
    items = []
    for k, label in enumerate(labels):
        if label.x < plot.right:
            others = [*texts, *map(text_box, labels[k + 1 :])]
            label = replace(label, y=_free_height(label, plot, ways, others))
        texts.append(text_box(label))
        items.append(Item("series", (), (label,)))
    return items


def _free_height(label: Label, plot: Plot, ways: Sequence[Segment], texts: Sequence[Extent]) -> float:
    """The nearest height at which a text that begins there touches neither a line nor another text."""
    left, _, right, _ = text_box(label)
    near = [way for way in ways if max(way[0][0], way[1][0]) > left - LINE and min(way[0][0], way[1][0]) < right + LINE]
    steps = range(round(plot.bottom - plot.top))

    def free(y: float) -> bool:
        box = text_box(replace(label, y=y))
        return not any(_crosses(box, a, b) for a, b in near) and not any(_boxes_overlap(box, other) for other in texts)

    heights = (label.y + side * step for step in steps for side in (-1, 1))
    return next((y for y in heights if plot.top <= y <= plot.bottom - plot.small * 0.6 and free(y)), label.y)


def _value_at(series: Series, x: Fraction) -> float | None:
    return next((y for at, y in series.points if at == x), None)


def present_value_items(picture: ChartPicture, plot: Plot, ways: Sequence[Segment], texts: list[Extent]) -> list[Item]:
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
        label = Label(x, y, text, "accent", plot.small, ground=True)
        label = _label_by_point(label, plot, right, obstacles, texts)
        parts.append(label)
        texts.append(text_box(label))
    return [Item("present", (), tuple(parts), says=text)]


def _label_by_point(label: Label, plot: Plot, right: float, ways: Sequence[Segment], texts: Sequence[Extent]) -> Label:
    """The text at the nearest place by its point where it touches neither a line nor another text."""
    half = text_width(label.text, label.size) / 2
    spots = [
        replace(label, x=label.x + side * (half + 12), y=label.y + dy)
        for dy in (-18, 18, 0, -36, 36, -54, 54, -90, 90, -130, 130)
        for side in (0, 1, -1)
        if side or dy
    ]

    def cost(spot: Label) -> float:
        box = text_box(spot)
        beyond = box[0] < plot.left or box[2] > max(right, label.x + half)
        outside = beyond or box[1] < plot.top - 14 or box[3] > plot.bottom
        crossed = sum(_crosses(box, a, b) for a, b in ways)
        covered = sum(_boxes_overlap(box, other) for other in texts)
        far = abs(spot.x - label.x) / 10 + abs(spot.y - label.y)
        return 10_000 * covered + 3_000 * outside + 300 * crossed + far

    return min(spots, key=cost)


def _boxes_overlap(a: Extent, b: Extent) -> bool:
    return a[0] < b[2] + 4 and b[0] < a[2] + 4 and a[1] < b[3] + 1 and b[1] < a[3] + 1


def _crosses(box: Extent, a: Point, b: Point) -> bool:
    """Whether a segment passes a box, with 4 px to spare."""
    return passes_through(a, b, (box[0] - 4, box[1] - 2, box[2] + 4, box[3] + 2))
