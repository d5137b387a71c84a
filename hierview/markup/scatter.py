"""A scatter of cases by the values of two measures, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt

from ..draw.axes import round_ticks
from ..draw.backends.svg import num
from ..explain import number


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


def scatter(
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
    width, height, left, right, top, bottom = 560.0, 440.0, 56.0, 540.0, 28.0, 392.0

    def scale(values: list[float]) -> tuple[float, float]:
        low, high = min([0.0, *values]), max([1.0, *values]) if max(values, default=1) <= 1 else max(values)
        return low, high

    (x0, x1), (y0, y1) = scale([d.x for d in dots]), scale([d.y for d in dots])

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (x - x0) / (x1 - x0) * (right - left), bottom - (y - y0) / (y1 - y0) * (bottom - top)

    parts, labels = [], []
    for tick in round_ticks(x0, x1):
        px, _ = at(tick, y0)
        parts.append(f'<path class="grid" d="M{num(px)} {num(top)}V{num(bottom)}"/>')
        parts.append(f'<text x="{num(px)}" y="{num(bottom + 20)}" text-anchor="middle">{number(tick)}</text>')
    for tick in round_ticks(y0, y1):
        _, py = at(x0, tick)
        parts.append(f'<path class="grid" d="M{num(left)} {num(py)}H{num(right)}"/>')
        parts.append(f'<text x="{num(left - 8)}" y="{num(py + 5)}" text-anchor="end">{number(tick)}</text>')
    parts.append(
        f'<text class="name" x="{num(right)}" y="{num(bottom + 42)}" text-anchor="end">{escape(x_name)}</text>'
        f'<text class="name" x="{num(left - 40)}" y="{num(top - 12)}">{escape(y_name)}</text>'
    )
    if equal:
        (ax, ay), (bx, by) = at(max(x0, y0), max(x0, y0)), at(min(x1, y1), min(x1, y1))
        parts.append(f'<path class="equal" d="M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"/>')
    for dot in sorted(dots, key=lambda d: (d.key == chosen, -d.cases)):
        px, py = at(dot.x, dot.y)
        on = " chosen" if dot.key == chosen else ""
        radius = size(dot.cases)
        parts.append(
            f'<g class="class dot{on}" data-pick="{escape(dot.key)}" role="button" tabindex="-1" '
            f'aria-label="{escape(dot.says)}"><title>{escape(dot.says)}</title>'
            f'<circle class="halo" cx="{num(px)}" cy="{num(py)}" r="{num(radius + 4)}"/>'
            f'<circle cx="{num(px)}" cy="{num(py)}" r="{num(radius)}"/></g>'
        )
        if dot.label:
            labels.append(_label(dot.label, px, py, radius, right))
    parts += labels
    return (
        f'<div class="scatter"><svg viewBox="0 0 {num(width)} {num(height)}" role="group" '
        f'aria-label="{escape(f"{y_name} against {x_name}")}">{"".join(parts)}</svg></div>'
    )


def _label(text: str, x: float, y: float, radius: float, right: float) -> str:
    """A text beside a dot, at its left where it is far at the right."""
    end = x > right - 60
    place = x - radius - 4 if end else x + radius + 4
    anchor = ' text-anchor="end"' if end else ""
    return f'<text class="count" x="{num(place)}" y="{num(y + 5)}"{anchor} aria-hidden="true">{escape(text)}</text>'
