"""Differences of paired values as bars left and right of 0, and their mean below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...explain import HistogramPicture
from ..scenes.scene import Box, Item, Label, Scene, Shape, line_as
from ..texts.fonts import SANS, Face, width
from .axes import axis_text, round_ticks
from .estimates import DOT, fitting, shown, tick_texts

At = Callable[[float], float]  # place of a value, in px

HIGH = 130.0
LINE = 20.0


def histogram_scene(picture: HistogramPicture, room: float, face: Face = SANS) -> Scene:
    """The bars of a histogram in so much room: those on one side of 0 in the accent colour."""
    low, high = picture.edges[0], picture.edges[-1]
    most = max([1, *picture.counts])
    counts = round_ticks(0, most, 4, whole=True)
    left = max(width(f"{tick:,.0f}", face.small, face) for tick in counts) + 10
    right = room - 2
    top = 3 * LINE
    bottom = top + HIGH

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    def y(count: float) -> float:
        return bottom - count / most * HIGH

    items = [*_heads(picture, room, face), *_axes(picture, x, y, counts, (left, right, bottom), face)]
    items += _bars(picture, x, y, bottom)
    items.append(Item("axis", (), (line_as("axis", (x(0), top - 4, x(0), bottom)),)))
    items.append(_mean(picture, x, bottom + 2.1 * LINE, (left, right), face))
    said = f"{picture.left}; {picture.middle}; {picture.right}; mean {shown(picture.mean)}"
    return Scene(tuple(items), room, bottom + 4.2 * LINE, said)


def _bars(picture: HistogramPicture, x: At, y: At, bottom: float) -> list[Item]:
    """The bars that hold anything: together, or each for itself where a click on it means something."""
    found: list[tuple[Shape, Box, str, str]] = []
    picks = picture.picks or ("",) * len(picture.counts)
    for a, b, count, pick in zip(picture.edges, picture.edges[1:], picture.counts, picks, strict=False):
        if count:
            box = (x(a) + 0.75, y(count), x(b) - x(a) - 1.5, bottom - y(count))
            said = f"{axis_text(a)} to {axis_text(b)}: {count:,}".replace("-", "−")
            found.append(
                (
                    Shape("rect", (*box, 0), "accent" if (a >= 0) == (picture.accent == "right") else "none"),
                    box,
                    said,
                    pick,
                )
            )
    if not picture.picks:
        return [Item("series", (), tuple(bar for bar, _, _, _ in found))]
    return [Item("branch", (), (bar,), box, said, pick) for bar, box, said, pick in found]


def _heads(picture: HistogramPicture, room: float, face: Face) -> list[Item]:
    """What lies on either side, at its side, and between them what lies on neither."""
    half = room / 2 - 8
    left, right = fitting(picture.left, half, face), fitting(picture.right, half, face)
    inks = ("accent", "quiet") if picture.accent == "left" else ("quiet", "accent")
    parts = (
        Label(0, LINE / 2, left, inks[0], face.small, anchor="start"),
        Label(room - width(right, face.small, face), LINE / 2, right, inks[1], face.small, anchor="start"),
        Label(0, 1.5 * LINE, fitting(picture.middle, room, face), "quiet", face.small, italic=True, anchor="start"),
    )
    return [Item("heading", (), parts)]


def _axes(
    picture: HistogramPicture, x: At, y: At, counts: Sequence[float], place: tuple[float, float, float], face: Face
) -> list[Item]:
    """Numbers and lines of both axes."""
    left, right, bottom = place
    parts: list[Shape | Label] = []
    for count in counts:
        parts.append(line_as("grid line", (left, y(count), right, y(count))))
        text = f"{count:,.0f}"
        parts.append(
            Label(left - 8 - width(text, face.small, face), y(count), text, "quiet", face.small, anchor="start")
        )
    ticks = round_ticks(picture.edges[0], picture.edges[-1], 5)
    for tick, text in zip(ticks, tick_texts(ticks), strict=True):
        parts.append(Label(x(tick), bottom + 12, text, "quiet", face.small))
    parts.append(
        Label(left, bottom + 3.5 * LINE, fitting(picture.x, right - left, face), "ink", face.small, anchor="start")
    )
    return [Item("axis", (), tuple(parts))]


def _mean(picture: HistogramPicture, x: At, y: float, ends: tuple[float, float], face: Face) -> Item:
    """The mean with its interval below the axis, its value at the side that has room."""
    mean = picture.mean
    parts: list[Shape | Label] = []
    if mean.value is None:
        return Item("present", (), ())
    at, edge = x(mean.value), x(mean.value)
    if mean.low is not None and mean.high is not None:
        parts.append(line_as("main series", (x(mean.low), y, x(mean.high), y)))
        edge = x(mean.high)
    parts.append(Shape("ellipse", (at, y, DOT, DOT), "accent", "ground", 1.0))
    text = f"{mean.label} {shown(mean)}"
    texts, first = [text], at
    if mean.low is not None and mean.high is not None:
        low, high = (f"{end:.3f}".replace("-", "−") for end in (mean.low, mean.high))
        texts, first = [f"{text} [{low}, {high}]", text], x(mean.low)
    start, text = _beside(texts, (min(first, at - DOT) - 8, max(edge, at + DOT) + 8), ends, face)
    parts.append(Label(start, y, text, "accent", face.small, anchor="start"))
    return Item("present", (), tuple(parts), says=texts[0])


def _beside(
    texts: Sequence[str], sides: tuple[float, float], ends: tuple[float, float], face: Face
) -> tuple[float, str]:
    """Where the first of the texts begins that has room at the right or the left, and that text."""
    for text in texts:
        wide = width(text, face.small, face)
        for start in (sides[1], sides[0] - wide):
            if start >= 0 and start + wide <= ends[1]:
                return start, text
    return max(0.0, sides[0] - width(texts[-1], face.small, face)), texts[-1]
