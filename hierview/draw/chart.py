"""Charts become scenes: thin axes, one accent, every line labelled at its end, the present value marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, log10

from ..explain import ChartPicture, Series, number
from .pens import LineRole
from .scene import SMALL, Extent, Item, Label, Point, Scene, Shape, line_as
from .text import text_width

LINE = 18.0  # from one line of text to the next
MOST_TICKS = 6
BESIDE = 28.0  # between the axis and the place beside it
END = 16.0  # from the end of a line to its label


@dataclass(frozen=True)
class _Plot:
    """Where the axes are, in px and in values."""

    left: float
    right: float
    top: float
    bottom: float
    first: float
    last: float
    low: float
    high: float
    beside: float | None  # the middle of the place beside the axis

    def x(self, value: float | Fraction) -> float:
        return self.left + float(value - self.first) / (self.last - self.first) * (self.right - self.left)

    def y(self, value: float) -> float:
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


def chart_scene(picture: ChartPicture, width: float = 640, height: float = 300) -> Scene:
    """A chart: `width` and `height` are those of the whole, at least 280 × 200 px.

    Every point can be picked, and reports its x as an exact text ("5", "1/3"), or "None" for the place
    beside the axis.
    """
    width, height = max(280.0, width), max(200.0, height)
    plot = _plot(picture, width, height)
    texts: list[Extent] = []
    axes = _axes(picture, plot, texts)
    lines: list[Item] = []
    ways: list[tuple[Point, Point]] = []
    for i, series in enumerate(picture.series):
        item, own = _line(series, plot, i == 0)
        lines.append(item)
        ways += own
    gaps = _gaps(picture, plot, texts)
    ends = _end_labels(picture, plot, texts)
    mark = _present(picture, plot, ways, texts)
    points = _points(picture, plot)
    # Lines in the accent colour lie above the others; what can be picked lies on top.
    items = (*axes, *reversed(lines), *gaps, *ends, *mark, *points)
    return Scene(items, width, height, _said(picture))


def _xs(picture: ChartPicture) -> list[Fraction]:
    return sorted({x for series in picture.series for x, _ in series.points})


def _ys(picture: ChartPicture) -> list[float]:
    found = [y for series in picture.series for _, y in series.points if y is not None]
    return found + [series.apart for series in picture.series if picture.apart and series.apart is not None]


def _plot(picture: ChartPicture, width: float, height: float) -> _Plot:
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
    numbers = max(text_width(_told(y), SMALL) for y in round_ticks(low, high))
    ends = max((text_width(series.label, SMALL) for series in picture.series), default=0) + END
    right = width - max(ends, text_width(_told(last), SMALL) / 2)
    beside = None
    if picture.apart:
        gap = "undefined" if any(series.apart is None for series in picture.series) else ""
        half = max(text_width(picture.apart, SMALL), text_width(gap, SMALL)) / 2
        beside = width - max(ends, half + 2)
        # A line that has no value there is labelled before it.
        before = ends if gap else 0
        right = beside - half - max(BESIDE, before)
    return _Plot(numbers + 12, right, 36, height - 46, first, last, low, high, beside)


def _told(value: float | Fraction) -> str:
    return number(value, 4)


def _text_box(x: float, y: float, text: str, anchor: str = "middle") -> Extent:
    w = text_width(text, SMALL)
    left = x if anchor == "start" else x - w / 2
    return left, y - SMALL * 0.6, left + w, y + SMALL * 0.6


def _axes(picture: ChartPicture, plot: _Plot, texts: list[Extent]) -> list[Item]:
    """Lines and numbers of both axes, and what they measure."""
    parts: list[Shape | Label] = []

    def say(x: float, y: float, text: str, colour: str = "quiet", anchor: str = "middle", italic: bool = False) -> None:
        parts.append(Label(x, y, text, colour, SMALL, italic=italic, anchor=anchor))
        texts.append(_text_box(x, y, text, anchor))

    for value in round_ticks(plot.low, plot.high):
        y = plot.y(value)
        parts.append(line_as("grid line", (plot.left, y, plot.right, y)))
        if plot.beside is not None:
            parts.append(line_as("grid line", (plot.beside - 12, y, plot.beside + 12, y)))
        say(plot.left - 12 - text_width(_told(value), SMALL), y, _told(value), anchor="start")
    parts.append(line_as("axis", (plot.left, plot.bottom, plot.right, plot.bottom)))
    xs = _xs(picture)
    whole = all(x.denominator == 1 for x in xs) and all(s.drawn != "line" for s in picture.series)
    few = len(xs) <= MOST_TICKS and whole
    ticks: Sequence[float | Fraction] = xs if few else round_ticks(plot.first, plot.last, whole=whole)
    while len(ticks) > 2 and not all(
        plot.x(b) - plot.x(a) > text_width(_told(a), SMALL) / 2 + text_width(_told(b), SMALL) / 2 + 8
        for a, b in pairwise(ticks)
    ):
        ticks = ticks[::2]
    for tick in ticks:
        x = plot.x(tick)
        parts.append(line_as("axis", (x, plot.bottom, x, plot.bottom + 5)))
        say(x, plot.bottom + 16, _told(tick))
    if plot.beside is not None:
        parts.append(line_as("axis", (plot.beside - 12, plot.bottom, plot.beside + 12, plot.bottom)))
        say(plot.beside, plot.bottom + 16, picture.apart, italic=True)
    say(0, 9, picture.y, "ink", "start")
    say(plot.left, plot.bottom + 37, picture.x, "ink", "start")
    return [Item("axis", (), tuple(parts))]


def _pieces(series: Series) -> list[list[tuple[Fraction, float]]]:
    """The stretches without a gap."""
    pieces: list[list[tuple[Fraction, float]]] = [[]]
    for x, y in series.points:
        if y is None:
            pieces.append([])
        else:
            pieces[-1].append((x, y))
    return [piece for piece in pieces if piece]


def _line(series: Series, plot: _Plot, first: bool) -> tuple[Item, list[tuple[Point, Point]]]:
    """A line with its gaps, and the segments that labels must keep off."""
    colour = "accent" if first else "quiet"
    role: LineRole = "main series" if first else "other series"
    parts: list[Shape | Label] = []
    ways: list[tuple[Point, Point]] = []
    radius = 4.0 if series.drawn == "dots" else 0.0
    if radius:
        role = "main thread" if first else "other thread"
    for piece in _pieces(series):
        corners: list[Point] = []
        for x, y in piece:
            if corners and series.drawn == "steps":
                corners.append((plot.x(x), corners[-1][1]))
            corners.append((plot.x(x), plot.y(y)))
        if len(corners) > 1:
            flat = tuple(v for corner in corners for v in corner)
            parts.append(line_as(role, flat))
            ways += pairwise(corners)
        if radius or len(corners) == 1:
            dots = [(plot.x(x), plot.y(y)) for x, y in piece]
            parts += [Shape("ellipse", (*dot, radius or 3, radius or 3), colour, "ground", 1.0) for dot in dots]
            ways += [(dot, dot) for dot in dots]
    if plot.beside is not None and series.apart is not None:
        dot = (plot.beside, plot.y(series.apart))
        parts.append(Shape("ellipse", (*dot, 4, 4), colour, "ground", 1.0))
        ways.append((dot, dot))
    return Item("series", (), tuple(parts), says=series.label), ways


def _gaps(picture: ChartPicture, plot: _Plot, texts: list[Extent]) -> list[Item]:
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
    room = text_width("undefined", SMALL) + 16
    # Where the present value is undefined, its own label says so.
    present = picture.present
    here = plot.x(present) if isinstance(present, Fraction) and _value_at(series, present) is None else None
    gaps = [(a, b) for a, b in gaps if b - a >= room and not (here is not None and a <= here <= b)]
    spots = [((a + b) / 2, "quiet") for a, b in gaps]
    if plot.beside is not None and series.apart is None:
        spots.append((plot.beside, "accent" if picture.present == "apart" else "quiet"))
    texts += [_text_box(x, plot.bottom - 16, "undefined") for x, _ in spots]
    labels = tuple(Label(x, plot.bottom - 16, "undefined", colour, SMALL, italic=True) for x, colour in spots)
    return [Item("series", (), labels)] if labels else []


def _end_labels(picture: ChartPicture, plot: _Plot, texts: list[Extent]) -> list[Item]:
    """Each line's label at the height of its end, moved apart where two would touch."""
    wanted: list[tuple[float, int, Series, float]] = []
    for i, series in enumerate(picture.series):
        ends = [(plot.x(x), y) for x, y in series.points if y is not None]
        if plot.beside is not None and series.apart is not None:
            ends.append((plot.beside, series.apart))
        if ends:
            x, y = ends[-1]
            wanted.append((plot.y(y), i, series, x + END))
    wanted.sort(key=lambda w: w[:2])
    heights = [w[0] for w in wanted]
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + LINE)
    if heights and heights[-1] > plot.bottom:
        heights[-1] = plot.bottom
        for i in reversed(range(len(heights) - 1)):
            heights[i] = min(heights[i], heights[i + 1] - LINE)
    items = []
    for y, (_, i, series, x) in zip(heights, wanted, strict=True):
        label = Label(x, y, series.label, "accent" if i == 0 else "quiet", SMALL, anchor="start")
        texts.append(_text_box(x, y, series.label, "start"))
        items.append(Item("series", (), (label,)))
    return items


