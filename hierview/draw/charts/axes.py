"""The axes of a chart: where values are, round ticks, and what both ends say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, log10

from ...explain import ChartPicture, number
from ..scenes.scene import SMALL, Extent, Item, Label, Shape, line_as
from ..texts.widths import text_width

MOST_TICKS = 6
BESIDE = 28.0  # between the axis and the place beside it
END = 16.0  # from the end of a line to its label


@dataclass(frozen=True)
class Plot:
    """Place of the axes, in px and in values."""

    left: float
    right: float
    top: float
    bottom: float
    first: float
    last: float
    low: float
    high: float
    beside: float | None  # the middle of the place beside the axis
    small: float = SMALL  # the size of texts

    def x(self, value: float | Fraction) -> float:
        """Place of a value on the horizontal axis, in px from the left."""
        return self.left + float(value - self.first) / (self.last - self.first) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Place of a value on the vertical axis, in px from the top."""
        return self.bottom - (value - self.low) / (self.high - self.low) * (self.bottom - self.top)


def round_ticks(low: float, high: float, most: int = MOST_TICKS, whole: bool = False) -> tuple[float, ...]:
    """At most `most` multiples of 1, 2 or 5 times a power of ten (`whole`: of at least 1) in [low, high].

    >>> round_ticks(0, 1), round_ticks(0.5, 10), round_ticks(0, 3, whole=True)
    ((0.0, 0.2, 0.4, 0.6, 0.8, 1.0), (2.0, 4.0, 6.0, 8.0, 10.0), (0.0, 1.0, 2.0, 3.0))
    """
    power = floor(log10(max(high - low, 1e-300))) - 1
    for step in (Fraction(m) * Fraction(10) ** (power + i) for i in range(4) for m in (1, 2, 5)):
        if whole and step < 1:
            continue
        first, last = ceil(Fraction(low) / step - Fraction(1, 10**9)), floor(Fraction(high) / step + Fraction(1, 10**9))
        if last - first < most:
            return tuple(float(i * step) for i in range(first, last + 1))
    return (low, high)


def axis_text(value: float | Fraction) -> str:
    """A value as an axis shows it."""
    return number(value, 4)


def text_box(plot: Plot, x: float, y: float, text: str, anchor: str = "middle") -> Extent:
    """The room of a text."""
    w = text_width(text, plot.small)
    left = x if anchor == "start" else x - w / 2
    return left, y - plot.small * 0.6, left + w, y + plot.small * 0.6


def _xs(picture: ChartPicture) -> list[Fraction]:
    return sorted({x for series in picture.series for x, _ in series.points})


def _ys(picture: ChartPicture) -> list[float]:
    found = [y for series in picture.series for _, y in series.points if y is not None]
    return found + [series.apart for series in picture.series if picture.apart and series.apart is not None]


def plot_of(picture: ChartPicture, width: float, height: float, small: float = SMALL) -> Plot:
    """The axes of a chart that is so wide and high, with room for all texts beside them, which are `small`."""
    xs, ys = _xs(picture) or [Fraction(0)], _ys(picture) or [0.0]
    first, last = float(xs[0]), float(xs[-1])
    if 0 < first < last / 10:
        first = 0.0
    if first == last:
        first, last = first - 1, last + 1
    low = min(ys) if picture.least is None else min(picture.least, min(ys))
    high = max(ys) if picture.most is None else max(picture.most, max(ys))
    if low == high:
        low, high = (low, low + 1) if picture.least == low else (low - 1, low + 1)
    # Both ends on a tick, so that the axis says where it ends; a longer axis may want a longer step.
    for _ in range(3):
        ticks = round_ticks(low, high)
        step = ticks[1] - ticks[0] if len(ticks) > 1 else high - low
        low, high = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    numbers = max(text_width(axis_text(y), small) for y in round_ticks(low, high))
    ends = max((text_width(series.label, small) for series in picture.series), default=0) + END
    right = width - max(ends, text_width(axis_text(last), small) / 2)
    beside = None
    if picture.apart:
        gap = "undefined" if any(series.apart is None for series in picture.series) else ""
        half = max(text_width(picture.apart, small), text_width(gap, small)) / 2
        beside = width - max(ends, half + 2)
        # A line that has no value there is labelled before it.
        before = ends if gap else 0
        right = beside - half - max(BESIDE, before)
    return Plot(numbers + 12, right, 36, height - 46, first, last, low, high, beside, small)


def drawn_axes(picture: ChartPicture, plot: Plot, texts: list[Extent]) -> list[Item]:
    """Lines and numbers of both axes, and what they measure."""
    parts: list[Shape | Label] = []

    def say(x: float, y: float, text: str, colour: str = "quiet", anchor: str = "middle", italic: bool = False) -> None:
        parts.append(Label(x, y, text, colour, plot.small, italic=italic, anchor=anchor))
        texts.append(text_box(plot, x, y, text, anchor))

    for value in round_ticks(plot.low, plot.high):
        y = plot.y(value)
        parts.append(line_as("grid line", (plot.left, y, plot.right, y)))
        if plot.beside is not None:
            parts.append(line_as("grid line", (plot.beside - 12, y, plot.beside + 12, y)))
        say(plot.left - 12 - text_width(axis_text(value), plot.small), y, axis_text(value), anchor="start")
    parts.append(line_as("axis", (plot.left, plot.bottom, plot.right, plot.bottom)))
    xs = _xs(picture)
    whole = all(x.denominator == 1 for x in xs) and all(s.drawn != "line" for s in picture.series)
    few = len(xs) <= MOST_TICKS and whole
    ticks: Sequence[float | Fraction] = xs if few else round_ticks(plot.first, plot.last, whole=whole)
    while len(ticks) > 2 and not all(
        plot.x(b) - plot.x(a) > text_width(axis_text(a), plot.small) / 2 + text_width(axis_text(b), plot.small) / 2 + 8
        for a, b in pairwise(ticks)
    ):
        ticks = ticks[::2]
    for tick in ticks:
        x = plot.x(tick)
        parts.append(line_as("axis", (x, plot.bottom, x, plot.bottom + 5)))
        say(x, plot.bottom + 16, axis_text(tick))
    if plot.beside is not None:
        parts.append(line_as("axis", (plot.beside - 12, plot.bottom, plot.beside + 12, plot.bottom)))
        say(plot.beside, plot.bottom + 16, picture.apart, italic=True)
    say(0, 9, picture.y, "ink", "start")
    say(plot.left, plot.bottom + 37, picture.x, "ink", "start")
    return [Item("axis", (), tuple(parts))]
