"""Charts become scenes: thin axes, one accent, every line labelled at its end, the present value marked.

Of curves of thousands of steps, what no pixel shows is left out, and every x can be picked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, log10

from ...explain import ChartPicture, CurveLine, CurvesPicture, Series, number
from ..scenes.pens import LineRole
from ..scenes.scene import SMALL, Item, Label, Point, Scene, Segment, Shape, line_as
from ..texts.fonts import SANS, Face
from ..texts.widths import text_width
from .axes import MOST_TICKS, Plot, axis_text, chart_dot, pick_column, round_ticks
from .chart_labels import END, end_labels, gap_labels, present_value_items, text_box

BESIDE = 28.0  # between the axis and the place beside it


def chart_scene(picture: ChartPicture, width: float = 640, height: float = 300, small: float = SMALL) -> Scene:
    """A chart: `width` and `height` are those of the whole, at least 280 × 200 px; its texts are `small`.

    Every point can be picked, and reports its x as an exact text ("5", "1/3"), or "None" for the place
    beside the axis.
    """
    width, height = max(280.0, width), max(200.0, height)
    plot = _chart_axes(picture, width, height, small)
    axes = Item("axis", (), _axis_parts(picture, plot))
    texts = [text_box(label) for label in axes.labels]
    lines: list[Item] = []
    ways: list[Segment] = []
    for i, series in enumerate(picture.series):
        item, own = _line_item(series, plot, i == 0)
        lines.append(item)
        ways += own
    ends = end_labels(picture, plot, ways, texts)
    gaps = gap_labels(picture, plot, texts)
    mark = present_value_items(picture, plot, ways, texts)
    points = _pick_columns(picture, plot)
    # Lines in the accent colour lie above the others; what can be picked lies on top.
    items = (axes, *reversed(lines), *gaps, *ends, *mark, *points)
    return Scene(items, width, height, _chart_in_words(picture))


def _x_values(picture: ChartPicture) -> list[Fraction]:
    return sorted({x for series in picture.series for x, _ in series.points})


def _chart_axes(picture: ChartPicture, width: float, height: float, small: float = SMALL) -> Plot:
    """The axes of a chart that is so wide and high, with room for all texts beside them, which are `small`."""
    xs = _x_values(picture) or [Fraction(0)]
    apart = [series.apart for series in picture.series if picture.apart]
    ys = [y for y in (*(y for series in picture.series for _, y in series.points), *apart) if y is not None] or [0.0]
    first, last = float(xs[0]), float(xs[-1])
    if 0 < first < last / 10 and not picture.start:
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
    return Plot(
        numbers + 12, right, 36, height - 46, first, last, low, high, beside, small, log10 if picture.start else float
    )


def _axis_parts(picture: ChartPicture, plot: Plot) -> tuple[Shape | Label, ...]:
    parts: list[Shape | Label] = []

    def say(x: float, y: float, text: str, colour: str = "quiet", anchor: str = "middle") -> None:
        parts.append(Label(x, y, text, colour, plot.small, anchor=anchor))

    for value in round_ticks(plot.low, plot.high):
        y = plot.y(value)
        parts.append(line_as("grid line", (plot.left, y, plot.right, y)))
        if plot.beside is not None:
            parts.append(line_as("grid line", (plot.beside - 12, y, plot.beside + 12, y)))
        say(plot.left - 12 - text_width(axis_text(value), plot.small), y, axis_text(value), anchor="start")
    parts.append(line_as("axis", (plot.left, plot.bottom, plot.right, plot.bottom)))
    xs = _x_values(picture)
    whole = all(x.denominator == 1 for x in xs) and all(s.drawn != "line" for s in picture.series)
    few = len(xs) <= MOST_TICKS and whole
    ticks: Sequence[float | Fraction] = xs if few else round_ticks(plot.first, plot.last, whole=whole)
    if picture.start:
        tens = range(floor(log10(plot.first)), ceil(log10(plot.last)) + 1)
        ticks = [m * 10.0**k for k in tens for m in (1, 2, 5) if m * 10.0**k <= plot.last]
    while len(ticks) > 2 and not all(
        plot.x(b) - plot.x(a) > text_width(axis_text(a), plot.small) / 2 + text_width(axis_text(b), plot.small) / 2 + 8
        for a, b in pairwise(ticks)
    ):
        ticks = ticks[:: 3 if picture.start else 2]
    for tick in ticks:
        x = plot.x(tick)
        parts.append(line_as("axis", (x, plot.bottom, x, plot.bottom + 5)))
        say(x, plot.bottom + 16, axis_text(tick))
    if plot.beside is not None:
        parts.append(line_as("axis", (plot.beside - 12, plot.bottom, plot.beside + 12, plot.bottom)))
        parts.append(Label(plot.beside, plot.bottom + 16, picture.apart, "quiet", plot.small, italic=True))
    say(0, 9, picture.y, "ink", "start")
    say(plot.left, plot.bottom + 37, picture.x, "ink", "start")
    return tuple(parts)


def _series_pieces(series: Series) -> list[list[tuple[Fraction, float]]]:
    pieces: list[list[tuple[Fraction, float]]] = [[]]
    for x, y in series.points:
        if y is None:
            pieces.append([])
        else:
            pieces[-1].append((x, y))
    return [piece for piece in pieces if piece]


def _line_item(series: Series, plot: Plot, first: bool) -> tuple[Item, list[Segment]]:
    """A line with its gaps, and the segments that labels must keep off."""
    colour = "accent" if first else "quiet"
    role: LineRole = "main series" if first else "other series"
    parts: list[Shape | Label] = []
    ways: list[Segment] = []
    radius = 4.0 if series.drawn == "dots" else 0.0
    if radius:
        role = "main thread" if first else "other thread"
    for piece in _series_pieces(series):
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
            spots = [(plot.x(x), plot.y(y)) for x, y in piece]
            parts += [chart_dot(*spot, radius or 3, colour) for spot in spots]
            ways += [(spot, spot) for spot in spots]
    if plot.beside is not None and series.apart is not None:
        spot = (plot.beside, plot.y(series.apart))
        parts.append(chart_dot(*spot, 4, colour))
        ways.append((spot, spot))
    return Item("series", (), tuple(parts), says=series.label), ways


def _pick_columns(picture: ChartPicture, plot: Plot) -> list[Item]:
    """A column for every x of the first series, invisible, that can be pointed at and picked."""
    if not picture.series:
        return []
    series = picture.series[0]
    places = [(plot.x(x), str(x), y, f"at {axis_text(x)}") for x, y in series.points]
    items = []
    for i, (x, pick, y, place) in enumerate(places):
        a = (places[i - 1][0] + x) / 2 if i else x - 8
        b = (places[i + 1][0] + x) / 2 if i < len(places) - 1 else x + 8
        items.append(pick_column(plot, a, b, f"{number(y)} {place}", pick))
    if plot.beside is not None:
        half = text_width(picture.apart, plot.small) / 2
        says = f"{number(series.apart)}, {picture.apart}"
        items.append(pick_column(plot, plot.beside - half, plot.beside + half, says, "None"))
    return items


def _chart_in_words(picture: ChartPicture) -> str:
    text = f"{picture.y}, against {picture.x}"
    for series in picture.series:
        defined = [(x, y) for x, y in series.points if y is not None]
        if not defined:
            text += f"; {series.label} is undefined throughout"
            continue
        (a, ya), (b, yb) = defined[0], defined[-1]
        text += f"; {series.label} {number(ya)} at {axis_text(a)}, {number(yb)} at {axis_text(b)}"
        gaps = len(series.points) - len(defined)
        text += f", undefined at {gaps} of {len(series.points)}" if gaps else ""
        if picture.apart:
            text += f", {number(series.apart)} for {picture.apart}"
    return text + "."


# Curves

HIGH = 0.7  # of the width
MOST_HIGH = 280.0
STRIPS = 300  # of the width, in each of which a line keeps its ends, its highest and its lowest point
PICKS = 50  # places that can be picked


def curves_scene(picture: CurvesPicture, room: float, face: Face = SANS) -> Scene:
    """The scene of lines in a room of this size, the best point of each marked."""
    width = max(280.0, room)
    height = max(200.0, min(MOST_HIGH, HIGH * width))
    chart = _thinned_chart(picture)
    scene = chart_scene(chart, width, height, face.small)
    plot = _chart_axes(chart, width, height, face.small)
    items = [_with_cleared_ground(item) for item in scene.items if item.role != "point"]
    for k in reversed(range(len(picture.lines))):
        items += _best_point_mark(picture.lines[k], plot, k == 0)
    if picture.chosen is not None:
        items.append(_chosen_x_line(picture, picture.chosen, plot))
    if picture.picks:
        items += _pick_items(picture.lines[0], plot, picture.start > 0)
    best = [item.says for item in items if item.role == "present" and item.says]
    return Scene(tuple(items), width, height, " ".join([scene.says, *(f"{says}." for says in best)]))


def _with_cleared_ground(item: Item) -> Item:
    """A line whose labels have the ground cleared behind them, since others may pass there."""
    if item.role != "series":
        return item
    return replace(
        item, parts=tuple(replace(part, ground=True) if isinstance(part, Label) else part for part in item.parts)
    )


def _thinned_chart(picture: CurvesPicture) -> ChartPicture:
    """The curves as a chart of as many points as can be seen."""
    scale, low, high = log10 if picture.start else float, picture.low, picture.high
    series = tuple(
        Series(
            line.label,
            tuple((Fraction(x), y) for x, y in thin_points(line.points, line.marked, scale=scale)),
            line.drawn,
        )
        for line in picture.lines
    )
    return ChartPicture(picture.title, picture.x, picture.y, series, least=low, most=high, start=picture.start)


def thin_points(
    points: tuple[Point, ...],
    kept_point: Point | None = None,
    strips: int = STRIPS,
    scale: Callable[[float], float] = float,
) -> list[Point]:
    """The points that make a difference on a line so many strips wide. kept_point: one that stays whatever it is."""
    if len(points) <= 4 * strips:
        return list(points)
    first, last = scale(points[0][0]), scale(points[-1][0])
    wide = (last - first) / strips or 1.0
    groups: dict[int, list[int]] = {}
    for i, (x, _) in enumerate(points):
        groups.setdefault(min(strips - 1, int((scale(x) - first) / wide)), []).append(i)
    numbers: set[int] = {i for i, point in enumerate(points) if point == kept_point}
    for group in groups.values():
        numbers |= {group[0], group[-1]}
        numbers |= {min(group, key=lambda i: points[i][1]), max(group, key=lambda i: points[i][1])}
    return [points[i] for i in sorted(numbers)]


def _best_point_mark(line: CurveLine, plot: Plot, first: bool) -> list[Item]:
    """A ring around the best point of a line, with a line down to its threshold."""
    if line.marked is None:
        return []
    x, y = plot.x(line.marked[0]), plot.y(line.marked[1])
    parts: list[Shape | Label] = [line_as("present", (x, plot.bottom, x, y))] if first else []
    parts.append(Shape("ellipse", (x, y, 5.5, 5.5), "ground", "accent" if first else "quiet", 2.0))
    best = line.says or f"best {number(line.marked[1], 4)} at {number(line.marked[0], 4)}"
    says = f"{line.label}, {best}"
    return [Item("present", (), tuple(parts), says=says)]


def step_line_height(line: CurveLine, x: float) -> float:
    """The height of a line of steps: what holds up to the next jump to the right."""
    i = bisect_left(line.points, x, key=lambda point: point[0])
    return line.points[min(i, len(line.points) - 1)][1]


def _chosen_x_line(picture: CurvesPicture, at: float, plot: Plot) -> Item:
    """A line across at the x that is chosen, with a dot where it meets each line."""
    x = plot.x(max(at, picture.start))
    parts: list[Shape | Label] = [line_as("axis", (x, plot.top, x, plot.bottom))]
    for line in picture.lines:
        parts.append(chart_dot(x, plot.y(step_line_height(line, at)), 4, "ink"))
    return Item("present", (), tuple(parts), says=f"at {number(at, 4)}")


def _pick_items(line: CurveLine, plot: Plot, log: bool) -> list[Item]:
    half = (plot.right - plot.left) / PICKS / 2
    items = []
    for at in ((plot.first ** (1 - k / PICKS) if log else k / PICKS) for k in range(PICKS + 1)):
        left, says = plot.x(at) - half, f"{number(step_line_height(line, at), 4)} at {number(at, 4)}"
        items.append(pick_column(plot, left, left + 2 * half, says, f"t {number(at, 4)}"))
    return items
