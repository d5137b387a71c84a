"""Instances under two formulas as a chart whose points open."""

from __future__ import annotations

from math import sqrt

from ...languages import N_, _
from ...markup.pages import scatter
from ...safe import Markup, safe
from ..results.points import Location, ScatterPoints, fullest_places
from .values import fixed_text

LEAST, MOST = 3.0, 13.0  # radius of a dot, in px


def points_html(cloud: ScatterPoints) -> Markup:
    """The chart, and what it shows in sentences. A click reports what the place says that it opens."""
    if not cloud.places:
        return safe('<p class="says" role="status">{}</p>', _("Both formulas have a value on none of these instances."))
    most = max(place.count for place in cloud.places)
    labelled = fullest_places(cloud)
    dots = []
    for place in cloud.places:
        label = f"{place.count:,}" if place in labelled else ""
        dots.append(scatter.Dot(place.opens, place.x, place.y, place.count, _place_text(place, cloud), label))

    def size(count: int) -> float:
        return LEAST + (MOST - LEAST) * sqrt((count - 1) / max(1, most - 1))

    chart = scatter.scatter_html(dots, cloud.x, cloud.y, "", size, cloud.alike)
    return safe('<section class="study-points">{}{}</section>', chart, _sentences_html(cloud))


def _place_text(place: Location, cloud: ScatterPoints) -> str:
    at = f"{cloud.x} {fixed_text(place.x)}, {cloud.y} {fixed_text(place.y)}"
    if place.count == 1:
        return f"{at}: {place.names[0]}"
    names, others = ", ".join(place.names), place.count - len(place.names)
    more = _(" and {n:,} more", n=others) if others > 0 else ""
    return _("{at}: {count:,} instances, {names}{more}", at=at, count=place.count, names=names, more=more)


def _sentences_html(cloud: ScatterPoints) -> Markup:
    at_places = N_("{count:,} instances at {n:,} places; a larger dot is more instances.")
    in_rectangles = N_("{count:,} instances in {n:,} rectangles; a larger dot is more instances.")
    sentences = [_(in_rectangles if cloud.binned else at_places, count=cloud.count, n=len(cloud.places))]
    if cloud.undefined:
        sentences.append(_("{undefined:,} have no value on one axis.", undefined=cloud.undefined))
    if cloud.tau is not None:
        sentences.append(_("Kendall’s τ-b over these instances is {tau}.", tau=fixed_text(cloud.tau)))
    return safe('<p class="says">{}</p>', " ".join(sentences))
