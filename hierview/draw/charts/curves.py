"""Curves of thousands of steps as charts: what no pixel shows is left out, and every x can be picked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import log10

from ...explain import ChartPicture, CurveLine, CurvesPicture, Series, number
from ..scenes.scene import Item, Label, Point, Scene, Shape, line_as
from ..texts.fonts import SANS, Face
from .axes import Plot, chart_dot, pick_column
from .chart import chart_scene, plot_of

HIGH = 0.7  # of the width
MOST_HIGH = 280.0
STRIPS = 300  # of the width, in each of which a line keeps its ends, its highest and its lowest point
PICKS = 50  # places that can be picked


def curves_scene(picture: CurvesPicture, room: float, face: Face = SANS) -> Scene:
    """The lines in so much room, the best point of each marked."""
    width = max(280.0, room)
    height = max(200.0, min(MOST_HIGH, HIGH * width))
    chart = _as_chart(picture)
    scene = chart_scene(chart, width, height, face.small)
    plot = plot_of(chart, width, height, face.small)
    items = [_with_ground(item) for item in scene.items if item.role != "point"]
    for k in reversed(range(len(picture.lines))):
        items += _mark(picture.lines[k], plot, k == 0)
    if picture.chosen is not None:
        items.append(_cursor(picture, picture.chosen, plot))
    if picture.picks:
        items += _columns(picture.lines[0], plot, picture.start > 0)
    best = [item.says for item in items if item.role == "present" and item.says]
    return Scene(tuple(items), width, height, " ".join([scene.says, *(f"{says}." for says in best)]))


def _with_ground(item: Item) -> Item:
    """A line whose labels have the ground cleared behind them, since others may pass there."""
    if item.role != "series":
        return item
    return replace(
        item, parts=tuple(replace(part, ground=True) if isinstance(part, Label) else part for part in item.parts)
    )


def _as_chart(picture: CurvesPicture) -> ChartPicture:
    """The curves as a chart of as many points as can be seen."""
    scale, low, high = log10 if picture.start else float, picture.low, picture.high
    series = tuple(
        Series(
            line.label, tuple((Fraction(x), y) for x, y in thinned(line.points, line.marked, scale=scale)), line.drawn
        )
        for line in picture.lines
    )
    return ChartPicture(picture.title, picture.x, picture.y, series, least=low, most=high, start=picture.start)


def thinned(
    points: tuple[Point, ...], kept: Point | None = None, strips: int = STRIPS, scale: Callable[[float], float] = float
) -> list[Point]:
    """The points that make a difference on a line so many strips wide. kept: one that stays whatever it is."""
    if len(points) <= 4 * strips:
        return list(points)
    first, last = scale(points[0][0]), scale(points[-1][0])
    wide = (last - first) / strips or 1.0
    groups: dict[int, list[int]] = {}
    for i, (x, _) in enumerate(points):
        groups.setdefault(min(strips - 1, int((scale(x) - first) / wide)), []).append(i)
    numbers: set[int] = {i for i, point in enumerate(points) if point == kept}
    for group in groups.values():
        numbers |= {group[0], group[-1]}
        numbers |= {min(group, key=lambda i: points[i][1]), max(group, key=lambda i: points[i][1])}
    return [points[i] for i in sorted(numbers)]


def _mark(line: CurveLine, plot: Plot, first: bool) -> list[Item]:
    """A ring around the best point of a line, with a line down to its threshold."""
    if line.marked is None:
        return []
    x, y = plot.x(line.marked[0]), plot.y(line.marked[1])
    parts: list[Shape | Label] = [line_as("present", (x, plot.bottom, x, y))] if first else []
    parts.append(Shape("ellipse", (x, y, 5.5, 5.5), "ground", "accent" if first else "quiet", 2.0))
    says = f"{line.label}, best {number(line.marked[1], 4)} at {number(line.marked[0], 4)}"
    return [Item("present", (), tuple(parts), says=says)]


def value_at(line: CurveLine, x: float) -> float:
    """The height of a line of steps: what holds up to the next jump to the right."""
    i = bisect_left(line.points, x, key=lambda point: point[0])
    return line.points[min(i, len(line.points) - 1)][1]


def _cursor(picture: CurvesPicture, at: float, plot: Plot) -> Item:
    """A line across at the x that is chosen, with a dot where it meets each line."""
    x = plot.x(max(at, picture.start))
    parts: list[Shape | Label] = [line_as("axis", (x, plot.top, x, plot.bottom))]
    for line in picture.lines:
        parts.append(chart_dot(x, plot.y(value_at(line, at)), 4, "ink"))
    return Item("present", (), tuple(parts), says=f"at {number(at, 4)}")


def _columns(line: CurveLine, plot: Plot, log: bool) -> list[Item]:
    half = (plot.right - plot.left) / PICKS / 2
    items = []
    for at in ((plot.first ** (1 - k / PICKS) if log else k / PICKS) for k in range(PICKS + 1)):
        left, says = plot.x(at) - half, f"{number(value_at(line, at), 4)} at {number(at, 4)}"
        items.append(pick_column(plot, left, left + 2 * half, says, f"t {number(at, 4)}"))
    return items
