"""Differences of paired values as bars left and right of 0, and their mean below."""

from __future__ import annotations

from collections.abc import Sequence

from ...explain import HistogramPicture
from ..scenes.scene import Item, Label, Scene, Shape, line_as
from ..texts.fonts import SANS, Face, width
from .axes import (
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
    y_axis,
)

HIGH = 130.0
LINE = 20.0


def histogram_scene(picture: HistogramPicture, room: float, face: Face = SANS) -> Scene:
    """The scene of a histogram `room` wide; the bars on the picture's accented side of 0 have the accent colour."""
    most = max([1, *picture.counts])
    counts = round_ticks(0, most, 4, whole=True)
    texts = [f"{count:,.0f}" for count in counts]
    left = max(width(text, face.small, face) for text in texts) + 10
    top = 3 * LINE
    bottom = top + HIGH
    plot = Plot(left, room - 2, top, bottom, picture.edges[0], picture.edges[-1], 0, most)
    ticks = round_ticks(plot.first, plot.last, 5)
    name = shortened(picture.x, plot.right - left, face)
    axes = (
        *y_axis(plot, counts, texts, 8, face),
        *x_axis(plot, ticks, bottom + 12, face, grid=False),
        text_from(left, bottom + 3.5 * LINE, name, face, "ink"),
    )
    zero = line_as("axis", (plot.x(0), top - 4, plot.x(0), bottom))
    items = [Item("heading", (), _heads(picture, room, face)), Item("axis", (), axes), *_bars(picture, plot)]
    items += [Item("axis", (), (zero,)), _mean(picture, plot, bottom + 2.1 * LINE, face)]
    says = f"{picture.left}; {picture.middle}; {picture.right}; mean {axis_value(picture.mean.value)}"
    return Scene(tuple(items), room, bottom + 4.2 * LINE, says)


def _bars(picture: HistogramPicture, plot: Plot) -> list[Item]:
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


def _heads(picture: HistogramPicture, room: float, face: Face) -> tuple[Label, ...]:
    """What lies on either side, at its side, and between them what lies on neither."""
    left, right = (shortened(text, room / 2 - 8, face) for text in (picture.left, picture.right))
    inks = ("accent", "quiet") if picture.accent == "left" else ("quiet", "accent")
    middle = shortened(picture.middle, room, face)
    return (
        text_from(0, LINE / 2, left, face, inks[0]),
        text_to(room, LINE / 2, right, face, inks[1]),
        Label(0, 1.5 * LINE, middle, "quiet", face.small, italic=True, anchor="start"),
    )


def _mean(picture: HistogramPicture, plot: Plot, y: float, face: Face) -> Item:
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
    start, text = _beside(texts, (min(first, x - DOT) - 8, max(last, x + DOT) + 8), plot.right, face)
    parts = (*interval_shapes(mean, plot, y, first=True), text_from(start, y, text, face, "accent"))
    return Item("present", (), parts, says=texts[0])


def _beside(texts: Sequence[str], sides: tuple[float, float], end: float, face: Face) -> tuple[float, str]:
    """Where the first of the texts begins that has room at the right or the left, and that text."""
    for text in texts:
        wide = width(text, face.small, face)
        for start in (sides[1], sides[0] - wide):
            if start >= 0 and start + wide <= end:
                return start, text
    return max(0.0, sides[0] - width(texts[-1], face.small, face)), texts[-1]
