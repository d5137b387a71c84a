"""Figures of a study as files."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from ...draw.arrange import compose
from ...draw.backends.beamer import SLIDE, beamer
from ...draw.drawable import CHART, Room, plain_scene
from ...draw.figure import MM, Figure, FigureStyle, Meta
from ...draw.parts import rows_in_parts
from ...explain import EstimatesPicture, PlainPicture, plain
from ..base import ExportFormat
from ..figures.slides import READABLE_PT, USUAL_PT


@dataclass(frozen=True)
class StudyFigure:
    """A picture of a study, ready for a file. origin: the signature.  says: how it was computed, in sentences."""

    picture: PlainPicture
    origin: str
    says: tuple[str, ...] = ()
    style: FigureStyle = FigureStyle()
    dpi: int = 300

    @cached_property
    def figure(self) -> Figure:
        """The picture in the width of its style."""
        room = CHART[0] if self.style.width_mm is None else self.style.width_mm * MM / self.style.unit
        scene = plain_scene(self.picture, Room(room, self.style.face))
        return compose([(self.picture.title, scene)], self.style)

    @property
    def sheets(self) -> tuple[Figure, ...]:
        """The one page of it."""
        return (self.figure,)

    @property
    def meta(self) -> Meta:
        """The words that the file says of itself."""
        title = plain(self.picture.title)
        return Meta(title, " ".join((self.figure.says, *self.says)), self.origin)

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return re.sub(r"[^A-Za-z0-9]+", "-", plain(self.picture.title))[:80].strip("-").lower()


def on_slides(of: StudyFigure) -> list[Figure]:
    """The picture at a size that a room can read: narrower where it is lower so, or rows on several slides."""
    style = replace(of.style, height_mm=SLIDE[1], least_pt=READABLE_PT, tex=True)
    ways = product((USUAL_PT, READABLE_PT), (1.0, 0.85, 0.7, 0.55))
    drawn = (replace(of, style=replace(style, width_mm=SLIDE[0] * share, font_pt=pt)).figure for pt, share in ways)
    if found := next((figure for figure in drawn if figure.fits), None):
        return [found]
    least = replace(of, style=replace(style, width_mm=SLIDE[0], font_pt=READABLE_PT))
    if not isinstance(of.picture, EstimatesPicture):
        return [least.figure]
    parts = rows_in_parts(of.picture, lambda part: replace(least, picture=part).figure.fits)
    return [replace(least, picture=part).figure for part in parts] or [least.figure]


BEAMER = ExportFormat[StudyFigure](
    key="beamer",
    title="Beamer",
    endings=(".tex",),
    mime="application/x-tex",
    write=lambda of: beamer([("", figure) for figure in on_slides(of)], of.meta),
)
