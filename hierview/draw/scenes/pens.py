"""Pens: how a line is drawn, by its meaning. Pictures, legends and exports all take them from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ...explain import Side

LineRole = Literal[
    "plain edge",  # of a hierarchy, on no side
    "true edge",
    "predicted edge",
    "pair",
    "rejected pair",  # only considered
    "to default",  # from a class without a partner
    "arc",  # of a flow network
    "chosen arc",
    "axis",
    "grid line",
    "dotted grid line",  # where there are no shades
    "main series",
    "other series",
    "main thread",  # through the dots of a series
    "other thread",
    "present",  # up to the present value of a chart
]


@dataclass(frozen=True)
class Pen:
    """Colour by its meaning, width and dashes of a line."""

    stroke: str
    """Colour by its meaning, such as "ink"."""
    width: float
    """Width of the line, in px."""
    dash: tuple[float, ...] = ()
    """Lengths of dashes and gaps; empty for a solid line."""
    dots: bool = False
    """Whether it has round dots instead of dashes."""


DROPPED = (4.0, 3.0)  # the dashes around a class that is dropped
DOTS = (1.0, 3.5)
OUTLINE, THIN = 2.0, 1.25  # around a class with a mark, and around one without or in quiet ink

PENS: Mapping[LineRole, Pen] = {
    "plain edge": Pen("none", 1.0),
    "true edge": Pen("true", 2.5),
    "predicted edge": Pen("predicted", 2.5, (7, 4)),
    "pair": Pen("ink", 2.0),
    "rejected pair": Pen("quiet", 1.0, DOTS, dots=True),
    "to default": Pen("ink", 1.5, DOTS, dots=True),
    "arc": Pen("none", 1.0),
    "chosen arc": Pen("ink", 2.5),
    "axis": Pen("none", 1.0),
    "grid line": Pen("line", 1.0),
    "dotted grid line": Pen("line", 0.75, DOTS, dots=True),
    "main series": Pen("accent", 2.5),
    "other series": Pen("quiet", 1.5),
    "main thread": Pen("accent", 1.0),
    "other thread": Pen("quiet", 1.0),
    "present": Pen("accent", 1.0, (3, 3)),
}

# The lines of an edge, side by side where it belongs to both.
EDGES: Mapping[Side, tuple[LineRole, ...]] = {
    "none": ("plain edge",),
    "t": ("true edge",),
    "p": ("predicted edge",),
    "both": ("true edge", "predicted edge"),
}
TINTS: Mapping[Side, str] = {"t": "tint-t", "p": "tint-p", "both": "tint-both"}  # of classes on a side
