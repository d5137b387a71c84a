"""Instances under two formulas as a chart whose points open."""

from __future__ import annotations

from html import escape
from math import sqrt

from ...languages import _
from ...study.results.points import Location, Points, fullest
from ..pages import scatter
from .values import value_text

LEAST, MOST = 3.0, 13.0  # radius of a dot, in px


def points_html(found: Points) -> str:
    """The chart, and what it shows in sentences. A click reports what the place says that it opens."""
    if not found.places:
        return f'<p class="says" role="status">{_("Both formulas have a value on none of these instances.")}</p>'
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

    chart = scatter.scatter_html(dots, found.x, found.y, "", size, found.alike)
    return f'<section class="study-points">{chart}{_sentences(found)}</section>'


def _says(place: Location, found: Points) -> str:
    at = f"{found.x} {value_text(place.x)}, {found.y} {value_text(place.y)}"
    if place.count == 1:
        return f"{at}: {place.names[0]}"
    more = _(" and {n:,} more", n=place.count - len(place.names)) if place.count > len(place.names) else ""
    return _(
        "{at}: {count:,} instances, {names}{more}", at=at, count=place.count, names=", ".join(place.names), more=more
    )


def _sentences(found: Points) -> str:
    sentences = [
        _(
            "{count:,} instances at {n:,} places; a larger dot is more instances.",
            count=found.count,
            n=len(found.places),
        )
    ]
    if found.binned:
        sentences = [
            _(
                "{count:,} instances in {n:,} rectangles; a larger dot is more instances.",
                count=found.count,
                n=len(found.places),
            )
        ]
    sentences += [_("{undefined:,} have no value on one axis.", undefined=found.undefined)] * bool(found.undefined)
    if found.tau is not None:
        sentences.append(_("Kendall’s τ-b over these instances is {tau}.", tau=value_text(found.tau)))
    return f'<p class="says">{escape(" ".join(sentences))}</p>'
