"""Figures of a study as files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from ...draw.backends.latex.beamer import SLIDE, beamer_code
from ...draw.figures.arrange import scene_figure
from ...draw.figures.figure import MM, Figure, FigureStyle, Meta
from ...draw.figures.parts import split_estimates_picture, split_flow_tree_picture
from ...draw.scenes.bodies import ClassStyle
from ...draw.scenes.drawable import CHART, plain_scene
from ...draw.scenes.hierarchy import DrawingRoom
from ...explain import EstimatesPicture, FlowTreePicture, PlainPicture, plain
from ...publish.base import ExportFormat
from ...publish.figures import formats
from ...publish.figures.slides import READABLE_PT, USUAL_PT
from ...publish.registry import formats_by_ending


@dataclass(frozen=True)
class StudyFigure:
    """A picture of a study, ready for a file."""

    picture: PlainPicture
    """The picture."""
    origin: str
    """The signature."""
    says: tuple[str, ...] = ()
    """How it was computed, in sentences."""
    style: FigureStyle = FigureStyle()
    """Setting of the figure."""
    dpi: int = 300
    """Dots per inch of a PNG."""

    @cached_property
    def figure(self) -> Figure:
        """The picture in the width of its style."""
        room = CHART[0] if self.style.width_mm is None else self.style.width_mm * MM / self.style.unit
        scene = plain_scene(self.picture, DrawingRoom(room, ClassStyle(self.style.face)))
        return scene_figure(self.picture.title, scene, self.style)

    @cached_property
    def sheets(self) -> tuple[Figure, ...]:
        """The pages of the picture: one, or if it is too high several, each with some rows and the part it is."""
        return tuple(_split_rows(self)) if self.figure.excess_height_mm else (self.figure,)

    @cached_property
    def slides(self) -> tuple[Figure, ...]:
        """The picture on as many slides as it takes."""
        return tuple(slide_figures(self))

    def figures(self, format: str) -> tuple[Figure, ...]:
        """The figures in a format, by its key: pages, slides, or one."""
        if format == BEAMER.key:
            return self.slides
        return self.sheets if format == "pdf" else (self.figure,)

    def tightest_figure(self, format: str) -> Figure:
        """The figure in a format, by its key, that is to be judged: of several the first that does not fit."""
        figures = self.figures(format)
        return next((figure for figure in figures if not figure.fits), figures[0])

    def verdict_text(self, format: str) -> str:
        """The figures in a format, by its key, judged in sentences: whether they fit, and what would make them fit."""
        figures, tightest = self.figures(format), self.tightest_figure(format)
        several = (
            f" It is on {len(figures)} {'slides' if format == BEAMER.key else 'pages'}." if len(figures) > 1 else ""
        )
        if not tightest.fits and not several and len(self.sheets) > 1:
            several = f" As PDF it fits on {len(self.sheets)} pages."
        return tightest.fit_sentence + several

    @property
    def meta(self) -> Meta:
        """The words that the file says of itself."""
        title = plain(self.picture.title)
        return Meta(title, " ".join((self.figure.says, *self.says)), self.origin)

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return re.sub(r"[^A-Za-z0-9]+", "-", plain(self.picture.title))[:80].strip("-").lower()


def slide_figures(study_figure: StudyFigure) -> list[Figure]:
    """The picture at a size that a room can read: narrower where it is lower so, or rows on several slides."""
    style = replace(study_figure.style, height_mm=SLIDE[1], least_pt=READABLE_PT, tex=True)
    ways = product((USUAL_PT, READABLE_PT), (1.0, 0.85, 0.7, 0.55, 0.45))
    figures = (
        replace(study_figure, style=replace(style, width_mm=SLIDE[0] * share, font_pt=pt)).figure for pt, share in ways
    )
    if fitting := next((figure for figure in figures if figure.fits), None):
        return [fitting]
    return _split_rows(replace(study_figure, style=replace(style, width_mm=SLIDE[0], font_pt=READABLE_PT)))


def _split_rows(study_figure: StudyFigure) -> list[Figure]:
    """The rows of a picture on as few figures as have room for them; the picture as it is where it has no such."""
    titled = replace(study_figure, style=replace(study_figure.style, titles=True))

    def fits(part: PlainPicture) -> bool:
        return replace(titled, picture=part).figure.fits

    parts: tuple[PlainPicture, ...] = ()
    if isinstance(study_figure.picture, EstimatesPicture):
        parts = split_estimates_picture(study_figure.picture, fits)
    elif isinstance(study_figure.picture, FlowTreePicture):
        parts = split_flow_tree_picture(study_figure.picture, fits)
    figure_of_part = study_figure if len(parts) == 1 else titled
    return [replace(figure_of_part, picture=part).figure for part in parts] or [study_figure.figure]


BEAMER = ExportFormat[StudyFigure](
    key="beamer",
    title="Beamer",
    endings=(".tex",),
    mime="application/x-tex",
    write=lambda of: beamer_code([("", figure) for figure in of.slides], of.meta),
)

# In the order of lists.
STUDY_FORMATS: Mapping[str, ExportFormat[StudyFigure]] = {
    f.key: f for f in (formats.PDF, formats.SVG, formats.PNG, formats.TIKZ, formats.TIKZ_STANDALONE, BEAMER)
}
STUDY_ENDINGS = formats_by_ending(STUDY_FORMATS, "svg")