def _value_at(series: Series, x: Fraction) -> float | None:
    return next((y for at, y in series.points if at == x), None)


def _present(
    picture: ChartPicture, plot: _Plot, ways: Sequence[tuple[Point, Point]], texts: list[Extent]
) -> list[Item]:
    """A line up from the axis to the present value of the first series, with the value beside it."""
    if picture.present is None or not picture.series:
        return []
    series = picture.series[0]
    if picture.present == "apart":
        if plot.beside is None:
            return []
        x, value, told = plot.beside, series.apart, ""
    else:
        x, value = plot.x(picture.present), _value_at(series, picture.present)
        told = f" at {_told(picture.present)}"
    said = ("undefined" if value is None else number(value)) + told
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
        spot = _free_spot((x, y), said, plot, right, obstacles, texts)
        parts.append(Label(*spot, said, "accent", SMALL, ground=True))
        texts.append(_text_box(*spot, said))
    return [Item("present", (), tuple(parts), says=said)]


def _free_spot(
    at: Point, text: str, plot: _Plot, right: float, ways: Sequence[tuple[Point, Point]], texts: Sequence[Extent]
) -> Point:
    """The nearest place by a point where a text touches neither a line nor another text."""
    half = text_width(text, SMALL) / 2
    spots = [
        (at[0] + side * (half + 12), at[1] + dy)
        for dy in (-18, 18, 0, -36, 36, -54, 54, -90, 90, -130, 130)
        for side in (0, 1, -1)
        if side or dy
    ]

    def cost(spot: Point) -> float:
        box = _text_box(*spot, text)
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


