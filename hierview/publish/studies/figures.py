"""Figures of a study as files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...draw.arrange import compose
from ...draw.backends.beamer import beamer
from ...draw.backends.svgfile import svg_file
from ...draw.backends.tikz import tikz
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
    def meta(self) -> Meta:
        """The words that the file says of itself."""
        title = plain(self.picture.title)
        return Meta(title, " ".join((self.figure.says, *self.says)), self.origin)

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return re.sub(r"[^A-Za-z0-9]+", "-", plain(self.picture.title))[:80].strip("-").lower()


def _pdf(of: StudyFigure) -> bytes:
    from ...draw.backends.pdf import pdf  # takes a while to load

    return pdf(of.figure, of.meta)


def _png(of: StudyFigure) -> bytes:
    from ...draw.backends.pdf import png  # takes a while to load

    return png(of.figure, of.dpi, of.meta)


_ROWS: tuple[tuple[str, str, str, str, Callable[[StudyFigure], str | bytes]], ...] = (
    ("pdf", "PDF", ".pdf", "application/pdf", _pdf),
    ("svg", "SVG", ".svg", "image/svg+xml", lambda of: svg_file(of.figure, of.meta)),
    ("png", "PNG", ".png", "image/png", _png),
    ("tikz", "TikZ", ".tex", "application/x-tex", lambda of: tikz(of.figure, of.meta)),
    (
        "tikz-standalone",
        "TikZ, stand-alone",
        ".tex",
        "application/x-tex",
        lambda of: tikz(of.figure, of.meta, standalone=True),
    ),
    ("beamer", "Beamer", ".tex", "application/x-tex", lambda of: beamer([("", of.figure)], of.meta)),
)
STUDY_FORMATS: Mapping[str, ExportFormat[StudyFigure]] = {
    key: ExportFormat(key, title, (ending,), mime, write, key not in ("pdf", "png"), dpi=key == "png")
    for key, title, ending, mime, write in _ROWS
}
STUDY_ENDINGS: Mapping[str, tuple[str, ...]] = {
    ending: tuple(f.key for f in STUDY_FORMATS.values() if ending in f.endings)
    for ending in (".svg", *(ending for f in STUDY_FORMATS.values() for ending in f.endings))
}
