"""A scatter of cases by the values of two measures, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt

from ...draw.backends.svg import num
from ...draw.charts.axes import Plot, axis_ends_with_0_and_1, round_ticks
from ...explain import number
from ...languages import _

WIDTH, HEIGHT = 560.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 540.0, 28.0, 392.0


@dataclass(frozen=True)
class Dot:
    """A place of the scatter with the cases that lie on it. A click reports its key. label: written beside it."""

    key: str
    x: float
    y: float
    cases: int
    says: str
    label: str = ""


def _size(cases: int) -> float:
    """The radius of a dot, which says little where there are more than a hundred."""
    return min(16.0, 4 + 1.2 * sqrt(cases - 1))


def scatter_html(
    dots: Sequence[Dot],
    x_name: str,
    y_name: str,
    chosen: str,
    size: Callable[[int], float] = _size,
    equal: bool = False,
) -> str:
    """A chart whose dots are cases; where several lie on one place the dot is larger.

    size: radius of a dot for so many cases.  equal: whether a line shows where both values are the same.
    """
    ends = *axis_ends_with_0_and_1([dot.x for dot in dots]), *axis_ends_with_0_and_1([dot.y for dot in dots])
    plot = Plot(LEFT, RIGHT, TOP, BOTTOM, *ends)
    parts = [_axes(plot, x_name, y_name)]
    if equal:
        low, high = max(plot.first, plot.low), min(plot.last, plot.high)
        ax, ay, bx, by = plot.x(low), plot.y(low), plot.x(high), plot.y(high)
        parts.append(f'<path class="equal" d="M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"/>')
    labels = []
    for dot in sorted(dots, key=lambda d: (d.key == chosen, -d.cases)):
        px, py = plot.x(dot.x), plot.y(dot.y)
        on = " chosen" if dot.key == chosen else ""
        radius = size(dot.cases)
        parts.append(
            f'<g class="class dot{on}" data-pick="{escape(dot.key)}" role="button" tabindex="-1" '
            f'aria-label="{escape(dot.says)}"><title>{escape(dot.says)}</title>'
            f'<circle class="halo" cx="{num(px)}" cy="{num(py)}" r="{num(radius + 4)}"/>'
            f'<circle cx="{num(px)}" cy="{num(py)}" r="{num(radius)}"/></g>'
        )
        if dot.label:
            labels.append(_dot_label(dot.label, px, py, radius))
    says = _("{y} against {x}", y=y_name, x=x_name)
    return (
        f'<div class="scatter"><svg viewBox="0 0 {num(WIDTH)} {num(HEIGHT)}" role="group" '
        f'aria-label="{escape(says)}">{"".join(parts + labels)}</svg></div>'
    )


def _axes(plot: Plot, x_name: str, y_name: str) -> str:
    parts = []
    for tick in round_ticks(plot.first, plot.last):
        px = plot.x(tick)
        parts.append(f'<path class="grid" d="M{num(px)} {num(TOP)}V{num(BOTTOM)}"/>')
        parts.append(f'<text x="{num(px)}" y="{num(BOTTOM + 20)}" text-anchor="middle">{number(tick)}</text>')
    for tick in round_ticks(plot.low, plot.high):
        py = plot.y(tick)
        parts.append(f'<path class="grid" d="M{num(LEFT)} {num(py)}H{num(RIGHT)}"/>')
        parts.append(f'<text x="{num(LEFT - 8)}" y="{num(py + 5)}" text-anchor="end">{number(tick)}</text>')
    parts.append(
        f'<text class="name" x="{num(RIGHT)}" y="{num(BOTTOM + 42)}" text-anchor="end">{escape(x_name)}</text>'
        f'<text class="name" x="{num(LEFT - 40)}" y="{num(TOP - 12)}">{escape(y_name)}</text>'
    )
    return "".join(parts)


def _dot_label(text: str, x: float, y: float, radius: float) -> str:
    """A text beside a dot, at its left where it is far at the right."""
    end = x > RIGHT - 60
    place = x - radius - 4 if end else x + radius + 4
    anchor = ' text-anchor="end"' if end else ""
    return f'<text class="count" x="{num(place)}" y="{num(y + 5)}"{anchor} aria-hidden="true">{escape(text)}</text>'
