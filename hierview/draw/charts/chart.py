"""Charts become scenes: thin axes, one accent, every line labelled at its end, the present value marked."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ...explain import ChartPicture, Series, number
from ..scenes.pens import LineRole
from ..scenes.scene import SMALL, Extent, Item, Label, Point, Scene, Shape, line_as
from ..texts.widths import text_width
from .axes import Plot, axis_text, drawn_axes, plot_of
from .chart_labels import end_labels, gap_labels, present_value


def chart_scene(picture: ChartPicture, width: float = 640, height: float = 300, small: float = SMALL) -> Scene:
    """A chart: `width` and `height` are those of the whole, at least 280 × 200 px; its texts are `small`.

    Every point can be picked, and reports its x as an exact text ("5", "1/3"), or "None" for the place
    beside the axis.
    """
    width, height = max(280.0, width), max(200.0, height)
    plot = plot_of(picture, width, height, small)
    texts: list[Extent] = []
    axes = drawn_axes(picture, plot, texts)
    lines: list[Item] = []
    ways: list[tuple[Point, Point]] = []
    for i, series in enumerate(picture.series):
        item, own = _line(series, plot, i == 0)
        lines.append(item)
        ways += own
    ends = end_labels(picture, plot, ways, texts)
    gaps = gap_labels(picture, plot, texts)
    mark = present_value(picture, plot, ways, texts)
    points = _points(picture, plot)
    # Lines in the accent colour lie above the others; what can be picked lies on top.
    items = (*axes, *reversed(lines), *gaps, *ends, *mark, *points)
    return Scene(items, width, height, _said(picture))


def _pieces(series: Series) -> list[list[tuple[Fraction, float]]]:
    """The stretches without a gap."""
    pieces: list[list[tuple[Fraction, float]]] = [[]]
    for x, y in series.points:
        if y is None:
            pieces.append([])
        else:
            pieces[-1].append((x, y))
    return [piece for piece in pieces if piece]


def _line(series: Series, plot: Plot, first: bool) -> tuple[Item, list[tuple[Point, Point]]]:
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


def _points(picture: ChartPicture, plot: Plot) -> list[Item]:
    """A column for every x of the first series, invisible, that can be pointed at and picked."""
    if not picture.series:
        return []
    series = picture.series[0]
    places = [(plot.x(x), str(x), y, f"at {axis_text(x)}") for x, y in series.points]
    items = []
    for i, (x, pick, y, told) in enumerate(places):
        a = (places[i - 1][0] + x) / 2 if i else x - 8
        b = (places[i + 1][0] + x) / 2 if i < len(places) - 1 else x + 8
        items.append(_column(a, b, pick, f"{number(y)} {told}", plot))
    if plot.beside is not None:
        half = text_width(picture.apart, plot.small) / 2
        told = f"{number(series.apart)}, {picture.apart}"
        items.append(_column(plot.beside - half, plot.beside + half, "None", told, plot))
    return items


def _column(a: float, b: float, pick: str, said: str, plot: Plot) -> Item:
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
        said += f"; {series.label} {number(ya)} at {axis_text(a)}, {number(yb)} at {axis_text(b)}"
        gaps = len(series.points) - len(defined)
        said += f", undefined at {gaps} of {len(series.points)}" if gaps else ""
        if picture.apart:
            said += f", {number(series.apart)} for {picture.apart}"
    return said + "."
