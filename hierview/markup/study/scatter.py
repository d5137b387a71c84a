"""Instances under two formulas as a chart whose points open."""

from __future__ import annotations

from html import escape
from math import sqrt

from ...study.points import Place, Points, fullest
from .. import scatter
from .values import value_text

LEAST, MOST = 3.0, 13.0  # radius of a dot, in px


def points(found: Points) -> str:
    """The chart, and what it shows in sentences. A click reports what the place says that it opens."""
    if not found.places:
        return '<p class="says" role="status">Both formulas have a value on none of these instances.</p>'
    most = max(place.count for place in found.places)
    labelled = fullest(found)
    dots = [
        scatter.Dot(
            place.opens,
            place.x,
            place.y,
            place.count,
            _says(place, found),
            f"{place.count:,}" if place in labelled else "",
        )
        for place in found.places
    ]

    def size(count: int) -> float:
        return LEAST + (MOST - LEAST) * sqrt((count - 1) / max(1, most - 1))

    chart = scatter.scatter(dots, found.x, found.y, "", size, found.alike)
    return f'<section class="study-points">{chart}{_said(found)}</section>'


def _says(place: Place, found: Points) -> str:
    at = f"{found.x} {value_text(place.x)}, {found.y} {value_text(place.y)}"
    if place.count == 1:
        return f"{at}: {place.names[0]}"
    more = f" and {place.count - len(place.names):,} more" if place.count > len(place.names) else ""
    return f"{at}: {place.count:,} instances, {', '.join(place.names)}{more}"


def _said(found: Points) -> str:
    told = [f"{found.count:,} instances at {len(found.places):,} places; a larger dot is more instances."]
    if found.binned:
        told = [f"{found.count:,} instances in {len(found.places):,} rectangles; a larger dot is more instances."]
    told += [f"{found.undefined:,} have no value on one axis."] * bool(found.undefined)
    if found.tau is not None:
        told.append(f"Kendall’s τ-b over these instances is {value_text(found.tau)}.")
    return f'<p class="says">{escape(" ".join(told))}</p>'
