"""Instances as points under two formulas; where many share a place, one point stands for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import floor

import numpy as np

from ...explain import PointsPicture, Spot
from ..scoring.numbered import Longs
from ..scoring.ratios import Floats
from . import statistics
from .formulas import NEAR
from .instances import Finder, InstanceQuery, with_system_names
from .pictures import round_step

MOST_PLACES = 400  # that are drawn as they are
BINS = 24  # across and upwards, where there are more
CLOSE = 6  # decimals: values closer than that share a place
NAMES = 3  # instances that a point names
LABELLED = 3  # of the fullest places
APART = 0.08  # of an axis between places whose numbers are written beside them


@dataclass(frozen=True)
class Location:
    """A place in the scatter chart, with the instances that lie there."""

    x: float
    """Mean on the x axis of the instances that lie there."""
    y: float
    """Mean on the y axis of the instances that lie there."""
    count: int
    """Number of these instances."""
    names: tuple[str, ...]
    """Ids of the first of them."""
    opens: str
    """What a click on it reports: `case`, or `by` and a formula that finds them."""


@dataclass(frozen=True)
class ScatterPoints:
    """The scatter chart of instances by the values of two formulas."""

    x: str
    """Formula of the x axis."""
    y: str
    """Formula of the y axis."""
    places: tuple[Location, ...]
    """The places."""
    count: int
    """Number of instances that lie somewhere."""
    undefined: int
    """Number of instances that lie nowhere."""
    binned: bool
    """Whether a place stands for a rectangle."""
    tau: float | None
    """Kendall's τ-b over the instances, None where there is none."""
    alike: bool
    """Whether both axes measure the same."""


def scatter_points(finder: Finder, query: InstanceQuery, x: str, y: str) -> ScatterPoints:
    """The wished instances by the values of two formulas, such as "A.hF" and "A.LCaF", or "A.hF" and "B.hF".

    The formula of the wish itself plays no part. Raises MeasureError for a formula, StudyError for the rest.
    """
    xs, ys = (finder.formula_values(replace(query, by=text)).values for text in (x, y))
    mask = finder.membership_mask(query)
    defined = mask & ~np.isnan(xs) & ~np.isnan(ys)
    which = np.flatnonzero(defined)
    values = xs[which], ys[which]
    cells = [np.round(v, CLOSE) for v in values]
    edges: list[Floats] = []
    if int(_row_codes(cells).max(initial=-1)) >= MOST_PLACES:
        edges = [_bin_edges(v) for v in values]
        cells = [e[np.searchsorted(e, v + NEAR, "right") - 1] for e, v in zip(edges, values, strict=True)]
    ids, locations = finder.scores.data.ids, []
    for own in _groups_of_rows(_row_codes(cells)):
        at, numbers = [float(column[own[0]]) for column in cells], which[own]
        opens = f"by {_formula_inside((x, y), at, edges) if edges else _formula_at((x, y), at)}"
        if len(numbers) == 1:
            opens = f"pair {numbers[0]}" if query.b else f"case {numbers[0]} {query.a}"
        x_mean, y_mean = (float(v[own].mean()) for v in values)
        names = tuple(ids[i] for i in numbers[:NAMES].tolist())
        locations.append(Location(x_mean, y_mean, len(numbers), names, opens))
    tau = statistics.kendall_tau(*values) if len(which) > 1 else np.nan
    return ScatterPoints(
        with_system_names(x, query, finder.scores.systems),
        with_system_names(y, query, finder.scores.systems),
        places=tuple(locations),
        count=len(which),
        undefined=int(mask.sum()) - len(which),
        binned=bool(edges),
        tau=None if np.isnan(tau) else tau,
        alike=x.partition(".")[2] == y.partition(".")[2] and {x[:2], y[:2]} == {"A.", "B."},
    )


def fullest_places(points: ScatterPoints) -> list[Location]:
    """The fullest places whose numbers, written beside them, do not touch."""
    wide, high = (max(ends) - min(ends) or 1.0 for ends in ([p.x for p in points.places], [p.y for p in points.places]))
    labelled: list[Location] = []
    for place in sorted(points.places, key=lambda p: (-p.count, p.x, p.y)):
        near = (abs(place.y - p.y) < APART * high and abs(place.x - p.x) < 4 * APART * wide for p in labelled)
        if place.count > 1 and not any(near):
            labelled.append(place)
        if len(labelled) == LABELLED:
            break
    return labelled


def points_picture(points: ScatterPoints) -> PointsPicture:
    """The scatter chart as a picture."""
    labelled = fullest_places(points) if points.places else []
    spots = (Spot(p.x, p.y, p.count, f"{p.count:,}" if p in labelled else "") for p in points.places)
    return PointsPicture((f"{points.y} against {points.x}",), points.x, points.y, tuple(spots), points.alike)


def _bin_edges(values: Floats) -> Floats:
    """The ends of equal stretches that hold all values, at round numbers."""
    low, high = float(values.min()), float(values.max())
    step = round_step((high - low) or 1.0, BINS)
    first, last = floor(low / step + 1e-9), floor(high / step + 1e-9) + 1
    return np.array([float(f"{k * step:.10g}") for k in range(min(first, floor(low / step)), last + 1)])


def _row_codes(columns: Sequence[Floats]) -> Longs:
    """A number from 0 on for each row, the same for equal rows."""
    parts = [np.unique(column, return_inverse=True)[1].astype(np.int64) for column in columns]
    codes: Longs = parts[0] * (int(parts[1].max(initial=0)) + 1) + parts[1]
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def _groups_of_rows(codes: Longs) -> list[Longs]:
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(codes) else []


def _formula_at(axes: Sequence[str], values: Sequence[float]) -> str:
    """A formula that finds what lies at a place."""
    near = f"0.{'0' * (CLOSE - 1)}1"
    conditions = (f"abs({axis} - {_number_text(value)}) < {near}" for axis, value in zip(axes, values, strict=True))
    return " and ".join(conditions).replace("- -", "+ ")


def _formula_inside(axes: Sequence[str], lows: Sequence[float], edges: Sequence[Floats]) -> str:
    """A formula that finds what lies in a rectangle."""
    conditions = []
    for axis, low, ends in zip(axes, lows, edges, strict=True):
        high = float(ends[np.searchsorted(ends, low) + 1])
        conditions.append(f"{axis} >= {_number_text(low)} and {axis} < {_number_text(high)}")
    return " and ".join(conditions)


def _number_text(value: float) -> str:
    """A number without an exponent, exact to ten digits."""
    return f"{Decimal(f'{value:.10g}'):f}"