def _points(picture: ChartPicture, plot: _Plot) -> list[Item]:
    """A column for every x of the first series, invisible, that can be pointed at and picked."""
    if not picture.series:
        return []
    series = picture.series[0]
    places = [(plot.x(x), str(x), y, f"at {_told(x)}") for x, y in series.points]
    items = []
    for i, (x, pick, y, told) in enumerate(places):
        a = (places[i - 1][0] + x) / 2 if i else x - 8
        b = (places[i + 1][0] + x) / 2 if i < len(places) - 1 else x + 8
        items.append(_column(a, b, pick, f"{number(y)} {told}", plot))
    if plot.beside is not None:
        half = text_width(picture.apart, SMALL) / 2
        told = f"{number(series.apart)}, {picture.apart}"
        items.append(_column(plot.beside - half, plot.beside + half, "None", told, plot))
    return items


def _column(a: float, b: float, pick: str, said: str, plot: _Plot) -> Item:
    box = (a, plot.top, b - a, plot.bottom - plot.top + 24)
    return Item("point", (), (Shape("rect", (*box, 0), "ground", opacity=0.0),), box, said, pick)


def _said(picture: ChartPicture) -> str:
    """The chart in words: ends, and the present value."""
    said = f"{picture.y}, against {picture.x}"
    for series in picture.series:
        defined = [(x, y) for x, y in series.points if y is not None]
        if not defined:
            said += f"; {series.label} is undefined throughout"
            continue
        (a, ya), (b, yb) = defined[0], defined[-1]
        said += f"; {series.label} {number(ya)} at {_told(a)}, {number(yb)} at {_told(b)}"
        gaps = len(series.points) - len(defined)
        said += f", undefined at {gaps} of {len(series.points)}" if gaps else ""
        if picture.apart:
            said += f", {number(series.apart)} for {picture.apart}"
    return said + "."
