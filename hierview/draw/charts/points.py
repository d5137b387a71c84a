"""Things by two values: spots on two axes, the fullest with their numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ...explain import PointsPicture, Spot
from ..scenes.scene import Item, Label, Scene, Shape, line_as
from ..texts.fonts import SANS, Face, width
from .axes import Plot, round_ticks, shortened, text_from, text_to, tick_texts, x_axis, y_axis

HIGH = 0.75  # of the width
LEAST, MOST = 2.0, 11.0  # radius of a spot
LINE = 20.0


def points_scene(picture: PointsPicture, room: float, face: Face = SANS) -> Scene:
    """The spots in so much room."""
    low_x, high_x = _ends([spot.x for spot in picture.spots])
    low_y, high_y = _ends([spot.y for spot in picture.spots])
    ups = round_ticks(low_y, high_y)
    left = max((width(text, face.small, face) for text in tick_texts(ups)), default=0.0) + 10 + MOST
    bottom = HIGH * room
    plot = Plot(left, room - MOST - 8, LINE + MOST + 6, bottom, low_x, high_x, low_y, high_y)
    most = max([2, *(spot.count for spot in picture.spots)])
    ordered = sorted(picture.spots, key=lambda spot: (-spot.count, spot.x, spot.y))
    spots = [_spot(spot, plot, most) for spot in ordered]
    labels = _labels(ordered, plot, most, face)
    items = [*_axes(picture, plot, ups, face), Item("series", (), tuple(spots)), Item("heading", (), tuple(labels))]
    labelled = "; ".join(f"{spot.count:,} at {spot.x:.3f}, {spot.y:.3f}" for spot in ordered if spot.label)
    count = sum(spot.count for spot in ordered)
    says = f"{picture.y} against {picture.x}: {count:,} at {len(ordered):,} places" + (
        f"; {labelled}" if labelled else ""
    )
    return Scene(tuple(items), room, bottom + MOST + 2.6 * LINE, says.replace("-", "−"))


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis: of all values, 0, and 1 where none is above."""
    low, high = min([0.0, *values]), max([0.0, *values])
    return low, max(1.0, high) if high <= 1 else high


def _radius(count: int, most: int) -> float:
    return LEAST + (MOST - LEAST) * sqrt((count - 1) / (most - 1))


def _spot(spot: Spot, plot: Plot, most: int) -> Shape:
    r = _radius(spot.count, most)
    return Shape("ellipse", (plot.x(spot.x), plot.y(spot.y), r, r), "ink", "ground", 0.75, opacity=0.55)


def _axes(picture: PointsPicture, plot: Plot, ups: Sequence[float], face: Face) -> list[Item]:
    """Lines and numbers of both axes, and what they measure."""
    parts = y_axis(plot, ups, tick_texts(ups), MOST + 6, face)
    far = plot.bottom + MOST
    parts += x_axis(plot, round_ticks(plot.first, plot.last), far + 0.6 * LINE, face)
    if picture.equal:
        ends = max(plot.first, plot.low), min(plot.last, plot.high)
        parts.append(line_as("present", (plot.x(ends[0]), plot.y(ends[0]), plot.x(ends[1]), plot.y(ends[1]))))
    parts.append(text_from(0, LINE / 2, shortened(picture.y, plot.right, face), face, "ink"))
    parts.append(text_to(plot.right, far + 1.9 * LINE, shortened(picture.x, plot.right, face), face, "ink"))
    return [Item("axis", (), tuple(parts))]


def _labels(spots: Sequence[Spot], plot: Plot, most: int, face: Face) -> list[Label]:
    """The numbers beside spots, of the fullest first; one that would touch another is left out."""
    labels: list[tuple[float, Label]] = []
    for spot in spots:
        if not spot.label:
            continue
        r, wide = _radius(spot.count, most) + 4, width(spot.label, face.small, face)
        x, y = plot.x(spot.x), plot.y(spot.y)
        start = x + r if x + r + wide <= plot.right + MOST else x - r - wide
        clear = (
            abs(y - other.y) > face.small or start > other.x + w + 2 or start + wide + 2 < other.x
            for w, other in labels
        )
        if all(clear):
            labels.append((wide, Label(start, y, spot.label, "ink", face.small, anchor="start", ground=True)))
    return [label for _, label in labels]
