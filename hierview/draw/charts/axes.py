"""Parts of all charts: axes with round ticks, texts beside them, dots with intervals, and columns to be picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10

from ...explain import Estimate, number
from ..scenes.scene import SMALL, Item, Label, Shape, line_as
from ..texts.fonts import SANS, Face, line_width

MOST_TICKS = 6
DOT = 3.5  # the radius of a dot with an interval
DIGITS = 3  # of a value with an interval


@dataclass(frozen=True)
class Plot:
    """Place of the axes, in px and in values."""

    left: float
    """Left end of the axes, in px."""
    right: float
    """Right end of the axes, in px."""
    top: float
    """Upper end of the axes, in px."""
    bottom: float
    """Lower end of the axes, in px."""
    first: float
    """Value at the left end."""
    last: float
    """Value at the right end."""
    low: float
    """Value at the lower end."""
    high: float
    """Value at the upper end."""
    beside: float | None = None
    """The middle of the place beside the axis, in px."""
    small: float = SMALL
    """Size of texts, in px."""
    scale: Callable[[float], float] = float
    """Scale of the horizontal axis."""

    def x(self, value: float | Fraction) -> float:
        """Place of a value on the horizontal axis, in px from the left."""
        first, at, last = map(self.scale, (self.first, float(value), self.last))
        return self.left + (at - first) / (last - first) * (self.right - self.left)

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


def axis_ends_with_0_and_1(values: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis: of all values, 0 and 1."""
    return min([0.0, *values]), max([1.0, *values])


def axis_text(value: float | Fraction) -> str:
    """The text of a value as an axis shows it."""
    return number(value, 4)


def tick_texts(ticks: Sequence[float]) -> list[str]:
    """Numbers of an axis, all with as many decimals as any of them needs.

    >>> tick_texts([-0.5, 0.0, 0.25])
    ['−0.50', '0.00', '0.25']
    """
    decimals = max((len(axis_text(tick).partition(".")[2]) for tick in ticks), default=0)
    return [f"{tick:.{decimals}f}".replace("-", "−") for tick in ticks]


def axis_value(value: float | None, digits: int = DIGITS) -> str:
    """A value with so many decimals, and a sign in front of a negative one that is as wide as a digit."""
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


def shorten_text(text: str, room: float, face: Face = SANS) -> str:
    """A text no wider than the room, what is left out of its middle as an ellipsis."""
    if line_width(text, face.small, face) <= room:
        return text
    for length in range(len(text) - 1, 1, -1):
        head, tail = text[: (length + 1) // 2].rstrip(), text[len(text) - length // 2 :].lstrip()
        if line_width(f"{head}…{tail}", face.small, face) <= room:
            return f"{head}…{tail}"
    return "…"


def text_from(x: float, y: float, text: str, face: Face, colour: str = "quiet") -> Label:
    """A text of a chart that begins at a point."""
    return Label(x, y, text, colour, face.small, anchor="start")


def text_to(x: float, y: float, text: str, face: Face, colour: str = "quiet") -> Label:
    """A text of a chart that ends at a point."""
    return text_from(x - line_width(text, face.small, face), y, text, face, colour)


def x_axis(plot: Plot, ticks: Sequence[float], y: float, face: Face, grid: bool = True) -> list[Shape | Label]:
    """The numbers of the horizontal axis in a row at `y`, each with a line of the grid."""
    parts: list[Shape | Label] = []
    for tick, text in zip(ticks, tick_texts(ticks), strict=True):
        x = plot.x(tick)
        if grid:
            parts.append(line_as("grid line", (x, plot.top, x, plot.bottom)))
        parts.append(Label(x, y, text, "quiet", face.small))
    return parts


def y_axis(plot: Plot, ticks: Sequence[float], texts: Sequence[str], gap: float, face: Face) -> list[Shape | Label]:
    """The numbers of the vertical axis, which end so far left of it, each with a line of the grid."""
    parts: list[Shape | Label] = []
    for tick, text in zip(ticks, texts, strict=True):
        y = plot.y(tick)
        parts.append(line_as("grid line", (plot.left, y, plot.right, y)))
        parts.append(text_to(plot.left - gap, y, text, face))
    return parts


def chart_dot(x: float, y: float, radius: float = DOT, colour: str = "accent") -> Shape:
    """A dot of a chart, set off from what it lies on."""
    return Shape("ellipse", (x, y, radius, radius), colour, "ground", 1.0)


def interval_shapes(row: Estimate, plot: Plot, y: float, first: bool) -> list[Shape | Label]:
    """A value as a dot on the line of its interval, as far as it has one. first: whether in the accent colour."""
    parts: list[Shape | Label] = []
    if row.low is not None and row.high is not None:
        ends = (plot.x(row.low), y, plot.x(row.high), y)
        parts.append(line_as("main series" if first else "other series", ends))
    if row.value is not None:
        parts.append(chart_dot(plot.x(row.value), y, colour="accent" if first else "quiet"))
    return parts


def pick_column(plot: Plot, left: float, right: float, says: str, pick: str) -> Item:
    """An invisible column from the top of a chart to its numbers that can be pointed at and picked."""
    box = (left, plot.top, right - left, plot.bottom - plot.top + 24)
    return Item("point", (), (Shape("rect", (*box, 0), "ground", opacity=0.0),), box, says, pick)
