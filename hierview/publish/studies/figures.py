"""Figures of a study as files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ...draw.arrange import compose
from ...draw.backends.beamer import beamer
from ...draw.drawable import CHART, Room, plain_scene
from ...draw.figure import MM, Figure, FigureStyle, Meta
from ...explain import PlainPicture, plain
from ..base import ExportFormat


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


BEAMER = ExportFormat[StudyFigure](
    key="beamer",
    title="Beamer",
    endings=(".tex",),
    mime="application/x-tex",
    write=lambda of: beamer([("", of.figure)], of.meta),
)
