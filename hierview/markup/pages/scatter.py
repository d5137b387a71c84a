"""A scatter of cases by the values of two measures, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from ...draw.backends.svg import num
from ...draw.charts.axes import Plot, axis_ends_with_0_and_1, round_ticks
from ...explain import number
from ...languages import _
from ...safe import Markup, joined, safe

WIDTH, HEIGHT = 560.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 540.0, 28.0, 392.0


@dataclass(frozen=True)
class Dot:
    """A place of the scatter with the cases that lie on it. A click reports its key."""

    key: str
    """Key that a click on it reports."""
    x: float
    """Value on the x axis."""
    y: float
    """Value on the y axis."""
    cases: int
    """Number of cases that lie on it."""
    says: str
    """The dot in words."""
    label: str = ""
    """Text that is written beside it; "" for none."""


def _dot_radius(cases: int) -> float:
    """The radius of a dot, which says little where there are more than a hundred."""
    return min(16.0, 4 + 1.2 * sqrt(cases - 1))


def scatter_html(
    dots: Sequence[Dot],
    x_name: str,
    y_name: str,
    chosen: str,
    size: Callable[[int], float] = _dot_radius,
    equal: bool = False,
) -> Markup:
    """A chart whose dots are cases; where several lie on one place the dot is larger.

    size: radius of a dot for so many cases.  equal: whether a line shows where both values are the same.
    """
    ends = *axis_ends_with_0_and_1([dot.x for dot in dots]), *axis_ends_with_0_and_1([dot.y for dot in dots])
    plot = Plot(LEFT, RIGHT, TOP, BOTTOM, *ends)
    parts = [_axes_svg(plot, x_name, y_name)]
    if equal:
        low, high = max(plot.first, plot.low), min(plot.last, plot.high)
        ax, ay, bx, by = plot.x(low), plot.y(low), plot.x(high), plot.y(high)
        parts.append(safe('<path class="equal" d="M{} {}L{} {}"/>', num(ax), num(ay), num(bx), num(by)))
    labels = []
    for dot in sorted(dots, key=lambda d: (d.key == chosen, -d.cases)):
        px, py, radius = plot.x(dot.x), plot.y(dot.y), size(dot.cases)
        parts.append(_dot_svg(dot, px, py, radius, dot.key == chosen))
        if dot.label:
            labels.append(_dot_label_svg(dot.label, px, py, radius))
    says = _("{y} against {x}", y=y_name, x=x_name)
    return safe(
        '<div class="scatter"><svg viewBox="0 0 {} {}" role="group" aria-label="{}">{}</svg></div>',
        num(WIDTH),
        num(HEIGHT),
        says,
        joined(parts + labels),
    )


def _dot_svg(dot: Dot, x: float, y: float, radius: float, chosen: bool) -> Markup:
    return safe(
        '<g class="class dot{0}" data-pick="{1}" role="button" tabindex="-1" aria-label="{2}"><title>{2}</title>'
        '<circle class="halo" cx="{3}" cy="{4}" r="{5}"/><circle cx="{3}" cy="{4}" r="{6}"/></g>',
        " chosen" if chosen else "",
        dot.key,
        dot.says,
        num(x),
        num(y),
        num(radius + 4),
        num(radius),
    )


def _axes_svg(plot: Plot, x_name: str, y_name: str) -> Markup:
    parts = []
    for tick in round_ticks(plot.first, plot.last):
        px = plot.x(tick)
        parts.append(safe('<path class="grid" d="M{} {}V{}"/>', num(px), num(TOP), num(BOTTOM)))
        parts.append(
            safe('<text x="{}" y="{}" text-anchor="middle">{}</text>', num(px), num(BOTTOM + 20), number(tick))
        )
    for tick in round_ticks(plot.low, plot.high):
        py = plot.y(tick)
        parts.append(safe('<path class="grid" d="M{} {}H{}"/>', num(LEFT), num(py), num(RIGHT)))
        parts.append(safe('<text x="{}" y="{}" text-anchor="end">{}</text>', num(LEFT - 8), num(py + 5), number(tick)))
    parts.append(
        safe(
            '<text class="name" x="{}" y="{}" text-anchor="end">{}</text><text class="name" x="{}" y="{}">{}</text>',
            num(RIGHT),
            num(BOTTOM + 42),
            x_name,
            num(LEFT - 40),
            num(TOP - 12),
            y_name,
        )
    )
    return joined(parts)


def _dot_label_svg(text: str, x: float, y: float, radius: float) -> Markup:
    """A text beside a dot, at its left where it is far at the right."""
    end = x > RIGHT - 60
    place = x - radius - 4 if end else x + radius + 4
    anchor = Markup(' text-anchor="end"') if end else ""
    return safe(
        '<text class="count" x="{}" y="{}"{} aria-hidden="true">{}</text>', num(place), num(y + 5), anchor, text
    )
